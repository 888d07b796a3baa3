//! `treetap run`: a program on a core with a profiler beside it, in one simulation.
mod coproc;
mod guide;
mod hotlist;
mod monitor;

use super::progress::Progress;
use super::words::core::{CoreName, Duration};
use super::words::hardware::{Configuration, Simulation};
use super::words::intervals::Intervals;
use super::words::sample::Sample;
use super::words::shard::Labels;
use super::words::tables::Tables;
use super::words::trace::Events;
use super::words::value;
use super::words::window::Windows;
use super::{Failure, input, output};
use crate::analysis::codemap::Layout;
use crate::analysis::{Options as Naming, Symbols, shards};
use crate::catalog::{Chosen, Unit};
use crate::cosim::annotated::Annotated;
use crate::cosim::core::{Machine, Program};
use crate::cosim::profiler::Pace;
use crate::cosim::session::{self, Options, Source};
use crate::cosim::{Error, build::Effort};
use crate::report::folded;
use crate::report::html::Names;
use crate::report::json::Dump;
use crate::report::run::{Built, Run};
use crate::spec::annotate;
use crate::spec::burst;
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::profiler::{Config, Preset, Tracker};
use crate::spec::retire::Rvfi;
use crate::spec::select::Kind;
use std::path::PathBuf;
use std::sync::Mutex;

/// Run a program on a RISC-V core with the profiler's emitted Verilog beside it, and show what is hot.
///
/// Core and profiler are simulated under Verilator, the profile is read back over the profiler's bus as a host would
/// read it, and everything is compared with the golden model.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap run picorv32 programs/demo/demo.elf
  treetap run ibex build/programs/lua.elf --event code --weight instructions --html lua.html
  treetap run picorv32 build/programs/jpeg.elf --event load-values --preset fast
  treetap run picorv32 programs/demo/demo.elf --event edges --preset pairs
  treetap run picorv32 build/programs/sqlite.elf --preset nano_map --weight instructions
  treetap run ibex build/programs/zlib.elf --event miss-values --annotate direct4k
  treetap run ibex build/programs/zlib.elf --event miss-values --preset annotate --annotate
  treetap run serv programs/demo/demo.elf --sample periodic:100 --limit 1000000
  treetap run ibex build/programs/bzip2.elf --preset fast --sample bursty:1000:50
  treetap run ibex build/programs/lua.elf --window 1000000:2000000
  treetap run picorv32 build/programs/sqlite.elf --drop --json
  treetap run ibex build/programs/lua.elf --preset fast --clocked
  treetap run ibex build/programs/jpeg.elf --phases 10000 --html phases.html
  treetap hps compile bursty method -o method.img
  treetap run ibex build/programs/lua.elf --hps method.img
  treetap run ibex build/programs/lua.elf --guide method.img
  treetap run ibex programs/demo/demo.elf --hotlist --period 60 --jitter 63
  treetap run ibex programs/demo/demo.elf --coproc valprof --host-timer 50000
  treetap run picorv32 programs/demo/demo.elf --coproc memdep --exact --html memdep.html

Exit codes: 0 ok, 1 hardware and model differ or a law is broken, 2 usage, 3 bad program, 4 missing tool.")]
#[command(
    mut_arg("preset", |arg| {
        arg.help("Configuration of the profiler; `treetap gen --list` shows them [default: nano; with --phases \
            phases; with --guide nano_hps; with --hps the smallest monitor that the image fits; with --hotlist \
            and --coproc ecp5]")
    }),
    mut_group("Hotlist", |group| group.requires("hotlist")),
    mut_group("Profiling", |group| group.requires("coproc")),
    mut_group("Counted", |group| group.requires("coproc")),
    mut_arg("folded", |arg| arg.help("Write stacks for tools that draw flame graphs")),
)]
pub struct Args {
    /// The core.
    core: CoreName,
    /// Program: an ELF executable for 32-bit RISC-V (docs/reference/cores.md), with -g for lines.
    program: PathBuf,
    #[command(flatten)]
    events: Events,
    #[command(flatten)]
    configuration: Configuration,
    /// Classes of instructions that may become events, such as LOAD,STORE; all of them otherwise.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = value::class)]
    classes: Vec<Opclass>,
    /// Which events count: always, periodic:N (every N-th), random:SHARE (0.01 or 1%), bursty:BETWEEN:IN and
    /// arnold-ryder:BETWEEN (checks between bursts and in a burst; presets other than nano), off.
    #[arg(long, value_name = "MODE", default_value = "always")]
    sample: Sample,
    /// Retirements that count, by number, the last one not included: FROM:TO, FROM: or several with commas. The host
    /// gives the commands enable and disable between them.
    #[arg(long, value_name = "WINDOWS", default_value = "0:")]
    window: Windows,
    /// Follow the phases of the program, in intervals of LEN instructions that differ by at least PERCENT of their code
    /// (20), and profile the K-th interval of each (1): LEN, LEN:PERCENT or LEN:PERCENT:K. Needs a profiler with a
    /// phase tracker (preset phases, the default then).
    #[arg(long, value_name = "LEN[:PERCENT[:K]]", conflicts_with_all = ["drop", "sample", "annotate", "window"])]
    phases: Option<Intervals>,
    /// Map of checks of this program, made by `treetap chkplan`; without it checks are found in what the core retires
    /// (presets other than nano).
    #[arg(long, value_name = "FILE")]
    check_map: Option<PathBuf>,
    /// The first instruction of a procedure counts with the burst that its own check begins.
    #[arg(long)]
    entry_post: bool,
    /// Model a cache and a branch predictor beside the core, for events that miss: direct4k, twoway8k; without NAME the
    /// one that the profiler itself has built (preset annotate), else direct4k (docs/reference/annotate.md).
    #[arg(long, value_name = "NAME", value_parser = annotation)]
    annotate: Option<Option<annotate::Config>>,
    /// First threshold of the tree.
    #[arg(long, value_name = "T")]
    t0: Option<u64>,
    /// Do not hold the core back: what finds no room is dropped and counted, as beside a core that does not wait.
    #[arg(long)]
    drop: bool,
    /// Leave no clock cycle of the core out, and tell how many more it took because the profiler held it back (always
    /// so with --hotlist and --coproc). Slower to simulate.
    #[arg(long, conflicts_with = "phases")]
    clocked: bool,
    #[command(flatten)]
    duration: Duration,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    tables: Tables,
    /// Write the profile for `treetap report`.
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    #[command(flatten)]
    labels: Labels,
    #[command(flatten)]
    guided: guide::Guided,
    #[command(flatten)]
    monitor: monitor::Engine,
    #[command(flatten)]
    sampler: hotlist::Sampler,
    #[command(flatten)]
    coproc: coproc::Coproc,
}

fn annotation(name: &str) -> Result<annotate::Config, String> {
    let names = || annotate::PRESETS.map(|preset| preset.name).join(", ");
    annotate::Config::named(name).ok_or_else(|| format!("expected one of {}", names()))
}

/// A core that runs, and what its program writes.
struct Running<'a> {
    machine: Machine,
    console: &'a Mutex<Vec<u8>>,
}

impl Source for Running<'_> {
    fn next(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Result<bool, Error> {
        let more = self.machine.next(limit, out)?;
        self.console.lock().expect("nobody panics with it").extend(self.machine.console());
        Ok(more)
    }
}

/// Runs the verb.
pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    if let Some(image) = &args.monitor.hps {
        return monitor::run(&args, image, json);
    }
    if args.sampler.hotlist {
        return hotlist::run(&args, json);
    }
    if let Some(microcode) = &args.coproc.coproc {
        return coproc::run(&args, microcode, json);
    }
    let usual = match (&args.phases, &args.guided.guide) {
        (Some(_), _) => "phases",
        (None, Some(_)) => "nano_hps",
        (None, None) => "nano",
    };
    let (preset, built) = preset(&args.configuration, usual)?;
    let mapped = mapped(&args, preset)?;
    let options = options(&args, preset, mapped.as_ref().and_then(Symbols::lines))?;
    let (machine, symbols) = powered(&args, preset.name, mapped)?;
    let profiler = session::profiler(&options)?;
    let model = args.model(preset);
    let (report, cycles) = simulated(&args, machine, |running, show| {
        let report = match model.filter(|_| options.config.annotate.is_none()) {
            Some(model) => {
                let mut annotated = Annotated::new(running, options.config.tap, model);
                session::run(&options, profiler, &mut annotated, show)
            }
            None => session::run(&options, profiler, running, show),
        }?;
        let retired = report.retired;
        Ok((report, retired))
    })?;
    let found = Run {
        program: &args.program,
        core: args.core.name(),
        options: &options,
        built: &built,
        report: &report,
        symbols: &symbols,
        cycles,
        model,
        limits: args.tables.limits(),
    };
    write(&args, &found)?;
    output::either(json, || found.contract(), || found.text())?;
    if let Some(first) = &report.first {
        return Err(Failure::differ(&first.what, first.rtl, first.model, report.mismatches));
    }
    let of_engine = report.engine.iter().flat_map(|engine| engine.broken.first());
    report.law.map_or(Ok(()), |law| Err(Failure::law(law)))?;
    of_engine.map(Failure::law).next().map_or(Ok(()), Err)
}

/// Writes the files that were asked for.
fn write(args: &Args, found: &Run) -> Result<(), Failure> {
    let table = found.table();
    if let Some(file) = &args.tables.html {
        let names = table.as_ref().map(|(keys, table)| Names { symbols: found.symbols, keys: *keys, table });
        output::write(file, found.page(names).as_bytes())?;
    }
    if let (Some(file), Some((keys, _))) = (&args.tables.folded, &table) {
        output::write(file, folded::folded(&found.report.profile, found.symbols, *keys).as_bytes())?;
    }
    if let Some(file) = &args.dump {
        let select = &found.options.config.select;
        let selection = format!("{}, weight {}", select.kind.name(), select.weight.name());
        let of =
            shards::of_run(&args.program, args.core.name(), selection, &args.labels.named(), &found.report.profile)?;
        let code_map = found.symbols.lines().map(|layout| layout.checksum);
        output::write(file, &output::to_json(&Dump { code_map, ..Dump::of(&found.report.profile, of) }))?;
    }
    Ok(())
}

/// The core with its program, and the program's names, if they are not `known`.
fn powered(args: &Args, preset: &str, known: Option<Symbols>) -> Result<(Machine, Symbols), Failure> {
    let program = Program::read(&args.program)?;
    let symbols = known.map_or_else(|| named(args), Ok)?;
    eprintln!("treetap: building {} and {preset} (once; kept in the cache)", args.core.name());
    Ok((Machine::build(args.core.into(), &program, &args.duration.machine())?, symbols))
}

/// Does `go`, which gives its result and the retirements it took, with progress and the program's own words shown; and
/// tells the core's cycles.
fn simulated<T>(
    args: &Args,
    machine: Machine,
    go: impl FnOnce(&mut Running, &mut dyn FnMut(u64)) -> Result<(T, u64), Error>,
) -> Result<(T, u64), Failure> {
    let console = Mutex::new(vec![]);
    let mut running = Running { machine, console: &console };
    let progress = Progress::of(args.duration.limit, "run").counting("instructions");
    let (result, retired) = go(&mut running, &mut |retired| {
        let written = std::mem::take(&mut *console.lock().expect("nobody panics with it"));
        // What a program says is talk here: data is the profile.
        eprint!("{}", String::from_utf8_lossy(&written));
        progress.at(retired, retired);
    })?;
    progress.finish("simulated", retired);
    let state = running.machine.state();
    eprintln!("treetap: {}: {}", args.program.display(), state.status());
    Ok((result, state.cycles))
}

impl Args {
    /// How time passes between retirements.
    fn pace(&self) -> Pace {
        if self.drop || self.clocked { Pace::Core } else { Pace::Dense }
    }

    /// The model of cache and branches that is asked for.
    fn model(&self, preset: &Preset) -> Option<annotate::Config> {
        self.annotate
            .map(|named| named.or(preset.annotation()).unwrap_or_else(|| annotate::Config::of(&annotate::PRESETS[0])))
    }
}

/// The profiler that is asked for: it lives as long as the program, as those of the table do.
fn preset(asked: &Configuration, usual: &str) -> Result<(&'static Preset, Built), Failure> {
    let chosen = asked.of(Unit::Profiler, Some(usual))?;
    let built = Built {
        values: serde_json::json!(chosen.configuration()),
        summary: chosen.summary(),
        is_preset: chosen.is_preset(),
    };
    match chosen {
        Chosen::Profiler(preset) if preset.xlen != Xlen::Rv32 => Err(Failure::Usage(format!(
            "profiler {} is for a core of {} bits, and these cores have 32",
            preset.name,
            preset.xlen.bits()
        ))),
        Chosen::Profiler(preset) => Ok((Box::leak(Box::new(preset)), built)),
        other => Err(Failure::Usage(format!("expected a profiler, found {}", other.unit()))),
    }
}

/// The program's names.
fn named(args: &Args) -> Result<Symbols, Failure> {
    input::symbols(&args.program, &Naming::default())
}

/// The names on the lines of a map of the program's code, for a profiler that has one.
fn mapped(args: &Args, preset: &Preset) -> Result<Option<Symbols>, Failure> {
    let Some(build) = preset.lines else { return Ok(None) };
    let symbols = named(args)?;
    let layout = symbols.layout(build.entries).map_err(|e| Failure::in_file(&args.program, e))?;
    Ok(Some(symbols.on_lines(layout)))
}

/// What becomes an event: lines of code, where keys are too short for anything else.
fn kind(asked: Kind, preset: &Preset) -> Result<Kind, Failure> {
    match (preset.lines, asked) {
        (Some(_), Kind::Code | Kind::Lines) => Ok(Kind::Lines),
        (Some(_), other) => Err(Failure::Usage(format!(
            "--event {}: profiler {} has keys of 16 bits, for lines of code: expected --event lines",
            other.name(),
            preset.name
        ))),
        (None, Kind::Lines) => Err(Failure::Usage(format!(
            "--event lines: profiler {} has no map of code: expected --preset nano_map, or --code-lines 16384",
            preset.name
        ))),
        (None, other) => Ok(other),
    }
}

fn options(args: &Args, preset: &'static Preset, layout: Option<&Layout>) -> Result<Options, Failure> {
    let mut config = Config::new(preset, args.core.into(), kind(args.events.event.into(), preset)?);
    config.lines = layout.map(|layout| layout.image.clone());
    config.select.weight = args.events.weight.into();
    config.burst = burst::Config { entry_post: args.entry_post, ..args.sample.0 };
    config.map = args.check_map.as_deref().map(input::check_map).transpose()?;
    config.lossless = !args.drop;
    config.enabled = args.window.enabled();
    config.annotate = args.model(preset).filter(|model| preset.annotation() == Some(*model));
    if let Some(Intervals(tracked)) = args.phases {
        let without = || {
            Failure::Usage(format!(
                "--phases: profiler {} has no phase tracker: --preset phases, or --phase-tracker small",
                preset.name
            ))
        };
        config.phase = Some(Tracker { build: preset.tracker().ok_or_else(without)?, config: tracked, watched: true });
        config.burst.mode = burst::Mode::External;
    }
    let guide = guide::guide(args, preset)?;
    if guide.is_some() {
        config.burst.mode = burst::Mode::External;
        // The map is that of the engine.
        config.map = None;
    }
    if !args.classes.is_empty() {
        config.filter.settings.classes = args.classes.iter().fold(0, |mask, class| mask | 1 << class.code());
    }
    config.tree.t0 = args.t0.unwrap_or(config.tree.t0);
    config.tree.validate().map_err(|e| Failure::Usage(e.to_string()))?;
    Ok(Options {
        guide,
        pace: args.pace(),
        limit: args.duration.most(),
        gates: args.window.gates(),
        seed: args.simulation.seed,
        rtl: args.simulation.verilog.text()?,
        effort: Effort::Fast,
        ..Options::new(preset, config)
    })
}
