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
    /// Instructions that it could not take.
    pub lost: u32,
    tap: Tap,
    /// Privilege of the retirement that the tap holds.
    mode: u8,
}

impl Monitor {
    /// The state after reset.
    pub fn new(build: &Build, tap: Config) -> Self {
        let (engine, map) = (Engine::new(build.engine), Checkmap::new(build.codes));
        Self { engine, map, phase: None, intervals: vec![], lost: 0, tap: Tap::new(tap), mode: 0 }
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
        let insn = self.count(record, self.mode);
        if self.track(record, true)
            && let Some(phase) = &self.phase
        {
            self.engine.external(phase.sampling(), !phase.sampling());
        }
        insn
    }

    /// A record of this privilege reaches the engine alone. Beside [`Self::track`] it is for a tracker without
    /// LOSSLESS: a clock says where among the records each pulse for the engine falls.
    pub fn count(&mut self, record: &Record, mode: u8) -> Insn {
        let insn = Insn::retired(record, mode, self.map.code(record.pc));
        self.engine.accept(&insn);
        insn
    }

    /// A record reaches the phase tracker alone, which takes it, or not: then it is lost for the tracker, and counted
    /// if it executed (N10). Whether an interval has ended with it. The engine is to be switched off then, and on again
    /// if the next interval is sampled.
    pub fn track(&mut self, record: &Record, takes: bool) -> bool {
        let Some(phase) = &mut self.phase else { return false };
        if !takes {
            self.lost += u32::from(phase.tracks() && !record.trap);
            return false;
        }
        let ended = phase.step(&Retired::from(record));
        self.intervals.extend(ended);
        ended.is_some()
    }
}
