//! The external tools: what is needed (`tools.toml`) and what this machine has.
use super::Failure;
use crate::flow::program;
use crate::wheels;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Command, Stdio};

/// The table of tools, part of the program.
const TABLE: &str = include_str!("../../tools.toml");

/// One entry of `tools.toml`, which explains the fields.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    pub name: String,
    pub command: String,
    #[serde(default)]
    pub header: String,
    #[serde(default)]
    pub module: String,
    #[serde(default)]
    pub file: String,
    #[serde(default)]
    pub wheel: String,
    pub version_args: Vec<String>,
    pub min: String,
    pub package: String,
    pub needed_for: Vec<String>,
    pub optional: bool,
    #[serde(default)]
    pub group: String,
    pub reason: String,
}

impl Tool {
    /// Where it comes from, in words.
    pub fn origin(&self) -> String {
        match self.wheel.as_str() {
            "" => format!("Debian package {}", self.package),
            wheel => format!("wheel {wheel}, by make setup"),
        }
    }

    /// The oldest version that works, "" if any does.
    pub fn oldest(&self) -> &str {
        self.wheel.split_once("==").map_or(&self.min, |(_, pinned)| pinned)
    }
}

/// What this machine has of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Not there.
    Missing,
    /// There, but older than it has to be.
    Old(String),
    /// There; its version where it tells one.
    Ok(Option<String>),
}

/// Every tool of the table.
pub fn table() -> Vec<Tool> {
    #[derive(Deserialize)]
    struct Table {
        tool: Vec<Tool>,
    }
    toml::from_str::<Table>(TABLE).expect("tools.toml is part of the program and tested").tool
}

/// Looks for a tool on this machine.
pub fn find(tool: &Tool) -> Found {
    if !tool.wheel.is_empty() {
        return find_wheel(tool);
    }
    if tool.command.is_empty() {
        let there = match (tool.header.as_str(), tool.module.as_str()) {
            ("", "") => Path::new(&tool.file).is_file(),
            ("", module) => has_module(module),
            (header, _) => has_header(header),
        };
        return if there { Found::Ok(None) } else { Found::Missing };
    }
    match Command::new(&tool.command).args(&tool.version_args).stdin(Stdio::null()).output() {
        Err(_) => Found::Missing,
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            let version = version(&String::from_utf8_lossy(&text));
            match version {
                Some(version) if is_older(&version, &tool.min) => Found::Old(version),
                version => Found::Ok(version),
            }
        }
    }
}

/// A wheel of the venv, or where its command is in PATH, beside that.
fn find_wheel(tool: &Tool) -> Found {
    let (name, pinned) = tool.wheel.split_once("==").expect("the table is tested");
    let beside = || program::find(&tool.command)?.parent()?.parent().map(Path::to_path_buf);
    match wheels::venv().and_then(|venv| wheels::version(&venv, name)) {
        Some(version) if is_older(&version, pinned) => Found::Old(version),
        Some(version) => Found::Ok(Some(version)),
        None => beside().map_or(Found::Missing, |dir| Found::Ok(wheels::version(&dir, name))),
    }
}

/// Whether Python finds `module`.
fn has_module(module: &str) -> bool {
    let import = Command::new("python3").args(["-c", &format!("import {module}")]).stdin(Stdio::null()).output();
    import.is_ok_and(|output| output.status.success())
}

/// Whether the C compiler finds `header`.
fn has_header(header: &str) -> bool {
    let compile =
        Command::new("cc").args(["-E", "-x", "c", "-include", header, "/dev/null"]).stdin(Stdio::null()).output();
    compile.is_ok_and(|output| output.status.success())
}

/// The first dotted number of a text.
fn version(text: &str) -> Option<String> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|word| word.trim_matches('.'))
        .find(|word| word.contains('.') && !word.contains(".."))
        .map(str::to_owned)
}

/// Whether version `a` comes before `b`, number by number.
fn is_older(a: &str, b: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> { text.split('.').map(|part| part.parse().unwrap_or(0)).collect() };
    !b.is_empty() && numbers(a) < numbers(b)
}

/// Refuses to go on if a tool that `verb` needs is missing or too old.
///
/// # Errors
/// [`Failure::MissingTool`], naming the tools, what they are for and how to get them.
pub fn require(verb: &str) -> Result<(), Failure> {
    let mut wrong = vec![];
    for tool in table().iter().filter(|tool| tool.needed_for.iter().any(|v| v == verb)) {
        match find(tool) {
            Found::Ok(_) => {}
            Found::Missing => {
                wrong.push(format!("{} is not installed ({}): {}", tool.name, tool.origin(), tool.reason))
            }
            Found::Old(version) => {
                wrong.push(format!("{} {version} is too old: expected {} or newer", tool.name, tool.oldest()))
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::MissingTool(wrong.join("; "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_complete_and_every_name_is_there_once() {
        let tools = table();
        assert!(tools.len() > 8);
        for (i, tool) in tools.iter().enumerate() {
            assert!(tools[..i].iter().all(|t| t.name != tool.name), "{} twice", tool.name);
            assert!(tool.package.is_empty() != tool.wheel.is_empty(), "{}: a Debian package or a wheel", tool.name);
            assert!(!tool.reason.is_empty(), "{}", tool.name);
            let wheel_only = tool.command.is_empty() && !tool.wheel.is_empty();
            let proofs =
                [&tool.command, &tool.header, &tool.module, &tool.file].map(|proof| u32::from(!proof.is_empty()));
            assert_eq!(proofs.iter().sum::<u32>() + u32::from(wheel_only), 1, "{}: what proves it", tool.name);
            let pinned = tool.wheel.split_once("==").is_some_and(|(_, version)| version.contains('.'));
            assert!(tool.wheel.is_empty() || pinned, "{}: a wheel has an exact version", tool.name);
            assert!(
                tool.optional == tool.needed_for.is_empty(),
                "{}: optional tools are needed for nothing",
                tool.name
            );
        }
    }

    #[test]
    fn versions_are_found_in_what_tools_print() {
        for (text, want) in [
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", "5.006"),
            ("g++ (Debian 12.2.0-14+deb12u1) 12.2.0", "12.2.0"),
            ("valgrind-3.19.0", "3.19.0"),
            ("This is perl 5, version 36, subversion 0 (v5.36.0) built for", "5.36.0"),
            ("bzip2, a block-sorting file compressor.  Version 1.0.8, 13-Jul-2019.", "1.0.8"),
        ] {
            assert_eq!(version(text).as_deref(), Some(want), "{text}");
        }
        assert_eq!(version("no digits... here"), None);
    }

    #[test]
    fn versions_are_compared_number_by_number() {
        assert!(is_older("5.006", "5.025") && is_older("4.9", "4.10") && is_older("4", "4.1"));
        assert!(!is_older("5.006", "5.006") && !is_older("10.1", "9.9") && !is_older("0.1", ""));
    }
}
