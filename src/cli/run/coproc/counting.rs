//! `treetap run --coproc edge1` and others: what microcode counts, on the hardware beside a core.
use super::super::{Args, powered};
use super::{beside, hardware, laws, naming, verdict};
use crate::analysis::coproc::exact::{self, Exact, Rule};
use crate::analysis::coproc::pairs;
use crate::analysis::instructions::Instructions;
use crate::cli::{Failure, output};
use crate::cosim::coproc_profiler::{self, Options};
use crate::host::counting::{CACHE, Counting, Policy, Program};
use crate::lang::coproc::{Target, assemble, programs};
use crate::lang::source::Source;
use crate::report::pairs::Found;
use crate::spec::classify::Opclass;
use crate::spec::pcfilter::pct;
use crate::spec::retire::Record;
use hashbrown::HashMap;

/// Runs the verb.
pub fn run(args: &Args, options: &Options, program: Program, json: bool) -> Result<(), Failure> {
    let entries = options.build().coproc.entries;
    fits(program, entries)?;
    let counted = &args.coproc.counted;
    let policy = Policy { rest: counted.rest, lossless: options.lossless };
    let (machine, symbols) = powered(args, &format!("coproc_profiler {}", options.hardware.name), None)?;
    let mut exact = counted.exact.then(|| [Rule::Program, Rule::Meaning].map(|rule| Exact::new(program, rule)));
    let (mut instructions, mut targets) = (Instructions::default(), HashMap::new());
    let watch = &mut |record: &Record| {
        if !record.trap {
            instructions.push(record);
            if record.class == Opclass::Branch && record.taken {
                targets.insert(pct(record.pc), pct(record.npc));
            }
        }
        exact.iter_mut().flatten().for_each(|exact| exact.push(record));
    };
    let cache = program.takes_events().then_some(CACHE);
    let start = |device| Counting::with_device(device, program, policy);
    let (report, cycles) = beside(args, options, machine, cache, start, watch)?;
    let coproc_profiler::Report { host, found, retired, failed, seconds } = report;
    let (counts, blocks) = (host.counts().clone(), host.blocks().clone());
    let (cost, rested) = (host.cost(), host.rested());
    let (unnamed, mismatches) = (host.unnamed(), host.mismatches());
    drop(host);
    let known = pairs::Found {
        program,
        counts: &counts,
        blocks: &blocks,
        exact: exact.as_ref().map(|[same, _]| same.counts()),
        targets: &targets,
    };
    let rows = pairs::rows(&known, &naming(&symbols, &instructions));
    let both = exact.as_ref().map(|exact| [0, 1].map(|at| exact::beside(program, &counts, exact[at].counts())));
    let deepest = exact.as_ref().filter(|_| program == Program::Callers).map(|[_, meant]| meant.deepest());
    let shown = Found {
        program: &args.program,
        core: args.core.name(),
        counted: program,
        entries,
        divider: 1,
        policy,
        cache: cache.map(|cache| cache.to_string()),
        retired,
        counts: found.counts,
        cost,
        rested,
        held: 0,
        busy: None,
        unnamed,
        mismatches,
        deepest,
        beside: both,
        rows: &rows,
        shown: args.tables.rows,
        laws: &laws(&found),
        hardware: Some(hardware(options, &found, (retired, seconds, cycles))),
    };
    if let Some(file) = &args.tables.html {
        output::write(file, shown.page().as_bytes())?;
    }
    output::either(json, || shown.contract(), || shown.text())?;
    verdict(program.name(), &found, failed)
}

/// Fails before anything is built if the program takes more entries.
fn fits(program: Program, entries: u32) -> Result<(), Failure> {
    let name = program.name();
    let text = programs::find(name).map_or("", |program| program.text);
    assemble(&Source::new(name, text), &Target::new(entries)).map(drop).map_err(|_| {
        Failure::Usage(format!(
            "this co-processor has {entries} entries: {name} is not for so few (--preset or --entries)"
        ))
    })
}
