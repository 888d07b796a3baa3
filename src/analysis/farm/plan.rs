//! The tasks of a sweep, with what they depend on as it is now.
use super::depends::Known;
use super::machine::{Error, Machine};
use super::run::{Common, Run, Seen};
use super::sweep::Sweep;
use super::task::{PROGRAM, TREETAP, Task, twice};
use std::path::{Path, PathBuf};

/// What is planned.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// File of the sweep, for messages, and without its extension for the name of the run.
    pub file: &'a Path,
    pub sweep: &'a Sweep,
    /// Where commands run and the files that they name lie.
    pub folder: PathBuf,
    /// The folder of the run; it may be there already, and its results are kept.
    pub run: &'a Path,
    /// Tasks that one job runs, instead of those that the sweep says.
    pub pack: Option<usize>,
}

impl Plan<'_> {
    /// Makes the tasks and writes the run.
    ///
    /// # Errors
    /// Tasks that are none or the same, a dependency that is not there, a folder with other files in it.
    pub fn write(&self, machine: &dyn Machine) -> Result<Run, Error> {
        let in_sweep = |why: String| Error::in_file(self.file, why);
        let cases = self.sweep.cases().map_err(in_sweep)?;
        refuse_other_folders(self.run)?;
        let mut known = Known::new(&self.folder, machine);
        let mut tasks = vec![];
        for (id, case) in (1..).zip(cases) {
            let depends = known.of_case(self.sweep, &case)?;
            tasks.push(Task::new(id, case, depends));
        }
        if let Some((first, second)) = twice(&tasks) {
            let why =
                format!("tasks {first} and {second} are the same: expected parameters that tell their commands apart");
            return Err(in_sweep(why));
        }
        if let Ok(seen) = Seen::of(&machine.treetap()?) {
            known.seen.insert(format!("{PROGRAM}{TREETAP}"), seen);
        }
        let common = Common {
            name: self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            folder: self.folder.clone(),
            pack: self.pack.unwrap_or(self.sweep.pack()),
            gather: self.sweep.gather(),
            count: 0,
            tasks: String::new(),
            seen: known.seen,
        };
        Run { folder: self.run.to_path_buf(), common, tasks }.write()?;
        Ok(Run::read(self.run, None)?)
    }
}

/// A folder with something else in it is not the place of a run.
fn refuse_other_folders(folder: &Path) -> Result<(), Error> {
    let is_run = folder.join("run.json").is_file() || folder.join("tasks.jsonl").is_file();
    let has_files = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if has_files && !is_run {
        return Err(Error::in_file(folder, "has other files: expected a new folder, or that of a run"));
    }
    Ok(())
}
