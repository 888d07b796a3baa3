//! Which intervals are sampled (docs/reference/phaseeval.md, V4 and V5).
use super::Log;
use crate::model::phase::Phase;
use crate::spec::lfsr::step;
use crate::spec::phase::record::IntervalRecord;
use crate::spec::phase::{BUCKETS, Config, FOOTPRINT_BITS, shift};
use std::collections::BTreeMap;

/// Thresholds of the phase tracker that are compared, in percent of an interval.
pub const PCTS: [u32; 13] = [2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120];
/// Periods that are compared.
pub const STEPS: std::ops::RangeInclusive<usize> = 3..=100;
/// Seeds of random sampling.
pub const SEEDS: std::ops::RangeInclusive<u32> = 1..=10;
/// Selections that the random policy is averaged over.
const SELECTIONS: usize = 5;
/// Steps of the generator before the first of them.
const WARM: u32 = 64;

/// Which interval stands for a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The one that the tracker samples, on line: the k-th as far as its predictions are right.
    Online(u8),
    /// The first one (oracle).
    First,
    /// The third one, if there are three (oracle).
    Third,
    /// The one nearest to the mean of their footprints (oracle).
    Centroid,
    /// One by chance; the average of several selections (oracle).
    Random,
}

impl Policy {
    /// Those of a comparison, with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("online", Self::Online(3)),
        ("first", Self::First),
        ("third", Self::Third),
        ("centroid", Self::Centroid),
        ("random", Self::Random),
    ];
}

/// Sampled intervals, and what they stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The intervals, ascending.
    pub samples: Vec<usize>,
    /// Intervals that each sample of a phase stands for; empty where all samples stand for the whole run.
    pub stand: Vec<(usize, u64)>,
    /// By phases.
    pub phases: bool,
    /// Intervals of phases without a sample.
    pub unsampled: u64,
}

/// What a tracker said of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Phase of each interval.
    pub ids: Vec<u16>,
    /// Intervals that the tracker sampled for their phase.
    pub sampled: Vec<usize>,
    /// Intervals that it sampled in vain.
    pub discarded: u64,
    /// Intervals whose phase was predicted.
    pub predicted: u64,
    /// Phases.
    pub phases: u64,
}

/// The phases of a run, by the golden model of the tracker.
///
/// # Panics
/// When the tracker cannot have this configuration.
pub fn classify(buckets: &[[u32; BUCKETS]], config: Config) -> Seen {
    let mut phase = Phase::new(config);
    let mut seen = Seen::default();
    for (at, buckets) in buckets.iter().enumerate() {
        let IntervalRecord { id, sampled, .. } = phase.close(*buckets);
        seen.ids.push(id);
        if sampled {
            seen.sampled.push(at);
        }
    }
    let statistics = phase.statistics();
    seen.discarded = statistics.discarded.into();
    seen.predicted = statistics.predicted.into();
    seen.phases = phase.phases().into();
    seen
}

/// Every n-th interval, from `offset` on: `i mod n = offset`.
pub fn every(intervals: usize, n: usize, offset: usize) -> Choice {
    let samples = (offset..intervals).step_by(n).collect();
    Choice { samples, ..Choice::default() }
}

/// Each interval with a chance of 1 in `n`.
pub fn by_chance(intervals: usize, n: usize, seed: u32) -> Choice {
    let limit = (65536 / n) as u32;
    let mut state = seed.max(1);
    let taken = |at: usize| {
        state = step(state);
        (state & 0xffff < limit).then_some(at)
    };
    Choice { samples: (0..intervals).filter_map(taken).collect(), ..Choice::default() }
}

/// One interval for each phase; several choices where chance has a part.
pub fn of_phases(log: &Log, seen: &Seen, config: &Config, policy: Policy) -> Vec<Choice> {
    let mut members: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for (at, id) in seen.ids.iter().enumerate() {
        members.entry(*id).or_default().push(at);
    }
    // The first numbers after a small seed are small.
    let mut state = (0..WARM).fold(1, |state, _| step(state));
    let mut draw = |count: usize| {
        state = step(state);
        ((state as usize & 0xffff) * count) >> 16
    };
    let turns = if policy == Policy::Random { SELECTIONS } else { 1 };
    let mut choices = vec![];
    for _ in 0..turns {
        let mut choice = Choice { phases: true, ..Choice::default() };
        for (id, members) in &members {
            let chosen = match policy {
                // A phase that left the table and came back is sampled again: its first sample stands.
                Policy::Online(_) => seen.sampled.iter().find(|at| seen.ids[**at] == *id).copied(),
                Policy::First => members.first().copied(),
                Policy::Third => members.get(2).copied(),
                Policy::Centroid => centroid(log, members, config.len),
                Policy::Random => Some(members[draw(members.len())]),
            };
            match chosen {
                Some(at) => choice.stand.push((at, members.len() as u64)),
                None => choice.unsampled += members.len() as u64,
            }
        }
        choice.samples = match policy {
            Policy::Online(_) => seen.sampled.clone(),
            _ => choice.stand.iter().map(|(at, _)| *at).collect(),
        };
        choice.samples.sort_unstable();
        choices.push(choice);
    }
    choices
}

/// The interval whose footprint, times their number, is nearest to the sum of all; the earliest of equals.
fn centroid(log: &Log, members: &[usize], len: u32) -> Option<usize> {
    let footprint = |at: usize| log.buckets[at].map(|sum| u64::from(sum >> shift(len)).min((1 << FOOTPRINT_BITS) - 1));
    let mut sum = [0; BUCKETS];
    for at in members {
        sum.iter_mut().zip(footprint(*at)).for_each(|(sum, part)| *sum += part);
    }
    let n = members.len() as u64;
    let apart = |at: usize| footprint(at).iter().zip(&sum).map(|(part, sum)| (n * part).abs_diff(*sum)).sum::<u64>();
    members.iter().copied().min_by_key(|at| (apart(*at), *at))
}
