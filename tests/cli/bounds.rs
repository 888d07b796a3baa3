//! `treetap bounds`: the worst-case node counts of the paper, and how long an event may hold an engine.
use assert_cmd::Command;
use serde_json::Value;
use treetap::spec::rap::{Collapse, Config, Hand, Service, preset};

fn treetap(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treetap"));
    command.args(args);
    command
}

#[test]
fn the_numbers_of_the_paper_are_in_both_outputs() {
    let text = String::from_utf8(treetap(&["bounds"]).assert().success().get_output().stdout.clone()).unwrap();
    assert!(["256,000", "384,000", "6,400"].iter().all(|number| text.contains(number)), "{text}");
    let json = treetap(&["bounds", "--json"]).assert().success().get_output().stdout.clone();
    let json: Value = serde_json::from_slice(&json).unwrap();
    let row = |table: &str, key: &str, value: f64| {
        json[table].as_array().unwrap().iter().find(|row| row[key].as_f64() == Some(value)).unwrap().clone()
    };
    assert_eq!(row("fig2_branching", "b", 4.0)["paper"], 256_000.0);
    assert_eq!(row("fig2_merge_ratio", "q", 2.0)["paper"], 384_000.0);
    assert_eq!(row("fig2_merge_ratio", "q", 2.0)["splits"], 6400.0);
    assert_eq!(row("fig2_merge_ratio", "q", 2.0)["merges"], 22.0);
    let batched: Vec<f64> =
        [16.0, 32.0, 256.0].map(|m| row("fig3_events", "millions", m)["batched"].as_f64().unwrap()).into();
    assert_eq!(batched, [384_000.0; 3], "the bound does not grow with the number of events");
}

#[test]
fn parameters_out_of_range_are_usage_errors() {
    for (args, expected) in [
        (["bounds", "--error", "1.5"], "eps 1.5: expected a number between 0 and 1"),
        (["bounds", "--key-bits", "65"], "key width 65: expected 1 to 64"),
    ] {
        let assert = treetap(&args).assert().code(2);
        let talk = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(talk.contains(expected), "{talk}");
        assert!(assert.get_output().stdout.is_empty());
    }
}

#[test]
fn the_bounds_of_an_engine_are_those_of_its_contract() {
    let json = treetap(&["bounds", "rap", "--preset", "fast", "--json"]).assert().success().get_output().stdout.clone();
    let json: Value = serde_json::from_slice(&json).unwrap();
    println!("{json:#}");
    let fast = preset("fast").unwrap();
    let service = Service::of(fast.engine, &fast.config);
    assert_eq!(json["preset"], "fast");
    let text = String::from_utf8(treetap(&["bounds", "rap", "--preset", "fast"]).output().unwrap().stdout).unwrap();
    let grouped = |number: u64| format!("{},{:03}", number / 1000, number % 1000);
    for weight in [1, u16::MAX] {
        let cycles = service.longest(&fast.config, weight);
        assert!(text.contains(&grouped(cycles)), "{cycles} cycles of an event of weight {weight}: {text}");
        assert!(json.to_string().contains(&format!(":{cycles}")), "{cycles}: {json}");
    }
    // A smaller pool and a lighter event hold an engine for less.
    let shorter = treetap(&["bounds", "rap", "--preset", "fast", "--hand-weight", "32"]).output().unwrap();
    let light = Config { collapse: Collapse::Hand(Hand { weight_cap: 32, ..Hand::COALESCED }), ..fast.config };
    let cycles = service.longest(&light, u16::MAX);
    assert!(cycles < service.longest(&fast.config, u16::MAX));
    let text = String::from_utf8(shorter.stdout).unwrap();
    assert!(text.contains(&grouped(cycles)), "{cycles}: {text}{}", String::from_utf8_lossy(&shorter.stderr));
    let unknown = treetap(&["bounds", "rap", "--preset", "fasst"]).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&unknown).contains("fast"), "no nearest name");
}
