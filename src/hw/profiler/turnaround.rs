//! Accesses of a host, kept apart (docs/reference/profiler.md).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod turnaround {
    //! Goes between a bus and the registers: what was written stays for three cycles after its answer, as the filters
    //! want it.

    /// Puts no access to the registers in the two cycles after the answer to another one. The filters write a word of
    /// their table from what was written last, its second half in the third cycle after the answer.
    #[clocked(reset)]
    pub struct Turnaround {
        /// An access on the bus.
        #[group("an access on the bus")]
        pub asked_valid: Signal<In, Bit>,
        /// The access at the registers.
        #[group("the access at the registers")]
        pub bus_valid: Signal<Out, Bit>,
        /// Its answer.
        pub bus_ready: Signal<In, Bit>,
        // an answer of the cycle before; of one of the two before
        #[also(resting)]
        answered: Reg<Bit>,
    }

    impl Turnaround {
        fn update(&mut self) {
            self.answered.d.next = self.bus_ready.val();
            self.resting.d.next = self.bus_ready.val() | self.answered.q.val();
            self.bus_valid.next = self.asked_valid.val() & !self.resting.q.val();
            if self.reset.val() {
                zero!(self: answered, resting);
            }
        }
    }
}
