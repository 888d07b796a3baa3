//! The longest time for which one event holds an engine, in cycles: trees of every size without a coalescer, where
//! every event weighs one, and `nano` with a hand that visits fewer slots for a heavy event (docs/measured/rap.md).
//!
//! `cargo run --release --example pauses -- EVENTS TRACE...` prints Markdown; of each trace the first EVENTS are taken,
//! keys are cut to 32 bits. Every run is compared with the golden model, and with the contract of the engine
//! (docs/reference/rap.md, "Service"): a difference ends the program with exit code 1.
use std::error::Error;
use std::path::Path;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::spec::rap::{Collapse, Config, Engine, Hand, Preset, preset};
use treetap::trace;

/// Streams of events of weight 1: all kinds of shapes. The adversary always hits a node that can be split.
const LIGHT: &[&str] = &[
    "zipf?events=200000&seed=5",
    "uniform?events=200000",
    "single?events=50000",
    "sequential?events=200000",
    "hotspot?events=200000",
    "phases?events=200000",
    "aliases?events=100000",
    "adversary?events=50000",
];
/// Streams of heavy events, each of which may make a chain of nodes down to its unit range.
const HEAVY: &[&str] =
    &["uniform?events=20000&weights=65535", "adversary?events=20000&weights=65535", "lcg?events=50000&weights=2"];

/// What is measured, and how a row calls it.
fn designs() -> Vec<(String, Preset)> {
    let named = |name: &str| *preset(name).expect("a preset");
    let mut all: Vec<_> = (6..=12)
        .map(|bits| {
            let tree = named("k32n1024");
            ("none".to_string(), Preset { config: Config::new(32, 1 << bits), ..tree })
        })
        .collect();
    let serial = named("k32n512");
    all.push(("none".into(), serial));
    all.push(("none".into(), Preset { config: Config { nodes: 1024, ..serial.config }, ..serial }));
    all.push(("none".into(), named("k32n1024").with_engine(Engine::Serial)));
    for weight_cap in [32, 64, 128, 256] {
        let nano = named("nano");
        let collapse = Collapse::Hand(Hand { weight_cap, ..Hand::COALESCED });
        all.push(("256".into(), Preset { config: Config { collapse, ..nano.config }, ..nano }));
    }
    all
}

/// The longest pause over some workloads, where it was, and the longest that the contract allowed there.
#[derive(Default)]
struct Longest {
    cycles: u64,
    of: String,
    limit: u64,
}

impl Longest {
    fn cell(&self) -> String {
        format!("{} ({})", self.cycles, self.of)
    }
}

fn longest(bench: &Bench, sources: &[String], most: usize) -> Result<Longest, Box<dyn Error>> {
    let mut found = Longest::default();
    for source in sources {
        let options = bench.options();
        let reader = trace::Options { key_low: true, ..trace::Options::key_bits(options.config.key_bits) };
        let workload = Workload::parse(source, reader, options.config)?;
        let (mut reader, mut events, mut batch) = (workload.open()?, vec![], vec![]);
        while events.len() < most {
            reader.next_batch(&mut batch)?;
            if batch.is_empty() {
                break;
            }
            events.append(&mut batch);
        }
        events.truncate(most);
        let report = bench.run(&Workload::Events(events.into()), &mut |_, _| {})?;
        let file = Path::new(source).file_name().and_then(|name| name.to_str()).unwrap_or(source);
        let name = file.strip_prefix("shape:").unwrap_or(file).split(['?', '&']).next().unwrap_or(file);
        let name = name.split(".u64").next().unwrap_or(name);
        if let Some(fault) = report.fault {
            return Err(format!("{name}: hardware and model differ: {fault:?}").into());
        }
        if report.longest_pause > found.cycles {
            found = Longest { cycles: report.longest_pause, of: name.into(), limit: report.pause_limit };
        }
    }
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [most, traces @ ..] = arguments.as_slice() else {
        return Err("usage: pauses EVENTS TRACE...".into());
    };
    let most: usize = most.parse().map_err(|_| format!("`{most}` is not a number of events"))?;
    let shapes = |names: &[&str]| names.iter().map(|name| format!("shape:{name}")).collect::<Vec<_>>();
    println!(
        "| engine | nodes | bits of counts | coalescer | `WC` | traces | shapes of weight 1 | the contract allowed \
         there | heavy shapes |"
    );
    println!("|--|--:|--:|--|--:|--|--|--:|--|");
    for (coalescer, preset) in designs() {
        let Collapse::Hand(hand) = preset.config.collapse else { return Err("hardware has a hand".into()) };
        let bench = Bench::new(&Options { effort: Effort::Test, ..Options::rap(&preset) })?;
        eprintln!("{}, {} nodes, WC = {}", preset.engine.name(), preset.config.nodes, hand.weight_cap);
        let of_traces = longest(&bench, traces, most)?;
        let (light, heavy) =
            (longest(&bench, &shapes(LIGHT), usize::MAX)?, longest(&bench, &shapes(HEAVY), usize::MAX)?);
        println!(
            "| {} | {} | {} | {coalescer} | {} | {} | {} | {} | {} |",
            preset.engine.name(),
            preset.config.nodes,
            preset.config.count_bits,
            hand.weight_cap,
            of_traces.cell(),
            light.cell(),
            light.limit,
            heavy.cell(),
        );
    }
    Ok(())
}
