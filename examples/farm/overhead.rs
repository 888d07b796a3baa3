//! Tasks that do nothing: what is left is what a farm costs.
use super::place::Place;
use super::slurm::Cluster;
use super::{run, told, treetap, watched};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use treetap::report::grouped;

/// Tasks of a pack.
const PACK: usize = 100;
/// Jobs that Slurm starts one by one: of more than these the rate is the same, and ten thousand take an hour.
const JOBS: u64 = 200;
/// Slurm's index of an array is below it.
const MAX_ARRAY_SIZE: u32 = 10_001;

/// Prints how long so many tasks take, in several ways.
pub fn table(tasks: u64) -> Result<(), Box<dyn Error>> {
    super::needs_slurm()?;
    let place = Place::new("overhead")?;
    println!("| where | tasks | tasks of a job | s | ms for a task |");
    println!("|--|--:|--:|--:|--:|");
    for limit in ["1", "2"] {
        planned(place.path(), limit, tasks, 1)?;
        let words = ["farm", "submit", limit, "--on", "local", "--limit", limit];
        let seconds = watched(place.path(), limit, &words, None)?;
        row(&format!("here, {limit} at a time"), tasks, "-", seconds);
    }
    let cluster = Cluster::start(MAX_ARRAY_SIZE);
    for (folder, tasks, pack) in [("jobs", JOBS.min(tasks), 1), ("packs", tasks, PACK)] {
        planned(place.path(), folder, tasks, pack)?;
        let seconds = through(&cluster, place.path(), folder)?;
        row("Slurm with two nodes here", tasks, &pack.to_string(), seconds);
    }
    drop(cluster);
    for verb in ["status", "gather"] {
        let (seconds, _) = run(place.path(), &["farm", verb, "1"])?;
        row(&format!("`farm {verb}`"), tasks, "-", seconds);
    }
    Ok(())
}

fn row(place: &str, tasks: u64, pack: &str, seconds: f64) {
    println!("| {place} | {} | {pack} | {seconds:.1} | {:.2} |", grouped(tasks), 1e3 * seconds / tasks as f64);
}

/// Plans a run of so many tasks.
fn planned(place: &Path, folder: &str, tasks: u64, pack: usize) -> Result<(), Box<dyn Error>> {
    let sweep = format!("command = ['echo', '{{n}}']\nparameters.n = {{ from = 1, to = {tasks} }}\npack = {pack}\n");
    fs::write(place.join("sweep.toml"), sweep)?;
    run(place, &["farm", "plan", "sweep.toml", "-o", folder])?;
    Ok(())
}

/// Seconds from the submission to the last result.
fn through(cluster: &Cluster, place: &Path, folder: &str) -> Result<f64, Box<dyn Error>> {
    let begun = Instant::now();
    let mut submit = cluster.command(&treetap().to_string_lossy(), &["farm", "submit", folder, "--on", "slurm"]);
    super::timed(submit.current_dir(place))?;
    let mut last = begun;
    while !super::timed(&mut cluster.command("squeue", &["--noheader"]))?.1.is_empty() {
        told(place, folder, begun, &mut last)?;
        std::thread::sleep(Duration::from_millis(200));
    }
    let seconds = begun.elapsed().as_secs_f64();
    // Whatever the queue says, the results decide.
    run(place, &["farm", "gather", folder, "-o", "all"])?;
    Ok(seconds)
}
