//! How much faster the golden model of a whole trace is with several trees at a time (`treetap profile --jobs`): a
//! table of docs/measured/farm.md, as Markdown: `cargo run --release --example jobs [EVENTS]`. It drives the built
//! `treetap` (`$TREETAP`, else `target/release/treetap`). One tree and several take turns, and the ratio is that of the
//! medians; every profile has to have all events.
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use treetap::report::grouped;

/// Trees at a time.
const JOBS: [usize; 3] = [1, 2, 4];
/// Turns after one that does not count: it brings the trace into memory.
const TURNS: usize = 5;
/// Events unless another number is asked for.
const EVENTS: u64 = 100_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let events = std::env::args().nth(1).map_or(Ok(EVENTS), |word| word.parse())?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::create_dir_all(root.join("build"))?;
    let folder = tempfile::tempdir_in(root.join("build"))?;
    let program = std::env::var_os("TREETAP").map_or_else(|| root.join("target/release/treetap"), PathBuf::from);
    let run = |words: &[&str]| -> Result<f64, Box<dyn Error>> {
        let begun = Instant::now();
        let output = Command::new(&program).args(words).current_dir(folder.path()).stdin(Stdio::null()).output()?;
        let seconds = begun.elapsed().as_secs_f64();
        match output.status.success() {
            true => Ok(seconds),
            false => Err(format!("{}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr)).into()),
        }
    };
    eprintln!("jobs: a trace of {} events", grouped(events));
    run(&["trace", "convert", &format!("shape:zipf?events={events}&seed=1"), "--to", "u64", "-o", "t.u64"])?;
    let mut seconds = JOBS.map(|_| vec![]);
    for turn in 0..=TURNS {
        eprintln!("jobs: turn {turn} of {TURNS}");
        for (jobs, all) in JOBS.iter().zip(&mut seconds) {
            let took = run(&["profile", "t.u64", "--key-bits", "64", "--jobs", &jobs.to_string(), "--dump", "p.json"])?;
            let text = std::fs::read_to_string(folder.path().join("p.json"))?;
            let profile: serde_json::Value = serde_json::from_str(&text)?;
            if profile["n"].as_u64() != Some(events) {
                return Err(format!("{jobs} trees have {} of {events} events", profile["n"]).into());
            }
            if turn > 0 {
                all.push(took);
            }
        }
    }
    println!("| trees at a time | s, median of {TURNS} | fastest | slowest | 10^6 events/s | times one tree |");
    println!("|--:|--:|--:|--:|--:|--:|");
    let sorted = seconds.map(|mut all| {
        all.sort_by(f64::total_cmp);
        all
    });
    let one = sorted[0][TURNS / 2];
    for (jobs, all) in JOBS.iter().zip(&sorted) {
        let (median, fastest, slowest) = (all[TURNS / 2], all[0], all[TURNS - 1]);
        let rate = events as f64 / median / 1e6;
        println!("| {jobs} | {median:.2} | {fastest:.2} | {slowest:.2} | {rate:.1} | {:.2} |", one / median);
    }
    Ok(())
}
