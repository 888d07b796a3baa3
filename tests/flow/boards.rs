//! Boards: their tops are clean and pass in simulation with the PLL replaced by the clock pin; bitstreams and refusals
//! of the command.
use crate::support::mutants;
use crate::support::tools::{self, installed};
use assert_cmd::Command as Treetap;
use serde_json::Value;
use std::fs;
use std::path::Path;
use treetap::catalog;
use treetap::cosim::Design;
use treetap::cosim::selftest::{emit, run};
use treetap::flow::board::{self, Board, Clocking};
use treetap::spec::selftest::Config;

/// More cycles than the first round of any preset takes.
const LIMIT: u64 = 8_000_000;

fn simulated(name: &str, edit: impl Fn(String) -> String) -> (Board, Design) {
    let board = Board::named(name).unwrap();
    let preset = catalog::rap_preset(&board.preset, None).unwrap();
    let (emitted, answer) = emit(&preset, Config::default()).unwrap();
    assert!(answer.creates > 500 && answer.rounds > 10, "{name}: {answer:?}");
    let verilog = board.verilog(&emitted.top, &edit(emitted.verilog), Clocking::Straight);
    (board.clone(), Design { top: board.top(), verilog })
}

/// What makes a bitstream for an iCE40.
const ICE40_TOOLS: [&str; 3] = ["yosys", "nextpnr-ice40", "icepack"];

#[test]
fn the_top_of_every_board_passes_in_simulation() {
    for name in board::names() {
        let (board, design) = simulated(name, |text| text);
        let verdict = run(&design, 7, 1, LIMIT, board.dark()).unwrap();
        println!("{name}: {verdict:?}");
        assert_eq!((verdict.pass, verdict.fail), (1, 0), "{name}: {verdict:?}");
        assert!(verdict.running > 65_536, "{name}: {verdict:?}");
        let lit = run(&design, 7, 1, 1000, board.dark()).unwrap();
        assert_eq!((lit.pass, lit.fail, lit.running), (0, 0, 1000), "{name}: lights at the start");
    }
}

#[test]
fn the_top_of_a_board_shows_a_planted_fault() {
    let (board, design) = simulated("icebreaker", |text| mutants::compare_off_by_one(&text));
    let verdict = run(&design, 7, 1, LIMIT, board.dark()).unwrap();
    assert_eq!((verdict.pass, verdict.fail), (0, 1), "{verdict:?}");
}

#[test]
fn the_top_of_every_board_is_clean() {
    if !installed(&["verilator"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let waivers = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/waivers.vlt");
    for name in board::names() {
        let (board, design) = simulated(name, |text| text);
        let file = dir.path().join(format!("{}.v", board.top()));
        fs::write(&file, &design.verilog).unwrap();
        let mut lint = tools::verilator();
        let output =
            lint.args(["--lint-only", "-Wall", waivers, "--top-module", &board.top()]).arg(&file).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// `treetap synth` for a board, in a cache of its own.
fn synth(cache: &Path, args: &[&str]) -> std::process::Output {
    let mut command = Treetap::cargo_bin("treetap").unwrap();
    command.env("TREETAP_CACHE", cache).args(["synth", "rap"]).args(args).output().unwrap()
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What lies in the folder, the logs of failures left out.
fn left(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != "logs").collect()
}

#[test]
fn a_board_is_one_command_from_preset_to_bitstream() {
    if !installed(&ICE40_TOOLS) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (file, cache) = (dir.path().join("top.bin"), dir.path().join("cache"));
    // As docs/user/boards.md says it: the board's own preset at the board's own clock, with the first seed.
    let output = synth(&cache, &["--board", "icebreaker", "-o", file.to_str().unwrap(), "--json"]);
    assert!(output.status.success(), "{}", said(&output));
    let built: Value = serde_json::from_slice(&output.stdout).unwrap();
    let bytes = fs::read(&file).unwrap();
    // Every bitstream of an UP5K has the same length; this one begins with its preamble.
    assert_eq!((bytes.len(), built["bytes"].as_u64()), (104_090, Some(104_090)));
    assert!(bytes.windows(4).take(200).any(|window| window == [0x7e, 0xaa, 0x99, 0x7e]));
    let (fmax, clock) = (built["fmax_mhz"].as_f64().unwrap(), built["clock_mhz"].as_f64().unwrap());
    assert!(fmax >= clock && built["slack_ns"].as_f64().unwrap() >= 0.0, "{built}");
    for (key, word) in [("unit", "rap"), ("board", "icebreaker"), ("preset", "nano"), ("engine", "serial")] {
        assert_eq!(built[key], word, "{key}");
    }
    assert_eq!((&built["seeds"], &built["fmax_min_mhz"]), (&1.into(), &built["fmax_mhz"]));
    assert!(left(&cache).is_empty(), "{:?}", left(&cache));
}

#[test]
#[ignore = "minutes of placing"]
fn every_board_reaches_its_clock_with_its_own_preset() {
    let dir = tempfile::tempdir().unwrap();
    for name in board::names() {
        let file = dir.path().join(name);
        let output = synth(dir.path(), &["--board", name, "-o", file.to_str().unwrap(), "--json"]);
        assert!(output.status.success(), "{name}: {}", said(&output));
        print!("{}", String::from_utf8_lossy(&output.stdout));
        assert!(fs::metadata(&file).unwrap().len() > 50_000, "{name}");
    }
}

#[test]
fn what_cannot_be_built_is_refused_and_nothing_is_left() {
    if !installed(&ICE40_TOOLS) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (file, cache) = (dir.path().join("top.bin"), dir.path().join("cache"));
    let out = file.to_str().unwrap();
    let pins = Board::named("icebreaker").unwrap().pins;
    let wrong = dir.path().join("wrong.pcf");
    fs::write(&wrong, pins.replace("set_io led_pass 37", "set_io led_pass 99")).unwrap();
    let short = dir.path().join("short.pcf");
    fs::write(&short, pins.replace("set_io led_fail 11", "")).unwrap();
    let mini = ["--preset", "mini", "--board", "icebreaker", "-o", out];
    let with = |pins: &Path| synth(&cache, &[&mini[..], &["--pins", pins.to_str().unwrap()]].concat());
    for (output, code, words) in [
        (
            synth(&cache, &["--preset", "mini", "--device", "up5k", "-o", out]),
            2,
            vec!["--device", "cannot be used with"],
        ),
        (synth(&cache, &["--board", "icebraker", "-o", out]), 2, vec!["`icebraker`", "`icebreaker`", "ulx3s-85f"]),
        (synth(&cache, &["--board", "icebreaker", "--preset", "nanno", "-o", out]), 2, vec!["`nano`"]),
        (with(&wrong), 1, vec!["nextpnr-ice40 failed", "99", "the whole log is in"]),
        (with(&short), 1, vec!["nextpnr-ice40 failed", "led_fail", "the whole log is in"]),
        (with(&dir.path().join("none.pcf")), 3, vec!["none.pcf: cannot read"]),
        (synth(&cache, &["--board", "icebreaker", "--preset", "big48", "-o", out]), 1, vec!["too large", "block RAMs"]),
    ] {
        let said = said(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(words.iter().all(|word| said.contains(word)), "{words:?} in {said}");
        assert!(!file.exists() && output.stdout.is_empty(), "{said}");
    }
    assert!(left(&cache).is_empty(), "{:?}", left(&cache));
}

#[test]
fn a_clock_that_is_not_reached_is_a_failure() {
    if !installed(&ICE40_TOOLS) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (file, cache) = (dir.path().join("top.bin"), dir.path().join("cache"));
    let at = |freq| {
        synth(&cache, &["--preset", "mini", "--board", "icebreaker", "--freq", freq, "-o", file.to_str().unwrap()])
    };
    let impossible = at("100");
    assert_eq!(impossible.status.code(), Some(2));
    assert!(said(&impossible).contains("does not make 100 MHz of 12 MHz"), "{}", said(&impossible));
    let output = at("96");
    let said = said(&output);
    assert!(said.contains("timing is not met: the fastest of 1 seeds") && said.contains("is 96 MHz"), "{said}");
    assert!(left(&cache).is_empty(), "{:?}", left(&cache));
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!file.exists(), "{said}");
}
