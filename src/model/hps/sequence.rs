//! The words of a replacement, one after the other, and the handler in between (docs/reference/hps.md, H7).
use super::Engine;
use super::instantiate::{Filled, instantiate};
use crate::spec::hps::record::{Insn, Origin, Word};
use crate::spec::hps::words::Kind;
use crate::spec::hps::{MAX_SEQUENCE, NOP, dcall};

/// What is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing.
    Run,
    /// Words of a replacement are left.
    Sequence(Sequence),
    /// A handler runs; the words that are left come after it.
    Handler(Sequence),
}

/// A replacement and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The instruction that is replaced.
    pub insn: Insn,
    /// Where it leads.
    pub target: Option<u32>,
    /// The next word.
    pub index: usize,
    /// The pattern that won.
    pub winner: u8,
    count: usize,
    original: bool,
    ended: bool,
    /// The table had no end and no T.INSN: the instruction itself comes last.
    append: bool,
}

impl Sequence {
    pub fn new(insn: &Insn, target: Option<u32>, index: usize, winner: u8) -> Self {
        Self { insn: *insn, target, index, winner, count: 0, original: false, ended: false, append: false }
    }

    /// No word is left.
    pub const fn over(&self) -> bool {
        self.ended && !self.append
    }
}

impl Engine {
    /// The next word for the instruction that was taken last, if one is left (mode decode).
    pub fn next_word(&mut self) -> Option<Word> {
        if let Some(word) = self.pending.take() {
            return Some(word);
        }
        let Stage::Sequence(mut sequence) = self.stage else { return None };
        let (insn, origin, private) =
            if sequence.ended { self.appended(&mut sequence) } else { self.fetch(&mut sequence) };
        sequence.count += 1;
        self.statistics.words = self.statistics.words.wrapping_add(1);
        self.statistics.cycles = self.statistics.cycles.wrapping_add(u32::from(origin != Origin::Program));
        self.stage = match origin {
            Origin::Call => Stage::Handler(sequence),
            _ if sequence.over() => Stage::Run,
            _ => Stage::Sequence(sequence),
        };
        let (first, last) = (sequence.count == 1, sequence.over());
        Some(Word { insn, pc: sequence.insn.pc, origin, private, first, last, winner: sequence.winner })
    }

    /// The program's instruction after a replacement that had no end.
    fn appended(&mut self, sequence: &mut Sequence) -> (u32, Origin, u8) {
        sequence.append = false;
        (sequence.insn.insn, Origin::Program, 0)
    }

    /// The word of the table that is next.
    fn fetch(&mut self, sequence: &mut Sequence) -> (u32, Origin, u8) {
        let word = self.words[sequence.index];
        let limit = sequence.count + 1 == MAX_SEQUENCE || sequence.index + 1 == self.words.len();
        sequence.index += 1;
        sequence.ended = word.last || limit;
        sequence.original |= word.kind == Kind::Original;
        if limit && !word.last {
            self.raise("RT_RUNAWAY");
            sequence.append = !sequence.original;
        }
        match word.kind {
            Kind::Original => (sequence.insn.insn, Origin::Program, 0),
            Kind::Call => (dcall(word.handler), Origin::Call, 0),
            Kind::Nop => (NOP, Origin::Replacement, 0),
            Kind::Instruction => {
                let Filled { insn, truncated, unknown } = instantiate(&word, &sequence.insn, sequence.target);
                if truncated {
                    self.raise("IMM_TRUNC");
                }
                if unknown {
                    self.raise("NO_TGT");
                }
                (insn, Origin::Replacement, word.private)
            }
        }
    }
}
