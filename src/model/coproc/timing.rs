//! Cycles of the pipeline (docs/reference/coproc.md, B.6). No result depends on them.
use super::Step;
use crate::spec::coproc::WORDS;
use crate::spec::coproc::word::{Branch, Memory};

/// The value of a counter from which on a branch is taken to be taken.
const LIKELY: u8 = 2;
/// The largest value of a counter.
const SURE: u8 = 3;

/// Cycles of the two-stage pipeline with an array that is searched in order, so many keys a cycle.
#[derive(Clone, Debug)]
pub struct Timing {
    banks: u32,
    /// The counters of the predictor, if there is one.
    counters: Option<[u8; WORDS]>,
    cycles: u64,
}

impl Timing {
    /// With `predict`, each word has a counter of two bits that predicts its branch; otherwise none is taken to be
    /// taken.
    pub const fn new(banks: u32, predict: bool) -> Self {
        Self { banks, counters: if predict { Some([1; WORDS]) } else { None }, cycles: 0 }
    }

    /// Cycles so far.
    pub const fn cycles(&self) -> u64 {
        self.cycles
    }

    /// A word was executed.
    pub fn step(&mut self, step: &Step) {
        let word = step.word;
        self.cycles += 1;
        self.cycles += match word.memory() {
            Some(Memory::Inc | Memory::Dec | Memory::Add | Memory::Xchg) => 1,
            // A byte is written with its neighbour, which has to be read first.
            Some(Memory::St) if step.lane_bits == 8 => 1,
            Some(Memory::Match) => u64::from(step.looked_at.div_ceil(self.banks)) + 1,
            Some(Memory::Read) => 1,
            _ => 0,
        };
        if word.bc == 0 {
            return;
        }
        let ends = matches!(word.branch(), Some(Branch::Done | Branch::Interrupt));
        let counter = self.counters.as_mut().map(|counters| &mut counters[usize::from(step.at)]);
        let predicted = counter.as_ref().is_some_and(|counter| **counter >= LIKELY) && !ends;
        self.cycles += u64::from(predicted != step.taken);
        if let Some(counter) = counter.filter(|_| !ends) {
            *counter = if step.taken { (*counter + 1).min(SURE) } else { counter.saturating_sub(1) };
        }
    }
}
