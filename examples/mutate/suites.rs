//! Units and whole tops: their own tests, as they are, run against a library with the mutants in it.
//!
//! A test takes the library of its design from the cache of the co-simulation. It is given a cache of its own, where
//! the library of that design is another one: with all mutants, of which an environment variable chooses one. Only
//! tests that simulate the design are run, those first that find much in little time.
use crate::netlist::{ACTIVE, SEEN};
use crate::process::within;
use crate::verdict::Verdict;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::{Build, Effort, Testbench, Toolchain, cache_dir};

/// A mutant that takes so many times as long as the design as it is hangs, and is caught thereby; so long at least.
const SLOWER: u32 = 10;
const PATIENCE: Duration = Duration::from_secs(30);

/// File in an entry of a cache whose library has mutants.
const PLANTED: &str = "mutants";

/// A design, and tests that simulate it.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Name of the unit whose hardware is mutated.
    pub unit: &'static str,
    /// Which of its presets.
    pub preset: &'static str,
    /// Name of the binary with the tests, a folder of `tests/`.
    pub binary: &'static str,
    /// What the names of the tests have in them.
    pub filter: &'static str,
}

/// A test, how long the design as it is takes, and how many mutants it found.
struct Test {
    name: String,
    takes: Duration,
    found: u32,
}

/// A suite, built, with a cache of its own.
pub struct Runner {
    program: PathBuf,
    cache: PathBuf,
    seen: PathBuf,
    tests: Vec<Test>,
    /// SHA-256 of the program.
    pub stimuli: String,
}

impl Suite {
    /// The design as it is.
    ///
    /// # Errors
    /// A unit or preset that there is not.
    pub fn design(&self) -> Result<Emitted, Box<dyn Error>> {
        Ok(emit(Unit::from_name(self.unit)?, self.preset)?)
    }

    /// Builds the tests and runs them once, so that the cache in `work` has all their designs.
    ///
    /// # Errors
    /// Tests that cannot be built, or fail.
    pub fn prepare(&self, work: &Path) -> Result<Runner, Box<dyn Error>> {
        let program = built(self.binary)?;
        let stimuli = hex::encode(&Sha256::digest(fs::read(&program)?)[..8]);
        let runner = Runner { program, cache: work.join("cache"), seen: work.join("seen"), tests: vec![], stimuli };
        let done = work.join("done");
        if fs::read_to_string(&done).is_ok_and(|of| of == runner.stimuli) {
            return Ok(runner);
        }
        fs::create_dir_all(&runner.cache)?;
        // Libraries with mutants of an earlier run have no place among those that tests make.
        for entry in fs::read_dir(&runner.cache)?.filter_map(Result::ok) {
            if entry.path().join(PLANTED).is_file() {
                fs::remove_dir_all(entry.path())?;
            }
        }
        runner.borrow(&cache_dir())?;
        let status = runner.command(0).args([self.filter, "--test-threads=1"]).status()?;
        if !status.success() {
            return Err(format!("{} {} fails as it is", self.binary, self.filter).into());
        }
        fs::write(done, &runner.stimuli)?;
        Ok(runner)
    }
}

impl Runner {
    fn command(&self, mutant: usize) -> Command {
        let mut command = Command::new(&self.program);
        command.env("TREETAP_CACHE", &self.cache).env(ACTIVE, mutant.to_string());
        command.env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR")).current_dir(env!("CARGO_MANIFEST_DIR"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// What the shared cache has need not be made again: its entries never change.
    fn borrow(&self, shared: &Path) -> Result<(), Box<dyn Error>> {
        for entry in fs::read_dir(shared)?.filter_map(Result::ok) {
            let name = entry.file_name();
            if self.cache.join(&name).exists() {
                continue;
            }
            if entry.path().join("unity.cpp").is_file() || name.to_string_lossy().starts_with("prelude-") {
                symlink(entry.path(), self.cache.join(name))?;
            }
        }
        Ok(())
    }

    /// Entries of the cache with the design: the tests may have built it in several ways.
    fn entries(&self, design: &Emitted) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let file = format!("{}.v", design.top);
        let entries = fs::read_dir(&self.cache)?.filter_map(Result::ok).map(|entry| entry.path());
        Ok(entries.filter(|path| fs::read_to_string(path.join(&file)).is_ok_and(|v| v == design.verilog)).collect())
    }

    /// Puts libraries with all mutants in the place of those that the tests made, and sees which tests use them.
    ///
    /// # Errors
    /// A netlist that cannot be built.
    pub fn plant(&mut self, suite: &Suite, netlist: &Path) -> Result<(), Box<dyn Error>> {
        let (design, tools) = (suite.design()?, Toolchain::find()?);
        let verilog = fs::read_to_string(netlist)?;
        for entry in self.entries(&design)? {
            let unity = fs::read_to_string(entry.join("unity.cpp"))?;
            let benches = [("pins.cpp", Testbench::Pins), ("profiler.cpp", Testbench::Profiler)];
            let bench = benches.iter().find(|(name, _)| unity.contains(&format!("#include \"{name}\"")));
            let Some((_, testbench)) = bench else { continue };
            let ports = fs::read_to_string(entry.join("ports.h")).ok();
            let build = Build {
                top: &design.top,
                verilog: &verilog,
                testbench: *testbench,
                ports: ports.as_deref(),
                effort: Effort::Test,
                waveforms: false,
            };
            let library = build.library(&tools)?;
            self.replace(&entry, &library)?;
        }
        let listed = self.command(0).args([suite.filter, "--list"]).stdout(Stdio::piped()).output()?;
        for name in String::from_utf8_lossy(&listed.stdout).lines().filter_map(|line| line.strip_suffix(": test")) {
            let _ = fs::remove_file(&self.seen);
            let started = Instant::now();
            if !self.run(0, name)?.wait()?.success() {
                return Err(format!("{name} fails with gates in the place of the design").into());
            }
            if self.seen.is_file() {
                self.tests.push(Test { name: name.into(), takes: started.elapsed(), found: 0 });
            }
        }
        if self.tests.is_empty() {
            return Err(format!("no test `{}` of {} simulates {}", suite.filter, suite.binary, design.top).into());
        }
        Ok(())
    }

    /// Another library in an entry of our own.
    fn replace(&self, entry: &Path, library: &Path) -> Result<(), Box<dyn Error>> {
        let name = library.file_name().ok_or("a library without a name")?;
        if entry.is_symlink() {
            let shared = fs::read_link(entry)?;
            fs::remove_file(entry)?;
            fs::create_dir(entry)?;
            for file in ["unity.cpp", "ports.h", &Path::new(name).with_extension("v").to_string_lossy()] {
                if shared.join(file).is_file() {
                    fs::copy(shared.join(file), entry.join(file))?;
                }
            }
        }
        fs::write(entry.join(PLANTED), "")?;
        // Whoever has the old one open keeps it.
        let (to, unfinished) = (entry.join(name), entry.join("unfinished"));
        fs::copy(library, &unfinished)?;
        Ok(fs::rename(unfinished, to)?)
    }

    fn run(&self, mutant: usize, test: &str) -> Result<Child, Box<dyn Error>> {
        Ok(self.command(mutant).env(SEEN, &self.seen).args(["--exact", test]).spawn()?)
    }

    /// Runs the tests until one fails.
    ///
    /// # Errors
    /// A test that cannot be started.
    pub fn judge(&mut self, mutant: usize) -> Result<Verdict, Box<dyn Error>> {
        self.tests.sort_by_key(|test| test.takes / (1 + test.found));
        for at in 0..self.tests.len() {
            let Test { name, takes, .. } = &self.tests[at];
            let ended = within(self.run(mutant, name)?, PATIENCE + SLOWER * *takes)?;
            let how = match ended {
                Some(status) if status.success() => continue,
                Some(_) => name.clone(),
                None => format!("{name}, without an end"),
            };
            self.tests[at].found += 1;
            return Ok(Verdict::Killed(how));
        }
        Ok(Verdict::Survived)
    }
}

/// The program of a test binary.
fn built(binary: &str) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["test", "--no-run", "--message-format=json", "--test", binary]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).stderr(Stdio::inherit()).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let messages = said.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let ours = messages.filter(|message| message["target"]["name"] == binary && message["profile"]["test"] == true);
    let program = ours.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next_back();
    program.filter(|_| output.status.success()).ok_or_else(|| format!("the tests `{binary}` cannot be built").into())
}
