//! The block RAM of ECP5: our models of its primitives (`testbench/netlist/dp16kd.v`) against what Yosys takes them
//! for, and the leaf `OutRegRam` in both its forms against its contract.
use crate::support::provers::{Outcome, Prover};
use crate::support::tools;
use rust_hdl::prelude::*;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use treetap::emit::{Options, emit};
use treetap::flow::Family;
use treetap::flow::program::{Program, Toolchain};
use treetap::hw::lib::OutRegRam;

/// A file of `testbench/netlist`.
fn bench(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/netlist").join(name)
}

/// The Yosys of the proofs and the one that the flow uses for ECP5: both have to see the same block RAM.
fn mappers() -> Vec<Program> {
    let mut found = vec![Program::find(&["yosys"]).unwrap(), Toolchain::yosys(Family::Ecp5).unwrap()];
    found.dedup_by_key(|yosys| yosys.name());
    found
}

/// Runs one script after another in `dir`, in one process: starting takes longer than working. Any warning is an error.
fn work(yosys: &Program, dir: &Path, scripts: &[String]) {
    let run = yosys.run(dir, "yosys.log", &["-q".into(), "-p".into(), scripts.join("; design -reset; ").into()]);
    let said = std::fs::read_to_string(dir.join("yosys.log")).unwrap();
    assert!(run.is_ok() && !said.contains("Warning:"), "{}: {run:?} {said}", yosys.name());
}

/// The numbers after `words` in a line.
fn numbers<const N: usize>(line: &str, words: [&str; N]) -> [usize; N] {
    words.map(|word| {
        let after = line.split_once(&format!("{word} ")).unwrap_or_else(|| panic!("no `{word}` in `{line}`")).1;
        after.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap()
    })
}

/// The leaf in a block of its own, as the emitter prints it.
#[derive(LogicBlock, Default)]
struct Memory {
    clock: Signal<In, Clock>,
    ra: Signal<In, Bits<4>>,
    wa: Signal<In, Bits<4>>,
    we: Signal<In, Bit>,
    wd: Signal<In, Bits<8>>,
    rd: Signal<Out, Bits<8>>,
    ram: OutRegRam<8, 4>,
}

impl Logic for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.clock.next = self.clock.val();
        self.ram.ra.next = self.ra.val();
        self.ram.we.next = self.we.val();
        self.ram.wa.next = self.wa.val();
        self.ram.wd.next = self.wd.val();
        self.rd.next = self.ram.rd.val();
    }
}

/// The text of the leaf's module under another name.
fn leaf(name: &str) -> String {
    let mut block = Memory::default();
    block.connect_all();
    let text = emit(&block, &Options::new("memory")).unwrap().verilog;
    let start = text.find("module memory_outreg_ram").unwrap();
    let end = start + text[start..].find("endmodule").unwrap() + "endmodule\n".len();
    text[start..end].replace("memory_outreg_ram", name)
}

fn forms(primitives: &str) -> String {
    format!("`define TREETAP_ECP5\n{primitives}`undef TREETAP_ECP5\n{}", leaf("inferred"))
}

#[test]
fn the_primitives_of_the_leaf_are_what_the_inferred_memory_is_at_every_address_of_every_geometry() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("forms.v");
    std::fs::write(&file, forms(&leaf("primitives"))).unwrap();
    let said = tools::icarus(dir.path(), &[bench("outreg_ram.v"), file, bench("dp16kd.v")]);
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), 11, "{lines:#?}");
    for line in &lines {
        let [read, wrong, collided, garbage] = numbers(line, ["read", "wrong", "collided", "garbage"]);
        assert!(wrong == 0 && read > 2900, "{line}");
        assert!(collided > 40 && garbage == collided, "a collision has to give garbage: {line}");
    }
}

/// A fault of the leaf: a text and what stands there instead, and widths at which it shows.
const FAULTS: [(&str, &str, &str, &str); 3] = [
    ("WIDE == 18 ? 14'd3", "WIDE == 18 ? 14'd1", "18", "10"),
    (".REGMODE_B(\"OUTREG\")", ".REGMODE_B(\"NOREG\")", "9", "11"),
    (".CEW(we)", ".CEW(1'b1)", "36", "9"),
];

#[test]
fn a_word_is_read_two_cycles_after_its_address_until_another_is_written_there_at_every_geometry() {
    let Some(prover) = Prover::find() else { return };
    let model = std::fs::read_to_string(bench("dp16kd.v")).unwrap();
    let prove = |primitives: &str, width: &str, addr: &str| {
        let macros = [("WIDTH", width.to_string()), ("ADDR", addr.to_string())];
        prover.prove(&format!("{model}{}", forms(primitives)), "outreg_ram.sv", &macros, &[], None, (4, 3))
    };
    let right = leaf("primitives");
    let shapes =
        [("36", "9"), ("40", "9"), ("18", "10"), ("48", "10"), ("9", "11"), ("4", "12"), ("2", "13"), ("1", "14")];
    for (width, addr) in shapes {
        let outcome = prove(&right, width, addr);
        assert!(matches!(outcome, Outcome::Proved), "{width} x 2^{addr}: {outcome}");
    }
    for (from, to, width, addr) in FAULTS {
        let wrong = right.replace(from, to);
        assert_ne!(wrong, right);
        let outcome = prove(&wrong, width, addr);
        assert!(matches!(outcome, Outcome::Refuted(_)), "{to}: {outcome}");
    }
}

#[test]
fn a_leaf_takes_as_few_primitives_as_its_depth_allows() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("leaf.v"), leaf("leaf")).unwrap();
    let shapes = [
        (40, 9, "PDPW16KD", 2),
        (48, 10, "DP16KD", 3),
        (20, 11, "DP16KD", 3),
        (12, 12, "DP16KD", 3),
        (1, 14, "DP16KD", 1),
    ];
    let scripts = shapes.map(|(width, addr, cell, count)| {
        // Newer versions mark scopes with cells that are no hardware.
        format!(
            "read_verilog -DTREETAP_ECP5 leaf.v; chparam -set WIDTH {width} -set ADDR {addr} leaf; synth_ecp5 -top \
             leaf; \
             select -assert-count {count} t:{cell}; select -assert-none t:* t:{cell} %d t:$scopeinfo %d"
        )
    });
    for yosys in mappers() {
        work(&yosys, dir.path(), &scripts);
    }
}

/// Module, width, address bits, mode if it has one, parameters of `compare`.
const MEMORIES: &[(&str, usize, usize, Option<usize>, &str)] = &[
    ("simple", 36, 9, None, ""),
    ("simple", 9, 11, None, ""),
    ("simple", 2, 13, None, ""),
    ("simple", 30, 10, None, ""),
    ("enabled", 18, 10, None, ", .HOLDS(1)"),
    ("bytes", 36, 9, None, ""),
    ("bytes", 18, 10, None, ""),
    ("one_port", 18, 10, Some(0), ", .COLLIDES(0)"),
    ("one_port", 18, 10, Some(1), ", .COLLIDES(0)"),
    ("one_port", 18, 10, Some(2), ", .COLLIDES(0)"),
    ("narrower", 9, 11, None, ", .PAIRED(1)"),
    ("contents", 18, 10, None, ", .COLLIDES(0)"),
    ("contents", 36, 9, None, ", .COLLIDES(0)"),
];

#[test]
fn a_memory_that_yosys_maps_is_its_source_in_every_mode_of_the_model() {
    for yosys in mappers() {
        memories_are_their_sources(&yosys);
    }
}

fn memories_are_their_sources(yosys: &Program) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::copy(bench("memories.v"), dir.path().join("memories.v")).unwrap();
    let mut files = vec![bench("memories.v"), bench("compare.v"), bench("dp16kd.v")];
    let mut scripts = vec![];
    let mut text = String::from("module bench;\n    reg clk = 0;\n    always #1 clk = ~clk;\n");
    for (at, (name, width, addr, mode, compared)) in MEMORIES.iter().enumerate() {
        let gates = format!("{name}_{at}_gates");
        files.push(dir.path().join(format!("{gates}.v")));
        let set = mode.map_or(String::new(), |mode| format!(" -set MODE {mode}"));
        scripts.push(format!(
            "read_verilog memories.v; chparam -set WIDTH {width} -set ADDR {addr}{set} {name}; \
             synth_ecp5 -top {name} -run begin:map_ffram; select -assert-any t:DP16KD; \
             rename {name} {gates}; write_verilog -noattr {gates}.v"
        ));
        let mode = mode.map_or(String::new(), |mode| format!(", .MODE({mode})"));
        let pins =
            format!("(.clk(clk), .rst(rst{at}), .en(en{at}), .we(we{at}), .ra(ra{at}), .wa(wa{at}), .wd(wd{at})");
        let top = width - 1;
        let _ = writeln!(
            text,
            "wire rst{at}, en{at}, done{at}; wire [3:0] we{at}; wire [13:0] ra{at}, wa{at}; wire [35:0] wd{at};\n\
             wire [{top}:0] source{at}, gates{at};\n\
             {name} #(.WIDTH({width}), .ADDR({addr}){mode}) u_source{at} {pins}, .rd(source{at}));\n\
             {gates} u_gates{at} {pins}, .rd(gates{at}));\n\
             compare #(.WIDTH({width}), .ADDR({addr}){compared}) {name}_{at} {pins}, .source(source{at}), \
             .gates(gates{at}), .done(done{at}));"
        );
    }
    work(yosys, dir.path(), &scripts);
    let done: Vec<String> = (0..MEMORIES.len()).map(|at| format!("done{at}")).collect();
    let _ = writeln!(text, "always @(posedge clk) if ({}) $finish;\nendmodule", done.join(" && "));
    let file = dir.path().join("bench.v");
    std::fs::write(&file, text).unwrap();
    files.push(file);
    let said = tools::icarus(dir.path(), &files);
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.len(), MEMORIES.len(), "{lines:#?}");
    for line in &lines {
        let [read, wrong, collided] = numbers(line, ["read", "wrong", "collided"]);
        assert!(wrong == 0 && read > 2000, "{line}");
        let never = ["one_port", "contents"].iter().any(|name| line.contains(name));
        assert!(never == (collided == 0), "{line}");
    }
}
