//! When a burst begins and ends (docs/reference/hotlist.md, V1 to V4).
use crate::spec::hotlist::{Config, SEED, leap};

/// Where the loop stands; the first number is at least 1.
#[derive(Clone, Copy, Debug, Default)]
enum Phase {
    /// Nothing has begun.
    #[default]
    Off,
    /// The retirement of this number, counted from here, ends the period.
    Wait(u32),
    /// That of this number begins a burst.
    Skip(u32),
    /// So many belong to the burst; and the place of the first of them.
    Burst(u8, u8),
}

/// What a retirement does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// It is the first of a burst.
    pub begins: bool,
    /// The burst ends because this one did not execute.
    pub aborts: bool,
    /// It is in a burst, at this place.
    pub captured: Option<u8>,
}

/// The loop of periods and bursts.
#[derive(Clone, Copy, Debug)]
pub struct Trigger {
    lt: u32,
    phase: Phase,
}

impl Default for Trigger {
    fn default() -> Self {
        Self { lt: SEED, phase: Phase::Off }
    }
}

impl Trigger {
    /// State of the random generator.
    pub const fn lt(&self) -> u32 {
        self.lt
    }

    /// Sets it; 0 counts as 1.
    pub fn seed(&mut self, lt: u32) {
        self.lt = lt.max(1);
    }

    /// A random number.
    fn draw(&mut self) -> u32 {
        let lt = self.lt;
        self.lt = leap(lt);
        lt
    }

    /// Begins a period (V2).
    pub fn start(&mut self, config: &Config) {
        self.phase = Phase::Wait(config.period.max(1) + (self.draw() & config.jitter));
    }

    /// A retirement, which has `executed` or trapped.
    pub fn step(&mut self, config: &Config, executed: bool) -> Step {
        let mut step = Step::default();
        match self.phase {
            Phase::Burst(..) if !executed => {
                step.aborts = true;
                self.start(config);
            }
            _ if !executed => {}
            Phase::Off => {}
            Phase::Wait(1) => match config.skip {
                0 => step = self.begin(config),
                mask => match self.draw() & mask {
                    0 => step = self.begin(config),
                    skip => self.phase = Phase::Skip(skip),
                },
            },
            Phase::Wait(left) => self.phase = Phase::Wait(left - 1),
            Phase::Skip(1) => step = self.begin(config),
            Phase::Skip(left) => self.phase = Phase::Skip(left - 1),
            Phase::Burst(left, place) => {
                step.captured = Some(place);
                self.go_on(config, left - 1, place + 1);
            }
        }
        step
    }

    /// The first retirement of a burst.
    fn begin(&mut self, config: &Config) -> Step {
        self.go_on(config, config.burst.max(1) - 1, 1);
        Step { begins: true, captured: Some(0), ..Step::default() }
    }

    /// `left` retirements more belong to the burst, from `place` on; with none a period begins.
    fn go_on(&mut self, config: &Config, left: u8, place: u8) {
        match left {
            0 => self.start(config),
            _ => self.phase = Phase::Burst(left, place),
        }
    }
}
