//! What lies between looking at an instruction and holding it against the patterns (docs/reference/hps.md, H12).
use crate::comment;
use crate::hw::lib::{Reg, RegEn, several};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The first stage: an instruction with what is known of it, for the cycle behind if `HELD` is 1, within the cycle if it is 0.
#[derive(LogicBlock, SmartDefault)]
pub struct Stage<const HELD: usize> {
    #[default(const { assert!(HELD <= 1, "Stage<HELD> wants 0 or 1") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An instruction.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Give up what is under way.
    pub flush: Signal<In, Bit>,
    /// What came behind a call of a handler is fetched again.
    pub drop: Signal<In, Bit>,
    /// Patterns count.
    pub cfg_en: Signal<In, Bit>,
    /// What is looked up for an instruction may be looked up for the next one.
    pub take: Signal<Out, Bit>,
    /// An instruction goes on.
    pub now_valid: Signal<Out, Bit>,
    /// It is taken there.
    pub now_ready: Signal<In, Bit>,
    /// Patterns count for it.
    pub now_en: Signal<Out, Bit>,
    /// It will not execute, or did not.
    pub in_trap: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_trap: Signal<Out, Bit>,
    /// Address.
    pub in_pc: Signal<In, Bits<32>>,
    /// The same, of the one that goes on.
    pub now_pc: Signal<Out, Bits<32>>,
    /// The instruction, expanded.
    pub in_insn: Signal<In, Bits<32>>,
    /// The same, of the one that goes on.
    pub now_insn: Signal<Out, Bits<32>>,
    /// It is a call.
    pub fact_call: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_call: Signal<Out, Bit>,
    /// It changes the flow of control.
    pub fact_control: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_control: Signal<Out, Bit>,
    /// Where it leads, 0 if that is not known.
    pub fact_target: Signal<In, Bits<32>>,
    /// The same, of the one that goes on.
    pub now_target: Signal<Out, Bits<32>>,
    /// That is known.
    pub fact_has_target: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_has_target: Signal<Out, Bit>,
    /// It did not go on behind itself.
    pub fact_taken: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_taken: Signal<Out, Bit>,
    // there is an instruction; patterns have counted since it was taken
    #[default(several(HELD))]
    held: Vec<Reg<Bit>>,
    #[default(several(HELD))]
    counts: Vec<Reg<Bit>>,
    #[default(several(HELD))]
    trap: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    pc: Vec<RegEn<Bits<32>>>,
    #[default(several(HELD))]
    insn: Vec<RegEn<Bits<32>>>,
    #[default(several(HELD))]
    call: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    control: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    target: Vec<RegEn<Bits<32>>>,
    #[default(several(HELD))]
    has_target: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    taken: Vec<RegEn<Bit>>,
    open: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
}

impl<const HELD: usize> Logic for Stage<HELD> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module stage");
        comment!("@doc The first stage: an instruction with what is known of it.");
        comment!("@ports in fact: the instruction and what is known of it");
        comment!("@ports flush: give up what is under way; nothing is taken in this cycle");
        comment!("@ports drop: the core takes the call of a handler, and fetches again what came behind");
        comment!("@ports cfg_en: patterns count");
        comment!("@ports take: what is looked up may be looked up for the next instruction");
        comment!("@ports now: the instruction that goes on");
        self.open.next = self.now_ready.val();
        self.moves.next = self.now_ready.val();
        self.now_valid.next = self.in_valid.val();
        self.now_en.next = self.cfg_en.val();
        self.now_trap.next = self.in_trap.val();
        self.now_pc.next = self.in_pc.val();
        self.now_insn.next = self.in_insn.val();
        self.now_call.next = self.fact_call.val();
        self.now_control.next = self.fact_control.val();
        self.now_target.next = self.fact_target.val();
        self.now_has_target.next = self.fact_has_target.val();
        self.now_taken.next = self.fact_taken.val();
        for i in 0..HELD {
            self.held[i].clock.next = self.clock.val();
            self.counts[i].clock.next = self.clock.val();
            self.moves.next = !self.held[i].q.val() | self.now_ready.val();
            self.open.next = self.moves.val() & !self.flush.val() & !self.drop.val();
            self.now_valid.next = self.held[i].q.val() & !self.drop.val();
            self.held[i].d.next =
                (self.in_valid.val() | !self.moves.val()) & !self.flush.val() & !self.drop.val() & !self.reset.val();
            comment!("Tables may have been written while an instruction waited: it is not held against them.");
            self.counts[i].d.next = self.cfg_en.val() & (self.counts[i].q.val() | self.moves.val());
            self.now_en.next = self.cfg_en.val() & self.counts[i].q.val();
            self.trap[i].clock.next = self.clock.val();
            self.trap[i].d.next = self.in_trap.val();
            self.trap[i].en.next = self.moves.val();
            self.now_trap.next = self.trap[i].q.val();
            self.pc[i].clock.next = self.clock.val();
            self.pc[i].d.next = self.in_pc.val();
            self.pc[i].en.next = self.moves.val();
            self.now_pc.next = self.pc[i].q.val();
            self.insn[i].clock.next = self.clock.val();
            self.insn[i].d.next = self.in_insn.val();
            self.insn[i].en.next = self.moves.val();
            self.now_insn.next = self.insn[i].q.val();
            self.call[i].clock.next = self.clock.val();
            self.call[i].d.next = self.fact_call.val();
            self.call[i].en.next = self.moves.val();
            self.now_call.next = self.call[i].q.val();
            self.control[i].clock.next = self.clock.val();
            self.control[i].d.next = self.fact_control.val();
            self.control[i].en.next = self.moves.val();
            self.now_control.next = self.control[i].q.val();
            self.target[i].clock.next = self.clock.val();
            self.target[i].d.next = self.fact_target.val();
            self.target[i].en.next = self.moves.val();
            self.now_target.next = self.target[i].q.val();
            self.has_target[i].clock.next = self.clock.val();
            self.has_target[i].d.next = self.fact_has_target.val();
            self.has_target[i].en.next = self.moves.val();
            self.now_has_target.next = self.has_target[i].q.val();
            self.taken[i].clock.next = self.clock.val();
            self.taken[i].d.next = self.fact_taken.val();
            self.taken[i].en.next = self.moves.val();
            self.now_taken.next = self.taken[i].q.val();
        }
        self.in_ready.next = self.open.val();
        self.take.next = self.moves.val();
    }
}
