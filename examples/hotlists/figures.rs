//! Tables of what hotlists found.
use crate::exact::MOST;
use crate::measures::{FREQUENT, Measured};
use crate::runs::Run;
use crate::samplers::{APART, BURST, BURSTS, ENTRIES, INVARIANT, Kept, SIZES};
use crate::table::table;
use treetap::report::{as_percent, grouped};
use treetap::spec::hotlist::Scheme::{Concise, Counting};

/// Where tuples go, but where sizes are compared.
const KEPT: [Kept; 4] =
    [Kept::Table(Counting, ENTRIES), Kept::Table(Concise, ENTRIES), Kept::Each(Counting), Kept::Each(Concise)];

/// Every table of this kind.
pub fn all(runs: &[Run]) {
    programs(runs);
    shares(runs);
    counts(runs);
    invariant(runs);
    sizes(runs);
    bursts(runs);
}

fn millions(count: u64) -> String {
    format!("{:.2}", count as f64 / 1e6)
}

fn programs(runs: &[Run]) {
    let row = |run: &Run| {
        let truth = &run.truth;
        let top = |least: f64| {
            let top = truth.hot.iter().filter_map(|hot| Some(hot.share(hot.top.first()?.1)));
            top.filter(|share| *share >= least).count().to_string()
        };
        let places = grouped(truth.places as u64);
        let distinct = grouped(truth.distinct as u64);
        let hot = truth.hot.len().to_string();
        let head = vec![run.name.clone(), millions(run.retired), millions(truth.tuples), places, distinct];
        [head, vec![hot, top(FREQUENT), top(INVARIANT)]].concat()
    };
    let columns = [
        "program",
        "instructions (millions)",
        "tuples (millions)",
        "instructions that give them",
        "different values",
        "hot",
        "frequent",
        "invariant",
    ];
    table("hotlist-programs", &columns, &runs.iter().map(row).collect::<Vec<_>>());
}

impl Run {
    /// What a place of a sampler has found with each seed.
    pub fn seeds(&self, burst: u8, apart: u32, kept: Kept) -> Vec<&Measured> {
        let of = |found: &&Measured| (found.burst, found.apart, found.kept) == (burst, apart, kept);
        self.measured.iter().filter(of).collect()
    }

    /// What it has found with the first one.
    pub fn found(&self, burst: u8, apart: u32, kept: Kept) -> &Measured {
        self.seeds(burst, apart, kept)[0]
    }
}

/// The mean over seeds, as text.
pub fn mean(seeds: &[&Measured], of: impl Fn(&Measured) -> f64) -> f64 {
    seeds.iter().map(|found| of(found)).sum::<f64>() / seeds.len() as f64
}

fn error(value: f64) -> String {
    format!("{value:.3}")
}

fn number_of_t(kept: Kept, seeds: &[&Measured]) -> String {
    match kept {
        Kept::Table(..) => format!("{:.0}", mean(seeds, |found| found.t)),
        Kept::Each(_) => "-".into(),
    }
}

/// One row for each program, distance and place.
fn each(runs: &[Run], cells: impl Fn(Kept, &[&Measured]) -> Vec<String>) -> Vec<Vec<String>> {
    let mut rows = vec![];
    for run in runs {
        for apart in APART {
            for kept in KEPT {
                let seeds = run.seeds(BURST, apart, kept);
                let head = vec![run.name.clone(), grouped(apart.into()), kept.name().into()];
                rows.push([head, cells(kept, &seeds)].concat());
            }
        }
    }
    rows
}

/// Shares of the most frequent values.
fn shares(runs: &[Run]) {
    let rows = each(runs, |kept, seeds| {
        let of_top = |at: usize| error(mean(seeds, |found| found.shares.errors[at].rms));
        vec![
            grouped(seeds[0].tuples),
            number_of_t(kept, seeds),
            of_top(0),
            of_top(1),
            of_top(2),
            as_percent(mean(seeds, |found| found.shares.errors[2].close_weight)),
            as_percent(mean(seeds, |found| found.shares.recalled)),
            as_percent(mean(seeds, |found| found.shares.first)),
        ]
    });
    let close = format!("within 5 %, of {MOST}");
    let columns =
        ["program", "one of", "table", "tuples", "T", "error: 1", "2", "4", &close, "top value", "as the first"];
    table("hotlist-shares", &columns, &rows);
}

/// Estimates and bounds of counts.
fn counts(runs: &[Run]) {
    let rows = each(runs, |_, seeds| {
        let sum = |of: &dyn Fn(&Measured) -> f64| seeds.iter().map(|found| of(found)).sum::<f64>();
        let keys = sum(&|found| found.counts.keys as f64);
        let less =
            |of: f64, came: f64| if came > 0.0 { format!("{:+.2} %", 100.0 * (of / came - 1.0)) } else { "-".into() };
        let share = |part: f64| if keys > 0.0 { as_percent(part / keys) } else { "-".into() };
        vec![
            grouped((keys / seeds.len() as f64).round() as u64),
            grouped((sum(&|found| found.counts.frequent as f64) / seeds.len() as f64).round() as u64),
            less(sum(&|found| found.counts.mean), sum(&|found| found.counts.came)),
            less(sum(&|found| found.counts.high), sum(&|found| found.counts.came)),
            share(sum(&|found| found.counts.within as f64)),
            share(sum(&|found| found.counts.scaled as f64)),
        ]
    });
    let columns = [
        "program",
        "one of",
        "table",
        "values reported",
        "frequent",
        "their estimates",
        "the higher ones",
        "bounds hold of the bursts",
        "of the program",
    ];
    table("hotlist-counts", &columns, &rows);
}

/// Invariant values.
fn invariant(runs: &[Run]) {
    let rows = each(runs, |_, seeds| {
        let of = |of: &dyn Fn(&Measured) -> f64| format!("{:.0}", mean(seeds, of));
        vec![
            of(&|found| found.invariant.all as f64),
            of(&|found| found.invariant.found as f64),
            of(&|found| (found.invariant.all - found.invariant.found) as f64),
            format!("{:.1}", mean(seeds, |found| found.invariant.wrong as f64)),
            as_percent(mean(seeds, |found| found.invariant.weight)),
        ]
    });
    let columns = ["program", "one of", "table", "invariant", "found", "missed", "false", "of their tuples"];
    table("hotlist-invariant", &columns, &rows);
}

/// Sizes of the table.
fn sizes(runs: &[Run]) {
    let mut rows = vec![];
    for run in runs {
        for entries in SIZES {
            let of = [Counting, Concise].map(|scheme| run.seeds(BURST, APART[1], Kept::Table(scheme, entries)));
            let cells = of.iter().flat_map(|seeds| {
                [
                    format!("{:.0}", mean(seeds, |found| found.t)),
                    error(mean(seeds, |found| found.shares.errors[0].rms)),
                    as_percent(mean(seeds, |found| found.shares.recalled)),
                ]
            });
            rows.push([vec![run.name.clone(), entries.to_string()], cells.collect()].concat());
        }
    }
    let columns = ["program", "entries", "COUNTING: T", "error: 1", "top value", "CONCISE: T", "error: 1", "top value"];
    table("hotlist-entries", &columns, &rows);
}

/// Lengths of bursts, of which the same part of the program is in all.
fn bursts(runs: &[Run]) {
    let mut rows = vec![];
    for run in runs {
        for burst in BURSTS {
            let [table, each] = [KEPT[0], KEPT[2]].map(|kept| run.seeds(burst, APART[1], kept));
            rows.push(vec![
                run.name.clone(),
                burst.to_string(),
                grouped(u64::from(APART[1]) * u64::from(burst)),
                grouped(table[0].tuples),
                error(mean(&table, |found| found.shares.errors[0].rms)),
                as_percent(mean(&table, |found| found.shares.recalled)),
                error(mean(&each, |found| found.shares.errors[0].rms)),
                as_percent(mean(&each, |found| found.shares.recalled)),
            ]);
        }
    }
    let columns = [
        "program",
        "burst",
        "distance",
        "tuples",
        "one table: error: 1",
        "top value",
        "one each: error: 1",
        "top value",
    ];
    table("hotlist-bursts", &columns, &rows);
}
