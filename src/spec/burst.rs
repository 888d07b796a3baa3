//! When events are taken: the trigger (docs/burst.md).
use super::variant::Variant;

/// Width of the counter of events in bits.
pub const COUNT_BITS: u32 = 24;
/// Feedback of the random numbers: Galois, right shift, `x^32 + x^22 + x^2 + x + 1`.
pub const LFSR_TAPS: u32 = 0x8020_0003;
/// Bits of a random number that are compared with the threshold.
pub const RANDOM_BITS: u32 = 16;
/// Threshold at which every event is taken.
pub const THRESHOLD_MAX: u32 = 1 << RANDOM_BITS;

/// Which events are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Mode {
    /// None.
    #[default]
    Off = 0,
    /// All.
    Always = 1,
    /// Those between two signals from outside.
    External = 2,
    /// One in so many.
    Periodic = 3,
    /// Each with a probability.
    Random = 4,
}

impl Mode {
    /// Every mode, in the order of the codes. With another code nothing is taken.
    pub const ALL: [Self; 5] = [Self::Off, Self::Always, Self::External, Self::Periodic, Self::Random];

    /// Code of `cfg_burst_mode`.
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

/// What the trigger does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Config {
    /// Which events are taken.
    pub mode: Mode,
    /// Of how many events one is taken, in mode periodic; 0 is as 1. 24 bits.
    pub period: u32,
    /// An event is taken if a random number of 16 bits is below this, in mode random; 0 to [`THRESHOLD_MAX`].
    pub threshold: u32,
    /// Start of the random numbers; 0 is as 1.
    pub seed: u32,
}

/// The random number after `state`; never 0.
pub const fn lfsr_next(state: u32) -> u32 {
    (state >> 1) ^ if state & 1 == 1 { LFSR_TAPS } else { 0 }
}

/// What is emitted: whether there are counters of what was taken.
pub const PRESETS: [Variant; 2] = [
    Variant { name: "nano", doc: "without statistics", parameters: &[("statistics", 0)] },
    Variant { name: "full", doc: "with statistics", parameters: &[("statistics", 1)] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_begin_as_written() {
        let mut state = 1;
        for next in [0x8020_0003, 0xc030_0002, 0x6018_0001, 0xb02c_0003, 0xd836_0002, 0x6c1b_0001] {
            state = lfsr_next(state);
            assert_eq!(state, next);
        }
    }

    #[test]
    fn names_and_codes_lead_back() {
        for (i, mode) in Mode::ALL.into_iter().enumerate() {
            assert_eq!((mode.code() as usize, Mode::from_name(mode.name())), (i, Some(mode)));
        }
    }
}
