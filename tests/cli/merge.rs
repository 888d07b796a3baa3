//! `treetap merge`: shards, what is refused, and functions of many devices.
use crate::support::command::{BAD_INPUT, OK, USAGE, fails, json, program, stderr, stdout, treetap};
use serde_json::Value;
use std::fs;

/// An ELF file without a libc, with symbols.
const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/demo/demo.elf");

/// What the command prints.
fn said(arguments: &[&str]) -> String {
    let output = treetap(arguments);
    assert_eq!(output.status.code(), Some(OK), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

/// A profile of a part of the program, in a file.
fn shard(trace: &str, file: &str, shard: &str, label: &str) {
    let words = ["profile", trace, "--key-bits", "32", "--nodes", "64", "--shard", shard, "--dump", file];
    said(&[&words[..], &["--label", label]].concat());
}

fn read(file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn shards_come_to_what_jobs_come_to() {
    let trace = program();
    let files: Vec<_> = (1..=3).map(|part| trace.beside(&format!("{part}.json"))).collect();
    for (file, part) in files.iter().zip(["1/3", "2/3", "3/3"]) {
        shard(&trace.path, file, part, "boot=1");
    }
    let all = trace.beside("all.json");
    let text = said(&["merge", &files[1], &files[0], &files[2], "-o", &all]);
    assert!(text.contains("40,000") && text.contains("events 0..40000 of sha256:"), "{text}");
    let merged = read(&all);
    assert_eq!(merged["n"], 40_000);
    assert_eq!(merged["of"][0]["labels"]["boot"], "1");
    let together = ["profile", &trace.path, "--key-bits", "32", "--nodes", "64", "--jobs", "3", "--dump", "-"];
    assert_eq!(merged["tree"], json(&together)["tree"]);
    // Merged again with nothing it is the same, and what it has is refused.
    let again = trace.beside("again.json");
    said(&["merge", &all, "-o", &again]);
    assert_eq!(read(&again), merged);
    let error = fails(BAD_INPUT, &["merge", &all, &files[1], "-o", &again]);
    assert!(error.contains("2.json: events 13333..26666") && error.contains("all.json has"), "{error}");
    assert_eq!(json(&["--json", "merge", &files[0], &files[2], "-o", &again])["of"].as_array().unwrap().len(), 2);
    let unknown = trace.beside("unknown.json");
    let mut bare = read(&files[1]);
    bare.as_object_mut().unwrap().remove("of");
    fs::write(&unknown, bare.to_string()).unwrap();
    assert!(fails(BAD_INPUT, &["merge", &files[0], &unknown, "-o", &again]).contains("--unchecked"));
    said(&["merge", &files[0], &unknown, "--unchecked", "-o", &again]);
    assert_eq!(read(&again)["n"], 26_666);
}

#[test]
fn what_cannot_be_asked_for_is_refused() {
    let trace = program();
    let file = trace.beside("a.json");
    shard(&trace.path, &file, "1/1", "boot=1");
    for (words, expected) in [
        (vec!["merge", &file], "--output"),
        (vec!["merge", &file, "-o", &file], "-o is one of the profiles"),
        (vec!["merge", &file, "--by", "boot"], "--elf"),
        (vec!["--json", "merge", &file, "-o", "-"], "standard output"),
        (vec!["profile", &trace.path, "--shard", "4/3"], "I from 1 to N"),
        (vec!["profile", &trace.path, "--shard", "0/3"], "I from 1 to N"),
        (vec!["profile", &trace.path, "--label", "boot"], "device=board7"),
        (vec!["profile", &trace.path, "--jobs", "2", "--exact"], "--exact needs one tree"),
        (vec!["profile", "-", "--format", "u64", "--shard", "1/2"], "expected a file"),
    ] {
        let error = fails(USAGE, &words);
        assert!(error.contains(expected), "{words:?}: {error}");
    }
    assert_eq!(treetap(&["merge", "gone.json", "-o", "x.json"]).status.code(), Some(BAD_INPUT));
}

#[test]
fn functions_of_many_devices_are_counted_by_group() {
    let trace = program();
    // Addresses of the demo: two functions, one of which only two of three devices run much.
    let symbols =
        treetap::analysis::Symbols::parse(&fs::read(DEMO).unwrap(), &treetap::analysis::Options::default()).unwrap();
    let address = |name: &str| symbols.places().iter().find(|place| place.name == name).unwrap().ranges[0].0;
    let (first, second) = (address("main"), address("_start"));
    let mut files = vec![];
    for (device, of_second) in [("a", 500), ("b", 400), ("c", 2)] {
        for boot in ["1", "2"] {
            let csv = trace.beside(&format!("{device}{boot}.csv"));
            fs::write(&csv, format!("{first},1000\n{second},{of_second}\n").repeat(300)).unwrap();
            let file = trace.beside(&format!("{device}{boot}.json"));
            let labels = [format!("device={device}"), format!("boot={boot}")];
            said(&[
                "profile",
                &csv,
                "--key-bits",
                "32",
                "--nodes",
                "64",
                "--dump",
                &file,
                "--label",
                &labels[0],
                "--label",
                &labels[1],
            ]);
            files.push(file);
        }
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let by =
        |label: &'static str| [&["--json", "merge", "--by", label, "--elf", DEMO, "--hot", "10%"][..], &files].concat();
    let fleet = json(&by("device"));
    assert_eq!(fleet["groups"].as_array().unwrap().len(), 3);
    assert_eq!(fleet["groups"][2], serde_json::json!({"labels": ["c"], "profiles": 2, "events": 601_200}));
    let hot_in = |name: &str| {
        let functions = fleet["functions"].as_array().unwrap();
        functions.iter().find(|function| function["name"] == name).map(|function| function["hot_in"].clone())
    };
    assert_eq!((hot_in("main"), hot_in("_start")), (Some(3.into()), Some(2.into())), "{fleet}");
    assert_eq!(json(&by("device,boot"))["groups"].as_array().unwrap().len(), 6);
    let text = said(&by("device")[1..]);
    assert!(text.contains("3 of 3") && text.contains("2 of 3"), "{text}");
    let error = fails(BAD_INPUT, &by("build"));
    assert!(error.contains("a1.json") && error.contains("no label build"), "{error}");
}
