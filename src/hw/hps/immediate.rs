//! The immediate of an instruction (docs/reference/hps.md, H2).
use crate::hw::offset::Offset;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod immediate {
    //! The immediate of an instruction, and whether its format has one.

    /// The immediate that an instruction of 32 bits has, within the cycle.
    pub struct Immediate {
        /// The instruction, expanded.
        pub insn: Signal<In, Bits<32>>,
        /// The format of the instruction has an immediate.
        pub there: Signal<Out, Bit>,
        /// The immediate, sign extended; 0 without one.
        pub value: Signal<Out, Bits<32>>,
        offset: Offset<32>,
    }

    impl Immediate {
        fn update(&mut self) {
            let major: Bits<5> = self.insn.val().get_bits::<5>(2);
            let whole: Bit = self.insn.val().get_bits::<2>(0).all();
            comment!("LOAD, FLOAD, custom-0, ALU with an immediate (of words too), JALR, SYSTEM.");
            let i_format: Bit = whole
                & (((major | 1) == 1) | (major == 2) | (major == 4) | (major == 6) | (major == 25) | (major == 28));
            let s_format: Bit = whole & ((major | 1) == 9);
            let b_format: Bit = whole & (major == 24);
            let u_format: Bit = whole & ((major | 8) == 13);
            let j_format: Bit = whole & (major == 27);
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
            drive!(offset: insn = insn);
            if b_format {
                self.value.next = self.offset.branch.val();
            }
            if u_format {
                self.value.next = bit_cast::<32, 20>(self.insn.val().get_bits::<20>(12)) << 12;
            }
            if j_format {
                self.value.next = self.offset.jump.val();
            }
        }
    }
}
