//! The rates that tell how long a run on many machines takes, and what they come to.
use super::place::Place;
use super::run;
use std::error::Error;
use std::fs;
use std::path::Path;
use treetap::report::grouped;

/// The run that is looked at.
const EVENTS: f64 = 1e12;
const CORES: f64 = 1000.0;
/// Parts that each core does.
const PARTS: f64 = 10.0;
/// Profiles that are united to measure that.
const UNITED: usize = 200;

/// Prints the rates, and what they come to.
pub fn table(events: u64) -> Result<(), Box<dyn Error>> {
    let place = Place::new("scale")?;
    let plain = profile(place.path(), events, "t.u64")?;
    let zstd = profile(place.path(), events, "t.u64.zst")?;
    let parts: Vec<String> = (1..=UNITED).map(|part| format!("{part}.json")).collect();
    for (at, part) in parts.iter().enumerate() {
        let shard = format!("{}/{UNITED}", at + 1);
        run(place.path(), &["profile", "t.u64", "--key-bits", "64", "--shard", &shard, "--dump", part])?;
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let (merge, _) = run(place.path(), &[&["merge", "-o", "all.json"][..], &parts].concat())?;
    let merge = merge / UNITED as f64;
    let profiles = CORES * PARTS;
    println!("| what | `.u64` | `.u64.zst` |");
    println!("|--|--:|--:|");
    let bytes = |name: &str| fs::metadata(place.path().join(name)).map(|meta| meta.len() as f64);
    let (size, small) = (bytes("t.u64")? / events as f64, bytes("t.u64.zst")? / events as f64);
    let line =
        |what: &str, of: [f64; 2], digits: usize| println!("| {what} | {:.digits$} | {:.digits$} |", of[0], of[1]);
    println!("| events of the trace that is measured | {0} | {0} |", grouped(events));
    line("10^6 events/s of a core", [plain, zstd].map(|rate| rate / 1e6), 1);
    line("bytes of an event", [size, small], 2);
    line("ms to unite a profile", [merge * 1e3; 2], 2);
    line("10^12 events: TB", [size, small].map(|bytes| bytes * EVENTS / 1e12), 2);
    // A file for each part: nobody reads what comes before it.
    line(
        "minutes on 1,000 cores, a file for each of 10 parts",
        [plain, zstd].map(|rate| EVENTS / rate / CORES / 60.0),
        1,
    );
    line("GB/s that they read", [size * plain, small * zstd].map(|rate| rate * CORES / 1e9), 1);
    line("minutes to unite 10,000 profiles", [merge * profiles / 60.0; 2], 1);
    Ok(())
}

/// Writes a trace. Events in a second of it when it is read as a whole, without those of a run of one event.
fn profile(folder: &Path, events: u64, name: &str) -> Result<f64, Box<dyn Error>> {
    let shape = format!("shape:zipf?events={events}&seed=1");
    run(folder, &["trace", "convert", &shape, "--to", "u64", "-o", name])?;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let (seconds, _) = run(folder, &["profile", name, "--key-bits", "64", "--dump", "one.json"])?;
        best = best.min(seconds);
    }
    Ok(events as f64 / best)
}
