//! The threshold T and its ladder (rule R2), a few cycles per step.
use crate::hw::lib::Reg;
use crate::spec::rap::LADDER_MANTISSA_BITS;
use rust_hdl::prelude::*;

/// What the ladder does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Rung {
    /// T is steady.
    Steady,
    /// Clear the bits below the step and add it.
    Add,
    /// Take the sum.
    Take,
    /// Take the bits of T above the mantissa.
    Mask,
    /// Are there any?
    Look,
    /// Then the step doubles.
    Grow,
}

/// What the kernel takes for granted.
const _: () = {
    assert!(LADDER_MANTISSA_BITS == 3);
};

#[treetap_hdl::unit]
mod ladder {
    //! The threshold T and its ladder of steps of 1/16 to 1/8.

    /// Threshold register with its step beside it: `next(T)` is T without the bits below the step, plus the step.
    ///
    /// `above` is a thermometer: ones from the bit above the mantissa on, so the step is the bit four places below its lowest one. After a
    /// load the step is found by doubling it as long as T has bits above: 3 cycles for each bit. T has `C` bits.
    #[clocked]
    #[derived(C1 = C + 1)]
    pub struct Ladder<const C: usize> {
        /// T becomes `first`.
        #[group("load first: T becomes first")]
        pub load: Signal<In, Bit>,
        /// First threshold.
        pub first: Signal<In, Bits<C>>,
        /// T becomes `next(T)`.
        #[group("next value of the ladder")]
        pub step: Signal<In, Bit>,
        /// T.
        #[group("t busy: T, and it is changing")]
        pub t: Signal<Out, Bits<C>>,
        /// T is changing, from `step` or the cycle after `load` on.
        pub busy: Signal<Out, Bit>,
        rung: Reg<Rung>,
        #[also(above, trimmed, increment)]
        value: Reg<Bits<C>>,
        sum: Reg<Bits<C1>>,
        high: Reg<Bits<C>>,
        more: Reg<Bit>,
    }

    impl Ladder {
        fn update(&mut self) {
            const C: Bits<6> = C;
            const TOP4: Bits<C> = 0xf << (C - 4);
            const TOP3: Bits<C> = 7 << (C - 3);
            const START: Bits<C> = ((1 << C) - 1) & !0xf;
            const MAX: Bits<C> = (1 << C) - 1;

            let kept: Bits<C> = (self.above.q.val() >> 4) | TOP4;
            comment!("T is steady for long before a step.");
            self.trimmed.d.next = self.value.q.val() & kept;
            self.increment.d.next = kept & !((self.above.q.val() >> 3) | TOP3);
            self.sum.d.next = bit_cast::<C1, C>(self.trimmed.q.val()) + bit_cast::<C1, C>(self.increment.q.val());
            self.high.d.next = self.value.q.val() & self.above.q.val();
            self.more.d.next = self.high.q.val().any();
            match self.rung.q.val() {
                Rung::Steady => {
                    if self.step.val() {
                        self.rung.d.next = Rung::Add;
                    }
                }
                Rung::Add => {
                    self.rung.d.next = Rung::Take;
                }
                Rung::Take => {
                    self.rung.d.next = Rung::Mask;
                    if self.sum.q.val().get_bit(C.index()) {
                        self.value.d.next = MAX;
                    } else {
                        self.value.d.next = bit_cast::<C, C1>(self.sum.q.val());
                    }
                }
                Rung::Mask => {
                    self.rung.d.next = Rung::Look;
                }
                Rung::Look => {
                    self.rung.d.next = Rung::Grow;
                }
                Rung::Grow => {
                    if self.more.q.val() {
                        self.above.d.next = self.above.q.val() << 1;
                        self.rung.d.next = Rung::Mask;
                    } else {
                        self.rung.d.next = Rung::Steady;
                    }
                }
            }
            self.t.next = self.value.q.val();
            self.busy.next = self.step.val() | (self.rung.q.val() != Rung::Steady);
            if self.load.val() {
                self.value.d.next = self.first.val();
                self.above.d.next = START;
                self.rung.d.next = Rung::Mask;
            }
        }
    }
}
