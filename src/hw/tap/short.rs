//! What the small tap has to know of a compressed instruction (docs/reference/tap.md).
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod short {
    //! Of a compressed instruction of RV32: its class, the offset of its access, whether its result stays.

    /// Class and offset of a compressed instruction of RV32, within the cycle, without its 32-bit form.
    pub struct Short {
        /// The instruction; what a longer one gives has no meaning.
        pub insn: Signal<In, Bits<16>>,
        /// Its class (docs/reference/classify.md), that of others if it is illegal.
        pub opclass: Signal<Out, Bits<OPCLASS_BITS>>,
        /// What a load or store adds to its register.
        pub offset: Signal<Out, Bits<12>>,
        /// An instruction with a result has a register for it other than `x0`.
        pub writes: Signal<Out, Bit>,
    }

    impl Short {
        fn update(&mut self) {
            let low: Bit = self.insn.val().get_bit(0);
            let stack: Bit = self.insn.val().get_bit(1);
            let sign: Bit = self.insn.val().get_bit(12);
            let float: Bit = self.insn.val().get_bit(13);
            let word: Bit = self.insn.val().get_bit(14);
            let store: Bit = self.insn.val().get_bit(15);
            let function: Bits<3> = self.insn.val().get_bits::<3>(13);
            let target: Bits<5> = self.insn.val().get_bits::<5>(7);
            let names: Bit = target.any();
            let other: Bit = self.insn.val().get_bits::<5>(2).any();

            self.class();
            self.access();
            comment!("Some forms know the registers x8 to x15 only.");
            self.writes.next = names | (!low & !stack) | (low & (function == 4));
        }

        fn class(&mut self) {
            comment!("x1 and x5 hold return addresses.");
            let links: Bit = (target.get_bits::<2>(0) == 1) & !target.get_bits::<2>(3).any();
            comment!("Most are ALU.");
            self.opclass.next = 11.into();
            if !low & (float | word) {
                comment!("LOAD, STORE, FLOAD, FSTORE; C.LWSP has a register.");
                self.opclass.next =
                    bit_cast::<OPCLASS_BITS, 1>(store.into()) | (bit_cast::<OPCLASS_BITS, 1>(float.into()) << 1);
                if stack & !store & !float & !names {
                    self.opclass.next = 20.into();
                }
            } else if low {
                match function.index() {
                    1 => {
                        comment!("C.JAL");
                        self.opclass.next = 6.into();
                    }
                    3 => {
                        comment!("C.LUI, C.ADDI16SP");
                        if target != 2 {
                            self.opclass.next = 12.into();
                        }
                        if !sign & !other {
                            self.opclass.next = 20.into();
                        }
                    }
                    4 => {
                        comment!("All but C.ANDI: RV32 has none of 64 bits.");
                        if sign & (self.insn.val().get_bits::<2>(10) != 2) {
                            self.opclass.next = 20.into();
                        }
                    }
                    5 => {
                        comment!("C.J");
                        self.opclass.next = 5.into();
                    }
                    6 => {
                        comment!("C.BEQZ");
                        self.opclass.next = 4.into();
                    }
                    7 => {
                        comment!("C.BNEZ");
                        self.opclass.next = 4.into();
                    }
                    _ => {}
                }
            } else if stack & store {
                if !other {
                    comment!("C.JR, C.JALR, C.EBREAK");
                    self.opclass.next = 7.into();
                    if links {
                        self.opclass.next = 9.into();
                    }
                    if sign {
                        self.opclass.next = 8.into();
                        if links & target.get_bit(2) {
                            self.opclass.next = 10.into();
                        }
                    }
                    if !names {
                        self.opclass.next = 20.into();
                        if sign {
                            self.opclass.next = 18.into();
                        }
                    }
                }
            } else if stack {
                comment!("C.SLLI");
                if sign {
                    self.opclass.next = 20.into();
                }
            } else if store | !self.insn.val().get_bits::<8>(5).any() {
                comment!("C.ADDI4SPN adds something.");
                self.opclass.next = 20.into();
            }
        }

        fn access(&mut self) {
            comment!("Bits 8 to 2 of the offset; loads through the stack pointer have a layout of their own.");
            let own: Bit = stack & !store;
            let at2: Bit = self.insn.val().get_bit(6);
            let at3: Bit = self.insn.val().get_bit(10);
            let at4: Bit = self.insn.val().get_bit(11);
            let at6: Bit = self.insn.val().get_bit(5);
            let at7: Bit = !word & self.insn.val().get_bit(6);
            let at8: Bit = false;
            if own {
                at2 = self.insn.val().get_bit(4);
                at3 = self.insn.val().get_bit(5);
                at4 = self.insn.val().get_bit(6);
                at6 = self.insn.val().get_bit(2);
                at7 = self.insn.val().get_bit(3);
                at8 = !word & self.insn.val().get_bit(4);
            } else if stack {
                at2 = self.insn.val().get_bit(9);
                at6 = self.insn.val().get_bit(7);
                at7 = self.insn.val().get_bit(8);
                at8 = !word & self.insn.val().get_bit(9);
            }
            self.offset.next = (bit_cast::<12, 1>((word & at2).into()) << 2)
                | (bit_cast::<12, 1>(at3.into()) << 3)
                | (bit_cast::<12, 1>(at4.into()) << 4)
                | (bit_cast::<12, 1>(sign.into()) << 5)
                | (bit_cast::<12, 1>(at6.into()) << 6)
                | (bit_cast::<12, 1>(at7.into()) << 7)
                | (bit_cast::<12, 1>(at8.into()) << 8);
        }
    }
}
