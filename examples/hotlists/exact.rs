//! Every value of every instruction that gives tuples, and how often each instruction came.
use hashbrown::HashMap;
use treetap::analysis::instructions::Instructions;
use treetap::spec::classify::Opclass;
use treetap::spec::hotlist::Config;
use treetap::spec::hotlist::tuple::{Key, Kind};
use treetap::spec::pcfilter::pct;
use treetap::spec::retire::Record;

/// Values of an instruction that are remembered at the end.
pub const MOST: usize = 4;
/// Share of all tuples from which on an instruction is hot.
const HOT: f64 = 1e-4;
/// Share of an instruction's tuples from which on one of its values is looked at.
const LEAST: f64 = 0.01;

/// Counts of a run.
pub struct Counts {
    kinds: [Kind; Opclass::COUNT],
    /// Those that give tuples.
    pub instructions: Instructions,
    values: HashMap<Key, u32>,
    tuples: HashMap<u32, u64>,
    /// Of every instruction, with a tuple or without.
    executed: HashMap<u32, u64>,
}

/// An instruction that gives many tuples.
pub struct Hot {
    pub pct: u32,
    pub tuples: u64,
    /// Its most frequent values with how often they came, the most frequent first.
    pub top: Vec<(u32, u32)>,
}

/// What is remembered of a run.
pub struct Truth {
    pub hot: Vec<Hot>,
    pub executed: HashMap<u32, u64>,
    /// Tuples of all instructions, and instructions that gave any.
    pub tuples: u64,
    pub places: usize,
    /// Different values, each instruction's own.
    pub distinct: usize,
}

impl Default for Counts {
    fn default() -> Self {
        let [tuples, executed] = Default::default();
        let (kinds, instructions) = (Config::values().kinds, Instructions::default());
        Self { kinds, instructions, values: HashMap::new(), tuples, executed }
    }
}

impl Counts {
    pub fn push(&mut self, record: &Record) {
        if record.trap {
            return;
        }
        let pct = pct(record.pc);
        *self.executed.entry(pct).or_default() += 1;
        if self.kinds[record.class as usize] == Kind::Val {
            let tuples = self.tuples.entry(pct).or_insert_with(|| {
                self.instructions.push(record);
                0
            });
            *tuples += 1;
            *self.values.entry(Key { pct, value: record.val as u32 }).or_default() += 1;
        }
    }

    /// How often a key came.
    pub fn of(&self, key: Key) -> u32 {
        self.values.get(&key).copied().unwrap_or(0)
    }

    /// What is remembered.
    pub fn truth(&self) -> Truth {
        let all: u64 = self.tuples.values().sum();
        let hot = |tuples: u64| tuples as f64 >= HOT * all as f64;
        let mut tops: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
        for (key, count) in &self.values {
            let tuples = self.tuples[&key.pct];
            if hot(tuples) && f64::from(*count) >= LEAST * tuples as f64 {
                tops.entry(key.pct).or_default().push((key.value, *count));
            }
        }
        let mut found: Vec<Hot> = vec![];
        for (&pct, &tuples) in self.tuples.iter().filter(|(_, tuples)| hot(**tuples)) {
            let mut top = tops.remove(&pct).unwrap_or_default();
            top.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
            top.truncate(MOST);
            found.push(Hot { pct, tuples, top });
        }
        found.sort_by_key(|hot| hot.pct);
        Truth {
            hot: found,
            executed: self.executed.clone(),
            tuples: all,
            places: self.tuples.len(),
            distinct: self.values.len(),
        }
    }
}

impl Hot {
    /// Share of a count of the instruction's tuples.
    pub fn share(&self, count: u32) -> f64 {
        f64::from(count) / self.tuples as f64
    }
}
