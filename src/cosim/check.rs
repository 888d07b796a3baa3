//! The golden model beside the hardware: takes what the testbench recorded and compares it, batch by batch.
use super::library::{Outcome, Record, Sample, Stats};
use super::report::Fault;
use crate::model::profile::Profile;
use crate::model::profiler::Profiler;
use crate::spec::event::{Command, Event};
use crate::spec::rap::{Config, Error};
use std::collections::VecDeque;

/// Words of a dump before the nodes.
const HEADER: [&str; 6] = ["n", "T", "lost", "live", "creates", "collapses"];
/// Words per node.
const NODE_WORDS: usize = 2;
/// Width of `own` in the second word of a node.
const OWN_BITS: u32 = 48;
const OWN_MASK: u64 = (1 << OWN_BITS) - 1;

/// Index of the last word of a dump, its checksum.
fn model_last(profile: &Profile) -> usize {
    HEADER.len() + NODE_WORDS * profile.tree.len()
}

/// The longest dump of `nodes` nodes, in words: header, nodes, checksum.
pub const fn dump_words_max(nodes: u32) -> u64 {
    HEADER.len() as u64 + NODE_WORDS as u64 * nodes as u64 + 1
}

/// The model, at a position of the event stream, and what the comparison has counted.
#[derive(Debug)]
pub struct Checker {
    profiler: Profiler,
    /// Events taken so far.
    position: u64,
    /// Distance of samples, in events that entered the tree; 0 = none are expected.
    sample_every: u64,
    /// What the model had at samples that the hardware, which lags behind, has not taken yet.
    ahead: VecDeque<Ahead>,
    /// Sum of the weights offered since the last reset.
    offered: u64,
    /// What earlier resets have wiped out of the model's counters.
    before: Counts,
    /// What the run added up to.
    pub found: Counts,
    /// Words and port values compared.
    pub compared: u64,
    /// Conservation laws checked.
    pub laws: u64,
    /// Differences.
    pub mismatches: u64,
    /// The first difference.
    pub fault: Option<Fault>,
}

/// The model at a sample.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    emitted: u64,
    position: u64,
    stats: Stats,
}

/// Counters that go on across resets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Events that entered the tree.
    pub emitted: u64,
    /// Nodes created.
    pub creates: u64,
    /// Collapses.
    pub collapses: u64,
    /// Events of weight 0.
    pub zero_weight: u64,
    /// Snapshots answered.
    pub snapshots: u64,
    /// Resetting commands.
    pub resets: u64,
}

impl Checker {
    /// A model in its reset state. The testbench takes a sample after every `sample_every` finished events.
    ///
    /// # Errors
    /// An illegal configuration.
    pub fn new(config: Config, sample_every: u64) -> Result<Self, Error> {
        Ok(Self {
            profiler: Profiler::new(config)?,
            position: 0,
            sample_every,
            ahead: VecDeque::new(),
            offered: 0,
            before: Counts::default(),
            found: Counts::default(),
            compared: 0,
            laws: 0,
            mismatches: 0,
            fault: None,
        })
    }

    /// Events taken so far.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// The configuration ports were changed: they count from the next resetting command on.
    ///
    /// # Errors
    /// An illegal configuration.
    pub fn configure(&mut self, config: Config) -> Result<(), Error> {
        self.profiler.configure(config)
    }

    /// Runs the model over a batch and compares what the testbench recorded during it. Positions count from the checker's first event.
    /// Returns whether all is well; the batch after a difference is not worth looking at.
    pub fn batch(&mut self, events: &[Event], outcome: &Outcome) -> bool {
        let start = self.position;
        for record in &outcome.records {
            let taken = (record.position.saturating_sub(start) as usize).min(events.len());
            let from = (self.position - start) as usize;
            self.take(&events[from.min(taken)..taken]);
            self.command(record, outcome);
            if self.fault.is_some() {
                return false;
            }
        }
        if let Some(broken) = &outcome.broken {
            self.differ(Fault::broken(self.position, broken));
            return false;
        }
        let from = (self.position - start) as usize;
        self.take(&events[from..]);
        for sample in &outcome.samples {
            self.sample(sample);
        }
        self.fault.is_none()
    }

    /// Compares the number of events the engine has finished, once everything is answered.
    pub fn finish(&mut self, emitted: u64) {
        self.compare(self.position, "emitted", emitted, self.emitted());
        self.found = self.counts();
    }

    fn emitted(&self) -> u64 {
        self.before.emitted + self.profiler.emitted()
    }

    fn counts(&self) -> Counts {
        let (tree, before) = (self.profiler.rap(), self.before);
        Counts {
            emitted: self.emitted(),
            creates: before.creates + u64::from(tree.creates()),
            collapses: before.collapses + u64::from(tree.collapses()),
            zero_weight: before.zero_weight + u64::from(self.profiler.zero_weight()),
            snapshots: before.snapshots,
            resets: before.resets,
        }
    }

    fn take(&mut self, events: &[Event]) {
        for event in events {
            let emitted = self.profiler.emitted();
            self.profiler.add(*event);
            self.offered += u64::from(event.weight);
            self.position += 1;
            if self.sample_every != 0 && emitted != self.profiler.emitted() && self.emitted() % self.sample_every == 0 {
                let ahead = Ahead { emitted: self.emitted(), position: self.position, stats: self.stats() };
                self.ahead.push_back(ahead);
            }
        }
    }

    /// Compares one sample. Events that a flush sent have none of the model: the dump behind them is compared instead.
    fn sample(&mut self, sample: &Sample) {
        while self.ahead.pop_front_if(|ahead| ahead.emitted < sample.emitted).is_some() {}
        if let Some(ahead) = self.ahead.pop_front_if(|ahead| ahead.emitted == sample.emitted) {
            // Events of weight 0 are counted at the input, ahead of the engine.
            let rtl = Stats { zero_weight: ahead.stats.zero_weight, ..sample.stats };
            self.ports(ahead.position, &rtl, &ahead.stats);
        }
    }

    /// What the statistics ports should show.
    fn stats(&self) -> Stats {
        let tree = self.profiler.rap();
        let half = 1 << (self.profiler.config().count_bits - 1);
        Stats {
            n: tree.n(),
            t: tree.t(),
            lost: tree.lost(),
            live: tree.live().into(),
            creates: tree.creates().into(),
            collapses: tree.collapses().into(),
            zero_weight: self.profiler.zero_weight().into(),
            lost_flag: (tree.lost() > 0).into(),
            near_full: (tree.n() >= half).into(),
        }
    }

    fn command(&mut self, record: &Record, outcome: &Outcome) {
        let command = Command::ALL.into_iter().find(|c| *c as u64 == record.op).expect("the testbench echoes our commands");
        let last = command.dumps().then(|| self.profiler.command(Command::Snapshot)).flatten();
        if let Some(profile) = last {
            self.before.snapshots += 1;
            let stats = self.stats();
            self.ports(self.position, &record.stats, &stats);
            let first = record.first_word as usize;
            let words = &outcome.words[first.min(outcome.words.len())..];
            self.dump(&words[..(record.words as usize).min(words.len())], &profile);
        }
        if command.resets() {
            self.before = self.counts();
            self.before.resets += 1;
            self.profiler.command(Command::Reset);
            self.offered = 0;
        }
    }

    fn ports(&mut self, at: u64, rtl: &Stats, model: &Stats) {
        for (field, rtl, model) in [
            ("stat_n", rtl.n, model.n),
            ("stat_t", rtl.t, model.t),
            ("stat_lost", rtl.lost, model.lost),
            ("stat_live", rtl.live, model.live),
            ("stat_creates", rtl.creates, model.creates),
            ("stat_collapses", rtl.collapses, model.collapses),
            ("stat_zero_weight", rtl.zero_weight, model.zero_weight),
            ("stat_lost_flag", rtl.lost_flag, model.lost_flag),
            ("stat_near_full", rtl.near_full, model.near_full),
        ] {
            self.compare(at, field, rtl, model);
        }
    }

    fn dump(&mut self, rtl: &[u64], profile: &Profile) {
        let at = self.position;
        let model = profile.to_words();
        self.compare(at, "words", rtl.len() as u64, model.len() as u64);
        self.compared += model.len() as u64;
        for (i, (&rtl, &model)) in rtl.iter().zip(&model).enumerate().filter(|(_, (rtl, model))| rtl != model) {
            if let Some(field) = HEADER.get(i) {
                self.differ(Fault::new(at, *field, rtl, model));
            } else if i == model_last(profile) {
                self.differ(Fault::new(at, "crc", rtl, model));
            } else {
                let node = (i - HEADER.len()) / NODE_WORDS;
                let (part, shift, mask) = match (i - HEADER.len()) % NODE_WORDS {
                    0 => ("prefix", 0, u64::MAX),
                    _ if rtl >> OWN_BITS != model >> OWN_BITS => ("level", OWN_BITS, u64::MAX),
                    _ => ("own", 0, OWN_MASK),
                };
                self.differ(Fault::new(at, format!("node[{node}].{part}"), rtl >> shift & mask, model >> shift & mask));
            }
        }
        self.laws(at, rtl, self.profiler.config().count_max());
    }

    /// Conservation laws of a dump: they hold for the hardware's own words, whatever the model says.
    fn laws(&mut self, at: u64, rtl: &[u64], count_max: u64) {
        if rtl.len() <= HEADER.len() {
            return;
        }
        let nodes = &rtl[HEADER.len()..rtl.len() - 1];
        let own: u64 = nodes.chunks_exact(NODE_WORDS).fold(0, |sum, node| sum.wrapping_add(node[1] & OWN_MASK));
        let (n, lost, live) = (rtl[0], rtl[2], rtl[3]);
        self.laws += 2;
        self.compare(at, "law.sum_own", own, n);
        self.compare(at, "law.live", live, (nodes.len() / NODE_WORDS) as u64);
        if lost < count_max {
            self.laws += 1;
            self.compare(at, "law.offered_weight", n.wrapping_add(lost), self.offered);
        }
    }

    fn compare(&mut self, at: u64, field: &str, rtl: u64, model: u64) {
        self.compared += 1;
        if rtl != model {
            self.differ(Fault::new(at, field, rtl, model));
        }
    }

    fn differ(&mut self, fault: Fault) {
        self.mismatches += 1;
        self.fault.get_or_insert(fault);
    }
}
