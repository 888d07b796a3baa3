//! `treetap hps inline`: a program with an engine between fetch and decode.
use crate::catalog::{self, Chosen, Unit};
use crate::cli::progress::Progress;
use crate::cli::words::hardware::Configuration;
use crate::cli::words::value::word;
use crate::cli::{Failure, input, output};
use crate::cosim::build::Effort;
use crate::cosim::core::Program;
use crate::cosim::iss::{Hardware, Wrong, hart, holds, smallest};
use crate::host::inline::{self as host, Apart, PLACE, Reference, Run};
use crate::model::hps::Engine;
use crate::model::iss::inline::{Editor, Inline};
use crate::report::hps::inline::{Compared, Report};
use crate::spec::hps::{Config, Mode, built, regs};
use std::ops::Range;
use std::path::PathBuf;

/// Run a program with an image in line, on the simulator and the emitted engine, and hold it against the program alone.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap hps compile always region --mode decode --preset up5k -o region.img
  treetap hps inline region.img programs/demo/demo.elf
  treetap hps inline region.img programs/demo/demo.elf --patterns 12 --words 512 --counters 2 --width 24
  treetap hps inline region.img build/programs/lua.elf --model --limit 5000000

Without a preset and parameters the engine is the smallest preset in mode decode that the image fits. Every \
instruction passes the emitted Verilog of the engine, whose words the simulator executes and the model confirms; \
handlers count in memory. The
same program runs without the engine: registers, memory, console and exit have to be the same, and the tables of the \
handlers what a model of the
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
    #[command(flatten)]
    configuration: Configuration,
}

/// The engine in hardware: its name, its size, and how it is emitted.
struct Built {
    name: &'static str,
    config: Config,
    chosen: Chosen,
}

/// The engine that is asked for, else the smallest preset that holds the image; none for the model alone without one.
fn engine(args: &Args, image: &Config) -> Result<Option<Built>, Failure> {
    let chosen = if !args.configuration.is_empty() {
        args.configuration.clone().or("retire", 0).of(Unit::Hps, None)?
    } else if args.model {
        return Ok(None);
    } else {
        let none = || {
            Failure::in_file(
                &args.image,
                "no preset has this size; --model runs it, or ask for an engine (--patterns N ..)",
            )
        };
        catalog::preset_of(Unit::Hps, smallest(image).ok_or_else(none)?, None)?
    };
    let Chosen::Part(_, variant) = &chosen else {
        return Err(Failure::Usage(format!("expected hps, found {}", chosen.unit())));
    };
    let config = built(variant);
    if !holds(&config, image) {
        let sizes = |config: &Config| {
            let Config { mode, patterns, conditions, words, counters, width } = *config;
            let mode = mode.name();
            format!(
                "mode {mode}, {patterns} patterns, {conditions} conditions, {words} words, {counters} counters of \
                 {width} bits"
            )
        };
        let why = format!("the image is for {}; the engine {} has {}", sizes(image), variant.name, sizes(&config));
        return Err(Failure::in_file(&args.image, why));
    }
    Ok(Some(Built { name: variant.name, config, chosen }))
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let image = input::image(&args.image)?;
    if image.config.mode != Mode::Decode {
        return Err(Failure::in_file(&args.image, "compiled for mode retire: expected mode decode"));
    }
    let program = Program::read(&args.program)?;
    if let Some(address) = host::in_the_way(program.segments.iter().map(|part| (part.address, part.bytes.len()))) {
        let Range { start, end } = PLACE;
        let why = format!(
            "the segment at {address:#x} reaches into {start:#x} to {:#x}, where handlers and their tables lie",
            end - 1
        );
        return Err(Failure::in_file(&args.program, why));
    }
    let engine = engine(args, &image.config)?;
    let config = engine.as_ref().map_or(image.config, |engine| engine.config);
    let writes = host::writes(&image, &config, args.control.unwrap_or(regs::CTRL.field("EN").mask()));
    let mut model = Engine::new(config);
    writes.iter().for_each(|(offset, word)| model.write(*offset, *word));
    let mut core = hart(&program);
    let mut alone = Reference::new(core.clone(), model.clone(), host::called(&image));
    host::load(&mut core.memory);
    let report = match engine.filter(|_| !args.model) {
        None => Report { hardware: None, run: follow(args, &mut Inline::new(core, model), &mut alone)? },
        Some(Built { name, config, chosen }) => {
            let wrong = |wrong: Wrong| Failure::Mismatch(wrong.to_string());
            let mut hardware = Hardware::of(config, &chosen.emit()?, Effort::Fast)?;
            writes.iter().try_for_each(|(offset, word)| hardware.write(*offset, *word)).map_err(wrong)?;
            if let Some(seed) = args.pauses {
                hardware.pause(seed);
            }
            let mut core = Inline::new(core, hardware);
            let run = follow(args, &mut core, &mut alone)?;
            let mut hardware = core.engine;
            let registers = hardware.compare().map_err(wrong)?;
            let hardware = Some(Compared { name, words: hardware.words, registers, cycles: hardware.cycles });
            Report { hardware, run }
        }
    };
    if !json {
        output::print(&report.run.console)?;
    }
    output::either(json, || report.contract(), || report.text())
}

/// Runs the program with the engine, and beside it alone.
fn follow<E: Editor>(args: &Args, core: &mut Inline<E>, alone: &mut Reference) -> Result<Run, Failure> {
    let progress = Progress::of(args.limit, "run").counting("instructions");
    let run = host::follow(core, alone, args.limit.unwrap_or(u64::MAX), &mut |done| progress.at(done, done));
    let run = run.map_err(|apart| match apart {
        Apart::Unable(own) => Failure::in_file(&args.program, own),
        Apart::Differs(what) => Failure::Mismatch(what),
    })?;
    progress.finish("run", run.counts.instructions);
    Ok(run)
}
