//! What is known of an instruction by itself (docs/reference/hps.md, H2 and H3).
use super::immediate::Immediate;
use super::ports::FactTx;
use crate::spec::classify::OPCLASS_BITS;
use crate::spec::hps::class;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod facts {
    //! What is known of an instruction by itself: class bits, target, direction, sign.

    /// Class bits 0 to 13, target, direction and sign of an instruction, within the cycle. `NEXT` is 1 where its successor is known, after the tap,
    /// and 0 at fetch.
    pub struct Facts<#[range(0..=1)] const NEXT: usize> {
        /// Address.
        #[group("the instruction")]
        pub in_pc: Signal<In, Bits<32>>,
        /// The instruction, expanded.
        pub in_insn: Signal<In, Bits<32>>,
        /// Class of the instruction: a code of `Opclass`.
        pub in_class: Signal<In, Bits<OPCLASS_BITS>>,
        /// The instruction was a compressed one.
        pub in_short: Signal<In, Bit>,
        /// Address of the next instruction.
        pub in_next: Signal<In, Bits<32>>,
        #[group("what is known of it")]
        #[except(ranges)]
        pub fact: FactTx,
        immediate: Immediate,
        // opcode, bits 6:2 of it, funct3 and rd
        opcode: Signal<Local, Bits<7>>,
    }

    impl Facts {
        fn update(&mut self) {
            const CONTROL_BITS: Bits<14> = class::CONTROL.into();
            const CALL: Bits<4> = class::CALL.into();
            const BRANCH_BITS: Bits<14> = class::BRANCH.into();

            self.immediate.insn.next = self.in_insn.val();
            self.opcode.next = self.in_insn.val().get_bits::<7>(0);
            let function: Bits<3> = self.in_insn.val().get_bits::<3>(12);

            comment!("The class of the tap, and where it says less, the instruction.");
            let own: Bits<14> = 0.into();
            match self.in_class.val().index() {
                0 => {
                    comment!("LOAD");
                    own = 0x20.into();
                }
                1 => {
                    comment!("STORE");
                    own = 0x40.into();
                }
                2 => {
                    comment!("FLOAD");
                    own = 0x20.into();
                }
                3 => {
                    comment!("FSTORE");
                    own = 0x40.into();
                }
                4 => {
                    comment!("BRANCH, but the reserved ones");
                    if (function | 1) != 3 {
                        own = 0x1.into();
                    }
                }
                5 => {
                    comment!("JUMP");
                    own = 0x2.into();
                }
                6 => {
                    comment!("CALL");
                    own = 0x4.into();
                }
                7 => {
                    comment!("JIND");
                    own = 0x10.into();
                }
                8 => {
                    comment!("CALLI");
                    own = 0x4.into();
                }
                9 => {
                    comment!("RET");
                    own = 0x8.into();
                }
                10 => {
                    comment!("CORO");
                    own = 0x4.into();
                }
                11 => {
                    comment!("ALU: words of RV64 have no class here; SLTI into x0 is a trigger");
                    if (self.opcode.val() | 0x20) != 0x3b {
                        own = 0x100.into();
                    }
                    if (self.opcode.val() == 0x13) & (function == 2) & !self.in_insn.val().get_bits::<5>(7).any() {
                        own = 0x2000.into();
                    }
                }
                12 => {
                    comment!("UPPER");
                    own = 0x100.into();
                }
                13 => {
                    comment!("MUL");
                    if (self.opcode.val() | 0x20) != 0x3b {
                        own = 0x200.into();
                    }
                }
                14 => {
                    comment!("DIV");
                    if (self.opcode.val() | 0x20) != 0x3b {
                        own = 0x200.into();
                    }
                }
                15 => {
                    comment!("AMO");
                    own = 0x80.into();
                }
                16 => {
                    comment!("FP");
                    own = 0x400.into();
                }
                17 => {
                    comment!("CSR");
                    own = 0x800.into();
                }
                18 => {
                    comment!("SYS");
                    own = 0x800.into();
                }
                19 => {
                    comment!("FENCE");
                    own = 0x1000.into();
                }
                _ => {
                    comment!("OTHER: loads and stores of vectors, custom-0");
                    if self.opcode.val() == 0x07 {
                        own = 0x20.into();
                    }
                    if self.opcode.val() == 0x27 {
                        own = 0x40.into();
                    }
                    if self.opcode.val() == 0x0b {
                        own = 0x2000.into();
                    }
                }
            }
            self.fact.own.next = own;

            comment!(
                "Where it leads: of JAL and branches that is in the instruction, and backward if the sum wraps; else it is the successor, if that is known."
            );
            let branch: Bit = (own & BRANCH_BITS).any();
            let known: Bit = branch | (self.opcode.val() == 0x6f);
            let control: Bit = (own & CONTROL_BITS).any();
            self.fact.control.next = control;
            self.fact.call.next = own.get_bit(CALL.index());
            let target: Bits<32> = 0.into();
            self.fact.has_target.next = known;
            let sum: Bits<33> = bit_cast::<33, 32>(self.in_pc.val()) + bit_cast::<33, 32>(self.immediate.value.val());
            let backward: Bit = sum.get_bit(32) | !self.immediate.value.val().any();
            if known {
                target = sum.get_bits::<32>(0);
            }
            let length: Bits<32> = 4.into();
            if self.in_short.val() {
                length = 2.into();
            }
            let taken: Bit = false;
            let straight: Bit = false;
            if NEXT > 0 {
                if !known & control {
                    target = self.in_next.val();
                    self.fact.has_target.next = true;
                    backward = self.in_next.val() <= self.in_pc.val();
                }
                taken = self.in_next.val() != (self.in_pc.val() + length);
                straight = branch & !taken;
            }
            self.fact.target.next = target;
            self.fact.taken.next = taken;
            self.fact.backward.next = backward;
            self.fact.loops.next = branch & backward;
            self.fact.straight.next = straight;
            self.fact.negative.next = self.immediate.there.val() & self.in_insn.val().get_bit(31);
            self.fact.positive.next = self.immediate.there.val() & !self.in_insn.val().get_bit(31);
        }
    }
}
