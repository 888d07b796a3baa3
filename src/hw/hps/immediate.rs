//! The immediate of an instruction (docs/reference/hps.md, H2).
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod immediate {

    /// The immediate that an instruction of 32 bits has, within the cycle.
    pub struct Immediate {
        /// The instruction, expanded.
        pub insn: Signal<In, Bits<32>>,
        /// The format of the instruction has an immediate.
        pub there: Signal<Out, Bit>,
        /// The immediate, sign extended; 0 without one.
        pub value: Signal<Out, Bits<32>>,
        // bits 6:2 and 1:0 of the opcode, and the formats
        major: Signal<Local, Bits<5>>,
    }

    impl Immediate {
        fn update(&mut self) {
            self.major.next = self.insn.val().get_bits::<5>(2);
            let whole: Bit = self.insn.val().get_bits::<2>(0).all();
            comment!("LOAD, FLOAD, custom-0, ALU with an immediate (of words too), JALR, SYSTEM.");
            let i_format: Bit = whole
                & ((self.major.val() <= 2)
                    | (self.major.val() == 4)
                    | (self.major.val() == 6)
                    | (self.major.val() == 25)
                    | (self.major.val() == 28));
            let s_format: Bit = whole & ((self.major.val() | 1) == 9);
            let b_format: Bit = whole & (self.major.val() == 24);
            let u_format: Bit = whole & ((self.major.val() | 8) == 13);
            let j_format: Bit = whole & (self.major.val() == 27);
            self.there.next = i_format | s_format | b_format | u_format | j_format;
            let none: Bits<32> = 0.into();
            let sign: Bits<32> = none;
            if self.insn.val().get_bit(31) {
                sign = !none;
            }
            self.value.next = 0.into();
            if i_format {
                self.value.next = (sign << 11) | bit_cast::<32, 11>(self.insn.val().get_bits::<11>(20));
            }
            if s_format {
                self.value.next = (sign << 11)
                    | (bit_cast::<32, 6>(self.insn.val().get_bits::<6>(25)) << 5)
                    | bit_cast::<32, 5>(self.insn.val().get_bits::<5>(7));
            }
            if b_format {
                self.value.next = (sign << 12)
                    | (bit_cast::<32, 1>(self.insn.val().get_bits::<1>(7)) << 11)
                    | (bit_cast::<32, 6>(self.insn.val().get_bits::<6>(25)) << 5)
                    | (bit_cast::<32, 4>(self.insn.val().get_bits::<4>(8)) << 1);
            }
            if u_format {
                self.value.next = bit_cast::<32, 20>(self.insn.val().get_bits::<20>(12)) << 12;
            }
            if j_format {
                self.value.next = (sign << 20)
                    | (bit_cast::<32, 8>(self.insn.val().get_bits::<8>(12)) << 12)
                    | (bit_cast::<32, 1>(self.insn.val().get_bits::<1>(20)) << 11)
                    | (bit_cast::<32, 10>(self.insn.val().get_bits::<10>(21)) << 1);
            }
        }
    }
}
