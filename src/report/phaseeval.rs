//! Profiles of sampled intervals beside the exact one: what `treetap phaseeval` shows, in the shape of the figures of
//! Nagpurkar et al.
use super::plots::{self, Series};
use super::table::{align_numbers, grid};
use super::{as_percent, grouped};
use crate::analysis::phaseeval::baseline::Baseline;
use crate::analysis::phaseeval::{Costs, Curve, ERROR, Point, Sent, Sweep, average, reduction};
use crate::spec::interval::Kind;
use comfy_table::Table as Grid;
use serde_json::{Value, json};

/// Figures that can be asked for.
pub const FIGURES: [u32; 6] = [8, 10, 11, 12, 13, 15];
/// Percents sampled that errors are shown at.
const PERCENTS: [f64; 7] = [1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 25.0];

/// A program and what was found in its log.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Instructions of an interval.
    pub len: u32,
    /// Intervals.
    pub intervals: usize,
    /// What the tracker found at the threshold that was asked for.
    pub tracked: Tracked,
    /// Figure 8: methods, call sites, call pairs, calls, branches.
    pub statistics: [u64; 5],
    /// Every kind that was asked for.
    pub sweeps: Vec<(Kind, Costs, Sweep)>,
}

/// What the tracker found.
#[derive(Clone, Copy, Debug)]
pub struct Tracked {
    /// Threshold in percent of an interval.
    pub pct: u32,
    /// Phases.
    pub phases: u64,
    /// Intervals whose phase was predicted.
    pub predicted: u64,
    /// Intervals that were sampled for their phase, and in vain.
    pub sampled: [u64; 2],
}

fn finished(mut grid: Grid, words: usize) -> String {
    align_numbers(&mut grid, words);
    grid.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn millions(cycles: Option<f64>) -> String {
    cycles.map_or("-".into(), |cycles| format!("{:.3}", cycles / 1e6))
}

fn less(other: Option<f64>, some: Option<f64>) -> String {
    other.zip(some).map_or("-".into(), |(other, some)| reduction(other, some).to_string())
}

/// For people: the figures that were asked for.
pub fn text(programs: &[Program], figures: &[u32]) -> String {
    let mut text = tracked(programs);
    for (figure, shown) in FIGURES.into_iter().zip([figure8, figure10, figure11, figure12, figure13, figure15]) {
        if figures.contains(&figure) {
            text += &shown(programs);
        }
    }
    text
}

fn tracked(programs: &[Program]) -> String {
    let mut grid = grid(&["program", "intervals", "of", "threshold", "phases", "predicted", "sampled", "in vain"]);
    for Program { name, len, intervals, tracked, .. } in programs {
        let Tracked { pct, phases, predicted, sampled } = *tracked;
        let [sampled, vain] = sampled.map(grouped);
        let rate = as_percent(predicted as f64 / (*intervals).max(1) as f64);
        let cells = [grouped(*intervals as u64), grouped((*len).into()), format!("{pct} %"), grouped(phases), rate];
        grid.add_row([vec![name.clone()], cells.to_vec(), vec![sampled, vain]].concat());
    }
    format!("Phases (on line, golden model of the tracker)\n{}\n", finished(grid, 1))
}

fn figure8(programs: &[Program]) -> String {
    let mut grid =
        grid(&["program", "methods", "call sites", "call pairs", "calls", "branches", "instructions (millions)"]);
    for program in programs {
        let mut cells = vec![program.name.clone()];
        cells.extend(program.statistics.map(grouped));
        cells.push(format!("{:.2}", program.intervals as f64 * f64::from(program.len) / 1e6));
        grid.add_row(cells);
    }
    format!("Figure 8: what the programs hold\n{}\n", finished(grid, 1))
}

/// A program, what its events cost, and one kind of profile of it.
type Swept<'a> = (&'a Program, &'a Costs, &'a Sweep);

/// Each kind with the sweeps of all programs.
fn kinds(programs: &[Program]) -> Vec<(Kind, Vec<Swept<'_>>)> {
    let of = |kind: Kind| {
        let sweeps = programs.iter().flat_map(|program| program.sweeps.iter().map(move |sweep| (program, sweep)));
        sweeps
            .filter(|(_, sweep)| sweep.0 == kind)
            .map(|(program, (_, costs, sweep))| (program, costs, sweep))
            .collect()
    };
    Kind::ALL.into_iter().map(|kind| (kind, of(kind))).filter(|(_, sweeps): &(_, Vec<_>)| !sweeps.is_empty()).collect()
}

fn figure10(programs: &[Program]) -> String {
    let mut text = String::new();
    for (kind, sweeps) in kinds(programs) {
        let curves = |sweep: &Sweep| -> Vec<Curve> {
            let random = sweep.curve("random").cloned().map(|curve| Curve { name: "random sampling", ..curve });
            sweep.policies.iter().cloned().chain(random).collect()
        };
        let names: Vec<_> = sweeps.first().map(|(.., sweep)| curves(sweep)).unwrap_or_default();
        let header: Vec<&str> = ["program"].into_iter().chain(names.iter().map(|curve| curve.name)).collect();
        let mut grid = grid(&header);
        let cell = |curve: &Curve| {
            let at = curve.at(1.0);
            at.map_or("-".into(), |point| format!("{} at {:.2} %", as_percent(point.error), point.percent))
        };
        for (program, _, sweep) in &sweeps {
            let cells = curves(sweep).iter().map(cell).collect::<Vec<_>>();
            grid.add_row([vec![program.name.clone()], cells].concat());
        }
        text += &format!(
            "Figure 10: error at 1 % sampled at most, by which interval stands for a phase: {}\n{}\n",
            kind.name(),
            finished(grid, 1)
        );
    }
    text
}

/// A mean over programs of what is read off a curve; how many programs have it.
fn mean(sweeps: &[Swept], name: &str, read: impl Fn(&Point) -> f64, percent: f64) -> Option<(f64, usize)> {
    let found = sweeps.iter().filter_map(|(.., sweep)| sweep.curve(name)?.at(percent)).map(read).collect::<Vec<_>>();
    average(found.iter().copied()).map(|mean| (mean, found.len()))
}

/// The four curves of figures 11 and 12, and a fifth: by phases on line and by an oracle.
const CURVES: [(&str, &str, bool); 5] = [
    ("phase, oracle", "phase, oracle", false),
    ("phase", "phase, on line", false),
    ("periodic", "periodic", false),
    ("random", "average random", false),
    ("random", "max random", true),
];

/// Means of what is read of points; the largest of the seeds too if `worst`.
fn errors(programs: &[Program], worst: bool, read: fn(&Point, bool) -> f64) -> String {
    let mut text = String::new();
    let curves: Vec<_> = CURVES.into_iter().filter(|(.., largest)| worst || !largest).collect();
    for (kind, sweeps) in kinds(programs) {
        let header: Vec<&str> =
            ["percent sampled, at most"].into_iter().chain(curves.iter().map(|curve| curve.1)).collect();
        let mut grid = grid(&header);
        for percent in PERCENTS {
            let cell = |&(curve, _, worst): &(&str, &str, bool)| {
                let found = mean(&sweeps, curve, |point| read(point, worst), percent);
                let shown = |(error, count): (f64, usize)| match count == sweeps.len() {
                    true => as_percent(error),
                    false => format!("{} ({count} of {})", as_percent(error), sweeps.len()),
                };
                found.map_or("-".into(), shown)
            };
            let cells = curves.iter().map(cell).collect();
            grid.add_row([vec![format!("{percent}")], cells].concat());
        }
        text += &format!("{}, mean of {} programs\n{}", kind.name(), sweeps.len(), finished(grid, 0));
    }
    text
}

fn figure11(programs: &[Program]) -> String {
    let table = errors(programs, true, |point, worst| if worst { point.worst } else { point.error });
    format!("Figure 11: error against percent sampled\n{table}\n{}", guard(programs))
}

/// Periodic sampling with every offset.
fn guard(programs: &[Program]) -> String {
    let mut text = String::new();
    for (kind, sweeps) in kinds(programs) {
        let mut grid = grid(&["program", "period", "least", "average", "largest"]);
        for (program, _, sweep) in &sweeps {
            for offsets in sweep.offsets.iter().filter(|offsets| [5, 10, 20, 100].contains(&offsets.n)) {
                let [least, mean, most] = offsets.errors.map(as_percent);
                grid.add_row([program.name.clone(), offsets.n.to_string(), least, mean, most]);
            }
        }
        text += &format!("Periodic sampling from every offset: {}\n{}\n", kind.name(), finished(grid, 1));
    }
    text
}

fn figure12(programs: &[Program]) -> String {
    let missed = errors(programs, false, |point, _| point.missed);
    let hot = errors(programs, false, |point, _| point.hot);
    format!("Figure 12: hot names that are missed\n{missed}\nError of the counts of hot names\n{hot}\n")
}

fn figure13(programs: &[Program]) -> String {
    let mut text = String::new();
    for (kind, sweeps) in kinds(programs) {
        let header =
            ["program", "phase, oracle", "on line", "periodic", "% less", "random", "% less"].map(String::from);
        let mut grid = grid(&header.each_ref().map(|name| &name[..]));
        let mut columns: [Vec<f64>; 4] = Default::default();
        for (program, costs, sweep) in &sweeps {
            let cycles = sweep.cycles(costs);
            let [oracle, online, periodic, random] = cycles;
            // The mean is that of programs in which all of them come so near.
            if let [Some(_), _, Some(_), Some(_)] = cycles {
                columns.iter_mut().zip(cycles).for_each(|(column, cycles)| column.extend(cycles));
            }
            let lesser = [less(periodic, oracle), less(random, oracle)];
            let [periodic, random] = [periodic, random].map(millions);
            let [a, b] = lesser;
            grid.add_row([program.name.clone(), millions(oracle), millions(online), periodic, a, random, b]);
        }
        let mean = format!("Average of {}", columns[0].len());
        let [oracle, online, periodic, random] = columns.map(average);
        let lesser = [less(periodic, oracle), less(random, oracle)];
        let [a, b] = lesser;
        let cells = [millions(oracle), millions(online), millions(periodic), a, millions(random), b];
        grid.add_row([vec![mean], cells.to_vec()].concat());
        let costs = sweeps[0].1;
        text += &format!(
            "Figure 13: cycles in millions at {} error, L = {}, H = {}: {}\n{}\n",
            as_percent(ERROR),
            costs.line,
            costs.handler,
            kind.name(),
            finished(grid, 1)
        );
    }
    text
}

fn figure15(programs: &[Program]) -> String {
    let mut text = String::new();
    for (kind, sweeps) in kinds(programs) {
        let mut grid = grid(&["program", "protocol", "strategy", "sampled", "error", "instructions", "bytes", "mJ"]);
        for (program, _, sweep) in &sweeps {
            for row in &sweep.sent {
                grid.add_row([
                    program.name.clone(),
                    row.protocol.to_string(),
                    row.strategy.to_string(),
                    format!("{:.2} %", row.point.percent),
                    as_percent(row.point.error),
                    grouped(row.spent.instructions),
                    grouped(row.spent.bytes),
                    format!("{:.3}", 1e3 * row.spent.joules),
                ]);
            }
        }
        text +=
            &format!("Figure 15: what is spent at {} error: {}\n{}", as_percent(ERROR), kind.name(), finished(grid, 3));
        text += &format!("{}\n", reductions(&sweeps));
    }
    text
}

/// What a row of figure 15 has, in the unit that is shown.
type Reading = fn(&Sent) -> f64;
/// What figure 15 is about.
const READINGS: [(&str, Reading); 3] = [
    ("energy (mJ)", |row| 1e3 * row.spent.joules),
    ("instructions", |row| row.spent.instructions as f64),
    ("bytes", |row| row.spent.bytes as f64),
];
const PROTOCOLS: [&str; 2] = ["end", "interleaved"];
/// Strategies that figure 15 compares.
const STRATEGIES: [&str; 3] = ["phase, oracle", "periodic", "random"];

/// Means of the strategies over the programs in which each of them comes within the error, and how many these are.
fn spent(sweeps: &[Swept], protocol: &str, read: Reading) -> (usize, [Option<f64>; STRATEGIES.len()]) {
    let of = |sweep: &Sweep, strategy: &str| {
        let found = sweep.sent.iter().find(|row| row.strategy == strategy && row.protocol == protocol);
        found.map(read)
    };
    let row = |(.., sweep): &Swept| STRATEGIES.iter().map(|strategy| of(sweep, strategy)).collect::<Option<Vec<f64>>>();
    let rows: Vec<Vec<f64>> = sweeps.iter().filter_map(row).collect();
    (rows.len(), std::array::from_fn(|at| average(rows.iter().map(|row| row[at]))))
}

/// Averages over the programs in which every strategy comes within the error, and what phases save.
fn reductions(sweeps: &[Swept]) -> String {
    let mut grid = grid(&["mean of", "protocol", "programs", "phase", "periodic", "% less", "random", "% less"]);
    for (name, read) in READINGS {
        for protocol in PROTOCOLS {
            let (count, [phase, periodic, random]) = spent(sweeps, protocol, read);
            let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
            grid.add_row([
                name.to_string(),
                protocol.to_string(),
                count.to_string(),
                shown(phase),
                shown(periodic),
                less(periodic, phase),
                shown(random),
                less(random, phase),
            ]);
        }
    }
    finished(grid, 2)
}

/// Every point with its exact figures.
pub fn csv(programs: &[Program]) -> String {
    let mut text =
        "program,len,intervals,kind,strategy,parameter,samples,percent,error,worst,missed,hot,unsampled,events\n"
            .to_string();
    for Program { name, len, intervals, sweeps, .. } in programs {
        for (kind, _, sweep) in sweeps {
            let policies = sweep.policies.iter().map(|curve| (format!("policy {}", curve.name), curve));
            let curves = sweep.curves.iter().map(|curve| (curve.name.replace(',', ""), curve));
            for (strategy, curve) in curves.chain(policies) {
                for point in &curve.points {
                    let Point { parameter, samples, percent, error, worst, missed, hot, unsampled, events } = point;
                    text += &format!("{name},{len},{intervals},{},{strategy},{parameter},{samples},", kind.name());
                    text += &format!("{percent:.4},{error:.6},{worst:.6},{missed:.6},{hot:.6},{unsampled},{events}\n");
                }
            }
        }
    }
    text
}

/// A program without profiling.
#[derive(Clone, Debug)]
pub struct Unprofiled {
    /// Its name.
    pub name: String,
    /// Branches in its code, and direct jumps without a link register.
    pub branches: u64,
    /// What its run took.
    pub run: Baseline,
}

/// Figure 14(a), for people.
pub fn unprofiled(programs: &[Unprofiled]) -> String {
    let mut grid = grid(&[
        "program",
        "branches in the code",
        "branches (millions)",
        "instructions (millions)",
        "cache miss rate",
        "J",
        "s",
    ]);
    for Unprofiled { name, branches, run } in programs {
        let millions = |count: u64| format!("{:.2}", count as f64 / 1e6);
        let rate = format!("{:.4}", run.miss_rate());
        let spent = [format!("{:.3}", run.joules), format!("{:.3}", run.seconds)];
        let cells = [grouped(*branches), millions(run.branches), millions(run.instructions), rate];
        grid.add_row([&[name.clone()][..], &cells, &spent].concat());
    }
    format!("Figure 14(a): the programs without profiling\n{}", finished(grid, 1))
}

/// The JSON contract of figure 14(a).
pub fn unprofiled_contract(programs: &[Unprofiled]) -> Value {
    let of = |Unprofiled { name, branches, run }: &Unprofiled| {
        let [code, data] = run.caches.map(|cache| json!({ "accesses": cache.accesses, "misses": cache.misses }));
        json!({
            "program": name, "static_branches": branches, "branches": run.branches, "instructions": run.instructions,
            "code_cache": code, "data_cache": data, "miss_rate": run.miss_rate(), "joules": run.joules,
            "seconds": run.seconds,
        })
    };
    programs.iter().map(of).collect()
}

/// The JSON contract.
pub fn contract(programs: &[Program]) -> Value {
    let point = |point: &Point| {
        json!({
            "parameter": point.parameter, "samples": point.samples, "percent": point.percent, "error": point.error,
            "worst": point.worst, "missed": point.missed, "hot": point.hot, "unsampled": point.unsampled,
            "events": point.events,
        })
    };
    let curve =
        |curve: &Curve| json!({ "name": curve.name, "points": curve.points.iter().map(point).collect::<Vec<_>>() });
    let sweep = |(kind, costs, sweep): &(Kind, Costs, Sweep)| {
        let [oracle, online, periodic, random] = sweep.cycles(costs);
        json!({
            "kind": kind.name(), "keys": sweep.keys, "events": sweep.events, "handler": costs.handler,
            "curves": sweep.curves.iter().map(curve).collect::<Vec<_>>(),
            "policies": sweep.policies.iter().map(curve).collect::<Vec<_>>(),
            "offsets": sweep.offsets.iter().map(|o| json!({ "period": o.n, "errors": o.errors })).collect::<Vec<_>>(),
            "cycles": { "oracle": oracle, "online": online, "periodic": periodic, "random": random },
            "sent": sweep.sent.iter().map(|row| json!({
                "strategy": row.strategy, "protocol": row.protocol, "percent": row.point.percent,
                "error": row.point.error,
                "instructions": row.spent.instructions, "bytes": row.spent.bytes, "joules": row.spent.joules,
                "seconds": row.spent.seconds,
            })).collect::<Vec<_>>(),
        })
    };
    let program = |program: &Program| {
        let Tracked { pct, phases, predicted, sampled } = program.tracked;
        let [methods, sites, pairs, calls, branches] = program.statistics;
        json!({
            "program": program.name, "len": program.len, "intervals": program.intervals, "pct": pct, "phases": phases,
            "statistics": { "methods": methods, "sites": sites, "pairs": pairs, "calls": calls, "branches": branches },
            "predicted": predicted, "sampled": sampled[0], "discarded": sampled[1],
            "sweeps": program.sweeps.iter().map(sweep).collect::<Vec<_>>(),
        })
    };
    json!(programs.iter().map(program).collect::<Vec<_>>())
}

/// A picture: what its file is called after the kind, and how it is drawn.
pub type Picture = (&'static str, fn(&[Program], Kind) -> String);
/// The pictures of each kind of profile: figures 10, 11, 12, and twice 15.
pub const PICTURES: [Picture; 5] = [
    ("policies", policies),
    ("error", |programs, kind| picture(programs, kind, false)),
    ("missed", |programs, kind| picture(programs, kind, true)),
    ("energy", |programs, kind| sent(programs, kind, 0)),
    ("bytes", |programs, kind| sent(programs, kind, 2)),
];

/// The sweeps of a kind.
fn of_kind(programs: &[Program], kind: Kind) -> Vec<Swept<'_>> {
    kinds(programs).into_iter().find(|(found, _)| *found == kind).map(|(_, sweeps)| sweeps).unwrap_or_default()
}

/// Errors at 1 % sampled, by which interval stands for a phase, as figure 10 draws them.
fn policies(programs: &[Program], kind: Kind) -> String {
    let sweeps = of_kind(programs, kind);
    let names: Vec<&str> = sweeps.first().map(|s| s.2.policies.iter().map(|c| c.name).collect()).unwrap_or_default();
    let error = |sweep: &Sweep, at: usize| sweep.policies[at].at(1.0).map(|point| 100.0 * point.error);
    // Programs of which a choice has no point so low have no bars.
    let drawn: Vec<_> = sweeps.iter().filter(|s| (0..names.len()).all(|at| error(s.2, at).is_some())).collect();
    let series = |(at, name): (usize, &&'static str)| Series {
        name,
        values: drawn.iter().filter_map(|(.., sweep)| error(sweep, at)).collect(),
    };
    let series: Vec<Series<f64>> = names.iter().enumerate().map(series).collect();
    let groups: Vec<&str> = drawn.iter().map(|(program, ..)| program.name.as_str()).collect();
    let title = format!("error at 1 % sampled at most, by which interval stands for a phase: {}", kind.name());
    plots::bars(&title, "%", &groups, &series, &[])
}

/// Means of what is spent at 5 % error, as figure 15 draws them.
fn sent(programs: &[Program], kind: Kind, reading: usize) -> String {
    let sweeps = of_kind(programs, kind);
    let (what, read) = READINGS[reading];
    let found = PROTOCOLS.map(|protocol| spent(&sweeps, protocol, read));
    let series = |(at, name): (usize, &&'static str)| Series {
        name,
        values: found.iter().filter_map(|(_, means)| means[at]).collect(),
    };
    let series: Vec<Series<f64>> = STRATEGIES.iter().enumerate().map(series).collect();
    let title = format!("{what} at {} error: {}, mean of {} programs", as_percent(ERROR), kind.name(), found[0].0);
    plots::bars(&title, what, &["at end", "interleaved"], &series, &[])
}

/// The mean of the curves of all programs, from 0 to 25 % sampled, as figures 11 and 12 draw them.
fn picture(programs: &[Program], kind: Kind, missed: bool) -> String {
    let sweeps = &of_kind(programs, kind)[..];
    let read = |point: &Point, worst: bool| match (missed, worst) {
        (true, _) => point.missed,
        (_, true) => point.worst,
        _ => point.error,
    };
    let curves: Vec<Series<[f64; 2]>> = CURVES
        .into_iter()
        .filter(|(.., worst)| !(missed && *worst))
        .map(|(curve, name, worst)| {
            let at = |quarter: u32| {
                let percent = f64::from(quarter) / 4.0;
                let (error, count) = mean(sweeps, curve, |point| read(point, worst), percent)?;
                (count == sweeps.len()).then_some([percent, 100.0 * error])
            };
            Series { name, values: (1..=100).filter_map(at).collect() }
        })
        .collect();
    let most = curves.iter().flat_map(|series| series.values.iter().map(|at| at[1])).fold(5.0, f64::max);
    let what = if missed { "hot names missed" } else { "error" };
    let title = format!("{what} against percent sampled: {}, mean of {} programs", kind.name(), sweeps.len());
    plots::lines(&title, ["% of the intervals sampled", "%"], [25.0, (1.05 * most).min(100.0)], &curves, &[])
}
