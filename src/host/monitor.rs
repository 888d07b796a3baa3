//! Sets a monitor up and takes its events over its registers (docs/reference/monitor.md).
use super::phase::begin;
use super::{Error, Transport};
use crate::lang::hps::Image;
use crate::spec::checkmap::{self, WORD_CODES};
use crate::spec::hps::record::Event;
use crate::spec::hps::{Config, regs};
use crate::spec::monitor::{self as spec, PHASE_OFFSET, WORDS};
use crate::spec::phase;
use crate::spec::regs::{Access, Field, Register};
use crate::spec::tap::AddrSrc;

/// How often the host looks whether a memory is cleared.
const POLLS: u32 = 100_000;

/// How events leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// The core is held back rather than an event dropped.
    pub hold: bool,
    /// On the stream, not over the bus.
    pub stream: bool,
}

/// A program of the engine.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its tables.
    pub image: Image,
    /// The word of register CTRL that begins it.
    pub control: u32,
}

impl Program {
    /// The register writes that load it, and begin it with all statistics at 0.
    pub fn writes(&self, engine: &Config) -> Vec<(u16, u32)> {
        let mut writes = self.image.writes(engine);
        writes.push((regs::STATUS.offset, u32::MAX));
        writes.push((regs::CTRL.offset, self.control | regs::CTRL.field("CLR_STATS").at(1)));
        writes
    }
}

/// A monitor at the far end of a transport.
#[derive(Debug)]
pub struct Host<T> {
    transport: T,
    config: Config,
    codes: u32,
}

impl<T: Transport> Host<T> {
    /// Looks what is there.
    ///
    /// # Errors
    /// [`Error::NotAMonitor`], [`Error::NotBuilt`] of an engine without meaning; [`Error::Transport`].
    pub fn connect(mut transport: T) -> Result<Self, Error<T::Error>> {
        let id = transport.read(spec::ID.offset)?;
        if id != spec::ID_WORD {
            return Err(Error::NotAMonitor(id));
        }
        let codes = spec::BUILD.field("MAP_CODES").of(transport.read(spec::BUILD.offset)?);
        let param = transport.read(regs::PARAM.offset)?;
        let config = Config::from_param(param).map_err(|_| Error::NotBuilt("an engine whose size means anything"))?;
        Ok(Self { transport, config, codes })
    }

    /// The transport.
    pub fn transport(&mut self) -> &mut T {
        &mut self.transport
    }

    /// Ends the session; the monitor goes on as it is.
    pub fn into_transport(self) -> T {
        self.transport
    }

    /// The engine in it.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Loads the map of checks and a program, and begins it.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if the map is too large, [`Error::Declined`] if the hardware refuses the program or an
    /// access; [`Error::Transport`].
    pub fn start(
        &mut self,
        program: &Program,
        map: Option<&checkmap::Image>,
        source: AddrSrc,
        switches: Switches,
    ) -> Result<(), Error<T::Error>> {
        self.cleared()?;
        self.set(&spec::STATUS, &[("REFUSED", 1)])?;
        self.transport.write(regs::CTRL.offset, 0)?;
        self.set(&spec::CTRL, &[("HOLD", switches.hold.into()), ("STREAM", switches.stream.into())])?;
        self.set(&spec::TAP, &[("ADDR_SRC", source.code().into())])?;
        self.set(&spec::MAP_CTRL, &[])?;
        if let Some(map) = map {
            self.load(map)?;
        }
        for (offset, word) in program.writes(&self.config) {
            self.transport.write(offset, word)?;
        }
        let on = regs::CTRL.field("EN");
        if on.of(self.transport.read(regs::CTRL.offset)?) != on.of(program.control) {
            return Err(Error::Declined("the program"));
        }
        self.obeyed("its set-up")
    }

    /// Lets the phase tracker begin anew. It holds the core back while it judges an interval. That switches sampling
    /// off, so it comes before [`Host::start`].
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if there is none; [`Error::Declined`], [`Error::Transport`].
    pub fn track(&mut self, config: &phase::Config) -> Result<(), Error<T::Error>> {
        begin(&mut self.transport, PHASE_OFFSET, config, true, false)
    }

    /// Every register of the phase tracker that can be read, by its byte offset among them; arrays as far as this build
    /// has them.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn tracked(&mut self, build: &phase::Build) -> Result<Vec<(u16, u32)>, Error<T::Error>> {
        let mut found = vec![];
        for made in phase::regs::built(build).registers().filter(|made| made.register.access.reads()) {
            for offset in (0..made.words).map(|word| made.register.offset + 4 * word) {
                found.push((offset, self.transport.read(PHASE_OFFSET + offset)?));
            }
        }
        Ok(found)
    }

    /// Fails when the hardware has refused an access.
    ///
    /// # Errors
    /// [`Error::Declined`]; [`Error::Transport`].
    pub fn obeyed(&mut self, what: &'static str) -> Result<(), Error<T::Error>> {
        match spec::STATUS.field("REFUSED").of(self.transport.read(spec::STATUS.offset)?) {
            0 => Ok(()),
            _ => Err(Error::Declined(what)),
        }
    }

    fn set(&mut self, register: &Register, fields: &[(&str, u32)]) -> Result<(), Error<T::Error>> {
        let word = fields.iter().fold(0, |word, (name, value)| word | Field::at(register.field(name), *value));
        Ok(self.transport.write(register.offset, word)?)
    }

    /// Waits until memories are cleared after a reset.
    fn cleared(&mut self) -> Result<(), Error<T::Error>> {
        for _ in 0..POLLS {
            if spec::STATUS.field("CLEARING").of(self.transport.read(spec::STATUS.offset)?) == 0 {
                return Ok(());
            }
        }
        Err(Error::Declined("a reset: its memories are not cleared"))
    }

    /// Writes every word of the map of checks, and switches it on.
    fn load(&mut self, map: &checkmap::Image) -> Result<(), Error<T::Error>> {
        let words = (self.codes / WORD_CODES) as usize;
        if map.words.len() > words {
            return Err(Error::NotBuilt("a map of so many checks"));
        }
        self.set(&spec::MAP_WADDR, &[])?;
        for at in 0..words {
            self.transport.write(spec::MAP_WDATA.offset, map.words.get(at).copied().unwrap_or(0))?;
        }
        self.transport.write(spec::MAP_BASE.offset, map.base)?;
        self.set(&spec::MAP_CTRL, &[("MAP_EN", 1)])
    }

    /// Lets the tap release the last retirement.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn flush(&mut self) -> Result<(), Error<T::Error>> {
        self.set(&spec::COMMAND, &[("FLUSH", 1)])
    }

    /// Takes the events that are in the memory now, oldest first.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn events(&mut self, events: &mut Vec<Event>) -> Result<u32, Error<T::Error>> {
        let waiting = spec::WAITING.field("WAITING").of(self.transport.read(spec::WAITING.offset)?);
        for _ in 0..waiting {
            let mut words = [0; WORDS];
            for (at, word) in words.iter_mut().enumerate() {
                *word = self.transport.read(spec::EVENT.offset + 4 * at as u16)?;
            }
            events.push(spec::event(&words));
        }
        Ok(waiting)
    }

    /// A register of the engine.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn read(&mut self, register: &Register) -> Result<u32, Error<T::Error>> {
        Ok(self.transport.read(register.offset)?)
    }

    /// Every register of the engine that can be read, by its byte offset; arrays as far as this engine has them.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn registers(&mut self) -> Result<Vec<(u16, u32)>, Error<T::Error>> {
        let mut found = vec![];
        for register in regs::REGISTERS.iter().filter(|register| register.access != Access::WriteOnly) {
            let built = match register.name {
                "CTR" | "HIT" => self.config.counters as u16,
                _ => register.words,
            };
            for offset in (0..built).map(|word| register.offset + 4 * word) {
                found.push((offset, self.transport.read(offset)?));
            }
        }
        Ok(found)
    }
}
