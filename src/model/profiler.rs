//! Golden model of the whole profiler: from a core's retire port through tap, selection, filters, bursts and sample
//! buffer to the tree, and the counters of what became of each retirement (docs/reference/profiler.md).
//!
//! When a record leaves the sample buffer is a matter of clock cycles, which a model has none of: which candidates
//! found room is told to it.
use super::annotate::Annotator;
use super::burst::{Burst, Input, Statistics};
use super::checkmap::Checkmap;
use super::checks::Checks;
use super::codemap::Codemap;
use super::hps::Engine;
use super::monitor::Monitor;
use super::pcfilter::Filter;
use super::phase::Phase;
use super::profile::Profile;
use super::rap::Top;
use super::select::{Selector, Weighed};
use super::tap::Tap;
use crate::spec::burst::Pulse;
use crate::spec::checkmap::Image;
use crate::spec::codemap::MOST_ENTRIES;
use crate::spec::counters::{Counter, Counts};
use crate::spec::event::Command;
use crate::spec::pcfilter::{self, Verdict};
use crate::spec::phase::record::{IntervalRecord, Retired};
use crate::spec::profiler::{self, Config};
use crate::spec::rap;
use crate::spec::retire::{Record, Rvfi};
use std::collections::VecDeque;

/// Turns retirements into a profile.
#[derive(Clone, Debug)]
pub struct Profiler {
    tap: Tap,
    annotator: Option<Annotator>,
    filter: Filter,
    selector: Selector,
    burst: Burst,
    checks: Checks,
    map: Option<Checkmap>,
    engine: Option<Guide>,
    phase: Option<Phase>,
    /// What it said of intervals.
    intervals: Vec<IntervalRecord>,
    /// The gate: retirements that come are judged.
    open: bool,
    /// What it was when the retirement came that the tap holds.
    held_open: bool,
    counts: Counts,
    /// Candidates of which nobody has said yet whether they found room.
    offered: VecDeque<Weighed>,
    /// Records that were said to be accepted and are no candidates.
    strange: u64,
    tree: Top,
}

/// The engine for hybrid profiling support between tap and filters (P17).
#[derive(Clone, Debug)]
struct Guide {
    /// The engine with its map of checks. Its tap has no part in this.
    monitor: Monitor,
    /// Privilege of the retirement that the tap holds.
    mode: u8,
}

impl Guide {
    /// A record reaches the engine: the sampling flag that its instruction meets.
    fn pass(&mut self, record: &Record) -> bool {
        let met = self.monitor.engine.sampling();
        self.monitor.count(record, self.mode);
        met
    }
}

impl Profiler {
    /// The state after a set-up with this configuration.
    ///
    /// # Errors
    /// What is wrong with the configuration of the tree.
    pub fn new(config: &Config) -> Result<Self, rap::Error> {
        Ok(Self {
            tap: Tap::new(config.tap),
            annotator: config.annotate.map(Annotator::new),
            filter: filter(&config.filter),
            selector: selector(config),
            burst: Burst::new(config.burst),
            checks: Checks::new(config.checks, config.tap.xlen),
            map: config.map.as_ref().map(map),
            engine: None,
            phase: config.phase.map(|tracker| Phase::sized(tracker.build, tracker.config)),
            intervals: vec![],
            open: config.enabled,
            held_open: config.enabled,
            counts: Counts::default(),
            offered: VecDeque::new(),
            strange: 0,
            tree: Top::new(config.tree)?,
        })
    }

    /// With the engine for hybrid profiling support, as a host left it, and its map of checks.
    #[must_use]
    pub fn with_engine(mut self, monitor: Monitor) -> Self {
        self.engine = Some(Guide { monitor, mode: 0 });
        self
    }

    /// The engine for hybrid profiling support, for its registers and events.
    pub fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut().map(|guide| &mut guide.monitor.engine)
    }

    /// Takes the next retirement, from which a candidate of the sample buffer may arise.
    pub fn push(&mut self, rvfi: &Rvfi) {
        let candidate = self.tap.push(rvfi).and_then(|record| self.record(record));
        self.offered.extend(candidate);
        self.held_open = self.open;
        if let Some(guide) = &mut self.engine {
            guide.mode = rvfi.mode();
        }
    }

    /// The command `enable` or `disable` (P9), after every retirement that was pushed: the one that the tap holds came
    /// before it.
    pub fn gate(&mut self, open: bool) {
        self.open = open;
    }

    /// The flush of P6: the record that the tap holds, then the event that waits for its weight.
    pub fn flush(&mut self) {
        let last = self.tap.flush().and_then(|record| self.record(record));
        let held = self.selector.flush();
        self.counts.0[Counter::Candidates.index()] += u32::from(held.is_some());
        self.offered.extend(last.into_iter().chain(held));
    }

    /// The candidates with these ordinals found room and went on to the tree; those before them, of which nothing was
    /// said, were dropped.
    pub fn accept(&mut self, ordinals: &[u32]) {
        for ord in ordinals {
            // Ordinals rise, and go on with 0 after the last.
            let first = self.offered.front().map_or(0, |candidate| candidate.ord);
            let later = |candidate: &Weighed| candidate.ord.wrapping_sub(first);
            let Ok(at) = self.offered.binary_search_by_key(&ord.wrapping_sub(first), later) else {
                self.strange += 1;
                continue;
            };
            let dropped = self.offered.drain(..at).count();
            self.counts.0[Counter::DroppedFull.index()] += dropped as u32;
            self.counts.step(Counter::Accepted);
            self.counts.step(Counter::Popped);
            let candidate = self.offered.pop_front().expect("it was found there");
            self.tree.add(candidate.event);
        }
    }

    /// The profile of what was accepted (R8).
    pub fn snapshot(&mut self) -> Profile {
        self.tree.command(Command::Snapshot).expect("a snapshot dumps")
    }

    /// The profile of what was accepted, after which the tree is empty.
    pub fn snapshot_reset(&mut self) -> Profile {
        self.tree.command(Command::SnapshotReset).expect("a snapshot dumps")
    }

    /// A pulse at the burst sampler, effective from the next record on: a retirement that the tap still holds comes
    /// after it. Where there is an engine, that is switched on and off instead.
    pub fn pulse(&mut self, pulse: Pulse) {
        if let (Some(guide), Pulse::On | Pulse::Off) = (&mut self.engine, pulse) {
            return guide.monitor.engine.external(pulse == Pulse::On, pulse == Pulse::Off);
        }
        match pulse {
            Pulse::Tick => self.burst.tick(),
            Pulse::On => self.burst.external(true, false),
            Pulse::Off => self.burst.external(false, true),
        }
    }

    fn record(&mut self, mut record: Record) -> Option<Weighed> {
        let Self { annotator, filter, selector, burst, checks, map, engine: guide, counts, held_open: open, .. } = self;
        if let Some(annotator) = annotator {
            annotator.annotate(&mut record);
        }
        counts.step(Counter::Retired);
        if let Some(guide) = guide {
            let met = guide.pass(&record);
            if !record.trap {
                burst.external(met, !met);
            }
        }
        let found = checks.push(&record, map.as_ref().map(|map| map.code(record.pc)));
        filter.settings.enable = *open;
        let judged = selector.push_judged(&record, |marked| {
            let verdict = filter.judge(&record);
            let passed = verdict == Verdict::Pass;
            let marked = marked && !found.mute;
            let event = passed && marked;
            let taken = burst.push(Input { trap: record.trap, event, check: found.check, entry: found.entry });
            let place = match Counter::of_verdict(verdict) {
                _ if !*open => Counter::RejectedGate,
                Some(rejected) => rejected,
                None if !marked => Counter::RejectedSelect,
                None if !taken => Counter::RejectedBurst,
                None => return true,
            };
            counts.step(place);
            false
        });
        if judged.is_some() {
            counts.step(Counter::Candidates);
        }
        self.track(&record);
        judged
    }

    /// What the phase tracker makes of a record, after the burst sampler: the end of an interval ends the burst, and
    /// begins one if the next interval is sampled.
    fn track(&mut self, record: &Record) {
        let Some(phase) = &mut self.phase else { return };
        if let Some(ended) = phase.step(&Retired::from(record)) {
            self.burst.external(false, true);
            self.burst.tick();
            if phase.sampling() {
                self.burst.external(true, false);
            }
            self.intervals.push(ended);
        }
    }

    /// What the phase tracker said of the intervals that have ended.
    pub fn intervals(&self) -> &[IntervalRecord] {
        &self.intervals
    }

    /// Where the retirements went; candidates that are still open count as dropped.
    pub fn counts(&self) -> Counts {
        let mut counts = self.counts;
        counts.0[Counter::DroppedFull.index()] += self.offered.len() as u32;
        counts
    }

    /// How many records were said to be accepted that are no candidates.
    pub const fn strange(&self) -> u64 {
        self.strange
    }

    /// What the burst sampler counted.
    pub fn sampled(&self) -> Statistics {
        self.burst.statistics()
    }

    /// Whether a weight was cut.
    pub fn saturated(&self) -> bool {
        self.selector.saturated()
    }
}

/// The selection, with the map of code as the host leaves it when it starts.
fn selector(config: &Config) -> Selector {
    let selector = Selector::new(config.select);
    match &config.lines {
        Some(image) => {
            let mut map = Codemap::new(MOST_ENTRIES);
            map.load(image);
            selector.with_map(map)
        }
        None => selector,
    }
}

/// The map of checks as the host leaves it when it starts.
fn map(image: &Image) -> Checkmap {
    let mut map = Checkmap::new(profiler::MAP_SLOTS);
    map.load(image);
    map
}

/// The filters as the host leaves them when it starts.
fn filter(config: &profiler::Filter) -> Filter {
    let mut filter = Filter::default();
    filter.settings = pcfilter::Settings { enable: true, ..config.settings };
    filter.set_period(config.period);
    for (word, bits) in config.ignore.iter().enumerate() {
        filter.write_word(word, *bits);
    }
    filter
}
