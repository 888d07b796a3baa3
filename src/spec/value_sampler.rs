//! The hotlist sampler between the retire port of a core and a bus (docs/reference/value_sampler.md): builds and
//! registers.
use super::hotlist;
use super::regs::{Access, Built, Bus, Field, Home, Mark, Register, registers};
use super::tap;
use super::variant::Variant;

/// Bits of a byte offset: the registers of the sampler lie from 0 on, those of this table from [`BASE`] on.
pub const ADDRESS_BITS: u32 = 12;
/// Byte offset of the first register that is not one of the sampler's.
pub const BASE: u16 = ID.offset;
/// The word of ID: "VAL1".
pub const ID_WORD: u32 = ID.reset();
/// Retirements that may come after `ret_stall` went high and do not lose a tuple, with `ret_always`.
pub const LATE: u32 = 4;
/// Tuples that may be under way between the core and the queues: those of the sampler alone, of retirements that the
/// tap has taken, of a flush, and of retirements that come late.
pub const FLIGHT: u32 = hotlist::FLIGHT + tap::LATENCY as u32 + 1 + LATE;

registers! {
    ($) each_value_sampler_register;
    "Says that this is a hotlist sampler after a tap." ID 0x800 ReadOnly Fixed {
        ID 0 32 0x5641_4c31 "\"VAL1\"";
    }
    "Switches." CTRL 0x804 ReadWrite {
        BUS_ERROR 0 1 0 Kept "accesses that this unit refuses are answered with an error";
    }
    "What has happened." STATUS 0x808 ReadWrite {
        REFUSED 0 1 0 Flag "an access was refused; writing 1 clears it";
    }
    "Commands." COMMAND 0x80c WriteOnly {
        FLUSH 0 1 0 Pulse "the tap releases the record that it holds until it knows the next address";
    }
    "What the tap makes of the core's memory ports." TAP 0x810 ReadWrite {
        ADDR_SRC 0 2 2 Kept "0 the address port, 1 the address port and the mask, 2 rs1 and the immediate \
            (docs/reference/tap.md)";
        MDATA_OK 2 1 0 Kept "the data of `rvfi_mem_*` can be used";
    }
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// The sampler.
    pub sampler: hotlist::Build,
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
        Self { sampler: hotlist::Build::of(variant), bus }
    }

    /// The registers of the build, without those of the sampler.
    pub fn registers() -> Built {
        Built::of(REGISTERS)
    }
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// What is emitted.
pub const VARIANTS: [Variant; 3] = [
    preset(
        "nano",
        "16 entries, 16 raw records of a lane, Wishbone: for tests, and where there is hardly any room",
        &[("xlen", 32), ("entries", 16), ("records", 16), ("lanes", 1), ("axil", 0)],
    ),
    preset(
        "up5k",
        "64 entries, 64 raw records of two lanes, Wishbone: beside a small core on an UP5K",
        &[("xlen", 32), ("entries", 64), ("records", 64), ("lanes", 2), ("axil", 0)],
    ),
    preset(
        "ecp5",
        "256 entries, 64 raw records of four lanes, AXI4-Lite: beside a core of 32 bits on an ECP5",
        &[("xlen", 32), ("entries", 256), ("records", 64), ("lanes", 4), ("axil", 1)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_lie_above_those_of_the_sampler_and_nothing_overlaps() {
        crate::spec::regs::assert_apart(REGISTERS, ADDRESS_BITS);
        assert!(u32::from(BASE) >= 1 << hotlist::regs::ADDRESS_BITS);
        assert_eq!(ID_WORD, u32::from_be_bytes(*b"VAL1"));
    }

    #[test]
    fn what_may_be_under_way_leaves_room_in_the_smallest_queues() {
        let records = VARIANTS.iter().map(|variant| Build::of(variant).sampler.records).min();
        assert!(FLIGHT < hotlist::QUEUE && records.is_some_and(|records| FLIGHT < records));
        assert_eq!(FLIGHT, 9);
    }
}
