//! A design as Yosys sees it, flat and before any optimisation that could hide a path: what depends on what within a
//! cycle, bit by bit.
use super::tools;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

#[derive(Deserialize)]
struct File {
    modules: HashMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    ports: BTreeMap<String, Port>,
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, Net>,
}

#[derive(Deserialize)]
struct Port {
    bits: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Net {
    bits: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    port_directions: HashMap<String, String>,
    connections: HashMap<String, Vec<serde_json::Value>>,
}

/// Cells that hold what they are given until a clock edge, or take it and give nothing.
const CLOCKED: [&str; 5] = ["$dff", "$dffe", "$sdff", "$memwr", "$memwr_v2"];
/// Block RAM that a leaf names: every output is registered (docs/contributing/emitter.md).
const BOXES: [&str; 2] = ["DP16KD", "PDPW16KD"];
/// Cells whose result has bit `i` of bits `i` of the operands.
const BITWISE: [&str; 6] = ["$and", "$or", "$xor", "$xnor", "$not", "$mux"];
/// Cells whose result has bit `i` of bits up to `i` of the operands.
const RISING: [&str; 3] = ["$add", "$sub", "$neg"];

/// The netlist of a top.
pub struct Flat {
    ports: HashMap<String, Vec<u64>>,
    names: HashMap<u64, String>,
    /// The bits that depend on a bit within the cycle.
    next: HashMap<u64, Vec<u64>>,
    /// Cells through which something depends on something, and black boxes.
    pub cells: usize,
    pub boxes: usize,
}

fn bits(values: &[serde_json::Value]) -> impl Iterator<Item = (usize, u64)> {
    values.iter().enumerate().filter_map(|(at, bit)| Some((at, bit.as_u64()?)))
}

impl Flat {
    /// Reads a text with these macros defined.
    ///
    /// # Panics
    /// With a cell that is not known: neither a word-level cell of Yosys nor a block RAM.
    pub fn of(verilog: &str, top: &str, macros: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (file, json) = (dir.path().join("top.v"), dir.path().join("top.json"));
        std::fs::write(&file, verilog).unwrap();
        let defined: String = macros.iter().map(|name| format!("-D{name} ")).collect();
        let library = if macros.is_empty() { "" } else { "read_verilog -lib +/ecp5/cells_bb.v; " };
        let script = format!(
            "{library}read_verilog {defined}{}; hierarchy -top {top}; proc; flatten; opt_clean; write_json {}",
            file.display(),
            json.display()
        );
        let out = tools::run(
            std::process::Command::new("yosys").args(["-q", "-p", &script]),
            std::time::Duration::from_secs(240),
        )
        .unwrap();
        assert!(out.ok, "{top}: {}{}", out.stdout, out.stderr);
        let mut file: File = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
        Self::read(file.modules.remove(top).unwrap())
    }

    fn read(module: Module) -> Self {
        let mut flat = Self { ports: HashMap::new(), names: HashMap::new(), next: HashMap::new(), cells: 0, boxes: 0 };
        for (name, port) in &module.ports {
            flat.ports.insert(name.clone(), bits(&port.bits).map(|(_, bit)| bit).collect());
        }
        for (name, net) in &module.netnames {
            for (at, bit) in bits(&net.bits) {
                let known = flat.names.entry(bit).or_insert_with(|| format!("{name}[{at}]"));
                if known.starts_with('$') {
                    *known = format!("{name}[{at}]");
                }
            }
        }
        for (name, cell) in &module.cells {
            flat.add(name, cell);
        }
        flat
    }

    fn add(&mut self, name: &str, cell: &Cell) {
        let kind = cell.kind.as_str();
        if BOXES.contains(&kind) {
            self.boxes += 1;
            return;
        }
        if CLOCKED.contains(&kind) || kind == "$scopeinfo" {
            return;
        }
        assert!(kind.starts_with('$') && !kind.contains("ff") && !kind.contains("latch"), "{name}: a {kind}");
        self.cells += 1;
        // A RAM that is read at once: from the address to the word; an enable or a clock comes with none.
        let inputs = cell.connections.iter().filter(|(pin, _)| cell.port_directions[*pin] == "input");
        for (pin, from) in inputs {
            for (out, to) in cell.connections.iter().filter(|(pin, _)| cell.port_directions[*pin] == "output") {
                assert!(matches!(out.as_str(), "Y" | "DATA"), "{name}: output {out} of a {kind}");
                for (i, from) in bits(from) {
                    let word = pin != "S" && BITWISE.contains(&kind);
                    let rising = RISING.contains(&kind);
                    let reached = bits(to)
                        .filter(|(o, _)| if word { i == *o || signed(cell, i, *o) } else { !rising || i <= *o });
                    let reached: Vec<u64> = reached.map(|(_, bit)| bit).collect();
                    self.next.entry(from).or_default().extend(reached);
                }
            }
        }
    }

    /// A way from an input to an output within the cycle: the names on it.
    pub fn path(&self, from: &str, to: &str) -> Option<String> {
        let mut before: HashMap<u64, u64> = HashMap::new();
        let mut waiting: Vec<u64> = self.ports[from].clone();
        let ends = &self.ports[to];
        while let Some(bit) = waiting.pop() {
            if ends.contains(&bit) {
                let mut way = vec![bit];
                while let Some(previous) = before.get(way.last().unwrap()) {
                    way.push(*previous);
                }
                return Some(way.iter().rev().map(|bit| self.names[bit].as_str()).collect::<Vec<_>>().join(" > "));
            }
            for next in self.next.get(&bit).into_iter().flatten() {
                if !before.contains_key(next) && !self.ports[from].contains(next) {
                    before.insert(*next, bit);
                    waiting.push(*next);
                }
            }
        }
        None
    }

    /// A bit that depends on itself within the cycle, with what is on the way.
    pub fn circle(&self) -> Option<String> {
        // 1: on the way, 2: done.
        let mut state: HashMap<u64, u8> = HashMap::new();
        for start in self.next.keys() {
            let mut stack = vec![(*start, 0)];
            while let Some((bit, at)) = stack.pop() {
                if at == 0 && state.insert(bit, 1) == Some(2) {
                    state.insert(bit, 2);
                    continue;
                }
                let Some(next) = self.next.get(&bit).and_then(|all| all.get(at)) else {
                    state.insert(bit, 2);
                    continue;
                };
                stack.push((bit, at + 1));
                match state.get(next) {
                    Some(1) => return Some(self.names.get(next).cloned().unwrap_or_default()),
                    Some(_) => {}
                    None => stack.push((*next, 0)),
                }
            }
        }
        None
    }
}

/// Whether bit `i` is the sign of a shorter operand, which fills the bits above it.
fn signed(cell: &Cell, i: usize, o: usize) -> bool {
    ["A", "B"].iter().any(|pin| cell.connections.get(*pin).is_some_and(|bits| bits.len() == i + 1 && o > i))
}
