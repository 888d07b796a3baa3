//! Hotlists beside the truth.
use crate::exact::{Counts, Truth};
use crate::samplers::{Bursts, Found, INVARIANT, Kept};
use hashbrown::HashMap;
use treetap::analysis::coproc::truth::{Errors, Point, errors};
use treetap::analysis::hotlist::{Row, Value};
use treetap::host::hotlist::MUCH;
use treetap::spec::hotlist::tuple::Key;

/// Share of an instruction's tuples from which on its most frequent value is one to be found: that of points (D.10).
pub const FREQUENT: f64 = 0.25;
/// How many of the most frequent values of an instruction are looked at.
pub const TOPS: [usize; 3] = [1, 2, 4];

/// How a place of a sampler did.
#[derive(Clone, Debug)]
pub struct Measured {
    pub burst: u8,
    pub apart: u32,
    pub kept: Kept,
    /// Tuples that it got.
    pub tuples: u64,
    pub t: f64,
    pub shares: Shares,
    pub counts: Sums,
    pub invariant: Invariant,
}

/// Shares of the values of hot instructions beside the true ones.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// Errors of the most frequent values, of so many each as [`TOPS`] says.
    pub errors: [Errors; 3],
    /// Of the tuples of instructions whose most frequent value is [`FREQUENT`], the share of those whose value is
    /// reported, and is reported as the first.
    pub recalled: f64,
    pub first: f64,
}

/// Counts beside what the bursts really had.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Keys that are reported.
    pub keys: u64,
    /// Those whose bounds hold of the bursts, and, scaled, of the program.
    pub within: u64,
    pub scaled: u64,
    /// Those that came much more often than T times.
    pub frequent: u64,
    /// Sums of their estimates, of the higher ones, and of how often they came.
    pub mean: f64,
    pub high: f64,
    pub came: f64,
}

/// Hot instructions that have one value nearly always.
#[derive(Clone, Copy, Debug, Default)]
pub struct Invariant {
    /// There are so many.
    pub all: usize,
    /// So many of them are marked.
    pub found: usize,
    /// So many instructions are marked that are not.
    pub wrong: usize,
    /// Of all their tuples the share of those that are marked.
    pub weight: f64,
}

/// By instruction.
type Rows<'a> = HashMap<u32, &'a Row>;

/// Measures what a place has found.
pub fn of(bursts: &Bursts, found: &Found, counts: &Counts, truth: &Truth, retired: u64) -> Measured {
    let rows = by_instruction(found);
    Measured {
        burst: bursts.burst,
        apart: bursts.apart,
        kept: found.kept,
        tuples: bursts.tuples,
        t: found.t,
        shares: shares(found, truth),
        counts: sums(found, bursts, counts, retired as f64 / f64::from(bursts.captured().max(1))),
        invariant: invariant(&rows, counts, truth),
    }
}

/// Shares beside the truth.
pub fn shares(found: &Found, truth: &Truth) -> Shares {
    let rows = by_instruction(found);
    let (recalled, first) = recall(&rows, truth);
    Shares { errors: TOPS.map(|top| of_top(&rows, truth, top)), recalled, first }
}

fn by_instruction(found: &Found) -> Rows<'_> {
    found.rows.iter().map(|row| (row.at.pc >> 1, row)).collect()
}

fn value<'a>(rows: &Rows<'a>, pct: u32, value: u32) -> Option<&'a Value> {
    rows.get(&pct)?.values.iter().find(|found| found.value == value)
}

fn of_top(rows: &Rows, truth: &Truth, top: usize) -> Errors {
    let points = truth.hot.iter().flat_map(|hot| {
        let point = |&(value, count): &(u32, u32)| Point { pct: hot.pct, value, count, invariance: hot.share(count) };
        hot.top.iter().take(top).map(point)
    });
    errors(&points.collect::<Vec<_>>(), |pct, wanted| value(rows, pct, wanted).map(|value| value.share))
}

fn recall(rows: &Rows, truth: &Truth) -> (f64, f64) {
    let (mut all, mut recalled, mut first) = (0.0, 0.0, 0.0);
    for hot in &truth.hot {
        let Some((top, _)) = hot.top.first().filter(|(_, count)| hot.share(*count) >= FREQUENT) else { continue };
        let weight = hot.tuples as f64;
        let values = rows.get(&hot.pct).map_or(&[][..], |row| &row.values);
        all += weight;
        recalled += if values.iter().any(|value| value.value == *top) { weight } else { 0.0 };
        first += if values.first().is_some_and(|value| value.value == *top) { weight } else { 0.0 };
    }
    (recalled / all, first / all)
}

fn sums(found: &Found, bursts: &Bursts, counts: &Counts, scale: f64) -> Sums {
    let mut sums = Sums::default();
    for row in &found.rows {
        for value in &row.values {
            let key = Key { pct: row.at.pc >> 1, value: value.value };
            let came = f64::from(bursts.keys.get(&key).copied().unwrap_or(0));
            let (least, most) = value.bounds;
            sums.keys += 1;
            sums.within += u64::from((least..=most).contains(&came));
            sums.scaled += u64::from((least * scale..=most * scale).contains(&f64::from(counts.of(key))));
            if came >= MUCH * row.t {
                sums.frequent += 1;
                sums.mean += value.estimate.mean;
                sums.high += value.estimate.high;
                sums.came += came;
            }
        }
    }
    sums
}

fn invariant(rows: &Rows, counts: &Counts, truth: &Truth) -> Invariant {
    let mut invariant = Invariant::default();
    let (mut all, mut weight) = (0, 0);
    for hot in &truth.hot {
        let truly = hot.top.first().is_some_and(|(_, count)| hot.share(*count) >= INVARIANT);
        let marked = rows.get(&hot.pct).and_then(|row| row.values.iter().find(|value| value.invariant));
        let right =
            marked.is_some_and(|value| hot.share(counts.of(Key { pct: hot.pct, value: value.value })) >= INVARIANT);
        invariant.all += usize::from(truly);
        invariant.found += usize::from(right);
        invariant.wrong += usize::from(marked.is_some() && !right);
        all += if truly { hot.tuples } else { 0 };
        weight += if right { hot.tuples } else { 0 };
    }
    invariant.weight = weight as f64 / all.max(1) as f64;
    invariant
}
