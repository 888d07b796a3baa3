//! Instructions in the words of their program, for what profiles values.
use super::Symbols;
use crate::spec::classify::Opclass;
use crate::spec::retire::Record;
use std::collections::HashMap;

/// Which instructions came, by `pct`: the instruction, expanded, and its class.
#[derive(Clone, Debug, Default)]
pub struct Instructions(HashMap<u32, (u32, Opclass)>);

impl Instructions {
    /// An instruction that came.
    pub fn push(&mut self, record: &Record) {
        self.0.insert((record.pc >> 1) as u32, (record.insn, record.class));
    }

    /// The instruction, expanded, and its class; 0 and OTHER if none came.
    pub fn get(&self, pct: u32) -> (u32, Opclass) {
        self.0.get(&pct).copied().unwrap_or((0, Opclass::Other))
    }

    /// Those that came, by `pct`.
    pub fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.keys().copied()
    }
}

/// An instruction in the words of its program.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// Its address.
    pub pc: u32,
    /// The function that it is in, and how far from its beginning; without a program its address.
    pub place: String,
    /// Source file and line.
    pub line: Option<(String, u32)>,
    /// The instruction in assembly.
    pub assembly: String,
}

/// What words a program has for its instructions.
pub struct Words<'a> {
    /// Names for addresses.
    pub symbols: Option<&'a Symbols>,
    /// An instruction in assembly.
    pub assembly: &'a dyn Fn(u32) -> String,
    /// The instructions that came.
    pub instructions: &'a Instructions,
}

impl Words<'_> {
    /// The instruction with this `pct`.
    pub fn located(&self, pct: u32) -> Located {
        let pc = pct << 1;
        let assembly = (self.assembly)(self.instructions.get(pct).0);
        Located { pc, place: self.place(pc), line: self.line(pc), assembly }
    }

    /// Function and distance.
    pub fn place(&self, pc: u32) -> String {
        let Some(symbols) = self.symbols else { return format!("{pc:#010x}") };
        let place = &symbols.places()[symbols.at(pc.into()) as usize];
        let first = place.ranges.first().map_or(u64::from(pc), |range| range.0);
        format!("{}+{:#x}", place.name, u64::from(pc).wrapping_sub(first))
    }

    /// The source line, of the innermost function that is inlined there.
    fn line(&self, pc: u32) -> Option<(String, u32)> {
        let frame = self.symbols?.frames(pc.into()).pop()?;
        Some((frame.file?, frame.line?))
    }
}
