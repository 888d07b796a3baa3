//! What profiling in line costs: by the events that were counted, and by the equations of bursty tracing
//! (docs/reference/hps.md, H11).
use super::sampler::Ratio;
use crate::spec::hps::handler;

/// What instructions in line cost, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// A handler, H.
    pub handler: u64,
    /// What an engine without conditions spends on every instruction that a pattern matches, sampled or not.
    pub test: u64,
}

/// Cycles of [`Cost::test`]: 2 to 5 instructions, without a flush of the pipeline.
pub const TEST: u64 = 4;
/// Cycles of a check in software; the engine's counters check for nothing.
pub const CHECK: u64 = 2;

/// Instructions in line of an event, the program's own included (L).
pub const LINE: u64 = 4;

/// Cycles of the handlers of the programs that come with treetap, of others 30.
pub const fn handler_cycles(number: u8) -> u64 {
    match number {
        handler::METHOD => 26,
        handler::CALL_PAIR => 34,
        _ => 30,
    }
}

/// Cycles that profiling adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// With the engine, whose counters decide.
    pub by_counters: u64,
    /// With an engine without conditions, whose replacements test whether to sample.
    pub by_tests: u64,
    /// With every event taken.
    pub exhaustively: u64,
}

/// Cycles of a program, of the program with its checks, and of the program with checks and every event: what the
/// equations are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// t_orig.
    pub original: u64,
    /// t_chk.
    pub checking: u64,
    /// t_ins.
    pub instrumented: u64,
}

impl Times {
    /// A program of so many cycles in which `checks` of `check` cycles and events of so many cycles in all are added.
    pub const fn new(original: u64, checks: u64, check: u64, events: u64) -> Self {
        let checking = original + checks * check;
        Self { original, checking, instrumented: checking + events }
    }

    /// Equations (1) and (2): cycles when a share `rate` of the segments is instrumented.
    pub const fn mixed(&self, rate: Ratio) -> Ratio {
        let part = (rate.whole - rate.part) * self.checking as u128 + rate.part * self.instrumented as u128;
        Ratio { part, whole: rate.whole }
    }

    /// What checks alone add, as a share of t_orig.
    pub fn basic(&self) -> f64 {
        Ratio::new(self.checking - self.original, self.original).value()
    }

    /// Equation (4): what is added, as a share of t_orig.
    pub fn overhead(&self, rate: f64) -> f64 {
        self.basic() + rate * Ratio::new(self.instrumented - self.checking, self.original).value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equations_are_those_of_bursty_tracing() {
        // 100 checks of 2 cycles, 50 events of 34.
        let times = Times::new(10_000, 100, 2, 50 * 34);
        assert_eq!((times.checking, times.instrumented), (10_200, 11_900));
        // (1): nCheck0 of t_chk, one of t_ins; (2): nInstr0 of t_ins.
        assert_eq!(times.mixed(Ratio::new(1, 100)), Ratio { part: 99 * 10_200 + 11_900, whole: 100 });
        assert_eq!(times.mixed(Ratio::new(3, 10)).to_string(), "107100/10 = 10710.000000");
        // (4) says the same as (2), and is linear in r.
        for rate in [Ratio::new(0, 1), Ratio::new(1, 100), Ratio::new(10, 210), Ratio::new(1, 1)] {
            let (linear, mixed) = (times.overhead(rate.value()), times.mixed(rate).value() / 10_000.0 - 1.0);
            assert!((linear - mixed).abs() < 1e-12, "{rate}: {linear} {mixed}");
        }
        assert_eq!(times.overhead(0.0), times.basic());
        let step = |rate| times.overhead(rate + 0.1) - times.overhead(rate);
        assert!((step(0.0) - step(0.7)).abs() < 1e-12);
        // Counters check for nothing.
        assert_eq!(Times::new(10_000, 100, 0, 1700).basic(), 0.0);
        assert_eq!([handler::REGION, handler::METHOD, handler::CALL_PAIR, 9].map(handler_cycles), [30, 26, 34, 30]);
    }
}
