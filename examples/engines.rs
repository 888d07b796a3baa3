//! The cycle table of docs/reference/rap.md: every engine on recorded traces, its cycles per event, stalls by reason
//! and pauses.
//!
//! `cargo run --release --example engines -- PRESET[:ENGINE],.. TRACE...` prints Markdown; a trace is a file or
//! `shape:NAME`; keys wider than the preset's are cut to their low bits. Every run is compared with the golden model: a
//! difference ends the program with exit code
//! 1.
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use treetap::cosim::report::Report;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::spec::event::Event;
use treetap::spec::rap::{Engine, Preset, preset};
use treetap::trace;
use treetap::trace::shapes::Shape;

/// The first events fill an empty tree; figures of the steady state leave them out.
const FILLING: usize = 100_000;

/// `PRESET` or `PRESET:ENGINE`.
fn design(text: &str) -> Result<Preset, Box<dyn Error>> {
    let (name, engine) = text.split_once(':').map_or((text, None), |(name, engine)| (name, Some(engine)));
    let found = *preset(name).ok_or_else(|| format!("no preset `{name}`"))?;
    Ok(match engine {
        Some(engine) => found.with_engine(Engine::from_name(engine).ok_or_else(|| format!("no engine `{engine}`"))?),
        None => found,
    })
}

fn events(source: &str, key_bits: u32) -> Result<Arc<[Event]>, Box<dyn Error>> {
    if let Some(shape) = source.strip_prefix("shape:") {
        return Ok(Shape::parse(shape)?.events(key_bits).collect());
    }
    let options = trace::Options { key_low: true, ..trace::Options::key_bits(key_bits) };
    let mut reader = trace::open(Path::new(source), &options)?;
    let (mut all, mut batch) = (vec![], vec![]);
    while reader.next_batch(&mut batch)? > 0 {
        all.append(&mut batch);
    }
    Ok(all.into())
}

/// Cycles outside of dumps.
fn busy(report: &Report) -> u64 {
    report.cycles - report.dump_cycles
}

/// One row of the table.
fn row(name: &str, whole: &Report, filling: &Report) {
    let later = match whole.events - filling.events {
        0 => "-".to_string(),
        events => format!("{:.4}", (busy(whole) - busy(filling)) as f64 / events as f64),
    };
    let per_event = |cycles: u64| cycles as f64 / whole.events as f64;
    let stalls: Vec<_> =
        whole.stalls.iter().map(|(reason, cycles)| format!("{reason} {:.4}", per_event(*cycles))).collect();
    println!(
        "| {} | {} | {name} | {} | {} | {:.4} | {later} | {} | {} | {} | {} | {} | {} |",
        whole.engine,
        whole.preset,
        whole.events,
        whole.emitted,
        per_event(busy(whole)),
        stalls.join(", "),
        whole.creates,
        whole.rounds,
        whole.over,
        whole.longest_pause,
        whole.mismatches,
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [designs, sources @ ..] = arguments.as_slice() else {
        return Err("usage: engines PRESET[:ENGINE],.. TRACE...".into());
    };
    println!(
        "| engine | preset | trace | events | emitted | cycles per event | after {FILLING} | stall cycles per event | \
         creates \
         | rounds | counted over T | longest pause | mismatches |"
    );
    println!("|--|--|--|--|--|--|--|--|--|--|--|--|--|");
    for text in designs.split(',') {
        let preset = design(text)?;
        let bench = Bench::new(&Options::rap(&preset))?;
        for source in sources {
            let file = Path::new(source).file_name().and_then(|n| n.to_str()).unwrap_or(source);
            let name = file.split([':', '?']).nth(usize::from(file.starts_with("shape:"))).unwrap_or(file);
            let name = name.split(".u64").next().unwrap_or(name);
            eprintln!("{text}: {name}");
            let all = events(source, preset.config.key_bits)?;
            let first = all[..all.len().min(FILLING)].into();
            let whole = bench.run(&Workload::Events(all), &mut |_, _| {})?;
            let filling = bench.run(&Workload::Events(first), &mut |_, _| {})?;
            row(name, &whole, &filling);
            if let Some(fault) = whole.fault.or(filling.fault) {
                return Err(format!("{text}, {name}: hardware and model differ: {fault:?}").into());
            }
        }
    }
    Ok(())
}
