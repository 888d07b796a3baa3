//! A whole run of a phase tracker beside its model, and where a difference began: the same run again, first by
//! bisection over prefixes, then with waveforms (docs/contributing/cosim.md).
use super::Error;
use super::build::Effort;
use super::locate::{BISECTION_EVENTS, BISECTION_RUNS, WINDOW, whole};
use super::phase::{Bench, Pace, Seen};
use crate::catalog::Emitted;
use crate::spec::phase::{Build, Config, regs};
use crate::spec::retire::Record;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Records between two comparisons of all registers.
const LOOK: u64 = 1 << 16;

/// What is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hardware, or a Verilog in its place.
    pub emitted: Emitted,
    /// What it is built of.
    pub build: Build,
    /// What a host writes before the first record.
    pub config: Config,
    /// No record is taken while an interval is judged.
    pub lossless: bool,
    /// Idle cycles and back-pressure.
    pub pace: Pace,
    /// Seeds power-up contents, pauses and payloads.
    pub seed: u64,
    /// Finds the first record of a difference by running again.
    pub locate: bool,
    /// Writes a waveform of a difference to this file.
    pub waveform: Option<PathBuf>,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// It is there after so many records (exact when `exact`), or was seen there.
    pub records: u64,
    /// What differs, in words.
    pub what: String,
    /// One record less leaves no difference.
    pub exact: bool,
    /// A waveform of the records around it.
    pub waveform: Option<PathBuf>,
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Found<R> {
    /// What the source said.
    pub ran: R,
    /// What happened, up to a difference.
    pub seen: Seen,
    /// Numbers that phases were given.
    pub phases: u32,
    /// The first difference.
    pub fault: Option<Fault>,
    /// Why it was not located.
    pub not_located: Option<String>,
}

/// Gives at most so many records, from the first one on, each time that it is called.
pub type Source<'a, R, E> = dyn FnMut(u64, &mut dyn FnMut(&Record)) -> Result<R, E> + 'a;

impl Options {
    fn open(&self, waveforms: bool) -> Result<Bench, Error> {
        let open = if waveforms { Bench::with_waveforms } else { Bench::open };
        open(&self.emitted, Effort::Fast, self.build, self.seed)
    }

    fn configure(&self, bench: &mut Bench) -> Option<String> {
        bench.configure(&self.config, self.lossless).err()
    }

    /// A record; what differs.
    fn feed(&self, bench: &mut Bench, record: &Record) -> Option<String> {
        if let Err(what) = bench.push_record(record, self.pace) {
            return Some(what);
        }
        if bench.seen.records.is_multiple_of(LOOK) { bench.check_all().err() } else { None }
    }

    /// What differs after these records and no more.
    fn after(&self, records: &[Record]) -> Result<Option<String>, Error> {
        let mut bench = self.open(false)?;
        let set_up = self.configure(&mut bench);
        let fault = set_up.or_else(|| records.iter().find_map(|record| self.feed(&mut bench, record)));
        Ok(fault.or_else(|| bench.settle().err()))
    }
}

/// Streams the records of `source`, at most `limit`, through hardware and model; a difference is located if the options
/// ask for that.
///
/// # Errors
/// A tracker that cannot be built, and what the source says. Differences are in what was found.
pub fn run<R, E: From<Error> + ToString>(
    options: &Options,
    limit: u64,
    source: &mut Source<'_, R, E>,
) -> Result<Found<R>, E> {
    let mut bench = options.open(false)?;
    let mut what = options.configure(&mut bench);
    let ran = source(limit, &mut |record| {
        if what.is_none() {
            what = options.feed(&mut bench, record);
        }
    })?;
    let what = what.or_else(|| bench.settle().err());
    let mut fault = what.map(|what| Fault { records: bench.seen.records, what, exact: false, waveform: None });
    let mut not_located = None;
    if let Some(fault) = &mut fault {
        // The record in which it was seen may not have been taken.
        let count = limit.min(fault.records + 1);
        if options.locate && count <= BISECTION_EVENTS {
            let mut records = vec![];
            let again = source(count, &mut |record| records.push(*record)).map_err(|error| error.to_string());
            let located = again.and_then(|_| refine(options, &records, fault).map_err(|error| error.to_string()));
            not_located = located.err();
        }
    }
    let phases = bench.model.read(regs::NPHASES.offset);
    Ok(Found { ran, seen: bench.seen, phases, fault, not_located })
}

/// Gives the fault its first record and a waveform.
fn refine(options: &Options, records: &[Record], fault: &mut Fault) -> Result<(), Error> {
    let (mut low, mut high, mut shown) = (0, records.len(), false);
    for _ in 0..BISECTION_RUNS {
        if low >= high {
            break;
        }
        let middle = low + (high - low) / 2;
        match options.after(&records[..middle])? {
            Some(what) => {
                *fault = Fault { records: middle as u64, what, ..fault.clone() };
                (high, shown) = (middle, true);
            }
            None => low = middle + 1,
        }
    }
    fault.exact = shown && low >= high;
    if let Some(path) = &options.waveform {
        whole(path, |file| record(options, &records[..high], file))?;
        fault.waveform = Some(path.clone());
    }
    Ok(())
}

/// Writes the last of the records, and how what they brought about leaves, to a file.
fn record(options: &Options, records: &[Record], file: &Path) -> Result<(), Error> {
    let mut bench = options.open(true)?;
    let (quiet, shown) = records.split_at(records.len().saturating_sub(WINDOW));
    let set_up = options.configure(&mut bench);
    let early = set_up.or_else(|| quiet.iter().find_map(|record| options.feed(&mut bench, record)));
    bench.trace(file)?;
    if early.is_none() && shown.iter().all(|record| options.feed(&mut bench, record).is_none()) {
        // That it differs is known.
        let _ = bench.settle();
    }
    if bench.end_trace() { Ok(()) } else { Err(Error::Waveform(file.to_path_buf())) }
}
