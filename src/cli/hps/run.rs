//! `treetap hps run`: a program on recorded retirements.
use crate::analysis::Options;
use crate::analysis::hps::Report;
use crate::cli::output::Bursts;
use crate::cli::retirements;
use crate::cli::words::value::word;
use crate::cli::{Failure, input, output};
use crate::host::bursts::reported;
use crate::host::hps::Trial;
use crate::host::hps::cost::{self, Cost};
use crate::host::hps::sampler;
use crate::lang::hps::Image;
use crate::report::hps::trial as shown;
use crate::spec::checkmap;
use std::path::{Path, PathBuf};

/// Run an image on the recorded retirements of a core: what it reports, how close that is to everything, what it would
/// cost.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace capture --core picorv32 programs/demo/demo.elf -o demo.rvfi.zst
  treetap hps compile bursty method --param nCheck0=200 --param nInstr0=10 -o method.img
  treetap hps run method.img demo.rvfi.zst --elf programs/demo/demo.elf
  treetap hps run method.img demo.rvfi.zst --elf programs/demo/demo.elf --top 0 --csv methods.csv

  treetap chkplan programs/demo/demo.elf --check EC --k 4 -o demo.map
  treetap hps compile bursty region --filter -o region.img
  treetap hps run region.img demo.rvfi.zst --map demo.map

The model of the engine runs, in mode retire. docs/reference/hps.md, H11, says what is counted and how costs are \
computed.")]
pub struct Args {
    /// Image that `treetap hps compile` wrote for mode retire.
    image: PathBuf,
    /// Retirements: .rvfi, .rvfi.zst or .rvfi.gz.
    trace: PathBuf,
    /// The program that ran: names for addresses.
    #[arg(long, value_name = "ELF")]
    elf: Option<PathBuf>,
    /// Map of checks that `treetap chkplan -o` wrote, for an image compiled with --filter.
    #[arg(long, value_name = "FILTER")]
    map: Option<PathBuf>,
    /// Rows to show.
    #[arg(long, value_name = "ROWS", default_value_t = 10)]
    top: usize,
    /// Write all rows; `-` is standard output, without the report.
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Write the data references that the image reports, with the numbers of their bursts, for treetap hotstream
    /// (program `data`).
    #[arg(long, value_name = "FILE.bursts")]
    bursts: Option<PathBuf>,
    /// Word of register CTRL [default: EN, BE_TAKEN, and FLAGSEL where the image samples by an overflow]. An image does
    /// not tell
    /// --back-edges static: then it is 0x1.
    #[arg(long, value_name = "WORD", value_parser = word)]
    control: Option<u32>,
    /// Cycles of a handler [default: 30 for regions, 26 for methods, 34 for call pairs, else 30].
    #[arg(long, value_name = "CYCLES")]
    handler_cycles: Option<u32>,
    /// Cycles of a check in software.
    #[arg(long, value_name = "CYCLES", default_value_t = cost::CHECK)]
    check_cycles: u64,
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let image = input::image(&args.image)?;
    let map = map(args, &image)?;
    let control = args.control.unwrap_or_else(|| sampler::control(&image));
    let mut trial = Trial::new(&[(&image, control)], map)
        .ok_or_else(|| Failure::in_file(&args.image, "compiled for mode decode: expected mode retire"))?;
    let symbols = args.elf.as_deref().map(|file| input::symbols(file, &Options::default())).transpose()?;
    let mut bursts = args.bursts.as_deref().map(Bursts::create).transpose()?;
    let ran = retirements::recorded(&args.trace, u64::MAX, &mut |record| {
        trial.push(record);
        if let Some(bursts) = &mut bursts {
            bursts.take(trial.runs[0].event.as_ref().and_then(reported));
        }
    })?;
    if let Some(bursts) = bursts {
        bursts.finish()?;
    }
    let first = image.words.first().map_or(0, |words| (words[1] >> 16) as u8);
    let handler = args.handler_cycles.map_or_else(|| cost::handler_cycles(first), u64::from);
    let cost = Cost { handler, test: cost::TEST };
    let report = Report::of(&mut trial, cost, args.check_cycles, ran.cycles, symbols.as_ref());
    if let Some(file) = &args.csv {
        output::write(file, shown::csv(&report).as_bytes())?;
        if file == Path::new("-") {
            return Ok(());
        }
    }
    output::either(json, || shown::contract(&report, args.top), || shown::text(&report, args.top))
}

/// The map of checks, if the image looks at one.
fn map(args: &Args, image: &Image) -> Result<Option<checkmap::Image>, Failure> {
    match &args.map {
        None if sampler::needs_map(image) => Err(Failure::in_file(
            &args.image,
            "compiled with --filter: expected the map of checks too (--map, from treetap chkplan -o)",
        )),
        Some(_) if !sampler::knows_map(image) => Err(Failure::in_file(
            &args.image,
            "compiled without --filter, it does not look at a map of checks: expected no --map",
        )),
        None => Ok(None),
        Some(file) => input::check_map(file).map(Some),
    }
}
