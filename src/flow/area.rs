//! How much a design takes: cells by kind.
use super::Family;
use serde::Serialize;
use std::ops::Add;

/// Cells by kind, as Yosys counts them before packing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Area {
    /// LUTs of four inputs: `SB_LUT4`, `LUT4`.
    pub lut4: u32,
    /// Carry cells: `SB_CARRY` (one bit, beside a LUT), `CCU2C` (two bits, in the place of two LUTs).
    pub carry: u32,
    /// Flip-flops.
    pub ff: u32,
    /// Block RAMs: `SB_RAM40_4K` (4 kbit), `DP16KD`, `PDPW16KD` (18 kbit).
    pub bram: u32,
    /// Memories of 16 x 4 bits made of LUTs: `TRELLIS_DPR16X4`.
    pub lut_ram: u32,
    /// Single-port RAMs of 256 kbit: `SB_SPRAM256KA`.
    pub spram: u32,
    /// Multipliers: `SB_MAC16`, `MULT18X18D`.
    pub dsp: u32,
    /// Everything else, multiplexers after LUTs for one.
    pub other: u32,
}

/// Places of LUTs that a memory of 16 x 4 bits takes on ECP5, with its write port.
const LUT_RAM_SITES: u32 = 6;

impl Area {
    /// Counts a cell of this kind.
    pub(super) fn count(&mut self, cell: &str) {
        let kind = match cell {
            "SB_LUT4" | "LUT4" => &mut self.lut4,
            "SB_CARRY" | "CCU2C" => &mut self.carry,
            "TRELLIS_FF" => &mut self.ff,
            "DP16KD" | "PDPW16KD" => &mut self.bram,
            "TRELLIS_DPR16X4" => &mut self.lut_ram,
            "SB_SPRAM256KA" => &mut self.spram,
            "SB_MAC16" | "MULT18X18D" => &mut self.dsp,
            // Marks the scopes of newer versions of Yosys: no hardware.
            "$scopeinfo" => return,
            name if name.starts_with("SB_DFF") => &mut self.ff,
            name if name.starts_with("SB_RAM40_4K") => &mut self.bram,
            _ => &mut self.other,
        };
        *kind += 1;
    }

    /// Places of LUTs that are taken at least.
    pub fn lut_sites(&self, family: Family) -> u32 {
        match family {
            // A carry cell shares its place with the LUT that it feeds.
            Family::Ice40 => self.lut4,
            Family::Ecp5 => self.lut4 + 2 * self.carry + LUT_RAM_SITES * self.lut_ram,
        }
    }
}

impl Add for Area {
    type Output = Area;

    fn add(self, other: Area) -> Area {
        Area {
            lut4: self.lut4 + other.lut4,
            carry: self.carry + other.carry,
            ff: self.ff + other.ff,
            bram: self.bram + other.bram,
            lut_ram: self.lut_ram + other.lut_ram,
            spram: self.spram + other.spram,
            dsp: self.dsp + other.dsp,
            other: self.other + other.other,
        }
    }
}
