//! Tasks that do nothing: what is left is what a farm costs.
use super::slurm::{Cluster, PROGRAMS, is_root};
use super::{grouped, run, treetap};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use treetap::flow::program;

/// Tasks of a pack.
const PACK: usize = 100;
/// Jobs that Slurm starts one by one: of more than these the rate is the same, and ten thousand take an hour.
const JOBS: u64 = 200;
/// Slurm's index of an array is below it.
const MAX_ARRAY_SIZE: u32 = 10_001;

/// Prints how long so many tasks take, in several ways.
pub fn table(tasks: u64) -> Result<(), Box<dyn Error>> {
    if let Some(missing) = PROGRAMS.iter().find(|name| program::find(name).is_none()) {
        return Err(format!("{missing} is not installed: ./setup.sh farm").into());
    }
    if !is_root() {
        return Err("daemons of Slurm need root".into());
    }
    let cluster = Cluster::start(MAX_ARRAY_SIZE);
    println!("| where | tasks | tasks of a job | s | ms for a task |");
    println!("|--|--:|--:|--:|--:|");
    for limit in ["1", "2"] {
        let place = planned(tasks, 1)?;
        let (seconds, _) = run(place.path(), &["farm", "submit", "run", "--on", "local", "--limit", limit])?;
        row(&format!("here, {limit} at a time"), tasks, "-", seconds);
    }
    for (tasks, pack) in [(JOBS.min(tasks), 1), (tasks, PACK)] {
        let place = planned(tasks, pack)?;
        let seconds = through(&cluster, place.path())?;
        row("Slurm with two nodes here", tasks, &pack.to_string(), seconds);
    }
    for verb in ["status", "gather"] {
        let place = planned(tasks, 1)?;
        run(place.path(), &["farm", "submit", "run", "--on", "local"])?;
        let (seconds, _) = run(place.path(), &["farm", verb, "run"])?;
        row(&format!("`farm {verb}`"), tasks, "-", seconds);
    }
    Ok(())
}

fn row(place: &str, tasks: u64, pack: &str, seconds: f64) {
    println!("| {place} | {} | {pack} | {seconds:.1} | {:.2} |", grouped(tasks), 1e3 * seconds / tasks as f64);
}

/// A folder with a run of so many tasks.
fn planned(tasks: u64, pack: usize) -> Result<tempfile::TempDir, Box<dyn Error>> {
    let place = tempfile::tempdir()?;
    let sweep = format!("command = ['echo', '{{n}}']\nparameters.n = {{ from = 1, to = {tasks} }}\npack = {pack}\n");
    fs::write(place.path().join("sweep.toml"), sweep)?;
    run(place.path(), &["farm", "plan", "sweep.toml", "-o", "run"])?;
    Ok(place)
}

/// Seconds from the submission to the last result.
fn through(cluster: &Cluster, place: &Path) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    let mut submit = cluster.command(&treetap().to_string_lossy(), &["farm", "submit", "run", "--on", "slurm"]);
    super::timed(submit.current_dir(place))?;
    let left = || -> Result<bool, Box<dyn Error>> {
        let output: Command = cluster.command("squeue", &["--noheader"]);
        Ok(!super::timed(&mut { output })?.1.is_empty())
    };
    while left()? {
        std::thread::sleep(Duration::from_millis(200));
    }
    let seconds = begun.elapsed().as_secs_f64();
    // Whatever the queue says, the results decide.
    run(place, &["farm", "gather", "run", "-o", "all"])?;
    Ok(seconds)
}
