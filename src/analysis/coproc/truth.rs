//! The complete profile of the values of loads, and how far estimates are from it (docs/reference/coproc.md, D.10).
use crate::spec::classify::Opclass;
use crate::spec::pcfilter::pct;
use crate::spec::retire::Record;
use hashbrown::HashMap;

/// Times a load has to give a value for the value to be a point.
const LEAST_COUNT: u32 = 200;
/// Share of the load's executions that it has to be.
const LEAST_SHARE: f64 = 0.25;

/// Every value of every load.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    values: HashMap<(u32, u32), u32>,
    loads: HashMap<u32, u64>,
}

/// A value that a load gave often: what a profile has to find.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Bits 32 to 1 of the address of the load.
    pub pct: u32,
    /// Low 32 bits of the value.
    pub value: u32,
    /// How often it came.
    pub count: u32,
    /// Its share of the executions of the load.
    pub invariance: f64,
}

/// Estimates beside the points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Points.
    pub points: usize,
    /// Those without an estimate: they count as estimated 0.
    pub missed: usize,
    /// Those whose estimate is within 5 % of the load's executions.
    pub close: usize,
    /// Square root of the mean square of the differences, each weighted by how often the value came.
    pub rms: f64,
    /// Share of the executions, of all points, whose point is within 5 %.
    pub close_weight: f64,
}

/// A difference that the paper draws lines at, as a share of the load's executions.
pub const CLOSE: f64 = 0.05;

impl Truth {
    /// A retirement: counts if it is a load into a register.
    pub fn push(&mut self, record: &Record) {
        if record.class == Opclass::Load && !record.trap && record.insn >> 7 & 31 != 0 {
            let pct = pct(record.pc);
            *self.values.entry((pct, record.val as u32)).or_default() += 1;
            *self.loads.entry(pct).or_default() += 1;
        }
    }

    /// Loads that were executed, each once.
    pub fn loads(&self) -> impl Iterator<Item = u32> + '_ {
        self.loads.keys().copied()
    }

    /// How often loads were executed.
    pub fn executed(&self) -> u64 {
        self.loads.values().sum()
    }

    /// Different values of loads, each load's own.
    pub fn distinct(&self) -> usize {
        self.values.len()
    }

    /// The points, by load and value.
    pub fn points(&self) -> Vec<Point> {
        let often = self.values.iter().filter(|(_, count)| **count >= LEAST_COUNT);
        let point = |(&(pct, value), &count): (&(u32, u32), &u32)| {
            let invariance = f64::from(count) / self.loads[&pct] as f64;
            Point { pct, value, count, invariance }
        };
        let mut points: Vec<Point> = often.map(point).filter(|point| point.invariance >= LEAST_SHARE).collect();
        points.sort_by_key(|point| (point.pct, point.value));
        points
    }
}

/// Estimates of the shares of values of loads, `None` where there is none, beside the points.
pub fn errors(points: &[Point], estimate: impl Fn(u32, u32) -> Option<f64>) -> Errors {
    let mut errors = Errors { points: points.len(), ..Errors::default() };
    let (mut squares, mut weight, mut close) = (0.0, 0.0, 0.0);
    for point in points {
        let estimated = estimate(point.pct, point.value);
        errors.missed += usize::from(estimated.is_none());
        let difference = (estimated.unwrap_or(0.0) - point.invariance).abs();
        let count = f64::from(point.count);
        squares += count * difference * difference;
        weight += count;
        if difference <= CLOSE {
            errors.close += 1;
            close += count;
        }
    }
    if weight > 0.0 {
        (errors.rms, errors.close_weight) = ((squares / weight).sqrt(), close / weight);
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_weighted_by_how_often_a_value_came() {
        let point = |value, count, invariance| Point { pct: 1, value, count, invariance };
        let points = [point(1, 900, 0.9), point(2, 300, 0.3)];
        let found = errors(&points, |_, value| (value == 1).then_some(0.94));
        // sqrt((900 * 0.04^2 + 300 * 0.3^2) / 1200)
        let rms = ((900.0 * 0.0016 + 300.0 * 0.09) / 1200.0_f64).sqrt();
        assert!((found.rms - rms).abs() < 1e-12, "{found:?}");
        assert_eq!((found.points, found.missed, found.close, found.close_weight), (2, 1, 1, 0.75));
        assert_eq!(errors(&[], |_, _| None), Errors::default());
    }
}
