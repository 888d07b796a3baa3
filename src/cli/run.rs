//! `treetap run`: a program on a core with a profiler beside it, in one simulation.
mod monitor;

use super::progress::Progress;
use super::sample::Sample;
use super::trace::core::{CoreName, ending};
use super::{Failure, output};
use crate::analysis::{Keys, Options as Naming, Symbols, chkplan};
use crate::cosim::annotated::Annotated;
use crate::cosim::core::{Machine, Options as Around, Program};
use crate::cosim::profiler::Pace;
use crate::cosim::session::{self, Options, Report, Source};
use crate::cosim::{Error, build::Effort};
use crate::report::html::{self, Fact, Law, Names, Page};
use crate::report::names::{Limits, Table};
use crate::report::{folded, grouped, hot};
use crate::spec::annotate;
use crate::spec::burst;
use crate::spec::checkmap::Image;
use crate::spec::classify::Opclass;
use crate::spec::counters::Counter;
use crate::spec::profiler::{self, Config, Preset};
use crate::spec::retire::Rvfi;
use crate::spec::select::{Kind, Weight};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Run a program on a RISC-V core with the profiler's emitted Verilog beside it, and show what is hot.
///
/// Core and profiler are simulated under Verilator, the profile is read back over the profiler's bus as a host would read it, and everything
/// is compared with the golden model.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap run picorv32 programs/demo/demo.elf
  treetap run ibex build/programs/lua.elf --event code --weight instructions --html lua.html
  treetap run picorv32 build/programs/jpeg.elf --event load-values --preset fast
  treetap run picorv32 programs/demo/demo.elf --event edges --preset pairs
  treetap run ibex build/programs/zlib.elf --event miss-values --annotate direct4k
  treetap run ibex build/programs/zlib.elf --event miss-values --preset annotate --annotate
  treetap run serv programs/demo/demo.elf --sample periodic:100 --limit 1000000
  treetap run ibex build/programs/bzip2.elf --preset fast --sample bursty:1000:50
  treetap run picorv32 build/programs/sqlite.elf --drop --json
  treetap hps compile bursty method -o method.img
  treetap run ibex build/programs/lua.elf --hps method.img

Exit codes: 0 ok, 1 hardware and model differ or a law is broken, 2 usage, 3 bad program, 4 missing tool.")]
pub struct Args {
    /// The core.
    core: CoreName,
    /// Program: an ELF executable for 32-bit RISC-V (docs/reference/cores.md), with -g for lines.
    program: PathBuf,
    /// What becomes an event.
    #[arg(long, value_name = "KIND", default_value = "code", value_parser = kind)]
    event: Kind,
    /// What an event weighs: 1, instructions or cycles until the next event.
    #[arg(long, value_name = "W", default_value = "1", value_parser = weight)]
    weight: Weight,
    /// Configuration of the profiler; `treetap gen --list` shows them [default: nano; with --hps the smallest monitor that the image fits].
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Classes of instructions that may become events, such as LOAD,STORE; all of them otherwise.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = class)]
    classes: Vec<Opclass>,
    /// Which events count: always, periodic:N (every N-th), random:SHARE (0.01 or 1%), bursty:BETWEEN:IN and arnold-ryder:BETWEEN (checks between
    /// bursts and in a burst; presets other than nano), off.
    #[arg(long, value_name = "MODE", default_value = "always")]
    sample: Sample,
    /// Map of checks of this program, made by `treetap chkplan`; without it checks are found in what the core retires (presets other than nano).
    #[arg(long, value_name = "FILE")]
    check_map: Option<PathBuf>,
    /// The first instruction of a procedure counts with the burst that its own check begins.
    #[arg(long)]
    entry_post: bool,
    /// Model a cache and a branch predictor beside the core, for events that miss: direct4k, twoway8k; without NAME the one that the
    /// profiler itself has built (preset annotate), else direct4k (docs/reference/annotate.md).
    #[arg(long, value_name = "NAME", value_parser = annotation)]
    annotate: Option<Option<annotate::Config>>,
    /// First threshold of the tree.
    #[arg(long, value_name = "T")]
    t0: Option<u64>,
    /// Do not hold the core back: what finds no room is dropped and counted, as beside a core that does not wait.
    #[arg(long)]
    drop: bool,
    /// Stop the core after this many instructions.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Let the timer interrupt the core every so many cycles.
    #[arg(long, value_name = "CYCLES", default_value_t = 0)]
    timer: u64,
    /// Seeds what is random in the simulation: contents of memories at power-up.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Simulate this Verilog instead of what `gen` writes.
    #[arg(long, value_name = "FILE.v")]
    rtl: Option<PathBuf>,
    /// Least share of all events for a row: 0.01 or 1%.
    #[arg(long, value_name = "PHI", default_value = "1%")]
    hot: super::profile::Share,
    /// Most rows of a table.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
    /// Write a page that explains the profile, one file that needs nothing else.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write stacks for tools that draw flame graphs.
    #[arg(long, value_name = "FILE")]
    folded: Option<PathBuf>,
    /// Write the profile for `treetap report`.
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    #[command(flatten)]
    monitor: monitor::Engine,
}

fn kind(name: &str) -> Result<Kind, String> {
    let all = || Kind::ALL.map(Kind::name).join(", ");
    Kind::from_name(name).ok_or_else(|| format!("expected one of {}", all()))
}

fn annotation(name: &str) -> Result<annotate::Config, String> {
    let names = || annotate::PRESETS.map(|preset| preset.name).join(", ");
    annotate::Config::named(name).ok_or_else(|| format!("expected one of {}", names()))
}

fn weight(name: &str) -> Result<Weight, String> {
    Weight::from_name(name).ok_or_else(|| format!("expected one of {}", Weight::ALL.map(Weight::name).join(", ")))
}

/// A class of instructions by its name.
pub(super) fn class(name: &str) -> Result<Opclass, String> {
    let found = Opclass::ALL.into_iter().find(|class| class.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("expected one of {}", Opclass::ALL.map(Opclass::name).join(", ")))
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
    let preset = preset(args.preset.as_deref().unwrap_or("nano"))?;
    let options = options(&args, preset)?;
    let (machine, symbols) = powered(&args, preset.name)?;
    let profiler = session::profiler(&options)?;
    let (report, cycles) = simulated(&args, machine, |running, show| {
        let report = match args.model(preset).filter(|_| options.config.annotate.is_none()) {
            Some(model) => {
                let mut annotated = Annotated::new(running, options.config.tap, model);
                session::run(&options, profiler, &mut annotated, show)
            }
            None => session::run(&options, profiler, running, show),
        }?;
        let retired = report.retired;
        Ok((report, retired))
    })?;
    let shown = Shown { args: &args, preset, options: &options, report: &report, symbols: &symbols, cycles };
    shown.files()?;
    if json {
        output::line(shown.contract())?;
    } else {
        output::line(shown.text())?;
    }
    shown.verdict()
}

/// The core with its program, and the program's names.
fn powered(args: &Args, preset: &str) -> Result<(Machine, Symbols), Failure> {
    let bytes = std::fs::read(&args.program)
        .map_err(|e| Failure::BadInput(format!("{}: cannot read: {e}", args.program.display())))?;
    let bad = |reason: String| Failure::BadInput(format!("{}: {reason}", args.program.display()));
    let program = Program::read(&args.program)?;
    let symbols = Symbols::parse(&bytes, &Naming::default()).map_err(|e| bad(e.to_string()))?;
    eprintln!("treetap: building {} and {preset} (once; kept in the cache)", args.core.name());
    let around = Around { timer_every: args.timer, ..Around::default() };
    Ok((Machine::build(args.core.into(), &program, &around)?, symbols))
}

/// Does `go`, which gives its result and the retirements it took, with progress and the program's own words shown; and tells the core's cycles.
fn simulated<T>(
    args: &Args,
    machine: Machine,
    go: impl FnOnce(&mut Running, &mut dyn FnMut(u64)) -> Result<(T, u64), Error>,
) -> Result<(T, u64), Failure> {
    let console = Mutex::new(vec![]);
    let mut running = Running { machine, console: &console };
    let progress = Progress::of(args.limit, "run").counting("instructions");
    let (result, retired) = go(&mut running, &mut |retired| {
        let written = std::mem::take(&mut *console.lock().expect("nobody panics with it"));
        // What a program says is talk here: data is the profile.
        eprint!("{}", String::from_utf8_lossy(&written));
        progress.at(retired, retired);
    })?;
    progress.finish("simulated", retired);
    let state = running.machine.state();
    eprintln!("treetap: {}: {}", args.program.display(), ending(state.status()));
    Ok((result, state.cycles))
}

impl Args {
    /// What is simulated instead of what is emitted.
    fn verilog(&self) -> Result<Option<String>, Failure> {
        let read = |file: &PathBuf| {
            let bad = |e| Failure::BadInput(format!("{}: cannot read: {e}", file.display()));
            std::fs::read_to_string(file).map_err(bad)
        };
        self.rtl.as_ref().map(read).transpose()
    }

    /// The model of cache and branches that is asked for.
    fn model(&self, preset: &Preset) -> Option<annotate::Config> {
        self.annotate
            .map(|named| named.or(preset.annotation()).unwrap_or_else(|| annotate::Config::of(&annotate::PRESETS[0])))
    }
}

fn preset(name: &str) -> Result<&'static Preset, Failure> {
    profiler::preset(name).ok_or_else(|| {
        let names: Vec<_> = profiler::PRESETS.iter().map(|p| p.name).collect();
        Failure::Usage(format!("the profiler has no preset `{name}`: expected one of {}", names.join(", ")))
    })
}

fn map(file: &Path) -> Result<Image, Failure> {
    let bad = |reason: String| Failure::BadInput(format!("{}: {reason}", file.display()));
    let bytes = std::fs::read(file).map_err(|e| bad(format!("cannot read: {e}")))?;
    chkplan::from_bytes(&bytes).map_err(|e| bad(e.to_string()))
}

fn options(args: &Args, preset: &'static Preset) -> Result<Options, Failure> {
    let mut config = Config::new(preset, args.core.into(), args.event);
    config.select.weight = args.weight;
    config.burst = burst::Config { entry_post: args.entry_post, ..args.sample.0 };
    config.map = args.check_map.as_deref().map(map).transpose()?;
    config.lossless = !args.drop;
    config.annotate = args.model(preset).filter(|model| preset.annotation() == Some(*model));
    if !args.classes.is_empty() {
        config.filter.settings.classes = args.classes.iter().fold(0, |mask, class| mask | 1 << class.code());
    }
    config.tree.t0 = args.t0.unwrap_or(config.tree.t0);
    config.tree.validate().map_err(|e| Failure::Usage(e.to_string()))?;
    Ok(Options {
        pace: if args.drop { Pace::Core } else { Pace::Dense },
        limit: args.limit.unwrap_or(u64::MAX),
        seed: args.seed,
        rtl: args.verilog()?,
        effort: Effort::Fast,
        ..Options::new(preset, config)
    })
}

/// What a person and a script get to see.
struct Shown<'a> {
    args: &'a Args,
    preset: &'a Preset,
    options: &'a Options,
    report: &'a Report,
    symbols: &'a Symbols,
    cycles: u64,
}

impl Shown<'_> {
    /// How keys are addresses, if they are.
    fn keys(&self) -> Option<Keys> {
        match self.args.event {
            Kind::LoadValues | Kind::MissValues => None,
            // The folded pair of 32 bits is no address.
            Kind::Edges if self.options.config.select.key_bits < 64 => None,
            Kind::Edges => Some(Keys { left_out: 0, beside: 32 }),
            _ => Some(Keys::default()),
        }
    }

    fn table(&self) -> Option<(Keys, Table)> {
        let keys = self.keys()?;
        let limits = Limits { share: self.args.hot.0, rows: self.args.rows };
        Some((keys, Table::of(&self.report.profile, self.symbols, keys, &limits)))
    }

    /// What to know of the keys before reading them.
    fn note(&self) -> Option<String> {
        let exact = profiler::PRESETS.iter().find(|preset| preset.tree().config.key_bits == 64)?;
        let folded = self.args.event == Kind::Edges && self.keys().is_none();
        folded.then(|| {
            format!(
                "keys are edges folded into 32 bits (docs/reference/select.md E5); --preset {} names both ends",
                exact.name
            )
        })
    }

    fn files(&self) -> Result<(), Failure> {
        let table = self.table();
        if let Some(file) = &self.args.html {
            let names = table.as_ref().map(|(keys, table)| Names { symbols: self.symbols, keys: *keys, table });
            output::write(file, self.page(names).as_bytes())?;
        }
        if let (Some(file), Some((keys, _))) = (&self.args.folded, &table) {
            output::write(file, folded::folded(&self.report.profile, self.symbols, *keys).as_bytes())?;
        }
        if let Some(file) = &self.args.dump {
            let dump = crate::report::json::Dump::from(&self.report.profile);
            output::write(file, &super::profile::to_json(&dump))?;
        }
        Ok(())
    }

    fn text(&self) -> String {
        let profile = &self.report.profile;
        let body = match self.table() {
            Some((_, table)) => table.text(),
            None => {
                let rows = hot::of_profile(profile, self.args.hot.0);
                let note = self.note().map_or(String::new(), |note| format!("note: {note}\n"));
                format!(
                    "{note}{}\n\n{}",
                    hot::certificate(profile, None),
                    hot::tree(&rows, profile.n, profile.key_bits)
                )
            }
        };
        let mut lines = vec![body, String::new()];
        if self.args.annotate.is_some() || self.args.event == Kind::MissValues {
            let Fact { name, value, meaning } = self.annotation();
            lines.push(format!("{name:<22}{value}: {meaning}"));
        }
        for fact in self.counters() {
            lines.push(format!("{:<22}{}", fact.name, fact.value));
        }
        for law in self.laws() {
            lines.push(format!("{:<22}{}: {}", "law", if law.holds { "holds" } else { "BROKEN" }, law.text));
        }
        lines.push(format!("{:<22}{}", "compared words", grouped(self.report.compared)));
        lines.push(format!("{:<22}{}", "mismatches", grouped(self.report.mismatches)));
        lines.push(format!("{:<22}{:.2} M instructions/s", "speed", self.speed()));
        lines.join("\n")
    }

    fn speed(&self) -> f64 {
        self.report.retired as f64 / self.report.seconds / 1e6
    }

    fn settings(&self) -> Vec<Fact> {
        let tree = &self.options.config.tree;
        vec![
            Fact::new("program", self.args.program.display(), self.symbols.machine()),
            Fact::new("core", self.args.core.name(), "simulated from its own Verilog"),
            Fact::new("profiler", self.preset.name, self.preset.doc),
            Fact::new("event", self.args.event.name(), self.args.event.doc()),
            Fact::new("weight", self.args.weight.name(), "what an event counts"),
            Fact::new("sampling", self.args.sample.doc(), "which events count"),
            Fact::new(
                "held back",
                if self.options.config.lossless { "yes" } else { "no" },
                "whether the core waits instead of dropping events",
            ),
            Fact::new("nodes", tree.nodes, "ranges that the tree may have at a time"),
            Fact::new("first threshold", tree.t0, "events at which a range is split, at the start"),
            self.annotation(),
        ]
    }

    /// Whose misses and mispredicted branches these are.
    fn annotation(&self) -> Fact {
        let (value, meaning) = match self.args.model(self.preset) {
            Some(model) if self.options.config.annotate.is_some() => {
                (model.to_string(), "modelled by the profiler's own block, not the core's own")
            }
            Some(model) => (model.to_string(), "modelled beside the core in software, not the core's own"),
            None => ("unknown".to_string(), "no misses were modelled beside the core"),
        };
        Fact::new("cache and branches", value, meaning)
    }

    fn counters(&self) -> Vec<Fact> {
        let report = self.report;
        let sampled = report.sampled;
        let of = |counter: Counter| grouped(report.counts.get(counter).into());
        vec![
            Fact::new("instructions", grouped(report.retired), "retired by the core, traps included"),
            Fact::new("core cycles", grouped(self.cycles), "clock cycles of the core"),
            Fact::new("traps", of(Counter::Trap), "did not execute"),
            Fact::new("rejected by class", of(Counter::RejectedClass), "of a class that is not wanted"),
            Fact::new("not selected", of(Counter::RejectedSelect), "no event of this kind"),
            Fact::new("not sampled", of(Counter::RejectedBurst), "events that sampling left out"),
            Fact::new(
                "checks",
                format!(
                    "{}, {} of them in {} bursts",
                    grouped(sampled.checks.into()),
                    grouped(sampled.inside.into()),
                    grouped(sampled.bursts.into())
                ),
                "procedure entries and jumps back, where bursts begin and end",
            ),
            Fact::new("accepted", of(Counter::Accepted), "events that entered the sample buffer"),
            Fact::new("dropped", grouped(report.dropped()), "events that found it full"),
            Fact::new("weight counted", grouped(report.profile.n), "in the tree"),
            Fact::new("lost", grouped(report.profile.lost), "refused because a count was full"),
        ]
    }

    fn laws(&self) -> Vec<Law> {
        let get = |counter: Counter| grouped(self.report.counts.get(counter).into());
        let broken = |name: &str| self.report.law.is_some_and(|law| law.law.starts_with(name));
        use Counter::*;
        let law = |name: &str, text: String| Law { name: name.into(), text, holds: !broken(name) };
        vec![
            law("L1", format!("every one of {} retirements is rejected for one reason or a candidate", get(Retired))),
            law(
                "L2",
                format!(
                    "{} candidates = {} accepted + {} dropped",
                    get(Candidates),
                    get(Accepted),
                    grouped(self.report.dropped())
                ),
            ),
            law("L3", format!("{} accepted = {} popped + {} queued", get(Accepted), get(Popped), self.report.occupied)),
        ]
    }

    fn page(&self, names: Option<Names>) -> String {
        let name = |file: &Path| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let title = format!("{} on {}", name(&self.args.program), self.args.core.name());
        let mut notes: Vec<String> = self.note().into_iter().collect();
        if self.report.saturated {
            notes.push("some events weighed more than 65,535 and were cut".to_string());
        }
        if self.report.dropped() > 0 {
            notes.push(format!(
                "{} events were dropped: shares are of the accepted ones",
                grouped(self.report.dropped())
            ));
        }
        html::page(&Page {
            title: &title,
            events: if self.args.weight == Weight::One { "events" } else { self.args.weight.name() },
            command: "",
            profile: &self.report.profile,
            names,
            hot: self.args.hot.0,
            settings: &self.settings(),
            counters: &self.counters(),
            laws: &self.laws(),
            notes: &notes,
        })
    }

    /// The JSON contract.
    fn contract(&self) -> Value {
        let report = self.report;
        let counters: serde_json::Map<String, Value> =
            Counter::ALL.into_iter().map(|c| (c.name().into(), report.counts.get(c).into())).collect();
        json!({
            "core": self.args.core.name(),
            "program": self.args.program.display().to_string(),
            "preset": self.preset.name,
            "event": self.args.event.name(),
            "weight": self.args.weight.name(),
            "annotate": self.args.model(self.preset).map(|model| model.to_string()),
            "annotated_by": self.args.annotate.map(|_| if self.options.config.annotate.is_some() { "profiler" } else { "simulation" }),
            "retired": report.retired,
            "cycles": self.cycles,
            "profiler_cycles": report.hardware.cycles,
            "events": report.profile.n,
            "accepted": report.counts.get(Counter::Accepted),
            "dropped": report.dropped(),
            "counters": counters,
            "sampled": {
                "checks": report.sampled.checks,
                "events": report.sampled.events,
                "taken": report.sampled.taken,
                "outside": report.sampled.outside,
                "inside": report.sampled.inside,
                "bursts": report.sampled.bursts,
            },
            "laws_ok": report.law.is_none(),
            "compared_words": report.compared,
            "mismatches": report.mismatches,
            "fault": report.first.as_ref().map(|m| json!({ "field": m.what, "rtl": m.rtl, "model": m.model })),
            "minstr_per_s": self.speed(),
            "wall_s": report.seconds,
            "profile": crate::report::json::Dump::from(&report.profile),
            "names": self.table().map(|(_, table)| table),
        })
    }

    fn verdict(&self) -> Result<(), Failure> {
        if let Some(first) = &self.report.first {
            let more = self.report.mismatches - 1;
            return Err(Failure::Mismatch(format!(
                "hardware and model differ: {}: hardware {}, model {} (and {more} more)",
                first.what, first.rtl, first.model
            )));
        }
        match &self.report.law {
            Some(law) => Err(Failure::Mismatch(format!("a law does not hold: {law}"))),
            None => Ok(()),
        }
    }
}
