//! `treetap farm status`: what is done, what it cost, what failed.
use super::super::output;
use super::{Failure, Folder};
use crate::analysis::farm::progress::Progress;
use crate::report::farm::Status;

/// Show what is done, what it cost, what failed and how long the rest takes.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm status area/
  treetap --json farm status area/
  watch treetap farm status area/")]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Most failures that are shown.
    #[arg(long, value_name = "N", default_value_t = 10)]
    rows: usize,
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let run = args.folder.read(None)?;
    let status = Status::of(&run.common.name, Progress::of(&run));
    output::either(json, || &status, || status.text(args.rows))
}
