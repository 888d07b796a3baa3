//! What lies between looking at an instruction and holding it against the patterns (docs/hps.md, H12).
use crate::comment;
use crate::hw::lib::{Reg, RegEn, several};
use crate::spec::checkmap::Code;
use crate::spec::hps::RANGES;
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
    /// What the table of checks has for it.
    pub in_filter: Signal<In, Bits<2>>,
    /// It is a branch or a jump, and leads backward.
    pub fact_loops: Signal<In, Bit>,
    /// It is a branch or a jump that is known to be not taken.
    pub fact_straight: Signal<In, Bit>,
    /// Give up what is under way.
    pub flush: Signal<In, Bit>,
    /// What came behind a call of a handler is fetched again.
    pub drop: Signal<In, Bit>,
    /// Patterns count.
    pub cfg_en: Signal<In, Bit>,
    /// Only branches that are taken are back edges.
    pub cfg_be_taken: Signal<In, Bit>,
    /// What is looked up for an instruction may be looked up for the next one.
    pub take: Signal<Out, Bit>,
    /// An instruction goes on.
    pub now_valid: Signal<Out, Bit>,
    /// It is taken there.
    pub now_ready: Signal<In, Bit>,
    /// Patterns count for it.
    pub now_en: Signal<Out, Bit>,
    /// It leads backward, and that counts.
    pub now_back_edge: Signal<Out, Bit>,
    /// The code of the table of checks that counts.
    pub now_filter: Signal<Out, Bits<2>>,
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
    /// Privilege.
    pub in_privilege: Signal<In, Bits<2>>,
    /// The same, of the one that goes on.
    pub now_privilege: Signal<Out, Bits<2>>,
    /// Class bits 0 to 13.
    pub fact_own: Signal<In, Bits<14>>,
    /// The same, of the one that goes on.
    pub now_own: Signal<Out, Bits<14>>,
    /// Where it leads, 0 if that is not known.
    pub fact_target: Signal<In, Bits<32>>,
    /// The same, of the one that goes on.
    pub now_target: Signal<Out, Bits<32>>,
    /// That is known.
    pub fact_has_target: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_has_target: Signal<Out, Bit>,
    /// It is at or before the instruction.
    pub fact_backward: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_backward: Signal<Out, Bit>,
    /// It did not go on behind itself.
    pub fact_taken: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_taken: Signal<Out, Bit>,
    /// There is an immediate, and it is negative.
    pub fact_negative: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_negative: Signal<Out, Bit>,
    /// There is one, and it is not.
    pub fact_positive: Signal<In, Bit>,
    /// The same, of the one that goes on.
    pub now_positive: Signal<Out, Bit>,
    /// Which ranges it lies in.
    pub fact_ranges: Signal<In, Bits<RANGES>>,
    /// The same, of the one that goes on.
    pub now_ranges: Signal<Out, Bits<RANGES>>,
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
    privilege: Vec<RegEn<Bits<2>>>,
    #[default(several(HELD))]
    own: Vec<RegEn<Bits<14>>>,
    #[default(several(HELD))]
    target: Vec<RegEn<Bits<32>>>,
    #[default(several(HELD))]
    has_target: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    backward: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    taken: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    negative: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    positive: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    ranges: Vec<RegEn<Bits<RANGES>>>,
    #[default(several(HELD))]
    code: Vec<RegEn<Bits<2>>>,
    #[default(several(HELD))]
    loops: Vec<RegEn<Bit>>,
    #[default(several(HELD))]
    straight: Vec<RegEn<Bit>>,
    open: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    own_loops: Signal<Local, Bit>,
    own_straight: Signal<Local, Bit>,
    own_filter: Signal<Local, Bits<2>>,
    #[default(Constant::new(bits(Code::Back as u64)))]
    back_code: Constant<Bits<2>>,
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
        comment!("@ports cfg_be_taken: only branches that are taken are back edges");
        comment!("@ports take: what is looked up may be looked up for the next instruction");
        comment!("@ports now: the instruction that goes on");
        self.open.next = self.now_ready.val();
        self.moves.next = self.now_ready.val();
        self.now_valid.next = self.in_valid.val();
        self.now_en.next = self.cfg_en.val();
        self.now_trap.next = self.in_trap.val();
        self.now_pc.next = self.in_pc.val();
        self.now_insn.next = self.in_insn.val();
        self.now_privilege.next = self.in_privilege.val();
        self.now_own.next = self.fact_own.val();
        self.now_target.next = self.fact_target.val();
        self.now_has_target.next = self.fact_has_target.val();
        self.now_backward.next = self.fact_backward.val();
        self.now_taken.next = self.fact_taken.val();
        self.now_negative.next = self.fact_negative.val();
        self.now_positive.next = self.fact_positive.val();
        self.now_ranges.next = self.fact_ranges.val();
        self.own_loops.next = self.fact_loops.val();
        self.own_straight.next = self.fact_straight.val();
        self.own_filter.next = self.in_filter.val();
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
            self.pc[i].clock.next = self.clock.val();
            self.pc[i].d.next = self.in_pc.val();
            self.pc[i].en.next = self.moves.val();
            self.insn[i].clock.next = self.clock.val();
            self.insn[i].d.next = self.in_insn.val();
            self.insn[i].en.next = self.moves.val();
            self.privilege[i].clock.next = self.clock.val();
            self.privilege[i].d.next = self.in_privilege.val();
            self.privilege[i].en.next = self.moves.val();
            self.own[i].clock.next = self.clock.val();
            self.own[i].d.next = self.fact_own.val();
            self.own[i].en.next = self.moves.val();
            self.target[i].clock.next = self.clock.val();
            self.target[i].d.next = self.fact_target.val();
            self.target[i].en.next = self.moves.val();
            self.has_target[i].clock.next = self.clock.val();
            self.has_target[i].d.next = self.fact_has_target.val();
            self.has_target[i].en.next = self.moves.val();
            self.backward[i].clock.next = self.clock.val();
            self.backward[i].d.next = self.fact_backward.val();
            self.backward[i].en.next = self.moves.val();
            self.taken[i].clock.next = self.clock.val();
            self.taken[i].d.next = self.fact_taken.val();
            self.taken[i].en.next = self.moves.val();
            self.negative[i].clock.next = self.clock.val();
            self.negative[i].d.next = self.fact_negative.val();
            self.negative[i].en.next = self.moves.val();
            self.positive[i].clock.next = self.clock.val();
            self.positive[i].d.next = self.fact_positive.val();
            self.positive[i].en.next = self.moves.val();
            self.ranges[i].clock.next = self.clock.val();
            self.ranges[i].d.next = self.fact_ranges.val();
            self.ranges[i].en.next = self.moves.val();
            self.code[i].clock.next = self.clock.val();
            self.code[i].d.next = self.in_filter.val();
            self.code[i].en.next = self.moves.val();
            self.loops[i].clock.next = self.clock.val();
            self.loops[i].d.next = self.fact_loops.val();
            self.loops[i].en.next = self.moves.val();
            self.straight[i].clock.next = self.clock.val();
            self.straight[i].d.next = self.fact_straight.val();
            self.straight[i].en.next = self.moves.val();
            self.now_trap.next = self.trap[i].q.val();
            self.now_pc.next = self.pc[i].q.val();
            self.now_insn.next = self.insn[i].q.val();
            self.now_privilege.next = self.privilege[i].q.val();
            self.now_own.next = self.own[i].q.val();
            self.now_target.next = self.target[i].q.val();
            self.now_has_target.next = self.has_target[i].q.val();
            self.now_backward.next = self.backward[i].q.val();
            self.now_taken.next = self.taken[i].q.val();
            self.now_negative.next = self.negative[i].q.val();
            self.now_positive.next = self.positive[i].q.val();
            self.now_ranges.next = self.ranges[i].q.val();
            self.own_loops.next = self.loops[i].q.val();
            self.own_straight.next = self.straight[i].q.val();
            self.own_filter.next = self.code[i].q.val();
        }
        self.in_ready.next = self.open.val();
        self.take.next = self.moves.val();

        comment!("A branch that is known to be not taken.");
        self.now_back_edge.next = self.own_loops.val() & !(self.own_straight.val() & self.cfg_be_taken.val());
        self.now_filter.next = self.own_filter.val();
        if self.own_straight.val() & self.cfg_be_taken.val() & (self.own_filter.val() == self.back_code.val()) {
            self.now_filter.next = 0.into();
        }
    }
}
