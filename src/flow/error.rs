//! Why there is no result.
use std::path::PathBuf;
use std::time::Duration;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program is not there or cannot be started.
    #[error("{0}")]
    MissingTool(String),
    /// A program ended with an error.
    #[error("{tool} failed ({status}):\n{said}")]
    Tool {
        /// Name of the program.
        tool: String,
        /// How it ended.
        status: String,
        /// Its own last lines.
        said: String,
        /// Its whole log, in the folder that the caller provided.
        log: PathBuf,
    },
    /// A program worked for so long that it was stopped.
    #[error("{tool} had no end within {within:?} of processor time and was stopped:\n{said}")]
    Endless {
        /// Name of the program.
        tool: String,
        /// How long it worked.
        within: Duration,
        /// Its own last lines.
        said: String,
        /// Its whole log; none if this was known from a run before.
        log: Option<PathBuf>,
    },
    /// A program ended well, but what it wrote is not what we know.
    #[error("{tool} wrote what treetap cannot read: {what}")]
    Output {
        /// Name of the program.
        tool: String,
        /// What is wrong with it.
        what: String,
        /// Its whole log.
        log: PathBuf,
    },
    /// The design has more of something than the device.
    #[error("the design is too large for {device}: it needs {needed} {what}, the device has {has}")]
    TooLarge {
        /// What there is too little of.
        what: &'static str,
        /// How many the design needs.
        needed: u32,
        /// How many there are.
        has: u32,
        /// Name of the device.
        device: &'static str,
    },
    /// A micro design has no clock that anything could be compared with.
    #[error("the limit {name} has no clock: {failed} of {of} seeds failed")]
    NoLimit {
        /// The limit with its widths.
        name: String,
        /// How many seeds failed.
        failed: usize,
        /// Of how many.
        of: usize,
    },
    /// A file of the working folder cannot be written or read.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

impl Error {
    /// Puts the file's name to an error of the system.
    pub(super) fn io(file: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        |source| Error::Io { file: file.into(), source }
    }

    /// The log that tells more, if there is one.
    pub fn log(&self) -> Option<&std::path::Path> {
        match self {
            Error::Tool { log, .. } | Error::Output { log, .. } => Some(log),
            Error::Endless { log, .. } => log.as_deref(),
            _ => None,
        }
    }

    /// Whether no other seed can do better.
    pub(super) fn ends_every_seed(&self) -> bool {
        matches!(self, Error::MissingTool(_) | Error::Io { .. })
    }
}
