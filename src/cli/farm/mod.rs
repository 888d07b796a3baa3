//! `treetap farm`: tasks of a sweep, on this machine or through a queue.
mod exec;
mod gather;
mod plan;
mod status;
mod submit;

use super::Failure;
use crate::analysis::farm::ids::Ids;
use crate::analysis::farm::run::Run;
use std::path::PathBuf;

/// Run the tasks of a sweep on this machine or through a queue, and make one output of their results.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm plan examples/farm/area.toml -o area/
  treetap farm submit area/ --on local
  treetap farm submit area/ --on slurm --limit 100 --with --time=60 --gather area.md
  treetap farm submit area/ --on 'ssh node7 {treetap} farm exec {run} {ids}'
  treetap farm status area/
  treetap farm gather area/ -o area.md

Results are files, each named by what it depends on, and what has one is done: whatever a queue forgot or ran twice,
`submit` again does what is missing. Exit codes: 0 ok, 1 a task failed or a result is missing, 2 usage, 3 a bad sweep or
run, or an input that changed, 4 a missing tool.")]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand, Debug)]
enum Verb {
    /// Make the tasks of a sweep.
    Plan(plan::Args),
    /// Give the tasks that have no result to this machine, to Slurm, or to another queue.
    Submit(submit::Args),
    /// Run tasks, one after the other: what queues call.
    Exec(exec::Args),
    /// Make one output of all results.
    Gather(gather::Args),
    /// Show what is done, what it cost, what failed and how long the rest takes.
    Status(status::Args),
}

/// The folder of a run.
#[derive(clap::Args, Debug)]
struct Folder {
    /// Folder that `treetap farm plan` made.
    #[arg(value_name = "RUN")]
    run: PathBuf,
}

impl Folder {
    fn read(&self, only: Option<&Ids>) -> Result<Run, Failure> {
        Ok(Run::read(&self.run, only)?)
    }
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    match &args.verb {
        Verb::Plan(args) => plan::run(args, json),
        Verb::Submit(args) => submit::run(args),
        Verb::Exec(args) => exec::run(args),
        Verb::Gather(args) => gather::run(args),
        Verb::Status(args) => status::run(args, json),
    }
}
