//! The emitted engine `hps` in mode decode as a core sees it: by its handshakes alone. Every word and, when asked,
//! every register is held against the model's.
use super::super::Error;
use super::super::build::Effort;
use super::super::pins::Pins;
use crate::catalog::{Emitted, Unit, emit};
use crate::model::hps::Engine;
use crate::model::iss::inline::Editor;
use crate::spec::hps::record::{Insn, Word};
use crate::spec::hps::{Config, Mode, VARIANTS, built, regs};
use crate::spec::lfsr::step;
use crate::spec::regs::Access;
use std::fmt;

/// Cycles without an answer after which the hardware is given up: longer than any write of a table takes.
const PATIENCE: u32 = 1000;

/// What the hardware did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Nothing came of it for so long.
    Stuck(&'static str),
    /// Another word than the model's: names and values of the ports.
    Word(String, Option<Word>),
    /// Another register: offset, value, the model's.
    Register(u16, u32, u32),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stuck(what) => write!(f, "the engine's {what} does not come within {PATIENCE} cycles"),
            Self::Word(found, expected) => write!(f, "the engine gave {found}, its model {expected:x?}"),
            Self::Register(offset, found, expected) => {
                write!(f, "the engine's register {offset:#05x} is {found:#x}, its model's {expected:#x}")
            }
        }
    }
}

impl std::error::Error for Wrong {}

/// Names of the pins that are driven, in the order of [`Inputs`].
const INPUTS: [&str; 16] = [
    "rst",
    "in_valid",
    "in_pc",
    "in_insn",
    "in_class",
    "in_short",
    "in_filter",
    "in_privilege",
    "in_trap",
    "flush",
    "out_ready",
    "bus_valid",
    "bus_we",
    "bus_addr",
    "bus_wdata",
    "in_next",
];
/// What is looked at.
const OUTPUTS: [&str; 11] = [
    "in_ready",
    "out_valid",
    "bus_ready",
    "bus_rdata",
    "out_insn",
    "out_pc",
    "out_kind",
    "out_private",
    "out_first",
    "out_last",
    "out_number",
];

/// A verilated engine and its model.
pub struct Hardware {
    config: Config,
    pins: Pins,
    model: Engine,
    inputs: [usize; INPUTS.len()],
    outputs: [usize; OUTPUTS.len()],
    /// State of the generator of pauses; `None` without any.
    pauses: Option<u32>,
    /// Cycles since the reset.
    pub cycles: u64,
    /// Words that were the same.
    pub words: u64,
}

/// Whether an engine of this size, in mode decode, has at least the tables of another.
pub fn holds(size: &Config, config: &Config) -> bool {
    size.mode == Mode::Decode
        && size.patterns >= config.patterns
        && size.words >= config.words
        && size.conditions >= config.conditions
        && (size.counters, size.width) == (config.counters, config.width)
}

/// The smallest preset for mode decode with at least the tables of a size: its name.
pub fn smallest(config: &Config) -> Option<&'static str> {
    VARIANTS.iter().find(|variant| holds(&built(variant), config)).map(|variant| variant.name)
}

impl Hardware {
    /// Builds the engine that is emitted under a name, and resets it.
    ///
    /// # Errors
    /// As [`Pins::open`], and where nothing of that name is emitted for mode decode.
    pub fn open(name: &str, effort: Effort) -> Result<Self, Error> {
        let missing = || Error::Host(format!("{name}: expected the preset of an engine in mode decode"));
        let variant = VARIANTS.iter().find(|variant| variant.name == name).ok_or_else(missing)?;
        let config = built(variant);
        if config.mode != Mode::Decode {
            return Err(missing());
        }
        Self::of(config, &emit(Unit::Hps, name)?, effort)
    }

    /// With other Verilog than that which is emitted.
    ///
    /// # Errors
    /// As [`Pins::open`].
    pub fn of(config: Config, emitted: &Emitted, effort: Effort) -> Result<Self, Error> {
        let pins = Pins::open(emitted, effort, 1)?;
        let inputs = INPUTS.map(|name| pins.input(name));
        let outputs = OUTPUTS.map(|name| pins.output(name));
        let model = Engine::new(config);
        let mut hardware = Self { config, pins, model, inputs, outputs, pauses: None, cycles: 0, words: 0 };
        hardware.cycle(&[("rst", 1)]);
        Ok(hardware)
    }

    /// Its size.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// From now on instructions come late and words are taken late, at random.
    pub fn pause(&mut self, seed: u32) {
        self.pauses = Some(seed.max(1));
    }

    /// One cycle.
    fn cycle(&mut self, driven: &[(&str, u32)]) -> [u64; OUTPUTS.len()] {
        let mut row = vec![0; self.pins.input_words()];
        for (name, value) in driven {
            let at = INPUTS.iter().position(|input| input == name).expect("it is one of them");
            row[self.inputs[at]] = u64::from(*value);
        }
        let out = self.pins.run(&row);
        self.cycles += 1;
        self.outputs.map(|at| out[at])
    }

    /// Cycles until an output, by its number, is 1; what was there then.
    fn until(
        &mut self,
        output: usize,
        driven: &[(&str, u32)],
        what: &'static str,
    ) -> Result<[u64; OUTPUTS.len()], Wrong> {
        for _ in 0..PATIENCE {
            let out = self.cycle(driven);
            if out[output] == 1 {
                return Ok(out);
            }
        }
        Err(Wrong::Stuck(what))
    }

    /// A host writes a register of both.
    ///
    /// # Errors
    /// When the write is not taken.
    pub fn write(&mut self, offset: u16, word: u32) -> Result<(), Wrong> {
        let driven = [("bus_valid", 1), ("bus_we", 1), ("bus_addr", offset.into()), ("bus_wdata", word)];
        self.until(2, &driven, "bus")?;
        self.model.write(offset, word);
        Ok(())
    }

    /// A host reads a register, which has to be the model's.
    ///
    /// # Errors
    /// When it is not, or no answer comes.
    pub fn read(&mut self, offset: u16) -> Result<u32, Wrong> {
        let found = self.until(2, &[("bus_valid", 1), ("bus_addr", offset.into())], "bus")?[3] as u32;
        let expected = self.model.read(offset);
        if found == expected { Ok(found) } else { Err(Wrong::Register(offset, found, expected)) }
    }

    /// Reads every register that can be read, in the order of their offsets.
    ///
    /// # Errors
    /// The first that is not the model's.
    pub fn compare(&mut self) -> Result<u32, Wrong> {
        let mut compared = 0;
        for register in regs::REGISTERS.iter().filter(|register| register.access != Access::WriteOnly) {
            let built = match register.name {
                "CTR" | "HIT" => self.config.counters as u16,
                _ => register.words,
            };
            for number in 0..built {
                self.read(register.offset + 4 * number)?;
                compared += 1;
            }
        }
        Ok(compared)
    }

    /// Idle cycles: none, or up to three at random.
    fn idle(&mut self) {
        if let Some(state) = self.pauses {
            let state = step(state);
            self.pauses = Some(state);
            for _ in 0..state & 3 {
                self.cycle(&[]);
            }
        }
    }
}

impl Editor for Hardware {
    type Error = Wrong;

    fn offer(&mut self, insn: &Insn) -> Result<(), Wrong> {
        self.idle();
        let driven = [
            ("in_valid", 1),
            ("in_pc", insn.pc),
            ("in_insn", insn.insn),
            ("in_class", insn.class.code().into()),
            ("in_short", insn.short.into()),
            ("in_filter", insn.filter as u32),
            ("in_privilege", insn.privilege.into()),
            ("in_trap", insn.trap.into()),
            // Nobody knows it here: what is not looked at must not matter.
            ("in_next", 0xdead_beef),
        ];
        self.until(0, &driven, "in_ready")?;
        self.model.accept(insn);
        Ok(())
    }

    fn word(&mut self) -> Result<Word, Wrong> {
        self.idle();
        let out = self.until(1, &[("out_ready", 1)], "out_valid")?;
        let expected = self.model.next_word();
        let same = expected.filter(|word| {
            [word.insn.into(), word.pc.into(), word.origin as u64, word.private.into()] == out[4..8]
                && [word.first.into(), word.last.into(), u64::from(word.winner)] == out[8..]
        });
        self.words += u64::from(same.is_some());
        same.ok_or_else(|| {
            let found: Vec<String> =
                OUTPUTS[4..].iter().zip(&out[4..]).map(|(name, at)| format!("{name} {at:x}")).collect();
            Wrong::Word(found.join(" "), expected)
        })
    }

    fn flush(&mut self) -> Result<(), Wrong> {
        self.idle();
        let out = self.cycle(&[("flush", 1)]);
        // A word that waits has been made and counted, though nobody takes it.
        if out[1] == 1 {
            self.model.next_word();
        }
        self.model.flush();
        Ok(())
    }
}
