//! What a verb puts out: files that appear whole or not at all, and standard output.
use super::Failure;
use crate::spec::hotstream::Reference;
use crate::trace::{self, atomic, bursts};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Writes a whole file; `-` is standard output.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if file == Path::new("-") {
        return print(bytes);
    }
    atomic::write(file, bytes).map_err(|e| Failure::BadInput(format!("{}: cannot write: {e}", file.display())))
}

/// The JSON contract of a verb where it was asked for, else the text for people.
pub fn either<T: Serialize, D: std::fmt::Display>(
    json: bool,
    contract: impl FnOnce() -> T,
    text: impl FnOnce() -> D,
) -> Result<(), Failure> {
    if json { print(&to_json(&contract())) } else { line(text().to_string().trim_end_matches('\n')) }
}

/// JSON on a line of its own.
pub fn to_json(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).expect("numbers, strings and lists have a JSON form");
    bytes.push(b'\n');
    bytes
}

/// Prints text and a line end to standard output; otherwise as [`print`].
pub fn line(text: impl std::fmt::Display) -> Result<(), Failure> {
    print(format!("{text}\n").as_bytes())
}

/// Prints to standard output. A reader that has gone away (`| head`) is no failure.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::BadInput(format!("standard output: cannot write: {e}")))
        }
        _ => Ok(()),
    }
}

/// A file of bursts that is written while a program runs: the first failure is told at the end.
pub struct Bursts {
    writer: bursts::Writer,
    failed: Option<trace::Error>,
}

impl Bursts {
    /// Starts a file.
    pub fn create(file: &Path) -> Result<Self, Failure> {
        Ok(Self { writer: bursts::Writer::create(file)?, failed: None })
    }

    /// Appends a reference, if it is one.
    pub fn take(&mut self, reference: Option<Reference>) {
        if let (Some(reference), None) = (reference, &self.failed) {
            self.failed = self.writer.write(reference).err();
        }
    }

    /// Puts the file in its place, and tells how many references it has.
    pub fn finish(self) -> Result<u64, Failure> {
        if let Some(failed) = self.failed {
            return Err(failed.into());
        }
        let records = self.writer.records();
        self.writer.finish()?;
        eprintln!("treetap: {records} references written");
        Ok(records)
    }
}
