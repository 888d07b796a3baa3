//! What a run needs of the machine that it is planned, submitted, done or gathered on, and of who watches.
use super::run;
use crate::analysis::merge::Part;
use crate::model::profile::Profile;
use crate::spec::rap::Engine;
use crate::trace;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use wait4::ResUse;

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A task failed, results are missing, or jobs of the run are queued.
    #[error("{0}")]
    Failed(String),
    /// Something is named that there is not.
    #[error("{0}")]
    Unknown(String),
    /// A file is not what it has to be, or cannot be read or written.
    #[error("{0}")]
    File(String),
    /// A program is missing.
    #[error("{0}")]
    Missing(String),
}

impl Error {
    /// Something is wrong with a file.
    pub fn in_file(file: &Path, why: impl std::fmt::Display) -> Self {
        Error::File(format!("{}: {why}", file.display()))
    }
}

impl From<run::Error> for Error {
    fn from(error: run::Error) -> Self {
        Error::File(error.to_string())
    }
}

impl From<trace::Error> for Error {
    fn from(error: trace::Error) -> Self {
        match error {
            trace::Error::Shape(_) => Error::Unknown(error.to_string()),
            _ => Error::File(error.to_string()),
        }
    }
}

/// What cannot be written of a run.
pub fn unwritable(file: &Path) -> impl Fn(io::Error) -> Error {
    move |error| Error::in_file(file, format!("cannot write: {error}"))
}

/// A path as a word of a shell.
///
/// # Errors
/// No shell can be given it.
pub fn quoted(path: &Path) -> Result<String, Error> {
    let text = path.to_str().and_then(|text| shlex::try_quote(text).ok());
    let why = "expected a path that a shell can be given: UTF-8 without zero bytes";
    text.map(String::from).ok_or_else(|| Error::in_file(path, why))
}

/// The programs, tools and forms of this machine, which this room does not know.
pub trait Machine: Sync {
    /// The program that runs tasks: `treetap` in their commands.
    ///
    /// # Errors
    /// It cannot be told where it is.
    fn treetap(&self) -> Result<PathBuf, Error>;

    /// Where a program is that is named without a folder.
    fn program(&self, name: &str) -> Option<PathBuf>;

    /// Version of a tool, by its name in `tools.toml`; empty where it tells none.
    ///
    /// # Errors
    /// There is no such tool, or this machine lacks it.
    fn tool(&self, name: &str) -> Result<String, Error>;

    /// SHA-256 of the code that is emitted for a unit, of another engine than that of the preset if one is given.
    ///
    /// # Errors
    /// There is no such unit or preset.
    fn verilog(&self, unit: &str, preset: &str, engine: Option<Engine>) -> Result<String, Error>;

    /// Runs a command to its end, and ends it when this program is interrupted; `beat` is called now and then.
    ///
    /// # Errors
    /// It cannot be started: in the result; an error of the machine else.
    fn run(&self, command: &mut Command, beat: &(dyn Fn() + Sync)) -> io::Result<io::Result<ResUse>>;

    /// A profile as `treetap profile --dump` writes it, and what it is of.
    ///
    /// # Errors
    /// What was expected.
    fn profile(&self, bytes: &[u8]) -> Result<(Profile, Vec<Part>), String>;

    /// The bytes of a profile, and of what it is of.
    fn dump(&self, profile: &Profile, of: Vec<Part>) -> Vec<u8>;
}

/// Who is told how a run goes on.
pub trait Watch: Sync {
    /// A message of a line or more.
    fn say(&self, words: &str);
    /// So many tasks begin now.
    fn begin(&self, tasks: usize);
    /// So many of them have ended.
    fn ended(&self, tasks: usize);
    /// All that will end have ended.
    fn finish(&self, tasks: usize);
}
