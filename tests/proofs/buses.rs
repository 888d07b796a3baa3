//! Bus protocols: proved over the emitted Verilog, and refuted with planted faults (docs/contributing/proof.md).
use crate::support::provers::{Outcome, Prover};
use std::fmt::Write as _;
use std::time::Instant;
use treetap::catalog::{Unit, emit};
use treetap::spec::regs::{self, Capabilities, Register};

/// What is planted: what goes wrong, a text that is there once, and what stands there instead.
type Fault = (&'static str, &'static str, &'static str);

/// A property of some designs.
struct Property {
    file: &'static str,
    designs: &'static [(Unit, &'static str, &'static str)],
    /// Block RAMs whose contract stands for them.
    rams: &'static [&'static str],
    bound: u32,
    steps: u32,
    faults: &'static [Fault],
}

const AXIL: (Unit, &str, &str) = (Unit::Axil, "lite", "AXIL");
const NANO: (Unit, &str, &str) = (Unit::Regs, "nano", "REGS");
const FULL: (Unit, &str, &str) = (Unit::Regs, "full", "REGS");
const WISHBONE: (Unit, &str, &str) = (Unit::Wishbone, "lite", "WISHBONE");

const PROPERTIES: &[Property] = &[
    Property { file: "axil.sv", designs: &[AXIL], rams: &[], bound: 18, steps: 16, faults: AXIL_FAULTS },
    Property { file: "regs.sv", designs: &[NANO], rams: &[], bound: 12, steps: 9, faults: REGS_FAULTS },
    Property { file: "regs.sv", designs: &[FULL], rams: &["fast_ram"], bound: 12, steps: 9, faults: FULL_FAULTS },
    Property {
        file: "wishbone.sv",
        designs: &[WISHBONE, NANO],
        rams: &[],
        bound: 12,
        steps: 9,
        faults: WISHBONE_FAULTS,
    },
];

const AXIL_FAULTS: &[Fault] = &[
    ("a write response does not wait", "if (s_axil_bready) state <= State_Idle;", "state <= State_Idle;"),
    ("reads do not get their turn", "write & ~(s_axil_arvalid & wrote)", "write"),
    ("a read word does not wait", "if (s_axil_rready) state <= State_Idle;", "state <= State_Idle;"),
    ("a response before the answer", "if (bus_ready) state <= State_ReadResponse;", "state <= State_ReadResponse;"),
    ("a write without its data", "s_axil_awvalid & s_axil_wvalid", "s_axil_awvalid"),
    (
        "data is taken early",
        "s_axil_wready = (state == State_Write) & bus_ready",
        "s_axil_wready = (state == State_Write)",
    ),
    ("no response to a write", "if (bus_ready) state <= State_WriteResponse;", "if (bus_ready) state <= State_Idle;"),
    ("the other address", "? s_axil_awaddr : s_axil_araddr", "? s_axil_araddr : s_axil_awaddr"),
];
const REGS_FAULTS: &[Fault] = &[
    ("an access hangs", "if (~reading | cnt_valid) state", "if (reading & cnt_valid) state"),
    ("a hole reads something", "at_counter <= bank_reads & (", "at_counter <= ("),
    ("a part of a word is written", "we & writes & whole", "we & writes"),
    ("a refused access is not counted", "look & ~granted & ~(&violations)", "1'b0"),
    ("a command gives way to the next", "refused = busy | ~(", "refused = ~("),
    (
        "a word is taken that is not there",
        "at_take <= bank_at_dump_take & dump_valid;",
        "at_take <= bank_at_dump_take;",
    ),
    ("a write takes a word", "take = look & at_take & ~we", "take = look & at_take"),
    ("an answer without a request", "if (bus_valid) begin", "if (1'b1) begin"),
    ("a pulse without a write", "decim_told0 <= write & is_decim;", "decim_told0 <= is_decim;"),
    ("a command does not stay", "if (busy & cmd_ready) begin", "if (busy) begin"),
];
const FULL_FAULTS: &[Fault] = &[("the walk after a reset does not end", "word <= word + 10'd1;", "word <= word;")];
const WISHBONE_FAULTS: &[Fault] = &[
    ("ack beside err", "wb_stb_i & bus_ready & ~bus_err", "wb_stb_i & bus_ready"),
    ("a strobe without a cycle", "bus_valid = wb_cyc_i & wb_stb_i", "bus_valid = wb_stb_i"),
    ("no cycle ends", "wb_stb_i & bus_ready & ~bus_err", "1'b0"),
    ("err without an answer", "wb_stb_i & bus_ready & bus_err", "wb_stb_i & bus_err"),
];

/// A bit for each word of the window, as a constant of Verilog.
fn map(accepted: impl Fn(&Register) -> bool) -> String {
    let mut digits = String::new();
    for digit in (0..256u16).rev() {
        let bit = |i: u16| u32::from(regs::at(16 * digit + 4 * i).is_some_and(&accepted)) << i;
        let _ = write!(digits, "{:x}", (0..4).map(bit).sum::<u32>());
    }
    format!("1024'h{digits}")
}

/// The code of a state.
fn state(verilog: &str, name: &str) -> String {
    let (_, code) = verilog.split_once(&format!(" State_{name} = ")).unwrap();
    code.split(';').next().unwrap().to_string()
}

impl Property {
    fn prove(&self, prover: &Prover, fault: Option<(&str, &str)>) -> Outcome {
        let (mut verilog, mut macros, mut rams) = (String::new(), vec![], vec![]);
        for (unit, preset, name) in self.designs {
            let emitted = emit(*unit, preset).unwrap();
            verilog += &emitted.verilog;
            rams.extend(self.rams.iter().map(|ram| (format!("{}_{ram}", emitted.top), "RAM_PLAIN")));
            macros.push((*name, emitted.top));
        }
        for (name, of) in [
            ("WRITE", "Write"),
            ("WRITE_RESPONSE", "WriteResponse"),
            ("READ", "Read"),
            ("READ_RESPONSE", "ReadResponse"),
        ] {
            if self.file == "axil.sv" {
                macros.push((name, state(&verilog, of)));
            }
        }
        if self.file != "axil.sv" {
            macros.extend([("FETCH", state(&verilog, "Fetch")), ("STORE", state(&verilog, "Store"))]);
        }
        if self.file == "regs.sv" {
            let build = if self.designs[0].1 == "full" { Capabilities::FAST } else { Capabilities::NANO };
            let built = |r: &Register| match r.page() {
                regs::CONFIG_PAGE => build.readback,
                regs::STATISTICS_PAGE => build.statistics,
                _ => true,
            };
            macros.push(("READABLE", map(|r| r.access.reads() && built(r))));
            macros.push(("WRITABLE", map(|r| r.access.writes())));
            macros.push(("TAKE", (regs::DUMP_TAKE.offset / 4).to_string()));
            if build.readback {
                macros.push(("READBACK", String::new()));
            }
        }
        if let Some((from, to)) = fault {
            assert_eq!(verilog.matches(from).count(), 1, "`{from}`");
            verilog = verilog.replace(from, to);
        }
        prover.prove(&verilog, self.file, &macros, &rams, None, (self.bound, self.steps))
    }
}

/// Proves the properties and refutes them with the first `faults` of their faults.
fn prove(properties: &[&Property], faults: usize) {
    let Some(prover) = Prover::find() else { return };
    let mut wrong = vec![];
    for property in properties {
        let names: Vec<String> = property.designs.iter().map(|(unit, preset, _)| format!("{unit} {preset}")).collect();
        let names = names.join(", ");
        let started = Instant::now();
        let outcome = property.prove(&prover, None);
        println!("{names}: {outcome}, induction of {} steps, {:.1} s", property.steps, started.elapsed().as_secs_f64());
        if !matches!(outcome, Outcome::Proved) {
            wrong.push(format!("{names}: {outcome}"));
        }
        for (what, from, to) in property.faults.iter().take(faults) {
            let outcome = property.prove(&prover, Some((from, to)));
            println!("  {what}: {outcome}");
            if !matches!(outcome, Outcome::Refuted(_)) {
                wrong.push(format!("{names}, {what}: {outcome}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_slaves_keep_their_protocols_and_planted_faults_are_found() {
    prove(&[&PROPERTIES[0], &PROPERTIES[3]], 2);
}

#[test]
fn the_registers_of_nano_answer_everything_and_two_planted_faults_are_found() {
    prove(&[&PROPERTIES[1]], 2);
}

#[test]
#[ignore = "takes minutes: make formal"]
fn the_registers_answer_everything_and_every_planted_fault_is_found() {
    prove(&PROPERTIES.iter().collect::<Vec<_>>(), usize::MAX);
}
