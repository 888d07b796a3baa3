//! `treetap farm gather`: one output of all results.
use super::super::{input, output};
use super::{Failure, Folder};
use crate::analysis::farm::ids::Ids;
use crate::analysis::farm::join::Join;
use crate::analysis::farm::run::{OUTPUT, Run};
use crate::analysis::farm::sweep::Kind;
use crate::analysis::farm::task::Task;
use crate::analysis::merge::Merge;
use crate::report::farm::named;
use crate::report::json::Dump;
use crate::trace::atomic::AtomicFile;
use sha2::{Digest, Sha256};
use std::io::Write;
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
    let (mut there, mut missing) = (vec![], vec![]);
    for task in &run.tasks {
        match run.done(task) {
            Some(cost) => there.push((task, cost.sha256)),
            None => missing.push(task),
        }
    }
    if !missing.is_empty() {
        let words = format!("{} of {} results are missing:\n{}", missing.len(), run.tasks.len(), named(run, &missing));
        if !partial {
            return Err(Failure::Mismatch(words));
        }
        eprintln!("treetap: warning: {words}");
    }
    if run.common.gather.kind == Kind::Profile {
        return profile(run, &there, file);
    }
    let unwritable = |error| Failure::in_file(file, format!("cannot write: {error}"));
    let mut join = Join::new(&run.common.gather);
    let mut out = AtomicFile::create(file).map_err(unwritable)?;
    for (task, sha256) in there {
        let result = run.result(task).join(OUTPUT);
        let joined = join.add(task, &whole(run, task, &sha256)?);
        let joined = joined.map_err(|why| Failure::in_file(&result, format!("task {}: {why}", task.id)))?;
        out.write_all(&joined).map_err(unwritable)?;
    }
    out.finish().map_err(unwritable)
}

/// What `treetap merge` writes of the profiles.
fn profile(run: &Run, there: &[(&Task, String)], file: &Path) -> Result<(), Failure> {
    let mut all = Merge::new(false);
    for (task, sha256) in there {
        let result = run.result(task).join(OUTPUT);
        let in_result = |why: String| Failure::in_file(&result, format!("task {}: {why}", task.id));
        let dump = input::dump_of(&whole(run, task, sha256)?, &result)?;
        let profile = dump.profile().map_err(in_result)?;
        all.add(&format!("task {}", task.id), profile, dump.of).map_err(|refused| in_result(refused.to_string()))?;
    }
    let merged = all.finish(run.common.gather.nodes).map_err(|error| Failure::BadInput(error.to_string()))?;
    output::write(file, &output::to_json(&Dump::of(&merged.profile, merged.of)))
}

/// A result, which has to have the hash that was taken when it was written.
fn whole(run: &Run, task: &Task, expected: &str) -> Result<Vec<u8>, Failure> {
    let file = run.result(task).join(OUTPUT);
    let bytes = input::bytes(&file)?;
    let sha256 = hex::encode(Sha256::digest(&bytes));
    if sha256 != expected {
        let folder = run.result(task);
        let (task, folder) = (Ids::new(vec![task.id]), folder.display());
        let why = format!("task {task}: damaged: SHA-256 {sha256}: expected {expected}: remove {folder}, submit again");
        return Err(Failure::in_file(&file, why));
    }
    Ok(bytes)
}
