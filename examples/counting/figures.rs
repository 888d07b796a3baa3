//! A table for each program of microcode, and charts.
use crate::runs::{BUILDS, Ran, Run};
use crate::table::table;
use std::path::Path;
use treetap::host::counting::Program;
use treetap::report::plots::{self, Series};
use treetap::report::{as_percent, grouped};
use treetap::spec::counters::Counter;

/// Every table.
pub fn all(runs: &[Run]) {
    let meaning = |run: &Run| {
        let of = |program: Program| {
            let counted = run.of(program);
            let meant = counted.meant;
            [
                run.name.clone(),
                program.name().into(),
                millions(meant.came),
                grouped(meant.pairs as u64),
                as_percent(meant.covered),
                as_percent(meant.apart),
                grouped(counted.ran[0].unnamed),
            ]
            .to_vec()
        };
        Program::ALL.map(of)
    };
    let columns =
        ["program", "microcode", "came (millions)", "pairs", "known to the rule", "at the wrong pair", "shared keys"];
    table("counting-meaning", &columns, &runs.iter().flat_map(meaning).collect::<Vec<_>>());
    Program::ALL.into_iter().for_each(|program| one(runs, program));
    stack(runs);
}

fn millions(count: u64) -> String {
    format!("{:.2}", count as f64 / 1e6)
}

/// What a program of microcode found.
fn one(runs: &[Run], program: Program) {
    let row = |run: &Run, ran: &Ran| {
        let beside = ran.beside[0];
        let [host, held] = run.overhead(ran).map(as_percent);
        vec![
            run.name.clone(),
            ran.build.name.into(),
            as_percent(ran.rested as f64 / run.retired as f64),
            millions(ran.count(Counter::Candidates)),
            as_percent(ran.dropped()),
            format!("{:.1}", ran.each()),
            format!("{} of {}", grouped(beside.found as u64), grouped(beside.pairs as u64)),
            as_percent(beside.covered),
            as_percent(beside.apart),
            grouped(ran.cost.interrupts),
            host,
            held,
        ]
    };
    let rows: Vec<_> = runs.iter().flat_map(|run| run.of(program).ran.iter().map(|ran| row(run, ran))).collect();
    let columns = [
        "program",
        "co-processor",
        "rested",
        "candidates (millions)",
        "dropped",
        "cycles a sample",
        "pairs found",
        "of what came",
        "at the wrong pair",
        "interrupts",
        "overhead: host",
        "core held back",
    ];
    table(&format!("counting-{}", program.name()), &columns, &rows);
}

/// Returns that the stack did not know.
fn stack(runs: &[Run]) {
    let row = |run: &Run| {
        let counted = run.of(Program::Callers);
        let [round, deep] = counted.mismatches.map(grouped);
        let found = counted.ran.iter().map(|ran| grouped(ran.mismatches));
        [vec![run.name.clone(), counted.deepest.to_string(), deep, round], found.collect()].concat()
    };
    let columns = ["program", "deepest call", "returns elsewhere: exactly", "64 places"];
    let columns = [&columns[..], &BUILDS.map(|build| build.name)].concat();
    table("counting-returns", &columns, &runs.iter().map(row).collect::<Vec<_>>());
}

/// Errors of every program of microcode.
pub fn pictures(folder: &Path, runs: &[Run]) -> std::io::Result<()> {
    let names: Vec<&str> = runs.iter().map(|run| &run.name[..]).collect();
    let shown = BUILDS.into_iter().filter(|build| !build.policy.lossless);
    for program in Program::ALL {
        let series = shown.clone().map(|build| {
            let ran = |run: &Run| {
                let of = run.of(program).ran.iter().find(|ran| ran.build == build);
                of.map_or(0.0, |ran| 100.0 * ran.beside[0].apart)
            };
            Series { name: build.name, values: runs.iter().map(ran).collect() }
        });
        let title = format!("Counts at the wrong pair: {}", program.name());
        let chart = plots::bars(&title, "%", &names, &series.collect::<Vec<_>>(), &[]);
        std::fs::write(folder.join(format!("counting-{}.svg", program.name())), chart)?;
    }
    Ok(())
}
