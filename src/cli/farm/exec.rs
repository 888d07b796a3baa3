//! `treetap farm exec`: tasks, one after the other. A result appears whole or not at all.
use super::super::machine::ThisMachine;
use super::{Failure, Folder};
use crate::analysis::farm::ids::Ids;
use crate::analysis::farm::worker::{Came, Worker};

/// Run tasks, one after the other: what queues call.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm exec area/ 7
  treetap farm exec area/ 1-100,205

A task that has a result is left out. One that fails keeps none of the others from its turn. Exit codes: 0 every one has
a result, 1 a task failed, 2 usage, 3 a bad run, or an input that changed since it was planned.")]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Numbers of tasks.
    #[arg(value_name = "IDS")]
    ids: Ids,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let run = args.folder.read(Some(&args.ids))?;
    let mut worker = Worker::new(&run, &ThisMachine)?;
    let (mut done, mut there, mut failed) = (0, 0, vec![]);
    for id in args.ids.as_slice() {
        let none = || Failure::Usage(format!("no task {id}: expected 1 to {}", run.common.count));
        let task = run.task(*id).ok_or_else(none)?;
        match worker.task(task)? {
            Came::WasThere => there += 1,
            Came::Done => done += 1,
            Came::Failed(why, said) => {
                eprintln!("treetap: task {id} ({}) failed: {why}\n{said}", task.shown());
                failed.push(*id);
            }
        }
    }
    eprintln!("treetap: exec: {done} done, {there} were done before, {} failed", failed.len());
    if failed.is_empty() { Ok(()) } else { Err(Failure::Mismatch(format!("tasks failed: {}", Ids::new(failed)))) }
}
