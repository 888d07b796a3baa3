//! Filters by opcode class and address (docs/reference/pcfilter.md).
use super::classify::Opclass;
use super::variant::{DEEP, Variant};

/// Shifts of the first filter's hashes (rule P2).
pub const F1_SHIFTS: [u32; 4] = [3, 5, 7, 9];
/// Shifts of the second filter's hashes (rule P4).
pub const F2_SHIFTS: [u32; 4] = [5, 7, 9, 11];
/// Bits of the first filter's hashes.
pub const F1_BITS: u32 = 8;
/// Bits of the second filter's hashes.
pub const F2_BITS: u32 = 12;
/// Words of 32 bits of the table of addresses to ignore.
pub const IGNORE_WORDS: usize = 1 << (F2_BITS - 5);
/// Width of the decimator's period.
pub const DECIM_BITS: u32 = 16;
/// Cycles from a record to its verdict.
pub const LATENCY: usize = 2;
/// Cycles from a record to its verdict in a build for a fast clock.
pub const DEEP_LATENCY: usize = 6;

/// Bits 32 to 1 of an address: what the filters look at, and what tables of instructions hold.
pub const fn pct(pc: u64) -> u32 {
    (pc >> 1) as u32
}

/// The first filter's hash `select` of an address.
pub const fn f1_hash(pct: u32, select: u8) -> u8 {
    let x = pct ^ pct >> F1_SHIFTS[select as usize];
    (x ^ x >> 8 ^ x >> 16 ^ x >> 24) as u8
}

/// The second filter's hash `select` of an address.
pub const fn f2_hash(pct: u32, select: u8) -> u16 {
    let x = pct ^ pct >> F2_SHIFTS[select as usize];
    ((x ^ x >> 12 ^ x >> 24) & 0xfff) as u16
}

/// What becomes of a record: the first filter that it does not pass, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Verdict {
    /// It goes on.
    Pass = 0,
    /// It did not execute.
    Trap = 1,
    /// Its class is not wanted, or the filters are off.
    Class = 2,
    /// The first filter of addresses.
    Pc1 = 3,
    /// The second filter of addresses.
    Pc2 = 4,
    /// The decimator.
    Decim = 5,
}

impl Verdict {
    /// Width of a code.
    pub const BITS: usize = 3;

    /// Every one, in the order of the codes.
    pub const ALL: [Self; 6] = [Self::Pass, Self::Trap, Self::Class, Self::Pc1, Self::Pc2, Self::Decim];
}

/// The settings that are levels in hardware: all but the decimator's period and the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The filters let anything through (`CTRL.FEN`).
    pub enable: bool,
    /// Bit of each class that is wanted (`CLASS_EN`).
    pub classes: u32,
    /// Which hash the first filter takes, 0 to 3.
    pub f1_select: u8,
    /// Bits of it that are compared; 0 passes everything.
    pub f1_mask: u8,
    /// With what they are compared.
    pub f1_match: u8,
    /// Which hash the second filter takes, 0 to 3.
    pub f2_select: u8,
}

impl Settings {
    /// Everything passes.
    pub const fn open() -> Self {
        let classes = (1 << Opclass::COUNT) - 1;
        Self { enable: true, classes, f1_select: 0, f1_mask: 0, f1_match: 0, f2_select: 0 }
    }
}

/// What is emitted.
pub const PRESETS: [Variant; 5] = [
    Variant {
        name: "rv32",
        doc: "after the tap of a core of 32 bits",
        parameters: &[("xlen", 32), ("table", 1), (DEEP, 0)],
    },
    Variant {
        name: "rv64",
        doc: "after the tap of a core of 64 bits",
        parameters: &[("xlen", 64), ("table", 1), (DEEP, 0)],
    },
    Variant {
        name: "rv32_lite",
        doc: "`rv32` without the second filter of addresses, for the smallest devices",
        parameters: &[("xlen", 32), ("table", 0), (DEEP, 0)],
    },
    Variant {
        name: "rv32_deep",
        doc: "`rv32` for a fast clock: verdicts come after six cycles",
        parameters: &[("xlen", 32), ("table", 1), (DEEP, 1)],
    },
    Variant {
        name: "rv64_deep",
        doc: "`rv64` for a fast clock: verdicts come after six cycles",
        parameters: &[("xlen", 64), ("table", 1), (DEEP, 1)],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_known_addresses() {
        let vectors: [(u64, [u8; 4], [u16; 4]); 5] = [
            (0x8000_0004, [0x4a, 0x40, 0xc2, 0x62], [0x040, 0x842, 0x242, 0x0c2]),
            (0x8000_1234, [0x79, 0x19, 0xc1, 0x77], [0x910, 0x148, 0xb5e, 0x9db]),
            (0x0000_abce, [0x04, 0x1f, 0x19, 0x98], [0x74d, 0x549, 0x5c8, 0x5e8]),
            (0xffff_fffe, [0x70, 0x7c, 0x7f, 0xbf], [0x07c, 0x07f, 0xc7f, 0xf7f]),
            (0x1_ffff_fffe, [0xe0, 0xf8, 0xfe, 0x7f], [0x0f8, 0x0fe, 0x8ff, 0xeff]),
        ];
        for (pc, f1, f2) in vectors {
            for select in 0..4 {
                assert_eq!(f1_hash(pct(pc), select), f1[usize::from(select)], "{pc:#x}, first filter, {select}");
                assert_eq!(f2_hash(pct(pc), select), f2[usize::from(select)], "{pc:#x}, second filter, {select}");
            }
        }
    }

    #[test]
    fn codes_are_positions() {
        assert!(Verdict::ALL.iter().enumerate().all(|(i, verdict)| *verdict as usize == i));
        assert!(Verdict::ALL.len() <= 1 << Verdict::BITS);
    }
}
