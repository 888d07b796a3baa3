//! Where a retirement goes: filters, selection and bursts joined (docs/reference/profiler.md).
use crate::hw::lib::Reg;
use crate::spec::pcfilter::Verdict as Filtered;
use crate::spec::rap::Stall;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod verdict {
    //! Where the record that is here goes: filters, selection and bursts joined. docs/reference/profiler.md P1.

    /// Joins the verdict of the filters, the mark of the selection and the decision of the burst sampler on the record
    /// that is here, and passes records of the sample buffer on as events.
    #[clocked(reset)]
    pub struct Verdict {
        /// A record is here.
        #[group("the filters' verdict")]
        pub pcf_valid: Signal<In, Bit>,
        /// What the filters say of it.
        pub pcf_verdict: Signal<In, Bits<{ Filtered::BITS }>>,
        /// It came while the gate was shut.
        #[group("gate_shut: the record came while the gate was shut")]
        pub gate_shut: Signal<In, Bit>,
        /// The record is marked.
        #[group("its mark; whether it stays")]
        pub sel_mark: Signal<In, Bit>,
        /// A map says that it is no event.
        #[group("chk map: what the map of checks says of it; it is being cleared")]
        pub chk_mute: Signal<In, Bit>,
        /// The record stays an event if it is marked.
        pub sel_pass: Signal<Out, Bit>,
        /// The record for the burst sampler is an event.
        #[group("the sampler's question and answer")]
        pub burst_ev: Signal<Out, Bit>,
        /// The event counts.
        pub burst_take: Signal<In, Bit>,
        /// What is counted of the record; a candidate counts when it leaves the selection.
        #[group("counters")]
        pub step_retired: Signal<Out, Bit>,
        /// The record did not execute.
        pub step_trap: Signal<Out, Bit>,
        /// Came while the gate was shut.
        pub step_rej_gate: Signal<Out, Bit>,
        /// Rejected for its class.
        pub step_rej_class: Signal<Out, Bit>,
        /// Rejected by filter 1.
        pub step_rej_pc1: Signal<Out, Bit>,
        /// Rejected by filter 2.
        pub step_rej_pc2: Signal<Out, Bit>,
        /// Rejected by the decimator.
        pub step_rej_dec: Signal<Out, Bit>,
        /// Not marked.
        pub step_rej_select: Signal<Out, Bit>,
        /// Not taken by the burst sampler.
        pub step_rej_burst: Signal<Out, Bit>,
        /// Records leave the sample buffer.
        pub cfg_enable: Signal<In, Bit>,
        /// A record of the sample buffer is offered.
        #[group("smp_valid smp_ready: records that leave the sample buffer")]
        pub smp_valid: Signal<In, Bit>,
        /// The record of the sample buffer is taken.
        pub smp_ready: Signal<Out, Bit>,
        /// An event for the engine.
        #[group("events for the engine")]
        pub ev_valid: Signal<Out, Bit>,
        /// The event is taken.
        pub ev_ready: Signal<In, Bit>,
        /// Static: a retirement is taken whether there is room or not.
        #[group("ret_always: static; take retirements whether there is room or not")]
        pub ret_always: Signal<In, Bit>,
        /// The sample buffer has room for what is under way.
        #[group("the sample buffer has room for what is under way")]
        pub ready: Signal<In, Bit>,
        /// What the tap sees of it.
        #[group("buffer_ready: what the tap sees of that")]
        pub buffer_ready: Signal<Out, Bit>,
        /// Hold the core back.
        #[group("ret_stall: hold the core back")]
        pub ret_stall: Signal<Out, Bit>,
        /// Why the engine does not accept (`spec::rap::Stall`).
        pub stat_stall: Signal<In, Bits<{ Stall::BITS }>>,
        /// The ignore table is being cleared.
        pub pcf_clearing: Signal<In, Bit>,
        /// The memories of the annotation are.
        pub ann_clearing: Signal<In, Bit>,
        /// The map of checks is being cleared.
        pub map_clearing: Signal<In, Bit>,
        /// Memories are being cleared.
        pub stat_clearing: Signal<Out, Bit>,
        /// A candidate finds the sample buffer full.
        pub step_drop_full: Signal<In, Bit>,
        /// Or off.
        pub step_drop_off: Signal<In, Bit>,
        /// A candidate is dropped.
        pub flag_dropped: Signal<Out, Bit>,
        offered: Reg<Bit>,
    }

    impl Verdict {
        fn update(&mut self) {
            const PASS_CODE: Bits<{ Filtered::BITS }> = Filtered::Pass as u64;
            const TRAP_CODE: Bits<{ Filtered::BITS }> = Filtered::Trap as u64;
            const CLASS_CODE: Bits<{ Filtered::BITS }> = Filtered::Class as u64;
            const PC1_CODE: Bits<{ Filtered::BITS }> = Filtered::Pc1 as u64;
            const PC2_CODE: Bits<{ Filtered::BITS }> = Filtered::Pc2 as u64;
            const DECIM_CODE: Bits<{ Filtered::BITS }> = Filtered::Decim as u64;
            const CLEAR_CODE: Bits<{ Stall::BITS }> = Stall::Clear as u64;

            let passed: Bit = self.pcf_valid.val() & (self.pcf_verdict.val() == PASS_CODE);
            let marked: Bit = self.sel_mark.val() & !self.chk_mute.val();
            self.burst_ev.next = passed & marked;
            self.sel_pass.next = passed & self.burst_take.val();
            self.step_retired.next = self.pcf_valid.val();
            comment!(
                "The filters reject what came while the gate was shut, but for traps; all of it has one place here."
            );
            let judged: Bit = self.pcf_valid.val() & !self.gate_shut.val();
            self.step_rej_gate.next = self.pcf_valid.val() & self.gate_shut.val();
            self.step_trap.next = judged & (self.pcf_verdict.val() == TRAP_CODE);
            self.step_rej_class.next = judged & (self.pcf_verdict.val() == CLASS_CODE);
            self.step_rej_pc1.next = self.pcf_valid.val() & (self.pcf_verdict.val() == PC1_CODE);
            self.step_rej_pc2.next = self.pcf_valid.val() & (self.pcf_verdict.val() == PC2_CODE);
            self.step_rej_dec.next = self.pcf_valid.val() & (self.pcf_verdict.val() == DECIM_CODE);
            self.step_rej_select.next = passed & !marked;
            self.step_rej_burst.next = passed & marked & !self.burst_take.val();
            self.flag_dropped.next = self.step_drop_full.val() | self.step_drop_off.val();

            comment!("An event that was offered stays so until it is taken, whatever the switch does meanwhile.");
            let offer: Bit = self.smp_valid.val() & (self.cfg_enable.val() | self.offered.q.val());
            self.ev_valid.next = offer;
            self.smp_ready.next = offer & self.ev_ready.val();
            self.offered.d.next = offer & !self.ev_ready.val() & !self.reset.val();

            self.buffer_ready.next = self.ready.val() | self.ret_always.val();
            self.ret_stall.next = !self.ready.val();
            self.stat_clearing.next = self.pcf_clearing.val()
                | self.map_clearing.val()
                | self.ann_clearing.val()
                | (self.stat_stall.val() == CLEAR_CODE);
        }
    }
}
