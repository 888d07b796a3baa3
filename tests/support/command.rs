//! Runs the built command and looks at what it prints and leaves.
#![allow(dead_code)] // each test file uses a part

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use treetap::spec::event::Event;
use treetap::trace::Writer;

pub const TREETAP: &str = env!("CARGO_BIN_EXE_treetap");

pub const OK: i32 = 0;
pub const MISMATCH: i32 = 1;
pub const USAGE: i32 = 2;
pub const BAD_INPUT: i32 = 3;
pub const MISSING_TOOL: i32 = 4;
pub const INTERRUPTED: i32 = 130;

pub fn treetap(arguments: &[&str]) -> Output {
    Command::new(TREETAP).args(arguments).stdin(Stdio::null()).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs the command, which has to succeed, and parses its standard output.
pub fn json(arguments: &[&str]) -> Value {
    let output = treetap(arguments);
    assert_eq!(output.status.code(), Some(OK), "{arguments:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs the command, which has to fail in this way, and gives its message.
pub fn fails(code: i32, arguments: &[&str]) -> String {
    let output = treetap(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", stderr(&output));
    assert!(output.stdout.is_empty(), "{arguments:?} printed data");
    stderr(&output)
}

pub fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

pub fn holds(value: &Value, contract: &[&str]) {
    let missing: Vec<_> = contract.iter().filter(|key| !keys(value).contains(*key)).collect();
    assert!(missing.is_empty(), "{missing:?} missing in {value}");
}

pub fn is_empty(dir: &Path) -> bool {
    fs::read_dir(dir).unwrap().next().is_none()
}

/// A folder with one trace in it.
pub struct Trace {
    pub dir: tempfile::TempDir,
    pub path: String,
}

impl Trace {
    pub fn new(name: &str, events: &[Event]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        let mut writer = Writer::create(&path, None).unwrap();
        writer.write(events).unwrap();
        writer.finish().unwrap();
        Self { path: path.to_str().unwrap().to_owned(), dir }
    }

    pub fn of_bytes(name: &str, bytes: &[u8]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        Self { path: path.to_str().unwrap().to_owned(), dir }
    }

    pub fn beside(&self, name: &str) -> String {
        self.dir.path().join(name).to_str().unwrap().to_owned()
    }
}

/// A small program with a hot loop, a warm function and noise.
pub fn program() -> Trace {
    let mut x = 1u32;
    let events: Vec<Event> = (0..40_000)
        .map(|i| {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Event::unit(match i % 10 {
                0..=4 => 0x40_1000 + 8 * u64::from(x >> 30),
                5..=6 => 0x40_2000 + u64::from(x >> 24),
                7 => 0x7fff_0000,
                _ => u64::from(x >> 4),
            })
        })
        .collect();
    Trace::new("program.u64", &events)
}
