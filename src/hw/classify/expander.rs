//! Expands compressed instructions (docs/reference/classify.md).
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod expander {

    /// The 32-bit form of an instruction, within the cycle (I1). `X` is the width of the integer registers, 32 or 64.
    ///
    /// A compressed instruction becomes the fields of the R format: its immediates are laid out so that they fall into
    /// those fields as well, and only each field has to be selected.
    pub struct Expander<#[range(32..=64, step = 32)] const X: usize> {
        /// The instruction; a compressed one is in the low half.
        pub insn: Signal<In, Bits<32>>,
        /// The instruction is a compressed one.
        pub compressed: Signal<Out, Bit>,
        /// The instruction in its 32-bit form; 0 for an illegal compressed one.
        pub expanded: Signal<Out, Bits<32>>,
        /// The 32-bit form if it is a compressed one, and a legal one.
        pub joined: Signal<Out, Bits<32>>,
        /// It is a legal one if it is a compressed one.
        pub legal: Signal<Out, Bit>,
        // bits 1:0 and 15:13 tell the compressed instructions apart
        form: Signal<Local, Bits<5>>,
        // bits 11:7 and 6:2, registers or parts of immediates; and the registers x8 to x15 of bits 9:7 and 4:2
        full_d: Signal<Local, Bits<5>>,
        // bit 12: as the sign of an immediate, and as its bit 5
        sign: Signal<Local, Bits<7>>,
        // a load or store: of 8 bytes, of a floating-point register, through the stack pointer
        memory: Signal<Local, Bit>,
        double: Signal<Local, Bit>,
        float: Signal<Local, Bit>,
        // bits 31:25, 24:20, 19:15, 14:12, 11:7 and 6:0 of the 32-bit form, and whether there is one
        high: Signal<Local, Bits<7>>,
        // whether the shift, and the arithmetic of words, exist
        shifts: Signal<Local, Bit>,
        words: Signal<Local, Bit>,
        jump: Signal<Local, Bit>,
    }

    impl Expander {
        fn update(&mut self) {
            self.fields();
            self.loads_and_stores();
            self.defaults();
            self.others();
            self.jumps();
            self.joined_form();
        }

        fn fields(&mut self) {
            self.compressed.next = !self.insn.val().get_bits::<2>(0).all();
            self.form.next = (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(0)) << 3)
                | bit_cast::<5, 3>(self.insn.val().get_bits::<3>(13));
            self.full_d.next = self.insn.val().get_bits::<5>(7);
            let full_s: Bits<5> = self.insn.val().get_bits::<5>(2);
            let short_d: Bits<5> = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(7)) | 8;
            let short_s: Bits<5> = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(2)) | 8;
            let bit5: Bits<7> = bit_cast::<7, 1>(self.insn.val().get_bits::<1>(12));
            self.sign.next = 0.into();
            let sign_field: Bits<5> = 0.into();
            if self.insn.val().get_bit(12) {
                self.sign.next = 0x7f.into();
                sign_field = 0x1f.into();
            }
        }

        fn loads_and_stores(&mut self) {
            comment!("Loads and stores. RV32 has floating-point words where RV64 has integer double words.");
            self.memory.next = !self.insn.val().get_bit(0) & self.insn.val().get_bits::<2>(13).any();
            let stack: Bit = self.insn.val().get_bit(1);
            let store: Bit = self.insn.val().get_bit(15);
            if X == 64 {
                self.double.next = self.insn.val().get_bit(13);
                self.float.next = !self.insn.val().get_bit(14);
            } else {
                self.double.next = !self.insn.val().get_bit(14);
                self.float.next = self.insn.val().get_bit(13);
            }
            self.legal.next = true;
            let offset: Bits<5> = bit_cast::<5, 2>(self.insn.val().get_bits::<2>(10)) << 3;
            let rs1: Bits<5> = short_d;
            if stack {
                rs1 = 2.into();
                if store {
                    self.high.next = (bit_cast::<7, 3>(self.insn.val().get_bits::<3>(7)) << 1) | bit5;
                    if !self.double.val() {
                        self.high.next = (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(7)) << 1) | bit5;
                        offset = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(9)) << 2;
                    }
                } else {
                    self.high.next = (bit_cast::<7, 3>(self.insn.val().get_bits::<3>(2)) << 1) | bit5;
                    offset = bit_cast::<5, 2>(self.insn.val().get_bits::<2>(5)) << 3;
                    if !self.double.val() {
                        self.high.next = (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(2)) << 1) | bit5;
                        offset = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(4)) << 2;
                    }
                    self.legal.next = self.float.val() | self.full_d.val().any();
                }
            } else {
                self.high.next = (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(5)) << 1) | bit5;
                if !self.double.val() {
                    self.high.next = (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(5)) << 1) | bit5;
                    offset = (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(10)) << 3)
                        | (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(6)) << 2);
                }
            }
            let funct3: Bits<3> = 2.into();
            if self.double.val() {
                funct3 = 3.into();
            }
            let opcode: Bits<7> = 0x03.into();
            if self.float.val() {
                opcode = 0x07.into();
            }
            let rd: Bits<5> = short_s;
            if stack {
                rd = self.full_d.val();
            }
            let rs2: Bits<5> = offset;
            if store {
                opcode = 0x23.into();
                if self.float.val() {
                    opcode = 0x27.into();
                }
                rs2 = short_s;
                if stack {
                    rs2 = full_s;
                }
                rd = offset;
            }
        }

        fn defaults(&mut self) {
            comment!("All others begin as C.ADDI.");
            let branch: Bit = self.form.val().get_bits::<4>(1) == 7;
            if X == 64 {
                self.words.next = true;
                self.shifts.next = true;
                self.jump.next = self.form.val() == 13;
            } else {
                self.words.next = false;
                self.shifts.next = !self.insn.val().get_bit(12);
                self.jump.next = (self.form.val() | 4) == 13;
            }
            if !self.memory.val() {
                self.high.next = self.sign.val();
                rs2 = full_s;
                rs1 = self.full_d.val();
                funct3 = 0.into();
                rd = self.full_d.val();
                opcode = 0x13.into();
                self.legal.next = true;
            }
        }

        fn others(&mut self) {
            match self.form.val().index() {
                0 => {
                    comment!("C.ADDI4SPN");
                    self.high.next = (bit_cast::<7, 4>(self.insn.val().get_bits::<4>(7)) << 1) | bit5;
                    rs2 = (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(11)) << 4)
                        | (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(5)) << 3)
                        | (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(6)) << 2);
                    rs1 = 2.into();
                    rd = short_s;
                    self.legal.next = self.insn.val().get_bits::<8>(5).any();
                }
                4 => {
                    self.legal.next = false;
                }
                9 => {
                    if X == 64 {
                        comment!("C.ADDIW");
                        opcode = 0x1b.into();
                        self.legal.next = self.full_d.val().any();
                    } else {
                        comment!("C.JAL");
                        rd = 1.into();
                    }
                }
                10 => {
                    comment!("C.LI");
                    rs1 = 0.into();
                }
                11 => {
                    comment!("C.LUI, C.ADDI16SP");
                    opcode = 0x37.into();
                    rs2 = sign_field;
                    rs1 = (sign_field << 2) | bit_cast::<5, 2>(self.insn.val().get_bits::<2>(5));
                    funct3 = self.insn.val().get_bits::<3>(2);
                    if self.full_d.val() == 2 {
                        opcode = 0x13.into();
                        self.high.next = (self.sign.val() << 4)
                            | (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(3)) << 2)
                            | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(5)) << 1)
                            | bit_cast::<7, 1>(self.insn.val().get_bits::<1>(2));
                        rs2 = bit_cast::<5, 1>(self.insn.val().get_bits::<1>(6)) << 4;
                        rs1 = 2.into();
                        funct3 = 0.into();
                    }
                    self.legal.next = self.insn.val().get_bit(12) | full_s.any();
                }
                12 => {
                    comment!("C.SRLI, C.SRAI, C.ANDI, C.SUB, C.XOR, C.OR, C.AND, C.SUBW, C.ADDW");
                    rs1 = short_d;
                    rd = short_d;
                    match self.insn.val().get_bits::<2>(10).index() {
                        0 => {
                            self.high.next = bit5;
                            funct3 = 5.into();
                            self.legal.next = self.shifts.val();
                        }
                        1 => {
                            self.high.next = bit5 | 0x20;
                            funct3 = 5.into();
                            self.legal.next = self.shifts.val();
                        }
                        2 => {
                            funct3 = 7.into();
                        }
                        _ => {
                            opcode = 0x33.into();
                            self.high.next = 0.into();
                            rs2 = short_s;
                            match self.insn.val().get_bits::<2>(5).index() {
                                0 => {
                                    self.high.next = 0x20.into();
                                }
                                1 => {
                                    funct3 = 4.into();
                                }
                                2 => {
                                    funct3 = 6.into();
                                }
                                _ => {
                                    funct3 = 7.into();
                                }
                            }
                            if self.insn.val().get_bit(12) {
                                opcode = 0x3b.into();
                                funct3 = 0.into();
                                self.legal.next = self.words.val() & !self.insn.val().get_bit(6);
                            }
                        }
                    }
                }
                13 => {
                    comment!("C.J");
                    rd = 0.into();
                }
                14 => {
                    comment!("C.BEQZ");
                    rs1 = short_d;
                }
                15 => {
                    comment!("C.BNEZ");
                    rs1 = short_d;
                    funct3 = 1.into();
                }
                16 => {
                    comment!("C.SLLI");
                    self.high.next = bit5;
                    funct3 = 1.into();
                    self.legal.next = self.shifts.val();
                }
                20 => {
                    comment!("C.MV, C.ADD, C.JR, C.JALR, C.EBREAK");
                    opcode = 0x33.into();
                    self.high.next = 0.into();
                    if !self.insn.val().get_bit(12) {
                        rs1 = 0.into();
                    }
                    if !full_s.any() {
                        opcode = 0x67.into();
                        rs1 = self.full_d.val();
                        rd = bit_cast::<5, 1>(self.insn.val().get_bits::<1>(12));
                        self.legal.next = self.insn.val().get_bit(12) | self.full_d.val().any();
                        if !self.full_d.val().any() {
                            opcode = 0x73.into();
                            rs2 = 1.into();
                            rd = 0.into();
                        }
                    }
                }
                _ => {}
            }
        }

        fn jumps(&mut self) {
            comment!("Jumps and branches share the places of their offsets.");
            if self.jump.val() {
                opcode = 0x6f.into();
                self.high.next = (self.sign.val() << 6)
                    | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(8)) << 5)
                    | (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(9)) << 3)
                    | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(6)) << 2)
                    | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(7)) << 1)
                    | bit_cast::<7, 1>(self.insn.val().get_bits::<1>(2));
                rs2 = (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(11)) << 4)
                    | (bit_cast::<5, 3>(self.insn.val().get_bits::<3>(3)) << 1)
                    | bit_cast::<5, 1>(self.insn.val().get_bits::<1>(12));
                rs1 = sign_field;
                funct3 = bit_cast::<3, 5>(sign_field);
            }
            if branch {
                opcode = 0x63.into();
                self.high.next = (self.sign.val() << 3)
                    | (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(5)) << 1)
                    | bit_cast::<7, 1>(self.insn.val().get_bits::<1>(2));
                rs2 = 0.into();
                rd = (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(10)) << 3)
                    | (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(3)) << 1)
                    | bit_cast::<5, 1>(self.insn.val().get_bits::<1>(12));
            }
        }

        fn joined_form(&mut self) {
            comment!("The 32-bit form.");
            self.joined.next = (bit_cast::<32, 7>(self.high.val()) << 25)
                | (bit_cast::<32, 5>(rs2) << 20)
                | (bit_cast::<32, 5>(rs1) << 15)
                | (bit_cast::<32, 3>(funct3) << 12)
                | (bit_cast::<32, 5>(rd) << 7)
                | bit_cast::<32, 7>(opcode);
            self.expanded.next = self.insn.val();
            if self.compressed.val() {
                self.expanded.next = 0.into();
                if self.legal.val() {
                    self.expanded.next = self.joined.val();
                }
            }
        }
    }
}
