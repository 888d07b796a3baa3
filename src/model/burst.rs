//! Golden model of the burst sampler (docs/burst.md).
use crate::spec::burst::{Config, LFSR_TAPS, Mode, PERIOD_BITS, RANDOM_BITS};

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
    left: u32,
    lfsr: u32,
    statistics: Statistics,
}

/// One step of the random generator.
pub const fn step(lfsr: u32) -> u32 {
    (lfsr >> 1) ^ (if lfsr & 1 == 1 { LFSR_TAPS } else { 0 })
}

impl Burst {
    /// The state after the mode was written and the generator seeded.
    pub fn new(config: Config) -> Self {
        let lfsr = config.seed.max(1);
        let mut burst = Self { config, on: false, left: 0, lfsr, statistics: Statistics::default() };
        burst.restart(config.mode);
        burst
    }

    /// The mode is written: it begins anew, and so do the counters; the random generator goes on.
    pub fn restart(&mut self, mode: Mode) {
        self.config.mode = mode;
        self.statistics = Statistics::default();
        self.on = false;
        self.left = self.reload();
    }

    /// A period or chance is written: taken over at the next reload, or event.
    pub fn configure(&mut self, period: u32, chance: u32) {
        self.config = Config { period, chance, ..self.config };
    }

    /// The seed is written.
    pub fn seed(&mut self, seed: u32) {
        self.lfsr = seed.max(1);
    }

    /// What came from outside in this cycle; effective from the next record on. Both together switch off.
    pub fn external(&mut self, on: bool, off: bool) {
        if self.config.mode == Mode::External {
            let next = !off && (on || self.on);
            self.statistics.bursts = self.statistics.bursts.saturating_add(u32::from(next && !self.on));
            self.on = next;
        }
    }

    /// A burst goes on: what records are judged by in the modes that have bursts.
    pub const fn state(&self) -> bool {
        match self.config.mode {
            Mode::Always => true,
            Mode::External => self.on,
            _ => false,
        }
    }

    /// An event: whether it counts.
    pub fn event(&mut self) -> bool {
        self.push(false, true)
    }

    /// As [`Burst::check`] for a record that is no check.
    pub fn push(&mut self, trap: bool, event: bool) -> bool {
        self.check(trap, event, false)
    }

    /// A record, which may be an event and a check: whether it counts. Traps are nothing.
    pub fn check(&mut self, trap: bool, event: bool, check: bool) -> bool {
        if trap {
            return false;
        }
        let taken = event && self.decide();
        let count = |counter: &mut u32, step: bool| *counter = counter.saturating_add(u32::from(step));
        let state = self.state();
        count(&mut self.statistics.events, event);
        count(&mut self.statistics.taken, taken);
        count(&mut self.statistics.checks, check);
        count(&mut self.statistics.inside, check && state);
        count(&mut self.statistics.outside, check && !state);
        taken
    }

    fn decide(&mut self) -> bool {
        match self.config.mode {
            Mode::Periodic if self.left > 0 => {
                self.left -= 1;
                false
            }
            Mode::Periodic => {
                self.left = self.reload();
                true
            }
            Mode::Random => {
                self.lfsr = step(self.lfsr);
                self.lfsr & ((1 << RANDOM_BITS) - 1) < self.config.chance
            }
            _ => self.state(),
        }
    }

    /// Events to let go before the one that is taken.
    fn reload(&self) -> u32 {
        (self.config.period & ((1 << PERIOD_BITS) - 1)).max(1) - 1
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
    fn the_generator_runs_through_the_vector_of_the_rules() {
        let mut lfsr = 1;
        for expected in [0x8020_0003, 0xc030_0002, 0x6018_0001, 0xb02c_0003, 0xd836_0002, 0x6c1b_0001_u32] {
            lfsr = step(lfsr);
            assert_eq!(lfsr, expected);
        }
    }

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
        assert!(burst.event() && !burst.push(true, true));
        burst.external(false, true);
        assert!(!burst.event());
        assert_eq!(burst.statistics(), Statistics { events: 3, taken: 1, bursts: 1, ..Statistics::default() });
    }
}
