//! Commands of the host, put in order with the events (docs/reference/profiler.md).
use crate::hw::lib::Reg;
use crate::spec::profiler::{DEPTH, OCC_BITS};
use crate::spec::regs::Op;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// What the commander is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState)]
enum State {
    /// Waits for a command.
    Idle,
    /// Waits until the records that were queued before it have left.
    Drain,
    /// The engine has the command.
    Engine,
    /// The counters are being zeroed.
    Clear,
    /// The tap's last record is on its way.
    Flush,
    /// The event that was held for its weight is on its way.
    Close,
    /// Done.
    Done,
}

const OCC: usize = OCC_BITS as usize;
/// Bits of the counter of cycles that a record is on its way.
const WAIT: usize = 4;

/// Obeys one command after the other, each between two events.
///
/// A command for the engine takes effect behind the records that the sample buffer held when it came: once so many have left, `eng_valid` keeps the
/// rest out until it is finished. `cmd_ready` is high in its last cycle.
#[derive(LogicBlock, SmartDefault)]
pub struct Commander {
    #[default(const { assert!(DEPTH < 1 << WAIT) })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A command is under way.
    pub cmd_valid: Signal<In, Bit>,
    /// It is finished.
    pub cmd_ready: Signal<Out, Bit>,
    /// Its code (`spec::regs::Op`).
    pub cmd_op: Signal<In, Bits<3>>,
    /// Records leave the sample buffer.
    pub cfg_enable: Signal<In, Bit>,
    /// Records in the sample buffer.
    pub occ: Signal<In, Bits<OCC>>,
    /// One leaves in this cycle.
    pub popped: Signal<In, Bit>,
    /// Release the record that the tap holds.
    pub tap_flush: Signal<Out, Bit>,
    /// Send the event that is held for its weight.
    pub sel_flush: Signal<Out, Bit>,
    /// Zero the counters.
    pub cnt_clear: Signal<Out, Bit>,
    /// They are zero.
    pub cnt_cleared: Signal<In, Bit>,
    /// A command for the engine.
    pub eng_valid: Signal<Out, Bit>,
    /// The engine has finished it.
    pub eng_ready: Signal<In, Bit>,
    /// 1 snapshot, 2 reset, 3 snapshot and reset.
    pub eng_op: Signal<Out, Bits<2>>,
    #[default(Reg::new(State::Idle))]
    state: Reg<State>,
    ahead: Reg<Bits<OCC>>,
    waited: Reg<Bits<WAIT>>,
    drained: Signal<Local, Bit>,
    arrived: Signal<Local, Bit>,
    #[default(Constant::new(bits(Op::Flush as u64)))]
    flush_op: Constant<Bits<3>>,
    #[default(Constant::new(bits(Op::ClearCounters as u64)))]
    clear_op: Constant<Bits<3>>,
    #[default(Constant::new(bits(DEPTH.into())))]
    depth: Constant<Bits<WAIT>>,
}

impl Logic for Commander {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module commander");
        comment!(
            "@doc Commands of the host, one at a time, each between two events. docs/reference/profiler.md has the rules."
        );
        comment!("@ports cmd: a command, until it is finished");
        comment!("@ports occ: records in the sample buffer");
        comment!("@ports popped: one leaves it");
        comment!("@ports tap_flush: release the record that the tap holds");
        comment!("@ports sel_flush: send the event that is held for its weight");
        comment!("@ports cnt: zero the counters; they are zero");
        comment!("@ports eng: a command for the engine");
        dff_setup!(self, clock, state, ahead, waited);
        comment!("Nothing leaves a buffer that is switched off: then what it holds is not ahead of a command.");
        self.drained.next = !self.ahead.q.val().any() | !self.cfg_enable.val();
        self.arrived.next = self.waited.q.val() == self.depth.val();
        self.cmd_ready.next = self.state.q.val() == State::Done;
        comment!("The engine takes no event while it is offered a command, so what comes later stays behind it.");
        self.eng_valid.next =
            ((self.state.q.val() == State::Drain) & self.drained.val()) | (self.state.q.val() == State::Engine);
        self.eng_op.next = self.cmd_op.val().get_bits::<2>(0);
        self.cnt_clear.next =
            (self.state.q.val() == State::Idle) & self.cmd_valid.val() & (self.cmd_op.val() == self.clear_op.val());
        self.tap_flush.next = false;
        self.sel_flush.next = false;
        if self.popped.val() {
            self.ahead.d.next = self.ahead.q.val() - 1;
        }
        match self.state.q.val() {
            State::Idle => {
                self.ahead.d.next = self.occ.val();
                if self.popped.val() {
                    self.ahead.d.next = self.occ.val() - 1;
                }
                self.waited.d.next = 0.into();
                if self.cmd_valid.val() {
                    self.state.d.next = State::Drain;
                    if self.cmd_op.val() == self.flush_op.val() {
                        self.tap_flush.next = true;
                        self.state.d.next = State::Flush;
                    }
                    if self.cmd_op.val() == self.clear_op.val() {
                        self.state.d.next = State::Clear;
                    }
                }
            }
            State::Drain => {
                if self.drained.val() {
                    self.state.d.next = State::Engine;
                    if self.eng_ready.val() {
                        self.state.d.next = State::Done;
                    }
                }
            }
            State::Engine => {
                if self.eng_ready.val() {
                    self.state.d.next = State::Done;
                }
            }
            State::Clear => {
                if self.cnt_cleared.val() {
                    self.state.d.next = State::Done;
                }
            }
            State::Flush => {
                self.waited.d.next = self.waited.q.val() + 1;
                if self.arrived.val() {
                    self.waited.d.next = 0.into();
                    self.sel_flush.next = true;
                    self.state.d.next = State::Close;
                }
            }
            State::Close => {
                self.waited.d.next = self.waited.q.val() + 1;
                if self.arrived.val() {
                    self.state.d.next = State::Done;
                }
            }
            State::Done => {
                self.state.d.next = State::Idle;
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Idle;
        }
    }
}
