//! `treetap run --coproc FILE` with microcode of one's own: what it leaves in its arrays and registers.
use super::super::{Args, powered};
use super::{beside, hardware, laws, naming, verdict};
use crate::analysis::coproc::contents;
use crate::analysis::instructions::Instructions;
use crate::cli::{Failure, output};
use crate::cosim::coproc_profiler::{self, Options};
use crate::host::coproc::Plain;
use crate::lang::coproc::Image;
use crate::report::microcode::Found;
use crate::spec::retire::Record;

/// Runs the verb.
pub fn run(args: &Args, options: &Options, microcode: &str, image: &Image, json: bool) -> Result<(), Failure> {
    let (machine, symbols) = powered(args, &format!("coproc_profiler {}", options.hardware.name), None)?;
    let mut instructions = Instructions::default();
    let watch = &mut |record: &Record| {
        if !record.trap {
            instructions.push(record);
        }
    };
    let start = |device| Plain::start(device, image);
    let (report, cycles) = beside(args, options, machine, None, start, watch)?;
    let coproc_profiler::Report { host, found, retired, failed, seconds } = report;
    let (left, interrupts) = (host.contents().clone(), host.interrupts());
    drop(host);
    let naming = naming(&symbols, &instructions);
    let rows = contents::entries(&left).into_iter().map(|row| {
        let at = row.entry.key.filter(|key| instructions.get(*key).0 != 0).map(|key| naming.located(key));
        (row, at)
    });
    let shown = Found {
        program: &args.program,
        core: args.core.name(),
        microcode,
        entries: image.entries,
        counts: found.counts,
        interrupts,
        registers: &contents::registers(&left),
        flags: &contents::flags(&left),
        rows: &rows.collect::<Vec<_>>(),
        shown: args.tables.rows,
        laws: &laws(&found),
        beside: hardware(options, &found, (retired, seconds, cycles)),
    };
    if let Some(file) = &args.tables.html {
        output::write(file, shown.page().as_bytes())?;
    }
    output::either(json, || shown.contract(), || shown.text())?;
    verdict(microcode, &found, failed)
}
