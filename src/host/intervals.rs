//! What is counted in each interval of a run without sampling (docs/reference/phaseeval.md, V1).
use crate::model::phase::Phase;
use crate::spec::hps::class;
use crate::spec::interval::{Entry, Key, Kind};
use crate::spec::phase::record::Retired;
use crate::spec::phase::{Config, Error};
use crate::spec::retire::Record;
use crate::trace::intervals::Interval;
use hashbrown::HashMap;

/// Largest number of instructions that a region stands for.
const INSTRUCTIONS_MAX: u64 = u16::MAX as u64;

/// Counts intervals.
pub struct Counter<'a> {
    phase: Phase,
    /// First address of the procedure that holds an address.
    procedure: Box<dyn Fn(u64) -> u64 + 'a>,
    known: HashMap<u64, u64>,
    counts: [HashMap<Key, (u64, u64)>; Kind::ALL.len()],
    /// Instructions since the change of control before.
    since: u64,
}

impl<'a> Counter<'a> {
    /// Before the first record, with intervals of so many instructions; `procedure` tells the first address of the
    /// procedure that holds an address.
    ///
    /// # Errors
    /// The phase tracker has no such intervals.
    pub fn new(len: u32, procedure: impl Fn(u64) -> u64 + 'a) -> Result<Self, Error> {
        let config = Config::of(len.max(1), 0);
        config.check()?;
        let procedure = Box::new(procedure);
        Ok(Self { phase: Phase::new(config), procedure, known: HashMap::new(), counts: Default::default(), since: 0 })
    }

    /// The next record: the interval that ends with it, if one does.
    pub fn push(&mut self, record: &Record) -> Option<Interval> {
        if record.trap {
            return None;
        }
        let bits = class::bits(record.class, record.insn);
        self.since = (self.since + 1).min(INSTRUCTIONS_MAX);
        if bits & class::CONTROL != 0 {
            self.control(record, bits);
            self.since = 0;
        }
        self.phase.step(&Retired::from(record))?;
        let counts = self.counts.each_mut().map(|counts| {
            let entry = |(key, (count, weight)): (Key, (u64, u64))| Entry { key, count, weight };
            let mut entries: Vec<Entry> = counts.drain().map(entry).collect();
            entries.sort_unstable_by_key(|entry| entry.key);
            entries
        });
        Some(Interval { counts, buckets: *self.phase.closed() })
    }

    fn control(&mut self, record: &Record, bits: u16) {
        if bits & class::BRANCH != 0 {
            self.count(Kind::Region, Key { site: record.pc, callee: 0 }, self.since);
        }
        if bits & 1 << class::CALL != 0 {
            self.count(Kind::Method, Key { site: record.npc, callee: 0 }, 0);
            self.count(Kind::CallPair, Key { site: record.pc, callee: record.npc }, 0);
        } else if bits & class::BRANCH != 0 && record.taken && record.npc <= record.pc {
            let procedure = &self.procedure;
            let site = *self.known.entry(record.pc).or_insert_with(|| procedure(record.pc));
            self.count(Kind::Method, Key { site, callee: 0 }, 0);
        }
    }

    fn count(&mut self, kind: Kind, key: Key, weight: u64) {
        let sum = self.counts[kind as usize].entry(key).or_default();
        *sum = (sum.0 + 1, sum.1 + weight);
    }

    /// Instructions after the last interval, which are in none.
    pub fn left(&self) -> u32 {
        self.phase.counted()
    }
}
