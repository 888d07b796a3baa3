//! Where a difference began: the same run again, first with every statistics sample, then by bisection, and last with
//! waveforms.
use super::Error;
use super::bench::{Bench, Player};
use super::report::Fault;
use super::source::{Source, Workload};
use crate::spec::event::Event;
use crate::trace::atomic::Scratch;
use std::path::Path;

/// Cycles that the bisection may spend, as a multiple of one run up to the difference.
pub const BISECTION_RUNS: u64 = 24;
/// Beyond this many events bisection would take minutes: the interval between snapshots is reported instead.
pub const BISECTION_EVENTS: u64 = 2_000_000;
/// Events before the difference that a waveform shows.
pub const WINDOW: usize = 32;
/// Cycles a waveform shows after the last of its events was accepted, for a design that hangs.
const TAIL_CYCLES: u64 = 20_000;

/// Gives the fault its first event, as near as can be told, and a waveform.
///
/// # Errors
/// What kept it from that; the fault holds what was found until then.
pub fn refine(bench: &Bench, workload: &Workload, fault: &mut Fault) -> Result<(), Error> {
    if bench.options().locate {
        if let Some(sampled) = replay(bench, workload, fault.event, 1)?.filter(|found| found.event < fault.event) {
            *fault = sampled;
        }
        if fault.event <= BISECTION_EVENTS {
            *fault = bisect(bench, workload, fault.clone())?;
        }
    }
    if let Some(path) = &bench.options().waveform {
        whole(path, |file| record(bench, workload, fault.event, file))?;
        fault.waveform = Some(path.clone());
    }
    Ok(())
}

/// The first events of a workload, batch by batch: they may be more than memory holds.
struct Prefix {
    source: Source,
    left: u64,
}

impl Prefix {
    fn of(workload: &Workload, count: u64) -> Result<Self, Error> {
        Ok(Self { source: workload.open()?, left: count })
    }

    /// Replaces `batch` by the next events; empty at the end.
    fn next_batch(&mut self, batch: &mut Vec<Event>) -> Result<(), Error> {
        batch.clear();
        if self.left > 0 {
            self.source.next_batch(batch)?;
        }
        batch.truncate(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.left -= batch.len() as u64;
        Ok(())
    }
}

/// Runs the first `count` events and a snapshot, and gives the difference there is.
fn replay(bench: &Bench, workload: &Workload, count: u64, sample_every: u64) -> Result<Option<Fault>, Error> {
    let mut checker = bench.options().checker(sample_every)?;
    let mut player = Player::new(bench.library(), bench.options(), sample_every);
    let (mut prefix, mut batch) = (Prefix::of(workload, count)?, vec![]);
    loop {
        prefix.next_batch(&mut batch)?;
        if batch.is_empty() {
            break;
        }
        if !checker.batch(&batch, &player.play(&batch)) {
            return Ok(checker.finish(&player.simulation.totals()).fault);
        }
    }
    checker.batch(&[], &player.end());
    Ok(checker.finish(&player.simulation.totals()).fault)
}

/// The shortest prefix after which a snapshot shows a difference, if differences stay once they are there.
fn bisect(bench: &Bench, workload: &Workload, found: Fault) -> Result<Fault, Error> {
    // Read once: they are few enough.
    let (mut prefix, mut batch, mut events) = (Prefix::of(workload, found.event)?, vec![], vec![]);
    loop {
        prefix.next_batch(&mut batch)?;
        if batch.is_empty() {
            break;
        }
        events.append(&mut batch);
    }
    let (mut low, mut high) = (0, events.len() as u64);
    let (workload, mut best) = (Workload::Events(events.into()), found);
    for _ in 0..BISECTION_RUNS {
        if low >= high {
            break;
        }
        let middle = low + (high - low) / 2;
        match replay(bench, &workload, middle, 0)? {
            Some(fault) => {
                high = middle;
                best = Fault { event: middle, ..fault };
            }
            None => low = middle + 1,
        }
    }
    best.exact = low >= high;
    Ok(best)
}

/// Lets `write` make a waveform beside `path`, which appears whole or not at all.
pub fn whole(path: &Path, write: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
    let failed = |e| Error::io(path, e);
    if path.exists() && !path.is_file() {
        return Err(Error::Waveform(path.to_path_buf()));
    }
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).map_err(failed)?;
    let scratch = Scratch::create(dir, ".treetap-").map_err(failed)?;
    let unfinished = scratch.path().join("waveform.fst");
    write(&unfinished)?;
    std::fs::rename(&unfinished, path).map_err(failed)
}

/// Runs the events again on a build with waveforms and writes the last of them, and the snapshot after them, to a file.
fn record(bench: &Bench, workload: &Workload, count: u64, file: &Path) -> Result<(), Error> {
    let library = bench.with_waveforms()?;
    let mut player = Player::new(&library, bench.options(), 0);
    // The last events are held back until it is known that they are the last.
    let (mut prefix, mut batch, mut held) = (Prefix::of(workload, count)?, vec![], vec![]);
    loop {
        prefix.next_batch(&mut batch)?;
        if batch.is_empty() {
            break;
        }
        held.append(&mut batch);
        let quiet = held.len().saturating_sub(WINDOW);
        player.play(&held[..quiet]);
        held.drain(..quiet);
    }
    player.simulation.trace(file)?;
    // Closing the simulation, at the end, completes the file.
    player.window(&held, TAIL_CYCLES);
    Ok(())
}
