//! Idioms of one expression or one small decision, all over the same operands.
#![allow(unused_parens)]
use super::cosim::{Case, Random, comb};
use rust_hdl::prelude::*;
use treetap::comment;

/// A block with the operands `a b: 8, c: 16, s: 3, f: 1`, an output `o` and the given kernel.
macro_rules! idioms {
    ($($name:ident -> $out:ty { $($kernel:tt)* })*) => {
        $(
            #[derive(LogicBlock, Default)]
            struct $name {
                a: Signal<In, Bits<8>>, b: Signal<In, Bits<8>>, c: Signal<In, Bits<16>>,
                s: Signal<In, Bits<3>>, f: Signal<In, Bit>, o: Signal<Out, $out>,
            }
            impl Logic for $name {
                #[hdl_gen]
                $($kernel)*
            }
        )*
        /// Every idiom of this file with its stimulus.
        pub fn cases() -> Vec<Case> {
            vec![$(comb(stringify!($name), $name::default(), |u: &mut $name, r: &mut Random| {
                u.a.next = r.bits(8).into();
                u.b.next = if r.one_in(4) { u.a.next } else { r.bits(8).into() };
                u.c.next = r.bits(16).into();
                u.s.next = r.bits(3).into();
                u.f.next = r.one_in(2);
            })),*]
        }
    };
}

idioms! {
    PrecAndEq -> Bit { fn update(&mut self) { self.o.next = self.a.val() & self.b.val() == self.b.val(); } }
    PrecXorLt -> Bit { fn update(&mut self) { self.o.next = self.a.val() ^ self.b.val() < self.a.val(); } }
    AddLitEq -> Bit { fn update(&mut self) { self.o.next = self.a.val() + 1 == 0; } }
}
