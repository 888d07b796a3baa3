//! What Yosys made: cells counted by kind and by place, and the names that people gave to what they hold.
use super::{Area, harness};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// A bit of a net: its number, or a constant in quotes.
type Bit = serde_json::Value;

#[derive(Debug, Deserialize)]
struct File {
    modules: BTreeMap<String, Module>,
}

#[derive(Debug, Deserialize)]
struct Module {
    #[serde(default)]
    attributes: HashMap<String, serde_json::Value>,
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, Net>,
}

#[derive(Debug, Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    connections: HashMap<String, Vec<Bit>>,
}

#[derive(Debug, Deserialize)]
struct Net {
    hide_name: u8,
    bits: Vec<Bit>,
}

impl Cell {
    /// The net at a pin of one bit.
    fn pin(&self, name: &str) -> Option<u64> {
        self.connections.get(name)?.first()?.as_u64()
    }
}

/// The cells of a flat netlist.
#[derive(Debug)]
pub struct Netlist {
    cells: BTreeMap<String, Cell>,
    /// The best name of each bit of a net.
    names: HashMap<u64, String>,
    /// The flip-flop that takes a net, by its data pin.
    taken_by: HashMap<u64, String>,
}

/// Cells below an instance, without those of the instances in it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Part {
    /// Instance names from the top, joined by dots; empty for the top itself.
    pub path: String,
    /// Its own cells.
    pub area: Area,
}

/// Where Yosys' own names for nets and cells begin: it appends the kind and pin of a cell to a name that people gave,
/// or numbers the parts of a memory.
const APPENDED: &[&str] =
    &["_SB_", "_LUT4_", "_TRELLIS_", "_CCU2C_", "_PFUMX_", "_L6MUX21_", "_DP16KD_", "_PDPW16KD_", ".mem."];

/// A name without what Yosys appended.
pub fn given(name: &str) -> &str {
    let end = APPENDED.iter().filter_map(|mark| name.find(mark)).min().unwrap_or(name.len());
    &name[..end]
}

impl Netlist {
    /// Reads what `write_json` wrote of a flat design.
    pub fn parse(text: &str, top: &str) -> Result<Self, String> {
        let mut file: File = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let module = file.modules.remove(top).ok_or_else(|| format!("the netlist has no module {top}"))?;
        let mut names: HashMap<u64, String> = HashMap::new();
        for (name, net) in module.netnames.iter().filter(|(_, net)| net.hide_name == 0) {
            for (i, bit) in net.bits.iter().enumerate() {
                let Some(bit) = bit.as_u64() else { continue };
                let name = if net.bits.len() > 1 { format!("{name}[{i}]") } else { name.clone() };
                // Names of people before Yosys' own, then the one nearest the top: fewer instances, fewer letters.
                let rank = |name: &str| (given(name).len() != name.len(), name.matches('.').count(), name.len());
                if names.get(&bit).is_none_or(|known| rank(&name) < rank(known)) {
                    names.insert(bit, name);
                }
            }
        }
        let is_flip_flop = |cell: &Cell| cell.kind.starts_with("SB_DFF") || cell.kind == "TRELLIS_FF";
        let flip_flops = module.cells.iter().filter(|(_, cell)| is_flip_flop(cell));
        let data = |cell: &Cell| cell.pin("D").or_else(|| cell.pin("DI")).or_else(|| cell.pin("M"));
        let taken_by = flip_flops.filter_map(|(name, cell)| Some((data(cell)?, name.clone()))).collect();
        Ok(Self { cells: module.cells, names, taken_by })
    }

    /// All of it.
    pub fn area(&self) -> Area {
        let mut area = Area::default();
        self.cells.values().for_each(|cell| area.count(&cell.kind));
        area
    }

    /// What the design takes, and what its harness does. A cell's name says little: Yosys calls it after one of the
    /// nets that it drives, and whatever leads to an output drives a net of the harness. So the harness is the
    /// registers with its enable, and the LUTs before those that shift.
    pub fn areas(&self) -> (Area, Area) {
        let (mut design, mut around) = (Area::default(), Area::default());
        let enable = |cell: &Cell| self.names.get(&cell.pin("E").or_else(|| cell.pin("CE"))?);
        let is_register = |cell: &Cell| enable(cell).is_some_and(|name| name == harness::ENABLE);
        let shifts = |cell: &Cell| {
            let name = cell.pin("Q").and_then(|net| self.names.get(&net));
            is_register(cell) && name.and_then(|name| name.split('[').next()) == Some(harness::SHIFT)
        };
        let is_of_harness = |cell: &Cell| {
            let output = cell.pin("O").or_else(|| cell.pin("Z"));
            let taken = output.and_then(|net| self.cells.get(self.taken_by.get(&net)?));
            is_register(cell) || taken.is_some_and(shifts)
        };
        for cell in self.cells.values() {
            let area = if is_of_harness(cell) { &mut around } else { &mut design };
            area.count(&cell.kind);
        }
        (design, around)
    }

    /// Whether a cell is a block RAM.
    pub fn is_block_ram(&self, name: &str) -> bool {
        let mut area = Area::default();
        self.cells.get(name).into_iter().for_each(|cell| area.count(&cell.kind));
        area.bram == 1
    }

    /// The register that a cell of the placed design holds, by the name of its output. The placer calls a cell that it
    /// packed from a LUT and a flip-flop after one of them.
    pub fn register(&self, placed: &str) -> Option<&str> {
        let name = ["_LC", "_DFFLC", "$TRELLIS_FF"].iter().find_map(|end| placed.strip_suffix(end)).unwrap_or(placed);
        let cell = self.cells.get(name)?;
        let output = |cell: &Cell| cell.pin("Q");
        let flip_flop = match output(cell) {
            Some(_) => cell,
            None => {
                let made = cell.pin("O").or_else(|| cell.pin("Z"))?;
                self.cells.get(self.taken_by.get(&made)?)?
            }
        };
        self.names.get(&output(flip_flop)?).map(String::as_str)
    }
}

/// Reads what `write_json` wrote of a design with its hierarchy: every instance below `instance` of `top`.
pub fn parts(text: &str, top: &str, instance: &str) -> Result<Vec<Part>, String> {
    let file: File = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let module = |name: &str| file.modules.get(name).ok_or_else(|| format!("the netlist has no module {name}"));
    let first = module(top)?.cells.get(instance).ok_or_else(|| format!("the netlist has no instance {instance}"))?;
    let mut parts = vec![];
    let mut waiting = vec![(String::new(), first.kind.clone())];
    while let Some((path, name)) = waiting.pop() {
        let mut area = Area::default();
        for (inner, cell) in module(&name)?.cells.iter().rev() {
            // The cells of the family are modules too, but black boxes.
            match file.modules.get(&cell.kind).filter(|module| !module.attributes.contains_key("blackbox")) {
                None => area.count(&cell.kind),
                Some(_) => {
                    let dot = if path.is_empty() { "" } else { "." };
                    waiting.push((format!("{path}{dot}{inner}"), cell.kind.clone()));
                }
            }
        }
        parts.push(Part { path, area });
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, kind and connections of a cell.
    type Cells<'a> = [(&'a str, &'a str, &'a str)];

    /// Modules of a name, cells and nets.
    fn file(modules: &[(&str, &Cells, &str)]) -> String {
        let cell = |(name, kind, pins): &(&str, &str, &str)| {
            format!("\"{name}\": {{\"type\": \"{kind}\", \"hide_name\": 0, \"connections\": {{{pins}}}}}")
        };
        let module = |(name, cells, nets): &(&str, &Cells, &str)| {
            let cells: Vec<String> = cells.iter().map(cell).collect();
            format!("\"{name}\": {{\"cells\": {{{}}}, \"netnames\": {{{nets}}}}}", cells.join(","))
        };
        let modules: Vec<String> = modules.iter().map(module).collect();
        format!("{{\"modules\": {{{}}}}}", modules.join(","))
    }

    #[test]
    fn the_harness_is_its_registers_and_what_makes_them_shift() {
        // Names say nothing: the LUT before an output is called after the register that takes it.
        let cells = [
            ("u_top.a", "SB_LUT4", "\"O\": [20]"),
            ("taken_SB_DFF_Q_D_SB_LUT4_O", "SB_LUT4", "\"O\": [11]"),
            ("shift_SB_LUT4_O", "SB_LUT4", "\"O\": [13]"),
            ("u_top.b", "SB_CARRY", "\"CO\": [21]"),
            ("u_top.u_x.c", "SB_DFFESR", "\"D\": [20], \"Q\": [22]"),
            ("u_top.u_x.mem.0.0", "SB_RAM40_4KNW", ""),
            ("u_top", "$scopeinfo", ""),
            ("u_top.first", "SB_DFFE", "\"D\": [9], \"E\": [2], \"Q\": [10]"),
            ("taken_SB_DFF_Q", "SB_DFFE", "\"D\": [11], \"E\": [2], \"Q\": [12]"),
            ("shift_SB_DFF_Q", "SB_DFFE", "\"D\": [13], \"E\": [2], \"Q\": [14]"),
        ];
        let net = |name: &str, bits: &str| format!("\"{name}\": {{\"hide_name\": 0, \"bits\": [{bits}]}}");
        let nets = [
            net("harness_enable", "2"),
            net("in", "9, 10"),
            net("u_top.first", "10"),
            net("taken", "12, 12"),
            net("shift", "14, 14"),
            net("out", "11, 22"),
            net("u_top.u_x.c", "22"),
        ];
        let text = file(&[("t", &cells, &nets.join(","))]);
        let netlist = Netlist::parse(&text, "t").unwrap();
        let (design, around) = netlist.areas();
        assert_eq!(design, Area { lut4: 2, carry: 1, ff: 1, bram: 1, ..Area::default() });
        assert_eq!(around, Area { lut4: 1, ff: 3, ..Area::default() });
        assert_eq!(netlist.area(), design + around);
        assert_eq!(Netlist::parse(&text, "u").unwrap_err(), "the netlist has no module u");
        assert!(Netlist::parse("{", "t").is_err());
    }

    #[test]
    fn packed_cells_get_the_name_of_their_register_back() {
        let cells = [
            ("count_SB_LUT4_O", "SB_LUT4", "\"O\": [7]"),
            ("count_SB_DFF_Q", "SB_DFF", "\"D\": [7], \"Q\": [8]"),
            ("flag_SB_DFF_Q", "SB_DFF", "\"D\": [\"0\"], \"Q\": [9]"),
            ("lone_SB_LUT4_O", "SB_LUT4", "\"O\": [10]"),
        ];
        let nets = "\"u_x.count\": {\"hide_name\": 0, \"bits\": [3, 8]}, \
                    \"u_x.u_y.count_q\": {\"hide_name\": 0, \"bits\": [8]}, \
                    \"a_SB_LUT4_I\": {\"hide_name\": 0, \"bits\": [8]}, \"flag\": {\"hide_name\": 0, \"bits\": [9]}";
        let netlist = Netlist::parse(&file(&[("t", &cells, nets)]), "t").unwrap();
        assert_eq!(netlist.register("count_SB_LUT4_O_LC"), Some("u_x.count[1]"));
        assert_eq!(netlist.register("flag_SB_DFF_Q_DFFLC"), Some("flag"));
        assert_eq!(netlist.register("lone_SB_LUT4_O_LC"), None);
        assert_eq!(netlist.register("elsewhere"), None);
    }

    #[test]
    fn names_lose_what_yosys_appended() {
        assert_eq!(given("u_top.last_pass_SB_LUT4_I3_O_SB_CARRY_CO"), "u_top.last_pass");
        assert_eq!(given("u_top.flushed_LUT4_C_Z"), "u_top.flushed");
        assert_eq!(given("u_top.plain[3]"), "u_top.plain[3]");
    }

    #[test]
    fn instances_are_parts() {
        let net = "\"n\": {\"hide_name\": 0, \"bits\": [2]}";
        let black_box = "\"n\": {\"hide_name\": 0, \"bits\": [2]}}, \"attributes\": {\"blackbox\": \"1\"";
        let text = file(&[
            ("h", &[("u_top", "dut", ""), ("x", "SB_DFF", "")], net),
            ("dut", &[("u_a", "$paramod\\\\ram", ""), ("u_b", "eng", ""), ("l", "SB_LUT4", "")], net),
            ("eng", &[("u_ram", "$paramod\\\\ram", ""), ("f", "SB_DFFE", ""), ("g", "SB_DFF", "")], net),
            ("$paramod\\\\ram", &[("mem.0", "SB_RAM40_4K", "")], net),
            ("SB_LUT4", &[("assert", "$assert", "")], black_box),
        ]);
        let part = |path: &str, area| Part { path: path.into(), area };
        let ram = Area { bram: 1, ..Area::default() };
        assert_eq!(
            parts(&text, "h", "u_top").unwrap(),
            [
                part("", Area { lut4: 1, ..Area::default() }),
                part("u_a", ram),
                part("u_b", Area { ff: 2, ..Area::default() }),
                part("u_b.u_ram", ram),
            ]
        );
        assert_eq!(parts(&text, "h", "u_tip").unwrap_err(), "the netlist has no instance u_tip");
    }
}
