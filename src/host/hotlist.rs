//! What counts of a hotlist stand for (docs/reference/hotlist.md, V13), and the tables that a host keeps itself (V14).
mod tables;

use crate::model::hotlist::{Entry, Table};
use crate::spec::hotlist::Scheme;
use std::f64::consts::E;
pub use tables::{ENTRIES, Tables, format};

/// What a table of COUNTING has missed of a key on average before it entered, in units of `T`, less one instance.
pub const LATE: f64 = (E - 2.0) / (E - 1.0);

/// Counts of a key that came much more often than `T` times, in units of `T` (V13).
pub const MUCH: f64 = 4.0;

/// Instances of a key that a table of COUNTING misses at most before it enters, in units of `T`, in 95 of 100 cases:
/// `ln 20`.
const MISSED: f64 = 2.995_732_273_553_991;
/// Standard deviations that 95 of 100 cases lie within.
const WITHIN: f64 = 1.959_963_984_540_054;

/// How a table sampled: what turns a count into an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The scheme.
    pub scheme: Scheme,
    /// `T`: one of so many new keys enters.
    pub t: f64,
}

/// How often a key came, as far as a table knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// What it was on average.
    pub mean: f64,
    /// What it was on average if the key came much more often than `T` times. Of CONCISE the same as the mean.
    pub high: f64,
    /// The count says something: it is not below what is reported.
    pub reported: bool,
}

impl Scale {
    /// That of a table now.
    pub fn of(table: &Table, scheme: Scheme) -> Self {
        Self { scheme, t: f64::from(1 << table.t()) }
    }

    /// How often a key with this count came.
    pub fn estimate(&self, count: u32) -> Estimate {
        let (count, t) = (f64::from(count), self.t);
        match self.scheme {
            Scheme::Concise => Estimate { mean: count * t, high: count * t, reported: true },
            Scheme::Counting if t == 1.0 => Estimate { mean: count, high: count, reported: true },
            Scheme::Counting => {
                let late = t * LATE - 1.0;
                Estimate { mean: count + late, high: count + t - 1.0, reported: count >= (t - late).max(1.0) }
            }
        }
    }

    /// Between which numbers a key with this count came, in 95 of 100 cases (V13).
    pub fn bounds(&self, count: u32) -> (f64, f64) {
        let (count, t) = (f64::from(count), self.t);
        match self.scheme {
            Scheme::Counting if t == 1.0 => (count, count),
            Scheme::Counting => (count, count + MISSED * t),
            Scheme::Concise => {
                let mean = count * t;
                // Below with the deviation at the mean, since rare keys are seen only when they had luck; above the
                // largest number whose own deviation reaches the mean, since that at a small mean says too little.
                let below = mean - WITHIN * (mean * (t - 1.0)).sqrt();
                let middle = mean + WITHIN * WITHIN * (t - 1.0) / 2.0;
                (below.max(count), middle + (middle * middle - mean * mean).sqrt())
            }
        }
    }

    /// The estimate that shares are made of: [`Estimate::high`] for a key that came much more often than `T` times.
    pub fn for_share(&self, count: u32) -> f64 {
        let estimate = self.estimate(count);
        if f64::from(count) >= MUCH * self.t { estimate.high } else { estimate.mean }
    }
}

/// The entries whose counts say something, with what they say, the most frequent first.
pub fn reported(table: &Table, scheme: Scheme) -> Vec<(Entry, Estimate)> {
    let scale = Scale::of(table, scheme);
    let known = table.entries().map(|entry| (*entry, scale.estimate(entry.count)));
    let mut out: Vec<_> = known.filter(|(_, estimate)| estimate.reported).collect();
    out.sort_by(|(a, x), (b, y)| y.mean.total_cmp(&x.mean).then(a.key.cmp(&b.key)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::hotlist::tuple::Key;

    #[test]
    fn estimates_are_those_of_the_rules() {
        let counting = Scale { scheme: Scheme::Counting, t: 64.0 };
        let estimate = counting.estimate(100);
        assert!((estimate.mean - (100.0 + 0.418 * 64.0 - 1.0)).abs() < 0.01, "{estimate:?}");
        assert_eq!((estimate.high, estimate.reported), (163.0, true));
        assert!(!counting.estimate(38).reported && counting.estimate(39).reported);
        assert_eq!((counting.for_share(256), counting.for_share(255)), (319.0, counting.estimate(255).mean));
        let exact = Scale { t: 1.0, ..counting };
        assert_eq!(exact.estimate(7), Estimate { mean: 7.0, high: 7.0, reported: true });
        let concise = Scale { scheme: Scheme::Concise, t: 64.0 };
        assert_eq!(concise.estimate(3), Estimate { mean: 192.0, high: 192.0, reported: true });
    }

    /// Keys that come a known number of times beside noise that raises the table: how many of them lie outside.
    #[test]
    fn bounds_hold_of_nearly_all_keys() {
        for scheme in [Scheme::Counting, Scheme::Concise] {
            let (mut inside, mut all, mut raised) = (0, 0, 0);
            for seed in 1..=60 {
                let mut table = Table::new(64, scheme);
                table.seed(0x9e37_79b9_u32.wrapping_mul(seed));
                for at in 0..20_000_u32 {
                    let noise = at.wrapping_mul(0x9e37_79b1) ^ seed << 9;
                    let value = if at % 2 == 0 { at / 2 % 8 } else { 8 + (noise >> 16) };
                    table.arrive(Key { pct: 1, value });
                }
                let scale = Scale::of(&table, scheme);
                raised += u32::from(scale.t > 16.0);
                for entry in table.entries().filter(|entry| entry.key.value < 8) {
                    let (least, most) = scale.bounds(entry.count);
                    all += 1;
                    inside += u32::from((least..=most).contains(&1250.0));
                }
            }
            assert!(raised > 50 && all > 300, "{scheme:?}: {all} keys, {raised} raised");
            assert!(inside * 100 > all * 90, "{scheme:?}: {inside} of {all}");
        }
        let exact = Scale { scheme: Scheme::Counting, t: 1.0 };
        assert_eq!(exact.bounds(7), (7.0, 7.0));
    }
}
