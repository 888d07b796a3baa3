//! `treetap trace intervals`: what is counted in each interval of a run.
use crate::analysis::{Options, Symbols};
use crate::cli::{Failure, input, output, retirements};
use crate::host::intervals::Counter;
use crate::trace::intervals::Writer;
use crate::trace::rvfi;
use serde_json::json;
use std::path::PathBuf;

/// Write what is counted in each interval of a program's run: regions, methods, call pairs, and the accumulators of the
/// phase tracker.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace intervals programs/demo/demo.elf --len 1000 -o demo.phiv.zst
  treetap trace intervals build/programs/lua.elf -o lua.phiv.zst
  treetap trace intervals lua.rvfi.zst --elf build/programs/lua.elf -o lua.phiv.zst
  treetap phaseeval lua.phiv.zst")]
pub struct Args {
    /// Program (an ELF executable for 32-bit RISC-V, which runs in the simulator), or recorded retirements (.rvfi,
    /// .rvfi.zst, .rvfi.gz).
    source: PathBuf,
    /// File to write, with .gz or .zst to pack it.
    #[arg(short, long, value_name = "FILE.phiv")]
    output: PathBuf,
    /// Instructions of an interval.
    #[arg(long, value_name = "COUNT", default_value_t = 10_000)]
    len: u32,
    /// The program whose retirements these are: loops count for the procedures that hold them.
    #[arg(long, value_name = "ELF")]
    elf: Option<PathBuf>,
    /// Stop after this many instructions.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

/// First address of the procedure that holds an address; the address itself if none is known.
fn procedure(symbols: &Symbols, pc: u64) -> u64 {
    let place = &symbols.places()[symbols.at(pc) as usize];
    place.ranges.first().map_or(pc, |range| range.0)
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let elf = args.elf.as_ref().or((!rvfi::is_named(&args.source)).then_some(&args.source));
    let elf = elf.ok_or_else(|| Failure::Usage("recorded retirements: expected the program too (--elf)".into()))?;
    let symbols = input::symbols(elf, &Options::default())?;
    let counter = Counter::new(args.len, |pc| procedure(&symbols, pc));
    let mut counter = counter.map_err(|e| Failure::Usage(format!("--len: {e}")))?;
    let mut writer = Writer::create(&args.output)?;
    let mut failed = None;
    let limit = args.limit.unwrap_or(u64::MAX);
    let ran = retirements::any(&args.source, limit, &mut |record| {
        if let (Some(interval), None) = (counter.push(record), &failed) {
            failed = writer.write(&interval).err();
        }
    })?;
    if let Some(failed) = failed {
        return Err(failed.into());
    }
    let (intervals, left) = (writer.intervals(), counter.left());
    writer.finish()?;
    eprintln!(
        "treetap: {intervals} intervals of {} instructions; {left} instructions after them are in none",
        args.len
    );
    if json && args.output.as_os_str() != "-" {
        let core = ran.core;
        output::line(
            json!({ "output": args.output, "core": core, "len": args.len, "intervals": intervals, "left": left }),
        )?;
    }
    Ok(())
}
