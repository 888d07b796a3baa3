//! Running the simulators and synthesis tools over emitted files.
#![allow(dead_code)] // each test binary uses its part

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use treetap::flow::program;

/// Whether every program is here. Where one is missing, says so loudly; under `TREETAP_NO_SKIP` (continuous
/// integration) that is a failure.
pub fn installed(names: &[&str]) -> bool {
    let missing: Vec<_> = names.iter().filter(|name| program::find(name).is_none()).collect();
    if !missing.is_empty() {
        skip(&format!("{missing:?} not installed (make setup)"));
    }
    missing.is_empty()
}

/// Says that a test leaves something out, and why. Cargo hides that, so it is also a line of the file
/// `TREETAP_SKIPPED`, of which `make test` makes a tally.
pub fn skip(why: &str) {
    assert!(std::env::var_os("TREETAP_NO_SKIP").is_none(), "{why}, and nothing may be skipped here");
    eprintln!("SKIP: {why}");
    if let Some(path) = std::env::var_os("TREETAP_SKIPPED") {
        let file = std::fs::File::options().create(true).append(true).open(&path);
        let said = file.and_then(|mut file| file.write_all(format!("{why}\n").as_bytes()));
        said.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// What a finished tool said.
pub struct Output {
    pub ok: bool,
    pub stdout: String,
    pub stderr: String,
}

/// Runs a command to its end, or kills it after the time-out and says so.
pub fn run(command: &mut Command, time_out: Duration) -> Result<Output, String> {
    let shown = format!("{command:?}");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {shown}: {error}"))?;
    let drain = |mut pipe: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = pipe.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let stdout = drain(Box::new(child.stdout.take().expect("piped")));
    let stderr = drain(Box::new(child.stderr.take().expect("piped")));
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if started.elapsed() > time_out {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("no end after {time_out:?}: {shown}"));
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let join = |thread: std::thread::JoinHandle<String>| thread.join().expect("a reader thread does not panic");
    Ok(Output { ok: status.success(), stdout: join(stdout), stderr: join(stderr) })
}

/// The one shared waiver file.
pub fn waivers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/waivers.vlt")
}

const LINT_TIME_OUT: Duration = Duration::from_secs(600);

/// Verilator: the program that the environment names, as for the product (docs/contributing/cosim.md).
pub fn verilator() -> Command {
    Command::new(std::env::var_os("VERILATOR").unwrap_or_else(|| "verilator".into()))
}

/// `verilator --lint-only -Wall` with the shared waivers; `Err` holds everything it said.
pub fn verilator_lint(file: &Path, top: &str) -> Result<(), String> {
    let mut command = verilator();
    command.args(["--lint-only", "-Wall", "--top-module", top]).arg(waivers()).arg(file);
    let out = run(&mut command, LINT_TIME_OUT)?;
    let said = format!("{}{}", out.stdout, out.stderr);
    if out.ok && said.trim().is_empty() { Ok(()) } else { Err(said) }
}

/// Lints a text as [`verilator_lint`] does a file; panics with what was said and the text.
pub fn assert_lints(verilog: &str, top: &str) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("text.v");
    std::fs::write(&file, verilog).unwrap();
    verilator_lint(&file, top).unwrap_or_else(|said| panic!("{said}\n{verilog}"));
}

/// Reads a file with Yosys and checks it (`read_verilog; hierarchy -check; proc; check -assert`); any warning is an
/// error.
pub fn yosys_reads(file: &Path, top: &str) -> Result<(), String> {
    let script =
        format!("read_verilog {}; hierarchy -check -top {top}; proc; opt_clean; check -assert", file.display());
    yosys(&script).map(|_| ())
}

/// Runs a Yosys script; any warning is an error. Returns what it printed.
pub fn yosys(script: &str) -> Result<String, String> {
    let out = run(Command::new("yosys").args(["-Q", "-T", "-p", script]), Duration::from_secs(240))?;
    let warned = format!("{}{}", out.stdout, out.stderr).contains("Warning");
    if out.ok && !warned { Ok(out.stdout) } else { Err(format!("{}{}", out.stdout, out.stderr)) }
}

/// Compiles files in `dir` with Icarus, whose top is `bench`, to `bench.out`.
pub fn icarus_compiles(dir: &Path, files: &[PathBuf]) {
    let mut compile = Command::new("iverilog");
    compile.args(["-g2005", "-s", "bench", "-o", "bench.out"]).args(files).current_dir(dir);
    let out = run(&mut compile, Duration::from_secs(60)).unwrap();
    assert!(out.ok, "{}", out.stderr);
}

/// Compiles files in `dir` with Icarus, whose top is `bench`, and runs them; what they printed.
pub fn icarus(dir: &Path, files: &[PathBuf]) -> String {
    icarus_compiles(dir, files);
    let out = run(Command::new("vvp").args(["-n", "bench.out"]).current_dir(dir), Duration::from_secs(600)).unwrap();
    assert!(out.ok, "{}{}", out.stdout, out.stderr);
    out.stdout
}

/// Every number in a text.
pub fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}
