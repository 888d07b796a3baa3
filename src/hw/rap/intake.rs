//! The input of a profiler without coalescer: drops events of weight 0 and holds the one being counted.
use crate::hw::bundles::{CommandRx, EventRx, EventTx};
use crate::hw::lib::Reg;
use crate::hw::tally::{TALLY_BITS, Tally};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod intake {
    //! Input register of a profiler without coalescer; drops and counts events of weight 0.

    /// One event in a register, so that an event is accepted at once although the engine is long busy with it; one
    /// event per cycle where the engine can. The ports are those of a coalescer, as which it has no entries.
    ///
    /// Events of weight 0 are accepted, ignored and counted (R10).
    #[clocked(reset)]
    pub struct Intake<const K: usize> {
        #[group("events in; weight 0 is accepted, ignored and counted")]
        pub ev: EventRx<K>,
        #[group("operation (1 send, 2 reset, 3 both); ready when the register is empty")]
        pub flush: CommandRx<2>,
        /// Largest weight of an entry: without a meaning here.
        #[group("cfg_weight_max: without a meaning, for there are no entries")]
        pub cfg_weight_max: Signal<In, Bits<16>>,
        #[group("events out")]
        pub out: EventTx<K>,
        /// Events of weight 0; saturates.
        #[group("stat_zero_weight: events of weight 0 since reset, saturating")]
        pub stat_zero_weight: Signal<Out, Bits<TALLY_BITS>>,
        zeros: Tally,
        valid: Reg<Bit>,
        key: Reg<Bits<K>>,
        weight: Reg<Bits<16>>,
    }

    impl Intake {
        fn update(&mut self) {
            self.flush.ready.next = self.flush.valid.val() & !self.valid.q.val();
            self.zeros.clear.next = self.reset.val() | (self.flush.ready.val() & self.flush.op.val().get_bit(1));
            self.ev.ready.next = !self.valid.q.val() | self.out.ready.val();
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
            if self.reset.val() {
                self.valid.d.next = false;
            }
        }
    }
}
