//! A measured table: a file of `docs/measured/data`.
use crate::{Error, at};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// Where the files lie, from the root of the repository.
pub const DATA: &str = "docs/measured/data";

/// A measured table with its stamp.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Name of the file without `.toml`.
    #[serde(skip)]
    pub name: String,
    /// The command that made it, as a reader would type it.
    pub command: String,
    /// What the shell runs to make it again, in the root of the repository: it prints the rows as a table of Markdown.
    /// Without it the command has to be run, and the rows written, by a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// A line that `run` prints ahead of this table, where it prints several with the same columns: a heading, say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What the figures depend on: files, patterns such as `src/model/**`, and `rtl:TOP` for the Verilog of a top or of
    /// those of a pattern.
    pub depends: Vec<String>,
    /// Tools that make the figures besides the compiler of Rust, by their names in `tools.toml`.
    #[serde(default)]
    pub uses: Vec<String>,
    /// When, where, with what.
    pub stamp: Stamp,
    /// Columns whose values are named, `unit quantity preset device` for instance, with `{column}` in the place of a
    /// cell: two tables may not give different values for one name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub quantities: BTreeMap<String, String>,
    /// Headings.
    pub columns: Vec<String>,
    /// `-` for a column of numbers, `.` for one of words.
    #[serde(default)]
    pub align: String,
    /// Cells, row by row, as a reader sees them.
    pub rows: Vec<Vec<String>>,
}

/// When and where a table was measured, and on what.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Stamp {
    /// Day, `2026-11-23`.
    pub date: String,
    /// Commit of the sources, or the range of those at which rows entered.
    pub commit: String,
    /// The compiler of Rust and the tools of `uses`, each with its version.
    #[serde(default)]
    pub tools: String,
    /// Cores, architecture and processor of the machine.
    #[serde(default)]
    pub machine: String,
    /// SHA-256 of what the table depends on ([`crate::stamp`]); empty where nobody recorded it.
    #[serde(default)]
    pub hash: String,
}

impl Table {
    /// Reads a file of data.
    ///
    /// # Errors
    /// [`Error::File`]; [`Error::Data`] where it is no table, a row has another number of cells than there are columns,
    /// or a quantity names a column that there is not.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(at(path))?;
        let mut table = Self::parse(&text).map_err(|reason| Error::Data { path: path.to_path_buf(), reason })?;
        table.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(table)
    }

    /// Reads the text of a file; the name is not in it.
    ///
    /// # Errors
    /// What is wrong with it, as for [`Table::read`].
    pub fn parse(text: &str) -> Result<Self, String> {
        let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let columns = table.columns.len();
        if let Some((row, cells)) = table.rows.iter().enumerate().find(|(_, cells)| cells.len() != columns) {
            return Err(format!("row {} has {} cells, and there are {columns} columns", row + 1, cells.len()));
        }
        if table.rows.is_empty() || columns == 0 {
            return Err("no rows".into());
        }
        if !table.align.is_empty() && table.align.len() != columns {
            return Err(format!("`align` has {} columns, and there are {columns}", table.align.len()));
        }
        let named = table.quantities.iter().flat_map(|(column, name)| {
            crate::page::placeholders(name).into_iter().chain([column.as_str()]).map(str::to_string)
        });
        if let Some(missing) = named.into_iter().find(|name| !table.columns.contains(name)) {
            return Err(format!("there is no column `{missing}`, which `quantities` names"));
        }
        Ok(table)
    }

    /// All tables of a repository, by their names.
    ///
    /// # Errors
    /// As [`Table::read`].
    pub fn all(root: &Path) -> Result<Vec<Self>, Error> {
        let dir = root.join(DATA);
        let mut files = vec![];
        for entry in std::fs::read_dir(&dir).map_err(at(&dir))? {
            let path = entry.map_err(at(&dir))?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                files.push(path);
            }
        }
        files.sort();
        files.iter().map(|path| Self::read(path)).collect()
    }

    /// The file's text: a row a line, so that a change of a figure is a change of a line.
    pub fn text(&self) -> String {
        let quoted = |text: &str| toml::Value::String(text.into()).to_string();
        let list = |items: &[String]| items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", ");
        let mut out = format!("command = {}\n", quoted(&self.command));
        if let Some(run) = &self.run {
            let _ = writeln!(out, "run = {}", quoted(run));
        }
        if let Some(after) = &self.after {
            let _ = writeln!(out, "after = {}", quoted(after));
        }
        let _ = writeln!(out, "depends = [{}]", list(&self.depends));
        if !self.uses.is_empty() {
            let _ = writeln!(out, "uses = [{}]", list(&self.uses));
        }
        let _ = writeln!(out, "columns = [{}]", list(&self.columns));
        let _ = writeln!(out, "align = {}", quoted(&self.align));
        out += "rows = [\n";
        for row in &self.rows {
            let _ = writeln!(out, "    [{}],", list(row));
        }
        out += "]\n\n[stamp]\n";
        let stamp = &self.stamp;
        for (key, value) in [
            ("date", &stamp.date),
            ("commit", &stamp.commit),
            ("tools", &stamp.tools),
            ("machine", &stamp.machine),
            ("hash", &stamp.hash),
        ] {
            let _ = writeln!(out, "{key} = {}", quoted(value));
        }
        if !self.quantities.is_empty() {
            out += "\n[quantities]\n";
            for (column, name) in &self.quantities {
                let _ = writeln!(out, "{} = {}", quoted(column), quoted(name));
            }
        }
        out
    }

    /// Writes the file, beside and then renamed.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn write(&self, root: &Path) -> Result<(), Error> {
        let path = root.join(DATA).join(format!("{}.toml", self.name));
        write(&path, &self.text())
    }

    /// Named values of the table: name, value.
    pub fn named_values(&self) -> Vec<(String, String)> {
        let at = |column: &str| self.columns.iter().position(|name| name == column);
        let mut values = vec![];
        for (column, name) in &self.quantities {
            for row in &self.rows {
                let filled = crate::page::placeholders(name).into_iter().fold(name.clone(), |filled, placeholder| {
                    let cell = at(placeholder).map_or("", |at| row[at].as_str());
                    filled.replace(&format!("{{{placeholder}}}"), cell.trim_matches('`'))
                });
                let value = at(column).map_or("", |at| row[at].as_str());
                values.push((filled, value.to_string()));
            }
        }
        values
    }
}

/// Writes a text file, beside and then renamed.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let dir = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(dir).map_err(at(path))?;
    file.write_all(text.as_bytes()).map_err(at(path))?;
    file.persist(path).map_err(|error| at(path)(error.error))?;
    Ok(())
}
