//! Measures tables again.
use crate::Error;
use crate::stamp::Sources;
use crate::table::{Stamp, Table};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the command of a table and gives the table with what it printed, stamped; standard error goes where ours goes.
///
/// # Errors
/// [`Error::Command`] when it cannot be run, fails, or prints no table with these columns; [`Error::Dependency`].
pub fn again(root: &Path, table: &Table) -> Result<Table, Error> {
    let run = table.run.clone().unwrap_or_default();
    let wrong = |reason: String| Error::Command { table: table.name.clone(), command: run.clone(), reason };
    // What it depends on is hashed before, so that a change meanwhile makes it stale.
    let hash = Sources::of(root)?.hash(table)?;
    let mut shell = Command::new("sh");
    shell.args(["-c", &run]).current_dir(root).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = shell.output().map_err(|error| wrong(format!("cannot be run: {error}")))?;
    if !output.status.success() {
        return Err(wrong(format!("ended with {}", output.status)));
    }
    let rows = rows(&String::from_utf8_lossy(&output.stdout), &table.columns).map_err(wrong)?;
    let said = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).current_dir(root).stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_string();
        (output.status.success() && !text.is_empty()).then_some(text)
    };
    let commit = said("git", &["rev-parse", "--short=7", "HEAD"]).unwrap_or_else(|| "none".into());
    // Pages are written while tables are measured.
    let changed = said("git", &["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs"]).is_some();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let stamp = Stamp {
        date: said("date", &["-u", "+%F"]).unwrap_or_default(),
        commit: if changed { format!("{commit} with changes") } else { commit },
        tools: table.stamp.tools.clone(),
        machine: format!("{cores} cores, {}", std::env::consts::ARCH),
        hash,
    };
    Ok(Table { rows, stamp, ..table.clone() })
}

/// Rows of the table with these columns in what a command printed.
///
/// # Errors
/// What was expected.
pub fn rows(text: &str, columns: &[String]) -> Result<Vec<Vec<String>>, String> {
    let cells = |line: &str| -> Option<Vec<String>> {
        let inside = line.trim().strip_prefix('|')?.strip_suffix('|')?;
        Some(inside.split('|').map(|cell| cell.trim().to_string()).collect())
    };
    let is_ruler =
        |cells: &[String]| cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| "-: ".contains(c)));
    let mut lines = text.lines().map(cells).skip_while(|line| line.as_deref() != Some(columns));
    if lines.next().is_none() {
        return Err(format!("printed no table with the columns {}", columns.join(" | ")));
    }
    let rows: Vec<Vec<String>> = lines
        .map_while(|line| line)
        .filter(|row| !is_ruler(row))
        .take_while(|row| row.len() == columns.len())
        .collect();
    if rows.is_empty() { Err("printed a table without rows".into()) } else { Ok(rows) }
}
