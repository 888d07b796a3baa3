//! Pages that include tables: what stands between two comments is written here.
use crate::stamp::Sources;
use crate::table::{Table, write};
use crate::{Error, at};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- measured: ";
const END: &str = "<!-- end of measured -->";
const CLOSE: &str = " -->";
/// Ends the name of several tables that are shown as one.
const EVERY: char = '*';
/// Most characters of a line of a page.
const WIDTH: usize = 120;
/// A single value in a sentence: `<!-- figure: NAME -->VALUE<!-- end -->`.
const FIGURE: &str = "<!-- figure: ";
const FIGURE_END: &str = "<!-- end -->";

/// Names in braces in a name of quantities.
pub fn placeholders(name: &str) -> Vec<&str> {
    name.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(column, _)| column).collect()
}

/// Everything that pages can include.
#[derive(Debug)]
pub struct Evidence {
    tables: BTreeMap<String, (Table, bool)>,
    values: BTreeMap<String, String>,
    contradictions: Vec<String>,
}

impl Evidence {
    /// The tables of a repository with their states.
    ///
    /// # Errors
    /// As [`Table::all`] and [`Sources::hash`].
    pub fn of(root: &Path) -> Result<Self, Error> {
        let sources = Sources::of(root)?;
        let (mut tables, mut values, mut contradictions) =
            (BTreeMap::new(), BTreeMap::<String, (String, String)>::new(), vec![]);
        for table in Table::all(root)? {
            for (name, value) in table.named_values() {
                match values.get(&name) {
                    Some((other, from)) if *other != value => {
                        contradictions.push(format!("{name} is {other} in {from} and {value} in {}", table.name))
                    }
                    Some(_) => (),
                    None => {
                        values.insert(name, (value, table.name.clone()));
                    }
                }
            }
            let fresh = sources.is_fresh(&table)?;
            tables.insert(table.name.clone(), (table, fresh));
        }
        let values = values.into_iter().map(|(name, (value, _))| (name, value)).collect();
        Ok(Self { tables, values, contradictions })
    }

    /// Every table, and whether it is fresh.
    pub fn tables(&self) -> impl Iterator<Item = (&Table, bool)> {
        self.tables.values().map(|(table, fresh)| (table, *fresh))
    }

    /// The table of this name, or those whose names begin like this where none has it, stale or not; without a name,
    /// all that are stale.
    pub fn wanted(&self, name: Option<&str>) -> Vec<&Table> {
        let Some(name) = name else {
            return self.tables().filter(|(_, fresh)| !fresh).map(|(table, _)| table).collect();
        };
        match self.tables.get(name) {
            Some((table, _)) => vec![table],
            None => self.tables().map(|(table, _)| table).filter(|table| table.name.starts_with(name)).collect(),
        }
    }

    /// Values that two tables give differently, in words.
    pub fn contradictions(&self) -> &[String] {
        &self.contradictions
    }

    /// The text of a page with its tables and figures as they are today, and the names of the tables in it.
    ///
    /// # Errors
    /// [`Error::Page`].
    pub fn page(&self, path: &Path, text: &str) -> Result<(String, Vec<String>), Error> {
        let (mut out, mut used) = (String::new(), vec![]);
        let mut lines = text.split_inclusive('\n').enumerate();
        let wrong = |line: usize, reason: String| Error::Page { path: path.to_path_buf(), line: line + 1, reason };
        let mut code = false;
        while let Some((at, line)) = lines.next() {
            code ^= line.starts_with("```");
            if code {
                out += line;
                continue;
            }
            out += &self.figures(line).map_err(|reason| wrong(at, reason))?;
            let Some(name) = line.trim_end().strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(CLOSE)) else {
                continue;
            };
            let tables = self.named(name).map_err(|reason| wrong(at, reason))?;
            if !lines.any(|(_, line)| line.trim_end() == END) {
                return Err(wrong(at, format!("the table `{name}` has no `{END}` after it")));
            }
            out += &format!("\n{}\n{}\n\n{END}\n", rendered(&tables), stamps(name, &tables));
            used.extend(tables.iter().map(|(table, _)| table.name.clone()));
        }
        Ok((out, used))
    }

    /// The table of this name, or all whose names begin like this where it ends in `*`: they are shown as one.
    fn named(&self, name: &str) -> Result<Vec<(&Table, bool)>, String> {
        let Some(prefix) = name.strip_suffix(EVERY) else {
            let (table, fresh) = self.tables.get(name).ok_or_else(|| format!("there is no table `{name}`"))?;
            return Ok(vec![(table, *fresh)]);
        };
        let all: Vec<_> = self.tables().filter(|(table, _)| table.name.starts_with(prefix)).collect();
        let (first, _) = all.first().ok_or_else(|| format!("no table's name begins with `{prefix}`"))?;
        match all.iter().find(|(table, _)| (&table.columns, &table.align) != (&first.columns, &first.align)) {
            Some((other, _)) => {
                Err(format!("{} and {} have other columns, and are no one table", first.name, other.name))
            }
            None => Ok(all),
        }
    }

    /// A line with its single values as they are today.
    fn figures(&self, line: &str) -> Result<String, String> {
        let mut out = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once(FIGURE) {
            let unended = || format!("a figure without `{CLOSE}`, its value and `{FIGURE_END}`");
            let (name, after) = after.split_once(CLOSE).ok_or_else(unended)?;
            let (_, after) = after.split_once(FIGURE_END).ok_or_else(unended)?;
            let value = self.values.get(name).ok_or_else(|| format!("no table gives the figure `{name}`"))?;
            out += &format!("{before}{FIGURE}{name}{CLOSE}{value}{FIGURE_END}");
            rest = after;
        }
        Ok(out + rest)
    }
}

/// The pages of a repository that may include tables: README, all below docs, and those of `fpga` if it has some.
///
/// # Errors
/// [`Error::File`].
pub fn pages(root: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut pages = vec![root.join("README.md")];
    let mut open = vec![root.join("docs"), root.join("fpga")];
    open.retain(|dir| dir.is_dir());
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).map_err(at(&dir))? {
            let path = entry.map_err(at(&dir))?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}

/// Writes every page whose tables are not as they are today; gives those.
///
/// # Errors
/// As [`Evidence::page`].
pub fn write_pages(root: &Path, evidence: &Evidence) -> Result<Vec<PathBuf>, Error> {
    let mut written = vec![];
    for path in pages(root)? {
        let text = std::fs::read_to_string(&path).map_err(at(&path))?;
        let (new, _) = evidence.page(&path, &text)?;
        if new != text {
            write(&path, &new)?;
            written.push(path);
        }
    }
    Ok(written)
}

/// Tables with the same columns as one of Markdown.
fn rendered(tables: &[(&Table, bool)]) -> String {
    let (first, _) = tables[0];
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let ruler = |at: usize| if first.align.as_bytes().get(at) == Some(&b'-') { "--:" } else { "--" };
    let rulers: Vec<&str> = (0..first.columns.len()).map(ruler).collect();
    let rows: String = tables.iter().flat_map(|(table, _)| &table.rows).map(|row| line(row)).collect();
    format!("{}|{}|\n{rows}", line(&first.columns), rulers.join("|"))
}

/// Text in lines of at most [`WIDTH`] characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a first one");
        if line.is_empty() {
            *line = word.into();
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            *line += &format!(" {word}");
        } else {
            lines.push(word.into());
        }
    }
    lines.join("\n")
}

/// What is said below the tables of this name. Several are named by what follows the part that they share, and those of
/// which the same is said have one paragraph.
fn stamps(name: &str, tables: &[(&Table, bool)]) -> String {
    let Some(prefix) = name.strip_suffix(EVERY) else { return wrapped(&stamp(tables[0].0, tables[0].1)) };
    let mut said: Vec<(String, Vec<&str>)> = vec![];
    for (table, fresh) in tables {
        let (text, name) = (stamp(table, *fresh), table.name.trim_start_matches(prefix));
        match said.iter_mut().find(|(other, _)| *other == text) {
            Some((_, names)) => names.push(name),
            None => said.push((text, vec![name])),
        }
    }
    let paragraphs = said.iter().map(|(text, names)| wrapped(&format!("{}: {text}", names.join(", "))));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// What is said below a table: when and on what it was measured, and whether that is what there is today.
fn stamp(table: &Table, fresh: bool) -> String {
    let stamp = &table.stamp;
    let with: Vec<&str> = [&*stamp.tools, &*stamp.machine].into_iter().filter(|text| !text.is_empty()).collect();
    let with = if with.is_empty() { String::new() } else { format!("; {}", with.join("; ")) };
    if fresh {
        return format!("*Measured on {} at commit {}{with}.*", stamp.date, stamp.commit);
    }
    if stamp.hash.is_empty() {
        return format!(
            "**Stale**: entered at commit {} ({}{with}) without a record of what it depends on.",
            stamp.commit, stamp.date
        );
    }
    format!(
        "**Stale**: measured at commit {} ({}{with}); what it depends on has changed since.",
        stamp.commit, stamp.date
    )
}
