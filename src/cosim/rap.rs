//! The `rap` unit: dumps, statistics and conservation laws against [`crate::model::rap::Top`].
use super::library::{Broken, Outcome, Record, Sample, Stats, Totals, Waits};
use super::report::{Check, Fault, Findings};
use super::stalls::{self, Judge};
use crate::model::profile::Profile;
use crate::model::rap::Top;
use crate::spec::event::{Command, Event};
use crate::spec::rap::{
    Config, DUMP_HEADER_WORDS, DUMP_OWN_BITS, DUMP_OWN_MAX, Demand, Engine, Error, Preset, Service,
};
use std::collections::VecDeque;

/// Words of a dump before the nodes.
const HEADER: [&str; DUMP_HEADER_WORDS] = ["n", "T", "lost", "live", "creates", "over"];
/// Words per node.
const NODE_WORDS: usize = 2;

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
    top: Top,
    /// Events taken so far.
    position: u64,
    /// Distance of samples, in events that entered the tree; 0 = none are expected.
    sample_every: u64,
    /// What the model had at samples that the hardware, which lags behind, has not taken yet.
    ahead: VecDeque<Ahead>,
    /// What events ask for that the hardware has not finished yet.
    asked: VecDeque<Asked>,
    engine: Engine,
    judge: Judge,
    /// Sum of the weights offered since the last reset.
    offered: u64,
    /// What the run added up to, without what the model has counted since its last reset.
    findings: Findings,
}

/// The model at a sample.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    emitted: u64,
    position: u64,
    stats: Stats,
}

/// What an event that entered the tree asks an engine for.
#[derive(Clone, Copy, Debug)]
struct Asked {
    emitted: u64,
    position: u64,
    /// Nothing of an event that is lost.
    demand: Option<Demand>,
    /// What the engine takes with the configuration in force.
    service: Service,
}

impl Checker {
    /// A model in its reset state, for a design of `preset` set up with `config`. The testbench takes a sample after
    /// every `sample_every` finished events.
    ///
    /// # Errors
    /// An illegal configuration.
    pub fn new(preset: &Preset, config: Config, sample_every: u64) -> Result<Self, Error> {
        let mut top = Top::new(config)?;
        top.measure(Service::of(preset.engine, &config));
        Ok(Self {
            top,
            position: 0,
            sample_every,
            ahead: VecDeque::new(),
            asked: VecDeque::new(),
            engine: preset.engine,
            judge: Judge::new(preset),
            offered: 0,
            findings: Findings::default(),
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
        self.top.configure(config)
    }

    fn emitted(&self) -> u64 {
        self.findings.emitted + self.top.emitted()
    }

    /// Adds what the model has counted since its last reset.
    fn add_counts(&mut self) {
        let tree = self.top.rap();
        self.findings.emitted += self.top.emitted();
        self.findings.creates += u64::from(tree.creates());
        // What was made and does not live any more.
        self.findings.absorbed += u64::from(tree.creates()) + 1 - u64::from(tree.live());
        self.findings.rounds += u64::from(tree.rounds());
        self.findings.over += tree.over();
        self.findings.zero_weight += u64::from(self.top.zero_weight());
    }

    fn take(&mut self, events: &[Event]) {
        for event in events {
            let (emitted, n) = (self.top.emitted(), self.top.rap().n());
            self.top.add(*event);
            self.offered += u64::from(event.weight);
            self.position += 1;
            if emitted == self.top.emitted() {
                continue;
            }
            let tree = self.top.rap();
            let demand = (tree.n() != n).then(|| tree.last_demand());
            let (emitted, position) = (self.emitted(), self.position);
            let service = Service::of(self.engine, &self.top.config());
            self.asked.push_back(Asked { emitted, position, demand, service });
            if self.sample_every != 0 && self.emitted().is_multiple_of(self.sample_every) {
                let ahead = Ahead { emitted: self.emitted(), position: self.position, stats: self.stats() };
                self.ahead.push_back(ahead);
            }
        }
    }

    /// Compares one sample. Events that a flush sent have none of the model: the dump after them is compared instead.
    fn sample(&mut self, sample: &Sample) {
        while self.ahead.front().is_some_and(|ahead| ahead.emitted < sample.emitted) {
            self.ahead.pop_front();
        }
        if let Some(ahead) = self.ahead.front().copied().filter(|ahead| ahead.emitted == sample.emitted) {
            // Events of weight 0 are counted at the input, ahead of the engine.
            let rtl = Stats { zero_weight: ahead.stats.zero_weight, ..sample.stats };
            self.ports(ahead.position, &rtl, &ahead.stats);
        }
    }

    /// Compares what an event waited for with what it asks for. Events that a flush sent wait for the command.
    fn waits(&mut self, waits: &Waits) {
        while self.asked.front().is_some_and(|asked| asked.emitted < waits.emitted) {
            self.asked.pop_front();
        }
        let Some(asked) = self.asked.front().copied().filter(|asked| asked.emitted == waits.emitted) else {
            return;
        };
        self.findings.compared += 1;
        if let Some((reason, said, fits)) = self.judge.judge(&asked.service, asked.demand, waits) {
            let note = format!("cycles of `{}` of event {} of the engine", reason.name(), waits.emitted);
            let fault = Fault::new(asked.position, "stat_stall", said, fits);
            self.findings.differ(Fault { note: Some(note), ..fault });
        }
    }

    /// What the statistics ports should show.
    fn stats(&self) -> Stats {
        let tree = self.top.rap();
        let half = 1 << (self.top.config().count_bits - 1);
        Stats {
            n: tree.n(),
            t: tree.t(),
            lost: tree.lost(),
            live: tree.live().into(),
            creates: tree.creates().into(),
            over: tree.over(),
            zero_weight: self.top.zero_weight().into(),
            lost_flag: (tree.lost() > 0).into(),
            near_full: (tree.n() >= half).into(),
        }
    }

    fn command(&mut self, record: &Record, outcome: &Outcome) {
        let command = record.command();
        let last = command.dumps().then(|| self.top.command(Command::Snapshot)).flatten();
        if let Some(profile) = last {
            self.findings.snapshots += 1;
            let stats = self.stats();
            self.ports(self.position, &record.stats, &stats);
            let first = record.first_word as usize;
            let words = &outcome.words[first.min(outcome.words.len())..];
            self.dump(&words[..(record.words as usize).min(words.len())], &profile);
        }
        if command.resets() {
            self.add_counts();
            self.findings.resets += 1;
            self.top.command(Command::Reset);
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
            ("stat_over", rtl.over, model.over),
            ("stat_zero_weight", rtl.zero_weight, model.zero_weight),
            ("stat_lost_flag", rtl.lost_flag, model.lost_flag),
            ("stat_near_full", rtl.near_full, model.near_full),
        ] {
            self.findings.compare(at, field, rtl, model);
        }
    }

    fn dump(&mut self, rtl: &[u64], profile: &Profile) {
        let at = self.position;
        let model = profile.to_words();
        self.findings.compare(at, "words", rtl.len() as u64, model.len() as u64);
        self.findings.compared += model.len() as u64;
        for (i, (&rtl, &model)) in rtl.iter().zip(&model).enumerate().filter(|(_, (rtl, model))| rtl != model) {
            if let Some(field) = HEADER.get(i) {
                self.findings.differ(Fault::new(at, *field, rtl, model));
            } else if i == model_last(profile) {
                self.findings.differ(Fault::new(at, "crc", rtl, model));
            } else {
                let node = (i - HEADER.len()) / NODE_WORDS;
                let (part, shift, mask) = match (i - HEADER.len()) % NODE_WORDS {
                    0 => ("prefix", 0, u64::MAX),
                    _ if rtl >> DUMP_OWN_BITS != model >> DUMP_OWN_BITS => ("level", DUMP_OWN_BITS, u64::MAX),
                    _ => ("own", 0, DUMP_OWN_MAX),
                };
                self.findings.differ(Fault::new(
                    at,
                    format!("node[{node}].{part}"),
                    rtl >> shift & mask,
                    model >> shift & mask,
                ));
            }
        }
        self.laws(at, rtl, self.top.config().count_max());
    }

    /// Conservation laws of a dump: they hold for the hardware's own words, whatever the model says.
    fn laws(&mut self, at: u64, rtl: &[u64], count_max: u64) {
        if rtl.len() <= HEADER.len() {
            return;
        }
        let nodes = &rtl[HEADER.len()..rtl.len() - 1];
        let own: u64 = nodes.chunks_exact(NODE_WORDS).fold(0, |sum, node| sum.wrapping_add(node[1] & DUMP_OWN_MAX));
        let (n, lost, live) = (rtl[0], rtl[2], rtl[3]);
        self.findings.laws += 2;
        self.findings.compare(at, "law.sum_own", own, n);
        self.findings.compare(at, "law.live", live, (nodes.len() / NODE_WORDS) as u64);
        if lost < count_max {
            self.findings.laws += 1;
            self.findings.compare(at, "law.offered_weight", n.wrapping_add(lost), self.offered);
        }
    }
}

impl Check for Checker {
    fn batch(&mut self, events: &[Event], outcome: &Outcome) -> bool {
        let start = self.position;
        // What a design said until it ended the simulation is cut off anywhere.
        if let Some(broken @ Broken::Ended(_)) = &outcome.broken {
            self.findings.differ(Fault::broken(start + outcome.accepted, broken));
            return false;
        }
        for record in &outcome.records {
            let taken = (record.position.saturating_sub(start) as usize).min(events.len());
            let from = (self.position - start) as usize;
            self.take(&events[from.min(taken)..taken]);
            self.command(record, outcome);
            if self.findings.fault.is_some() {
                return false;
            }
        }
        if let Some(broken) = &outcome.broken {
            self.findings.differ(Fault::broken(start + outcome.accepted, broken));
            return false;
        }
        let from = (self.position - start) as usize;
        self.take(&events[from..]);
        for sample in &outcome.samples {
            self.sample(sample);
        }
        outcome.waits.iter().for_each(|waits| self.waits(waits));
        self.findings.fault.is_none()
    }

    fn finish(mut self: Box<Self>, totals: &Totals) -> Findings {
        self.add_counts();
        if self.findings.fault.is_none() {
            let longest = self.top.rap().longest_service();
            let (at, found) = (self.position, &mut self.findings);
            found.service = longest;
            found.laws += 1;
            if totals.longest_pause > longest {
                found.differ(Fault::new(at, "law.longest_pause", totals.longest_pause, longest));
            }
            found.compare(at, "emitted", totals.emitted, found.emitted);
            found.compare(at, "stat_active", totals.status_faults, 0);
            found.laws += 1;
            if let Some((said, fits, note)) = stalls::contradiction(totals) {
                found.differ(Fault { note: Some(note), ..Fault::new(at, "stat_stall", said, fits) });
            }
        }
        self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::rap::preset;

    #[test]
    fn an_event_that_held_the_engine_longer_than_its_contract_breaks_the_law() {
        let preset = preset("k32n64").unwrap();
        let events = [1u64, 2, 3, 1 << 20].map(|key| Event { key, weight: 700 });
        let found = |more: u64| {
            let mut checker = Box::new(Checker::new(preset, preset.config, 0).unwrap());
            checker.take(&events);
            let (longest, emitted) = (checker.top.rap().longest_service(), checker.top.emitted());
            assert!(longest > 0 && emitted == 4, "{longest} cycles for {emitted} events");
            checker.finish(&Totals { longest_pause: longest + more, emitted, ..Totals::default() })
        };
        assert_eq!(found(0).fault.map(|fault| fault.field), None);
        assert_eq!(found(1).fault.map(|fault| fault.field).as_deref(), Some("law.longest_pause"));
    }
}
