//! Where the programs of the flow work, what they tell meanwhile, and where their logs stay when one fails.
use super::Failure;
use crate::cosim::build;
use crate::flow::{self, Design, Step, Synthesis, Target};
use crate::trace::atomic::{self, Scratch};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prefix of the folders in which the programs work.
const SCRATCH: &str = "synth-";
/// Such a folder belongs to a process that was killed: no placer goes for a day without a new file.
const STALE: Duration = Duration::from_secs(24 * 3600);

/// A folder for one run, removed at its end and by an interrupt.
pub struct Workplace {
    scratch: Scratch,
    cache: PathBuf,
    name: String,
}

impl Workplace {
    /// Makes the folder in the cache; `name`, that of the top module and of what it is built for, goes into the names
    /// of logs.
    pub fn new(name: &str) -> Result<Self, Failure> {
        let cache = build::cache_dir();
        let unwritable = |e| Failure::BadInput(format!("{}: cannot write: {e}", cache.display()));
        std::fs::create_dir_all(&cache).map_err(unwritable)?;
        atomic::remove_stale(&cache, SCRATCH, STALE);
        let scratch = Scratch::create(&cache, SCRATCH).map_err(unwritable)?;
        Ok(Self { scratch, cache, name: name.to_string() })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.scratch.path()
    }

    /// Where the limits of devices are kept.
    pub fn limits(&self) -> PathBuf {
        self.cache.join("limits")
    }

    /// Synthesises and places a design here, with what was placed before.
    pub fn synthesised(&self, design: &Design, target: &Target) -> Result<Synthesis, Failure> {
        let placements = self.cache.join("placements");
        let target = Target { kept: Some(&placements), ..*target };
        flow::synthesise(design, &target, self.path(), &|step| self.progress(step))
            .map_err(|error| self.failure(&error))
    }

    /// Where netlists for simulations are kept.
    pub fn netlists(&self) -> PathBuf {
        self.cache.join("netlists")
    }

    /// Tells on stderr what the flow does, and why a seed failed.
    pub fn progress(&self, step: Step) {
        match step {
            Step::Synthesis(top) => eprintln!("treetap: synthesising {top}"),
            Step::Placement(1) => eprintln!("treetap: placing 1 seed"),
            Step::Placement(seeds) => eprintln!("treetap: placing {seeds} seeds"),
            Step::Working(worked) => eprintln!("treetap: still working, {} min", worked.as_secs() / 60),
            Step::Placed(seed, 0.0) => eprintln!("treetap: seed {seed}: failed"),
            Step::Placed(seed, clock) => eprintln!("treetap: seed {seed}: {clock:.2} MHz"),
            Step::Failed(seed, error) => eprintln!("treetap: warning: seed {seed}: {error}{}", self.kept(error)),
        }
    }

    /// The failure, with the log of the program copied to a place where it stays.
    pub fn failure(&self, error: &flow::Error) -> Failure {
        match error {
            flow::Error::MissingTool(_) => return Failure::MissingTool(error.to_string()),
            flow::Error::Io { .. } => return Failure::BadInput(error.to_string()),
            flow::Error::Tool { .. }
            | flow::Error::Endless { .. }
            | flow::Error::Output { .. }
            | flow::Error::TooLarge { .. }
            | flow::Error::NoLimit { .. } => {}
        }
        Failure::Mismatch(format!("{error}{}", self.kept(error)))
    }

    /// Copies the log of a failed program to a place where it stays: a line that says where, empty without a log.
    fn kept(&self, error: &flow::Error) -> String {
        let Some(log) = error.log() else { return String::new() };
        // The folder's name makes it this run's own; a limit works in a folder below it.
        let run = self.path().file_name().unwrap_or_default().to_string_lossy();
        let below = log.strip_prefix(self.path()).unwrap_or(log).to_string_lossy();
        let folder = self.cache.join("logs");
        let file =
            folder.join(format!("{}_{}_{}", self.name, run.trim_start_matches(SCRATCH), below.replace('/', "_")));
        match std::fs::create_dir_all(&folder).and_then(|()| std::fs::copy(log, &file)) {
            Ok(_) => format!("\nthe whole log is in {}", file.display()),
            Err(e) => format!("\nits log could not be kept in {}: {e}", file.display()),
        }
    }
}
