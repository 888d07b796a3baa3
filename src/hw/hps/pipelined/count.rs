//! One counter of the engine `pipelined` (docs/reference/hps.md, H6 and H14).
use crate::hw::lib::{LutRam, Reg};
use crate::spec::hps::words::RANDOM;
use rust_hdl::prelude::*;

/// Address bits of the memory of what a set can load.
const FROM: usize = 4;

#[treetap_hdl::unit]
mod count {
    //! A counter, its flags, and the words that a set can load into it.

    /// A counter of `W` bits, its flags, and the words that a set can load. Whether it reaches one of its ends follows
    /// from what it is, before it is known whether it does.
    #[clocked(reset)]
    pub struct Count<#[range(1..=32)] const W: usize> {
        /// Micro-operation: 0 none, 1 up, 2 down, 3 set.
        #[group("code from vacant random: the operation of the next cycle, and what it loads")]
        pub code: Signal<In, Bits<2>>,
        /// Place of the word that a set loads.
        pub from: Signal<In, Bits<FROM>>,
        /// What a set loads is 0.
        pub vacant: Signal<In, Bit>,
        /// It loads the random number.
        pub random: Signal<In, Bit>,
        /// The operation happens.
        #[group("go moves: the operation happens, and there is one")]
        pub go: Signal<In, Bit>,
        /// An operation happens.
        pub moves: Signal<Out, Bit>,
        /// The counter becomes 0 or 1 from outside, which wins over its operation and over a host.
        #[group("forced one: the counter becomes 0 or 1 from outside, which wins")]
        pub forced: Signal<In, Bit>,
        /// The counter becomes 1, not 0.
        pub one: Signal<In, Bit>,
        /// The counter is written.
        #[group("written loaded place word: a host writes the counter, or a word that a set can load")]
        pub written: Signal<In, Bit>,
        /// A word that a set can load is written.
        pub loaded: Signal<In, Bit>,
        /// Its place.
        pub place: Signal<In, Bits<3>>,
        /// What is written.
        pub word: Signal<In, Bits<W>>,
        /// There is a random number.
        #[group("drawn draw: a random number")]
        pub drawn: Signal<In, Bit>,
        /// The number.
        pub draw: Signal<In, Bits<W>>,
        /// The counter is 0.
        #[group("zero over changed value: the counter and its flags, which are others than in the cycle before")]
        pub zero: Signal<Out, Bit>,
        /// The counter has overflowed.
        pub over: Signal<Out, Bit>,
        /// One of the flags is another than in the cycle before.
        pub changed: Signal<Out, Bit>,
        /// The counter.
        pub value: Signal<Out, Bits<W>>,
        memory: LutRam<W, FROM>,
        #[init(1)]
        kept: Reg<Bits<W>>,
        // what a set of this cycle loads; it goes up, goes down, is set
        load: Reg<Bits<W>>,
        #[also(down, set, empty)]
        up: Reg<Bit>,
        #[also(overflowed, other)]
        is_zero: Reg<Bit>,
        // the random number is 0
        nothing: Reg<Bit>,
    }

    impl Count {
        fn update(&mut self) {
            const RANDOM_PLACE: Bits<FROM> = RANDOM.into();

            self.loads();
            self.steps();
            self.outside();
            drive!(self: zero = is_zero.q, over = overflowed.q, changed = other.q, value = kept.q);
            if self.reset.val() {
                self.kept.d.next = 1.into();
                zero!(self: is_zero, overflowed, other);
            }
        }

        fn loads(&mut self) {
            comment!("What a set loads. A random number lies in the last place.");
            self.memory.we.next = self.loaded.val() | self.drawn.val();
            self.memory.wa.next = bit_cast::<FROM, 3>(self.place.val());
            drive!(memory: wd = word, ra = from);
            if self.drawn.val() {
                self.memory.wa.next = RANDOM_PLACE;
                drive!(memory: wd = draw);
                self.nothing.d.next = !self.draw.val().any();
            }
            let none: Bit = self.vacant.val();
            if self.random.val() {
                none = self.nothing.q.val();
            }
            self.empty.d.next = none;
            self.load.d.next = self.memory.rd.val();
            if none {
                self.load.d.next = 0.into();
            }
            self.up.d.next = self.code.val() == 1;
            self.down.d.next = self.code.val() == 2;
            self.set.d.next = self.code.val() == 3;
        }

        fn steps(&mut self) {
            comment!("Past the ends a counter overflows.");
            let step: Bits<W> = 1.into();
            if self.down.q.val() {
                step = !bit_cast::<W, 1>(false.into());
            }
            let top: Bit = self.kept.q.val().all();
            let last: Bit = self.kept.q.val() == 1;
            let zeroed: Bit = self.is_zero.q.val();
            let overflows: Bit = self.overflowed.q.val();
            self.moves.next = self.go.val() & (self.up.q.val() | self.down.q.val() | self.set.q.val());
            if self.up.q.val() {
                zeroed = top;
                overflows = self.overflowed.q.val() | top;
            }
            if self.down.q.val() {
                zeroed = last;
                overflows = self.overflowed.q.val() | self.is_zero.q.val();
            }
            if self.set.q.val() {
                zeroed = self.empty.q.val();
                overflows = false;
            }
            let differs: Bit = (zeroed ^ self.is_zero.q.val()) | (overflows ^ self.overflowed.q.val());
            self.other.d.next = false;
            if self.go.val() {
                self.is_zero.d.next = zeroed;
                self.overflowed.d.next = overflows;
                self.other.d.next = differs;
                if self.up.q.val() | self.down.q.val() {
                    self.kept.d.next = self.kept.q.val() + step;
                }
                if self.set.q.val() {
                    self.kept.d.next = self.load.q.val();
                }
            }
        }

        fn outside(&mut self) {
            comment!("From a host, then from outside.");
            if self.written.val() {
                self.kept.d.next = self.word.val();
                self.is_zero.d.next = !self.word.val().any();
                self.overflowed.d.next = false;
                self.other.d.next = true;
            }
            if self.forced.val() {
                self.kept.d.next = bit_cast::<W, 1>(self.one.val().into());
                self.is_zero.d.next = !self.one.val();
                self.overflowed.d.next = false;
                self.other.d.next = (self.is_zero.q.val() == self.one.val()) | self.overflowed.q.val();
            }
        }
    }
}
