//! `make mutate` through a farm: some targets with a few mutants of each, here and through Slurm, from nothing.
use super::place::Place;
use super::slurm::Cluster;
use std::error::Error;
use std::path::Path;

/// Coalescers beside their models, and units by their own tests.
const TARGETS: &str = "coalescer-compact=20 coalescer-serial=20 select=20 regs=20 sample_format=20 wishbone=20";
/// Slurm's index of an array is below it.
const MAX_ARRAY_SIZE: u32 = 1_001;

/// Prints how long the targets take, or those of the words, and refuses tables that differ.
pub fn table(words: &[String]) -> Result<(), Box<dyn Error>> {
    super::needs_slurm()?;
    let only = if words.is_empty() { TARGETS.to_string() } else { words.join(" ") };
    let targets = only.split(' ').count();
    let place = Place::new("mutants")?;
    println!("| where | targets | mutants | caught or equivalent | s | the same bytes |");
    println!("|--|--:|--:|--:|--:|--|");
    let (seconds, here) = made("local", "--limit 2", &only, place.path(), None)?;
    row("here, two at a time", targets, &here, seconds, "");
    let cluster = Cluster::start(MAX_ARRAY_SIZE);
    let (seconds, there) = made("slurm", "", &only, place.path(), Some(&cluster))?;
    if here != there {
        return Err(format!("the tables differ:\n{here}\n{there}").into());
    }
    row("Slurm with two nodes here", targets, &there, seconds, "yes");
    Ok(())
}

/// Makes the tables in a folder and a cache of their own, so that no verdict is there yet.
fn made(
    on: &str,
    with: &str,
    only: &str,
    place: &Path,
    cluster: Option<&Cluster>,
) -> Result<(f64, String), Box<dyn Error>> {
    eprintln!("farm: make mutate ON={on}");
    let folder = |name: &str| place.join(format!("{name}-{on}"));
    let mut words = vec!["--silent".to_string(), "mutate".into(), "NO_SETUP=1".into()];
    words.extend([("ON", on), ("WITH", with), ("ONLY", only)].map(|(name, value)| format!("{name}={value}")));
    words.push(format!("OUT={}", folder("out").display()));
    words.push(format!("TREETAP_CACHE={}", folder("cache").display()));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut make = super::command("make", &words, cluster);
    super::timed(make.current_dir(env!("CARGO_MANIFEST_DIR")))
}

/// A row, of what the tables say: mutants are in the fourth cell of their rows, survivors in the last but one.
fn row(place: &str, targets: usize, text: &str, seconds: f64, same: &str) {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().replace(',', "")).collect::<Vec<_>>();
    let rows = text.lines().map(cells).filter(|cells| cells.len() == 12);
    let counts: Vec<[u64; 2]> = rows.filter_map(|row| Some([row[4].parse().ok()?, row[9].parse().ok()?])).collect();
    let [mutants, survived] = [0, 1].map(|at| counts.iter().map(|count| count[at]).sum::<u64>());
    println!("| {place} | {targets} | {mutants} | {} | {seconds:.0} | {same} |", mutants - survived);
}
