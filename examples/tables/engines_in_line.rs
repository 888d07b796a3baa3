//! docs/measured/iss.md: handlers of the engine `hps` in line.
use crate::Done;
use crate::ask::{asked, name, number, table, told, whole};
use crate::hps::PROFILES;
use serde_json::Value;
use std::path::Path;
use treetap::report::grouped;

/// Instructions of a program that count, with the model and with the emitted engine.
const MODEL: u64 = 5_000_000;
const EMITTED: u64 = 1_000_000;

/// Compiles a sampling and a profile, runs it in line, and holds what every run has to show.
fn run(image: &Path, elf: &Path, sampling: &str, with: &str) -> Result<Value, Box<dyn std::error::Error>> {
    eprintln!("{}: {sampling}, {with}", elf.display());
    told(&format!("hps compile {sampling} --mode decode --preset up5k -o"), &[image])?;
    let said = asked(&format!("hps inline {with}"), &[image, elf])?;
    assert_eq!((whole(&said["lost"]), whole(&said["broken"])), (0, 0), "{}: {sampling}", elf.display());
    Ok(said)
}

pub fn print(programs: &[String]) -> Done {
    let folder = tempfile::tempdir()?;
    let image = folder.path().join("sampling.img");
    let numbers = "--param nCheck0=200 --param nInstr0=10";
    let mut rows = vec![];
    for file in programs {
        let elf = Path::new(file);
        for (_, profile) in PROFILES {
            let with = format!("--model --limit {MODEL}");
            let always = run(&image, elf, &format!("always {profile}"), &with)?;
            let bursty = run(&image, elf, &format!("bursty {profile} {numbers}"), &with)?;
            let each = |said: &Value| number(&said["handler_instructions"]) / number(&said["events"]);
            let cells =
                |said: &Value| [format!("{:.2}", each(said)), format!("{:.3}", number(&said["executed_for_each"]))];
            let mut row = vec![name(file).to_string(), profile.replace("callpair", "call pair")];
            row.extend(["events", "keys"].map(|key| grouped(whole(&always[key]))));
            row.extend(cells(&always));
            row.push(grouped(whole(&bursty["events"])));
            row.extend(cells(&bursty));
            row.push(format!("{:.1} %", 100.0 * number(&bursty["overlap"])));
            rows.push(row);
        }
    }
    let columns = ["program", "profile", "events, always", "keys", "H", "executed", "bursty 200:10: events", "H"];
    table("iss-in-line", &[&columns[..], &["executed", "overlap"]].concat(), &rows);

    let mut rows = vec![];
    for file in programs.iter().take(2) {
        let mut row = vec![name(file).to_string()];
        let always = PROFILES.map(|(_, profile)| format!("always {profile}"));
        for sampling in always.into_iter().chain([format!("bursty region {numbers}")]) {
            let said = run(&image, Path::new(file), &sampling, &format!("--limit {EMITTED}"))?;
            row.push(grouped(whole(&said["words_compared"])));
        }
        rows.push(row);
    }
    table("iss-emitted", &["program", "region", "method", "call pair", "bursty region"], &rows);
    Ok(())
}
