//! `treetap sim phase`: a phase tracker beside its model, from the command line (docs/reference/cli.md).
use crate::support::command::{BAD_INPUT, MISMATCH, USAGE, fails, json, stderr, stdout, treetap};
use std::fs;
use treetap::catalog::{Unit, emit};

const DEMO: &str = "programs/demo/demo.elf";
const RUN: [&str; 7] = ["sim", "phase", DEMO, "--preset", "small", "--intervals", "1000:20:1"];

#[test]
fn hardware_and_model_agree_on_a_program_at_any_pace() {
    for (more, lossless, waits) in [
        (&["--preset", "small", "--limit", "150000"][..], true, true),
        (&["--preset", "full", "--limit", "150000", "--backpressure", "heavy", "--seed", "3"], true, true),
        (&["--preset", "small", "--limit", "150000", "--late", "--backpressure", "sink"], false, false),
    ] {
        let run = ["sim", "phase", DEMO, "--intervals", "1000:20:1"];
        let report = json(&[&run[..], more, &["--json"]].concat());
        let number = |key: &str| report[key].as_u64().unwrap();
        assert_eq!((&report["mismatches"], &report["fault"]), (&0.into(), &serde_json::Value::Null), "{report}");
        assert_eq!((number("records"), number("intervals"), number("len")), (150_000, 150, 1000), "{report}");
        assert_eq!((report["lossless"].as_bool(), number("waits") > 0), (Some(lossless), waits), "{report}");
        assert_eq!(number("fresh") + number("replaced"), number("phases"), "{report}");
        assert!(number("phases") > 4 && number("sampled") > 2 && number("registers") > 500, "{report}");
        assert_eq!(number("log_waits") > 50, more.contains(&"--backpressure"), "{report}");
    }
}

#[test]
fn people_get_words_and_a_default() {
    let shown = stdout(&treetap(&["sim", "phase", DEMO, "--preset", "small", "--limit", "50000"]));
    for part in ["phase small", "of 10,000 instructions, THR 125, K 1", "50,000, 0 traps", "5 intervals of "] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    assert!(shown.contains("mismatches            0"), "{shown}");
}

#[test]
fn a_difference_is_located_and_has_a_waveform() {
    let dir = tempfile::tempdir().unwrap();
    let rtl = dir.path().join("wrong.v");
    let good = emit(Unit::Phase, "small").unwrap().verilog;
    // Intervals have an instruction more than LEN. The first thing to see of that is that the first one has not ended.
    let wrong = good.replace("(counted == length)", "(counted == length + 24'd1)");
    assert!(wrong != good);
    fs::write(&rtl, wrong).unwrap();
    let wave = dir.path().join("waves/first.fst");
    let rtl = ["--rtl", rtl.to_str().unwrap()];
    let fails = |more: &[&str]| {
        let output = treetap(&[&RUN[..], &rtl, &["--json"], more].concat());
        assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(report["mismatches"] == 1 && report["fault"]["what"].is_string(), "{report}");
        (report["fault"].clone(), stderr(&output))
    };
    let (fault, said) = fails(&["--limit", "50000", "--trace-fst", wave.to_str().unwrap()]);
    assert_eq!((&fault["records"], &fault["exact"]), (&1000.into(), &true.into()), "{fault}");
    assert!(said.contains("hardware and model differ, first after 1,000 records: "), "{said}");
    assert!(said.contains(&format!("waveform in {}", wave.display())), "{said}");
    // The file is whole, and shows the end of the first interval of the model: the tap's record, and no `rec_end`.
    let shown = wellen::simple::read(&wave).unwrap();
    let signals = shown.hierarchy().iter_vars().map(|var| var.full_name(shown.hierarchy())).collect::<Vec<_>>();
    assert!(signals.iter().any(|name| name.ends_with("u_intake.counted")), "{signals:?}");
    assert!(shown.time_table().len() > 64, "{} times", shown.time_table().len());
    // It is the first: one record less leaves no difference, as the same command says.
    let output = treetap(&[&RUN[..], &rtl, &["--limit", "999"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // Without looking for it, it is told where it was seen.
    let (seen, said) = fails(&["--limit", "50000", "--no-locate"]);
    assert_eq!((&seen["exact"], &seen["waveform"]), (&false.into(), &serde_json::Value::Null), "{seen}");
    assert!(seen["records"].as_u64() >= Some(1000) && said.contains("differ, seen after"), "{seen} {said}");
}

#[test]
fn what_cannot_be_is_refused() {
    for (more, why) in [
        (&["--netlist", "ice40"][..], "a phase tracker has no --netlist"),
        (&["--t0", "7"], "a phase tracker has no --t0"),
        (&["--commands", "random:100"], "a phase tracker has no --commands"),
        (&["--key-low"], "a phase tracker has no --key-low"),
        (&["--no-locate", "--trace-fst", "x.fst"], "--no-locate"),
        (&["--limit", "0"], "--limit"),
    ] {
        assert!(fails(USAGE, &[&RUN[..], more].concat()).contains(why), "{why}");
    }
    assert!(fails(USAGE, &["sim", "phase", DEMO, "--intervals", "100"]).contains("512 to 16777215"));
    assert!(fails(USAGE, &["sim", "phase", DEMO, "--preset", "nano"]).contains("nano"));
    let told = fails(USAGE, &["sim", "rap", "shape:zipf", "--preset", "nano", "--late"]);
    assert!(told.contains("--late belongs to a phase tracker"), "{told}");
    fails(BAD_INPUT, &["sim", "phase", "Cargo.toml", "--preset", "small"]);
}
