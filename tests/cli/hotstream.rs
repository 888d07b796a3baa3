//! `treetap hotstream` and `treetap trace bursts` from their words to their files (docs/reference/hotstream.md).
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
fn bursts_of_a_program_become_streams_with_names() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (bursts, profile) = (path("demo.bursts"), path("demo.json"));
    let written = json(&["--json", "trace", "bursts", DEMO, "--sample", "bursty:200:10", "-o", &bursts]);
    let references = written["references"].as_u64().unwrap();
    assert!(references > 10_000, "{written}");
    let found = json(&["--json", "hotstream", &bursts, "-o", &profile]);
    holds(&found, &["references", "bursts", "distinct", "rules", "threshold", "heat", "coverage_short", "streams"]);
    assert!(found["references"] == references && found["bursts"].as_u64() > Some(500), "{found}");
    let streams = found["streams"].as_array().unwrap();
    assert!(streams.len() > 10);
    for stream in streams {
        let number = |key: &str| stream[key].as_u64().unwrap();
        assert!((10..=40).contains(&number("length")) && number("heat") == number("length") * number("frequency"));
        assert_eq!(stream["signature"].as_array().unwrap().len() as u64, number("length"));
    }
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&fs::read(&profile).unwrap()).unwrap(), found);
    let shown = treetap(&["hotstream", &bursts, "--elf", DEMO, "--top", "3"]);
    assert_eq!(shown.status.code(), Some(OK), "{}", stderr(&shown));
    assert!(stdout(&shown).contains("hot streams of 10 to 40 references") && stdout(&shown).contains("interpret+0x"));
    // Of itself the overlap is the coverage.
    let same = json(&["--json", "hotstream", "--overlap", &profile, &profile]);
    let heat = found["heat"].as_u64().unwrap() as f64;
    assert!((same["overlap"].as_f64().unwrap() - heat / references as f64).abs() < 1e-9, "{same}");
    // Limits are obeyed, and what is too much is left out.
    let short = json(&["--json", "hotstream", &bursts, "--min", "2", "--max", "5", "--cover", "50", "--most", "1000"]);
    assert!(short["references"] == 1000 && short["left_out"] == references - 1000, "{short}");
    assert!(short["streams"].as_array().unwrap().iter().all(|s| (2..=5).contains(&s["length"].as_u64().unwrap())));
}

#[test]
fn samplings_are_compared_with_everything() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (csv, pictures) = (path("rows.csv"), path("pictures"));
    let words = ["hotstream", "--compare", DEMO, "--limit", "400000", "--csv", &csv, "--pictures", &pictures];
    let found = json(&[&["--json"][..], &words].concat());
    let rows = found[0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 16);
    let all = found[0]["references"].as_u64().unwrap();
    for row in rows {
        let share = row["references"].as_u64().unwrap() as f64 / all as f64;
        assert!((0.001..0.2).contains(&share) && (0.0..=1.0).contains(&row["overlap"].as_f64().unwrap()), "{row}");
    }
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 17);
    for name in ["hotstream-settings.svg", "hotstream-checks.svg"] {
        assert!(fs::read_to_string(dir.path().join("pictures").join(name)).unwrap().contains("</svg>"));
    }
}

#[test]
fn what_is_no_file_of_bursts_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| {
        fs::write(dir.path().join(name), bytes).unwrap();
        dir.path().join(name).to_str().unwrap().to_string()
    };
    let bursts = path("whole.bursts", b"");
    json(&["--json", "trace", "bursts", DEMO, "--limit", "2000", "-o", &bursts]);
    let whole = fs::read(&bursts).unwrap();
    let refused: [(&str, &[u8], &str); 4] = [
        ("empty", b"", "expected bursts of references"),
        ("text", b"key,weight\n", "expected bursts of references"),
        ("cut", &whole[..whole.len() - 9], "cut off before its end: expected a block of bursts of references"),
        ("more", &[&whole[..], b"x"].concat(), "bytes after the end"),
    ];
    for (name, bytes, why) in refused {
        said(&["hotstream", &path(name, bytes)], BAD_INPUT, why);
    }
    let mut wrong = whole.clone();
    wrong[40] ^= 1;
    said(&["hotstream", &path("changed", &wrong)], BAD_INPUT, "byte 8 (record 0): the checksum is another");
    said(&["hotstream", "/nowhere.bursts"], BAD_INPUT, "/nowhere.bursts: cannot open");
    said(&["hotstream", &bursts, "--min", "10", "--max", "9"], USAGE, "--max 9: expected at least --min 10");
    said(&["hotstream", &bursts, &bursts], USAGE, "expected one file of bursts");
    said(&["trace", "bursts", &path("x.elf", b"no"), "-o", &path("y", b"")], BAD_INPUT, "expected an ELF executable");
    let wrong = path("wrong.json", b"{\"references\": 3}");
    said(&["hotstream", "--overlap", &wrong, &wrong], BAD_INPUT, "missing field");
    // A trace without a reference has no streams, and that is no error.
    let none = path("none.bursts", b"");
    json(&["--json", "trace", "bursts", DEMO, "--sample", "off", "--limit", "2000", "-o", &none]);
    let found = json(&["--json", "hotstream", &none]);
    assert!(found["references"] == 0 && found["streams"].as_array().unwrap().is_empty());
}

#[test]
fn events_of_the_engine_are_bursts_too() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (image, trace, bursts) = (path("data.img"), path("demo.rvfi.zst"), path("demo.bursts"));
    let compiled =
        treetap(&["hps", "compile", "bursty", "data", "--param", "nCheck0=20", "--param", "nInstr0=5", "-o", &image]);
    assert_eq!(compiled.status.code(), Some(OK), "{}", stderr(&compiled));
    json(&["--json", "trace", "capture", "--core", "picorv32", "--limit", "50000", DEMO, "-o", &trace]);
    let ran = json(&["--json", "hps", "run", &image, &trace, "--bursts", &bursts]);
    let found = json(&["--json", "hotstream", &bursts, "--min", "2"]);
    assert!(found["references"].as_u64() > Some(1000) && found["bursts"].as_u64() > Some(20), "{ran} {found}");
    // The sampler alone takes the same references.
    let alone = path("alone.bursts");
    json(&["--json", "trace", "bursts", &trace, "--sample", "bursty:20:5", "-o", &alone]);
    let other = json(&["--json", "hotstream", &alone, "--min", "2"]);
    assert_eq!((&other["references"], &other["streams"]), (&found["references"], &found["streams"]));
}
