//! Classifies instructions (docs/reference/classify.md).
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod classifier {

    /// The class of an instruction in its 32-bit form, within the cycle (I2).
    pub struct Classifier {
        /// The instruction, expanded.
        pub insn: Signal<In, Bits<32>>,
        /// Class of the instruction: a code of `Opclass`.
        pub opclass: Signal<Out, Bits<OPCLASS_BITS>>,
        // its bits 6:2, funct3, that of FLH to FLQ, funct7 of MUL and DIV, and the links of a jump
        major: Signal<Local, Bits<5>>,
    }

    impl Classifier {
        fn update(&mut self) {
            self.major.next = self.insn.val().get_bits::<5>(2);
            let function: Bits<3> = self.insn.val().get_bits::<3>(12);

            comment!("x1 and x5 link: all but bit 2 of the number says so, and bit 2 which one it is.");
            let saves_link: Bit = (self.insn.val().get_bits::<2>(7) == 1) & !self.insn.val().get_bits::<2>(10).any();
            let takes_link: Bit = (self.insn.val().get_bits::<2>(15) == 1) & !self.insn.val().get_bits::<2>(18).any();
            let same_link: Bit = self.insn.val().get_bit(9) == self.insn.val().get_bit(17);
            let product: Bit = self.insn.val().get_bits::<7>(25) == 1;
            let scalar: Bit = (function != 0) & (function <= 4);
            comment!("By the major opcode.");
            self.opclass.next = 20.into();
            match self.major.val().index() {
                0 => {
                    comment!("LOAD");
                    self.opclass.next = 0.into();
                }
                1 => {
                    comment!("FLOAD");
                    self.opclass.next = 2.into();
                }
                3 => {
                    comment!("FENCE");
                    self.opclass.next = 19.into();
                }
                4 => {
                    comment!("ALU with an immediate");
                    self.opclass.next = 11.into();
                }
                5 => {
                    comment!("UPPER: AUIPC");
                    self.opclass.next = 12.into();
                }
                6 => {
                    comment!("ALU with an immediate, of words");
                    self.opclass.next = 11.into();
                }
                8 => {
                    comment!("STORE");
                    self.opclass.next = 1.into();
                }
                9 => {
                    comment!("FSTORE");
                    self.opclass.next = 3.into();
                }
                11 => {
                    comment!("AMO");
                    self.opclass.next = 15.into();
                }
                12 => {
                    comment!("ALU");
                    self.opclass.next = 11.into();
                }
                13 => {
                    comment!("UPPER: LUI");
                    self.opclass.next = 12.into();
                }
                14 => {
                    comment!("ALU, of words");
                    self.opclass.next = 11.into();
                }
                16 => {
                    comment!("FP: FMADD");
                    self.opclass.next = 16.into();
                }
                17 => {
                    comment!("FP: FMSUB");
                    self.opclass.next = 16.into();
                }
                18 => {
                    comment!("FP: FNMSUB");
                    self.opclass.next = 16.into();
                }
                19 => {
                    comment!("FP: FNMADD");
                    self.opclass.next = 16.into();
                }
                20 => {
                    comment!("FP: the others");
                    self.opclass.next = 16.into();
                }
                24 => {
                    comment!("BRANCH");
                    self.opclass.next = 4.into();
                }
                25 => {
                    comment!("JIND");
                    self.opclass.next = 7.into();
                }
                27 => {
                    comment!("JUMP");
                    self.opclass.next = 5.into();
                }
                28 => {
                    comment!("CSR");
                    self.opclass.next = 17.into();
                }
                _ => {}
            }
            comment!("What further fields decide: CALLI, CORO, RET; CALL; SYS; MUL, DIV; and OTHER.");
            if self.major.val() == 25 {
                if saves_link {
                    self.opclass.next = 8.into();
                    if takes_link & !same_link {
                        self.opclass.next = 10.into();
                    }
                } else if takes_link {
                    self.opclass.next = 9.into();
                }
            }
            if (self.major.val() == 27) & saves_link {
                self.opclass.next = 6.into();
            }
            if (self.major.val() == 28) & !function.get_bits::<2>(0).any() {
                self.opclass.next = 18.into();
            }
            if ((self.major.val() | 2) == 14) & product {
                self.opclass.next = 13.into();
                if function.get_bit(2) {
                    self.opclass.next = 14.into();
                }
            }
            if !self.insn.val().get_bits::<2>(0).all() | (((self.major.val() | 8) == 9) & !scalar) {
                self.opclass.next = 20.into();
            }
        }
    }
}
