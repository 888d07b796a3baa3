//! The phase tracker: which phase of a program each interval of its instructions belongs to (docs/reference/phase.md).
pub mod record;
pub mod regs;

use super::variant::Variant;
use std::fmt;

/// Buckets of the accumulator of an interval, and bytes of its footprint.
pub const BUCKETS: usize = 32;
/// Bits of a bucket and of the count of instructions since the last change of control.
pub const BUCKET_BITS: u32 = 24;
/// Bits of the number of a bucket.
pub const INDEX_BITS: u32 = BUCKETS.trailing_zeros();
/// Bits of an element of a footprint.
pub const FOOTPRINT_BITS: u32 = 8;
/// Bits of a distance between footprints, and of the threshold.
pub const DISTANCE_BITS: u32 = 13;
/// The distance that a new phase is reported with.
pub const NO_DISTANCE: u16 = (1 << DISTANCE_BITS) - 1;
/// Entries of the table of changes of phase.
pub const CHANGES: usize = 32;
/// The largest run: consecutive intervals in a phase.
pub const MAX_RUN: u8 = u8::MAX;
/// The largest count of intervals of a phase in the phase table: bits of its field.
pub const SEEN_BITS: u32 = 15;
/// Instructions of an interval at least.
pub const MIN_LEN: u32 = 512;
/// Instructions of an interval at most.
pub const MAX_LEN: u32 = (1 << BUCKET_BITS) - 1;
/// Signatures that a build may have at most.
pub const MAX_SIGNATURES: u32 = 32;
/// Entries of the phase table that a build may have at most.
pub const MAX_PHASES: u32 = 32;

/// Which bucket a change of control at this address belongs to: the 5-bit groups of its bits 31 to 1, added without
/// carry (P2).
pub const fn bucket(pc: u32) -> usize {
    let (mut rest, mut index) = (pc >> 1, 0);
    while rest != 0 {
        index ^= rest & (BUCKETS as u32 - 1);
        rest >>= INDEX_BITS;
    }
    index as usize
}

/// Bits that a bucket is shifted right by to become an element of the footprint (P4).
pub const fn shift(len: u32) -> u32 {
    len.ilog2().saturating_sub(9)
}

/// The threshold of distances for so many per cent of an interval (P5): at most what [`Config::thr`] can hold.
pub fn threshold(len: u32, percent: u32) -> u16 {
    let scaled = u64::from(len >> shift(len)) * u64::from(percent) / 100;
    scaled.min(NO_DISTANCE.into()) as u16
}

/// What a host decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Instructions of an interval, [`MIN_LEN`] to [`MAX_LEN`].
    pub len: u32,
    /// Least distance between footprints of different phases; 0 makes every interval a new phase. [`DISTANCE_BITS`]
    /// bits.
    pub thr: u16,
    /// Which interval of a phase is sampled, as far as predictions are right: 1 for the first one that can be, 3 for
    /// the third; at least 1.
    pub k: u8,
    /// State of the random generator; 0 counts as 1.
    pub seed: u32,
    /// The tracker arms the next interval by itself; else a host does.
    pub auto: bool,
    /// Predictions are the last phase, whatever the table of changes says.
    pub last_value: bool,
    /// A signature that matches becomes the footprint that it matched.
    pub update: bool,
    /// The nearest signature matches; else the first one that is near enough.
    pub best: bool,
}

impl Default for Config {
    /// What the registers hold after a reset, but that the tracker arms intervals by itself.
    fn default() -> Self {
        let len = regs::LEN.reset();
        Self {
            len,
            thr: regs::THR.reset() as u16,
            k: regs::K.reset() as u8,
            seed: 1,
            auto: true,
            last_value: false,
            update: false,
            best: true,
        }
    }
}

impl Config {
    /// Intervals of `len` instructions and a threshold of so many per cent of one; the rest as by default.
    pub fn of(len: u32, percent: u32) -> Self {
        Self { len, thr: threshold(len, percent), ..Self::default() }
    }

    /// Whether the registers can hold it.
    ///
    /// # Errors
    /// The first field that is out of range.
    pub const fn check(&self) -> Result<(), Error> {
        if self.len < MIN_LEN || self.len > MAX_LEN {
            return Err(Error::Len(self.len));
        }
        if self.thr > NO_DISTANCE {
            return Err(Error::Thr(self.thr));
        }
        if self.k == 0 {
            return Err(Error::K);
        }
        Ok(())
    }
}

/// What is wrong with a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// An interval is too short or too long.
    Len(u32),
    /// The threshold has too many bits.
    Thr(u16),
    /// No interval has number 0.
    K,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Len(len) => write!(f, "an interval of {len} instructions: expected {MIN_LEN} to {MAX_LEN}"),
            Self::Thr(thr) => write!(f, "threshold {thr}: expected 0 to {NO_DISTANCE}"),
            Self::K => write!(f, "k is 0: expected 1 to {}, the number of an interval in its phase", u8::MAX),
        }
    }
}

impl std::error::Error for Error {}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Build {
    /// Signatures: phases that are told apart at a time, 2 to [`MAX_SIGNATURES`].
    pub signatures: u32,
    /// Entries of the phase table: phases of which it is known how often they were seen, and whether one was sampled; 2
    /// to [`MAX_PHASES`].
    pub phases: u32,
    /// Half words that the queue of the interval log holds.
    pub log: u32,
}

impl Build {
    /// The sizes of the paper: 32 signatures, 20 entries of the phase table.
    pub const PAPER: Self = Self { signatures: 32, phases: 20, log: 256 };

    /// The build of a variant.
    ///
    /// # Panics
    /// When the variant is none of this unit.
    pub fn of(variant: &Variant) -> Self {
        let of = |name| variant.parameter(name);
        Self { signatures: of("signatures"), phases: of("known_phases"), log: of("log") }
    }
}

/// The variant with this number among [`VARIANTS`], counted from 1: 0 stands for none.
pub fn numbered(number: u32) -> Option<&'static Variant> {
    VARIANTS.get((number as usize).checked_sub(1)?)
}

/// The number of the variant called `name`, as [`numbered`] takes it; 0 when there is none of that name.
pub fn number(name: &str) -> u32 {
    VARIANTS.iter().position(|variant| variant.name == name).map_or(0, |at| at as u32 + 1)
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// What is emitted.
pub const VARIANTS: [Variant; 2] = [
    preset(
        "small",
        "20 signatures, a phase table of 20, a log of 42 intervals",
        &[("signatures", 20), ("known_phases", 20), ("log", 256)],
    ),
    preset(
        "full",
        "32 signatures, a phase table of 20, a log of 170 intervals",
        &[("signatures", 32), ("known_phases", 20), ("log", 1024)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_those_of_the_rules() {
        let expected = [(0, 0), (2, 1), (0x40, 1), (0x8000_0000, 1), (0x8000_1234, 17), (0xffff_fffe, 1), (3, 1)];
        for (pc, index) in expected {
            assert_eq!(bucket(pc), index, "{pc:#x}");
        }
    }

    #[test]
    fn shifts_and_thresholds_follow_the_length() {
        let expected = [(512, 0), (1000, 0), (1023, 0), (1024, 1), (4096, 3), (10_000, 4), (10_000_000, 14)];
        for (len, by) in expected {
            assert_eq!(shift(len), by, "{len}");
        }
        assert_eq!([10_000, 4096, 1000].map(|len| threshold(len, 20)), [125, 102, 200]);
        assert_eq!(threshold(10_000_000, 10), Config::default().thr);
        assert_eq!(threshold(MAX_LEN, 10_000), NO_DISTANCE);
    }

    #[test]
    fn variants_have_numbers_from_one() {
        assert_eq!((numbered(0), numbered(VARIANTS.len() as u32 + 1), number("none")), (None, None, 0));
        assert!(VARIANTS.iter().all(|variant| numbered(number(variant.name)) == Some(variant)));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let good = Config::of(10_000, 20);
        assert_eq!(good.check(), Ok(()));
        assert_eq!(Config { len: 511, ..good }.check(), Err(Error::Len(511)));
        assert_eq!(Config { len: 1 << 24, ..good }.check(), Err(Error::Len(1 << 24)));
        assert_eq!(Config { thr: 1 << 13, ..good }.check(), Err(Error::Thr(1 << 13)));
        assert_eq!(Config { k: 0, ..good }.check(), Err(Error::K));
        assert_eq!(Error::Len(511).to_string(), "an interval of 511 instructions: expected 512 to 16777215");
    }
}
