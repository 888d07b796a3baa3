//! `treetap fit`: from traces and a device to the commands that generate what suits them.
use crate::support::command::{BAD_INPUT, MISMATCH, OK, USAGE, fails, json, program, stderr, stdout, treetap};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

/// A space of some twenty configurations.
const SMALL: [&str; 12] = [
    "--device",
    "up5k",
    "--nodes",
    "64,128",
    "--count-bits",
    "32",
    "--entries",
    "0,256",
    "--fifo",
    "0",
    "--eps",
    "off,1%",
];
const TRACE: &str = "shape:zipf?events=30000&seed=3";

/// Runs the command, which has to end with this code.
fn done(code: i32, words: &[&str]) -> Output {
    let output = treetap(words);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", stderr(&output));
    output
}

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ["fit", TRACE, "--key-bits", "32"].iter().chain(&SMALL).chain(more).copied().collect()
}

#[test]
fn every_point_has_a_command_that_generates_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (svg, csv) = (file("fit.svg"), file("fit.csv"));
    let said = stdout(&done(OK, &small(&["--max-bram", "50%", "--svg", &svg, "--csv", &csv])));
    for part in [
        "zipf: 30,000 events",
        "at most 5,280 LUT4, 15 block RAMs",
        "error %",
        "Recommended (*)",
        "LUT4 and MHz are predicted",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let commands: Vec<&str> =
        said.lines().filter_map(|line| line.split_once("treetap gen ").map(|(_, words)| words)).collect();
    assert!(commands.len() >= 4, "{said}");
    let made = file("rtl");
    for words in &commands {
        let all: Vec<&str> = ["gen"].into_iter().chain(words.split(' ')).chain(["-o", &made]).collect();
        done(OK, &all);
    }
    let rows = fs::read_to_string(&csv).unwrap();
    let tried = rows.lines().count() - 1;
    assert!(rows.starts_with("engine,keys,nodes,") && tried >= commands.len(), "{rows}");
    let drawing = fs::read_to_string(&svg).unwrap();
    assert!(drawing.contains(">block RAMs<") && drawing.contains(">recommended<") && !drawing.contains("NaN"));
    assert!(drawing.matches("<title>").count() >= 3 * tried, "a dot for each in each panel");
}

#[test]
fn the_contract_has_figures_limits_and_errors_of_prediction() {
    let answer: Value = json(&small(&["--max-lut", "850", "--json"]));
    assert_eq!((answer["device"].as_str(), answer["max_lut"].as_u64()), (Some("up5k"), Some(850)));
    let front = answer["front"].as_array().unwrap();
    assert!(!front.is_empty());
    for row in front {
        assert!(row["lut4"].as_u64().unwrap() <= 850 && row["traces"].as_array().unwrap().len() == 1, "{row}");
        let errors = (row["error_percent"].as_f64().unwrap(), row["error_percent_max"].as_f64().unwrap());
        assert!(errors.0 <= errors.1, "{row}");
    }
    assert!(front.contains(&answer["recommended"]));
    let errors = answer["prediction_errors"].as_array().unwrap();
    assert!(errors.iter().any(|of| of["engine"] == "serial" && of["lut4_percent_max"].as_f64().unwrap() <= 10.0));
    let slow: Value = json(&small(&["--max-cycles", "8", "--engine", "serial", "--json"]));
    let rows = slow["front"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["cycles_per_event"].as_f64().unwrap() <= 8.0 && row["entries"] == 256), "{slow}");
}

#[test]
fn what_cannot_be_is_refused() {
    for (more, expected) in [
        (&["--max-lut", "none"][..], "expected a number above 0, or a share such as 50%"),
        (&["--engine", "fast"], "expected serial, pipelined, cam"),
        (&["--eps", "5"], "expected off, a share such as 1%, or M:S such as 5:13"),
        (&["--run-events", "5000000000"], "none of these holds 5000000000 events"),
        (&["--nodes", "9"], "no configuration of this space can be built"),
        (&["--nodes", "1024"], "nodes 1024 is outside of the measured"),
    ] {
        let mut words = small(&[]);
        // An option that is there already is another value of it.
        for pair in more.chunks(2) {
            match words.iter().position(|word| *word == pair[0]) {
                Some(at) => words[at + 1] = pair[1],
                None => words.extend(pair),
            }
        }
        let message = fails(USAGE, &words);
        assert!(message.contains(expected), "{expected}: {message}");
    }
    let message = fails(USAGE, &["fit", TRACE, "--device", "up6k"]);
    assert!(message.contains("up5k"), "{message}");
}

#[test]
fn bad_traces_are_named_and_nothing_is_left() {
    let trace = program();
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("fit.svg");
    let svg = svg.to_str().unwrap();
    let missing = trace.beside("missing.u64");
    let message = fails(BAD_INPUT, &["fit", &missing, "--device", "up5k", "--svg", svg]);
    assert!(message.contains("missing.u64"), "{message}");
    let empty = folder.path().join("empty.u64");
    fs::write(&empty, b"").unwrap();
    let message = fails(BAD_INPUT, &["fit", empty.to_str().unwrap(), "--device", "up5k", "--svg", svg]);
    assert!(message.contains("empty.u64: no event"), "{message}");
    let message = fails(USAGE, &["fit", &trace.path, "--device", "up5k", "--svg", &trace.path]);
    assert!(message.contains("--svg would overwrite the trace"), "{message}");
    let message = fails(USAGE, &small(&["--svg", svg, "--csv", svg]));
    assert!(message.contains("--svg and --csv name one file"), "{message}");
    assert!(!Path::new(svg).exists());
}

#[test]
fn limits_that_nothing_keeps_are_exit_code_one() {
    let said = done(MISMATCH, &small(&["--max-cycles", "0.5"]));
    assert!(stdout(&said).contains("No configuration keeps the limits"));
    assert!(stderr(&said).contains("no configuration keeps the limits"));
    assert!(stderr(&done(OK, &small(&[]))).contains("grown:"), "it tells how long it took");
}

#[test]
fn what_is_placed_stands_beside_what_was_predicted_and_is_placed_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("proof");
    let run = run.to_str().unwrap();
    let mut words = vec!["fit", TRACE, "--device", "up5k", "--engine", "serial", "--key-bits", "32", "--nodes", "64"];
    words.extend(["--count-bits", "32", "--entries", "0", "--fifo", "0", "--eps", "off", "--json"]);
    words.extend(["--prove", run, "--points", "1"]);
    let answer: Value = json(&words);
    let placed = answer["placed"].as_array().unwrap();
    assert_eq!((placed.len(), &answer["missing"]), (1, &0.into()), "{answer}");
    let row = &placed[0];
    assert_eq!(row["bram"][0], row["bram"][1], "{row}");
    let lut4 = |at: usize| row["lut4"][at].as_f64().unwrap();
    assert!(lut4(1) > 300.0 && (lut4(0) - lut4(1)).abs() <= 0.15 * lut4(1), "{row}");
    assert!(row["mhz"][1].as_f64().unwrap() > 10.0, "{row}");
    // What is there is not placed again, so that a queue that does nothing is enough; without it, it is missing.
    words.extend(["--on", "true {ids}"]);
    let again: Value = json(&words);
    assert_eq!(again["placed"], answer["placed"]);
    fs::remove_dir_all(run).unwrap();
    let none: Value = json(&words);
    assert_eq!((none["placed"].as_array().unwrap().len(), &none["missing"]), (0, &1.into()));
}
