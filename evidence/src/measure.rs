//! Measures tables again.
use crate::Error;
use crate::stamp::Sources;
use crate::table::{Stamp, Table};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// Versions of the tools of this machine, by their names in `tools.toml`; `rustc` is one of them. A tool that is there
/// and tells no version has an empty one.
pub type Versions = BTreeMap<String, String>;

/// Runs the command of some tables that have it in common, once, and gives each table with what was printed for it,
/// stamped; standard error goes where ours goes.
///
/// # Errors
/// [`Error::Command`] when it cannot be run, fails, or prints no table with the columns of one of them;
/// [`Error::Dependency`]; [`Error::Tool`] when a table uses a tool that this machine lacks.
pub fn again(root: &Path, tables: &[&Table], versions: &Versions) -> Result<Vec<Table>, Error> {
    let run = tables.first().and_then(|table| table.run.clone()).unwrap_or_default();
    let wrong =
        |table: &Table, reason: String| Error::Command { table: table.name.clone(), command: run.clone(), reason };
    // What they depend on is hashed before, so that a change meanwhile makes them stale.
    let sources = Sources::of(root)?;
    let tools = tables.iter().map(|table| tools(table, versions)).collect::<Result<Vec<_>, _>>()?;
    let hashes = tables.iter().map(|table| sources.hash(table)).collect::<Result<Vec<_>, _>>()?;
    // A filter after a test that failed ends well: the whole has failed all the same.
    let mut shell = Command::new("bash");
    shell.args(["-o", "pipefail", "-c", &run]).current_dir(root).stdin(Stdio::null()).stderr(Stdio::inherit());
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
    let changed =
        said("git", &["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs", ":!*.md"]).is_some();
    let printed = String::from_utf8_lossy(&output.stdout);
    let measured = tables.iter().zip(hashes).zip(tools).map(|((table, hash), tools)| {
        let stamp = Stamp {
            date: said("date", &["-u", "+%F"]).unwrap_or_default(),
            commit: if changed { format!("{commit} with changes") } else { commit.clone() },
            tools,
            machine: machine(),
            hash,
        };
        let rows = rows(&printed, table.after.as_deref(), &table.columns).map_err(|reason| wrong(table, reason))?;
        Ok(Table { rows, stamp, ..(*table).clone() })
    });
    measured.collect()
}

/// The tools of a table with their versions, in words.
fn tools(table: &Table, versions: &Versions) -> Result<String, Error> {
    let with_version = |name: &str| match versions.get(name) {
        Some(version) => Ok(format!("{name} {version}").trim_end().to_string()),
        None => Err(Error::Tool { table: table.name.clone(), tool: name.into() }),
    };
    let names = ["rustc"].into_iter().chain(table.uses.iter().map(String::as_str));
    Ok(names.map(with_version).collect::<Result<Vec<_>, _>>()?.join(", "))
}

/// What machine this is: cores, architecture, and the processor where Linux tells it.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(String::new(), |(_, name)| format!(", {}", name.trim()));
    format!("{cores} cores, {}{model}", std::env::consts::ARCH)
}

/// The versions that `treetap doctor` finds, and the one of the compiler of Rust.
///
/// # Errors
/// [`Error::Doctor`] when either cannot be run or says nothing that can be read.
pub fn versions(root: &Path) -> Result<Versions, Error> {
    let output = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        let command = command.args(args).current_dir(root).stdin(Stdio::null()).stderr(Stdio::inherit());
        command.output().map_err(|error| Error::Doctor(format!("`{program}` cannot be run: {error}")))
    };
    // Its exit code tells whether a required tool is missing; it lists what there is all the same.
    let doctor = output("cargo", &["run", "--quiet", "--bin", "treetap", "--", "doctor", "--json"])?;
    let rustc = output("rustc", &["--version"])?;
    let rustc = String::from_utf8_lossy(&rustc.stdout);
    let rustc = rustc.split_whitespace().nth(1).ok_or_else(|| Error::Doctor("`rustc` tells no version".into()))?;
    let mut versions = found(&String::from_utf8_lossy(&doctor.stdout)).map_err(Error::Doctor)?;
    versions.insert("rustc".into(), rustc.into());
    Ok(versions)
}

/// The tools that `treetap doctor --json` has found.
///
/// # Errors
/// What is wrong with the text.
pub fn found(text: &str) -> Result<Versions, String> {
    #[derive(serde::Deserialize)]
    struct Doctor {
        tools: Vec<Tool>,
    }
    #[derive(serde::Deserialize)]
    struct Tool {
        name: String,
        found: bool,
        version: Option<String>,
    }
    let doctor: Doctor = serde_json::from_str(text).map_err(|error| format!("`treetap doctor --json`: {error}"))?;
    let there = doctor.tools.into_iter().filter(|tool| tool.found);
    Ok(there.map(|tool| (tool.name, tool.version.unwrap_or_default())).collect())
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
