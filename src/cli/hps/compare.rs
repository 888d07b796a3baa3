//! `treetap hps compare`: profiles and samplings side by side on whole programs.
use crate::cli::retirements;
use crate::cli::words::core::CoreName;
use crate::cli::words::sample::Sample;
use crate::cli::{Failure, output};
use crate::host::hps::cost;
use crate::host::hps::sampler::Sampler;
use crate::host::hps::table::{Costs, Measured, Profiled, SETTINGS, Table};
use crate::report::hps::compare as shown;
use crate::spec::burst;
use crate::trace::rvfi;
use std::path::{Path, PathBuf};

/// Compare profiles under several samplings on programs: what is sampled, how close it is to everything, what it would
/// cost in line.
///
/// Every profile under every sampling is an engine of its own; all of them see the same run. Costs are those of
/// instructions in line on this core: by the engine's counters (HPS), by tests in every replacement (plain DISE), and
/// with every event taken.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap hps compare programs/demo/demo.elf
  treetap hps compare build/programs/jpeg.elf build/programs/lua.elf --core picorv32 --csv hps.csv --pictures .
  treetap hps compare lua.rvfi.zst --profile method --sample periodic:100,bursty:1000:50 --json

The models of the engine run, in mode retire. docs/reference/hps.md, H10 and H11, says what is counted and how costs \
are computed.")]
pub struct Args {
    /// Programs: ELF files, which run on --core, or recorded retirements (.rvfi, .rvfi.zst, .rvfi.gz).
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    /// Core that runs ELF files, under Verilator.
    #[arg(long, value_name = "CORE", default_value = "ibex")]
    core: CoreName,
    /// Stop each program after this many retirements.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Profiles [default: all].
    #[arg(long = "profile", value_name = "PROFILE", value_delimiter = ',')]
    profiles: Vec<ProfileName>,
    /// Samplings: periodic:N (every N-th event), bursty:BETWEEN:IN [default: periodic:100 and the papers' eight bursty
    /// ones].
    #[arg(long = "sample", value_name = "MODE", value_delimiter = ',')]
    samples: Vec<Sample>,
    /// Cycles of the handlers of regions, methods and call pairs [default: 30,26,34].
    #[arg(long, value_name = "R,M,C", value_delimiter = ',')]
    handler_cycles: Vec<u32>,
    /// Cycles in which a replacement of plain DISE tests whether to sample.
    #[arg(long, value_name = "CYCLES", default_value_t = cost::TEST)]
    test_cycles: u64,
    /// Cycles of a check in software.
    #[arg(long, value_name = "CYCLES", default_value_t = cost::CHECK)]
    check_cycles: u64,
    /// Write every row with its exact figures.
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Draw the overheads of the first sampling, one picture for each profile: DIR/hps-PROFILE.svg.
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
}

/// Names of [`Profiled`] on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum ProfileName {
    /// Direct branches and jumps: hot code regions.
    Region,
    /// Calls and branches backward: hot methods.
    Method,
    /// Calls and what they call: hot call pairs.
    Callpair,
}

impl From<ProfileName> for Profiled {
    fn from(name: ProfileName) -> Self {
        match name {
            ProfileName::Region => Self::Regions,
            ProfileName::Method => Self::Methods,
            ProfileName::Callpair => Self::CallPairs,
        }
    }
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let profiles: Vec<Profiled> = match &args.profiles[..] {
        [] => Profiled::ALL.to_vec(),
        chosen => chosen.iter().map(|name| (*name).into()).collect(),
    };
    let settings = match &args.samples[..] {
        [] => SETTINGS.to_vec(),
        chosen => chosen.iter().map(setting).collect::<Result<_, _>>()?,
    };
    let handlers = match args.handler_cycles[..] {
        [] => Profiled::ALL.map(|profiled| cost::handler_cycles(profiled.handler())),
        [region, method, pair] => [region, method, pair].map(u64::from),
        _ => return Err(Failure::Usage("--handler-cycles: expected three numbers, such as 30,26,34".into())),
    };
    let costs = Costs { handlers, test: args.test_cycles, check: args.check_cycles };
    let mut programs = vec![];
    for file in &args.programs {
        programs.push(measure(args, file, &profiles, &settings, &costs)?);
    }
    if let Some(file) = &args.csv {
        output::write(file, shown::csv(&programs, &costs).as_bytes())?;
    }
    if let Some(dir) = &args.pictures {
        std::fs::create_dir_all(dir).map_err(|e| Failure::in_file(dir, e))?;
        for &profiled in &profiles {
            let name = format!("hps-{}.svg", profiled.name().replace(' ', "-"));
            output::write(&dir.join(name), shown::picture(&programs, profiled, settings[0]).as_bytes())?;
        }
    }
    for program in &programs {
        for row in program.rows.iter().filter(|row| !row.setting.agrees(row.counted)) {
            let (profile, sampling) = (row.profiled.name(), row.setting);
            eprintln!("treetap: warning: {}: {profile}, {sampling}: r' is off r by more than a period", program.name);
        }
    }
    output::either(json, || shown::contract(&programs, &costs), || shown::text(&programs, &costs))
}

/// A sampling that there is a program for.
fn setting(sample: &Sample) -> Result<Sampler, Failure> {
    let burst::Config { mode, period, outside, inside, .. } = sample.0;
    match mode {
        burst::Mode::Periodic => Ok(Sampler::Events { period: period.into() }),
        burst::Mode::Bursty if outside > 0 && inside > 0 => {
            Ok(Sampler::Segments { between: outside.into(), inside: inside.into() })
        }
        _ => Err(Failure::Usage(format!(
            "--sample {}: expected periodic:N or bursty:BETWEEN:IN, neither of them 0",
            mode.name()
        ))),
    }
}

fn measure(
    args: &Args,
    file: &Path,
    profiles: &[Profiled],
    settings: &[Sampler],
    costs: &Costs,
) -> Result<Measured, Failure> {
    let mut table = Table::new(profiles, settings).map_err(|found| {
        let why: Vec<_> = found.0.iter().map(|one| one.message.clone()).collect();
        Failure::Usage(format!("--sample: {}", why.join("; ")))
    })?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut take = |record: &_| table.push(record);
    let ran = if rvfi::is_named(file) {
        retirements::recorded(file, limit, &mut take)?
    } else {
        retirements::executed(args.core.into(), file, limit, &mut take)?
    };
    if ran.cycles == 0 {
        return Err(Failure::in_file(file, "no clock cycles: expected those of a core"));
    }
    let [instructions, checks] = table.seen();
    let rows = table.rows(ran.cycles, costs.handlers, costs.test);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split('.').next().unwrap_or_default().to_string();
    Ok(Measured { name, core: ran.core, cycles: ran.cycles, instructions, checks, rows })
}
