//! An emitted top in Icarus Verilog, pin by pin: a bit is 0, 1 or unknown, and nothing has an initial value.
use super::tools;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use treetap::catalog::{Emitted, Port, Role};

/// A port, and where its bits begin in a row, the highest first.
struct Pin {
    name: String,
    at: usize,
    width: usize,
}

/// When an output has a meaning: found once, because every output is looked at in every cycle.
struct Meaning {
    /// Where the output that has to be 1 lies in what was seen.
    gate: Option<usize>,
    /// For the `ready` of a stream whose `valid` is an input: where that lies in the row.
    asks: Option<usize>,
    /// Whether it has one yet.
    settled: bool,
}

/// An output that was unknown where it has a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    pub cycle: u64,
    pub port: String,
    pub bits: String,
}

/// What a payload is that is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Unknown; a `ready` may be so too while nothing is offered.
    Unknown,
    /// 0; every `ready` is known always.
    Zero,
}

impl Idle {
    pub const BOTH: [Idle; 2] = [Idle::Zero, Idle::Unknown];
}

/// A simulation. Inputs are unknown until they are set; `clk` is driven by the bench.
pub struct FourState {
    simulator: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    row: Vec<u8>,
    seen: String,
    /// Of each output.
    meanings: Vec<Meaning>,
    idle: Idle,
    /// Whether the reset is over, so that outputs have a meaning.
    running: bool,
    pub cycles: u64,
    /// Bits of outputs that were looked at and had a meaning.
    pub looked: u64,
    /// The first of the outputs that were unknown, and how many there were.
    pub first: Option<Unknown>,
    pub unknown: u64,
    _dir: tempfile::TempDir,
}

impl FourState {
    /// Compiles a top and begins with every bit unknown. `gates`: the output that says whether one has a meaning, for
    /// those of no stream. `primed`: memories with known contents, by their paths.
    pub fn open(emitted: &Emitted, idle: Idle, gates: &[(&str, &str)], primed: &[String]) -> Self {
        let (inputs, outputs) = (pins(&emitted.ports, "input"), pins(&emitted.ports, "output"));
        let (ins, outs) = (width(&inputs), width(&outputs));
        let mut text = emitted.verilog.clone();
        let _ = writeln!(
            text,
            "module bench;\nreg clk = 0;\nreg [{}:0] in;\nwire [{}:0] out;\ninteger got;\n{} dut (",
            ins - 1,
            outs - 1,
            emitted.top
        );
        let mut ends: Vec<String> = vec![];
        for (bus, total, pins) in [("in", ins, &inputs), ("out", outs, &outputs)] {
            let bits = |pin: &Pin| format!("{bus}[{}:{}]", total - pin.at - 1, total - pin.at - pin.width);
            ends.extend(pins.iter().map(|pin| format!(".{}({})", pin.name, bits(pin))));
        }
        if emitted.ports.iter().any(|port| port.role == Role::Clock) {
            ends.push(".clk(clk)".into());
        }
        let _ = writeln!(
            text,
            "{});\ninteger at;\ninitial begin\n{}got = $fscanf(32'h8000_0000, \"%b\", in);\nwhile (got == 1) begin\n#1 \
             $display(\"%b\", out); $fflush; #1 clk = 1; #1 clk = 0;\ngot = $fscanf(32'h8000_0000, \"%b\", in);\nend\n\
             $finish;\nend\nendmodule",
            ends.join(", "),
            primed.iter().map(|path| prime(path)).collect::<String>()
        );
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("bench.v"), text).unwrap();
        tools::icarus_compiles(dir.path(), &["bench.v".into()]);
        let mut simulator = Command::new("vvp")
            .args(["-n", "bench.out"])
            .current_dir(dir.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (simulator.stdin.take().unwrap(), BufReader::new(simulator.stdout.take().unwrap()));
        let meanings = meanings(&inputs, &outputs, gates);
        let mut row = vec![b'x'; ins];
        row.push(b'\n');
        Self {
            simulator,
            to,
            from,
            inputs,
            outputs,
            row,
            seen: String::new(),
            meanings,
            idle,
            running: false,
            cycles: 0,
            looked: 0,
            first: None,
            unknown: 0,
            _dir: dir,
        }
    }

    /// Whether there is such an input.
    pub fn takes(&self, name: &str) -> bool {
        self.inputs.iter().any(|pin| pin.name == name)
    }

    /// Whether there is such an output.
    pub fn has(&self, name: &str) -> bool {
        self.outputs.iter().any(|pin| pin.name == name)
    }

    fn bits(&mut self, name: &str) -> &mut [u8] {
        let pin = self.inputs.iter().find(|pin| pin.name == name).unwrap_or_else(|| panic!("no input {name}"));
        &mut self.row[pin.at..pin.at + pin.width]
    }

    /// Drives an input of at most 64 bits.
    pub fn set(&mut self, name: &str, value: u64) {
        let bits = self.bits(name);
        let width = bits.len();
        bits.iter_mut().enumerate().for_each(|(at, bit)| *bit = b'0' + (value >> (width - 1 - at) & 1) as u8);
    }

    /// Drives an input that has no meaning now.
    pub fn unset(&mut self, name: &str) {
        let none = if self.idle == Idle::Unknown { b'x' } else { b'0' };
        self.bits(name).fill(none);
    }

    /// `rst` for three cycles. All that nobody has set is unknown meanwhile.
    pub fn reset(&mut self) {
        self.running = false;
        self.set("rst", 1);
        (0..3).for_each(|_| self.cycle());
        self.set("rst", 0);
        self.running = true;
    }

    /// These outputs have no meaning until [`FourState::settle`].
    pub fn hush(&mut self, names: &[&str]) {
        for (pin, meaning) in self.outputs.iter().zip(&mut self.meanings) {
            meaning.settled = !names.contains(&pin.name.as_str());
        }
    }

    pub fn settle(&mut self) {
        self.meanings.iter_mut().for_each(|meaning| meaning.settled = true);
    }

    /// One cycle: outputs are those before its rising edge.
    pub fn cycle(&mut self) {
        self.to.write_all(&self.row).and_then(|()| self.to.flush()).expect("the simulator is there");
        self.seen.clear();
        self.from.read_line(&mut self.seen).unwrap();
        assert_eq!(self.seen.trim_end().len(), width(&self.outputs), "the simulator says {}", self.seen);
        self.cycles += 1;
        if !self.running {
            return;
        }
        let seen = self.seen.as_bytes();
        for (pin, meaning) in self.outputs.iter().zip(&self.meanings) {
            let silent = meaning.gate.is_some_and(|at| seen[at] != b'1');
            let unasked = self.idle == Idle::Unknown && meaning.asks.is_some_and(|at| self.row[at] != b'1');
            if silent || unasked || !meaning.settled {
                continue;
            }
            let bits = &self.seen[pin.at..pin.at + pin.width];
            self.looked += pin.width as u64;
            if bits.bytes().any(|bit| bit != b'0' && bit != b'1') {
                self.unknown += 1;
                let unknown = || Unknown { cycle: self.cycles, port: pin.name.clone(), bits: bits.into() };
                self.first.get_or_insert_with(unknown);
            }
        }
    }

    fn shown(&self, name: &str) -> &str {
        let pin = self.outputs.iter().find(|pin| pin.name == name).unwrap_or_else(|| panic!("no output {name}"));
        &self.seen[pin.at..pin.at + pin.width]
    }

    /// An output of at most 64 bits; `None` where a bit is unknown.
    pub fn get(&self, name: &str) -> Option<u64> {
        u64::from_str_radix(self.shown(name), 2).ok()
    }

    /// Whether an output of one bit is 1.
    pub fn is(&self, name: &str) -> bool {
        self.shown(name) == "1"
    }
}

impl Drop for FourState {
    fn drop(&mut self) {
        let _ = self.simulator.kill();
        let _ = self.simulator.wait();
    }
}

/// Fills a memory of this path below the top.
fn prime(path: &str) -> String {
    format!("for (at = 0; at < 65536; at = at + 1) dut.{path}.mem[at] = {{$random, $random, $random, $random}};\n")
}

/// The ports of one direction but the clock.
fn pins(ports: &[Port], dir: &str) -> Vec<Pin> {
    let mut at = 0;
    let chosen = ports.iter().filter(|port| port.dir == dir && port.role != Role::Clock);
    chosen
        .map(|port| {
            at += port.width;
            Pin { name: port.name.clone(), at: at - port.width, width: port.width }
        })
        .collect()
}

/// When each output has a meaning. `gates`: as in [`FourState::open`].
fn meanings(inputs: &[Pin], outputs: &[Pin], gates: &[(&str, &str)]) -> Vec<Meaning> {
    let find = |pins: &[Pin], name: &str| pins.iter().find(|pin| pin.name == name).map(|pin| pin.at);
    let streams: Vec<&str> = outputs.iter().filter_map(|pin| pin.name.strip_suffix("valid")).collect();
    // A stream's `ready`, if it is an output too, has a meaning always.
    let of_stream = |name: &str| {
        let stream = streams.iter().rev().find(|stream| name.starts_with(**stream))?;
        (!name.ends_with("valid") && !name.ends_with("ready")).then(|| format!("{stream}valid"))
    };
    let gate = |name: &str| {
        let named = gates.iter().rev().find(|(port, _)| *port == name).map(|(_, gate)| gate.to_string());
        let gate = named.or_else(|| of_stream(name))?;
        Some(find(outputs, &gate).unwrap_or_else(|| panic!("no output {gate}")))
    };
    let asks = |name: &str| find(inputs, &format!("{}valid", name.strip_suffix("ready")?));
    outputs.iter().map(|pin| Meaning { gate: gate(&pin.name), asks: asks(&pin.name), settled: true }).collect()
}

fn width(pins: &[Pin]) -> usize {
    pins.last().map_or(0, |pin| pin.at + pin.width)
}
