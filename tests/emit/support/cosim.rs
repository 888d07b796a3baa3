//! Differential test of the emitter: a block runs in `rust_hdl`'s evaluator, and its inputs are replayed on the
//! emitted Verilog in two simulators that share one test bench and no code.
use super::tools::{self, run};
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::cell::Cell;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use treetap::emit::{self, Dir, Options, Port, Refusal};

/// Steps of each case.
pub const STEPS: usize = 300;
thread_local! {
    /// Whether cases of this thread also keep what `rust_hdl`'s own generator prints (for the table in
    /// `docs/contributing/emitter.md`).
    pub static WITH_STOCK: Cell<bool> = const { Cell::new(false) };
}

/// A block with its stimulus and what the evaluator answered.
pub struct Case {
    pub name: String,
    pub emitted: Result<(String, Vec<Port>), Refusal>,
    /// Source names of the ports.
    raw: Vec<String>,
    clocks: Vec<String>,
    /// Values of all ports, in order of ports, as hexadecimal digits, one row per step.
    rows: Vec<Vec<String>>,
    /// Outputs that have a meaning only while another one is high, both as source names.
    payloads: Vec<(String, String)>,
    /// What `rust_hdl` prints, or how it fails.
    pub stock: Option<Result<String, String>>,
}

/// Random numbers (xorshift64*), half of them with many equal bits so that corners come up.
pub struct Random(u64);

impl Random {
    pub fn new(name: &str) -> Self {
        Self(
            name.bytes()
                .fold(0x9e37_79b9_7f4a_7c15, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)),
        )
    }
    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// `width` bits (up to 64), often all zeros, all ones, one bit, or near them.
    pub fn bits(&mut self, width: usize) -> u64 {
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        let word = self.word();
        mask & match self.word() % 8 {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << (word % width as u64),
            3 => u64::MAX - word % 4,
            4 => word % 4,
            _ => word,
        }
    }
    /// True once in `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.word().is_multiple_of(n)
    }
}

/// Source name, input?, digits of each port of the top.
#[derive(Default)]
struct Values {
    depth: usize,
    namespaces: Vec<String>,
    ports: Vec<(String, String)>,
}

impl Probe for Values {
    fn visit_start_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth += 1;
    }
    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth -= 1;
    }
    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.namespaces.push(name.into());
    }
    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.namespaces.pop();
    }
    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        if self.depth == 1 && atom.kind().is_parameter() {
            let name = self.namespaces.iter().map(|part| format!("{part}$")).collect::<String>() + name;
            let text = format!("{:x}", atom.verilog());
            self.ports.push((name, text.split_once("'h").expect("N'h<digits>").1.into()));
        }
    }
}

/// A block without a clock.
pub fn comb<B: Block>(name: &str, block: B, set: impl FnMut(&mut B, &mut Random)) -> Case {
    run_case(name, block, set, |_, _| {}, &[])
}

/// A block with one clock, `clock`. Inputs move while it is low, outputs are compared after its fall.
pub fn clocked<B: Block>(
    name: &str,
    block: B,
    clock: impl Fn(&mut B) -> &mut Signal<In, Clock>,
    set: impl FnMut(&mut B, &mut Random),
) -> Case {
    run_case(name, block, set, |block, level| clock(block).next = level, &["clock"])
}

/// A block whose clocks, named as in the source, all tick together.
pub fn run_case<B: Block>(
    name: &str,
    block: B,
    set: impl FnMut(&mut B, &mut Random),
    tick: impl Fn(&mut B, Clock),
    clocks: &[&str],
) -> Case {
    run_steps(name, STEPS, block, set, tick, clocks)
}

/// As many steps of it.
pub fn run_steps<B: Block>(
    name: &str,
    steps: usize,
    mut block: B,
    mut set: impl FnMut(&mut B, &mut Random),
    tick: impl Fn(&mut B, Clock),
    clocks: &[&str],
) -> Case {
    let mut random = Random::new(name);
    block.connect_all();
    // Before the first step: memories of rust_hdl keep their simulation contents where emitters look for initial ones.
    let options = Options {
        header: vec![format!("Block {name} of the emitter's differential test.")],
        // The memory of rust_hdl's queues.
        clocked: vec!["ram".into()],
        ..Options::new(name)
    };
    let emitted = emit::emit(&block, &options).map(|out| (out.verilog, out.ports));
    let stock = WITH_STOCK.get().then(|| {
        catch_unwind(AssertUnwindSafe(|| generate_verilog(&block))).map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            text.or(panic.downcast_ref::<&str>().map(|text| text.to_string())).unwrap_or_default()
        })
    });
    let (mut rows, mut raw) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        set(&mut block, &mut random);
        settle(name, &mut block);
        for clk in [true, false] {
            tick(&mut block, Clock { clk });
            settle(name, &mut block);
        }
        let mut values = Values::default();
        block.accept("top", &mut values);
        let (names, digits) = values.ports.into_iter().unzip();
        raw = names;
        rows.push(digits);
    }
    let clocks = clocks.iter().map(|name| name.to_string()).collect();
    Case { name: name.into(), emitted, raw, clocks, rows, payloads: vec![], stock }
}

fn settle<B: Block>(name: &str, block: &mut B) {
    assert!(simulate(block, 100), "{name}: the evaluator does not settle");
}

impl Case {
    /// Ports, dropping clocks: (index, Verilog name, width, is it an input?).
    fn data_ports(&self) -> Vec<(usize, &Port)> {
        let (_, ports) = self.emitted.as_ref().expect("only emitted cases run");
        ports.iter().enumerate().filter(|(at, _)| !self.clocks.contains(&self.raw[*at])).collect()
    }

    /// How often each output changed, by name: an idle run proves nothing.
    pub fn toggles(&self) -> Vec<(String, usize)> {
        let outputs = self.data_ports().into_iter().filter(|(_, port)| port.dir == Dir::Out);
        outputs
            .map(|(at, port)| {
                (port.name.clone(), self.rows.windows(2).filter(|pair| pair[0][at] != pair[1][at]).count())
            })
            .collect()
    }

    /// Says that an output, named as in the source, has a meaning only while another one is high.
    pub fn only_while(&mut self, output: &str, valid: &str) {
        for name in [output, valid] {
            assert!(self.raw.iter().any(|raw| raw == name), "{}: no port `{name}` in {:?}", self.name, self.raw);
        }
        self.payloads.push((output.into(), valid.into()));
    }

    /// Has the port at this place a meaning in this step?
    fn matters(&self, row: &[String], at: usize) -> bool {
        let valid = self.payloads.iter().filter(|payload| payload.0 == self.raw[at]).map(|payload| &payload.1);
        valid.flat_map(|valid| self.raw.iter().position(|raw| raw == valid)).all(|valid| row[valid] != "0")
    }

    fn bits(&self, dir: Dir) -> Vec<(usize, &Port)> {
        self.data_ports().into_iter().filter(|(_, port)| port.dir == dir).collect()
    }
}

/// Result of one case in one simulator.
#[derive(Debug)]
pub struct Verdict {
    #[allow(dead_code)] // read by people, through `Debug`
    pub name: String,
    #[allow(dead_code)] // read by people, through `Debug`
    pub simulator: &'static str,
    /// Steps with a difference.
    pub wrong: usize,
}

const SIMULATE: Duration = Duration::from_secs(30);
const COMPILE: Duration = Duration::from_secs(300);

/// Replays all cases, which must all have been emitted, in both simulators.
pub fn replay(cases: &[Case]) -> Vec<Verdict> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let ours = |case: &Case| case.emitted.as_ref().expect("emitted").0.clone();
    let design: String = cases.iter().map(ours).collect();
    let verilog_names =
        |case: &Case| case.emitted.as_ref().expect("emitted").1.iter().map(|port| port.name.clone()).collect();
    write_bench(dir.path(), cases, &design, &|case| case.name.clone(), &verilog_names);
    let mut out = icarus(dir.path()).unwrap_or_else(|error| panic!("{error}"));
    out.extend(verilator(dir.path()).unwrap_or_else(|error| panic!("{error}")));
    out
}

/// Replays one case on the text of `rust_hdl`'s own generator, in Icarus; `Err` is how that fails.
pub fn replay_stock(case: &Case) -> Result<usize, String> {
    let text = case.stock.clone().expect("asked for the stock text").map_err(|panic| format!("panics: {panic}"))?;
    let dir = tempfile::tempdir().expect("a temporary directory");
    let names = |case: &Case| case.raw.iter().map(|name| format!("\\{name} ")).collect();
    write_bench(dir.path(), std::slice::from_ref(case), &text, &|_| "top".into(), &names);
    icarus(dir.path()).map(|verdicts| verdicts[0].wrong)
}

/// Writes `design.v`, one vector file per case and `bench.v`, which advances by one phase at each rise of `go`:
/// drive, clock up, clock down, compare.
fn write_bench(
    dir: &Path,
    cases: &[Case],
    design: &str,
    module: &dyn Fn(&Case) -> String,
    names: &dyn Fn(&Case) -> Vec<String>,
) {
    let (mut decls, mut drive, mut compare, mut report) = (String::new(), String::new(), String::new(), String::new());
    let steps = cases[0].rows.len();
    assert!(cases.iter().all(|case| case.rows.len() == steps), "cases of one bench have equally many steps");
    for (n, case) in cases.iter().enumerate() {
        let (ins, outs) = (case.bits(Dir::In), case.bits(Dir::Out));
        let width = |ports: &[(usize, &Port)]| ports.iter().map(|(_, port)| port.width).sum::<usize>();
        let (iw, ow) = (width(&ins), width(&outs));
        let names = names(case);
        let mut wires: Vec<String> = Vec::new();
        for (ports, bus) in [(&ins, "in"), (&outs, "out")] {
            let mut low = 0;
            for (at, port) in ports {
                wires.push(format!(".{}({bus}{n}[{}:{low}])", names[*at], low + port.width - 1));
                low += port.width;
            }
        }
        let clocks = case.raw.iter().enumerate().filter(|(_, raw)| case.clocks.contains(raw));
        wires.extend(clocks.map(|(at, _)| format!(".{}(clk)", names[at])));
        let _ = write!(
            decls,
            "  reg [{}:0] in{n}; wire [{}:0] out{n}; reg [{}:0] row{n} [0:{}]; integer bad{n} = 0;\n\
             \x20 initial $readmemh(\"{}.hex\", row{n});\n  {} dut{n}({});\n",
            iw.max(1) - 1,
            ow - 1,
            iw.max(1) + 2 * ow - 1,
            steps - 1,
            case.name,
            module(case),
            wires.join(", ")
        );
        let _ = writeln!(drive, "      in{n} = row{n}[step][{}:{}];", iw.max(1) + 2 * ow - 1, 2 * ow);
        let _ = writeln!(
            compare,
            "      if (((out{n} ^ row{n}[step][{}:0]) & row{n}[step][{}:{ow}]) !== 0) begin bad{n} = bad{n} + 1; \
             if (bad{n} == 1) $display(\"FIRST {} step %0d: in %h got %h want %h\", \
             step, in{n}, out{n}, row{n}[step][{}:0]); end",
            ow - 1,
            2 * ow - 1,
            case.name,
            ow - 1
        );
        let _ = writeln!(report, "      $display(\"RESULT {} %0d\", bad{n});", case.name);
        let mut hex = String::new();
        for row in &case.rows {
            let mut value = BigUint::default();
            let digits = |at: usize| BigUint::parse_bytes(row[at].as_bytes(), 16).expect("hexadecimal digits");
            for (at, port) in ins.iter().rev() {
                value = (value << port.width) | digits(*at);
            }
            for (at, port) in outs.iter().rev() {
                let ones = (BigUint::from(1u8) << port.width) - 1u8;
                value = (value << port.width) | if case.matters(row, *at) { ones } else { BigUint::default() };
            }
            for (at, port) in outs.iter().rev() {
                value = (value << port.width) | digits(*at);
            }
            let _ = writeln!(hex, "{value:x}");
        }
        std::fs::write(dir.join(format!("{}.hex", case.name)), hex).expect("the directory takes files");
    }
    std::fs::write(dir.join("design.v"), design).expect("the directory takes files");
    std::fs::write(dir.join("bench.v"), bench(steps, [&decls, &drive, &compare, &report])).expect("as above");
    let [verilog, cpp] = drivers(steps * 4 + 4);
    std::fs::write(dir.join("icarus.v"), verilog).expect("as above");
    std::fs::write(dir.join("main.cpp"), cpp).expect("as above");
}

/// The bench of so many steps, of declarations and what is done in each step.
fn bench(steps: usize, [decls, drive, compare, report]: [&str; 4]) -> String {
    format!(
        "module bench (input wire go);\n\
         \x20 reg clk = 0; integer step = 0; reg [1:0] phase = 0;\n\
         {decls}\
         \x20 always @(posedge go) begin\n\
         \x20   case (phase)\n\
         \x20   0: begin\n{drive}    end\n\
         \x20   1: clk = 1;\n\
         \x20   2: clk = 0;\n\
         \x20   default: begin\n\
         {compare}      step = step + 1;\n\
         \x20     if (step == {steps}) begin\n\
         {report}        $finish;\n      end\n    end\n    endcase\n\
         \x20   phase = phase + 1;\n  end\nendmodule\n"
    )
}

/// What makes `go` rise so often: for Icarus, and for Verilator.
fn drivers(rises: usize) -> [String; 2] {
    let icarus = format!(
        "module icarus;\n  reg go = 0;\n  bench bench (.go(go));\n\
         \x20 initial repeat ({rises}) begin #1 go = 1; #1 go = 0; end\nendmodule\n"
    );
    let main = format!(
        "#include \"Vbench.h\"\n#include \"verilated.h\"\n\
         int main(int argc, char** argv) {{\n\
         \x20 Verilated::commandArgs(argc, argv);\n\
         \x20 Vbench bench;\n\
         \x20 bench.go = 0; bench.eval();\n\
         \x20 for (int i = 0; i < {rises} && !Verilated::gotFinish(); ++i) {{\n\
         \x20   bench.go = 1; bench.eval(); bench.go = 0; bench.eval();\n\
         \x20 }}\n  return 0;\n}}\n"
    );
    [icarus, main]
}

fn icarus(dir: &Path) -> Result<Vec<Verdict>, String> {
    let mut compile = Command::new("iverilog");
    compile.args(["-g2005", "-s", "icarus", "-o", "icarus.vvp", "icarus.v", "bench.v", "design.v"]).current_dir(dir);
    let out = run(&mut compile, COMPILE)?;
    if !out.ok {
        let said = out.stderr.lines().next().unwrap_or_default();
        return Err(format!("does not compile: {}", said.split_once(": ").map_or(said, |split| split.1)));
    }
    let out = run(Command::new("vvp").arg("icarus.vvp").current_dir(dir), SIMULATE)
        .map_err(|_| "does not end".to_string())?;
    verdicts("icarus", &out.stdout)
}

fn verilator(dir: &Path) -> Result<Vec<Verdict>, String> {
    let mut compile = tools::verilator();
    compile.args([
        "--cc",
        "--exe",
        "--build",
        "-j",
        "2",
        "-Wno-fatal",
        "-Wno-lint",
        "--x-initial",
        "unique",
        "--x-assign",
        "unique",
    ]);
    compile.args(["-CFLAGS", "-O0", "-O0", "--output-split", "20000", "--top-module", "bench"]);
    compile.args(["bench.v", "design.v", "main.cpp"]).current_dir(dir);
    let out = run(&mut compile, COMPILE)?;
    if !out.ok {
        return Err(format!("verilator: {}{}", out.stdout, out.stderr));
    }
    let mut bench = Command::new(dir.join("obj_dir/Vbench"));
    let out = run(bench.arg("+verilator+rand+reset+2").current_dir(dir), SIMULATE)?;
    verdicts("verilator", &out.stdout)
}

fn verdicts(simulator: &'static str, said: &str) -> Result<Vec<Verdict>, String> {
    said.lines().filter(|line| line.starts_with("FIRST")).for_each(|line| eprintln!("{simulator}: {line}"));
    let results = said.lines().filter_map(|line| line.strip_prefix("RESULT ")?.rsplit_once(' '));
    let verdicts: Vec<Verdict> = results
        .filter_map(|(name, wrong)| Some(Verdict { name: name.into(), simulator, wrong: wrong.parse().ok()? }))
        .collect();
    if verdicts.is_empty() { Err(format!("{simulator} gave no result: {said}")) } else { Ok(verdicts) }
}

/// Blocks with the operands `a b: 8, c: 16, s: 3, f: 1` and an output `o`, and the list of them with their stimulus.
/// (The kernels cannot come from the macro: its `self` would not be theirs.)
macro_rules! operand_blocks {
    ($($name:ident: $out:ty,)*) => {
        $(
            #[derive(LogicBlock, Default)]
            pub struct $name {
                a: Signal<In, Bits<8>>,
                b: Signal<In, Bits<8>>,
                c: Signal<In, Bits<16>>,
                s: Signal<In, Bits<3>>,
                f: Signal<In, Bit>,
                o: Signal<Out, $out>,
            }
        )*
        /// Every block of this file, run.
        pub fn cases() -> Vec<Case> {
            vec![$(comb(stringify!($name), $name::default(), |u: &mut $name, r: &mut Random| {
                u.a.next = r.bits(8).into();
                u.b.next = if r.one_in(4) { u.a.next } else { r.bits(8).into() };
                u.c.next = r.bits(16).into();
                u.s.next = r.bits(3).into();
                u.f.next = r.one_in(2);
            })),*]
        }
    };
}
pub(crate) use operand_blocks;
