//! `treetap sim phase`: retirements through the Verilog of a phase tracker and through its model at once.
use super::{Args, PressureName};
use crate::catalog::{Chosen, Unit};
use crate::cli::words::intervals::Intervals;
use crate::cli::{Failure, output, retirements};
use crate::cosim::build::Toolchain;
use crate::cosim::phase::Pace;
use crate::cosim::tracked::{self, Options as Run};
use crate::cosim::{Design, traffic::Commands};
use crate::report::sim::{Tracked, tracked, tracked_difference};
use crate::spec::phase::{Build, Config};
use std::path::Path;

/// What a phase tracker has to know.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// Intervals of a phase tracker (phase): instructions of one, by how many per cent of one the code of two phases
    /// differs at least, and which interval of a phase is sampled [default: 10000:20:1].
    #[arg(long, value_name = "LEN[:PERCENT[:K]]")]
    intervals: Option<Intervals>,
    /// Take records while an interval is judged: CTRL.LOSSLESS is 0 (phase).
    #[arg(long)]
    late: bool,
    /// Stop after this many instructions (phase).
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

impl Options {
    /// An option that was given.
    pub fn given(&self) -> Option<&'static str> {
        let all = [("--intervals", self.intervals.is_some()), ("--late", self.late), ("--limit", self.limit.is_some())];
        all.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }
}

/// How often nothing is offered and the log is not taken.
fn pace(name: PressureName) -> Pace {
    let (idle, stall) = match name {
        PressureName::None => (0, 0),
        PressureName::Light => (20, 30),
        PressureName::Heavy => (128, 128),
        PressureName::Sink => (0, 240),
        PressureName::Source => (240, 0),
    };
    Pace { idle, stall }
}

/// An option that means nothing here.
fn refused(args: &Args) -> Option<&'static str> {
    let given = [
        ("--netlist", args.netlist.is_some()),
        ("--rate", args.rate.is_some()),
        ("--commands", args.commands != Commands::None),
        ("--t0", args.t0.is_some()),
        ("--weight-max", args.weight_max.is_some()),
        ("--format", args.input.format.is_some()),
        ("--key-low", args.input.key_low),
        ("--key-shift", args.input.key_shift > 0),
    ];
    given.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    if let Some(option) = refused(args) {
        return Err(Failure::Usage(format!(
            "a phase tracker has no {option}: it belongs to the tree or the coalescer"
        )));
    }
    let chosen = args.hardware.chosen()?;
    let Chosen::Part(Unit::Phase, variant) = &chosen else {
        return Err(Failure::Usage(format!("expected phase, found {}", chosen.unit())));
    };
    let mut emitted = chosen.emit()?;
    if let Some(text) = args.simulation.verilog.text()? {
        emitted.verilog = text;
    }
    let seed = args.simulation.seed;
    let otherwise = Config { k: 1, ..Config::of(10_000, 20) };
    let config = Config { seed: seed as u32, ..args.tracker.intervals.map_or(otherwise, |given| given.0) };
    let lossless = !args.tracker.late;
    let design = Design { top: emitted.top.clone(), verilog: emitted.verilog.clone() };
    let verilator = Toolchain::find()?.verilator_version;
    eprintln!("treetap: building {} {} (seed {seed})", chosen.unit().name(), variant.name);
    let mut options = Run {
        emitted,
        build: Build::of(variant),
        config,
        lossless,
        pace: pace(args.backpressure),
        seed,
        locate: !args.no_locate,
        waveform: args.trace_fst.clone(),
    };
    if options.locate && options.waveform.is_none() {
        options.waveform = Some(super::waveform(chosen.unit(), variant.name, seed, &design.sha256()));
    }
    let limit = args.tracker.limit.unwrap_or(u64::MAX);
    let ran = tracked::run(&options, limit, &mut |limit, take| retirements::any(Path::new(&args.trace), limit, take))?;
    if let Some(reason) = &ran.not_located {
        eprintln!("treetap: warning: the difference could not be located: {reason}");
    }
    let found = Tracked {
        unit: chosen.unit().name(),
        preset: variant.name.to_string(),
        verilator,
        rtl_sha256: design.sha256(),
        seed,
        core: ran.ran.core,
        len: config.len,
        thr: config.thr,
        k: config.k,
        lossless,
        phases: ran.phases,
        seen: ran.seen,
        mismatches: ran.fault.is_some().into(),
        fault: ran.fault,
    };
    output::either(json, || &found, || tracked(&found))?;
    match &found.fault {
        None => Ok(()),
        Some(fault) => Err(Failure::Mismatch(tracked_difference(fault, seed))),
    }
}
