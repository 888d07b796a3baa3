//! `treetap chkplan`: where a program needs the checks of bursty tracing.
use super::sample::Sample;
use super::{Failure, output};
use crate::analysis::chkplan::{self, ACCESSES, Boring, Code, Costs, Counts, Entries, Judged, Plan, Run, Variant};
use crate::model::tap::Tap;
use crate::report::{grouped, percent};
use crate::spec::burst;
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::profiler::MAP_SLOTS;
use crate::spec::tap::{self, AddrSrc};
use crate::trace::rvfi;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::str::FromStr;

/// Find out where a program needs the checks of bursty tracing, and make the map of them.
///
/// A check on entry to a few procedures is enough to come by one in every recursion, and loops that hold nothing of interest need none. The map says a
/// profiler which instructions are checks and which are no events (docs/reference/chkplan.md).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap chkplan programs/demo/demo.elf
  treetap chkplan build/programs/jpeg.elf --check EC --k 4 -o jpeg.map
  treetap run ibex build/programs/jpeg.elf --preset pairs --check-map jpeg.map --sample bursty:1000:50
  treetap trace capture --core ibex build/programs/jpeg.elf -o jpeg.rvfi.zst
  treetap chkplan build/programs/jpeg.elf --trace jpeg.rvfi.zst --sample bursty:1000:50 --json

Exit codes: 0 ok, 2 usage, 3 bad program or one that does not fit the map.")]
pub struct Args {
    /// Program: an ELF executable for RISC-V with symbols.
    program: PathBuf,
    /// Procedures with a check on entry in the map: orig (all), EL (no leaves), EC (those that no recursion avoids), EN (none).
    #[arg(long, value_name = "WHICH", default_value = "EC", value_parser = entries)]
    check: Entries,
    /// Loops without a check in the map: none, a number (no calls and at most so many events), all.
    #[arg(long, value_name = "K", default_value = "4", value_parser = boring)]
    k: Boring,
    /// Classes of instructions that are events of interest in loops; loads, stores and atomics otherwise.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = super::run::class)]
    ev: Vec<Opclass>,
    /// Codes of the profiler's map, one for every two bytes of program.
    #[arg(long, value_name = "COUNT", default_value_t = MAP_SLOTS, value_parser = clap::value_parser!(u32).range(16..=1 << 28))]
    slots: u32,
    /// Leave out what does not fit, and name it.
    #[arg(long)]
    clip: bool,
    /// Write the map.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Count the checks of a run: retirements of this program (docs/user/traces.md).
    #[arg(long, value_name = "FILE.rvfi")]
    trace: Option<PathBuf>,
    /// Sample the run: bursty:BETWEEN:IN or arnold-ryder:BETWEEN, checks between bursts and in a burst.
    #[arg(long, value_name = "MODE", requires = "trace")]
    sample: Option<Sample>,
    /// Cycles of a check that is compiled in.
    #[arg(long, value_name = "CYCLES", default_value_t = 2)]
    check_cycles: u64,
    /// Cycles of an event that is compiled in, its handler included.
    #[arg(long, value_name = "CYCLES", default_value_t = 34)]
    event_cycles: u64,
}

fn entries(name: &str) -> Result<Entries, String> {
    let all = [("orig", Entries::All), ("EL", Entries::NoLeaves), ("EC", Entries::Chosen), ("EN", Entries::None)];
    let found = all.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, entries)| entries).ok_or_else(|| "expected one of orig, EL, EC, EN".to_string())
}

fn boring(name: &str) -> Result<Boring, String> {
    match name {
        "none" => Ok(Boring::None),
        "all" => Ok(Boring::All),
        number => usize::from_str(number).map(Boring::Most).map_err(|_| "expected none, all or a number".to_string()),
    }
}

/// A variant and what it does.
struct Row {
    name: &'static str,
    plan: Plan,
    counts: Option<Counts>,
}

/// Everything that is found out.
struct Found {
    code: Code,
    judged: Judged,
    rows: Vec<Row>,
    /// Checks as they are found without a map.
    plain: Option<Counts>,
    /// Clock cycles of the run, 0 if nobody knows.
    cycles: u64,
    chosen: Plan,
}

/// Runs the verb.
pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    let shown = args.program.display().to_string();
    let bytes = std::fs::read(&args.program).map_err(|e| Failure::BadInput(format!("{shown}: cannot read: {e}")))?;
    let bad = |error: chkplan::Error| Failure::BadInput(format!("{shown}: {error}"));
    let code = Code::parse(&bytes).map_err(bad)?;
    let events = if args.ev.is_empty() { ACCESSES.to_vec() } else { args.ev.clone() };
    // What the variants do is asked for the whole program, whatever the hardware holds.
    let whole = |variant| chkplan::plan(&code, variant, &events, u32::MAX, true).map_err(bad);
    let mut rows = vec![];
    for (name, variant) in Variant::ALL {
        rows.push(Row { name, plan: whole(variant)?, counts: None });
    }
    let chosen = Variant { entries: args.check, boring: args.k };
    let chosen = match chkplan::plan(&code, chosen, &events, args.slots, args.clip) {
        Err(error) if args.output.is_none() => {
            eprintln!("treetap: {shown}: {error}");
            whole(chosen)?
        }
        found => found.map_err(bad)?,
    };
    let mut found = Found { judged: code.graph.judge(), rows, plain: None, cycles: 0, chosen, code };
    if args.trace.is_some() {
        measure(&args, &events, &mut found)?;
    }
    for warning in &found.code.warnings {
        eprintln!("treetap: {shown}: {warning}");
    }
    if let Some(file) = &args.output {
        output::write(file, &chkplan::to_bytes(&found.chosen.image))?;
    }
    if json { output::line(contract(&args, &found)) } else { output::line(text(&args, &found)) }
}

/// Runs every variant over the retirements at once.
fn measure(args: &Args, events: &[Opclass], found: &mut Found) -> Result<(), Failure> {
    let Some(path) = &args.trace else { return Ok(()) };
    let failed = |e: crate::trace::Error| Failure::BadInput(e.to_string());
    let mut reader = rvfi::open(path).map_err(failed)?;
    let xlen = if reader.origin().xlen == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
    if xlen != found.code.xlen {
        return Err(Failure::BadInput(format!("{}: of a core of another width than the program", path.display())));
    }
    let config = args.sample.map_or(burst::Config::default(), |sample| sample.0);
    let mut tap = Tap::new(tap::Config { xlen, addr_src: AddrSrc::Mem, mdata_ok: false });
    let mut runs: Vec<Run> =
        found.rows.iter().map(|row| Run::new(Some(&row.plan.image), events, config, xlen)).collect();
    runs.push(Run::new(None, events, config, xlen));
    let mut batch = vec![];
    let mut cycles = 0;
    while reader.next_batch(&mut batch).map_err(failed)? > 0 {
        for rvfi in &batch {
            cycles = cycles.max(rvfi.cycle);
            if let Some(record) = tap.push(rvfi) {
                runs.iter_mut().for_each(|run| run.push(&record));
            }
        }
    }
    if let Some(record) = tap.flush() {
        runs.iter_mut().for_each(|run| run.push(&record));
    }
    let counts: Vec<Counts> = runs.iter().map(Run::counts).collect();
    found.rows.iter_mut().zip(&counts).for_each(|(row, counts)| row.counts = Some(*counts));
    found.plain = counts.last().copied();
    found.cycles = cycles;
    Ok(())
}

fn count(flags: &[bool]) -> usize {
    flags.iter().filter(|flag| **flag).count()
}

/// Share of segments that are sampled by the numbers: inside, and of all.
fn rate(args: &Args) -> Option<(u32, u32)> {
    let config = args.sample?.0;
    let inside = if config.mode == burst::Mode::ArnoldRyder { 1 } else { config.inside };
    (config.mode.checks() && config.outside > 0 && inside > 0).then(|| (inside, config.outside + inside))
}

fn text(args: &Args, found: &Found) -> String {
    let Found { code, judged, rows, plain, cycles, chosen } = found;
    let mut lines = vec![
        format!(
            "{} procedures: {} leaves, {} roots, {} whose address is taken, {} with recursion from below; {} need a check (C)",
            grouped(code.functions.len() as u64),
            count(&judged.leaf),
            count(&judged.root),
            count(&code.graph.taken),
            count(&judged.below),
            count(&judged.chosen)
        ),
        format!("{} calls and jumps through registers", grouped(code.indirect as u64)),
        String::new(),
    ];
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["variant", "entries", "jumps back", "checks", "of orig", "places without events"];
    if plain.is_some() {
        header.extend(["checks run", "of orig", "events left out", "longest way", "basic overhead"]);
    }
    if rate(args).is_some() {
        header.extend(["r'", "overhead"]);
    }
    table.set_header(header);
    let costs = Costs { check: args.check_cycles, event: args.event_cycles };
    for row in rows {
        let mut cells = vec![
            row.name.to_string(),
            grouped(row.plan.entries as u64),
            grouped(row.plan.backs as u64),
            grouped(row.plan.checks() as u64),
            percent(row.plan.checks() as u64, rows[0].plan.checks() as u64),
            grouped(row.plan.muted as u64),
        ];
        if let (Some(counts), Some(orig)) = (&row.counts, &rows[0].counts) {
            cells.extend([
                grouped(counts.checks),
                percent(counts.checks, orig.checks),
                percent(counts.muted, counts.events),
                grouped(counts.longest),
                if *cycles > 0 { format!("{:.2} %", 100.0 * costs.basic(counts, *cycles)) } else { "-".into() },
            ]);
            if let Some((inside, period)) = rate(args) {
                let sampled = counts.sampled;
                let measured = f64::from(sampled.inside) / f64::from(sampled.checks.max(1));
                let share = f64::from(inside) / f64::from(period);
                cells.push(format!("{}/{} = {measured:.6}", sampled.inside, sampled.checks));
                cells.push(if *cycles > 0 {
                    format!("{:.2} %", 100.0 * costs.overhead(counts, *cycles, share))
                } else {
                    "-".into()
                });
            }
        }
        table.add_row(cells);
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    lines.push(table.to_string());
    if let Some(plain) = plain {
        lines.push(String::new());
        lines.push(format!(
            "{} instructions in {} cycles; without a map {} checks are found, {} of them on entry, at most {} instructions apart",
            grouped(plain.instructions),
            grouped(*cycles),
            grouped(plain.checks),
            grouped(plain.entries),
            grouped(plain.longest)
        ));
        lines.push(format!(
            "overheads are of a program that has it compiled in: {} cycles a check, {} an event",
            costs.check, costs.event
        ));
    }
    if let Some((inside, period)) = rate(args) {
        lines.push(format!("r = {inside}/{period} = {:.6}", f64::from(inside) / f64::from(period)));
    }
    lines.push(String::new());
    lines.push(format!(
        "map: {} codes from {:#x} up, {} checks, {} places without events, {} that are checks instead",
        grouped(16 * chosen.image.words.len() as u64),
        chosen.image.base,
        grouped(chosen.checks() as u64),
        grouped(chosen.muted as u64),
        chosen.conflicts
    ));
    if !chosen.clipped.is_empty() {
        lines.push(format!("not in the map: {}", chosen.clipped.join(", ")));
    }
    lines.join("\n")
}

/// The JSON contract.
fn contract(args: &Args, found: &Found) -> Value {
    let Found { code, judged, rows, plain, cycles, chosen } = found;
    let counts = |counts: &Counts| {
        json!({
            "instructions": counts.instructions, "checks": counts.checks, "entries": counts.entries, "events": counts.events,
            "muted": counts.muted, "longest": counts.longest, "inside": counts.sampled.inside, "outside": counts.sampled.outside,
            "bursts": counts.sampled.bursts, "taken": counts.sampled.taken,
        })
    };
    let plan = |plan: &Plan| {
        json!({
            "entries": plan.entries, "backs": plan.backs, "checks": plan.checks(), "muted": plan.muted, "conflicts": plan.conflicts,
            "clipped": plan.clipped, "base": plan.image.base, "codes": 16 * plan.image.words.len(),
        })
    };
    let names = |flags: &[bool]| -> Vec<&str> {
        let all = code.functions.iter().zip(flags);
        all.filter(|(_, flag)| **flag).map(|(function, _)| function.name.as_str()).collect()
    };
    json!({
        "program": args.program.display().to_string(),
        "functions": code.functions.len(),
        "leaves": count(&judged.leaf),
        "roots": names(&judged.root),
        "address_taken": names(&code.graph.taken),
        "recursion_from_below": names(&judged.below),
        "chosen": names(&judged.chosen),
        "indirect": code.indirect,
        "warnings": code.warnings,
        "cycles": cycles,
        "rate": rate(args).map(|(inside, period)| json!([inside, period])),
        "variants": rows.iter().map(|row| json!({
            "name": row.name, "static": plan(&row.plan), "run": row.counts.as_ref().map(counts),
        })).collect::<Vec<_>>(),
        "without_map": plain.as_ref().map(counts),
        "map": plan(chosen),
    })
}
