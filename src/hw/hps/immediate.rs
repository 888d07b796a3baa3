//! The immediate of an instruction (docs/reference/hps.md, H2).
use crate::comment;
use rust_hdl::prelude::*;

/// The immediate that an instruction of 32 bits has, within the cycle.
#[derive(LogicBlock, Default)]
pub struct Immediate {
    /// The instruction, expanded.
    pub insn: Signal<In, Bits<32>>,
    /// Its format has an immediate.
    pub there: Signal<Out, Bit>,
    /// The immediate, sign extended; 0 without one.
    pub value: Signal<Out, Bits<32>>,
    // bits 6:2 and 1:0 of the opcode, and the formats
    major: Signal<Local, Bits<5>>,
    whole: Signal<Local, Bit>,
    i_format: Signal<Local, Bit>,
    s_format: Signal<Local, Bit>,
    b_format: Signal<Local, Bit>,
    u_format: Signal<Local, Bit>,
    j_format: Signal<Local, Bit>,
    none: Signal<Local, Bits<32>>,
    sign: Signal<Local, Bits<32>>,
}

impl Logic for Immediate {
    #[hdl_gen]
    fn update(&mut self) {
        self.major.next = self.insn.val().get_bits::<5>(2);
        self.whole.next = self.insn.val().get_bits::<2>(0).all();
        comment!("LOAD, FLOAD, custom-0, ALU with an immediate (of words too), JALR, SYSTEM.");
        self.i_format.next = self.whole.val()
            & ((self.major.val() <= 2)
                | (self.major.val() == 4)
                | (self.major.val() == 6)
                | (self.major.val() == 25)
                | (self.major.val() == 28));
        self.s_format.next = self.whole.val() & ((self.major.val() | 1) == 9);
        self.b_format.next = self.whole.val() & (self.major.val() == 24);
        self.u_format.next = self.whole.val() & ((self.major.val() | 8) == 13);
        self.j_format.next = self.whole.val() & (self.major.val() == 27);
        self.there.next =
            self.i_format.val() | self.s_format.val() | self.b_format.val() | self.u_format.val() | self.j_format.val();
        self.none.next = 0.into();
        self.sign.next = self.none.val();
        if self.insn.val().get_bit(31) {
            self.sign.next = !self.none.val();
        }
        self.value.next = 0.into();
        if self.i_format.val() {
            self.value.next = (self.sign.val() << 11) | bit_cast::<32, 11>(self.insn.val().get_bits::<11>(20));
        }
        if self.s_format.val() {
            self.value.next = (self.sign.val() << 11)
                | (bit_cast::<32, 6>(self.insn.val().get_bits::<6>(25)) << 5)
                | bit_cast::<32, 5>(self.insn.val().get_bits::<5>(7));
        }
        if self.b_format.val() {
            self.value.next = (self.sign.val() << 12)
                | (bit_cast::<32, 1>(self.insn.val().get_bits::<1>(7)) << 11)
                | (bit_cast::<32, 6>(self.insn.val().get_bits::<6>(25)) << 5)
                | (bit_cast::<32, 4>(self.insn.val().get_bits::<4>(8)) << 1);
        }
        if self.u_format.val() {
            self.value.next = bit_cast::<32, 20>(self.insn.val().get_bits::<20>(12)) << 12;
        }
        if self.j_format.val() {
            self.value.next = (self.sign.val() << 20)
                | (bit_cast::<32, 8>(self.insn.val().get_bits::<8>(12)) << 12)
                | (bit_cast::<32, 1>(self.insn.val().get_bits::<1>(20)) << 11)
                | (bit_cast::<32, 10>(self.insn.val().get_bits::<10>(21)) << 1);
        }
    }
}
