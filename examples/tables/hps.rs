//! docs/measured/hps.md, monitor.md.
use crate::Done;
use crate::ask::{asked, name, number, table, told, whole};
use serde_json::Value;
use std::path::Path;
use treetap::report::grouped;

/// Profiles as `hps compare` and the page name them, and as the compiler does.
pub const PROFILES: [(&str, &str); 3] = [("regions", "region"), ("methods", "method"), ("call pairs", "callpair")];

/// How the paper's samplings are called in the first row of the page's tables.
const FIRST: &str = "1 of 100";

/// What the paper's Fig. 9 says of a profile: overhead of HPS and of plain DISE in percent, and their ratio.
const PAPER: [[&str; 3]; 3] = [["24", "120", "20 %"], ["", "", ""], ["1.3", "18", "7.2 %"]];

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Rows of a program and a profile, in the order of the samplings.
fn rows<'a>(program: &'a Value, profile: &str) -> Vec<&'a Value> {
    items(&program["rows"]).iter().filter(|row| row["profile"] == profile).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

/// A share in millionths.
fn millionths(share: &Value) -> String {
    let [part, of] = [0, 1].map(|at| number(&share[at]));
    grouped((1e6 * part / of).round() as u64)
}

/// Overheads of HPS and of plain DISE with the first sampling, in percent, as means of all programs.
fn overheads(said: &Value, profile: &str) -> [f64; 2] {
    let first = |program: &Value, key: &str| number(&rows(program, profile)[0][key]);
    let programs = items(&said["programs"]);
    ["overhead_hps", "overhead_dise"]
        .map(|key| 100.0 * programs.iter().map(|program| first(program, key)).sum::<f64>() / programs.len() as f64)
}

pub fn compare(programs: &[String]) -> Done {
    let files: Vec<&Path> = programs.iter().map(Path::new).collect();
    let said = asked("hps compare --pictures docs/images", &files)?;
    let all = items(&said["programs"]);
    assert!(all.iter().flat_map(|program| items(&program["rows"])).all(|row| row["agrees"] == true), "r' and r");
    let samplings: Vec<String> = rows(&all[0], "regions").iter().map(|row| text(&row["sampling"])).collect();
    assert_eq!(samplings[0], FIRST);
    let (mut runs, mut rates) = (vec![], vec![]);
    let regions = rows(&all[0], "regions");
    rates.push(["r".to_string()].into_iter().chain(regions.iter().map(|row| millionths(&row["r"]))).collect());
    for program in all {
        let total = |profile: &str| grouped(whole(&rows(program, profile)[0]["all_events"]));
        let mut row = vec![text(&program["program"])];
        row.extend(["instructions", "cycles", "checks"].map(|key| grouped(whole(&program[key]))));
        row.push(format!("{:.2} %", 100.0 * number(&program["basic_software"])));
        row.extend(PROFILES.map(|(profile, _)| total(profile)));
        runs.push(row);
        let counted = rows(program, "regions");
        let counted = counted.iter().map(|row| millionths(&row["counted"]));
        rates.push([text(&program["program"])].into_iter().chain(counted).collect());
    }
    let columns = ["program", "instructions", "cycles", "checks", "checks in software"];
    table("hps-programs", &[&columns[..], &PROFILES.map(|profile| profile.0)].concat(), &runs);
    let samplings: Vec<&str> = samplings.iter().map(String::as_str).collect();
    table("hps-rates", &[&["program"][..], &samplings].concat(), &rates);
    let columns = [&["program", "profile"][..], &samplings].concat();
    type Cell = fn(&Value) -> String;
    let cells: [(&str, Cell); 3] = [
        ("hps-events", |row| grouped(whole(&row["events"]))),
        ("hps-overlap", |row| format!("{:.1}", 100.0 * number(&row["overlap"]))),
        ("hps-overhead", |row| {
            let [hps, dise] = ["overhead_hps", "overhead_dise"].map(|key| 100.0 * number(&row[key]));
            format!("{hps:.2} / {dise:.2}")
        }),
    ];
    for (name, cell) in cells {
        let row = |program: &Value, profile: &str| {
            let cells = rows(program, profile).into_iter().map(cell);
            [text(&program["program"]), profile.into()].into_iter().chain(cells).collect()
        };
        let all = all.iter().flat_map(|program| PROFILES.map(|(profile, _)| row(program, profile)));
        table(name, &columns, &all.collect::<Vec<_>>());
    }
    beside(&said, &files)
}

/// The paper's Fig. 9, with the handlers that the cost model assumes and with those that were counted on the
/// demonstration program.
fn beside(assumed: &Value, files: &[&Path]) -> Done {
    let folder = tempfile::tempdir()?;
    let image = folder.path().join("always.img");
    let demo = Path::new("programs/demo/demo.elf");
    let mut counted = vec![];
    for (_, profile) in PROFILES {
        told(&format!("hps compile always {profile} --mode decode --preset up5k -o"), &[&image])?;
        let run = asked("hps inline --model", &[&image, demo])?;
        counted.push((number(&run["handler_instructions"]) / number(&run["events"])).round());
    }
    let cycles: Vec<String> = counted.iter().map(f64::to_string).collect();
    let said = asked(&format!("hps compare --sample periodic:100 --handler-cycles {}", cycles.join(",")), files)?;
    let row = |at: usize| {
        let mut row = vec![PROFILES[at].0.to_string()];
        for (said, cycles) in [(assumed, number(&assumed["handler_cycles"][at])), (&said, counted[at])] {
            let [hps, dise] = overheads(said, PROFILES[at].0);
            row.extend([
                format!("{cycles}"),
                format!("{hps:.2}"),
                format!("{dise:.2}"),
                format!("{:.1} %", 100.0 * hps / dise),
            ]);
        }
        row.extend(PAPER[at].map(str::to_string));
        row
    };
    let columns = ["profile", "H", "HPS", "plain DISE", "HPS / DISE", "H by `hps inline`", "HPS", "plain DISE"];
    let columns = [&columns[..], &["HPS / DISE", "paper: HPS", "plain DISE", "HPS / DISE"]].concat();
    table("hps-beside-the-paper", &columns, &[0, 1, 2].map(row));
    Ok(())
}

pub fn monitor(programs: &[String]) -> Done {
    let folder = tempfile::tempdir()?;
    let image = folder.path().join("bursty.img");
    let mut all = vec![];
    for (title, profile) in PROFILES {
        let numbers = "--param nCheck0=200 --param nInstr0=10";
        told(&format!("hps compile bursty {profile} --preset up5k {numbers} -o"), &[&image])?;
        for file in programs {
            eprintln!("{file}, {title}");
            let run = asked("run ibex --limit 5000000 --hps", &[&image, Path::new(file)])?;
            assert_eq!((whole(&run["dropped"]), items(&run["laws_broken"]).len()), (0, 0), "{file}, {title}");
            all.push(vec![
                name(file).to_string(),
                title.to_string(),
                grouped(whole(&run["events"])),
                grouped(whole(&run["held"])),
                format!("{:.2}", 100.0 * number(&run["held"]) / number(&run["cycles"])),
                grouped(whole(&run["compared"])),
                grouped(whole(&run["mismatches"])),
            ]);
        }
    }
    let columns = ["program", "profile", "events", "cycles that the core waits at most", "in percent of its own"];
    table("monitor-programs", &[&columns[..], &["compared", "mismatches"]].concat(), &all);
    Ok(())
}
