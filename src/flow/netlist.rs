//! What Yosys made: cells of a flat netlist, counted by kind and by place.
use super::Family;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
    /// Multipliers: `SB_MAC16`, `MULT18X18D`.
    pub dsp: u32,
    /// Everything else.
    pub other: u32,
}

/// Places of LUTs that a memory of 16 x 4 bits takes on ECP5, with its write port.
const LUT_RAM_SITES: u32 = 6;

impl Area {
    fn count(&mut self, cell: &str) {
        let kind = match cell {
            "SB_LUT4" | "LUT4" => &mut self.lut4,
            "SB_CARRY" | "CCU2C" => &mut self.carry,
            "TRELLIS_FF" => &mut self.ff,
            "DP16KD" | "PDPW16KD" => &mut self.bram,
            "TRELLIS_DPR16X4" => &mut self.lut_ram,
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
            dsp: self.dsp + other.dsp,
            other: self.other + other.other,
        }
    }
}

/// The cells of a flat netlist.
#[derive(Debug)]
pub struct Netlist {
    cells: BTreeMap<String, Cell>,
}

#[derive(Debug, Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
}

impl Netlist {
    /// Reads what `write_json` wrote.
    pub fn parse(text: &str, top: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct File {
            modules: BTreeMap<String, Module>,
        }
        #[derive(Deserialize)]
        struct Module {
            cells: BTreeMap<String, Cell>,
        }
        let mut file: File = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let module = file.modules.remove(top).ok_or_else(|| format!("the netlist has no module {top}"))?;
        Ok(Self { cells: module.cells })
    }

    /// All of it.
    pub fn area(&self) -> Area {
        let mut area = Area::default();
        self.cells.values().for_each(|cell| area.count(&cell.kind));
        area
    }

    /// What lies below an instance, and the rest.
    pub fn areas(&self, instance: &str) -> (Area, Area) {
        let prefix = format!("{instance}.");
        let (mut inside, mut outside) = (Area::default(), Area::default());
        for (name, cell) in &self.cells {
            let area = if name.starts_with(&prefix) { &mut inside } else { &mut outside };
            area.count(&cell.kind);
        }
        (inside, outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_by_kind_and_place() {
        let cell = |name: &str, kind: &str| format!("\"{name}\": {{\"type\": \"{kind}\", \"hide_name\": 0}}");
        let cells = [
            cell("u_top.a", "SB_LUT4"),
            cell("u_top.b", "SB_CARRY"),
            cell("u_top.u_x.c", "SB_DFFESR"),
            cell("u_top.u_x.mem.0.0", "SB_RAM40_4KNW"),
            cell("u_top", "$scopeinfo"),
            cell("in_DFF", "SB_DFF"),
            cell("pll", "SB_PLL40_CORE"),
        ];
        let text = format!("{{\"modules\": {{\"t\": {{\"cells\": {{{}}}}}}}}}", cells.join(","));
        let (inside, outside) = Netlist::parse(&text, "t").unwrap().areas("u_top");
        assert_eq!(inside, Area { lut4: 1, carry: 1, ff: 1, bram: 1, ..Area::default() });
        assert_eq!(outside, Area { ff: 1, other: 1, ..Area::default() });
        assert_eq!(Netlist::parse(&text, "u").unwrap_err(), "the netlist has no module u");
        assert!(Netlist::parse("{", "t").is_err());
    }
}
