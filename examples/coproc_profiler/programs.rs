//! Programs with microcode beside a core: the hardware with its host, and the model.
use crate::table::table as print;
use crate::{Fallible, each, microcode, name, preset};
use std::path::{Path, PathBuf};
use treetap::cosim::annotated::Annotated;
use treetap::cosim::coproc_profiler::{self, Found, LAWS, Options};
use treetap::cosim::core::{Core, Machine, Options as Around, Program};
use treetap::host::coproc::{Cost, EACH_DEFAULT, Handler};
use treetap::host::counting::{CACHE, Counting, Policy, Program as Counter};
use treetap::report::{as_percent, grouped};
use treetap::spec::counters::Counter as Count;
use treetap::spec::tap;

/// The hardware.
const PRESET: &str = "ecp5";

/// Microcode, and whether the core is held back instead of dropping a sample: then a program takes many times as long,
/// and not all of it is run.
const RUNS: [(&str, bool); 4] = [("valprof", false), ("edge2", false), ("valprof", true), ("memdep", true)];

/// A run.
struct Ran {
    found: Found,
    retired: u64,
    cost: Cost,
    failed: bool,
    cycles: u64,
}

/// Prints the table.
pub fn table(core: Core, limit: u64, files: &[PathBuf]) -> Fallible<()> {
    let all: Vec<_> = files.iter().flat_map(|file| RUNS.map(|run| (file.clone(), run))).collect();
    // What is built is built once.
    coproc_profiler::hardware(&Options::new(preset(PRESET)?, tap::preset(core).config))?;
    let rows = each(&all, |(file, (microcode, lossless))| {
        let ran = run(core, limit, file, microcode, *lossless)?;
        Ok(row(file, microcode, *lossless, &ran))
    })?;
    let columns = [
        "program",
        "microcode",
        "a full buffer",
        "instructions (millions)",
        "candidates (millions)",
        "samples (millions)",
        "dropped",
        "interrupts",
        "entries copied",
        "overhead: host",
        "core held back",
        "compared (millions)",
        "differences",
        "laws",
    ];
    print("coproc_profiler-programs", &columns, &rows);
    Ok(())
}

fn run(core: Core, limit: u64, file: &Path, name: &str, lossless: bool) -> Fallible<Ran> {
    let program = Program::read(file)?;
    let hardware = preset(PRESET)?;
    let limit = if lossless { limit } else { u64::MAX };
    let options = Options { lossless, limit, ..Options::new(hardware, tap::preset(core).config) };
    let device = coproc_profiler::hardware(&options)?;
    let mut machine = Machine::build(core, &program, &Around::default())?;
    let (mut watch, mut show) = (|_: &_| {}, |_| {});
    let (watch, show) = (&mut watch, &mut show);
    let ran = if let Some(counter) = Counter::from_name(name) {
        let policy = Policy { rest: 0, lossless };
        let start = |device| Counting::with_device(device, counter, policy);
        let mut annotated = Annotated::new(&mut machine, options.tap, CACHE);
        let report = coproc_profiler::run(&options, device, start, &mut annotated, watch, show)?;
        let cost = report.host.cost();
        Ran { failed: report.failed.is_some(), found: report.found, retired: report.retired, cost, cycles: 0 }
    } else {
        let image = microcode(name, options.build().coproc.entries)?;
        let start = |device| Handler::with_program(device, &image, options.policy);
        let report = coproc_profiler::run(&options, device, start, &mut machine, watch, show)?;
        let cost = report.host.totals().cost;
        Ran { failed: report.failed.is_some(), found: report.found, retired: report.retired, cost, cycles: 0 }
    };
    let cycles = machine.state().cycles;
    eprintln!(
        "{}: {name}, {cycles} cycles of the core, {} of the co-processor",
        file.display(),
        ran.found.hardware.cycles
    );
    Ok(Ran { cycles, ..ran })
}

fn row(file: &Path, microcode: &str, lossless: bool, ran: &Ran) -> Vec<String> {
    let of = |counter| u64::from(ran.found.counts.get(counter));
    let dropped = of(Count::DroppedFull) + of(Count::DroppedOff);
    let millions = |count: u64| format!("{:.2}", count as f64 / 1e6);
    let laws = LAWS.iter().filter(|law| ran.found.holds(law)).count();
    let failed = if ran.failed { ", the microcode failed" } else { "" };
    vec![
        name(file),
        microcode.into(),
        if lossless { "holds the core back" } else { "drops" }.into(),
        millions(ran.retired),
        millions(of(Count::Candidates)),
        millions(of(Count::Popped)),
        as_percent(dropped as f64 / of(Count::Candidates).max(1) as f64),
        grouped(ran.cost.interrupts),
        grouped(ran.cost.copied),
        as_percent(ran.cost.cycles(EACH_DEFAULT) as f64 / ran.cycles as f64),
        as_percent(ran.found.hardware.held as f64 / ran.cycles as f64),
        millions(ran.found.compared),
        grouped(ran.found.mismatches),
        format!("{laws} of {}{failed}", LAWS.len()),
    ]
}
