//! Golden model of the hotlist sampler (docs/reference/hotlist.md).
mod host;
mod shadows;
mod table;
mod trigger;

use crate::model::sample_buffer::sample;
use crate::spec::hotlist::regs::Counter;
use crate::spec::hotlist::tuple::{Key, Kind, RawRecord};
use crate::spec::hotlist::{Build, Config};
use crate::spec::retire::Record;
pub use shadows::Shadows;
use std::collections::VecDeque;
pub use table::{Entry, Outcome, Table};
pub use trigger::{Step, Trigger};

/// What an instruction inside a burst gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuple {
    /// What the table would count.
    pub key: Key,
    /// What the raw stream would carry.
    pub raw: RawRecord,
    /// What the table did with it; `None` when it was not offered, or found the queue full.
    pub outcome: Option<Outcome>,
}

/// Which of the queues have room for a tuple: what hardware decides by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The queue before the table.
    pub queue: bool,
    /// The raw stream.
    pub raw: bool,
}

impl Room {
    /// Room in both.
    pub const ALL: Self = Self { queue: true, raw: true };
}

/// Samples bursts of retirements and keeps the values that come most often.
///
/// ```
/// # use treetap::{model::hotlist::Hotlist, model::tap::Tap, spec::{core::Core, retire::Rvfi, tap::preset}};
/// # use treetap::spec::hotlist::{Build, Config, VARIANTS};
/// let build = Build::of(&VARIANTS[0]);
/// let mut hotlist = Hotlist::new(build, Config { period: 10, jitter: 3, ..Config::values() });
/// let mut tap = Tap::new(preset(Core::Ibex).config);
/// for at in 0..1000 {
///     // addi a0, a0, 1 at one place, with two results
///     let rvfi = Rvfi { insn: 0x0015_0513, pc: 0x80, next_pc: 0x80, rd: at % 4 / 3, ..Rvfi::default() };
///     tap.push(&rvfi).into_iter().for_each(|record| drop(hotlist.retire(&record)));
/// }
/// let counts: Vec<(u32, u32)> = hotlist.table().entries().map(|entry| (entry.key.value, entry.count)).collect();
/// assert_eq!(counts.len(), 2);
/// assert!(counts[0].1 > 2 * counts[1].1 || counts[1].1 > 2 * counts[0].1);
/// ```
#[derive(Clone, Debug)]
pub struct Hotlist {
    build: Build,
    config: Config,
    enabled: bool,
    trigger: Trigger,
    shadows: Shadows,
    table: Table,
    raw: VecDeque<u32>,
    counts: [u32; Counter::COUNT],
    index: u16,
    violations: u16,
}

impl Hotlist {
    /// A sampler that has seen nothing and samples.
    ///
    /// # Panics
    /// When the registers cannot hold the configuration as it is.
    pub fn new(build: Build, config: Config) -> Self {
        config.check().expect("a configuration that fits");
        let mut hotlist = Self::reset(build);
        hotlist.configure(config);
        hotlist.enable(true);
        hotlist
    }

    /// The state after a reset of the hardware: nothing is sampled.
    pub fn reset(build: Build) -> Self {
        let mut hotlist = Self {
            build,
            config: Config::default(),
            enabled: false,
            trigger: Trigger::default(),
            shadows: Shadows::default(),
            table: Table::new(build.entries as usize, Config::default().scheme),
            raw: VecDeque::new(),
            counts: [0; Counter::COUNT],
            index: 0,
            violations: 0,
        };
        hotlist.configure(Config::default());
        hotlist
    }

    fn configure(&mut self, config: Config) {
        self.config = config;
        self.config.format.0 &= self.build.format_mask();
        self.table.sample_by(config.scheme);
    }

    /// Begins to sample, with a new period, or ends (V3).
    fn enable(&mut self, on: bool) {
        if on && !self.enabled {
            self.trigger.start(&self.config);
        }
        self.enabled = on;
    }

    fn count(&mut self, counter: Counter, by: bool) {
        let count = &mut self.counts[counter as usize];
        *count = count.wrapping_add(by.into());
    }

    /// A retirement; every tuple finds room.
    pub fn retire(&mut self, record: &Record) -> Option<Tuple> {
        self.retire_with(record, Room::ALL)
    }

    /// A retirement whose tuple, if it gives one, finds room where `room` says so.
    pub fn retire_with(&mut self, record: &Record, room: Room) -> Option<Tuple> {
        self.retire_asking(record, || room)
    }

    /// A retirement whose tuple finds room where `room` says so, which is asked only if there is a tuple.
    pub fn retire_asking(&mut self, record: &Record, room: impl FnOnce() -> Room) -> Option<Tuple> {
        let tuple = if self.enabled { self.sample(record, room) } else { None };
        self.shadows.retire(record, self.build.xlen);
        tuple
    }

    fn sample(&mut self, record: &Record, room: impl FnOnce() -> Room) -> Option<Tuple> {
        let step = self.trigger.step(&self.config, !record.trap);
        self.count(Counter::Retired, true);
        self.count(Counter::Trig, step.begins);
        self.count(Counter::Abort, step.aborts);
        self.count(Counter::Captured, step.captured.is_some());
        let position = step.captured?;
        let value = self.value(record)?;
        let key = Key { pct: (record.pc >> 1) as u32, value };
        let room = room();
        let raw = RawRecord { sample: sample(self.config.format, record), position };
        if self.config.mode.raw() {
            self.count(Counter::Raws, true);
            self.count(Counter::Rawdrop, !room.raw);
            if room.raw {
                self.raw.extend(raw.words(self.config.format));
            }
        }
        let mut outcome = None;
        if self.config.mode.hot() {
            self.count(Counter::Tuples, true);
            self.count(Counter::Qdrop, !room.queue);
            outcome = room.queue.then(|| self.table.arrive(key));
        }
        Some(Tuple { key, raw, outcome })
    }

    /// What the tuple of a retirement holds (V5); `None` when there is none.
    fn value(&self, record: &Record) -> Option<u32> {
        Some(match self.config.kinds[record.class as usize] {
            Kind::None => return None,
            Kind::Val => record.val as u32,
            Kind::Addr => record.addr as u32,
            Kind::Lat => record.lat.into(),
            Kind::Ra => self.shadows.ra(),
            Kind::Caller => self.shadows.caller(),
            Kind::Npct => (record.npc >> 1) as u32,
            Kind::Insn => record.insn,
        })
    }

    /// The oldest word of the raw stream leaves.
    pub fn pop(&mut self) -> Option<u32> {
        self.raw.pop_front()
    }

    /// Words of the raw stream.
    pub fn granules(&self) -> usize {
        self.raw.len()
    }

    /// The table.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// What is built.
    pub const fn build(&self) -> &Build {
        &self.build
    }

    /// What a host decided.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// A counter, modulo `2^32`.
    pub const fn counter(&self, counter: Counter) -> u32 {
        let outcomes = self.table.outcomes();
        match counter {
            Counter::Seen => outcomes.seen,
            Counter::Rej => outcomes.rejected,
            Counter::Frej => outcomes.frozen,
            Counter::Raises => outcomes.raises,
            other => self.counts[other as usize],
        }
    }
}
