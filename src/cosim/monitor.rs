//! A program's retirements through the hardware of a monitor and through its model at once, and everything compared
//! (docs/reference/monitor.md).
//!
//! Three threads, as in [`super::session`]: one makes retirements, one is the host that clocks the monitor, one is the
//! model.
use super::Error;
use super::build::Effort;
use super::emitted::emitted;
pub use super::events::LAWS;
use super::events::{Judge, events as taken, loaded, settle};
use super::profiler::{BusError, Pace, Profiler, Setup, State};
use super::session::{self, AHEAD, HANG_CYCLES, Mismatch, Source};
use crate::catalog::{Chosen, Unit};
use crate::host;
use crate::host::hps::Profile;
use crate::host::monitor::{Host, Program, Switches};
use crate::model::monitor::Monitor;
use crate::model::phase::Phase;
use crate::spec::checkmap;
use crate::spec::hotstream::Reference;
use crate::spec::hps::record::Event;
use crate::spec::monitor::Build;
use crate::spec::phase::{self, record::IntervalRecord};
use crate::spec::retire::Rvfi;
use crate::spec::tap;
use crate::spec::variant::Variant;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Visits of the host in which no retirement is taken, after which it gives up.
const POLLS: u32 = 100_000;

/// What is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hardware: a variant of `monitor`.
    pub hardware: Variant,
    /// What the tap has to know of the core.
    pub tap: tap::Config,
    /// The program of the engine.
    pub program: Program,
    /// The map of checks.
    pub map: Option<checkmap::Image>,
    /// The phase tracker, which the hardware has to have, switches sampling (docs/reference/monitor.md N10).
    pub phase: Option<phase::Config>,
    /// How events leave.
    pub switches: Switches,
    /// How time passes between retirements, where events leave on the stream; else the core goes on while the host
    /// reads.
    pub pace: Pace,
    /// Most retirements.
    pub limit: u64,
    /// Seeds power-up contents and pauses.
    pub seed: u64,
    /// Chance in 65536 of a pause after a retirement, and its longest, in cycles.
    pub idle: (u64, u64),
    /// Chance in 65536 that who takes the stream pauses, in every cycle, and its longest pause, in cycles.
    pub wait: (u64, u64),
    /// When it is given up ([`Setup::hang_cycles`]): after more than any event holds an engine. A fault that stops the
    /// hardware is found the sooner, the fewer there are.
    pub hang_cycles: u64,
    /// Verilog to simulate instead of the emitted one.
    pub rtl: Option<String>,
    /// Speed of the simulation against the time to build it.
    pub effort: Effort,
}

impl Options {
    /// A preset beside a core with this program; events leave on the stream, and none is dropped.
    pub fn new(hardware: Variant, tap: tap::Config, program: Program) -> Self {
        Self {
            hardware,
            tap,
            program,
            map: None,
            phase: None,
            switches: Switches { hold: true, stream: true },
            pace: Pace::Dense,
            limit: u64::MAX,
            seed: 1,
            idle: (0, 0),
            wait: (0, 0),
            hang_cycles: HANG_CYCLES,
            rtl: None,
            effort: Effort::Fast,
        }
    }

    /// What is built.
    pub fn build(&self) -> Build {
        Build::of(&self.hardware)
    }
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Retirements taken.
    pub retired: u64,
    /// Of them those that did not execute.
    pub traps: u64,
    /// Counters of the testbench.
    pub hardware: State,
    /// Events that the hardware reported.
    pub events: u64,
    /// Events that it dropped.
    pub dropped: u64,
    /// Times that sampling had begun at the last of them, modulo 2^16.
    pub bursts: u16,
    /// Laws that are broken.
    pub broken: Vec<&'static str>,
    /// Events and registers compared.
    pub compared: u64,
    /// Differences.
    pub mismatches: u64,
    /// The first of them.
    pub first: Option<Mismatch>,
    /// What the phase tracker said of the intervals that ended.
    pub intervals: Vec<IntervalRecord>,
    /// The hardware's registers of the phase tracker, if one runs, by their byte offsets among these.
    pub tracked: Vec<(u16, u32)>,
    /// The hardware's registers by their byte offsets.
    pub registers: Vec<(u16, u32)>,
    /// What the hardware's events make.
    pub profile: Profile,
    /// Data references among them.
    pub references: Vec<Reference>,
    /// Wall time in seconds, without building.
    pub seconds: f64,
}

impl Report {
    /// A register of the engine.
    ///
    /// # Panics
    /// When it is none that can be read.
    pub fn register(&self, offset: u16) -> u32 {
        self.registers.iter().find(|row| row.0 == offset).expect("it can be read").1
    }
}

/// Builds the monitor of `options`.
///
/// # Errors
/// As [`Profiler::open`]; [`Error::Catalog`] when there is no such preset.
pub fn monitor(options: &Options) -> Result<Profiler, Error> {
    let emitted = emitted(&Chosen::Part(Unit::Monitor, options.hardware), options.rtl.as_deref())?;
    let ((idle, idle_max), (wait, wait_max)) = (options.idle, options.wait);
    let setup = Setup { seed: options.seed, idle, idle_max, wait, wait_max, hang_cycles: options.hang_cycles };
    Profiler::open(&emitted, options.effort, &setup)
}

/// Runs `source` to its end, or the limit, through `hardware`, which was made by [`monitor`] for the same options.
/// `progress` is told how many retirements have been compared.
///
/// # Errors
/// What the source says; [`Error::Host`] when the monitor cannot be set up or read out; [`Error::Stuck`] when it takes
/// nothing any more.
pub fn run(
    options: &Options,
    hardware: Profiler,
    source: &mut dyn Source,
    progress: &mut dyn FnMut(u64),
) -> Result<Report, Error> {
    let started = Instant::now();
    let build = options.build();
    let (to_hardware, for_hardware) = sync_channel::<Arc<Vec<Rvfi>>>(AHEAD);
    let (to_model, for_model) = sync_channel::<Arc<Vec<Rvfi>>>(AHEAD);
    let (to_judge, reported) = sync_channel::<Vec<Event>>(2 * AHEAD);
    thread::scope(|scope| {
        let making = scope.spawn(move || session::make(source, options.limit, &[to_hardware, to_model]));
        let clocking = scope.spawn(move || clock(options, hardware, &for_hardware, &to_judge));
        let Options { program, map, switches, tap, .. } = options;
        let (mut model, mut judge) = (loaded(&build, *tap, program, map.as_ref()), Judge::new(switches.hold));
        model.phase = options.phase.zip(build.phase).map(|(config, build)| tracker(build, config));
        for batch in &for_model {
            let Ok(events) = reported.recv() else { break };
            for rvfi in batch.iter() {
                model.push(rvfi);
                judge.push(rvfi, &mut model.engine);
            }
            judge.judge(&events);
            progress(judge.retired);
        }
        model.flush();
        judge.flush(&mut model.engine);
        if let Ok(events) = reported.recv() {
            judge.judge(&events);
        }
        // Threads that are blocked on a channel end when its other side goes.
        drop((for_model, reported));
        let made = making.join().expect("the source does not panic");
        let found = clocking.join().expect("the host does not panic");
        made?;
        let mut report = compare(model, judge, found?);
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    })
}

fn failed(e: host::Error<BusError>) -> Error {
    Error::Host(e.to_string())
}

/// What the hardware says at the end: registers by their byte offsets.
struct Found {
    registers: Vec<(u16, u32)>,
    state: State,
    /// Registers of the phase tracker, and the words of its log.
    tracked: Vec<(u16, u32)>,
    log: Vec<u32>,
}

/// The second thread: what a host does.
fn clock(
    options: &Options,
    hardware: Profiler,
    batches: &Receiver<Arc<Vec<Rvfi>>>,
    judge: &SyncSender<Vec<Event>>,
) -> Result<Found, Error> {
    let Options { program, switches, .. } = options;
    let mut host = Host::connect(hardware).map_err(failed)?;
    if let Some(config) = &options.phase {
        host.track(config).map_err(failed)?;
    }
    host.start(program, options.map.as_ref(), options.tap.addr_src, *switches).map_err(failed)?;
    let mut words = VecDeque::new();
    let mut offered = 0;
    for batch in batches {
        let mut events = vec![];
        offered += batch.len() as u64;
        // Over the bus the core goes on while the host reads.
        let pace = if switches.stream { options.pace } else { Pace::Later };
        let taken = host.transport().feed(&batch, pace);
        let mut polls = 0;
        loop {
            let before = host.transport().state().retired;
            collect(&mut host, switches.stream, &mut words, &mut events)?;
            let retired = host.transport().state().retired;
            polls = if retired > before { 0 } else { polls + 1 };
            if retired == offered {
                break;
            }
            if taken < batch.len() || polls > POLLS {
                return Err(Error::Stuck(retired));
            }
        }
        if judge.send(events).is_err() {
            break;
        }
    }
    host.flush().map_err(failed)?;
    let mut events = vec![];
    loop {
        let before = events.len();
        host.transport().idle(settle(options.wait.1));
        collect(&mut host, switches.stream, &mut words, &mut events)?;
        if events.len() == before {
            break;
        }
    }
    let _ = judge.send(events);
    host.obeyed("an access").map_err(failed)?;
    let registers = host.registers().map_err(failed)?;
    let tracked = match options.build().phase.filter(|_| options.phase.is_some()) {
        Some(build) => host.tracked(&build).map_err(failed)?,
        None => vec![],
    };
    let (state, log) = (host.transport().state(), host.transport().logged());
    Ok(Found { registers, state, tracked, log })
}

/// Takes what has been reported.
fn collect(
    host: &mut Host<Profiler>,
    stream: bool,
    words: &mut VecDeque<u32>,
    events: &mut Vec<Event>,
) -> Result<(), Error> {
    if !stream {
        return host.events(events).map(|_| ()).map_err(failed);
    }
    words.extend(host.transport().accepted());
    events.extend(taken(words));
    Ok(())
}

/// The model of a tracker as [`Host::track`] leaves it.
fn tracker(build: phase::Build, config: phase::Config) -> Phase {
    let mut phase = Phase::sized(build, config);
    let ctrl = &phase::regs::CTRL;
    let word = phase.read(ctrl.offset) | ctrl.field("LOSSLESS").mask();
    phase.write(ctrl.offset, word);
    phase
}

/// Holds what the hardware says at the end against the model.
fn compare(mut model: Monitor, mut judge: Judge, found: Found) -> Report {
    let Found { registers, state: hardware, tracked, log } = found;
    if let Some(phase) = &mut model.phase {
        for &(offset, rtl) in &tracked {
            let (register, word) = phase::regs::at(offset).expect("it was read by its offset");
            let name = format!("{} {word} of the phase tracker", register.name);
            judge.tally.compare(&name, rtl.into(), phase.read(offset).into());
        }
    }
    judge.tally.compare_log(&log, &model.intervals);
    let (dropped, broken) = judge.compare(&mut model.engine, &registers, &hardware);
    Report {
        retired: judge.retired,
        traps: judge.traps,
        hardware,
        events: judge.events,
        dropped,
        bursts: judge.bursts,
        broken,
        compared: judge.tally.compared,
        mismatches: judge.tally.mismatches,
        first: judge.tally.first,
        intervals: model.intervals,
        tracked,
        registers,
        profile: judge.profile,
        references: judge.references,
        seconds: 0.0,
    }
}
