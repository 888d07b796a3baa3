//! A program's retirements through the hardware of a whole profiler and through its model at once, and everything
//! compared (docs/reference/profiler.md, docs/user/run.md).
//!
//! Three threads: one makes retirements (a core, a trace), one clocks the profiler, one is the model. What the hardware
//! found is read back over its bus, as any host reads it.
use super::Error;
use super::build::Effort;
use super::core::{Machine, Status};
use super::profiler::{BusError, Pace, Profiler, Setup, State};
use crate::catalog::Chosen;
use crate::host::{self, Host, Transport};
use crate::model::burst::Statistics;
use crate::model::profile::Profile;
use crate::model::profiler::Profiler as Model;
use crate::spec::burst::Pulse;
use crate::spec::counters::{Broken, Counter, Counts};
use crate::spec::phase::record::{IntervalRecord, WORDS};
use crate::spec::profiler::{Config, Preset};
use crate::spec::regs::Op;
use crate::spec::retire::Rvfi;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Retirements that travel together.
pub const BATCH: usize = 1 << 16;
/// Batches that may wait for a thread.
pub(super) const AHEAD: usize = 4;
/// Cycles after which a profiler that takes nothing is given up: more than any event holds an engine.
pub(super) const HANG_CYCLES: u64 = 10_000_000;

/// Where retirements come from.
pub trait Source: Send {
    /// Appends up to `limit` retirements; false when there are no more after them.
    ///
    /// # Errors
    /// When they cannot be had.
    fn next(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Result<bool, Error>;
}

/// A core that runs to the end of its program.
impl Source for Machine {
    fn next(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Result<bool, Error> {
        Ok(self.run(limit, out) == Status::More)
    }
}

/// What is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hardware.
    pub preset: &'static Preset,
    /// How it is set up.
    pub config: Config,
    /// How time passes between retirements.
    pub pace: Pace,
    /// Most retirements.
    pub limit: u64,
    /// Seeds power-up contents and pauses.
    pub seed: u64,
    /// Chance in 65536 of a pause after a retirement, and its longest, in cycles.
    pub idle: (u64, u64),
    /// Pulses at the burst sampler, each after so many retirements, in order.
    pub pulses: Vec<(u64, Pulse)>,
    /// Commands `enable` (true) and `disable`, each after so many retirements, in order.
    pub gates: Vec<(u64, bool)>,
    /// Verilog to simulate instead of the emitted one.
    pub rtl: Option<String>,
    /// Speed of the simulation against the time to build it.
    pub effort: Effort,
}

impl Options {
    /// A preset set up in this way, with retirements as fast as it takes them.
    pub fn new(preset: &'static Preset, config: Config) -> Self {
        Self {
            preset,
            config,
            pace: Pace::Dense,
            limit: u64::MAX,
            seed: 1,
            idle: (0, 0),
            pulses: vec![],
            gates: vec![],
            rtl: None,
            effort: Effort::Fast,
        }
    }
}

/// A difference between hardware and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What differs: a counter, a word of the dump.
    pub what: String,
    /// What the hardware has.
    pub rtl: u64,
    /// What the model has.
    pub model: u64,
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Retirements taken.
    pub retired: u64,
    /// Counters of the testbench.
    pub hardware: State,
    /// Events in the tree.
    pub events: u64,
    /// Counters of the hardware.
    pub counts: Counts,
    /// Counters of the burst sampler; the model's where the hardware has none.
    pub sampled: Statistics,
    /// Records left in the sample buffer at the end.
    pub occupied: u32,
    /// The law that is broken, if one is.
    pub law: Option<Broken>,
    /// Words and counters compared.
    pub compared: u64,
    /// Differences.
    pub mismatches: u64,
    /// The first of them.
    pub first: Option<Mismatch>,
    /// Some weight was cut to 16 bits.
    pub saturated: bool,
    /// The profile that the hardware made.
    pub profile: Profile,
    /// What the phase tracker said of the intervals that ended.
    pub intervals: Vec<IntervalRecord>,
    /// Wall time in seconds, without building.
    pub seconds: f64,
}

impl Report {
    /// Candidates that were dropped.
    pub fn dropped(&self) -> u64 {
        u64::from(self.counts.get(Counter::DroppedFull)) + u64::from(self.counts.get(Counter::DroppedOff))
    }
}

/// The simulated bus as a transport.
impl Transport for Profiler {
    type Error = BusError;
    fn read(&mut self, offset: u16) -> Result<u32, BusError> {
        Profiler::read(self, offset.into())
    }
    fn write(&mut self, offset: u16, data: u32) -> Result<(), BusError> {
        Profiler::write(self, offset.into(), data)
    }
}

/// Builds the profiler of `options`.
///
/// # Errors
/// As [`Profiler::open`]; [`Error::Catalog`] when the preset cannot be emitted.
pub fn profiler(options: &Options) -> Result<Profiler, Error> {
    let mut emitted = Chosen::Profiler(*options.preset).emit()?;
    if let Some(rtl) = &options.rtl {
        emitted.verilog.clone_from(rtl);
    }
    let (idle, idle_max) = options.idle;
    let setup = Setup { seed: options.seed, idle, idle_max, wait: 0, wait_max: 0, hang_cycles: HANG_CYCLES };
    Profiler::open(&emitted, options.effort, &setup)
}

/// Runs `source` to its end, or the limit, through `profiler`, which was made by [`profiler`] for the same options.
/// `progress` is told how many retirements have been compared.
///
/// # Errors
/// What the source says; [`Error::Host`] when the profiler cannot be set up or read out; [`Error::Stuck`] when it takes
/// nothing any more.
pub fn run(
    options: &Options,
    profiler: Profiler,
    source: &mut dyn Source,
    progress: &mut dyn FnMut(u64),
) -> Result<Report, Error> {
    let started = Instant::now();
    let (to_hardware, for_hardware) = sync_channel::<Arc<Vec<Rvfi>>>(AHEAD);
    let (to_model, for_model) = sync_channel::<Arc<Vec<Rvfi>>>(AHEAD);
    let (to_judge, accepted) = sync_channel::<Vec<u32>>(2 * AHEAD);
    thread::scope(|scope| {
        let making = scope.spawn(move || make(source, options.limit, &to_hardware, &to_model));
        let clocking = scope.spawn(move || clock(options, profiler, &for_hardware, &to_judge));
        let mut model = Model::new(&options.config)?;
        let mut retired = 0;
        for batch in &for_model {
            let Ok(ordinals) = accepted.recv() else { break };
            for part in between(options, retired, &batch) {
                match part {
                    Part::Retired(records) => records.iter().for_each(|rvfi| model.push(rvfi)),
                    Part::Pulse(pulse) => model.pulse(pulse),
                    Part::Gate(open) => model.gate(open),
                }
            }
            model.accept(&ordinals);
            retired += batch.len() as u64;
            progress(retired);
        }
        // What is under way after the last retirement.
        model.flush();
        if let Ok(ordinals) = accepted.recv() {
            model.accept(&ordinals);
        }
        // Threads that are blocked on a channel end when its other side goes.
        drop((for_model, accepted));
        let made = making.join().expect("the source does not panic");
        let found = clocking.join().expect("the host does not panic");
        made?;
        let mut report = compare(options, model, found?);
        report.retired = retired;
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    })
}

/// The first thread.
pub(super) fn make(
    source: &mut dyn Source,
    limit: u64,
    hardware: &SyncSender<Arc<Vec<Rvfi>>>,
    model: &SyncSender<Arc<Vec<Rvfi>>>,
) -> Result<(), Error> {
    let mut left = limit;
    while left > 0 {
        let mut batch = Vec::with_capacity(BATCH);
        let more = source.next(BATCH.min(left.try_into().unwrap_or(BATCH)), &mut batch)?;
        left -= batch.len() as u64;
        let batch = Arc::new(batch);
        // A receiver that is gone has said why.
        if hardware.send(batch.clone()).is_err() || model.send(batch).is_err() || !more {
            break;
        }
    }
    Ok(())
}

/// What happens next.
enum Part<'a> {
    Retired(&'a [Rvfi]),
    Pulse(Pulse),
    Gate(bool),
}

/// A batch that begins after `before` retirements, with the pulses and commands between its records.
fn between<'a>(options: &Options, before: u64, batch: &'a [Rvfi]) -> Vec<Part<'a>> {
    let pulses = options.pulses.iter().map(|(after, pulse)| (*after, Part::Pulse(*pulse)));
    let gates = options.gates.iter().map(|(after, open)| (*after, Part::Gate(*open)));
    let mut acts: Vec<(u64, Part)> = pulses.chain(gates).collect();
    acts.sort_by_key(|(after, _)| *after);
    let (mut parts, mut done) = (vec![], 0);
    for (after, act) in acts {
        if let Some(at) = after.checked_sub(before).filter(|at| *at < batch.len() as u64) {
            parts.push(Part::Retired(&batch[done..at as usize]));
            parts.push(act);
            done = at as usize;
        }
    }
    parts.push(Part::Retired(&batch[done..]));
    parts
}

/// What the hardware says at the end.
struct Found {
    words: Vec<u64>,
    profile: Profile,
    counts: Counts,
    sampled: Statistics,
    occupied: u32,
    state: State,
    /// Words of the phase tracker's log.
    log: Vec<u32>,
}

/// The second thread.
fn clock(
    options: &Options,
    profiler: Profiler,
    batches: &Receiver<Arc<Vec<Rvfi>>>,
    accepted: &SyncSender<Vec<u32>>,
) -> Result<Found, Error> {
    let failed = |e: host::Error<BusError>| Error::Host(e.to_string());
    let mut host = Host::connect(profiler).map_err(failed)?;
    host.start(&options.config).map_err(failed)?;
    let mut before = 0;
    for batch in batches {
        let mut taken = 0;
        for part in between(options, before, &batch) {
            match part {
                Part::Retired(records) => taken += host.transport().feed(records, options.pace),
                Part::Pulse(pulse) => host.transport().pulse(pulse),
                Part::Gate(open) => host.enable(open).map_err(failed)?,
            }
        }
        before += batch.len() as u64;
        if taken < batch.len() {
            return Err(Error::Stuck(host.transport().state().retired));
        }
        if accepted.send(host.transport().accepted()).is_err() {
            break;
        }
    }
    host.command(Op::Flush).map_err(failed)?;
    // Nobody listens any more if the model gave up; then the result is not asked for either.
    let _ = accepted.send(host.transport().accepted());
    let dump = host.dump(false).map_err(failed)?;
    let collapse = options.preset.tree().config.collapse;
    let profile = Profile::from_words(&dump.words, dump.key_bits, dump.count_bits, dump.nodes, collapse)
        .map_err(|e| Error::Host(e.to_string()))?;
    let (counts, occupied) = host.counters().map_err(failed)?;
    let sampled = host.sampled().map_err(failed)?;
    host.refusals("reading it out").map_err(failed)?;
    let (state, log) = (host.transport().state(), host.transport().logged());
    Ok(Found { words: dump.words, profile, counts, sampled, occupied, state, log })
}

/// Holds what the hardware says against the model.
fn compare(options: &Options, mut model: Model, found: Found) -> Report {
    let counts = model.counts();
    let mut tally = Tally::default();
    if options.config.lossless {
        tally.compare("candidates that were dropped", counts.get(Counter::DroppedFull).into(), 0);
    }
    tally.compare("accepted records that are no candidates", model.strange(), 0);
    for counter in Counter::ALL {
        tally.compare(counter.name(), found.counts.get(counter).into(), counts.get(counter).into());
    }
    let sampled = model.sampled();
    let counted = if options.preset.small { Statistics::default() } else { sampled };
    for (name, rtl, model) in [
        ("checks", found.sampled.checks, counted.checks),
        ("events for the sampler", found.sampled.events, counted.events),
        ("events taken", found.sampled.taken, counted.taken),
        ("checks outside bursts", found.sampled.outside, counted.outside),
        ("checks inside bursts", found.sampled.inside, counted.inside),
        ("bursts", found.sampled.bursts, counted.bursts),
    ] {
        tally.compare(name, rtl.into(), model.into());
    }
    let words = model.snapshot().to_words();
    tally.compare("words of the dump", found.words.len() as u64, words.len() as u64);
    for (at, (rtl, model)) in found.words.iter().zip(&words).enumerate() {
        tally.compare(&format!("word {at} of the dump"), *rtl, *model);
    }
    let intervals = model.intervals();
    let words: Vec<u32> = intervals.iter().flat_map(IntervalRecord::words).collect();
    tally.compare("words of the log of intervals", found.log.len() as u64, words.len() as u64);
    for (at, (rtl, model)) in found.log.iter().zip(&words).enumerate() {
        let name = format!("word {} of interval {} in the log", at % WORDS, at / WORDS);
        tally.compare(&name, (*rtl).into(), (*model).into());
    }
    let law = found.counts.check(found.occupied, 0).err();
    Report {
        intervals,
        retired: 0,
        hardware: found.state,
        events: found.profile.n,
        counts: found.counts,
        sampled,
        occupied: found.occupied,
        law,
        compared: tally.compared,
        mismatches: tally.mismatches,
        first: tally.first,
        saturated: model.saturated(),
        profile: found.profile,
        seconds: 0.0,
    }
}

/// What was compared.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub compared: u64,
    pub mismatches: u64,
    pub first: Option<Mismatch>,
}

impl Tally {
    pub fn compare(&mut self, what: &str, rtl: u64, model: u64) {
        self.compared += 1;
        if rtl != model {
            self.mismatches += 1;
            self.first.get_or_insert_with(|| Mismatch { what: what.to_string(), rtl, model });
        }
    }
}
