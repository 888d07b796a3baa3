//! The input of a profiler without coalescer: drops events of weight 0 and holds the one being counted.
use crate::hw::bundles::{EventRx, EventTx};
use crate::hw::lib::Reg;
use crate::hw::tally::{TALLY_BITS, Tally};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod intake {
    //! Input register of a profiler without coalescer; drops and counts events of weight 0.

    /// One event in a register, so that an event is accepted at once although the engine is long busy with it; one event per
    /// cycle where the engine can.
    ///
    /// Events of weight 0 are accepted, ignored and counted (R10). Nothing is accepted while `hold` is high.
    #[clocked]
    pub struct Intake<const K: usize> {
        /// Forget the event and the count.
        pub clear: Signal<In, Bit>,
        /// Accept nothing.
        pub hold: Signal<In, Bit>,
        pub ev: EventRx<K>,
        pub out: EventTx<K>,
        /// Events of weight 0; saturates.
        pub stat_zero_weight: Signal<Out, Bits<TALLY_BITS>>,
        zeros: Tally,
        valid: Reg<Bit>,
        key: Reg<Bits<K>>,
        weight: Reg<Bits<16>>,
    }

    impl Intake {
        fn update(&mut self) {
            self.zeros.clear.next = self.clear.val();
            self.ev.ready.next = (!self.valid.q.val() | self.out.ready.val()) & !self.hold.val();
            let accept: Bit = self.ev.valid.val() & self.ev.ready.val();
            self.zeros.step.next = accept & !self.ev.weight.val().any();
            if self.out.ready.val() {
                self.valid.d.next = false;
            }
            if accept {
                self.valid.d.next = self.ev.weight.val().any();
                drive!(self: key = ev.key, weight = ev.weight);
            }
            drive!(out: valid = valid.q, key = key.q, weight = weight.q);
            self.stat_zero_weight.next = self.zeros.count.val();
            if self.clear.val() {
                self.valid.d.next = false;
            }
        }
    }
}
