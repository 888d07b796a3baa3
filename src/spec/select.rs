//! What becomes an event of the profile, and what it weighs (docs/reference/select.md).
use super::classify::{Opclass, Xlen};
use super::variant::Variant;

/// Cycles from a record to its mark. The filters take as long, so that mark and verdict meet.
pub const LATENCY: u32 = 2;
/// Bits below which the result of an instruction is narrow (rule E4).
pub const NARROW_BITS: u32 = 16;
/// By how much the address of a transfer is rotated to the left before its target is XORed onto it, for 32-bit keys
/// (rule E5).
pub const EDGE_ROTATION: u32 = 15;
/// Largest weight: an event carries 16 bits of it.
pub const WEIGHT_MAX: u16 = u16::MAX;

/// Which records become events, and with which key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Address of the first instruction of every block.
    Code = 0,
    /// Address of every instruction.
    Pc = 1,
    /// Loaded values.
    LoadValues = 2,
    /// Loaded values that missed the data cache.
    MissValues = 3,
    /// Addresses of data.
    Addresses = 4,
    /// Addresses of instructions whose result fits 16 bits.
    NarrowOperands = 5,
    /// Addresses from which zero was loaded.
    ZeroLoads = 6,
    /// Taken transfers: where from and where to.
    Edges = 7,
    /// Targets of calls.
    Calls = 8,
    /// Line of code of the first instruction of every block, by the key of the map of code.
    Lines = 9,
}

impl Kind {
    /// Every kind, in the order of the codes. [`Kind::Lines`] there is where a map of code is built.
    pub const ALL: [Self; 10] = [
        Self::Code,
        Self::Pc,
        Self::LoadValues,
        Self::MissValues,
        Self::Addresses,
        Self::NarrowOperands,
        Self::ZeroLoads,
        Self::Edges,
        Self::Calls,
        Self::Lines,
    ];

    /// Every kind that needs no map of code.
    pub const PLAIN: &[Self] = Self::ALL.split_at(Self::Lines as usize).0;

    /// Code of `cfg_kind`. With a code above the last one nothing is marked.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Pc => "pc",
            Self::LoadValues => "load-values",
            Self::MissValues => "miss-values",
            Self::Addresses => "addresses",
            Self::NarrowOperands => "narrow-operands",
            Self::ZeroLoads => "zero-loads",
            Self::Edges => "edges",
            Self::Calls => "calls",
            Self::Lines => "lines",
        }
    }

    /// What it profiles, in a few words.
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Code => "address of the first instruction of every block",
            Self::Pc => "address of every instruction",
            Self::LoadValues => "values that are loaded",
            Self::MissValues => "values that are loaded and missed the data cache",
            Self::Addresses => "addresses of loads, stores and atomics",
            Self::NarrowOperands => "addresses of instructions whose result fits 16 bits",
            Self::ZeroLoads => "addresses from which zero is loaded",
            Self::Edges => "taken transfers, from and to in one key",
            Self::Calls => "targets of calls",
            Self::Lines => "lines of code of the first instructions of blocks, by a map of code",
        }
    }

    /// The kind called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of a code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The keys are addresses of code, or would be without a map of it.
    pub const fn is_code(self) -> bool {
        matches!(self, Self::Code | Self::Pc | Self::NarrowOperands | Self::Calls)
    }
}

/// Classes whose address is one of data (`addresses`).
pub const ACCESSES: [Opclass; 5] = [Opclass::Load, Opclass::Store, Opclass::FpLoad, Opclass::FpStore, Opclass::Atomic];

/// Classes whose result is data in an integer register (`narrow-operands`).
pub const RESULTS: [Opclass; 7] =
    [Opclass::Load, Opclass::Alu, Opclass::Upper, Opclass::Multiply, Opclass::Divide, Opclass::Atomic, Opclass::Csr];

/// Classes that call (`calls`).
pub const CALLS: [Opclass; 3] = [Opclass::Call, Opclass::IndirectCall, Opclass::Coroutine];

/// What an event weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Weight {
    /// 1.
    One = 0,
    /// Instructions from this mark to the next one.
    Instructions = 1,
    /// Cycles of the records from this mark to the next one.
    Cycles = 2,
}

impl Weight {
    /// Every weight, in the order of the codes.
    pub const ALL: [Self; 3] = [Self::One, Self::Instructions, Self::Cycles];

    /// Code of `cfg_weight`; 3 is as 0.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Instructions => "instructions",
            Self::Cycles => "cycles",
        }
    }

    /// The weight called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|weight| weight.name() == name)
    }

    /// The weight of a code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|weight| weight.code() == code)
    }
}

/// What is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Which records, and their key.
    pub kind: Kind,
    /// What an event weighs.
    pub weight: Weight,
    /// Width of the core's registers.
    pub xlen: Xlen,
    /// Width of the key in bits, 32 or 64.
    pub key_bits: u32,
}

impl Config {
    /// Events of weight 1.
    pub const fn new(kind: Kind, xlen: Xlen, key_bits: u32) -> Self {
        Self { kind, weight: Weight::One, xlen, key_bits }
    }
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// Name of the parameter that says whether there is the kind `lines`; absent where there is not.
pub const MAPPED: &str = "mapped";

/// What is emitted: width of the core's registers and of the keys.
pub const PRESETS: [Variant; 5] = [
    preset("nano", "for a 32-bit core, 32-bit keys", &[("xlen", 32), ("key_bits", 32)]),
    preset("pairs", "for a 32-bit core, 64-bit keys: edges are exact", &[("xlen", 32), ("key_bits", 64)]),
    preset("rv64", "for a 64-bit core, 64-bit keys", &[("xlen", 64), ("key_bits", 64)]),
    preset("rv64k32", "for a 64-bit core, 32-bit keys", &[("xlen", 64), ("key_bits", 32)]),
    preset(
        "lines",
        "for a 32-bit core, 32-bit keys, with a map of code",
        &[("xlen", 32), ("key_bits", 32), (MAPPED, 1)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_lead_back() {
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!((kind.code() as usize, Kind::from_name(kind.name())), (i, Some(kind)));
            assert_eq!(Kind::from_code(kind.code()), Some(kind));
        }
        for (i, weight) in Weight::ALL.into_iter().enumerate() {
            assert_eq!((weight.code() as usize, Weight::from_name(weight.name())), (i, Some(weight)));
            assert_eq!(Weight::from_code(weight.code()), Some(weight));
        }
        assert_eq!((Kind::from_name("blocks"), Kind::from_code(10), Weight::from_code(3)), (None, None, None));
    }
}
