//! How a template becomes an instruction (docs/reference/hps.md, H5).
use super::immediate::Immediate;
use crate::spec::hps::{NOP, words::Kind};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod instantiate {
    //! One word of a replacement as an instruction, within the cycle.

    /// One word of a replacement as an instruction, within the cycle.
    pub struct Instantiate {
        /// The word of the replacement table.
        #[group("the word of the replacement table")]
        pub word: Signal<In, Bits<64>>,
        /// The instruction that is replaced, expanded.
        #[group("insn pc target has_target: the instruction that is replaced")]
        pub insn: Signal<In, Bits<32>>,
        /// Address of the instruction that is replaced.
        pub pc: Signal<In, Bits<32>>,
        /// Where it leads, 0 if that is not known.
        pub target: Signal<In, Bits<32>>,
        /// The target is known.
        pub has_target: Signal<In, Bit>,
        /// The instruction for the core.
        #[group("made origin private: the instruction for the core")]
        pub made: Signal<Out, Bits<32>>,
        /// 0 the instruction itself, 1 one of the replacement, 2 the call of a handler.
        pub origin: Signal<Out, Bits<2>>,
        /// Which of its registers are d0 to d7.
        pub private: Signal<Out, Bits<3>>,
        /// The immediate of the instruction did not fit.
        #[group("truncated unknown: what is wrong with it")]
        pub truncated: Signal<Out, Bit>,
        /// The target was asked for and is not known.
        pub unknown: Signal<Out, Bit>,
        immediate: Immediate,
        // the template with its registers; with a low part as an immediate; the operand, and the high part of it
        registers: Signal<Local, Bits<32>>,
    }

    impl Instantiate {
        fn update(&mut self) {
            const ORIGINAL: Bits<2> = Kind::Original as u64;
            const CALL: Bits<2> = Kind::Call as u64;
            const NOP: Bits<2> = Kind::Nop as u64;
            const NOP_WORD: Bits<32> = NOP.into();
            const UPPER: Bits<32> = 0xffff_f000;
            const LOWER: Bits<32> = 0xfff;
            const NO_I: Bits<32> = 0x000f_ffff;
            const NO_S: Bits<32> = 0x01ff_f07f;

            let template: Bits<32> = self.word.val().get_bits::<32>(0);
            let kind: Bits<2> = self.word.val().get_bits::<2>(33);
            let source: Bits<3> = self.word.val().get_bits::<3>(41);

            comment!("Registers.");
            let rd: Bits<5> = template.get_bits::<5>(7);
            match self.word.val().get_bits::<2>(35).index() {
                1 => {
                    rd = self.insn.val().get_bits::<5>(7);
                }
                2 => {
                    rd = self.insn.val().get_bits::<5>(15);
                }
                3 => {
                    rd = self.insn.val().get_bits::<5>(20);
                }
                _ => {}
            }
            let rs1: Bits<5> = template.get_bits::<5>(15);
            match self.word.val().get_bits::<2>(37).index() {
                1 => {
                    rs1 = self.insn.val().get_bits::<5>(7);
                }
                2 => {
                    rs1 = self.insn.val().get_bits::<5>(15);
                }
                3 => {
                    rs1 = self.insn.val().get_bits::<5>(20);
                }
                _ => {}
            }
            let rs2: Bits<5> = template.get_bits::<5>(20);
            match self.word.val().get_bits::<2>(39).index() {
                1 => {
                    rs2 = self.insn.val().get_bits::<5>(7);
                }
                2 => {
                    rs2 = self.insn.val().get_bits::<5>(15);
                }
                3 => {
                    rs2 = self.insn.val().get_bits::<5>(20);
                }
                _ => {}
            }
            self.registers.next = (bit_cast::<32, 7>(template.get_bits::<7>(25)) << 25)
                | (bit_cast::<32, 5>(rs2) << 20)
                | (bit_cast::<32, 5>(rs1) << 15)
                | (bit_cast::<32, 3>(template.get_bits::<3>(12)) << 12)
                | (bit_cast::<32, 5>(rd) << 7)
                | bit_cast::<32, 7>(template.get_bits::<7>(0));

            comment!("The immediate, which wins where a register lies.");
            self.immediate.insn.next = self.insn.val();
            let operand: Bits<32> = self.immediate.value.val();
            match source.get_bits::<2>(1).index() {
                1 => {
                    operand = self.pc.val();
                }
                2 => {
                    operand = self.insn.val();
                }
                3 => {
                    operand = self.target.val();
                }
                _ => {}
            }
            let high: Bits<32> = operand + 0x800;
            let store: Bit = (template.get_bits::<7>(0) | 4) == 0x27;
            let filled: Bits<32> = self.registers.val();
            if source.get_bit(0) {
                filled = (self.registers.val() & NO_I) | (operand << 20);
                if store {
                    filled = (self.registers.val() & NO_S)
                        | (bit_cast::<32, 7>(operand.get_bits::<7>(5)) << 25)
                        | (bit_cast::<32, 5>(operand.get_bits::<5>(0)) << 7);
                }
            } else if source.any() {
                filled = (self.registers.val() & LOWER) | (high & UPPER);
            }

            self.made.next = filled;
            self.origin.next = 1.into();
            self.private.next = self.word.val().get_bits::<3>(44);
            if kind.any() {
                self.private.next = 0.into();
            }
            if kind == ORIGINAL {
                self.made.next = self.insn.val();
                self.origin.next = 0.into();
            }
            if kind == CALL {
                self.made.next = (bit_cast::<32, 8>(self.word.val().get_bits::<8>(48)) << 20) | 0x0b;
                self.origin.next = 2.into();
            }
            if kind == NOP {
                self.made.next = NOP_WORD;
            }
            let sign: Bits<21> = self.immediate.value.val().get_bits::<21>(11);
            self.truncated.next = !kind.any() & (source == 1) & sign.any() & !sign.all();
            self.unknown.next = !kind.any() & (source >= 6) & !self.has_target.val();
        }
    }
}
