//! The input of a profiler without coalescer: drops events of weight 0 and holds the one being counted.
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
        /// An event is offered.
        pub ev_valid: Signal<In, Bit>,
        /// The event is taken.
        pub ev_ready: Signal<Out, Bit>,
        /// Key of the event.
        pub ev_key: Signal<In, Bits<K>>,
        /// Weight of the event.
        pub ev_weight: Signal<In, Bits<16>>,
        /// An event is offered to the engine.
        pub out_valid: Signal<Out, Bit>,
        /// The engine has finished it.
        pub out_ready: Signal<In, Bit>,
        /// Its key.
        pub out_key: Signal<Out, Bits<K>>,
        /// Its weight, 1 or more.
        pub out_weight: Signal<Out, Bits<16>>,
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
            self.ev_ready.next = (!self.valid.q.val() | self.out_ready.val()) & !self.hold.val();
            let accept: Bit = self.ev_valid.val() & self.ev_ready.val();
            self.zeros.step.next = accept & !self.ev_weight.val().any();
            if self.out_ready.val() {
                self.valid.d.next = false;
            }
            if accept {
                self.valid.d.next = self.ev_weight.val().any();
                self.key.d.next = self.ev_key.val();
                self.weight.d.next = self.ev_weight.val();
            }
            self.out_valid.next = self.valid.q.val();
            self.out_key.next = self.key.q.val();
            self.out_weight.next = self.weight.q.val();
            self.stat_zero_weight.next = self.zeros.count.val();
            if self.clear.val() {
                self.valid.d.next = false;
            }
        }
    }
}
