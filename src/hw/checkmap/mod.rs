//! The map of checks (docs/reference/checkmap.md).
mod deep;
mod ports;

use crate::hw::lib::{FastRam, Reg};
use crate::spec::checkmap::{CODE_BITS, WORD_CODES};
use rust_hdl::prelude::*;

const CODE: usize = CODE_BITS as usize;
/// Bits of the number of a code in its word.
const PLACE: usize = WORD_CODES.trailing_zeros() as usize;
/// Bits of the place of a code in its word.
const BIT: usize = PLACE + 1;
/// Bits of the distance of an address from the base, in steps of two bytes.
const SLOT: usize = 31;

pub use deep::DeepMap;
use ports::{AnswerTx, PlaceRx, WritesRx};

/// What the kernel takes for granted.
const _: () = {
    assert!(PLACE == 4);
};

#[treetap_hdl::unit]
mod checkmap {
    //! What is known of each instruction: 0 nothing, 1 entry, 2 jump back, 3 no event. docs/reference/checkmap.md

    /// A code of two bits for every two bytes of a stretch of code: that of the address of one cycle is there in the
    /// next one.
    ///
    /// There are `2^A` words of 16 codes each. After a reset the memory is cleared, a word in a cycle, with
    /// `map_clearing`.
    #[clocked(reset)]
    #[derived(HIGH = SLOT - PLACE - A)]
    pub struct Checkmap<#[range(1..=20)] const A: usize> {
        /// Low 32 bits of the address of an instruction.
        #[group("address of an instruction")]
        pub rec_pc: Signal<In, Bits<32>>,
        #[group("its code in the next cycle; the memory is being cleared")]
        pub map: AnswerTx,
        #[group("half the address of the first code; on")]
        pub cfg: PlaceRx,
        #[group("writes of the memory")]
        pub set: WritesRx,
        codes: FastRam<32, A>,
        clearing: Reg<Bit>,
        at: Reg<Bits<A>>,
        above: Reg<Bits<HIGH>>,
        place: Reg<Bits<BIT>>,
    }

    impl Checkmap {
        fn update(&mut self) {
            const HIGH_AT: Bits<5> = (A + PLACE) as u64;

            comment!("Two bytes have a code, 16 codes are a word.");
            let slot: Bits<SLOT> = self.rec_pc.val().get_bits::<SLOT>(1) - self.cfg.map_base.val();
            self.codes.ra.next = slot.get_bits::<A>(4);
            self.above.d.next = slot.get_bits::<HIGH>(HIGH_AT.index());
            let inside: Bit = !self.above.q.val().any();
            self.place.d.next = bit_cast::<BIT, PLACE>(slot.get_bits::<PLACE>(0)) << 1;
            self.map.code.next = 0.into();
            if inside & self.cfg.map_en.val() {
                self.map.code.next = self.codes.rd.val().get_bits::<CODE>(self.place.q.val().index());
            }

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
