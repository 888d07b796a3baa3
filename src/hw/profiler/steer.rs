//! What the engine for hybrid profiling support does in a profiler (docs/reference/profiler.md, P17).
use super::trail::LEVEL;
use crate::hw::bundles::{CommandRx, CommandTx};
use crate::hw::lib::Reg;
use crate::spec::regs::Op;
use rust_hdl::prelude::*;

/// What a flush waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState)]
enum State {
    /// There is none.
    Idle,
    /// The tap releases its record.
    Ask,
    /// The record is on its way to those that wait.
    Way,
    /// It and those before it wait for the engine.
    Wait,
    /// It has gone on: the command goes to the commander.
    Pass,
}

/// Bits of the number of cycles that the record of a flush is on its way, which is less than all of them.
const WAY: usize = 3;

#[treetap_hdl::unit]
mod steer {
    //! The flag of the engine begins and ends bursts; a flush waits for the engine; the gate goes beside the records
    //! that the engine is done with. docs/reference/profiler.md P17.

    /// Joins the engine with burst sampler, filters and commands.
    ///
    /// Before the verdict on each record the sampler is told whether its instruction met the sampling flag: the verdict
    /// comes two cycles after the record, and `DEEP` more. A flush is passed on to the commander when the record that
    /// the tap held has gone on.
    #[clocked(reset)]
    #[derived(AGO = DEEP + 1)]
    pub struct Steer<#[range(0..=4)] const DEEP: usize> {
        /// A record that the engine is done with.
        #[group("rec: the record that the engine is done with; the gate was open for it; the flag that it met")]
        pub rec_valid: Signal<In, Bit>,
        /// It did not execute.
        pub rec_trap: Signal<In, Bit>,
        /// It came while the gate was open.
        pub rec_open: Signal<In, Bit>,
        /// The sampling flag that it met.
        pub rec_flag: Signal<In, Bit>,
        /// A burst goes on.
        #[group("burst: pulses for the burst sampler")]
        pub burst_on: Signal<Out, Bit>,
        /// None does.
        pub burst_off: Signal<Out, Bit>,
        /// The filters let anything through.
        #[group("cfg_fen gate_fen: the filters let anything through; so for the record that is here")]
        pub cfg_fen: Signal<In, Bit>,
        /// The filters let through the record that is here.
        pub gate_fen: Signal<Out, Bit>,
        /// The record whose verdict is here came while the gate was shut.
        #[group("gate_shut: the record whose verdict is here came while the gate was shut")]
        pub gate_shut: Signal<Out, Bit>,
        #[group("a command")]
        pub op: CommandRx<3>,
        #[group("the command for the commander; a flush when nothing is left of it to do before the filters")]
        pub cmd: CommandTx<3>,
        /// A host wants a flush, at the registers of the engine.
        #[group("page_flush asks_flush tap_flush: a flush is wanted, is asked for, the tap does it")]
        pub page_flush: Signal<In, Bit>,
        /// The tap is to release its record.
        pub asks_flush: Signal<Out, Bit>,
        /// It does.
        pub tap_flush: Signal<In, Bit>,
        /// Records that wait for the engine.
        #[group("level leaves: records that wait for the engine; the oldest one leaves them")]
        pub level: Signal<In, Bits<LEVEL>>,
        /// The oldest one leaves them in this cycle.
        pub leaves: Signal<In, Bit>,
        #[init(State::Idle)]
        state: Reg<State>,
        way: Reg<Bits<WAY>>,
        ahead: Reg<Bits<LEVEL>>,
        // of the records of one cycle before and more
        #[also(off)]
        on: [Reg<Bit>; AGO],
        shut: [Reg<Bit>; AGO],
        late_shut: Reg<Bit>,
    }

    impl Steer {
        fn update(&mut self) {
            const FLUSH_OP: Bits<3> = Op::Flush as u64;

            comment!("Each record tells the sampler its flag, before its verdict and after that of the one before.");
            let executed: Bit = self.rec_valid.val() & !self.rec_trap.val();
            self.on[0].d.next = executed & self.rec_flag.val();
            self.off[0].d.next = executed & !self.rec_flag.val();
            self.shut[0].d.next = !self.rec_open.val();
            for i in 1..AGO {
                self.on[i].d.next = self.on[i - 1].q.val();
                self.off[i].d.next = self.off[i - 1].q.val();
                self.shut[i].d.next = self.shut[i - 1].q.val();
            }
            self.burst_on.next = self.on[AGO - 1].q.val();
            self.burst_off.next = self.off[AGO - 1].q.val();
            self.gate_fen.next = self.cfg_fen.val() & self.rec_open.val();
            self.late_shut.d.next = self.shut[AGO - 1].q.val();
            drive!(self: gate_shut = late_shut.q);

            comment!("A flush goes on to the commander once the record that the tap held has gone on.");
            let flush: Bit = self.op.valid.val() & (self.op.op.val() == FLUSH_OP);
            self.asks_flush.next = self.page_flush.val();
            self.way.d.next = self.way.q.val() + 1;
            let rest: Bits<LEVEL> = self.ahead.q.val();
            if self.state.q.val() == State::Way {
                rest = self.level.val();
            }
            if self.leaves.val() {
                rest = rest - 1;
            }
            match self.state.q.val() {
                State::Idle => {
                    if flush {
                        self.asks_flush.next = true;
                        self.state.d.next = State::Ask;
                    }
                }
                State::Ask => {}
                State::Way => {
                    self.ahead.d.next = rest;
                    if self.way.q.val().all() {
                        self.state.d.next = State::Wait;
                    }
                }
                State::Wait => {
                    self.ahead.d.next = rest;
                    if !self.ahead.q.val().any() {
                        self.state.d.next = State::Pass;
                    }
                }
                State::Pass => {
                    if self.cmd.ready.val() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
            if ((self.state.q.val() == State::Ask) | ((self.state.q.val() == State::Idle) & flush))
                & self.tap_flush.val()
            {
                self.way.d.next = 0.into();
                self.state.d.next = State::Way;
            }
            self.cmd.valid.next = self.op.valid.val() & (!flush | (self.state.q.val() == State::Pass));
            drive!(cmd: op = op.op);
            drive!(op: ready = cmd.ready);
            if self.reset.val() {
                self.state.d.next = State::Idle;
                for i in 0..AGO {
                    self.on[i].d.next = false;
                    self.off[i].d.next = false;
                }
            }
        }
    }
}
