//! The ALU (docs/reference/coproc.md, B.3, 2).
use crate::spec::coproc::word::Alu as Operation;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod alu {
    //! What the ALU makes of A and B: sums without a bound, shifts not yet shifted.

    /// What the ALU makes of two values of `VW` bits within the cycle: `sum` with its carry, and `other`. A sum or
    /// difference is modulo 2^VW, and a shift gives A. For a difference B comes inverted, with `one`; the carry then
    /// says that A is at least B, and `eq` that they are equal.
    pub struct Alu<#[range(32..=64, step = 32)] const VW: usize> {
        /// Operation.
        #[group("op a b one: operation and operands, and 1 for a difference")]
        pub op: Signal<In, Bits<4>>,
        /// Operand A.
        pub a: Signal<In, Bits<VW>>,
        /// Operand B, for a difference inverted.
        pub b: Signal<In, Bits<VW>>,
        /// Carry into the sum.
        pub one: Signal<In, Bit>,
        /// The sum.
        #[group("sum carry eq: sum, its carry, A is B")]
        pub sum: Signal<Out, Bits<VW>>,
        /// Carry of the sum.
        pub carry: Signal<Out, Bit>,
        /// A is B that comes inverted.
        pub eq: Signal<Out, Bit>,
        /// What is no sum; 0 if that is.
        #[group("other: what is no sum")]
        pub other: Signal<Out, Bits<VW>>,
    }

    impl Alu {
        fn update(&mut self) {
            const MOV: Bits<4> = Operation::Mov as u64;
            const ROT16: Bits<4> = Operation::Rot16 as u64;
            const AND: Bits<4> = Operation::And as u64;
            const OR: Bits<4> = Operation::Or as u64;
            const XOR: Bits<4> = Operation::Xor as u64;
            const SHL1: Bits<4> = Operation::Shl1 as u64;

            let first: Bits<VW> = self.a.val();
            let second: Bits<VW> = self.b.val();
            comment!("The carry into the sum is that of a bit below the lowest.");
            let total: Bits<{ VW + 2 }> = ((bit_cast::<{ VW + 2 }, VW>(first) << 1) | 1)
                + ((bit_cast::<{ VW + 2 }, VW>(second) << 1) | bit_cast::<{ VW + 2 }, 1>(self.one.val().into()));
            self.sum.next = total.get_bits::<VW>(1);
            self.carry.next = total.get_bit(VW + 1);
            self.eq.next = (first ^ second).all();
            self.other.next = 0.into();
            if (self.op.val() == MOV) | (self.op.val() >= SHL1) {
                self.other.next = first;
            }
            if self.op.val() == ROT16 {
                self.other.next = bit_cast::<VW, 32>(
                    (bit_cast::<32, 16>(first.get_bits::<16>(0)) << 16) | bit_cast::<32, 16>(first.get_bits::<16>(16)),
                );
            }
            if self.op.val() == AND {
                self.other.next = first & second;
            }
            if self.op.val() == OR {
                self.other.next = first | second;
            }
            if self.op.val() == XOR {
                self.other.next = first ^ second;
            }
        }
    }
}
