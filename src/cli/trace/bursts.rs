//! `treetap trace bursts`: the data references that a burst sampler takes.
use crate::cli::words::sample::Sample;
use crate::cli::{Failure, input, output, retirements};
use crate::host::bursts::Bursts;
use crate::spec::burst;
use crate::spec::classify::Xlen;
use serde_json::json;
use std::path::PathBuf;

/// Write the data references that a burst sampler takes of a program's run.
///
/// The model of the sampler `burst` stands behind the retirements of a file, or of the instruction-set simulator. The
/// hardware's own are written by run --hps and hps run with --bursts.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace bursts programs/demo/demo.elf -o demo.bursts
  treetap trace bursts build/programs/lua.elf --sample bursty:1000:50 -o lua.bursts.zst
  treetap trace bursts lua.rvfi.zst --check-map lua.map --sample bursty:1000:50 -o lua.bursts
  treetap hotstream lua.bursts")]
pub struct Args {
    /// Program (an ELF executable for 32-bit RISC-V), or recorded retirements (.rvfi, .rvfi.zst, .rvfi.gz).
    source: PathBuf,
    /// File to write, with .gz or .zst to pack it.
    #[arg(short, long, value_name = "FILE.bursts")]
    output: PathBuf,
    /// Which references count: always, bursty:BETWEEN:IN, arnold-ryder:BETWEEN, periodic:N, random:SHARE.
    #[arg(long, value_name = "MODE", default_value = "always")]
    sample: Sample,
    /// Map of checks that `treetap chkplan -o` wrote; without it checks are found in what retires.
    #[arg(long, value_name = "FILE")]
    check_map: Option<PathBuf>,
    /// The first instruction of a procedure counts with the burst that its own check begins.
    #[arg(long)]
    entry_post: bool,
    /// Stop after this many instructions.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let map = args.check_map.as_deref().map(input::check_map).transpose()?;
    let config = burst::Config { entry_post: args.entry_post, ..args.sample.0 };
    let mut bursts = Bursts::new(map.as_ref(), config, Xlen::Rv32);
    let mut file = output::Bursts::create(&args.output)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let ran = retirements::any(&args.source, limit, &mut |record| file.take(bursts.push(record)))?;
    let references = file.finish()?;
    if json && args.output.as_os_str() != "-" {
        output::line(json!({ "output": args.output, "core": ran.core, "references": references }))?;
    }
    Ok(())
}
