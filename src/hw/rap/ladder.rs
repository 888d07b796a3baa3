//! The threshold T of the engines that count in one cycle, and its ladder (rule R2): one addition per step.
use crate::hw::lib::Reg;
use crate::spec::rap::LADDER_MANTISSA_BITS;
use rust_hdl::prelude::*;

/// What the ladder does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Rung {
    /// T is steady.
    Steady,
    /// The first threshold, or the largest, added to nothing.
    Enter,
    /// Find its step, from the leading bit on.
    Find,
    /// T without the bits below its step: so many steps.
    Trim,
    /// One step up.
    Climb,
    /// T has left its octave, or its width.
    Wrap,
}

/// What the kernel takes for granted.
const _: () = {
    assert!(LADDER_MANTISSA_BITS == 3);
};

#[treetap_hdl::unit]
mod ladder {
    //! The threshold T and its ladder of steps of 1/16 to 1/8.

    /// Threshold register with its step beside it, both inverted, and how many steps T is: 8 to 15, or T itself while
    /// it is below 16.
    ///
    /// * `load`: T becomes `first`. The step is found bit by bit, `C` cycles.
    /// * `climb`: T goes up by one step of the ladder, or with `jump` by `J`: 2 cycles each. Where the first threshold
    ///   has bits below its step they go first, in up to 16 cycles more.
    /// * T changes a cycle after the state that wants it: the enable of all its bits is a register.
    ///
    /// Requests only while `busy` is low.
    #[clocked]
    #[derived(C1 = C + 1)]
    pub struct Ladder<const C: usize, #[range(1..=63)] const J: usize> {
        /// T becomes `first`.
        #[group("load first: T becomes first")]
        pub load: Signal<In, Bit>,
        /// First threshold.
        pub first: Signal<In, Bits<C>>,
        /// T becomes `next(T)`.
        #[group("climb jump: one step of the ladder, or several")]
        pub climb: Signal<In, Bit>,
        /// Several steps instead of one.
        pub jump: Signal<In, Bit>,
        /// T is changing.
        #[group("T is changing, from the cycle after a request on")]
        pub busy: Signal<Out, Bit>,
        /// `~T`.
        #[group("~T")]
        pub inverted: Signal<Out, Bits<C>>,
        rung: Reg<Rung>,
        value: Reg<Bits<C>>,
        step: Reg<Bits<C>>,
        #[also(built)]
        steps: Reg<Bits<4>>,
        left: Reg<Bits<6>>,
        #[also(ragged, overflow, octave, full, adding, emptying)]
        found: Reg<Bit>,
    }

    impl Ladder {
        fn update(&mut self) {
            const C: Bits<6> = C;
            const ONES: Bits<C> = (1 << C) - 1;
            const ONE: Bits<C> = 1;
            const FIRST_BIT: Bits<6> = C - 1;
            const TOP_BIT: Bits<6> = C - 1;
            const FURTHER: Bits<6> = J - 1;

            comment!("T + step, inverted: ~T + ~step + 1. The carry is missing where the sum is too large.");
            let sum: Bits<C1> = bit_cast::<C1, C>(self.value.q.val()) + bit_cast::<C1, C>(self.step.q.val()) + 1;
            let add: Bit = false;
            let double: Bit = false;
            let none: Bit = false;
            let fill: Bit = false;
            let bit: Bit = !self.step.q.val().get_bit(TOP_BIT.index());
            let last: Bit = !self.left.q.val().any();
            let enters: Bit = !self.found.q.val() & (self.steps.q.val().get_bit(2) | last);
            match self.rung.q.val() {
                Rung::Steady => {
                    self.left.d.next = 0.into();
                    if self.jump.val() {
                        self.left.d.next = FURTHER;
                    }
                    zero!(self: built);
                    if self.climb.val() {
                        self.rung.d.next = Rung::Climb;
                        if self.ragged.q.val() {
                            none = true;
                            self.rung.d.next = Rung::Trim;
                        }
                    }
                }
                Rung::Enter => {
                    add = true;
                    self.left.d.next = FIRST_BIT;
                    zero!(self: steps, found, ragged);
                    self.rung.d.next = Rung::Find;
                    if self.full.q.val() {
                        self.rung.d.next = Rung::Steady;
                    }
                }
                Rung::Find => {
                    comment!(
                        "The four leading bits, or all, then whether any is left; the step enters with the last of the \
                         four."
                    );
                    double = true;
                    self.left.d.next = self.left.q.val() - 1;
                    if self.found.q.val() {
                        self.ragged.d.next = self.ragged.q.val() | bit;
                    } else {
                        self.steps.d.next = (self.steps.q.val() << 1) | bit_cast::<4, 1>(bit.into());
                    }
                    self.found.d.next = self.found.q.val() | enters;
                    if last {
                        self.rung.d.next = Rung::Steady;
                    }
                }
                Rung::Trim => {
                    self.built.d.next = self.built.q.val() + 1;
                    zero!(self: ragged);
                    if self.built.q.val() == self.steps.q.val() {
                        self.rung.d.next = Rung::Climb;
                    } else {
                        add = true;
                    }
                }
                Rung::Climb => {
                    add = true;
                    self.steps.d.next = self.steps.q.val() + 1;
                    if self.steps.q.val().all() {
                        self.steps.d.next = 8.into();
                    }
                    self.rung.d.next = Rung::Wrap;
                }
                Rung::Wrap => {
                    double = self.octave.q.val();
                    self.left.d.next = self.left.q.val() - 1;
                    self.rung.d.next = Rung::Climb;
                    if last {
                        self.rung.d.next = Rung::Steady;
                    }
                    if self.overflow.q.val() {
                        comment!("The largest T, which is there for good: nothing and a step of all ones.");
                        none = true;
                        fill = true;
                        self.full.d.next = true;
                        self.rung.d.next = Rung::Enter;
                    }
                }
            }
            self.overflow.d.next = !sum.get_bit(C.index());
            self.octave.d.next = self.steps.q.val().all();
            comment!("T follows a cycle later: which state it is takes its time, and so does the sum.");
            self.adding.d.next = add & !self.load.val();
            self.emptying.d.next = none;
            if self.adding.q.val() {
                self.value.d.next = bit_cast::<C, C1>(sum);
            }
            if self.emptying.q.val() | self.load.val() {
                self.value.d.next = ONES;
            }
            comment!("What is shifted in is no step, except when the step enters.");
            let shifted: Bits<C> = (self.step.q.val() << 1) | ONE;
            if enters & (self.rung.q.val() == Rung::Find) {
                shifted = self.step.q.val() << 1;
            }
            if self.load.val() {
                self.step.d.next = !self.first.val();
            } else if double {
                self.step.d.next = shifted;
            }
            if fill {
                zero!(self: step);
            }
            self.busy.next = (self.rung.q.val() != Rung::Steady) | self.adding.q.val();
            self.inverted.next = self.value.q.val();
            if self.load.val() {
                self.full.d.next = false;
                self.rung.d.next = Rung::Enter;
            }
        }
    }
}
