//! What `treetap farm` costs: the tables of docs/measured/farm.md.
//!
//! `cargo run --release --example farm -- overhead [TASKS]` runs tasks that do nothing, here and through a Slurm that
//! it starts on this machine. `shards [EVENTS]` profiles a packed trace in parts, here and through Slurm, and compares
//! every bound with exact counts. `scale [EVENTS]` measures the rates that tell how long a run on many machines takes.
//! `mutants [TARGET=MUTANTS ..]` has `make mutate` run its targets here and through Slurm, and compares the tables.
//! They drive the built `treetap` (`$TREETAP`, else `target/release/treetap`).
mod mutants;
mod overhead;
mod place;
mod scale;
mod shards;
#[path = "../../tests/support/slurm.rs"]
#[allow(dead_code)] // a test uses the rest
mod slurm;

use slurm::{Cluster, PROGRAMS, is_root};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use treetap::analysis::farm::progress::Progress;
use treetap::analysis::farm::run::Run;
use treetap::flow::program;

/// How often it is looked whether a run has ended, and how often it is told how far it is.
const LOOK: Duration = Duration::from_millis(100);
const TELL: Duration = Duration::from_secs(10);

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

/// A program with its words, that finds a Slurm if there is one.
fn command(program: &str, words: &[&str], cluster: Option<&Cluster>) -> Command {
    match cluster {
        Some(cluster) => cluster.command(program, words),
        None => {
            let mut command = Command::new(program);
            command.args(words);
            command
        }
    }
}

/// Runs a command of a farm that has to succeed, through a Slurm if there is one, and tells how far its run is; how
/// long that took.
fn watched(place: &Path, folder: &str, words: &[&str], cluster: Option<&Cluster>) -> Result<f64, Box<dyn Error>> {
    let mut farm = command(&treetap().to_string_lossy(), words, cluster);
    let begun = Instant::now();
    let mut child = farm.current_dir(place).stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
    let mut last = begun;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        told(place, folder, begun, &mut last)?;
        std::thread::sleep(LOOK);
    };
    let seconds = begun.elapsed().as_secs_f64();
    if status.success() { Ok(seconds) } else { Err(format!("{}: {status}", words.join(" ")).into()) }
}

/// Tells how far a run is, if that was long ago.
fn told(place: &Path, folder: &str, begun: Instant, last: &mut Instant) -> Result<(), Box<dyn Error>> {
    if last.elapsed() >= TELL {
        *last = Instant::now();
        let progress = Progress::of(&Run::read(&place.join(folder), None)?);
        let left = progress.left_s().map_or(String::new(), |left| format!(", {left:.0} s left"));
        let seconds = begun.elapsed().as_secs_f64();
        eprintln!("farm: {folder}: {} of {} tasks are done, {seconds:.0} s{left}", progress.done, progress.tasks);
    }
    Ok(())
}

/// Whether Slurm can be started here.
fn needs_slurm() -> Result<(), Box<dyn Error>> {
    if let Some(missing) = PROGRAMS.iter().find(|name| program::find(name).is_none()) {
        return Err(format!("{missing} is not installed: ./setup.sh farm").into());
    }
    if is_root() { Ok(()) } else { Err("daemons of Slurm need root".into()) }
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
        Some("shards") => number(size, 1e10).and_then(shards::table),
        Some("scale") => number(size, 1e8).and_then(scale::table),
        Some("mutants") => mutants::table(&arguments[1..]),
        _ => {
            Err("usage: farm overhead [TASKS] | shards [EVENTS] | scale [EVENTS] | mutants [TARGET=MUTANTS ..]".into())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("farm: {error}");
            ExitCode::FAILURE
        }
    }
}
