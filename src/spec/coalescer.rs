//! Configuration of the coalescer (rule R10 in docs/coalescer.md).
use std::fmt;

/// Smallest number of entries.
pub const ENTRIES_MIN: u32 = 16;
/// Largest number of entries.
pub const ENTRIES_MAX: u32 = 4096;
/// Largest weight an entry can hold: the weight field has 16 bits.
pub const WEIGHT_MAX: u16 = u16::MAX;

/// Size and saturation weight of a coalescer. Both change the results of the engine behind it, so they are part of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Number of entries `E`, a power of two in `16..=4096`.
    pub entries: u32,
    /// `WMAX`: an entry never grows beyond this weight. An event heavier than that is refused.
    pub weight_max: u16,
}

impl Config {
    /// `entries` entries with the widest weight.
    pub const fn new(entries: u32) -> Self {
        Self { entries, weight_max: WEIGHT_MAX }
    }

    /// Number of index bits `e` with `E = 2^e`.
    pub const fn index_bits(&self) -> u32 {
        self.entries.trailing_zeros()
    }

    /// Checks the legal range of both parameters.
    pub fn validate(&self) -> Result<(), Error> {
        if !self.entries.is_power_of_two() || !(ENTRIES_MIN..=ENTRIES_MAX).contains(&self.entries) {
            return Err(Error::Entries(self.entries));
        }
        if self.weight_max == 0 {
            return Err(Error::WeightMax);
        }
        Ok(())
    }
}

/// A named, tested configuration of the `coalescer` top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name on the command line and in file names.
    pub name: &'static str,
    /// What it is for, in one sentence.
    pub doc: &'static str,
    /// Key width in bits.
    pub key_bits: u32,
    /// Number of entries; `weight_max` is the default of the configuration port.
    pub config: Config,
}

/// Every preset of the `coalescer` unit.
pub const PRESETS: &[Preset] = &[
    Preset { name: "nano", doc: "the one of `rap nano`", key_bits: 32, config: Config::new(256) },
    Preset { name: "mini", doc: "the one of `rap mini`", key_bits: 32, config: Config::new(64) },
    Preset { name: "x86", doc: "the one of `rap x86`", key_bits: 48, config: Config::new(1024) },
    Preset { name: "k32e1024", doc: "32-bit keys, the default size", key_bits: 32, config: Config::new(1024) },
    Preset {
        name: "k8e16",
        doc: "smallest key and size: every hazard within a few events",
        key_bits: 8,
        config: Config::new(16),
    },
    Preset { name: "k64e16", doc: "widest key, smallest size", key_bits: 64, config: Config::new(16) },
    Preset { name: "k48e4096", doc: "native addresses, largest size", key_bits: 48, config: Config::new(4096) },
    Preset { name: "k64e4096", doc: "widest key, largest size", key_bits: 64, config: Config::new(4096) },
];

/// The preset called `name`.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.name == name)
}

/// A coalescer configuration that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Not a power of two in the legal range.
    Entries(u32),
    /// A saturation weight of zero.
    WeightMax,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Entries(e) => {
                write!(f, "coalescer entries {e}: expected a power of two from {ENTRIES_MIN} to {ENTRIES_MAX}")
            }
            Error::WeightMax => write!(f, "coalescer weight limit 0: expected 1 to {WEIGHT_MAX}"),
        }
    }
}

impl std::error::Error for Error {}
