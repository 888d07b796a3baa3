//! Sample records and the buffer they wait in (docs/reference/sample_buffer.md).
use super::variant::{DEEP, Variant};

/// Bytes of payload.
pub const PAYLOAD_BYTES: u32 = 1024;
/// Bits of a lane.
pub const LANE_BITS: u32 = 32;
/// Lanes of the widest record.
pub const LANES_MAX: u32 = 4;
/// Lanes in the payload.
pub const LANES: u32 = PAYLOAD_BYTES * 8 / LANE_BITS;
/// Bits of the number of records in the buffer.
pub const OCC_BITS: u32 = 9;
/// Records that may be under way between the tap and the buffer: free places at and below which a lossless buffer stops
/// the tap (rule B7).
pub const FLIGHT: u32 = 16;
/// [`FLIGHT`] of a build for a fast clock, whose records have a longer way.
pub const DEEP_FLIGHT: u32 = 32;

/// What a lane of a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Lane {
    /// 0.
    None = 0,
    /// `pc[32:1]`.
    Pct = 1,
    /// `pc[63:33]`.
    PcHigh = 2,
    /// The instruction, expanded.
    Insn = 3,
    /// `val[31:0]`.
    Val = 4,
    /// `val[63:32]`.
    ValHigh = 5,
    /// `addr[31:0]`.
    Addr = 6,
    /// `addr[63:32]`.
    AddrHigh = 7,
    /// `npc[32:1]`.
    Npct = 8,
    /// `npc[63:33]`.
    NpcHigh = 9,
    /// `lat`.
    Lat = 10,
    /// `ord`.
    Ord = 11,
}

impl Lane {
    /// Every lane, in the order of the selectors. Selectors beyond give 0.
    pub const ALL: [Self; 12] = [
        Self::None,
        Self::Pct,
        Self::PcHigh,
        Self::Insn,
        Self::Val,
        Self::ValHigh,
        Self::Addr,
        Self::AddrHigh,
        Self::Npct,
        Self::NpcHigh,
        Self::Lat,
        Self::Ord,
    ];

    /// The lane of a selector.
    pub const fn from_selector(selector: u8) -> Self {
        if (selector as usize) < Self::ALL.len() { Self::ALL[selector as usize] } else { Self::None }
    }
}

/// `RECFMT`: which lanes a record has, four bits each from the low end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Format(pub u16);

impl Format {
    /// The selector of lane `i`.
    pub const fn selector(self, i: u32) -> u8 {
        (self.0 >> (4 * i) & 15) as u8
    }

    /// How many lanes a record takes, log2: those up to the highest selector that is not 0, rounded up to 1, 2 or 4.
    pub const fn stride_log2(self) -> u32 {
        if self.0 >> 8 != 0 {
            2
        } else if self.0 >> 4 != 0 {
            1
        } else {
            0
        }
    }
}

/// Records of `2^stride_log2` lanes that the buffer holds.
pub const fn capacity(stride_log2: u32) -> u32 {
    LANES >> stride_log2
}

/// A record: lanes, and 16 bits beside them that take no payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sample {
    /// Lanes from the low end; those that the stride leaves out are 0.
    pub lanes: [u32; LANES_MAX as usize],
    /// Sideband: of a formatted record `{evt[7:0], 0, rvc, taken, class[4:0]}`, of an event its weight.
    pub side: u16,
}

/// What is emitted of the buffer: lanes of the widest record.
pub const PRESETS: [Variant; 5] = [
    Variant {
        name: "nano",
        doc: "records of one lane, such as 32-bit keys: 3 block RAMs of iCE40",
        parameters: &[("lanes", 1), (DEEP, 0)],
    },
    Variant {
        name: "pairs",
        doc: "records of one or two lanes, such as 64-bit keys",
        parameters: &[("lanes", 2), (DEEP, 0)],
    },
    Variant { name: "full", doc: "every format of records", parameters: &[("lanes", 4), (DEEP, 0)] },
    Variant {
        name: "nano_deep",
        doc: "`nano` for a fast clock: every record has one lane",
        parameters: &[("lanes", 1), (DEEP, 1)],
    },
    Variant {
        name: "pairs_deep",
        doc: "`pairs` for a fast clock: every record has two lanes",
        parameters: &[("lanes", 2), (DEEP, 1)],
    },
];

/// What is emitted of the formatter: width of the core's registers.
pub const FORMAT_PRESETS: [Variant; 2] = [
    Variant { name: "rv32", doc: "for a 32-bit core", parameters: &[("xlen", 32)] },
    Variant { name: "rv64", doc: "for a 64-bit core", parameters: &[("xlen", 64)] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_and_capacities() {
        for (format, stride) in [(0, 0), (0x0001, 0), (0x0041, 1), (0x0100, 2), (0x5421, 2), (0xf000, 2), (0x00c0, 1)] {
            assert_eq!(Format(format).stride_log2(), stride, "{format:x}");
        }
        assert_eq!([0, 1, 2].map(capacity), [256, 128, 64]);
        assert_eq!(Lane::from_selector(12), Lane::None);
    }
}
