//! Where retirements come from: a file of them, or a program on a core.
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::cosim::core::{self, Machine, Program, Status};
use crate::model::tap::Tap;
use crate::spec::classify::Xlen;
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap;
use crate::trace::rvfi;
use std::path::Path;

/// Retirements taken from a core at a time.
const BATCH: u64 = 1 << 15;

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
