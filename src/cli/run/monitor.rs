//! `treetap run --hps`: a program on a core with the engine `hps` behind its retire port.
use super::{map, powered, simulated};
use crate::analysis::Symbols;
use crate::cli::hps::run::{control, named, word};
use crate::cli::hps::{MAX_IMAGE, read};
use crate::cli::{Failure, output};
use crate::cosim::build::Effort;
use crate::cosim::monitor::{self, Options, Report};
use crate::cosim::profiler::Pace;
use crate::host::hps::sampler;
use crate::host::monitor::{Program, Switches};
use crate::lang::hps::Image;
use crate::report::grouped;
use crate::spec::core::Core;
use crate::spec::hps::{Mode, regs};
use crate::spec::monitor::{Build, VARIANTS};
use crate::spec::tap;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The engine in place of a profiler.
#[derive(clap::Args, Debug)]
pub struct Engine {
    /// Put the engine for hybrid profiling support beside the core, with this image of mode retire (treetap hps compile; docs/reference/monitor.md).
    #[arg(long, value_name = "IMG", conflicts_with_all = [
        "event", "weight", "classes", "sample", "entry_post", "annotate", "t0", "hot", "html", "folded", "dump",
    ])]
    pub hps: Option<PathBuf>,
    /// Word of its register CTRL, as the listing of the image has it [default: EN, BE_TAKEN, and FLAGSEL where the image samples by an overflow].
    #[arg(long, value_name = "WORD", requires = "hps", value_parser = word)]
    control: Option<u32>,
    /// Take events over the bus instead of the stream.
    #[arg(long, requires = "hps")]
    over_bus: bool,
}

/// Runs the verb.
pub fn run(args: &super::Args, image: &Path, json: bool) -> Result<(), Failure> {
    let options = options(args, image)?;
    let (machine, symbols) = powered(args, &format!("monitor {}", options.preset))?;
    let hardware = monitor::monitor(&options)?;
    let (report, cycles) = simulated(args, machine, |running, show| {
        let report = monitor::run(&options, hardware, running, show)?;
        let retired = report.retired;
        Ok((report, retired))
    })?;
    let shown = Shown { args, options: &options, report: &report, cycles, rows: rows(&report, &symbols) };
    if json { output::line(shown.contract()) } else { output::line(shown.text()) }?;
    shown.verdict()
}

fn options(args: &super::Args, file: &Path) -> Result<Options, Failure> {
    let bad = |why: String| Failure::BadInput(format!("{}: {why}", file.display()));
    let image = Image::open(&read(file, MAX_IMAGE)?).map_err(|why| bad(why.to_string()))?;
    if image.config.mode != Mode::Retire {
        return Err(bad("compiled for mode decode: expected mode retire".into()));
    }
    let fits = |build: &Build| {
        let config = build.config();
        image.patterns.len() <= config.patterns as usize && image.words.len() <= config.words as usize
    };
    let variant = match &args.preset {
        Some(name) => VARIANTS.iter().find(|variant| variant.name == name).ok_or_else(|| {
            let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
            Failure::Usage(format!("the monitor has no preset `{name}`: expected one of {}", names.join(", ")))
        })?,
        None => VARIANTS
            .iter()
            .find(|variant| fits(&Build::of(variant)))
            .ok_or_else(|| bad("larger than every monitor".into()))?,
    };
    // What does not fit is told with its byte.
    Image::load(&image.bytes(), &Build::of(variant).config()).map_err(|why| bad(why.to_string()))?;
    if args.check_map.is_none() && sampler::needs_map(&image) {
        return Err(bad(
            "compiled with --filter: expected the map of checks too (--check-map, from treetap chkplan)".into()
        ));
    }
    let control = args.monitor.control.unwrap_or_else(|| control(&image));
    let core: Core = args.core.into();
    Ok(Options {
        map: args.check_map.as_deref().map(map).transpose()?,
        switches: Switches { hold: !args.drop, stream: !args.monitor.over_bus },
        pace: if args.drop { Pace::Core } else { Pace::Dense },
        limit: args.limit.unwrap_or(u64::MAX),
        seed: args.seed,
        rtl: args.verilog()?,
        effort: Effort::Fast,
        ..Options::new(variant.name, tap::preset(core).config, Program { image, control })
    })
}

/// Events by the names of their keys, the most frequent first.
fn rows(report: &Report, symbols: &Symbols) -> Vec<(String, u64, u64)> {
    let mut names: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (key, count) in &report.profile.counts {
        let row = names.entry(named(key, Some(symbols))).or_default();
        row.0 += count.events;
        row.1 += count.instructions;
    }
    let mut rows: Vec<_> =
        names.into_iter().map(|(name, (events, instructions))| (name, events, instructions)).collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    rows
}

/// What a person and a script get to see.
struct Shown<'a> {
    args: &'a super::Args,
    options: &'a Options,
    report: &'a Report,
    cycles: u64,
    rows: Vec<(String, u64, u64)>,
}

impl Shown<'_> {
    fn text(&self) -> String {
        let report = self.report;
        let mut lines = vec![format!("{:>10} {:>9} {:>13}  what", "events", "share", "instructions")];
        for (name, events, instructions) in self.rows.iter().take(self.args.rows) {
            let share = 100.0 * *events as f64 / report.events as f64;
            lines.push(format!("{events:>10} {share:>7.2} % {instructions:>13}  {name}"));
        }
        lines.push(String::new());
        let of = |offset| grouped(report.register(offset).into());
        for (name, value) in [
            ("instructions", grouped(report.retired - report.traps)),
            ("core cycles", grouped(self.cycles)),
            ("traps", grouped(report.traps)),
            ("events", grouped(report.events)),
            ("dropped", grouped(report.dropped)),
            ("cycles in line", of(regs::VCYC.offset)),
            ("core held, cycles", grouped(report.hardware.held)),
        ] {
            lines.push(format!("{name:<22}{value}"));
        }
        for (law, holds) in monitor::LAWS.iter().map(|law| (law, !report.broken.contains(law))) {
            lines.push(format!("{:<22}{}: {law}", "law", if holds { "holds" } else { "BROKEN" }));
        }
        lines.push(format!("{:<22}{}", "compared", grouped(report.compared)));
        lines.push(format!("{:<22}{}", "mismatches", grouped(report.mismatches)));
        lines.push(format!("{:<22}{:.2} M instructions/s", "speed", self.speed()));
        lines.join("\n")
    }

    fn speed(&self) -> f64 {
        self.report.retired as f64 / self.report.seconds / 1e6
    }

    /// The JSON contract.
    fn contract(&self) -> Value {
        let report = self.report;
        let registers = report.registers.iter().map(|(offset, word)| (format!("{offset:#05x}"), json!(word)));
        json!({
            "core": self.args.core.name(),
            "program": self.args.program.display().to_string(),
            "preset": self.options.preset,
            "retired": report.retired,
            "traps": report.traps,
            "cycles": self.cycles,
            "monitor_cycles": report.hardware.cycles,
            "held": report.hardware.held,
            "events": report.events,
            "dropped": report.dropped,
            "registers": registers.collect::<serde_json::Map<_, _>>(),
            "laws_broken": report.broken,
            "compared": report.compared,
            "mismatches": report.mismatches,
            "fault": report.first.as_ref().map(|m| json!({ "field": m.what, "rtl": m.rtl, "model": m.model })),
            "minstr_per_s": self.speed(),
            "wall_s": report.seconds,
            "rows": self.rows.iter().take(self.args.rows)
                .map(|(name, events, instructions)| json!({ "name": name, "events": events, "instructions": instructions }))
                .collect::<Vec<_>>(),
        })
    }

    fn verdict(&self) -> Result<(), Failure> {
        if let Some(first) = &self.report.first {
            let more = self.report.mismatches - 1;
            return Err(Failure::Mismatch(format!(
                "hardware and model differ: {}: hardware {:#x}, model {:#x} (and {more} more)",
                first.what, first.rtl, first.model
            )));
        }
        match self.report.broken.first() {
            Some(law) => Err(Failure::Mismatch(format!("a law does not hold: {law}"))),
            None => Ok(()),
        }
    }
}
