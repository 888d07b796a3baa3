//! What the paper says, beside what is found here.
use crate::beside::{held, range};
use crate::runs::{BASELINE, Build, Look, Run, paper};
use crate::table::table;
use treetap::report::as_percent;

/// Overhead that the paper stays below.
const OVERHEAD: f64 = 0.02;
/// Largest difference in error of a slower co-processor that is still comparable.
const COMPARABLE: f64 = 0.05;

fn ours(run: &Run, build: Build) -> &Look {
    run.coproc(build).seen.last()
}

/// The programs of which something holds.
fn of(runs: &[Run], holds: impl Fn(&Run) -> bool + Copy) -> String {
    held(runs.iter().map(|run| (&run.name[..], holds(run))))
}

/// A row for each claim: it, the paper's figure, ours, and of which programs it holds.
pub fn all(runs: &[Run]) {
    let base = |run: &Run| *ours(run, BASELINE);
    let times = |run: &Run| run.simple.last().errors.rms / base(run).errors.rms;
    let cost = |run: &Run| run.share(base(run).cycles[1]);
    let sampler = |run: &Run| run.share(run.simple.last().cycles[1]);
    let sooner = |run: &Run| {
        let until = |seen: &crate::runs::Seen| seen.until(0.5).unwrap_or(u64::MAX) as f64;
        until(&run.simple) / until(&run.coproc(BASELINE).seen)
    };
    let slower = |run: &Run| ours(run, paper(256, 8)).errors.rms - base(run).errors.rms;
    let small = |run: &Run| run.share(ours(run, paper(64, 1)).cycles[1]) / cost(run);
    let rows: [[String; 4]; 8] = [
        [
            "estimates within 5 %, weighted".into(),
            "most".into(),
            range(runs.iter().map(|run| base(run).errors.close_weight), as_percent),
            of(runs, |run| base(run).errors.close_weight > 0.5),
        ],
        [
            "overhead".into(),
            "below 2 %".into(),
            range(runs.iter().map(cost), as_percent),
            of(runs, |run| cost(run) < OVERHEAD),
        ],
        [
            "overhead, as a part of the sampler's".into(),
            "below 1; 0.7 and 0.55 of the two largest".into(),
            range(runs.iter().map(|run| cost(run) / sampler(run)), |value| format!("{value:.2}")),
            of(runs, |run| cost(run) < sampler(run)),
        ],
        [
            "error lower than the sampler's".into(),
            "most programs".into(),
            range(runs.iter().map(times), |value| format!("{value:.1} times")),
            of(runs, |run| times(run) > 1.0),
        ],
        [
            "error 4 times lower".into(),
            "4 and 8 times, the two largest".into(),
            range(runs.iter().map(times), |value| format!("{value:.1} times")),
            of(runs, |run| times(run) >= 4.0),
        ],
        [
            "an error of 0.5 sooner than the sampler".into(),
            "gcc: much sooner".into(),
            range(runs.iter().map(sooner), |value| format!("{value:.1} times")),
            of(runs, |run| sooner(run) > 1.0),
        ],
        [
            "64 slots: overhead, as a part of that of 256".into(),
            "slightly lower".into(),
            range(runs.iter().map(small), |value| format!("{value:.2}")),
            of(runs, |run| small(run) < 1.0),
        ],
        [
            "clock of 1/8: error, less that at the core's clock".into(),
            "comparable".into(),
            range(runs.iter().map(slower), |value| format!("{value:.3}")),
            of(runs, |run| slower(run).abs() < COMPARABLE),
        ],
    ];
    table("coproc-beside-the-paper", &["claim", "the paper", "here", "holds of"], &rows.map(|row| row.to_vec()));
}
