//! Questions to the command, and tables of the answers.
pub use crate::table::table;
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The built command: `$TREETAP`, else the one of this repository.
pub fn program() -> PathBuf {
    std::env::var_os("TREETAP").unwrap_or_else(|| "target/release/treetap".into()).into()
}

/// Runs `treetap` with these words, split at blanks, and then these files; gives what it printed.
pub fn told(words: &str, files: &[&Path]) -> Result<Vec<u8>, Box<dyn Error>> {
    let program = program();
    let mut command = Command::new(&program);
    command.args(words.split_whitespace()).args(files).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("treetap {words} {files:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(output.stdout)
}

/// Runs `treetap` with these words, files and `--json`.
pub fn asked(words: &str, files: &[&Path]) -> Result<Value, Box<dyn Error>> {
    Ok(serde_json::from_slice(&told(&format!("--json {words}"), files)?)?)
}

/// A whole number of an answer.
pub fn whole(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

/// A number of an answer.
pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// A word of an answer.
pub fn word(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no word")).into()
}

/// How many an answer lists.
pub fn listed(value: &Value) -> u64 {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list")).len() as u64
}

/// A share in percent.
pub fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of as f64
}

/// Name of a program's or trace's file, without its folder and endings.
pub fn name(file: &str) -> &str {
    let file = Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file);
    [".elf", ".u64.zst", ".u64"].iter().find_map(|end| file.strip_suffix(end)).unwrap_or(file)
}
