//! One counter of the engine (docs/reference/hps.md, H6).
use crate::hw::lib::{FastRam, Reg};
use crate::spec::hps::SOURCES;
use rust_hdl::prelude::*;

/// Address bits of the memory of what a set can load.
pub const PLACE: usize = SOURCES.trailing_zeros() as usize + 1;

#[treetap_hdl::unit]
mod counter {
    //! A counter, its flags, and the words that a set can load into it.

    /// A counter of `W` bits, its flags, and the words that a set can load, in block RAM: the counter has such a word
    /// in the next cycle, where it is used as if it were the counter's own. That it is 0 is known at once.
    #[clocked(reset)]
    pub struct Counter<#[range(1..=32)] const W: usize> {
        /// Micro-operation: 0 none, 1 up, 2 down, 3 set.
        #[group("what happens to the counter; a set loads a word of the memory or, with draws, a random number")]
        pub op: Signal<In, Bits<2>>,
        /// The set loads a random number, `number`.
        pub draws: Signal<In, Bit>,
        /// The random number.
        pub number: Signal<In, Bits<W>>,
        /// Place in the memory of the word that a set loads.
        pub from: Signal<In, Bits<PLACE>>,
        /// What a set loads is 0.
        pub vacant: Signal<In, Bit>,
        /// The counter becomes 0 or 1 from outside, which wins over its operation and over a host.
        #[group("forced one: the counter becomes 0 or 1 from outside, which wins")]
        pub forced: Signal<In, Bit>,
        /// The counter becomes 1, not 0.
        pub one: Signal<In, Bit>,
        /// The counter is written.
        #[group("a host writes the counter, or a word that a set can load")]
        pub wr_counter: Signal<In, Bit>,
        /// A word that a set can load is written.
        pub wr_source: Signal<In, Bit>,
        /// Place of the word in the memory.
        pub wr_place: Signal<In, Bits<PLACE>>,
        /// What is written.
        pub wr_word: Signal<In, Bits<W>>,
        /// The counter is 0.
        #[group("the counter and its flags")]
        pub zero: Signal<Out, Bit>,
        /// The counter has overflowed.
        pub over: Signal<Out, Bit>,
        /// The counter.
        pub value: Signal<Out, Bits<W>>,
        memory: FastRam<W, PLACE>,
        #[init(1)]
        kept: Reg<Bits<W>>,
        #[also(overflowed)]
        is_zero: Reg<Bit>,
        // the counter is what the memory shows; that is 0
        #[also(empty)]
        pending: Reg<Bit>,
    }

    impl Counter {
        fn update(&mut self) {
            drive!(memory: we = wr_source, wa = wr_place, wd = wr_word, ra = from);
            drive!(self: zero = is_zero.q, over = overflowed.q, empty = vacant);
            let now: Bits<W> = self.kept.q.val();
            if self.pending.q.val() {
                now = self.memory.rd.val();
                if self.empty.q.val() {
                    now = 0.into();
                }
            }
            self.value.next = now;
            comment!("Past the ends a counter overflows. Both sums are there before it is known which one is wanted.");
            let more: Bits<W> = now + 1;
            let less: Bits<W> = now - 1;
            self.kept.d.next = now;
            self.pending.d.next = false;
            if self.op.val() == 1 {
                self.kept.d.next = more;
                self.overflowed.d.next = self.overflowed.q.val() | now.all();
                self.is_zero.d.next = now.all();
            }
            if self.op.val() == 2 {
                self.kept.d.next = less;
                self.overflowed.d.next = self.overflowed.q.val() | self.is_zero.q.val();
                self.is_zero.d.next = now == 1;
            }
            if self.op.val().all() {
                self.pending.d.next = !self.draws.val();
                self.is_zero.d.next = self.vacant.val();
                self.overflowed.d.next = false;
            }
            if self.op.val().all() & self.draws.val() {
                self.kept.d.next = self.number.val();
            }
            comment!("From a host, then from outside.");
            if self.wr_counter.val() {
                self.kept.d.next = self.wr_word.val();
                self.is_zero.d.next = !self.wr_word.val().any();
            }
            if self.forced.val() {
                self.kept.d.next = bit_cast::<W, 1>(self.one.val().into());
                self.is_zero.d.next = !self.one.val();
            }
            if self.forced.val() | self.wr_counter.val() {
                zero!(self: overflowed, pending);
            }
            if self.reset.val() {
                self.kept.d.next = 1.into();
                zero!(self: is_zero, overflowed, pending);
            }
        }
    }
}
