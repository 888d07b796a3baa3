//! A core for the engine `hps` in mode decode: every instruction passes the engine before it is executed
//! (docs/reference/iss.md, I4).
//!
//! ```
//! use treetap::model::hps::Engine;
//! use treetap::model::iss::{Hart, inline::Inline};
//! use treetap::spec::core::RESET_PC;
//! use treetap::spec::hps::{Mode, preset};
//!
//! let mut hart = Hart::default();
//! // lui x5, 0x10000; sw x0, 4(x5): the program ends.
//! let code: Vec<u8> = [0x1000_02b7_u32, 0x0002_a223].iter().flat_map(|word| word.to_le_bytes()).collect();
//! assert!(hart.memory.load(RESET_PC, &code));
//! let mut core = Inline::new(hart, Engine::new(preset("up5k").unwrap().config(Mode::Decode)));
//! while core.hart.memory.exit().is_none() {
//!     core.step().unwrap();
//! }
//! assert_eq!((core.counts.instructions, core.counts.replaced), (2, 0), "the engine is not switched on");
//! ```
use super::{Fetched, Hart, Operation, Retired, Trap, Unhandled};
use crate::model::classify::classify;
use crate::model::hps::Engine;
use crate::spec::checkmap::Code;
use crate::spec::hps::DRET;
use crate::spec::hps::inline::HANDLER_BYTES;
use crate::spec::hps::record::{Insn, MACHINE, NO_WINNER, Origin, Word};
use std::fmt;

/// Longest that a handler may run, in instructions: beyond, something is wrong with it.
pub const HANDLER_MAX: u64 = 1 << 20;

/// What stands between fetch and decode: the model of the engine, or the hardware.
pub trait Editor {
    /// What can go wrong with it.
    type Error: std::error::Error;

    /// An instruction goes in. All words of the one before have come out.
    ///
    /// # Errors
    /// When it does not take it.
    fn offer(&mut self, insn: &Insn) -> Result<(), Self::Error>;

    /// The next word. There is one after every instruction up to the last or to a call, and after the DRET of a call
    /// that was not the last.
    ///
    /// # Errors
    /// When none comes.
    fn word(&mut self) -> Result<Word, Self::Error>;

    /// What is under way is given up.
    ///
    /// # Errors
    /// When it cannot be told so.
    fn flush(&mut self) -> Result<(), Self::Error>;
}

/// The engine gave no word where one has to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoWord;

impl fmt::Display for NoWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the engine gave no word where one has to come")
    }
}

impl std::error::Error for NoWord {}

impl Editor for Engine {
    type Error = NoWord;

    fn offer(&mut self, insn: &Insn) -> Result<(), NoWord> {
        if !self.ready() {
            return Err(NoWord);
        }
        self.accept(insn);
        Ok(())
    }

    fn word(&mut self) -> Result<Word, NoWord> {
        self.next_word().ok_or(NoWord)
    }

    fn flush(&mut self) -> Result<(), NoWord> {
        Engine::flush(self);
        Ok(())
    }
}

/// Why the core cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<E> {
    /// An exception that the program has no handler for.
    Unhandled(Unhandled),
    /// The engine failed.
    Engine(E),
    /// A word that cannot come: of another instruction, or a replacement inside a handler.
    Word(Word),
    /// The handler of this number does not come to its end.
    Endless(u8),
}

impl<E: fmt::Display> fmt::Display for Stop<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unhandled(unhandled) => unhandled.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Word(word) => write!(f, "the engine gave {word:x?}, which does not belong to the instruction"),
            Self::Endless(number) => write!(f, "handler {number} has no end after {HANDLER_MAX} instructions"),
        }
    }
}

impl<E: std::error::Error> std::error::Error for Stop<E> {}

/// What the calls of a handler came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handled {
    /// Calls.
    pub calls: u64,
    /// Instructions executed for them, DRET included.
    pub instructions: u64,
}

/// What was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Instructions of the program.
    pub instructions: u64,
    /// Instructions of the program for which a replacement began.
    pub replaced: u64,
    /// Words of replacements without the program's own instruction, calls included.
    pub added: u64,
    /// Handlers by their numbers.
    pub handlers: Vec<Handled>,
    /// Exceptions, each of which flushed the engine.
    pub exceptions: u64,
    /// Of these inside a replacement or handler.
    pub broken: u64,
}

impl Counts {
    /// Instructions of all handlers.
    pub fn handled(&self) -> Handled {
        self.handlers.iter().fold(Handled::default(), |sum, one| Handled {
            calls: sum.calls + one.calls,
            instructions: sum.instructions + one.instructions,
        })
    }
}

/// The instruction of the program that words stand for.
#[derive(Clone, Copy, Debug)]
struct Pending {
    fetched: Fetched,
    /// Where the program goes on.
    next: u32,
    /// What it did itself, if it has been executed.
    done: Option<Retired>,
}

/// A handler that runs.
#[derive(Clone, Copy, Debug)]
struct Call {
    number: u8,
    /// No word is left after it.
    over: bool,
    length: u64,
    pending: Pending,
}

/// A core with an engine between fetch and decode.
#[derive(Clone, Debug)]
pub struct Inline<E> {
    /// The core.
    pub hart: Hart,
    /// The engine, set up.
    pub engine: E,
    /// What was executed.
    pub counts: Counts,
    call: Option<Call>,
}

impl<E: Editor> Inline<E> {
    /// A core before its first instruction.
    pub fn new(hart: Hart, engine: E) -> Self {
        let handlers = vec![Handled::default(); 1 << 8];
        let counts = Counts { instructions: 0, replaced: 0, added: 0, handlers, exceptions: 0, broken: 0 };
        Self { hart, engine, counts, call: None }
    }

    /// A handler runs.
    pub const fn in_handler(&self) -> bool {
        self.call.is_some()
    }

    /// The timer interrupts before the next instruction of the program, if that lets it and no handler of the engine
    /// runs; whether it does.
    pub fn interrupt(&mut self) -> bool {
        self.call.is_none() && self.hart.interrupt()
    }

    /// Fetches one instruction, of the program or of a handler, and executes what the engine makes of it. Gives an
    /// instruction of the program when everything that stands for it has been executed, or its exception was taken.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn step(&mut self) -> Result<Option<Retired>, Stop<E::Error>> {
        let pc = self.hart.pc;
        let fetched = match self.hart.fetch(pc) {
            Ok(fetched) => fetched,
            Err(trap) => {
                let own = Fetched { pc, raw: 0, insn: 0, short: false };
                let broken = self.call.map(|call| call.pending.fetched);
                return self.except(broken.unwrap_or(own), trap, broken.is_some());
            }
        };
        self.engine.offer(&offered(&fetched)).map_err(Stop::Engine)?;
        let Some(mut call) = self.call.take() else {
            return self.words(Pending { fetched, next: fetched.after(), done: None });
        };
        call.length += 1;
        if call.length > HANDLER_MAX {
            return Err(Stop::Endless(call.number));
        }
        self.counts.handlers[usize::from(call.number)].instructions += 1;
        if fetched.insn == DRET {
            self.hart.csrs.cycles += 1;
            return if call.over { Ok(Some(self.finish(&call.pending))) } else { self.words(call.pending) };
        }
        let word = self.engine.word().map_err(Stop::Engine)?;
        if (word.insn, word.pc, word.winner, word.last) != (fetched.insn, pc, NO_WINNER, true) {
            return Err(Stop::Word(word));
        }
        match self.hart.execute(&Operation::alone(&fetched)) {
            Ok(effect) => {
                self.hart.pc = effect.next;
                self.call = Some(call);
                Ok(None)
            }
            Err(trap) => self.except(call.pending.fetched, trap, true),
        }
    }

    /// The words that stand for an instruction, or those that are left after a handler.
    fn words(&mut self, mut pending: Pending) -> Result<Option<Retired>, Stop<E::Error>> {
        let fetched = pending.fetched;
        loop {
            let word = self.engine.word().map_err(Stop::Engine)?;
            if word.pc != fetched.pc {
                return Err(Stop::Word(word));
            }
            let (own, replaced) = (word.origin == Origin::Program, word.winner != NO_WINNER);
            self.counts.replaced += u64::from(word.first && replaced);
            if word.origin == Origin::Call {
                self.counts.added += 1;
                self.enter((word.insn >> 20) as u8, word.last, pending);
                return Ok(None);
            }
            let raw = if own { fetched.raw } else { word.insn };
            let Word { pc, insn, private, .. } = word;
            match self.hart.execute(&Operation { pc, insn, after: fetched.after(), private, raw }) {
                Ok(effect) => {
                    self.counts.added += u64::from(!own);
                    if own || effect.taken {
                        pending.next = effect.next;
                    }
                    if own {
                        pending.done = Some(Retired::of(fetched, &effect));
                    }
                }
                Err(trap) => return self.except(fetched, trap, replaced),
            }
            if word.last {
                return Ok(Some(self.finish(&pending)));
            }
        }
    }

    /// The handler is called.
    fn enter(&mut self, number: u8, over: bool, pending: Pending) {
        self.hart.csrs.cycles += 1;
        self.hart.csrs.dpc = pending.fetched.pc;
        self.hart.pc = self.hart.csrs.dvec.wrapping_add(HANDLER_BYTES * u32::from(number));
        self.counts.handlers[usize::from(number)].calls += 1;
        self.call = Some(Call { number, over, length: 0, pending });
    }

    /// Everything that stands for an instruction was executed: the program goes on. It counts once, whatever stood for
    /// it.
    fn finish(&mut self, pending: &Pending) -> Retired {
        let Pending { fetched, next, done } = *pending;
        self.hart.pc = next;
        self.hart.csrs.retired += 1;
        self.counts.instructions += 1;
        let left_out = Retired { fetched, trap: false, next, rd: 0, value: 0, access: None };
        Retired { next, ..done.unwrap_or(left_out) }
    }

    /// An exception in what stands for an instruction: it will be fetched again from the beginning.
    fn except(&mut self, fetched: Fetched, trap: Trap, broken: bool) -> Result<Option<Retired>, Stop<E::Error>> {
        self.call = None;
        self.counts.exceptions += 1;
        self.counts.broken += u64::from(broken);
        self.engine.flush().map_err(Stop::Engine)?;
        self.hart.except(fetched, trap).map(Some).map_err(Stop::Unhandled)
    }
}

/// An instruction as fetch knows it.
fn offered(fetched: &Fetched) -> Insn {
    let &Fetched { pc, insn, short, .. } = fetched;
    let (class, filter) = (classify(insn), Code::None);
    Insn { pc, insn, class, short, privilege: MACHINE, trap: false, next: None, address: 0, filter }
}
