//! Cycles of engines as `treetap fit` predicts them, beside those of the co-simulation (docs/measured/fit.md).
//!
//! `cargo run --release --example paces -- EVENTS TRACE...` prints Markdown; of each trace the first EVENTS are taken,
//! and keys are cut to 32 bits. A difference between hardware and model ends the program with exit code 1.
use std::error::Error;
use std::path::Path;
use treetap::analysis::fit::{Candidate, Trace, Window, measure};
use treetap::catalog::{Chosen, Settings, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::host::events;
use treetap::spec::rap::{Eps, Preset};
use treetap::trace;

/// Engine, nodes, bits of counts, entries, FIFO, EPS mode.
const DESIGNS: [(&str, [u32; 5]); 10] = [
    ("serial", [256, 32, 256, 0, 0]),
    ("serial", [128, 32, 0, 0, 0]),
    ("serial", [256, 48, 256, 64, 0]),
    ("serial", [64, 32, 64, 512, 0]),
    ("serial", [256, 32, 256, 0, 1]),
    ("pipelined", [512, 32, 256, 0, 0]),
    ("pipelined", [256, 32, 0, 0, 0]),
    ("pipelined", [4096, 48, 1024, 0, 0]),
    ("cam", [64, 32, 256, 0, 0]),
    ("cam", [128, 32, 0, 0, 0]),
];
const KEY_BITS: u32 = 32;
/// The bound of EPS mode: 1 % of 16 levels.
const EPS: Eps = Eps { m: 5, s: 13 };

fn preset(engine: &str, [nodes, count_bits, entries, fifo, eps]: [u32; 5]) -> Result<Preset, Box<dyn Error>> {
    let names = ["key_bits", "nodes", "count_bits", "entries", "fifo", "eps"].map(String::from);
    let numbers = names.into_iter().zip([KEY_BITS, nodes, count_bits, entries, fifo, eps]).collect();
    let settings = Settings { engine: Some(engine.into()), numbers, ..Settings::default() };
    match Chosen::of(Unit::Rap, None, &settings)? {
        Chosen::Rap(preset) => Ok(preset),
        other => Err(format!("{} is no tree", other.unit()).into()),
    }
}

fn read(path: &str, most: usize) -> Result<Trace, Box<dyn Error>> {
    let options = trace::Options { key_low: true, ..trace::Options::key_bits(KEY_BITS) };
    let mut reader = events::open(Path::new(path), &options)?;
    let (mut all, mut batch) = (vec![], vec![]);
    while all.len() < most && reader.next_batch(&mut batch)? > 0 {
        all.append(&mut batch);
    }
    all.truncate(most);
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = file.split(['.', '?']).next().unwrap_or(file).trim_start_matches("shape:").to_string();
    Ok(Trace { name, events: all })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [most, files @ ..] = arguments.as_slice() else { return Err("usage: paces EVENTS TRACE...".into()) };
    let most = most.parse().map_err(|_| format!("`{most}` is not a number of events"))?;
    let traces: Vec<Trace> = files.iter().map(|file| read(file, most)).collect::<Result<_, _>>()?;
    println!(
        "| configuration | trace | events | cycles an event | predicted | error % | longest pause | predicted pause | \
         pause error % |"
    );
    println!("|--|--|--:|--:|--:|--:|--:|--:|--:|");
    for (engine, numbers) in DESIGNS {
        let preset = preset(engine, numbers)?;
        let eps = preset.eps_built.then_some(EPS);
        let mut options = Options { effort: Effort::Test, ..Options::rap(&preset) };
        options.config.eps = eps;
        let bench = Bench::new(&options)?;
        let candidate = Candidate { preset, eps, window: Window { shift: 0, bits: KEY_BITS } };
        let predicted = measure(&traces, &[candidate], 0.01, &|_| {})?;
        for (trace, predicted) in traces.iter().zip(&predicted[0]) {
            let report = bench.run(&Workload::Events(trace.events.clone().into()), &mut |_, _| {})?;
            if let Some(fault) = report.fault {
                return Err(format!("{}, {}: hardware and model differ: {fault:?}", preset.name, trace.name).into());
            }
            let cycles = (report.cycles - report.dump_cycles) as f64 / report.events as f64;
            let percent = |predicted: f64, measured: f64| 100.0 * (predicted / measured - 1.0);
            println!(
                "| `{}` | {} | {} | {cycles:.3} | {:.3} | {:+.1} | {} | {} | {:+.0} |",
                preset.name,
                trace.name,
                report.events,
                predicted.cycles_per_event(),
                percent(predicted.cycles_per_event(), cycles),
                report.longest_pause,
                predicted.pause,
                percent(predicted.pause as f64, report.longest_pause as f64),
            );
        }
    }
    Ok(())
}
