//! The figures of the paper as tables and charts.
use crate::runs::{BASELINE, BUILDS, Build, MOST_OFTEN, OFTEN, Ran, Run, Seen, paper};
use crate::table::table;
use std::path::Path;
use treetap::analysis::coproc::truth::{CLOSE, Point};
use treetap::host::coproc::EACH;
use treetap::report::plots::{self, Series};
use treetap::report::{as_percent, grouped};
use treetap::spec::counters::Counter;

/// How often the values of a row of Fig. 5 came.
const OFTEN_CAME: [(&str, u32, u32); 3] =
    [("200 to 999", 200, 1000), ("1,000 to 9,999", 1000, 10_000), ("10,000 and more", 10_000, u32::MAX)];
/// Millions of instructions of the rows of Fig. 7.
const TIMES: [u64; 7] = [1, 2, 5, 10, 20, 50, 100];
/// Errors of Fig. 8.
const REACHED: [f64; 3] = [0.5, 0.3, 0.2];
const MILLION: f64 = 1e6;

/// Every table.
pub fn all(runs: &[Run]) {
    programs(runs);
    values(runs);
    errors(runs);
    over_time(runs);
    reached(runs);
    entries(runs);
    clocks(runs);
    again(runs);
}

/// A part of each run by itself, in which everything is sampled once, or every million instructions.
pub fn part(runs: &[Run]) {
    let row = |run: &Run| {
        let of = |renew| run.coproc(Build { renew, ..BASELINE });
        let simple = run.simple.last();
        let shown = |seen: &Seen| {
            let last = seen.last();
            [error(last.errors.rms), as_percent(run.share(last.cycles[1]))]
        };
        let ([plain, sampler], [once, less], [often, more]) =
            (shown(&run.simple), shown(&of(0).seen), shown(&of(MOST_OFTEN).seen));
        let times = format!("{:.1}", simple.errors.rms / of(0).seen.last().errors.rms);
        vec![[run.points.to_string(), plain, sampler, once, times, less, complete(of(0)), often, more]]
    };
    let columns = [
        "program",
        "points",
        "sampler: error",
        "overhead",
        "once: error",
        "times lower",
        "its overhead",
        "complete after (millions)",
        "every million: error",
        "with overhead",
    ];
    table("coproc-part", &columns, &rows(runs, row));
}

/// Millions of instructions until a profile was complete.
fn complete(ran: &Ran) -> String {
    let over = ran.totals.over.filter(|_| ran.totals.complete);
    over.map_or("-".into(), |at| format!("{:.1}", at as f64 / MILLION))
}

fn error(rms: f64) -> String {
    format!("{rms:.3}")
}

fn rows<const N: usize>(runs: &[Run], row: impl Fn(&Run) -> Vec<[String; N]>) -> Vec<Vec<String>> {
    let named = |run: &Run| {
        let rows = row(run);
        rows.into_iter().map(|cells| [vec![run.name.clone()], cells.to_vec()].concat()).collect::<Vec<_>>()
    };
    runs.iter().flat_map(named).collect()
}

fn programs(runs: &[Run]) {
    let row = |run: &Run| {
        let [places, distinct, points] = [run.places, run.distinct, run.points].map(|count| grouped(count as u64));
        let millions = |count: u64| format!("{:.2}", count as f64 / MILLION);
        vec![[millions(run.retired), millions(run.loads), places, distinct, points]]
    };
    let columns =
        ["program", "instructions (millions)", "loads (millions)", "loads in the code", "different values", "points"];
    table("coproc-programs", &columns, &rows(runs, row));
}

/// Fig. 5.
fn values(runs: &[Run]) {
    let row = |run: &Run| {
        let group = |(name, least, below): (&str, u32, u32)| {
            let of = |seen: &Seen| {
                let within = |(point, _): &&(Point, Option<f64>)| (least..below).contains(&point.count);
                let points: Vec<_> = seen.points.iter().filter(within).collect();
                let missed = points.iter().filter(|(_, found)| found.is_none()).count();
                let close =
                    |(point, found): &&&(Point, Option<f64>)| (found.unwrap_or(0.0) - point.invariance).abs() <= CLOSE;
                (points.len(), missed, points.iter().filter(close).count())
            };
            let ((points, missed, close), (_, lost, near)) = (of(&run.coproc(BASELINE).seen), of(&run.simple));
            let share = |count: usize| if points == 0 { "-".into() } else { as_percent(count as f64 / points as f64) };
            [name.into(), points.to_string(), missed.to_string(), share(close), lost.to_string(), share(near)]
        };
        OFTEN_CAME.map(group).to_vec()
    };
    let columns = ["program", "came", "points", "missed", "within 5 %", "sampler: missed", "sampler: within 5 %"];
    table("coproc-values", &columns, &rows(runs, row));
}

/// Fig. 6.
fn errors(runs: &[Run]) {
    let row = |run: &Run| {
        let (simple, ours) = (run.simple.last(), run.coproc(BASELINE).seen.last());
        let share = |cycles: u64| as_percent(run.share(cycles));
        let times = simple.errors.rms / ours.errors.rms;
        let [least, middle, most] = ours.cycles.map(share);
        let [simply, better] = [simple.errors.rms, ours.errors.rms].map(error);
        let between = format!("{least} to {most}");
        vec![[simply, better, format!("{times:.1}"), share(simple.cycles[1]), middle, between]]
    };
    let each = format!("with {} to {}", EACH[0], EACH[2]);
    let columns =
        ["program", "error: sampler", "co-processor", "times lower", "overhead: sampler", "the co-processor's", &each];
    table("coproc-errors", &columns, &rows(runs, row));
}

/// Fig. 7.
fn over_time(runs: &[Run]) {
    let row = |run: &Run| {
        let both = run.simple.looks.iter().zip(&run.coproc(BASELINE).seen.looks);
        let shown = both.filter(|(look, _)| TIMES.iter().any(|time| time * 1_000_000 == look.at));
        let cells = shown.map(|(simple, ours)| {
            let of = |rms: f64, cycles: u64| [error(rms), as_percent(cycles as f64 / simple.at as f64)];
            let [simply, cost] = of(simple.errors.rms, simple.cycles[1]);
            let [better, less] = of(ours.errors.rms, ours.cycles[1]);
            [grouped(simple.at / 1_000_000), simply, better, cost, less]
        });
        cells.collect()
    };
    let columns = [
        "program",
        "instructions (millions)",
        "error: sampler",
        "co-processor",
        "overhead: sampler",
        "the co-processor's",
    ];
    table("coproc-time", &columns, &rows(runs, row));
}

/// Fig. 8.
fn reached(runs: &[Run]) {
    let row = |run: &Run| {
        let cells = REACHED.map(|rms| {
            let until = |seen: &Seen| seen.until(rms).map_or("-".into(), |at| format!("{:.1}", at as f64 / MILLION));
            let ours = [256, 128, 64].map(|entries| until(&run.coproc(paper(entries, 1)).seen));
            let [most, middle, least] = ours;
            [format!("{rms:.1}"), until(&run.simple), most, middle, least]
        });
        cells.to_vec()
    };
    let columns = ["program", "error", "sampler", "N = 256", "N = 128", "N = 64"];
    table("coproc-reached", &columns, &rows(runs, row));
}

/// What a co-processor did: samples, and how many were dropped; interrupts, those for thrashing, slots.
fn worked(run: &Run, build: Build) -> [String; 6] {
    let ran = run.coproc(build);
    let cost = ran.totals.cost;
    [
        grouped(ran.counts.get(Counter::Popped).into()),
        as_percent(ran.dropped()),
        as_percent(ran.busy),
        cost.interrupts.to_string(),
        ran.totals.thrashed.to_string(),
        grouped(cost.copied),
    ]
}

/// Fig. 9.
fn entries(runs: &[Run]) {
    let row = |run: &Run| {
        let cells = [256, 128, 64].map(|entries| {
            let last = run.coproc(paper(entries, 1)).seen.last();
            let [samples, _, _, interrupts, thrashed, copied] = worked(run, paper(entries, 1));
            let overhead = as_percent(run.share(last.cycles[1]));
            [entries.to_string(), error(last.errors.rms), overhead, samples, interrupts, thrashed, copied]
        });
        cells.to_vec()
    };
    let columns = ["program", "N", "error", "overhead", "samples", "interrupts", "of those for thrashing", "slots"];
    table("coproc-entries", &columns, &rows(runs, row));
}

/// The sensitivity to the clock.
fn clocks(runs: &[Run]) {
    let row = |run: &Run| {
        let shown =
            BUILDS.iter().filter(|build| build.renew == BASELINE.renew && (build.entries == 256 || build.built));
        let cells = shown.map(|build| {
            let machine = match (build.built, build.divider) {
                (true, _) => format!("as built, N = {}", build.entries),
                (false, 1) => "1".into(),
                (false, divider) => format!("1/{divider}"),
            };
            let last = run.coproc(*build).seen.last();
            let [samples, dropped, busy, ..] = worked(run, *build);
            [machine, error(last.errors.rms), as_percent(run.share(last.cycles[1])), samples, dropped, busy]
        });
        cells.collect()
    };
    let columns = ["program", "clock", "error", "overhead", "samples", "dropped", "busy"];
    table("coproc-clocks", &columns, &rows(runs, row));
}

/// What sampling everything again is worth.
fn again(runs: &[Run]) {
    let row = |run: &Run| {
        let cells = [0, BASELINE.renew, OFTEN, MOST_OFTEN].map(|renew| {
            let ran = run.coproc(Build { renew, ..BASELINE });
            let last = ran.seen.last();
            let when = match renew {
                0 => "never".into(),
                MOST_OFTEN => "every million".into(),
                _ => format!("every {} millions", renew / 1_000_000),
            };
            let alone = |text: String| if renew == 0 { text } else { "-".into() };
            [
                when,
                error(last.errors.rms),
                last.errors.missed.to_string(),
                as_percent(run.share(last.cycles[1])),
                ran.glacial.to_string(),
                alone(complete(ran)),
                alone(ran.masked.to_string()),
                alone(ran.aliased.to_string()),
            ]
        });
        cells.to_vec()
    };
    let columns = [
        "program",
        "sampled again",
        "error",
        "missed",
        "overhead",
        "glacial loads",
        "complete after (millions)",
        "masked",
        "masked by alias",
    ];
    table("coproc-again", &columns, &rows(runs, row));
}

/// Errors of all programs, and errors over time of each.
pub fn pictures(folder: &Path, runs: &[Run]) -> std::io::Result<()> {
    let names: Vec<&str> = runs.iter().map(|run| &run.name[..]).collect();
    let of = |seen: fn(&Run) -> &Seen| runs.iter().map(|run| seen(run).last().errors.rms).collect();
    let series = [
        Series { name: "simple sampler", values: of(|run| &run.simple) },
        Series { name: "co-processor, N = 256", values: of(|run| &run.coproc(BASELINE).seen) },
        Series { name: "N = 128", values: of(|run| &run.coproc(paper(128, 1)).seen) },
        Series { name: "N = 64", values: of(|run| &run.coproc(paper(64, 1)).seen) },
    ];
    let chart = plots::bars("Weighted error of invariances", "rms", &names, &series, &[]);
    std::fs::write(folder.join("coproc-errors.svg"), chart)?;
    for run in runs {
        estimates(folder, run)?;
        let points = |seen: &Seen| -> Vec<[f64; 2]> {
            seen.looks.iter().map(|look| [look.at as f64 / MILLION, look.errors.rms]).collect()
        };
        let series = [
            Series { name: "simple sampler", values: points(&run.simple) },
            Series { name: "co-processor, N = 256", values: points(&run.coproc(BASELINE).seen) },
            Series { name: "N = 64", values: points(&run.coproc(paper(64, 1)).seen) },
        ];
        let title = format!("Weighted error of invariances over time: {}", run.name);
        let end = [run.retired as f64 / MILLION, 1.0];
        let chart = plots::lines(&title, ["million instructions", "rms"], end, &series, &[]);
        std::fs::write(folder.join(format!("coproc-time-{}.svg", run.name)), chart)?;
    }
    Ok(())
}

/// Fig. 5: each point's estimate beside its invariance.
fn estimates(folder: &Path, run: &Run) -> std::io::Result<()> {
    let points = |seen: &Seen| -> Vec<[f64; 2]> {
        seen.points.iter().map(|(point, found)| [point.invariance, found.unwrap_or(0.0)].map(|x| 100.0 * x)).collect()
    };
    let series = [
        Series { name: "simple sampler", values: points(&run.simple) },
        Series { name: "co-processor, N = 256", values: points(&run.coproc(BASELINE).seen) },
    ];
    let title = format!("Estimates of invariances beside the true ones: {}", run.name);
    let axes = ["true, % of the load's executions", "estimate, %"];
    let chart = plots::scatter(&title, axes, [100.0, 100.0], &series);
    std::fs::write(folder.join(format!("coproc-estimates-{}.svg", run.name)), chart)
}
