//! The simple sampler: one of so many loads, and nothing is made of it but counts (docs/reference/coproc.md, D.8).
use super::overhead::Simple as Cost;
use crate::model::pcfilter::Filter;
use crate::spec::classify::Opclass;
use crate::spec::pcfilter::{Settings, Verdict, pct};
use crate::spec::retire::Record;
use std::collections::BTreeMap;

/// One load of so many is a sample.
pub const PERIOD: u16 = 1024;
/// Samples in the buffer at which the host takes them.
const DRAIN: u64 = 64;

/// Values of loads by plain sampling.
#[derive(Clone, Debug)]
pub struct Simple {
    filter: Filter,
    counts: BTreeMap<u32, BTreeMap<u32, u64>>,
    queued: Vec<(u32, u32)>,
    cost: Cost,
}

impl Default for Simple {
    fn default() -> Self {
        let mut filter = Filter::default();
        filter.settings = Settings { classes: 1 << Opclass::Load.code(), ..Settings::open() };
        filter.set_period(PERIOD);
        Self { filter, counts: BTreeMap::new(), queued: vec![], cost: Cost::default() }
    }
}

impl Simple {
    /// A retirement.
    pub fn retire(&mut self, record: &Record) {
        if self.filter.judge(record) == Verdict::Pass {
            self.queued.push((pct(record.pc), record.val as u32));
            if self.queued.len() as u64 == DRAIN {
                self.drain();
            }
        }
    }

    /// The host takes what is in the buffer.
    pub fn drain(&mut self) {
        if self.queued.is_empty() {
            return;
        }
        self.cost.samples += self.queued.len() as u64;
        self.cost.drains += 1;
        for (pct, value) in self.queued.drain(..) {
            *self.counts.entry(pct).or_default().entry(value).or_default() += 1;
        }
    }

    /// What that cost.
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// Every value of every load that was drained, with its share of the samples of the load.
    pub fn values(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        self.counts.iter().flat_map(|(pct, values)| {
            let all: u64 = values.values().sum();
            values.iter().map(move |(value, count)| (*pct, *value, *count as f64 / all as f64))
        })
    }
}
