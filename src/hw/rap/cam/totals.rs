//! Stage 4 of the CAM engine: weight counted, lost (rule R3) and counted above the threshold (rule R15 H3).
//!
//! The totals of the pipelined engine are others: there up to 2^21 can be under way, here 2^22; there a lost event is
//! told a cycle later, here with its commit; and there a round asks whether weight went over T in the one before. What
//! is the same is [`Lost`].
use super::super::lost::Lost;
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod commit_totals {
    //! Weight counted (n), weight that would have taken n beyond its width (lost, saturating),
    //! and weight counted above the threshold (over), which never exceeds n.

    /// `n`, `lost` and `over`, one event per cycle.
    ///
    /// Whether an event fits is decided before `n` knows the event ahead. So the last 2^22 counts are made slowly:
    /// `near` asks that events come alone, and the decision is made from an `n` that has come to rest. Before that no
    /// event can fail to fit: less than 2^6 of them, of 16 bits each, are under way. With counts of 22 bits or less all
    /// of them are the last.
    #[clocked]
    pub struct Totals<const C: usize> {
        /// Everything back to zero.
        pub clear: Signal<In, Bit>,
        /// Weight of the event in cycle 12.
        pub weight: Signal<In, Bits<16>>,
        /// The event in cycle 15 is finished.
        #[group("commit refused: an event is finished; it does not fit n and is added to lost")]
        pub commit: Signal<In, Bit>,
        /// That event is counted above the threshold; with `commit`.
        #[group("above: the event is counted above the threshold")]
        pub above: Signal<In, Bit>,
        /// The event in cycle 14 does not fit: it is to be lost.
        pub refused: Signal<Out, Bit>,
        /// Events have to come alone.
        #[group("n has come so close to its end that events have to come alone")]
        pub near: Signal<Out, Bit>,
        /// Weight counted.
        pub n: Signal<Out, Bits<C>>,
        /// Weight not counted.
        pub lost: Signal<Out, Bits<C>>,
        /// Some weight was not counted; sticky.
        pub lost_flag: Signal<Out, Bit>,
        /// Weight counted above the threshold.
        pub over: Signal<Out, Bits<C>>,
        #[also(uncovered)]
        counted: Reg<Bits<C>>,
        lost_weight: Lost<C>,
        #[also(tight, refuse)]
        close: Reg<Bit>,
        #[also(weight14, weight15)]
        weight13: Reg<Bits<16>>,
        refused15: Reg<Bit>,
    }

    impl Totals {
        fn update(&mut self) {
            const LAST_EVENTS: Bits<C> = (1 << C.min(22)) - 1;
            const LAST_WEIGHT: Bits<C> = (1 << 16) - 1;

            drive!(self: weight13 = weight, weight14 = weight13.q, weight15 = weight14.q, refused15 = refuse.q);
            self.close.d.next = (self.counted.q.val() | LAST_EVENTS).all();
            self.tight.d.next = (self.counted.q.val() | LAST_WEIGHT).all();
            let low_sum: Bits<17> =
                bit_cast::<17, C>(self.counted.q.val() & LAST_WEIGHT) + bit_cast::<17, 16>(self.weight13.q.val());
            self.refuse.d.next = self.tight.q.val() & low_sum.get_bit(16);
            self.lost_weight.take.next = self.commit.val() & self.refused15.q.val();
            if self.commit.val() & !self.refused15.q.val() {
                self.counted.d.next = self.counted.q.val() + bit_cast::<C, 16>(self.weight15.q.val());
            }
            if self.above.val() {
                self.uncovered.d.next = self.uncovered.q.val() + bit_cast::<C, 16>(self.weight15.q.val());
            }
            drive!(lost_weight: clear = clear, weight = weight14.q);
            drive!(self: refused = refuse.q, near = close.q, n = counted.q, over = uncovered.q);
            pass!(lost_weight: lost, lost_flag);
            if self.clear.val() {
                zero!(self: counted, uncovered);
            }
        }
    }
}
