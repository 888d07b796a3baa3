//! Golden model of the engine for hybrid profiling support after a tap and a map of checks (docs/reference/monitor.md).
use super::checkmap::Checkmap;
use super::hps::Engine;
use super::phase::Phase;
use super::tap::Tap;
use crate::spec::hps::record::Insn;
use crate::spec::monitor::Build;
use crate::spec::phase::record::{IntervalRecord, Retired};
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap::Config;

/// Retirements in; events wait in the engine.
#[derive(Clone, Debug)]
pub struct Monitor {
    /// The engine, for its registers and events.
    pub engine: Engine,
    /// The map of checks.
    pub map: Checkmap,
    /// The phase tracker, if one runs, for its registers.
    pub phase: Option<Phase>,
    /// What it said of the intervals that have ended.
    pub intervals: Vec<IntervalRecord>,
    tap: Tap,
    /// Privilege of the retirement that the tap holds.
    mode: u8,
}

impl Monitor {
    /// The state after reset.
    pub fn new(build: &Build, tap: Config) -> Self {
        let (engine, map) = (Engine::new(build.engine), Checkmap::new(build.codes));
        Self { engine, map, phase: None, intervals: vec![], tap: Tap::new(tap), mode: 0 }
    }

    /// Takes a retirement; the one before it reaches the engine, which says so.
    pub fn push(&mut self, rvfi: &Rvfi) -> Option<Insn> {
        let before = self.tap.push(rvfi);
        let insn = before.map(|record| self.pass(&record));
        self.mode = rvfi.mode();
        insn
    }

    /// The last retirement reaches the engine.
    pub fn flush(&mut self) -> Option<Insn> {
        let last = self.tap.flush();
        last.map(|record| self.pass(&record))
    }

    fn pass(&mut self, record: &Record) -> Insn {
        let insn = Insn::retired(record, self.mode, self.map.code(record.pc));
        self.engine.accept(&insn);
        self.track(record);
        insn
    }

    /// What the phase tracker makes of a record, after the engine: the end of an interval switches sampling off, and on
    /// again if the next interval is sampled (N10).
    fn track(&mut self, record: &Record) {
        let Some(phase) = &mut self.phase else { return };
        let Some(ended) = phase.step(&Retired::from(record)) else { return };
        self.engine.external(phase.sampling(), !phase.sampling());
        self.intervals.push(ended);
    }
}
