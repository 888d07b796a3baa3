//! An instruction-set simulator: RV32IMC with Zicsr, on the machine of docs/reference/cores.md, without clocks; and the
//! same as a core for the engine `hps` in mode decode (docs/reference/iss.md).
//!
//! ```
//! use treetap::model::iss::{Hart, Status};
//! use treetap::spec::core::RESET_PC;
//!
//! let mut hart = Hart::default();
//! // lui x5, 0x10000; addi x6, x0, 7; sw x6, 4(x5): the program ends with code 7.
//! let words = [0x1000_02b7_u32, 0x0070_0313, 0x0062_a223];
//! let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! assert!(hart.memory.load(RESET_PC, &code));
//! assert_eq!(hart.run(100), Status::Exit(7));
//! assert_eq!(hart.retired(), 3);
//! ```
mod csr;
mod execute;
pub mod inline;
mod memory;

use super::classify::{expand, is_compressed};
use crate::spec::classify::Xlen;
use crate::spec::core::RESET_PC;
use crate::spec::hps::inline::{HANDLERS, PRIVATE};
use csr::Csrs;
pub use memory::Memory;
use std::fmt;

/// One core in memory: its registers and what it has done.
#[derive(Clone, Debug)]
pub struct Hart {
    /// Registers; the first one is 0.
    pub x: [u32; 32],
    /// Registers d0 to d7, which only replacements and handlers see.
    pub private: [u32; PRIVATE],
    /// Address of the next instruction.
    pub pc: u32,
    /// Memory and devices.
    pub memory: Memory,
    csrs: Csrs,
}

impl Default for Hart {
    fn default() -> Self {
        Self { x: [0; 32], private: [0; PRIVATE], pc: RESET_PC, memory: Memory::default(), csrs: Csrs::new(HANDLERS) }
    }
}

/// An instruction as it was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Its address.
    pub pc: u32,
    /// As it lies in memory; a compressed one in the low half.
    pub raw: u32,
    /// Its 32-bit form; 0 for an illegal compressed one.
    pub insn: u32,
    /// It is a compressed one.
    pub short: bool,
}

impl Fetched {
    /// Address of the instruction after it.
    pub const fn after(&self) -> u32 {
        self.pc.wrapping_add(if self.short { 2 } else { 4 })
    }
}

/// What is executed: an instruction of a program or of a replacement.
#[derive(Clone, Copy, Debug)]
struct Operation {
    /// What addresses are relative to.
    pc: u32,
    insn: u32,
    /// What a link register gets, and where it goes on without a jump.
    after: u32,
    /// Which registers are private: bit 0 `rd`, bit 1 `rs1`, bit 2 `rs2`.
    private: u8,
    /// What MTVAL has to show if it is illegal.
    raw: u32,
}

/// A load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Address of its first byte.
    pub address: u32,
    /// Bytes: 1, 2 or 4.
    pub count: u32,
    /// It is a store.
    pub write: bool,
    /// What was read, or the register that was written of which this has the low bytes.
    pub value: u32,
}

/// What an instruction did.
#[derive(Clone, Copy, Debug)]
struct Effect {
    next: u32,
    taken: bool,
    written: bool,
    value: u32,
    access: Option<Access>,
}

impl Effect {
    fn goes(&mut self, address: u32) {
        (self.next, self.taken) = (address, true);
    }
}

/// An exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// What MCAUSE gets.
    pub cause: u32,
    /// What MTVAL gets.
    pub value: u32,
}

impl Trap {
    /// Nothing is where an instruction was to come from.
    pub const FETCH: u32 = 1;
    /// No such instruction.
    pub const ILLEGAL: u32 = 2;
    /// EBREAK.
    pub const BREAK: u32 = 3;
    /// Nothing is where a load goes.
    pub const LOAD: u32 = 5;
    /// Nothing is where a store goes.
    pub const STORE: u32 = 7;
    /// ECALL.
    pub const CALL: u32 = 11;

    const fn illegal(raw: u32) -> Self {
        Self { cause: Self::ILLEGAL, value: raw }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cause, value } = self;
        match *cause {
            Self::FETCH => write!(f, "no memory at {value:#x}, from where an instruction was to come"),
            Self::ILLEGAL => write!(f, "illegal instruction {value:#010x}"),
            Self::BREAK => write!(f, "breakpoint"),
            Self::LOAD => write!(f, "a load from {value:#x}, where no memory is"),
            Self::STORE => write!(f, "a store to {value:#x}, where no memory is"),
            _ => write!(f, "environment call"),
        }
    }
}

/// A retirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retired {
    /// The instruction.
    pub fetched: Fetched,
    /// It did not execute: its exception goes on at `next`.
    pub trap: bool,
    /// Address of the next one.
    pub next: u32,
    /// Register that was written; 0 if none was.
    pub rd: u8,
    /// What it got.
    pub value: u32,
    /// What was loaded or stored.
    pub access: Option<Access>,
}

/// An exception that the program has no handler for: MTVEC is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unhandled {
    /// What it is.
    pub trap: Trap,
    /// At which instruction.
    pub pc: u32,
}

impl fmt::Display for Unhandled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {:#010x}: {}; the program has set no handler of exceptions", self.pc, self.trap)
    }
}

impl std::error::Error for Unhandled {}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// So many instructions were executed: there is more.
    More,
    /// The program has ended with this exit code.
    Exit(u32),
    /// It cannot go on.
    Unhandled(Unhandled),
}

impl Hart {
    /// Instructions of the program that it has executed: MINSTRET, unless the program writes that.
    pub const fn retired(&self) -> u64 {
        self.csrs.retired
    }

    /// The instruction at an address.
    ///
    /// # Errors
    /// Where no memory is.
    pub fn fetch(&self, pc: u32) -> Result<Fetched, Trap> {
        let half = |address: u32| self.memory.read(address, 2).ok_or(Trap { cause: Trap::FETCH, value: address });
        let low = half(pc)?;
        if is_compressed(low) {
            return Ok(Fetched { pc, raw: low, insn: expand(low as u16, Xlen::Rv32), short: true });
        }
        let raw = low | half(pc.wrapping_add(2))? << 16;
        Ok(Fetched { pc, raw, insn: raw, short: false })
    }

    /// Executes the next instruction.
    ///
    /// # Errors
    /// An exception without a handler. The next call tries the same instruction again.
    pub fn step(&mut self) -> Result<Retired, Unhandled> {
        let pc = self.pc;
        let fetched = match self.fetch(pc) {
            Ok(fetched) => fetched,
            Err(trap) => return self.except(Fetched { pc, raw: 0, insn: 0, short: false }, trap),
        };
        match self.execute(&Operation::alone(&fetched)) {
            Ok(effect) => {
                self.pc = effect.next;
                self.csrs.retired += 1;
                Ok(Retired::of(fetched, &effect))
            }
            Err(trap) => self.except(fetched, trap),
        }
    }

    /// The timer interrupts before the next instruction, if the program lets it; whether it does.
    pub fn interrupt(&mut self) -> bool {
        let handler = self.csrs.interrupt(self.pc);
        self.pc = handler.unwrap_or(self.pc);
        handler.is_some()
    }

    /// Executes so many instructions, or until the program ends.
    pub fn run(&mut self, limit: u64) -> Status {
        for _ in 0..limit {
            if let Err(unhandled) = self.step() {
                return Status::Unhandled(unhandled);
            }
            if let Some(code) = self.memory.exit() {
                return Status::Exit(code);
            }
        }
        Status::More
    }

    /// Goes on at the handler of exceptions.
    fn except(&mut self, fetched: Fetched, trap: Trap) -> Result<Retired, Unhandled> {
        let Fetched { pc, .. } = fetched;
        self.pc = pc;
        let handler = self.csrs.enter(pc, trap.cause, trap.value).ok_or(Unhandled { trap, pc })?;
        self.pc = handler;
        Ok(Retired { fetched, trap: true, next: handler, rd: 0, value: 0, access: None })
    }
}

impl Operation {
    /// An instruction that stands for itself.
    fn alone(fetched: &Fetched) -> Self {
        let Fetched { pc, raw, insn, .. } = *fetched;
        Self { pc, insn, after: fetched.after(), private: 0, raw }
    }
}

impl Retired {
    fn of(fetched: Fetched, effect: &Effect) -> Self {
        let written = effect.written;
        let rd = if written { (fetched.insn >> 7 & 0x1f) as u8 } else { 0 };
        let value = if written { effect.value } else { 0 };
        Self { fetched, trap: false, next: effect.next, rd, value, access: effect.access }
    }
}
