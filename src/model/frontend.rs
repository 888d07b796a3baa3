//! Golden model of the way from a core's retire port to the sample buffer: tap, selection, filters, bursts and the counters of what became of each
//! retirement (docs/reference/profiler.md).
use super::annotate::Annotator;
use super::burst::{Burst, Input, Statistics};
use super::checkmap::Checkmap;
use super::checks::Checks;
use super::pcfilter::Filter;
use super::select::{Selector, Weighed};
use super::tap::Tap;
use crate::spec::burst::Pulse;
use crate::spec::checkmap::Image;
use crate::spec::counters::{Counter, Counts};
use crate::spec::pcfilter::{self, Verdict};
use crate::spec::profiler::{self, Config};
use crate::spec::retire::{Record, Rvfi};

/// Turns retirements into candidates of the sample buffer.
#[derive(Clone, Debug)]
pub struct Frontend {
    tap: Tap,
    annotator: Option<Annotator>,
    filter: Filter,
    selector: Selector,
    burst: Burst,
    checks: Checks,
    map: Option<Checkmap>,
    counts: Counts,
}

impl Frontend {
    /// The state after a set-up with this configuration.
    pub fn new(config: &Config) -> Self {
        Self {
            tap: Tap::new(config.tap),
            annotator: config.annotate.map(Annotator::new),
            filter: filter(&config.filter),
            selector: Selector::new(config.select),
            burst: Burst::new(config.burst),
            checks: Checks::new(config.checks, config.tap.xlen),
            map: config.map.as_ref().map(map),
            counts: Counts::default(),
        }
    }

    /// Takes the next retirement, and gives the candidate that arises, if one does.
    pub fn push(&mut self, rvfi: &Rvfi) -> Option<Weighed> {
        let record = self.tap.push(rvfi)?;
        self.record(record)
    }

    /// The flush of P6: the record that the tap holds, then the event that waits for its weight.
    pub fn flush(&mut self) -> [Option<Weighed>; 2] {
        let last = self.tap.flush().and_then(|record| self.record(record));
        let held = self.selector.flush();
        self.counts.0[Counter::Candidates.index()] += u32::from(held.is_some());
        [last, held]
    }

    /// A pulse at the burst sampler, effective from the next record on: a retirement that the tap still holds comes behind it.
    pub fn pulse(&mut self, pulse: Pulse) {
        match pulse {
            Pulse::Tick => self.burst.tick(),
            Pulse::On => self.burst.external(true, false),
            Pulse::Off => self.burst.external(false, true),
        }
    }

    fn record(&mut self, mut record: Record) -> Option<Weighed> {
        let Self { annotator, filter, selector, burst, checks, map, counts, .. } = self;
        if let Some(annotator) = annotator {
            annotator.annotate(&mut record);
        }
        counts.step(Counter::Retired);
        let found = checks.push(&record, map.as_ref().map(|map| map.code(record.pc)));
        let judged = selector.push_judged(&record, |marked| {
            let verdict = filter.judge(&record);
            let passed = verdict == Verdict::Pass;
            let marked = marked && !found.mute;
            let event = passed && marked;
            let taken = burst.push(Input { trap: record.trap, event, check: found.check, entry: found.entry });
            let place = match verdict {
                Verdict::Trap => Counter::Trap,
                Verdict::Class => Counter::RejectedClass,
                Verdict::Pc1 => Counter::RejectedPc1,
                Verdict::Pc2 => Counter::RejectedPc2,
                Verdict::Decim => Counter::RejectedDecimated,
                Verdict::Pass if !marked => Counter::RejectedSelect,
                Verdict::Pass if !taken => Counter::RejectedBurst,
                Verdict::Pass => return true,
            };
            counts.step(place);
            false
        });
        if judged.is_some() {
            counts.step(Counter::Candidates);
        }
        judged
    }

    /// Where the retirements went, up to the candidates: what the sample buffer does with those is not known here.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// What the burst sampler counted.
    pub fn sampled(&self) -> Statistics {
        self.burst.statistics()
    }

    /// Whether an event waits for its weight.
    pub fn holds(&self) -> bool {
        self.selector.holds()
    }

    /// Whether a weight was cut.
    pub fn saturated(&self) -> bool {
        self.selector.saturated()
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
