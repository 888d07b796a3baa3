//! Co-simulation against a bare C++ loop around the same verilated model, built with the same flags
//! (docs/contributing/cosim.md). Prints Markdown.
//!
//! All stream the same events and one snapshot and take turns. The ratio is that of clock cycles per second: of
//! `Simulation::run`, which offers, checks the streams and counts, and of the loop in `testbench/bare_rap.cpp`, which
//! does nothing but move events. The golden model runs on another thread and is in neither; a whole run has the model
//! and every comparison.
mod turns;

use std::error::Error;
use treetap::cosim::build::{Build, Testbench, Toolchain};
use treetap::cosim::library::{Bare, Command, Simulation};
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::spec::event::{self, Event};
use treetap::spec::rap::preset;
use treetap::trace::shapes::Shape;

const SHAPE: &str = "zipf?events=200000&seed=1";
/// Presets that are measured: every engine, small and large.
const NAMES: [&str; 6] = ["nano", "mini", "x86", "cam64", "fast", "max"];
const TURNS: usize = 31;

fn main() -> Result<(), Box<dyn Error>> {
    let tools = Toolchain::find()?;
    println!("| preset | engine | testbench / bare loop | its quartiles | bare, M cycles/s | testbench | whole run |");
    println!("|--|--|--|--|--|--|--|");
    for name in NAMES {
        let preset = preset(name).ok_or("no such preset")?;
        let options = Options::rap(preset);
        let bench = Bench::new(&options)?;
        let design = options.design()?;
        let bare = Build { testbench: Testbench::BareRap, ..options.build(&design, false) };
        let bare = Bare::load(&bare.library(&tools)?)?;
        let events: Vec<Event> = Shape::parse(SHAPE)?.events(options.config.key_bits).collect();
        let ports = Options::ports(&options.config);
        let snapshot = [Command { position: events.len() as u64, op: event::Command::Snapshot as u64 }];
        let workload = Workload::Events(events.clone().into());
        let mut yardstick = || bare.run(&events, &ports);
        let mut testbench = || {
            let mut simulation = Simulation::open(bench.library(), &options.setup(0));
            let outcome = simulation.run(&events, &snapshot);
            assert!(outcome.broken.is_none() && outcome.records.len() == 1);
            simulation.totals().cycles
        };
        let mut whole = || {
            let report = bench.run(&workload, &mut |_, _| {}).expect("the workload is in memory");
            assert_eq!(report.mismatches, 0);
            report.cycles
        };
        let (rates, ratios) = turns::race(TURNS, &mut [&mut yardstick, &mut testbench, &mut whole]);
        let [bare, ours, all] = [0, 1, 2].map(|at| format!("{:.1}", rates[at].median() / 1e6));
        let (ratio, [low, high]) = (ratios[1].median(), ratios[1].quartiles());
        let engine = preset.engine.name();
        println!("| {name} | {engine} | {ratio:.2} | {low:.2} to {high:.2} | {bare} | {ours} | {all} |");
    }
    Ok(())
}
