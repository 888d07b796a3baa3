//! Golden model of the burst sampler (docs/reference/burst.md).
use crate::spec::burst::{Config, Mode, PERIOD_BITS, RANDOM_BITS};
use crate::spec::lfsr::step;

/// Counters of a sampler; each stays at its largest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Statistics {
    /// Checks.
    pub checks: u32,
    /// Events.
    pub events: u32,
    /// Events that were taken.
    pub taken: u32,
    /// Checks after which no burst went on.
    pub outside: u32,
    /// Checks after which a burst went on.
    pub inside: u32,
    /// Bursts that began.
    pub bursts: u32,
}

/// What comes with a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Input {
    /// It did not execute: it is nothing.
    pub trap: bool,
    /// It is an event.
    pub event: bool,
    /// It is a check.
    pub check: bool,
    /// It is the first of a procedure.
    pub entry: bool,
}

/// Decides which events count.
///
/// ```
/// # use treetap::{model::burst::Burst, spec::burst::{Config, Mode}};
/// let mut third = Burst::new(Config { mode: Mode::Periodic, period: 3, ..Config::default() });
/// let taken: Vec<bool> = (0..7).map(|_| third.event()).collect();
/// assert_eq!(taken, [false, false, true, false, false, true, false]);
/// ```
#[derive(Clone, Debug)]
pub struct Burst {
    config: Config,
    on: bool,
    /// Events, intervals or checks left until something happens.
    left: u32,
    lfsr: u32,
    starts: u32,
    statistics: Statistics,
}

/// The bits that a count has.
const fn cut(count: u32) -> u32 {
    count & ((1 << PERIOD_BITS) - 1)
}

impl Burst {
    /// The state after the mode was written and the generator seeded.
    pub fn new(config: Config) -> Self {
        let lfsr = config.seed.max(1);
        let mut burst = Self { config, on: false, left: 0, lfsr, starts: 0, statistics: Statistics::default() };
        burst.restart(config.mode);
        burst
    }

    /// The mode is written: it begins anew, and so do the counters; the random generator goes on.
    pub fn restart(&mut self, mode: Mode) {
        self.config.mode = mode;
        self.statistics = Statistics::default();
        self.on = false;
        self.left = if mode.checks() { cut(self.config.outside) } else { self.period() };
        self.tick();
    }

    /// Registers other than the mode are written: periods and numbers of checks are taken over at the next reload, the
    /// rest at once.
    pub fn configure(&mut self, config: Config) {
        self.config = Config { mode: self.config.mode, ..config };
    }

    /// The seed is written.
    pub fn seed(&mut self, seed: u32) {
        self.lfsr = seed.max(1);
    }

    /// What came from outside in this cycle; effective from the next record on. Both together switch off.
    pub fn external(&mut self, on: bool, off: bool) {
        if self.config.mode == Mode::External {
            self.enter(!off && (on || self.on));
        }
    }

    /// An interval begins, effective from the next record on; the first one begins with the write of the mode.
    pub fn tick(&mut self) {
        if self.config.mode == Mode::Interval {
            let on = if self.config.by_chance { self.draw() } else { self.due() };
            self.enter(on);
        }
    }

    /// A burst goes on: what records are judged by in the modes that have bursts.
    pub const fn state(&self) -> bool {
        match self.config.mode {
            Mode::Always => true,
            Mode::Off | Mode::Periodic | Mode::Random => false,
            _ => self.on,
        }
    }

    /// An event that is nothing else: whether it counts.
    pub fn event(&mut self) -> bool {
        self.push(Input { event: true, ..Input::default() })
    }

    /// A record: whether it is an event that counts.
    pub fn push(&mut self, input: Input) -> bool {
        if input.trap {
            return false;
        }
        let before = self.state();
        if input.check {
            self.check();
        }
        let state = if input.entry && self.config.entry_post { self.state() } else { before };
        let taken = input.event && self.decide(state);
        let count = |counter: &mut u32, step: bool| *counter = counter.saturating_add(u32::from(step));
        let after = self.state();
        count(&mut self.statistics.events, input.event);
        count(&mut self.statistics.taken, taken);
        count(&mut self.statistics.checks, input.check);
        count(&mut self.statistics.inside, input.check && after);
        count(&mut self.statistics.outside, input.check && !after);
        taken
    }

    /// A check, in the modes that it decides.
    fn check(&mut self) {
        let inside = if self.config.mode == Mode::ArnoldRyder { 1 } else { cut(self.config.inside) };
        match self.left {
            _ if !self.config.mode.checks() => {}
            0 => {}
            1 => {
                self.left = if self.on { cut(self.config.outside) } else { inside };
                self.enter(!self.on);
            }
            _ => self.left -= 1,
        }
    }

    fn decide(&mut self, state: bool) -> bool {
        match self.config.mode {
            Mode::Periodic => self.due(),
            Mode::Random => self.draw(),
            _ => state,
        }
    }

    /// One of a period: whether it is the last.
    fn due(&mut self) -> bool {
        let due = self.left == 1;
        self.left = if due { self.period() } else { self.left - 1 };
        due
    }

    /// A step of the random generator: whether chance says yes.
    fn draw(&mut self) -> bool {
        self.lfsr = step(self.lfsr);
        self.lfsr & ((1 << RANDOM_BITS) - 1) < self.config.chance
    }

    fn enter(&mut self, on: bool) {
        let begins = on && !self.on;
        self.starts = self.starts.wrapping_add(u32::from(begins));
        self.statistics.bursts = self.statistics.bursts.saturating_add(u32::from(begins));
        self.on = on;
    }

    fn period(&self) -> u32 {
        cut(self.config.period).max(1)
    }

    /// Number of the burst that goes on, or of the last one: how many began since the reset, modulo `2^32`.
    pub const fn number(&self) -> u32 {
        self.starts
    }

    /// The counters.
    pub const fn statistics(&self) -> Statistics {
        self.statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_and_never_are_what_they_say() {
        let random = |chance| Burst::new(Config { mode: Mode::Random, chance, ..Config::default() });
        let (mut always, mut never, mut half) = (random(1 << RANDOM_BITS), random(0), random(1 << 15));
        let taken = (0..20_000).filter(|_| {
            assert!(always.event() && !never.event());
            half.event()
        });
        let taken = taken.count();
        assert!((9_700..10_300).contains(&taken), "{taken}");
        assert_eq!(always.statistics(), Statistics { events: 20_000, taken: 20_000, ..Statistics::default() });
    }

    #[test]
    fn a_trap_is_nothing_and_off_wins() {
        let mut burst = Burst::new(Config { mode: Mode::External, ..Config::default() });
        burst.external(true, true);
        assert!(!burst.event());
        burst.external(true, false);
        assert!(burst.event() && !burst.push(Input { trap: true, event: true, ..Input::default() }));
        burst.external(false, true);
        assert!(!burst.event());
        assert_eq!(burst.statistics(), Statistics { events: 3, taken: 1, bursts: 1, ..Statistics::default() });
    }
}
