//! The value hotlist sampler: which values the instructions of a program have most often (docs/reference/hotlist.md).
pub mod regs;
pub mod tuple;

use self::tuple::Kind;
use super::classify::Opclass;
use super::lfsr;
use super::sample_buffer::{Format, LANES_MAX};
use super::variant::Variant;
use std::fmt;

/// State of both random generators after a reset.
pub const SEED: u32 = regs::LT.reset();
/// Steps that a generator goes on after its value was used.
pub const LEAP: u32 = 16;
/// Bits of a count.
pub const COUNT_BITS: u32 = 24;
/// The largest count, where one stays.
pub const COUNT_MAX: u32 = (1 << COUNT_BITS) - 1;
/// The largest `t`: a table that would need more is frozen.
pub const T_MAX: u32 = 16;
/// Return addresses that the shadow stack holds.
pub const STACK: usize = 8;
/// Bits of PERIOD, JMASK and SKMASK.
pub const PERIOD_BITS: u32 = regs::PERIOD.field("PERIOD").width;
/// Bits of the number of an entry.
pub const INDEX_BITS: u32 = 9;
/// Tuples that the queue before the table holds.
pub const QUEUE: u32 = 16;
/// Tuples that may be under way between the tap and the queues: free places below which a lossless build stops the tap
/// (V11). Room is known a cycle late, and a tuple is one cycle after its record.
pub const FLIGHT: u32 = 3;

/// A generator after its value was used.
pub const fn leap(mut state: u32) -> u32 {
    let mut step = 0;
    while step < LEAP {
        state = lfsr::step(state);
        step += 1;
    }
    state
}

/// The largest number of the form `2^k - 1` that is at most `value` (V2).
pub const fn mask(value: u32) -> u32 {
    match value {
        u32::MAX => value,
        _ => (1 << (value + 1).ilog2()) - 1,
    }
}

/// Where tuples go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Mode {
    /// A record of each to the raw stream.
    Raw = 0,
    /// To the table.
    #[default]
    Hot = 1,
    /// Both.
    Both = 2,
}

impl Mode {
    /// The mode of a code; 3 counts as [`Mode::Both`].
    pub const fn from_code(code: u32) -> Self {
        match code {
            0 => Self::Raw,
            1 => Self::Hot,
            _ => Self::Both,
        }
    }

    /// Tuples go to the raw stream.
    pub const fn raw(self) -> bool {
        !matches!(self, Self::Hot)
    }

    /// Tuples go to the table.
    pub const fn hot(self) -> bool {
        !matches!(self, Self::Raw)
    }
}

/// How the table samples.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Scheme {
    /// Every instance enters with the same probability.
    Concise = 0,
    /// Once a key has an entry, every instance of it counts.
    #[default]
    Counting = 1,
}

/// What a host decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Where tuples go.
    pub mode: Mode,
    /// How the table samples.
    pub scheme: Scheme,
    /// The core is held back instead of dropping a tuple.
    pub lossless: bool,
    /// Length of a period at least, [`PERIOD_BITS`] bits; 0 counts as 1. The last retirement of a period is the first
    /// of a burst.
    pub period: u32,
    /// What is added to it at random: up to so much, `2^k - 1`.
    pub jitter: u32,
    /// How many retirements later a burst begins at random: up to so many, `2^k - 1`.
    pub skip: u32,
    /// Retirements of a burst; 0 counts as 1.
    pub burst: u8,
    /// What the tuple of each class holds.
    pub kinds: [Kind; Opclass::COUNT],
    /// Lanes of a raw record.
    pub format: Format,
}

impl Default for Config {
    /// What the registers hold after a reset: bursts of 4 every 65 536 retirements or so, as in the paper, no tuples.
    fn default() -> Self {
        Self {
            mode: Mode::Hot,
            scheme: Scheme::Counting,
            lossless: false,
            period: regs::PERIOD.reset(),
            jitter: regs::JMASK.reset(),
            skip: 0,
            burst: regs::BURST.reset() as u8,
            kinds: [Kind::None; Opclass::COUNT],
            format: Format(regs::RECFMT2.reset() as u16),
        }
    }
}

impl Config {
    /// The values of loads and of what computes, on any core.
    pub fn values() -> Self {
        let mut kinds = [Kind::None; Opclass::COUNT];
        for class in [Opclass::Load, Opclass::Alu, Opclass::Multiply, Opclass::Divide] {
            kinds[class as usize] = Kind::Val;
        }
        Self { kinds, ..Self::default() }
    }

    /// Whether the registers can hold it as it is.
    ///
    /// # Errors
    /// The first field that is out of range.
    pub const fn check(&self) -> Result<(), Error> {
        if self.period == 0 || self.period >> PERIOD_BITS != 0 {
            return Err(Error::Period(self.period));
        }
        if mask(self.jitter) != self.jitter || self.jitter >> PERIOD_BITS != 0 {
            return Err(Error::Mask("jitter", self.jitter));
        }
        if mask(self.skip) != self.skip || self.skip >> PERIOD_BITS != 0 {
            return Err(Error::Mask("skip", self.skip));
        }
        if self.burst == 0 {
            return Err(Error::Burst);
        }
        Ok(())
    }
}

/// What is wrong with a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The period is 0 or has too many bits.
    Period(u32),
    /// A number, called so, is not `2^k - 1`, or has too many bits.
    Mask(&'static str, u32),
    /// A burst has no retirement.
    Burst,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = u32::MAX >> (32 - PERIOD_BITS);
        match self {
            Self::Period(period) => write!(f, "a period of {period} retirements: expected 1 to {most}"),
            Self::Mask(name, value) => {
                let nearest = mask((*value).min(most));
                write!(f, "{name} {value}: expected 2^k - 1, at most {most}; the nearest below is {nearest}")
            }
            Self::Burst => write!(f, "a burst of 0 retirements: expected 1 to {}", u8::MAX),
        }
    }
}

impl std::error::Error for Error {}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Build {
    /// Width of the core's registers: 32 or 64.
    pub xlen: u32,
    /// Entries of the table: a power of two, 16 to 256.
    pub entries: u32,
    /// Records that the raw stream holds: a power of two, 16 to 256.
    pub records: u32,
    /// Lanes of the widest raw record: 1, 2 or 4.
    pub lanes: u32,
}

impl Build {
    /// The build of a variant.
    ///
    /// # Panics
    /// When the variant is none of this unit.
    pub fn of(variant: &Variant) -> Self {
        let of = |name| variant.parameter(name);
        Self { xlen: of("xlen"), entries: of("entries"), records: of("records"), lanes: of("lanes") }
    }

    /// The build that the word of PARAMS tells; `None` if there is none such.
    pub fn from_params(word: u32) -> Option<Self> {
        let of = |name| regs::PARAMS.field(name).of(word);
        let xlen = if of("XLEN64") == 1 { 64 } else { 32 };
        let build = Self { xlen, entries: of("ENTRIES"), records: of("RECORDS"), lanes: of("LANES") };
        let queue = |places: u32| places.is_power_of_two() && (16..=256).contains(&places);
        (queue(build.entries) && queue(build.records) && [1, 2, 4].contains(&build.lanes)).then_some(build)
    }

    /// Bits of RECFMT2: a selector for each lane.
    pub const fn format_mask(&self) -> u16 {
        u16::MAX >> (16 - 16 * self.lanes / LANES_MAX)
    }
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// What is emitted.
pub const VARIANTS: [Variant; 4] = [
    preset(
        "nano",
        "16 entries, 16 raw records of a lane: for tests, and where there is hardly any room",
        &[("xlen", 32), ("entries", 16), ("records", 16), ("lanes", 1)],
    ),
    preset(
        "up5k",
        "64 entries, 64 raw records of two lanes: beside a small core on an UP5K",
        &[("xlen", 32), ("entries", 64), ("records", 64), ("lanes", 2)],
    ),
    preset(
        "ecp5",
        "256 entries, 64 raw records of four lanes, beside a core of 32 bits",
        &[("xlen", 32), ("entries", 256), ("records", 64), ("lanes", 4)],
    ),
    preset(
        "ecp5_64",
        "256 entries, 64 raw records of four lanes, beside a core of 64 bits",
        &[("xlen", 64), ("entries", 256), ("records", 64), ("lanes", 4)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_one_of_the_rules() {
        let mut state = SEED;
        for expected in [0x1ace_5eed, 0xa965_490d, 0x1869_b2a5, 0x3d58_4da9] {
            assert_eq!(state, expected);
            state = leap(state);
        }
    }

    #[test]
    fn masks_are_rounded_down() {
        for (value, expected) in [(0, 0), (1, 1), (2, 1), (3, 3), (4, 3), (6, 3), (7, 7), (4095, 4095), (4096, 4095)] {
            assert_eq!(mask(value), expected, "{value}");
        }
        assert_eq!([mask(u32::MAX), mask(u32::MAX - 1)], [u32::MAX, u32::MAX >> 1]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let good = Config::values();
        assert_eq!(good.check(), Ok(()));
        assert_eq!(Config { period: 0, ..good }.check(), Err(Error::Period(0)));
        assert_eq!(Config { period: 1 << 31, ..good }.check(), Err(Error::Period(1 << 31)));
        assert_eq!(Config { jitter: 5, ..good }.check(), Err(Error::Mask("jitter", 5)));
        assert_eq!(Config { skip: u32::MAX, ..good }.check(), Err(Error::Mask("skip", u32::MAX)));
        assert_eq!(Config { burst: 0, ..good }.check(), Err(Error::Burst));
        let text = "skip 4294967295: expected 2^k - 1, at most 2147483647; the nearest below is 2147483647";
        assert_eq!(Error::Mask("skip", u32::MAX).to_string(), text);
    }

    #[test]
    fn builds_have_a_selector_for_each_lane() {
        let masks = VARIANTS.map(|variant| Build::of(&variant).format_mask());
        assert_eq!(masks, [0x000f, 0x00ff, 0xffff, 0xffff]);
    }
}
