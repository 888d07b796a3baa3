//! Blocks of the engines of `rap`, each beside a small model of what its description promises: modules of the emitted
//! Verilog, driven pin by pin. Every check runs again on the module with a fault planted in it, and has to fail there.
mod finger;
mod hand;
mod ladders;
mod limit;
mod pace;
mod patches;
mod scout;

use treetap::catalog::{Emitted, Port, Role, Unit, emit_on};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::spec::rap::Engine;

/// A module of an emitted tree, a cycle at a time.
struct Block {
    pins: Pins,
    row: Vec<u64>,
    seen: Vec<u64>,
}

/// An edit of the module: what is there exactly once, and what comes in its place.
type Fault = (&'static str, &'static str);

impl Block {
    /// Module `name` of a preset, which is reset where it can be. `wired` are edits that wire what the engine does
    /// within a cycle, such as an input that depends on an output.
    fn open(preset: &str, engine: Engine, name: &str, wired: &[Fault], fault: Option<Fault>) -> Self {
        Self::open_with((preset, engine, name), wired, fault.map(|fault| (name, fault)))
    }

    /// The same with a fault in one of the modules, perhaps in one inside it.
    fn open_with((preset, engine, name): (&str, Engine, &str), wired: &[Fault], fault: Option<(&str, Fault)>) -> Self {
        let whole = emit_on(Unit::Rap, preset, Some(engine)).unwrap();
        let top = format!("{}_{name}", whole.top);
        let mut verilog = whole.verilog;
        for (name, (pattern, replacement)) in wired.iter().map(|edit| (name, *edit)).chain(fault) {
            let [before, module, after] = parts(&verilog, &format!("{}_{name}", whole.top));
            assert_eq!(module.matches(pattern).count(), 1, "{name}: {pattern}");
            verilog = format!("{before}{}{after}", module.replacen(pattern, replacement, 1));
        }
        let [_, module, _] = parts(&verilog, &top);
        let header = &module[..module.find(");\n").unwrap()];
        let is_reset = header.contains(" rst,");
        let ports: Vec<_> = header.lines().filter_map(port).collect();
        let pins = Pins::open(&Emitted { top, verilog, ports, json: String::new() }, Effort::Quick, 5).unwrap();
        let mut block = Self { row: vec![0; pins.input_words()], seen: vec![], pins };
        if is_reset {
            let rst = block.input("rst");
            block.row[rst] = 1;
            block.cycle();
            block.cycle();
            block.row[rst] = 0;
        }
        block
    }

    fn input(&self, name: &str) -> usize {
        self.pins.input(name)
    }

    fn output(&self, name: &str) -> usize {
        self.pins.output(name)
    }

    /// Drives the row and samples what comes out before the rising edge.
    fn cycle(&mut self) {
        self.seen = self.pins.run(&self.row);
    }

    fn set(&mut self, name: &str, value: u64) {
        let at = self.input(name);
        self.row[at] = value;
    }

    /// One cycle in which these inputs are 1.
    fn pulse(&mut self, names: &[&str]) {
        names.iter().for_each(|name| self.set(name, 1));
        self.cycle();
        names.iter().for_each(|name| self.set(name, 0));
    }

    fn get(&self, name: &str) -> u64 {
        self.seen[self.output(name)]
    }
}

/// The text around a module, and the module.
fn parts<'a>(verilog: &'a str, module: &str) -> [&'a str; 3] {
    let found = [" (\n", " #(\n"].iter().find_map(|end| verilog.find(&format!("\nmodule {module}{end}")));
    let (before, rest) = verilog.split_at(found.unwrap_or_else(|| panic!("no module {module}")));
    let (module, after) = rest.split_at(rest.find("\nendmodule").unwrap());
    [before, module, after]
}

/// A port in a line of a module's header.
fn port(line: &str) -> Option<Port> {
    let mut words = line.trim().trim_end_matches(',').split_whitespace();
    let dir = ["input", "output"].into_iter().find(|dir| words.clone().next() == Some(dir))?;
    let (_, _, third) = (words.next(), words.next(), words.next()?);
    let (width, name) = match third.strip_prefix('[').and_then(|range| range.strip_suffix(":0]")) {
        Some(high) => (high.parse::<usize>().unwrap() + 1, words.next()?),
        None => (1, third),
    };
    let role = if name == "clk" { Role::Clock } else { Role::Status };
    Some(Port { name: name.into(), dir, width, role })
}

/// What a check expects to be so.
fn expect<T: PartialEq + std::fmt::Debug>(what: &str, got: T, want: T) -> Result<(), String> {
    if got == want { Ok(()) } else { Err(format!("{what}: {got:?} instead of {want:?}")) }
}

/// Runs a check on a module, wired as [`Block::open`] says, and on it with each of the faults, which have to be found.
fn with_faults<S: Default>(
    (preset, engine, name): (&str, Engine, &str),
    wired: &[Fault],
    faults: &[Fault],
    check: impl Fn(&mut Block, &mut S) -> Result<(), String>,
) -> S {
    let mut seen = S::default();
    check(&mut Block::open(preset, engine, name, wired, None), &mut seen)
        .unwrap_or_else(|e| panic!("{preset} {name}: {e}"));
    for fault in faults {
        let found = check(&mut Block::open(preset, engine, name, wired, Some(*fault)), &mut S::default());
        println!("{preset} {name}, {:?} in the place of {:?}: {found:?}", fault.1, fault.0);
        assert!(found.is_err(), "{preset} {name}: {:?} in the place of {:?} is not found", fault.1, fault.0);
    }
    seen
}
