//! Cores on the command line: their traces, and what is said when something is missing or wrong.
use crate::support::command::{
    BAD_INPUT, MISSING_TOOL, OK, TREETAP, USAGE, fails, is_empty, json, stderr, stdout, treetap,
};
use std::process::Command;

fn file(name: &str) -> String {
    format!("{}/programs/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_program_on_a_core_leaves_a_trace_that_tells_what_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("trap.rvfi.zst");
    let trace = trace.to_str().unwrap();
    let program = file("trap/trap.elf");
    let facts = json(&["--json", "trace", "capture", "--core", "ibex", "--timer", "300", &program, "-o", trace]);
    assert_eq!((&facts["core"], &facts["end"], &facts["outside"]), (&"ibex".into(), &"exit".into(), &0.into()));
    assert!(facts["interrupts"].as_u64().unwrap() > 5 && facts["exit_code"].as_u64().unwrap() >> 8 > 5, "{facts}");
    let info = json(&["--json", "trace", "info", trace]);
    for key in ["core", "cycles"] {
        assert_eq!(info[key], facts[key], "{key}");
    }
    assert_eq!((&info["format"], &info["records"], &info["xlen"]), (&"rvfi".into(), &facts["retired"], &32.into()));
    assert!(info["traps"].as_u64().unwrap() == 5 && info["gaps"] == 0, "{info}");
    let shown = stdout(&treetap(&["trace", "info", trace]));
    assert!(shown.contains("core             ibex (32 bits)\n") && shown.contains("(5 traps, "), "{shown}");
}

#[test]
fn the_programs_console_is_ours_and_a_limit_stops_it() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("demo.rvfi");
    let output =
        treetap(&["trace", "capture", "--core", "picorv32", &file("demo/demo.elf"), "-o", trace.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("checksum 012edd99\n"), "{}", stdout(&output));
    assert!(
        stderr(&output).contains("instructions/s") && stderr(&output).contains("exit code 0"),
        "{}",
        stderr(&output)
    );
    let limited = ["--json", "trace", "capture", "--core", "picorv32", "--limit", "1234"];
    let facts = json(&[&limited[..], &[&file("demo/demo.elf"), "-o", trace.to_str().unwrap()]].concat());
    assert_eq!((&facts["retired"], &facts["end"]), (&1234.into(), &"limit".into()));
}

#[test]
fn a_trace_of_a_core_is_profiled_and_converted_by_what_is_selected() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (trace, events) = (path("demo.rvfi.zst"), path("demo.u64w"));
    let capture = ["--json", "trace", "capture", "--core", "picorv32", "--limit", "60000"];
    json(&[&capture[..], &[&file("demo/demo.elf"), "-o", &trace]].concat());
    let selection = ["--event", "addresses", "--weight", "instructions"];
    let converted = json(&[&["--json", "trace", "convert", &trace, "-o", &events][..], &selection].concat());
    assert!(converted["read"].as_u64().unwrap() > 5000, "{converted}");
    let profile = |trace: &str, more: &[&str]| {
        json(&[&["profile", trace, "--key-bits", "32", "--nodes", "256", "--dump", "-"], more].concat())
    };
    assert_eq!(profile(&trace, &selection), profile(&events, &[]));
    assert_ne!(profile(&trace, &[]), profile(&events, &[]), "blocks, unless another event is asked for");
}

#[test]
fn hardware_and_model_see_the_same_of_a_trace_of_a_core() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (trace, events) = (path("demo.rvfi.zst"), path("demo.u64w"));
    let capture = ["--json", "trace", "capture", "--core", "picorv32", "--limit", "60000"];
    json(&[&capture[..], &[&file("demo/demo.elf"), "-o", &trace]].concat());
    let sim = |more: &[&str]| json(&[&["--json", "sim"][..], more].concat());
    let mut counted = vec![];
    for kind in ["code", "load-values", "edges"] {
        let selection = ["--event", kind, "--weight", "instructions"];
        let report = sim(&[&["rap", &trace, "--preset", "nano"][..], &selection].concat());
        assert_eq!(
            (&report["mismatches"], &report["fault"]),
            (&0.into(), &serde_json::Value::Null),
            "{kind}: {report}"
        );
        json(&[&["--json", "trace", "convert", &trace, "-o", &events][..], &selection].concat());
        let (events, read) = (report["events"].as_u64().unwrap(), json(&["--json", "trace", "info", &events]));
        // The converted trace has edges in keys of 64 bits, but as many of them.
        assert_eq!(read["events"], events, "{kind}");
        counted.push(events);
    }
    assert!(counted.iter().all(|events| *events > 2000) && counted[0] != counted[1], "{counted:?}");
    let coalescer = sim(&["coalescer", &trace, "--preset", "nano"]);
    assert_eq!((&coalescer["mismatches"], coalescer["events"].as_u64()), (&0.into(), Some(counted[0])));

    // Keys that the preset has no room for, and events of which no other kind can be made.
    let narrow = fails(BAD_INPUT, &["sim", "rap", &trace, "--preset", "k8n8"]);
    assert!(narrow.contains("demo.rvfi.zst: event 0") && narrow.contains("expected at most 8"), "{narrow}");
    for command in [
        &["sim", "rap", &events, "--preset", "nano"][..],
        &["profile", &events],
        &["trace", "convert", &events, "-o", "-"],
    ] {
        for option in [["--event", "load-values"], ["--weight", "cycles"]] {
            let refused = fails(BAD_INPUT, &[command, &option].concat());
            assert!(refused.contains("demo.u64w: holds events, not retirements"), "{command:?}: {refused}");
        }
    }
    let named = fails(USAGE, &["sim", "rap", &trace, "--preset", "nano", "--event", "loads"]);
    assert!(named.contains("load-values") && named.contains("edges"), "{named}");
}

#[test]
fn what_is_missing_or_wrong_is_named_and_nothing_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("x.rvfi.zst");
    let trace = trace.to_str().unwrap();
    let capture =
        |core: &str, program: &str, code| fails(code, &["trace", "capture", "--core", core, program, "-o", trace]);
    let refused = capture("serv", &file("trap/compressed.elf"), BAD_INPUT);
    assert!(refused.contains("compressed instructions (C)") && refused.contains("serv"), "{refused}");
    let text = capture("ibex", &file("demo/main.c"), BAD_INPUT);
    assert!(text.contains("main.c") && text.contains("expected an ELF executable"), "{text}");
    assert!(capture("ibex", "no-such-file.elf", BAD_INPUT).contains("no-such-file.elf"));
    capture("6502", &file("demo/demo.elf"), USAGE);
    let wrong = dir.path().join("x.u64");
    let wrong =
        fails(USAGE, &["trace", "capture", "--core", "ibex", &file("demo/demo.elf"), "-o", wrong.to_str().unwrap()]);
    assert!(wrong.contains(".rvfi"), "{wrong}");
    fails(USAGE, &["trace", "capture", "--core", "ibex", "-o", trace]);
    fails(USAGE, &["trace", "capture", "--limit", "5", "-o", trace, "--", "true"]);
    fails(USAGE, &["trace", "capture", "--core", "ibex", "--loads", &file("demo/demo.elf"), "-o", trace]);
    let none = Command::new(TREETAP)
        .args(["trace", "capture", "--core", "ibex", &file("demo/demo.elf"), "-o", trace])
        .env("TREETAP_VENV", dir.path())
        .output()
        .unwrap();
    assert_eq!(none.status.code(), Some(MISSING_TOOL), "{}", stderr(&none));
    assert!(stderr(&none).contains("pythondata-cpu-ibex") && stderr(&none).contains("make setup"), "{}", stderr(&none));
    assert!(is_empty(dir.path()));
    let text = dir.path().join("text.rvfi");
    std::fs::write(&text, "no trace").unwrap();
    let message = fails(BAD_INPUT, &["trace", "info", text.to_str().unwrap()]);
    assert!(message.contains("expected an RVFI trace"), "{message}");
    let waves = dir.path().join("empty.vcd");
    std::fs::write(&waves, "$scope module a $end\n$var wire 1 ! clk $end\n$upscope $end\n$enddefinitions $end\n#0\n")
        .unwrap();
    let message = fails(BAD_INPUT, &["trace", "convert", waves.to_str().unwrap(), "-o", trace]);
    assert!(message.contains("no signal rvfi_valid"), "{message}");
    fails(USAGE, &["trace", "convert", waves.to_str().unwrap(), "-o", "events.u64"]);
}

#[test]
fn what_a_core_waits_for_its_profiler_is_told_in_its_own_cycles() {
    let demo = file("demo/demo.elf");
    let run = |more: &[&str]| {
        let found = json(&[&["run", "ibex", &demo, "--event", "pc", "--limit", "60000", "--json"], more].concat());
        assert_eq!((&found["mismatches"], &found["laws_ok"]), (&0.into(), &true.into()));
        found
    };
    let (dense, clocked, drops) = (run(&[]), run(&["--clocked"]), run(&["--drop"]));
    // Ibex retires faster than `nano` counts: it waits, or events are dropped.
    let cycles = |found: &serde_json::Value, key: &str| found[key].as_u64().unwrap();
    assert!(dense["held"].is_null() && cycles(&clocked, "held") > 1_000 && drops["held"] == 0);
    assert!(clocked["dropped"] == 0 && cycles(&drops, "dropped") > 1_000);
    assert_eq!((&clocked["cycles"], &clocked["profile"]), (&dense["cycles"], &dense["profile"]));
    assert!(cycles(&clocked, "profiler_cycles") >= cycles(&clocked, "cycles") + cycles(&clocked, "held"));
    let shown = |more: &[&str]| {
        let words = ["run", "ibex", &demo, "--event", "pc", "--limit", "60000"];
        stdout(&treetap(&[&words[..], more].concat()))
    };
    let line = |shown: &str| shown.lines().find(|line| line.starts_with("core held")).unwrap().to_string();
    assert!(line(&shown(&["--clocked"])).contains(" cycles, ") && line(&shown(&[])).contains("unknown: --clocked"));
    assert!(fails(USAGE, &["run", "ibex", &demo, "--clocked", "--phases", "10000"]).contains("cannot be used with"));
}
