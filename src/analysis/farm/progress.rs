//! What of a run is done, what it cost, what failed, and how long the rest takes.
use super::ids::Ids;
use super::run::{Cost, Failed, Run, is_alive, now};
use std::collections::BTreeSet;

/// Part of the results, the latest ones, that tells the rate, and how many at least.
const LATEST: (usize, usize) = (10, 20);

/// A task that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    pub id: u32,
    pub parameters: String,
    pub failed: Failed,
    /// The end of what it said.
    pub said: String,
}

/// Sum, median and most of what the tasks cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    pub sum: f64,
    pub median: f64,
    pub most: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let Some(most) = values.last().copied() else { return Self::default() };
        Self { sum: values.iter().sum(), median: values[values.len() / 2], most }
    }
}

/// Where a run is.
#[derive(Clone, Debug)]
pub struct Progress {
    pub tasks: usize,
    pub done: usize,
    /// Tasks without a result.
    pub missing: Ids,
    /// Tasks without a result that somebody works on.
    pub running: usize,
    /// Attempts that ended without a word: killed, or their machine gone.
    pub dead: usize,
    pub failures: Vec<Failure>,
    pub wall_s: Spread,
    pub cpu_s: Spread,
    /// Bytes.
    pub memory: Spread,
    /// Machines that gave results.
    pub hosts: usize,
    /// Tasks in a second of late; none before there are two results.
    pub rate: Option<f64>,
}

impl Progress {
    /// Looks at the results.
    pub fn of(run: &Run) -> Self {
        let attempts = run.attempts();
        let (mut costs, mut missing, mut failures, mut running, mut dead) = (vec![], vec![], vec![], 0, 0);
        for task in &run.tasks {
            if let Some(cost) = run.done(task) {
                costs.push(cost);
                continue;
            }
            missing.push(task.id);
            match attempts.get(&task.result) {
                Some(silent) if is_alive(*silent) => running += 1,
                Some(_) => dead += 1,
                None => {}
            }
            if let Some((failed, said)) = run.failed(task) {
                failures.push(Failure { id: task.id, parameters: task.shown(), failed, said });
            }
        }
        let column = |of: fn(&Cost) -> f64| Spread::of(costs.iter().map(of).collect());
        Self {
            tasks: run.tasks.len(),
            done: costs.len(),
            missing: Ids::new(missing),
            running,
            dead,
            failures,
            wall_s: column(|cost| cost.wall_s),
            cpu_s: column(|cost| cost.cpu_s),
            memory: column(|cost| cost.memory as f64),
            hosts: costs.iter().map(|cost| &cost.host).collect::<BTreeSet<_>>().len(),
            rate: rate(costs.iter().map(|cost| cost.ended).collect(), now()),
        }
    }

    /// Seconds until all is done, at the rate of late.
    pub fn left_s(&self) -> Option<f64> {
        let missing = self.missing.as_slice().len();
        self.rate.filter(|_| missing > 0).map(|rate| missing as f64 / rate)
    }
}

/// Ends in a second, of the latest ones up to now.
fn rate(mut ended: Vec<f64>, now: f64) -> Option<f64> {
    ended.sort_by(f64::total_cmp);
    let latest = (ended.len() / LATEST.0).max(LATEST.1).min(ended.len().checked_sub(1)?);
    let since = now - ended[ended.len() - 1 - latest];
    (latest > 0 && since > 0.0).then(|| latest as f64 / since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_late() {
        assert_eq!(rate(vec![], 9.0), None);
        assert_eq!(rate(vec![1.0], 9.0), None);
        assert_eq!(rate(vec![1.0, 5.0], 9.0), Some(1.0 / 8.0));
        // A hundred slow ones, then twenty in ten seconds.
        let ended = (0..100).map(|at| f64::from(at) * 100.0).chain((1..=20).map(|at| 9900.0 + f64::from(at) / 2.0));
        assert_eq!(rate(ended.collect(), 9910.0), Some(2.0));
        assert_eq!(Spread::of(vec![3.0, 1.0, 2.0]), Spread { sum: 6.0, median: 2.0, most: 3.0 });
    }
}
