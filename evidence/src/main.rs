//! `evidence`: the measured tables of the pages (docs/contributing/evidence.md).
use clap::{Parser, Subcommand};
use evidence::page::{Evidence, write_pages};
use evidence::{Error, farm, measure};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The measured tables of the pages: which are stale, write them into the pages, measure again.
#[derive(Parser, Debug)]
#[command(after_help = "Examples:
  cargo run -p evidence -- list
  cargo run -p evidence -- measure rap-engines
  cargo run -p evidence -- measure --on slurm --with --time=120
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
        /// Only the table of this name, or those whose names begin like this where none has it; stale or not.
        #[arg(value_name = "NAME")]
        only: Option<String>,
        /// Through `treetap farm`, a task for each command: local, slurm, or a command as for `treetap farm submit`.
        #[arg(long, value_name = "local|slurm|COMMAND")]
        on: Option<String>,
        /// Most tasks at a time, as for `treetap farm submit`: what one measures, another one should not disturb.
        #[arg(long, value_name = "N", default_value_t = 1, requires = "on")]
        limit: u32,
        /// A word for sbatch, as for `treetap farm submit`.
        #[arg(long, value_name = "WORD", allow_hyphen_values = true, requires = "on")]
        with: Vec<String>,
    },
    /// Measure tables of one command again, and print them: a task of `measure --on`.
    Again {
        /// Names of the tables, with commas between them.
        tables: String,
        /// What they and their sources were when the task was planned.
        #[arg(long)]
        state: String,
    },
}

/// Where the sweep of `measure --on` lies, below the root of the repository; its run beside it.
const SWEEP: &str = "build/farm/figures.toml";

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.verb {
        Verb::List => list(&args.root),
        Verb::Write => write(&args.root),
        Verb::Measure { only, on, limit, with } => {
            let farm = on.map(|on| Farm { on, limit, with });
            measure(&args.root, only.as_deref(), farm.as_ref())
        }
        Verb::Again { tables, state } => again(&args.root, &tables, &state),
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

fn measure(root: &Path, only: Option<&str>, farm: Option<&Farm>) -> Result<bool, Error> {
    let evidence = Evidence::of(root)?;
    let (mut all, tables) = (true, evidence.wanted(only));
    if let (Some(only), true) = (only, tables.is_empty()) {
        eprintln!("evidence: no table's name begins with `{only}`");
        return Ok(false);
    }
    for table in tables.iter().filter(|table| table.run.is_none()) {
        eprintln!("evidence: {} by hand: {}", table.name, table.command);
        all = false;
    }
    let mut runs: Vec<farm::Group> = vec![];
    for table in tables.iter().filter(|table| table.run.is_some()) {
        if !runs.iter().any(|run| run[0].run == table.run) {
            // What it prints is measured together, whichever of it was named.
            runs.push(evidence.tables().map(|(table, _)| table).filter(|other| other.run == table.run).collect());
        }
    }
    if runs.is_empty() {
        return Ok(all);
    }
    Ok(match farm {
        Some(farm) => farm.measure(root, &runs)?,
        None => here(root, &runs)?,
    } && all)
}

/// Measures here, a command at a time; whether all could be measured.
fn here(root: &Path, runs: &[farm::Group]) -> Result<bool, Error> {
    let mut all = true;
    let versions = measure::versions(root)?;
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

/// A task of [`Farm::measure`].
fn again(root: &Path, tables: &str, state: &str) -> Result<bool, Error> {
    print!("{}", farm::task(root, tables, state, &measure::versions(root)?)?);
    Ok(true)
}

/// `treetap farm`, and where its tasks run.
struct Farm {
    on: String,
    limit: u32,
    with: Vec<String>,
}

impl Farm {
    /// Measures through tasks, takes what has a result, and tells whether all have one.
    fn measure(&self, root: &Path, runs: &[farm::Group]) -> Result<bool, Error> {
        let program =
            std::env::current_exe().map_err(|error| Error::Farm(format!("where this program is: {error}")))?;
        farm::write_sweep(&root.join(SWEEP), &farm::sweep(root, runs, &program)?)?;
        let run = SWEEP.trim_end_matches(".toml");
        if !treetap(root, &["plan", SWEEP, "-o", run])?.0 {
            return Ok(false);
        }
        let limit = self.limit.to_string();
        let mut submit = vec!["submit", run, "--on", &self.on, "--limit", &limit];
        if self.on == "slurm" {
            submit.push("--wait");
        }
        self.with.iter().for_each(|word| submit.extend(["--with", word]));
        // A task that failed keeps nothing from the others.
        let (mut all, _) = treetap(root, &submit)?;
        let (gathered, lines) = treetap(root, &["gather", run, "--partial"])?;
        let taken = if gathered { farm::take(root, &lines)? } else { vec![] };
        taken.iter().for_each(|name| eprintln!("evidence: took {name}"));
        all &= taken.len() == runs.iter().map(Vec::len).sum::<usize>();
        Ok(all)
    }
}

/// Calls `treetap farm`: whether it succeeded, and what it printed.
fn treetap(root: &Path, words: &[&str]) -> Result<(bool, String), Error> {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--bin", "treetap", "--", "farm"]).args(words).current_dir(root);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| Error::Farm(format!("treetap farm {}: {error}", words[0])))?;
    Ok((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
}
