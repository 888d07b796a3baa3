//! The map of checks for a fast clock (docs/reference/checkmap.md).
use super::ports::{AnswerTx, PlaceRx, WritesRx};
use super::{BIT, CODE, PLACE, SLOT};
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod deep_map {
    //! What is known of each instruction: 0 nothing, 1 entry, 2 jump back, 3 no event. docs/reference/checkmap.md

    /// A code of two bits for every two bytes of a stretch of code, for a fast clock: that of the address of one cycle
    /// is there five cycles later.
    ///
    /// There are `2^A` words of 16 codes each, written and cleared as those of [`super::Checkmap`].
    #[clocked(reset)]
    #[derived(HIGH = SLOT - PLACE - A)]
    pub struct DeepMap<#[range(1..=14)] const A: usize> {
        /// Low 32 bits of the address of an instruction.
        #[group("address of an instruction")]
        pub rec_pc: Signal<In, Bits<32>>,
        #[group("its code five cycles later; the memory is being cleared")]
        pub map: AnswerTx,
        #[group("half the address of the first code; on")]
        pub cfg: PlaceRx,
        #[group("writes of the memory")]
        pub set: WritesRx,
        codes: OutRegRam<32, A>,
        clearing: Reg<Bit>,
        at: Reg<Bits<A>>,
        // of the address of so many cycles before
        slot1: Reg<Bits<SLOT>>,
        #[also(inside3, inside4)]
        inside2: Reg<Bit>,
        #[also(place3, place4)]
        place2: Reg<Bits<BIT>>,
        word4: Reg<Bits<32>>,
        code5: Reg<Bits<CODE>>,
    }

    impl DeepMap {
        fn update(&mut self) {
            const HIGH_AT: Bits<5> = (A + PLACE) as u64;

            comment!("Two bytes have a code, 16 codes are a word. First cycle: which code it is.");
            self.slot1.d.next = self.rec_pc.val().get_bits::<SLOT>(1) - self.cfg.map_base.val();
            comment!("Second cycle: is it in the map, in which word? That one is here in the fourth cycle.");
            self.codes.ra.next = self.slot1.q.val().get_bits::<A>(4);
            let above: Bits<HIGH> = self.slot1.q.val().get_bits::<HIGH>(HIGH_AT.index());
            self.inside2.d.next = !above.any();
            self.place2.d.next = bit_cast::<BIT, PLACE>(self.slot1.q.val().get_bits::<PLACE>(0)) << 1;
            drive!(self: inside3 = inside2.q, place3 = place2.q, inside4 = inside3.q, place4 = place3.q,
                word4 = codes.rd);
            comment!("Fifth cycle: its code.");
            self.code5.d.next = 0.into();
            if self.inside4.q.val() & self.cfg.map_en.val() {
                self.code5.d.next = self.word4.q.val().get_bits::<CODE>(self.place4.q.val().index());
            }
            self.map.code.next = self.code5.q.val();

            comment!(
                "Words are written in order from a place that is written before; after a reset all of them are 0."
            );
            let writes: Bit = self.set.map_wdata.val() | self.clearing.q.val();
            self.codes.we.next = writes;
            drive!(codes: wa = at.q, wd = set.data);
            if self.clearing.q.val() {
                self.codes.wd.next = 0.into();
            }
            if writes {
                self.at.d.next = self.at.q.val() + 1;
                if self.at.q.val().all() {
                    self.clearing.d.next = false;
                }
            }
            if self.set.map_waddr.val() & !self.clearing.q.val() {
                self.at.d.next = self.set.data.val().get_bits::<A>(0);
            }
            self.map.clearing.next = self.clearing.q.val();
            if self.reset.val() {
                self.clearing.d.next = true;
                self.at.d.next = 0.into();
            }
        }
    }
}
