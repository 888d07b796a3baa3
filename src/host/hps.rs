//! What a host makes of the events of the engine `hps`, and trials of programs on recorded retirements
//! (docs/reference/hps.md, H11).
pub mod cost;
pub mod sampler;
pub mod table;
mod trial;

pub use trial::{Run, Trial};

use crate::model::classify::classify;
use crate::spec::hps::record::Event;
use crate::spec::hps::{class, handler};
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
