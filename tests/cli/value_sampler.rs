//! `treetap run --hotlist`: a program on a core with the hotlist sampler beside it, from the command line
//! (docs/reference/value_sampler.md).
use crate::support::command::{MISMATCH, OK, USAGE, fails, holds, json, stderr, stdout, treetap};
use serde_json::Value;
use std::fs;
use treetap::catalog::{Unit, emit};

const DEMO: &str = "programs/demo/demo.elf";
/// So far the program has cleared its memory and begun to compute.
const COMPUTES: u32 = 200_000;

fn run(core: &str, limit: u32, more: &[&str]) -> Value {
    let report = json(&[&["run", core, DEMO, "--hotlist", "--json", "--limit", &limit.to_string()][..], more].concat());
    assert_eq!((&report["mismatches"], report["laws_broken"].as_array().unwrap().len()), (&0.into(), 0), "{report}");
    assert_eq!((&report["retired"], &report["core"]), (&limit.into(), &core.into()));
    assert!(report["fault"].is_null() && report["compared"].as_u64() > Some(800), "{report}");
    report
}

/// What does not say which core ran it, or what was beside it.
const SAMPLED: [&str; 18] = [
    "tuples",
    "scheme",
    "raw",
    "period",
    "jitter",
    "skip",
    "burst",
    "entries",
    "retired",
    "captured",
    "scale",
    "triggers",
    "aborted",
    "offered",
    "rejected",
    "late",
    "t",
    "instructions",
];

#[test]
fn hardware_beside_a_core_finds_what_the_model_finds_in_the_simulator() {
    let (bursts, limit, mut held) = (["--period", "60", "--jitter", "63"], COMPUTES.to_string(), 0);
    for (settings, preset) in [
        (&["--skip", "7"][..], "ecp5"),
        (&["--concise", "--tuples", "LOAD,STORE=address,ALU=insn", "--top", "8"], "up5k"),
        (&["--tuples", "RET=caller,BRANCH=next,CALL=ra", "--burst", "16"], "ecp5"),
        (&["--raw", "--tuples", "LOAD,STORE,ALU"], "up5k"),
    ] {
        let settings = [&bursts[..], settings].concat();
        let entries = if preset == "up5k" { "64" } else { "256" };
        let words = [&["hotlist", DEMO, "--json", "--entries", entries, "--limit", &limit][..], &settings].concat();
        let model = json(&words);
        let rows = model["instructions"].as_array().unwrap();
        let values = rows.iter().map(|row| row["values"].as_array().unwrap().len()).sum::<usize>();
        let tracked = rows.iter().filter_map(|row| row["tracked"].as_u64()).sum::<u64>();
        println!("{settings:?}: {} instructions, {values} values of {tracked} tracked", rows.len());
        assert!(rows.len() > 5 && values > 5 && tracked > 20);
        for core in ["ibex", "picorv32"] {
            let report = run(core, COMPUTES, &[&["--preset", preset], &settings[..]].concat());
            for key in SAMPLED {
                assert_eq!(report[key], model[key], "{core} {settings:?}: {key}");
            }
            assert_eq!((&report["dropped"], &report["preset"]), (&0.into(), &preset.into()));
            assert!(report["cycles"].as_u64() > Some(COMPUTES.into()), "{report}");
            held += report["held"].as_u64().unwrap();
            holds(&report, &["sampler_cycles", "minstr_per_s", "wall_s", "program", "frozen"]);
        }
    }
    assert!(held > 100_000, "cores were held for {held} cycles");
}

#[test]
fn what_finds_no_room_is_dropped_and_the_rest_is_exact() {
    // A table of 256 entries is slower than the slowest core.
    for (core, preset) in [("picorv32", "nano"), ("serv", "ecp5")] {
        let every = ["--period", "1", "--jitter", "0", "--burst", "255", "--tuples", "ALU", "--preset", preset];
        let all = run(core, 60_000, &every);
        assert!(all["held"].as_u64() > Some(10_000) && all["dropped"] == 0, "{core}: {}", all["held"]);
        let some = run(core, 60_000, &[&every[..], &["--drop"]].concat());
        assert_eq!((&some["held"], &some["offered"]), (&0.into(), &all["offered"]), "{some}");
        assert!(some["dropped"].as_u64() > Some(10_000), "{core}: {}", some["dropped"]);
        assert!(some["instructions"].as_array().is_some_and(|rows| !rows.is_empty()), "{some}");
    }
}

#[test]
fn a_run_is_shown_with_what_was_compared_and_a_fault_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let limit = COMPUTES.to_string();
    let [page, rtl] = ["values.html", "wrong.v"].map(path);
    let words =
        ["run", "ibex", DEMO, "--hotlist", "--period", "60", "--jitter", "63", "--preset", "up5k", "--rows", "2"];
    let output = treetap(&[&words[..], &["--limit", &limit, "--html", &page]].concat());
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let shown = stdout(&output);
    for part in ["instructions more (--rows)", "core held, cycles", "mismatches            0", "holds: RETIRED"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("Beside the core") && page.contains("value_sampler up5k") && !page.contains("<script"));
    let good = emit(Unit::ValueSampler, "up5k").unwrap().verilog;
    let (before, after) = good.split_once("u_tuple (").unwrap();
    let wrong = after.replacen(".rec_val(rec_val)", ".rec_val(rec_addr)", 1);
    assert!(wrong != after);
    fs::write(&rtl, format!("{before}u_tuple ({wrong}")).unwrap();
    let output = treetap(&[&words[..], &["--limit", &limit, "--rtl", &rtl]].concat());
    assert_eq!(output.status.code(), Some(MISMATCH));
    assert!(stderr(&output).contains("hardware and model differ"), "{}", stderr(&output));
}

#[test]
fn what_cannot_be_run_is_refused() {
    let hotlist = ["run", "ibex", DEMO, "--hotlist"];
    for (words, said) in [
        (&["--event", "code"][..], "cannot be used with"),
        (&["--hps", "method.img"], "cannot be used with"),
        (&["--preset", "nano8"], "has no preset `nano8`; the nearest is"),
        (&["--jitter", "5"], "jitter 5: expected 2^k - 1"),
        (&["--raw", "--tuples", "LOAD,STORE=address", "--preset", "up5k"], "at most 1 kinds"),
        (&["--xlen", "64"], "for a core of 64 bits"),
    ] {
        let message = fails(USAGE, &[&hotlist[..], words].concat());
        assert!(message.contains(said), "{words:?}: {message}");
    }
    for words in [&["--period", "60"][..], &["--raw"], &["--tuples", "LOAD"]] {
        assert!(fails(USAGE, &[&["run", "ibex", DEMO], words].concat()).contains("--hotlist"), "{words:?}");
    }
}
