//! Golden model of the engine for hybrid profiling support (docs/reference/hps.md).
//!
//! ```
//! # use treetap::model::hps::Engine;
//! # use treetap::spec::{classify::Opclass, checkmap::Code, hps::{preset, Mode, record::{Insn, Origin}}};
//! let mut engine = Engine::new(preset("up5k").unwrap().config(Mode::Decode));
//! let (class, filter) = (Opclass::Alu, Code::None);
//! let nop = Insn {
//!     pc: 0, insn: 0x13, class, short: false, privilege: 3, trap: false, next: None, address: 0, filter,
//! };
//! let words = engine.step(&nop);
//! assert!(words.len() == 1 && words[0].insn == 0x13 && words[0].origin == Origin::Program);
//! ```
pub mod fig3;
mod host;
mod instantiate;
mod sequence;

use crate::spec::checkmap::Code;
use crate::spec::hps::record::{Event, Insn, NO_WINNER, Origin, Word};
use crate::spec::hps::words::{Condition, Direction, Operation, Pattern, RANDOM, Replacement, Sign};
use crate::spec::hps::{Config, DRET, Mode, QUEUE, RANGES, SOURCES, class, regs};
use crate::spec::lfsr::step;
use host::Image;
use sequence::{Sequence, Stage};
use std::collections::VecDeque;

/// A counter and its overflow flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// Below `2^W`.
    pub value: u32,
    /// It went past one of its ends since it was last loaded.
    pub overflow: bool,
}

impl Counter {
    /// The state after reset: sampling is off.
    pub const RESET: Self = Self { value: 1, overflow: false };

    /// The counter is 0.
    pub const fn zero(self) -> bool {
        self.value == 0
    }
}

/// Counts of what the engine did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Statistics {
    matched: u32,
    replaced: u32,
    words: u32,
    cycles: u32,
    dropped: u32,
    hits: [u32; 8],
}

/// What is remembered of the instructions before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct History {
    /// A call whose callee has not begun; its address, if that is known.
    call: Option<Option<u32>>,
    /// Instructions since a change of control.
    instructions: u16,
    /// Sampling went on at the instruction before.
    sampling: bool,
    /// Times that it began.
    bursts: u16,
}

/// The engine: instructions in, words or events out.
///
/// What happens in one cycle of the hardware happens in this order: [`Engine::accept`], [`Engine::external`],
/// [`Engine::write`].
#[derive(Clone, Debug)]
pub struct Engine {
    config: Config,
    patterns: Vec<Pattern>,
    conditions: Vec<Condition>,
    words: Vec<Replacement>,
    /// Low half of the word of the replacement table that is written next.
    low: u32,
    image: Image,
    enabled: bool,
    overflow_samples: bool,
    taken_only: bool,
    status: u32,
    counters: Vec<Counter>,
    sources: [u32; SOURCES],
    ranges: [[u32; 2]; RANGES],
    lfsr: u32,
    mask: u32,
    statistics: Statistics,
    history: History,
    stage: Stage,
    pending: Option<Word>,
    queue: VecDeque<Event>,
}

/// What the conditions of a record's patterns are held against.
struct Context {
    classes: u16,
    target: Option<u32>,
    filter: Code,
    ranges: u8,
    taken: bool,
    sign: Option<bool>,
}

impl Engine {
    /// The state after reset: nothing is matched until tables are loaded and found good.
    pub fn new(config: Config) -> Self {
        Self {
            config,
            patterns: vec![Pattern::default(); config.patterns as usize],
            conditions: vec![Condition::default(); config.conditions as usize],
            words: vec![Replacement::default(); config.words as usize],
            low: 0,
            image: Image::default(),
            enabled: false,
            overflow_samples: false,
            taken_only: config.mode == Mode::Retire,
            status: 0,
            counters: vec![Counter::RESET; config.counters as usize],
            sources: [0; SOURCES],
            ranges: [[0; 2]; RANGES],
            lfsr: 1,
            mask: 0,
            statistics: Statistics::default(),
            history: History::default(),
            stage: Stage::Run,
            pending: None,
            queue: VecDeque::new(),
        }
    }

    /// Its size.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The counters.
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// Whether events count: what counter 0 says to the next instruction.
    pub fn sampling(&self) -> bool {
        let first = self.counters[0];
        if self.overflow_samples { first.overflow } else { first.zero() }
    }

    /// Takes an instruction and gives every word that comes out for it; none in mode retire, where [`Engine::pop`] has
    /// the events.
    pub fn step(&mut self, insn: &Insn) -> Vec<Word> {
        self.accept(insn);
        std::iter::from_fn(|| self.next_word()).collect()
    }

    /// Takes an instruction; its words come from [`Engine::next_word`].
    ///
    /// # Panics
    /// When words of the instruction before are left: the hardware does not take one then.
    pub fn accept(&mut self, insn: &Insn) {
        assert!(self.ready(), "words of the instruction before are left");
        if insn.trap {
            return self.pass(insn);
        }
        if let Stage::Handler(sequence) = self.stage {
            if insn.insn != DRET {
                return self.pass(insn);
            }
            self.stage = if sequence.over() { Stage::Run } else { Stage::Sequence(sequence) };
            return;
        }
        if self.config.mode == Mode::Decode && insn.insn == DRET {
            self.raise("STRAY_DRET");
        }
        let context = self.context(insn);
        if self.enabled {
            self.edit(insn, &context);
        } else {
            self.pass(insn);
        }
        self.history.instructions = if context.classes & class::CONTROL != 0 { 0 } else { self.history.instructions };
    }

    /// Whether an instruction can be taken: no word of the one before is left.
    pub const fn ready(&self) -> bool {
        self.pending.is_none() && !matches!(self.stage, Stage::Sequence(_))
    }

    /// The oldest event leaves the queue (mode retire).
    pub fn pop(&mut self) -> Option<Event> {
        self.queue.pop_front()
    }

    /// What came from outside in this cycle; effective from the next instruction on. Both together switch off.
    pub fn external(&mut self, on: bool, off: bool) {
        if on || off {
            self.counters[0] = Counter { value: u32::from(off), overflow: false };
        }
    }

    /// Everything that is under way is given up; counters stay as they are (mode decode).
    pub fn flush(&mut self) {
        self.stage = Stage::Run;
        self.pending = None;
        self.history.call = None;
        self.history.instructions = 0;
    }

    /// What is known of an instruction outside a handler, with the history of those before it; then the history goes
    /// on.
    fn context(&mut self, insn: &Insn) -> Context {
        let sampling = self.sampling();
        let history = &mut self.history;
        history.bursts = history.bursts.wrapping_add(u16::from(sampling && !history.sampling));
        history.sampling = sampling;
        history.instructions = history.instructions.saturating_add(1);
        let (own, target, taken) = (class::bits(insn.class, insn.insn), insn.target(), insn.taken());
        let entry = history.call.is_some_and(|callee| callee.is_none_or(|address| address == insn.pc));
        if entry {
            history.call = None;
        }
        if own & 1 << class::CALL != 0 {
            history.call = Some(target);
        }
        let backward = target.is_some_and(|target| target <= insn.pc);
        let judged = self.taken_only && insn.next.is_some() && !taken;
        let back_edge = own & class::BRANCH != 0 && backward && !judged;
        let filter = match insn.filter {
            Code::Back if own & class::BRANCH != 0 && judged => Code::None,
            code => code,
        };
        let hit = |[low, high]: [u32; 2]| low <= insn.pc && insn.pc < high;
        Context {
            classes: own | u16::from(entry) << class::ENTRY | u16::from(back_edge) << class::BACK_EDGE,
            target,
            filter,
            ranges: self.ranges.iter().rev().fold(0, |bits, range| bits << 1 | u8::from(hit(*range))),
            taken,
            sign: insn.immediate().map(|_| insn.insn >> 31 == 1),
        }
    }

    /// Holds an instruction against the patterns; all flags are those from before it.
    fn edit(&mut self, insn: &Insn, context: &Context) {
        let flags: Vec<Counter> = self.counters.clone();
        let mut operations = [None; 8];
        let mut winner = None;
        for (number, pattern) in self.patterns.iter().enumerate() {
            // One that the table does not have never holds.
            let condition = self.conditions.get(usize::from(pattern.condition)).copied().unwrap_or_default();
            if !matches(pattern, insn, context) || !holds(&condition, &flags) {
                continue;
            }
            if condition.operation != Operation::None {
                operations[usize::from(condition.counter)].get_or_insert(condition);
            }
            if !pattern.null {
                winner = Some((number as u8, pattern.replacement));
                break;
            }
        }
        self.statistics.matched = self.statistics.matched.wrapping_add(1);
        for (counter, condition) in operations.into_iter().enumerate() {
            if let Some(condition) = condition {
                self.operate(counter, condition);
            }
        }
        match winner {
            None => self.pass(insn),
            Some((winner, index)) => {
                self.statistics.replaced = self.statistics.replaced.wrapping_add(1);
                let sequence = Sequence::new(insn, context.target, usize::from(index) % self.words.len(), winner);
                match self.config.mode {
                    Mode::Decode => {
                        self.statistics.cycles = self.statistics.cycles.wrapping_add(1);
                        self.stage = Stage::Sequence(sequence);
                    }
                    Mode::Retire => self.report(&sequence, context.taken),
                }
            }
        }
    }

    /// A micro-operation on a counter, if there is such a counter.
    fn operate(&mut self, number: usize, condition: Condition) {
        let largest = self.config.largest();
        if number >= self.counters.len() {
            return;
        }
        let Counter { value, overflow } = self.counters[number];
        self.counters[number] = match condition.operation {
            Operation::None => return,
            Operation::Increment if value == largest => Counter { value: 0, overflow: true },
            Operation::Increment => Counter { value: value + 1, overflow },
            Operation::Decrement if value == 0 => Counter { value: largest, overflow: true },
            Operation::Decrement => Counter { value: value - 1, overflow },
            Operation::Set => Counter { value: self.source(condition.source) & largest, overflow: false },
        };
        self.statistics.hits[number] = self.statistics.hits[number].wrapping_add(1);
    }

    fn source(&mut self, number: u8) -> u32 {
        if number == RANDOM {
            self.lfsr = step(self.lfsr);
            return self.lfsr & self.mask;
        }
        self.sources.get(usize::from(number)).copied().unwrap_or(0)
    }

    /// The instruction itself comes out.
    fn pass(&mut self, insn: &Insn) {
        if self.config.mode == Mode::Decode {
            let (insn, pc) = (insn.insn, insn.pc);
            let origin = Origin::Program;
            self.pending = Some(Word { insn, pc, origin, private: 0, first: true, last: true, winner: NO_WINNER });
        }
    }

    /// A bit of STATUS is set.
    fn raise(&mut self, bit: &str) {
        self.status |= regs::STATUS.field(bit).mask();
    }
}

/// Whether everything that an entry asks for holds.
fn matches(pattern: &Pattern, insn: &Insn, context: &Context) -> bool {
    let backward = context.target.map(|target| target <= insn.pc);
    pattern.valid
        && insn.insn & pattern.mask == pattern.value
        && (pattern.classes == 0 || context.classes & pattern.classes != 0)
        && (pattern.ranges == 0 || context.ranges & pattern.ranges != 0)
        && match pattern.direction {
            Direction::Any => true,
            Direction::Backward => backward == Some(true),
            Direction::Forward => backward == Some(false),
            Direction::Illegal => false,
        }
        && match pattern.sign {
            Sign::Any => true,
            Sign::Negative => context.sign == Some(true),
            Sign::NonNegative => context.sign == Some(false),
            Sign::Illegal => false,
        }
        && (pattern.filters == 0 || pattern.filters >> (context.filter as u8) & 1 == 1)
        && insn.privilege >= pattern.privilege
        && (!pattern.taken || context.taken)
}

/// Whether a condition holds; the flags of a counter that is not built are 0.
fn holds(condition: &Condition, flags: &[Counter]) -> bool {
    let pair = |counter: u8| {
        let flags = flags.get(usize::from(counter));
        flags.map_or(0, |counter| u32::from(counter.zero()) | u32::from(counter.overflow) << 1)
    };
    condition.table >> (pair(condition.a) | pair(condition.b) << 2) & 1 == 1
}

/// Room for an event, or the count of those that found none.
impl Engine {
    /// What the handler would have been called for, and what that would have cost. Only the first word is looked at.
    fn report(&mut self, sequence: &Sequence, taken: bool) {
        let word = self.words[sequence.index];
        let end = sequence.index + 1 == self.words.len();
        if end && !word.last {
            self.raise("RT_RUNAWAY");
        }
        let original = u32::from(!word.last && !end);
        let cycles = (1 + u32::from(word.length)).wrapping_sub(original);
        self.statistics.cycles = self.statistics.cycles.wrapping_add(cycles);
        if self.queue.len() == QUEUE {
            self.statistics.dropped = self.statistics.dropped.saturating_add(1);
            return self.raise("EV_DROP");
        }
        let insn = &sequence.insn;
        self.statistics.words = self.statistics.words.wrapping_add(1);
        self.queue.push_back(Event {
            handler: word.handler,
            pc: insn.pc,
            insn: insn.insn,
            target: sequence.target,
            address: insn.address,
            taken,
            instructions: self.history.instructions,
            burst: self.history.bursts,
            winner: sequence.winner,
        });
    }
}
