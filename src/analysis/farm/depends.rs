//! What results depend on, as it is now: files, emitted Verilog, versions of tools, bytes of programs.
use super::machine::{Error, Machine};
use super::run::{Run, Seen};
use super::sweep::{Case, Sweep};
use super::task::{Depends, FILE, PROGRAM, TREETAP, Task};
use crate::spec::rap::Engine;
use crate::trace;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const VERILOG: &str = "verilog ";
const TOOL: &str = "tool ";

/// Values of dependencies by their names, each found out once.
pub struct Known<'a> {
    machine: &'a dyn Machine,
    /// Where commands run.
    folder: PathBuf,
    values: BTreeMap<String, String>,
    /// Files and programs, as they looked before they were read.
    pub seen: BTreeMap<String, Seen>,
}

impl<'a> Known<'a> {
    /// Nothing yet.
    pub fn new(folder: &Path, machine: &'a dyn Machine) -> Self {
        Self { machine, folder: folder.to_path_buf(), values: BTreeMap::new(), seen: BTreeMap::new() }
    }

    /// All that a task depends on.
    ///
    /// # Errors
    /// A file, unit, tool or program that there is not.
    pub fn of_case(&mut self, sweep: &Sweep, case: &Case) -> Result<Depends, Error> {
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
    ///
    /// # Errors
    /// It is not there.
    pub fn value(&mut self, name: &str) -> Result<String, Error> {
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
    fn path(&self, name: &str) -> Result<Option<PathBuf>, Error> {
        if let Some(file) = name.strip_prefix(FILE) {
            return Ok(Some(self.folder.join(file)).filter(|_| !is_pattern(file)));
        }
        name.strip_prefix(PROGRAM).map(|program| self.program(program)).transpose()
    }

    /// Where a program is: this one, a path from where commands run, or one of PATH.
    fn program(&self, name: &str) -> Result<PathBuf, Error> {
        if name == TREETAP {
            return self.machine.treetap();
        }
        let found = if name.contains('/') { Some(self.folder.join(name)) } else { self.machine.program(name) };
        let missing = || Error::Missing(format!("{name} is not in PATH: expected the program of the command"));
        found.filter(|file| file.is_file()).ok_or_else(missing)
    }

    /// SHA-256 of the names and contents of all files of a pattern.
    fn files(&self, pattern: &str) -> Result<String, Error> {
        let whole = self.folder.join(pattern);
        let wrong = |why: String| Error::File(format!("depends.files: `{pattern}`: {why}"));
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

    fn found(&self, name: &str) -> Result<String, Error> {
        if let Some(file) = name.strip_prefix(FILE) {
            if is_pattern(file) {
                return self.files(file);
            }
            // A shape is its own name.
            let path = if file.starts_with("shape:") { PathBuf::from(file) } else { self.folder.join(file) };
            return trace::fingerprint(&path)?.ok_or_else(|| Error::Unknown(format!("`{file}`: expected a file")));
        }
        if let Some(program) = name.strip_prefix(PROGRAM) {
            return Ok(trace::digest(&self.program(program)?)?.1);
        }
        if let Some(top) = name.strip_prefix(VERILOG) {
            return self.verilog(top);
        }
        self.machine.tool(name.strip_prefix(TOOL).unwrap_or(name))
    }

    /// SHA-256 of the code of what is emitted for `UNIT:PRESET[:ENGINE]`.
    fn verilog(&self, top: &str) -> Result<String, Error> {
        let expected = || Error::Unknown(format!("verilog `{top}`: expected UNIT:PRESET or UNIT:PRESET:ENGINE"));
        let mut parts = top.split(':');
        let (Some(unit), Some(preset), engine, None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
            return Err(expected());
        };
        let engine = engine.filter(|engine| !engine.is_empty());
        let engine = engine.map(|name| Engine::from_name(name).ok_or_else(expected)).transpose()?;
        self.machine.verilog(unit, preset, engine)
    }
}

/// Whether it names several files: `src/model/**/*.rs`. A shape has `?`, too.
fn is_pattern(file: &str) -> bool {
    file.contains('*')
}

/// Whether what the tasks of a run depend on is still what it was when it was planned. What looks as it did is not read
/// again.
pub struct Check<'a> {
    run: &'a Run,
    known: Known<'a>,
    /// Whether this program is the one that planned, so that it emits what that did.
    same_program: bool,
    fine: BTreeMap<String, String>,
}

impl<'a> Check<'a> {
    /// Nothing looked at yet.
    ///
    /// # Errors
    /// It cannot be told where this program is.
    pub fn new(run: &'a Run, machine: &'a dyn Machine) -> Result<Self, Error> {
        let name = format!("{PROGRAM}{TREETAP}");
        let now = Seen::of(&machine.treetap()?).ok();
        let same_program = now.is_some() && now.as_ref() == run.common.seen.get(&name);
        Ok(Self { run, known: Known::new(&run.common.folder, machine), same_program, fine: BTreeMap::new() })
    }

    /// Looks at what a task depends on.
    ///
    /// # Errors
    /// What changed, and what was expected.
    pub fn task(&mut self, task: &Task) -> Result<(), Error> {
        for (name, planned) in &task.depends {
            if self.fine.get(name) == Some(planned) || self.looks_the_same(name) {
                continue;
            }
            let now = self.known.value(name)?;
            if now != *planned {
                return Err(Error::File(format!(
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
