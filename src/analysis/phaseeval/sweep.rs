//! Every strategy with every parameter on one log (docs/reference/phaseeval.md, V4 to V6).
use super::energy::{Hits, Mix, Spent, spent};
use super::protocol::{Protocol, send};
use super::{Choice, Estimate, Log, PCTS, Policy, SEEDS, STEPS, Seen, by_chance, classify, every, of_phases};
use crate::spec::phase::Config;

/// What an event costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Instructions in line (L).
    pub line: u64,
    /// Instructions of the handler (H).
    pub handler: u64,
    /// Loads among the handler's.
    pub loads: u64,
}

impl Costs {
    /// Cycles of so many events, one for each instruction.
    pub fn cycles(&self, events: f64) -> f64 {
        events * (self.line + self.handler) as f64
    }
}

/// A strategy with one parameter: averages where chance has a part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Period, reciprocal chance, or threshold in percent.
    pub parameter: u64,
    /// Sampled intervals.
    pub samples: f64,
    /// Of so many in percent.
    pub percent: f64,
    /// Error, as a fraction.
    pub error: f64,
    /// The largest one.
    pub worst: f64,
    /// Share of hot names that are missed.
    pub missed: f64,
    /// Error of the hot names.
    pub hot: f64,
    /// Intervals of phases without a sample.
    pub unsampled: f64,
    /// Events of the samples.
    pub events: f64,
}

/// A strategy with all of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: &'static str,
    /// In the order of the parameters.
    pub points: Vec<Point>,
}

impl Curve {
    /// The point with the most samples of those with at most so many percent.
    pub fn at(&self, percent: f64) -> Option<&Point> {
        let within = self.points.iter().filter(|point| point.percent <= percent && point.samples > 0.0);
        within.max_by(|a, b| a.percent.total_cmp(&b.percent))
    }

    /// The point with the fewest samples of those with at most this error, a fraction; `judge` tells which error.
    pub fn within(&self, error: f64, judge: impl Fn(&Point) -> f64) -> Option<&Point> {
        let good = self.points.iter().filter(|point| judge(point) <= error);
        good.min_by(|a, b| a.percent.total_cmp(&b.percent))
    }
}

/// Periodic sampling from every first interval on: least, average and largest error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offsets {
    /// The period.
    pub n: usize,
    /// Least, average, largest.
    pub errors: [f64; 3],
}

/// What a strategy takes to come within an error, and what is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// The strategy.
    pub strategy: &'static str,
    /// The protocol.
    pub protocol: &'static str,
    /// The point it stands at.
    pub point: Point,
    /// What it takes.
    pub spent: Spent,
}

/// One kind of profile of one run under every strategy.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Names of the whole profile, and events.
    pub keys: u64,
    /// Events of the whole run.
    pub events: u64,
    /// By phases: on line, and as an oracle has it; periodic; random.
    pub curves: Vec<Curve>,
    /// By phases, with every policy.
    pub policies: Vec<Curve>,
    /// Periodic sampling by its first interval.
    pub offsets: Vec<Offsets>,
    /// Bytes, instructions and energy at 5 % error.
    pub sent: Vec<Sent>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Instructions of an interval.
    pub len: u32,
    /// Which interval of a phase stands for it.
    pub k: u8,
    /// Phases without a sample are made up for.
    pub renormal: bool,
    /// What an event costs.
    pub costs: Costs,
    /// What loads that hit the cache draw.
    pub hits: Hits,
}

/// The error that costs are compared at.
pub const ERROR: f64 = 0.05;
/// The period that stands for random sampling where it never comes within the error: 25 %.
const NEVER: u64 = 4;

fn point(log: &Log, parameter: u64, choices: &[Choice], renormal: bool) -> Point {
    let turns = choices.len().max(1) as f64;
    let mut sum = Point { parameter, ..Point::default() };
    for choice in choices {
        let verdict = Estimate::new(log, choice, renormal).judge(&log.exact);
        let error = verdict.error.value();
        sum.samples += choice.samples.len() as f64 / turns;
        sum.error += error / turns;
        sum.worst = sum.worst.max(error);
        sum.missed += verdict.missed.value() / turns;
        sum.hot += verdict.hot.value() / turns;
        sum.unsampled += choice.unsampled as f64 / turns;
        sum.events += log.events_of(&choice.samples) as f64 / turns;
    }
    sum.percent = 100.0 * sum.samples / log.len().max(1) as f64;
    sum
}

impl Sweep {
    /// Every strategy on a log.
    ///
    /// # Panics
    /// When the tracker has no intervals of this length.
    pub fn new(log: &Log, asked: &Asked) -> Self {
        let configs = PCTS.map(|pct| (pct, Config { k: asked.k, ..Config::of(asked.len, pct) }));
        let seen: Vec<(u32, Config, Seen)> =
            configs.map(|(pct, config)| (pct, config, classify(&log.buckets, config))).into();
        let by_policy = |(name, policy)| {
            let of = |(pct, config, seen): &(u32, Config, Seen)| {
                point(log, u64::from(*pct), &of_phases(log, seen, config, policy), asked.renormal)
            };
            Curve { name, points: seen.iter().map(of).collect() }
        };
        let policies: Vec<Curve> = Policy::ALL.map(by_policy).into();
        let periodic = |n: usize| point(log, n as u64, &[every(log.len(), n, n - 1)], false);
        let random = |n: usize| {
            let choices: Vec<Choice> = SEEDS.map(|seed| by_chance(log.len(), n, seed)).collect();
            point(log, n as u64, &choices, false)
        };
        let named = |name, policy: &Curve| Curve { name, points: policy.points.clone() };
        let curves = vec![
            named("phase", &policies[0]),
            named("phase, oracle", &policies[2]),
            Curve { name: "periodic", points: STEPS.map(periodic).collect() },
            Curve { name: "random", points: STEPS.map(random).collect() },
        ];
        let sent = sent(log, &seen, &curves, asked);
        let offsets = STEPS.map(|n| offsets(log, n)).collect();
        Self { keys: log.keys.len() as u64, events: log.events.iter().sum(), curves, policies, offsets, sent }
    }

    /// The curve of a name.
    pub fn curve(&self, name: &str) -> Option<&Curve> {
        self.curves.iter().find(|curve| curve.name == name)
    }

    /// Cycles at 5 % error: by phases as an oracle has it, on line, periodic, random; `None` where it is never reached.
    pub fn cycles(&self, costs: &Costs) -> [Option<f64>; 4] {
        let at = |name: &str| {
            let curve = self.curve(name)?;
            let found = curve.within(ERROR, |point| point.error);
            found.or(if name == "random" { never(curve) } else { None }).map(|point| costs.cycles(point.events))
        };
        ["phase, oracle", "phase", "periodic", "random"].map(at)
    }
}

/// Where random sampling stands that never comes within an error.
fn never(curve: &Curve) -> Option<&Point> {
    curve.points.iter().find(|point| point.parameter == NEVER)
}

fn offsets(log: &Log, n: usize) -> Offsets {
    let error = |offset| Estimate::new(log, &every(log.len(), n, offset), false).judge(&log.exact).error.value();
    let errors: Vec<f64> = (0..n.min(log.len().max(1))).map(error).collect();
    let sum: f64 = errors.iter().sum();
    let bound = |least: fn(f64, f64) -> f64| errors.iter().copied().reduce(least).unwrap_or(0.0);
    Offsets { n, errors: [bound(f64::min), sum / errors.len() as f64, bound(f64::max)] }
}

/// What is sent at 5 % error.
fn sent(log: &Log, seen: &[(u32, Config, Seen)], curves: &[Curve], asked: &Asked) -> Vec<Sent> {
    let mut rows = vec![];
    for curve in &curves[1..] {
        let found = curve.within(ERROR, |point| point.error);
        let Some(point) = found.or(if curve.name == "random" { never(curve) } else { None }) else { continue };
        let n = point.parameter as usize;
        let (choice, ids) = match curve.name {
            "periodic" => (every(log.len(), n, n - 1), &[][..]),
            // One of the seeds stands for all.
            "random" => (by_chance(log.len(), n, *SEEDS.start()), &[][..]),
            _ => {
                let found = seen.iter().find(|(pct, ..)| u64::from(*pct) == point.parameter);
                let Some((_, config, seen)) = found else { continue };
                (of_phases(log, seen, config, Policy::Third).remove(0), &seen.ids[..])
            }
        };
        for (protocol, which) in Protocol::ALL {
            let log_sent = send(log, &choice, ids, which);
            let Costs { line, handler, loads } = asked.costs;
            let mix = Mix { instructions: line + handler, loads };
            let events = log.events_of(&choice.samples);
            let spent = spent(events, mix, log_sent.raw(), log_sent.sent().len() as u64, asked.hits);
            rows.push(Sent { strategy: curve.name, protocol, point: *point, spent });
        }
    }
    rows
}

/// How much less than `other` something is, in whole percent, halves away from zero.
pub fn reduction(other: f64, something: f64) -> i64 {
    if other == 0.0 { 0 } else { (100.0 * (other - something) / other).round() as i64 }
}

/// The mean; of nothing, none.
pub fn average(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.into_iter().collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
