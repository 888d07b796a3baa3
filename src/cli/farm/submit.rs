//! `treetap farm submit`: what has no result yet goes to this machine, to Slurm, or to a command that takes it on.
use super::super::machine::{ThisMachine, Told};
use super::gather::gather;
use super::{Failure, Folder};
use crate::analysis::farm::submit::{On, Submission};
use std::path::PathBuf;

/// Give the tasks that have no result to this machine, to Slurm, or to another queue.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm submit area/ --on local --limit 4
  treetap farm submit area/ --on slurm --limit 100 --with --time=60 --with --mem=2G
  treetap farm submit area/ --on slurm --gather area.md
  treetap farm submit area/ --on slurm --wait
  treetap farm submit area/ --on 'qsub -cwd -V -b y -j y -N {name} -o {log} {treetap} farm exec {run} {ids}'
  treetap farm submit area/ --on 'ssh node7 {treetap} farm exec {run} {ids}' --limit 2

A task that has a result, or that somebody works on, is left out: when a queue forgot some, submit again. The command
goes through a shell once for each pack; {ids} are the numbers of its tasks, {run} the folder, {treetap} this program,
{name} a name for the job, {log} a file for what it says. Exit codes: 0 ok, 1 a task or command failed, or jobs of the
run are queued still, 2 usage, 3 a bad run, 4 no sbatch.")]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Where tasks run: local, slurm, or a command with {ids} in it.
    #[arg(long, value_name = "local|slurm|COMMAND")]
    on: On,
    /// Most tasks (local), jobs (slurm) or commands at a time: as many as there are processors, no limit, or 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Tasks of a job, instead of those of the plan.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pack: Option<u32>,
    /// A word for sbatch, such as --partition=short; can be given several times.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    with: Vec<String>,
    /// Gather into FILE when all have ended.
    #[arg(long, value_name = "FILE")]
    gather: Option<PathBuf>,
    /// Wait until the jobs of Slurm have ended; tasks on this machine are waited for in any case.
    #[arg(long)]
    wait: bool,
    /// Submit tasks that somebody works on and jobs that are queued still, too: they run twice.
    #[arg(long)]
    again: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let run = args.folder.read(None)?;
    // A job gathers where nobody waits.
    let by_job = args.gather.as_deref().filter(|_| args.on != On::Local && !args.wait);
    let submission = Submission {
        on: &args.on,
        limit: args.limit,
        pack: args.pack.map(|pack| pack as usize),
        with: &args.with,
        gather: by_job,
        again: args.again,
        wait: args.wait && args.on != On::Local,
    };
    submission.submit(&run, &ThisMachine, &Told::of("farm", "tasks"))?;
    args.gather.as_deref().filter(|_| by_job.is_none()).map_or(Ok(()), |file| gather(&run, file, false))
}
