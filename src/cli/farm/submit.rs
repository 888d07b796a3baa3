//! `treetap farm submit`: what has no result yet goes to this machine, to Slurm, or to a command that takes it on.
use super::super::progress::Progress;
use super::depends::treetap;
use super::exec::{Came, Worker};
use super::gather::gather;
use super::{Failure, Folder, quoted, slurm};
use crate::analysis::farm::ids::{Ids, packs};
use crate::analysis::farm::run::Run;
use crate::analysis::farm::template::Template;
use crate::trace::atomic;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
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

/// Give the tasks that have no result to this machine, to Slurm, or to another queue.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm submit area/ --on local --limit 4
  treetap farm submit area/ --on slurm --limit 100 --with --time=60 --with --mem=2G
  treetap farm submit area/ --on slurm --gather area.md
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
    /// Submit tasks that somebody works on and jobs that are queued still, too: they run twice.
    #[arg(long)]
    again: bool,
}

/// `--on WHERE`
#[derive(Clone, Debug, PartialEq)]
enum On {
    Local,
    Slurm,
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

pub fn run(args: &Args) -> Result<(), Failure> {
    if args.on != On::Slurm && !args.with.is_empty() {
        return Err(Failure::Usage("--with is for sbatch: expected --on slurm".into()));
    }
    if matches!(args.on, On::Command(_)) && args.gather.is_some() {
        return Err(Failure::Usage(
            "--gather: when a command's jobs have ended nobody knows: expected farm gather".into(),
        ));
    }
    let run = args.folder.read(None)?;
    atomic::remove_stale(&run.work(), "", STALE);
    let alive: BTreeSet<String> = if args.again { BTreeSet::new() } else { run.alive().collect() };
    let missing: Vec<_> = run.tasks.iter().filter(|task| run.done(task).is_none()).collect();
    let ids: Vec<u32> = missing.iter().filter(|task| !alive.contains(&task.result)).map(|task| task.id).collect();
    let (done, busy) = (run.tasks.len() - missing.len(), missing.len() - ids.len());
    eprintln!("treetap: submit: {} tasks; {done} are done, {busy} are being worked on", ids.len());
    let packs = packs(&ids, args.pack.map_or(run.common.pack, |pack| pack as usize));
    match &args.on {
        On::Local => {
            local(&run, &ids, args.limit)?;
            args.gather.as_deref().map_or(Ok(()), |file| gather(&run, file, false))
        }
        On::Slurm => {
            let job = slurm::Job { run: &run, limit: args.limit, with: &args.with, again: args.again };
            job.submit(&packs, args.gather.as_deref())
        }
        On::Command(command) => commands(&run, &packs, command, args.limit.unwrap_or(1)),
    }
}

/// Runs tasks on this machine, so many at a time.
fn local(run: &Run, ids: &[u32], limit: Option<u32>) -> Result<(), Failure> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let workers = limit.map_or(processors, |limit| limit as usize).min(ids.len());
    let progress = Progress::of(Some(ids.len() as u64), "farm").counting("tasks");
    let failed = Mutex::new(vec![]);
    let ended = AtomicUsize::new(0);
    each(ids, workers, || {
        let mut worker = Worker::new(run)?;
        let (failed, ended, progress) = (&failed, &ended, &progress);
        Ok(move |id: &u32| {
            let task = run.task(*id).expect("it is one of the run");
            if let Came::Failed(why, said) = worker.task(task)? {
                progress.say(&format!("treetap: task {id} ({}) failed: {why}\n{said}", task.shown()));
                failed.lock().map_err(|_| broken())?.push(*id);
            }
            let ended = ended.fetch_add(1, Ordering::Relaxed) as u64 + 1;
            progress.at(ended, ended);
            Ok(())
        })
    })?;
    progress.finish("farm", ids.len() as u64);
    let mut failed = failed.into_inner().map_err(|_| broken())?;
    failed.sort_unstable();
    match failed.len() {
        0 => Ok(()),
        count => Err(Failure::Mismatch(format!("{count} of {} tasks failed: {}", ids.len(), Ids::new(failed)))),
    }
}

/// Calls a command for each pack.
fn commands(run: &Run, packs: &[Ids], command: &Template, limit: u32) -> Result<(), Failure> {
    let words = commands_of(run, packs, command)?;
    let failed = AtomicUsize::new(0);
    each(&words, (limit as usize).min(words.len()), || {
        let failed = &failed;
        Ok(move |words: &String| {
            let status = Command::new("sh").args(["-c", words]).stdin(Stdio::null()).status();
            if !status.is_ok_and(|status| status.success()) {
                eprintln!("treetap: failed: {words}");
                failed.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })
    })?;
    match failed.into_inner() {
        0 => Ok(()),
        count => Err(Failure::Mismatch(format!("{count} of {} commands failed", words.len()))),
    }
}

/// What the shell is given for each pack.
fn commands_of(run: &Run, packs: &[Ids], command: &Template) -> Result<Vec<String>, Failure> {
    let log = run.submitted().join("log");
    let places = [("run", run.folder.as_path()), ("treetap", &treetap()?), ("log", &log)];
    let mut values = BTreeMap::from([("name".to_string(), run.job_name())]);
    for (name, place) in places {
        values.insert(name.into(), quoted(place)?);
    }
    let of_pack = |ids: &Ids| {
        values.insert(IDS.into(), ids.to_string());
        command.fill(&values).map_err(|why| Failure::Usage(format!("--on: {why}")))
    };
    packs.iter().map(of_pack).collect()
}

/// Does something with each item, with so many workers, each of which `worker` makes. After an error no worker begins
/// anew.
fn each<'a, T: Sync, W>(
    items: &'a [T],
    workers: usize,
    worker: impl Fn() -> Result<W, Failure> + Sync,
) -> Result<(), Failure>
where
    W: FnMut(&'a T) -> Result<(), Failure>,
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
fn broken() -> Failure {
    Failure::BadInput("a worker ended before its task".into())
}
