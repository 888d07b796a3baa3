//! Golden model of the phase tracker (docs/reference/phase.md).
mod host;

use crate::spec::lfsr;
use crate::spec::phase::record::{IntervalRecord, Retired};
use crate::spec::phase::{BUCKETS, Build, CHANGES, Config, FOOTPRINT_BITS, MAX_LEN, bucket, shift};

/// A footprint: how an interval's instructions spread over the buckets, element by element.
pub type Footprint = [u8; BUCKETS];

/// A footprint that stands for a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The footprint.
    pub footprint: Footprint,
    /// Number of the phase.
    pub id: u16,
    /// The last interval that matched it.
    pub last_use: u32,
}

/// An entry of the table of changes: what came after so many intervals of a phase, the last time that it ended so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// Number of the phase.
    pub id: u16,
    /// Consecutive intervals of it.
    pub run: u8,
    /// The phase that followed.
    pub next: u16,
}

/// An entry of the phase table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Number of the phase.
    pub id: u16,
    /// Intervals of it since it entered the table; stays at its largest value.
    pub seen: u16,
    /// One of them was sampled.
    pub sampled: bool,
}

/// Counters of a tracker, modulo `2^32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Statistics {
    /// Intervals that have ended.
    pub intervals: u32,
    /// Those whose phase was predicted.
    pub predicted: u32,
    /// Those that are the sample of their phase.
    pub sampled: u32,
    /// Those that were sampled in vain.
    pub discarded: u32,
}

/// Follows the phases of a program.
///
/// ```
/// # use treetap::{model::phase::Phase, spec::phase::{Config, record::Retired}};
/// let mut phase = Phase::new(Config::of(512, 20));
/// let branch = Retired { pc: 0x8000_0040, control: true, trap: false };
/// let ends: Vec<_> = (0..2000).filter_map(|_| phase.step(&branch)).map(|end| (end.id, end.new)).collect();
/// assert_eq!(ends, [(1, true), (1, false), (1, false)]);
/// ```
#[derive(Clone, Debug)]
pub struct Phase {
    build: Build,
    config: Config,
    tracking: bool,
    /// Instructions since the last change of control.
    run: u32,
    accumulators: [u32; BUCKETS],
    /// Instructions of the interval that goes on, and how many it has in all.
    counted: u32,
    len: u32,
    sampling: bool,
    closed: [u32; BUCKETS],
    footprint: Footprint,
    signatures: Vec<Option<Signature>>,
    given: u16,
    current: u16,
    repeats: u8,
    prediction: u16,
    changes: [Option<Change>; CHANGES],
    table: Vec<Option<Entry>>,
    lfsr: u32,
    statistics: Statistics,
    status: u32,
    switches: u32,
}

/// Place of a key in the table of changes (P7).
pub const fn place(id: u16, run: u8) -> usize {
    (id ^ run as u16 ^ (run as u16 >> 5)) as usize % CHANGES
}

fn distance(a: &Footprint, b: &Footprint) -> u16 {
    a.iter().zip(b).map(|(a, b)| u16::from(a.abs_diff(*b))).sum()
}

impl Phase {
    /// A tracker of the paper's size that has seen nothing and tracks.
    pub fn new(config: Config) -> Self {
        Self::sized(Build::PAPER, config)
    }

    /// A tracker of any size that has seen nothing and tracks.
    ///
    /// # Panics
    /// When the registers cannot hold the configuration.
    pub fn sized(build: Build, config: Config) -> Self {
        let mut phase = Self::reset(build);
        phase.configure(config);
        phase.seed(config.seed);
        phase.track(true);
        phase
    }

    /// The state after a reset of the hardware: nothing is tracked.
    pub fn reset(build: Build) -> Self {
        Self {
            build,
            config: Config { auto: false, ..Config::default() },
            tracking: false,
            run: 0,
            accumulators: [0; BUCKETS],
            counted: 0,
            len: 0,
            sampling: false,
            closed: [0; BUCKETS],
            footprint: [0; BUCKETS],
            signatures: vec![None; build.signatures as usize],
            given: 0,
            current: 0,
            repeats: 0,
            prediction: 0,
            changes: [None; CHANGES],
            table: vec![None; build.phases as usize],
            lfsr: 1,
            statistics: Statistics::default(),
            status: 0,
            switches: 0,
        }
    }

    /// Forgets everything but the configuration, the state of the random generator and the status (P10).
    pub fn clear(&mut self) {
        let fresh = Self::reset(self.build);
        let Self { config, tracking, lfsr, status, switches, .. } = *self;
        *self = Self { config, tracking, lfsr, status, switches, ..fresh };
    }

    /// The registers are written; the random generator goes on.
    ///
    /// # Panics
    /// When the registers cannot hold the configuration.
    pub fn configure(&mut self, config: Config) {
        if let Err(refused) = config.check() {
            panic!("{refused}");
        }
        self.config = config;
    }

    /// The random generator goes on from here; 0 counts as 1.
    pub fn seed(&mut self, seed: u32) {
        self.lfsr = seed.max(1);
    }

    /// Whether instructions are counted.
    pub fn track(&mut self, on: bool) {
        self.tracking = on;
    }

    /// A host arms the interval that goes on, or takes that back (P9).
    pub fn arm(&mut self, on: bool) {
        self.sampling = on;
    }

    /// A retirement; what is known of the interval that ends with it, if one does (P2, P3).
    pub fn step(&mut self, retired: &Retired) -> Option<IntervalRecord> {
        if retired.trap || !self.tracking {
            return None;
        }
        if self.counted == 0 {
            self.len = self.config.len;
        }
        self.run = (self.run + 1).min(MAX_LEN);
        if retired.control {
            let sum = &mut self.accumulators[bucket(retired.pc)];
            *sum = (*sum + self.run).min(MAX_LEN);
            self.run = 0;
        }
        self.counted += 1;
        (self.counted == self.len).then(|| self.end())
    }

    /// An interval ends that somebody else has counted: its buckets, as [`Phase::closed`] has them.
    pub fn close(&mut self, buckets: [u32; BUCKETS]) -> IntervalRecord {
        self.accumulators = buckets;
        self.len = self.config.len;
        self.end()
    }

    /// The interval ends.
    fn end(&mut self) -> IntervalRecord {
        self.counted = 0;
        let armed = std::mem::take(&mut self.sampling);
        self.closed = std::mem::take(&mut self.accumulators);
        let by = shift(self.len);
        self.footprint = self.closed.map(|sum| (sum >> by).min((1 << FOOTPRINT_BITS) - 1) as u8);
        let interval = self.statistics.intervals;
        let (id, distance) = self.classify(interval);
        self.statistics.predicted = self.statistics.predicted.wrapping_add((self.prediction == id).into());
        self.learn(id);
        let entry = self.enter(id);
        let (sampled, discarded) = (armed && !entry.sampled, armed && entry.sampled);
        entry.sampled |= armed;
        self.statistics.sampled = self.statistics.sampled.wrapping_add(sampled.into());
        self.statistics.discarded = self.statistics.discarded.wrapping_add(discarded.into());
        self.current = id;
        self.prediction = self.next().filter(|_| !self.config.last_value).unwrap_or(id);
        self.sampling = self.config.auto && self.wanted(self.prediction);
        self.statistics.intervals = interval.wrapping_add(1);
        self.raise("INTERVAL");
        let new = distance.is_none();
        IntervalRecord { interval, id, new, distance, predicted: self.prediction, sampled, discarded }
    }

    /// The phase of the footprint, and its distance from the signature that matched (P5, P6).
    fn classify(&mut self, interval: u32) -> (u16, Option<u16>) {
        let Config { thr, best, update, .. } = self.config;
        let known = self.signatures.iter().enumerate();
        let near = known.filter_map(|(at, signature)| {
            let apart = distance(&self.footprint, &signature.as_ref()?.footprint);
            (apart < thr).then_some((apart, at))
        });
        let matched = if best { near.min() } else { { near }.next() };
        if let Some((apart, at)) = matched {
            let signature = self.signatures[at].as_mut().expect("it has a distance");
            signature.last_use = interval;
            if update {
                signature.footprint = self.footprint;
            }
            return (signature.id, Some(apart));
        }
        // An option is less than any use, so that free places come first, and the first one of them.
        let oldest =
            self.signatures.iter().enumerate().min_by_key(|(_, signature)| signature.map(|some| some.last_use));
        let (at, _) = oldest.expect("there are signatures");
        if self.given == u16::MAX {
            self.raise("ID_SAT");
        }
        self.given = self.given.saturating_add(1);
        let (footprint, id) = (self.footprint, self.given);
        self.signatures[at] = Some(Signature { footprint, id, last_use: interval });
        (id, None)
    }

    /// What the change of phase, or that there is none, says about the phase before (P7).
    fn learn(&mut self, id: u16) {
        let (before, run) = (self.current, self.repeats);
        self.repeats = 1;
        if before == 0 {
            return;
        }
        let slot = &mut self.changes[place(before, run)];
        if id != before {
            *slot = Some(Change { id: before, run, next: id });
        } else {
            *slot = slot.filter(|change| (change.id, change.run) != (before, run));
            self.repeats = run.saturating_add(1);
        }
    }

    /// What the table of changes has for the current phase and run (P7).
    pub fn next(&self) -> Option<u16> {
        let slot = self.changes[place(self.current, self.repeats)]?;
        ((slot.id, slot.run) == (self.current, self.repeats)).then_some(slot.next)
    }

    /// The entry of a phase, which has one interval more (P8).
    fn enter(&mut self, id: u16) -> &mut Entry {
        let known = self.table.iter().position(|entry| entry.is_some_and(|entry| entry.id == id));
        let at = known.or_else(|| self.table.iter().position(Option::is_none)).unwrap_or_else(|| {
            self.lfsr = lfsr::step(self.lfsr);
            ((self.lfsr as usize & 0xffff) * self.table.len()) >> 16
        });
        let before = self.table[at].filter(|_| known.is_some());
        let Entry { seen, sampled, .. } = before.unwrap_or(Entry { id, seen: 0, sampled: false });
        self.table[at].insert(Entry { id, seen: seen.saturating_add(1), sampled })
    }

    /// Whether the next interval is to be sampled if it belongs to the phase (P9).
    fn wanted(&self, id: u16) -> bool {
        let entry = self.table.iter().flatten().find(|entry| entry.id == id);
        entry.is_some_and(|entry| !entry.sampled && u32::from(entry.seen) + 1 >= self.config.k.into())
    }

    /// The interval that goes on is sampled.
    pub const fn sampling(&self) -> bool {
        self.sampling
    }

    /// Whether instructions are counted.
    pub const fn tracks(&self) -> bool {
        self.tracking
    }

    /// What is built.
    pub const fn build(&self) -> Build {
        self.build
    }

    /// What the host has decided.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// The footprint of the interval that ended last.
    pub const fn footprint(&self) -> &Footprint {
        &self.footprint
    }

    /// The buckets of the interval that ended last, before they became its footprint.
    pub const fn closed(&self) -> &[u32; BUCKETS] {
        &self.closed
    }

    /// The buckets of the interval that goes on.
    pub const fn accumulators(&self) -> &[u32; BUCKETS] {
        &self.accumulators
    }

    /// Instructions since the last change of control, which no bucket has yet.
    pub const fn run(&self) -> u32 {
        self.run
    }

    /// Instructions of the interval that goes on.
    pub const fn counted(&self) -> u32 {
        self.counted
    }

    /// The signatures, place by place.
    pub fn signatures(&self) -> &[Option<Signature>] {
        &self.signatures
    }

    /// The table of changes, place by place.
    pub const fn changes(&self) -> &[Option<Change>; CHANGES] {
        &self.changes
    }

    /// The phase table, place by place.
    pub fn table(&self) -> &[Option<Entry>] {
        &self.table
    }

    /// Phase of the last interval, 0 before the first.
    pub const fn current(&self) -> u16 {
        self.current
    }

    /// How many intervals in a row belong to the current phase; stays at its largest number.
    pub const fn repeats(&self) -> u8 {
        self.repeats
    }

    /// Phase that is predicted for the interval that goes on, 0 before the first prediction.
    pub const fn prediction(&self) -> u16 {
        self.prediction
    }

    /// Phases that were given a number, at most 65535.
    pub const fn phases(&self) -> u16 {
        self.given
    }

    /// State of the random generator.
    pub const fn random(&self) -> u32 {
        self.lfsr
    }

    /// The counters.
    pub const fn statistics(&self) -> Statistics {
        self.statistics
    }
}
