//! `treetap run --coproc`: a program on a core with the profiling co-processor after its retire port.
use super::{powered, simulated};
use crate::analysis::coproc::values::{Asked, rows};
use crate::analysis::instructions::{Instructions, Words as Naming};
use crate::catalog::{Chosen, Unit};
use crate::cli::words::coproc::{Profiling, assembled, fault};
use crate::cli::{Failure, input, output};
use crate::cosim::build::Effort;
use crate::cosim::coproc_profiler::{self, LAWS, Options};
use crate::host::coproc::Handler;
use crate::lang::coproc::{Image, Target};
use crate::lang::rv32;
use crate::report::coproc::{Beside, Found};
use crate::report::html::Law;
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
    /// Put the profiling co-processor beside the core, with microcode of value profiling: valprof, valprof_hm, a
    /// program (.uc), or an image that treetap asm wrote (.img). Shows the values that loads often give, as treetap
    /// coproc does (docs/reference/coproc_profiler.md).
    #[arg(long, value_name = "MICROCODE", conflicts_with_all = [
        "event", "weight", "classes", "sample", "window", "phases", "check_map", "entry_post", "annotate", "t0", "hot",
        "folded", "dump", "hps", "hotlist",
    ])]
    pub coproc: Option<String>,
    #[command(flatten, next_help_heading = "Values of loads, with --coproc")]
    profiling: Profiling,
}

/// Runs the verb.
pub fn run(args: &super::Args, microcode: &str, json: bool) -> Result<(), Failure> {
    let profiling = &args.coproc.profiling;
    let options = options(args)?;
    let image = image(microcode, options.build().coproc.entries, json)?;
    let (machine, symbols) = powered(args, &format!("coproc_profiler {}", options.hardware.name))?;
    let hardware = coproc_profiler::hardware(&options)?;
    let mut instructions = Instructions::default();
    let watch = &mut |record: &Record| {
        if record.class == Opclass::Load && !record.trap {
            instructions.push(record);
        }
    };
    let (report, cycles) = simulated(args, machine, |running, show| {
        let report = {
            let start = |device| Handler::with_program(device, &image, options.policy);
            coproc_profiler::run(&options, hardware, start, running, watch, show)?
        };
        let retired = report.retired;
        Ok((report, retired))
    })?;
    let coproc_profiler::Report { host, found: beside, retired, failed, seconds } = report;
    let (profile, masks, totals) = (host.profile().clone(), host.masks().clone(), *host.totals());
    drop(host);
    let asked = Asked { least: profiling.least.0, invariant: INVARIANT };
    let naming = Naming {
        symbols: Some(&symbols),
        assembly: &|insn| rv32::disassemble(insn, |_, _| None, None),
        instructions: &instructions,
    };
    let shown = Found {
        program: &args.program,
        core: args.core.name(),
        microcode,
        entries: image.entries,
        divider: 1,
        policy: options.policy,
        asked,
        counts: beside.counts,
        totals,
        masked: masks.masked().count(),
        aliased: masks.aliased(instructions.all()).len(),
        loads: instructions.all().count(),
        rows: &rows(&profile, &masks, &asked, &naming),
        shown: args.tables.rows,
        laws: &LAWS.map(|law| Law { name: law.into(), text: law.into(), holds: beside.holds(law) }),
        beside: Some(Beside { preset: options.hardware.name, found: &beside, retired, seconds, cycles }),
    };
    if let Some(file) = &args.tables.html {
        output::write(file, shown.page().as_bytes())?;
    }
    output::either(json, || shown.contract(), || shown.text())?;
    if let Some(first) = &beside.first {
        let (rtl, model) = (format_args!("{:#x}", first.rtl), format_args!("{:#x}", first.model));
        return Err(Failure::differ(&first.what, rtl, model, beside.mismatches));
    }
    if let Some((code, word)) = failed {
        return Err(Failure::Mismatch(format!("{microcode}: {}", fault(code, word))));
    }
    beside.broken.first().map_or(Ok(()), |law| Err(Failure::law(law)))
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
