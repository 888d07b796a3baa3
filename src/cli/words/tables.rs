//! How much of a profile is shown, and the files that are made of it: the words that `run` and `report` share.
use super::value::Share;
use crate::report::names::Limits;
use std::path::PathBuf;

/// Rows and files.
#[derive(clap::Args, Clone, Debug)]
pub struct Tables {
    /// Least share of all events for a row: 0.01 or 1%.
    #[arg(long, value_name = "PHI", default_value = "1%")]
    pub hot: Share,
    /// Most rows of a table.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub rows: usize,
    /// Write a page that explains the profile, one file that needs nothing else.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write stacks for tools that draw flame graphs, `function;inlined_function N`; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub folded: Option<PathBuf>,
}

impl Tables {
    /// What is worth a row.
    pub fn limits(&self) -> Limits {
        Limits { share: self.hot.0, rows: self.rows }
    }
}
