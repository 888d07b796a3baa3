//! Proofs over the emitted Verilog: Yosys, yosys-smtbmc and Boolector on the properties in `testbench/formal/` (docs/proof.md).
//!
//! Every row is proved and then refuted: with the row's fault planted in the design the same proof has to fail. A row
//! prints what it did; `make formal` takes all of them, `cargo test` those that are marked as quick.
#[path = "support/provers.rs"]
mod provers;

use provers::{Outcome, Prover};
use std::time::Instant;
use treetap::catalog::{self, Unit};

/// A claim about an emitted design.
struct Proof {
    name: &'static str,
    /// Unit and preset whose Verilog holds the module; `{}` in the following stands for the name of its top.
    design: (Unit, &'static str),
    /// The wrapper in `testbench/formal/`, and its macros.
    file: &'static str,
    macros: &'static [(&'static str, &'static str)],
    /// Block RAMs (name of the module, with a read enable or not) whose contract stands for them.
    rams: &'static [(&'static str, bool)],
    /// Text that joins a module at its end, for the wrapper to see what has no port.
    probe: Option<(&'static str, &'static str)>,
    /// Steps of the induction.
    steps: u32,
    /// The planted fault: a text of the design, there once in the module, and its replacement.
    fault: (&'static str, &'static str, &'static str),
    /// Whether it takes part in `cargo test`.
    quick: bool,
}

const WATCH: &str = "    (* anyconst *) wire [ADDR-1:0] watch;\n    wire [WIDTH-1:0] shown = mem[watch];\n";

const COALESCER_RAM: &[(&str, bool)] = &[("{}_fast_ram_re", true)];

const PROOFS: &[Proof] = &[
    Proof {
        name: "FastRam 512 x 32: a written word is read back unless the read meets a write",
        design: (Unit::Rap, "nano"),
        file: "leaf_ram.sv",
        macros: &[("RAM", "{}_fast_ram"), ("WIDTH", "32"), ("ADDR", "9")],
        rams: &[],
        probe: Some(("{}_fast_ram", WATCH)),
        steps: 1,
        fault: ("{}_fast_ram", "if (we) mem[wa] <= wd;", "if (we && !wd[5]) mem[wa] <= wd;"),
        quick: true,
    },
    Proof {
        name: "FastRamRe 1024 x 64: the same, and it holds its word",
        design: (Unit::Coalescer, "x86"),
        file: "leaf_ram.sv",
        macros: &[("RAM", "{}_fast_ram_re"), ("RAM_RE", ""), ("WIDTH", "64"), ("ADDR", "10")],
        rams: &[],
        probe: Some(("{}_fast_ram_re", WATCH)),
        steps: 1,
        fault: ("{}_fast_ram_re", "if (re) rd <= (we", "rd <= (we"),
        quick: true,
    },
    Proof {
        name: "Fifo 512 x 64: order, occupancy, stream rules, no word waits",
        design: (Unit::Rap, "x86"),
        file: "fifo.sv",
        macros: &[("FIFO", "{}_fifo"), ("WIDTH", "64"), ("ADDR", "9")],
        rams: &[("{}_fast_ram_re", true)],
        probe: None,
        steps: 3,
        fault: ("{}_fifo", "stored == depth", "stored == depth + 10'd1"),
        quick: true,
    },
    Proof {
        name: "coalescer 256 x 32: entries lie at the place of their key",
        design: (Unit::Coalescer, "nano"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "8"), ("PLACES", "")],
        rams: COALESCER_RAM,
        probe: None,
        steps: 1,
        fault: ("{}", "position <= position + 9'd1;", "position <= position + 9'd2;"),
        quick: true,
    },
    Proof {
        name: "coalescer 256 x 32: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "nano"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "8")],
        rams: COALESCER_RAM,
        probe: None,
        steps: 1,
        fault: ("{}", "if (forward & written) begin", "if (1'b0) begin"),
        quick: true,
    },
    Proof {
        name: "coalescer 1024 x 48: entries lie at the place of their key",
        design: (Unit::Coalescer, "x86"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "48"), ("ENTRY", "10"), ("PLACES", "")],
        rams: COALESCER_RAM,
        probe: None,
        steps: 1,
        fault: ("{}", "busy <= pass_left | (accept & (|ev_weight));", "busy <= pass_left | accept;"),
        quick: false,
    },
    Proof {
        name: "coalescer 1024 x 48: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "x86"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "48"), ("ENTRY", "10")],
        rams: COALESCER_RAM,
        probe: None,
        steps: 1,
        fault: ("{}", "same <= last_busy & (index == last_index);", "same <= 1'b0;"),
        quick: false,
    },
    Proof {
        name: "dump writer: stream rules of the dump",
        design: (Unit::Rap, "nano"),
        file: "dump.sv",
        macros: &[("WRITER", "{}_dump_writer"), ("LEVELS", "5")],
        rams: &[],
        probe: None,
        steps: 2,
        fault: ("{}_dump_writer", "if (dump_ready) feed <= Feed_Idle;", "feed <= Feed_Idle;"),
        quick: true,
    },
];

/// The emitted Verilog of a row with one module changed: a text in it, there once, replaced.
fn changed(verilog: &str, module: &str, from: &str, to: &str) -> String {
    let heads = [format!("\nmodule {module} "), format!("\nmodule {module}(")];
    let start =
        heads.iter().find_map(|head| verilog.find(head.as_str())).unwrap_or_else(|| panic!("no module {module}"));
    let end = start + verilog[start..].find("\nendmodule").unwrap() + "\nendmodule".len();
    let body = &verilog[start..end];
    assert_eq!(body.matches(from).count(), 1, "{module}: `{from}`");
    [&verilog[..start], &body.replacen(from, to, 1), &verilog[end..]].concat()
}

impl Proof {
    /// Proves the row on the design as it is (`fault` false) or with its fault.
    fn run(&self, prover: &Prover, fault: bool) -> Outcome {
        let emitted = catalog::emit(self.design.0, self.design.1).unwrap();
        let named = |text: &str| text.replace("{}", &emitted.top);
        let mut verilog = emitted.verilog.clone();
        if fault {
            let (module, from, to) = self.fault;
            verilog = changed(&verilog, &named(module), from, to);
        }
        if let Some((module, text)) = self.probe {
            verilog = changed(&verilog, &named(module), "\nendmodule", &format!("\n{text}endmodule"));
        }
        let macros: Vec<_> = self.macros.iter().map(|(name, value)| (*name, named(value))).collect();
        let rams: Vec<_> = self.rams.iter().map(|(module, enable)| (named(module), *enable)).collect();
        prover.prove(&verilog, self.file, &macros, &rams, self.steps)
    }
}

/// Proves every row that is asked for, and refutes it; prints a table.
fn prove(wanted: impl Fn(&Proof) -> bool) {
    let Some(prover) = Prover::find() else { return };
    let mut wrong = vec![];
    println!("{:<80} {:>9} {:>8} {:>7}   with a fault", "property", "induction", "result", "s");
    for proof in PROOFS.iter().filter(|proof| wanted(proof)) {
        let started = Instant::now();
        let outcome = proof.run(&prover, false);
        let seconds = started.elapsed().as_secs_f64();
        let refuted = proof.run(&prover, true);
        println!("{:<80} {:>9} {:>8} {seconds:>7.1}   {refuted}", proof.name, proof.steps, outcome.to_string());
        if !matches!(outcome, Outcome::Proved) {
            wrong.push(format!("{}: {outcome}", proof.name));
        }
        if !matches!(refuted, Outcome::Refuted(_)) {
            wrong.push(format!("{}: the planted fault is not found: {refuted}", proof.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn quick_properties_hold_and_their_faults_are_found() {
    prove(|proof| proof.quick);
}

#[test]
#[ignore = "takes minutes: make formal"]
fn the_other_properties_hold_and_their_faults_are_found() {
    prove(|proof| !proof.quick);
}
