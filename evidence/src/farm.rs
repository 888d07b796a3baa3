//! Measuring on many machines: a task of `treetap farm` for each command that measures stale tables.
//!
//! A task is `evidence again NAMES --state STATE`, where the state is the hash of the tables as their files have them
//! and of what they depend on. So a task whose tables were measured since, or that depends on something that changed,
//! is another one, and results of others stay. It prints a line of JSON for each table, stamped by the machine that
//! measured it.
use crate::measure::{Versions, again};
use crate::page::{Evidence, write_pages};
use crate::stamp::Sources;
use crate::table::{DATA, Table};
use crate::{Error, at};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Between the names of tables in the words of a task.
const COMMA: &str = ",";

/// Tables that one command measures.
pub type Group<'a> = Vec<&'a Table>;

/// A measured table on its way home: a line of JSON.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Name of the table.
    table: String,
    /// What its file is to hold.
    text: String,
}

/// What is measured: the hash of the files of the tables and of what the tables depend on.
///
/// # Errors
/// As [`Sources::hash`].
pub fn state(root: &Path, tables: &[&Table]) -> Result<String, Error> {
    let sources = Sources::of(root)?;
    let mut all = Sha256::new();
    for table in tables {
        all.update(format!("{}\n{}{}\n", table.name, table.text(), sources.hash(table)?));
    }
    Ok(hex::encode(&all.finalize()[..16]))
}

/// The sweep of some groups: a task for each, done by `program`.
///
/// # Errors
/// As [`state`].
pub fn sweep(root: &Path, groups: &[Group], program: &Path) -> Result<String, Error> {
    let mut text = format!(
        "# Written by `evidence measure --on`: a task for each command that measures tables.\n\
         command = [{}, \"again\", \"{{tables}}\", \"--state\", \"{{state}}\"]\n\n\
         [depends]\nprogram = false\n\n[gather]\nas = \"jsonl\"\n",
        toml::Value::String(program.display().to_string().replace('{', "{{").replace('}', "}}"))
    );
    for tables in groups {
        let names: Vec<&str> = tables.iter().map(|table| &table.name[..]).collect();
        let (names, state) = (names.join(COMMA), state(root, tables)?);
        text += &format!("\n[[case]]\ntables = \"{names}\"\nstate = \"{state}\"\n");
    }
    Ok(text)
}

/// Does a task: measures the tables of these names, and gives what it prints.
///
/// # Errors
/// [`Error::Farm`] where a name is none, or the tables are not what they were when the task was planned; as
/// [`measure::again`](again).
pub fn task(root: &Path, names: &str, planned: &str, versions: &Versions) -> Result<String, Error> {
    let read = |name: &str| Table::read(&file(root, name)?);
    let tables: Vec<Table> = names.split(COMMA).map(read).collect::<Result<_, _>>()?;
    let tables: Vec<&Table> = tables.iter().collect();
    let now = state(root, &tables)?;
    if now != planned {
        return Err(Error::Farm(format!("{names}: state {now}: expected {planned}, as it was planned: plan again")));
    }
    let line = |table: &Table| {
        let line = Line { table: table.name.clone(), text: table.text() };
        serde_json::to_string(&line).expect("texts have a JSON form") + "\n"
    };
    Ok(again(root, &tables, versions)?.iter().map(line).collect())
}

/// Writes measured tables, and the pages with them; gives the names of the tables.
///
/// # Errors
/// [`Error::Farm`] for a line that is none, [`Error::Data`] for a text that is no table; nothing is written then.
pub fn take(root: &Path, lines: &str) -> Result<Vec<String>, Error> {
    let mut tables = vec![];
    for (at, line) in lines.lines().enumerate() {
        let wrong = |why: String| Error::Farm(format!("line {}: {why}: expected what a task prints", at + 1));
        let Line { table: name, text } = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let path = file(root, &name)?;
        let table = Table::parse(&text).map_err(|reason| Error::Data { path, reason })?;
        tables.push(Table { name, ..table });
    }
    for table in &tables {
        table.write(root)?;
    }
    write_pages(root, &Evidence::of(root)?)?;
    Ok(tables.into_iter().map(|table| table.name).collect())
}

/// The file of a table, which is there.
fn file(root: &Path, name: &str) -> Result<PathBuf, Error> {
    let named = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let file = root.join(DATA).join(format!("{name}.toml"));
    if name.is_empty() || !name.chars().all(named) || !file.is_file() {
        return Err(Error::Farm(format!("there is no table `{name}`")));
    }
    Ok(file)
}

/// Writes the sweep of a run, whose folder has the same name without the extension.
///
/// # Errors
/// [`Error::File`].
pub fn write_sweep(file: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(at(folder))?;
    }
    crate::table::write(file, text)
}
