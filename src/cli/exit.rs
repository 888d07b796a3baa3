//! Exit codes: 0 ok, 1 mismatch or failed check, 2 usage, 3 bad input or capacity, 4 missing tool.
use std::process::ExitCode;

/// Why a verb failed; each kind has its exit code.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Hardware and model differ, or another check failed: exit code 1.
    #[error("{0}")]
    Mismatch(String),
    /// The command line asks for something that does not exist: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// A file is unreadable, malformed or too large, or an output cannot be written: exit code 3.
    #[error("{0}")]
    BadInput(String),
    /// A program that the verb drives is not installed or is too old: exit code 4.
    #[error("{0}")]
    MissingTool(String),
}

impl Failure {
    /// Prints the message on stderr and gives the exit code.
    pub fn report(&self) -> ExitCode {
        eprintln!("treetap: error: {self}");
        ExitCode::from(match self {
            Failure::Mismatch(_) => 1,
            Failure::Usage(_) => 2,
            Failure::BadInput(_) => 3,
            Failure::MissingTool(_) => 4,
        })
    }
}
