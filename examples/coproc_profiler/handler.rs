//! What the handler in C takes, on a core that services the co-processor beside another core.
use crate::table::table as print;
use crate::{Fallible, each, microcode, preset};
use std::path::{Path, PathBuf};
use treetap::cosim::core::Program;
use treetap::cosim::serviced::{self, Options, Served};
use treetap::host::coproc::{Cost, EACH_DEFAULT, Event, Handler, Policy};
use treetap::report::grouped;
use treetap::spec::retire::Record;

/// The hardware: 256 entries, on a bus that both cores know.
const PRESET: &str = "ecp5_wb";
/// The host acts by itself after so many instructions: often, so that interrupts of every size are among them.
const TIMER: u64 = 1 << 16;
/// Everything is sampled again after so many instructions, so that there is always something to copy.
const RENEW: u64 = 1 << 19;

/// What an interrupt did, by how many entries were copied at least.
const SIZES: [(&str, u32); 7] = [
    ("copied none", 0),
    ("copied 1 to 15", 1),
    ("copied 16 to 31", 16),
    ("copied 32 to 63", 32),
    ("copied 64 to 127", 64),
    ("copied 128 to 255", 128),
    ("copied 256", 256),
];

/// Prints the table.
pub fn table(limit: u32, files: &[PathBuf]) -> Fallible<()> {
    let served: Vec<Served> = each(files, |file| run(limit, file))?.into_iter().flatten().collect();
    let mut rows = vec![];
    let mut push = |name: &str, which: &dyn Fn(&Served) -> bool| {
        let some: Vec<&Served> = served.iter().filter(|served| which(served)).collect();
        if !some.is_empty() {
            rows.push(row(name, &some));
        }
    };
    push("looked, it was not time", &|served| served.event.is_none());
    push("the program thrashed", &|served| served.event == Some(Event::Thrashed));
    for (at, (name, least)) in SIZES.iter().enumerate() {
        let below = SIZES.get(at + 1).map_or(u32::MAX, |next| next.1);
        push(name, &|served| matches!(served.event, Some(Event::Copied(copied)) if (*least..below).contains(&copied)));
    }
    push("the profile was complete", &|served| served.event == Some(Event::Complete));
    let columns = [
        "interrupt",
        "how many",
        "cycles: least",
        "median",
        "most",
        "instructions, median",
        "by D.9, median",
        "ratio",
        "co-processor stopped, median",
    ];
    print("coproc_profiler-handler", &columns, &rows);
    Ok(())
}

/// Interrupts while a program runs, all of which both hosts and the model agree on.
fn run(limit: u32, file: &Path) -> Fallible<Vec<Served>> {
    let policy = Policy { timer: TIMER, resample: 0, renew: RENEW };
    let options = Options { policy, limit, tick: 2000, ..Options::new(preset(PRESET)?) };
    let image = microcode("valprof", options.build().coproc.entries)?;
    let seen = serviced::simulate(&options, &Program::read(file)?, &image.bytes())?;
    let start = |device| Handler::with_program(device, &image, policy);
    let mut watch = |_: &Record| {};
    let report = serviced::replay(&seen, &options, start, &mut watch).map_err(|wrong| wrong.to_string())?;
    if report.mismatches > 0 || !report.differences.is_empty() {
        return Err(format!("{}: {} {:?}", file.display(), report.mismatches, report.differences).into());
    }
    eprintln!(
        "{}: {} instructions in {} cycles, {} held; {} interrupts, {} records, {} words compared",
        file.display(),
        seen.records.len(),
        seen.cycles,
        seen.held,
        report.served.len(),
        report.collected.profile.copied(),
        report.compared
    );
    Ok(report.served)
}

fn row(name: &str, some: &[&Served]) -> Vec<String> {
    let took = sorted(some.iter().map(|served| served.service.to - served.service.from));
    let model = sorted(some.iter().map(|served| match served.event {
        None => 0,
        Some(Event::Copied(copied)) => Cost { interrupts: 1, copied: copied.into(), rearms: 1 }.cycles(EACH_DEFAULT),
        Some(_) => Cost { interrupts: 1, copied: 0, rearms: 1 }.cycles(EACH_DEFAULT),
    }));
    let instructions = sorted(some.iter().map(|served| served.service.instructions));
    let stopped = sorted(some.iter().map(|served| served.stopped));
    let median = |of: &[u64]| of[of.len() / 2];
    let ratio =
        if median(&model) > 0 { format!("{:.1}", median(&took) as f64 / median(&model) as f64) } else { "".into() };
    vec![
        name.into(),
        grouped(some.len() as u64),
        grouped(took[0]),
        grouped(median(&took)),
        grouped(took[took.len() - 1]),
        grouped(median(&instructions)),
        grouped(median(&model)),
        ratio,
        grouped(median(&stopped)),
    ]
}

fn sorted(of: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut all: Vec<u64> = of.collect();
    all.sort_unstable();
    all
}
