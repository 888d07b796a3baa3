//! Contestants that take turns, so that whatever else the machine does slows all of them alike.
use std::time::Instant;

/// Rates of a contestant over all turns, sorted.
pub struct Rates(Vec<f64>);

impl Rates {
    /// The rate of half of the turns.
    pub fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    /// The rates of which a quarter of the turns is below, and above: how far the median can be trusted.
    pub fn quartiles(&self) -> [f64; 2] {
        [self.0[self.0.len() / 4], self.0[self.0.len() * 3 / 4]]
    }

    fn of(mut rates: Vec<f64>) -> Self {
        rates.sort_by(f64::total_cmp);
        Self(rates)
    }
}

/// Runs every contestant once in each of `turns` turns, after one that does not count; each gives what it did, in its
/// own units. Gives units per second of each, and of each the ratio to the first one of the same turn.
pub fn race(turns: usize, contestants: &mut [&mut dyn FnMut() -> u64]) -> (Vec<Rates>, Vec<Rates>) {
    let mut rates = vec![vec![]; contestants.len()];
    for turn in 0..=turns {
        for (contestant, rates) in contestants.iter_mut().zip(&mut rates) {
            let start = Instant::now();
            let done = contestant();
            if turn > 0 {
                rates.push(done as f64 / start.elapsed().as_secs_f64());
            }
        }
    }
    let ratios = rates.iter().map(|own| own.iter().zip(&rates[0]).map(|(own, first)| own / first).collect());
    let ratios = ratios.map(Rates::of).collect();
    (rates.into_iter().map(Rates::of).collect(), ratios)
}
