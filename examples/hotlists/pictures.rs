//! Charts: errors by scheme, errors over time, and what jitter is worth.
use crate::bias;
use crate::figures::mean;
use crate::runs::Run;
use crate::samplers::{APART, BURST, ENTRIES, Kept};
use std::path::Path;
use treetap::report::plots::{self, Mark, Series};
use treetap::spec::hotlist::Scheme::{Concise, Counting};

/// The distance whose chart of jitter is drawn.
const RESONANT: u32 = 4096;
const PLACES: [(&str, Kept); 4] = [
    ("COUNTING", Kept::Table(Counting, ENTRIES)),
    ("CONCISE", Kept::Table(Concise, ENTRIES)),
    ("COUNTING, one each", Kept::Each(Counting)),
    ("CONCISE, one each", Kept::Each(Concise)),
];

/// Every chart.
pub fn all(folder: &Path, runs: &[Run]) -> std::io::Result<()> {
    let names: Vec<&str> = runs.iter().map(|run| &run.name[..]).collect();
    let series = PLACES.map(|(name, kept)| {
        let error = |run: &Run| mean(&run.seeds(BURST, APART[2], kept), |found| found.shares.errors[2].rms);
        Series { name, values: runs.iter().map(error).collect() }
    });
    let title = "Weighted error of the shares of the four most frequent values, one of 64 instructions in bursts";
    std::fs::write(folder.join("hotlist-errors.svg"), plots::bars(title, "rms", &names, &series, &[]))?;
    let series = [false, true].map(|jitter| {
        let of = |run: &Run| bias::of(&run.placed, RESONANT)[usize::from(jitter)].skew(&run.truth.executed).most.1;
        let name = if jitter { "with jitter" } else { "without jitter" };
        Series { name, values: runs.iter().map(of).collect::<Vec<_>>() }
    });
    let title =
        format!("The instruction that was sampled most often for its share, a sample every {RESONANT} instructions");
    let fair = [Mark { name: "its share", at: 1.0 }];
    std::fs::write(folder.join("hotlist-jitter.svg"), plots::bars(&title, "times its share", &names, &series, &fair))?;
    for run in runs {
        let series = PLACES.map(|(name, kept)| {
            let of = run.looks.iter().filter(|look| look.kept == kept);
            Series { name, values: of.map(|look| [look.millions, look.shares.errors[2].rms]).collect() }
        });
        let end = [run.retired as f64 / 1e6, 1.0];
        let title = format!("Weighted error over time, one of 64 instructions in bursts: {}", run.name);
        let chart = plots::lines(&title, ["million instructions", "rms"], end, &series, &[]);
        std::fs::write(folder.join(format!("hotlist-time-{}.svg", run.name)), chart)?;
    }
    Ok(())
}
