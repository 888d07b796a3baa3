//! `treetap gen`: write the Verilog of a unit.
use super::sim::find_engine;
use super::{Failure, output};
use crate::catalog::{self, Emitted, Unit, selftest};
use crate::spec::rap::Engine;
use comfy_table::{Table, presets as table_styles};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Arguments of `treetap gen`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Writes treetap_UNIT_PRESET.v (the top module has the file's name, every other module begins with it) and \
treetap_UNIT_PRESET.json (the preset's values; the ports with width and role). The same command writes the same bytes.

Examples:
  treetap gen --list
  treetap gen rap --preset nano -o rtl
  treetap gen --all -o rtl")]
pub struct Args {
    /// What to write: a unit that --list shows, or selftest (of a preset of rap).
    #[arg(value_name = "UNIT", required_unless_present_any = ["list", "all", "registers"])]
    unit: Option<String>,
    /// Which configuration of it.
    #[arg(long, value_name = "NAME", required_unless_present_any = ["list", "all", "registers"])]
    preset: Option<String>,
    /// Microarchitecture instead of the preset's own; --list shows which are built.
    #[arg(long, value_name = "E", conflicts_with_all = ["list", "all"])]
    engine: Option<String>,
    /// Directory to write to; it is created if it does not exist.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    /// Print every unit and preset.
    #[arg(long, conflicts_with_all = ["unit", "preset", "all"])]
    list: bool,
    /// Write the files that the repository keeps in rtl/, and their catalogue README.md.
    #[arg(long, conflicts_with_all = ["unit", "preset"])]
    all: bool,
    /// Write what is made from the tables of registers: include/treetap_regs.h, treetap_hps.h and treetap_monitor.h, the .svd beside
    /// each, docs/reference/registers.md and docs/reference/monitor-registers.md.
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
        for (unit, preset) in catalog::KEPT {
            write_pair(&args.output, &catalog::emit(*unit, preset).map_err(failure)?, &mut written)?;
        }
        for preset in selftest::KEPT {
            write_pair(&args.output, &emitted_selftest(preset, None)?, &mut written)?;
        }
        write(&args.output, "README.md", &catalog::readme().map_err(failure)?, &mut written)?;
    } else if args.registers {
        for (path, text) in catalog::registers::files() {
            write(&args.output, path, &text, &mut written)?;
        }
    } else if let (Some(unit), Some(preset)) = (&args.unit, &args.preset) {
        let engine = args.engine.as_deref().map(find_engine).transpose()?;
        let emitted = if unit == selftest::NAME {
            emitted_selftest(preset, engine)?
        } else {
            catalog::emit_on(Unit::from_name(unit).map_err(failure)?, preset, engine).map_err(failure)?
        };
        write_pair(&args.output, &emitted, &mut written)?;
    }
    if json {
        output::line(serde_json::json!({ "files": written }))
    } else {
        let names: String = written.iter().map(|path| format!("{}\n", path.display())).collect();
        output::print(names.as_bytes())
    }
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
    if json {
        output::line(serde_json::to_string(&lines).expect("plain data has a JSON form"))
    } else {
        let mut table = Table::new();
        table.load_style(table_styles::NOTHING).set_header(["unit", "preset", "engines", "for"]);
        for line in &lines {
            table.add_row([line.unit, line.preset, &line.engines.join(" "), line.doc]);
        }
        output::line(table)
    }
}

/// The self-test of a preset of `rap`, with the answer of the model in it.
fn emitted_selftest(preset: &str, engine: Option<Engine>) -> Result<Emitted, Failure> {
    let preset = catalog::rap_preset(preset, engine).map_err(failure)?;
    let emitted = crate::cosim::selftest::emit(&preset, Default::default());
    emitted.map(|(emitted, _)| emitted).map_err(|e| Failure::Usage(e.to_string()))
}

fn failure(error: catalog::Error) -> Failure {
    Failure::Usage(error.to_string())
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
