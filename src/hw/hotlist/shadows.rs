//! What is known of return addresses (docs/reference/hotlist.md, V6).
use crate::hw::bundles::RecordRx;
use crate::hw::lib::{FastRam, Reg};
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::hotlist::STACK;
use crate::spec::hotlist::tuple::{TO_INTEGER_BITS, UNFUSED_BIT, WRITERS};
use rust_hdl::prelude::*;

/// Bits of a place in the memory of the stack.
const DEEP: usize = STACK.trailing_zeros() as usize;

/// Bits that tell floating-point arithmetic with an integer result: 1 and 0.
const INTEGER_ONE: u64 = TO_INTEGER_BITS.0 as u64;
const INTEGER_ZERO: u64 = TO_INTEGER_BITS.1 as u64;

/// A bit for the code of each class that writes an integer register.
fn writers() -> u64 {
    WRITERS.iter().map(|class| 1 << class.code()).sum()
}

#[treetap_hdl::unit]
mod shadows {
    //! A copy of register x1, and a stack of return addresses whose top is a register.

    /// A copy of register x1 and a stack of eight return addresses, for a core with registers of `X` bits. The top is a
    /// register, what is under it in a memory, of which the word under the top is read ahead. The longest path is from
    /// the record's address through the sum of the return address to the top.
    #[clocked(reset)]
    pub struct Shadows<#[range(32..=64, step = 32)] const X: usize> {
        #[group("a record of the tap")]
        #[only(class, rvc, insn, pc, val)]
        pub rec: RecordRx<X>,
        /// The record is taken, and executed.
        #[group("the record is taken and no trap")]
        pub executed: Signal<In, Bit>,
        /// Bits 32 to 1 of what x1 holds.
        #[group("ra caller: bits 32 to 1 of what x1 holds, and of the top of the stack")]
        pub ra: Signal<Out, Bits<32>>,
        /// Bits 32 to 1 of the top of the stack.
        pub caller: Signal<Out, Bits<32>>,
        #[also(top, pushed)]
        link: Reg<Bits<32>>,
        // addresses in the stack; where the next one under the top goes; the one under the top was just pushed
        depth: Reg<Bits<{ DEEP + 1 }>>,
        place: Reg<Bits<DEEP>>,
        fresh: Reg<Bit>,
        under: FastRam<32, DEEP>,
    }

    impl Shadows {
        fn update(&mut self) {
            const WRITING: Bits<32> = writers();
            const IS_FP: Bits<OPCLASS_BITS> = Opclass::Fp.code().into();
            const IS_CALL: Bits<OPCLASS_BITS> = Opclass::Call.code().into();
            const IS_INDIRECT: Bits<OPCLASS_BITS> = Opclass::IndirectCall.code().into();
            const IS_RETURN: Bits<OPCLASS_BITS> = Opclass::Return.code().into();
            const IS_COROUTINE: Bits<OPCLASS_BITS> = Opclass::Coroutine.code().into();
            const UNFUSED: Bits<5> = UNFUSED_BIT.into();
            const SET: Bits<5> = INTEGER_ONE;
            const UNSET: Bits<5> = INTEGER_ZERO;
            const FULL: Bits<{ DEEP + 1 }> = STACK as u64;

            comment!("x1: what writes integer registers, and the floating-point arithmetic that does.");
            let insn: Bits<32> = self.rec.insn.val();
            let floats: Bit = (self.rec.class.val() == IS_FP)
                & insn.get_bit(UNFUSED.index())
                & insn.get_bit(SET.index())
                & !insn.get_bit(UNSET.index());
            let writes: Bit = WRITING.get_bit(self.rec.class.val().index()) | floats;
            if self.executed.val() & writes & (insn.get_bits::<5>(7) == 1) {
                self.link.d.next = bit_cast::<64, X>(self.rec.val.val()).get_bits::<32>(1);
            }

            comment!("The stack: a coroutine pops and pushes, which changes the top alone unless it is empty.");
            let empty: Bit = !self.depth.q.val().any();
            let swaps: Bit = self.executed.val() & (self.rec.class.val() == IS_COROUTINE);
            let calls: Bit =
                self.executed.val() & ((self.rec.class.val() == IS_CALL) | (self.rec.class.val() == IS_INDIRECT));
            let pushes: Bit = calls | (swaps & empty);
            let pops: Bit = self.executed.val() & (self.rec.class.val() == IS_RETURN) & !empty;
            let length: Bits<X> = 4.into();
            if self.rec.rvc.val() {
                length = 2.into();
            }
            let fall: Bits<X> = self.rec.pc.val() + length;
            let second: Bits<32> = self.under.rd.val();
            if self.fresh.q.val() {
                second = self.pushed.q.val();
            }
            let next_place: Bits<DEEP> = self.place.q.val();
            self.fresh.d.next = pushes;
            if pushes {
                next_place = self.place.q.val() + 1;
                self.pushed.d.next = self.top.q.val();
                if self.depth.q.val() != FULL {
                    self.depth.d.next = self.depth.q.val() + 1;
                }
            }
            if pushes | swaps {
                self.top.d.next = bit_cast::<64, X>(fall).get_bits::<32>(1);
            }
            if pops {
                next_place = self.place.q.val() - 1;
                self.depth.d.next = self.depth.q.val() - 1;
                self.top.d.next = second;
                if self.depth.q.val() == 1 {
                    self.top.d.next = 0.into();
                }
            }
            self.place.d.next = next_place;
            self.under.ra.next = next_place - 1;
            self.under.we.next = pushes;
            self.under.wa.next = self.place.q.val();
            self.under.wd.next = self.top.q.val();
            drive!(self: ra = link.q, caller = top.q);
            if self.reset.val() {
                zero!(self: link, top, depth, place, fresh);
            }
        }
    }
}
