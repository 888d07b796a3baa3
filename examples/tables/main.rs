//! Tables of docs/measured that are made of what `treetap` says with `--json`.
//!
//! `cargo run --release --example tables -- TABLES [PROGRAM.elf | TRACE ...]` drives the built command (`$TREETAP`,
//! else `target/release/treetap`) and prints Markdown; a line `### NAME` stands ahead of each table.
mod ask;
mod before;
mod bursty;
mod choices;
mod cores;
mod engines_in_line;
mod hps;
mod phases;
mod placed;
mod plans;
mod rows;
mod speed;
mod streams;
mod table;
mod values;
mod whole_tops;

use std::process::ExitCode;

/// What a function of this program gives: nothing, or what is wrong.
type Done = Result<(), Box<dyn std::error::Error>>;

/// Prints some tables of what is named after them.
type Print = fn(&[String]) -> Done;

const TABLES: [(&str, &str, Print); 19] = [
    ("chkplan", "PROGRAM.elf ...: checks that programs need", plans::print),
    ("coalescer", "TRACE ...: what a coalescer combines", streams::coalescer),
    ("edges", "PROGRAM.elf ...: edges that a tree keeps apart", streams::edges),
    ("hps", "PROGRAM.elf ...: profiles and samplings", hps::compare),
    ("monitor", "PROGRAM.elf ...: the monitor beside Ibex", hps::monitor),
    ("values", "PROGRAM.elf ...: the hotlist sampler beside Ibex", values::print),
    ("in-line", "PROGRAM.elf ...: handlers in line", engines_in_line::print),
    ("cores", "PROGRAM.elf[@CORE[,RETIREMENTS]] ...: the simulator beside cores", cores::print),
    ("bursty", "PROGRAM.elf ...: hot data streams that sampling finds", bursty::print),
    ("phases", "FOLDER PROGRAM.elf ...: phase-aware sampling, with pictures in FOLDER", phases::print),
    ("speed", "PROGRAM.elf ...: processor time and memory of hotstream and phaseeval", speed::print),
    ("limits", "what devices reach at most", placed::limits),
    ("choices", "SEEDS: programs and options of the flow", choices::print),
    ("systems", "SEEDS PRESET:CORE@DEVICE ...: the profiler beside cores", placed::systems),
    ("trackers", "SEEDS: the phase tracker beside cores", placed::trackers),
    ("programmed", "SEEDS: the co-processor beside cores", placed::programmed),
    ("before-after", "engines before the hand and with it", before::print),
    ("whole", "tops, systems and simulation before and now", whole_tops::print),
    ("boards", "self-tests on boards", placed::boards),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = arguments.first().and_then(|name| TABLES.iter().find(|table| table.0 == name));
    let Some((name, _, print)) = named else {
        eprintln!("usage: tables TABLES [ARGUMENT ...]");
        TABLES.iter().for_each(|(name, doc, _)| eprintln!("  {name:<10} {doc}"));
        return ExitCode::from(2);
    };
    match print(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tables: {name}: {error}");
            ExitCode::FAILURE
        }
    }
}
