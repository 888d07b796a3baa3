//! `treetap run --hps`: a program on a core with the engine `hps` beside it, from the command line
//! (docs/reference/monitor.md).
use crate::support::command::{BAD_INPUT, MISMATCH, OK, USAGE, fails, json, stderr, stdout, treetap};
use std::fs;
use treetap::catalog::{Unit, emit};

const DEMO: &str = "programs/demo/demo.elf";

#[test]
fn a_program_is_profiled_by_the_engine_beside_its_core() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let [method, decode, large] = ["method.img", "decode.img", "large.img"].map(path);
    let compile = |more: &[&str], image: &str| {
        let words = ["hps", "compile", "bursty", "method", "--param", "nCheck0=20", "-o", image];
        assert_eq!(treetap(&[&words[..], more].concat()).status.code(), Some(OK));
    };
    compile(&["--preset", "up5k"], &method);
    compile(&["--mode", "decode"], &decode);
    let limit = ["--limit", "60000"];
    let run = |core: &str, image: &str, more: &[&str]| {
        json(&[&["run", core, DEMO, "--hps", image, "--json"], &limit[..], more].concat())
    };
    let mut rows = vec![];
    for (core, more) in [("ibex", &[][..]), ("ibex", &["--over-bus"]), ("picorv32", &["--drop"])] {
        let report = run(core, &method, more);
        assert_eq!((&report["mismatches"], report["laws_broken"].as_array().unwrap().len()), (&0.into(), 0));
        assert_eq!(
            (&report["retired"], &report["dropped"], &report["preset"]),
            (&60_000.into(), &0.into(), &"up5k".into())
        );
        assert_eq!(report["registers"]["0x0a0"], 60_000);
        assert!(report["events"].as_u64().unwrap() > 100, "{report}");
        rows.push(report["rows"].clone());
    }
    // Without idle cycles the core waits for the host; in its own cycles the queues have room for what comes.
    let held = |more: &[&str]| run("ibex", &method, more)["held"].as_u64().unwrap();
    let (dense, clocked) = (held(&[]), held(&["--clocked"]));
    assert!(dense > 0 && clocked < dense / 10, "{clocked} of {dense}");
    // The program does the same on both cores.
    assert!(rows[0][0]["name"].is_string() && rows.iter().all(|other| *other == rows[0]), "{rows:?}");
    let shown = stdout(&treetap(&[&["run", "ibex", DEMO, "--hps", &method, "--rows", "2"], &limit[..]].concat()));
    for part in ["share  instructions  what", "holds: N_IN = retirements - traps", "mismatches            0"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    // A fault in the hardware.
    let good = emit(Unit::Monitor, "up5k").unwrap().verilog;
    let wrong = good.replace(".rec_npc(rec_npc)", ".rec_npc(rec_pc)");
    assert!(wrong != good);
    let rtl = path("wrong.v");
    fs::write(&rtl, wrong).unwrap();
    let output = treetap(&[&["run", "ibex", DEMO, "--hps", &method, "--rtl", &rtl], &limit[..]].concat());
    assert_eq!(output.status.code(), Some(MISMATCH));
    assert!(stderr(&output).contains("hardware and model differ"), "{}", stderr(&output));
    // What cannot be.
    assert!(fails(BAD_INPUT, &["run", "ibex", DEMO, "--hps", &decode]).contains("expected mode retire"));
    assert!(
        fails(USAGE, &["run", "ibex", DEMO, "--hps", &method, "--preset", "nano"])
            .contains("has no preset `nano`; the nearest is")
    );
    assert!(fails(USAGE, &["run", "ibex", DEMO, "--hps", &method, "--event", "code"]).contains("cannot be used with"));
    fs::write(&large, b"nothing").unwrap();
    assert!(fails(BAD_INPUT, &["run", "ibex", DEMO, "--hps", &large]).contains("large.img"));
}
