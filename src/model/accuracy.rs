//! How good a profile is: percent errors over the hot ranges of the exact counts.
use super::exact::Exact;
use super::profile::{HotRange, Profile};

/// Whatever bounds the number of events in a range.
pub trait Bounds {
    /// Bounds `(lo, hi)` of the number of events with a key in `first..=last`.
    fn bounds(&self, first: u64, last: u64) -> (u64, u64);
}

impl Bounds for Profile {
    fn bounds(&self, first: u64, last: u64) -> (u64, u64) {
        self.query(first, last)
    }
}

/// One hot range of the exact counts and what the profile says about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeError {
    /// The range with its exact count in `lo` and `hi`.
    pub exact: HotRange,
    /// The profile's lower bound, which is its estimate.
    pub lo: u64,
    /// The profile's upper bound.
    pub hi: u64,
    /// How far the lower bound falls short of the exact count, in percent of the exact count.
    pub percent: f64,
}

/// Percent errors of a profile over the hot ranges of the exact counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    /// One entry per hot range, in pre-order.
    pub ranges: Vec<RangeError>,
    /// Mean percent error; 0 without hot ranges.
    pub average: f64,
    /// Largest percent error; 0 without hot ranges.
    pub maximum: f64,
}

/// Measures `profile` against exact counts of the same events at the share `phi`.
///
/// The ranges are the hot ones of the exact counts, whether the profile has them or not: one that it lacks entirely has
/// an error of 100 %. (The paper's Fig. 8 looks only at ranges that the profile found hot itself.)
pub fn accuracy(profile: &impl Bounds, exact: &Exact, phi: f64) -> Accuracy {
    let ranges: Vec<RangeError> = exact
        .hot(phi)
        .into_iter()
        .map(|range| {
            let (lo, hi) = profile.bounds(range.first, range.last);
            RangeError { exact: range, lo, hi, percent: 100.0 * (range.lo as f64 - lo as f64) / range.lo as f64 }
        })
        .collect();
    // The sum of nothing would be -0.
    let average = ranges.iter().map(|r| r.percent).fold(0.0, |sum, percent| sum + percent) / ranges.len().max(1) as f64;
    let maximum = ranges.iter().map(|r| r.percent).fold(0.0, f64::max);
    Accuracy { ranges, average, maximum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rap::Rap;
    use crate::spec::{event::Event, rap::Config};

    #[test]
    fn a_tree_that_has_seen_nothing_below_its_root_misses_everything_below() {
        let events: Vec<Event> = (0..1000).map(|i| Event::unit(0x77 + i % 2)).collect();
        let exact = Exact::from_events(8, events.iter().copied());
        let coarse = Config { t0: 1 << 20, ..Config::new(8, 64) };
        let percent = |config| {
            let mut rap = Rap::new(config).unwrap();
            rap.add_all(&events);
            let a = accuracy(&rap.snapshot(), &exact, 0.1);
            assert_eq!(a.ranges.len(), 2);
            (a.average, a.maximum)
        };
        assert_eq!(percent(coarse), (100.0, 100.0));
        let (average, maximum) = percent(Config::new(8, 64));
        assert!(average <= maximum && maximum < 1.0, "{average} {maximum}");
    }
}
