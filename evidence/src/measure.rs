//! Measures tables again.
use crate::Error;
use crate::stamp::Sources;
use crate::table::{Stamp, Table};
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the command of some tables that have it in common, once, and gives each table with what was printed for it,
/// stamped; standard error goes where ours goes.
///
/// # Errors
/// [`Error::Command`] when it cannot be run, fails, or prints no table with the columns of one of them;
/// [`Error::Dependency`].
pub fn again(root: &Path, tables: &[&Table]) -> Result<Vec<Table>, Error> {
    let run = tables.first().and_then(|table| table.run.clone()).unwrap_or_default();
    let wrong =
        |table: &Table, reason: String| Error::Command { table: table.name.clone(), command: run.clone(), reason };
    // What they depend on is hashed before, so that a change meanwhile makes them stale.
    let sources = Sources::of(root)?;
    let hashes = tables.iter().map(|table| sources.hash(table)).collect::<Result<Vec<_>, _>>()?;
    let mut shell = Command::new("sh");
    shell.args(["-c", &run]).current_dir(root).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = shell.output().map_err(|error| wrong(tables[0], format!("cannot be run: {error}")))?;
    if !output.status.success() {
        return Err(wrong(tables[0], format!("ended with {}", output.status)));
    }
    let said = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).current_dir(root).stderr(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_string();
        (output.status.success() && !text.is_empty()).then_some(text)
    };
    let commit = said("git", &["rev-parse", "--short=7", "HEAD"]).unwrap_or_else(|| "none".into());
    // Pages are written while tables are measured.
    let changed = said("git", &["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs"]).is_some();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let printed = String::from_utf8_lossy(&output.stdout);
    let measured = tables.iter().zip(hashes).map(|(table, hash)| {
        let stamp = Stamp {
            date: said("date", &["-u", "+%F"]).unwrap_or_default(),
            commit: if changed { format!("{commit} with changes") } else { commit.clone() },
            tools: table.stamp.tools.clone(),
            machine: format!("{cores} cores, {}", std::env::consts::ARCH),
            hash,
        };
        let rows = rows(&printed, table.after.as_deref(), &table.columns).map_err(|reason| wrong(table, reason))?;
        Ok(Table { rows, stamp, ..(*table).clone() })
    });
    measured.collect()
}

/// Rows of the table with these columns in what a command printed, after the line `after`.
///
/// # Errors
/// What was expected.
pub fn rows(text: &str, after: Option<&str>, columns: &[String]) -> Result<Vec<Vec<String>>, String> {
    let cells = |line: &str| -> Option<Vec<String>> {
        let inside = line.trim().strip_prefix('|')?.strip_suffix('|')?;
        Some(inside.split('|').map(|cell| cell.trim().to_string()).collect())
    };
    let is_ruler =
        |cells: &[String]| cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| "-: ".contains(c)));
    let mut all = text.lines();
    if let Some(after) = after
        && !all.by_ref().any(|line| line.trim() == after)
    {
        return Err(format!("did not print `{after}`"));
    }
    let mut lines = all.map(cells).skip_while(|line| line.as_deref() != Some(columns));
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
