//! The figures and tables, ours beside the paper's numbers.
use super::streams::{EPS, HOT, Measured, NODES, Run, Tested};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use treetap::analysis::Keys;
use treetap::model::profile::Profile;
use treetap::report::names::{Limits, Table};
use treetap::report::plots::{self, Mark, Series};
use treetap::report::{grouped, hex, hot};

/// Everything, in the order of the paper.
pub fn all(pictures: &Path, runs: &[Run]) -> Result<(), Box<dyn Error>> {
    let write = |name: &str, picture: String| std::fs::write(pictures.join(name), picture);
    programs(runs);
    hot_values(runs);
    let longest = runs.iter().max_by_key(|run| run.code.distinct).expect("there is a run");
    let history = &longest.code.history;
    let title = format!("Basic blocks of {} at eps = 10 %: nodes of the paper's tree", longest.name);
    write("fig6-nodes-over-time.svg", plots::history(&title, history))?;
    for (stream, file, of) in STREAMS {
        for (bound, eps) in EPS.iter().enumerate() {
            let paper = PAPER_NODES[bound][usize::from(stream == "load values")];
            let marks = paper.map(|(name, at)| Mark { name, at });
            let percent = 100.0 * eps;
            let title = format!("Nodes for {stream}, eps = {percent} %: the paper's tree");
            let values = |value: fn(&Measured) -> f64| runs.iter().map(|run| value(&of(run).paper[bound])).collect();
            let series = [
                Series { name: "at most", values: values(|m| m.peak.into()) },
                Series { name: "on average", values: values(|m| m.average) },
            ];
            let chart = plots::bars(&title, "nodes", &names(runs), &series, marks.as_slice());
            write(&format!("fig7-nodes-{file}-{percent}.svg"), chart)?;
        }
        let title = format!("Percent errors of hot ranges of {stream}");
        let series = |value: fn(&Measured) -> f64| {
            let tree = |tree: fn(&Tested) -> &Measured| runs.iter().map(|run| value(tree(of(run)))).collect();
            [tree(|t| &t.paper[0]), tree(|t| &t.paper[1]), tree(|t| &t.hardware[0]), tree(|t| &t.hardware[1])]
        };
        let legend =
            ["paper's tree, eps = 10 %", "paper's tree, eps = 1 %", "hardware, 512 nodes", "hardware, 1024 nodes"];
        for (which, values, marks) in [
            ("largest", series(|m| m.errors.maximum), PAPER_LARGEST),
            ("average", series(|m| m.errors.average), PAPER_AVERAGE),
        ] {
            let series: Vec<_> = legend.iter().zip(values).map(|(name, values)| Series { name, values }).collect();
            let mark = marks[usize::from(stream == "load values")];
            let chart = plots::bars(&format!("{title}: {which}"), "%", &names(runs), &series, &[mark]);
            write(&format!("fig8-{which}-{file}.svg"), chart)?;
        }
        trees(stream, runs, of);
    }
    functions(runs);
    write("fig9-value-locality.svg", locality(runs))?;
    narrow(runs);
    zeros(runs);
    Ok(())
}

type Of = fn(&Run) -> &Tested;
const STREAMS: [(&str, &str, Of); 2] =
    [("basic blocks", "code", |run| &run.code), ("load values", "values", |run| &run.values)];

/// What the paper's text says of Fig. 7, for code and values at 10 % and 1 %.
const PAPER_NODES: [[Option<(&str, f64)>; 2]; 2] =
    [[Some(("the paper's most, gcc", 453.0)), Some(("the paper's most, parser", 733.0))], [None, None]];
/// And of Fig. 8 at 10 %.
const PAPER_LARGEST: [Mark<f64>; 2] = [
    Mark { name: "the paper's largest at 10 %, gcc", at: 13.5 },
    Mark { name: "the paper's largest at 10 %, vortex", at: 20.0 },
];
const PAPER_AVERAGE: [Mark<f64>; 2] =
    [Mark { name: "the paper's average at 10 %", at: 2.0 }, Mark { name: "the paper's average at 10 %", at: 3.4 }];

fn names(runs: &[Run]) -> Vec<&str> {
    runs.iter().map(|run| &run.name[..]).collect()
}

fn programs(runs: &[Run]) {
    println!(
        "| program | instructions | basic blocks entered | distinct | loads | distinct values |\n|--|--|--|--|--|--|"
    );
    for run in runs {
        let [retired, blocks, loads] = [run.retired, run.code.events, run.values.events].map(grouped);
        let [code, values] = [run.code.distinct, run.values.distinct].map(|d| grouped(d as u64));
        println!("| {} | {retired} | {blocks} | {code} | {loads} | {values} |", run.name);
    }
}

/// Fig. 5: of every program.
fn hot_values(runs: &[Run]) {
    for run in runs {
        let profile = &run.values.paper[1].profile;
        println!("\n### Fig. 5: load values of {}\n\n```", run.name);
        println!("{}\n```", hot::tree(&hot::of_profile(profile, HOT), profile.n, profile.key_bits));
    }
}

/// Figs. 7 and 8 as a table.
fn trees(stream: &str, runs: &[Run], of: Of) {
    println!("\n### Figs. 7 and 8: {stream}\n");
    println!(
        "| program | tree | nodes at most | on average | hot ranges | error % average | largest \
         |\n|--|--|--|--|--|--|--|"
    );
    for run in runs {
        let tested = of(run);
        let labels = EPS.map(|eps| format!("paper's, eps = {} %", 100.0 * eps)).into_iter();
        let labels = labels.chain(NODES.map(|nodes| format!("hardware's, {nodes} nodes")));
        for (label, m) in labels.zip(tested.paper.iter().chain(&tested.hardware)) {
            let (errors, ranges) = (&m.errors, m.errors.ranges.len());
            println!(
                "| {} | {label} | {} | {:.0} | {ranges} | {:.3} | {:.3} |",
                run.name, m.peak, m.average, errors.average, errors.maximum
            );
        }
    }
}

/// What a person sees: errors of the hot functions.
fn functions(runs: &[Run]) {
    println!("\n### Hot functions\n");
    println!(
        "| program | nodes | surely of one function | functions of 1 % and more | error % average | largest \
         |\n|--|--|--|--|--|--|"
    );
    for run in runs {
        for (nodes, measured) in NODES.iter().zip(&run.code.hardware) {
            let mut table = Table::of(&measured.profile, &run.symbols, Keys::default(), &Limits::default());
            table.compare(&run.code.exact, &run.symbols, Keys::default(), 0.01);
            let errors = table.errors.expect("compared");
            println!(
                "| {} | {nodes} | {:.2} % | {} | {:.3} | {:.3} |",
                run.name,
                100.0 * table.certain as f64 / table.n as f64,
                errors.places,
                errors.error_average,
                errors.error_maximum
            );
        }
    }
}

/// Fig. 9: how many of the events lie in hot ranges of at most so many bits, averaged over the programs.
fn locality(runs: &[Run]) -> String {
    let curve = |profile: fn(&Run) -> &Profile| -> Vec<[f64; 2]> {
        let covered = |run: &Run, bits: u32| {
            let profile = profile(run);
            let within = |h: &treetap::model::profile::HotRange| profile.key_bits - 2 * u32::from(h.level) <= bits;
            let weight: u64 = profile.hot(HOT).iter().filter(|h| within(h)).map(|h| h.weight).sum();
            if profile.n == 0 { 0.0 } else { 100.0 * weight as f64 / profile.n as f64 }
        };
        let mean = |bits| runs.iter().map(|run| covered(run, bits)).sum::<f64>() / runs.len() as f64;
        (0..=16).map(|half| [f64::from(2 * half), mean(2 * half)]).collect()
    };
    let series = [
        Series { name: "all loads", values: curve(|run| &run.values.paper[1].profile) },
        Series { name: "misses in the first cache", values: curve(|run| &run.misses[0]) },
        Series { name: "misses in the second cache", values: curve(|run| &run.misses[1]) },
    ];
    println!("\n### Fig. 9: share of values in hot ranges of at most so many bits, averaged\n");
    println!("| bits | {} |\n|--|--|--|--|", series.each_ref().map(|s| s.name).join(" | "));
    for i in [0, 4, 8, 12, 16] {
        let cells = series.each_ref().map(|s| format!("{:.1} %", s.values[i][1]));
        println!("| {} | {} |", 2 * i, cells.join(" | "));
    }
    println!("\n| program | misses in the first cache | in the second |\n|--|--|--|");
    for run in runs {
        let [first, second] = run.misses.each_ref().map(|p| p.n);
        let share = |n: u64| format!("{} ({:.2} % of loads)", grouped(n), 100.0 * n as f64 / run.values.events as f64);
        println!("| {} | {} | {} |", run.name, share(first), share(second));
    }
    let mark = Mark { name: "the paper: 56 % of DL1 misses at 16 bits", at: [16.0, 56.0] };
    let title = "Values in hot ranges (10 %, eps = 1 %), averaged over the programs";
    plots::lines(title, ["bits of the range", "% of the values"], [32.0, 100.0], &series, &[mark])
}

/// Narrow results by file, function and line.
fn narrow(runs: &[Run]) {
    println!("\n### Narrow results\n");
    println!("| program | instructions with a narrow result | file | function | line |\n|--|--|--|--|--|");
    for run in runs {
        let all = Limits { share: 0.0, rows: 10_000 };
        let table = Table::of(&run.narrow, &run.symbols, Keys::default(), &all);
        let mut files: BTreeMap<&str, u64> = BTreeMap::new();
        for row in &table.places {
            if let Some(file) = &row.file {
                *files.entry(file.rsplit('/').next().unwrap_or(file)).or_default() += row.share.lo;
            }
        }
        let file = files.iter().max_by_key(|(_, events)| **events).expect("debug information");
        let (function, line) = (&table.places[0], &table.lines[0]);
        println!(
            "| {} | {} ({:.1} %) | `{}` {:.1} % | `{}` {:.1} % | `{}` {:.1} % |",
            run.name,
            grouped(table.n),
            100.0 * table.n as f64 / run.retired as f64,
            file.0,
            100.0 * *file.1 as f64 / table.n as f64,
            function.name,
            function.share.percent_lo,
            line.location(),
            line.share.percent_lo
        );
    }
}

/// Fig. 10: where zeros come from.
fn zeros(runs: &[Run]) {
    println!("\n### Fig. 10: addresses from which zero was loaded\n");
    println!(
        "| program | range | what lies there | share of zero loads | of the loads there, zero |\n|--|--|--|--|--|"
    );
    for run in runs {
        let profile = &run.zeros;
        for range in profile.hot(HOT) {
            let places = run.symbols.within(range.first, range.last);
            let named: Vec<&str> = places.iter().map(|&place| &run.symbols.places()[place as usize].name[..]).collect();
            let names = match &named[..] {
                [first, second, third, rest @ ..] if !rest.is_empty() => {
                    format!("`{first}`, `{second}`, `{third}`, {} more", rest.len())
                }
                few => few.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
            };
            let loads = run.loads.count(range.first, range.last);
            let keys = format!("{}..{}", hex(range.first, profile.key_bits), hex(range.last, profile.key_bits));
            println!(
                "| {} | `{keys}` | {names} | {:.1} % | {:.1} % |",
                run.name,
                100.0 * range.lo as f64 / profile.n as f64,
                100.0 * range.lo as f64 / loads as f64
            );
        }
    }
}
