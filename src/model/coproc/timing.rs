//! Cycles of the machine (docs/reference/coproc.md, B.6). No result depends on them.
use super::Step;
use crate::spec::coproc::word::{Alu, Branch, Field, Index, Memory, Word};
use crate::spec::coproc::{Config, PREDICTOR_RESET, WORDS};

/// The value of a counter from which on a branch is taken to be taken.
const LIKELY: u8 = 2;
/// The largest value of a counter.
const SURE: u8 = 3;

/// Cycles of the sequencer before the first word of a sample.
const FETCH: u64 = 8;
/// Cycles of the sequencer for every word, until its operation.
const WORD: u64 = 2;
/// Cycles of the sequencer for a word that was not fetched meanwhile, for one at a far target, for the end of a sample.
const NEAR: u64 = 3;
const FAR: u64 = 8;
const END: u64 = 3;
/// Cycles of the sequencer for a search besides the keys that it looks at, and where entries are chained.
const SEARCH: u64 = 10;
const CHAINED_SEARCH: u64 = 13;
/// There, besides the links that are followed, what a key that is written, one that is made invalid, and the chain that
/// an entry leaves cost.
const CHAINED_WRITE: u64 = 15;
const CHAINED_INVALID: u64 = 9;
const LEFT: u64 = 5;
/// Cycles for a link.
const LINK: u64 = 2;

/// Bits of a half word.
const HALF: u32 = 16;

/// What a machine is built as.
#[derive(Clone, Debug)]
enum Kind {
    /// Two stages, an array that is searched in order, and the counters of the predictor, if there is one.
    Pipeline { banks: u32, counters: Option<[u8; WORDS]> },
    /// The sequencer of `src/hw/coproc`, with values of so many bits, keys that are there a cycle later or not, and the
    /// counters of its predictor.
    Sequencer { value_bits: u32, chain: bool, deep: bool, counters: Option<[u8; WORDS]> },
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
        Self { kind: Kind::Pipeline { banks, counters: unbiased(predict) }, cycles: 0 }
    }

    /// The hardware as it is built, which takes several cycles for a word.
    pub const fn built(config: &Config) -> Self {
        let counters = unbiased(config.predict);
        let Config { value_bits, chain, .. } = *config;
        Self { kind: Kind::Sequencer { value_bits, chain, deep: config.deep, counters }, cycles: 0 }
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
            Kind::Sequencer { value_bits, chain, deep, counters } => {
                let halves = u64::from(*value_bits / HALF);
                self.cycles += WORD + of_field(step.word.sa, halves) + of_result(step.word.aop, halves);
                self.cycles +=
                    of_memory(step, halves, *chain, *deep) + of_index(step.word.iop) + of_end(step.word, halves);
                self.cycles += match step.word.branch() {
                    Some(Branch::Near(_)) => NEAR * u64::from(mispredicted(step, counters, |_| false)),
                    Some(Branch::Far(_)) if step.taken => FAR,
                    Some(Branch::Done | Branch::Interrupt) if step.taken => END,
                    _ => 0,
                };
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
                let ends = |branch| matches!(branch, Branch::Done | Branch::Interrupt);
                self.cycles += u64::from(mispredicted(step, counters, ends));
            }
        }
    }
}

/// Cycles of the sequencer for a field of the sample that is no lane, with values of so many half words. Then the word
/// begins again.
fn of_field(sa: u8, halves: u64) -> u64 {
    match Field::from_code(sa) {
        None | Some(Field::Insn | Field::Pct | Field::Val | Field::ValWide) => 0,
        Some(Field::Addr | Field::Npct | Field::Lat) => 0,
        Some(Field::Target) => WORD + 15 + halves,
        Some(Field::Imm) => WORD + 6 + halves,
        Some(Field::Fall) => WORD + 3 + halves,
        Some(Field::Pc | Field::Npc) => WORD + 4 + 2 * halves,
        Some(_) => WORD + 5 + halves,
    }
}

/// Cycles of the sequencer for R: a pass over the halves, another one for a sum or its bounds, one for each bit of a
/// shift.
fn of_result(aop: u8, halves: u64) -> u64 {
    let right = |bits: u64| 2 + 2 * halves + (bits - 1) * halves.max(3);
    match Alu::from_code(aop) {
        Some(Alu::Add) => 2 * halves,
        Some(Alu::Adds) => 2 + 3 * halves,
        Some(Alu::Subs) => 2 + 2 * halves,
        Some(Alu::Shl1) => 1 + 2 * halves,
        Some(Alu::Shl2) => (4 + 2 * halves).max(1 + 3 * halves),
        Some(Alu::Shr1) => right(1),
        Some(Alu::Shr2) => right(2),
        Some(Alu::Shr4) => right(4),
        Some(Alu::Shr8) => right(8),
        _ => halves,
    }
}

/// Cycles of the sequencer for the memories.
fn of_memory(step: &Step, halves: u64, chain: bool, deep: bool) -> u64 {
    let parts = u64::from(step.lane_bits.div_ceil(HALF));
    let (read, write) = (4 + halves, parts.max(2));
    let count = |from: u64| 6 + from + halves.max(parts + 1);
    // A byte that counts up has ones above it, so MD is read again.
    let up = |from: u64| if step.lane_bits == 8 { 6 + from + parts + read } else { count(from) };
    let followed = LINK * u64::from(step.followed) + if step.removed { LEFT } else { 0 };
    match step.word.memory() {
        Some(Memory::Match) if chain => CHAINED_SEARCH + followed,
        Some(Memory::Write) if chain => CHAINED_WRITE + followed,
        Some(Memory::Invalidate) if chain => CHAINED_INVALID + followed,
        Some(Memory::Ld) => read,
        Some(Memory::St) => 3 + write,
        Some(Memory::Inc) => up(parts),
        Some(Memory::Dec) => count(parts),
        Some(Memory::Add) => up(if parts < halves { halves + 1 } else { parts }),
        Some(Memory::Xchg) => read + 2 + write,
        Some(Memory::Match) => SEARCH + u64::from(step.looked_at),
        Some(Memory::Write) => 4,
        Some(Memory::Invalidate) => 3,
        Some(Memory::Read) => 3 + halves + u64::from(deep),
        Some(Memory::Nop) | None => 1,
    }
}

/// Cycles of the sequencer for an index.
fn of_index(iop: u8) -> u64 {
    match Index::from_code(iop) {
        Some(Index::Match) => 4,
        Some(Index::Inc) => 6,
        Some(Index::Dec) => 7,
        Some(Index::Incs) => 8,
        Some(Index::Decs) => 11,
        Some(Index::Mov | Index::Alu) => 3,
        Some(Index::Nop) | None => 1,
    }
}

/// Cycles of the sequencer for a value that is written, for the random generator, for the end of a word.
fn of_end(word: Word, halves: u64) -> u64 {
    let value = if word.vd == 0 { 0 } else { halves + 1 };
    match (word.is_random(), word.vd) {
        (false, _) => 1 + value,
        (true, 0) => 4,
        (true, _) => 4 + halves,
    }
}

/// The counters of a predictor after a reset.
const fn unbiased(predict: bool) -> Option<[u8; WORDS]> {
    if predict { Some([PREDICTOR_RESET; WORDS]) } else { None }
}

/// Whether the branch of a word was predicted wrong; the counters learn what it did. Some branches are never predicted.
fn mispredicted(step: &Step, counters: &mut Option<[u8; WORDS]>, never: impl Fn(Branch) -> bool) -> bool {
    let word = step.word;
    if word.bc == 0 {
        return false;
    }
    let never = word.branch().is_some_and(never);
    let counter = counters.as_mut().map(|counters| &mut counters[usize::from(step.at)]);
    let predicted = counter.as_ref().is_some_and(|counter| **counter >= LIKELY) && !never;
    if let Some(counter) = counter.filter(|_| !never) {
        *counter = if step.taken { (*counter + 1).min(SURE) } else { counter.saturating_sub(1) };
    }
    predicted != step.taken
}
