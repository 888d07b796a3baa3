//! What is remembered of the instructions before (docs/reference/hps.md, H3 and H6).
use super::ports::{NowRx, PastTx, StepRx};
use crate::hw::lib::{Reg, RegEn};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod history {
    //! What is remembered of the instructions before: calls, distance from a change of control, bursts.

    /// Calls whose callee has not begun, instructions since a change of control, and bursts. If `HELD` is 1, an
    /// instruction is held against the callee as it goes into the first stage, when the one before may be the call.
    #[clocked(reset)]
    pub struct History<#[range(0..=1)] const HELD: usize> {
        #[group("the instruction is one of the program's that executed")]
        #[only(insn)]
        pub step: StepRx,
        /// Forget calls and instructions.
        #[group("forget calls and instructions")]
        pub flush: Signal<In, Bit>,
        /// Events count now.
        #[group("events count now")]
        pub sampling: Signal<In, Bit>,
        /// Address of the instruction that goes into the first stage.
        #[group("in take: the instruction that goes into the first stage")]
        pub in_pc: Signal<In, Bits<32>>,
        /// An instruction goes into the first stage.
        pub take: Signal<In, Bit>,
        #[group("the instruction and what is known of it")]
        #[only(call, control, target, has_target)]
        pub now: NowRx,
        #[group("it is an entry; instructions since the change of control before; bursts that had begun")]
        pub rec: PastTx,
        pending: Reg<Bit>,
        known: Reg<Bit>,
        callee: Reg<Bits<32>>,
        met: [RegEn<Bit>; HELD],
        since: Reg<Bits<16>>,
        sampled: Reg<Bit>,
        bursts: Reg<Bits<16>>,
    }

    impl History {
        fn update(&mut self) {
            // Other than `hw::Checks`: the next address is not known with the call, so a callee may be unknown, and
            // then whatever comes next is it; the verdict is for this cycle, or held a stage before; and a flush
            // forgets the call.
            comment!("An entry: where the call before leads, or whatever comes next if that is not known.");
            let meets: Bit = self.callee.q.val() == self.in_pc.val();
            for i in 0..HELD {
                self.met[i].en.next = self.take.val();
                self.met[i].d.next = self.callee.q.val() == self.in_pc.val();
                if self.step.insn.val() & self.now.call.val() {
                    self.met[i].d.next = self.now.target.val() == self.in_pc.val();
                }
                meets = self.met[i].q.val();
            }
            let entry: Bit = self.pending.q.val() & (!self.known.q.val() | meets);
            self.rec.entry.next = entry;
            if self.step.insn.val() {
                if entry {
                    self.pending.d.next = false;
                }
                if self.now.call.val() {
                    self.pending.d.next = true;
                    drive!(self: known = now.has_target, callee = now.target);
                }
            }

            comment!("Instructions, which stay at their largest number, and bursts.");
            let instructions: Bits<16> = self.since.q.val();
            if !self.since.q.val().all() {
                instructions = self.since.q.val() + 1;
            }
            let burst: Bits<16> = self.bursts.q.val();
            if self.sampling.val() & !self.sampled.q.val() {
                burst = self.bursts.q.val() + 1;
            }
            self.rec.instructions.next = instructions;
            self.rec.burst.next = burst;
            if self.step.insn.val() {
                self.since.d.next = instructions;
                if self.now.control.val() {
                    self.since.d.next = 0.into();
                }
                self.sampled.d.next = self.sampling.val();
                self.bursts.d.next = burst;
            }
            if self.flush.val() {
                zero!(self: pending, since);
            }
            if self.reset.val() {
                zero!(self: pending, since, sampled, bursts);
            }
        }
    }
}
