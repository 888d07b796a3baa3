//! The programmable profiling co-processor: a microcoded engine that takes sample records (docs/reference/coproc.md).
pub mod regs;
pub mod word;

use super::classify::Xlen;
use super::sample_buffer::Lane;
use super::variant::{DEEP, Variant};
use std::fmt;

/// Words of the microcode store.
pub const WORDS: usize = 64;
/// Value registers V0 to V3 (B.1).
pub const VALUES: usize = 4;
/// Constants K0 to K3.
pub const CONSTANTS: usize = 4;
/// Index registers X0 to X7.
pub const INDICES: usize = 8;
/// Base registers B0 to B7.
pub const BASES: usize = 8;
/// Far targets T0 to T3.
pub const TARGETS: usize = 4;
/// Tags of interrupts, from 0 up.
pub const TAGS: usize = 4;
/// Bits of the widest index register.
pub const INDEX_BITS: u32 = 16;
/// Bits of an entry of the data memory.
pub const SLOT_BITS: u32 = 64;
/// Bits of a key.
pub const KEY_BITS: u32 = 32;
/// Words of one sample before the watchdog bites, after a reset; 0 is never.
pub const WATCHDOG: u8 = 255;
/// Most words that the watchdog can allow.
pub const WATCHDOG_BITS: u32 = 8;

/// What the counters of the branch predictor are after a reset, of 0 to 3: 2 and 3 are taken.
pub const PREDICTOR_RESET: u8 = 1;

/// Numbers of entries that there are builds of.
pub const ENTRIES: [u32; 4] = [32, 64, 128, 256];
/// The most.
const MOST: u32 = ENTRIES[ENTRIES.len() - 1];

/// A build (section 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Width of the core's addresses: an address in 32 bits has 31 bits that say something.
    pub xlen: Xlen,
    /// Bits of value registers, constants and the ALU: 32 or 64.
    pub value_bits: u32,
    /// Entries of the associative array and of the data memory (N).
    pub entries: u32,
    /// Branches to near words are predicted (PRED). Only cycles depend on it.
    pub predict: bool,
    /// Valid entries whose keys have the same hash are chained (MATCH = CHAIN), otherwise keys are compared one after
    /// the other (SCAN). Only cycles depend on it.
    pub chain: bool,
    /// The build is one for a fast clock, of 256 entries: a key is there a cycle later. Only cycles depend on it.
    pub deep: bool,
}

/// The chain of a build of so many entries in which a key lies: its four bytes, combined (B.5).
pub const fn bucket(key: u32, entries: u32) -> u8 {
    let halves = key ^ key >> 16;
    (halves ^ halves >> 8) as u8 & (entries - 1) as u8
}

/// What a build cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// Neither 32 nor 64 bits of value.
    ValueBits(u32),
    /// A number of entries without a build.
    Entries(u32),
    /// A number of entries without a build for a fast clock.
    Deep(u32),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ValueBits(bits) => write!(f, "values of {bits} bits: expected 32 or 64"),
            Self::Entries(entries) => write!(f, "{entries} entries: expected 32, 64, 128 or 256"),
            Self::Deep(entries) => write!(f, "{entries} entries for a fast clock: expected 256"),
        }
    }
}

impl Config {
    /// A build for a 32-bit core; with the most entries, one for a fast clock.
    pub const fn rv32(entries: u32) -> Self {
        Self { xlen: Xlen::Rv32, value_bits: 32, entries, predict: false, chain: true, deep: entries == MOST }
    }

    /// A build for a 64-bit core, with values as wide as its registers; with the most entries, one for a fast clock.
    pub const fn rv64(entries: u32) -> Self {
        Self { xlen: Xlen::Rv64, value_bits: 64, entries, predict: false, chain: true, deep: entries == MOST }
    }

    /// Whether there is such a build.
    ///
    /// # Errors
    /// The first parameter that is out of its range.
    pub fn validate(&self) -> Result<(), Invalid> {
        if !matches!(self.value_bits, 32 | 64) {
            return Err(Invalid::ValueBits(self.value_bits));
        }
        if !ENTRIES.contains(&self.entries) {
            return Err(Invalid::Entries(self.entries));
        }
        if self.deep && self.entries != MOST {
            return Err(Invalid::Deep(self.entries));
        }
        Ok(())
    }

    /// Bits of the number of an entry (LG).
    pub const fn index_bits(&self) -> u32 {
        self.entries.ilog2()
    }

    /// The largest value.
    pub const fn value_max(&self) -> u64 {
        u64::MAX >> (64 - self.value_bits)
    }

    /// The bits that `pc[32:1]` can have.
    pub const fn tag_mask(&self) -> u32 {
        match self.xlen {
            Xlen::Rv32 => u32::MAX >> 1,
            Xlen::Rv64 => u32::MAX,
        }
    }
}

/// The flags of the machine, bits of register FLAGS from 0 up (B.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// A = B.
    pub eq: bool,
    /// A < B.
    pub ltu: bool,
    /// R = 0.
    pub zr: bool,
    /// A saturating operation of the ALU is at its bound.
    pub asat: bool,
    /// An index reached its end.
    pub isat: bool,
    /// A counter in the data memory is at its bound.
    pub msat: bool,
    /// A match found its key.
    pub hit: bool,
    /// The highest bit of R.
    pub neg: bool,
}

impl Flags {
    /// Names, from bit 0 up.
    pub const NAMES: [&str; 8] = ["eq", "ltu", "zr", "asat", "isat", "msat", "hit", "neg"];

    /// As register FLAGS shows them.
    pub const fn bits(self) -> u8 {
        self.eq as u8
            | (self.ltu as u8) << 1
            | (self.zr as u8) << 2
            | (self.asat as u8) << 3
            | (self.isat as u8) << 4
            | (self.msat as u8) << 5
            | (self.hit as u8) << 6
            | (self.neg as u8) << 7
    }

    /// What a host wrote.
    pub const fn from_bits(bits: u8) -> Self {
        const fn bit(bits: u8, at: u32) -> bool {
            bits >> at & 1 == 1
        }
        Self {
            eq: bit(bits, 0),
            ltu: bit(bits, 1),
            zr: bit(bits, 2),
            asat: bit(bits, 3),
            isat: bit(bits, 4),
            msat: bit(bits, 5),
            hit: bit(bits, 6),
            neg: bit(bits, 7),
        }
    }
}

/// Why the machine stopped for good (STATUS.ERR).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Error {
    /// A field has a value that means nothing.
    Illegal = 1,
    /// The program ran off the end of the store.
    End = 2,
    /// A branch leads out of the store.
    Target = 3,
    /// More words than the watchdog allows.
    Watchdog = 4,
    /// A base register names no lane that the build has.
    Lane = 5,
}

impl Error {
    /// Every error.
    pub const ALL: [Self; 5] = [Self::Illegal, Self::End, Self::Target, Self::Watchdog, Self::Lane];

    /// Name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "ILL",
            Self::End => "PCEND",
            Self::Target => "TGT",
            Self::Watchdog => "WDOG",
            Self::Lane => "LANE",
        }
    }
}

/// What the machine does (STATUS.STATE).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum State {
    /// Nothing: after a reset, a stop or a skip.
    #[default]
    Idle = 0,
    /// It takes samples.
    Run = 1,
    /// The program asked for the host.
    Interrupt = 2,
    /// An error; the sample that raised it is still there.
    Error = 3,
}

/// A command of the host (register CMD).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Command {
    /// Take samples, from IDLE or INT.
    Run = 1,
    /// Stop at the next sample boundary.
    Stop = 2,
    /// No entry is valid any more.
    InvalidateAll = 3,
    /// The data memory is 0.
    ClearAll = 4,
    /// Empty the sample buffer.
    Flush = 5,
    /// Counters become 0.
    ClearCounters = 6,
    /// In ERR: leave the sample out.
    Skip = 7,
    /// Registers, flags and counters as after a reset; arrays stay.
    Reset = 8,
    /// The entry in bits 15 to 8 is not valid any more.
    Invalidate = 9,
}

impl Command {
    /// Every command.
    pub const ALL: [Self; 9] = [
        Self::Run,
        Self::Stop,
        Self::InvalidateAll,
        Self::ClearAll,
        Self::Flush,
        Self::ClearCounters,
        Self::Skip,
        Self::Reset,
        Self::Invalidate,
    ];

    /// The command of a code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|command| *command as u8 == code)
    }
}

/// The random generator of the microcode (B.3, 6).
pub mod lfsr {
    /// Feedback, `x^16 + x^14 + x^13 + x^11 + 1`.
    pub const TAPS: u16 = 0xb400;
    /// After a reset.
    pub const RESET: u16 = 0xace1;
    /// Steps for each use.
    pub const STEPS: u32 = 4;

    /// What comes after one use.
    pub const fn advance(mut state: u16) -> u16 {
        let mut left = STEPS;
        while left > 0 {
            state = (state >> 1) ^ (if state & 1 == 1 { TAPS } else { 0 });
            left -= 1;
        }
        state
    }
}

/// A base register: a range of entries, and which part of each (B.3, 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base(pub u16);

impl Base {
    /// Logarithms of sizes beyond this one count as this one.
    pub const SIZE_MAX: u32 = 8;
    /// Lowest bit of the logarithm of the size.
    pub const SIZE_LSB: u32 = 8;
    /// Lowest bit of the lane.
    pub const LANE_LSB: u32 = 12;

    /// A register of its parts.
    pub const fn new(first: u8, size_log2: u8, lane: u8) -> Self {
        Self(first as u16 | (size_log2 as u16) << Self::SIZE_LSB | (lane as u16) << Self::LANE_LSB)
    }

    /// Number of entries.
    pub const fn size(self) -> u32 {
        let log2 = (self.0 >> Self::SIZE_LSB & 15) as u32;
        1 << (if log2 > Self::SIZE_MAX { Self::SIZE_MAX } else { log2 })
    }

    /// First entry, before it is taken modulo the number of entries.
    pub const fn first(self) -> u32 {
        (self.0 as u32 & 0xff) & !(self.size() - 1)
    }

    /// Code of the lane.
    pub const fn lane_code(self) -> u8 {
        (self.0 >> Self::LANE_LSB) as u8
    }

    /// The lane, unless a build with values of so many bits has none such.
    pub const fn lane(self, value_bits: u32) -> Option<Part> {
        Part::from_code(self.lane_code(), value_bits)
    }

    /// The entry that an index leads to, of `entries`.
    pub const fn entry(self, index: u16, entries: u32) -> usize {
        ((self.first() | (index as u32 & (self.size() - 1))) & (entries - 1)) as usize
    }
}

/// A part of an entry of the data memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Lowest bit.
    pub lsb: u32,
    /// Bits.
    pub bits: u32,
}

impl Part {
    /// Names of the lanes, from code 0 up.
    pub const NAMES: [&str; 15] =
        ["D", "W0", "W1", "H0", "H1", "H2", "H3", "B0", "B1", "B2", "B3", "B4", "B5", "B6", "B7"];

    /// The lane of a code, unless a build with values of so many bits has none such.
    pub const fn from_code(code: u8, value_bits: u32) -> Option<Self> {
        let code = code as u32;
        Some(match code {
            0 if value_bits == SLOT_BITS => Self { lsb: 0, bits: 64 },
            1..=2 => Self { lsb: 32 * (code - 1), bits: 32 },
            3..=6 => Self { lsb: 16 * (code - 3), bits: 16 },
            7..=14 => Self { lsb: 8 * (code - 7), bits: 8 },
            _ => return None,
        })
    }

    /// The largest value.
    pub const fn max(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// This part of an entry.
    pub const fn of(self, slot: u64) -> u64 {
        slot >> self.lsb & self.max()
    }

    /// An entry with this part changed; bits of `value` beyond the part are left out.
    pub const fn put(self, slot: u64, value: u64) -> u64 {
        slot & !(self.max() << self.lsb) | (value & self.max()) << self.lsb
    }
}

/// Lanes of a record that a field of the sample needs: all of them, on a build with values of so many bits (B.4).
pub fn lanes(field: word::Field, value_bits: u32) -> &'static [Lane] {
    type F = word::Field;
    let wide = value_bits > KEY_BITS;
    match field {
        F::Pc if wide => &[Lane::Pct, Lane::PcHigh],
        F::Pct | F::Pc | F::Fall => &[Lane::Pct],
        F::Val => &[Lane::Val],
        F::ValWide if wide => &[Lane::Val, Lane::ValHigh],
        F::ValWide => &[Lane::Val],
        F::Addr if wide => &[Lane::Addr, Lane::AddrHigh],
        F::Addr => &[Lane::Addr],
        F::Npc if wide => &[Lane::Npct, Lane::NpcHigh],
        F::Npc | F::Npct => &[Lane::Npct],
        F::Insn | F::Rd | F::Rs1 | F::Rs2 | F::Funct3 | F::Funct7 | F::Opcode | F::Imm => &[Lane::Insn],
        F::Target => &[Lane::Pct, Lane::Insn],
        F::Lat => &[Lane::Lat],
        F::Taken | F::Class | F::Evt => &[],
    }
}

/// What is emitted: the target, its number of entries, bits of values, width of the core.
pub const PRESETS: [Variant; 4] = [
    Variant {
        name: "nano",
        doc: "32 entries: the smallest build",
        parameters: &[("xlen", 32), ("value_bits", 32), ("entries", 32), ("predict", 0), ("chain", 0), (DEEP, 0)],
    },
    Variant {
        name: "up5k",
        doc: "64 entries for the iCE40 UP5K, beside a small core",
        parameters: &[("xlen", 32), ("value_bits", 32), ("entries", 64), ("predict", 0), ("chain", 1), (DEEP, 0)],
    },
    Variant {
        name: "ecp5",
        doc: "256 entries beside a 32-bit core",
        parameters: &[("xlen", 32), ("value_bits", 32), ("entries", 256), ("predict", 0), ("chain", 1), (DEEP, 1)],
    },
    Variant {
        name: "ecp5_64",
        doc: "256 entries and values of 64 bits beside a 64-bit core",
        parameters: &[("xlen", 64), ("value_bits", 64), ("entries", 256), ("predict", 0), ("chain", 1), (DEEP, 1)],
    },
];

/// The build of a variant.
pub fn built(variant: &Variant) -> Config {
    let xlen = if variant.parameter("xlen") == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
    Config {
        xlen,
        value_bits: variant.parameter("value_bits"),
        entries: variant.parameter("entries"),
        predict: variant.parameter("predict") == 1,
        chain: variant.parameter("chain") == 1,
        deep: variant.parameter(DEEP) == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_one_of_the_rules() {
        let mut state = lfsr::RESET;
        for expected in [1, 0xe, 4, 0xc, 2, 6, 0xb, 3] {
            assert_eq!(state & 15, expected);
            state = lfsr::advance(state);
        }
        assert_eq!(state, 0x330d);
    }

    #[test]
    fn a_bucket_is_of_all_bytes_of_a_key() {
        assert_eq!((bucket(0x1234_5678, 256), bucket(0x1234_5678, 32)), (0x08, 0x08));
        assert_eq!([1, 1 << 8, 1 << 16, 1 << 24].map(|key| bucket(0x80 * key, 256)), [0x80; 4]);
        assert_eq!(bucket(0xff, 32), 31);
    }

    #[test]
    fn bases_concatenate() {
        let base = Base::new(0x47, 6, 2);
        assert_eq!((base.first(), base.size(), base.entry(0x7f, 256), base.entry(1, 32)), (64, 64, 127, 1));
        assert_eq!(base.lane(32), Some(Part { lsb: 32, bits: 32 }));
        assert_eq!((Base(0).lane(32), Base(0xf000).lane(64), Base(0x0f00).size()), (None, None, 256));
        assert_eq!(Base(0).lane(64).map(|part| part.max()), Some(u64::MAX));
        let byte = Base::new(0, 0, 14).lane(32).unwrap();
        assert_eq!((byte.of(0xab << 56), byte.put(u64::MAX, 0x100)), (0xab, u64::MAX >> 8));
    }

    #[test]
    fn codes_are_those_of_the_rules() {
        assert_eq!(Command::from_code(9), Some(Command::Invalidate));
        assert_eq!((Command::from_code(0), Command::from_code(10)), (None, None));
        assert_eq!(Error::ALL.map(|error| error as u8), [1, 2, 3, 4, 5]);
        assert_eq!((0..=255).filter(|bits| Flags::from_bits(*bits).bits() != *bits).count(), 0);
        for preset in &PRESETS {
            assert_eq!(built(preset).validate(), Ok(()), "{}", preset.name);
        }
        assert_eq!(Config::rv32(48).validate(), Err(Invalid::Entries(48)));
    }
}
