//! Invariances of the values of a load, from the records of its slots (docs/reference/coproc.md, D.5).
use super::slot::Slot;
use std::collections::BTreeMap;

/// The largest share of the samples that no counter tells of which a value gets: a value that was given up had less.
const UNKNOWN_SHARE: f64 = 0.2;

/// A value of a load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: u32,
    /// Its share of the samples of the load, 0 to 1.
    pub invariance: f64,
}

/// Counters of the records of one value.
#[derive(Clone, Copy, Default)]
struct Sums {
    hits: f64,
    misses: f64,
}

/// The values of a load that were hit, ascending, with their invariances. Sums are in this order, so that they come out
/// the same everywhere.
pub fn estimate(records: &[Slot]) -> Vec<Estimate> {
    let mut of = BTreeMap::<u32, Sums>::new();
    for slot in records {
        let sums = of.entry(slot.active).or_default();
        sums.hits += f64::from(slot.hit);
        sums.misses += f64::from(slot.miss);
    }
    let total: f64 = records.iter().map(|slot| f64::from(slot.total)).sum();
    let (hits, misses) = of.values().fold((0.0, 0.0), |(hits, misses), s| (hits + s.hits, misses + s.misses));
    let unknown = (total - hits - misses).max(0.0);
    let hit = || of.iter().filter(|(_, sums)| sums.hits > 0.0);
    let each = (unknown / hit().count() as f64).min(UNKNOWN_SHARE * unknown);
    let invariance = |value: u32, own: f64| {
        let others = hit().filter(|(other, _)| **other != value);
        let missed: f64 = others.map(|(_, other)| other.misses * own / (hits - other.hits)).sum();
        (own + missed + each) / total
    };
    hit().map(|(value, sums)| Estimate { value: *value, invariance: invariance(*value, sums.hits) }).collect()
}
