//! Golden model of the trigger (docs/burst.md).
use crate::spec::burst::*;

/// Decides which events are taken.
#[derive(Clone, Debug)]
pub struct Burst {
    config: Config,
    on: bool,
    count: u32,
    random: u32,
    statistics: Statistics,
}

/// What was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Events.
    pub events: u64,
    /// Events that were taken.
    pub taken: u64,
    /// Bursts that began.
    pub bursts: u64,
}

impl Burst {
    /// As after a restart.
    pub const fn new(config: Config) -> Self {
        let statistics = Statistics { events: 0, taken: 0, bursts: 0 };
        let mut burst = Self { config, on: false, count: 0, random: 1, statistics };
        burst.restart();
        burst
    }

    /// Takes the settings anew: no burst, a whole period, the first random number (rule T6).
    pub const fn restart(&mut self) {
        self.on = false;
        self.count = self.config.period;
        self.random = if self.config.seed == 0 { 1 } else { self.config.seed };
    }

    /// Changes the settings. Only the threshold counts at once; a period from the next one on, mode and seed from a restart on (rule T6).
    pub const fn configure(&mut self, config: Config) {
        self.config = config;
    }

    /// A signal from outside, between two records; `on` and `off` together are off (rule T3).
    pub const fn signal(&mut self, on: bool, off: bool) {
        if matches!(self.config.mode, Mode::External) && (on || off) {
            self.statistics.bursts += (!self.on && !off) as u64;
            self.on = !off;
        }
    }

    /// Whether an event that came now would be taken.
    pub const fn samples(&self) -> bool {
        match self.config.mode {
            Mode::Off => false,
            Mode::Always => true,
            Mode::External => self.on,
            Mode::Periodic => self.count <= 1,
            Mode::Random => lfsr_next(self.random) & (THRESHOLD_MAX - 1) < self.config.threshold,
        }
    }

    /// An event; says whether it is taken.
    #[inline]
    pub const fn event(&mut self) -> bool {
        let taken = self.samples();
        match self.config.mode {
            Mode::Periodic => self.count = if taken { self.config.period } else { self.count - 1 },
            Mode::Random => self.random = lfsr_next(self.random),
            Mode::Off | Mode::Always | Mode::External => {}
        }
        self.statistics.events += 1;
        self.statistics.taken += taken as u64;
        taken
    }

    /// What was taken so far.
    pub const fn statistics(&self) -> Statistics {
        self.statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(config: Config, events: usize) -> Vec<usize> {
        let mut burst = Burst::new(config);
        (1..=events).filter(|_| burst.event()).collect()
    }

    #[test]
    fn one_in_so_many_and_the_last_of_them() {
        let periodic = |period| taken(Config { mode: Mode::Periodic, period, ..Config::default() }, 12);
        assert_eq!(periodic(4), [4, 8, 12]);
        assert_eq!(periodic(1).len(), 12);
        assert_eq!(periodic(0).len(), 12);
    }

    #[test]
    fn probabilities_are_those_of_the_threshold() {
        let random =
            |threshold| taken(Config { mode: Mode::Random, threshold, seed: 1, ..Config::default() }, 1_000_000).len();
        assert_eq!((random(0), random(THRESHOLD_MAX)), (0, 1_000_000));
        let quarter = random(THRESHOLD_MAX / 4);
        assert!((245_000..255_000).contains(&quarter), "{quarter}");
    }
}
