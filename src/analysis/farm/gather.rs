//! One output of all results of a run, read in the order of their tasks.
use super::ids::Ids;
use super::join::Join;
use super::machine::{Error, Machine, unwritable};
use super::run::{OUTPUT, Run};
use super::sweep::Kind;
use super::task::Task;
use crate::analysis::merge::Merge;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::Path;

/// Tasks that are named one by one.
const NAMED: usize = 20;

/// What is there of a run, and what is missing.
#[derive(Debug)]
pub struct Gathered<'a> {
    run: &'a Run,
    /// Tasks with the SHA-256 of their results.
    there: Vec<(&'a Task, String)>,
    missing: Vec<&'a Task>,
}

impl<'a> Gathered<'a> {
    /// Looks which tasks have a result.
    pub fn of(run: &'a Run) -> Self {
        let (mut there, mut missing) = (vec![], vec![]);
        for task in &run.tasks {
            match run.done(task) {
                Some(cost) => there.push((task, cost.sha256)),
                None => missing.push(task),
            }
        }
        Self { run, there, missing }
    }

    /// How many results are missing, of which tasks, and how these failed; nothing if none is.
    pub fn missing(&self) -> Option<String> {
        let Self { run, missing, .. } = self;
        let words = format!("{} of {} results are missing:\n{}", missing.len(), run.tasks.len(), named(run, missing));
        (!missing.is_empty()).then_some(words)
    }

    /// Writes one output of what is there; `file` is its name in messages.
    ///
    /// # Errors
    /// A result is damaged or not what the sweep promised, or the output cannot be written.
    pub fn write(&self, machine: &dyn Machine, file: &Path, out: &mut dyn Write) -> Result<(), Error> {
        if self.run.common.gather.kind == Kind::Profile {
            return out.write_all(&self.profile(machine)?).map_err(unwritable(file));
        }
        let mut join = Join::new(&self.run.common.gather);
        for (task, sha256) in &self.there {
            let result = self.run.result(task).join(OUTPUT);
            let joined = join.add(task, &whole(self.run, task, sha256)?);
            let joined = joined.map_err(|why| Error::in_file(&result, format!("task {}: {why}", task.id)))?;
            out.write_all(&joined).map_err(unwritable(file))?;
        }
        Ok(())
    }

    /// What `treetap merge` writes of the profiles.
    fn profile(&self, machine: &dyn Machine) -> Result<Vec<u8>, Error> {
        let mut all = Merge::new(false);
        for (task, sha256) in &self.there {
            let result = self.run.result(task).join(OUTPUT);
            let in_result = |why: String| Error::in_file(&result, format!("task {}: {why}", task.id));
            let (profile, of) = machine.profile(&whole(self.run, task, sha256)?).map_err(in_result)?;
            all.add(&format!("task {}", task.id), profile, of).map_err(|refused| in_result(refused.to_string()))?;
        }
        let merged = all.finish(self.run.common.gather.nodes).map_err(|error| Error::File(error.to_string()))?;
        Ok(machine.dump(&merged.profile, merged.of))
    }
}

/// The numbers of tasks, and the parameters of the first ones.
fn named(run: &Run, tasks: &[&Task]) -> String {
    let ids = Ids::new(tasks.iter().map(|task| task.id).collect());
    let mut lines = vec![format!("tasks {ids}")];
    for task in tasks.iter().take(NAMED) {
        let failed = run.failed(task).map_or(String::new(), |(failed, _)| format!(": {}", failed.why));
        lines.push(format!("  {} {}{failed}", task.id, task.shown()));
    }
    if tasks.len() > NAMED {
        lines.push(format!("  and {} more", tasks.len() - NAMED));
    }
    lines.join("\n")
}

/// A result, which has to have the hash that was taken when it was written.
fn whole(run: &Run, task: &Task, expected: &str) -> Result<Vec<u8>, Error> {
    let file = run.result(task).join(OUTPUT);
    let bytes = fs::read(&file).map_err(|error| Error::in_file(&file, format!("cannot read: {error}")))?;
    let sha256 = hex::encode(Sha256::digest(&bytes));
    if sha256 != expected {
        let folder = run.result(task);
        let (task, folder) = (Ids::new(vec![task.id]), folder.display());
        let why = format!("task {task}: damaged: SHA-256 {sha256}: expected {expected}: remove {folder}, submit again");
        return Err(Error::in_file(&file, why));
    }
    Ok(bytes)
}
