//! `evidence`: the measured tables of the pages (docs/contributing/evidence.md).
use clap::{Parser, Subcommand};
use evidence::page::{Evidence, write_pages};
use evidence::table::Table;
use evidence::{Error, measure};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The measured tables of the pages: which are stale, write them into the pages, measure again.
#[derive(Parser, Debug)]
#[command(after_help = "Examples:
  cargo run -p evidence -- list
  cargo run -p evidence -- measure rap-engines
  cargo run -p evidence -- write

Exit codes: 0 all is well, 1 a table is stale, contradicted or could not be measured, 2 usage, 3 a file is wrong.")]
struct Args {
    /// Root of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// List all tables with their states; exit 1 while one is stale.
    List,
    /// Write the tables into the pages.
    Write,
    /// Measure what is stale again, and write it into the pages; a command at a time, its tables written as soon as it
    /// ends.
    Measure {
        /// Only tables whose name begins like this, stale or not.
        #[arg(value_name = "NAME")]
        only: Option<String>,
    },
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.verb {
        Verb::List => list(&args.root),
        Verb::Write => write(&args.root),
        Verb::Measure { only } => measure(&args.root, only.as_deref()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("evidence: {error}");
            ExitCode::from(3)
        }
    }
}

fn list(root: &Path) -> Result<bool, Error> {
    let evidence = Evidence::of(root)?;
    let mut shown = comfy_table::Table::new();
    shown.load_style(comfy_table::presets::NOTHING);
    shown.set_header(["table", "state", "measured", "commit", "again by"]);
    let mut stale = 0;
    for (table, fresh) in evidence.tables() {
        stale += usize::from(!fresh);
        let state = if fresh { "fresh" } else { "STALE" };
        let by = if table.run.is_some() { "make figures" } else { "hand" };
        shown.add_row([&table.name, state, &table.stamp.date, &table.stamp.commit, by]);
    }
    println!("{shown}");
    evidence.contradictions().iter().for_each(|what| println!("contradiction: {what}"));
    println!("{stale} of {} tables are stale", evidence.tables().count());
    Ok(stale == 0 && evidence.contradictions().is_empty())
}

fn write(root: &Path) -> Result<bool, Error> {
    for path in write_pages(root, &Evidence::of(root)?)? {
        eprintln!("evidence: wrote {}", path.display());
    }
    Ok(true)
}

fn measure(root: &Path, only: Option<&str>) -> Result<bool, Error> {
    let evidence = Evidence::of(root)?;
    let wanted = |(table, fresh): &(&Table, bool)| match only {
        Some(only) => table.name.starts_with(only),
        None => !fresh,
    };
    let (mut all, tables): (bool, Vec<&Table>) =
        (true, evidence.tables().filter(wanted).map(|(table, _)| table).collect());
    if let (Some(only), true) = (only, tables.is_empty()) {
        eprintln!("evidence: no table's name begins with `{only}`");
        return Ok(false);
    }
    for table in tables.iter().filter(|table| table.run.is_none()) {
        eprintln!("evidence: {} by hand: {}", table.name, table.command);
        all = false;
    }
    let mut runs: Vec<Vec<&Table>> = vec![];
    for table in tables.iter().filter(|table| table.run.is_some()) {
        if !runs.iter().any(|run| run[0].run == table.run) {
            // What it prints is measured together, whichever of it was named.
            runs.push(evidence.tables().map(|(table, _)| table).filter(|other| other.run == table.run).collect());
        }
    }
    let versions = if runs.is_empty() { measure::Versions::new() } else { measure::versions(root)? };
    for (at, run) in runs.iter().enumerate() {
        let names = run.iter().map(|table| &table.name[..]).collect::<Vec<_>>().join(", ");
        eprintln!("evidence: {} of {}, {names}: {}", at + 1, runs.len(), run[0].run.as_deref().unwrap_or_default());
        match measure::again(root, run, &versions) {
            Ok(measured) => {
                measured.iter().try_for_each(|table| table.write(root))?;
                write_pages(root, &Evidence::of(root)?)?;
            }
            Err(error @ (Error::Command { .. } | Error::Tool { .. })) => {
                eprintln!("evidence: {error}");
                all = false;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}
