//! `treetap farm exec`: tasks, one after the other. A result appears whole or not at all.
use super::depends::{Check, treetap};
use super::{Failure, Folder, unwritable};
use crate::analysis::farm::ids::Ids;
use crate::analysis::farm::run::{self, BEAT, COST, Cost, FAILURE, Failed, LOG, OUTPUT, Run};
use crate::analysis::farm::task::{TREETAP, Task};
use crate::analysis::farm::template::OUT_WORD;
use crate::flow::program::{self, Running};
use crate::trace::{self, atomic::Scratch};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};
use wait4::{ResUse, Wait4};

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

/// What came of a task.
pub enum Came {
    /// It had a result.
    WasThere,
    Done,
    /// Why it has none, and the end of what it said.
    Failed(String, String),
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let run = args.folder.read(Some(&args.ids))?;
    let mut worker = Worker::new(&run)?;
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

/// Runs tasks of a run.
pub struct Worker<'a> {
    run: &'a Run,
    check: Check<'a>,
    treetap: OsString,
    host: String,
}

impl<'a> Worker<'a> {
    /// Ready for tasks.
    pub fn new(run: &'a Run) -> Result<Self, Failure> {
        Ok(Self { run, check: Check::new(run)?, treetap: treetap()?.into_os_string(), host: host() })
    }

    /// Runs a task that has no result.
    ///
    /// # Errors
    /// What it depends on changed, or the folder of the run cannot be written: nothing is known of the task.
    pub fn task(&mut self, task: &Task) -> Result<Came, Failure> {
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
        let running = match Running::start(&mut command) {
            Ok(running) => running,
            Err(error) => return Ok(Err(format!("{} cannot start: {error}", words[0]))),
        };
        // A beat that cannot be written makes nothing wrong: somebody may run the task a second time.
        let beat = |_: Duration| {
            let _ = File::open(scratch).and_then(|folder| folder.set_modified(SystemTime::now()));
        };
        let used = program::with_heartbeat(BEAT, &beat, || running.reaped(Wait4::wait4))?;
        Ok(if used.status.success() { Ok(used) } else { Err(program::ended(used.status)) })
    }
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
