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
        ("picorv32", "ecp5_wb", "programs/coproc/valprof.uc"),
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
        (&["valprof", "--rest", "5"], USAGE, "--rest is for --coproc edge1, edge2"),
        (&["stack", "--preset", "up5k"], USAGE, "has 64 entries: stack is not for so few"),
    ] {
        let message = fails(code, &[&run[..], words].concat());
        assert!(message.contains(said), "{words:?}: {message}");
    }
    for option in [&["--host-timer", "5"][..], &["--rest", "5"], &["--exact"]] {
        assert!(fails(USAGE, &[&["run", "ibex", DEMO][..], option].concat()).contains("--coproc"));
    }
}

/// Of a row of counts: how often it was counted, and how often it came.
fn counted(row: &Value) -> [Option<u64>; 2] {
    [&row["count"], &row["exact"]].map(Value::as_u64)
}

#[test]
fn what_microcode_counts_on_the_hardware_is_what_came() {
    for (core, name, preset, limit) in [
        ("ibex", "edge1", "nano", 3 * COMPUTES),
        ("serv", "memdep", "ecp5_wb", COMPUTES),
        ("picorv32", "conflict", "ecp5", COMPUTES),
    ] {
        let limit = limit.to_string();
        let run = ["run", core, DEMO, "--coproc", name, "--json", "--limit", &limit, "--preset", preset, "--exact"];
        let report = json(&run);
        assert_eq!((&report["mismatches"], &report["fault"], &report["dropped"]), (&0.into(), &Value::Null, &0.into()));
        assert_eq!((&report["laws_broken"], &report["core"]), (&Value::Array(vec![]), &core.into()));
        assert_eq!((report["retired"].to_string(), &report["microcode"]), (limit, &name.into()));
        let (same, rows) = (&report["exactly"], report["rows"].as_array().unwrap());
        println!("{core} {preset} {name}: {} samples, {} rows, exactly {same}", report["samples"], rows.len());
        assert_eq!((&same["apart"], &same["found"]), (&0.0.into(), &same["pairs"]), "{name}: {same}");
        assert!(!rows.is_empty() && report["samples"].as_u64() > Some(100), "{name}");
        assert!(rows.iter().all(|row| counted(row)[0] > Some(0) && counted(row)[0] == counted(row)[1]), "{name}");
        // With few entries the last slot is given out again and again.
        assert!(report["copied"].as_u64() > Some(rows.len() as u64 / 2) && report["interrupts"].as_u64() > Some(0));
        assert!(name != "edge1" || report["interrupts"].as_u64() > Some(1), "{report}");
        holds(&report, &["coproc_cycles", "minstr_per_s", "wall_s", "compared", "cycles", "shared_keys", "preset"]);
    }
}

#[test]
fn counts_are_shown_in_the_words_of_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("pairs.html").to_str().unwrap().to_string();
    let limit = COMPUTES.to_string();
    let run = ["run", "ibex", DEMO, "--coproc", "edge1", "--limit", &limit, "--rows", "3"];
    let output = treetap(&[&run[..], &["--exact", "--html", &page]].concat());
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let shown = stdout(&output);
    for part in ["more (--rows)", "core held, cycles", "taken to 8", "not taken", ".c:", "holds: ACC = POPPED"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let page = fs::read_to_string(page).unwrap();
    for part in ["<h2>Counts</h2>", "taken to 8", ".c:", "Beside the core", "exactly", "coproc_profiler ecp5"] {
        assert!(page.contains(part), "{part} is not in the page");
    }
    // After the last slot was given out it rests.
    let all = (3 * COMPUTES).to_string();
    let run = ["run", "ibex", DEMO, "--coproc", "edge1", "--limit", &all, "--json"];
    let rests = json(&[&run[..], &["--preset", "nano", "--rest", "500000"]].concat());
    assert!(rests["rested"].as_u64() > Some(10_000) && rests["rested"].as_u64() < Some(500_000), "{rests}");
    assert_eq!((&rests["mismatches"], &rests["exactly"]), (&0.into(), &Value::Null));
    let drops = json(&[&run[..], &["--drop"]].concat());
    assert!(drops["dropped"].as_u64() > Some(100) && drops["mismatches"] == 0 && drops["held"] == 0, "{drops}");
}

/// Loads by their addresses, with counts.
const MINE: &str = "
.base TAG = 0 N D
.base COUNT = 0 N W1
.index AT LG
.index NEXT LG
.start LOAD = A
A:   match TAG, PCT | AT = midx | if !hit -> NEW
     minc COUNT[AT] | goto done
NEW: cwrite TAG[NEXT], PCT
     movb ONE | st COUNT[NEXT] | NEXT = inc NEXT | if !isat -> done
     nop | goto int,3
";

#[test]
fn what_microcode_of_ones_own_leaves_is_shown_under_its_names() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let [mine, page, ends] = ["mine.uc", "mine.html", "ends.uc"].map(path);
    fs::write(&mine, MINE).unwrap();
    fs::write(&ends, ".start LOAD = A\nA: nop\n").unwrap();
    let limit = COMPUTES.to_string();
    let run = ["run", "ibex", DEMO, "--limit", &limit, "--preset", "up5k", "--coproc"];
    let report = json(&[&run[..], &[&mine, "--json"]].concat());
    assert_eq!((&report["mismatches"], &report["laws_broken"]), (&0.into(), &Value::Array(vec![])), "{report}");
    let rows = report["rows"].as_array().unwrap();
    let count = |row: &Value| row["parts"]["COUNT"].as_u64().unwrap();
    assert!(rows.len() > 10 && rows.iter().all(|row| row["address"]["place"].is_string() && count(row) > 0));
    let sum: u64 = rows.iter().map(count).sum();
    // The entries that were given out again have counts of later loads only.
    let again = report["interrupts"][3].as_u64().unwrap();
    assert!(sum == report["samples"].as_u64().unwrap() || again > 0 && sum > 100, "{sum} of {}", report["samples"]);
    let named = |name: &str| report["registers"].as_array().unwrap().iter().any(|one| one["name"] == name);
    assert!(named("AT") && named("NEXT") && report["entries"] == 64, "{report}");
    let output = treetap(&[&run[..], &[&mine, "--rows", "2", "--html", &page]].concat());
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let shown = stdout(&output);
    for part in ["hold something", "NEXT", "COUNT=0x", "key as an address: 8", "int 3: ", "mismatches            0"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<h2>Entries</h2>") && page.contains("COUNT=0x") && page.contains("NEXT"));
    // Microcode that runs off its end.
    let output = treetap(&[&run[..], &[&ends]].concat());
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    assert!(stderr(&output).contains("PCEND in word 64"), "{}", stderr(&output));
}
