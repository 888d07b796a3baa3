//! Weight that did not fit n (rule R3).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod lost {
    //! Weight that would have taken n beyond its width; stays at its largest value.

    /// Sums the weight of lost events in `C` bits, and stays at its largest value. The sum with `weight` is made in one
    /// cycle, and in the next one `take` keeps it.
    #[clocked]
    #[derived(C1 = C + 1)]
    pub struct Lost<const C: usize> {
        /// Back to zero, in two cycles.
        #[group("clear weight take: back to zero, in two cycles; a weight, and in the next cycle whether it is lost")]
        pub clear: Signal<In, Bit>,
        /// Weight of the event that may be lost in the next cycle.
        pub weight: Signal<In, Bits<16>>,
        /// The weight of the cycle before is lost.
        pub take: Signal<In, Bit>,
        /// Weight lost.
        #[group("lost: how much was lost, and that some was")]
        pub lost: Signal<Out, Bits<C>>,
        /// Some weight was lost; stays.
        pub lost_flag: Signal<Out, Bit>,
        uncounted: Reg<Bits<C>>,
        #[also(cleared)]
        any_lost: Reg<Bit>,
        sum: Reg<Bits<C1>>,
    }

    impl Lost {
        fn update(&mut self) {
            const C: Bits<6> = C;
            const MAX: Bits<C> = (1 << C) - 1;

            self.sum.d.next = bit_cast::<C1, C>(self.uncounted.q.val()) + bit_cast::<C1, 16>(self.weight.val());
            comment!(
                "Zero comes as a sum: a register that is set to its largest value cannot be cleared for nothing, too."
            );
            self.cleared.d.next = self.clear.val();
            if self.take.val() {
                self.any_lost.d.next = true;
            }
            if self.take.val() | self.cleared.q.val() {
                self.uncounted.d.next = bit_cast::<C, C1>(self.sum.q.val());
                if self.sum.q.val().get_bit(C.index()) {
                    self.uncounted.d.next = MAX;
                }
            }
            drive!(self: lost = uncounted.q, lost_flag = any_lost.q);
            if self.clear.val() {
                zero!(self: sum, any_lost);
            }
        }
    }
}
