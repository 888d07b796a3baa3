//! Weight counted and weight lost, one event per cycle (rule R3). How they differ from those of the CAM engine is said
//! there.
use super::super::lost::Lost;
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Events in the count stage and on their way to it weigh less than `2^NEAR_BITS`.
const NEAR_BITS: usize = 21;

#[treetap_hdl::unit]
mod totals {
    //! Weight counted (n) and weight that would have taken n beyond its width (lost, saturating).

    /// `n` and `lost`.
    ///
    /// Whether an event fits n matters only when n is within `2^21` of its end: `near_end` asks for one event at a time
    /// from then on (until a reset: n never falls), and then n is steady while the event is on its way, so `refuse`
    /// takes a cycle of its own. Counts of `2^21` or less are always that near. `B` is the number of bits that are
    /// added to decide, `S` that of their sum.
    #[clocked]
    #[derived(B = C.min(NEAR_BITS), S = B + 1)]
    pub struct Totals<const C: usize> {
        /// Everything back to zero.
        pub clear: Signal<In, Bit>,
        /// Weight of the event that will be a cycle later.
        pub weight_before: Signal<In, Bits<16>>,
        /// Weight of the event that is counted or refused in the next cycle.
        pub weight: Signal<In, Bits<16>>,
        /// The event is counted, in the cycle after its weight.
        pub counted: Signal<In, Bit>,
        /// The event is counted above T.
        pub above: Signal<In, Bit>,
        /// A round of the hand begins.
        pub round: Signal<In, Bit>,
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
        /// Weight counted above T.
        pub over: Signal<Out, Bits<C>>,
        /// There was some since the latest round began.
        pub grew: Signal<Out, Bit>,
        /// Weight not counted.
        pub lost: Signal<Out, Bits<C>>,
        /// Some weight was not counted; sticky.
        pub lost_flag: Signal<Out, Bit>,
        #[also(total_above)]
        total: Reg<Bits<C>>,
        lost_weight: Lost<C>,
        #[also(risen, spill, losing)]
        near: Reg<Bit>,
        light: Reg<Bits<16>>,
    }

    impl Totals {
        fn update(&mut self) {
            const LOW: Bits<C> = (1 << B) - 1;
            const NEAR_BITS: Bits<6> = B;

            if self.counted.val() {
                self.total.d.next = self.total.q.val() + bit_cast::<C, 16>(self.light.q.val());
            }
            if self.above.val() {
                self.total_above.d.next = self.total_above.q.val() + bit_cast::<C, 16>(self.light.q.val());
            }
            if self.round.val() {
                self.risen.d.next = false;
            }
            if self.above.val() {
                self.risen.d.next = true;
            }
            drive!(self: over = total_above.q, grew = risen.q);
            self.near.d.next = (self.total.q.val() | LOW).all();
            let room: Bits<S> =
                bit_cast::<S, B>(bit_cast::<B, C>(self.total.q.val())) + bit_cast::<S, 16>(self.weight_before.val());
            self.spill.d.next = self.near.q.val() & room.get_bit(NEAR_BITS.index());
            drive!(self: refuse = spill.q, near_end = near.q, losing = refused, light = weight);
            drive!(lost_weight: clear = clear, weight = light.q, take = losing.q);
            drive!(self: lost_done = losing.q, n = total.q);
            pass!(lost_weight: lost, lost_flag);
            if self.clear.val() {
                zero!(self: total, total_above, near, risen, losing);
            }
        }
    }
}
