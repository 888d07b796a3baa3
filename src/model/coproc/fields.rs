//! What microcode sees of a sample (docs/reference/coproc.md, B.4).
use crate::spec::coproc::Config;
use crate::spec::coproc::word::Field;
use crate::spec::insn;
use crate::spec::sample_buffer::{Format, LANES_MAX, Lane, Sample};

/// A record, and what its lanes are.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    /// The build.
    pub config: &'a Config,
    /// RECFMT.
    pub format: Format,
    /// The record.
    pub sample: &'a Sample,
}

impl Fields<'_> {
    /// The lowest lane of this kind; 0 if the record has none.
    fn lane(&self, lane: Lane) -> u32 {
        let found = (0..LANES_MAX).find(|i| Lane::from_selector(self.format.selector(*i)) == lane);
        found.map_or(0, |i| self.sample.lanes[i as usize])
    }

    /// An address of `pc[63:33]` and `pc[32:1]`, as wide as a value.
    fn address(&self, high: Lane, tag: Lane) -> u64 {
        let low = u64::from(self.lane(tag)) << 1;
        (u64::from(self.lane(high)) << 33 | low) & self.config.value_max()
    }

    fn wide(&self, high: Lane, low: Lane) -> u64 {
        (u64::from(self.lane(high)) << 32 | u64::from(self.lane(low))) & self.config.value_max()
    }

    /// Some bits of the instruction.
    fn bits(&self, lsb: u32, count: u32) -> u64 {
        u64::from(self.lane(Lane::Insn) >> lsb & (u32::MAX >> (32 - count)))
    }

    /// The immediate with its sign, 32 bits; 0 without one.
    fn immediate(&self) -> u32 {
        insn::immediate(self.lane(Lane::Insn)).unwrap_or(0)
    }

    /// `[32:1]` of the address so many halfwords after the instruction, bit 32 of it only on a 64-bit core.
    fn tag_after(&self, halfwords: u32) -> u64 {
        u64::from(self.lane(Lane::Pct).wrapping_add(halfwords) & self.config.tag_mask())
    }

    /// Class of the instruction.
    pub const fn class(&self) -> u8 {
        (self.sample.side & 31) as u8
    }

    /// Whether the instruction was taken.
    pub const fn taken(&self) -> bool {
        self.sample.side >> 5 & 1 == 1
    }

    /// Whether it has two bytes.
    const fn compressed(&self) -> bool {
        self.sample.side >> 6 & 1 == 1
    }

    /// The value of a field, as wide as a value.
    pub fn get(&self, field: Field) -> u64 {
        match field {
            Field::Pct => self.lane(Lane::Pct).into(),
            Field::Pc => self.address(Lane::PcHigh, Lane::Pct),
            Field::Insn => self.lane(Lane::Insn).into(),
            Field::Val => self.lane(Lane::Val).into(),
            Field::ValWide => self.wide(Lane::ValHigh, Lane::Val),
            Field::Addr => self.wide(Lane::AddrHigh, Lane::Addr),
            Field::Npc => self.address(Lane::NpcHigh, Lane::Npct),
            Field::Npct => self.lane(Lane::Npct).into(),
            Field::Rd => self.bits(7, 5),
            Field::Rs1 => self.bits(15, 5),
            Field::Rs2 => self.bits(20, 5),
            Field::Funct3 => self.bits(12, 3),
            Field::Funct7 => self.bits(25, 7),
            Field::Opcode => self.bits(0, 7),
            Field::Imm => self.immediate() as i32 as u64 & self.config.value_max(),
            // Bit 32 of the immediate is its sign, as bit 0 of an address is 0 there is no carry out of it.
            Field::Target => self.tag_after((self.immediate() as i32 >> 1) as u32),
            Field::Fall => self.tag_after(if self.compressed() { 1 } else { 2 }),
            Field::Taken => self.taken().into(),
            Field::Class => self.class().into(),
            Field::Evt => u64::from(self.sample.side >> 8),
            Field::Lat => u64::from(self.lane(Lane::Lat) & 0xffff),
        }
    }
}
