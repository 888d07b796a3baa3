//! `treetap farm plan`: the tasks of a sweep.
use super::super::{input, output};
use super::Failure;
use super::depends::{Known, treetap};
use crate::analysis::farm::run::{Common, Run, Seen};
use crate::analysis::farm::sweep::Sweep;
use crate::analysis::farm::task::{PROGRAM, TREETAP, Task, twice};
use crate::report::farm::Planned;
use std::path::{Path, PathBuf};

/// Make the tasks of a sweep.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm plan examples/farm/area.toml -o area/
  treetap --json farm plan examples/farm/soak.toml -o soak/ --pack 4

Commands run where this one does: files that they name are looked for there. Results that RUN has already are kept, and
count where a task depends on what it did before. Exit codes: 0 ok, 2 a tool or unit that there is not, 3 a bad sweep or
a missing file, 4 a missing tool.")]
pub struct Args {
    /// The sweep: a TOML file with a command, its parameters and what it depends on.
    sweep: PathBuf,
    /// Folder of the run; it may be there already.
    #[arg(short, long, value_name = "RUN")]
    output: PathBuf,
    /// Tasks that one job runs, one after the other, instead of those that the sweep says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pack: Option<u32>,
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let in_sweep = |why: String| Failure::in_file(&args.sweep, why);
    let sweep = Sweep::parse(&input::text(&args.sweep)?).map_err(in_sweep)?;
    let cases = sweep.cases().map_err(in_sweep)?;
    refuse_other_folders(&args.output)?;
    let folder = std::env::current_dir().map_err(|error| Failure::in_file(Path::new("."), error))?;
    let mut known = Known::new(&folder);
    let mut tasks = vec![];
    for (id, case) in (1..).zip(cases) {
        let depends = known.of_case(&sweep, &case)?;
        tasks.push(Task::new(id, case, depends));
    }
    if let Some((first, second)) = twice(&tasks) {
        let why =
            format!("tasks {first} and {second} are the same: expected parameters that tell their commands apart");
        return Err(in_sweep(why));
    }
    let program = treetap()?;
    if let Ok(seen) = Seen::of(&program) {
        known.seen.insert(format!("{PROGRAM}{TREETAP}"), seen);
    }
    let name = args.sweep.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let pack = args.pack.map_or(sweep.pack(), |pack| pack as usize);
    let common =
        Common { name, folder, pack, gather: sweep.gather(), count: 0, tasks: String::new(), seen: known.seen };
    Run { folder: args.output.clone(), common, tasks }.write()?;
    let run = Run::read(&args.output, None)?;
    let planned = Planned::of(&run);
    output::either(json, || &planned, || planned.text())
}

/// A folder with something else in it is not the place of a run.
fn refuse_other_folders(folder: &Path) -> Result<(), Failure> {
    let is_run = folder.join("run.json").is_file() || folder.join("tasks.jsonl").is_file();
    let has_files = std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if has_files && !is_run {
        return Err(Failure::in_file(folder, "has other files: expected a new folder, or that of a run"));
    }
    Ok(())
}
