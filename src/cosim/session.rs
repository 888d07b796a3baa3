//! A program's retirements through the hardware of a whole profiler and through its model at once, and everything
//! compared (docs/reference/profiler.md, docs/user/run.md).
//!
//! Three threads: one makes retirements (a core, a trace), one clocks the profiler, one is the model. What the hardware
//! found is read back over its bus, as any host reads it.
use super::build::Effort;
use super::core::{Machine, Status};
use super::emitted::emitted;
use super::profiler::{BusError, Pace, Profiler, Setup, State};
pub use super::tally::Mismatch;
pub(super) use super::tally::Tally;
use super::{Error, events};
use crate::catalog::Chosen;
use crate::host::monitor::{self, Program, Switches};
use crate::host::phase::Looked;
use crate::host::{self, Dump, Host, Transport, Watched};
use crate::model::burst::Statistics;
use crate::model::profile::Profile;
use crate::model::profiler::Profiler as Model;
use crate::spec::burst::Pulse;
use crate::spec::checkmap;
use crate::spec::counters::{Broken, Counter, Counts};
use crate::spec::hps::record::Event;
use crate::spec::phase::record::IntervalRecord;
use crate::spec::profiler::{Config, Preset};
use crate::spec::regs::Op;
use crate::spec::retire::Rvfi;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Retirements that travel together.
pub const BATCH: usize = 1 << 16;
/// Batches that may wait for a thread.
pub(super) const AHEAD: usize = 4;
/// Cycles after which a profiler that takes nothing is given up, unless a run says otherwise.
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

/// What an engine for hybrid profiling support does in a profiler.
#[derive(Clone, Debug)]
pub struct Guide {
    /// Its program.
    pub program: Program,
    /// Its map of checks.
    pub map: Option<checkmap::Image>,
    /// The core is held back rather than an event of the engine dropped.
    pub hold: bool,
}

/// What is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hardware.
    pub preset: &'static Preset,
    /// How it is set up.
    pub config: Config,
    /// What the engine for hybrid profiling support does, if the preset has it (docs/reference/profiler.md P17).
    pub guide: Option<Guide>,
    /// How time passes between retirements.
    pub pace: Pace,
    /// Most retirements.
    pub limit: u64,
    /// Seeds power-up contents and pauses.
    pub seed: u64,
    /// Chance in 65536 of a pause after a retirement, and its longest, in cycles.
    pub idle: (u64, u64),
    /// Chance in 65536 that who takes the engine's events pauses, in every cycle, and its longest pause, in cycles.
    pub wait: (u64, u64),
    /// Pulses at the burst sampler, each after so many retirements, in order.
    pub pulses: Vec<(u64, Pulse)>,
    /// Commands `enable` (true) and `disable`, each after so many retirements, in order.
    pub gates: Vec<(u64, bool)>,
    /// When it is given up ([`Setup::hang_cycles`]): after more than any event holds an engine. A fault that stops the
    /// hardware is found the sooner, the fewer there are.
    pub hang_cycles: u64,
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
            guide: None,
            pace: Pace::Dense,
            limit: u64::MAX,
            seed: 1,
            idle: (0, 0),
            wait: (0, 0),
            pulses: vec![],
            gates: vec![],
            hang_cycles: HANG_CYCLES,
            rtl: None,
            effort: Effort::Fast,
        }
    }
}

/// An interval that was sampled.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What the host saw of it.
    pub interval: Looked,
    /// What counted in it.
    pub profile: Profile,
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Retirements taken.
    pub retired: u64,
    /// Counters of the testbench.
    pub hardware: State,
    /// Events in the tree, and in the profiles of sampled intervals.
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
    /// What the engine for hybrid profiling support reported.
    pub engine: Option<Reported>,
    /// The intervals that were sampled while a host watched, each with its own profile.
    pub samples: Vec<Sample>,
    /// Wall time in seconds, without building.
    pub seconds: f64,
}

/// What an engine for hybrid profiling support reported.
#[derive(Clone, Debug)]
pub struct Reported {
    /// Events.
    pub events: u64,
    /// Events that found no room.
    pub dropped: u64,
    /// Number of the last burst that had one.
    pub bursts: u16,
    /// What they say together.
    pub profile: host::hps::Profile,
    /// Laws of the engine that are broken ([`super::monitor::LAWS`]).
    pub broken: Vec<&'static str>,
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
    let emitted = emitted(&Chosen::Profiler(*options.preset), options.rtl.as_deref())?;
    let ((idle, idle_max), (wait, wait_max)) = (options.idle, options.wait);
    let setup = Setup { seed: options.seed, idle, idle_max, wait, wait_max, hang_cycles: options.hang_cycles };
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
    let (to_judge, accepted) = sync_channel::<Seen>(2 * AHEAD);
    thread::scope(|scope| {
        let making = scope.spawn(move || make(source, options.limit, &[to_hardware, to_model]));
        let clocking = scope.spawn(move || clock(options, profiler, &for_hardware, &to_judge));
        let mut judge = Judge::new(options)?;
        let mut retired = 0;
        for batch in &for_model {
            let Ok(seen) = accepted.recv() else { break };
            for part in between(options, &seen.looks, retired, &batch) {
                match part {
                    Part::Retired(records) => records.iter().for_each(|rvfi| judge.push(rvfi)),
                    Part::Pulse(pulse) => judge.model.pulse(pulse),
                    Part::Gate(open) => judge.model.gate(open),
                    Part::Look(look) => judge.look(look),
                }
            }
            judge.accept(&seen);
            retired += batch.len() as u64;
            progress(retired);
        }
        // What is under way after the last retirement.
        judge.flush();
        if let Ok(seen) = accepted.recv() {
            seen.looks.iter().for_each(|look| judge.look(look));
            judge.accept(&seen);
        }
        // Threads that are blocked on a channel end when its other side goes.
        drop((for_model, accepted));
        let made = making.join().expect("the source does not panic");
        let found = clocking.join().expect("the host does not panic");
        made?;
        let mut report = compare(options, judge, found?);
        report.retired = retired;
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    })
}

/// The first thread.
pub(super) fn make(source: &mut dyn Source, limit: u64, receivers: &[SyncSender<Arc<Vec<Rvfi>>>]) -> Result<(), Error> {
    let mut left = limit;
    while left > 0 {
        let mut batch = Vec::with_capacity(BATCH);
        let more = source.next(BATCH.min(left.try_into().unwrap_or(BATCH)), &mut batch)?;
        left -= batch.len() as u64;
        let batch = Arc::new(batch);
        // A receiver that is gone has said why.
        if receivers.iter().any(|receiver| receiver.send(batch.clone()).is_err()) || !more {
            break;
        }
    }
    Ok(())
}

/// What the hardware did with a batch.
#[derive(Debug, Default)]
struct Seen {
    /// Retire ordinals of the candidates that were accepted since the last look.
    ordinals: Vec<u32>,
    looks: Vec<Look>,
    /// What the engine reported since the last look.
    events: Vec<Event>,
}

/// A look of the host at an interval of the phase tracker.
#[derive(Debug)]
struct Look {
    /// Retirements before it.
    after: u64,
    /// Retire ordinals of the candidates that were accepted since the look before.
    ordinals: Vec<u32>,
    interval: Looked,
    /// The interval's profile, and its words, if it was sampled.
    dump: Option<(Profile, Vec<u64>)>,
}

/// The model, and what was found while it ran.
struct Judge {
    model: Model,
    /// What the engine for hybrid profiling support reports.
    engine: Option<events::Judge>,
    tally: Tally,
    samples: Vec<Sample>,
}

impl Judge {
    fn new(options: &Options) -> Result<Self, Error> {
        let mut model = Model::new(&options.config)?;
        if let Some((Guide { program, map, .. }, build)) = options.guide.as_ref().zip(options.preset.engine()) {
            model = model.with_engine(events::loaded(&build, options.config.tap, program, map.as_ref()));
        }
        let engine = options.guide.as_ref().map(|guide| events::Judge::new(guide.hold));
        Ok(Self { model, engine, tally: Tally::default(), samples: vec![] })
    }

    fn push(&mut self, rvfi: &Rvfi) {
        self.model.push(rvfi);
        if let Some((judge, engine)) = self.engine.as_mut().zip(self.model.engine()) {
            judge.push(rvfi, engine);
        }
    }

    fn flush(&mut self) {
        self.model.flush();
        if let Some((judge, engine)) = self.engine.as_mut().zip(self.model.engine()) {
            judge.flush(engine);
        }
    }

    fn accept(&mut self, seen: &Seen) {
        self.model.accept(&seen.ordinals);
        if let Some(engine) = &mut self.engine {
            engine.judge(&seen.events);
        }
    }

    /// The host looks at an interval, and takes its profile if it was sampled.
    fn look(&mut self, look: &Look) {
        let Self { model, tally, samples, .. } = self;
        model.accept(&look.ordinals);
        let Looked { number, id, sampled, vain } = look.interval;
        let expected = model.intervals().get(number as usize).map_or(0, |i| word(i.id, i.sampled, i.discarded));
        tally.compare(&format!("interval {number} as the host saw it"), word(id, sampled, vain), expected);
        if let Some((profile, words)) = &look.dump {
            compare_words(tally, &format!("the dump of interval {number}"), words, &model.snapshot_reset().to_words());
            samples.push(Sample { interval: look.interval, profile: profile.clone() });
        }
    }
}

/// What is compared of an interval that a host saw, in one word.
fn word(id: u16, sampled: bool, vain: bool) -> u64 {
    u64::from(id) << 2 | u64::from(sampled) << 1 | u64::from(vain)
}

fn compare_words(tally: &mut Tally, what: &str, rtl: &[u64], model: &[u64]) {
    tally.compare(&format!("words of {what}"), rtl.len() as u64, model.len() as u64);
    for (at, (rtl, model)) in rtl.iter().zip(model).enumerate() {
        tally.compare(&format!("word {at} of {what}"), *rtl, *model);
    }
}

/// What happens next.
enum Part<'a> {
    Retired(&'a [Rvfi]),
    Pulse(Pulse),
    Gate(bool),
    Look(&'a Look),
}

/// A batch that begins after `before` retirements, with the pulses, commands and looks between its records, and the
/// looks after the last of them.
fn between<'a>(options: &Options, looks: &'a [Look], before: u64, batch: &'a [Rvfi]) -> Vec<Part<'a>> {
    let looks = looks.iter().map(|look| (look.after, Part::Look(look)));
    let pulses = options.pulses.iter().map(|(after, pulse)| (*after, Part::Pulse(*pulse)));
    let gates = options.gates.iter().map(|(after, open)| (*after, Part::Gate(*open)));
    let mut acts: Vec<(u64, Part)> = looks.chain(pulses).chain(gates).collect();
    acts.sort_by_key(|(after, _)| *after);
    let (mut parts, mut done) = (vec![], 0);
    for (after, act) in acts {
        let past = batch.len() as u64 + u64::from(matches!(act, Part::Look(_)));
        if let Some(at) = after.checked_sub(before).filter(|at| *at < past) {
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
    /// Registers of the engine for hybrid profiling support, by their byte offsets.
    engine: Vec<(u16, u32)>,
}

/// The second thread.
fn clock(
    options: &Options,
    profiler: Profiler,
    batches: &Receiver<Arc<Vec<Rvfi>>>,
    accepted: &SyncSender<Seen>,
) -> Result<Found, Error> {
    let mut host = started(options, profiler)?;
    let (mut before, mut words) = (0, VecDeque::new());
    for batch in batches {
        let (mut taken, mut looks) = (0, vec![]);
        for part in between(options, &[], before, &batch) {
            match part {
                Part::Retired(records) => {
                    taken += feed(options, &mut host, records, before + taken as u64, &mut looks)?
                }
                Part::Pulse(pulse) => host.transport().pulse(pulse),
                Part::Gate(open) => host.enable(open).map_err(failed)?,
                Part::Look(_) => unreachable!("the host says when it looks"),
            }
        }
        before += batch.len() as u64;
        if taken < batch.len() {
            return Err(Error::Stuck(host.transport().state().retired));
        }
        let events = reported(options, host.transport(), &mut words);
        if accepted.send(Seen { ordinals: host.transport().accepted(), looks, events }).is_err() {
            break;
        }
    }
    host.command(Op::Flush).map_err(failed)?;
    let mut looks = vec![];
    if watched(options) {
        // The flush may have ended an interval.
        host.transport().idle(JUDGED);
        feed(options, &mut host, &[], before, &mut looks)?;
    }
    let ordinals = host.transport().accepted();
    let dump = host.dump(false).map_err(failed)?;
    let profile = profile(options, &dump)?;
    let (counts, occupied) = host.counters().map_err(failed)?;
    let sampled = host.sampled().map_err(failed)?;
    host.refusals("reading it out").map_err(failed)?;
    let mut events = vec![];
    while options.guide.is_some() {
        host.transport().idle(events::settle(options.wait.1));
        let more = reported(options, host.transport(), &mut words);
        if more.is_empty() {
            break;
        }
        events.extend(more);
    }
    // Nobody listens any more if the model gave up; then the result is not asked for either.
    let _ = accepted.send(Seen { ordinals, looks, events });
    let (state, log) = (host.transport().state(), host.transport().logged());
    let engine = match options.guide {
        Some(_) => {
            let mut host = monitor::Host::connect(host.into_transport()).map_err(failed)?;
            host.obeyed("an access").map_err(failed)?;
            host.registers().map_err(failed)?
        }
        None => vec![],
    };
    Ok(Found { words: dump.words, profile, counts, sampled, occupied, state, log, engine })
}

/// Loads and begins what the engine for hybrid profiling support does, and starts the profiler.
fn started(options: &Options, mut profiler: Profiler) -> Result<Host<Profiler>, Error> {
    if let Some(Guide { program, map, hold }) = &options.guide {
        let mut engine = monitor::Host::connect(profiler).map_err(failed)?;
        let switches = Switches { hold: *hold, stream: true };
        engine.start(program, map.as_ref(), options.config.tap.addr_src, switches).map_err(failed)?;
        profiler = engine.into_transport();
    }
    let mut host = Host::at(profiler, options.preset.base()).map_err(failed)?;
    host.start(&options.config).map_err(failed)?;
    Ok(host)
}

/// What the engine for hybrid profiling support has reported; words of an event that is not whole yet are kept.
fn reported(options: &Options, profiler: &mut Profiler, words: &mut VecDeque<u32>) -> Vec<Event> {
    if options.guide.is_none() {
        return vec![];
    }
    words.extend(profiler.logged());
    events::events(words)
}

fn failed(error: host::Error<BusError>) -> Error {
    Error::Host(error.to_string())
}

fn profile(options: &Options, dump: &Dump) -> Result<Profile, Error> {
    let collapse = options.preset.tree().config.collapse;
    Profile::from_words(&dump.words, dump.key_bits, dump.count_bits, dump.nodes, collapse)
        .map_err(|e| Error::Host(e.to_string()))
}

/// Whether the host looks at every interval of a phase tracker.
fn watched(options: &Options) -> bool {
    options.config.phase.is_some_and(|tracker| tracker.watched)
}

/// Cycles in which an interval that ended is judged, at most (docs/reference/phase.md).
const JUDGED: u64 = 1000;

/// Gives retirements, which come after `before` others, to the hardware, and looks at every interval that ends if the
/// host watches; tells how many were taken.
fn feed(
    options: &Options,
    host: &mut Host<Profiler>,
    records: &[Rvfi],
    before: u64,
    looks: &mut Vec<Look>,
) -> Result<usize, Error> {
    let mut taken = 0;
    loop {
        taken += host.transport().feed(&records[taken..], options.pace);
        if !watched(options) {
            return Ok(taken);
        }
        let Some(Watched { interval, dump }) = host.ended().map_err(failed)? else { return Ok(taken) };
        let dump = match dump {
            Some(dump) => Some((profile(options, &dump)?, dump.words)),
            None => None,
        };
        looks.push(Look { after: before + taken as u64, ordinals: host.transport().accepted(), interval, dump });
    }
}

/// Holds what the hardware says against the model.
fn compare(options: &Options, judge: Judge, found: Found) -> Report {
    let Judge { mut model, engine, mut tally, samples } = judge;
    let engine = engine.zip(model.engine()).map(|(mut judge, engine)| {
        let (dropped, broken) = judge.compare(engine, &found.engine, &found.state);
        tally.include(&judge.tally);
        let (events, bursts, profile) = (judge.events, judge.bursts, judge.profile);
        Reported { events, dropped, bursts, profile, broken }
    });
    let counts = model.counts();
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
    compare_words(&mut tally, "the dump", &found.words, &model.snapshot().to_words());
    let intervals = model.intervals().to_vec();
    tally.compare_log(&found.log, &intervals);
    let law = found.counts.check(found.occupied, 0).err();
    Report {
        intervals,
        retired: 0,
        hardware: found.state,
        engine,
        events: found.profile.n + samples.iter().map(|sample| sample.profile.n).sum::<u64>(),
        samples,
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
