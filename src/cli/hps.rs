//! `treetap hps`: programs of the engine for hybrid profiling support.
mod compare;
mod inline;
mod run;

use super::words::diagnostics::{described, tell};
use super::words::value;
use super::{Failure, input, output};
use crate::lang::hps::{self, Compiled, Image, Target, listing, programs};
use crate::lang::source::Source;
use crate::spec::hps::{Config, Mode, PRESETS, preset};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand, Debug)]
enum Verb {
    /// Compile a program into an image for the engine.
    Compile(Compile),
    /// List the programs that come with treetap, or print one.
    List(List),
    /// Show an image in the words of the language.
    Show(Show),
    /// Run an image on the recorded retirements of a core: what it reports, how close that is to everything, what it
    /// would cost.
    Run(run::Args),
    /// Compare profiles under several samplings on programs: what is sampled, how close it is to everything, what it
    /// would cost in line.
    Compare(compare::Args),
    /// Run a program with an image in line, on the simulator and the emitted engine, and hold it against the program
    /// alone.
    Inline(inline::Args),
}

/// Compile a program into an image for the engine.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Several programs are compiled as one, in this order: a sampler, then a profile. A name without a dot \
        or slash is that of a
program that comes with treetap (treetap hps list). Beside IMG a listing IMG.map is written: what became of each \
production.
Errors and warnings have names; docs/reference/hps-language.md explains each of them.

Examples:
  treetap hps compile bursty method -o method.img
  treetap hps compile bursty method --param nCheck0=200 --param nInstr0=10 --preset up5k -o method.img
  treetap hps compile mine.hps -o mine.img --mode decode --ptn 16 --nc 4 --merge"
)]
struct Compile {
    /// Programs: files, or names from `treetap hps list`.
    #[arg(required = true, value_name = "PROG")]
    programs: Vec<String>,
    /// Image to write; `-` is standard output, without a listing.
    #[arg(short, long, value_name = "IMG")]
    output: PathBuf,
    #[command(flatten)]
    engine: Engine,
    /// Value of a parameter, instead of what the program declares.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter)]
    parameters: Vec<(String, i128)>,
    /// Join the replacements of productions that match the same instruction.
    #[arg(long)]
    merge: bool,
    /// Triggers are instructions of the opcode space custom-0 instead of hints.
    #[arg(long)]
    custom0: bool,
    /// The core has no registers d0 to d7 and no handlers.
    #[arg(long)]
    native: bool,
    /// A map of checks is loaded: `check` asks for its codes, and what it mutes is not reported.
    #[arg(long)]
    filter: bool,
    /// Whether a branch backward has to be taken to be a back edge [default: taken in mode retire, else static].
    #[arg(long, value_name = "WHICH")]
    back_edges: Option<BackEdges>,
}

/// List the programs that come with treetap, or print one.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap hps list
  treetap hps list bursty > mine.hps")]
struct List {
    /// Print the text of this program.
    name: Option<String>,
}

/// Show an image in the words of the language.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap hps show method.img
  treetap hps show method.img --fits up5k")]
struct Show {
    /// Image that `treetap hps compile` wrote.
    image: PathBuf,
    /// Refuse an image that the engine of this preset, in the image's mode, would not load.
    #[arg(long, value_name = "PRESET", value_parser = preset_named)]
    fits: Option<&'static str>,
}

/// The engine that a program is compiled for.
#[derive(clap::Args, Debug)]
struct Engine {
    /// Where the engine stands: after the core, or between fetch and decode.
    #[arg(long, value_name = "MODE", default_value = "retire")]
    mode: ModeName,
    /// Size of the engine: up5k, hx8k or ecp5.
    #[arg(long, value_name = "PRESET", default_value = "ecp5", value_parser = preset_named)]
    preset: &'static str,
    /// Patterns, 1 to 32, instead of the preset's.
    #[arg(long, value_name = "N")]
    ptn: Option<u32>,
    /// Conditions, 1 to 16.
    #[arg(long, value_name = "N")]
    ctn: Option<u32>,
    /// Words of replacements, a power of two from 16 to 2048.
    #[arg(long, value_name = "N")]
    rtn: Option<u32>,
    /// Counters, 2 to 8.
    #[arg(long, value_name = "N")]
    nc: Option<u32>,
    /// Bits of a counter, 4 to 32.
    #[arg(long, value_name = "BITS")]
    w: Option<u32>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum ModeName {
    Retire,
    Decode,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum BackEdges {
    Taken,
    Static,
}

fn preset_named(name: &str) -> Result<&'static str, String> {
    let known = || PRESETS.map(|preset| preset.name).join(", ");
    preset(name).map(|preset| preset.name).ok_or_else(|| format!("expected one of {}", known()))
}

fn parameter(text: &str) -> Result<(String, i128), String> {
    let expected = || "expected NAME=VALUE with a number such as 12 or 0x1f".to_string();
    let (name, value) = text.split_once('=').ok_or_else(expected)?;
    let value = value::number(value).ok_or_else(expected)?;
    Ok((name.to_string(), value.into()))
}

impl Engine {
    fn config(&self) -> Result<Config, Failure> {
        let mode = match self.mode {
            ModeName::Retire => Mode::Retire,
            ModeName::Decode => Mode::Decode,
        };
        let base = preset(self.preset).unwrap_or(&PRESETS[0]).config(mode);
        let config = Config {
            mode,
            patterns: self.ptn.unwrap_or(base.patterns),
            conditions: self.ctn.unwrap_or(base.conditions),
            words: self.rtn.unwrap_or(base.words),
            counters: self.nc.unwrap_or(base.counters),
            width: self.w.unwrap_or(base.width),
        };
        config.validate().map_err(|wrong| Failure::Usage(wrong.to_string()))?;
        Ok(config)
    }
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    match args.verb {
        Verb::Compile(args) => compile(&args, json),
        Verb::List(args) => list(&args, json),
        Verb::Show(args) => show(&args, json),
        Verb::Run(args) => run::run(&args, json),
        Verb::Compare(args) => compare::run(&args, json),
        Verb::Inline(args) => inline::run(&args, json),
    }
}

fn compile(args: &Compile, json: bool) -> Result<(), Failure> {
    let config = args.engine.config()?;
    let back_edges = args.back_edges.map(|which| which == BackEdges::Taken);
    let base = Target::new(config);
    let target = Target {
        custom_triggers: args.custom0,
        native: args.native,
        filter: args.filter,
        merge: args.merge,
        taken_only: back_edges.unwrap_or(base.taken_only),
        ..base
    };
    let map = args.output.with_extension("map");
    let bare = args.output == Path::new("-");
    if map == args.output {
        return Err(Failure::Usage(format!("{}: the listing has this name; call the image otherwise", map.display())));
    }
    // Nor is another file that happens to have it lost, such as a map of checks.
    if !bare && !listing_or_nothing(&map) {
        let map = map.display();
        return Err(Failure::Usage(format!(
            "{map}: the listing has this name, and what is there is none; call the image otherwise"
        )));
    }
    let mut source = Source::default();
    for program in &args.programs {
        let text = text(program, &args.parameters)?;
        source.push(program, &text);
    }
    let compiled = match hps::compile(&source, &target, &args.parameters) {
        Ok(compiled) => compiled,
        Err(found) => {
            tell(&found.0, &source);
            if json {
                output::line(
                    json!({ "errors": found.0.iter().map(|one| described(one, &source)).collect::<Vec<_>>() }),
                )?;
            }
            let errors = found.0.iter().filter(|one| !one.code.warns()).count();
            let s = if errors == 1 { "" } else { "s" };
            return Err(Failure::BadInput(format!("{}: {errors} error{s}", args.programs.join(" "))));
        }
    };
    tell(&compiled.warnings, &source);
    output::write(&args.output, &compiled.image.bytes())?;
    if bare {
        return Ok(());
    }
    output::write(&map, listed(&compiled).as_bytes())?;
    let Compiled { image, .. } = &compiled;
    if json {
        return output::line(json!({
            "image": args.output, "map": map, "mode": config.mode.name(), "param": config.param(),
            "control": compiled.control,
            "patterns": image.patterns.len(), "conditions": image.conditions.len(), "words": image.words.len(),
            "warnings": compiled.warnings.iter().map(|one| described(one, &source)).collect::<Vec<_>>(),
        }));
    }
    eprintln!(
        "treetap: {}: {} of {} patterns, {} of {} conditions, {} of {} words of replacements",
        args.output.display(),
        image.patterns.len(),
        config.patterns,
        image.conditions.len(),
        config.conditions,
        image.words.len(),
        config.words
    );
    Ok(())
}

/// The listing with what else a host has to write.
fn listed(compiled: &Compiled) -> String {
    format!("{}CTRL = {:#x} begins it\n", listing(&compiled.image, &compiled.origins), compiled.control)
}

/// Whether a file can be written over: it is not there, or a listing of before.
fn listing_or_nothing(file: &Path) -> bool {
    let mut begin = [0; 5];
    match fs::File::open(file).map(|mut file| file.read_exact(&mut begin)) {
        Ok(read) => read.is_ok() && begin == *b"mode ",
        Err(e) => e.kind() == io::ErrorKind::NotFound,
    }
}

/// A program's text: from a file, or one that comes with treetap.
fn text(program: &str, parameters: &[(String, i128)]) -> Result<String, Failure> {
    let path = Path::new(program);
    if program.contains(['.', '/']) || path.is_file() {
        return input::program(path);
    }
    match programs::find(program, parameters) {
        Some(shipped) => {
            if shipped.name != program {
                eprintln!("treetap: {program} with these parameters is {}", shipped.name);
            }
            Ok(shipped.text.to_string())
        }
        None => Err(unknown(program)),
    }
}

fn unknown(name: &str) -> Failure {
    let names = programs::PROGRAMS.iter().map(|program| program.name);
    let nearest = names.min_by_key(|known| strsim::levenshtein(name, known)).unwrap_or_default();
    Failure::Usage(format!(
        "no program is called `{name}`; the nearest is `{nearest}` (`treetap hps list` prints all; a file has a dot or \
         slash in its name)"
    ))
}

fn list(args: &List, json: bool) -> Result<(), Failure> {
    if let Some(name) = &args.name {
        let program = programs::PROGRAMS.iter().find(|program| program.name == name).ok_or_else(|| unknown(name))?;
        return output::print(program.text.as_bytes());
    }
    if json {
        let rows: Vec<Value> = programs::PROGRAMS
            .iter()
            .map(|program| json!({ "name": program.name, "part": program.part.name(), "doc": program.doc }))
            .collect();
        return output::line(Value::Array(rows));
    }
    let mut text = String::new();
    for program in programs::PROGRAMS {
        text += &format!("{:<18} {:<8} {}\n", program.name, program.part.name(), program.doc);
    }
    output::print(text.as_bytes())
}

fn show(args: &Show, json: bool) -> Result<(), Failure> {
    let image = input::image(&args.image)?;
    if let Some(engine) = args.fits.and_then(preset) {
        let size = engine.config(image.config.mode);
        Image::load(&image.bytes(), &size).map_err(|why| Failure::in_file(&args.image, why))?;
    }
    if !json {
        return output::print(listing(&image, &[]).as_bytes());
    }
    let hex = |words: &[u32]| words.iter().map(|word| format!("{word:08x}")).collect::<Vec<_>>();
    output::line(json!({
        "mode": image.config.mode.name(),
        "param": image.config.param(),
        "conditions": hex(&image.conditions),
        "patterns": image.patterns.iter().map(|words| hex(words)).collect::<Vec<_>>(),
        "words": image.words.iter().map(|[low, high]| format!("{high:08x}{low:08x}")).collect::<Vec<_>>(),
        "counters": image.counters,
        "sources": image.sources,
        "ranges": image.ranges,
        "seed": image.seed,
        "mask": image.mask,
    }))
}
