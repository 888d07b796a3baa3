//! What has no result yet goes to this machine, to Slurm, or to a command that takes it on.
use super::ids::{Ids, packs};
use super::machine::{Error, Machine, Watch, quoted};
use super::run::Run;
use super::slurm;
use super::template::Template;
use super::worker::{Came, Worker};
use crate::trace::atomic;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// An attempt that has been silent for so long is removed: its machine went down.
const STALE: Duration = Duration::from_secs(24 * 3600);
/// What a command for another queue has to have.
const IDS: &str = "ids";

/// Where tasks run.
#[derive(Clone, Debug, PartialEq)]
pub enum On {
    /// On this machine.
    Local,
    /// Through Slurm.
    Slurm,
    /// By a command of the shell for each pack.
    Command(Template),
}

impl FromStr for On {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "local" => Ok(On::Local),
            "slurm" => Ok(On::Slurm),
            command => {
                let template = Template::parse(command)?;
                let expected = || "expected local, slurm, or a command with {ids} in it".to_string();
                Some(template).filter(|words| words.names().contains(IDS)).map(On::Command).ok_or_else(expected)
            }
        }
    }
}

/// How tasks are given out.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'a> {
    pub on: &'a On,
    /// Most tasks (local), jobs (Slurm) or commands at a time: as many as there are processors, no limit, or 1.
    pub limit: Option<u32>,
    /// Tasks of a job, instead of those of the plan.
    pub pack: Option<usize>,
    /// Words for `sbatch`.
    pub with: &'a [String],
    /// File of a job of Slurm that gathers when all others have ended.
    pub gather: Option<&'a Path>,
    /// Gives out what somebody works on, too.
    pub again: bool,
    /// Waits until the jobs of Slurm have ended. Tasks on this machine have ended in any case; when those of a command
    /// have, nobody knows.
    pub wait: bool,
}

impl<'a> Submission<'a> {
    /// What has no result, as the plan has it packed; jobs of Slurm are not waited for.
    pub fn to(on: &'a On) -> Self {
        Self { on, limit: None, pack: None, with: &[], gather: None, again: false, wait: false }
    }

    /// Gives the tasks of a run out that have no result.
    ///
    /// # Errors
    /// [`Error::Failed`]: a task that was waited for, or a command. What keeps tasks from being given out.
    pub fn submit(&self, run: &Run, machine: &dyn Machine, watch: &dyn Watch) -> Result<(), Error> {
        if *self.on != On::Slurm && !self.with.is_empty() {
            return Err(Error::Unknown("--with is for sbatch: expected --on slurm".into()));
        }
        if matches!(self.on, On::Command(_)) && (self.gather.is_some() || self.wait) {
            let option = if self.wait { "--wait" } else { "--gather" };
            let why = "when a command's jobs have ended nobody knows: expected farm gather";
            return Err(Error::Unknown(format!("{option}: {why}")));
        }
        atomic::remove_stale(&run.work(), "", STALE);
        let alive: BTreeSet<String> = if self.again { BTreeSet::new() } else { run.alive().collect() };
        let missing: Vec<_> = run.tasks.iter().filter(|task| run.done(task).is_none()).collect();
        let ids: Vec<u32> = missing.iter().filter(|task| !alive.contains(&task.result)).map(|task| task.id).collect();
        let (done, busy) = (run.tasks.len() - missing.len(), missing.len() - ids.len());
        watch.say(&format!("submit: {} tasks; {done} are done, {busy} are being worked on", ids.len()));
        let packs = packs(&ids, self.pack.unwrap_or(run.common.pack));
        match self.on {
            On::Local => local(run, &ids, self.limit, machine, watch),
            On::Slurm => {
                let job = slurm::Job { run, machine, watch, limit: self.limit, with: self.with, again: self.again };
                job.submit(&packs, self.gather)?;
                let done = if self.wait { job.wait()? } else { run.tasks.len() };
                match run.tasks.len() - done {
                    0 => Ok(()),
                    left => Err(Error::Failed(format!("{left} of {} tasks have no result", run.tasks.len()))),
                }
            }
            On::Command(command) => {
                commands(&commands_of(run, &packs, command, machine)?, self.limit.unwrap_or(1), watch)
            }
        }
    }
}

/// Runs tasks on this machine, so many at a time.
fn local(run: &Run, ids: &[u32], limit: Option<u32>, machine: &dyn Machine, watch: &dyn Watch) -> Result<(), Error> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let workers = limit.map_or(processors, |limit| limit as usize).min(ids.len());
    watch.begin(ids.len());
    let failed = Mutex::new(vec![]);
    let ended = AtomicUsize::new(0);
    each(ids, workers, || {
        let mut worker = Worker::new(run, machine)?;
        let (failed, ended) = (&failed, &ended);
        Ok(move |id: &u32| {
            let task = run.task(*id).expect("it is one of the run");
            if let Came::Failed(why, said) = worker.task(task)? {
                watch.say(&format!("task {id} ({}) failed: {why}\n{said}", task.shown()));
                failed.lock().map_err(|_| broken())?.push(*id);
            }
            watch.ended(ended.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(())
        })
    })?;
    watch.finish(ids.len());
    let mut failed = failed.into_inner().map_err(|_| broken())?;
    failed.sort_unstable();
    match failed.len() {
        0 => Ok(()),
        count => Err(Error::Failed(format!("{count} of {} tasks failed: {}", ids.len(), Ids::new(failed)))),
    }
}

/// Calls a command for each pack.
fn commands(words: &[String], limit: u32, watch: &dyn Watch) -> Result<(), Error> {
    let failed = AtomicUsize::new(0);
    each(words, (limit as usize).min(words.len()), || {
        let failed = &failed;
        Ok(move |words: &String| {
            let status = Command::new("sh").args(["-c", words]).stdin(Stdio::null()).status();
            if !status.is_ok_and(|status| status.success()) {
                watch.say(&format!("failed: {words}"));
                failed.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })
    })?;
    match failed.into_inner() {
        0 => Ok(()),
        count => Err(Error::Failed(format!("{count} of {} commands failed", words.len()))),
    }
}

/// What the shell is given for each pack.
fn commands_of(run: &Run, packs: &[Ids], command: &Template, machine: &dyn Machine) -> Result<Vec<String>, Error> {
    let log = run.submitted().join("log");
    let places = [("run", run.folder.as_path()), ("treetap", &machine.treetap()?), ("log", &log)];
    let mut values = BTreeMap::from([("name".to_string(), run.job_name())]);
    for (name, place) in places {
        values.insert(name.into(), quoted(place)?);
    }
    let of_pack = |ids: &Ids| {
        values.insert(IDS.into(), ids.to_string());
        command.fill(&values).map_err(|why| Error::Unknown(format!("--on: {why}")))
    };
    packs.iter().map(of_pack).collect()
}

/// Does something with each item, with so many workers, each of which `worker` makes. After an error no worker begins
/// anew.
fn each<'a, T: Sync, W>(
    items: &'a [T],
    workers: usize,
    worker: impl Fn() -> Result<W, Error> + Sync,
) -> Result<(), Error>
where
    W: FnMut(&'a T) -> Result<(), Error>,
{
    let next = AtomicUsize::new(0);
    let work = || {
        let mut work = worker()?;
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(item).inspect_err(|_| next.store(items.len(), Ordering::Relaxed))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let ended: Vec<_> = threads.into_iter().map(|thread| thread.join().map_err(|_| broken())?).collect();
        ended.into_iter().collect()
    })
}

/// A thread that panicked has told why.
fn broken() -> Error {
    Error::File("a worker ended before its task".into())
}
