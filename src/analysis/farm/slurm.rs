//! Slurm: packs of tasks as arrays of jobs. What it forgets is submitted again, so nothing is asked of it twice.
use super::ids::Ids;
use super::machine::{Error, Machine, Watch, quoted, unwritable};
use super::run::Run;
use crate::trace::atomic;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Slurm's own limit of an array where its settings cannot be read: indices are below it.
const MAX_ARRAY_SIZE: usize = 1001;
/// How often the queue is asked by who waits for the end of its jobs.
const LOOK: Duration = Duration::from_secs(2);

/// What is submitted.
pub struct Job<'a> {
    pub run: &'a Run,
    pub machine: &'a dyn Machine,
    pub watch: &'a dyn Watch,
    /// Most jobs at a time.
    pub limit: Option<u32>,
    /// Words for sbatch.
    pub with: &'a [String],
    /// Whether it does not matter that jobs of the run are queued.
    pub again: bool,
}

impl Job<'_> {
    /// Submits the packs, and a job that gathers into `file` when all of them have ended.
    ///
    /// # Errors
    /// Jobs of the run are queued, a program of Slurm is missing or refuses, or a list cannot be written.
    pub fn submit(&self, packs: &[Ids], file: Option<&Path>) -> Result<(), Error> {
        let queued = self.queued()?;
        if queued > 0 && !self.again {
            let words = format!("{queued} jobs of this run are queued: expected their end (squeue), or --again");
            return Err(Error::Failed(words));
        }
        let mut ids: Vec<String> = vec![];
        for packs in packs.chunks(self.max_array_size()?.saturating_sub(1).max(1)) {
            // A limit holds for an array, so the next one waits for the end of the one before.
            let after = self.limit.and(ids.last()).map(|id| format!("afterany:{id}"));
            ids.push(self.array(packs, after)?);
        }
        let shown = if ids.is_empty() { "nothing to do".to_string() } else { format!("jobs {}", ids.join(", ")) };
        self.watch.say(&format!("submit: {shown}"));
        let Some(file) = file else { return Ok(()) };
        let after = (!ids.is_empty()).then(|| format!("afterany:{}", ids.join(":")));
        let file = std::path::absolute(file).map_err(|error| Error::in_file(file, error))?;
        let (number, place) = self.next()?;
        let script = place.join(format!("{number}.sh"));
        let words = [quoted(&self.machine.treetap()?)?, quoted(&self.run.folder)?, quoted(&file)?];
        write(&script, &format!("#!/bin/sh\nexec {} farm gather {} -o {}\n", words[0], words[1], words[2]))?;
        let id = self.sbatch(&format!("{}-gather", self.run.job_name()), &script, number, None, after)?;
        self.watch.say(&format!("submit: job {id} gathers into {}", file.display()));
        Ok(())
    }

    /// Waits until every task has a result, or no job of the run is left; gives how many results there are.
    ///
    /// # Errors
    /// `squeue` fails.
    pub fn wait(&self) -> Result<usize, Error> {
        let mut missing: Vec<_> = self.run.tasks.iter().filter(|task| self.run.done(task).is_none()).collect();
        let all = missing.len();
        self.watch.begin(all);
        loop {
            // The queue first: what ended in between has its result when it is looked for.
            let queued = self.queued()?;
            missing.retain(|task| self.run.done(task).is_none());
            self.watch.ended(all - missing.len());
            if queued == 0 || missing.is_empty() {
                self.watch.finish(all - missing.len());
                return Ok(self.run.tasks.len() - missing.len());
            }
            thread::sleep(LOOK);
        }
    }

    /// Jobs of this run that Slurm knows.
    fn queued(&self) -> Result<usize, Error> {
        let name = format!("--name={}", self.run.job_name());
        Ok(self.asked("squeue", &["--noheader", "--array", "--format=%i", &name])?.lines().count())
    }

    /// A number that no submission has, and the folder of submissions.
    fn next(&self) -> Result<(u32, PathBuf), Error> {
        let place = self.run.submitted();
        for number in 1.. {
            let file = place.join(format!("{number}.ids"));
            match File::options().write(true).create_new(true).open(&file) {
                Ok(_) => return Ok((number, place)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(unwritable(&file)(error)),
            }
        }
        unreachable!("numbers do not end")
    }

    /// An array, a line of a file for each of its jobs.
    fn array(&self, packs: &[Ids], after: Option<String>) -> Result<String, Error> {
        let (number, place) = self.next()?;
        let (list, script) = (place.join(format!("{number}.ids")), place.join(format!("{number}.sh")));
        let lines: Vec<String> = packs.iter().map(Ids::to_string).collect();
        write(&list, &(lines.join("\n") + "\n"))?;
        let [treetap, run, list] = [quoted(&self.machine.treetap()?)?, quoted(&self.run.folder)?, quoted(&list)?];
        let ids = format!("$(sed -n \"${{SLURM_ARRAY_TASK_ID}}p\" {list})");
        write(&script, &format!("#!/bin/sh\nexec {treetap} farm exec {run} \"{ids}\"\n"))?;
        let limit = self.limit.map_or(String::new(), |limit| format!("%{limit}"));
        let array = format!("--array=1-{}{limit}", packs.len());
        self.sbatch(&self.run.job_name(), &script, number, Some(array), after)
    }

    /// Submits a script, and gives the number of the job.
    fn sbatch(
        &self,
        name: &str,
        script: &Path,
        number: u32,
        array: Option<String>,
        after: Option<String>,
    ) -> Result<String, Error> {
        // All jobs of an array write into one file: a folder of ten thousand logs helps nobody.
        let log = self.run.submitted().join(format!("{number}.log"));
        let mut words = vec!["--parsable".into(), "--requeue".into(), "--open-mode=append".into()];
        words.push(format!("--job-name={name}"));
        words.push(format!("--output={}", log.display().to_string().replace('%', "%%")));
        words.push(format!("--chdir={}", self.run.common.folder.display()));
        words.extend(array);
        words.extend(after.map(|after| format!("--dependency={after}")));
        words.extend(self.with.iter().cloned());
        words.push(script.display().to_string());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = self.asked("sbatch", &words)?;
        // `JOB` or `JOB;CLUSTER`.
        let id = said.lines().last().and_then(|line| line.split(';').next()).unwrap_or_default().trim();
        if id.is_empty() || !id.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(Error::File(format!("sbatch said `{}`: expected the number of a job", said.trim())));
        }
        Ok(id.into())
    }

    /// The first index that an array cannot have.
    fn max_array_size(&self) -> Result<usize, Error> {
        let settings = self.asked("scontrol", &["show", "config"])?;
        let value = settings.lines().find_map(|line| line.strip_prefix("MaxArraySize")?.split('=').nth(1));
        Ok(value.and_then(|value| value.trim().parse().ok()).unwrap_or(MAX_ARRAY_SIZE))
    }

    /// What a program of Slurm answers.
    fn asked(&self, name: &str, words: &[&str]) -> Result<String, Error> {
        let missing = || Error::Missing(format!("{name} is not in PATH: expected the programs of Slurm"));
        let file = self.machine.program(name).ok_or_else(missing)?;
        let output = Command::new(&file).args(words).stdin(Stdio::null()).output();
        let output = output.map_err(|error| Error::Missing(format!("{}: cannot start: {error}", file.display())))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(Error::File(format!("{name} failed: {}", said.trim())));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn write(file: &Path, text: &str) -> Result<(), Error> {
    atomic::write(file, text.as_bytes()).map_err(unwritable(file))
}
