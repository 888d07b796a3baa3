//! What a plan does in a run: checks, events, bursts (docs/reference/chkplan.md C9).
use crate::model::burst::{Burst, Input, Statistics};
use crate::model::checks::Checks;
use crate::spec::burst::Config;
use crate::spec::checkmap::{Code, Image};
use crate::spec::checks;
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::retire::Record;

/// What happened in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Instructions that executed.
    pub instructions: u64,
    /// Checks.
    pub checks: u64,
    /// Checks on entry to procedures.
    pub entries: u64,
    /// Events of interest.
    pub events: u64,
    /// Events that loops without events left out.
    pub muted: u64,
    /// Most instructions between two checks, or a check and an end of the run.
    pub longest: u64,
    /// What the burst sampler counted.
    pub sampled: Statistics,
}

/// A run under one plan, or without one.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    map: Option<&'a Image>,
    events: &'a [Opclass],
    checks: Checks,
    burst: Burst,
    since: u64,
    counts: Counts,
}

impl<'a> Run<'a> {
    /// Before the first record. Without a map checks are found in the records (docs/reference/checks.md); `events` are
    /// the classes of interest.
    pub fn new(map: Option<&'a Image>, events: &'a [Opclass], burst: Config, xlen: Xlen) -> Self {
        let checks = Checks::new(checks::Config::default(), xlen);
        Self { map, events, checks, burst: Burst::new(burst), since: 0, counts: Counts::default() }
    }

    /// The next record.
    pub fn push(&mut self, record: &Record) {
        let code = self.map.map(|map| map.code(record.pc as u32));
        let found = self.checks.push(record, code);
        let of_interest = !record.trap && self.events.contains(&record.class);
        let event = of_interest && code != Some(Code::Mute);
        self.burst.push(Input { trap: record.trap, event, check: found.check, entry: found.entry });
        let counts = &mut self.counts;
        counts.instructions += u64::from(!record.trap);
        counts.checks += u64::from(found.check);
        counts.entries += u64::from(found.check && found.entry);
        counts.events += u64::from(of_interest);
        counts.muted += u64::from(of_interest && !event);
        self.since += u64::from(!record.trap);
        counts.longest = counts.longest.max(self.since);
        if found.check {
            self.since = 0;
        }
    }

    /// What has happened.
    pub fn counts(&self) -> Counts {
        Counts { sampled: self.burst.statistics(), ..self.counts }
    }
}

/// What checks and events cost in a program that has them compiled in, in cycles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A check.
    pub check: u64,
    /// An event, its handler included.
    pub event: u64,
}

impl Costs {
    /// Share of `cycles` that checks alone add: the basic overhead.
    pub fn basic(&self, counts: &Counts, cycles: u64) -> f64 {
        (counts.checks * self.check) as f64 / cycles as f64
    }

    /// Share of `cycles` that checks and the events of a share `rate` of all segments add.
    pub fn overhead(&self, counts: &Counts, cycles: u64, rate: f64) -> f64 {
        let events = (counts.events - counts.muted) * self.event;
        self.basic(counts, cycles) + rate * events as f64 / cycles as f64
    }
}
