//! `treetap run --coproc`: a program on a core with the profiling co-processor beside it, from the command line
//! (docs/reference/coproc_profiler.md).
use crate::support::command::{BAD_INPUT, MISMATCH, OK, USAGE, fails, holds, json, stderr, stdout, treetap};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use treetap::catalog::{Unit, emit};

const DEMO: &str = "programs/demo/demo.elf";
/// So far the program has cleared its memory and begun to compute.
const COMPUTES: u32 = 200_000;

fn run(core: &str, microcode: &str, more: &[&str]) -> Value {
    let limit = COMPUTES.to_string();
    let words = ["run", core, DEMO, "--coproc", microcode, "--json", "--limit", &limit, "--host-timer", "40000"];
    let report = json(&[&words[..], more].concat());
    assert_eq!((&report["mismatches"], report["laws_broken"].as_array().unwrap().len()), (&0.into(), 0), "{report}");
    assert_eq!((&report["retired"], &report["core"]), (&COMPUTES.into(), &core.into()));
    assert!(report["fault"].is_null() && report["compared"].as_u64() > Some(5_000), "{report}");
    holds(&report, &["coproc_cycles", "minstr_per_s", "wall_s", "program", "overhead", "masked"]);
    report
}

/// The value that each load has most often.
fn values(report: &Value) -> BTreeMap<u64, u64> {
    let rows = report["instructions"].as_array().unwrap().iter();
    rows.map(|row| (row["pc"].as_u64().unwrap(), row["values"][0]["value"].as_u64().unwrap())).collect()
}

#[test]
fn hardware_beside_a_core_finds_what_the_model_finds_in_the_simulator() {
    let limit = COMPUTES.to_string();
    let words = ["coproc", DEMO, "--json", "--limit", &limit, "--timer", "40000", "--clock", "0"];
    let model = json(&words);
    let expected = values(&model);
    for (core, preset, microcode) in [
        ("ibex", "ecp5", "valprof"),
        ("picorv32", "hx8k", "programs/coproc/valprof.uc"),
        ("serv", "up5k", "valprof_hm"),
    ] {
        let report = run(core, microcode, &["--preset", preset]);
        let found = values(&report);
        let agree = found.iter().filter(|(pc, value)| expected.get(pc) == Some(value)).count();
        println!("{core} {preset}: {} loads, {agree} with the value of the model, {}", found.len(), expected.len());
        // What a host leaves out, and when, depends on its time.
        assert!(found.len() > 10 && agree * 10 > found.len() * 7, "{agree} of {}", found.len());
        assert_eq!((&report["dropped"], &report["preset"]), (&0.into(), &preset.into()));
        assert!(report["interrupts"].as_u64() > Some(3) && report["copied"].as_u64() > Some(10), "{report}");
        assert!(report["masked"].as_u64() > Some(5) && report["cycles"].as_u64() > Some(COMPUTES.into()), "{report}");
    }
}

#[test]
fn what_finds_no_room_is_dropped_and_the_rest_is_exact() {
    let held = run("ibex", "valprof", &["--preset", "nano"]);
    let dropped = run("ibex", "valprof", &["--preset", "nano", "--drop"]);
    assert!(held["held"].as_u64() > Some(10_000) && held["dropped"] == 0, "{held}");
    assert!(dropped["held"] == 0 && dropped["dropped"].as_u64() > Some(1_000), "{dropped}");
    assert_eq!(dropped["cycles"], held["cycles"]);
}

#[test]
fn a_run_is_shown_with_what_was_compared_and_a_fault_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let [page, rtl, image] = ["values.html", "wrong.v", "mine.img"].map(path);
    assert_eq!(treetap(&["asm", "valprof", "--entries", "64", "-o", &image]).status.code(), Some(OK));
    let limit = COMPUTES.to_string();
    let words = ["run", "ibex", DEMO, "--coproc", &image, "--preset", "up5k", "--rows", "2", "--limit", &limit];
    let output = treetap(&[&words[..], &["--html", &page]].concat());
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let shown = stdout(&output);
    for part in ["loads more (--rows)", "core held, cycles", "mismatches            0", "holds: ACC = POPPED"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Beside the core") && page.contains("coproc_profiler up5k") && !page.contains("<script"));
    assert!(page.contains("invariant") && page.contains("samples"));
    let good = emit(Unit::CoprocProfiler, "up5k").unwrap().verilog;
    let (before, after) = good.rsplit_once("u_format (").unwrap();
    let wrong = after.replacen(".rec_val(rec_val)", ".rec_val(rec_addr)", 1);
    assert!(wrong != after);
    fs::write(&rtl, format!("{before}u_format ({wrong}")).unwrap();
    let output = treetap(&[&words[..], &["--rtl", &rtl, "--json"]].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    assert!(report["mismatches"].as_u64() > Some(0) && report["fault"]["field"].is_string(), "{report}");
}

#[test]
fn what_cannot_be_run_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let [image, bad] = ["mine.img", "bad.uc"].map(path);
    assert_eq!(treetap(&["asm", "valprof", "--entries", "64", "-o", &image]).status.code(), Some(OK));
    fs::write(&bad, "A: V0 = mul VAL\n").unwrap();
    let run = ["run", "ibex", DEMO, "--limit", "1000", "--coproc"];
    for (words, code, said) in [
        (&[&image[..]][..], USAGE, "is for 64 entries, and this co-processor has 256"),
        (&["nobody"], USAGE, "no program is called `nobody`"),
        (&[&bad], BAD_INPUT, "1 error"),
        (&["missing.img"], BAD_INPUT, "missing.img"),
        (&["valprof", "--hotlist"], USAGE, "cannot be used with"),
        (&["valprof", "--event", "code"], USAGE, "cannot be used with"),
        (&["valprof", "--preset", "nano8"], USAGE, "has no preset `nano8`; the nearest is"),
        (&["valprof", "--xlen", "64"], USAGE, "for a core of 64 bits"),
    ] {
        let message = fails(code, &[&run[..], words].concat());
        assert!(message.contains(said), "{words:?}: {message}");
    }
    // Its slots are not those of value profiling.
    assert!(!treetap(&[&run[..], &["edge1"]].concat()).status.success());
    assert!(fails(USAGE, &["run", "ibex", DEMO, "--host-timer", "5"]).contains("--coproc"));
}
