//! `treetap hps inline`: a program with an engine between fetch and decode.
use super::run::{ratio, word};
use super::{MAX_IMAGE, read};
use crate::cli::progress::Progress;
use crate::cli::{Failure, output};
use crate::cosim::build::Effort;
use crate::cosim::core::Program;
use crate::cosim::iss::{Hardware, Wrong, hart, smallest};
use crate::host::inline::{self as host, PLACE, Reference, Tables};
use crate::lang::hps::Image;
use crate::model::hps::Engine;
use crate::model::iss::inline::{Counts, Editor, Handled, Inline, Stop};
use crate::spec::hps::{Mode, VARIANTS, built, regs};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Instructions between two looks at the clock.
const BATCH: u64 = 1 << 14;

/// Run a program with an image in line, on the simulator and the emitted engine, and hold it against the program alone.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap hps compile always region --mode decode --preset up5k -o region.img
  treetap hps inline region.img programs/demo/demo.elf
  treetap hps inline region.img build/programs/lua.elf --model --limit 5000000

Every instruction passes the emitted Verilog of the engine, whose words the simulator executes and the model confirms; handlers count in memory. The
same program runs without the engine: registers, memory, console and exit have to be the same, and the tables of the handlers what a model of the
engine calls them for (exit code 1 if not). docs/reference/iss.md says how the core and its handlers work.")]
pub struct Args {
    /// Image that `treetap hps compile --mode decode` wrote.
    image: PathBuf,
    /// Program: an ELF file for the machine of docs/reference/cores.md.
    program: PathBuf,
    /// Stop after so many instructions of the program.
    #[arg(long, value_name = "COUNT")]
    limit: Option<u64>,
    /// Only the model of the engine: much faster, and needs no Verilator.
    #[arg(long)]
    model: bool,
    /// Instructions come and words are taken late, at random.
    #[arg(long, value_name = "SEED", conflicts_with = "model")]
    pauses: Option<u32>,
    /// Word of register CTRL, as the listing has it [default: EN].
    #[arg(long, value_name = "WORD", value_parser = word)]
    control: Option<u32>,
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let bad = |file: &Path, why: String| Failure::BadInput(format!("{}: {why}", file.display()));
    let image = Image::open(&read(&args.image, MAX_IMAGE)?).map_err(|why| bad(&args.image, why.to_string()))?;
    if image.config.mode != Mode::Decode {
        return Err(bad(&args.image, "compiled for mode retire: expected mode decode".into()));
    }
    let program = Program::read(&args.program).map_err(|e| Failure::BadInput(e.to_string()))?;
    if let Some(address) = host::in_the_way(program.segments.iter().map(|part| (part.address, part.bytes.len()))) {
        let Range { start, end } = PLACE;
        let why = format!(
            "the segment at {address:#x} reaches into {start:#x} to {:#x}, where handlers and their tables lie",
            end - 1
        );
        return Err(bad(&args.program, why));
    }
    let name = smallest(&image.config).filter(|_| !args.model);
    if name.is_none() && !args.model {
        return Err(bad(&args.image, "no engine of this size is emitted; --model runs it".into()));
    }
    let variant = VARIANTS.iter().find(|variant| Some(variant.name) == name);
    let config = variant.map_or(image.config, built);
    let writes = host::writes(&image, &config, args.control.unwrap_or(regs::CTRL.field("EN").mask()));
    let mut model = Engine::new(config);
    writes.iter().for_each(|(offset, word)| model.write(*offset, *word));
    let mut core = hart(&program);
    let mut alone = Reference::new(core.clone(), model.clone(), host::called(&image));
    host::load(&mut core.memory);
    let report = match name {
        None => follow(args, Inline::new(core, model), &mut alone)?.0,
        Some(name) => {
            let wrong = |wrong: Wrong| Failure::Mismatch(wrong.to_string());
            let mut hardware = Hardware::open(name, Effort::Fast)?;
            writes.iter().try_for_each(|(offset, word)| hardware.write(*offset, *word)).map_err(wrong)?;
            if let Some(seed) = args.pauses {
                hardware.pause(seed);
            }
            let (report, mut hardware) = follow(args, Inline::new(core, hardware), &mut alone)?;
            let registers = hardware.compare().map_err(wrong)?;
            let hardware = Some(Compared { name, words: hardware.words, registers, cycles: hardware.cycles });
            Report { hardware, ..report }
        }
    };
    if json {
        return output::line(report.json());
    }
    output::print(&report.console)?;
    output::print(report.text().as_bytes())
}

/// Runs the program with the engine, and beside it alone; afterwards they have to stand alike.
fn follow<E: Editor>(args: &Args, mut core: Inline<E>, alone: &mut Reference) -> Result<(Report, E), Failure> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let progress = Progress::of(args.limit, "run").counting("instructions");
    let mut done = 0;
    while done < limit && core.hart.memory.exit().is_none() {
        match core.step() {
            Ok(None) => continue,
            Ok(Some(_)) => (),
            Err(stop) => {
                return Err(match (stop, alone.step()) {
                    (Stop::Unhandled(_), Err(own)) => Failure::BadInput(format!("{}: {own}", args.program.display())),
                    (stop, _) => Failure::Mismatch(format!("behind {done} instructions: {stop}")),
                });
            }
        }
        alone
            .step()
            .map_err(|own| Failure::Mismatch(format!("behind {done} instructions, without the engine: {own}")))?;
        done += 1;
        if done % BATCH == 0 {
            progress.at(done, done);
        }
    }
    progress.finish("run", done);
    if let Some(difference) = host::difference(&core.hart, &alone.hart) {
        return Err(Failure::Mismatch(difference));
    }
    let tables = host::tables(&core.hart.memory);
    if tables.lost == 0 && tables.profile != alone.sampled {
        let (found, expected) = (tables.profile.events, alone.sampled.events);
        return Err(Failure::Mismatch(format!("the tables have {found} events, expected {expected}; or others")));
    }
    let report = Report {
        hardware: None,
        console: core.hart.memory.console().to_vec(),
        exit: core.hart.memory.exit(),
        counts: core.counts,
        overlap: tables.profile.overlap(&alone.exact),
        tables,
        exact: alone.exact.events,
    };
    Ok((report, core.engine))
}

/// What of the hardware was held against its model.
struct Compared {
    name: &'static str,
    words: u64,
    registers: u32,
    cycles: u64,
}

/// What is printed: everything in it was checked.
struct Report {
    hardware: Option<Compared>,
    console: Vec<u8>,
    exit: Option<u32>,
    counts: Counts,
    tables: Tables,
    /// Events without sampling.
    exact: u64,
    overlap: f64,
}

impl Report {
    /// Handlers that were called, with their numbers.
    fn handlers(&self) -> Vec<(usize, Handled)> {
        self.counts.handlers.iter().copied().enumerate().filter(|(_, handled)| handled.calls > 0).collect()
    }

    /// Instructions executed for each of the program's.
    fn factor(&self) -> f64 {
        let Counts { instructions, added, .. } = self.counts;
        1.0 + ratio(added + self.counts.handled().instructions, instructions)
    }

    fn text(&self) -> String {
        let Counts { instructions, replaced, added, exceptions, broken, .. } = self.counts;
        let mut text = match &self.hardware {
            Some(Compared { name, words, registers, cycles }) => {
                format!("engine {name}: {words} words and {registers} registers as the model's, {cycles} cycles\n")
            }
            None => "engine: the model\n".into(),
        };
        text += &match self.exit {
            Some(code) => format!("exit code {code}"),
            None => "stopped at the limit".into(),
        };
        text += "; registers, memory and console as without the engine\n";
        text += &format!("{instructions} instructions, {replaced} replaced; {added} words added");
        text += &format!(
            ", {} instructions in handlers: {:.4} executed for each\n",
            self.counts.handled().instructions,
            self.factor()
        );
        if exceptions > 0 {
            text += &format!("{exceptions} exceptions, {broken} of them inside a replacement or handler\n");
        }
        for (number, Handled { calls, instructions }) in self.handlers() {
            text += &format!("handler {number}: {calls} calls, {:.2} instructions each\n", ratio(instructions, calls));
        }
        let Tables { profile, lost } = &self.tables;
        let same = if *lost == 0 { "as a model of the engine calls for" } else { "not all" };
        text + &format!(
            "tables: {} events of {} keys, {same}; {lost} found no room; {} events without sampling, overlap {:.2} %\n",
            profile.events,
            profile.counts.len(),
            self.exact,
            100.0 * self.overlap
        )
    }

    fn json(&self) -> Value {
        let Counts { instructions, replaced, added, exceptions, broken, .. } = self.counts;
        let handlers: Vec<Value> = self
            .handlers()
            .iter()
            .map(|(number, handled)| json!({ "handler": number, "calls": handled.calls, "instructions": handled.instructions }))
            .collect();
        json!({
            "engine": self.hardware.as_ref().map_or("model", |hardware| hardware.name),
            "words_compared": self.hardware.as_ref().map(|hardware| hardware.words),
            "registers_compared": self.hardware.as_ref().map(|hardware| hardware.registers),
            "cycles": self.hardware.as_ref().map(|hardware| hardware.cycles),
            "exit": self.exit, "console": String::from_utf8_lossy(&self.console),
            "instructions": instructions, "replaced": replaced, "added": added,
            "handler_instructions": self.counts.handled().instructions, "executed_for_each": self.factor(),
            "exceptions": exceptions, "broken": broken, "handlers": handlers,
            "events": self.tables.profile.events, "keys": self.tables.profile.counts.len(), "lost": self.tables.lost,
            "all_events": self.exact, "overlap": self.overlap,
        })
    }
}
