//! Where direct branches and jumps lead (spec::insn::Format).
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod offset {
    //! Offsets of formats B and J, within the cycle.

    /// The immediates of an instruction of 32 bits as a branch (B) and as a jump (J), with their sign in all `X` bits,
    /// within the cycle.
    pub struct Offset<#[range(32..=64)] const X: usize> {
        /// The instruction in its 32-bit form.
        #[group("insn branch jump: an instruction, and its offset if it is a branch, and if it is a jump")]
        pub insn: Signal<In, Bits<32>>,
        /// Offset in format B.
        pub branch: Signal<Out, Bits<X>>,
        /// Offset in format J.
        pub jump: Signal<Out, Bits<X>>,
    }

    impl Offset {
        fn update(&mut self) {
            const BRANCH_SIGN: Bits<X> = u64::MAX >> (64 - X) & !0xfff;
            const JUMP_SIGN: Bits<X> = u64::MAX >> (64 - X) & !0xf_ffff;

            let branch_bits: Bits<X> = (bit_cast::<X, 1>(self.insn.val().get_bits::<1>(7)) << 11)
                | (bit_cast::<X, 6>(self.insn.val().get_bits::<6>(25)) << 5)
                | (bit_cast::<X, 4>(self.insn.val().get_bits::<4>(8)) << 1);
            let jump_bits: Bits<X> = (bit_cast::<X, 8>(self.insn.val().get_bits::<8>(12)) << 12)
                | (bit_cast::<X, 1>(self.insn.val().get_bits::<1>(20)) << 11)
                | (bit_cast::<X, 10>(self.insn.val().get_bits::<10>(21)) << 1);
            self.branch.next = branch_bits;
            self.jump.next = jump_bits;
            if self.insn.val().get_bit(31) {
                self.branch.next = branch_bits | BRANCH_SIGN;
                self.jump.next = jump_bits | JUMP_SIGN;
            }
        }
    }
}
