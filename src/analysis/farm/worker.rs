//! A task that runs: its result appears whole or not at all.
use super::depends::Check;
use super::machine::{Error, Machine, unwritable};
use super::run::{self, COST, Cost, FAILURE, Failed, LOG, OUTPUT, Run};
use super::task::{TREETAP, Task};
use super::template::OUT_WORD;
use crate::trace::{self, atomic::Scratch};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Instant, SystemTime};
use wait4::ResUse;

/// What came of a task.
pub enum Came {
    /// It had a result.
    WasThere,
    Done,
    /// Why it has none, and the end of what it said.
    Failed(String, String),
}

/// Runs tasks of a run.
pub struct Worker<'a> {
    run: &'a Run,
    machine: &'a dyn Machine,
    check: Check<'a>,
    treetap: OsString,
    host: String,
}

impl<'a> Worker<'a> {
    /// Ready for tasks.
    ///
    /// # Errors
    /// It cannot be told where this program is.
    pub fn new(run: &'a Run, machine: &'a dyn Machine) -> Result<Self, Error> {
        let treetap = machine.treetap()?.into_os_string();
        Ok(Self { run, machine, check: Check::new(run, machine)?, treetap, host: host() })
    }

    /// Runs a task that has no result.
    ///
    /// # Errors
    /// What it depends on changed, or the folder of the run cannot be written: nothing is known of the task.
    pub fn task(&mut self, task: &Task) -> Result<Came, Error> {
        if self.run.done(task).is_some() {
            return Ok(Came::WasThere);
        }
        self.check.task(task)?;
        let work = self.run.work();
        let full = unwritable(&work);
        let scratch = Scratch::create(&work, &format!("{}-", task.result)).map_err(&full)?;
        let begun = Instant::now();
        let ended = self.command(task, scratch.path()).map_err(&full)?;
        let (wall_s, ended_at) = (begun.elapsed().as_secs_f64(), run::now());
        let cost = ended.and_then(|used| {
            let (bytes, sha256) = output(task, scratch.path())?;
            let cpu_s = (used.rusage.utime + used.rusage.stime).as_secs_f64();
            let host = self.host.clone();
            Ok(Cost { bytes, sha256, wall_s, cpu_s, memory: used.rusage.maxrss, ended: ended_at, host })
        });
        match cost {
            Ok(cost) => {
                run::put(&scratch.path().join(COST), &cost).map_err(&full)?;
                let is_whole = || self.run.done(task).is_some();
                run::publish(scratch, &self.run.result(task), is_whole).map_err(&full)?;
                let _ = fs::remove_dir_all(self.run.failure(task));
                Ok(Came::Done)
            }
            Err(why) => {
                let times = self.run.failed(task).map_or(0, |(before, _)| before.times) + 1;
                let failed = Failed { why: why.clone(), times, wall_s, ended: ended_at, host: self.host.clone() };
                let said = run::last_words(&scratch.path().join(LOG));
                let _ = fs::remove_file(scratch.path().join(OUTPUT));
                run::put(&scratch.path().join(FAILURE), &failed).map_err(&full)?;
                run::publish(scratch, &self.run.failure(task), || false).map_err(&full)?;
                Ok(Came::Failed(why, said))
            }
        }
    }

    /// Runs the command of a task, which works in the folder of the plan; what it says is in a log.
    ///
    /// # Errors
    /// The files of the attempt cannot be written. In the result: why the command has no result.
    fn command(&self, task: &Task, scratch: &Path) -> io::Result<Result<ResUse, String>> {
        let out = scratch.join(OUTPUT);
        let words = task.words(&out.to_string_lossy());
        let program = match &words[0][..] {
            TREETAP => self.treetap.clone(),
            // Which folder a path is relative to is not defined where the command has one of its own.
            path if path.contains('/') => self.run.common.folder.join(path).into_os_string(),
            name => name.into(),
        };
        let log = File::create(scratch.join(LOG))?;
        let output = if task.writes_file() { log.try_clone()? } else { File::create(&out)? };
        let mut command = Command::new(program);
        command.args(&words[1..]).current_dir(&self.run.common.folder).envs(&task.environment);
        // Scripts call the treetap that runs them.
        command.env("TREETAP", &self.treetap).stdin(Stdio::null()).stdout(output).stderr(log).process_group(0);
        // A beat that cannot be written makes nothing wrong: somebody may run the task a second time.
        let beat = || {
            let _ = File::open(scratch).and_then(|folder| folder.set_modified(SystemTime::now()));
        };
        Ok(match self.machine.run(&mut command, &beat)? {
            Ok(used) if used.status.success() => Ok(used),
            Ok(used) => Err(ended(used.status)),
            Err(error) => Err(format!("{} cannot start: {error}", words[0])),
        })
    }
}

/// How a program ended, in words.
fn ended(status: ExitStatus) -> String {
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}

/// Length and SHA-256 of the output of a task, whose log is no part of its result when it is empty.
fn output(task: &Task, scratch: &Path) -> Result<(u64, String), String> {
    let log = scratch.join(LOG);
    if fs::metadata(&log).is_ok_and(|meta| meta.len() == 0) {
        let _ = fs::remove_file(&log);
    }
    let file = scratch.join(OUTPUT);
    if task.writes_file() && !file.is_file() {
        return Err(format!("no result: expected the command to write the file {OUT_WORD}"));
    }
    trace::digest(&file).map_err(|error| error.to_string())
}

/// The name of the machine; Slurm may have several nodes on one.
fn host() -> String {
    let of_machine = || fs::read_to_string("/proc/sys/kernel/hostname").map(|name| name.trim().to_string());
    std::env::var("SLURMD_NODENAME").or_else(|_| of_machine()).unwrap_or_default()
}
