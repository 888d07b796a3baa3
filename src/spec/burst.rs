//! The burst sampler: which of the events count (docs/burst.md).
use super::variant::Variant;

/// Bits of periods.
pub const PERIOD_BITS: u32 = 24;
/// Bits of the random number that a chance is compared with: a chance of `2^RANDOM_BITS` is certainty.
pub const RANDOM_BITS: u32 = 16;
/// Feedback of the random generator: a Galois register that shifts right; `x^32 + x^22 + x^2 + x + 1`.
pub const LFSR_TAPS: u32 = 0x8020_0003;

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
}

impl Mode {
    /// Every mode, in the order of the codes.
    pub const ALL: [Self; 5] = [Self::Off, Self::Always, Self::External, Self::Periodic, Self::Random];

    /// Code of `cfg_burst_mode`. With a code above the last one no event is taken.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Always => "always",
            Self::External => "external",
            Self::Periodic => "periodic",
            Self::Random => "random",
        }
    }

    /// The mode called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// Mode and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// How events are chosen.
    pub mode: Mode,
    /// Mode `periodic`: one event of so many; 0 counts as 1. [`PERIOD_BITS`] bits.
    pub period: u32,
    /// Mode `random`: an event is taken in so many of 65536 cases, 0 to 65536.
    pub chance: u32,
    /// State of the random generator; 0 counts as 1.
    pub seed: u32,
}

impl Default for Config {
    /// Every event.
    fn default() -> Self {
        Self { mode: Mode::Always, period: 1, chance: 1 << RANDOM_BITS, seed: 1 }
    }
}

/// What is emitted: with or without statistics.
pub const PRESETS: [Variant; 2] = [
    Variant { name: "nano", doc: "without statistics: the smallest", parameters: &[("statistics", 0)] },
    Variant { name: "full", doc: "with six counters of checks, events and bursts", parameters: &[("statistics", 1)] },
];
