//! What results depend on, as it is now: files, emitted Verilog, versions of tools, bytes of programs.
use super::super::tools::{self, Found};
use super::Failure;
use crate::analysis::farm::run::{Run, Seen};
use crate::analysis::farm::sweep::{Case, Sweep};
use crate::analysis::farm::task::{Depends, FILE, PROGRAM, TREETAP, Task};
use crate::catalog::{self, Unit};
use crate::flow::program;
use crate::spec::rap::Engine;
use crate::trace;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const VERILOG: &str = "verilog ";
const TOOL: &str = "tool ";

/// Values of dependencies by their names, each found out once.
pub struct Known {
    /// Where commands run.
    folder: PathBuf,
    values: BTreeMap<String, String>,
    /// Files and programs, as they looked before they were read.
    pub seen: BTreeMap<String, Seen>,
}

impl Known {
    /// Nothing yet.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), values: BTreeMap::new(), seen: BTreeMap::new() }
    }

    /// All that a task depends on.
    pub fn of_case(&mut self, sweep: &Sweep, case: &Case) -> Result<Depends, Failure> {
        let mut names = vec![];
        names.extend(case.files.iter().map(|file| format!("{FILE}{file}")));
        names.extend(case.verilog.iter().map(|top| format!("{VERILOG}{top}")));
        names.extend(sweep.tools().iter().map(|tool| format!("{TOOL}{tool}")));
        if sweep.counts_program() {
            names.extend([TREETAP, &case.command[0]].map(|program| format!("{PROGRAM}{program}")));
        }
        names.into_iter().map(|name| Ok((name.clone(), self.value(&name)?))).collect()
    }

    /// What a dependency is now.
    pub fn value(&mut self, name: &str) -> Result<String, Failure> {
        if let Some(value) = self.values.get(name) {
            return Ok(value.clone());
        }
        if let Some(seen) = self.path(name)?.and_then(|path| Seen::of(&path).ok()) {
            self.seen.insert(name.into(), seen);
        }
        let value = self.found(name)?;
        self.values.insert(name.into(), value.clone());
        Ok(value)
    }

    /// The file of a dependency that is one.
    fn path(&self, name: &str) -> Result<Option<PathBuf>, Failure> {
        if let Some(file) = name.strip_prefix(FILE) {
            return Ok(Some(self.folder.join(file)).filter(|_| !is_pattern(file)));
        }
        name.strip_prefix(PROGRAM).map(|program| self.program(program)).transpose()
    }

    /// Where a program is: this one, a path from where commands run, or one of PATH.
    fn program(&self, name: &str) -> Result<PathBuf, Failure> {
        if name == TREETAP {
            return treetap();
        }
        let found = if name.contains('/') { Some(self.folder.join(name)) } else { program::find(name) };
        let missing = || Failure::MissingTool(format!("{name} is not in PATH: expected the program of the command"));
        found.filter(|file| file.is_file()).ok_or_else(missing)
    }

    /// SHA-256 of the names and contents of all files of a pattern.
    fn files(&self, pattern: &str) -> Result<String, Failure> {
        let whole = self.folder.join(pattern);
        let wrong = |why: String| Failure::BadInput(format!("depends.files: `{pattern}`: {why}"));
        let found = glob::glob(&whole.to_string_lossy()).map_err(|error| wrong(error.to_string()))?;
        let mut hash = Sha256::new();
        let mut files: Vec<PathBuf> = found.filter_map(Result::ok).filter(|path| path.is_file()).collect();
        files.sort();
        if files.is_empty() {
            return Err(wrong("expected a file of that name".into()));
        }
        for file in files {
            let name = file.strip_prefix(&self.folder).unwrap_or(&file);
            hash.update(format!("{} {}\n", name.display(), trace::digest(&file)?.1));
        }
        Ok(hex::encode(hash.finalize()))
    }

    fn found(&self, name: &str) -> Result<String, Failure> {
        if let Some(file) = name.strip_prefix(FILE) {
            if is_pattern(file) {
                return self.files(file);
            }
            // A shape is its own name.
            let path = if file.starts_with("shape:") { PathBuf::from(file) } else { self.folder.join(file) };
            return trace::fingerprint(&path)?.ok_or_else(|| Failure::Usage(format!("`{file}`: expected a file")));
        }
        if let Some(program) = name.strip_prefix(PROGRAM) {
            return Ok(trace::digest(&self.program(program)?)?.1);
        }
        if let Some(top) = name.strip_prefix(VERILOG) {
            return verilog(top);
        }
        let tool = name.strip_prefix(TOOL).unwrap_or(name);
        let tools = tools::table();
        let unknown = || Failure::Usage(format!("no tool is called `{tool}`: `treetap doctor` lists all"));
        let tool = tools.iter().find(|known| known.name == tool).ok_or_else(unknown)?;
        match tools::find(tool) {
            Found::Ok(version) => Ok(version.unwrap_or_default()),
            Found::Old(version) => Ok(version),
            Found::Missing => Err(Failure::MissingTool(format!(
                "{} is not installed ({}): {}",
                tool.name,
                tool.origin(),
                tool.reason
            ))),
        }
    }
}

/// Whether it names several files: `src/model/**/*.rs`. A shape has `?`, too.
fn is_pattern(file: &str) -> bool {
    file.contains('*')
}

/// This program.
pub fn treetap() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| Failure::BadInput(format!("where treetap is cannot be told: {error}")))
}

/// SHA-256 of the code of what is emitted for `UNIT:PRESET[:ENGINE]`.
fn verilog(top: &str) -> Result<String, Failure> {
    let expected = || Failure::Usage(format!("verilog `{top}`: expected UNIT:PRESET or UNIT:PRESET:ENGINE"));
    let mut parts = top.split(':');
    let (Some(unit), Some(preset), engine, None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Err(expected());
    };
    let engine = engine.filter(|engine| !engine.is_empty());
    let engine = engine.map(|name| Engine::from_name(name).ok_or_else(expected)).transpose()?;
    let emitted = catalog::emit_on(Unit::from_name(unit)?, preset, engine)?;
    Ok(catalog::code_hash(&emitted.verilog))
}

/// Whether what the tasks of a run depend on is still what it was when it was planned. What looks as it did is not read
/// again.
pub struct Check<'a> {
    run: &'a Run,
    known: Known,
    /// Whether this program is the one that planned, so that it emits what that did.
    same_program: bool,
    fine: BTreeMap<String, String>,
}

impl<'a> Check<'a> {
    /// Nothing looked at yet.
    pub fn new(run: &'a Run) -> Result<Self, Failure> {
        let name = format!("{PROGRAM}{TREETAP}");
        let now = Seen::of(&treetap()?).ok();
        let same_program = now.is_some() && now.as_ref() == run.common.seen.get(&name);
        Ok(Self { run, known: Known::new(&run.common.folder), same_program, fine: BTreeMap::new() })
    }

    /// Looks at what a task depends on.
    ///
    /// # Errors
    /// What changed, and what was expected.
    pub fn task(&mut self, task: &Task) -> Result<(), Failure> {
        for (name, planned) in &task.depends {
            if self.fine.get(name) == Some(planned) || self.looks_the_same(name) {
                continue;
            }
            let now = self.known.value(name)?;
            if now != *planned {
                return Err(Failure::BadInput(format!(
                    "task {}: {name} is {now}: expected {planned}, as it was planned: plan again",
                    task.id
                )));
            }
            self.fine.insert(name.clone(), now);
        }
        Ok(())
    }

    fn looks_the_same(&self, name: &str) -> bool {
        match self.run.common.seen.get(name) {
            // The treetap that runs the task counts, not the one that lies where that of the plan lay.
            Some(_) if name.strip_prefix(PROGRAM) == Some(TREETAP) => self.same_program,
            Some(seen) => Seen::of(&seen.path).is_ok_and(|now| now == *seen),
            None => name.starts_with(VERILOG) && self.same_program,
        }
    }
}
