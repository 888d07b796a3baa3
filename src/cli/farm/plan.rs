//! `treetap farm plan`: the tasks of a sweep.
use super::super::machine::ThisMachine;
use super::super::{input, output};
use super::Failure;
use crate::analysis::farm::plan::Plan;
use crate::analysis::farm::sweep::Sweep;
use crate::report::farm::Planned;
use std::path::{Path, PathBuf};

/// Make the tasks of a sweep.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap farm plan examples/farm/area.toml -o area/
  treetap --json farm plan examples/farm/soak.toml -o soak/ --pack 4
  treetap farm plan examples/farm/mutate.toml -o some/ --set target=serial,tap=20

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
    /// Values of a parameter in the place of those that the sweep has, with commas between them.
    #[arg(long, value_name = "NAME=VALUE,..", value_parser = set)]
    set: Vec<(String, Vec<String>)>,
}

fn set(text: &str) -> Result<(String, Vec<String>), String> {
    let (name, values) = text.split_once('=').ok_or("expected NAME=VALUE,VALUE")?;
    Ok((name.into(), values.split(',').map(String::from).collect()))
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let wrong = |why| Failure::in_file(&args.sweep, why);
    let mut sweep = Sweep::parse(&input::text(&args.sweep)?).map_err(wrong)?;
    for (name, values) in &args.set {
        sweep.set(name, values).map_err(wrong)?;
    }
    let folder = std::env::current_dir().map_err(|error| Failure::in_file(Path::new("."), error))?;
    let pack = args.pack.map(|pack| pack as usize);
    let plan = Plan { file: &args.sweep, sweep: &sweep, folder, run: &args.output, pack };
    let planned = Planned::of(&plan.write(&ThisMachine)?);
    output::either(json, || &planned, || planned.text())
}
