//! `treetap doctor`: which tools are here, which are missing, and what for.
use super::tools::{self, Found, Tool};
use super::{Failure, output};
use crate::report::table::grid;
use serde_json::{Value, json};

/// Report the tools treetap uses, their versions and what is missing.
#[derive(clap::Args, Debug)]
#[command(after_help = "Exit code 4 if a required tool is missing or too old.

Examples:
  treetap doctor
  treetap doctor --json")]
pub struct Args {}

pub fn run(_args: Args, json: bool) -> Result<(), Failure> {
    let findings: Vec<(Tool, Found)> = tools::table()
        .into_iter()
        .map(|tool| {
            let found = tools::find(&tool);
            (tool, found)
        })
        .collect();
    let bad: Vec<&Tool> = findings
        .iter()
        .filter(|(tool, found)| !tool.optional && !matches!(found, Found::Ok(_)))
        .map(|(tool, _)| tool)
        .collect();
    if json {
        let tools: Vec<Value> = findings.iter().map(|(tool, found)| describe(tool, found)).collect();
        output::line(json!({ "treetap": env!("CARGO_PKG_VERSION"), "ok": bad.is_empty(), "tools": tools }))?;
    } else {
        let mut table = grid(&["tool", "found", "needed", "for", "reason"]);
        for (tool, found) in &findings {
            table.add_row(row(tool, found));
        }
        output::line(table)?;
    }
    if bad.is_empty() {
        return Ok(());
    }
    let (packages, wheels): (Vec<&Tool>, Vec<&Tool>) = bad.iter().partition(|tool| tool.wheel.is_empty());
    let mut cure = vec![];
    if !packages.is_empty() {
        let names: Vec<&str> = packages.iter().map(|tool| tool.package.as_str()).collect();
        cure.push(format!("apt-get install {}", names.join(" ")));
    }
    if !wheels.is_empty() {
        let names: Vec<&str> = wheels.iter().map(|tool| tool.name.as_str()).collect();
        cure.push(format!("make setup (for the wheels {})", names.join(", ")));
    }
    Err(Failure::MissingTool(format!("required tools are missing or too old: {}", cure.join("; "))))
}

fn row(tool: &Tool, found: &Found) -> [String; 5] {
    let found = match found {
        Found::Missing if tool.optional => "no".to_owned(),
        Found::Missing => "MISSING".to_owned(),
        Found::Old(version) => format!("{version} TOO OLD"),
        Found::Ok(version) => version.clone().unwrap_or_else(|| "yes".to_owned()),
    };
    let needed = if tool.oldest().is_empty() { "any".to_owned() } else { format!(">= {}", tool.oldest()) };
    let verbs = if tool.optional { "optional".to_owned() } else { tool.needed_for.join(", ") };
    [tool.name.clone(), found, needed, verbs, tool.reason.clone()]
}

fn describe(tool: &Tool, found: &Found) -> Value {
    let version = match found {
        Found::Missing => None,
        Found::Old(version) => Some(version.as_str()),
        Found::Ok(version) => version.as_deref(),
    };
    json!({
        "name": tool.name,
        "found": *found != Found::Missing,
        "ok": matches!(found, Found::Ok(_)),
        "version": version,
        "min": tool.oldest(),
        "package": tool.package,
        "wheel": tool.wheel,
        "needed_for": tool.needed_for,
        "optional": tool.optional,
        "reason": tool.reason,
    })
}
