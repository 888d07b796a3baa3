//! Where retirements come from: a file of them, a program on a core, or a program in the simulator.
use super::Failure;
use super::progress::Progress;
use crate::cosim::core::{self, Machine, Program, Status};
use crate::cosim::iss;
use crate::model::retirements::Records;
use crate::model::tap::Tap;
use crate::spec::classify::Xlen;
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap;
use crate::trace::rvfi;
use std::path::Path;

/// Retirements taken from a core at a time.
const BATCH: u64 = 1 << 15;
/// Instructions simulated between two looks at the clock.
const LOOK: u64 = 1 << 20;

/// What a run was.
pub struct Ran {
    /// Name of the core, empty where the file has none.
    pub core: String,
    /// Clock cycles from the first retirement to the last, 0 if nobody knows.
    pub cycles: u64,
}

/// A tap, and the clock beside it.
struct Feed<'a> {
    tap: Tap,
    first: Option<u64>,
    last: u64,
    records: u64,
    take: &'a mut dyn FnMut(&Record),
}

impl<'a> Feed<'a> {
    fn new(core: &str, take: &'a mut dyn FnMut(&Record)) -> Self {
        let tap = Tap::new(tap::Config::of_core(core, Xlen::Rv32));
        Self { tap, first: None, last: 0, records: 0, take }
    }

    fn push(&mut self, batch: &[Rvfi]) {
        for rvfi in batch {
            self.first.get_or_insert(rvfi.cycle);
            self.last = rvfi.cycle;
            if let Some(record) = self.tap.push(rvfi) {
                (self.take)(&record);
            }
        }
        self.records += batch.len() as u64;
    }

    fn finish(mut self, core: String) -> Ran {
        if let Some(record) = self.tap.flush() {
            (self.take)(&record);
        }
        Ran { core, cycles: self.last.saturating_sub(self.first.unwrap_or(0)) }
    }
}

/// Everything, or the first `limit` retirements, of a file.
pub fn recorded(file: &Path, limit: u64, take: &mut dyn FnMut(&Record)) -> Result<Ran, Failure> {
    let mut reader = rvfi::open(file)?;
    let origin = reader.origin().clone();
    if origin.xlen != 32 {
        return Err(Failure::in_file(file, format!("of a core of {} bits, expected 32", origin.xlen)));
    }
    let progress = Progress::of(reader.progress().1, "read").counting("instructions");
    let mut feed = Feed::new(&origin.core, take);
    let mut batch = vec![];
    while feed.records < limit && reader.next_batch(&mut batch)? > 0 {
        let left = (limit - feed.records).min(batch.len() as u64);
        feed.push(&batch[..left as usize]);
        progress.at(reader.progress().0, feed.records);
    }
    let (records, ran) = (feed.records, feed.finish(origin.core));
    progress.finish(&file.display().to_string(), records);
    Ok(ran)
}

/// A program on a core, to its end or for `limit` retirements.
pub fn executed(core: core::Core, file: &Path, limit: u64, take: &mut dyn FnMut(&Record)) -> Result<Ran, Failure> {
    let program = Program::read(file)?;
    let mut machine = Machine::build(core, &program, &core::Options::default())?;
    let known = (limit < u64::MAX).then_some(limit);
    let progress = Progress::of(known, "run").counting("instructions");
    let mut feed = Feed::new(core.name(), take);
    let (mut batch, mut status) = (vec![], Status::More);
    while status == Status::More && feed.records < limit {
        batch.clear();
        status = machine.run((limit - feed.records).min(BATCH) as usize, &mut batch);
        feed.push(&batch);
        // What it prints is no part of the table.
        machine.console();
        progress.at(feed.records, feed.records);
    }
    let (records, ran) = (feed.records, feed.finish(core.name().into()));
    progress.finish(&file.display().to_string(), records);
    if !matches!(status, Status::More | Status::Exit(0)) {
        return Err(Failure::in_file(file, format!("{status}: expected exit code 0")));
    }
    Ok(ran)
}

/// A program in the instruction-set simulator (docs/reference/iss.md), to its end or for `limit` instructions: a cycle
/// each. What it prints goes to standard error.
pub fn simulated(file: &Path, limit: u64, take: &mut dyn FnMut(&Record)) -> Result<Ran, Failure> {
    let mut hart = iss::hart(&Program::read(file)?);
    let known = (limit < u64::MAX).then_some(limit);
    let progress = Progress::of(known, "run").counting("instructions");
    let mut records = Records::default();
    let (mut count, mut shown, mut code) = (0, 0, None);
    while count < limit && code.is_none() {
        let retired = hart.step().map_err(|unhandled| Failure::in_file(file, unhandled))?;
        take(&records.record(&retired));
        count += 1;
        code = hart.memory.exit();
        if count % LOOK == 0 || code.is_some() {
            progress.at(count, count);
            let console = hart.memory.console();
            eprint!("{}", String::from_utf8_lossy(&console[shown..]));
            shown = console.len();
        }
    }
    progress.finish(&file.display().to_string(), count);
    match code {
        None | Some(0) => Ok(Ran { core: "simulator".into(), cycles: count }),
        Some(code) => Err(Failure::in_file(file, format!("it ended with exit code {code}: expected 0"))),
    }
}

/// Recorded retirements by their name, else a program in the simulator; at most `limit` instructions.
pub fn any(file: &Path, limit: u64, take: &mut dyn FnMut(&Record)) -> Result<Ran, Failure> {
    if rvfi::is_named(file) { recorded(file, limit, take) } else { simulated(file, limit, take) }
}
