//! Weight counted and weight lost, one event per cycle (rule R3).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Events in the count stage and on their way to it weigh less than `2^NEAR_BITS`.
const NEAR_BITS: usize = 21;

#[treetap_hdl::unit]
mod totals {
    //! Weight counted (n) and weight that would have taken n beyond its width (lost, saturating).

    /// `n` and `lost`.
    ///
    /// Whether an event fits n matters only when n is within `2^21` of its end: `near_end` asks for one event at a time from then on
    /// (until a reset: n never falls), and then n is steady while the event is on its way, so `refuse` takes a cycle of its own.
    /// Counts of `2^21` or less are always that near. `B` is the number of bits that are added to decide, `S` that of their sum.
    #[clocked]
    #[derived(C1 = C + 1, B = C.min(NEAR_BITS), S = B + 1)]
    pub struct Totals<const C: usize> {
        /// Everything back to zero.
        pub clear: Signal<In, Bit>,
        /// Weight of the event that will be a cycle later.
        pub weight_before: Signal<In, Bits<16>>,
        /// Weight of the event that is counted or refused in this cycle.
        pub weight: Signal<In, Bits<16>>,
        /// The event is counted.
        pub counted: Signal<In, Bit>,
        /// The event is lost.
        pub refused: Signal<In, Bit>,
        /// Only one event at a time, please.
        #[group("near_end: n is so near its end that events have to come one at a time")]
        pub near_end: Signal<Out, Bit>,
        /// The event does not fit n.
        #[group("the event that is written in this cycle does not fit")]
        pub refuse: Signal<Out, Bit>,
        /// A lost event is in `lost` from the next cycle on.
        pub lost_done: Signal<Out, Bit>,
        /// Weight counted.
        pub n: Signal<Out, Bits<C>>,
        /// Weight not counted.
        pub lost: Signal<Out, Bits<C>>,
        /// Some weight was not counted; sticky.
        pub lost_flag: Signal<Out, Bit>,
        total: Reg<Bits<C>>,
        uncounted: Reg<Bits<C>>,
        #[also(near, counting, spill, losing1, losing2)]
        any_lost: Reg<Bit>,
        light: Reg<Bits<16>>,
        lost_sum: Reg<Bits<C1>>,
    }

    impl Totals {
        fn update(&mut self) {
            const LOW: Bits<C> = (1 << B) - 1;
            const NEAR_BITS: Bits<6> = B;
            const C: Bits<6> = C;
            const MAX: Bits<C> = (1 << C) - 1;

            comment!("A cycle after the verdict, which has no time to enable a sum.");
            self.counting.d.next = self.counted.val();
            if self.counting.q.val() {
                self.total.d.next = self.total.q.val() + bit_cast::<C, 16>(self.light.q.val());
            }
            self.near.d.next = (self.total.q.val() | LOW).all();
            let room: Bits<S> =
                bit_cast::<S, B>(bit_cast::<B, C>(self.total.q.val())) + bit_cast::<S, 16>(self.weight_before.val());
            self.spill.d.next = self.near.q.val() & room.get_bit(NEAR_BITS.index());
            drive!(self: refuse = spill.q, near_end = near.q, losing1 = refused, losing2 = losing1.q,
                light = weight);
            self.lost_sum.d.next = bit_cast::<C1, C>(self.uncounted.q.val()) + bit_cast::<C1, 16>(self.light.q.val());
            self.lost_done.next = self.losing2.q.val();
            if self.losing2.q.val() {
                self.any_lost.d.next = true;
                if self.lost_sum.q.val().get_bit(C.index()) {
                    self.uncounted.d.next = MAX;
                } else {
                    self.uncounted.d.next = bit_cast::<C, C1>(self.lost_sum.q.val());
                }
            }
            drive!(self: n = total.q, lost = uncounted.q, lost_flag = any_lost.q);
            if self.clear.val() {
                zero!(self: total, uncounted, any_lost, near, counting, losing1, losing2);
            }
        }
    }
}
