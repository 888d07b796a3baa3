//! What is remembered of the instructions before (docs/reference/hps.md, H3 and H6).
use crate::hw::lib::{Reg, RegEn, several};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Calls whose callee has not begun, instructions since a change of control, and bursts. If `HELD` is 1, an instruction is held against the callee as
/// it goes into the first stage, when the one before may be the call.
#[derive(LogicBlock, SmartDefault)]
pub struct History<const HELD: usize> {
    #[default(const { assert!(HELD <= 1, "History<HELD> wants 0 or 1") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// The instruction is one of the program's that executed.
    pub step: Signal<In, Bit>,
    /// Forget calls and instructions.
    pub flush: Signal<In, Bit>,
    /// Events count now.
    pub sampling: Signal<In, Bit>,
    /// Address of the instruction that goes into the first stage.
    pub in_pc: Signal<In, Bits<32>>,
    /// It does.
    pub take: Signal<In, Bit>,
    /// The instruction is a call.
    pub now_call: Signal<In, Bit>,
    /// It changes the flow of control.
    pub now_control: Signal<In, Bit>,
    /// Where it leads.
    pub now_target: Signal<In, Bits<32>>,
    /// That is known.
    pub now_has_target: Signal<In, Bit>,
    /// It is the first of a procedure that was called.
    pub rec_entry: Signal<Out, Bit>,
    /// Instructions since the change of control before, this one included.
    pub rec_instructions: Signal<Out, Bits<16>>,
    /// Bursts that had begun.
    pub rec_burst: Signal<Out, Bits<16>>,
    pending: Reg<Bit>,
    known: Reg<Bit>,
    callee: Reg<Bits<32>>,
    #[default(several(HELD))]
    met: Vec<RegEn<Bit>>,
    meets: Signal<Local, Bit>,
    since: Reg<Bits<16>>,
    sampled: Reg<Bit>,
    bursts: Reg<Bits<16>>,
    entry: Signal<Local, Bit>,
    instructions: Signal<Local, Bits<16>>,
    burst: Signal<Local, Bits<16>>,
}

impl<const HELD: usize> Logic for History<HELD> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module history");
        comment!(
            "@doc What is remembered of the instructions before: calls, distance from a change of control, bursts."
        );
        comment!("@ports step: the instruction is one of the program's that executed");
        comment!("@ports flush: forget calls and instructions");
        comment!("@ports sampling: events count now");
        comment!("@ports in take: the instruction that goes into the first stage");
        comment!("@ports now: the instruction and what is known of it");
        comment!("@ports rec: it is an entry; instructions since the change of control before; bursts that had begun");
        dff_setup!(self, clock, pending, known, callee, since, sampled, bursts);

        comment!("An entry: where the call before leads, or whatever comes next if that is not known.");
        self.meets.next = self.callee.q.val() == self.in_pc.val();
        for i in 0..HELD {
            self.met[i].clock.next = self.clock.val();
            self.met[i].en.next = self.take.val();
            self.met[i].d.next = self.callee.q.val() == self.in_pc.val();
            if self.step.val() & self.now_call.val() {
                self.met[i].d.next = self.now_target.val() == self.in_pc.val();
            }
            self.meets.next = self.met[i].q.val();
        }
        self.entry.next = self.pending.q.val() & (!self.known.q.val() | self.meets.val());
        self.rec_entry.next = self.entry.val();
        if self.step.val() {
            if self.entry.val() {
                self.pending.d.next = false;
            }
            if self.now_call.val() {
                self.pending.d.next = true;
                self.known.d.next = self.now_has_target.val();
                self.callee.d.next = self.now_target.val();
            }
        }

        comment!("Instructions, which stay at their largest number, and bursts.");
        self.instructions.next = self.since.q.val();
        if !self.since.q.val().all() {
            self.instructions.next = self.since.q.val() + 1;
        }
        self.burst.next = self.bursts.q.val();
        if self.sampling.val() & !self.sampled.q.val() {
            self.burst.next = self.bursts.q.val() + 1;
        }
        self.rec_instructions.next = self.instructions.val();
        self.rec_burst.next = self.burst.val();
        if self.step.val() {
            self.since.d.next = self.instructions.val();
            if self.now_control.val() {
                self.since.d.next = 0.into();
            }
            self.sampled.d.next = self.sampling.val();
            self.bursts.d.next = self.burst.val();
        }
        if self.flush.val() {
            self.pending.d.next = false;
            self.since.d.next = 0.into();
        }
        if self.reset.val() {
            self.pending.d.next = false;
            self.since.d.next = 0.into();
            self.sampled.d.next = false;
            self.bursts.d.next = 0.into();
        }
    }
}
