//! What a tuple holds (docs/reference/hotlist.md, V5).
use crate::hw::bundles::RecordRx;
use crate::hw::lib::Reg;
use crate::spec::hotlist::tuple::{KINDS, Kind};
use rust_hdl::prelude::*;

/// Bits of the kinds of a register.
const WORD: usize = KINDS * Kind::BITS as usize;
/// Bits of those of the last register.
const REST: usize = 15;

#[treetap_hdl::unit]
mod tuple {
    //! The tuple of a record in a burst, a cycle after the record.

    /// The tuple of a record in a burst, a cycle after the record, of a core with registers of `X` bits. The longest
    /// path is from the record's class through its kind and the choice of the value to the register of the key.
    #[clocked(reset)]
    pub struct Tuple<#[range(32..=64, step = 32)] const X: usize> {
        #[group("a record of the tap")]
        #[only(class, insn, pc, npc, val, addr, lat)]
        pub rec: RecordRx<X>,
        /// The record is in a burst.
        #[group("capture position: the record is in a burst, at this place")]
        pub capture: Signal<In, Bit>,
        /// Place in the burst.
        pub position: Signal<In, Bits<8>>,
        /// Bits 32 to 1 of what x1 holds.
        #[group("ra caller: bits 32 to 1 of what x1 holds, and of the top of the stack")]
        pub ra: Signal<In, Bits<32>>,
        /// Bits 32 to 1 of the top of the stack.
        pub caller: Signal<In, Bits<32>>,
        /// What tuples of classes 0 to 7 hold.
        #[group("what tuples of each class hold")]
        pub cfg_kind0: Signal<In, Bits<WORD>>,
        /// What tuples of classes 8 to 15 hold.
        pub cfg_kind1: Signal<In, Bits<WORD>>,
        /// What tuples of classes 16 to 20 hold.
        pub cfg_kind2: Signal<In, Bits<REST>>,
        /// A tuple.
        #[group("the tuple: address of the instruction and value, place in the burst")]
        pub hit_valid: Signal<Out, Bit>,
        /// Bits 32 to 1 of the instruction's address, above the value.
        pub hit_key: Signal<Out, Bits<64>>,
        /// Place in the burst.
        pub hit_position: Signal<Out, Bits<8>>,
        valid: Reg<Bit>,
        #[also(value)]
        pct: Reg<Bits<32>>,
        place: Reg<Bits<8>>,
    }

    impl Tuple {
        fn update(&mut self) {
            comment!("The kind of the class, bit by bit.");
            let low: Bits<32> = 0.into();
            let middle: Bits<32> = 0.into();
            let high: Bits<32> = 0.into();
            for i in 0..8 {
                low = low
                    | (bit_cast::<32, 1>(self.cfg_kind0.val().get_bits::<1>(3 * i)) << i)
                    | (bit_cast::<32, 1>(self.cfg_kind1.val().get_bits::<1>(3 * i)) << (i + 8));
                middle = middle
                    | (bit_cast::<32, 1>(self.cfg_kind0.val().get_bits::<1>(3 * i + 1)) << i)
                    | (bit_cast::<32, 1>(self.cfg_kind1.val().get_bits::<1>(3 * i + 1)) << (i + 8));
                high = high
                    | (bit_cast::<32, 1>(self.cfg_kind0.val().get_bits::<1>(3 * i + 2)) << i)
                    | (bit_cast::<32, 1>(self.cfg_kind1.val().get_bits::<1>(3 * i + 2)) << (i + 8));
            }
            for i in 0..5 {
                low = low | (bit_cast::<32, 1>(self.cfg_kind2.val().get_bits::<1>(3 * i)) << (i + 16));
                middle = middle | (bit_cast::<32, 1>(self.cfg_kind2.val().get_bits::<1>(3 * i + 1)) << (i + 16));
                high = high | (bit_cast::<32, 1>(self.cfg_kind2.val().get_bits::<1>(3 * i + 2)) << (i + 16));
            }
            let kind: Bits<3> = bit_cast::<3, 1>(low.get_bit(self.rec.class.val().index()).into())
                | (bit_cast::<3, 1>(middle.get_bit(self.rec.class.val().index()).into()) << 1)
                | (bit_cast::<3, 1>(high.get_bit(self.rec.class.val().index()).into()) << 2);

            comment!("The value of the kind.");
            let chosen: Bits<32> = bit_cast::<64, X>(self.rec.val.val()).get_bits::<32>(0);
            match kind.index() {
                2 => {
                    chosen = bit_cast::<64, X>(self.rec.addr.val()).get_bits::<32>(0);
                }
                3 => {
                    chosen = bit_cast::<32, 16>(self.rec.lat.val());
                }
                4 => {
                    chosen = self.ra.val();
                }
                5 => {
                    chosen = self.caller.val();
                }
                6 => {
                    chosen = bit_cast::<64, X>(self.rec.npc.val()).get_bits::<32>(1);
                }
                7 => {
                    chosen = self.rec.insn.val();
                }
                _ => {}
            }
            self.valid.d.next = self.capture.val() & kind.any();
            self.pct.d.next = bit_cast::<64, X>(self.rec.pc.val()).get_bits::<32>(1);
            self.value.d.next = chosen;
            self.place.d.next = self.position.val();
            drive!(self: hit_valid = valid.q, hit_position = place.q);
            self.hit_key.next = bit_cast::<64, 32>(self.value.q.val()) | (bit_cast::<64, 32>(self.pct.q.val()) << 32);
            if self.reset.val() {
                self.valid.d.next = false;
            }
        }
    }
}
