//! Sets a value sampler up and reads it out over its registers (docs/reference/value_sampler.md).
use super::{Error, Transport};
use crate::model::hotlist::{Entry, Table};
use crate::spec::hotlist::regs::{self, Command};
use crate::spec::hotlist::tuple::Key;
use crate::spec::hotlist::{Build, Config, SEED};
use crate::spec::regs::Register;
use crate::spec::tap;
use crate::spec::value_sampler as spec;

/// How often the host looks whether the table has taken all tuples, or waits for words of the raw stream to end.
const POLLS: u32 = 100_000;

/// Registers whose reading takes something, or that are read with the table.
const NOT_AT_REST: [&str; 4] = ["RAWPOP", "HPCT", "HVAL", "HCNT"];

/// What a host reads at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOut {
    /// Registers of the sampler by their byte offsets, in the order in which they were read.
    pub registers: Vec<(u16, u32)>,
    /// HPCT, HVAL and HCNT of every entry, read after the registers.
    pub entries: Vec<[u32; 3]>,
}

impl ReadOut {
    /// A register.
    ///
    /// # Panics
    /// When it is none of those that are read.
    pub fn register(&self, register: &Register, word: u16) -> u32 {
        let offset = register.offset + 4 * word;
        self.registers.iter().find(|row| row.0 == offset).expect("it is read at the end").1
    }

    /// The table.
    pub fn table(&self, config: &Config) -> Table {
        let entry = |[pct, value, word]: &[u32; 3]| {
            let of = |name| regs::HCNT.field(name).of(*word);
            let (key, count) = (Key { pct: *pct, value: *value }, of("COUNT"));
            (of("VALID") == 1).then_some(Entry { key, count })
        };
        let entries: Vec<_> = self.entries.iter().map(entry).collect();
        let of = |name| regs::STAT.field(name).of(self.register(&regs::STAT, 0));
        Table::read(config.scheme, of("T"), of("FROZEN") == 1, &entries)
    }
}

/// A value sampler at the far end of a transport.
#[derive(Debug)]
pub struct Host<T> {
    transport: T,
    build: Build,
}

impl<T: Transport> Host<T> {
    /// Looks what is there.
    ///
    /// # Errors
    /// [`Error::NotAValueSampler`], [`Error::NotBuilt`] of a sampler without meaning; [`Error::Transport`].
    pub fn connect(mut transport: T) -> Result<Self, Error<T::Error>> {
        let id = transport.read(spec::ID.offset)?;
        if id != spec::ID_WORD {
            return Err(Error::NotAValueSampler(id));
        }
        let known = transport.read(regs::ID.offset)? == regs::ID_WORD;
        let build = Build::from_params(transport.read(regs::PARAMS.offset)?).filter(|_| known);
        let build = build.ok_or(Error::NotBuilt("a hotlist whose size means anything"))?;
        Ok(Self { transport, build })
    }

    /// The transport.
    pub fn transport(&mut self) -> &mut T {
        &mut self.transport
    }

    /// The sampler in it.
    pub const fn build(&self) -> &Build {
        &self.build
    }

    /// Begins to sample, with an empty table, counters at 0 and random numbers from the beginning.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if raw records have too many lanes, [`Error::Declined`] if the hardware refuses an access;
    /// [`Error::Transport`].
    pub fn start(&mut self, config: &Config, tap: &tap::Config) -> Result<(), Error<T::Error>> {
        if config.mode.raw() && config.format.0 & !self.build.format_mask() != 0 {
            return Err(Error::NotBuilt("raw records of so many lanes"));
        }
        self.transport.write(spec::STATUS.offset, spec::STATUS.field("REFUSED").mask())?;
        let of = |name, value| spec::TAP.field(name).at(value);
        let word = of("ADDR_SRC", tap.addr_src.code().into()) | of("MDATA_OK", tap.mdata_ok.into());
        self.transport.write(spec::TAP.offset, word)?;
        self.stop(config)?;
        self.drain()?;
        for (register, word) in [
            (&regs::SCMD, Command::ClearTable as u32),
            (&regs::LT, SEED),
            (&regs::LC, SEED),
            (&regs::HIDX, 0),
            (&regs::SCMD, Command::ClearCounters as u32),
        ] {
            self.transport.write(register.offset, word)?;
        }
        for (register, word) in regs::writes(config, true) {
            self.transport.write(register.offset, word)?;
        }
        self.obeyed("its set-up")
    }

    /// Lets the tap release the last retirement.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn flush(&mut self) -> Result<(), Error<T::Error>> {
        Ok(self.transport.write(spec::COMMAND.offset, spec::COMMAND.field("FLUSH").mask())?)
    }

    /// Ends sampling, and waits until every tuple is in the table.
    ///
    /// # Errors
    /// [`Error::Declined`] when that does not come; [`Error::Transport`].
    pub fn stop(&mut self, config: &Config) -> Result<(), Error<T::Error>> {
        let [.., (register, word)] = regs::writes(config, false);
        self.transport.write(register.offset, word)?;
        for _ in 0..POLLS {
            if regs::STAT2.field("IDLE").of(self.transport.read(regs::STAT2.offset)?) == 1 {
                return Ok(());
            }
        }
        Err(Error::Declined("its stop: tuples are under way without end"))
    }

    /// Words that wait in the raw stream.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn waiting(&mut self) -> Result<u32, Error<T::Error>> {
        Ok(regs::STAT2.field("GRANULES").of(self.transport.read(regs::STAT2.offset)?))
    }

    /// Throws the words of the raw stream away: nobody knows their format.
    fn drain(&mut self) -> Result<(), Error<T::Error>> {
        for _ in 0..POLLS {
            if self.waiting()? == 0 {
                return Ok(());
            }
            self.transport.read(regs::RAWPOP.offset)?;
        }
        Err(Error::Declined("the end of its raw stream"))
    }

    /// Fails when the hardware has refused an access.
    ///
    /// # Errors
    /// [`Error::Declined`]; [`Error::Transport`].
    pub fn obeyed(&mut self, what: &'static str) -> Result<(), Error<T::Error>> {
        let refused = spec::STATUS.field("REFUSED").of(self.transport.read(spec::STATUS.offset)?);
        let violations = regs::HOSTVIOL.field("VIOLATIONS").of(self.transport.read(regs::HOSTVIOL.offset)?);
        if refused == 0 && violations == 0 { Ok(()) } else { Err(Error::Declined(what)) }
    }

    /// Reads every register and the whole table of a sampler that was stopped.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn read_out(&mut self) -> Result<ReadOut, Error<T::Error>> {
        let mut registers = vec![];
        for made in regs::built(&self.build).registers() {
            let register = made.register;
            if !register.access.reads() || NOT_AT_REST.contains(&register.name) {
                continue;
            }
            for offset in (0..made.words).map(|word| register.offset + 4 * word) {
                registers.push((offset, self.transport.read(offset)?));
            }
        }
        self.transport.write(regs::HIDX.offset, 0)?;
        let mut entries = vec![];
        for _ in 0..self.build.entries {
            let mut words = [0; 3];
            for (word, register) in words.iter_mut().zip([&regs::HPCT, &regs::HVAL, &regs::HCNT]) {
                *word = self.transport.read(register.offset)?;
            }
            entries.push(words);
        }
        Ok(ReadOut { registers, entries })
    }
}
