//! Exit codes: 0 ok, 1 mismatch or failed check, 2 usage, 3 bad input or capacity, 4 missing tool; and which of them an
//! error of each room is.
use crate::analysis::{farm, shards};
use crate::cosim::core::elf::ElfError;
use crate::trace::capture::CaptureError;
use crate::{catalog, cosim, trace};
use std::path::Path;
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
    /// Something is wrong with a file.
    pub fn in_file(file: &Path, why: impl std::fmt::Display) -> Self {
        Failure::BadInput(format!("{}: {why}", file.display()))
    }

    /// A value of the hardware is not the model's, the first of `mismatches`.
    pub fn differ(what: &str, rtl: impl std::fmt::Display, model: impl std::fmt::Display, mismatches: u64) -> Self {
        let more = mismatches - 1;
        let values = format!("{what}: hardware {rtl}, model {model} (and {more} more)");
        Failure::Mismatch(format!("hardware and model differ: {values}"))
    }

    /// A conservation law is broken.
    pub fn law(law: impl std::fmt::Display) -> Self {
        Failure::Mismatch(format!("a law does not hold: {law}"))
    }

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

impl From<catalog::Error> for Failure {
    fn from(error: catalog::Error) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<cosim::Error> for Failure {
    fn from(error: cosim::Error) -> Self {
        match error {
            cosim::Error::MissingTool(_) => Failure::MissingTool(error.to_string()),
            cosim::Error::Config(_)
            | cosim::Error::Effort(_)
            | cosim::Error::Coalescer(_)
            | cosim::Error::Shape(_)
            | cosim::Error::NoCoalescer(_)
            | cosim::Error::Catalog(_)
            | cosim::Error::NoEps(_) => Failure::Usage(error.to_string()),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

impl From<ElfError> for Failure {
    fn from(error: ElfError) -> Self {
        Failure::BadInput(error.to_string())
    }
}

impl From<trace::Error> for Failure {
    fn from(error: trace::Error) -> Self {
        match error {
            trace::Error::Shape(_) => Failure::Usage(error.to_string()),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

impl From<shards::Error> for Failure {
    fn from(error: shards::Error) -> Self {
        match error {
            shards::Error::Trace(error) => error.into(),
            shards::Error::Union(error) => Failure::BadInput(error.to_string()),
        }
    }
}

impl From<farm::run::Error> for Failure {
    fn from(error: farm::run::Error) -> Self {
        Failure::BadInput(error.to_string())
    }
}

impl From<farm::machine::Error> for Failure {
    fn from(error: farm::machine::Error) -> Self {
        match error {
            farm::machine::Error::Failed(why) => Failure::Mismatch(why),
            farm::machine::Error::Unknown(why) => Failure::Usage(why),
            farm::machine::Error::File(why) => Failure::BadInput(why),
            farm::machine::Error::Missing(why) => Failure::MissingTool(why),
        }
    }
}

impl From<CaptureError> for Failure {
    fn from(error: CaptureError) -> Self {
        match error {
            CaptureError::NoValgrind => Failure::MissingTool(error.to_string()),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}
