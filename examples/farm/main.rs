//! What `treetap farm` costs: the tables of docs/measured/farm.md.
//!
//! `cargo run --release --example farm -- overhead [TASKS]` runs tasks that do nothing, here and through a Slurm that
//! it starts on this machine. `shards [EVENTS]` profiles a packed trace in parts and compares every bound with exact
//! counts. `scale [EVENTS]` measures the rates that tell how long a run on many machines takes.
//! They drive the built `treetap` (`$TREETAP`, else `target/release/treetap`).
mod overhead;
mod scale;
mod shards;
#[path = "../../tests/support/slurm.rs"]
#[allow(dead_code)] // a test uses the rest
mod slurm;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// The program that is measured.
fn treetap() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::var_os("TREETAP").map_or_else(|| root.join("target/release/treetap"), PathBuf::from)
}

/// Runs it in a folder; how long that took, and what it printed.
fn run(folder: &Path, words: &[&str]) -> Result<(f64, String), Box<dyn Error>> {
    let mut command = Command::new(treetap());
    timed(command.args(words).current_dir(folder)).map_err(|why| format!("{}: {why}", words.join(" ")).into())
}

/// Runs a command that has to succeed; how long that took, and what it printed.
fn timed(command: &mut Command) -> Result<(f64, String), Box<dyn Error>> {
    let begun = Instant::now();
    let output = command.stdin(Stdio::null()).output()?;
    let seconds = begun.elapsed().as_secs_f64();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok((seconds, String::from_utf8(output.stdout)?))
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}

/// A number as `1e8` may be written.
fn number(word: Option<&String>, default: f64) -> Result<u64, Box<dyn Error>> {
    Ok(word.map_or(Ok(default), |word| word.parse::<f64>())? as u64)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let size = arguments.get(1);
    let done = match arguments.first().map(String::as_str) {
        Some("overhead") => number(size, 1e4).and_then(overhead::table),
        Some("shards") => number(size, 1e8).and_then(shards::table),
        Some("scale") => number(size, 1e8).and_then(scale::table),
        _ => Err("usage: farm overhead [TASKS] | shards [EVENTS] | scale [EVENTS]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("farm: {error}");
            ExitCode::FAILURE
        }
    }
}
