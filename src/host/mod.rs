//! What runs beside the hardware: sets a profiler up and reads it out over any [`Transport`] (a simulated bus, a board,
//! a socket), and opens traces for the models ([`events`]).
//!
//! The registers are those of docs/reference/registers.md; nothing here knows an offset of its own.
pub mod bursts;
pub mod coproc;
pub mod counting;
pub mod events;
pub mod hotlist;
pub mod hps;
pub mod inline;
pub mod intervals;
pub mod monitor;
pub mod phase;
mod readout;
pub mod value_sampler;

pub use readout::{Dump, Host, Watched};

use crate::spec::monitor as spec;
use crate::spec::regs::{self, Op};
use crate::spec::value_sampler as sampler;
use std::fmt;

/// Moves 32-bit words between the host and the registers of a profiler.
pub trait Transport {
    /// What can go wrong on the way.
    type Error: std::error::Error;

    /// Reads the register at byte offset `offset`.
    ///
    /// # Errors
    /// When the word does not arrive.
    fn read(&mut self, offset: u16) -> Result<u32, Self::Error>;

    /// Writes the register at byte offset `offset`.
    ///
    /// # Errors
    /// When the word does not arrive.
    fn write(&mut self, offset: u16, data: u32) -> Result<(), Self::Error>;
}

/// Why a profiler could not be set up or read out.
#[derive(Debug)]
pub enum Error<E> {
    /// The transport failed.
    Transport(E),
    /// What is there does not call itself a profiler.
    NotAProfiler(u32),
    /// What is there does not call itself a monitor.
    NotAMonitor(u32),
    /// What is there does not call itself a value sampler.
    NotAValueSampler(u32),
    /// What is there does not call itself a phase tracker.
    NotAPhaseTracker(u32),
    /// What is there does not call itself a co-processor.
    NotACoprocessor(u32),
    /// The hardware did not take what it was told to.
    Declined(&'static str),
    /// The hardware was built without what is asked for.
    NotBuilt(&'static str),
    /// A command was not finished in so many polls.
    Unfinished {
        /// The command.
        op: Op,
        /// How often the host looked.
        polls: u32,
    },
    /// The hardware counted accesses that it refused: host and hardware disagree.
    Refused {
        /// What the host was doing.
        doing: &'static str,
        /// Accesses that were refused.
        accesses: u32,
    },
    /// The dump has more words than a tree of its size can have.
    EndlessDump(usize),
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Transport(e) => e.fmt(f),
            Error::NotAProfiler(found) => {
                write!(f, "no profiler there: the first register is {found:#010x}, expected {:#010x}", regs::ID.reset())
            }
            Error::NotAMonitor(found) => {
                write!(f, "no monitor there: its first register is {found:#010x}, expected {:#010x}", spec::ID_WORD)
            }
            Error::NotAValueSampler(found) => {
                let expected = sampler::ID_WORD;
                write!(f, "no value sampler there: its first register is {found:#010x}, expected {expected:#010x}")
            }
            Error::NotAPhaseTracker(found) => {
                let expected = crate::spec::phase::regs::ID_WORD;
                write!(f, "no phase tracker there: its first register is {found:#010x}, expected {expected:#010x}")
            }
            Error::NotACoprocessor(found) => {
                let expected = crate::spec::coproc::regs::ID_WORD;
                write!(f, "no co-processor there: its first register is {found:#010x}, expected {expected:#010x}")
            }
            Error::Declined(what) => write!(f, "the hardware did not take {what}"),
            Error::NotBuilt(what) => write!(f, "this profiler is built without {what}"),
            Error::Unfinished { op, polls } => write!(f, "the command {op:?} was not finished after {polls} polls"),
            Error::Refused { doing, accesses } => {
                write!(f, "the profiler refused {accesses} accesses while the host was {doing}")
            }
            Error::EndlessDump(words) => write!(f, "the dump does not end after {words} words"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Transport(e) => Some(e),
            _ => None,
        }
    }
}

impl<E> From<E> for Error<E> {
    fn from(e: E) -> Self {
        Error::Transport(e)
    }
}
