//! `treetap run --guide`: a program of the engine `hps` says which events of a profiler count, from the command line
//! (docs/user/run.md C13).
use crate::support::command::{MISMATCH, USAGE, fails, json, stderr, stdout, treetap};
use std::fs;
use treetap::catalog::{Unit, emit};

const DEMO: &str = "programs/demo/demo.elf";

#[test]
fn what_is_hot_in_the_bursts_of_a_program() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (image, rtl) = (path("bursts.img"), path("wrong.v"));
    let parameters = ["--param", "nCheck0=400", "--param", "nInstr0=100", "--preset", "up5k"];
    let made = treetap(&[&["hps", "compile", "bursty", "method", "-o", &image], &parameters[..]].concat());
    assert!(made.status.success(), "{}", stderr(&made));
    let run = ["run", "ibex", DEMO, "--guide", &image, "--event", "pc", "--limit", "150000"];
    let report = json(&[&run[..], &["--json"]].concat());
    assert_eq!((&report["mismatches"], &report["laws_ok"], &report["dropped"]), (&0.into(), &true.into(), &0.into()));
    assert_eq!(
        (&report["preset"], &report["configuration"]["hps_engine"]),
        (&"nano_hps".into(), &"up5k_serial".into())
    );
    let (events, retired) = (report["events"].as_u64().unwrap(), report["retired"].as_u64().unwrap());
    assert!(retired == 150_000 && events > 5_000 && events < 75_000, "{events} of {retired}");
    assert!(report["engine"]["events"].as_u64().unwrap() > 10 && report["engine"]["dropped"] == 0, "{report}");
    let shown = stdout(&treetap(&run));
    for part in ["events of the engine", "not sampled", "N_IN = retirements - traps", "mismatches            0"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }

    // A fault in the hardware: bursts do not end.
    let good = emit(Unit::Profiler, "nano_hps").unwrap().verilog;
    let wrong = good.replace(".ext_off(burst_off)", ".ext_off(1'b0)");
    assert!(wrong != good);
    fs::write(&rtl, wrong).unwrap();
    let output = treetap(&[&run[..], &["--rtl", &rtl]].concat());
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    // What cannot be.
    assert!(fails(USAGE, &[&run[..], &["--preset", "nano"]].concat()).contains("has no engine: --preset nano_hps"));
    assert!(fails(USAGE, &[&run[..], &["--phases", "2000"]].concat()).contains("cannot be used with"));
    let told = fails(USAGE, &["gen", "profiler", "--preset", "nano_map", "--hps-engine", "up5k_serial", "-o", &rtl]);
    assert!(told.contains("with a map of code"), "{told}");
}
