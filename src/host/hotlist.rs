//! What counts of a hotlist stand for (docs/reference/hotlist.md, V13).
use crate::model::hotlist::{Entry, Table};
use crate::spec::hotlist::Scheme;
use std::f64::consts::E;

/// What a table of COUNTING has missed of a key on average before it entered, in units of `T`, less one instance.
pub const LATE: f64 = (E - 2.0) / (E - 1.0);

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

    /// The estimate that shares are made of: [`Estimate::high`] for a key that came much more often than `T` times.
    pub fn for_share(&self, count: u32) -> f64 {
        let estimate = self.estimate(count);
        if f64::from(count) >= 4.0 * self.t { estimate.high } else { estimate.mean }
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
}
