//! The self-test: its hardware under Verilator, the round it plays, and faults it has to find.
use crate::support::mutants;
use crate::support::tools::installed;
use std::process::Command;
use treetap::catalog::rap_designs;
use treetap::cosim::Design;
use treetap::cosim::selftest::{Verdict, emit, run};
use treetap::model::selftest::{Answer, answer};
use treetap::spec::rap::{Engine, PRESETS, Preset, preset};
use treetap::spec::selftest::{Config, PATIENCE_BITS};

/// More cycles than any round takes.
const LIMIT: u64 = 20_000_000;
/// Presets that are simulated: iCE40's, a bare engine without coalescer, and one with EPS hardware, FIFO and wider
/// keys.
const SIMULATED: &[&str] = &["nano", "mini", "k8n8", "x86"];

fn design(preset: &Preset, test: Config) -> (Design, Answer) {
    let (emitted, answer) = emit(preset, test).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
    (Design { top: emitted.top, verilog: emitted.verilog }, answer)
}

fn verdict(design: &Design, rounds: u64) -> Verdict {
    run(design, 1, rounds, LIMIT, 0).unwrap_or_else(|e| panic!("{}: {e}", design.top))
}

#[test]
fn the_self_test_creates_goes_round_and_coalesces_on_every_preset() {
    for preset in PRESETS {
        let answer = answer(preset.config, Config::default()).unwrap();
        println!("{}: {answer:x?}", preset.name);
        assert!(answer.creates > preset.config.nodes, "{}: {answer:?}", preset.name);
        assert!(answer.rounds > 3 && answer.words > 15, "{}: {answer:?}", preset.name);
        assert!(answer.zero_weight > 500, "{}: {answer:?}", preset.name);
        let events = u64::from(Config::default().events);
        if preset.config.coalescer.is_some() {
            assert!(answer.emitted > 1000 && answer.emitted < events * 3 / 4, "{}: {answer:?}", preset.name);
        }
    }
}

#[test]
fn a_right_profiler_passes_round_after_round() {
    let mut engines = vec![];
    for preset in rap_designs().iter().filter(|preset| SIMULATED.contains(&preset.name)) {
        let (design, _) = design(preset, Config::default());
        let verdict = verdict(&design, 3);
        let name = &design.top;
        engines.push(preset.engine);
        println!("{name}: {verdict:?}");
        assert_eq!((verdict.rounds, verdict.pass, verdict.fail), (3, 1, 0), "{name}");
        assert!(verdict.running > 1000 && verdict.running < verdict.cycles, "{name}: {verdict:?}");
        assert!(verdict.running < 1 << (PATIENCE_BITS - 1), "{name}: {verdict:?}");
    }
    assert!(Engine::ALL.iter().all(|engine| engines.contains(engine)), "only {engines:?}");
}

#[test]
fn every_preset_has_a_self_test_that_is_clean_for_the_tools() {
    if !installed(&["verilator", "yosys"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let waivers = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/waivers.vlt");
    for preset in &rap_designs() {
        let (emitted, answer) = emit(preset, Config::default()).unwrap();
        assert!(emitted.verilog.contains(&format!("(32'h{:x})", answer.crc)), "{}: the answer", emitted.top);
        let modules = emitted.verilog.lines().filter_map(|line| line.strip_prefix("module "));
        assert!(modules.into_iter().all(|name| name.starts_with(&emitted.top)), "{}", emitted.top);
        let ports: Vec<_> = emitted.ports.iter().map(|p| (p.name.as_str(), p.dir, p.width)).collect();
        let out = |name| (name, "output", 1);
        let expected =
            [("clk", "input", 1), ("rst", "input", 1), out("running"), out("pass"), out("fail"), out("round")];
        assert_eq!(ports, expected);
        let file = dir.path().join(format!("{}.v", emitted.top));
        std::fs::write(&file, &emitted.verilog).unwrap();
        let lint = Command::new("verilator").args(["--lint-only", "-Wall", waivers]).arg(&file).output().unwrap();
        assert!(lint.status.success() && lint.stderr.is_empty(), "{}", String::from_utf8_lossy(&lint.stderr));
    }
}

#[test]
fn a_self_test_of_nano_leaves_most_of_an_up5k() {
    if !installed(&["yosys"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (emitted, _) = emit(preset("nano").unwrap(), Config::default()).unwrap();
    let file = dir.path().join("nano.v");
    std::fs::write(&file, &emitted.verilog).unwrap();
    let script = format!("read_verilog {}; synth_ice40 -top {}; stat", file.display(), emitted.top);
    let output = Command::new("yosys").args(["-p", &script]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().rfind(|line| line.contains("SB_LUT4")).unwrap_or_else(|| panic!("{text}"));
    let luts: u32 = line.split_whitespace().last().unwrap().parse().unwrap();
    println!("{luts} LUT4");
    assert!(luts > 700 && luts < 2000, "{luts} LUT4");
}

#[test]
fn gen_writes_the_self_test_and_says_how() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::cargo_bin("treetap").unwrap();
    let args = ["gen", "selftest", "--preset", "mini", "--engine", "cam", "-o", dir.path().to_str().unwrap()];
    command.args(args).assert().success();
    let text = std::fs::read_to_string(dir.path().join("treetap_selftest_mini_cam.v")).unwrap();
    assert!(text.contains("treetap gen selftest --preset mini --engine cam\n"), "{}", &text[..600]);
    let preset = preset("mini").unwrap().with_engine(Engine::Cam);
    assert_eq!(text, emit(&preset, Config::default()).unwrap().0.verilog);
    let json: serde_json::Value =
        serde_json::from_slice(&std::fs::read(dir.path().join("treetap_selftest_mini_cam.json")).unwrap()).unwrap();
    assert_eq!(json["top"], "treetap_selftest_mini_cam");
    assert_eq!(json["ports"].as_array().unwrap().len(), 6);
}

#[test]
fn another_round_has_another_answer() {
    let mini = preset("mini").unwrap();
    let test = Config { events: 3000, seed: 99 };
    let (design, answer) = design(mini, test);
    assert_ne!(answer.crc, treetap::model::selftest::answer(mini.config, Config::default()).unwrap().crc);
    let verdict = verdict(&design, 2);
    assert_eq!((verdict.pass, verdict.fail), (1, 0), "{verdict:?}");
}

/// Faults between tester and profiler: the connection of the profiler that is exchanged, and the rounds that end before
/// one is wrong.
const FAULTS: &[(&str, &str, &str, u64)] = &[
    ("the lowest bit of the weight is stuck", ".ev_weight(ev_weight),", ".ev_weight({ev_weight[15:1], 1'b1}),", 0),
    ("the highest bit of the key is stuck", ".ev_key(ev_key),", ".ev_key({1'b0, ev_key[30:0]}),", 0),
    (
        "the events of the region are lost",
        ".ev_weight(ev_weight),",
        ".ev_weight(ev_key[31:12] == 20'h20015 ? 16'd0 : ev_weight),",
        0,
    ),
    ("a snapshot does not reset", ".cmd_op(cmd_op),", ".cmd_op(2'd1),", 1),
];

#[test]
fn a_planted_fault_is_shown_and_stays() {
    let (right, _) = design(preset("mini").unwrap(), Config::default());
    for (name, pattern, replacement, rounds) in FAULTS {
        // The tester is connected after the profiler, by the same names.
        let at = right.verilog.find(" u_rap (").unwrap();
        let (parts, joined) = right.verilog.split_at(at);
        assert_eq!(joined.matches(pattern).count(), 2, "{name}: its pattern");
        let wrong = parts.to_string() + &joined.replacen(pattern, replacement, 1);
        let verdict = verdict(&Design { top: right.top.clone(), verilog: wrong }, 4);
        println!("{name}: {verdict:?}");
        assert_eq!((verdict.pass, verdict.fail), (0, 1), "{name}");
        // A round that is wrong ends, too.
        assert_eq!(verdict.rounds, rounds + 1, "{name}");
    }
}

#[test]
fn every_engine_with_a_compare_that_is_off_by_one_fails() {
    let mut engines = vec![];
    for preset in rap_designs().iter().filter(|preset| preset.name == "k16n256") {
        let (right, _) = design(preset, Config::default());
        let wrong = Design { top: right.top.clone(), verilog: mutants::compare_off_by_one(&right.verilog) };
        let verdict = verdict(&wrong, 2);
        println!("{}: {verdict:?}", right.top);
        // A wrong answer, or no end of a collapse.
        assert_eq!((verdict.pass, verdict.fail), (0, 1), "{}: {verdict:?}", right.top);
        engines.push(preset.engine);
    }
    assert!(Engine::ALL.iter().all(|engine| engines.contains(engine)), "only {engines:?}");
}

#[test]
fn a_profiler_that_stands_still_fails() {
    let (right, _) = design(preset("mini").unwrap(), Config { events: 1000, ..Config::default() });
    let pattern = ".cmd_ready(cmd_ready),";
    let tester = right.verilog.rfind(pattern).unwrap();
    let mut verilog = right.verilog.clone();
    verilog.replace_range(tester..tester + pattern.len(), ".cmd_ready(1'b0),");
    let verdict = verdict(&Design { top: right.top, verilog }, 1);
    assert_eq!((verdict.pass, verdict.fail), (0, 1), "{verdict:?}");
    assert!(verdict.cycles >= 1 << PATIENCE_BITS, "{verdict:?}");
}
