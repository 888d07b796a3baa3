//! `treetap chkplan` from its words to its files (docs/reference/chkplan.md).
use crate::support::command::{BAD_INPUT, OK, USAGE, fails, holds, json, stderr, stdout, treetap};
use std::fs;
use treetap::analysis::chkplan;
use treetap::spec::checkmap::Code;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/demo/demo.elf");

#[test]
fn a_plan_says_what_it_found_and_leaves_a_map() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let map = path("demo.map");
    let plan = json(&["--json", "chkplan", DEMO, "-o", &map]);
    holds(
        &plan,
        &["functions", "leaves", "roots", "address_taken", "chosen", "indirect", "variants", "map", "warnings"],
    );
    assert!(plan["chosen"].as_array().unwrap().contains(&"quick_sort".into()), "{plan}");
    let image = chkplan::from_bytes(&fs::read(&map).unwrap()).unwrap();
    let marks = (0..16 * image.words.len() as u32).map(|slot| image.code(image.base + 2 * slot));
    let checks = marks.filter(|code| matches!(code, Code::Entry | Code::Back)).count();
    assert_eq!(plan["map"]["checks"], checks);
    assert_eq!(
        plan["variants"][7]["static"]["checks"], checks,
        "EC+L4 is what is planned unless something else is asked for"
    );
    // Another plan has other checks; the file is the same when asked for twice.
    let all = json(&["--json", "chkplan", DEMO, "--check", "orig", "--k", "none", "-o", &path("all.map")]);
    assert_eq!(all["map"]["checks"], plan["variants"][0]["static"]["checks"]);
    json(&["--json", "chkplan", DEMO, "-o", &path("again.map")]);
    assert_eq!(fs::read(&map).unwrap(), fs::read(path("again.map")).unwrap());
    let shown = treetap(&["chkplan", DEMO, "--ev", "LOAD"]);
    assert_eq!(shown.status.code(), Some(OK), "{}", stderr(&shown));
    assert!(stdout(&shown).contains(" EC+L4 ") && stdout(&shown).contains("need a check (C)"), "{}", stdout(&shown));
}

#[test]
fn a_run_is_counted_under_every_variant() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("demo.rvfi.zst");
    let trace = trace.to_str().unwrap();
    json(&["--json", "trace", "capture", "--core", "picorv32", "--limit", "100000", DEMO, "-o", trace]);
    let plan = json(&["--json", "chkplan", DEMO, "--trace", trace, "--sample", "bursty:20:5"]);
    let checks = |i: usize| plan["variants"][i]["run"]["checks"].as_u64().unwrap();
    assert!(checks(0) > checks(2) && checks(2) > checks(7) && checks(7) > 500, "{plan}");
    for variant in plan["variants"].as_array().unwrap() {
        let run = &variant["run"];
        let number = |key: &str| run[key].as_u64().unwrap();
        assert_eq!(number("inside") + number("outside"), number("checks"));
        assert!((25 * number("inside")).abs_diff(5 * number("checks")) <= 25 * 25, "{run}");
        assert_eq!((number("instructions"), number("muted") > 0), (100_000, variant["static"]["muted"] != 0));
    }
    assert!(plan["without_map"]["checks"].as_u64().unwrap() > 1000 && plan["rate"] == serde_json::json!([5, 25]));
}

#[test]
fn what_cannot_be_planned_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let small = ["chkplan", DEMO, "--slots", "256", "-o", &path("small.map")];
    let said = fails(BAD_INPUT, &small);
    assert!(said.contains("E-TEXT") && !dir.path().join("small.map").exists(), "{said}");
    let clipped = json(&[&["--json"], &small[..], &["--clip"]].concat());
    assert!(clipped["map"]["clipped"].as_array().unwrap().len() > 3 && clipped["map"]["codes"] == 256, "{clipped}");
    fs::write(path("text.elf"), "no program").unwrap();
    fails(BAD_INPUT, &["chkplan", &path("text.elf")]);
    fails(BAD_INPUT, &["chkplan", &path("missing.elf")]);
    fails(BAD_INPUT, &["chkplan", DEMO, "--trace", &path("text.elf")]);
    fails(USAGE, &["chkplan", DEMO, "--check", "some"]);
    fails(USAGE, &["chkplan", DEMO, "--k", "-1"]);
    let said = fails(BAD_INPUT, &["run", "ibex", DEMO, "--preset", "fast", "--check-map", &path("text.elf")]);
    assert!(said.contains("no map of checks"), "{said}");
}
