//! What the end of an interval of the phase tracker does in a profiler (docs/reference/profiler.md, P14).
use crate::hw::bundles::{CommandRx, CommandTx};
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod boundary {
    //! Joins a phase tracker with the burst sampler, the core and the commands. docs/reference/profiler.md P14.

    /// Brings the ends of intervals to the burst sampler in the cycle of the last record's verdict, and holds core and
    /// commands while the tracker may not be given a record.
    ///
    /// The verdict on a record comes two cycles after the record. The tracker ends sampling one cycle after the last
    /// record of an interval.
    #[clocked(reset)]
    pub struct Boundary {
        /// Begin a burst.
        #[group("pulses from outside")]
        pub ext_on: Signal<In, Bit>,
        /// End it.
        pub ext_off: Signal<In, Bit>,
        /// An interval ends and the next one begins.
        pub ext_tick: Signal<In, Bit>,
        /// The next interval of the tracker is sampled.
        #[group("phase: what the tracker tells; the last record of an interval; none may come in the next cycle")]
        pub phase_on: Signal<In, Bit>,
        /// No interval of the tracker is sampled any more.
        pub phase_off: Signal<In, Bit>,
        /// The record of this cycle is the last of an interval of the tracker.
        pub phase_end: Signal<In, Bit>,
        /// No record may come in the next cycle.
        pub phase_hold: Signal<In, Bit>,
        /// A host has to look at the last interval before records come.
        pub phase_wait: Signal<In, Bit>,
        /// Begin a burst.
        #[group("burst: pulses for the burst sampler")]
        pub burst_on: Signal<Out, Bit>,
        /// End it.
        pub burst_off: Signal<Out, Bit>,
        /// The next interval begins.
        pub burst_tick: Signal<Out, Bit>,
        /// The sample buffer has room for what is under way.
        #[group("room ready: the sample buffer has room; and the tracker may be given a record")]
        pub room: Signal<In, Bit>,
        /// That, and the tracker may be given a record.
        pub ready: Signal<Out, Bit>,
        #[group("a command; it waits until the tracker may be given a record, which a flush releases")]
        pub op: CommandRx<3>,
        #[group("the command for the commander")]
        pub cmd: CommandTx<3>,
        on: Reg<Bit>,
        off: Reg<Bit>,
        #[also(tick)]
        end: Reg<Bit>,
    }

    impl Boundary {
        fn update(&mut self) {
            drive!(self: on = phase_on, off = phase_off, end = phase_end, tick = end.q);
            self.burst_on.next = self.ext_on.val() | self.on.q.val();
            self.burst_off.next = self.ext_off.val() | self.off.q.val();
            self.burst_tick.next = self.ext_tick.val() | self.tick.q.val();
            self.ready.next = self.room.val() & !self.phase_hold.val() & !self.phase_wait.val();
            self.cmd.valid.next = self.op.valid.val() & !self.phase_hold.val();
            self.cmd.op.next = self.op.op.val();
            self.op.ready.next = self.cmd.ready.val();
            if self.reset.val() {
                zero!(self: on, off, end, tick);
            }
        }
    }
}
