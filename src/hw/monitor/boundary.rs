//! What the end of an interval of the phase tracker does in a monitor (docs/reference/monitor.md, N10).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod boundary {
    //! Joins a phase tracker with the engine, the core and the flush. docs/reference/monitor.md N10.

    /// Switches sampling with the ends of intervals, in the cycle in which the engine counts the last record, and holds
    /// core and flush while the tracker may not be given a record.
    ///
    /// The engine counts a record two cycles after it left the tap. The tracker ends sampling one cycle after the last
    /// record of an interval.
    #[clocked(reset)]
    pub struct Boundary {
        /// Sampling is switched on.
        #[group("pulses from outside")]
        pub ext_on: Signal<In, Bit>,
        /// It is switched off.
        pub ext_off: Signal<In, Bit>,
        /// The next interval is sampled.
        #[group("phase: what the tracker tells; none may come in the next cycle; a host has to look first")]
        pub phase_on: Signal<In, Bit>,
        /// No interval is sampled any more.
        pub phase_off: Signal<In, Bit>,
        /// No record may come in the next cycle.
        pub phase_hold: Signal<In, Bit>,
        /// A host has to look at the last interval before records come.
        pub phase_wait: Signal<In, Bit>,
        /// Counter 0 becomes 0.
        #[group("sample: pulses for the engine")]
        pub sample_on: Signal<Out, Bit>,
        /// Counter 0 becomes 1.
        pub sample_off: Signal<Out, Bit>,
        /// Events have room.
        #[group("room room_stall: of the queue of events; buffer_ready ret_stall: of tap and core")]
        pub room: Signal<In, Bit>,
        /// Hold the core back for events.
        pub room_stall: Signal<In, Bit>,
        /// Static: a retirement is taken whether the core was to be held or not.
        pub ret_always: Signal<In, Bit>,
        /// What the tap sees.
        pub buffer_ready: Signal<Out, Bit>,
        /// Hold the core back.
        pub ret_stall: Signal<Out, Bit>,
        /// The tap is to release the record that it holds.
        #[group("asks_flush tap_flush: the tap is to release its record; it does so as soon as the tracker takes one")]
        pub asks_flush: Signal<In, Bit>,
        /// It releases it.
        pub tap_flush: Signal<Out, Bit>,
        #[also(off, owed)]
        on: Reg<Bit>,
    }

    impl Boundary {
        fn update(&mut self) {
            drive!(self: on = phase_on, off = phase_off);
            self.sample_on.next = self.ext_on.val() | self.on.q.val();
            self.sample_off.next = self.ext_off.val() | self.off.q.val();
            let stops: Bit = self.phase_hold.val() | self.phase_wait.val();
            self.buffer_ready.next = self.room.val() & (!stops | self.ret_always.val());
            self.ret_stall.next = self.room_stall.val() | stops;
            let asked: Bit = self.asks_flush.val() | self.owed.q.val();
            self.tap_flush.next = asked & !self.phase_hold.val();
            self.owed.d.next = asked & self.phase_hold.val();
            if self.reset.val() {
                zero!(self: on, off, owed);
            }
        }
    }
}
