//! The programs that build a library.
use super::super::Error;
use super::Effort;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Oldest Verilator that is known to work (Debian 12).
pub const VERILATOR_MIN: (u32, u32) = (5, 6);

/// The programs of a build, found and checked once.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Verilator.
    pub(super) verilator: PathBuf,
    /// The C++ compiler.
    pub(super) compiler: PathBuf,
    /// What `verilator --version` prints, in one line.
    pub verilator_version: String,
    /// The first line of the compiler's `--version`.
    pub compiler_version: String,
    /// The most that the C++ compiler may spend, whatever is asked for: `$TREETAP_EFFORT`.
    pub most: Effort,
}

impl Toolchain {
    /// Finds `verilator` (or `$VERILATOR`) and `g++` (or `$CXX`) and checks Verilator's version. Both are asked for
    /// their versions once in a process, because many models are opened in one.
    ///
    /// # Errors
    /// [`Error::MissingTool`], with what is missing or too old and how to get it; [`Error::Effort`] when
    /// `$TREETAP_EFFORT` names no effort.
    pub fn find() -> Result<Self, Error> {
        let program = |variable: &str, usual: &str| std::env::var_os(variable).unwrap_or_else(|| usual.into()).into();
        let (verilator, compiler): (PathBuf, PathBuf) = (program("VERILATOR", "verilator"), program("CXX", "g++"));
        let most = most()?;
        static FOUND: Mutex<Vec<Toolchain>> = Mutex::new(vec![]);
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = found.iter().find(|known| known.verilator == verilator && known.compiler == compiler) {
            return Ok(Toolchain { most, ..known.clone() });
        }
        let verilator_version = first_line(&verilator, "Verilator")?;
        let compiler_version = first_line(&compiler, "C++ compiler")?;
        // Wheels print " rev vUNKNOWN-built..." for a version: they are new enough, and the build will tell.
        if let Some(version) = parse_version(&verilator_version)
            && version < VERILATOR_MIN
        {
            let (major, minor) = VERILATOR_MIN;
            return Err(Error::MissingTool(format!(
                "{verilator_version} is too old: co-simulation needs Verilator {major}.{minor:03} or newer"
            )));
        }
        let tools = Self { verilator, compiler, verilator_version, compiler_version, most };
        found.push(tools.clone());
        Ok(tools)
    }

    /// Verilator's run-time sources: generated makefiles name its root, and `VERILATOR_ROOT` overrides them.
    pub(super) fn include_dir(&self, makefile: &str) -> Result<PathBuf, Error> {
        let named = makefile.lines().find_map(|line| line.strip_prefix("VERILATOR_ROOT = ")).map(str::trim);
        let candidates = std::env::var("VERILATOR_ROOT").ok().into_iter().chain(named.map(String::from));
        let mut tried = vec![];
        for root in candidates {
            let include = Path::new(&root).join("include");
            if include.join("verilated.cpp").is_file() {
                return Ok(include);
            }
            tried.push(include.display().to_string());
        }
        Err(Error::MissingTool(format!(
            "Verilator's run-time sources are not in {}: set VERILATOR_ROOT",
            tried.join(" or ")
        )))
    }
}

/// What `$TREETAP_EFFORT` allows; everything without it.
fn most() -> Result<Effort, Error> {
    let asked = std::env::var_os("TREETAP_EFFORT").unwrap_or_default();
    match asked.to_str() {
        Some("" | "fast") => Ok(Effort::Fast),
        Some("test") => Ok(Effort::Test),
        Some("quick") => Ok(Effort::Quick),
        _ => Err(Error::Effort(asked.to_string_lossy().into())),
    }
}

fn first_line(program: &Path, what: &str) -> Result<String, Error> {
    let mut command = Command::new(program);
    let output = command.arg("--version").output().map_err(|e| Error::missing(what, &command, &e))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next().unwrap_or("").trim();
    if output.status.success() && !line.is_empty() {
        Ok(line.to_string())
    } else {
        Err(Error::MissingTool(format!(
            "`{} --version` failed: {}",
            program.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        )))
    }
}

/// `(5, 6)` for "Verilator 5.006 2023-01-22 rev ...".
fn parse_version(line: &str) -> Option<(u32, u32)> {
    let (major, minor) = line.strip_prefix("Verilator ")?.split_whitespace().next()?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_garbage_is_tolerated() {
        assert_eq!(parse_version("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)"), Some((5, 6)));
        assert_eq!(parse_version("Verilator 4.228 2022-10-01"), Some((4, 228)));
        assert_eq!(parse_version("rev vUNKNOWN-built20250101"), None);
    }
}
