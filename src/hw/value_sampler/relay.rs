//! A cycle between the registers of the hotlist and its other parts (docs/reference/value_sampler.md, S7).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod relay {
    //! What the host switches arrives a cycle later, and so does what it may do. docs/reference/value_sampler.md S7.

    /// Three flip-flops, which cut the way from the queue of tuples over what a host may do to the period that begins.
    ///
    /// A request is obeyed three cycles after the one before at the earliest. So what the host sees a cycle late has
    /// come by then, and so has the tuple of a record in the last cycle of sampling.
    #[clocked(reset)]
    pub struct Relay {
        /// Retirements are sampled.
        #[group("what the host switches")]
        pub host_enabled: Signal<In, Bit>,
        /// They are from the next cycle on.
        pub host_start: Signal<In, Bit>,
        /// No tuple is under way.
        #[group("what the table says")]
        pub table_idle: Signal<In, Bit>,
        /// Retirements are sampled, a cycle later than the host says.
        #[group("enabled start stat_idle: what the host switches and what the table says, a cycle later")]
        pub enabled: Signal<Out, Bit>,
        /// They are from the next cycle on, a cycle later than the host says.
        pub start: Signal<Out, Bit>,
        /// No tuple was under way in the cycle before.
        pub stat_idle: Signal<Out, Bit>,
        #[also(begins, idle)]
        samples: Reg<Bit>,
    }

    impl Relay {
        fn update(&mut self) {
            drive!(self: samples = host_enabled, begins = host_start, idle = table_idle, enabled = samples.q,
                start = begins.q, stat_idle = idle.q);
            if self.reset.val() {
                zero!(self: samples, begins, idle);
            }
        }
    }
}
