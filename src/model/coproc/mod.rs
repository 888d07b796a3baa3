//! Golden model of the profiling co-processor: a plain interpreter of its microcode (docs/reference/coproc.md).
mod arith;
mod fields;
mod host;
mod timing;
mod top;

use crate::spec::classify::Opclass;
use crate::spec::coproc::word::{A_BEYOND, Alu, Branch, Field, INVERT, Index, Memory, SourceA, SourceB, Word};
use crate::spec::coproc::{
    BASES, Base, CONSTANTS, Config, Error, Flags, INDEX_BITS, INDICES, State, TARGETS, VALUES, WATCHDOG, WORDS, bucket,
    lfsr,
};
use crate::spec::sample_buffer::{Format, Sample};
pub use fields::Fields;
pub use host::{Answer, Effect, Switches};
pub use timing::Timing;
pub use top::{Pace, Top};

/// A word that was executed, for those who watch.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its number.
    pub at: u8,
    /// The word.
    pub word: Word,
    /// Its branch was taken.
    pub taken: bool,
    /// Bits of the lane that its base names; 0 if it counts nothing.
    pub lane_bits: u32,
    /// Keys that a match compared, in order, up to the first hit.
    pub looked_at: u32,
    /// Links that are followed where entries are chained: along the chain of the key up to the entry, and before that
    /// along the one that a valid entry leaves.
    pub followed: u32,
    /// A valid entry leaves its chain.
    pub removed: bool,
    /// The flags after it.
    pub flags: Flags,
}

/// How a sample ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was popped.
    Done,
    /// It was popped, and the host is asked for.
    Interrupt,
    /// It is still there.
    Error(Error),
}

impl End {
    /// Whether the sample is still there.
    pub const fn is_error(self) -> bool {
        matches!(self, Self::Error(_))
    }
}

/// The machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coproc {
    config: Config,
    microcode: [u64; WORDS],
    keys: Vec<u32>,
    valid: Vec<bool>,
    memory: Vec<u64>,
    values: [u64; VALUES],
    indices: [u16; INDICES],
    widths: [u8; INDICES],
    constants: [u64; CONSTANTS],
    bases: [Base; BASES],
    targets: [u8; TARGETS],
    starts: [u8; Opclass::COUNT],
    md: u64,
    mi: u8,
    flags: Flags,
    lfsr: u16,
    watchdog: u8,
    state: State,
    cause: u8,
    error: u8,
    upc: u8,
    words: u64,
    violations: u16,
    switches: Switches,
    /// The low half of a word of microcode whose high half has not come.
    low_half: u32,
}

impl Coproc {
    /// After a reset. Arrays are 0, which no reset makes them.
    ///
    /// # Panics
    /// When there is no such build.
    pub fn new(config: Config) -> Self {
        config.validate().expect("a build");
        let entries = config.entries as usize;
        Self {
            config,
            microcode: [0; WORDS],
            keys: vec![0; entries],
            valid: vec![false; entries],
            memory: vec![0; entries],
            values: [0; VALUES],
            indices: [0; INDICES],
            widths: [INDEX_BITS as u8; INDICES],
            constants: [0; CONSTANTS],
            bases: [Base(0); BASES],
            targets: [0; TARGETS],
            starts: [0; Opclass::COUNT],
            md: 0,
            mi: 0,
            flags: Flags::default(),
            lfsr: lfsr::RESET,
            watchdog: WATCHDOG,
            state: State::Idle,
            cause: 0,
            error: 0,
            upc: 0,
            words: 0,
            violations: 0,
            switches: Switches::default(),
            low_half: 0,
        }
    }

    /// The build.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// What the machine does.
    pub const fn state(&self) -> State {
        self.state
    }

    /// Cause of the last interrupt.
    pub const fn cause(&self) -> u8 {
        self.cause
    }

    /// Microwords executed.
    pub const fn words(&self) -> u64 {
        self.words
    }

    /// Whether the host is asked for (B.7).
    pub const fn irq(&self) -> bool {
        matches!(self.state, State::Interrupt | State::Error)
    }

    /// The data memory.
    pub fn memory(&self) -> &[u64] {
        &self.memory
    }

    /// The keys of the associative array, `None` where an entry is not valid.
    pub fn keys(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        self.keys.iter().zip(&self.valid).map(|(key, valid)| valid.then_some(*key))
    }

    /// Runs the program on a sample; `watch` sees every word. `None` unless the machine runs.
    pub fn sample(&mut self, sample: &Sample, watch: &mut impl FnMut(&Step)) -> Option<End> {
        if self.state != State::Run {
            return None;
        }
        let format = Format(self.switches.recfmt);
        let config = self.config;
        let fields = Fields { config: &config, format, sample };
        let mut at = self.starts.get(usize::from(fields.class())).copied().unwrap_or(0);
        let mut executed: u32 = 0;
        loop {
            let over = self.watchdog != 0 && executed == u32::from(self.watchdog);
            let next = match self.microcode.get(usize::from(at)) {
                None => Err(Error::End),
                Some(_) if over => Err(Error::Watchdog),
                Some(bits) => self.word(Word::from_bits(*bits), at, &fields, watch),
            };
            match next {
                Ok(Next::Word(next)) => at = next,
                Ok(Next::Done) => return Some(End::Done),
                Ok(Next::Interrupt(tag)) => {
                    (self.state, self.cause, self.upc) = (State::Interrupt, tag, at);
                    return Some(End::Interrupt);
                }
                Err(error) => {
                    (self.state, self.error, self.upc) = (State::Error, error as u8, at);
                    return Some(End::Error(error));
                }
            }
            executed += 1;
        }
    }

    /// Whether a word can be executed at `at` (B.3, 1).
    fn check(&self, word: Word, at: u8) -> Result<(), Error> {
        if !word.is_legal() {
            return Err(Error::Illegal);
        }
        let counts = (Memory::Ld as u8..=Memory::Xchg as u8).contains(&word.mop);
        if counts && self.bases[usize::from(word.mb)].lane(self.config.value_bits).is_none() {
            return Err(Error::Lane);
        }
        match word.branch() {
            Some(Branch::Near(offset)) if word.bc != 0 && near(at, offset).is_none() => Err(Error::Target),
            _ => Ok(()),
        }
    }

    /// Executes a word: everything is computed from the state before it, then all of it is written (B.3).
    fn word(&mut self, word: Word, at: u8, fields: &Fields, watch: &mut impl FnMut(&Step)) -> Result<Next, Error> {
        self.check(word, at)?;
        let x = self.indices[usize::from(word.rx)];
        let (a, b) = (self.operand_a(word, x, fields), self.operand_b(word, x));
        let max = self.config.value_max();
        let op = Alu::from_code(word.aop).unwrap_or(Alu::Nop);
        let (r, saturated) = arith::alu(op, a, b, max);
        let mut flags = self.flags;
        if op != Alu::Nop {
            (flags.eq, flags.ltu, flags.zr, flags.neg) = (a == b, a < b, r == 0, r > max >> 1);
        }
        flags.asat = saturated.unwrap_or(flags.asat);
        let mut step = Step { at, word, taken: false, lane_bits: 0, looked_at: 0, followed: 0, removed: false, flags };
        self.memories(word, x, a as u32, r, &mut flags, &mut step);
        let index = Index::from_code(word.iop).unwrap_or(Index::Nop);
        let wx = usize::from(word.wx);
        let widest = (u32::MAX >> (32 - self.widths[wx])) as u16;
        if let Some((new, saturated)) = arith::step(index, x, widest, r, flags.hit.then_some(self.mi)) {
            self.indices[wx] = new;
            flags.isat = saturated.unwrap_or(flags.isat);
        }
        if let Some(value) = word.vd.checked_sub(1) {
            self.values[usize::from(value)] = r;
        }
        if word.is_random() {
            self.lfsr = lfsr::advance(self.lfsr);
        }
        self.flags = flags;
        self.words = self.words.wrapping_add(1);
        let taken = is_taken(word.bc, flags, fields.taken());
        watch(&Step { taken, flags, ..step });
        Ok(match word.branch() {
            Some(branch) if taken => match branch {
                Branch::Near(offset) => Next::Word(near(at, offset).unwrap_or(0)),
                Branch::Far(number) => Next::Word(self.targets[usize::from(number)]),
                Branch::Done => Next::Done,
                Branch::Interrupt => Next::Interrupt(word.tag),
            },
            _ => Next::Word(at + 1),
        })
    }

    fn operand_a(&self, word: Word, x: u16, fields: &Fields) -> u64 {
        if word.sa < A_BEYOND {
            return Field::from_code(word.sa).map_or(0, |field| fields.get(field));
        }
        match SourceA::from_code(word.sa) {
            None | Some(SourceA::Zero) => 0,
            Some(SourceA::Md) => self.md,
            Some(SourceA::Random) => self.lfsr.into(),
            Some(SourceA::V0) => self.values[0],
            Some(SourceA::V1) => self.values[1],
            Some(SourceA::V2) => self.values[2],
            Some(SourceA::V3) => self.values[3],
            Some(SourceA::Ix) => x.into(),
            Some(SourceA::Mi) => self.mi.into(),
        }
    }

    fn operand_b(&self, word: Word, x: u16) -> u64 {
        match SourceB::from_code(word.sb) {
            None | Some(SourceB::Zero) => 0,
            Some(SourceB::V0 | SourceB::V1 | SourceB::V2 | SourceB::V3) => self.values[usize::from(word.sb)],
            Some(SourceB::K0 | SourceB::K1 | SourceB::K2 | SourceB::K3) => {
                self.constants[usize::from(word.sb - SourceB::K0 as u8)]
            }
            Some(SourceB::Md) => self.md,
            Some(SourceB::One) => 1,
            Some(SourceB::Random15) => (self.lfsr & 15).into(),
            Some(SourceB::Ix) => x.into(),
        }
    }

    /// Data memory and associative array (B.3, 3 and 4).
    fn memories(&mut self, word: Word, x: u16, key: u32, r: u64, flags: &mut Flags, step: &mut Step) {
        let base = self.bases[usize::from(word.mb)];
        let entry = base.entry(x, self.config.entries);
        match word.memory().unwrap_or(Memory::Nop) {
            Memory::Nop => {}
            Memory::Match => {
                let found = self.find(base, key);
                flags.hit = found.is_some();
                let range = base.size().min(self.config.entries.saturating_sub(base.first()));
                step.looked_at = found.map_or(range, |at| at as u32 - base.first() + 1);
                step.followed = self.chained(key, found.map_or(self.keys.len(), |at| at + 1));
                self.mi = found.map_or(self.mi, |at| at as u8);
            }
            Memory::Write => {
                self.removal(entry, step);
                step.followed += self.chained(key, entry);
                (self.keys[entry], self.valid[entry]) = (key, true);
            }
            Memory::Invalidate => {
                self.removal(entry, step);
                self.valid[entry] = false;
            }
            Memory::Read => {
                self.md = self.keys[entry].into();
                flags.hit = self.valid[entry];
            }
            op => {
                let Some(part) = base.lane(self.config.value_bits) else { return };
                step.lane_bits = part.bits;
                let counted = arith::count(op, part, part.of(self.memory[entry]), r);
                if let Some(new) = counted.written {
                    self.memory[entry] = part.put(self.memory[entry], new);
                }
                self.md = counted.read.unwrap_or(self.md);
                flags.msat = counted.saturated.unwrap_or(flags.msat);
            }
        }
    }

    /// Valid entries below this one in the chain of a key; 0 where there are no chains.
    fn chained(&self, key: u32, below: usize) -> u32 {
        if !self.config.chain {
            return 0;
        }
        let list = bucket(key, self.config.entries);
        let entries = self.keys[..below].iter().zip(&self.valid);
        entries.map(|(key, valid)| u32::from(*valid & (bucket(*key, self.config.entries) == list))).sum()
    }

    /// A valid entry leaves its chain.
    fn removal(&self, entry: usize, step: &mut Step) {
        step.removed = self.valid[entry];
        if step.removed {
            step.followed = self.chained(self.keys[entry], entry);
        }
    }

    /// The lowest valid entry of a range with this key.
    fn find(&self, base: Base, key: u32) -> Option<usize> {
        let range = base.first()..(base.first() + base.size()).min(self.config.entries);
        range.map(|at| at as usize).find(|at| self.valid[*at] && self.keys[*at] == key)
    }
}

/// What comes after a word.
enum Next {
    Word(u8),
    Done,
    Interrupt(u8),
}

/// The word that an offset leads to, if there is one.
fn near(at: u8, offset: i8) -> Option<u8> {
    at.checked_add_signed(offset).filter(|to| usize::from(*to) < WORDS)
}

/// Whether a branch is taken.
fn is_taken(bc: u8, flags: Flags, sample_taken: bool) -> bool {
    let flag = match bc & !INVERT {
        1 => flags.eq,
        2 => flags.ltu,
        3 => flags.zr,
        4 => flags.asat,
        5 => flags.isat,
        6 => flags.msat,
        7 => flags.hit,
        8 => flags.neg,
        9 => sample_taken,
        _ => false,
    };
    flag != (bc & INVERT != 0)
}
