//! The page docs/reference/parameters.md: every option of `treetap gen UNIT`, and what each preset is a name for.
use super::chosen::cache_models;
use super::parameters::{self, OF_HAND, Range};
use super::settings::{hps_engines, phase_trackers};
use super::{Chosen, Error, Unit, option, preset_of, presets};
use crate::spec::coalescer::Microarchitecture;
use crate::spec::rap::Engine;
use crate::spec::regs::Bus;
use std::fmt::Write as _;

/// Where the page lies.
pub const PATH: &str = "docs/reference/parameters.md";

/// What stands before the units.
const INTRODUCTION: &str = "\
# Parameters

Made by `make rtl` from the tables of parameters and presets (src/catalog/parameters.rs, src/spec/); never edited.

Every parameter of a unit is an option of `treetap gen UNIT`. A preset is a name for values of all of them, and options
win over it: `treetap gen rap --preset fast --nodes 512`. Without a preset the others have the values of the first one
in the table. [cli.md](cli.md#any-configuration) says how to give them in a file, and which other commands take them;
[presets.md](presets.md) says how to choose a tree. `selftest` has the options of `rap`.

A value outside its range is refused with name, value, range, and the nearest one that works.

## Rules between parameters

Of a tree, and so of `rap` and `profiler`:

* `nodes` is at least `key-bits` / 2 + 2.
* Engine `pipelined`: `key-bits` is at least 6.
* Engine `cam`: `nodes` is at most 256, and `key-bits` a multiple of 8 from 8 up.
* `eps` needs engine `serial`.
* `hand-reserve` is at most half of `nodes`. No preset chooses anything for the hand ([rap.md](rap.md#rules) R15).
";

/// Text of the page.
///
/// # Errors
/// As [`super::preset_of`].
pub fn page() -> Result<String, Error> {
    let mut text = INTRODUCTION.to_string();
    for unit in Unit::ALL.iter().copied() {
        let doc = unit.doc();
        let _ = writeln!(text, "\n## `{unit}`\n\n{}{}.\n", doc[..1].to_uppercase(), &doc[1..]);
        let options = options(unit);
        if options.is_empty() {
            text += "Nothing can be chosen.\n";
        } else {
            text += "| option | values | meaning |\n|---|---|---|\n";
            text += &options.concat();
        }
        text += "\n";
        table(&mut text, unit)?;
    }
    Ok(text)
}

/// Rows of a unit's options.
fn options(unit: Unit) -> Vec<String> {
    let row = |name: &str, values: &str, meaning: &str| format!("| `--{name}` | {values} | {meaning} |\n");
    let list = |names: Vec<&str>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let engines = || list(Engine::ALL.iter().map(|engine| engine.name()).collect());
    let tracker = |does: &str| {
        let trackers = list(phase_trackers().collect());
        row("phase-tracker", &trackers, &format!("phase tracker that {does}, a preset of `phase`"))
    };
    let mut rows = match unit {
        Unit::Rap => vec![row("engine", &engines(), "how the tree is built")],
        Unit::Coalescer => {
            let built = list(Microarchitecture::ALL.iter().map(|built| built.name()).collect());
            vec![row("engine", &built, "how the coalescer is built")]
        }
        Unit::Profiler => {
            let buses = list([Bus::Axil, Bus::Wishbone].map(Bus::name).to_vec());
            let models = list(cache_models().collect());
            vec![
                row("engine", &engines(), "how the tree is built"),
                row("bus", &buses, "slave that the host uses"),
                row("cache-model", &models, "model of cache and branches, a preset of `annotate`"),
                tracker("makes bursts"),
                row(
                    "hps-engine",
                    &list(hps_engines().collect()),
                    "engine for hybrid profiling support that makes bursts, as the preset of `monitor` has it",
                ),
            ]
        }
        Unit::Monitor => vec![tracker("switches sampling")],
        _ => vec![],
    };
    rows.extend(parameters::of(unit).iter().map(|parameter| {
        let values = match parameter.range {
            Range::Switch => "a switch: alone for 1, or `=0`, `=1`".to_string(),
            range => range.to_string(),
        };
        row(option(parameter.name), &values, parameter.doc)
    }));
    rows
}

/// What each preset of a unit is a name for. None chooses anything for the hand.
fn table(text: &mut String, unit: Unit) -> Result<(), Error> {
    for (at, preset) in presets(unit).iter().enumerate() {
        let chosen: Chosen = preset_of(unit, preset.name, None)?;
        let words = chosen.words().into_iter().map(|(name, word)| (option(name), word.to_string()));
        let numbers = chosen.numbers().into_iter().filter(|(name, _)| !name.starts_with(OF_HAND));
        let numbers = numbers.map(|(name, number)| (option(name), number.to_string()));
        let (names, values): (Vec<_>, Vec<_>) = words.chain(numbers).unzip();
        let cells = |cells: Vec<String>| cells.iter().map(|cell| format!("{cell} | ")).collect::<String>();
        if at == 0 {
            let names: Vec<String> = names.iter().map(|name| name.replace('-', " ")).collect();
            let lines = "---|".repeat(names.len() + 2);
            let _ = writeln!(text, "| preset | {}for |\n|{lines}", cells(names));
        }
        let _ = writeln!(text, "| `{}` | {}{} |", preset.name, cells(values), preset.doc);
    }
    Ok(())
}
