//! The folder of a run. It alone says what is done: whatever a queue forgot, a task is done when its result is here.
//!
//! | in it | what |
//! |---|---|
//! | `run.json`, `tasks.jsonl` | what `treetap farm plan` wrote |
//! | `results/NAME/` | a result: `output`, `cost.json`, and `log` if its task said something |
//! | `failed/NAME/` | how a task ended that failed: `failure.json`, `log` |
//! | `work/NAME-*/` | an attempt: renamed to one of the two when it ends |
//! | `submitted/` | what was given to a queue, and what it said |
use super::ids::Ids;
use super::sweep::Gather;
use super::task::{self, Task};
use crate::trace::atomic;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const RUN: &str = "run.json";
const TASKS: &str = "tasks.jsonl";
/// Files of a result, a failure, an attempt.
pub const OUTPUT: &str = "output";
pub const COST: &str = "cost.json";
pub const LOG: &str = "log";
pub const FAILURE: &str = "failure.json";
/// How often the folder of an attempt is touched while its task runs.
pub const BEAT: Duration = Duration::from_secs(5);
/// An attempt that nobody has touched for so long is dead, with its machine perhaps.
const DEAD: Duration = Duration::from_secs(60);

/// Seconds since 1970.
pub fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

/// Whether somebody still works on an attempt that has been silent for so long.
pub fn is_alive(silent: Duration) -> bool {
    silent < DEAD
}

/// Why a run cannot be read or written: a file, and what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct Error {
    file: PathBuf,
    reason: String,
}

/// What is wrong with a file.
pub fn wrong<E: std::fmt::Display>(file: &Path, what: &'static str) -> impl FnOnce(E) -> Error {
    let file = file.to_path_buf();
    move |why| Error { file, reason: if what.is_empty() { why.to_string() } else { format!("{what}: {why}") } }
}

/// What all tasks have in common.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Common {
    /// Name of the sweep.
    pub name: String,
    /// Where commands run.
    pub folder: PathBuf,
    /// Tasks that one job runs.
    pub pack: usize,
    pub gather: Gather,
    /// How many tasks there are.
    pub count: usize,
    /// SHA-256 of `tasks.jsonl`.
    pub tasks: String,
    /// What the files and programs that results depend on looked like, by their names among the dependencies.
    pub seen: BTreeMap<String, Seen>,
}

/// A file as it was when the run was planned: one that looks like this need not be read again.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    pub path: PathBuf,
    pub bytes: u64,
    /// Nanoseconds since 1970.
    pub modified: u128,
}

impl Seen {
    /// How a file looks now.
    ///
    /// # Errors
    /// It is not there.
    pub fn of(path: &Path) -> io::Result<Self> {
        let meta = fs::metadata(path)?;
        let since = meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self { path: path.to_path_buf(), bytes: meta.len(), modified: since.as_nanos() })
    }
}

/// What a task cost: a file beside its result.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// Length and SHA-256 of the output.
    pub bytes: u64,
    pub sha256: String,
    /// Seconds from its start to its end, and of processors.
    pub wall_s: f64,
    pub cpu_s: f64,
    /// Most memory of a process of it, in bytes.
    pub memory: u64,
    /// When it ended, in seconds since 1970.
    pub ended: f64,
    /// The machine.
    pub host: String,
}

/// How a task failed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    /// `exit code 3`, `signal: 9 (SIGKILL)`, or why it did not start.
    pub why: String,
    /// How often.
    pub times: u32,
    pub wall_s: f64,
    pub ended: f64,
    pub host: String,
}

/// A run that was planned.
#[derive(Debug)]
pub struct Run {
    pub folder: PathBuf,
    pub common: Common,
    pub tasks: Vec<Task>,
}

impl Run {
    /// Writes what was planned; results that are there stay.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self) -> Result<(), Error> {
        for part in ["results", "failed", "work", "submitted"] {
            let part = self.folder.join(part);
            fs::create_dir_all(&part).map_err(wrong(&part, "cannot make the folder"))?;
        }
        let lines = task::to_lines(&self.tasks);
        let tasks = hex::encode(Sha256::digest(&lines));
        let common = Common { count: self.tasks.len(), tasks, ..self.common.clone() };
        let mut text = serde_json::to_vec_pretty(&common).expect("texts and numbers have a JSON form");
        text.push(b'\n');
        for (name, bytes) in [(TASKS, lines), (RUN, text)] {
            let file = self.folder.join(name);
            atomic::write(&file, &bytes).map_err(wrong(&file, "cannot write"))?;
        }
        Ok(())
    }

    /// Reads a run, with all of its tasks or those of these numbers.
    ///
    /// # Errors
    /// It was not planned, or not to its end.
    pub fn read(folder: &Path, only: Option<&Ids>) -> Result<Self, Error> {
        let (run, tasks) = (folder.join(RUN), folder.join(TASKS));
        let not_planned = "cannot read: expected what `treetap farm plan` writes";
        let text = fs::read_to_string(&run).map_err(wrong(&run, not_planned))?;
        let common: Common = serde_json::from_str(&text).map_err(wrong(&run, ""))?;
        let lines = fs::read_to_string(&tasks).map_err(wrong(&tasks, not_planned))?;
        if hex::encode(Sha256::digest(&lines)) != common.tasks {
            let reason = "not the tasks of run.json: expected both of one plan: plan again".into();
            return Err(Error { file: tasks, reason });
        }
        let tasks = task::from_lines(&lines, only).map_err(wrong(&tasks, ""))?;
        let folder = folder.canonicalize().map_err(wrong(folder, "cannot read"))?;
        Ok(Self { folder, common, tasks })
    }

    /// The task of a number, if it was read.
    pub fn task(&self, id: u32) -> Option<&Task> {
        self.tasks.binary_search_by_key(&id, |task| task.id).ok().map(|at| &self.tasks[at])
    }

    /// A name for queues: that of the sweep, and where the run is.
    pub fn job_name(&self) -> String {
        let place = Sha256::digest(self.folder.as_os_str().as_encoded_bytes());
        let word: String =
            self.common.name.chars().filter(|c| c.is_ascii_alphanumeric() || "_-".contains(*c)).collect();
        format!("{word}-{}", hex::encode(&place[..4]))
    }

    /// Where the result of a task is or will be.
    pub fn result(&self, task: &Task) -> PathBuf {
        self.folder.join("results").join(&task.result)
    }

    /// Where it is told how a task failed.
    pub fn failure(&self, task: &Task) -> PathBuf {
        self.folder.join("failed").join(&task.result)
    }

    /// Where tasks work.
    pub fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    /// Where it is told what queues were given.
    pub fn submitted(&self) -> PathBuf {
        self.folder.join("submitted")
    }

    /// The cost of a task whose result is whole; none where there is no result.
    pub fn done(&self, task: &Task) -> Option<Cost> {
        let folder = self.result(task);
        let cost: Cost = serde_json::from_slice(&fs::read(folder.join(COST)).ok()?).ok()?;
        let there = fs::metadata(folder.join(OUTPUT)).is_ok_and(|meta| meta.is_file() && meta.len() == cost.bytes);
        there.then_some(cost)
    }

    /// How a task failed, and the end of what it said.
    pub fn failed(&self, task: &Task) -> Option<(Failed, String)> {
        let folder = self.failure(task);
        let failed = serde_json::from_slice(&fs::read(folder.join(FAILURE)).ok()?).ok()?;
        Some((failed, last_words(&folder.join(LOG))))
    }

    /// Names of results that somebody works on, and how long each has been silent.
    pub fn attempts(&self) -> BTreeMap<String, Duration> {
        let mut attempts = BTreeMap::new();
        for entry in fs::read_dir(self.work()).into_iter().flatten().flatten() {
            let file = entry.file_name();
            let Some((name, _)) = file.to_str().and_then(|name| name.split_once('-')) else { continue };
            let touched = entry.metadata().and_then(|meta| meta.modified()).ok();
            let silent = touched.and_then(|at| at.elapsed().ok()).unwrap_or_default();
            let latest = attempts.entry(name.to_string()).or_insert(silent);
            *latest = silent.min(*latest);
        }
        attempts
    }

    /// Names of results that somebody works on now.
    pub fn alive(&self) -> impl Iterator<Item = String> {
        self.attempts().into_iter().filter(|(_, silent)| is_alive(*silent)).map(|(name, _)| name)
    }
}

/// Publishes an attempt: everything in it is on the disk before it has its name. Another one that was there first
/// stays, if it is whole.
///
/// # Errors
/// The disk is full, or the folder cannot be renamed.
pub fn publish(scratch: atomic::Scratch, place: &Path, is_whole: impl Fn() -> bool) -> io::Result<()> {
    for entry in fs::read_dir(scratch.path())? {
        fs::File::open(entry?.path())?.sync_all()?;
    }
    if is_whole() {
        return Ok(());
    }
    if place.exists() {
        fs::remove_dir_all(place)?;
    }
    match scratch.rename(place) {
        // Somebody else was faster in between.
        Err(_) if place.exists() => Ok(()),
        done => done,
    }
}

/// Writes a file of an attempt.
///
/// # Errors
/// The disk is full.
pub fn put<T: Serialize>(file: &Path, value: &T) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(value).expect("texts and numbers have a JSON form");
    bytes.push(b'\n');
    fs::File::create(file)?.write_all(&bytes)
}

/// Lines of a log that are shown.
const LINES: usize = 5;
/// And how much of its end is read for them.
const TAIL: u64 = 4096;

/// The last lines of a log.
pub fn last_words(log: &Path) -> String {
    let tail = || -> io::Result<Vec<u8>> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = fs::File::open(log)?;
        let start = file.metadata()?.len().saturating_sub(TAIL);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = vec![];
        file.take(TAIL).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let text = String::from_utf8_lossy(&tail().unwrap_or_default()).into_owned();
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}
