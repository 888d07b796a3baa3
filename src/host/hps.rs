//! What a host makes of the events of the engine `hps`, and a trial of a program on recorded retirements (docs/hps.md, H11).
use crate::lang::hps::Image;
use crate::model::checks::Checks;
use crate::model::classify::classify;
use crate::model::hps::Engine;
use crate::spec::checkmap::Code;
use crate::spec::checks;
use crate::spec::classify::Xlen;
use crate::spec::hps::class;
use crate::spec::hps::record::{Event, Insn, MACHINE};
use crate::spec::hps::words::{Condition, Pattern};
use crate::spec::hps::{Mode, handler, regs};
use crate::spec::retire::Record;
use std::collections::BTreeMap;

/// What is counted: by the handlers of the programs that come with treetap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A direct branch or jump: the block that it ends.
    Region(u32),
    /// A call of the procedure at this address.
    Entry(u32),
    /// A branch backward at this address: a loop of the procedure around it.
    Loop(u32),
    /// A call at the first address of the procedure at the second.
    Pair(u32, u32),
    /// A load, store or atomic at this address.
    Reference(u32),
    /// Any instruction at this address, for a handler of the user's own.
    Other(u8, u32),
}

/// How often, and how many instructions that stands for where it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Events.
    pub events: u64,
    /// Instructions since the change of control before, added up.
    pub instructions: u64,
}

/// The counts of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// By what they are.
    pub counts: BTreeMap<Key, Count>,
    /// All events.
    pub events: u64,
}

impl Profile {
    /// What the handler of this event does.
    pub fn push(&mut self, event: &Event) {
        let target = event.target.unwrap_or(0);
        let call = class::bits(classify(event.insn), event.insn) & 1 << class::CALL != 0;
        let key = match event.handler {
            handler::REGION => Key::Region(event.pc),
            handler::METHOD if call => Key::Entry(target),
            handler::METHOD => Key::Loop(event.pc),
            handler::CALL_PAIR => Key::Pair(event.pc, target),
            handler::DATA => Key::Reference(event.pc),
            other => Key::Other(other, event.pc),
        };
        let count = self.counts.entry(key).or_default();
        count.events += 1;
        count.instructions += u64::from(event.instructions);
        self.events += 1;
    }

    /// The part of both profiles that is the same, 0 to 1: the smaller share of each key, added up.
    pub fn overlap(&self, other: &Self) -> f64 {
        let share = |profile: &Self, key: &Key| {
            profile.counts.get(key).map_or(0.0, |count| count.events as f64 / profile.events as f64)
        };
        self.counts.keys().map(|key| share(self, key).min(share(other, key))).sum()
    }
}

/// A program on recorded retirements, and beside it the same patterns without conditions: what it samples, and what there was.
pub struct Trial {
    engine: Engine,
    exhaustive: Engine,
    checks: Checks,
    /// What the program reported.
    pub sampled: Profile,
    /// What it would have reported without sampling.
    pub exact: Profile,
    /// Checks after which sampling went on.
    pub inside: u64,
    /// Checks after which it did not.
    pub outside: u64,
    /// Instructions that executed.
    pub instructions: u64,
}

/// What instructions in line cost, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// A handler.
    pub handler: u64,
    /// What an engine without conditions spends on every instruction that a pattern matches, sampled or not.
    pub test: u64,
}

impl Trial {
    /// Loads a program; `control` is the word of register CTRL. A program of mode decode has no events.
    pub fn new(image: &Image, control: u32) -> Option<Self> {
        if image.config.mode != Mode::Retire {
            return None;
        }
        let begin = |image: &Image| {
            let mut engine = Engine::new(image.config);
            for (address, word) in image.writes(&image.config) {
                engine.write(address, word);
            }
            engine.write(regs::CTRL.offset, control);
            engine
        };
        let taken = regs::CTRL.field("BE_TAKEN").of(control) == 1;
        Some(Self {
            engine: begin(image),
            exhaustive: begin(&without_conditions(image)),
            checks: Checks::new(checks::Config { taken, calls: false }, Xlen::Rv32),
            sampled: Profile::default(),
            exact: Profile::default(),
            inside: 0,
            outside: 0,
            instructions: 0,
        })
    }

    /// Takes the next record of the tap.
    pub fn push(&mut self, record: &Record) {
        let insn = Insn::retired(record, MACHINE, Code::None);
        for (engine, profile) in [(&mut self.engine, &mut self.sampled), (&mut self.exhaustive, &mut self.exact)] {
            engine.accept(&insn);
            if let Some(event) = engine.pop() {
                profile.push(&event);
            }
        }
        self.instructions += u64::from(!record.trap);
        if self.checks.push(record, None).check {
            let on = self.engine.sampling();
            self.inside += u64::from(on);
            self.outside += u64::from(!on);
        }
    }

    /// Cycles that replacements and handlers of what was sampled would have added in line.
    pub fn added(&mut self, cost: Cost) -> u64 {
        u64::from(self.engine.read(regs::VCYC.offset)) + self.sampled.events * cost.handler
    }

    /// The same with every event taken.
    pub fn added_exhaustively(&mut self, cost: Cost) -> u64 {
        u64::from(self.exhaustive.read(regs::VCYC.offset)) + self.exact.events * cost.handler
    }

    /// The same as [`Trial::added`] for an engine without conditions, which tests in line whether to sample.
    pub fn added_by_tests(&mut self, cost: Cost) -> u64 {
        // One cycle of each event's is that of being replaced at all.
        self.added(cost) - self.sampled.events + self.exact.events * (1 + cost.test)
    }
}

/// The productions with a replacement, whatever the counters say.
fn without_conditions(image: &Image) -> Image {
    let entries = image.patterns.iter().map(|words| Pattern::from_words(*words));
    let replacing = entries.filter(|pattern| !pattern.null).map(|pattern| Pattern { condition: 0, ..pattern }.words());
    let always = Condition { table: u16::MAX, b: 1, ..Condition::default() };
    Image { patterns: replacing.collect(), conditions: vec![always.word()], ..image.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_overlap_by_what_they_share() {
        let profile = |counts: &[(u32, u64)]| {
            let rows = counts.iter().map(|(pc, events)| (Key::Region(*pc), Count { events: *events, instructions: 0 }));
            Profile { counts: rows.collect(), events: counts.iter().map(|row| row.1).sum() }
        };
        let exact = profile(&[(1, 50), (2, 30), (3, 20)]);
        assert_eq!(exact.overlap(&exact), 1.0);
        let sampled = profile(&[(1, 1), (3, 1)]);
        assert!((sampled.overlap(&exact) - 0.7).abs() < 1e-12 && (exact.overlap(&sampled) - 0.7).abs() < 1e-12);
        assert_eq!(Profile::default().overlap(&exact), 0.0);
    }
}
