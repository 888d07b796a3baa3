//! `treetap synth`: area and clock of a unit on a device.
use super::{Failure, output};
use crate::catalog::{self, Emitted, Unit};
use crate::cosim::build;
use crate::flow::harness::Port;
use crate::flow::{self, Device, Family, Step, Synthesis, Target};
use crate::trace::atomic::{self, Scratch};
use clap::builder::PossibleValuesParser;
use comfy_table::{Table, presets as table_styles};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prefix of the folders in which the programs work.
const SCRATCH: &str = "synth-";
/// Such a folder belongs to a process that was killed: no placer goes for a day without a new file.
const STALE: Duration = Duration::from_secs(24 * 3600);

/// Synthesise and place the Verilog of a unit: area, clock, critical path.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap synth rap --preset nano --device up5k
  treetap synth rap --preset nano --device hx8k --seeds 8 --json
  treetap synth rap --preset x86 --device ecp5-25k --speed 8
  treetap synth rap --preset nano --device up5k --freq 48

docs/flow.md explains every figure. Programs work in $TREETAP_CACHE, else in ~/.cache/treetap; the log of one that fails
is kept in logs/ there.
Exit codes: 0 placed, 1 a program failed, the design is too large or --freq is not met, 2 usage, 3 bad file, 4 a program is missing.")]
pub struct Args {
    /// Unit to synthesise: rap or coalescer.
    unit: String,
    /// Configuration of the unit; `treetap gen --list` shows them.
    #[arg(long, value_name = "P")]
    preset: String,
    /// Chip to build for.
    #[arg(long, value_name = "DEVICE", value_parser = PossibleValuesParser::new(flow::DEVICES.iter().map(|d| d.name)))]
    device: String,
    /// Speed grade of an ECP5.
    #[arg(long, value_name = "GRADE")]
    speed: Option<u8>,
    /// Place with this many seeds, 1 to K; side by side on as many cores as there are.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
    /// Clock that every seed has to reach; without it, the clock is only reported.
    #[arg(long, value_name = "MHZ", value_parser = frequency)]
    freq: Option<f64>,
    /// Synthesise this Verilog file instead of the emitted one; its top has the preset's name and ports.
    #[arg(long, value_name = "FILE.v")]
    rtl: Option<PathBuf>,
}

fn frequency(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|mhz| (0.001..=10_000.0).contains(mhz))
        .ok_or_else(|| "expected MHz, 0.001 to 10000".into())
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    let unit = Unit::from_name(&args.unit).map_err(usage)?;
    let target = target(&args)?;
    let emitted = catalog::emit(unit, &args.preset).map_err(usage)?;
    let verilog = match &args.rtl {
        None => emitted.verilog.clone(),
        Some(file) => std::fs::read_to_string(file)
            .map_err(|e| Failure::BadInput(format!("{}: cannot read: {e}", file.display())))?,
    };
    let cache = build::cache_dir();
    let unwritable = |e| Failure::BadInput(format!("{}: cannot write: {e}", cache.display()));
    std::fs::create_dir_all(&cache).map_err(unwritable)?;
    atomic::remove_stale(&cache, SCRATCH, STALE);
    let scratch = Scratch::create(&cache, SCRATCH).map_err(unwritable)?;
    let ports = ports(&emitted);
    let ends = flow::Ends::Harness(&ports);
    let design = flow::Design { top: &emitted.top, verilog: &verilog, ends };
    let synthesis = flow::synthesise(&design, &target, scratch.path(), &progress)
        .map_err(|error| failure(error, &format!("{}_{}", emitted.top, target.device.name), &cache))?;
    if json {
        output::line(contract(unit, &args.preset, &target, &synthesis))?;
    } else {
        output::line(table(&emitted.top, &target, &synthesis))?;
    }
    met(&args, &synthesis)
}

/// The target that the arguments describe.
fn target(args: &Args) -> Result<Target<'static>, Failure> {
    let device = Device::named(&args.device).expect("the parser knows the same names");
    let mut target = Target { seeds: args.seeds, aim: args.freq.unwrap_or(device.aim), ..Target::new(device) };
    if let Some(speed) = args.speed {
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

fn ports(emitted: &Emitted) -> Vec<Port> {
    let port = |p: &catalog::Port| Port { name: p.name.clone(), input: p.dir == "input", width: p.width };
    emitted.ports.iter().map(port).collect()
}

fn usage(error: catalog::Error) -> Failure {
    Failure::Usage(error.to_string())
}

/// The failure, with the log of the program moved to a place where it stays.
fn failure(error: flow::Error, name: &str, cache: &Path) -> Failure {
    match &error {
        flow::Error::MissingTool(_) => return Failure::MissingTool(error.to_string()),
        flow::Error::Io { .. } => return Failure::BadInput(error.to_string()),
        flow::Error::Tool { .. } | flow::Error::Output { .. } | flow::Error::TooLarge { .. } => {}
    }
    let kept = error.log().and_then(|log| {
        let folder = cache.join("logs");
        let kept = folder.join(format!("{name}_{}", log.file_name()?.to_string_lossy()));
        std::fs::create_dir_all(&folder).ok()?;
        std::fs::copy(log, &kept).ok()?;
        Some(format!("\nthe whole log is in {}", kept.display()))
    });
    Failure::Mismatch(format!("{error}{}", kept.unwrap_or_default()))
}

/// Whether every seed reaches the clock that was demanded.
fn met(args: &Args, synthesis: &Synthesis) -> Result<(), Failure> {
    let slowest = synthesis.slowest();
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

fn progress(step: Step) {
    match step {
        Step::Synthesis(top) => eprintln!("treetap: synthesising {top}"),
        Step::Placement(seeds) => eprintln!("treetap: placing {seeds} seed{}", if seeds == 1 { "" } else { "s" }),
        Step::Placed(seed, 0.0) => eprintln!("treetap: seed {seed}: failed"),
        Step::Placed(seed, clock) => eprintln!("treetap: seed {seed}: {clock:.2} MHz"),
    }
}

/// The JSON contract.
fn contract(unit: Unit, preset: &str, target: &Target, synthesis: &Synthesis) -> Value {
    let (core, harness) = (synthesis.core, synthesis.harness);
    json!({
        "unit": unit.name(),
        "preset": preset,
        "device": target.device.name,
        "package": target.package,
        "speed": target.speed,
        "lut4": core.lut4,
        "carry": core.carry,
        "ff": core.ff,
        "bram": core.bram,
        "harness": harness,
        "fmax_mhz": hundredths(synthesis.median()),
        "fmax_min_mhz": hundredths(synthesis.slowest()),
        "fmax_all": synthesis.clocks().into_iter().map(hundredths).collect::<Vec<_>>(),
        "seeds": target.seeds,
        "placed": synthesis.typical(),
        "tool_versions": synthesis.tools,
        "wall_s": hundredths(synthesis.wall_s),
    })
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn table(top: &str, target: &Target, synthesis: &Synthesis) -> Table {
    let core = synthesis.core;
    let mut table = Table::new();
    table.load_style(table_styles::NOTHING);
    let speed = target.speed.map(|speed| format!(", speed grade {speed}")).unwrap_or_default();
    let mut row = |name: &str, value: String| {
        table.add_row([name.to_string(), value]);
    };
    row("design", top.to_string());
    row("device", format!("{} {}{speed}", target.device.chip, target.package));
    row("LUT4", core.lut4.to_string());
    let bits = if target.device.family == Family::Ecp5 { " (two bits each, in the place of two LUT4)" } else { "" };
    row("carry", format!("{}{bits}", core.carry));
    row("flip-flops", core.ff.to_string());
    row("block RAM", format!("{} of {}", core.bram, target.device.brams));
    row(
        "clock",
        format!("{:.2} MHz median, {:.2} MHz slowest of {}", synthesis.median(), synthesis.slowest(), target.seeds),
    );
    table
}
