//! `treetap synth`: area and clock of a unit on a device, or the bitstream of its self-test for a board.
mod board;
mod soc;

use super::words::hardware::{Hardware, Verilog};
use super::words::target::TargetArgs;
use super::workplace::Workplace;
use super::{Failure, output};
use crate::catalog::{self, Chosen, Emitted, selftest};
use crate::emit;
use crate::flow::harness::Port;
use crate::flow::limits::{RAM, Sized};
use crate::flow::{self, Clocks, Ends, Part, Synthesis, Target};
use crate::report::synth::unit::Placed;
use crate::spec::core::Core;
use std::path::PathBuf;

/// Synthesise and place the Verilog of a unit: area, clock, critical path.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap synth rap --preset nano --device up5k
  treetap synth rap --preset nano --device hx8k --seeds 8 --report nano.html
  treetap synth rap --preset x86 --device ecp5-25k --speed 8 --json
  treetap synth rap --preset nano --device up5k --freq 12
  treetap synth rap --preset nano --device up5k --no-place
  treetap synth rap --board icebreaker -o top.bin
  treetap synth profiler --preset nano --core picorv32 --device up5k --seeds 8 --baseline
  treetap synth phase --preset small --core serv --device up5k
  treetap synth monitor --preset phases --axil=0 --core picorv32 --device ecp5-25k
  treetap synth profiler --preset fast --bus wishbone --core ibex --device ecp5-45k

With --core the unit is synthesised beside that core, as a whole system (docs/user/soc-up5k.md).
With --board the preset goes on a board together with its self-test, and -o gets the bitstream (docs/user/boards.md).
docs/reference/flow.md explains every figure. Programs work in $TREETAP_CACHE, else in ~/.cache/treetap. What was \
placed is kept
in placements/ there, so that an interrupted run goes on with the seeds that are missing; the log of a program that \
fails in logs/.
Exit codes: 0 placed, 1 a program failed, the design is too large or --freq is not met, 2 usage, 3 bad file, 4 a \
program is missing.")]
#[command(
    mut_arg("unit", |arg| arg.required(true)),
    mut_arg("preset", |arg| {
        arg.help("Configuration of the unit; `treetap gen --list` shows them. A board has one of its own")
    }),
    mut_arg("rtl", |arg| arg.conflicts_with("board")),
)]
pub struct Args {
    #[command(flatten)]
    hardware: Hardware,
    /// Core to build a whole system with, of a profiler, a monitor or a phase tracker and memories: picorv32 or serv.
    /// Its Verilog comes from its wheel.
    #[arg(
        long,
        value_name = "CORE",
        value_parser = soc::core,
        conflicts_with_all = ["board", "engine", "rtl", "report", "modules"]
    )]
    core: Option<Core>,
    /// Also place the same core and memories with nothing beside them, with the same seeds: what the unit costs.
    #[arg(long, requires = "core")]
    baseline: bool,
    #[command(flatten)]
    target: TargetArgs,
    /// Clock that every seed has to reach; without it, the clock is only reported. On a board, the clock that its PLL
    /// makes.
    #[arg(long, value_name = "MHZ", value_parser = frequency)]
    freq: Option<f64>,
    #[command(flatten)]
    verilog: Verilog,
    /// Write area and timing as an HTML page, with the area of every instance.
    #[arg(long, value_name = "FILE.html", conflicts_with = "board")]
    report: Option<PathBuf>,
    /// Count the cells of every instance too, in a synthesis of its own that keeps the hierarchy.
    #[arg(long, conflicts_with = "board")]
    modules: bool,
    /// Do not place the micro design that the clock is compared with.
    #[arg(long, conflicts_with = "board")]
    no_limit: bool,
    /// Only synthesise: area without a clock.
    #[arg(long, conflicts_with_all = ["board", "core", "freq", "report"])]
    no_place: bool,
    #[command(flatten)]
    bitstream: board::Bitstream,
}

fn frequency(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|mhz| (0.001..=10_000.0).contains(mhz))
        .ok_or_else(|| "expected MHz, 0.001 to 10000".into())
}

/// What came out of everything that was asked for.
struct Outcome {
    synthesis: Synthesis,
    /// `None` if nobody wants it, or it could not be had.
    limit: Option<Clocks>,
    /// `None` if they could not be counted; empty if nobody wants them.
    parts: Option<Vec<Part>>,
}

/// What was asked for, resolved.
struct Job<'a> {
    chosen: Chosen,
    engine: &'static str,
    emitted: Emitted,
    verilog: String,
    target: Target<'a>,
    limit: Sized,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    if args.target.board.is_some() {
        return board::run(&args, json);
    }
    if let Some(core) = args.core {
        return soc::run(&args, core, json);
    }
    let job = job(&args)?;
    let outcome = place(&args, &job)?;
    let placed = Placed {
        unit: job.chosen.unit().name(),
        preset: job.chosen.name(),
        engine: job.engine,
        top: &job.emitted.top,
        target: &job.target,
        synthesis: &outcome.synthesis,
        limit: outcome.limit.as_ref().map(|reached| (job.limit.name(), reached)),
        parts: outcome.parts.as_deref(),
    };
    if let Some(file) = &args.report {
        output::write(file, placed.page(&command(&args, &job), args.freq).as_bytes())?;
    }
    output::either(json, || placed.contract(), || placed.text())?;
    met(&args, &outcome.synthesis)
}

fn job(args: &Args) -> Result<Job<'_>, Failure> {
    if args.hardware.name() == selftest::NAME {
        let board = "a self-test is synthesised for a board: treetap synth rap --preset P --board B";
        return Err(Failure::Usage(board.into()));
    }
    let chosen = args.hardware.chosen()?;
    let mut target = args.target.target()?;
    target.aim = args.freq.unwrap_or(target.aim);
    if args.no_place {
        target.seeds = 0;
    }
    let emitted = chosen.emit()?;
    let verilog = args.verilog.text()?.unwrap_or_else(|| emitted.verilog.clone());
    let ram = emit::outreg_ram(RAM);
    let in_block_ram = |ram| Sized::of_block_ram(target.device.family, ram);
    let (engine, limit) = match &chosen {
        Chosen::Rap(preset) => (preset.engine.name(), in_block_ram(ram)),
        Chosen::Coalescer(preset) => (preset.built.name(), in_block_ram(ram)),
        // A part has one microarchitecture, and may have no memory.
        part => (part.unit().name(), Sized::of_registers(ram)),
    };
    Ok(Job { chosen, engine, emitted, verilog, target, limit })
}

fn place(args: &Args, job: &Job) -> Result<Outcome, Failure> {
    let place = Workplace::new(&format!("{}_{}", job.emitted.top, job.target.device.name))?;
    let ports: Vec<Port> = job.emitted.ports.iter().map(Port::from).collect();
    let design = flow::Design { top: &job.emitted.top, verilog: &job.verilog, ends: Ends::Harness(&ports) };
    let synthesis = place.synthesised(&design, &job.target)?;
    // What comes after hours of placing must not take their result along.
    let warned = |what: &str, error: flow::Error| {
        eprintln!("treetap: warning: {what}: {}", place.failure(&error));
    };
    let mut parts = Some(vec![]);
    if args.modules || args.report.is_some() {
        eprintln!("treetap: counting the cells of every instance");
        let counted = flow::by_instance(&design, &ports, job.target.device.family, place.path());
        parts = counted.map_err(|error| warned("the cells of the instances are not counted", error)).ok();
    }
    let mut limit = None;
    if !args.no_limit && !args.no_place {
        // The limit has nothing to do with what somebody demands of the design.
        let target = Target { aim: job.target.device.aim, ..job.target };
        let reached = job.limit.reach(&target, place.path(), Some(&place.limits()), &|step| place.progress(step));
        limit = reached.map_err(|error| warned("there is no limit to compare the clock with", error)).ok();
    }
    Ok(Outcome { synthesis, limit, parts })
}

impl From<&catalog::Port> for Port {
    fn from(port: &catalog::Port) -> Self {
        Self { name: port.name.clone(), input: port.dir == "input", width: port.width }
    }
}

/// Whether every seed reaches the clock that was demanded.
fn met(args: &Args, synthesis: &Synthesis) -> Result<(), Failure> {
    let slowest = synthesis.clocks().slowest();
    match args.freq {
        Some(freq) if slowest < freq => {
            let missed = synthesis.seeds.iter().filter(|seed| seed.fmax() < freq).count();
            let of = synthesis.seeds.len();
            Err(Failure::Mismatch(format!(
                "timing is not met: {missed} of {of} seeds are below {freq} MHz, the slowest at {slowest:.2} MHz"
            )))
        }
        _ => Ok(()),
    }
}

/// The command that gives these figures again.
fn command(args: &Args, job: &Job) -> String {
    let mut command = format!("treetap synth {}", job.chosen.command());
    let mut add = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            command += &format!(" {option} {value}");
        }
    };
    add("--device", Some(job.target.device.name.into()));
    add("--speed", args.target.speed.map(|speed| speed.to_string()));
    add("--seeds", Some(job.target.seeds.to_string()));
    add("--freq", args.freq.map(|mhz| mhz.to_string()));
    add("--rtl", args.verilog.rtl.as_ref().map(|file| quoted(&file.display().to_string())));
    if args.no_limit {
        command += " --no-limit";
    }
    command
}

/// A word for the shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,=@%".contains(c);
    if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
