//! What is remembered of the instructions before (docs/hps.md, H3 and H6).
use crate::hw::lib::Reg;
use crate::spec::hps::class;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Calls whose callee has not begun, instructions since a change of control, and bursts.
#[derive(LogicBlock, SmartDefault)]
pub struct History {
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
    /// Address.
    pub now_pc: Signal<In, Bits<32>>,
    /// Class bits 0 to 13.
    pub now_own: Signal<In, Bits<14>>,
    /// It leads backward, and that counts.
    pub now_back_edge: Signal<In, Bit>,
    /// Where it leads.
    pub now_target: Signal<In, Bits<32>>,
    /// That is known.
    pub now_has_target: Signal<In, Bit>,
    /// Its 16 class bits.
    pub rec_classes: Signal<Out, Bits<16>>,
    /// Instructions since the change of control before, this one included.
    pub rec_instructions: Signal<Out, Bits<16>>,
    /// Bursts that had begun.
    pub rec_burst: Signal<Out, Bits<16>>,
    pending: Reg<Bit>,
    known: Reg<Bit>,
    callee: Reg<Bits<32>>,
    since: Reg<Bits<16>>,
    sampled: Reg<Bit>,
    bursts: Reg<Bits<16>>,
    entry: Signal<Local, Bit>,
    instructions: Signal<Local, Bits<16>>,
    burst: Signal<Local, Bits<16>>,
    #[default(Constant::new(bits(class::CALL.into())))]
    call: Constant<Bits<4>>,
    #[default(Constant::new(bits(class::CONTROL.into())))]
    control_bits: Constant<Bits<14>>,
}

impl Logic for History {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module history");
        comment!(
            "@doc What is remembered of the instructions before: calls, distance from a change of control, bursts."
        );
        comment!("@ports step: the instruction is one of the program's that executed");
        comment!("@ports flush: forget calls and instructions");
        comment!("@ports sampling: events count now");
        comment!("@ports now: the instruction and what is known of it");
        comment!("@ports rec: its class bits; instructions since the change of control before; bursts that had begun");
        dff_setup!(self, clock, pending, known, callee, since, sampled, bursts);

        comment!("An entry: where the call before leads, or whatever comes next if that is not known.");
        self.entry.next = self.pending.q.val() & (!self.known.q.val() | (self.callee.q.val() == self.now_pc.val()));
        self.rec_classes.next = bit_cast::<16, 14>(self.now_own.val())
            | (bit_cast::<16, 1>(self.entry.val().into()) << 14)
            | (bit_cast::<16, 1>(self.now_back_edge.val().into()) << 15);
        if self.step.val() {
            if self.entry.val() {
                self.pending.d.next = false;
            }
            if self.now_own.val().get_bit(self.call.val().index()) {
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
            if (self.now_own.val() & self.control_bits.val()).any() {
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
