//! `treetap sim`: streams a trace through the Verilog of a unit and compares everything with the golden model.
mod phase;

use super::progress::Progress;
use super::words::hardware::{Hardware, Simulation};
use super::words::trace::InputOptions;
use super::workplace::Workplace;
use super::{Failure, output};
use crate::catalog::{Chosen, Unit};
use crate::cosim::run::{Bench, Options};
use crate::cosim::source::Workload;
use crate::cosim::traffic::{Commands, Pressure, Rate};
use crate::cosim::{self, build};
use crate::flow::{Family, gates};
use crate::report;
use std::path::{Path, PathBuf};

/// Digits of the Verilog's SHA-256 in the name of a waveform.
const RTL_DIGITS: usize = 8;

/// Stream a trace through the emitted Verilog and compare every count with the model.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap sim rap run.u64 --preset x86
  treetap sim rap 'shape:zipf?events=1e6&seed=3' --preset nano --backpressure heavy --commands random:5000
  treetap sim coalescer run.u64 --preset mini --key-low
  treetap sim rap run.u64 --preset nano --rtl changed.v --json
  treetap sim rap run.u64 --preset fast --rate 0.9
  treetap sim rap shape:zipf --preset nano --netlist ice40
  treetap sim phase programs/demo/demo.elf --preset small --intervals 1000:20:1 --backpressure light

Synthetic traces: shape:NAME?events=N&seed=N&weights=W with zipf, uniform, single, sequential, hotspot, phases, lcg or
adversary. Libraries are kept in $TREETAP_CACHE, else in ~/.cache/treetap; with TREETAP_EFFORT=test
they are made in a third of the time and run half as fast. docs/contributing/cosim.md explains every
figure.
Exit codes: 0 hardware and model agree, 1 they differ or Yosys refuses the design (--netlist), 2 usage, 3 bad trace or \
Verilog,
4 no Verilator, C++ compiler or Yosys.")]
#[command(
    mut_arg("unit", |arg| arg.required(true).value_parser([Unit::Rap, Unit::Coalescer, Unit::Phase].map(Unit::name))),
)]
pub struct Args {
    #[command(flatten)]
    hardware: Hardware,
    /// Trace to stream: a file as for `profile`, or `shape:NAME`; of a phase tracker a program (ELF), which runs in the
    /// simulator, or recorded retirements (.rvfi, .rvfi.zst, .rvfi.gz).
    #[arg(index = 2)]
    trace: String,
    /// Simulate the gates that Yosys makes of the Verilog for these devices, not the Verilog itself
    /// (docs/contributing/proof.md).
    #[arg(long, value_name = "FAMILY")]
    netlist: Option<FamilyName>,
    #[command(flatten)]
    simulation: Simulation,
    /// Random idle cycles of the source and stalls of the sink.
    #[arg(long, value_name = "KIND", default_value = "none")]
    backpressure: PressureName,
    /// Events per cycle that come to the source, whether they are taken or not: the report says how many waited at
    /// most, which is what a queue before the unit has to hold.
    #[arg(long, value_name = "EVENTS", value_parser = Rate::parse)]
    rate: Option<Rate>,
    /// Commands in the stream: none, random:MEAN, every:EVENTS:COMMAND or POSITION:COMMAND,... with snapshot, reset or
    /// snapshot_reset. The end of the trace is one more snapshot.
    #[arg(long, value_name = "COMMANDS", default_value = "none", value_parser = Commands::parse)]
    commands: Commands,
    /// First threshold, instead of the preset's.
    #[arg(long, value_name = "T")]
    t0: Option<u64>,
    /// Largest weight of a coalescer entry, instead of the preset's.
    #[arg(long, value_name = "WMAX")]
    weight_max: Option<u16>,
    /// Write the waveform of a difference to FILE instead of the cache directory.
    #[arg(long, value_name = "FILE.fst")]
    trace_fst: Option<PathBuf>,
    /// Report a difference where it was seen: do not run again to find its first event, and write no waveform.
    #[arg(long, conflicts_with = "trace_fst")]
    no_locate: bool,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    tracker: phase::Options,
}

/// Names of [`Pressure`].
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum PressureName {
    /// Everything at full speed.
    None,
    /// Now and then a cycle or a few.
    Light,
    /// Half of the time, in long stretches.
    Heavy,
    /// A slow sink after a saturated source.
    Sink,
    /// A slow source before a fast sink.
    Source,
}

impl From<PressureName> for Pressure {
    fn from(name: PressureName) -> Self {
        match name {
            PressureName::None => Pressure::None,
            PressureName::Light => Pressure::Light,
            PressureName::Heavy => Pressure::Heavy,
            PressureName::Sink => Pressure::Sink,
            PressureName::Source => Pressure::Source,
        }
    }
}

/// Names of [`Family`].
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum FamilyName {
    /// Lattice iCE40.
    Ice40,
    /// Lattice ECP5.
    Ecp5,
}

impl From<FamilyName> for Family {
    fn from(name: FamilyName) -> Self {
        match name {
            FamilyName::Ice40 => Family::Ice40,
            FamilyName::Ecp5 => Family::Ecp5,
        }
    }
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    if args.hardware.unit()? == Unit::Phase {
        return phase::run(&args, json);
    }
    if let Some(option) = args.tracker.given() {
        return Err(Failure::Usage(format!("{option} belongs to a phase tracker, not to {}", args.hardware.name())));
    }
    let mut options = options(&args)?;
    let workload = Workload::parse(&args.trace, args.input.reader(options.config.key_bits), options.config)?;
    // A trace that cannot be read is reported before minutes of building.
    workload.check()?;
    if let Some(family) = args.netlist {
        let design = options.design()?;
        eprintln!("treetap: synthesising {} for {}", design.top, Family::from(family).name());
        let place = Workplace::new(&format!("{}_{}", design.top, Family::from(family).name()))?;
        let made = gates::gates_in(family.into(), &design.top, &design.verilog, &place.netlists(), place.path());
        options.rtl = Some(made.map_err(|error| place.failure(&error))?);
    }
    eprintln!("treetap: building {} {} (seed {})", options.unit().name(), options.preset(), options.seed);
    let file = args.simulation.verilog.rtl.as_deref();
    let mut bench = Bench::new(&options).map_err(|error| naming(error, &options, file))?;
    if options.locate && options.waveform.is_none() {
        let sha256 = bench.design().sha256();
        options.waveform = Some(waveform(options.unit().unit(), options.preset(), options.seed, &sha256));
        bench = bench.with(&options);
    }
    let progress = Progress::of(workload.len(), "simulating");
    let report = bench.run(&workload, &mut |events, bytes| match bytes {
        Some((read, length)) => {
            progress.set_length(length);
            progress.at(read, events);
        }
        None => progress.at(events, events),
    })?;
    progress.finish("simulated", report.events);
    if let Some(reason) = &report.not_located {
        eprintln!("treetap: warning: the difference could not be located: {reason}");
    }
    output::either(json, || &report, || report::sim::text(&report))?;
    match &report.fault {
        None => Ok(()),
        Some(fault) => Err(Failure::Mismatch(report::sim::difference(fault, options.seed))),
    }
}

/// The file of a difference's waveform, where nobody gave one.
fn waveform(unit: Unit, preset: &str, seed: u64, sha256: &str) -> PathBuf {
    let (unit, rtl, process) = (unit.name(), &sha256[..RTL_DIGITS], std::process::id());
    build::cache_dir().join("waveforms").join(format!("{unit}_{preset}_seed{seed}_rtl{rtl}_{process}.fst"))
}

fn options(args: &Args) -> Result<Options, Failure> {
    let mut options = match args.hardware.chosen()? {
        Chosen::Coalescer(preset) => {
            let rap_only = [("--t0", args.t0.is_some()), ("--eps", args.hardware.configuration.bound().is_some())];
            if let Some((option, _)) = rap_only.iter().find(|(_, given)| *given) {
                return Err(Failure::Usage(format!("the coalescer has no {option}: it belongs to the tree")));
            }
            Options::coalescer(&preset)
        }
        Chosen::Rap(preset) => Options::rap(&preset),
        other => return Err(Failure::Usage(format!("expected rap or coalescer, found {}", other.unit()))),
    };
    options.seed = args.simulation.seed;
    options.pressure = args.backpressure.into();
    options.rate = args.rate;
    options.commands = args.commands.clone();
    options.locate = !args.no_locate;
    options.waveform = args.trace_fst.clone();
    options.rtl = args.simulation.verilog.text()?;
    options.config.t0 = args.t0.unwrap_or(options.config.t0);
    options.config.eps = args.hardware.configuration.bound().or(options.config.eps);
    if let Some(weight_max) = args.weight_max {
        let preset = options.preset();
        let coalescer = options.config.coalescer.as_mut();
        coalescer.ok_or_else(|| Failure::from(cosim::Error::NoCoalescer(preset)))?.weight_max = weight_max;
    }
    Ok(options)
}

/// The tools know the Verilog under the name of its top module: messages get the name of the user's file back.
fn naming(error: cosim::Error, options: &Options, rtl: Option<&Path>) -> cosim::Error {
    match (error, rtl) {
        (cosim::Error::Build { tool, said }, Some(rtl)) => {
            let file = format!("{}.v", options.hardware.top());
            let said = said.replace(&file, &rtl.display().to_string());
            cosim::Error::Build { tool, said }
        }
        (error, _) => error,
    }
}
