//! `treetap hotlist`: values of instructions by sampling, beside exact counts of every value of every instruction
//! (docs/reference/hotlist.md).
use crate::support::command::{BAD_INPUT, OK, USAGE, fails, holds, json, stderr, stdout, treetap};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use treetap::cosim::core::Program;
use treetap::cosim::iss;
use treetap::model::retirements::Records;
use treetap::spec::classify::Opclass;

const DEMO: &str = "programs/demo/demo.elf";

/// How often each value of each load came, by the address of the instruction.
fn exact() -> BTreeMap<u64, BTreeMap<u32, u64>> {
    let mut hart = iss::hart(&Program::read(Path::new(DEMO)).unwrap());
    let (mut records, mut counts) = (Records::default(), BTreeMap::<_, BTreeMap<_, _>>::new());
    while hart.memory.exit().is_none() {
        let retired = hart.step().unwrap();
        let record = records.record(&retired);
        if record.class == Opclass::Load && !record.trap {
            *counts.entry(record.pc).or_default().entry(record.val as u32).or_insert(0) += 1;
        }
    }
    counts
}

fn rows(report: &Value) -> &Vec<Value> {
    report["instructions"].as_array().unwrap()
}

#[test]
fn values_of_a_program_are_those_that_it_had() {
    let exact = exact();
    let loads: u64 = exact.values().flat_map(BTreeMap::values).sum();
    assert!(loads > 200_000 && exact.len() > 100, "{loads} loads");
    let run = ["hotlist", DEMO, "--tuples", "LOAD", "--json"];

    // Every instruction in a burst, a table for each: how many tuples is exact, and so is every table that was never
    // raised.
    let all = json(&[&run[..], &["--period", "1", "--jitter", "0", "--burst", "255", "--raw", "--top", "16"]].concat());
    assert_eq!((&all["offered"], &all["dropped"], rows(&all).len()), (&loads.into(), &0.into(), exact.len()));
    let (mut whole, mut raised) = (0, 0);
    for row in rows(&all) {
        let truth = &exact[&row["pc"].as_u64().unwrap()];
        assert_eq!((row["tuples"].as_f64(), &row["exact"]), (Some(truth.values().sum::<u64>() as f64), &true.into()));
        if row["t"] != 1.0 {
            raised += 1;
            continue;
        }
        whole += 1;
        let found = row["values"].as_array().unwrap().iter().map(|v| (&v["value"], &v["estimate"]));
        let found: BTreeSet<_> = found.map(|(v, n)| (v.as_u64().unwrap() as u32, n.as_f64().unwrap() as u64)).collect();
        assert_eq!(found, truth.iter().map(|(value, count)| (*value, *count)).collect(), "{row}");
        let most = truth.values().max().unwrap();
        let always = *most >= 32 && *most as f64 >= 0.95 * row["tuples"].as_f64().unwrap();
        assert_eq!(row["invariant"].is_u64(), always, "{row}");
    }
    assert!(whole > 50 && raised > 10, "{whole} tables are whole, {raised} were raised");
    assert!(rows(&all).iter().any(|row| row["invariant"].is_u64()));

    // One table for all, which was raised, of all loads: what is said of 95 of 100 cases holds.
    for scheme in [&[][..], &["--concise"]] {
        let part = json(&[&run[..], scheme, &["--period", "1", "--jitter", "0", "--burst", "255"]].concat());
        assert!(part["t"].as_f64() > Some(1.0), "{part}");
        let (mut inside, mut all) = (0, 0);
        for row in rows(&part) {
            for value in row["values"].as_array().unwrap() {
                let came = exact[&row["pc"].as_u64().unwrap()][&(value["value"].as_u64().unwrap() as u32)] as f64;
                let within = value["least"].as_f64() <= Some(came) && Some(came) <= value["most"].as_f64();
                inside += usize::from(within);
                all += 1;
            }
        }
        println!("{scheme:?}: {inside} of {all} within");
        assert!(all > 40 && inside * 100 >= all * 95, "{scheme:?}: {inside} of {all} within");
    }

    // A sample of bursts: the most frequent load is that of the program.
    let few = json(&[&run[..], &["--period", "60", "--jitter", "63"]].concat());
    let first = exact.iter().max_by_key(|(_, values)| values.values().sum::<u64>()).unwrap().0;
    assert_eq!(rows(&few)[0]["pc"].as_u64(), Some(*first));
    let scale = few["scale"].as_f64().unwrap();
    assert!((20.0..30.0).contains(&scale) && few["laws_broken"].as_array().unwrap().is_empty(), "{few}");
    #[rustfmt::skip]
    holds(&few, &["program", "core", "tuples", "scheme", "raw", "period", "jitter", "skip", "burst", "entries",
        "retired", "captured", "triggers", "aborted", "rejected", "late", "frozen"]);
    #[rustfmt::skip]
    holds(&rows(&few)[0], &["place", "file", "line", "assembly", "class", "kind", "tracked"]);
}

#[test]
fn values_are_shown_with_their_instructions() {
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("values.html");
    let every = ["hotlist", DEMO, "--period", "1", "--jitter", "0", "--rows", "3"];
    let output = treetap(&[&every[..], &["--tuples", "RET=caller", "--html", page.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let shown = stdout(&output);
    for part in ["jalr x0,0(x1)", "caller of RET", "invariant  multiply_matrices+", "T = 1", "law", "instructions more"]
    {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("jalr x0,0(x1)") && page.contains("invariant</td>") && !page.contains("<script"));
    let none = treetap(&["hotlist", DEMO, "--limit", "1000"]);
    assert!(none.status.code() == Some(OK) && stderr(&none).contains("no burst began: --period 63488"));
}

#[test]
fn what_cannot_be_sampled_is_refused_with_what_can() {
    for (words, said) in [
        (&["--jitter", "5"][..], "jitter 5: expected 2^k - 1, at most 2147483647; the nearest below is 3"),
        (&["--period", "0"], "expected 1 to 2147483647"),
        (&["--burst", "0"], "a burst of 0 retirements"),
        (&["--tuples", "LOAD=nothing"], "KIND one of value, address"),
        (&["--tuples", "LEAP"], "expected one of LOAD"),
        (&["--tuples", "RET=caller", "--raw"], "without ra and caller"),
        (&["--entries", "100"], "a power of two from 16 to 256"),
        (&["--invariant", "0"], "expected a share"),
    ] {
        let message = fails(USAGE, &[&["hotlist", DEMO], words].concat());
        assert!(message.contains(said), "{words:?}: {message}");
    }
    assert!(fails(BAD_INPUT, &["hotlist", "nothing.elf"]).contains("nothing.elf"));
}

#[test]
fn recorded_retirements_say_what_the_program_does_that_made_them() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("demo.rvfi.zst");
    let trace = trace.to_str().unwrap();
    let made = treetap(&["trace", "capture", DEMO, "--core", "picorv32", "--limit", "300000", "-o", trace]);
    assert_eq!(made.status.code(), Some(OK), "{}", stderr(&made));
    let every = ["--tuples", "LOAD", "--period", "1", "--jitter", "0", "--json"];
    let recorded = json(&[&["hotlist", trace, "--elf", DEMO][..], &every].concat());
    let ran = json(&[&["hotlist", DEMO, "--limit", "300000"][..], &every].concat());
    assert_eq!((&recorded["core"], &recorded["retired"]), (&"picorv32".into(), &300_000.into()));
    assert!(rows(&recorded).len() > 20 && rows(&recorded).iter().any(|row| row["line"].is_u64()), "{recorded}");
    assert_eq!(rows(&recorded), rows(&ran));
}
