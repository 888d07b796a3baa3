//! What a host reads and writes, and when it may (docs/reference/coproc.md, B.7).
use super::Coproc;
use crate::spec::coproc::regs::{self, at};
use crate::spec::coproc::{Base, Command, Flags, INDEX_BITS, State};
use crate::spec::regs::Register;

/// What the filter and the sample buffer are told (registers CTRL, CLASS_EN, F1CFG, F2CFG, RECFMT, DECIM).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// CTRL.
    pub control: u8,
    /// CLASS_EN.
    pub classes: u32,
    /// F1CFG.
    pub filter1: u32,
    /// F2CFG.
    pub filter2: u8,
    /// RECFMT.
    pub recfmt: u16,
    /// DECIM.
    pub decimation: u16,
}

impl Default for Switches {
    fn default() -> Self {
        let control = regs::CTRL.reset() as u8;
        Self { control, classes: 0, filter1: 0, filter2: 0, recfmt: regs::RECFMT.reset() as u16, decimation: 0 }
    }
}

/// What a read gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A word.
    Word(u32),
    /// Counter so and so of filter and sample buffer.
    Count(u8),
    /// This word of the ignore table.
    Ignored(u8),
}

/// What a write does beyond the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The sample that raised the error is popped.
    Pop,
    /// The sample buffer is emptied.
    Flush,
    /// Counters of filter and sample buffer become 0.
    ClearCounters,
    /// Decimation starts anew.
    Decimation,
    /// The ignore bit of this `pc[32:1]` is set.
    Ignore(u32),
    /// A word of the ignore table is written.
    Ignored(u8, u32),
}

const LOW: u64 = 0xffff_ffff;

/// A half of a value with this one changed.
const fn with_half(value: u64, high: bool, half: u32) -> u64 {
    if high { value & LOW | (half as u64) << 32 } else { value & !LOW | half as u64 }
}

const fn half(value: u64, high: bool) -> u32 {
    (if high { value >> 32 } else { value }) as u32
}

impl Coproc {
    /// Counts an access that is refused.
    fn refuse(&mut self) {
        self.violations = self.violations.saturating_add(1);
    }

    /// The register at a word, and which word of it, if this build has it.
    fn register(&self, word: u32) -> Option<(&'static Register, usize)> {
        let (register, index) = at(word)?;
        let built = regs::built(&self.config);
        (index < usize::from(built.get(register).words)).then_some((register, index))
    }

    /// A read of a host; refused ones give 0 and are counted.
    pub fn read(&mut self, word: u32) -> Answer {
        let allowed = self.register(word).filter(|(register, _)| {
            register.access.reads() && (self.state != State::Run || regs::answers_always(register))
        });
        match allowed {
            Some((register, index)) => self.answer(register, index),
            None => {
                self.refuse();
                Answer::Word(0)
            }
        }
    }

    fn answer(&self, register: &Register, index: usize) -> Answer {
        let (number, high) = (index / 2, index % 2 == 1);
        let switches = &self.switches;
        Answer::Word(match register.name {
            "ID" | "PARAMS" => regs::built(&self.config).get(register).word,
            "CTRL" => switches.control.into(),
            "STATUS" => regs::status(self.state, false, self.cause, self.error, self.upc),
            "HOSTVIOL" => self.violations.into(),
            "WDOG" => self.watchdog.into(),
            "LFSR16" => self.lfsr.into(),
            "WORDS_LO" => half(self.words, false),
            "WORDS_HI" => half(self.words, true),
            "CLASS_EN" => switches.classes,
            "F1CFG" => switches.filter1,
            "F2CFG" => switches.filter2.into(),
            "RECFMT" => switches.recfmt.into(),
            "DECIM" => switches.decimation.into(),
            "COUNTS" => return Answer::Count(index as u8),
            "X" => self.indices[index].into(),
            "XW" => self.widths[index].into(),
            "B" => self.bases[index].0.into(),
            "K" => half(self.constants[number], high),
            "V" => half(self.values[number], high),
            "T" => self.targets[index].into(),
            "MD_LO" => half(self.md, false),
            "MD_HI" => half(self.md, true),
            "MI" => self.mi.into(),
            "FLAGS" => self.flags.bits().into(),
            "SPC" => self.starts[index].into(),
            "UC" => half(self.microcode[number], high),
            "KEY" => self.keys[index],
            "VLD" => (0..32).fold(0, |word, bit| word | u32::from(self.valid[32 * index + bit]) << bit),
            "DM" => half(self.memory[number], high),
            "IGN" => return Answer::Ignored(index as u8),
            _ => 0,
        })
    }

    /// A write of a host while `queued` records wait; refused ones do nothing and are counted. STOP takes effect at
    /// once: between two calls of [`Coproc::sample`] is a boundary.
    pub fn write(&mut self, word: u32, value: u32, queued: u32) -> Effect {
        let stopped = self.state != State::Run;
        let allowed = self.register(word).filter(|(register, _)| {
            let now = stopped || regs::answers_always(register);
            register.access.writes() && now && !(register.name == regs::RECFMT.name && queued != 0)
        });
        let Some((register, index)) = allowed else {
            self.refuse();
            return Effect::None;
        };
        let mask = register.fields.iter().fold(0, |mask, field| mask | field.mask());
        if register.name == regs::CMD.name {
            return self.command(value & mask, queued);
        }
        self.store(register, index, value & mask)
    }

    fn store(&mut self, register: &Register, index: usize, value: u32) -> Effect {
        let (number, high) = (index / 2, index % 2 == 1);
        let max = self.config.value_max();
        let switches = &mut self.switches;
        match register.name {
            "CTRL" => switches.control = value as u8,
            "WDOG" => self.watchdog = value as u8,
            "LFSR16" => self.lfsr = (value as u16).max(1),
            "CLASS_EN" => switches.classes = value,
            "F1CFG" => switches.filter1 = value,
            "F2CFG" => switches.filter2 = value as u8,
            "RECFMT" => switches.recfmt = value as u16,
            "DECIM" => {
                switches.decimation = value as u16;
                return Effect::Decimation;
            }
            "SETIGN" => return Effect::Ignore(value),
            "X" => self.indices[index] = value as u16 & self.widest(index),
            "XW" => {
                let bits = if (1..=INDEX_BITS).contains(&value) { value } else { INDEX_BITS };
                self.widths[index] = bits as u8;
                self.indices[index] &= self.widest(index);
            }
            "B" => self.bases[index] = Base(value as u16),
            "K" => self.constants[number] = with_half(self.constants[number], high, value) & max,
            "V" => self.values[number] = with_half(self.values[number], high, value) & max,
            "T" => self.targets[index] = value as u8,
            "MD_LO" => self.md = with_half(self.md, false, value),
            "MD_HI" => self.md = with_half(self.md, true, value) & max,
            "MI" => self.mi = value as u8 & (self.config.entries - 1) as u8,
            "FLAGS" => self.flags = Flags::from_bits(value as u8),
            "SPC" => self.starts[index] = value as u8,
            "UC" if high => self.microcode[number] = u64::from(value & 0xffff) << 32 | u64::from(self.low_half),
            "UC" => self.low_half = value,
            "KEY" => (self.keys[index], self.valid[index]) = (value, true),
            "DM" => self.memory[number] = with_half(self.memory[number], high, value),
            "IGN" => return Effect::Ignored(index as u8, value),
            _ => {}
        }
        Effect::None
    }

    /// The largest value of an index.
    const fn widest(&self, index: usize) -> u16 {
        (u32::MAX >> (32 - self.widths[index] as u32)) as u16
    }

    fn command(&mut self, value: u32, queued: u32) -> Effect {
        let (code, entry) = (regs::CMD.field("OP").of(value) as u8, regs::CMD.field("ARG").of(value) as usize);
        let state = self.state;
        let allowed = |command: &Command| match command {
            Command::Stop | Command::Reset => true,
            Command::Run => matches!(state, State::Idle | State::Interrupt),
            Command::Skip => state == State::Error,
            Command::ClearCounters => state != State::Run && queued == 0,
            Command::Invalidate => state != State::Run && entry < self.keys.len(),
            Command::InvalidateAll | Command::ClearAll | Command::Flush => state != State::Run,
        };
        let Some(command) = Command::from_code(code).filter(allowed) else {
            self.refuse();
            return Effect::None;
        };
        match command {
            Command::Run => self.state = State::Run,
            Command::Stop if state == State::Run => self.state = State::Idle,
            Command::Stop => {}
            Command::InvalidateAll => self.valid.fill(false),
            Command::ClearAll => self.memory.fill(0),
            Command::Flush => return Effect::Flush,
            Command::ClearCounters => {
                (self.words, self.violations) = (0, 0);
                return Effect::ClearCounters;
            }
            Command::Skip => {
                self.state = State::Idle;
                return Effect::Pop;
            }
            Command::Reset => {
                self.reset(queued);
                return if queued == 0 { Effect::ClearCounters } else { Effect::None };
            }
            Command::Invalidate => self.valid[entry] = false,
        }
        Effect::None
    }

    /// Registers, flags and counters as at first; arrays stay, and RECFMT while records wait that it describes.
    fn reset(&mut self, queued: u32) {
        let old = std::mem::replace(self, Self::new(self.config));
        (self.microcode, self.keys, self.valid, self.memory) = (old.microcode, old.keys, old.valid, old.memory);
        if queued != 0 {
            self.switches.recfmt = old.switches.recfmt;
        }
    }
}
