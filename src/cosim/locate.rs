//! Where a difference began: the same run again, first with every statistics sample, then by bisection, and last with
//! waveforms.
use super::Error;
use super::bench::{Bench, Player};
use super::report::Fault;
use super::source::Workload;
use crate::spec::event::Event;
use crate::trace::atomic::Scratch;
use std::path::Path;

/// Cycles that the bisection may spend, as a multiple of one run up to the difference.
const BISECTION_RUNS: u64 = 24;
/// Beyond this many events bisection would take minutes: the interval between snapshots is reported instead.
const BISECTION_EVENTS: u64 = 2_000_000;
/// Events before the difference that a waveform shows.
const WINDOW: u64 = 32;
/// Cycles a waveform shows after the last of its events was accepted, for a design that hangs.
const TAIL_CYCLES: u64 = 20_000;

/// Gives the fault its first event, as near as can be told, and a waveform.
///
/// # Errors
/// What kept it from that; the fault holds what was found until then.
pub fn refine(bench: &Bench, workload: &Workload, fault: &mut Fault) -> Result<(), Error> {
    let events = first(workload, fault.event)?;
    if bench.options().locate {
        if let Some(sampled) = replay(bench, &events, events.len(), 1)?.filter(|found| found.event < fault.event) {
            *fault = sampled;
        }
        if fault.event <= BISECTION_EVENTS {
            *fault = bisect(bench, &events, fault.clone())?;
        }
    }
    if let Some(path) = &bench.options().waveform {
        record(bench, &events[..events.len().min(fault.event as usize)], path)?;
        fault.waveform = Some(path.clone());
    }
    Ok(())
}

/// The first `count` events of the workload.
fn first(workload: &Workload, count: u64) -> Result<Vec<Event>, Error> {
    let mut source = workload.open()?;
    let (mut events, mut batch) = (vec![], vec![]);
    while (events.len() as u64) < count {
        source.next_batch(&mut batch)?;
        if batch.is_empty() {
            break;
        }
        events.append(&mut batch);
    }
    events.truncate(count as usize);
    Ok(events)
}

/// Runs the first `count` events and a snapshot, and gives the difference there is.
fn replay(bench: &Bench, events: &[Event], count: usize, sample_every: u64) -> Result<Option<Fault>, Error> {
    let mut checker = bench.options().checker(sample_every)?;
    let mut player = Player::new(bench.library(), bench.options(), sample_every);
    for batch in events[..count].chunks(super::source::BATCH) {
        if !checker.batch(batch, &player.play(batch)) {
            return Ok(checker.finish(&player.simulation.totals()).fault);
        }
    }
    checker.batch(&[], &player.end());
    Ok(checker.finish(&player.simulation.totals()).fault)
}

/// The shortest prefix after which a snapshot shows a difference, if differences stay once they are there.
fn bisect(bench: &Bench, events: &[Event], found: Fault) -> Result<Fault, Error> {
    let mut best = found;
    let mut low = 0;
    let mut high = (best.event as usize).min(events.len());
    for _ in 0..BISECTION_RUNS {
        if low >= high {
            break;
        }
        let middle = low + (high - low) / 2;
        match replay(bench, events, middle, 0)? {
            Some(fault) => {
                high = middle;
                best = Fault { event: middle as u64, ..fault };
            }
            None => low = middle + 1,
        }
    }
    best.exact = low >= high;
    Ok(best)
}

/// Runs the events again on a build with waveforms and writes the last of them, and the snapshot after them, to `path`,
/// which appears whole or not at all.
fn record(bench: &Bench, events: &[Event], path: &Path) -> Result<(), Error> {
    let failed = |e| Error::io(path, e);
    if path.exists() && !path.is_file() {
        return Err(Error::Waveform(path.to_path_buf()));
    }
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).map_err(failed)?;
    let scratch = Scratch::create(dir, ".treetap-").map_err(failed)?;
    let unfinished = scratch.path().join("waveform.fst");
    let library = bench.with_waveforms()?;
    let mut player = Player::new(&library, bench.options(), 0);
    let quiet = events.len().saturating_sub(WINDOW as usize);
    for batch in events[..quiet].chunks(super::source::BATCH) {
        player.play(batch);
    }
    player.simulation.trace(&unfinished)?;
    player.window(&events[quiet..], TAIL_CYCLES);
    // Closing the simulation completes the file.
    drop(player);
    std::fs::rename(&unfinished, path).map_err(failed)
}
