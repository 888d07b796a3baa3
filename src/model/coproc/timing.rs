//! Cycles of the machine (docs/reference/coproc.md, B.6). No result depends on them.
use super::Step;
use crate::spec::coproc::WORDS;
use crate::spec::coproc::word::{Alu, Branch, Field, Memory};

/// The value of a counter from which on a branch is taken to be taken.
const LIKELY: u8 = 2;
/// The largest value of a counter.
const SURE: u8 = 3;

/// Cycles of the sequencer before the first word of a sample.
const FETCH: u64 = 2;
/// Cycles of the sequencer for a word.
const WORD: u64 = 6;

/// What a machine is built as.
#[derive(Clone, Debug)]
enum Kind {
    /// Two stages, an array that is searched in order, and the counters of the predictor, if there is one.
    Pipeline { banks: u32, counters: Option<[u8; WORDS]> },
    /// The sequencer of `src/hw/coproc`, with values of so many bits.
    Sequencer { value_bits: u32 },
}

/// Counts the cycles of a machine.
#[derive(Clone, Debug)]
pub struct Timing {
    kind: Kind,
    cycles: u64,
}

impl Timing {
    /// The two-stage pipeline with an array that is searched in order, so many keys a cycle. With `predict`, each word
    /// has a counter of two bits that predicts its branch; otherwise none is taken to be taken.
    pub const fn new(banks: u32, predict: bool) -> Self {
        let counters = if predict { Some([1; WORDS]) } else { None };
        Self { kind: Kind::Pipeline { banks, counters }, cycles: 0 }
    }

    /// The hardware as it is built, with values of `value_bits`, which takes several cycles for a word.
    pub const fn built(value_bits: u32) -> Self {
        Self { kind: Kind::Sequencer { value_bits }, cycles: 0 }
    }

    /// Cycles so far.
    pub const fn cycles(&self) -> u64 {
        self.cycles
    }

    /// A sample was taken up.
    pub fn sample(&mut self) {
        if matches!(self.kind, Kind::Sequencer { .. }) {
            self.cycles += FETCH;
        }
    }

    /// A word was executed.
    pub fn step(&mut self, step: &Step) {
        let memory = step.word.memory();
        match &mut self.kind {
            Kind::Sequencer { value_bits } => {
                let searched = if memory == Some(Memory::Match) { u64::from(step.looked_at) + 1 } else { 0 };
                self.cycles += WORD + searched + of_field(step.word.sa, *value_bits) + of_result(step.word.aop);
            }
            Kind::Pipeline { banks, counters } => {
                self.cycles += 1;
                self.cycles += match memory {
                    Some(Memory::Inc | Memory::Dec | Memory::Add | Memory::Xchg) => 1,
                    // A byte is written with its neighbour, which has to be read first.
                    Some(Memory::St) if step.lane_bits == 8 => 1,
                    Some(Memory::Match) => u64::from(step.looked_at.div_ceil(*banks)) + 1,
                    Some(Memory::Read) => 1,
                    _ => 0,
                };
                self.cycles += u64::from(mispredicted(step, counters));
            }
        }
    }
}

/// Cycles of the sequencer for a field of the sample: its lane; another one or an immediate value; a sum.
fn of_field(sa: u8, value_bits: u32) -> u64 {
    match Field::from_code(sa) {
        None => 0,
        Some(Field::Target | Field::Fall) => 3,
        Some(Field::Imm) => 2,
        Some(Field::Pc | Field::ValWide | Field::Addr | Field::Npc) if value_bits == 64 => 2,
        Some(_) => 1,
    }
}

/// Cycles of the sequencer for what is made of R: its bounds, or a shift by a bit each.
fn of_result(aop: u8) -> u64 {
    match Alu::from_code(aop) {
        Some(Alu::Adds | Alu::Subs | Alu::Shl1 | Alu::Shr1) => 1,
        Some(Alu::Shl2 | Alu::Shr2) => 2,
        Some(Alu::Shr4) => 4,
        Some(Alu::Shr8) => 8,
        _ => 0,
    }
}

/// Whether the branch of a word was predicted wrong; the counters learn what it did.
fn mispredicted(step: &Step, counters: &mut Option<[u8; WORDS]>) -> bool {
    let word = step.word;
    if word.bc == 0 {
        return false;
    }
    let ends = matches!(word.branch(), Some(Branch::Done | Branch::Interrupt));
    let counter = counters.as_mut().map(|counters| &mut counters[usize::from(step.at)]);
    let predicted = counter.as_ref().is_some_and(|counter| **counter >= LIKELY) && !ends;
    if let Some(counter) = counter.filter(|_| !ends) {
        *counter = if step.taken { (*counter + 1).min(SURE) } else { counter.saturating_sub(1) };
    }
    predicted != step.taken
}
