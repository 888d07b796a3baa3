//! The profiling co-processor between the retire port of a core and a bus (docs/reference/coproc_profiler.md): builds
//! and registers.
use super::coproc::{self, Config};
use super::regs::{Access, Built, Bus, Field, Home, Mark, Register, registers};
use super::sample_buffer::Format;
use super::variant::{DEEP, Variant};

/// Bits of a byte offset: the registers of the co-processor lie from 0 on, those of this table from [`BASE`] on.
pub const ADDRESS_BITS: u32 = coproc::regs::ADDRESS_BITS;
/// Byte offset of the first register that is not one of the co-processor's.
pub const BASE: u16 = ID.offset;
/// The word of ID: "COP1".
pub const ID_WORD: u32 = ID.reset();
/// Retirements that may come after `ret_stall` went high and do not lose a sample, with `ret_always`.
pub const LATE: u32 = 4;

registers! {
    ($) each_coproc_profiler_register;
    "Says that this is a co-processor after a tap." ID 0x3000 ReadOnly Fixed {
        ID 0 32 0x434f_5031 "\"COP1\"";
    }
    "Switches." CTRL 0x3004 ReadWrite {
        BUS_ERROR 0 1 0 Kept "accesses that this unit refuses are answered with an error";
    }
    "What has happened." STATUS 0x3008 ReadWrite {
        REFUSED 0 1 0 Flag "an access was refused; writing 1 clears it";
    }
    "Commands." COMMAND 0x300c WriteOnly {
        FLUSH 0 1 0 Pulse "the tap releases the record that it holds until it knows the next address";
    }
    "What the tap makes of the core's memory ports." TAP 0x3010 ReadWrite {
        ADDR_SRC 0 2 2 Kept "0 the address port, 1 the address port and the mask, 2 rs1 and the immediate \
            (docs/reference/tap.md)";
        MDATA_OK 2 1 0 Kept "the data of `rvfi_mem_*` can be used";
    }
    "Size of this build, besides that of the co-processor." LANES 0x3014 ReadOnly Fixed {
        LANES 0 3 0 "lanes of the widest sample";
    }
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// The co-processor.
    pub coproc: Config,
    /// Lanes of the widest sample: 1, 2 or 4.
    pub lanes: u32,
    /// The bus.
    pub bus: Bus,
}

impl Build {
    /// The build of a variant.
    ///
    /// # Panics
    /// When the variant is none of this unit.
    pub fn of(variant: &Variant) -> Self {
        let bus = if variant.parameter("axil") == 1 { Bus::Axil } else { Bus::Wishbone };
        Self { coproc: coproc::built(variant), lanes: variant.parameter("lanes"), bus }
    }

    /// The registers of the build, without those of the co-processor.
    pub fn registers(&self) -> Built {
        Built::of(REGISTERS).with(&LANES, |made| made.word = LANES.field("LANES").at(self.lanes))
    }

    /// The part of a RECFMT that there are lanes for; the others are as if they had selector 0.
    pub const fn format(&self, recfmt: u16) -> Format {
        Format(recfmt & format_mask(self.lanes))
    }
}

/// The selectors of so many lanes in RECFMT.
pub const fn format_mask(lanes: u32) -> u16 {
    u16::MAX >> (16 - 4 * lanes)
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// Parameters of a top for a core of 32 bits, without prediction.
const fn parameters(entries: u32, chain: u32, deep: u32, lanes: u32, axil: u32) -> [(&'static str, u32); 8] {
    [
        ("xlen", 32),
        ("value_bits", 32),
        ("entries", entries),
        ("predict", 0),
        ("chain", chain),
        (DEEP, deep),
        ("lanes", lanes),
        ("axil", axil),
    ]
}

/// What is emitted.
pub const VARIANTS: [Variant; 5] = [
    preset(
        "nano",
        "32 entries, samples of two lanes, Wishbone: the smallest build",
        const { &parameters(32, 0, 0, 2, 0) },
    ),
    preset(
        "up5k",
        "64 entries, samples of two lanes, Wishbone: for the iCE40 UP5K",
        const { &parameters(64, 1, 0, 2, 0) },
    ),
    preset(
        "hx8k",
        "256 entries, samples of two lanes, Wishbone: all block RAM of an iCE40 HX8K",
        const { &parameters(256, 1, 0, 2, 0) },
    ),
    preset(
        "ecp5_wb",
        "256 entries, samples of two lanes, Wishbone: beside a small core on an ECP5-25F",
        const { &parameters(256, 1, 1, 2, 0) },
    ),
    preset(
        "ecp5",
        "256 entries, samples of four lanes, AXI4-Lite: beside a core of 32 bits on an ECP5-25F",
        const { &parameters(256, 1, 1, 4, 1) },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_lie_above_those_of_the_coprocessor_and_nothing_overlaps() {
        crate::spec::regs::assert_apart(REGISTERS, ADDRESS_BITS);
        let last = coproc::regs::REGISTERS.iter().map(|register| register.offset + 4 * register.words).max();
        assert!(last.is_some_and(|last| last <= BASE));
        assert_eq!(ID_WORD, u32::from_be_bytes(*b"COP1"));
    }

    #[test]
    fn lanes_beyond_those_of_the_build_are_none() {
        let builds = VARIANTS.map(|variant| Build::of(&variant));
        assert_eq!(builds.map(|build| build.format(0x5421).0), [0x21, 0x21, 0x21, 0x21, 0x5421]);
        assert!(builds.iter().all(|build| build.coproc.validate().is_ok()));
    }
}
