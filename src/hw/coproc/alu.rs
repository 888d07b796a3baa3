//! The ALU (docs/reference/coproc.md, B.3, 2).
use crate::spec::coproc::word::Alu as Operation;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod alu {
    //! R of A and B, and how they compare, within the cycle.

    /// R of two values of `VW` bits, and how they compare, within the cycle. The longest path is the carry of a sum and
    /// the choice after it.
    pub struct Alu<#[range(32..=64, step = 32)] const VW: usize> {
        /// Operation.
        #[group("op a b: operation and operands")]
        pub op: Signal<In, Bits<4>>,
        /// Operand A.
        pub a: Signal<In, Bits<VW>>,
        /// Operand B.
        pub b: Signal<In, Bits<VW>>,
        /// The result.
        #[group("r eq ltu: result, A = B, A < B")]
        pub r: Signal<Out, Bits<VW>>,
        /// A is B.
        pub eq: Signal<Out, Bit>,
        /// A is less than B.
        pub ltu: Signal<Out, Bit>,
    }

    impl Alu {
        fn update(&mut self) {
            const MOV: Bits<4> = Operation::Mov as u64;
            const ROT16: Bits<4> = Operation::Rot16 as u64;
            const ADD: Bits<4> = Operation::Add as u64;
            const SUB: Bits<4> = Operation::Sub as u64;
            const ADDS: Bits<4> = Operation::Adds as u64;
            const SUBS: Bits<4> = Operation::Subs as u64;
            const AND: Bits<4> = Operation::And as u64;
            const OR: Bits<4> = Operation::Or as u64;
            const XOR: Bits<4> = Operation::Xor as u64;
            const SHL1: Bits<4> = Operation::Shl1 as u64;
            const SHL2: Bits<4> = Operation::Shl2 as u64;
            const SHR1: Bits<4> = Operation::Shr1 as u64;
            const SHR2: Bits<4> = Operation::Shr2 as u64;
            const SHR4: Bits<4> = Operation::Shr4 as u64;
            const SHR8: Bits<4> = Operation::Shr8 as u64;

            let first: Bits<VW> = self.a.val();
            let second: Bits<VW> = self.b.val();
            let zero: Bits<VW> = 0.into();
            let sum: Bits<{ VW + 1 }> = bit_cast::<{ VW + 1 }, VW>(first) + bit_cast::<{ VW + 1 }, VW>(second);
            let difference: Bits<{ VW + 1 }> = bit_cast::<{ VW + 1 }, VW>(first) - bit_cast::<{ VW + 1 }, VW>(second);
            let less: Bit = difference.get_bit(VW);
            self.eq.next = first == second;
            self.ltu.next = less;
            self.r.next = zero;
            if self.op.val() == MOV {
                self.r.next = first;
            }
            if self.op.val() == ROT16 {
                self.r.next = bit_cast::<VW, 32>(
                    (bit_cast::<32, 16>(first.get_bits::<16>(0)) << 16) | bit_cast::<32, 16>(first.get_bits::<16>(16)),
                );
            }
            if (self.op.val() == ADD) | (self.op.val() == ADDS) {
                self.r.next = sum.get_bits::<VW>(0);
            }
            if (self.op.val() == ADDS) & sum.get_bit(VW) {
                self.r.next = !zero;
            }
            if (self.op.val() == SUB) | ((self.op.val() == SUBS) & !less) {
                self.r.next = difference.get_bits::<VW>(0);
            }
            if self.op.val() == AND {
                self.r.next = first & second;
            }
            if self.op.val() == OR {
                self.r.next = first | second;
            }
            if self.op.val() == XOR {
                self.r.next = first ^ second;
            }
            if self.op.val() == SHL1 {
                self.r.next = first << 1;
            }
            if self.op.val() == SHL2 {
                self.r.next = first << 2;
            }
            if self.op.val() == SHR1 {
                self.r.next = first >> 1;
            }
            if self.op.val() == SHR2 {
                self.r.next = first >> 2;
            }
            if self.op.val() == SHR4 {
                self.r.next = first >> 4;
            }
            if self.op.val() == SHR8 {
                self.r.next = first >> 8;
            }
        }
    }
}
