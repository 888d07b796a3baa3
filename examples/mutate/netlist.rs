//! The gates that Yosys makes of a design, and mutants of them: one netlist holds all of them, and one is active.
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;
use treetap::trace::shapes::Random;

/// Environment variable with the number of the active mutant; 0 or none: the design as it is.
pub const ACTIVE: &str = "TREETAP_MUTANT";
/// Environment variable with a file that every simulation of the design makes.
pub const SEEN: &str = "TREETAP_MUTANT_SEEN";

/// What decides how gates and mutants are made.
pub const SOURCE: &str = include_str!("netlist.rs");
/// Decides which mutants are drawn.
const SEED: u64 = 16;
/// Width of the selector: room for [`MUTANTS_MAX`] beside 0, the unchanged design.
const SELECTOR_BITS: u32 = 12;
pub const MUTANTS_MAX: usize = (1 << SELECTOR_BITS) - 1;
const SELECTOR: &str = "mutsel";

/// What becomes of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Inverted,
    Zero,
    One,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::Inverted, Mode::Zero, Mode::One];

    /// The gate that does it, its other input being 1 while the mutant is active.
    const fn gate(self) -> &'static str {
        match self {
            Mode::Inverted => "$_XOR_",
            Mode::Zero => "$_ANDNOT_",
            Mode::One => "$_OR_",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Mode::Inverted => "inverted",
            Mode::Zero => "stuck at 0",
            Mode::One => "stuck at 1",
        }
    }
}

/// A bit of the netlist: a number, or a constant.
pub type Bit = Value;

/// A gate or register of one bit, or anything else, whose insides are not looked at.
#[derive(Clone, Debug)]
pub struct Cell {
    pub kind: String,
    pub inputs: Vec<(String, Vec<Bit>)>,
    pub outputs: Vec<(String, Vec<Bit>)>,
}

/// A register; gates are in [`GATES`].
pub const REGISTER: &str = "$_DFF_P_";
/// Gates of one output `Y`, with their functions as rows of a table over their inputs.
pub const GATES: &[(&str, &[&str], &[&str])] = &[
    ("$_NOT_", &["A"], &["0"]),
    ("$_AND_", &["A", "B"], &["11"]),
    ("$_OR_", &["A", "B"], &["1-", "-1"]),
    ("$_XOR_", &["A", "B"], &["10", "01"]),
    ("$_ANDNOT_", &["A", "B"], &["10"]),
    ("$_ORNOT_", &["A", "B"], &["1-", "-0"]),
    ("$_MUX_", &["A", "B", "S"], &["1-0", "-11"]),
];

impl Cell {
    /// Whether mutants are made of it.
    pub fn is_gate(&self) -> bool {
        self.kind == REGISTER || GATES.iter().any(|gate| gate.0 == self.kind)
    }

    pub fn input(&self, port: &str) -> &Bit {
        let found = self.inputs.iter().find(|input| input.0 == port);
        &found.expect("every gate has its inputs").1[0]
    }

    /// What goes in but the clock, of a gate or register.
    fn data(&self) -> Vec<Bit> {
        let inputs = self.inputs.iter().filter(|input| input.0 != "C");
        inputs.filter_map(|input| input.1.first().cloned()).collect()
    }

    /// The output of a gate or register.
    pub fn output(&self) -> &Bit {
        &self.outputs[0].1[0]
    }
}

/// First bit of a tally that a test cannot reach: a million events take a second, and a billion too long.
pub const TALLY_HIGH: usize = 20;

/// A mutant: a signal at one end of a cell.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub cell: String,
    pub port: String,
    pub mode: Mode,
}

/// The top of a design as gates, registers, and memories.
pub struct Netlist {
    pub top: String,
    whole: Value,
    pub cells: BTreeMap<String, Cell>,
    /// Bits of the top's outputs.
    pub outputs: Vec<Bit>,
    /// Names that the design gives to bits.
    names: HashMap<u64, String>,
    /// Cells that read a bit, and the one that makes it.
    pub readers: HashMap<u64, Vec<String>>,
    makers: HashMap<u64, String>,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.port, self.mode.words())
    }
}

/// Has Yosys make gates of `source`, as JSON in `to`. Wide tallies are left as they are: their high bits cannot be
/// reached. Tables stay gates, too: a memory that nothing writes would have random contents at power-up.
pub fn gates(top: &str, source: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let ready = "opt -full; wreduce; opt -full; alumacc; opt; memory_collect; techmap; opt -full";
    yosys(&format!(
        "read_verilog {}; hierarchy -top {top}; proc -norom; setattr -mod -set keep_hierarchy 1 *_tally; flatten; \
         {ready}; dfflegalize -cell $_DFF_P_ 01 {top}; opt_clean; abc -g AND,OR,XOR,MUX,ANDNOT,ORNOT; opt_clean; \
         write_json {}",
        source.display(),
        to.display(),
    ))
}

fn yosys(script: &str) -> Result<(), Box<dyn Error>> {
    let output =
        Command::new("yosys").args(["-q", "-p", script]).output().map_err(|e| format!("cannot run yosys: {e}"))?;
    if !output.status.success() {
        return Err(format!("yosys failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(())
}

fn bits(value: &Value) -> Vec<Bit> {
    value.as_array().cloned().unwrap_or_default()
}

impl Netlist {
    pub fn read(top: &str, path: &Path) -> Result<Self, Box<dyn Error>> {
        let whole: Value = serde_json::from_slice(&fs::read(path)?)?;
        let module = &whole["modules"][top];
        let object = |value: &Value| value.as_object().cloned().unwrap_or_default();
        let mut cells = BTreeMap::new();
        for (name, cell) in object(&module["cells"]) {
            let ends = |way: &str| -> Vec<(String, Vec<Bit>)> {
                let ports = object(&cell["port_directions"]);
                let chosen = ports.into_iter().filter(|(_, direction)| direction == way);
                chosen.map(|(port, _)| (port.clone(), bits(&cell["connections"][&port]))).collect()
            };
            let kind = cell["type"].as_str().unwrap_or_default().to_string();
            cells.insert(name, Cell { kind, inputs: ends("input"), outputs: ends("output") });
        }
        let ports = object(&module["ports"]);
        let outputs = ports.values().filter(|port| port["direction"] == "output").flat_map(|port| bits(&port["bits"]));
        let mut names = HashMap::new();
        for (name, net) in object(&module["netnames"]) {
            let bits = bits(&net["bits"]);
            for (at, bit) in bits.iter().enumerate().filter(|_| net["hide_name"] == 0) {
                let shown = if bits.len() == 1 { name.clone() } else { format!("{name}[{at}]") };
                bit.as_u64().map(|bit| names.entry(bit).or_insert(shown));
            }
        }
        let (mut readers, mut makers): (HashMap<u64, Vec<String>>, _) = (HashMap::new(), HashMap::new());
        for (name, cell) in &cells {
            let made = cell.outputs.iter().flat_map(|output| &output.1).filter_map(Value::as_u64);
            makers.extend(made.map(|bit| (bit, name.clone())));
            for bit in cell.inputs.iter().flat_map(|input| &input.1).filter_map(Value::as_u64) {
                readers.entry(bit).or_default().push(name.clone());
            }
        }
        Ok(Self { top: top.into(), outputs: outputs.collect(), cells, names, readers, makers, whole })
    }

    /// The bit of an input of this name.
    pub fn port(&self, name: &str) -> Option<u64> {
        self.whole["modules"][&self.top]["ports"][name]["bits"][0].as_u64()
    }

    /// The top's ports by their names, with their bits.
    pub fn ports(&self) -> BTreeMap<String, Vec<Bit>> {
        let ports = self.whole["modules"][&self.top]["ports"].as_object();
        ports.into_iter().flatten().map(|(name, port)| (name.clone(), bits(&port["bits"]))).collect()
    }

    /// Gates and registers that make nothing but high bits of these signals, which count up by one ([`TALLY_HIGH`]).
    pub fn high(&self, tallies: &[&str]) -> BTreeSet<String> {
        let is_high = |name: &str| {
            let (signal, bit) = name.trim_end_matches(']').rsplit_once('[').unwrap_or((name, ""));
            tallies.contains(&signal) && bit.parse().is_ok_and(|bit: usize| bit >= TALLY_HIGH)
        };
        let only_high = |cell: &Cell| {
            let made = self.made(cell);
            !made.is_empty() && made.iter().all(|name| is_high(name))
        };
        let gates = self.cells.iter().filter(|(_, cell)| cell.is_gate());
        gates.filter(|(_, cell)| only_high(cell)).map(|(name, _)| name.clone()).collect()
    }

    /// `count` different mutants of cells that are not left `whole`, or as many as there are.
    pub fn draw(&self, count: usize, whole: &BTreeSet<String>) -> Vec<Mutant> {
        let ends = |(name, cell): (&String, &Cell)| {
            let ports = cell.inputs.iter().chain(&cell.outputs).filter(|(port, bits)| port != "C" && bits[0].is_u64());
            ports.map(|(port, _)| (name.clone(), port.clone())).collect::<Vec<_>>()
        };
        let ends = self.cells.iter().filter(|(name, cell)| cell.is_gate() && !whole.contains(*name)).flat_map(ends);
        let each = |(cell, port): (String, String)| {
            Mode::ALL.map(|mode| Mutant { cell: cell.clone(), port: port.clone(), mode })
        };
        let mut all: Vec<_> = ends.flat_map(each).collect();
        let mut random = Random(SEED);
        for at in 0..all.len().min(count) {
            let other = at + random.below((all.len() - at) as u64) as usize;
            all.swap(at, other);
        }
        all.truncate(count);
        all
    }

    /// Where a mutant is: its cell with the nearest signals that it is made of, and those that are made of it.
    pub fn place(&self, mutant: &Mutant) -> String {
        let cell = &self.cells[&mutant.cell];
        let kind = cell.kind.trim_matches(['$', '_']);
        let of = self.nearest(cell.data(), |bit| {
            let maker = self.makers.get(&bit).map(|name| &self.cells[name]);
            maker.into_iter().map(|maker| (maker, maker.data())).collect()
        });
        format!("{kind}.{mutant}, of {}, makes {}", shown(&of), shown(&self.made(cell)))
    }

    /// The nearest signals that are made of what a cell makes.
    fn made(&self, cell: &Cell) -> BTreeSet<&str> {
        self.nearest(vec![cell.output().clone()], |bit| {
            let readers = self.readers.get(&bit).into_iter().flatten().map(|name| &self.cells[name]);
            readers.map(|reader| (reader, reader.outputs.iter().map(|output| output.1[0].clone()).collect())).collect()
        })
    }

    /// The nearest bits with a name, or parts that are no gates, from some bits on; `next` has the cells on the way.
    fn nearest<'a>(&'a self, from: Vec<Bit>, next: impl Fn(u64) -> Vec<(&'a Cell, Vec<Bit>)>) -> BTreeSet<&'a str> {
        let (mut found, mut seen, mut queue) = (BTreeSet::new(), BTreeSet::new(), VecDeque::from(from));
        while let Some(bit) = queue.pop_front() {
            let Some(bit) = bit.as_u64().filter(|bit| seen.insert(*bit)) else { continue };
            if let Some(name) = self.names.get(&bit) {
                found.insert(&name[..]);
                continue;
            }
            for (cell, bits) in next(bit) {
                if cell.is_gate() {
                    queue.extend(bits);
                } else {
                    found.insert(&cell.kind);
                }
            }
        }
        found
    }

    /// The Verilog of the design with all of `mutants`, of which [`ACTIVE`] chooses one. Vectors become single wires:
    /// bits of a vector that depend on each other look like loops to Verilator, and version 5.006 takes the value of
    /// the cycle before for some of them.
    pub fn write(&self, mutants: &[Mutant], to: &Path) -> Result<(), Box<dyn Error>> {
        let mut whole = self.whole.clone();
        let module = &mut whole["modules"][&self.top];
        let mut free = self.free_bit();
        let mut bit = || {
            free += 1;
            json!(free)
        };
        let selector: Vec<Bit> = (0..SELECTOR_BITS).map(|_| bit()).collect();
        module["netnames"][SELECTOR] = json!({"hide_name": 0, "bits": selector, "attributes": {}});
        let cells = module["cells"].as_object_mut().ok_or("a netlist without cells")?;
        for (at, mutant) in mutants.iter().enumerate() {
            let (active, between) = (bit(), bit());
            let number: String = (0..SELECTOR_BITS).map(|i| if (at + 1) >> i & 1 == 1 { '1' } else { '0' }).collect();
            let number: Vec<_> = number.chars().map(|digit| json!(digit.to_string())).collect();
            cells.insert(format!("active{at}"), compare(&selector, &number, &active));
            let end = &mut cells[&mutant.cell]["connections"][&mutant.port][0];
            let is_output = self.cells[&mutant.cell].outputs.iter().any(|output| output.0 == mutant.port);
            // Of an output the cell makes what is changed, of an input it takes what was changed.
            let (from, into) = if is_output { (&between, end.clone()) } else { (&end.clone(), between.clone()) };
            let change = gate(mutant.mode.gate(), from, &active, &into);
            *end = between.clone();
            cells.insert(format!("mutant{at}"), change);
        }
        let (json, plain) = (to.with_extension("mutants.json"), to.with_extension("plain.v"));
        fs::write(&json, serde_json::to_vec(&whole)?)?;
        let split = format!("splitnets w:* w:{SELECTOR} %d; opt_clean -purge");
        yosys(&format!("read_json {}; {split}; write_verilog -noattr {}", json.display(), plain.display()))?;
        let text = fs::read_to_string(&plain)?;
        let declared = format!("  wire [{}:0] {SELECTOR};\n", SELECTOR_BITS - 1);
        if text.matches(&declared).count() != 1 {
            return Err(format!("{}: no selector", plain.display()).into());
        }
        fs::write(to, text.replace(&declared, &chosen()))?;
        fs::remove_file(json)?;
        Ok(fs::remove_file(plain)?)
    }

    fn free_bit(&self) -> u64 {
        let ends = self.cells.values().flat_map(|cell| cell.inputs.iter().chain(&cell.outputs));
        let bits = ends.flat_map(|end| &end.1).chain(&self.outputs).filter_map(Value::as_u64);
        bits.chain(self.names.keys().copied()).max().unwrap_or(0)
    }
}

/// The first of these names.
fn shown(names: &BTreeSet<&str>) -> String {
    const SHOWN: usize = 3;
    let more = if names.len() > SHOWN { ", .." } else { "" };
    names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ") + more
}

/// The selector: a simulation reads it once, at its beginning.
fn chosen() -> String {
    let seen = format!("if (const char* seen = std::getenv(\\\"{SEEN}\\\")) std::fclose(std::fopen(seen, \\\"a\\\"));");
    let active = format!("const char* active = std::getenv(\\\"{ACTIVE}\\\"); return active ? std::atoi(active) : 0;");
    format!("  reg [{}:0] {SELECTOR};\n  initial {SELECTOR} = $c(\"[]{{ {seen} {active} }}()\");\n", SELECTOR_BITS - 1)
}

fn gate(kind: &str, a: &Bit, b: &Bit, y: &Bit) -> Value {
    json!({
        "hide_name": 1, "type": kind, "parameters": {}, "attributes": {},
        "port_directions": {"A": "input", "B": "input", "Y": "output"},
        "connections": {"A": [a], "B": [b], "Y": [y]},
    })
}

fn compare(a: &[Bit], b: &[Bit], y: &Bit) -> Value {
    let number = |number: u32| json!(format!("{number:032b}"));
    let parameters: Map<String, Value> = [
        ("A_SIGNED", number(0)),
        ("B_SIGNED", number(0)),
        ("A_WIDTH", number(SELECTOR_BITS)),
        ("B_WIDTH", number(SELECTOR_BITS)),
        ("Y_WIDTH", number(1)),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into_iter()
    .collect();
    json!({
        "hide_name": 1, "type": "$eq", "parameters": parameters, "attributes": {},
        "port_directions": {"A": "input", "B": "input", "Y": "output"},
        "connections": {"A": a, "B": b, "Y": [y]},
    })
}
