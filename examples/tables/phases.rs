//! Phase-aware sampling beside periodic and random sampling: the tables of docs/measured/reproduction-phases.md, from
//! logs of intervals that are made on the way.
use crate::Done;
use crate::ask::{asked, listed, name, number, percent, table, told, whole, word};
use serde_json::Value;
use std::path::{Path, PathBuf};
use treetap::analysis::phaseeval::{average, reduction};
use treetap::report::{as_percent, grouped};

/// Percents sampled that errors are shown at.
const PERCENTS: [f64; 7] = [1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 25.0];
/// Curves: name in the answer, name in the table, whether the largest of the seeds is read.
const CURVES: [(&str, &str, &str); 5] = [
    ("phase, oracle", "phase, oracle", "error"),
    ("phase", "phase, on line", "error"),
    ("periodic", "periodic", "error"),
    ("random", "average random", "error"),
    ("random", "max random", "worst"),
];
/// Periods that the offsets are shown of.
const PERIODS: [u64; 2] = [20, 100];
/// What the paper says that phases save of the cycles of periodic and of random sampling, in percent, on average
/// (Nagpurkar et al. 2006, Fig. 13): kind, its name there, two reductions.
const PAPER: [(&str, &str, &str, &str); 3] =
    [("region", "regions", "76", "80"), ("method", "methods", "50", "76"), ("callpair", "call pairs", "6", "22")];

/// The long runs, and where their pictures go.
pub fn print(arguments: &[String]) -> Done {
    let [pictures, programs @ ..] = arguments else { return Err("expected FOLDER PROGRAM.elf ...".into()) };
    let folder = tempfile::tempdir()?;
    let mut logs: Vec<PathBuf> = vec![];
    for program in programs {
        // The tables name the program, not that its run is the long one.
        let log = folder.path().join(name(program).trim_end_matches("-long")).with_extension("phiv.zst");
        eprintln!("tables: {program}");
        told("trace intervals -o", &[&log, Path::new(program)])?;
        logs.push(log);
    }
    let logs: Vec<&Path> = logs.iter().map(PathBuf::as_path).collect();
    let found = asked(&format!("phaseeval --pictures {pictures}"), &logs)?;
    let programs = found.as_array().ok_or("phaseeval gives a list")?;
    held(programs);
    policies(programs);
    errors(programs);
    offsets(programs);
    let saved = cycles(programs);
    let rows = PAPER.map(|(kind, shown, periodic, random)| {
        let of = |at: usize| saved.iter().find(|row| row.0 == kind).map_or("-".into(), |row| row.1[at].clone());
        [shown.to_string(), of(0), of(1), periodic.into(), random.into()].to_vec()
    });
    let columns = ["averages", "periodic: % less", "random: % less", "the paper: periodic", "the paper: random"];
    table("phases-beside-the-paper", &columns, &rows);
    sent(programs);
    baseline(&arguments[1..])
}

/// What the programs take without profiling (Fig. 14a).
fn baseline(programs: &[String]) -> Done {
    eprintln!("tables: programs without profiling");
    let files: Vec<&Path> = programs.iter().map(Path::new).collect();
    let found = asked("phaseeval --baseline", &files)?;
    let millions = |value: &Value| format!("{:.2}", number(value) / 1e6);
    let row = |program: &Value| {
        vec![
            word(&program["program"]).trim_end_matches("-long").to_string(),
            grouped(whole(&program["static_branches"])),
            millions(&program["branches"]),
            millions(&program["instructions"]),
            format!("{:.4}", number(&program["miss_rate"])),
            format!("{:.2}", number(&program["joules"])),
            format!("{:.2}", number(&program["seconds"])),
        ]
    };
    let rows: Vec<_> = found.as_array().ok_or("phaseeval gives a list")?.iter().map(row).collect();
    let columns = ["program", "branches in the code", "branches (millions)", "instructions (millions)"];
    table("phases-baseline", &[&columns[..], &["cache miss rate", "energy (J)", "time (s)"]].concat(), &rows);
    Ok(())
}

/// What the programs hold (Fig. 8), and what the tracker found.
fn held(programs: &[Value]) {
    let of = |program: &Value| {
        let millions = number(&program["intervals"]) * number(&program["len"]) / 1e6;
        let counts = ["methods", "sites", "pairs", "calls", "branches"];
        let counts = counts.map(|count| grouped(whole(&program["statistics"][count])));
        [vec![word(&program["program"]), format!("{millions:.2}")], counts.to_vec()].concat()
    };
    let columns = ["program", "instructions (millions)", "methods", "call sites", "call pairs", "calls", "branches"];
    table("phases-programs", &columns, &programs.iter().map(of).collect::<Vec<_>>());
    let of = |program: &Value| {
        let [intervals, phases, predicted, sampled, vain] =
            ["intervals", "phases", "predicted", "sampled", "discarded"].map(|key| whole(&program[key]));
        let shown = [grouped(intervals), grouped(phases), format!("{:.2} %", percent(predicted, intervals))];
        [vec![word(&program["program"])], shown.to_vec(), vec![grouped(sampled), grouped(vain)]].concat()
    };
    let columns = ["program", "intervals", "phases", "predicted", "sampled", "in vain"];
    table("phases-tracked", &columns, &programs.iter().map(of).collect::<Vec<_>>());
}

/// Each kind of profile with the program and what was found, kind by kind.
fn sweeps(programs: &[Value]) -> Vec<(&'static str, Vec<(String, &Value)>)> {
    let of = |kind: &str| {
        let all = programs.iter().flat_map(|program| {
            let sweeps = program["sweeps"].as_array().into_iter().flatten();
            sweeps.map(move |sweep| (word(&program["program"]), sweep))
        });
        all.filter(|(_, sweep)| sweep["kind"] == kind).collect::<Vec<_>>()
    };
    PAPER.map(|(kind, ..)| (kind, of(kind))).to_vec()
}

fn named<'a>(list: &'a Value, of: &str) -> Option<&'a Value> {
    list.as_array().into_iter().flatten().find(|curve| curve["name"] == of)
}

/// The point with the most samples of those with at most so many (V6).
fn at(curve: &Value, percent: f64) -> Option<&Value> {
    let points = curve["points"].as_array().into_iter().flatten();
    let within = points.filter(|point| number(&point["percent"]) <= percent && number(&point["samples"]) > 0.0);
    within.max_by(|a, b| number(&a["percent"]).total_cmp(&number(&b["percent"])))
}

/// Which interval stands for a phase (Fig. 10).
fn policies(programs: &[Value]) {
    const POLICIES: [(&str, &str); 5] =
        [("online", "on line"), ("first", "first"), ("third", "third"), ("centroid", "centroid"), ("random", "random")];
    let mut rows = vec![];
    for (kind, sweeps) in sweeps(programs) {
        for (program, sweep) in sweeps {
            let shown = |curve: Option<&Value>| {
                let point = curve.and_then(|curve| at(curve, 1.0));
                let cell = |p: &Value| format!("{} at {:.2} %", as_percent(number(&p["error"])), number(&p["percent"]));
                point.map_or("-".into(), cell)
            };
            let mut cells = vec![kind.to_string(), program];
            cells.extend(POLICIES.map(|(policy, _)| shown(named(&sweep["policies"], policy))));
            cells.push(shown(named(&sweep["curves"], "random")));
            rows.push(cells);
        }
    }
    let names = POLICIES.map(|policy| policy.1);
    let columns = [&["profile", "program"][..], &names, &["random sampling"]].concat();
    table("phases-policies", &columns, &rows);
}

/// Means over programs (Fig. 11).
fn errors(programs: &[Value]) {
    let mut rows = vec![];
    for (kind, sweeps) in sweeps(programs) {
        for percent in PERCENTS {
            let cell = |(curve, _, read): (&str, &str, &str)| {
                let found = sweeps.iter().filter_map(|(_, sweep)| at(named(&sweep["curves"], curve)?, percent));
                let found: Vec<f64> = found.map(|point| number(&point[read])).collect();
                let some = match found.len() == sweeps.len() {
                    true => String::new(),
                    false => format!(" ({} of {})", found.len(), sweeps.len()),
                };
                average(found).map_or("-".into(), |mean| as_percent(mean) + &some)
            };
            rows.push([vec![kind.to_string(), format!("{percent}")], CURVES.map(cell).to_vec()].concat());
        }
    }
    let names: Vec<_> = CURVES.iter().map(|curve| curve.1).collect();
    table("phases-errors", &[&["profile", "percent sampled, at most"], &names[..]].concat(), &rows);
}

/// Periodic sampling from every offset.
fn offsets(programs: &[Value]) {
    let mut rows = vec![];
    for (kind, sweeps) in sweeps(programs) {
        for (program, sweep) in sweeps {
            let offsets = sweep["offsets"].as_array().into_iter().flatten();
            for offset in offsets.filter(|offset| PERIODS.contains(&whole(&offset["period"]))) {
                assert_eq!(listed(&offset["errors"]), 3, "least, average, largest");
                let errors = [0, 1, 2].map(|place| as_percent(number(&offset["errors"][place])));
                let period = whole(&offset["period"]).to_string();
                rows.push([vec![kind.to_string(), program.clone(), period], errors.to_vec()].concat());
            }
        }
    }
    table("phases-offsets", &["profile", "program", "period", "least", "average", "largest"], &rows);
}

fn less(other: Option<f64>, some: Option<f64>) -> String {
    other.zip(some).map_or("-".into(), |(other, some)| reduction(other, some).to_string())
}

/// Cycles at 5 % error (Fig. 13), and what phases save on average of each kind.
fn cycles(programs: &[Value]) -> Vec<(&'static str, [String; 2])> {
    let (mut rows, mut saved) = (vec![], vec![]);
    let millions = |cycles: Option<f64>| cycles.map_or("-".into(), |cycles| format!("{:.3}", cycles / 1e6));
    for (kind, sweeps) in sweeps(programs) {
        let mut row = |program: String, [oracle, online, periodic, random]: [Option<f64>; 4]| {
            let lesser = [less(periodic, oracle), less(random, oracle)];
            let [a, b] = lesser.clone();
            let cells = [millions(oracle), millions(online), millions(periodic), a, millions(random), b];
            rows.push([vec![kind.to_string(), program], cells.to_vec()].concat());
            lesser
        };
        let mut columns: [Vec<f64>; 4] = Default::default();
        for (program, sweep) in &sweeps {
            let cycles = ["oracle", "online", "periodic", "random"].map(|name| sweep["cycles"][name].as_f64());
            // The mean is that of programs in which all of them come so near.
            if let [Some(_), _, Some(_), Some(_)] = cycles {
                columns.iter_mut().zip(cycles).for_each(|(column, cycles)| column.extend(cycles));
            }
            row(program.clone(), cycles);
        }
        let all = columns[0].len();
        saved.push((kind, row(format!("average of {all}"), columns.map(average))));
    }
    let columns =
        ["profile", "program", "phase, oracle", "on line", "periodic", "% less", "random", "% less than random"];
    table("phases-cycles", &columns, &rows);
    saved
}

/// Energy, instructions and bytes at 5 % error (Fig. 15): means over the programs in which every strategy comes so
/// near.
fn sent(programs: &[Value]) {
    let readings = [("energy (mJ)", "joules", 1e3), ("instructions", "instructions", 1.0), ("bytes", "bytes", 1.0)];
    let mut rows = vec![];
    for (kind, sweeps) in sweeps(programs) {
        for (shown, key, scale) in readings {
            for protocol in ["end", "interleaved"] {
                let found = sweeps.iter().filter_map(|(_, sweep)| {
                    let all = sweep["sent"].as_array()?;
                    let of = |strategy: &str| {
                        let row = all.iter().find(|row| row["strategy"] == strategy && row["protocol"] == protocol);
                        row.map(|row| scale * number(&row[key]))
                    };
                    Some([of("phase, oracle")?, of("periodic")?, of("random")?])
                });
                let found: Vec<[f64; 3]> = found.collect();
                let [phase, periodic, random] = [0, 1, 2].map(|place| average(found.iter().map(|row| row[place])));
                let mean = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.1}"));
                let cells = [kind, shown, protocol].map(String::from);
                let means = [mean(phase), mean(periodic), less(periodic, phase), mean(random), less(random, phase)];
                rows.push([cells.to_vec(), vec![found.len().to_string()], means.to_vec()].concat());
            }
        }
    }
    let columns = [
        "profile",
        "mean of",
        "protocol",
        "programs",
        "phase, oracle",
        "periodic",
        "% less",
        "random",
        "% less than random",
    ];
    table("phases-sent", &columns, &rows);
}
