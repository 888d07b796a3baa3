//! `treetap run --phases`: a program on a core with a profiler that follows its phases, from the command line
//! (docs/user/run.md C10).
use crate::support::command::{MISMATCH, USAGE, fails, json, stderr, stdout, treetap};
use std::fs;
use treetap::catalog::{Unit, emit};

const DEMO: &str = "programs/demo/demo.elf";

#[test]
fn a_program_is_shown_in_its_phases_each_with_what_is_hot() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (page, rtl) = (path("phases.html"), path("wrong.v"));
    let run = ["run", "ibex", DEMO, "--phases", "2000", "--limit", "150000"];
    let report = json(&[&run[..], &["--json", "--html", &page]].concat());
    assert_eq!((&report["mismatches"], &report["laws_ok"], &report["dropped"]), (&0.into(), &true.into(), &0.into()));
    let found = &report["phases"];
    let (intervals, phases) = (found["intervals"].as_array().unwrap(), found["phases"].as_array().unwrap());
    assert_eq!((intervals.len(), &found["len"], &report["preset"]), (75, &2000.into(), &"phases".into()));
    let sum: u64 = phases.iter().map(|phase| phase["intervals"].as_u64().unwrap()).sum();
    assert!(sum == 75 && phases.len() > 4, "{found}");
    // The program clears its memory first, and sorts later.
    let sampled: Vec<_> = phases.iter().filter(|phase| !phase["sample"].is_null()).collect();
    let hot: Vec<_> = sampled.iter().map(|phase| phase["hot"][0]["name"].as_str().unwrap_or("none")).collect();
    assert!(hot.contains(&"memset") && hot.contains(&"quick_sort"), "{hot:?}");
    // What counted is what lies in the samples: events of an interval are at most its instructions.
    let events: u64 = sampled.iter().map(|phase| phase["events"].as_u64().unwrap()).sum();
    assert!(events > 100 && events <= 2000 * sampled.len() as u64 && report["events"].as_u64() >= Some(events));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Phases over time") && page.contains("interval") && page.matches("<rect").count() > 10);
    let shown = stdout(&treetap(&run));
    for part in ["75 intervals of 2,000 instructions", "hot in the sample", "memset 100.0 %", "mismatches            0"]
    {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let band = shown.lines().nth(2).unwrap();
    assert!(band.len() == 75 && band.chars().all(|c| c.is_ascii_uppercase()), "{band}");

    // A fault in the hardware: the core is not held while an interval is judged.
    let good = emit(Unit::Profiler, "phases").unwrap().verilog;
    let wrong = good.replace(".phase_hold(phase_hold)", ".phase_hold(1'b0)");
    assert!(wrong != good);
    fs::write(&rtl, wrong).unwrap();
    let output = treetap(&[&run[..], &["--rtl", &rtl]].concat());
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    // What cannot be.
    assert!(fails(USAGE, &[&run[..], &["--preset", "nano"]].concat()).contains("has no phase tracker"));
    assert!(fails(USAGE, &[&run[..], &["--drop"]].concat()).contains("cannot be used with"));
    assert!(fails(USAGE, &["run", "ibex", DEMO, "--phases", "100"]).contains("512 to 16777215"));
}
