//! `treetap farm gather`: one output of all results.
use super::super::machine::ThisMachine;
use super::{Failure, Folder};
use crate::analysis::farm::gather::Gathered;
use crate::analysis::farm::run::Run;
use crate::trace::atomic::AtomicFile;
use std::path::{Path, PathBuf};

/// Make one output of all results.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm gather area/ -o area.md
  treetap farm gather area/ --partial

Results are read in the order of their tasks, so that the output is that of a run on one machine, byte for byte. Exit
codes: 0 ok, 1 results are missing, 3 a result that is not what the sweep promised.")]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Write it to FILE; standard output if absent.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Take what is there, and say what is missing.
    #[arg(long)]
    partial: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    gather(&args.folder.read(None)?, &args.output, args.partial)
}

/// Writes one output of the results of a run.
pub fn gather(run: &Run, file: &Path, partial: bool) -> Result<(), Failure> {
    let gathered = Gathered::of(run);
    match gathered.missing() {
        Some(words) if !partial => return Err(Failure::Mismatch(words)),
        Some(words) => eprintln!("treetap: warning: {words}"),
        None => {}
    }
    let unwritable = |error| Failure::in_file(file, format!("cannot write: {error}"));
    let mut out = AtomicFile::create(file).map_err(unwritable)?;
    gathered.write(&ThisMachine, file, &mut out)?;
    out.finish().map_err(unwritable)
}
