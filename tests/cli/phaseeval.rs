//! `treetap trace intervals`, `phaseeval` and `phaselog` from their words to their files (docs/reference/phaseeval.md,
//! docs/reference/phaselog.md).
use crate::support::command::{BAD_INPUT, OK, USAGE, holds, json, stderr, stdout, treetap};
use std::fs;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/demo/demo.elf");

/// The command fails in this way and says so.
fn said(arguments: &[&str], code: i32, why: &str) {
    let output = treetap(arguments);
    let told = stderr(&output);
    assert!(output.status.code() == Some(code) && told.contains(why), "{arguments:?}: {told}");
}

#[test]
fn a_log_of_a_program_is_evaluated() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (log, csv, pictures) = (path("demo.phiv.zst"), path("demo.csv"), path("pictures"));
    let written = json(&["--json", "trace", "intervals", DEMO, "--len", "2000", "-o", &log]);
    // 1,329,893 instructions.
    assert!(written["intervals"] == 664 && written["left"] == 1_893, "{written}");
    let words = ["phaseeval", &log, "--len", "2000", "--csv", &csv, "--pictures", &pictures];
    let found = json(&[&["--json"][..], &words].concat());
    let program = &found[0];
    holds(program, &["program", "intervals", "phases", "predicted", "sampled", "discarded", "sweeps"]);
    assert!(program["program"] == "demo" && program["phases"].as_u64() > Some(1), "{program}");
    let sweeps = program["sweeps"].as_array().unwrap();
    assert_eq!(sweeps.len(), 3);
    for sweep in sweeps {
        assert_eq!(sweep["curves"].as_array().unwrap().len(), 4);
        for point in sweep["curves"].as_array().unwrap().iter().flat_map(|curve| curve["points"].as_array().unwrap()) {
            let number = |key: &str| point[key].as_f64().unwrap();
            assert!(number("error") >= 0.0 && number("missed") <= 1.0 && number("percent") <= 100.0, "{point}");
        }
    }
    assert!(fs::read_to_string(&csv).unwrap().lines().count() > 3 * (13 + 98 + 98));
    for kind in ["region", "method", "callpair"] {
        for what in ["policies", "error", "missed", "energy", "bytes"] {
            let picture = fs::read_to_string(dir.path().join(format!("pictures/phaseeval-{kind}-{what}.svg"))).unwrap();
            assert!(picture.contains("</svg>") && !picture.contains("NaN"));
        }
    }
    let shown = treetap(&["phaseeval", &log, "--len", "2000", "--type", "region", "--fig", "11,13"]);
    assert_eq!(shown.status.code(), Some(OK), "{}", stderr(&shown));
    let text = stdout(&shown);
    assert!(text.contains("Figure 11") && text.contains("Figure 13") && !text.contains("Figure 15"), "{text}");
    assert!(text.contains("H = 30"), "{text}");
}

#[test]
fn what_a_program_takes_without_profiling() {
    let found = &json(&["--json", "phaseeval", "--baseline", DEMO])[0];
    let number = |key: &str| found[key].as_f64().unwrap();
    let cache = |key: &str, of: &str| found[key][of].as_u64().unwrap();
    assert!(found["program"] == "demo" && found["instructions"] == 1_329_893, "{found}");
    assert_eq!(cache("code_cache", "accesses"), 1_329_893);
    // The branches are those that its log of intervals counts.
    let (branches, data) = (number("branches"), cache("data_cache", "accesses") as f64);
    assert!(branches > 50_000.0 && branches < 400_000.0 && data > 50_000.0, "{found}");
    assert!(number("static_branches") > 50.0 && number("static_branches") < 5_000.0, "{found}");
    let misses = (cache("code_cache", "misses") + cache("data_cache", "misses")) as f64;
    assert!(misses > 20.0 && (number("miss_rate") - misses / (1_329_893.0 + data)).abs() < 1e-12, "{found}");
    // No instruction draws more than a store that misses; loads that hit draw nothing, or as others.
    assert!(number("joules") > 0.0 && number("joules") < 1_329_893.0 * 115.3e-9, "{found}");
    let drawn = &json(&["--json", "phaseeval", "--baseline", DEMO, "--rcache", "ireg"])[0];
    assert!(drawn["joules"].as_f64().unwrap() > number("joules") && drawn["seconds"] == found["seconds"], "{drawn}");
    let shown = stdout(&treetap(&["phaseeval", "--baseline", DEMO]));
    assert!(shown.contains("Figure 14(a)") && shown.contains("demo") && shown.contains("1.33"), "{shown}");
    said(&["phaseeval", "--baseline", DEMO, "--fig", "11"], USAGE, "--fig");
    said(&["phaseeval", "--baseline", "Cargo.toml"], BAD_INPUT, "Cargo.toml");
}

#[test]
fn a_log_of_profiles_is_written_and_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (log, sent) = (path("demo.phiv"), path("demo.plog"));
    json(&["--json", "trace", "intervals", DEMO, "--len", "2000", "-o", &log]);
    let enc = |words: &[&str]| {
        json(&[&["--json", "phaselog", "enc", &log, "--len", "2000", "-o", &sent][..], words].concat())
    };
    let mut bytes = vec![];
    for take in ["phase:third", "phase:online", "periodic:20", "random:20"] {
        for protocol in ["end", "interleaved"] {
            let written = enc(&["--take", take, "--protocol", protocol, "--type", "callpair"]);
            let read = json(&["--json", "phaselog", "dec", &sent]);
            assert!(read["whole"] == true && read["intervals"] == 664 && read["frames"] == written["frames"], "{read}");
            let records = read["records"].as_array().unwrap();
            let profiles = records.iter().filter(|record| record["kind"] == "callpair").count() as u64;
            assert_eq!(profiles, if protocol == "end" { 1 } else { written["samples"].as_u64().unwrap() });
            let traced: u64 = records
                .iter()
                .filter_map(|record| record["runs"].as_array())
                .flatten()
                .map(|run| run[1].as_u64().unwrap())
                .sum();
            assert_eq!(traced, if take.starts_with("phase") { 664 } else { 0 });
            bytes.push(written["bytes"].as_u64().unwrap());
        }
    }
    assert!(bytes.iter().all(|bytes| *bytes > 50), "{bytes:?}");
    // Damaged: the frames before are shown, and the exit code tells.
    enc(&["--take", "periodic:20", "--protocol", "interleaved"]);
    let mut wrong = fs::read(&sent).unwrap();
    let middle = wrong.len() / 2;
    wrong[middle] ^= 1;
    let damaged = path("damaged.plog");
    fs::write(&damaged, &wrong).unwrap();
    let shown = treetap(&["phaselog", "dec", &damaged]);
    assert_eq!(shown.status.code(), Some(BAD_INPUT));
    assert!(stdout(&shown).contains("region profile of") && stderr(&shown).contains(": frame "), "{}", stderr(&shown));
    fs::write(&damaged, &fs::read(&sent).unwrap()[..40]).unwrap();
    said(&["phaselog", "dec", &damaged], BAD_INPUT, "cut off before its end");
}

#[test]
fn what_cannot_be_evaluated_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| {
        fs::write(dir.path().join(name), bytes).unwrap();
        dir.path().join(name).to_str().unwrap().to_string()
    };
    said(&["phaseeval", "/nowhere.phiv"], BAD_INPUT, "/nowhere.phiv: cannot open");
    said(&["phaseeval", &path("empty", b"")], BAD_INPUT, "byte 0 (record 0): it begins otherwise");
    said(&["phaseeval", &path("none", b"PHIV")], BAD_INPUT, "no interval");
    said(&["phaseeval", &path("cut", b"PHIV\x01\x02")], BAD_INPUT, "byte 4 (record 0): cut off or malformed");
    let one = path("one", &[&b"PHIV\0\0\0"[..], &[0; 96]].concat());
    said(&["phaseeval", &one, "--len", "100"], USAGE, "expected 512 to");
    said(&["phaseeval", &one, "--type", "block"], USAGE, "expected region, method or callpair");
    said(&["phaseeval", &one, "--fig", "9"], USAGE, "expected 8, 10, 11, 12, 13 or 15");
    said(&["phaseeval", &one, "--handler-cycles", "1,2"], USAGE, "expected three numbers");
    said(&["phaselog", "enc", &one, "--take", "phase", "-o", "x"], USAGE, "expected phase:online");
    said(&["phaselog", "dec", &path("nothing", b"")], BAD_INPUT, "does not come to its end");
    said(&["trace", "intervals", "x.rvfi", "-o", "y"], USAGE, "expected the program too (--elf)");
    // An interval in which nothing happened is evaluated, too.
    let found = json(&["--json", "phaseeval", &one]);
    assert_eq!(found[0]["intervals"], 1);
}
