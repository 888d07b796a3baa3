//! What lies between looking at an instruction and holding it against the patterns (docs/reference/hps.md, H12).
use crate::hw::lib::{Reg, RegEn};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod stage {
    //! The first stage: an instruction with what is known of it.

    /// The first stage: an instruction with what is known of it, for the next cycle if `HELD` is 1, within the cycle if it is 0.
    #[clocked(reset)]
    pub struct Stage<#[range(0..=1)] const HELD: usize> {
        /// An instruction.
        #[group("in fact: the instruction and what is known of it")]
        pub in_valid: Signal<In, Bit>,
        /// It is taken.
        pub in_ready: Signal<Out, Bit>,
        /// Give up what is under way.
        #[group("give up what is under way; nothing is taken in this cycle")]
        pub flush: Signal<In, Bit>,
        /// What came after a call of a handler is fetched again.
        #[group("the core takes the call of a handler, and fetches again what came behind")]
        pub drop: Signal<In, Bit>,
        /// Patterns count.
        #[group("cfg_en: patterns count")]
        pub cfg_en: Signal<In, Bit>,
        /// What is looked up for an instruction may be looked up for the next one.
        #[group("what is looked up may be looked up for the next instruction")]
        pub take: Signal<Out, Bit>,
        /// An instruction goes on.
        #[group("the instruction that goes on")]
        pub now_valid: Signal<Out, Bit>,
        /// It is taken there.
        pub now_ready: Signal<In, Bit>,
        /// Patterns count for it.
        pub now_en: Signal<Out, Bit>,
        /// It will not execute, or did not.
        pub in_trap: Signal<In, Bit>,
        /// The instruction that goes on will not execute, or did not.
        pub now_trap: Signal<Out, Bit>,
        /// Address.
        pub in_pc: Signal<In, Bits<32>>,
        /// Address of the instruction that goes on.
        pub now_pc: Signal<Out, Bits<32>>,
        /// The instruction, expanded.
        pub in_insn: Signal<In, Bits<32>>,
        /// The instruction that goes on, in its 32-bit form.
        pub now_insn: Signal<Out, Bits<32>>,
        /// It is a call.
        pub fact_call: Signal<In, Bit>,
        /// The instruction that goes on is a call.
        pub now_call: Signal<Out, Bit>,
        /// It changes the flow of control.
        pub fact_control: Signal<In, Bit>,
        /// The instruction that goes on changes the flow of control.
        pub now_control: Signal<Out, Bit>,
        /// Where the instruction leads, 0 if that is not known.
        pub fact_target: Signal<In, Bits<32>>,
        /// Target of the instruction that goes on, 0 if that is not known.
        pub now_target: Signal<Out, Bits<32>>,
        /// The target is known.
        pub fact_has_target: Signal<In, Bit>,
        /// The target of the instruction that goes on is known.
        pub now_has_target: Signal<Out, Bit>,
        /// The instruction did not go on to the one after it in memory.
        pub fact_taken: Signal<In, Bit>,
        /// The next instruction is not the one that follows in memory.
        pub now_taken: Signal<Out, Bit>,
        // there is an instruction; patterns have counted since it was taken
        held: [Reg<Bit>; HELD],
        counts: [Reg<Bit>; HELD],
        trap: [RegEn<Bit>; HELD],
        pc: [RegEn<Bits<32>>; HELD],
        insn: [RegEn<Bits<32>>; HELD],
        call: [RegEn<Bit>; HELD],
        control: [RegEn<Bit>; HELD],
        target: [RegEn<Bits<32>>; HELD],
        has_target: [RegEn<Bit>; HELD],
        taken: [RegEn<Bit>; HELD],
    }

    impl Stage {
        fn update(&mut self) {
            let open: Bit = self.now_ready.val();
            let moves: Bit = self.now_ready.val();
            drive!(self: now_valid = in_valid, now_en = cfg_en, now_trap = in_trap, now_pc = in_pc,
                now_insn = in_insn, now_call = fact_call, now_control = fact_control, now_target = fact_target,
                now_has_target = fact_has_target, now_taken = fact_taken);
            for i in 0..HELD {
                moves = !self.held[i].q.val() | self.now_ready.val();
                open = moves & !self.flush.val() & !self.drop.val();
                self.now_valid.next = self.held[i].q.val() & !self.drop.val();
                self.held[i].d.next =
                    (self.in_valid.val() | !moves) & !self.flush.val() & !self.drop.val() & !self.reset.val();
                comment!("Tables may have been written while an instruction waited: it is not held against them.");
                self.counts[i].d.next = self.cfg_en.val() & (self.counts[i].q.val() | moves);
                self.now_en.next = self.cfg_en.val() & self.counts[i].q.val();
                self.trap[i].d.next = self.in_trap.val();
                self.trap[i].en.next = moves;
                self.now_trap.next = self.trap[i].q.val();
                self.pc[i].d.next = self.in_pc.val();
                self.pc[i].en.next = moves;
                self.now_pc.next = self.pc[i].q.val();
                self.insn[i].d.next = self.in_insn.val();
                self.insn[i].en.next = moves;
                self.now_insn.next = self.insn[i].q.val();
                self.call[i].d.next = self.fact_call.val();
                self.call[i].en.next = moves;
                self.now_call.next = self.call[i].q.val();
                self.control[i].d.next = self.fact_control.val();
                self.control[i].en.next = moves;
                self.now_control.next = self.control[i].q.val();
                self.target[i].d.next = self.fact_target.val();
                self.target[i].en.next = moves;
                self.now_target.next = self.target[i].q.val();
                self.has_target[i].d.next = self.fact_has_target.val();
                self.has_target[i].en.next = moves;
                self.now_has_target.next = self.has_target[i].q.val();
                self.taken[i].d.next = self.fact_taken.val();
                self.taken[i].en.next = moves;
                self.now_taken.next = self.taken[i].q.val();
            }
            self.in_ready.next = open;
            self.take.next = moves;
        }
    }
}
