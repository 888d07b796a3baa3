//! What is remembered of the instructions before, a step in a cycle (docs/reference/hps.md, H3, H6 and H14).
use crate::hw::hps::ports::{NowRx, PastTx};
use crate::hw::lib::{Compare, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod pipelined_history {
    //! Calls whose callee has not begun, and distance from a change of control.

    /// Calls whose callee has not begun, and instructions since a change of control. Where a call leads is always
    /// known after the tap, and does not depend on whether the callee before began, so an address is compared over two
    /// cycles.
    #[clocked(reset)]
    pub struct PipelinedHistory {
        #[group("now: an instruction that executed")]
        #[only(valid, pc, call, control, target)]
        pub now: NowRx,
        #[group("rec: instructions since the change of control before; two cycles later, whether it is an entry")]
        #[only(entry, instructions)]
        pub rec: PastTx,
        callee: Reg<Bits<32>>,
        compare: Compare<32>,
        // of the instruction of the cycle before, and of two cycles before
        #[also(there2, call1, call2, meets)]
        there1: Reg<Bit>,
        pending: Reg<Bit>,
        since: Reg<Bits<16>>,
    }

    impl PipelinedHistory {
        fn update(&mut self) {
            comment!("Instructions since a change of control, which stay at their largest number.");
            let instructions: Bits<16> = self.since.q.val();
            if !self.since.q.val().all() {
                instructions = self.since.q.val() + 1;
            }
            self.rec.instructions.next = instructions;
            if self.now.valid.val() {
                self.since.d.next = instructions;
                if self.now.control.val() {
                    self.since.d.next = 0.into();
                }
            }

            comment!("An entry: where the call before leads.");
            if self.now.valid.val() & self.now.call.val() {
                self.callee.d.next = self.now.target.val();
            }
            drive!(compare: a = callee.q, b = now.pc);
            drive!(self: there1 = now.valid, call1 = now.call, there2 = there1.q, call2 = call1.q,
                meets = compare.equal);
            self.rec.entry.next = self.pending.q.val() & self.meets.q.val();
            if self.there2.q.val() {
                self.pending.d.next = self.call2.q.val() | (self.pending.q.val() & !self.meets.q.val());
            }
            if self.reset.val() {
                zero!(self: there1, there2, pending, since);
            }
        }
    }
}
