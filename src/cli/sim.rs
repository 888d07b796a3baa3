//! `treetap sim`: streams a trace through the Verilog of a unit and compares everything with the golden model.
use super::profile::EpsArg;
use super::progress::Progress;
use super::trace::InputOptions;
use super::workplace::Workplace;
use super::{Failure, output};
use crate::catalog;
use crate::cosim::report::{Fault, Report};
use crate::cosim::run::{Bench, Options};
use crate::cosim::source::Workload;
use crate::cosim::traffic::{Commands, Pressure};
use crate::cosim::{self, build};
use crate::flow::{Family, gates};
use crate::report::grouped;
use crate::spec::coalescer;
use crate::spec::rap::{self, Engine, PRESETS, Preset};
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
  treetap sim rap shape:zipf --preset nano --netlist ice40

Synthetic traces: shape:NAME?events=N&seed=N&weights=W with zipf, uniform, single, sequential, hotspot, phases, lcg or
adversary. Libraries are kept in $TREETAP_CACHE, else in ~/.cache/treetap. docs/contributing/cosim.md explains every figure.
Exit codes: 0 hardware and model agree, 1 they differ or Yosys refuses the design (--netlist), 2 usage, 3 bad trace or Verilog,
4 no Verilator, C++ compiler or Yosys.")]
pub struct Args {
    /// Unit to simulate.
    unit: UnitName,
    /// Trace to stream: a file as for `profile`, or `shape:NAME`.
    trace: String,
    /// Configuration of the unit; `treetap gen --list` shows them.
    #[arg(long, value_name = "P")]
    preset: String,
    /// Microarchitecture instead of the preset's own; `treetap gen --list` shows which are built.
    #[arg(long, value_name = "E")]
    engine: Option<String>,
    /// Simulate this Verilog file instead of the emitted one.
    #[arg(long, value_name = "FILE.v")]
    rtl: Option<PathBuf>,
    /// Simulate the gates that Yosys makes of the Verilog for these devices, not the Verilog itself (docs/contributing/proof.md).
    #[arg(long, value_name = "FAMILY")]
    netlist: Option<FamilyName>,
    /// Seed of idle cycles, back-pressure, random commands and power-up contents.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Random idle cycles of the source and stalls of the sink.
    #[arg(long, value_name = "KIND", default_value = "none")]
    backpressure: PressureName,
    /// Commands in the stream: none, random:MEAN, every:EVENTS:COMMAND or POSITION:COMMAND,... with snapshot, reset or
    /// snapshot_reset. The end of the trace is one more snapshot.
    #[arg(long, value_name = "COMMANDS", default_value = "none", value_parser = Commands::parse)]
    commands: Commands,
    /// First threshold, instead of the preset's.
    #[arg(long, value_name = "T")]
    t0: Option<u64>,
    /// EPS mode with eps = L * M / 2^S, on presets that have it.
    #[arg(long, value_name = "M,S")]
    eps: Option<EpsArg>,
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
}

/// Names of [`Unit`].
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum UnitName {
    /// Coalescer, engine and commands: the whole profiler.
    Rap,
    /// The coalescer alone.
    Coalescer,
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
    /// A slow sink behind a saturated source.
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

impl From<cosim::Error> for Failure {
    fn from(error: cosim::Error) -> Self {
        match error {
            cosim::Error::MissingTool(_) => Failure::MissingTool(error.to_string()),
            cosim::Error::Config(_)
            | cosim::Error::Coalescer(_)
            | cosim::Error::Shape(_)
            | cosim::Error::NoCoalescer(_)
            | cosim::Error::Catalog(_)
            | cosim::Error::NoEps(_) => Failure::Usage(error.to_string()),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
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
    eprintln!("treetap: building {} {} (seed {})", options.unit.name(), options.preset, options.seed);
    let mut bench = Bench::new(&options).map_err(|error| naming(error, &options, args.rtl.as_deref()))?;
    if options.locate && options.waveform.is_none() {
        let rtl = &bench.design().sha256()[..RTL_DIGITS];
        let (unit, preset, seed, process) = (options.unit.name(), options.preset, options.seed, std::process::id());
        let name = format!("{unit}_{preset}_seed{seed}_rtl{rtl}_{process}.fst");
        options.waveform = Some(build::cache_dir().join("waveforms").join(name));
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
    if json {
        let text = serde_json::to_string(&report).expect("a report has no map with keys that are not strings");
        output::print(format!("{text}\n").as_bytes())?;
    } else {
        output::print(table(&report).as_bytes())?;
    }
    match &report.fault {
        None => Ok(()),
        Some(fault) => Err(Failure::Mismatch(describe(fault, options.seed))),
    }
}

fn options(args: &Args) -> Result<Options, Failure> {
    let mut options = match args.unit {
        UnitName::Rap => Options::rap(&find_preset(&args.preset, args.engine.as_deref())?),
        UnitName::Coalescer => {
            let rap_only =
                [("--engine", args.engine.is_some()), ("--t0", args.t0.is_some()), ("--eps", args.eps.is_some())];
            if let Some((option, _)) = rap_only.iter().find(|(_, given)| *given) {
                return Err(Failure::Usage(format!("the coalescer has no {option}: it belongs to the tree")));
            }
            Options::coalescer(find_coalescer(&args.preset)?)
        }
    };
    options.seed = args.seed;
    options.pressure = args.backpressure.into();
    options.commands = args.commands.clone();
    options.locate = !args.no_locate;
    options.waveform = args.trace_fst.clone();
    if let Some(path) = &args.rtl {
        let text = std::fs::read_to_string(path);
        options.rtl = Some(text.map_err(|e| Failure::BadInput(format!("{}: cannot read: {e}", path.display())))?);
    }
    options.config.t0 = args.t0.unwrap_or(options.config.t0);
    if let Some(EpsArg(eps)) = args.eps {
        options.config.eps = Some(eps);
    }
    if let Some(weight_max) = args.weight_max {
        let coalescer = options.config.coalescer.as_mut();
        coalescer.ok_or_else(|| Failure::from(cosim::Error::NoCoalescer(options.preset)))?.weight_max = weight_max;
    }
    Ok(options)
}

/// The tools know the Verilog under the name of its top module: messages get the name of the user's file back.
fn naming(error: cosim::Error, options: &Options, rtl: Option<&Path>) -> cosim::Error {
    match (error, rtl) {
        (cosim::Error::Build { tool, said }, Some(rtl)) => {
            let said = match catalog::top_name(options.unit.unit(), options.preset, options.engine) {
                Ok(top) => said.replace(&format!("{top}.v"), &rtl.display().to_string()),
                Err(_) => said,
            };
            cosim::Error::Build { tool, said }
        }
        (error, _) => error,
    }
}

/// The preset of this name, on this engine if one is named.
fn find_preset(name: &str, engine: Option<&str>) -> Result<Preset, Failure> {
    let Some(preset) = rap::preset(name) else {
        let names: Vec<_> = PRESETS.iter().map(|p| p.name).collect();
        return Err(Failure::Usage(format!("no preset `{name}`: expected {}", names.join(", "))));
    };
    Ok(match engine {
        Some(engine) => preset.with_engine(find_engine(engine)?),
        None => *preset,
    })
}

/// The engine of this name.
pub(super) fn find_engine(name: &str) -> Result<Engine, Failure> {
    Engine::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Engine::ALL.iter().map(|e| e.name()).collect();
        Failure::Usage(format!("no engine `{name}`: expected {}", names.join(" or ")))
    })
}

/// The coalescer's preset of this name.
fn find_coalescer(name: &str) -> Result<&'static coalescer::Preset, Failure> {
    coalescer::preset(name).ok_or_else(|| {
        let names: Vec<_> = coalescer::PRESETS.iter().map(|p| p.name).collect();
        Failure::Usage(format!("no preset `{name}`: expected {}", names.join(", ")))
    })
}

fn table(report: &Report) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| text += &format!("{name:<22}{value}\n");
    row("unit", format!("{} {} ({})", report.unit, report.preset, report.engine));
    row("verilator", report.verilator.clone());
    row("rtl sha256", report.rtl_sha256.clone());
    row("seed", format!("{}, back-pressure {}", report.seed, report.backpressure));
    row("events", grouped(report.events));
    row("emitted", grouped(report.emitted));
    row("cycles", grouped(report.cycles));
    row("stall cycles", grouped(report.stall_cycles));
    for (reason, cycles) in &report.stalls {
        row(&format!("  {reason}"), grouped(*cycles));
    }
    row("events per cycle", format!("{:.4}", report.events_per_cycle));
    row("creates", grouped(report.creates));
    row("collapses", grouped(report.collapses));
    row("longest pause", format!("{} cycles", grouped(report.longest_pause)));
    row("snapshots, resets", format!("{}, {}", grouped(report.snapshots), grouped(report.resets)));
    row("compared words", grouped(report.compared_words));
    row("laws checked", grouped(report.laws_checked));
    row("mismatches", grouped(report.mismatches));
    row("speed", format!("{:.2} M events/s, {:.1} M cycles/s", report.mevents_per_s, report.mcycles_per_s));
    text
}

fn describe(fault: &Fault, seed: u64) -> String {
    let place = if fault.exact { "first after" } else { "seen after" };
    let what = match &fault.note {
        // A stream that broke has no values to compare.
        Some(note) if fault.rtl == fault.model => note.clone(),
        note => {
            let note = note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            format!("{} is {} in the hardware, {} in the model{note}", fault.field, fault.rtl, fault.model)
        }
    };
    let mut text = format!("hardware and model differ, {place} event {}: {what}; seed {seed}", fault.event);
    if let Some(path) = &fault.waveform {
        text += &format!("; waveform in {}", path.display());
    }
    text
}
