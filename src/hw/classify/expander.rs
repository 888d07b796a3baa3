//! Expands compressed instructions (docs/reference/classify.md).
use crate::comment;
use rust_hdl::prelude::*;

/// The 32-bit form of an instruction, within the cycle (I1). `X` is the width of the integer registers, 32 or 64.
///
/// A compressed instruction becomes the fields of the R format: its immediates are laid out so that they fall into those fields as
/// well, and only each field has to be selected.
#[derive(LogicBlock, Default)]
pub struct Expander<const X: usize> {
    /// The instruction; a compressed one is in the low half.
    pub insn: Signal<In, Bits<32>>,
    /// It is a compressed one.
    pub compressed: Signal<Out, Bit>,
    /// Its 32-bit form; 0 for an illegal compressed one.
    pub expanded: Signal<Out, Bits<32>>,
    // bits 1:0 and 15:13 tell the compressed instructions apart
    form: Signal<Local, Bits<5>>,
    // bits 11:7 and 6:2, registers or parts of immediates; and the registers x8 to x15 of bits 9:7 and 4:2
    full_d: Signal<Local, Bits<5>>,
    full_s: Signal<Local, Bits<5>>,
    short_d: Signal<Local, Bits<5>>,
    short_s: Signal<Local, Bits<5>>,
    // bit 12: as the sign of an immediate, and as its bit 5
    sign: Signal<Local, Bits<7>>,
    sign_field: Signal<Local, Bits<5>>,
    bit5: Signal<Local, Bits<7>>,
    // a load or store: of 8 bytes, of a floating-point register, through the stack pointer
    memory: Signal<Local, Bit>,
    store: Signal<Local, Bit>,
    double: Signal<Local, Bit>,
    float: Signal<Local, Bit>,
    stack: Signal<Local, Bit>,
    offset: Signal<Local, Bits<5>>,
    // bits 31:25, 24:20, 19:15, 14:12, 11:7 and 6:0 of the 32-bit form, and whether there is one
    high: Signal<Local, Bits<7>>,
    rs2: Signal<Local, Bits<5>>,
    rs1: Signal<Local, Bits<5>>,
    funct3: Signal<Local, Bits<3>>,
    rd: Signal<Local, Bits<5>>,
    opcode: Signal<Local, Bits<7>>,
    legal: Signal<Local, Bit>,
    // whether the shift, and the arithmetic of words, exist
    shifts: Signal<Local, Bit>,
    words: Signal<Local, Bit>,
    jump: Signal<Local, Bit>,
    branch: Signal<Local, Bit>,
    joined: Signal<Local, Bits<32>>,
}

impl<const X: usize> Logic for Expander<X> {
    #[hdl_gen]
    fn update(&mut self) {
        self.compressed.next = !self.insn.val().get_bits::<2>(0).all();
        self.form.next = (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(0)) << 3)
            | bit_cast::<5, 3>(self.insn.val().get_bits::<3>(13));
        self.full_d.next = self.insn.val().get_bits::<5>(7);
        self.full_s.next = self.insn.val().get_bits::<5>(2);
        self.short_d.next = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(7)) | 8;
        self.short_s.next = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(2)) | 8;
        self.bit5.next = bit_cast::<7, 1>(self.insn.val().get_bits::<1>(12));
        self.sign.next = 0.into();
        self.sign_field.next = 0.into();
        if self.insn.val().get_bit(12) {
            self.sign.next = 0x7f.into();
            self.sign_field.next = 0x1f.into();
        }

        comment!("Loads and stores. RV32 has floating-point words where RV64 has integer double words.");
        self.memory.next = !self.insn.val().get_bit(0) & self.insn.val().get_bits::<2>(13).any();
        self.stack.next = self.insn.val().get_bit(1);
        self.store.next = self.insn.val().get_bit(15);
        for _rv64 in 0..(X / 64) {
            self.double.next = self.insn.val().get_bit(13);
            self.float.next = !self.insn.val().get_bit(14);
        }
        for _rv32 in (X / 64)..1 {
            self.double.next = !self.insn.val().get_bit(14);
            self.float.next = self.insn.val().get_bit(13);
        }
        self.legal.next = true;
        self.offset.next = bit_cast::<5, 2>(self.insn.val().get_bits::<2>(10)) << 3;
        self.rs1.next = self.short_d.val();
        if self.stack.val() {
            self.rs1.next = 2.into();
            if self.store.val() {
                self.high.next = (bit_cast::<7, 3>(self.insn.val().get_bits::<3>(7)) << 1) | self.bit5.val();
                if !self.double.val() {
                    self.high.next = (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(7)) << 1) | self.bit5.val();
                    self.offset.next = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(9)) << 2;
                }
            } else {
                self.high.next = (bit_cast::<7, 3>(self.insn.val().get_bits::<3>(2)) << 1) | self.bit5.val();
                self.offset.next = bit_cast::<5, 2>(self.insn.val().get_bits::<2>(5)) << 3;
                if !self.double.val() {
                    self.high.next = (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(2)) << 1) | self.bit5.val();
                    self.offset.next = bit_cast::<5, 3>(self.insn.val().get_bits::<3>(4)) << 2;
                }
                self.legal.next = self.float.val() | self.full_d.val().any();
            }
        } else {
            self.high.next = (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(5)) << 1) | self.bit5.val();
            if !self.double.val() {
                self.high.next = (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(5)) << 1) | self.bit5.val();
                self.offset.next = (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(10)) << 3)
                    | (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(6)) << 2);
            }
        }
        self.funct3.next = 2.into();
        if self.double.val() {
            self.funct3.next = 3.into();
        }
        self.opcode.next = 0x03.into();
        if self.float.val() {
            self.opcode.next = 0x07.into();
        }
        self.rd.next = self.short_s.val();
        if self.stack.val() {
            self.rd.next = self.full_d.val();
        }
        self.rs2.next = self.offset.val();
        if self.store.val() {
            self.opcode.next = 0x23.into();
            if self.float.val() {
                self.opcode.next = 0x27.into();
            }
            self.rs2.next = self.short_s.val();
            if self.stack.val() {
                self.rs2.next = self.full_s.val();
            }
            self.rd.next = self.offset.val();
        }

        comment!("All others begin as C.ADDI.");
        self.branch.next = self.form.val().get_bits::<4>(1) == 7;
        for _rv64 in 0..(X / 64) {
            self.words.next = true;
            self.shifts.next = true;
            self.jump.next = self.form.val() == 13;
        }
        for _rv32 in (X / 64)..1 {
            self.words.next = false;
            self.shifts.next = !self.insn.val().get_bit(12);
            self.jump.next = (self.form.val() | 4) == 13;
        }
        if !self.memory.val() {
            self.high.next = self.sign.val();
            self.rs2.next = self.full_s.val();
            self.rs1.next = self.full_d.val();
            self.funct3.next = 0.into();
            self.rd.next = self.full_d.val();
            self.opcode.next = 0x13.into();
            self.legal.next = true;
        }
        match self.form.val().index() {
            0 => {
                comment!("C.ADDI4SPN");
                self.high.next = (bit_cast::<7, 4>(self.insn.val().get_bits::<4>(7)) << 1) | self.bit5.val();
                self.rs2.next = (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(11)) << 4)
                    | (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(5)) << 3)
                    | (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(6)) << 2);
                self.rs1.next = 2.into();
                self.rd.next = self.short_s.val();
                self.legal.next = self.insn.val().get_bits::<8>(5).any();
            }
            4 => {
                self.legal.next = false;
            }
            9 => {
                for _rv64 in 0..(X / 64) {
                    comment!("C.ADDIW");
                    self.opcode.next = 0x1b.into();
                    self.legal.next = self.full_d.val().any();
                }
                for _rv32 in (X / 64)..1 {
                    comment!("C.JAL");
                    self.rd.next = 1.into();
                }
            }
            10 => {
                comment!("C.LI");
                self.rs1.next = 0.into();
            }
            11 => {
                comment!("C.LUI, C.ADDI16SP");
                self.opcode.next = 0x37.into();
                self.rs2.next = self.sign_field.val();
                self.rs1.next = (self.sign_field.val() << 2) | bit_cast::<5, 2>(self.insn.val().get_bits::<2>(5));
                self.funct3.next = self.insn.val().get_bits::<3>(2);
                if self.full_d.val() == 2 {
                    self.opcode.next = 0x13.into();
                    self.high.next = (self.sign.val() << 4)
                        | (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(3)) << 2)
                        | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(5)) << 1)
                        | bit_cast::<7, 1>(self.insn.val().get_bits::<1>(2));
                    self.rs2.next = bit_cast::<5, 1>(self.insn.val().get_bits::<1>(6)) << 4;
                    self.rs1.next = 2.into();
                    self.funct3.next = 0.into();
                }
                self.legal.next = self.insn.val().get_bit(12) | self.full_s.val().any();
            }
            12 => {
                comment!("C.SRLI, C.SRAI, C.ANDI, C.SUB, C.XOR, C.OR, C.AND, C.SUBW, C.ADDW");
                self.rs1.next = self.short_d.val();
                self.rd.next = self.short_d.val();
                match self.insn.val().get_bits::<2>(10).index() {
                    0 => {
                        self.high.next = self.bit5.val();
                        self.funct3.next = 5.into();
                        self.legal.next = self.shifts.val();
                    }
                    1 => {
                        self.high.next = self.bit5.val() | 0x20;
                        self.funct3.next = 5.into();
                        self.legal.next = self.shifts.val();
                    }
                    2 => {
                        self.funct3.next = 7.into();
                    }
                    _ => {
                        self.opcode.next = 0x33.into();
                        self.high.next = 0.into();
                        self.rs2.next = self.short_s.val();
                        match self.insn.val().get_bits::<2>(5).index() {
                            0 => {
                                self.high.next = 0x20.into();
                            }
                            1 => {
                                self.funct3.next = 4.into();
                            }
                            2 => {
                                self.funct3.next = 6.into();
                            }
                            _ => {
                                self.funct3.next = 7.into();
                            }
                        }
                        if self.insn.val().get_bit(12) {
                            self.opcode.next = 0x3b.into();
                            self.funct3.next = 0.into();
                            self.legal.next = self.words.val() & !self.insn.val().get_bit(6);
                        }
                    }
                }
            }
            13 => {
                comment!("C.J");
                self.rd.next = 0.into();
            }
            14 => {
                comment!("C.BEQZ");
                self.rs1.next = self.short_d.val();
            }
            15 => {
                comment!("C.BNEZ");
                self.rs1.next = self.short_d.val();
                self.funct3.next = 1.into();
            }
            16 => {
                comment!("C.SLLI");
                self.high.next = self.bit5.val();
                self.funct3.next = 1.into();
                self.legal.next = self.shifts.val();
            }
            20 => {
                comment!("C.MV, C.ADD, C.JR, C.JALR, C.EBREAK");
                self.opcode.next = 0x33.into();
                self.high.next = 0.into();
                if !self.insn.val().get_bit(12) {
                    self.rs1.next = 0.into();
                }
                if !self.full_s.val().any() {
                    self.opcode.next = 0x67.into();
                    self.rs1.next = self.full_d.val();
                    self.rd.next = bit_cast::<5, 1>(self.insn.val().get_bits::<1>(12));
                    self.legal.next = self.insn.val().get_bit(12) | self.full_d.val().any();
                    if !self.full_d.val().any() {
                        self.opcode.next = 0x73.into();
                        self.rs2.next = 1.into();
                        self.rd.next = 0.into();
                    }
                }
            }
            _ => {}
        }
        comment!("Jumps and branches share the places of their offsets.");
        if self.jump.val() {
            self.opcode.next = 0x6f.into();
            self.high.next = (self.sign.val() << 6)
                | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(8)) << 5)
                | (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(9)) << 3)
                | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(6)) << 2)
                | (bit_cast::<7, 1>(self.insn.val().get_bits::<1>(7)) << 1)
                | bit_cast::<7, 1>(self.insn.val().get_bits::<1>(2));
            self.rs2.next = (bit_cast::<5, 1>(self.insn.val().get_bits::<1>(11)) << 4)
                | (bit_cast::<5, 3>(self.insn.val().get_bits::<3>(3)) << 1)
                | bit_cast::<5, 1>(self.insn.val().get_bits::<1>(12));
            self.rs1.next = self.sign_field.val();
            self.funct3.next = bit_cast::<3, 5>(self.sign_field.val());
        }
        if self.branch.val() {
            self.opcode.next = 0x63.into();
            self.high.next = (self.sign.val() << 3)
                | (bit_cast::<7, 2>(self.insn.val().get_bits::<2>(5)) << 1)
                | bit_cast::<7, 1>(self.insn.val().get_bits::<1>(2));
            self.rs2.next = 0.into();
            self.rd.next = (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(10)) << 3)
                | (bit_cast::<5, 2>(self.insn.val().get_bits::<2>(3)) << 1)
                | bit_cast::<5, 1>(self.insn.val().get_bits::<1>(12));
        }

        comment!("The 32-bit form.");
        self.joined.next = (bit_cast::<32, 7>(self.high.val()) << 25)
            | (bit_cast::<32, 5>(self.rs2.val()) << 20)
            | (bit_cast::<32, 5>(self.rs1.val()) << 15)
            | (bit_cast::<32, 3>(self.funct3.val()) << 12)
            | (bit_cast::<32, 5>(self.rd.val()) << 7)
            | bit_cast::<32, 7>(self.opcode.val());
        self.expanded.next = self.insn.val();
        if self.compressed.val() {
            self.expanded.next = 0.into();
            if self.legal.val() {
                self.expanded.next = self.joined.val();
            }
        }
    }
}
