//! The threshold T and its ladder (rules R2, R4, R6).
use crate::hw::lib::{Reg, StateReg};
use crate::spec::rap::LADDER_MANTISSA_BITS;
use rust_hdl::prelude::*;

/// What the serial pass over the threshold does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Pass {
    /// Nothing.
    Idle,
    /// Shift in `serial_in`: the first threshold, or the one of EPS mode.
    Load,
    /// Find the leading one.
    Find,
    /// Clear the bits below the mantissa and add one step.
    Step,
}

#[treetap_hdl::unit]
mod threshold {
    //! The threshold T and its ladder: one bit per cycle, least significant first.

    /// Threshold register, one bit per cycle: everything but the running minimum enters it serially.
    ///
    /// * It gives `~T`: `S > T` is the carry of `S + ~T`, so the comparator is one carry chain.
    /// * `load`: takes C bits from `serial_in`, bit `position` first bit 0.
    /// * `step`: `T = next(T)` of the ladder (R2), saturating; two passes, `2 C` cycles. With `round_up` it goes to the
    ///   smallest ladder value that is not below T instead (`next(T - 1)`): a step from the minimum M of R6.
    /// * `open`: `T = CMAX`, where the search for M starts; `take`: `T = minimum`.
    /// * `serial_out` is bit `position` of T during a pass that shifts.
    ///
    /// `busy` is high from the cycle after a request until the result is in place. Requests only while it is low.
    #[clocked(reset)]
    pub struct Threshold<const C: usize> {
        /// Shift a new value in.
        #[group("shift a new value in through serial_in, bit 0 first")]
        pub load: Signal<In, Bit>,
        /// Next value of the ladder.
        #[group("step round_up: next value of the ladder, or the ladder value at or above T")]
        pub step: Signal<In, Bit>,
        /// Modifies `step`; from the cycle after the request until `busy` ends.
        pub round_up: Signal<In, Bit>,
        /// T becomes CMAX.
        #[group("open take minimum: running minimum: start at the largest value, take a smaller one")]
        pub open: Signal<In, Bit>,
        /// T becomes `minimum`.
        pub take: Signal<In, Bit>,
        /// Value for `take`.
        pub minimum: Signal<In, Bits<C>>,
        /// New bit during a load.
        #[group("serial_in: the next bit during a load")]
        pub serial_in: Signal<In, Bit>,
        /// The bit of T at hand.
        #[group("serial_out position: the bit of T at hand during a pass, and its number")]
        pub serial_out: Signal<Out, Bit>,
        /// Which bit of T is at hand, 0 first.
        pub position: Signal<Out, Bits<6>>,
        /// A pass is under way.
        #[group("a pass is under way")]
        pub busy: Signal<Out, Bit>,
        /// `~T`.
        #[group("~T")]
        pub inverted: Signal<Out, Bits<C>>,
        pass: StateReg<Pass>,
        value: Reg<Bits<C>>,
        place: Reg<Bits<6>>,
        leading: Reg<Bits<6>>,
        #[also(carry, overflow)]
        below: Reg<Bit>,
    }

    impl Threshold {
        fn update(&mut self) {
            const MSB: Bits<C> = 1 << (C - 1);
            const LARGEST: Bits<C> = (1 << C) - 1;
            const LAST_PLACE: Bits<6> = C - 1;
            const FIRST_STEP_PLACE: Bits<6> = u64::from(LADDER_MANTISSA_BITS);
            const LAST_STEP_PLACE: Bits<6> = C - 1 + u64::from(LADDER_MANTISSA_BITS);

            self.serial_out.next = self.value.q.val().get_bit(0);
            let bit_in: Bit = self.serial_out.val();
            let low: Bit = self.below.q.val() & (self.place.q.val() != self.leading.q.val());
            let shift: Bit = true;
            self.overflow.d.next = false;
            self.place.d.next = self.place.q.val() + 1;
            match self.pass.q.val() {
                Pass::Idle => {
                    shift = false;
                    zero!(self: place, below);
                    if self.load.val() {
                        self.pass.d.next = Pass::Load;
                    } else if self.step.val() {
                        self.pass.d.next = Pass::Find;
                    }
                }
                Pass::Load => {
                    bit_in = self.serial_in.val();
                    if self.place.q.val() == LAST_PLACE {
                        self.pass.d.next = Pass::Idle;
                    }
                }
                Pass::Find => {
                    self.carry.d.next = !self.round_up.val();
                    comment!(
                        "The last one seen leads; its place in the next pass, which starts at 3, is where the mantissa begins."
                    );
                    if self.serial_out.val() {
                        self.leading.d.next = self.place.q.val();
                        self.below.d.next = (self.place.q.val() >> 2).any();
                    }
                    if self.place.q.val() == LAST_PLACE {
                        self.place.d.next = FIRST_STEP_PLACE;
                        self.pass.d.next = Pass::Step;
                    }
                }
                Pass::Step => {
                    self.below.d.next = low;
                    if low {
                        bit_in = false;
                        self.carry.d.next = self.carry.q.val() | self.serial_out.val();
                    } else {
                        bit_in = self.serial_out.val() ^ self.carry.q.val();
                        self.carry.d.next = self.serial_out.val() & self.carry.q.val();
                    }
                    if self.place.q.val() == LAST_STEP_PLACE {
                        self.overflow.d.next = self.serial_out.val() & self.carry.q.val();
                        self.pass.d.next = Pass::Idle;
                    }
                }
            }
            if shift {
                if bit_in {
                    self.value.d.next = (self.value.q.val() >> 1) | MSB;
                } else {
                    self.value.d.next = self.value.q.val() >> 1;
                }
            } else if self.take.val() {
                self.value.d.next = self.minimum.val();
            }
            if self.open.val() | self.overflow.q.val() {
                self.value.d.next = LARGEST;
            }
            self.busy.next = shift | self.overflow.q.val();
            self.position.next = self.place.q.val();
            self.inverted.next = !self.value.q.val();
            if self.reset.val() {
                self.pass.d.next = Pass::Idle;
            }
        }
    }
}
