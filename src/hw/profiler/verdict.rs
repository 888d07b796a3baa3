//! Where a retirement goes: filters, selection and bursts joined (docs/reference/profiler.md).
use crate::hw::lib::Reg;
use crate::spec::pcfilter::Verdict as Filtered;
use crate::spec::rap::Stall;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Joins the verdict of the filters, the mark of the selection and the decision of the burst sampler on the record that is here, and
/// passes records of the sample buffer on as events.
#[derive(LogicBlock, SmartDefault)]
pub struct Verdict {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A record is here.
    pub pcf_valid: Signal<In, Bit>,
    /// What the filters say of it.
    pub pcf_verdict: Signal<In, Bits<{ Filtered::BITS }>>,
    /// It is marked.
    pub sel_mark: Signal<In, Bit>,
    /// A map says that it is no event.
    pub chk_mute: Signal<In, Bit>,
    /// It stays if it is marked.
    pub sel_pass: Signal<Out, Bit>,
    /// A record for the burst sampler.
    pub burst_valid: Signal<Out, Bit>,
    /// It did not execute.
    pub burst_trap: Signal<Out, Bit>,
    /// It is an event.
    pub burst_ev: Signal<Out, Bit>,
    /// The event counts.
    pub burst_take: Signal<In, Bit>,
    /// What is counted of the record; a candidate counts when it leaves the selection.
    pub step_retired: Signal<Out, Bit>,
    /// It did not execute.
    pub step_trap: Signal<Out, Bit>,
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
    pub smp_valid: Signal<In, Bit>,
    /// It is taken.
    pub smp_ready: Signal<Out, Bit>,
    /// An event for the engine.
    pub ev_valid: Signal<Out, Bit>,
    /// It is taken.
    pub ev_ready: Signal<In, Bit>,
    /// Static: a retirement is taken whether there is room or not.
    pub ret_always: Signal<In, Bit>,
    /// The sample buffer has room for what is under way.
    pub ready: Signal<In, Bit>,
    /// What the tap sees of it.
    pub buffer_ready: Signal<Out, Bit>,
    /// Hold the core back.
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
    offer: Signal<Local, Bit>,
    passed: Signal<Local, Bit>,
    marked: Signal<Local, Bit>,
    #[default(Constant::new(bits(Filtered::Pass as u64)))]
    pass_code: Constant<Bits<{ Filtered::BITS }>>,
    #[default(Constant::new(bits(Filtered::Trap as u64)))]
    trap_code: Constant<Bits<{ Filtered::BITS }>>,
    #[default(Constant::new(bits(Filtered::Class as u64)))]
    class_code: Constant<Bits<{ Filtered::BITS }>>,
    #[default(Constant::new(bits(Filtered::Pc1 as u64)))]
    pc1_code: Constant<Bits<{ Filtered::BITS }>>,
    #[default(Constant::new(bits(Filtered::Pc2 as u64)))]
    pc2_code: Constant<Bits<{ Filtered::BITS }>>,
    #[default(Constant::new(bits(Filtered::Decim as u64)))]
    decim_code: Constant<Bits<{ Filtered::BITS }>>,
    #[default(Constant::new(bits(Stall::Clear as u64)))]
    clear_code: Constant<Bits<{ Stall::BITS }>>,
}

impl Logic for Verdict {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module verdict");
        comment!(
            "@doc Where the record that is here goes: filters, selection and bursts joined. docs/reference/profiler.md P1."
        );
        comment!("@ports pcf: the filters' verdict");
        comment!("@ports sel: its mark; whether it stays");
        comment!("@ports chk map: what the map of checks says of it; it is being cleared");
        comment!("@ports burst: the sampler's question and answer");
        comment!("@ports step: counters");
        comment!("@ports smp_valid smp_ready: records that leave the sample buffer");
        comment!("@ports ev: events for the engine");
        comment!("@ports ready: the sample buffer has room for what is under way");
        comment!("@ports buffer_ready: what the tap sees of that");
        comment!("@ports ret_always: static; take retirements whether there is room or not");
        comment!("@ports ret_stall: hold the core back");
        dff_setup!(self, clock, offered);
        self.passed.next = self.pcf_valid.val() & (self.pcf_verdict.val() == self.pass_code.val());
        self.burst_valid.next = self.pcf_valid.val();
        self.burst_trap.next = self.pcf_verdict.val() == self.trap_code.val();
        self.marked.next = self.sel_mark.val() & !self.chk_mute.val();
        self.burst_ev.next = self.passed.val() & self.marked.val();
        self.sel_pass.next = self.passed.val() & self.burst_take.val();
        self.step_retired.next = self.pcf_valid.val();
        self.step_trap.next = self.pcf_valid.val() & (self.pcf_verdict.val() == self.trap_code.val());
        self.step_rej_class.next = self.pcf_valid.val() & (self.pcf_verdict.val() == self.class_code.val());
        self.step_rej_pc1.next = self.pcf_valid.val() & (self.pcf_verdict.val() == self.pc1_code.val());
        self.step_rej_pc2.next = self.pcf_valid.val() & (self.pcf_verdict.val() == self.pc2_code.val());
        self.step_rej_dec.next = self.pcf_valid.val() & (self.pcf_verdict.val() == self.decim_code.val());
        self.step_rej_select.next = self.passed.val() & !self.marked.val();
        self.step_rej_burst.next = self.passed.val() & self.marked.val() & !self.burst_take.val();
        self.flag_dropped.next = self.step_drop_full.val() | self.step_drop_off.val();

        comment!("An event that was offered stays so until it is taken, whatever the switch does meanwhile.");
        self.offer.next = self.smp_valid.val() & (self.cfg_enable.val() | self.offered.q.val());
        self.ev_valid.next = self.offer.val();
        self.smp_ready.next = self.offer.val() & self.ev_ready.val();
        self.offered.d.next = self.offer.val() & !self.ev_ready.val() & !self.reset.val();

        self.buffer_ready.next = self.ready.val() | self.ret_always.val();
        self.ret_stall.next = !self.ready.val();
        self.stat_clearing.next = self.pcf_clearing.val()
            | self.map_clearing.val()
            | self.ann_clearing.val()
            | (self.stat_stall.val() == self.clear_code.val());
    }
}
