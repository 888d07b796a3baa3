//! `treetap run --hotlist`: a program on a core with the hotlist sampler after its retire port.
use super::{powered, simulated};
use crate::analysis::hotlist::{of_table, of_tables};
use crate::analysis::instructions::{Instructions, Words as Naming};
use crate::catalog::{Chosen, Unit};
use crate::cli::words::hotlist::Hotlist as Words;
use crate::cli::{Failure, output};
use crate::cosim::build::Effort;
use crate::cosim::value_sampler::{self, LAWS, Options, Report};
use crate::lang::rv32;
use crate::report::hotlist::{Beside, Found};
use crate::report::html::Law;
use crate::spec::core::Core;
use crate::spec::hotlist::Config;
use crate::spec::tap;
use crate::spec::value_sampler::VARIANTS;

/// The preset when nothing is asked for: its table is that of `treetap hotlist`.
const USUAL: &str = VARIANTS[2].name;

/// The hotlist sampler in place of a profiler.
#[derive(clap::Args, Debug)]
pub struct Sampler {
    /// Put the hotlist sampler beside the core, and show the values that instructions have most often, as treetap
    /// hotlist does (docs/reference/value_sampler.md).
    #[arg(long, conflicts_with_all = [
        "event", "weight", "classes", "sample", "window", "phases", "check_map", "entry_post", "annotate", "t0", "hot",
        "folded", "dump", "hps",
    ])]
    pub hotlist: bool,
    #[command(flatten, next_help_heading = "Sampling of values, with --hotlist")]
    words: Words,
}

/// Runs the verb.
pub fn run(args: &super::Args, json: bool) -> Result<(), Failure> {
    let words = &args.sampler.words;
    let options = options(args)?;
    let (machine, symbols) = powered(args, &format!("value sampler {}", options.hardware.name), None)?;
    let hardware = value_sampler::sampler(&options)?;
    let mut instructions = Instructions::default();
    let (report, cycles) = simulated(args, machine, |running, show| {
        let gave = &mut |record: &_| instructions.push(record);
        let report = value_sampler::run(&options, hardware, running, gave, show)?;
        let retired = report.retired;
        Ok((report, retired))
    })?;
    let naming = Naming {
        symbols: Some(&symbols),
        assembly: &|insn| rv32::disassemble(insn, |_, _| None, None),
        instructions: &instructions,
    };
    let (config, table) = (&options.config, report.found.table(&options.config));
    let rows = match config.mode.raw() {
        true => of_tables(&report.tables, config, &words.asked(), &naming),
        false => of_table(&table, config, &words.asked(), &naming),
    };
    let found = Found {
        program: &args.program,
        core: args.core.name(),
        config,
        entries: options.build().entries,
        counts: report.counts,
        t: f64::from(1 << table.t()),
        frozen: table.frozen(),
        rows: &rows,
        shown: args.tables.rows,
        laws: &laws(&report),
        beside: Some(Beside { preset: options.hardware.name, report: &report, cycles }),
    };
    found.warnings().iter().for_each(|warning| eprintln!("treetap: warning: {warning}"));
    if let Some(file) = &args.tables.html {
        output::write(file, found.page().as_bytes())?;
    }
    output::either(json, || found.contract(), || found.text())?;
    if let Some(first) = &report.first {
        let (rtl, model) = (format_args!("{:#x}", first.rtl), format_args!("{:#x}", first.model));
        return Err(Failure::differ(&first.what, rtl, model, report.mismatches));
    }
    report.broken.first().map_or(Ok(()), |law| Err(Failure::law(law)))
}

/// The laws of a run, each of which is its own name.
fn laws(report: &Report) -> Vec<Law> {
    LAWS.map(|law| Law { name: law.into(), text: law.into(), holds: report.holds(law) }).to_vec()
}

fn options(args: &super::Args) -> Result<Options, Failure> {
    let hardware = match args.configuration.of(Unit::ValueSampler, Some(USUAL))? {
        Chosen::Part(_, variant) if variant.parameter("xlen") == 32 => variant,
        other => {
            let name = other.name();
            return Err(Failure::Usage(format!(
                "value sampler {name} is for a core of 64 bits, and these cores have 32"
            )));
        }
    };
    let config = args.sampler.words.config(hardware.parameter("lanes"))?;
    let core: Core = args.core.into();
    Ok(Options {
        limit: args.duration.most(),
        seed: args.simulation.seed,
        rtl: args.simulation.verilog.text()?,
        effort: Effort::Fast,
        ..Options::new(hardware, tap::preset(core).config, Config { lossless: !args.drop, ..config })
    })
}
