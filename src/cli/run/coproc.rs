//! `treetap run --coproc`: a program on a core with the profiling co-processor after its retire port.
mod counting;
mod plain;

use super::{powered, simulated};
use crate::analysis::Symbols;
use crate::analysis::coproc::values::{Asked, rows};
use crate::analysis::instructions::{Instructions, Words as Naming};
use crate::catalog::{Chosen, Unit};
use crate::cli::words::coproc::{Counted, Profiling, assembled, stopped};
use crate::cli::{Failure, input, output};
use crate::cosim::annotated::Annotated;
use crate::cosim::build::Effort;
use crate::cosim::coproc_profiler::{self, Beside, Found as Compared, LAWS, Options};
use crate::cosim::core::Machine;
use crate::cosim::profiler::BusError;
use crate::host::Error as Refusal;
use crate::host::coproc::{Device, Handler, Host, Stopped};
use crate::host::counting::Program;
use crate::lang::coproc::{Image, Target};
use crate::lang::rv32;
use crate::report::coproc::{Beside as Hardware, Found};
use crate::report::html::Law;
use crate::spec::annotate;
use crate::spec::classify::Opclass;
use crate::spec::coproc_profiler::VARIANTS;
use crate::spec::retire::Record;
use crate::spec::tap;
use std::path::Path;

/// The preset when nothing is asked for: as many entries as `treetap coproc` has.
const USUAL: &str = VARIANTS[3].name;
/// How the name of an image ends; all other files are programs.
const IMAGE: &str = "img";
/// Share of a load's executions from which on a value is called invariant.
const INVARIANT: f64 = 0.95;

/// The profiling co-processor in place of a profiler.
#[derive(clap::Args, Debug)]
pub struct Coproc {
    /// Put the profiling co-processor beside the core, with microcode that comes with treetap (valprof, valprof_hm,
    /// edge1, edge2, stack, memdep, conflict), a program (.uc), or an image that treetap asm wrote (.img). Shows what
    /// treetap coproc shows of it; of other microcode what it leaves in its arrays and registers
    /// (docs/reference/coproc_profiler.md).
    #[arg(long, value_name = "MICROCODE", conflicts_with_all = [
        "event", "weight", "classes", "sample", "window", "phases", "check_map", "entry_post", "annotate", "t0", "hot",
        "folded", "dump", "hps", "hotlist",
    ])]
    pub coproc: Option<String>,
    #[command(flatten, next_help_heading = "Values of loads, with --coproc")]
    profiling: Profiling,
    #[command(flatten, next_help_heading = "Microcode that counts, with --coproc")]
    counted: Counted,
}

/// Runs the verb.
pub fn run(args: &super::Args, microcode: &str, json: bool) -> Result<(), Failure> {
    let options = options(args)?;
    let (counted, entries) = (&args.coproc.counted, options.build().coproc.entries);
    if let Some(program) = Program::from_name(microcode) {
        return counting::run(args, &options, program, json);
    }
    if let Some(name) = counted.given() {
        let names = Program::ALL.map(Program::name).join(", ");
        return Err(Failure::Usage(format!("{name} is for --coproc {names}")));
    }
    let image = image(microcode, entries, json)?;
    match Handler::<Beside>::serves(&image) {
        true => values(args, &options, microcode, &image, json),
        false => plain::run(args, &options, microcode, &image, json),
    }
}

/// Value profiling.
fn values(args: &super::Args, options: &Options, microcode: &str, image: &Image, json: bool) -> Result<(), Failure> {
    let profiling = &args.coproc.profiling;
    let (machine, symbols) = powered(args, &format!("coproc_profiler {}", options.hardware.name), None)?;
    let mut instructions = Instructions::default();
    let watch = &mut |record: &Record| {
        if record.class == Opclass::Load && !record.trap {
            instructions.push(record);
        }
    };
    let start = |device| Handler::with_program(device, image, options.policy);
    let (report, cycles) = beside(args, options, machine, None, start, watch)?;
    let coproc_profiler::Report { host, found, retired, failed, seconds } = report;
    let (profile, masks, totals) = (host.profile().clone(), host.masks().clone(), *host.totals());
    drop(host);
    let asked = Asked { least: profiling.least.0, invariant: INVARIANT };
    let naming = naming(&symbols, &instructions);
    let shown = Found {
        program: &args.program,
        core: args.core.name(),
        microcode,
        entries: image.entries,
        divider: 1,
        policy: options.policy,
        asked,
        counts: found.counts,
        totals,
        masked: masks.masked().count(),
        aliased: masks.aliased(instructions.all()).len(),
        loads: instructions.all().count(),
        rows: &rows(&profile, &masks, &asked, &naming),
        shown: args.tables.rows,
        laws: &laws(&found),
        beside: Some(hardware(options, &found, (retired, seconds, cycles))),
    };
    if let Some(file) = &args.tables.html {
        output::write(file, shown.page().as_bytes())?;
    }
    output::either(json, || shown.contract(), || shown.text())?;
    verdict(microcode, &found, failed)
}

/// Runs the program on its core, with the co-processor and its host beside it; with misses of this cache, if there is
/// one.
fn beside<'a, H: Host<Beside<'a>>>(
    args: &super::Args,
    options: &Options,
    machine: Machine,
    cache: Option<annotate::Config>,
    start: impl FnOnce(Device<Beside<'a>>) -> Result<H, Refusal<BusError>>,
    watch: &'a mut (dyn FnMut(&Record) + Send),
) -> Result<(coproc_profiler::Report<H>, u64), Failure> {
    let hardware = coproc_profiler::hardware(options)?;
    simulated(args, machine, |running, show| {
        let report = match cache {
            Some(cache) => {
                let mut annotated = Annotated::new(running, options.tap, cache);
                coproc_profiler::run(options, hardware, start, &mut annotated, watch, show)?
            }
            None => coproc_profiler::run(options, hardware, start, running, watch, show)?,
        };
        let retired = report.retired;
        Ok((report, retired))
    })
}

/// Instructions in the words of their program.
fn naming<'a>(symbols: &'a Symbols, instructions: &'a Instructions) -> Naming<'a> {
    Naming { symbols: Some(symbols), assembly: &|insn| rv32::disassemble(insn, |_, _| None, None), instructions }
}

fn laws(found: &Compared) -> Vec<Law> {
    LAWS.map(|law| Law { name: law.into(), text: law.into(), holds: found.holds(law) }).to_vec()
}

/// What is shown of the hardware, with instructions retired, seconds and cycles of the core.
fn hardware<'a>(options: &'a Options, found: &'a Compared, took: (u64, f64, u64)) -> Hardware<'a> {
    let (retired, seconds, cycles) = took;
    Hardware { preset: options.hardware.name, found, retired, seconds, cycles }
}

/// Whether hardware and model agree, the microcode did not fail, and the laws hold.
fn verdict(microcode: &str, found: &Compared, failed: Option<Stopped>) -> Result<(), Failure> {
    if let Some(first) = &found.first {
        let (rtl, model) = (format_args!("{:#x}", first.rtl), format_args!("{:#x}", first.model));
        return Err(Failure::differ(&first.what, rtl, model, found.mismatches));
    }
    if let Some(wrong) = failed {
        return Err(Failure::Mismatch(format!("{microcode}: {}", stopped(wrong))));
    }
    found.broken.first().map_or(Ok(()), |law| Err(Failure::law(law)))
}

/// The microcode that is asked for, for so many entries.
fn image(microcode: &str, entries: u32, json: bool) -> Result<Image, Failure> {
    let path = Path::new(microcode);
    if path.extension().is_none_or(|end| end != IMAGE) {
        return assembled(microcode, &Target::new(entries), json);
    }
    let image = input::microcode(path)?;
    match image.entries == entries {
        true => Ok(image),
        false => Err(Failure::Usage(format!(
            "{microcode} is for {} entries, and this co-processor has {entries}: --preset or --entries",
            image.entries
        ))),
    }
}

fn options(args: &super::Args) -> Result<Options, Failure> {
    let hardware = match args.configuration.of(Unit::CoprocProfiler, Some(USUAL))? {
        Chosen::Part(_, variant) if variant.parameter("xlen") == 32 => variant,
        other => {
            let name = other.name();
            return Err(Failure::Usage(format!(
                "co-processor {name} is for a core of 64 bits, and these cores have 32"
            )));
        }
    };
    Ok(Options {
        lossless: !args.drop,
        policy: args.coproc.profiling.policy(),
        limit: args.duration.most(),
        seed: args.simulation.seed,
        rtl: args.simulation.verilog.text()?,
        effort: Effort::Fast,
        ..Options::new(hardware, tap::preset(args.core.into()).config)
    })
}
