//! Where the programs of the flow work, and where their logs stay when one fails.
use super::Failure;
use crate::cosim::build;
use crate::flow;
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
    /// Makes the folder in the cache; `name` goes into the names of logs.
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

    /// The failure, with the log of the program copied to a place where it stays.
    pub fn failure(&self, error: &flow::Error) -> Failure {
        match error {
            flow::Error::MissingTool(_) => return Failure::MissingTool(error.to_string()),
            flow::Error::Io { .. } => return Failure::BadInput(error.to_string()),
            flow::Error::Tool { .. } | flow::Error::Output { .. } | flow::Error::TooLarge { .. } => {}
        }
        let kept = error.log().and_then(|log| {
            let folder = self.cache.join("logs");
            let kept = folder.join(format!("{}_{}", self.name, log.file_name()?.to_string_lossy()));
            std::fs::create_dir_all(&folder).ok()?;
            std::fs::copy(log, &kept).ok()?;
            Some(format!("\nthe whole log is in {}", kept.display()))
        });
        Failure::Mismatch(format!("{error}{}", kept.unwrap_or_default()))
    }
}
