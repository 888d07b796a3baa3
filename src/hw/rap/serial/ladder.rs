//! The threshold T and its ladder (rules R2, R4, R15).
use crate::hw::lib::{Reg, StateReg};
use crate::spec::rap::LADDER_MANTISSA_BITS;
use rust_hdl::prelude::*;

/// What the serial pass over the threshold does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Pass {
    /// Nothing.
    Idle,
    /// Shift in `serial_in`: the first threshold, the one of EPS mode, or T itself.
    Load,
    /// Climb the ladder, a step per cycle.
    Climb,
    /// Shift in what the climb came to.
    Write,
}

/// Bits of the part of T that climbs: the mantissa and the leading one.
const TOP_BITS: u32 = LADDER_MANTISSA_BITS + 1;

#[treetap_hdl::unit]
mod ladder {
    //! The threshold T and its ladder: one bit per cycle, least significant first.

    /// Threshold register, one bit per cycle: every value enters it serially.
    ///
    /// * It gives `~T`: `S > T` is the carry of `S + ~T`, so the comparator is one carry chain.
    /// * `load`: takes C bits from `serial_in`, bit `position` first bit 0. On the way it learns the leading one with
    ///   the three bits after it, and where they are; of a T below 8 the last four bits.
    /// * `step`: `T = next(T)` of the ladder (R2), saturating; with `far` `J` times. What it has learnt climbs, a step
    ///   per cycle, and is written in one pass: `C + 2` or `C + J + 1` cycles.
    /// * `open`: `T = CMAX`.
    /// * `serial_out` is bit `position` of T during a `load`.
    ///
    /// `busy` is high from the cycle after a request until the result is in place. Requests only while it is low.
    #[clocked(reset)]
    pub struct Ladder<const C: usize, #[range(1..=60)] const J: usize> {
        /// Shift a new value in.
        #[group("shift a new value in through serial_in, bit 0 first")]
        pub load: Signal<In, Bit>,
        /// Climb the ladder.
        #[group("step far: next value of the ladder; several steps")]
        pub step: Signal<In, Bit>,
        /// Modifies `step`, in the cycle after it and the ones that follow: several steps.
        pub far: Signal<In, Bit>,
        /// T becomes the largest value.
        #[group("T becomes the largest value")]
        pub open: Signal<In, Bit>,
        /// New bit during a load.
        #[group("serial_in: the next bit during a load")]
        pub serial_in: Signal<In, Bit>,
        /// The bit of T at hand.
        #[group("serial_out position: the bit of T at hand during a load, and its number")]
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
        // what climbs, and one more than the number of its first bit in T, counted from TOP_BITS - 1
        top: Reg<Bits<4>>,
        mark: Reg<Bits<6>>,
        // the cycle before was one of a load; the four bits are passing; the ladder has ended
        #[also(passing, end)]
        loaded: Reg<Bit>,
    }

    impl Ladder {
        fn update(&mut self) {
            const MSB: Bits<C> = 1 << (C - 1);
            const LARGEST: Bits<C> = (1 << C) - 1;
            const LAST_PLACE: Bits<6> = C - 1;
            const FIRST_WRITE_PLACE: Bits<6> = u64::from(TOP_BITS);
            const LAST_WRITE_PLACE: Bits<6> = C + u64::from(TOP_BITS);
            const HIGHEST: Bits<6> = C;
            const LAST_STEP: Bits<6> = J - 1;
            const TOP_PLACE: Bits<6> = C - u64::from(TOP_BITS);
            const LEADING: Bits<4> = 1 << LADDER_MANTISSA_BITS;

            comment!("What counts up to a value has reached it when it has all of its ones.");
            self.serial_out.next = self.value.q.val().get_bit(0);
            let bit_in: Bit = self.serial_in.val();
            let shift: Bit = true;
            self.place.d.next = self.place.q.val() + 1;
            self.loaded.d.next = false;
            comment!(
                "The bits of the mantissa pass in the four places after the mark. The bit that is written first falls \
                 out at the end."
            );
            let passes: Bit = self.passing.q.val();
            if bit_cast::<2, 6>(self.place.q.val()) == bit_cast::<2, 6>(self.mark.q.val()) {
                passes = (self.place.q.val() >> 2) == (self.mark.q.val() >> 2);
            }
            self.passing.d.next = passes & (self.pass.q.val() == Pass::Write);
            match self.pass.q.val() {
                Pass::Idle => {
                    shift = false;
                    zero!(self: place, end);
                    if self.load.val() {
                        self.pass.d.next = Pass::Load;
                    } else if self.step.val() {
                        self.pass.d.next = Pass::Climb;
                    }
                }
                Pass::Load => {
                    self.loaded.d.next = true;
                    if self.place.q.val() & LAST_PLACE == LAST_PLACE {
                        self.pass.d.next = Pass::Idle;
                    }
                }
                Pass::Climb => {
                    shift = false;
                    if !self.top.q.val().all() {
                        self.top.d.next = self.top.q.val() + 1;
                    } else if self.mark.q.val() & HIGHEST == HIGHEST {
                        self.end.d.next = true;
                    } else {
                        self.top.d.next = LEADING;
                        self.mark.d.next = self.mark.q.val() + 1;
                    }
                    if !self.far.val() | (self.place.q.val() & LAST_STEP == LAST_STEP) {
                        self.place.d.next = FIRST_WRITE_PLACE;
                        self.pass.d.next = Pass::Write;
                    }
                }
                Pass::Write => {
                    bit_in = self.end.q.val() | (self.passing.q.val() & self.top.q.val().get_bit(0));
                    if self.passing.q.val() {
                        self.top.d.next =
                            (self.top.q.val() >> 1) | (bit_cast::<4, 1>(self.top.q.val().get_bit(0).into()) << 3);
                    }
                    if self.place.q.val() & LAST_WRITE_PLACE == LAST_WRITE_PLACE {
                        self.pass.d.next = Pass::Idle;
                    }
                }
            }
            comment!("The last one seen leads.");
            if self.loaded.q.val()
                & (self.value.q.val().get_bit(LAST_PLACE.index()) | (self.place.q.val() == FIRST_WRITE_PLACE))
            {
                self.top.d.next = bit_cast::<4, C>(self.value.q.val() >> TOP_PLACE);
                self.mark.d.next = self.place.q.val();
            }
            if shift {
                self.value.d.next = self.value.q.val() >> 1;
                if bit_in {
                    self.value.d.next = (self.value.q.val() >> 1) | MSB;
                }
            }
            if self.open.val() {
                self.value.d.next = LARGEST;
                self.top.d.next = 15.into();
                self.mark.d.next = HIGHEST;
            }
            self.busy.next = !(self.pass.q.val() == Pass::Idle);
            self.position.next = self.place.q.val();
            self.inverted.next = !self.value.q.val();
            if self.reset.val() {
                self.pass.d.next = Pass::Idle;
            }
        }
    }
}
