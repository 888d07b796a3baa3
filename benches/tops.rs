//! Co-simulation of whole tops against a bare C++ loop around the same verilated model, in the same library
//! (docs/contributing/cosim.md). Prints Markdown.
//!
//! All get the same retirements, 60,000 of the demo on PicoRV32, as fast as the top takes them, and take turns. The
//! ratio is that of clock cycles per second: of `Profiler::feed`, which checks the streams, counts, and keeps what
//! leaves, and of `Profiler::bare`, which does nothing but show retirements. A whole run has the model, the host that
//! sets the top up and reads it out, and every comparison.
#[path = "../tests/support/retired.rs"]
mod retired;
mod turns;

use retired::{Recorded, retirements};
use std::error::Error;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{Pace, Profiler};
use treetap::cosim::{monitor, session};
use treetap::host::Host;
use treetap::host::monitor::{Host as MonitorHost, Program as Bursts};
use treetap::lang::hps::{Target, compile, programs};
use treetap::lang::source::Source;
use treetap::spec::monitor::VARIANTS;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::retire::Rvfi;
use treetap::spec::select::Kind;
use treetap::spec::{hps, tap, variant};

const CORE: Core = Core::Picorv32;
const TURNS: usize = 31;
/// Profilers that are measured, and monitors.
const PROFILERS: [&str; 4] = ["nano", "fast", "pairs", "phases"];
const MONITORS: [&str; 2] = ["up5k", "ecp5"];
/// The program of the monitors: bursts of regions, with their parameters.
const PROGRAMS: [&str; 2] = ["bursty", "region"];
const PARAMETERS: [(&str, i128); 2] = [("nCheck0", 100), ("nInstr0", 10)];

fn main() -> Result<(), Box<dyn Error>> {
    let records = retirements(CORE);
    println!(
        "| top | preset | retirements | cycles | testbench / bare loop | its quartiles | bare, M cycles/s | \
         testbench | whole run |"
    );
    println!("|--|--|--|--|--|--|--|--|--|");
    for name in PROFILERS {
        let preset = preset(name).ok_or("no such preset")?;
        let options = session::Options::new(preset, Config::new(preset, CORE, Kind::Code));
        let ready = || -> Result<Profiler, Box<dyn Error>> {
            let mut host = Host::connect(session::profiler(&options)?)?;
            host.start(&options.config)?;
            Ok(host.into_transport())
        };
        let whole = || {
            let hardware = session::profiler(&options).expect("it was built before");
            let report = session::run(&options, hardware, &mut Recorded(records), &mut |_| {}).expect("it ran before");
            assert_eq!((report.mismatches, report.law), (0, None));
            report.hardware.cycles
        };
        row("profiler", name, records, &ready, &whole)?;
    }
    let program = program()?;
    for name in MONITORS {
        let hardware = *variant::find(&VARIANTS, name).ok_or("no such preset")?;
        let options = monitor::Options::new(hardware, tap::preset(CORE).config, program.clone());
        let ready = || -> Result<Profiler, Box<dyn Error>> {
            let mut host = MonitorHost::connect(monitor::monitor(&options)?)?;
            host.start(&options.program, None, options.tap.addr_src, options.switches)?;
            Ok(host.into_transport())
        };
        let whole = || {
            let hardware = monitor::monitor(&options).expect("it was built before");
            let report = monitor::run(&options, hardware, &mut Recorded(records), &mut |_| {}).expect("it ran before");
            assert!(report.mismatches == 0 && report.broken.is_empty() && report.events > 0);
            report.hardware.cycles
        };
        row("monitor", name, records, &ready, &whole)?;
    }
    Ok(())
}

/// Lets the contestants take turns; `ready` gives the top as its host set it up.
fn row(
    top: &str,
    name: &str,
    records: &[Rvfi],
    ready: &dyn Fn() -> Result<Profiler, Box<dyn Error>>,
    whole: &dyn Fn() -> u64,
) -> Result<(), Box<dyn Error>> {
    let (mut one, mut other) = (ready()?, ready()?);
    let mut bare = || one.bare(records);
    let mut testbench = || {
        let before = other.state();
        assert_eq!(other.feed(records, Pace::Dense), records.len());
        let after = other.state();
        assert!(after.broken == 0 && after.accepted > before.accepted && !other.accepted().is_empty());
        after.cycles - before.cycles
    };
    let cycles = testbench();
    let (rates, ratios) = turns::race(TURNS, &mut [&mut bare, &mut testbench, &mut || whole()]);
    let [bare, ours, all] = [0, 1, 2].map(|at| format!("{:.2}", rates[at].median() / 1e6));
    let (ratio, [low, high]) = (ratios[1].median(), ratios[1].quartiles());
    println!(
        "| {top} | {name} | {} | {cycles} | {ratio:.2} | {low:.2} to {high:.2} | {bare} | {ours} | {all} |",
        records.len()
    );
    Ok(())
}

fn program() -> Result<Bursts, Box<dyn Error>> {
    let parameters = PARAMETERS.map(|(name, value)| (name.to_string(), value));
    let mut source = Source::default();
    for name in PROGRAMS {
        source.push(name, programs::find(name, &parameters).ok_or("no such program")?.text);
    }
    let config = hps::preset("up5k").ok_or("no such preset")?.config(hps::Mode::Retire);
    let compiled = compile(&source, &Target::new(config), &parameters).map_err(|found| format!("{found:?}"))?;
    Ok(Bursts { image: compiled.image, control: compiled.control })
}
