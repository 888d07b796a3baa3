//! Commands of the host, put in order with the events (docs/reference/profiler.md).
use crate::hw::bundles::{CommandRx, CommandTx};
use crate::hw::lib::Reg;
use crate::spec::profiler::{DEPTH, OCC_BITS};
use crate::spec::regs::Op;
use rust_hdl::prelude::*;

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

/// What the kernel takes for granted.
const _: () = {
    assert!(DEPTH < 1 << WAIT);
    // Bit 2 of an operation tells that it is none of the engine's.
    assert!((Op::SnapshotReset as u8) < 4 && Op::Flush as u8 == 4);
};

#[treetap_hdl::unit]
mod commander {
    //! Commands of the host, one at a time, each between two events. docs/reference/profiler.md has the rules.

    /// Obeys one command after the other, each between two events.
    ///
    /// A command for the engine takes effect after the records that the sample buffer held when it came: once so many
    /// have left, `eng_valid` keeps the rest out until it is finished. `cmd_ready` is high in its last cycle.
    ///
    /// The gate is opened and shut between the retirements of two cycles: that of the cycle in which the command comes
    /// is the last one before it.
    ///
    /// With `D` 1 it is built for a fast clock: a register of its own tells that no command is under way.
    #[clocked(reset)]
    pub struct Commander<#[range(0..=1)] const D: usize> {
        #[group("a command, until it is finished")]
        pub cmd: CommandRx<3>,
        /// Records leave the sample buffer.
        pub cfg_enable: Signal<In, Bit>,
        /// Records in the sample buffer.
        #[group("records in the sample buffer")]
        pub occ: Signal<In, Bits<OCC>>,
        /// One leaves in this cycle.
        #[group("one leaves it")]
        pub popped: Signal<In, Bit>,
        /// Release the record that the tap holds.
        #[group("tap_flush: release the record that the tap holds")]
        pub tap_flush: Signal<Out, Bit>,
        /// Send the event that is held for its weight.
        #[group("sel_flush: send the event that is held for its weight")]
        pub sel_flush: Signal<Out, Bit>,
        /// Zero the counters.
        #[group("zero the counters; they are zero")]
        pub cnt_clear: Signal<Out, Bit>,
        /// The counters are zero.
        pub cnt_cleared: Signal<In, Bit>,
        #[group("a command for the engine")]
        pub eng: CommandTx<2>,
        /// Retirements that come from the next cycle on are judged; the others end at the gate.
        #[group("gate_open: retirements that come are judged")]
        pub gate_open: Signal<Out, Bit>,
        #[init(true)]
        open: Reg<Bit>,
        #[init(State::Idle)]
        state: Reg<State>,
        #[when(D > 0)]
        #[init(true)]
        idle: Reg<Bit>,
        ahead: Reg<Bits<OCC>>,
        // the engine is offered the command; the counters are told to be zeroed
        #[also(clears)]
        offers: Reg<Bit>,
        // the event that is held is told to go
        closing: Reg<Bit>,
        waited: Reg<Bits<WAIT>>,
    }

    impl Commander {
        fn update(&mut self) {
            const FLUSH_OP: Bits<3> = Op::Flush as u64;
            const CLEAR_OP: Bits<3> = Op::ClearCounters as u64;
            const ENABLE_OP: Bits<3> = Op::Enable as u64;
            const DISABLE_OP: Bits<3> = Op::Disable as u64;
            const DEPTH: Bits<WAIT> = DEPTH.into();

            comment!("The last record ahead of a command may be leaving.");
            let before: Bits<OCC> = self.ahead.q.val();
            if D > 0 {
                if self.idle.q.val() {
                    before = self.occ.val();
                }
            } else if self.state.q.val() == State::Idle {
                before = self.occ.val();
            }
            let last: Bit = (before == 1) & self.popped.val();
            self.ahead.d.next = before;
            if self.popped.val() {
                self.ahead.d.next = before - 1;
            }
            comment!("Nothing leaves a buffer that is switched off: then what it holds is not ahead of a command.");
            let drained: Bit = !before.any() | last | !self.cfg_enable.val();
            let arrived: Bit = self.waited.q.val() == DEPTH;
            self.cmd.ready.next = self.state.q.val() == State::Done;
            comment!("The engine takes no event while it is offered a command, so what comes later stays after it.");
            self.offers.d.next = false;
            self.eng.valid.next = self.offers.q.val();
            self.eng.op.next = self.cmd.op.val().get_bits::<2>(0);
            self.clears.d.next = false;
            self.cnt_clear.next = self.clears.q.val();
            self.gate_open.next = self.open.q.val();
            self.tap_flush.next = false;
            self.closing.d.next = false;
            self.sel_flush.next = self.closing.q.val();
            match self.state.q.val() {
                State::Idle => {
                    self.waited.d.next = 0.into();
                    if self.cmd.valid.val() {
                        if D > 0 {
                            self.idle.d.next = false;
                        }
                        self.state.d.next = State::Drain;
                        self.offers.d.next = drained & !self.cmd.op.val().get_bit(2);
                        if self.cmd.op.val() == FLUSH_OP {
                            self.tap_flush.next = true;
                            self.state.d.next = State::Flush;
                        }
                        if self.cmd.op.val() == CLEAR_OP {
                            self.clears.d.next = true;
                            self.state.d.next = State::Clear;
                        }
                        if (self.cmd.op.val() == ENABLE_OP) | (self.cmd.op.val() == DISABLE_OP) {
                            self.open.d.next = self.cmd.op.val() == ENABLE_OP;
                            self.state.d.next = State::Done;
                        }
                    }
                }
                State::Drain => {
                    self.offers.d.next = drained;
                    if self.offers.q.val() {
                        self.state.d.next = State::Engine;
                        self.offers.d.next = !self.eng.ready.val();
                        if self.eng.ready.val() {
                            self.state.d.next = State::Done;
                        }
                    }
                }
                State::Engine => {
                    self.offers.d.next = !self.eng.ready.val();
                    if self.eng.ready.val() {
                        self.state.d.next = State::Done;
                    }
                }
                State::Clear => {
                    if self.cnt_cleared.val() & !self.clears.q.val() {
                        self.state.d.next = State::Done;
                    }
                }
                State::Flush => {
                    self.waited.d.next = self.waited.q.val() + 1;
                    if arrived {
                        self.waited.d.next = 0.into();
                        self.closing.d.next = true;
                        self.state.d.next = State::Close;
                    }
                }
                State::Close => {
                    self.waited.d.next = self.waited.q.val() + 1;
                    if self.closing.q.val() {
                        self.waited.d.next = 0.into();
                    }
                    if arrived {
                        self.state.d.next = State::Done;
                    }
                }
                State::Done => {
                    self.state.d.next = State::Idle;
                    if D > 0 {
                        self.idle.d.next = true;
                    }
                }
            }
            if self.reset.val() {
                self.state.d.next = State::Idle;
                if D > 0 {
                    self.idle.d.next = true;
                }
                self.offers.d.next = false;
                self.clears.d.next = false;
                self.closing.d.next = false;
                self.open.d.next = true;
            }
        }
    }
}
