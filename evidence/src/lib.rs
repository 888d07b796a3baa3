//! Measured tables of the pages as data (docs/contributing/evidence.md).
//!
//! A table is a file in `docs/measured/data`: its rows, the command that made them, and a stamp: date, commit, tools,
//! machine, and the hash of what the figures depend on. A page includes it between two comments; [`page`] writes what
//! lies between. A table is *stale* when what it depends on has another hash today.
//!
//! * [`table`]: a file of data; [`stamp`]: what a table depends on, hashed; [`page`]: the pages; [`measure`]: measuring
//!   again; [`farm`]: on many machines.
pub mod farm;
pub mod measure;
pub mod page;
pub mod stamp;
pub mod table;

use std::path::PathBuf;

/// What is wrong, and where.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of data is not one.
    #[error("{path}: {reason}")]
    Data {
        /// The file.
        path: PathBuf,
        /// What was expected.
        reason: String,
    },
    /// A page includes a table that there is not, or has a block without an end.
    #[error("{path}:{line}: {reason}")]
    Page {
        /// The page.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What was expected.
        reason: String,
    },
    /// A table depends on something that there is not.
    #[error("{table} depends on `{what}`, which names no file")]
    Dependency {
        /// Name of the table.
        table: String,
        /// The entry.
        what: String,
    },
    /// A table uses a tool that is not there.
    #[error("{table} uses `{tool}`, which this machine lacks or tools.toml does not name (`treetap doctor` lists all)")]
    Tool {
        /// Name of the table.
        table: String,
        /// Name of the tool.
        tool: String,
    },
    /// The versions of the tools cannot be told.
    #[error("versions of the tools: {0}")]
    Doctor(String),
    /// A task of a farm is not what was planned, or a line that it printed is none.
    #[error("{0}")]
    Farm(String),
    /// A command failed, or printed no such table.
    #[error("{table}: `{command}` {reason}")]
    Command {
        /// Name of the table.
        table: String,
        /// The command.
        command: String,
        /// What happened.
        reason: String,
    },
}

/// A file error with its path.
pub(crate) fn at(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
    move |source| Error::File { path: path.to_path_buf(), source }
}
