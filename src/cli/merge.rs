//! `treetap merge`: one profile of many.
use super::progress::Progress;
use super::words::value::Share;
use super::{Failure, input, output};
use crate::analysis::Options as Naming;
use crate::analysis::merge::{Merge, Merged, Part};
use crate::model::profile::{Profile, UnionError};
use crate::report::fleet::{Fleet, Group};
use crate::report::json::Dump;
use crate::report::merge::United;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Unite profiles of parts of a trace, of intervals, of many devices.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap profile run.u64 --shard 1/2 --dump a.json
  treetap profile run.u64 --shard 2/2 --dump b.json
  treetap merge a.json b.json -o run.json
  treetap merge boards/*.json --by device,build --elf firmware.elf

Counts are added range by range, so the bounds of the whole are the sums of those of the parts, in whatever order they
are given. A profile says what it is of: one that has events in common with another, or other keys, is refused. Exit
codes: 0 ok, 2 usage, 3 a profile that is bad or refused.")]
pub struct Args {
    /// Profiles: what `profile --dump`, `run --dump` and `merge -o` write.
    #[arg(required = true, value_name = "PROFILE")]
    profiles: Vec<PathBuf>,
    /// Write the profile of all as JSON to FILE; `-` is standard output.
    #[arg(short, long, value_name = "FILE", required_unless_present = "by")]
    output: Option<PathBuf>,
    /// Nodes of the tree of all; as many as the largest of the profiles had if absent.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// Take profiles that do not say what they are of, too: nobody sees whether events are in two of them.
    #[arg(long)]
    unchecked: bool,
    /// Show in how many groups functions are hot: profiles with the same values of these labels are a group.
    #[arg(long, value_name = "LABEL,..", value_delimiter = ',', requires = "elf")]
    by: Vec<String>,
    /// Program that was profiled.
    #[arg(long, value_name = "FILE", requires = "by")]
    elf: Option<PathBuf>,
    /// Share of the events of a group from which on a function is hot in it: 0.01 or 1%.
    #[arg(long, value_name = "PHI", default_value = "1%", requires = "by")]
    hot: Share,
    /// Most functions.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "by")]
    rows: usize,
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let to_stdout = args.output.as_deref() == Some(Path::new("-"));
    if to_stdout && (json || !args.by.is_empty()) {
        return Err(Failure::Usage("-o - and what is shown want standard output: expected a file".into()));
    }
    if args
        .profiles
        .iter()
        .any(|file| args.output.as_deref().and_then(input::place) == input::place(file) && file != Path::new("-"))
    {
        return Err(Failure::Usage("-o is one of the profiles: expected another file".into()));
    }
    let progress = Progress::of(Some(args.profiles.len() as u64), "merge").counting("profiles");
    let mut all = Merge::new(args.unchecked);
    let mut groups = BTreeMap::<Vec<String>, Merge>::new();
    for (at, file) in args.profiles.iter().enumerate() {
        let (profile, of) = read(file)?;
        let name = file.display().to_string();
        if !args.by.is_empty() {
            let values = labels(&of, &args.by).map_err(|reason| Failure::in_file(file, reason))?;
            let group = groups.entry(values).or_insert_with(|| Merge::new(true));
            // Whether it may is for the merge of all to say.
            group.add(&name, profile.clone(), vec![]).map_err(|refused| Failure::in_file(file, refused.to_string()))?;
        }
        all.add(&name, profile, of).map_err(|refused| Failure::in_file(file, refused.to_string()))?;
        progress.at(at as u64 + 1, at as u64 + 1);
    }
    progress.finish("merge", args.profiles.len() as u64);
    let full = |error: UnionError| Failure::BadInput(error.to_string());
    let merged = all.finish(args.nodes).map_err(full)?;
    if let Some(file) = &args.output {
        output::write(file, &output::to_json(&Dump::of(&merged.profile, merged.of.clone())))?;
    }
    if !args.by.is_empty() {
        let of_group = |(labels, merge): (Vec<String>, Merge)| {
            let Merged { profile, profiles, .. } = merge.finish(args.nodes).map_err(full)?;
            Ok((Group { labels, profiles, events: profile.n }, profile))
        };
        let groups: Vec<_> = groups.into_iter().map(of_group).collect::<Result<_, Failure>>()?;
        let elf = args.elf.as_deref().unwrap_or(Path::new(""));
        let symbols = input::symbols(elf, &Naming::default())?;
        let fleet = Fleet::of(&args.by, groups, &symbols, args.hot.0, args.rows);
        return output::either(json, || &fleet, || fleet.text());
    }
    if to_stdout {
        return Ok(());
    }
    let united = United::of(&merged);
    output::either(json, || &united, || united.text())
}

fn read(file: &Path) -> Result<(Profile, Vec<Part>), Failure> {
    let dump = input::dump(file)?;
    let profile = dump.profile().map_err(|reason| Failure::in_file(file, reason))?;
    Ok((profile, dump.of))
}

/// The values that all parts of a profile have of these labels.
fn labels(of: &[Part], by: &[String]) -> Result<Vec<String>, String> {
    let value = |label: &String| {
        let mut values = of.iter().map(|part| part.labels.get(label));
        let first = values.next().flatten().ok_or_else(|| format!("it has no label {label}: expected one"))?;
        if values.any(|value| value != Some(first)) {
            return Err(format!("its parts have several values of the label {label}: expected one"));
        }
        Ok(first.clone())
    };
    by.iter().map(value).collect()
}
