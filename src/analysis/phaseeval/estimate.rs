//! Profiles made of samples, and how far they are from the exact one (docs/reference/phaseeval.md, V2 and V3): whole
//! numbers throughout.
use super::{Choice, Log};
use std::collections::BTreeSet;

/// A part of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How much.
    pub part: u128,
    /// Of how much.
    pub whole: u128,
}

impl Share {
    /// As a number; of nothing, 0.
    pub fn value(self) -> f64 {
        if self.whole == 0 { 0.0 } else { self.part as f64 / self.whole as f64 }
    }
}

/// A profile: each value divided by the same number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Values, in the order of the names.
    pub values: Vec<u128>,
    /// What they are divided by.
    pub divisor: u128,
}

/// How good a profile is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What differs, of everything: may be more than all of it.
    pub error: Share,
    /// Hot names that are missed.
    pub missed: Share,
    /// What differs of the hot names.
    pub hot: Share,
}

/// Percent of the names that are hot.
const HOT: usize = 15;

impl Estimate {
    /// The profile that a choice makes of its samples; with `renormal` phases without a sample are made up for.
    pub fn new(log: &Log, choice: &Choice, renormal: bool) -> Self {
        let mut values = vec![0_u128; log.keys.len()];
        let mut add = |at: usize, times: u128| {
            for (place, value) in &log.intervals[at] {
                values[*place as usize] += u128::from(*value) * times;
            }
        };
        let all = log.len() as u128;
        if choice.phases {
            choice.stand.iter().for_each(|(at, stands)| add(*at, u128::from(*stands)));
            let sampled = all - u128::from(choice.unsampled);
            if renormal && sampled > 0 {
                values.iter_mut().for_each(|value| *value *= all);
                return Self { values, divisor: sampled };
            }
            return Self { values, divisor: 1 };
        }
        choice.samples.iter().for_each(|at| add(*at, all));
        // Without a sample the profile is empty.
        Self { values, divisor: (choice.samples.len() as u128).max(1) }
    }

    /// How far it is from the profile of the whole run.
    pub fn judge(&self, exact: &[u64]) -> Verdict {
        let apart = |place: usize| self.values[place].abs_diff(u128::from(exact[place]) * self.divisor);
        let (mine, theirs) = (hot(&self.values), hot(exact));
        let of = |places: &mut dyn Iterator<Item = usize>| {
            let (mut part, mut whole) = (0, 0);
            for place in places {
                part += apart(place);
                whole += u128::from(exact[place]) * self.divisor;
            }
            Share { part, whole }
        };
        let missed = theirs.difference(&mine).count() as u128;
        Verdict {
            error: of(&mut (0..exact.len())),
            missed: Share { part: missed, whole: theirs.len() as u128 },
            hot: of(&mut theirs.iter().copied()),
        }
    }
}

/// Places of the largest values: 15 % of all names, those that come first where values are equal; none that is 0.
fn hot<T: Copy + Ord + Default>(values: &[T]) -> BTreeSet<usize> {
    let most = (HOT * values.len()).div_ceil(100);
    let mut order: Vec<usize> = (0..values.len()).filter(|place| values[*place] > T::default()).collect();
    order.sort_unstable_by(|a, b| values[*b].cmp(&values[*a]).then(a.cmp(b)));
    order.into_iter().take(most).collect()
}
