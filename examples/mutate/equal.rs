//! Whether a mutant can be told from the design at all: ABC proves it, or does not.
//!
//! The mutant's copy is what its signal reaches, through gates and registers; everything else is shared. Memories and
//! parts that were left whole are outside: what they are given has to be the same in every cycle, and then what they
//! answer is the same, so both sides read one free input. Registers begin with anything, the same on both sides, and
//! `rst` is 1 for [`RESET_CYCLES`] cycles, as in every simulation. What a stream offers counts while its `valid` is 1.
use crate::netlist::{Bit, GATES, Mode, Mutant, Netlist, REGISTER};
use crate::process::within;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// As in `testbench/common/driver.h`.
const RESET_CYCLES: usize = 3;
/// The top's reset.
const RESET: &str = "rst";
/// Cycles in which a difference is looked for before there is a proof, and conflicts that this may take.
const FRAMES: usize = 8;
const CONFLICTS: usize = 5000;
/// Cycles of the inductions.
const INDUCTION: [usize; 2] = [1, 3];
/// Time that one of the two may compute.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether everything that memories are given is proved equal, always, and every output after the reset. `work`: a file
/// that may be written.
///
/// # Errors
/// When ABC cannot be run.
pub fn proved(netlist: &Netlist, mutant: &Mutant, work: &Path) -> Result<bool, Box<dyn Error>> {
    let Some(text) = Miter::new(netlist, mutant).blif() else { return Ok(true) };
    fs::write(work, text)?;
    let read = format!("read_blif {}; strash", work.display());
    // Most that are not equivalent show it within a few cycles. Of the others the first one at least has to be seen.
    let said = abc(&format!("{read}; bmc2 -F {FRAMES} -C {CONFLICTS}"))?;
    if !said.contains("No output failed") || said.contains("failed in 0 frames") {
        return Ok(false);
    }
    // Signals that are equal in every cycle are merged, by induction over so many. If nothing is left, the difference
    // is a constant, which the first cycle has shown to be 0.
    let steps = INDUCTION.map(|cycles| format!("scorr -F {cycles}")).join("; ");
    let said = abc(&format!("{read}; {steps}; print_stats"))?;
    let count = |what: &str| said.rsplit_once(what).and_then(|(_, rest)| rest.split_whitespace().next());
    Ok(count("lat =") == Some("0") && count("and =") == Some("0"))
}

/// Outputs of streams, with the bit of their `valid`: of `x_valid` all of `x_*` but `x_ready`.
fn offered(netlist: &Netlist) -> HashMap<u64, u64> {
    let mut offered = HashMap::new();
    let ports = netlist.ports();
    for (stream, valid) in ports.iter().filter_map(|(name, bits)| Some((name.strip_suffix("valid")?, bits))) {
        let Some(valid) = valid.first().and_then(Bit::as_u64).filter(|_| stream.ends_with('_')) else { continue };
        let others = ports.iter().filter(|(name, _)| name.starts_with(stream) && !name.ends_with("ready"));
        let bits = others.flat_map(|(_, bits)| bits).filter_map(Bit::as_u64).filter(|bit| *bit != valid);
        offered.extend(bits.map(|bit| (bit, valid)));
    }
    offered
}

/// What ABC says; nothing when it takes too long.
fn abc(script: &str) -> Result<String, Box<dyn Error>> {
    let mut abc = Command::new("yosys-abc");
    let child = abc.args(["-q", script]).stdout(Stdio::piped()).stdin(Stdio::null()).spawn();
    let mut child = child.map_err(|e| format!("cannot run yosys-abc: {e}"))?;
    let mut said = child.stdout.take().ok_or("abc without a voice")?;
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        said.read_to_string(&mut text).map(|_| text)
    });
    let ended = within(child, PATIENCE)?;
    let text = reading.join().map_err(|_| "abc could not be read")??;
    Ok(if ended.is_some_and(|status| status.success()) { text } else { String::new() })
}

/// Design and mutant side by side.
struct Miter<'a> {
    netlist: &'a Netlist,
    mutant: &'a Mutant,
    /// Cells that the mutant has its own of.
    own: BTreeSet<&'a str>,
    /// Bits that may differ.
    differs: BTreeSet<u64>,
    text: String,
    /// Inputs of the miter.
    free: BTreeSet<String>,
    /// Bits whose two values are compared.
    compared: BTreeMap<u64, When>,
}

/// When two values are compared.
#[derive(Clone, Copy)]
enum When {
    /// In every cycle: what memories are given.
    Always,
    /// After the reset: an output.
    Shown,
    /// After the reset, while this bit is 1: an output of a stream, and its `valid`.
    Offered(u64),
}

impl<'a> Miter<'a> {
    fn new(netlist: &'a Netlist, mutant: &'a Mutant) -> Self {
        let mut own: BTreeSet<&str> = [&mutant.cell[..]].into();
        let mut differs = BTreeSet::new();
        let mut queue = VecDeque::from([&mutant.cell[..]]);
        while let Some(cell) = queue.pop_front() {
            let Some(bit) = netlist.cells[cell].output().as_u64().filter(|bit| differs.insert(*bit)) else { continue };
            for reader in netlist.readers.get(&bit).into_iter().flatten() {
                if netlist.cells[reader].is_gate() && own.insert(reader) {
                    queue.push_back(reader);
                }
            }
        }
        Self { netlist, mutant, own, differs, text: String::new(), free: BTreeSet::new(), compared: BTreeMap::new() }
    }

    /// The miter, whose output is 1 where the two differ; `None` when nothing is reached that could be compared.
    fn blif(mut self) -> Option<String> {
        let outside = self.netlist.cells.values().filter(|cell| !cell.is_gate());
        let given = outside.flat_map(|cell| cell.inputs.iter().flat_map(|input| &input.1));
        let given = given.map(|bit| (bit, When::Always));
        let offered = offered(self.netlist);
        let shown = self.netlist.outputs.iter().map(|bit| {
            let valid = bit.as_u64().and_then(|bit| offered.get(&bit));
            (bit, valid.map_or(When::Shown, |valid| When::Offered(*valid)))
        });
        // What memories are given decides, where it is an output, too.
        for (bit, when) in shown.chain(given) {
            if let Some(bit) = bit.as_u64().filter(|bit| self.differs.contains(bit)) {
                self.compared.insert(bit, when);
            }
        }
        if self.compared.is_empty() {
            return None;
        }
        self.text += ".names zero\n.names one\n1\n";
        self.begin();
        let cells: BTreeMap<_, _> = self.netlist.cells.iter().filter(|(_, cell)| cell.is_gate()).collect();
        for name in cells.keys() {
            self.cell(name, false);
        }
        for name in self.own.clone() {
            self.cell(name, true);
        }
        let mut any = "zero".to_string();
        for (bit, when) in self.compared.clone() {
            let reset = format!("since{RESET_CYCLES}");
            let [since, valid] = match when {
                When::Always => ["one".into(), "one".into()],
                When::Shown => [reset, "one".into()],
                // Where the two differ in `valid` that is a difference of its own.
                When::Offered(valid) => [reset, format!("n{valid}")],
            };
            let _ =
                writeln!(self.text, ".names n{bit} m{bit} {since} {valid} {any} any{bit}\n1011- 1\n0111- 1\n----1 1");
            any = format!("any{bit}");
        }
        let driven: BTreeSet<u64> = cells.values().filter_map(|cell| cell.output().as_u64()).collect();
        let all = cells.values().flat_map(|cell| &cell.inputs).filter_map(|input| input.1[0].as_u64());
        let open = all.filter(|bit| !driven.contains(bit)).filter(|bit| Some(*bit) != self.netlist.port(RESET));
        self.free.extend(open.map(|bit| format!("n{bit}")));
        let free: Vec<_> = self.free.iter().map(String::as_str).collect();
        Some(format!(".model miter\n.inputs {}\n.outputs {any}\n{}.end\n", free.join(" \\\n"), self.text))
    }

    /// Cycles since the beginning, as far as they matter, and `rst`.
    fn begin(&mut self) {
        let mut before = "one".to_string();
        for cycle in 1..=RESET_CYCLES {
            let _ = writeln!(self.text, ".latch {before} since{cycle} 0");
            before = format!("since{cycle}");
        }
        if let Some(bit) = self.netlist.port(RESET) {
            self.free.insert("any_rst".into());
            let _ = writeln!(self.text, ".names any_rst {before} n{bit}\n1- 1\n-0 1");
        }
    }

    /// A cell as it is, or as the mutant has it.
    fn cell(&mut self, name: &str, own: bool) {
        let cell = &self.netlist.cells[name];
        let here = own && name == self.mutant.cell;
        let side = |bit: &Bit| match bit.as_u64() {
            Some(bit) if own && self.differs.contains(&bit) => format!("m{bit}"),
            Some(bit) => format!("n{bit}"),
            None => if bit == "1" { "one" } else { "zero" }.to_string(),
        };
        let made = side(cell.output());
        // The mutated end of the cell, and what it had been.
        let changed = |from: &str, to: &str| match self.mutant.mode {
            Mode::Inverted => format!(".names {from} {to}\n0 1\n"),
            Mode::Zero => format!(".names {to}\n"),
            Mode::One => format!(".names {to}\n1\n"),
        };
        let mut extra = String::new();
        let port = &self.mutant.port;
        let makes = if here && cell.outputs[0].0 == *port {
            extra += &changed("between", &made);
            "between".to_string()
        } else {
            made
        };
        let mut takes = |input: &str| {
            let signal = side(cell.input(input));
            if here && input == port {
                extra += &changed(&signal, "between");
                return "between".to_string();
            }
            signal
        };
        if cell.kind == REGISTER {
            let data = takes("D");
            let (state, start) = (format!("{makes}_state"), format!("{}_start", side(cell.output()).replace('m', "n")));
            let _ = writeln!(self.text, ".latch {data} {state} 0");
            let _ = writeln!(self.text, ".names since1 {state} {start} {makes}\n11- 1\n0-1 1");
            self.free.insert(start);
        } else {
            let (_, inputs, rows) = GATES.iter().find(|gate| gate.0 == cell.kind).expect("it is a gate");
            let inputs: Vec<_> = inputs.iter().map(|input| takes(input)).collect();
            let _ = writeln!(self.text, ".names {} {makes}", inputs.join(" "));
            rows.iter().for_each(|row| self.text += &format!("{row} 1\n"));
        }
        self.text += &extra;
    }
}
