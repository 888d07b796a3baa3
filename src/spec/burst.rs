//! The burst sampler: which of the events count (docs/reference/burst.md).
use super::variant::{DEEP, Variant};

/// Bits of periods, and of the checks between bursts and in a burst.
pub const PERIOD_BITS: u32 = 24;
/// Modes that every build has, as bits; those above are built where checks are.
pub const EVENT_MODES: u32 = 0x1f;
/// Bits of the random number that a chance is compared with: a chance of `2^RANDOM_BITS` is certainty.
pub const RANDOM_BITS: u32 = 16;
/// Feedback of the random generator.
pub use super::lfsr::TAPS as LFSR_TAPS;

/// How events are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Mode {
    /// None.
    Off = 0,
    /// Every one.
    #[default]
    Always = 1,
    /// Those between `ext_on` and `ext_off`.
    External = 2,
    /// Every n-th.
    Periodic = 3,
    /// Each with a chance of its own.
    Random = 4,
    /// Those between one check and the next, once in so many checks.
    ArnoldRyder = 5,
    /// Those of a burst of some checks, once in so many checks.
    Bursty = 6,
    /// Those of chosen intervals.
    Interval = 7,
}

impl Mode {
    /// Every mode, in the order of the codes.
    pub const ALL: [Self; 8] = [
        Self::Off,
        Self::Always,
        Self::External,
        Self::Periodic,
        Self::Random,
        Self::ArnoldRyder,
        Self::Bursty,
        Self::Interval,
    ];

    /// Code of `cfg_burst_mode`.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Whether a build with these modes has it.
    pub const fn built(self, modes: u32) -> bool {
        modes >> self as u8 & 1 == 1
    }

    /// Whether checks decide.
    pub const fn checks(self) -> bool {
        matches!(self, Self::ArnoldRyder | Self::Bursty)
    }

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Always => "always",
            Self::External => "external",
            Self::Periodic => "periodic",
            Self::Random => "random",
            Self::ArnoldRyder => "arnold-ryder",
            Self::Bursty => "bursty",
            Self::Interval => "interval",
        }
    }

    /// The mode called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// What reaches the sampler from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Pulse {
    /// `ext_on`: sampling goes on from here (mode external).
    On = 0,
    /// `ext_off`: it does not.
    Off = 1,
    /// `ext_tick`: an interval ends and the next one begins (mode interval).
    Tick = 2,
}

/// Mode and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// How events are chosen.
    pub mode: Mode,
    /// Modes `periodic` and `interval`: one event or interval of so many; 0 counts as 1. [`PERIOD_BITS`] bits.
    pub period: u32,
    /// Modes `random` and `interval`: an event or interval is taken in so many of 65536 cases, 0 to 65536.
    pub chance: u32,
    /// Mode `interval`: by chance instead of by period.
    pub by_chance: bool,
    /// Modes `arnold-ryder` and `bursty`: checks between bursts; 0 is infinitely many. [`PERIOD_BITS`] bits.
    pub outside: u32,
    /// Mode `bursty`: checks in a burst; 0 is infinitely many. [`PERIOD_BITS`] bits.
    pub inside: u32,
    /// The first record of a procedure is judged by the state after its own check.
    pub entry_post: bool,
    /// State of the random generator; 0 counts as 1.
    pub seed: u32,
}

impl Default for Config {
    /// Every event.
    fn default() -> Self {
        Self {
            mode: Mode::Always,
            period: 1,
            chance: 1 << RANDOM_BITS,
            by_chance: false,
            outside: 0,
            inside: 0,
            entry_post: false,
            seed: 1,
        }
    }
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// What is emitted.
pub const PRESETS: [Variant; 4] = [
    preset("nano", "events alone: the smallest", &[("checks", 0), ("statistics", 0), (DEEP, 0)]),
    preset("bursty", "with bursts by checks and by intervals", &[("checks", 1), ("statistics", 0), (DEEP, 0)]),
    preset(
        "full",
        "and with six counters of checks, events and bursts",
        &[("checks", 1), ("statistics", 1), (DEEP, 0)],
    ),
    preset("full_deep", "`full` for a fast clock", &[("checks", 1), ("statistics", 1), (DEEP, 1)]),
];
