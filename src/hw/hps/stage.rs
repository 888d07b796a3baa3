//! What lies between looking at an instruction and holding it against the patterns (docs/reference/hps.md, H12).
use super::ports::{FactRx, NowTx};
use crate::hw::lib::{Reg, RegEn};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod stage {
    //! The first stage: an instruction with what is known of it.

    /// The first stage: an instruction with what is known of it, for the next cycle if `HELD` is 1, within the cycle if
    /// it is 0.
    #[clocked(reset)]
    pub struct Stage<#[range(0..=1)] const HELD: usize> {
        /// An instruction.
        #[group("in fact: the instruction and what is known of it")]
        pub in_valid: Signal<In, Bit>,
        /// The instruction is taken.
        pub in_ready: Signal<Out, Bit>,
        /// Give up what is under way.
        #[group("give up what is under way; nothing is taken in this cycle")]
        pub flush: Signal<In, Bit>,
        /// What came after a call of a handler is fetched again.
        #[group("the core takes the call of a handler, and fetches again what came after")]
        pub drop: Signal<In, Bit>,
        /// Patterns count.
        #[group("cfg_en: patterns count")]
        pub cfg_en: Signal<In, Bit>,
        /// What is looked up for an instruction may be looked up for the next one.
        #[group("what is looked up may be looked up for the next instruction")]
        pub take: Signal<Out, Bit>,
        #[group("the instruction that goes on")]
        pub now: NowTx,
        /// The instruction will not execute, or did not.
        pub in_trap: Signal<In, Bit>,
        /// Address.
        pub in_pc: Signal<In, Bits<32>>,
        /// The instruction, expanded.
        pub in_insn: Signal<In, Bits<32>>,
        #[only(call, control, target, has_target, taken)]
        pub fact: FactRx,
        // there is an instruction; patterns have counted since it was taken
        #[also(counts)]
        held: [Reg<Bit>; HELD],
        #[also(call, control, has_target, taken)]
        trap: [RegEn<Bit>; HELD],
        #[also(insn, target)]
        pc: [RegEn<Bits<32>>; HELD],
    }

    impl Stage {
        fn update(&mut self) {
            let open: Bit = self.now.ready.val();
            let moves: Bit = self.now.ready.val();
            drive!(now: valid = in_valid, en = cfg_en, trap = in_trap, pc = in_pc, insn = in_insn, call = fact.call,
                control = fact.control, target = fact.target, has_target = fact.has_target, taken = fact.taken);
            for i in 0..HELD {
                moves = !self.held[i].q.val() | self.now.ready.val();
                open = moves & !self.flush.val() & !self.drop.val();
                self.now.valid.next = self.held[i].q.val() & !self.drop.val();
                self.held[i].d.next =
                    (self.in_valid.val() | !moves) & !self.flush.val() & !self.drop.val() & !self.reset.val();
                comment!("Tables may have been written while an instruction waited: it is not held against them.");
                self.counts[i].d.next = self.cfg_en.val() & (self.counts[i].q.val() | moves);
                self.now.en.next = self.cfg_en.val() & self.counts[i].q.val();
                self.trap[i].d.next = self.in_trap.val();
                self.trap[i].en.next = moves;
                self.now.trap.next = self.trap[i].q.val();
                self.pc[i].d.next = self.in_pc.val();
                self.pc[i].en.next = moves;
                self.now.pc.next = self.pc[i].q.val();
                self.insn[i].d.next = self.in_insn.val();
                self.insn[i].en.next = moves;
                self.now.insn.next = self.insn[i].q.val();
                self.call[i].d.next = self.fact.call.val();
                self.call[i].en.next = moves;
                self.now.call.next = self.call[i].q.val();
                self.control[i].d.next = self.fact.control.val();
                self.control[i].en.next = moves;
                self.now.control.next = self.control[i].q.val();
                self.target[i].d.next = self.fact.target.val();
                self.target[i].en.next = moves;
                self.now.target.next = self.target[i].q.val();
                self.has_target[i].d.next = self.fact.has_target.val();
                self.has_target[i].en.next = moves;
                self.now.has_target.next = self.has_target[i].q.val();
                self.taken[i].d.next = self.fact.taken.val();
                self.taken[i].en.next = moves;
                self.now.taken.next = self.taken[i].q.val();
            }
            self.in_ready.next = open;
            self.take.next = moves;
        }
    }
}
