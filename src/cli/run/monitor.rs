//! `treetap run --hps`: a program on a core with the engine `hps` after its retire port.
use super::{powered, simulated};
use crate::analysis::hps::rows;
use crate::catalog::{Chosen, Unit};
use crate::cli::words::value::word;
use crate::cli::{Failure, input, output};
use crate::cosim::build::Effort;
use crate::cosim::monitor::{self, Options};
use crate::host::hps::sampler;
use crate::host::monitor::{Program, Switches};
use crate::lang::hps::Image;
use crate::report::monitor::Run;
use crate::spec::core::Core;
use crate::spec::hps::Mode;
use crate::spec::monitor::{Build, VARIANTS};
use crate::spec::tap;
use std::path::{Path, PathBuf};

/// The engine in place of a profiler.
#[derive(clap::Args, Debug)]
pub struct Engine {
    /// Put the engine for hybrid profiling support beside the core, with this image of mode retire (treetap hps
    /// compile; docs/reference/monitor.md).
    #[arg(long, value_name = "IMG", conflicts_with_all = [
        "event", "weight", "classes", "sample", "entry_post", "annotate", "t0", "hot", "html", "folded", "dump",
    ])]
    pub hps: Option<PathBuf>,
    /// Word of its register CTRL, as the listing of the image has it [default: EN, BE_TAKEN, and FLAGSEL where the
    /// image samples by an overflow].
    #[arg(long, value_name = "WORD", requires = "hps", value_parser = word)]
    control: Option<u32>,
    /// Take events over the bus instead of the stream.
    #[arg(long, requires = "hps")]
    over_bus: bool,
    /// Write the data references that the hardware reported, with the numbers of their bursts, for treetap hotstream
    /// (program `data`).
    #[arg(long, requires = "hps", value_name = "FILE.bursts")]
    bursts: Option<PathBuf>,
}

/// Runs the verb.
pub fn run(args: &super::Args, image: &Path, json: bool) -> Result<(), Failure> {
    let options = options(args, image)?;
    let (machine, symbols) = powered(args, &format!("monitor {}", options.hardware.name), None)?;
    let hardware = monitor::monitor(&options)?;
    let (report, cycles) = simulated(args, machine, |running, show| {
        let report = monitor::run(&options, hardware, running, show)?;
        let retired = report.retired;
        Ok((report, retired))
    })?;
    if let Some(file) = &args.monitor.bursts {
        let mut bursts = output::Bursts::create(file)?;
        report.references.iter().for_each(|reference| bursts.take(Some(*reference)));
        bursts.finish()?;
    }
    let rows = rows(&report.profile, None, Some(&symbols));
    let rows = &rows[..rows.len().min(args.tables.rows)];
    let (program, core) = (&args.program, args.core.name());
    let found = Run { program, core, options: &options, report: &report, cycles, rows };
    output::either(json, || found.contract(), || found.text())?;
    if let Some(first) = &report.first {
        let (rtl, model) = (format_args!("{:#x}", first.rtl), format_args!("{:#x}", first.model));
        return Err(Failure::differ(&first.what, rtl, model, report.mismatches));
    }
    report.broken.first().map_or(Ok(()), |law| Err(Failure::law(law)))
}

/// An image for what a core retires.
pub(super) fn retired(file: &Path) -> Result<Image, Failure> {
    let image = input::image(file)?;
    match image.config.mode {
        Mode::Retire => Ok(image),
        Mode::Decode => Err(Failure::in_file(file, "compiled for mode decode: expected mode retire")),
    }
}

/// The image as a program of the engine that is built; `control` in the place of the word that it asks for.
pub(super) fn loaded(
    args: &super::Args,
    file: &Path,
    image: Image,
    build: &Build,
    control: Option<u32>,
) -> Result<Program, Failure> {
    // What does not fit is told with its byte.
    Image::load(&image.bytes(), &build.engine).map_err(|why| Failure::in_file(file, why.to_string()))?;
    if args.check_map.is_none() && sampler::needs_map(&image) {
        let why = "compiled with --filter: expected the map of checks too (--check-map, from treetap chkplan)";
        return Err(Failure::in_file(file, why));
    }
    let control = control.unwrap_or_else(|| sampler::control(&image));
    Ok(Program { image, control })
}

fn options(args: &super::Args, file: &Path) -> Result<Options, Failure> {
    let bad = |why: &str| Failure::in_file(file, why);
    let image = retired(file)?;
    let fits = |build: &Build| {
        let config = build.engine;
        image.patterns.len() <= config.patterns as usize && image.words.len() <= config.words as usize
    };
    let fitting = VARIANTS.iter().find(|variant| fits(&Build::of(variant)));
    let smallest = fitting.map(|variant| variant.name);
    let variant = match args.configuration.of(Unit::Monitor, smallest) {
        Ok(Chosen::Part(_, variant)) => variant,
        Err(_) if smallest.is_none() && args.configuration.preset.is_none() => {
            return Err(bad("larger than every monitor"));
        }
        other => return Err(other.err().unwrap_or_else(|| bad("no monitor"))),
    };
    let program = loaded(args, file, image, &Build::of(&variant), args.monitor.control)?;
    let core: Core = args.core.into();
    Ok(Options {
        map: args.check_map.as_deref().map(input::check_map).transpose()?,
        switches: Switches { hold: !args.drop, stream: !args.monitor.over_bus },
        pace: args.pace(),
        limit: args.duration.most(),
        seed: args.simulation.seed,
        rtl: args.simulation.verilog.text()?,
        effort: Effort::Fast,
        ..Options::new(variant, tap::preset(core).config, program)
    })
}
