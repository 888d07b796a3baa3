//! What is left behind when an output cannot be written or a run is interrupted: nothing half-written, no running
//! program.
use crate::support::command::{
    BAD_INPUT, INTERRUPTED, OK, TREETAP, USAGE, fails, is_empty, json, program, stderr, stdout, treetap,
};
use crate::support::tools::installed;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn gen_refuses_what_does_not_exist_and_places_that_cannot_be_written() {
    let trace = program();
    let message = fails(USAGE, &["gen", "rap", "--preset", "namo", "-o", &trace.beside("rtl")]);
    assert!(message.contains("no preset `namo`; the nearest is `nano`"), "{message}");
    assert!(!Path::new(&trace.beside("rtl")).exists());
    assert!(
        fails(USAGE, &["gen", "rep", "--preset", "nano"]).contains("no unit is called `rep`; the nearest is `rap`")
    );
    fails(USAGE, &["gen", "rap"]);
    for target in ["/proc/rtl", "/proc/self/rtl", &trace.path] {
        let message = fails(BAD_INPUT, &["gen", "rap", "--preset", "mini", "-o", target]);
        assert!(message.contains(target) && message.contains("cannot write"), "{target}: {message}");
    }
}

#[test]
fn an_interrupted_build_leaves_nothing_half_written() {
    if !installed(&["verilator"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let building = || fs::read_dir(cache.path()).unwrap().any(|e| e.unwrap().path().is_dir());
    let child = Command::new(TREETAP)
        .args(["sim", "rap", "shape:zipf?events=10", "--preset", "k16n256"])
        .env("TREETAP_CACHE", cache.path())
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    eventually("a build is under way", building);
    let (code, message) = interrupt(child, "-TERM");
    assert_eq!(code, Some(INTERRUPTED), "{message}");
    assert!(!building(), "only locks are left");
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let trace = program();
    for target in ["/proc/out.u64", "/proc/self/out.u64", &format!("{}/out.u64", trace.path), "/dev/full"] {
        let message = fails(BAD_INPUT, &["trace", "convert", "--to", "u64", &trace.path, "-o", target]);
        assert!(message.contains(target) && message.contains("cannot write"), "{target}: {message}");
        let message = fails(BAD_INPUT, &["profile", &trace.path, "--svg", target]);
        assert!(message.contains(target) && message.contains("cannot write"), "{target}: {message}");
    }
    let message = fails(BAD_INPUT, &["man", "-o", &trace.path]);
    assert!(message.contains(&trace.path), "{message}");
}

#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let trace = program();
    let out = tempfile::tempdir().unwrap();
    // The limit on file sizes fails a write in the middle, as a full disk does.
    let script = format!(
        "trap '' XFSZ; ulimit -f 64; exec {TREETAP} trace convert {} -o {}",
        trace.path,
        out.path().join("copy.u64").display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(BAD_INPUT), "{}", stderr(&output));
    assert!(stderr(&output).contains("copy.u64: cannot write"), "{}", stderr(&output));
    assert!(is_empty(out.path()));
}

/// Sends a signal and waits for the end.
fn interrupt(mut child: Child, signal: &str) -> (Option<i32>, String) {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    // Standard input stays open until the end: the signal alone has to do it.
    let stdin = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Waits until `done`, for up to a minute on a busy machine.
fn eventually(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_interrupted_conversion_leaves_nothing() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let out = tempfile::tempdir().unwrap();
        let target = out.path().join("out.u64.gz");
        let child = Command::new(TREETAP)
            .args(["trace", "convert", "--format", "csv", "-", "-o", target.to_str().unwrap()])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The reader looks at the first bytes before the output is started.
        child.stdin.as_ref().unwrap().write_all(b"7\n".repeat(4096).as_slice()).unwrap();
        eventually("the unfinished file appears", || !is_empty(out.path()));
        let (code, message) = interrupt(child, signal);
        assert_eq!(code, Some(INTERRUPTED), "{signal}: {message}");
        assert!(message.contains("interrupted"), "{message}");
        assert!(is_empty(out.path()), "{signal}");
    }
}

#[test]
fn an_interrupted_profile_leaves_nothing() {
    let out = tempfile::tempdir().unwrap();
    let svg = out.path().join("out.svg");
    let child = Command::new(TREETAP)
        .args(["profile", "--format", "csv", "-", "--svg", svg.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // More than a pipe and all buffers hold: when this returns, the reader is at work and its handler installed.
    child.stdin.as_ref().unwrap().write_all(&vec![b'\n'; 1 << 20]).unwrap();
    let (code, message) = interrupt(child, "-TERM");
    assert_eq!(code, Some(INTERRUPTED), "{message}");
    assert!(is_empty(out.path()));
}

#[test]
fn an_interrupted_capture_ends_its_program_and_leaves_nothing() {
    if !installed(&["valgrind"]) {
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let (target, pid_file) = (out.path().join("out.u64"), out.path().join("pid"));
    let program = format!("echo $$ > {}; while :; do :; done", pid_file.display());
    let child = Command::new(TREETAP)
        .args(["trace", "capture", "-o", target.to_str().unwrap(), "--", "sh", "-c", &program])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    eventually("the program runs", || fs::read_to_string(&pid_file).is_ok_and(|pid| pid.ends_with('\n')));
    let pid = fs::read_to_string(&pid_file).unwrap().trim().to_owned();
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 2, "the unfinished file lies there");
    let (code, message) = interrupt(child, "-TERM");
    assert_eq!(code, Some(INTERRUPTED), "{message}");
    fs::remove_file(&pid_file).unwrap();
    assert!(is_empty(out.path()));
    eventually("the program has ended", || {
        let state = fs::read_to_string(format!("/proc/{pid}/stat"));
        state.map_or(true, |state| state.rsplit(')').next().unwrap().trim_start().starts_with('Z'))
    });
}

#[test]
fn capture_passes_output_through_and_reports_the_exit_status() {
    if !installed(&["valgrind"]) {
        return;
    }
    let out = tempfile::tempdir().unwrap();
    let target = out.path().join("out.u64.zst");
    let target = target.to_str().unwrap();
    let output = treetap(&["trace", "capture", "-o", target, "--", "sh", "-c", "echo hello; exit 7"]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(OK), "hello\n"));
    assert!(stderr(&output).contains("exit status: 7"), "{}", stderr(&output));
    let events = json(&["trace", "info", "--json", target])["events"].as_u64().unwrap();
    assert!(events > 10_000);

    let limited = treetap(&["--json", "trace", "capture", "--max-events", "500", "-o", target, "--", "/bin/true"]);
    let report: Value = serde_json::from_slice(&limited.stdout).unwrap();
    assert_eq!(
        (&report["events"], &report["stopped"], &report["exit_status"]),
        (&500.into(), &true.into(), &Value::Null)
    );

    let children = out.path().join("children.u64");
    let children = children.to_str().unwrap();
    let shell = ["-o", children, "--", "sh", "-c", "/bin/true; /bin/true"];
    let count = |more: &[&str]| {
        assert_eq!(treetap(&[&["trace", "capture"], more, &shell[..]].concat()).status.code(), Some(OK));
        json(&["trace", "info", "--json", children])["events"].as_u64().unwrap()
    };
    let (alone, family) = (count(&[]), count(&["--trace-children"]));
    assert!(family > alone + 20_000, "{alone} events alone, {family} with children");

    let message = fails(BAD_INPUT, &["trace", "capture", "-o", &format!("{target}x"), "--", "no-such-program"]);
    assert!(message.contains("unknown trace format") || message.contains("no such program"), "{message}");
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), 2, "two traces, nothing else");
}
