//! What synthesis and placement of a design gave.
use super::Area;
use super::place::Placed;
use std::collections::BTreeMap;

/// A seed of the placer and what it gave.
#[derive(Clone, Debug)]
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
    /// Clocks of the seeds in MHz, in their order.
    pub fn clocks(&self) -> Vec<f64> {
        self.seeds.iter().map(Seed::fmax).collect()
    }

    /// The median clock.
    pub fn median(&self) -> f64 {
        median(&self.clocks())
    }

    /// The slowest clock.
    pub fn slowest(&self) -> f64 {
        self.clocks().into_iter().reduce(f64::min).unwrap_or(0.0)
    }

    /// The placed design whose clock is nearest the median, from below.
    pub fn typical(&self) -> Option<&Placed> {
        let median = self.median();
        let placed =
            self.seeds.iter().filter(|seed| seed.fmax() <= median).max_by(|a, b| a.fmax().total_cmp(&b.fmax()));
        placed.and_then(|seed| seed.placed.as_ref()).or_else(|| self.seeds.iter().find_map(|s| s.placed.as_ref()))
    }
}

/// The middle value, or the mean of the two in the middle; 0 of nothing.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[9.0, 0.0, 5.0]), 5.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
