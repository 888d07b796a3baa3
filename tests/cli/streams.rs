//! Streams that are no files: pipes to read from, outputs that close early or are full, and places where no waveform
//! can go.
use crate::support::command::{BAD_INPUT, OK, TREETAP, Trace, USAGE, fails, json, program, stderr, treetap};
use crate::support::tools::installed;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use treetap::spec::event::Event;

/// Small, and built by other tests as well.
const PRESET: &str = "k16n256";
const MISMATCH: i32 = 1;

/// Runs the command with these bytes on its standard input.
fn piped(arguments: &[&str], bytes: &[u8]) -> Output {
    let mut command = Command::new(TREETAP);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    output
}

/// Every verb that prints, with arguments that make it print.
fn verbs(trace: &Trace, out: &str) -> Vec<Vec<String>> {
    let lines = [
        "gen --list",
        "gen --list --json",
        "gen rap --preset k16n256 -o OUT",
        "gen rap --preset k16n256 -o OUT --json",
        "profile TRACE",
        "profile TRACE --json",
        "profile TRACE --dump -",
        "profile TRACE --svg -",
        "trace info TRACE",
        "trace info TRACE --json",
        "trace convert TRACE -o - --to csv",
        "trace convert TRACE -o OUT/copy.u64 --json",
        "bounds",
        "bounds --json",
        "doctor",
        "doctor --json",
        "completions bash",
        "sim rap shape:zipf?events=100 --preset k16n256",
        "sim rap shape:zipf?events=100 --preset k16n256 --json",
    ];
    let lines = lines.into_iter().filter(|line| !line.starts_with("sim") || installed(&["verilator"]));
    lines
        .map(|line| line.split(' ').map(|word| word.replace("TRACE", &trace.path).replace("OUT", out)).collect())
        .collect()
}

#[test]
fn a_closed_pipe_is_no_failure_and_a_full_disk_is_one_for_every_verb() {
    let trace = program();
    let out = tempfile::tempdir().unwrap();
    for verb in verbs(&trace, out.path().to_str().unwrap()) {
        let run = |stdout: Stdio| Command::new(TREETAP).args(&verb).stdout(stdout).output().unwrap();
        let plain = run(Stdio::piped());
        assert!(!plain.stdout.is_empty(), "{verb:?} prints");
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(closed.into());
        // `doctor` says what is missing by its exit code.
        assert_eq!(output.status.code(), plain.status.code(), "{verb:?} into a closed pipe: {}", stderr(&output));
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = run(full.into());
        assert_eq!(output.status.code(), Some(BAD_INPUT), "{verb:?} onto a full disk: {}", stderr(&output));
        assert!(stderr(&output).contains("cannot write"), "{verb:?}: {}", stderr(&output));
    }
}

#[test]
fn sim_counts_every_event_of_a_pipe() {
    if !installed(&["verilator"]) {
        return;
    }
    const EVENTS: u64 = 1500;
    let plain: Vec<u8> = (0..EVENTS).flat_map(|i| (i * 40_503 % 65_536).to_le_bytes()).collect();
    assert!(plain.len() > 4096, "more than the reader looks at first");
    let events = |output: Output| {
        assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["events"].as_u64().unwrap()
    };
    let sim = |trace: &str| ["sim", "rap", trace, "--preset", PRESET, "--format", "u64", "--json"].map(String::from);
    let words = sim("-");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(events(piped(&words, &plain)), EVENTS);
    // Packed, everything is in the first bytes.
    let zeros = Trace::new("t.u64.gz", &vec![Event::unit(7); EVENTS as usize]);
    let packed = fs::read(&zeros.path).unwrap();
    assert!(packed.len() < 4096);
    assert_eq!(events(piped(&words, &packed)), EVENTS);
    let fifo = zeros.beside("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let writer = std::thread::spawn({
        let fifo = fifo.clone();
        move || fs::write(fifo, plain)
    });
    let output = Command::new(TREETAP).args(sim(&fifo)).output().unwrap();
    writer.join().unwrap().unwrap();
    assert_eq!(events(output), EVENTS);
}

#[test]
fn info_refuses_what_cannot_be_read_twice() {
    let trace = program();
    let fifo = trace.beside("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for path in [&fifo, "/dev/null"] {
        let message = fails(BAD_INPUT, &["trace", "info", "--format", "u64", path]);
        assert!(message.contains(path) && message.contains("is no regular file"), "{message}");
    }
}

#[test]
fn a_difference_is_reported_even_if_no_waveform_can_be_written() {
    if !installed(&["verilator"]) {
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let dir = out.path().to_str().unwrap();
    json(&["gen", "rap", "--preset", PRESET, "-o", dir, "--json"]);
    let path = format!("{dir}/treetap_rap_{PRESET}.v");
    let verilog = fs::read_to_string(&path).unwrap();
    let changed = format!("{dir}/changed.v");
    const WORD: &str = "assign creates = creates_shown;";
    assert_eq!(verilog.matches(WORD).count(), 1);
    fs::write(&changed, verilog.replace(WORD, "assign creates = creates_shown + 32'd1;")).unwrap();
    let shape = "shape:zipf?events=300";
    let sim = ["sim", "rap", shape, "--preset", PRESET, "--rtl", &changed, "--json"];
    let output = treetap(&[&sim[..], &["--trace-fst", "/proc/x.fst"]].concat());
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["mismatches"].as_u64().unwrap() > 0);
    assert_eq!((&report["fault"]["exact"], &report["fault"]["waveform"]), (&true.into(), &Value::Null), "{report}");
    assert!(stderr(&output).contains("warning") && stderr(&output).contains("/proc/x.fst"), "{}", stderr(&output));

    // A pipe cannot be run again; the difference stays one.
    let mut from_pipe = sim;
    from_pipe[2] = "-";
    let trace: Vec<u8> = (0..300u64).flat_map(|i| (i % 7).to_le_bytes()).collect();
    let output = piped(&[&from_pipe[..], &["--format", "u64"]].concat(), &trace);
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    assert!(stderr(&output).contains("can be read only once"), "{}", stderr(&output));

    // Verilator's complaints name the user's file.
    fs::write(&changed, "module nonsense(").unwrap();
    let message = fails(BAD_INPUT, &sim);
    assert!(message.contains(&changed) && !message.contains("treetap_rap_"), "{message}");
}

#[test]
fn the_coalescer_alone_has_no_options_of_the_tree() {
    for option in [["--t0", "4"], ["--eps", "1,4"]] {
        let message = fails(USAGE, &[&["sim", "coalescer", "shape:zipf", "--preset", "mini"][..], &option].concat());
        assert!(message.contains(&format!("the coalescer has no {}", option[0])), "{message}");
    }
}

#[test]
fn profile_refuses_outputs_that_overwrite_each_other_or_the_trace() {
    let trace = program();
    let before = fs::read(&trace.path).unwrap();
    let same = trace.beside("same");
    let dotted = trace.beside("./same");
    let message = fails(USAGE, &["profile", &trace.path, "--dump", &same, "--svg", &dotted]);
    assert!(message.contains("--dump and --svg"), "{message}");
    for option in ["--dump", "--svg"] {
        let message = fails(USAGE, &["profile", &trace.path, option, &trace.beside("./program.u64")]);
        assert!(message.contains(option) && message.contains("the trace"), "{message}");
    }
    assert_eq!(fs::read(&trace.path).unwrap(), before);
    // Devices can take both.
    let output = treetap(&["profile", &trace.path, "--dump", "/dev/null", "--svg", "/dev/null"]);
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
}
