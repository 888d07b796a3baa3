//! `treetap phaseeval`: how good profiles of sampled intervals are, and what they cost.
use super::{Failure, input, output, retirements};
use crate::analysis::chkplan::{Code, Insn};
use crate::analysis::phaseeval::baseline::Plain;
use crate::analysis::phaseeval::energy::Hits;
use crate::analysis::phaseeval::{Asked, Costs, Log, Sweep, classify};
use crate::host::hps::cost;
use crate::report::phaseeval::{self as shown, FIGURES, PICTURES, Program, Tracked, Unprofiled};
use crate::spec::hps::{class, handler};
use crate::spec::interval::Kind;
use crate::spec::phase::Config;
use crate::trace::intervals::{self, Interval};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Loads of a handler: the key and the count of an entry.
const LOADS: u64 = 2;

/// Tell how good profiles of sampled intervals are, and what they cost.
///
/// Interval logs are those of `treetap trace intervals`. Phase-aware, periodic and random sampling are compared on
/// them, with every parameter, in the shape of the figures of Nagpurkar et al.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace intervals programs/demo/demo.elf --len 1000 -o demo.phiv.zst
  treetap phaseeval demo.phiv.zst --len 1000
  treetap phaseeval jpeg.phiv.zst lua.phiv.zst --type region --fig 11,13 --csv errors.csv --pictures .
  treetap phaseeval lua.phiv.zst --type callpair --pct 20 --k 3 --json
  treetap phaseeval --baseline build/programs/lua.elf build/programs/jpeg.elf

docs/reference/phaseeval.md has the rules. Exit codes: 0 ok, 2 usage, 3 bad input.")]
pub struct Args {
    /// Interval logs; with --baseline programs (ELF).
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// Run programs in the simulator, and tell what they take without profiling: figure 14(a).
    #[arg(
        long,
        conflicts_with_all = [
            "len", "kinds", "pct", "k", "weight", "renorm", "fig", "handler_cycles", "csv", "pictures"
        ]
    )]
    baseline: bool,
    /// Instructions of an interval: the logs do not tell.
    #[arg(long, value_name = "COUNT", default_value_t = 10_000)]
    len: u32,
    /// Profiles: region, method, callpair [default: all].
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',', value_parser = kind)]
    kinds: Vec<Kind>,
    /// Threshold of the phase tracker in percent of an interval, for the table of phases; the figures try thirteen.
    #[arg(long, value_name = "PERCENT", default_value_t = 20)]
    pct: u32,
    /// Which interval of a phase the tracker samples on line.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..))]
    k: u8,
    /// Regions by the instructions that they stand for, not by how often they come.
    #[arg(long)]
    weight: bool,
    /// Make up for phases without a sample.
    #[arg(long)]
    renorm: bool,
    /// What loads that hit the cache draw: nothing, as the paper has it, or as much as other instructions.
    #[arg(long, value_name = "POWER", default_value = "zero")]
    rcache: Rcache,
    /// Figures to show: 8, 10, 11, 12, 13, 15 [default: all].
    #[arg(long, value_name = "FIGURE", value_delimiter = ',', value_parser = figure)]
    fig: Vec<u32>,
    /// Instructions of the handlers of regions, methods and call pairs [default: 30,26,34].
    #[arg(long, value_name = "R,M,C", value_delimiter = ',')]
    handler_cycles: Vec<u64>,
    /// Write every point of every curve.
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Draw figures 10, 11, 12 and 15: DIR/phaseeval-TYPE-policies.svg, -error.svg, -missed.svg, -energy.svg and
    /// -bytes.svg.
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
}

/// Power of loads that hit the cache.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Rcache {
    /// None.
    Zero,
    /// That of instructions between registers.
    Ireg,
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::from_name(name).ok_or_else(|| "expected region, method or callpair".to_string())
}

fn figure(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|figure| FIGURES.contains(figure))
        .ok_or_else(|| "expected 8, 10, 11, 12, 13 or 15".to_string())
}

/// What loads that hit the cache draw.
fn hits(args: &Args) -> Hits {
    if args.rcache == Rcache::Ireg { Hits::Register } else { Hits::Nothing }
}

/// Figure 14(a) of these programs.
fn baseline(args: &Args, json: bool) -> Result<(), Failure> {
    let mut programs = vec![];
    for file in &args.logs {
        let code = Code::parse(&input::bytes(file)?).map_err(|e| Failure::in_file(file, e))?;
        let is_branch = |insn: &&Insn| class::bits(insn.class, 0) & class::BRANCH != 0;
        let branches = code.functions.iter().flat_map(|function| &function.body).filter(is_branch).count() as u64;
        let mut run = Plain::new(hits(args));
        retirements::simulated(file, u64::MAX, &mut |record| run.push(record))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        programs.push(Unprofiled { name, branches, run: run.finish() });
    }
    output::either(json, || shown::unprofiled_contract(&programs), || shown::unprofiled(&programs))
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    if args.baseline {
        return baseline(args, json);
    }
    Config::of(args.len.max(1), args.pct).check().map_err(|e| Failure::Usage(format!("--len: {e}")))?;
    let handlers = match args.handler_cycles[..] {
        [] => [handler::REGION, handler::METHOD, handler::CALL_PAIR].map(cost::handler_cycles),
        [region, method, pair] if [region, method, pair].iter().all(|count| (LOADS..1 << 20).contains(count)) => {
            [region, method, pair]
        }
        _ => return Err(Failure::Usage("--handler-cycles: expected three numbers from 2 on, such as 30,26,34".into())),
    };
    let mut programs = vec![];
    for file in &args.logs {
        let log = intervals::read(file)?;
        if log.is_empty() {
            return Err(Failure::in_file(file, "no interval: expected one at least"));
        }
        eprintln!("treetap: {}: {} intervals", file.display(), log.len());
        programs.push(evaluated(args, file, &log, handlers));
    }
    if let Some(file) = &args.csv {
        output::write(file, shown::csv(&programs).as_bytes())?;
    }
    if let Some(dir) = &args.pictures {
        std::fs::create_dir_all(dir).map_err(|e| Failure::in_file(dir, e))?;
        for kind in chosen(args) {
            for (what, picture) in PICTURES {
                let name = format!("phaseeval-{}-{what}.svg", kind.name());
                output::write(&dir.join(name), picture(&programs, kind).as_bytes())?;
            }
        }
    }
    let figures = if args.fig.is_empty() { FIGURES.to_vec() } else { args.fig.clone() };
    output::either(json, || shown::contract(&programs), || shown::text(&programs, &figures))
}

fn chosen(args: &Args) -> Vec<Kind> {
    if args.kinds.is_empty() { Kind::ALL.to_vec() } else { args.kinds.clone() }
}

fn evaluated(args: &Args, file: &Path, intervals: &[Interval], handlers: [u64; 3]) -> Program {
    let mut sweeps = vec![];
    for kind in chosen(args) {
        let costs = Costs { line: cost::LINE, handler: handlers[kind as usize], loads: LOADS };
        let asked = Asked { len: args.len, k: args.k, renormal: args.renorm, costs, hits: hits(args) };
        sweeps.push((kind, costs, Sweep::new(&Log::new(intervals, kind, args.weight), &asked)));
    }
    let buckets: Vec<_> = intervals.iter().map(|interval| interval.buckets).collect();
    let seen = classify(&buckets, Config { k: args.k, ..Config::of(args.len, args.pct) });
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Program {
        name: name.split('.').next().unwrap_or_default().to_string(),
        len: args.len,
        intervals: intervals.len(),
        tracked: Tracked {
            pct: args.pct,
            phases: seen.phases,
            predicted: seen.predicted,
            sampled: [seen.sampled.len() as u64, seen.discarded],
        },
        statistics: statistics(intervals),
        sweeps,
    }
}

/// Methods, call sites, call pairs, calls, branches.
fn statistics(intervals: &[Interval]) -> [u64; 5] {
    let entries = |kind: Kind| intervals.iter().flat_map(move |interval| &interval.counts[kind as usize]);
    let different = |sites: BTreeSet<(u64, u64)>| sites.len() as u64;
    let count = |kind| entries(kind).map(|entry| entry.count).sum();
    [
        different(entries(Kind::Method).map(|entry| (entry.key.site, 0)).collect()),
        different(entries(Kind::CallPair).map(|entry| (entry.key.site, 0)).collect()),
        different(entries(Kind::CallPair).map(|entry| (entry.key.site, entry.key.callee)).collect()),
        count(Kind::CallPair),
        count(Kind::Region),
    ]
}
