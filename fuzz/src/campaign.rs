//! The campaign: every target under libFuzzer until it has had so many runs (docs/contributing/fuzzing.md).
//!
//! `campaign [RUNS [TARGET..]]` goes on where it was and prints the table of these targets; with `60s` in the place of
//! RUNS each target has a minute. `campaign keep [TARGET..]` takes the smallest inputs that it found into the corpus of
//! the repository. Everything is in `build/fuzz`: corpus, findings, `state.json`.
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use treetap_fuzz::{TARGETS, Target};

/// Runs of a target where nobody asks for another number.
const RUNS: u64 = 10_000_000;
/// Seconds after which the state of a target is kept.
const SLICE: u64 = 60;
/// Seconds for one input: the slowest takes a few milliseconds.
const TIMEOUT: u32 = 10;
/// Memory of a target in MiB.
const MEMORY: u32 = 1024;
/// Findings after which a target is left alone until it is mended.
const FINDINGS: usize = 3;
/// Most bytes of a target's corpus in the repository, and its longest file.
const KEPT: u64 = 24 << 10;
const KEPT_FILE: u64 = 1 << 10;
/// Most inputs that a target gets at a time.
const KEPT_FILES: usize = 64;

/// How the compiler counts what an input reaches: what cargo-fuzz asks for, without its `cfg`, so that dependencies do
/// what they do.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0";

/// What is known of a target.
#[derive(Debug, Default, Deserialize, Serialize)]
struct State {
    runs: u64,
    seconds: u64,
    edges: u64,
    features: u64,
    findings: u64,
}

/// What one start of the engine said.
struct Slice {
    runs: u64,
    edges: u64,
    features: u64,
    failed: bool,
}

struct Campaign {
    root: PathBuf,
    work: PathBuf,
    engine: PathBuf,
    states: BTreeMap<String, State>,
}

fn main() -> io::Result<()> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let keep = words.first().is_some_and(|word| word == "keep");
    if keep {
        words.remove(0);
    }
    let first = words.first().map_or("", String::as_str);
    let (runs, seconds) = (first.parse().ok(), first.strip_suffix('s').and_then(|seconds| seconds.parse().ok()));
    if runs.is_some() || seconds.is_some() {
        words.remove(0);
    }
    let unknown = words.iter().find(|word| treetap_fuzz::named(word).is_none());
    if let Some(word) = unknown {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        return Err(io::Error::other(format!("no target `{word}`: expected some of {}", names.join(", "))));
    }
    let wanted = |target: &&Target| words.is_empty() || words.iter().any(|word| word == target.name);
    let mut campaign = Campaign::new()?;
    let wanted: Vec<_> = TARGETS.iter().filter(wanted).collect();
    let mut failed = vec![];
    for target in &wanted {
        let found = match (keep, seconds) {
            (true, _) => campaign.keep(target).map(|()| false)?,
            (_, Some(seconds)) => campaign.go_on(target, u64::MAX, seconds)?,
            _ => campaign.run(target, runs.unwrap_or(RUNS))?,
        };
        failed.extend(found.then_some(target.name));
    }
    print!("{}", campaign.table(&wanted)?);
    if failed.is_empty() {
        return Ok(());
    }
    let inputs = campaign.work.join("findings");
    Err(io::Error::other(format!("{} failed: the inputs are in {}", failed.join(", "), inputs.display())))
}

impl Campaign {
    fn new() -> io::Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("the crate is a folder of the repository")
            .to_path_buf();
        let work = root.join("build/fuzz");
        fs::create_dir_all(work.join("findings"))?;
        let states = fs::read(work.join("state.json")).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let engine = build(&root)?;
        Ok(Self { engine, states: states.unwrap_or_default(), root, work })
    }

    /// The kept corpus of a target.
    fn kept(&self, target: &Target) -> PathBuf {
        self.root.join("fuzz/corpus").join(target.name)
    }

    /// The corpus of the campaign.
    fn corpus(&self, target: &Target) -> io::Result<PathBuf> {
        let folder = self.work.join("corpus").join(target.name);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Goes on with a target until it has had so many runs, or fails too often; says whether it failed.
    fn run(&mut self, target: &Target, runs: u64) -> io::Result<bool> {
        let mut failures = 0;
        loop {
            let had = self.states.get(target.name).map_or(0, |state| state.runs);
            if had >= runs || failures >= FINDINGS {
                return Ok(failures > 0);
            }
            failures += usize::from(self.go_on(target, runs - had, SLICE)?);
        }
    }

    /// Goes on with a target for so many runs or seconds, and keeps what is known; says whether it failed.
    fn go_on(&mut self, target: &Target, runs: u64, seconds: u64) -> io::Result<bool> {
        let had = self.states.get(target.name).map_or(0, |state| state.runs);
        eprintln!("fuzz: {}: {had} runs", target.name);
        let begun = std::time::Instant::now();
        let slice = self.slice(target, runs, seconds)?;
        let state = self.states.entry(target.name.into()).or_default();
        state.runs += slice.runs;
        state.seconds += begun.elapsed().as_secs();
        state.edges = state.edges.max(slice.edges);
        state.features = state.features.max(slice.features);
        state.findings += u64::from(slice.failed);
        let text = serde_json::to_string_pretty(&self.states).map_err(io::Error::other)?;
        fs::write(self.work.join("state.json"), text)?;
        Ok(slice.failed)
    }

    /// Starts the engine once.
    fn slice(&self, target: &Target, runs: u64, seconds: u64) -> io::Result<Slice> {
        let findings = self.work.join("findings").join(format!("{}-", target.name));
        let output = self
            .engine(target)
            .arg(format!("-runs={}", runs.min(i32::MAX as u64)))
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix={}", findings.display()))
            .args(["-print_final_stats=1", "-reload=0"])
            .args([self.corpus(target)?, self.kept(target)])
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let number = |line: &str, name: &str| {
            line.split_once(name).and_then(|(_, rest)| rest.split_whitespace().next()?.parse::<u64>().ok())
        };
        let last = |name: &str| said.lines().rev().find_map(|line| number(line, name)).unwrap_or(0);
        if !output.status.success() {
            eprintln!("fuzz: {}: found:\n{}", target.name, tail(&said));
        }
        let runs = last("stat::number_of_executed_units:");
        if runs == 0 {
            return Err(io::Error::other(format!("the engine did not start:\n{said}")));
        }
        Ok(Slice { runs, edges: last(" cov: "), features: last(" ft: "), failed: !output.status.success() })
    }

    /// The engine with what all its uses share.
    fn engine(&self, target: &Target) -> Command {
        let mut command = Command::new(&self.engine);
        command.env("TREETAP_FUZZ", target.name).stdin(Stdio::null()).args([
            format!("-max_len={}", target.longest),
            format!("-timeout={TIMEOUT}"),
            format!("-rss_limit_mb={MEMORY}"),
        ]);
        command
    }

    /// Adds inputs that together reach much of what the campaign reached to the kept corpus, as far as there is room.
    fn keep(&self, target: &Target) -> io::Result<()> {
        let (kept, found) = (self.kept(target), self.work.join("keep"));
        let _ = fs::remove_dir_all(&found);
        fs::create_dir_all(&found)?;
        fs::create_dir_all(&kept)?;
        self.engine(target)
            .arg("-set_cover_merge=1")
            .args([&found, &kept, &self.corpus(target)?])
            .stderr(Stdio::null())
            .status()?;
        let mut files = vec![];
        for entry in fs::read_dir(&found)? {
            let entry = entry?;
            files.push((entry.metadata()?.len(), entry.path()));
        }
        files.retain(|(bytes, _)| *bytes <= KEPT_FILE);
        files.sort();
        // Of all lengths.
        let step = files.len().div_ceil(KEPT_FILES).max(1);
        let mut room = KEPT.saturating_sub(volume(&kept)?.1);
        for (bytes, file) in files.into_iter().step_by(step) {
            let name = kept.join(file.file_name().unwrap_or_default());
            if bytes <= room && !name.exists() {
                fs::copy(&file, name)?;
                room -= bytes;
            }
        }
        Ok(())
    }

    /// What was done with these targets, as a table of Markdown.
    fn table(&self, targets: &[&Target]) -> io::Result<String> {
        let grouped = |number: u64| {
            let digits = number.to_string();
            let groups: Vec<&str> =
                digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
            groups.join(",")
        };
        let mut out =
            "| target | what the bytes are | runs | edges | features | inputs | runs/s | kept inputs | kept bytes |\n"
                .to_string();
        out += "|--|--|--|--|--|--|--|--|--|\n";
        for target in targets {
            let none = State::default();
            let state = self.states.get(target.name).unwrap_or(&none);
            let (inputs, _) = volume(&self.corpus(target)?)?;
            let (kept, bytes) = volume(&self.kept(target))?;
            let speed = state.runs / state.seconds.max(1);
            let cells = [state.runs, state.edges, state.features, inputs, speed, kept, bytes].map(grouped);
            out += &format!("| {} | {} | {} |\n", target.name, target.about, cells.join(" | "));
        }
        Ok(out)
    }
}

/// Files in a folder and their bytes; none where there is no folder.
fn volume(folder: &Path) -> io::Result<(u64, u64)> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok((0, 0)) };
    let (mut files, mut bytes) = (0, 0);
    for entry in entries {
        files += 1;
        bytes += entry?.metadata()?.len();
    }
    Ok((files, bytes))
}

/// The end of what the engine said, where the finding is.
fn tail(said: &str) -> String {
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with('#') && !line.contains("std::")).collect();
    lines[lines.len().saturating_sub(60)..].join("\n")
}

/// Builds the engine with coverage, beside everything else that is built.
fn build(root: &Path) -> io::Result<PathBuf> {
    let version = Command::new("rustc").arg("-vV").output()?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| io::Error::other("rustc does not say what it compiles for"))?;
    let built = root.join("target/fuzzing");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--features", "engine", "--bin", "engine", "--profile", "fuzz", "--target", host])
        .arg("--manifest-path")
        .arg(root.join("fuzz/Cargo.toml"))
        .arg("--target-dir")
        .arg(&built)
        .env("RUSTFLAGS", COVERAGE)
        .status()?;
    if !status.success() {
        return Err(io::Error::other("the engine does not build"));
    }
    Ok(built.join(host).join("fuzz/engine"))
}
