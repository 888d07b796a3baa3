//! `treetap hotstream`: sequences of data references that come again and again.
use super::progress::Progress;
use super::{Failure, input, output, retirements};
use crate::analysis::chkplan::Code;
use crate::analysis::hotstream::{Comparison, Plan, Run};
use crate::analysis::{Options, Symbols};
use crate::model::hotstream::{Profile, Trace};
use crate::report::hotstream::{self as shown, Saved};
use crate::spec::hotstream::{Limits, REFERENCES_MAX};
use crate::trace::{bursts, rvfi};
use std::path::{Path, PathBuf};

/// Find sequences of data references that come again and again in sampled bursts.
///
/// The references become a grammar (Sequitur); its rules that account for most of them are the hot data streams.
/// Streams are told by the addresses of their instructions: their access signature.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace bursts programs/demo/demo.elf --sample bursty:200:10 -o demo.bursts
  treetap hotstream demo.bursts --elf programs/demo/demo.elf
  treetap hotstream demo.bursts -o demo.json --min 10 --max 40 --cover 90
  treetap hotstream --overlap all.json sampled.json
  treetap hotstream --compare programs/demo/demo.elf --csv demo.csv --pictures .

docs/reference/hotstream.md has the rules. Exit codes: 0 ok, 2 usage, 3 bad input.")]
pub struct Args {
    /// Bursts of references: what run --hps, hps run (--bursts) and trace bursts write; with --compare programs or
    /// their retirements.
    #[arg(required_unless_present = "overlap", value_name = "BURSTS")]
    files: Vec<PathBuf>,
    /// Write the profile.
    #[arg(short, long, value_name = "PROFILE.json", conflicts_with_all = ["overlap", "compare"])]
    output: Option<PathBuf>,
    /// References of the shortest stream.
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..=1 << 15))]
    min: u64,
    /// References of the longest stream.
    #[arg(long, value_name = "COUNT", default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..=1 << 15))]
    max: u64,
    /// Percent of all references that the streams are to cover together.
    #[arg(long, value_name = "PERCENT", default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..=100))]
    cover: u64,
    /// Most references; what comes after them is left out.
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = REFERENCES_MAX,
        value_parser = clap::value_parser!(u64).range(1..=REFERENCES_MAX)
    )]
    most: u64,
    /// The program that ran: names for addresses.
    #[arg(long, value_name = "ELF", conflicts_with_all = ["overlap", "compare"])]
    elf: Option<PathBuf>,
    /// Streams to show.
    #[arg(long, value_name = "ROWS", default_value_t = 10)]
    top: usize,
    /// Tell how much of two profiles is the same.
    #[arg(long, num_args = 2, value_names = ["A.json", "B.json"], conflicts_with_all = ["files", "compare"])]
    overlap: Vec<PathBuf>,
    /// Run programs in the simulator (or take their retirements), and compare the streams that sampling finds with
    /// those of all references: eight settings, eight ways to place checks.
    #[arg(long)]
    compare: bool,
    /// The program whose retirements these are, for --compare with a .rvfi file.
    #[arg(long, value_name = "ELF", requires = "compare")]
    program: Option<PathBuf>,
    /// Stop each program after this many instructions.
    #[arg(long, value_name = "COUNT", requires = "compare", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Write every row of a comparison with its exact figures.
    #[arg(long, value_name = "FILE.csv", requires = "compare")]
    csv: Option<PathBuf>,
    /// Draw the overlaps: DIR/hotstream-settings.svg and DIR/hotstream-checks.svg.
    #[arg(long, value_name = "DIR", requires = "compare")]
    pictures: Option<PathBuf>,
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let limits = Limits { min: args.min, max: args.max, cover: args.cover };
    if limits.max < limits.min {
        return Err(Failure::Usage(format!("--max {}: expected at least --min {}", limits.max, limits.min)));
    }
    if let [a, b] = &args.overlap[..] {
        let found = saved(a)?.overlap(&saved(b)?);
        return output::either(json, || shown::overlap_contract(found), || shown::overlap(found));
    }
    if args.compare {
        return compare(args, &limits, json);
    }
    let [file] = &args.files[..] else {
        return Err(Failure::Usage("expected one file of bursts".into()));
    };
    let profile = found(file, args.most, &limits)?;
    let symbols = args.elf.as_deref().map(|file| input::symbols(file, &Options::default())).transpose()?;
    if let Some(file) = &args.output {
        output::write(file, &output::to_json(&Saved::from(&profile)))?;
        if file == Path::new("-") {
            return Ok(());
        }
    }
    output::either(json, || Saved::from(&profile), || shown::text(&profile, args.top, &|pc| name(symbols.as_ref(), pc)))
}

/// The streams of a file.
fn found(file: &Path, most: u64, limits: &Limits) -> Result<Profile, Failure> {
    let mut reader = bursts::open(file)?;
    let progress = Progress::of(reader.progress().1, "read").counting("references");
    let mut trace = Trace::limited(most);
    let mut batch = vec![];
    while reader.next_batch(&mut batch)? > 0 {
        batch.iter().for_each(|reference| _ = trace.push(*reference));
        progress.at(reader.progress().0, reader.records());
    }
    progress.finish(&file.display().to_string(), reader.records());
    let profile = trace.profile(limits);
    if profile.left_out > 0 {
        eprintln!(
            "treetap: warning: {}: {} references after the first {most} are left out",
            file.display(),
            profile.left_out
        );
    }
    eprintln!("treetap: {:.1} bytes of memory a reference", trace.memory() as f64 / profile.references.max(1) as f64);
    Ok(profile)
}

/// A profile that was written.
fn saved(file: &Path) -> Result<Profile, Failure> {
    let saved: Saved = serde_json::from_slice(&input::bytes(file)?).map_err(|e| Failure::in_file(file, e))?;
    saved.profile().map_err(|why| Failure::in_file(file, why))
}

/// What is at an address: a function and how far into it.
fn name(symbols: Option<&Symbols>, pc: u64) -> String {
    let Some(symbols) = symbols else { return format!("{pc:#x}") };
    let place = &symbols.places()[symbols.at(pc) as usize];
    let first = place.ranges.first().map_or(pc, |range| range.0);
    format!("{}+{:#x}", place.name, pc.wrapping_sub(first))
}

fn compare(args: &Args, limits: &Limits, json: bool) -> Result<(), Failure> {
    let mut programs: Vec<Comparison> = vec![];
    for file in &args.files {
        let elf = if rvfi::is_named(file) { args.program.as_ref() } else { Some(file) };
        let elf = elf.ok_or_else(|| Failure::Usage("--compare with retirements: expected --program ELF".into()))?;
        let bad = |e: crate::analysis::chkplan::Error| Failure::in_file(elf, e);
        let plan = Plan::new(&Code::parse(&input::bytes(elf)?).map_err(bad)?).map_err(bad)?;
        let mut run = Run::new(&plan);
        retirements::any(file, args.limit.unwrap_or(u64::MAX), &mut |record| run.push(record))?;
        let name = elf.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        programs.push(run.finish(name, limits));
    }
    if let Some(file) = &args.csv {
        output::write(file, shown::csv(&programs).as_bytes())?;
    }
    if let Some(dir) = &args.pictures {
        std::fs::create_dir_all(dir).map_err(|e| Failure::in_file(dir, e))?;
        for (placed, name) in [(false, "hotstream-settings.svg"), (true, "hotstream-checks.svg")] {
            output::write(&dir.join(name), shown::picture(&programs, placed).as_bytes())?;
        }
    }
    output::either(json, || shown::compared_contract(&programs), || shown::compared(&programs))
}
