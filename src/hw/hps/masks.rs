//! Masks and values of the patterns in flip-flops (docs/reference/hps.md, H4).
//!
//! `ternary` answers the same question from block RAM: there a write takes 259 cycles and the answer comes a cycle
//! later, here a write counts at once and an answer may be held or not. They have the ports of a written word in
//! common, which are a bundle.
use super::ports::WriteRx;
use crate::hw::lib::RegEn;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod masks {
    //! Masks and values of the patterns: each is held against the instruction at once.

    /// Holds an instruction against masks and values of `P` patterns at once. `HELD` is 1 if the outcome is for the
    /// next cycle.
    #[clocked]
    pub struct Masks<#[range(1..=32)] const P: usize, #[range(0..=1)] const HELD: usize> {
        /// The instruction goes into the first stage.
        #[group("the instruction goes into the first stage")]
        pub take: Signal<In, Bit>,
        #[group("a word of the pattern table is written")]
        #[only(pattern, index, data)]
        pub wr: WriteRx,
        /// The instruction, expanded.
        #[group("the instruction")]
        pub in_insn: Signal<In, Bits<32>>,
        /// Which patterns have its bits.
        #[group("which patterns have its bits")]
        pub now_same: Signal<Out, Bits<P>>,
        mask: [RegEn<Bits<32>>; P],
        value: [RegEn<Bits<32>>; P],
        held: [RegEn<Bits<P>>; HELD],
        mine: [Signal<Local, Bit>; P],
    }

    impl Masks {
        fn update(&mut self) {
            const BIT: [Bits<P>; P] = (0..P).map(|i| 1 << i);

            let same: Bits<P> = 0.into();
            for i in 0..P {
                self.mine[i].next = self.wr.pattern.val() & (self.wr.index.val().get_bits::<5>(2) == i.to_bits());
                self.mask[i].d.next = self.wr.data.val();
                self.mask[i].en.next = self.mine[i].val() & (self.wr.index.val().get_bits::<2>(0) == 0);
                self.value[i].d.next = self.wr.data.val();
                self.value[i].en.next = self.mine[i].val() & (self.wr.index.val().get_bits::<2>(0) == 1);
                if (self.in_insn.val() & self.mask[i].q.val()) == self.value[i].q.val() {
                    same = same | BIT[i];
                }
            }
            self.now_same.next = same;
            for i in 0..HELD {
                self.held[i].d.next = same;
                self.held[i].en.next = self.take.val();
                self.now_same.next = self.held[i].q.val();
            }
        }
    }
}
