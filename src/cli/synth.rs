//! `treetap synth`: area and clock of a unit on a device, or the bitstream of its self-test for a board.
mod board;
mod soc;

use super::sim::find_engine;
use super::workplace::Workplace;
use super::{Failure, output};
use crate::catalog::{self, Emitted, Unit, selftest};
use crate::emit;
use crate::flow::board::Board;
use crate::flow::harness::Port;
use crate::flow::limits::{RAM, Sized};
use crate::flow::{self, Clocks, Device, Ends, Family, Part, Synthesis, Target};
use crate::report::grouped;
use crate::report::synth::{Sheet, html};
use crate::spec::coalescer;
use crate::spec::core::Core;
use clap::builder::PossibleValuesParser;
use comfy_table::{Table, presets as table_styles};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Synthesise and place the Verilog of a unit: area, clock, critical path.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap synth rap --preset nano --device up5k
  treetap synth rap --preset nano --device hx8k --seeds 8 --report nano.html
  treetap synth rap --preset x86 --device ecp5-25k --speed 8 --json
  treetap synth rap --preset nano --device up5k --freq 12
  treetap synth rap --board icebreaker -o top.bin
  treetap synth profiler --preset nano --core picorv32 --device up5k --seeds 8

With --core the preset is synthesised beside that core, as a whole system (docs/user/soc-up5k.md).
With --board the preset goes on a board together with its self-test, and -o gets the bitstream (docs/user/boards.md).
docs/reference/flow.md explains every figure. Programs work in $TREETAP_CACHE, else in ~/.cache/treetap; the log of one that fails
is kept in logs/ there.
Exit codes: 0 placed, 1 a program failed, the design is too large or --freq is not met, 2 usage, 3 bad file, 4 a program is missing.")]
pub struct Args {
    /// Unit to synthesise: rap or coalescer.
    unit: String,
    /// Configuration of the unit; `treetap gen --list` shows them. A board has one of its own.
    #[arg(long, value_name = "P", required_unless_present = "board")]
    preset: Option<String>,
    /// Core to build a whole system with, of the profiler and memories: picorv32 or serv. Its Verilog comes from its wheel.
    #[arg(long, value_name = "CORE", value_parser = soc::core, conflicts_with_all = ["board", "engine", "rtl", "report", "modules"])]
    core: Option<Core>,
    /// Microarchitecture, instead of the preset's own.
    #[arg(long, value_name = "E")]
    engine: Option<String>,
    #[command(flatten)]
    target: TargetArgs,
    /// Clock that every seed has to reach; without it, the clock is only reported. On a board, the clock that its PLL makes.
    #[arg(long, value_name = "MHZ", value_parser = frequency)]
    freq: Option<f64>,
    /// Synthesise this Verilog file instead of the emitted one; its top has the same name and ports.
    #[arg(long, value_name = "FILE.v", conflicts_with = "board")]
    rtl: Option<PathBuf>,
    /// Write area and timing as an HTML page, with the area of every instance.
    #[arg(long, value_name = "FILE.html", conflicts_with = "board")]
    report: Option<PathBuf>,
    /// Count the cells of every instance too, in a synthesis of its own that keeps the hierarchy.
    #[arg(long, conflicts_with = "board")]
    modules: bool,
    /// Do not place the micro design that the clock is compared with.
    #[arg(long, conflicts_with = "board")]
    no_limit: bool,
    #[command(flatten)]
    bitstream: board::Bitstream,
}

/// What to build for.
#[derive(clap::Args, Clone, Debug)]
pub struct TargetArgs {
    /// Chip to build for.
    #[arg(long, value_name = "DEVICE", required_unless_present = "board", value_parser = PossibleValuesParser::new(flow::DEVICES.iter().map(|d| d.name)))]
    device: Option<String>,
    /// Board to build for: its chip, package and speed grade.
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["device", "speed"], value_parser = Board::named)]
    board: Option<Board>,
    /// Speed grade of an ECP5: 6 (the default) or 8.
    #[arg(long, value_name = "GRADE")]
    speed: Option<u8>,
    /// Place with this many seeds, 1 to K; side by side on as many cores as there are.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
}

fn frequency(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|mhz| (0.001..=10_000.0).contains(mhz))
        .ok_or_else(|| "expected MHz, 0.001 to 10000".into())
}

impl TargetArgs {
    /// The target that the arguments describe.
    pub fn target(&self) -> Result<Target<'_>, Failure> {
        let known = |name: &str| Device::named(name).expect("the parser and the boards know the same names");
        let mut target = match (&self.device, &self.board) {
            (_, Some(board)) => {
                Target { package: &board.package, speed: board.speed, ..Target::new(known(&board.device)) }
            }
            (device, None) => Target::new(known(device.as_deref().expect("the parser wants a device or a board"))),
        };
        target.seeds = self.seeds;
        let device = target.device;
        if let Some(speed) = self.speed {
            if !device.speeds.contains(&speed) {
                let grades: Vec<String> = device.speeds.iter().map(u8::to_string).collect();
                return Err(Failure::Usage(match grades.is_empty() {
                    true => format!("{} has no speed grades", device.name),
                    false => format!("{} has no speed grade {speed}: expected {}", device.name, grades.join(" or ")),
                }));
            }
            target.speed = Some(speed);
        }
        Ok(target)
    }
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
    unit: Unit,
    preset: String,
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
    if let Some(file) = &args.report {
        output::write(file, page(&args, &job, &outcome).as_bytes())?;
    }
    if json {
        output::line(contract(&job, &outcome))?;
    } else {
        output::line(table(&job, &outcome))?;
    }
    met(&args, &outcome.synthesis)
}

fn job(args: &Args) -> Result<Job<'_>, Failure> {
    let name = args.preset.as_deref().expect("the parser wants a preset or a board");
    let usage = |error: catalog::Error| Failure::Usage(error.to_string());
    if args.unit == selftest::NAME {
        let board = "a self-test is synthesised for a board: treetap synth rap --preset P --board B";
        return Err(Failure::Usage(board.into()));
    }
    let unit = Unit::from_name(&args.unit).map_err(usage)?;
    let mut target = args.target.target()?;
    target.aim = args.freq.unwrap_or(target.aim);
    let chosen = args.engine.as_deref().map(find_engine).transpose()?;
    let emitted = catalog::emit_on(unit, name, chosen).map_err(usage)?;
    let verilog = match &args.rtl {
        None => emitted.verilog.clone(),
        Some(file) => std::fs::read_to_string(file)
            .map_err(|e| Failure::BadInput(format!("{}: cannot read: {e}", file.display())))?,
    };
    let ram = emit::outreg_ram(RAM);
    let (engine, limit) = match unit {
        Unit::Rap => {
            let preset = catalog::rap_preset(name, chosen).map_err(usage)?;
            (preset.engine.name(), Sized::of_rap(&preset, ram))
        }
        Unit::Coalescer => {
            let preset = coalescer::preset(name).expect("it was emitted");
            (preset.built.name(), Sized::of_coalescer(preset, ram))
        }
        // A part has one microarchitecture.
        part => (part.name(), Sized::of_part(ram)),
    };
    Ok(Job { unit, preset: name.to_string(), engine, emitted, verilog, target, limit })
}

fn place(args: &Args, job: &Job) -> Result<Outcome, Failure> {
    let place = Workplace::new(&format!("{}_{}", job.emitted.top, job.target.device.name))?;
    let ports: Vec<Port> = job.emitted.ports.iter().map(Port::from).collect();
    let design = flow::Design { top: &job.emitted.top, verilog: &job.verilog, ends: Ends::Harness(&ports) };
    let progress = |step: flow::Step| place.progress(step);
    let synthesis =
        flow::synthesise(&design, &job.target, place.path(), &progress).map_err(|error| place.failure(&error))?;
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
    if !args.no_limit {
        // The limit has nothing to do with what somebody demands of the design.
        let target = Target { aim: job.target.device.aim, ..job.target };
        let reached = job.limit.reach(&target, place.path(), Some(&place.limits()), &progress);
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

/// The JSON contract.
fn contract(job: &Job, outcome: &Outcome) -> Value {
    let (synthesis, target) = (&outcome.synthesis, &job.target);
    let (typical, clocks) = (synthesis.typical(), synthesis.clocks());
    let limit = outcome.limit.as_ref();
    json!({
        "unit": job.unit.name(),
        "preset": job.preset,
        "engine": job.engine,
        "device": target.device.name,
        "package": target.package,
        "speed": target.speed,
        "lut4": synthesis.core.lut4,
        "carry": synthesis.core.carry,
        "ff": synthesis.core.ff,
        "bram": synthesis.core.bram,
        "core": synthesis.core,
        "harness": synthesis.harness,
        "placed": typical.map(|placed| json!({ "logic": placed.logic, "bram": placed.bram })),
        "modules": outcome.parts,
        "fmax_mhz": hundredths(clocks.median()),
        "fmax_min_mhz": hundredths(clocks.slowest()),
        "fmax_max_mhz": hundredths(clocks.fastest()),
        "fmax_all": rounded(&clocks),
        "limit_mhz": limit.map(|reached| hundredths(reached.median())),
        "limit_name": limit.map(|_| job.limit.name()),
        "limit_ratio": limit.map(|reached| hundredths(clocks.median() / reached.median())),
        "critical_path": typical.and_then(|placed| placed.timing.path.as_ref()).map(|path| json!({
            "words": path.to_string(), "from": path.from, "to": path.to, "through": path.through, "luts": path.luts,
            "carries": path.carries, "logic_ns": hundredths(path.logic_ns), "routing_ns": hundredths(path.routing_ns),
        })),
        "seeds": target.seeds,
        "aim_mhz": target.aim,
        "tool_versions": synthesis.tools,
        "wall_s": hundredths(synthesis.wall_s),
    })
}

pub fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The clock of each seed.
pub fn rounded(clocks: &Clocks) -> Vec<f64> {
    clocks.0.iter().copied().map(hundredths).collect()
}

/// Figures with their names, for the table and the page.
fn facts(job: &Job, outcome: &Outcome) -> Vec<(&'static str, String)> {
    let (synthesis, device) = (&outcome.synthesis, job.target.device);
    let (core, harness) = (synthesis.core, synthesis.harness);
    let speed = job.target.speed.map(|speed| format!(", speed grade {speed}")).unwrap_or_default();
    let carry = match device.family {
        Family::Ice40 => "one bit each, beside a LUT",
        Family::Ecp5 => "two bits each, in the place of two LUT4",
    };
    let mut facts = vec![
        ("design", job.emitted.top.clone()),
        ("engine", job.engine.to_string()),
        ("device", format!("{} {}{speed}", device.chip, job.target.package)),
        ("LUT4", format!("{} (the harness adds {})", grouped(core.lut4.into()), grouped(harness.lut4.into()))),
        ("carry", format!("{} ({carry})", grouped(core.carry.into()))),
        ("flip-flops", format!("{} (the harness adds {})", grouped(core.ff.into()), grouped(harness.ff.into()))),
        ("block RAM", format!("{} of {}", core.bram, device.brams)),
    ];
    if core.lut_ram > 0 {
        facts.push(("LUT RAM", format!("{} of 16 x 4 bits", core.lut_ram)));
    }
    if let Some(placed) = synthesis.typical() {
        let (used, available) = placed.logic;
        let share = 100.0 * f64::from(used) / f64::from(available);
        let cells = format!("{} of {}", grouped(used.into()), grouped(available.into()));
        facts.push(("logic cells", format!("{cells} ({share:.1} %), packed, with the harness")));
    }
    let seeds = job.target.seeds;
    let of = if seeds == 1 { "1 seed".to_string() } else { format!("{seeds} seeds") };
    let (median, slowest) = (synthesis.clocks().median(), synthesis.clocks().slowest());
    facts.push(("clock", format!("{median:.2} MHz median, {slowest:.2} MHz slowest of {of}")));
    if let Some(reached) = &outcome.limit {
        let share = 100.0 * median / reached.median();
        facts.push((
            "limit",
            format!("{:.2} MHz ({}): the clock is {share:.0} % of it", reached.median(), job.limit.name()),
        ));
    }
    facts
}

fn table(job: &Job, outcome: &Outcome) -> String {
    let mut table = Table::new();
    table.load_style(table_styles::NOTHING);
    for (name, value) in facts(job, outcome) {
        table.add_row([name, &value]);
    }
    if let Some(path) = outcome.synthesis.typical().and_then(|placed| placed.timing.path.as_ref()) {
        table.add_row(["critical path", &path.to_string()]);
    }
    let mut text = table.to_string();
    let parts_counted = outcome.parts.as_deref().unwrap_or_default();
    if !parts_counted.is_empty() {
        let mut parts = Table::new();
        parts.load_style(table_styles::NOTHING).set_header(["instance", "LUT4", "carry", "flip-flops", "block RAM"]);
        for part in parts_counted {
            let Part { path, area } = part;
            let name = if path.is_empty() { "top" } else { path };
            let counts = [area.lut4, area.carry, area.ff, area.bram].map(|n| grouped(n.into()));
            parts.add_row([name.to_string()].into_iter().chain(counts));
        }
        text += &format!("\n\n{parts}");
    }
    text
}

/// The command that gives these figures again.
fn command(args: &Args, job: &Job) -> String {
    let mut command = format!("treetap synth {} --preset {}", job.unit, job.preset);
    let mut add = |option: &str, value: Option<String>| {
        if let Some(value) = value {
            command += &format!(" {option} {value}");
        }
    };
    add("--engine", args.engine.clone());
    add("--device", Some(job.target.device.name.into()));
    add("--speed", args.target.speed.map(|speed| speed.to_string()));
    add("--seeds", Some(job.target.seeds.to_string()));
    add("--freq", args.freq.map(|mhz| mhz.to_string()));
    add("--rtl", args.rtl.as_ref().map(|file| quoted(&file.display().to_string())));
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

fn page(args: &Args, job: &Job, outcome: &Outcome) -> String {
    let synthesis = &outcome.synthesis;
    let device = job.target.device;
    let seeds: Vec<(u32, f64)> = synthesis.seeds.iter().map(|seed| (seed.seed, seed.fmax())).collect();
    let tools: Vec<(String, String)> = synthesis.tools.clone().into_iter().collect();
    html(&Sheet {
        title: &format!("{} on {}", job.emitted.top, device.chip),
        command: &command(args, job),
        facts: &facts(job, outcome),
        parts: outcome.parts.as_deref().unwrap_or_default(),
        seeds: &seeds,
        median: synthesis.clocks().median(),
        limit: outcome.limit.as_ref().map(|reached| (job.limit.name(), reached.median())),
        demanded: args.freq,
        path: synthesis.typical().and_then(|placed| placed.timing.path.as_ref()),
        tools: &tools,
    })
}
