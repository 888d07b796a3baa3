//! A program's retirements through the hardware of a value sampler and through its model at once, and everything
//! compared (docs/reference/value_sampler.md).
//!
//! Three threads, as in [`super::session`]: one makes retirements, one is the host that clocks the sampler, one is the
//! model.
use super::Error;
use super::build::Effort;
use super::emitted::emitted;
use super::profiler::{BusError, Pace, Profiler, RAW, Setup, State, TABLE};
use super::session::{self, AHEAD, HANG_CYCLES, Mismatch, Source, Tally};
use crate::catalog::{Chosen, Unit};
use crate::host;
use crate::host::hotlist::Tables;
use crate::host::value_sampler::{Host, ReadOut};
use crate::model::hotlist::{Room, Tuple};
use crate::model::value_sampler::ValueSampler;
use crate::spec::hotlist::regs::{self, Counter};
use crate::spec::hotlist::tuple::{RawRecord, granules};
use crate::spec::hotlist::{Build, Config};
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap;
use crate::spec::variant::Variant;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// Cycles between two looks of the host whether the raw stream is empty.
const SETTLE: u64 = 2_000;
/// Looks after which the host gives up.
const POLLS: u32 = 100_000;
/// Records at the end of a batch whose tuples may be under way: a record leaves the tap a cycle after the retirement
/// that releases it, its tuple is there a cycle later, and two cycles more hurt nobody.
const UNDER_WAY: usize = 4;

/// What holds of every run (docs/reference/value_sampler.md, S6).
pub const LAWS: [&str; 7] = [
    "RETIRED = retirements",
    "SEEN = tuples counted + tuples entered + REJ + FREJ",
    "TUPLES = SEEN + QDROP",
    "RAWS = raw records that left + RAWDROP",
    "nothing is dropped while the core is held back",
    "the testbench goes on and the stream keeps its rules",
    "retirements offered = retirements taken",
];

/// What is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hardware: a variant of `value_sampler`.
    pub hardware: Variant,
    /// What the tap has to know of the core.
    pub tap: tap::Config,
    /// How values are sampled.
    pub config: Config,
    /// How time passes between retirements.
    pub pace: Pace,
    /// Most retirements.
    pub limit: u64,
    /// Seeds power-up contents and pauses.
    pub seed: u64,
    /// Chance in 65536 of a pause after a retirement, and its longest, in cycles.
    pub idle: (u64, u64),
    /// Chance in 65536 that who takes the raw stream pauses, in every cycle, and its longest pause, in cycles.
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
    /// A preset beside a core, with the core's own cycles.
    pub fn new(hardware: Variant, tap: tap::Config, config: Config) -> Self {
        Self {
            hardware,
            tap,
            config,
            pace: Pace::Core,
            limit: u64::MAX,
            seed: 1,
            idle: (0, 0),
            wait: (0, 0),
            hang_cycles: HANG_CYCLES,
            rtl: None,
            effort: Effort::Fast,
        }
    }

    /// The sampler that is built.
    pub fn build(&self) -> Build {
        Build::of(&self.hardware)
    }
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Retirements taken.
    pub retired: u64,
    /// Counters of the testbench.
    pub hardware: State,
    /// Registers and table of the hardware.
    pub found: ReadOut,
    /// Tuples, those that were dropped included.
    pub tuples: u64,
    /// Counters of the hardware, by their numbers.
    pub counts: [u32; Counter::COUNT],
    /// What a host makes of the hardware's raw records.
    pub tables: Tables,
    /// Raw records that left.
    pub records: u64,
    /// Laws that are broken.
    pub broken: Vec<&'static str>,
    /// Tuples, words and registers compared.
    pub compared: u64,
    /// Differences.
    pub mismatches: u64,
    /// The first of them.
    pub first: Option<Mismatch>,
    /// Wall time in seconds, without building.
    pub seconds: f64,
}

impl Report {
    /// Whether a law holds.
    pub fn holds(&self, law: &str) -> bool {
        !self.broken.contains(&law)
    }
}

/// Builds the value sampler of `options`.
///
/// # Errors
/// As [`Profiler::sampler`]; [`Error::Catalog`] when there is no such preset.
pub fn sampler(options: &Options) -> Result<Profiler, Error> {
    let emitted = emitted(&Chosen::Part(Unit::ValueSampler, options.hardware), options.rtl.as_deref())?;
    let ((idle, idle_max), (wait, wait_max)) = (options.idle, options.wait);
    let setup = Setup { seed: options.seed, idle, idle_max, wait, wait_max, hang_cycles: options.hang_cycles };
    Profiler::sampler(&emitted, options.effort, &setup)
}

/// Runs `source` to its end, or the limit, through `hardware`, which was made by [`sampler`] for the same options.
/// `gave` is told every record that gave a tuple, `progress` how many retirements have been compared.
///
/// # Errors
/// What the source says; [`Error::Host`] when the sampler cannot be set up or read out; [`Error::Stuck`] when it takes
/// nothing any more.
pub fn run(
    options: &Options,
    hardware: Profiler,
    source: &mut dyn Source,
    gave: &mut dyn FnMut(&Record),
    progress: &mut dyn FnMut(u64),
) -> Result<Report, Error> {
    let started = Instant::now();
    let (to_hardware, for_hardware) = sync_channel::<Arc<Vec<Rvfi>>>(AHEAD);
    let (to_model, for_model) = sync_channel::<Arc<Vec<Rvfi>>>(AHEAD);
    let (to_judge, told) = sync_channel::<Told>(2 * AHEAD);
    thread::scope(|scope| {
        let making = scope.spawn(move || session::make(source, options.limit, &[to_hardware, to_model]));
        let clocking = scope.spawn(move || clock(options, hardware, &for_hardware, &to_judge));
        let mut judge = Judge::new(options);
        for batch in &for_model {
            let Ok(told) = told.recv() else { break };
            batch.iter().for_each(|rvfi| judge.model.push(rvfi));
            judge.retired += batch.len() as u64;
            judge.judge(told, UNDER_WAY, gave);
            progress(judge.retired);
        }
        judge.model.flush();
        if let Ok(told) = told.recv() {
            judge.judge(told, 0, gave);
        }
        // Threads that are blocked on a channel end when its other side goes.
        drop((for_model, told));
        let made = making.join().expect("the source does not panic");
        let found = clocking.join().expect("the host does not panic");
        made?;
        let mut report = judge.compare(found?);
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    })
}

fn failed(e: host::Error<BusError>) -> Error {
    Error::Host(e.to_string())
}

/// What the hardware told since the last time.
#[derive(Debug)]
struct Told {
    /// Where each tuple entered.
    entered: Vec<u32>,
    /// Words of the raw stream.
    words: Vec<u32>,
}

impl Told {
    fn of(hardware: &mut Profiler) -> Self {
        Self { entered: hardware.accepted(), words: hardware.logged() }
    }
}

/// What the hardware says at the end.
struct Found {
    read: ReadOut,
    state: State,
}

/// The second thread: what a host does.
fn clock(
    options: &Options,
    hardware: Profiler,
    batches: &Receiver<Arc<Vec<Rvfi>>>,
    judge: &SyncSender<Told>,
) -> Result<Found, Error> {
    let mut host = Host::connect(hardware).map_err(failed)?;
    host.start(&options.config, &options.tap).map_err(failed)?;
    for batch in batches {
        if host.transport().feed(&batch, options.pace) < batch.len() {
            return Err(Error::Stuck(host.transport().state().retired));
        }
        if judge.send(Told::of(host.transport())).is_err() {
            break;
        }
    }
    host.flush().map_err(failed)?;
    host.stop(&options.config).map_err(failed)?;
    let mut polls = 0;
    while host.waiting().map_err(failed)? > 0 {
        host.transport().idle(SETTLE);
        polls += 1;
        if polls > POLLS {
            return Err(Error::Stuck(host.transport().state().retired));
        }
    }
    // Nobody listens any more if the model gave up; then the result is not asked for either.
    let _ = judge.send(Told::of(host.transport()));
    host.obeyed("an access").map_err(failed)?;
    let read = host.read_out().map_err(failed)?;
    let state = host.transport().state();
    Ok(Found { read, state })
}

/// The third thread: the model, and what it makes of what the hardware told.
struct Judge {
    model: ValueSampler,
    config: Config,
    retired: u64,
    tuples: u64,
    /// Where tuples entered whose records the model has not taken yet.
    entered: VecDeque<u32>,
    /// Words of the raw stream that the model has not given yet, and of a record that is not whole.
    words: VecDeque<u32>,
    part: Vec<u32>,
    tables: Tables,
    records: u64,
    tally: Tally,
}

impl Judge {
    fn new(options: &Options) -> Self {
        let config = options.config;
        Self {
            model: ValueSampler::new(options.build(), options.tap, config),
            config,
            retired: 0,
            tuples: 0,
            entered: VecDeque::new(),
            words: VecDeque::new(),
            part: vec![],
            tables: Tables::new(config.scheme, config.kinds, config.format),
            records: 0,
            tally: Tally::default(),
        }
    }

    /// Takes the records that wait, but for the last ones, with what the hardware did with their tuples.
    fn judge(&mut self, told: Told, but: usize, gave: &mut dyn FnMut(&Record)) {
        self.entered.extend(told.entered);
        self.words.extend(told.words);
        while self.model.waiting() > but {
            let entered = &mut self.entered;
            let mut place = None;
            let room = || {
                place = Some(entered.pop_front());
                let bits = place.flatten().unwrap_or(TABLE | RAW);
                Room { queue: bits & TABLE != 0, raw: bits & RAW != 0 }
            };
            let Some((record, tuple)) = self.model.next(room) else { break };
            if let (Some(place), Some(tuple)) = (place, tuple) {
                self.tuple(&record, &tuple, place);
                gave(&record);
            }
        }
        self.stream();
    }

    /// A tuple of the model, and where that of the hardware entered, if it had one.
    fn tuple(&mut self, record: &Record, tuple: &Tuple, place: Option<u32>) {
        let (number, mode) = (self.tuples, self.config.mode);
        self.tuples += 1;
        self.tally.compare_often(place.is_some().into(), 1, || format!("tuple {number}, of {:#x}", record.pc));
        let Some(place) = place else { return };
        let sent = if mode.hot() { TABLE } else { 0 } | if mode.raw() { RAW } else { 0 };
        // What is held back for has room, and nothing goes where MODE does not send it.
        let expected = if self.config.lossless { sent } else { place & sent };
        self.tally.compare_often(place.into(), expected.into(), || {
            format!("places of tuple {number}, {:#x} of {:#x}", tuple.key.value, record.pc)
        });
    }

    /// Words of the raw stream that both have.
    fn stream(&mut self) {
        while !self.words.is_empty()
            && let Some(model) = self.model.hotlist.pop()
        {
            let rtl = self.words.pop_front().expect("there is one");
            let (word, record) = (self.part.len(), self.records);
            self.tally.compare_often(rtl.into(), model.into(), || format!("word {word} of raw record {record}"));
            self.part.push(rtl);
            if self.part.len() == granules(self.config.format) as usize {
                let record = RawRecord::from_words(&self.part, self.config.format).expect("it is whole");
                self.tables.push(&record);
                self.records += 1;
                self.part.clear();
            }
        }
    }

    fn compare(mut self, Found { read, state: hardware }: Found) -> Report {
        self.tally.compare("tuples without a record", self.entered.len() as u64, 0);
        let left = self.model.hotlist.granules();
        self.tally.compare("words of the raw stream that nobody expected", self.words.len() as u64, 0);
        self.tally.compare("words of the raw stream that did not leave", 0, left as u64);
        let hotlist = &mut self.model.hotlist;
        let [.., (register, word)] = regs::writes(&self.config, false);
        hotlist.write(register.offset, word);
        for &(offset, rtl) in &read.registers {
            let (register, word) = regs::at(offset).expect("it was read by its offset");
            self.tally.compare(&format!("{} {word}", register.name), rtl.into(), hotlist.read(offset).into());
        }
        hotlist.write(regs::HIDX.offset, 0);
        for (at, words) in read.entries.iter().enumerate() {
            for (rtl, register) in words.iter().zip([&regs::HPCT, &regs::HVAL, &regs::HCNT]) {
                let model = hotlist.read(register.offset);
                self.tally.compare(&format!("{} of entry {at}", register.name), (*rtl).into(), model.into());
            }
        }
        let counts = counts(&read);
        let of = |counter: Counter| counts[counter as usize];
        let outcomes = hotlist.table().outcomes();
        let entered = outcomes.counted.wrapping_add(outcomes.entered);
        let holds = [
            of(Counter::Retired) == self.retired as u32,
            of(Counter::Seen) == entered.wrapping_add(of(Counter::Rej)).wrapping_add(of(Counter::Frej)),
            of(Counter::Tuples) == of(Counter::Seen).wrapping_add(of(Counter::Qdrop)),
            of(Counter::Raws) == (self.records as u32).wrapping_add(of(Counter::Rawdrop)),
            !self.config.lossless || of(Counter::Qdrop) | of(Counter::Rawdrop) == 0,
            hardware.broken == 0,
            hardware.retired == self.retired,
        ];
        Report {
            retired: self.retired,
            hardware,
            found: read,
            tuples: self.tuples,
            counts,
            tables: self.tables,
            records: self.records,
            broken: LAWS.into_iter().zip(holds).filter(|law| !law.1).map(|law| law.0).collect(),
            compared: self.tally.compared,
            mismatches: self.tally.mismatches,
            first: self.tally.first,
            seconds: 0.0,
        }
    }
}

/// Counters by their numbers, as the registers have them.
fn counts(read: &ReadOut) -> [u32; Counter::COUNT] {
    let mut counts = [0; Counter::COUNT];
    for &(offset, word) in &read.registers {
        let found = regs::at(offset).and_then(|(register, index)| Counter::of(register, index));
        if let Some(counter) = found {
            counts[counter] = word;
        }
    }
    counts
}
