//! Events on their way to the sample buffer, for a fast clock (docs/reference/profiler.md).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod hand_over {
    //! The events of the selection, a cycle later.

    /// The events of the selection with keys of `K` bits, a cycle later: what decides about one and where it is written
    /// are cycles of their own.
    #[clocked(reset)]
    pub struct HandOver<#[range(32..=64, step = 32)] const K: usize> {
        /// An event.
        #[group("an event of the selection")]
        pub ev_valid: Signal<In, Bit>,
        /// Its key.
        pub ev_key: Signal<In, Bits<K>>,
        /// Its weight.
        pub ev_weight: Signal<In, Bits<16>>,
        /// Retire ordinal of its marked record.
        pub ev_ord: Signal<In, Bits<32>>,
        /// An event.
        #[group("the event of the cycle before")]
        pub cand_valid: Signal<Out, Bit>,
        /// Its key.
        pub cand_lanes: Signal<Out, Bits<K>>,
        /// Its weight.
        pub cand_side: Signal<Out, Bits<16>>,
        /// Retire ordinal of its marked record.
        pub cand_ord: Signal<Out, Bits<32>>,
        valid: Reg<Bit>,
        key: Reg<Bits<K>>,
        weight: Reg<Bits<16>>,
        ord: Reg<Bits<32>>,
    }

    impl HandOver {
        fn update(&mut self) {
            drive!(self: valid = ev_valid, key = ev_key, weight = ev_weight, ord = ev_ord);
            drive!(self: cand_valid = valid.q, cand_lanes = key.q, cand_side = weight.q, cand_ord = ord.q);
            if self.reset.val() {
                self.valid.d.next = false;
            }
        }
    }
}
