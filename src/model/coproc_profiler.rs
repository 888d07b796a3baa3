//! Golden model of the profiling co-processor after a tap (docs/reference/coproc_profiler.md).
use super::coproc::{Pace, Top};
use super::tap::Tap;
use crate::spec::coproc_profiler::Build;
use crate::spec::counters::Counter;
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap::Config;
use std::collections::VecDeque;

/// Retirements in, whose records wait until it is known what became of the candidates among them.
#[derive(Clone, Debug)]
pub struct CoprocProfiler {
    /// Filters, sample buffer and co-processor; it works when it is told to.
    pub top: Top,
    tap: Tap,
    waiting: VecDeque<Record>,
}

impl CoprocProfiler {
    /// After a reset.
    ///
    /// # Panics
    /// When there is no such build.
    pub fn new(build: &Build, tap: Config) -> Self {
        let top = Top::new(build.coproc, Pace::Told).with_lanes(build.lanes);
        Self { top, tap: Tap::new(tap), waiting: VecDeque::new() }
    }

    /// Takes a retirement; the record of the one before waits.
    pub fn push(&mut self, rvfi: &Rvfi) {
        self.waiting.extend(self.tap.push(rvfi));
    }

    /// The record of the last retirement waits.
    pub fn flush(&mut self) {
        self.waiting.extend(self.tap.flush());
    }

    /// The oldest record that waits goes through the filters. What becomes of it in the buffer is asked if it is a
    /// candidate: [`Counter::Accepted`], [`Counter::DroppedFull`] or [`Counter::DroppedOff`]. `None` when none waits.
    pub fn next(&mut self, outcome: impl FnOnce(&Record, &Top) -> Counter) -> Option<Record> {
        let record = self.waiting.pop_front()?;
        self.top.retire_as(&record, |top| outcome(&record, top));
        Some(record)
    }
}
