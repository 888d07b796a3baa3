//! What synthesis and placement of a design gave.
use super::Area;
use super::place::Placed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Clock of each seed in MHz, in the order of their numbers; 0 for a seed that failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Clocks(pub Vec<f64>);

impl Clocks {
    /// The middle clock, or the mean of the two in the middle; 0 of none.
    pub fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        match sorted.len() {
            0 => 0.0,
            n if n % 2 == 1 => sorted[n / 2],
            n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
        }
    }

    /// The slowest clock; 0 of none.
    pub fn slowest(&self) -> f64 {
        self.0.iter().copied().reduce(f64::min).unwrap_or(0.0)
    }

    /// The fastest clock; 0 of none.
    pub fn fastest(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }

    /// How many seeds failed.
    pub fn failed(&self) -> usize {
        self.0.iter().filter(|mhz| **mhz == 0.0).count()
    }
}

/// A seed of the placer and what it gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Seed {
    /// Its number.
    pub seed: u32,
    /// The placed design, if it could be placed and routed.
    pub placed: Option<Placed>,
}

impl Seed {
    /// Clock in MHz; 0 if there is no result.
    pub fn fmax(&self) -> f64 {
        self.placed.as_ref().map_or(0.0, |placed| placed.timing.fmax)
    }
}

/// Area and clocks of a design.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// The design.
    pub core: Area,
    /// What the harness adds.
    pub harness: Area,
    /// In order of their numbers.
    pub seeds: Vec<Seed>,
    /// Version of each program.
    pub tools: BTreeMap<String, String>,
    /// Seconds for everything.
    pub wall_s: f64,
}

impl Synthesis {
    /// Clocks of the seeds.
    pub fn clocks(&self) -> Clocks {
        Clocks(self.seeds.iter().map(Seed::fmax).collect())
    }

    /// The placed design whose clock is nearest the median, from below.
    pub fn typical(&self) -> Option<&Placed> {
        let median = self.clocks().median();
        let placed =
            self.seeds.iter().filter(|seed| seed.fmax() <= median).max_by(|a, b| a.fmax().total_cmp(&b.fmax()));
        placed.and_then(|seed| seed.placed.as_ref()).or_else(|| self.seeds.iter().find_map(|s| s.placed.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        let clocks = |all: &[f64]| Clocks(all.to_vec());
        assert_eq!(clocks(&[]).median(), 0.0);
        assert_eq!(clocks(&[3.0]).median(), 3.0);
        assert_eq!(clocks(&[4.0, 1.0, 2.0, 3.0]).median(), 2.5);
        let some = clocks(&[9.0, 0.0, 5.0]);
        assert_eq!((some.slowest(), some.median(), some.fastest(), some.failed()), (0.0, 5.0, 9.0, 1));
    }
}
