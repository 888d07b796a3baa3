//! The registers of a co-processor, over any transport (docs/reference/coproc.md, B.7).
use crate::host::{Error, Transport};
use crate::lang::coproc::Image;
use crate::spec::coproc::regs::{self, COUNTED};
use crate::spec::coproc::{Command, State};
use crate::spec::counters::Counter;
use crate::spec::regs::Register;

/// How often the host looks whether an array is cleared.
const POLLS: u32 = 100_000;

/// A co-processor at the far end of a transport.
#[derive(Clone, Debug)]
pub struct Device<T> {
    transport: T,
    entries: u32,
    value_bits: u32,
    lossless: bool,
}

/// What a co-processor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It was stopped, or has not begun.
    Idle,
    /// It does not: it takes samples.
    Running,
    /// The program asked for the host, with this tag.
    Interrupt(u8),
    /// An error, by its code, at this word.
    Error {
        /// Code, of [`crate::spec::coproc::Error`].
        code: u8,
        /// The word; 64 after the last one.
        word: u8,
    },
}

impl<T: Transport> Device<T> {
    /// Looks what is there.
    ///
    /// # Errors
    /// [`Error::NotACoprocessor`]; [`Error::Transport`].
    pub fn connect(mut transport: T) -> Result<Self, Error<T::Error>> {
        let id = transport.read(regs::ID.offset)?;
        if id != regs::ID_WORD {
            return Err(Error::NotACoprocessor(id));
        }
        let params = transport.read(regs::PARAMS.offset)?;
        let lg = regs::PARAMS.field("LG").of(params);
        let value_bits = if regs::PARAMS.field("VW64").of(params) == 1 { 64 } else { 32 };
        Ok(Self { transport, entries: 1 << lg, value_bits, lossless: false })
    }

    /// From now on filters that are switched on let the core be held back instead of dropping a candidate.
    #[must_use]
    pub const fn lossless(mut self) -> Self {
        self.lossless = true;
        self
    }

    /// The transport.
    pub const fn transport(&mut self) -> &mut T {
        &mut self.transport
    }

    /// Entries of its arrays.
    pub const fn entries(&self) -> u32 {
        self.entries
    }

    /// Bits of its values.
    pub const fn value_bits(&self) -> u32 {
        self.value_bits
    }

    /// Word `at` of a register.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn read(&mut self, register: &Register, at: usize) -> Result<u32, Error<T::Error>> {
        Ok(self.transport.read(register.offset + 4 * at as u16)?)
    }

    /// Writes word `at` of a register.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn write(&mut self, register: &Register, at: usize, value: u32) -> Result<(), Error<T::Error>> {
        Ok(self.transport.write(register.offset + 4 * at as u16, value)?)
    }

    /// Gives a command, and waits while an array is cleared, or until the machine has stopped.
    ///
    /// # Errors
    /// [`Error::Declined`] if that does not end; [`Error::Transport`].
    pub fn command(&mut self, command: Command) -> Result<(), Error<T::Error>> {
        self.write(&regs::CMD, 0, regs::CMD.field("OP").at(command as u32))?;
        for _ in 0..POLLS {
            let status = self.read(&regs::STATUS, 0)?;
            let runs = regs::STATUS.field("STATE").of(status) == State::Run as u32;
            if regs::STATUS.field("BUSY").of(status) == 0 && !(runs && command == Command::Stop) {
                return Ok(());
            }
        }
        Err(Error::Declined("a command: it is not done with it"))
    }

    /// What it does.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn status(&mut self) -> Result<Stopped, Error<T::Error>> {
        let status = self.read(&regs::STATUS, 0)?;
        let field = |name| regs::STATUS.field(name).of(status) as u8;
        Ok(match field("STATE") {
            state if state == State::Idle as u8 => Stopped::Idle,
            state if state == State::Run as u8 => Stopped::Running,
            state if state == State::Interrupt as u8 => Stopped::Interrupt(field("CAUSE")),
            _ => Stopped::Error { code: field("ERR"), word: field("UPC") | field("OFF_END") << 6 },
        })
    }

    /// Loads a program into a machine that is reset for it, with both arrays empty; filters are off.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if the program is for another build, [`Error::Refused`]; [`Error::Transport`].
    pub fn load(&mut self, image: &Image) -> Result<(), Error<T::Error>> {
        if image.entries != self.entries || image.value_bits > self.value_bits {
            return Err(Error::NotBuilt("the entries or the values that the program is for"));
        }
        for command in [Command::Stop, Command::Flush, Command::Reset, Command::InvalidateAll, Command::ClearAll] {
            self.command(command)?;
        }
        for at in 0..regs::IGN.words.into() {
            self.write(&regs::IGN, at, 0)?;
        }
        for (word, value) in image.writes() {
            self.transport.write(4 * word as u16, value)?;
        }
        self.refusals("loading a program")
    }

    /// Lets the filters make candidates, or not. Candidates are dropped while the machine does not run, or the core is
    /// held back ([`Device::lossless`]).
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn filter(&mut self, on: bool) -> Result<(), Error<T::Error>> {
        let ctrl = &regs::CTRL;
        let lossless = ctrl.field("LOSSLESS").at((on && self.lossless).into());
        self.write(ctrl, 0, ctrl.field("FEN").at(on.into()) | lossless | ctrl.field("FREEZE").at(1))
    }

    /// A counter of filter and sample buffer, modulo 2^32.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] of a counter that it does not have; [`Error::Transport`].
    pub fn count(&mut self, counter: Counter) -> Result<u32, Error<T::Error>> {
        let at = COUNTED.iter().position(|known| *known == counter).ok_or(Error::NotBuilt("this counter"))?;
        self.read(&regs::COUNTS, at)
    }

    /// Samples that wait or are worked on.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn occupied(&mut self) -> Result<u32, Error<T::Error>> {
        self.read(&regs::COUNTS, COUNTED.len())
    }

    /// Waits until the machine has taken all samples, or has stopped, while no instruction retires. Tells whether it
    /// goes on.
    ///
    /// # Errors
    /// [`Error::Declined`] if that does not end; [`Error::Transport`].
    pub fn exhaust(&mut self) -> Result<bool, Error<T::Error>> {
        for _ in 0..POLLS {
            if self.status()? != Stopped::Running {
                return Ok(false);
            }
            if self.occupied()? == 0 {
                return Ok(true);
            }
        }
        Err(Error::Declined("its samples: it does not come to an end of them"))
    }

    /// The entries whose data memory is not 0, with their keys, valid or not.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn slots(&mut self) -> Result<Vec<(u32, u64)>, Error<T::Error>> {
        let mut found = vec![];
        for at in 0..self.entries as usize {
            let low = self.read(&regs::DM, 2 * at)?;
            let high = self.read(&regs::DM, 2 * at + 1)?;
            let entry = u64::from(high) << 32 | u64::from(low);
            if entry != 0 {
                found.push((self.read(&regs::KEY, at)?, entry));
            }
        }
        Ok(found)
    }

    /// Fails when an access was refused.
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Transport`].
    pub fn refusals(&mut self, doing: &'static str) -> Result<(), Error<T::Error>> {
        match self.read(&regs::HOSTVIOL, 0)? {
            0 => Ok(()),
            accesses => Err(Error::Refused { doing, accesses }),
        }
    }
}
