//! `treetap hps compare`: profiles and samplings side by side on whole programs.
use super::source::{self, Ran};
use crate::cli::sample::Sample;
use crate::cli::trace::core::CoreName;
use crate::cli::{Failure, output};
use crate::host::hps::cost::{self, Times};
use crate::host::hps::sampler::{Ratio, Sampler};
use crate::host::hps::table::{Profiled, Row, SETTINGS, Table};
use crate::report::grouped;
use crate::report::plots::{self, Series};
use crate::spec::burst;
use crate::trace::rvfi;
use comfy_table::{CellAlignment, Table as Grid, presets};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Compare profiles under several samplings on programs: what is sampled, how close it is to everything, what it would cost in line.
///
/// Every profile under every sampling is an engine of its own; all of them see the same run. Costs are those of instructions in line on this core:
/// by the engine's counters (HPS), by tests in every replacement (plain DISE), and with every event taken.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap hps compare programs/demo/demo.elf
  treetap hps compare build/programs/jpeg.elf build/programs/lua.elf --core picorv32 --csv hps.csv --pictures .
  treetap hps compare lua.rvfi.zst --profile method --sample periodic:100,bursty:1000:50 --json

The models of the engine run, in mode retire. docs/reference/hps.md, H10 and H11, says what is counted and how costs are computed.")]
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
    /// Samplings: periodic:N (every N-th event), bursty:BETWEEN:IN [default: periodic:100 and the papers' eight bursty ones].
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

/// A program and its rows.
struct Program {
    name: String,
    ran: Ran,
    instructions: u64,
    checks: u64,
    rows: Vec<Row>,
}

/// What everything was computed with.
struct Costs {
    handlers: [u64; 3],
    test: u64,
    check: u64,
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
        output::write(file, csv(&programs, &costs).as_bytes())?;
    }
    if let Some(dir) = &args.pictures {
        std::fs::create_dir_all(dir).map_err(|e| Failure::BadInput(format!("{}: {e}", dir.display())))?;
        for &profiled in &profiles {
            let name = format!("hps-{}.svg", profiled.name().replace(' ', "-"));
            output::write(&dir.join(name), picture(&programs, profiled, settings[0]).as_bytes())?;
        }
    }
    for program in &programs {
        for row in program.rows.iter().filter(|row| !row.setting.agrees(row.counted)) {
            let (profile, sampling) = (row.profiled.name(), shown(row.setting));
            eprintln!("treetap: warning: {}: {profile}, {sampling}: r' is off r by more than a period", program.name);
        }
    }
    if json { output::line(contract(&programs, &costs)) } else { output::print(text(&programs, &costs).as_bytes()) }
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
) -> Result<Program, Failure> {
    let mut table = Table::new(profiles, settings).map_err(|found| {
        let why: Vec<_> = found.0.iter().map(|one| one.message.clone()).collect();
        Failure::Usage(format!("--sample: {}", why.join("; ")))
    })?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut take = |record: &_| table.push(record);
    let ran = if rvfi::is_named(file) {
        source::recorded(file, limit, &mut take)?
    } else {
        source::executed(args.core.into(), file, limit, &mut take)?
    };
    if ran.cycles == 0 {
        return Err(Failure::BadInput(format!("{}: no clock cycles: expected those of a core", file.display())));
    }
    let [instructions, checks] = table.seen();
    let rows = table.rows(ran.cycles, costs.handlers, costs.test);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split('.').next().unwrap_or_default().to_string();
    Ok(Program { name, ran, instructions, checks, rows })
}

fn shown(setting: Sampler) -> String {
    match setting {
        Sampler::Segments { between, inside } => format!("{between}:{inside}"),
        Sampler::Events { period } => format!("1 of {period}"),
        Sampler::Other => "all".into(),
    }
}

/// Shares of the program's own cycles: by counters, by equation (4), by tests, with every event.
fn overheads(program: &Program, row: &Row) -> [f64; 4] {
    let share = |cycles| Ratio::new(cycles, program.ran.cycles).value();
    let rate = row.setting.rate().unwrap_or_default().value();
    let added = row.added;
    [share(added.by_counters), row.times.overhead(rate), share(added.by_tests), share(added.exhaustively)]
}

/// What checks in software would add to everything.
fn basic(program: &Program, costs: &Costs) -> f64 {
    Times::new(program.ran.cycles, program.checks, costs.check, 0).basic()
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn grid(header: &[&str]) -> Grid {
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING);
    grid.set_header(header);
    grid
}

/// Words to the left, numbers to the right.
fn aligned(mut grid: Grid) -> String {
    grid.column_iter_mut().skip(2).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    grid.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn text(programs: &[Program], costs: &Costs) -> String {
    let mut text = String::new();
    for program in programs {
        let Program { name, ran, instructions, checks, rows } = program;
        text += &format!(
            "{name}: {} instructions in {} cycles{}; {} checks, in software ({} cycles each) {}\n",
            grouped(*instructions),
            grouped(ran.cycles),
            if ran.core.is_empty() { String::new() } else { format!(" on {}", ran.core) },
            grouped(*checks),
            costs.check,
            percent(basic(program, costs)),
        );
        let mut grid = grid(&[
            "profile",
            "sampling",
            "events",
            "of all",
            "r",
            "r'",
            "overlap",
            "VCYC",
            "HPS",
            "eq. (4)",
            "plain DISE",
            "every event",
        ]);
        for row in rows {
            let [counters, equation, tests, all] = overheads(program, row).map(percent);
            grid.add_row([
                row.profiled.name().to_string(),
                shown(row.setting),
                grouped(row.events),
                grouped(row.all),
                format!("{:.6}", row.setting.rate().unwrap_or_default().value()),
                format!("{:.6}{}", row.counted.value(), if row.setting.agrees(row.counted) { "" } else { " !" }),
                percent(row.overlap),
                grouped(row.in_line),
                counters,
                equation,
                tests,
                all,
            ]);
        }
        text += &aligned(grid);
        text.push('\n');
    }
    let [region, method, pair] = costs.handlers;
    text += &format!(
        "means of {} programs; handlers of {region}, {method} and {pair} cycles (regions, methods, call pairs), a test of {} cycles\n",
        programs.len(),
        costs.test
    );
    text + &aligned(means(programs))
}

/// The same rows over all programs.
fn means(programs: &[Program]) -> Grid {
    let mut grid = grid(&[
        "profile",
        "sampling",
        "overlap",
        "HPS",
        "plain DISE",
        "HPS / DISE",
        "every event",
        "paper: HPS",
        "plain DISE",
    ]);
    for (at, row) in programs[0].rows.iter().enumerate() {
        let rows = || programs.iter().map(|program| (program, &program.rows[at]));
        let mean = |value: &dyn Fn(&Program, &Row) -> f64| {
            rows().map(|(program, row)| value(program, row)).sum::<f64>() / programs.len() as f64
        };
        let published = row.profiled.published().filter(|_| row.setting == SETTINGS[0]);
        let paper = |which: usize| published.map_or(String::new(), |paper| format!("{} %", paper[which]));
        let [hps, dise] = [0, 2].map(|which| mean(&|program, row| overheads(program, row)[which]));
        grid.add_row([
            row.profiled.name().to_string(),
            shown(row.setting),
            percent(mean(&|_, row| row.overlap)),
            percent(hps),
            percent(dise),
            percent(if dise > 0.0 { hps / dise } else { 0.0 }),
            percent(mean(&|program, row| overheads(program, row)[3])),
            paper(0),
            paper(1),
        ]);
    }
    grid
}

fn csv(programs: &[Program], costs: &Costs) -> String {
    let mut text = "program,core,instructions,cycles,checks,profile,sampling,events,all_events,r_part,r_whole,r,counted_part,counted_whole,counted,agrees,overlap,\
                    vcyc,handler_cycles,test_cycles,added_hps,added_dise,added_all,overhead_hps,overhead_eq4,overhead_dise,overhead_all,basic_software\n"
        .to_string();
    for program in programs {
        for row in &program.rows {
            let rate = row.setting.rate().unwrap_or_default();
            let (counted, added) = (row.counted, row.added);
            text += &format!(
                "{},{},{},{},{},{},{},",
                program.name,
                program.ran.core,
                program.instructions,
                program.ran.cycles,
                program.checks,
                row.profiled.name(),
                shown(row.setting)
            );
            text += &format!(
                "{},{},{},{},{:.6},{},{},{:.6},{},{:.6},",
                row.events,
                row.all,
                rate.part,
                rate.whole,
                rate.value(),
                counted.part,
                counted.whole,
                counted.value(),
                row.setting.agrees(counted),
                row.overlap
            );
            text += &format!(
                "{},{},{},{},{},{},",
                row.in_line, row.handler, costs.test, added.by_counters, added.by_tests, added.exhaustively
            );
            let [hps, equation, dise, all] = overheads(program, row);
            text += &format!("{hps:.6},{equation:.6},{dise:.6},{all:.6},{:.6}\n", basic(program, costs));
        }
    }
    text
}

/// The JSON contract.
fn contract(programs: &[Program], costs: &Costs) -> Value {
    let row = |program: &Program, row: &Row| {
        let rate = row.setting.rate().unwrap_or_default();
        let [hps, equation, dise, all] = overheads(program, row);
        json!({
            "profile": row.profiled.name(), "sampling": shown(row.setting), "events": row.events, "all_events": row.all,
            "r": [rate.part as u64, rate.whole as u64], "counted": [row.counted.part as u64, row.counted.whole as u64],
            "agrees": row.setting.agrees(row.counted), "overlap": row.overlap, "vcyc": row.in_line, "handler_cycles": row.handler,
            "added_hps": row.added.by_counters, "added_dise": row.added.by_tests, "added_all": row.added.exhaustively,
            "overhead_hps": hps, "overhead_eq4": equation, "overhead_dise": dise, "overhead_all": all,
        })
    };
    let program = |program: &Program| {
        json!({
            "program": program.name, "core": program.ran.core, "instructions": program.instructions, "cycles": program.ran.cycles,
            "checks": program.checks, "basic_software": basic(program, costs),
            "rows": program.rows.iter().map(|one| row(program, one)).collect::<Vec<_>>(),
        })
    };
    json!({
        "handler_cycles": costs.handlers, "test_cycles": costs.test, "check_cycles": costs.check,
        "programs": programs.iter().map(program).collect::<Vec<_>>(),
    })
}

/// Overheads of a profile, beside those of the paper.
fn picture(programs: &[Program], profiled: Profiled, setting: Sampler) -> String {
    let values = |which: usize| {
        let row = |program: &Program| {
            let found = program.rows.iter().find(|row| row.profiled == profiled && row.setting == setting);
            found.map_or(0.0, |row| 100.0 * overheads(program, row)[which])
        };
        let mut values: Vec<f64> = programs.iter().map(row).collect();
        values.push(values.iter().sum::<f64>() / values.len() as f64);
        values
    };
    let mut groups: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
    groups.push("mean");
    let mut series = [Series { name: "HPS", values: values(0) }, Series { name: "plain DISE", values: values(2) }];
    if let Some(paper) = profiled.published().filter(|_| setting == SETTINGS[0]) {
        groups.push("mean of the HPS paper");
        series.iter_mut().zip(paper).for_each(|(series, mean)| series.values.push(mean));
    }
    let title = format!("overhead of profiling {}, {}", profiled.name(), shown(setting));
    plots::bars(&title, "% of the program's cycles", &groups, &series, &[])
}
