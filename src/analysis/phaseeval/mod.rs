//! How good profiles of sampled intervals are, and what they cost (docs/reference/phaseeval.md). Source: Nagpurkar,
//! Mousa, Krintz and Sherwood, Efficient remote profiling for resource-constrained devices, TACO 3(1), 2006.
pub mod baseline;
mod choose;
pub mod energy;
mod estimate;
pub mod protocol;
mod sweep;

pub use choose::{Choice, PCTS, Policy, SEEDS, STEPS, Seen, by_chance, classify, every, of_phases};
pub use estimate::{Estimate, Share, Verdict};
pub use sweep::{Asked, Costs, Curve, ERROR, Offsets, Point, Sent, Sweep, average, reduction};

use crate::spec::interval::{Key, Kind};
use crate::spec::phase::BUCKETS;
use crate::trace::intervals::Interval;
use hashbrown::HashMap;

/// The intervals of a run, of one kind of profile.
#[derive(Clone, Debug)]
pub struct Log {
    /// What is counted.
    pub kind: Kind,
    /// Names, ascending.
    pub keys: Vec<Key>,
    /// What each interval counts: places of names, and values.
    pub intervals: Vec<Vec<(u32, u64)>>,
    /// Events of each interval: what a sample of it costs.
    pub events: Vec<u64>,
    /// The profile of the whole run.
    pub exact: Vec<u64>,
    /// The accumulators of each interval.
    pub buckets: Vec<[u32; BUCKETS]>,
}

impl Log {
    /// The intervals of a log; regions by the instructions that they stand for if `weighted`.
    pub fn new(intervals: &[Interval], kind: Kind, weighted: bool) -> Self {
        let entries = |interval: &Interval| interval.counts[kind as usize].clone();
        let mut keys: Vec<Key> = intervals.iter().flat_map(entries).map(|entry| entry.key).collect();
        keys.sort_unstable();
        keys.dedup();
        let places: HashMap<Key, u32> = keys.iter().zip(0..).map(|(key, place)| (*key, place)).collect();
        let weighted = weighted && kind == Kind::Region;
        let mut exact = vec![0; keys.len()];
        let values = |interval: &Interval| {
            let value = |entry: &crate::spec::interval::Entry| if weighted { entry.weight } else { entry.count };
            interval.counts[kind as usize].iter().map(|entry| (places[&entry.key], value(entry))).collect()
        };
        let values: Vec<Vec<(u32, u64)>> = intervals.iter().map(values).collect();
        values.iter().flatten().for_each(|(place, value)| exact[*place as usize] += value);
        let events =
            intervals.iter().map(|one| one.counts[kind as usize].iter().map(|entry| entry.count).sum()).collect();
        let buckets = intervals.iter().map(|interval| interval.buckets).collect();
        Self { kind, keys, intervals: values, events, exact, buckets }
    }

    /// Intervals.
    pub fn len(&self) -> usize {
        self.intervals.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// Events of these intervals.
    pub fn events_of(&self, intervals: &[usize]) -> u64 {
        intervals.iter().map(|at| self.events[*at]).sum()
    }
}
