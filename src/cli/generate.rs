//! `treetap gen`: write the Verilog of a unit.
use super::words::hardware::Hardware;
use super::{Failure, output};
use crate::catalog::{self, Chosen, Emitted, Unit, selftest};
use crate::report::table;
use crate::spec::rap::Preset;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `treetap gen`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Writes treetap_UNIT_PRESET.v, or treetap_UNIT_NAME.v where parameters are given (the top module has the file's name, \
every other module begins with it) and \
treetap_UNIT_PRESET.json (the configuration; the ports with width and role). The same command writes the same bytes.

Examples:
  treetap gen --list
  treetap gen rap --preset nano -o rtl
  treetap gen rap --engine pipelined --key-bits 40 --nodes 2048 --count-bits 48 --entries 512 --fifo 64 -o rtl
  treetap gen rap --preset fast --nodes 512 --name mine -o rtl
  treetap gen profiler --preset nano --print-config > my.toml
  treetap gen profiler --config my.toml -o rtl
  treetap gen --all -o rtl")]
#[command(
    mut_arg("unit", |arg| arg.required_unless_present_any(["list", "all", "registers"])),
    mut_arg("engine", |arg| arg.conflicts_with_all(["list", "all"])),
)]
pub struct Args {
    #[command(flatten)]
    hardware: Hardware,
    /// Directory to write to; it is created if it does not exist.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    /// Print every unit and preset.
    #[arg(long, conflicts_with_all = ["unit", "preset", "all"])]
    list: bool,
    /// Write the files that the repository keeps in rtl/: README.md, SHA256SUMS of the other presets, and
    /// SHA256SUMS.code of all without comments, too.
    #[arg(long, conflicts_with_all = ["unit", "preset"])]
    all: bool,
    /// Print the configuration as TOML, which --config takes, and write nothing.
    #[arg(long, conflicts_with_all = ["list", "all", "registers"])]
    print_config: bool,
    /// Write what is made from tables: the headers of registers in include/, treetap_regs.h and others, the .svd beside
    /// each, and in docs/reference the pages registers.md, parameters.md and those that end in -registers.md.
    #[arg(long, conflicts_with_all = ["unit", "preset", "list", "all"])]
    registers: bool,
}

/// Runs the verb.
pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    if args.list {
        return list(json);
    }
    let mut written = Vec::new();
    if args.all {
        let mut sums = catalog::Sums::of_others()?;
        let mut keep = |emitted: Emitted| {
            sums.add_kept(&emitted);
            write_pair(&args.output, &emitted, &mut written)
        };
        for (unit, preset) in catalog::KEPT {
            keep(catalog::emit(*unit, preset)?)?;
        }
        for preset in selftest::KEPT {
            keep(emitted_selftest(&catalog::rap_preset(preset, None)?)?)?;
        }
        write(&args.output, "README.md", &catalog::readme()?, &mut written)?;
        for (name, text) in sums.texts() {
            write(&args.output, name, &text, &mut written)?;
        }
    } else if args.registers {
        for (path, text) in catalog::registers::files() {
            write(&args.output, path, &text, &mut written)?;
        }
        write(&args.output, catalog::options::PATH, &catalog::options::page()?, &mut written)?;
    } else {
        let hardware = &args.hardware;
        let is_selftest = hardware.name() == selftest::NAME;
        if args.print_config {
            let unit = if is_selftest { Unit::Rap } else { hardware.unit()? };
            // Of the unit's first preset where nothing is asked for: something to edit.
            let first = catalog::presets(unit)[0].name;
            let chosen = hardware.configuration.of(unit, Some(first))?;
            return output::either(json, || configuration(&chosen), || chosen.toml().trim_end().to_string());
        }
        let emitted = if is_selftest { emitted_selftest(&hardware.rap()?)? } else { hardware.chosen()?.emit()? };
        write_pair(&args.output, &emitted, &mut written)?;
    }
    let names = || written.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join("\n");
    output::either(json, || json!({ "files": written }), names)
}

/// A configuration as JSON.
fn configuration(chosen: &Chosen) -> serde_json::Value {
    json!({ "unit": chosen.unit().name(), "name": chosen.name(), "configuration": chosen.configuration() })
}

/// One line of `--list`.
#[derive(Serialize)]
struct Line {
    unit: &'static str,
    preset: &'static str,
    engines: Vec<&'static str>,
    doc: &'static str,
}

fn list(json: bool) -> Result<(), Failure> {
    let lines: Vec<Line> = Unit::ALL
        .iter()
        .copied()
        .map(|unit| (unit, unit.name(), None))
        .chain([(Unit::Rap, selftest::NAME, Some(selftest::DOC))])
        .flat_map(|(unit, name, doc)| {
            catalog::presets(unit).into_iter().map(move |p| Line {
                unit: name,
                preset: p.name,
                engines: p.engines.iter().map(|e| e.name()).collect(),
                doc: doc.unwrap_or(p.doc),
            })
        })
        .collect();
    let table = || {
        let mut table = table::grid(&["unit", "preset", "engines", "for"]);
        for line in &lines {
            table.add_row([line.unit, line.preset, &line.engines.join(" "), line.doc]);
        }
        table
    };
    output::either(json, || &lines, table)
}

/// The self-test of a preset of `rap`, with the answer of the model in it.
fn emitted_selftest(preset: &Preset) -> Result<Emitted, Failure> {
    Ok(crate::cosim::selftest::emit(preset, Default::default())?.0)
}

fn write_pair(dir: &Path, emitted: &Emitted, written: &mut Vec<PathBuf>) -> Result<(), Failure> {
    write(dir, &format!("{}.v", emitted.top), &emitted.verilog, written)?;
    write(dir, &format!("{}.json", emitted.top), &emitted.json, written)
}

fn write(dir: &Path, name: &str, text: &str, written: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let path = dir.join(name);
    std::fs::create_dir_all(path.parent().unwrap_or(dir))
        .map_err(|e| Failure::BadInput(format!("{}: cannot write: {e}", path.display())))?;
    output::write(&path, text.as_bytes())?;
    written.push(path);
    Ok(())
}
