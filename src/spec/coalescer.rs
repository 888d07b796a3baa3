//! Configuration of the coalescer (rule R10 in docs/reference/coalescer.md).
use std::fmt;

/// Smallest number of entries.
pub const ENTRIES_MIN: u32 = 16;
/// Largest number of entries.
pub const ENTRIES_MAX: u32 = 4096;
/// Largest weight an entry can hold: the weight field has 16 bits.
pub const WEIGHT_MAX: u16 = u16::MAX;

/// Size and saturation weight of a coalescer. Both change the results of the engine after it, so they are part of the
/// configuration.
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

/// How the hardware is built; ports and results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Microarchitecture {
    /// Three cycles an event. Half the logic, for engines that need many more cycles for one.
    Compact,
    /// Three stages that stop together; block RAM read in one cycle. Small.
    Serial,
    /// Seven stages that never stop and a queue after them; block RAM read in two cycles. Fast on ECP5.
    Pipelined,
}

impl Microarchitecture {
    /// Every microarchitecture.
    pub const ALL: [Self; 3] = [Self::Compact, Self::Serial, Self::Pipelined];

    /// The name in files and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compact => "compact",
            Self::Serial => "serial",
            Self::Pipelined => "pipelined",
        }
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
    /// How it is built.
    pub built: Microarchitecture,
}

impl Preset {
    const fn serial(name: &'static str, key_bits: u32, entries: u32, doc: &'static str) -> Self {
        Self { name, doc, key_bits, config: Config::new(entries), built: Microarchitecture::Serial }
    }

    const fn compact(name: &'static str, key_bits: u32, entries: u32, doc: &'static str) -> Self {
        Self { built: Microarchitecture::Compact, ..Self::serial(name, key_bits, entries, doc) }
    }

    const fn pipelined(name: &'static str, key_bits: u32, entries: u32, doc: &'static str) -> Self {
        Self { built: Microarchitecture::Pipelined, ..Self::serial(name, key_bits, entries, doc) }
    }
}

/// Every preset of the `coalescer` unit.
pub const PRESETS: &[Preset] = &[
    Preset::compact("nano", 32, 256, "the one of `rap nano`"),
    Preset::compact("mini", 32, 64, "the one of `rap mini`"),
    Preset::serial("x86", 48, 1024, "the one of `rap x86`"),
    Preset::serial("k32e1024", 32, 1024, "32-bit keys, the default size"),
    Preset::serial("k8e16", 8, 16, "smallest key and size: every hazard within a few events"),
    Preset::serial("k64e16", 64, 16, "widest key, smallest size"),
    Preset::serial("k48e4096", 48, 4096, "native addresses, largest size"),
    Preset::serial("k64e4096", 64, 4096, "widest key, largest size"),
    Preset::compact("k8e16_compact", 8, 16, "smallest key and size, two cycles an event"),
    Preset::compact("k64e4096_compact", 64, 4096, "widest key, largest size, two cycles an event"),
    Preset::pipelined("fast", 32, 1024, "the one of `rap fast`: 32-bit keys, pipelined for ECP5"),
    Preset::pipelined("fast48", 48, 1024, "native addresses, pipelined for ECP5"),
    Preset::pipelined("fast8", 8, 16, "smallest key and size, pipelined: every hazard within a few events"),
    Preset::pipelined("fast64", 64, 4096, "widest key, largest size, pipelined"),
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
