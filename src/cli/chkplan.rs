//! `treetap chkplan`: where a program needs the checks of bursty tracing.
use super::words::sample::Sample;
use super::words::value::class;
use super::{Failure, input, output};
use crate::analysis::chkplan::{self, ACCESSES, Boring, Code, Comparison, Costs, Entries, Variant};
use crate::report::chkplan::Shown;
use crate::spec::burst;
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::profiler::MAP_SLOTS;
use crate::trace::rvfi;
use std::path::PathBuf;
use std::str::FromStr;

/// Find out where a program needs the checks of bursty tracing, and make the map of them.
///
/// A check on entry to a few procedures is enough to come by one in every recursion, and loops that hold nothing of
/// interest need none. The map says a profiler which instructions are checks and which are no events
/// (docs/reference/chkplan.md).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap chkplan programs/demo/demo.elf
  treetap chkplan build/programs/jpeg.elf --check EC --k 4 -o jpeg.map
  treetap run ibex build/programs/jpeg.elf --preset pairs --check-map jpeg.map --sample bursty:1000:50
  treetap trace capture --core ibex build/programs/jpeg.elf -o jpeg.rvfi.zst
  treetap chkplan build/programs/jpeg.elf --trace jpeg.rvfi.zst --sample bursty:1000:50 --json

Exit codes: 0 ok, 2 usage, 3 bad program or one that does not fit the map.")]
pub struct Args {
    /// Program: an ELF executable for RISC-V with symbols.
    program: PathBuf,
    /// Procedures with a check on entry in the map: orig (all), EL (no leaves), EC (those that no recursion avoids), EN
    /// (none).
    #[arg(long, value_name = "WHICH", default_value = "EC", value_parser = entries)]
    check: Entries,
    /// Loops without a check in the map: none, a number (no calls and at most so many events), all.
    #[arg(long, value_name = "K", default_value = "4", value_parser = boring)]
    k: Boring,
    /// Classes of instructions that are events of interest in loops; loads, stores and atomics otherwise.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = class)]
    ev: Vec<Opclass>,
    /// Codes of the profiler's map, one for every two bytes of program.
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = MAP_SLOTS,
        value_parser = clap::value_parser!(u32).range(16..=1 << 28)
    )]
    slots: u32,
    /// Leave out what does not fit, and name it.
    #[arg(long)]
    clip: bool,
    /// Write the map.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Count the checks of a run: retirements of this program (docs/user/traces.md).
    #[arg(long, value_name = "FILE.rvfi")]
    trace: Option<PathBuf>,
    /// Sample the run: bursty:BETWEEN:IN or arnold-ryder:BETWEEN, checks between bursts and in a burst.
    #[arg(long, value_name = "MODE", requires = "trace")]
    sample: Option<Sample>,
    /// Cycles of a check that is compiled in.
    #[arg(long, value_name = "CYCLES", default_value_t = 2)]
    check_cycles: u64,
    /// Cycles of an event that is compiled in, its handler included.
    #[arg(long, value_name = "CYCLES", default_value_t = 34)]
    event_cycles: u64,
}

fn entries(name: &str) -> Result<Entries, String> {
    let all = [("orig", Entries::All), ("EL", Entries::NoLeaves), ("EC", Entries::Chosen), ("EN", Entries::None)];
    let found = all.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, entries)| entries).ok_or_else(|| "expected one of orig, EL, EC, EN".to_string())
}

fn boring(name: &str) -> Result<Boring, String> {
    match name {
        "none" => Ok(Boring::None),
        "all" => Ok(Boring::All),
        number => usize::from_str(number).map(Boring::Most).map_err(|_| "expected none, all or a number".to_string()),
    }
}

/// Runs the verb.
pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    let bad = |error: chkplan::Error| Failure::in_file(&args.program, error);
    let tell = |what: &dyn std::fmt::Display| eprintln!("treetap: {}: {what}", args.program.display());
    let code = Code::parse(&input::bytes(&args.program)?).map_err(bad)?;
    let events = if args.ev.is_empty() { ACCESSES.to_vec() } else { args.ev.clone() };
    // What the variants do is asked for the whole program, whatever the hardware holds.
    let mut found = Comparison::new(code, &events).map_err(bad)?;
    let chosen = Variant { entries: args.check, boring: args.k };
    let chosen = match chkplan::plan(&found.code, chosen, &events, args.slots, args.clip) {
        Err(error) if args.output.is_none() => {
            tell(&error);
            chkplan::whole(&found.code, chosen, &events)
        }
        planned => planned,
    };
    let chosen = chosen.map_err(bad)?;
    if let Some(trace) = &args.trace {
        let mut reader = rvfi::open(trace)?;
        let xlen = if reader.origin().xlen == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
        if xlen != found.code.xlen {
            return Err(Failure::in_file(trace, "of a core of another width than the program"));
        }
        found.measure(&mut reader, &events, args.sample.map_or(burst::Config::default(), |sample| sample.0))?;
    }
    found.code.warnings.iter().for_each(|warning| tell(warning));
    if let Some(file) = &args.output {
        output::write(file, &chkplan::to_bytes(&chosen.image))?;
    }
    let shown = Shown {
        program: &args.program,
        found: &found,
        chosen: &chosen,
        rate: args.sample.and_then(|sample| chkplan::rate(&sample.0)),
        costs: Costs { check: args.check_cycles, event: args.event_cycles },
    };
    output::either(json, || shown.contract(), || shown.text())
}
