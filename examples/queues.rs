//! How long a queue before an engine has to be, so that a core which does not wait loses nothing: on traces, by the
//! rate at which events come (docs/measured/rap.md).
//!
//! `cargo run --release --example queues -- PRESET,.. RATE,.. EVENTS TRACE...` prints Markdown. A trace is a file or
//! `shape:NAME`, of which the first EVENTS are taken; keys wider than the preset's are cut to their low bits. Every run
//! is compared with the golden model: a difference ends the program with exit code 1.
use std::error::Error;
use std::path::Path;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::Rate;
use treetap::spec::rap::preset;
use treetap::trace;

/// The first events of a workload.
fn first(workload: &Workload, most: usize) -> Result<Workload, Box<dyn Error>> {
    let (mut source, mut all, mut batch) = (workload.open()?, vec![], vec![]);
    while all.len() < most {
        source.next_batch(&mut batch)?;
        if batch.is_empty() {
            break;
        }
        all.append(&mut batch);
    }
    all.truncate(most);
    Ok(Workload::Events(all.into()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [presets, rates, most, sources @ ..] = arguments.as_slice() else {
        return Err("usage: queues PRESET,.. RATE,.. EVENTS TRACE...".into());
    };
    let most: usize = most.parse().map_err(|_| format!("`{most}` is not a number of events"))?;
    let rates: Vec<&str> = rates.split(',').collect();
    println!("| preset | trace | {} |", rates.join(" | "));
    println!("|--|--|{}", "--:|".repeat(rates.len()));
    for name in presets.split(',') {
        let preset = *preset(name).ok_or_else(|| format!("no preset `{name}`"))?;
        let options = Options::rap(&preset);
        let bench = Bench::new(&options)?;
        for source in sources {
            let file = Path::new(source).file_name().and_then(|name| name.to_str()).unwrap_or(source);
            eprintln!("{name}: {file}");
            let reader = trace::Options { key_low: true, ..trace::Options::key_bits(preset.config.key_bits) };
            let workload = first(&Workload::parse(source, reader, preset.config)?, most)?;
            let mut cells = vec![];
            for rate in &rates {
                let options = Options { rate: Some(Rate::parse(rate)?), ..options.clone() };
                let report = bench.with(&options).run(&workload, &mut |_, _| {})?;
                if let Some(fault) = report.fault {
                    return Err(format!("{name}, {file}: hardware and model differ: {fault:?}").into());
                }
                cells.push(report.backlog.unwrap_or_default().to_string());
            }
            println!("| `{name}` | {} | {} |", file.split(".u64").next().unwrap_or(file), cells.join(" | "));
        }
    }
    Ok(())
}
