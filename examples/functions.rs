//! How well a tree finds the functions of programs, by addresses and by lines of a map of code, as a table of Markdown.
//!
//! `cargo run --example functions -- NODES CORE:PROGRAM[:LIMIT] ...` runs each ELF file on its core under Verilator and
//! gives the blocks of its code, weighed by their instructions, to two trees of the preset `nano` with so many nodes.
//! Errors are those of all functions that truly have 1 % of the instructions: by how much what surely is theirs falls
//! short of their true count.
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use treetap::analysis::{Keys, Options, Symbols};
use treetap::cosim::core::{self, Core, Machine, Program, Status};
use treetap::model::events::Events;
use treetap::model::exact::Counter;
use treetap::model::rap::Top;
use treetap::report::names::{Errors, Limits, Table};
use treetap::spec::classify::Xlen;
use treetap::spec::codemap::{KEY_BITS, MOST_ENTRIES};
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{self, Config};
use treetap::spec::select::{Kind, Weight};

/// Share of the instructions that makes a function worth finding.
const SHARE: f64 = 0.01;
/// Retirements taken from a core at a time.
const BATCH: usize = 1 << 15;

/// A program on a core.
struct Subject {
    core: Core,
    program: String,
    limit: u64,
}

impl Subject {
    /// Reads `CORE:PROGRAM[:LIMIT]`.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let name = parts.next()?;
        let core = Core::ALL.into_iter().find(|core| core.name() == name)?;
        let program = parts.next()?.to_owned();
        let limit = parts.next().map_or(Some(u64::MAX), |limit| limit.parse().ok())?;
        Some(Self { core, program, limit })
    }

    fn row(&self, nodes: u32) -> Result<String, Box<dyn Error>> {
        let open = || -> Result<Symbols, Box<dyn Error>> {
            Ok(Symbols::parse(&std::fs::read(&self.program)?, &Options::default())?)
        };
        let names = open()?;
        let layout = names.layout(MOST_ENTRIES)?;
        let nano = rap::preset("nano").ok_or("there is a preset nano")?;
        let tree = |key_bits| Top::new(Config { key_bits, nodes, ..nano.config });
        let (mut by_address, mut by_line, mut counter) = (tree(32)?, tree(KEY_BITS)?, Counter::new());
        let mut taken = 0;
        let mut take = |event: Event| {
            counter.add(event);
            by_address.add(event);
            by_line.add(Event { key: layout.image.key(event.key as u32).into(), ..event });
        };
        let mut machine =
            Machine::build(self.core, &Program::read(Path::new(&self.program))?, &core::Options::default())?;
        let mut events = Events::new(self.core.name(), Xlen::Rv32, Kind::Code, Weight::Instructions, 32);
        let mut batch = vec![];
        loop {
            batch.clear();
            let left = BATCH.min(usize::try_from(self.limit - taken).unwrap_or(BATCH));
            let status = machine.run(left, &mut batch);
            taken += batch.len() as u64;
            events.push(&batch, &mut take);
            if status != Status::More || taken == self.limit {
                break;
            }
        }
        events.flush(&mut take);
        let exact = counter.finish(32);
        let errors = |tree: &mut Top, symbols: &Symbols, keys| -> Option<Errors> {
            let profile = tree.command(Command::Snapshot)?;
            let mut table = Table::of(&profile, symbols, keys, &Limits::default());
            table.compare(&exact, &names, Keys::default(), SHARE);
            table.errors
        };
        let addresses = errors(&mut by_address, &names, Keys::default()).ok_or("a snapshot dumps")?;
        let keys = Keys::lines(layout.image.line_bits);
        let lines = errors(&mut by_line, &open()?.on_lines(layout.clone()), keys).ok_or("a snapshot dumps")?;
        let name = Path::new(&self.program).file_stem().unwrap_or_default().to_string_lossy();
        Ok(format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {nodes} | {:.2} / {:.2} | {:.2} / {:.2} |",
            self.core.name(),
            taken,
            1 << layout.image.line_bits,
            layout.image.entries.len(),
            layout.shared,
            lines.places,
            addresses.error_average,
            addresses.error_maximum,
            lines.error_average,
            lines.error_maximum,
        ))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let nodes = arguments.first().and_then(|nodes| nodes.parse().ok());
    let subjects: Option<Vec<Subject>> = arguments.iter().skip(1).map(|text| Subject::parse(text)).collect();
    let (Some(nodes), Some(subjects)) = (nodes, subjects) else {
        eprintln!("expected NODES CORE:PROGRAM[:LIMIT] ...");
        return ExitCode::from(2);
    };
    println!(
        "| program | core | instructions | bytes of a line | lines | of them shared | functions of 1 % | nodes | by \
         address: error average / largest % | by line: error average / largest % |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for subject in &subjects {
        match subject.row(nodes) {
            Ok(row) => println!("{row}"),
            Err(error) => {
                eprintln!("{} on {}: {error}", subject.program, subject.core.name());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
