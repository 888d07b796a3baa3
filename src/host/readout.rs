//! Set-up and read-out over the registers.
use super::phase::{Looked, Watch, begin};
use super::{Error, Transport};
use crate::model::burst::Statistics;
use crate::spec::checkmap::{ADDRESS_BITS, Image, WORD_CODES};
use crate::spec::codemap;
use crate::spec::counters::{Counter, Counts};
use crate::spec::profiler::{Config, LINES_OFFSET, PHASE_OFFSET, Tracker};
use crate::spec::rap::{COUNT_BITS_MAX, COUNT_BITS_MIN};
use crate::spec::regs::{self, Field, Op, Register};
use crate::spec::select::Kind;

/// How often the host looks whether a command is finished.
const POLLS: u32 = 1_000_000;

/// A profiler at the far end of a transport.
#[derive(Debug)]
pub struct Host<T> {
    transport: T,
    /// Byte offset of the first of its registers.
    base: u16,
    nodes: u32,
    key_bits: u32,
    count_bits: u32,
    filter2: bool,
    annotate: u32,
    burst_modes: u32,
    map_slots: u32,
    watch: Watch,
}

/// The words of a dump, with the widths that they are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    /// The words, the checksum included (docs/reference/rap.md R8).
    pub words: Vec<u64>,
    /// Width of a key.
    pub key_bits: u32,
    /// Width of a count.
    pub count_bits: u32,
    /// Nodes of the tree.
    pub nodes: u32,
}

/// An interval of the phase tracker, as a host that watches sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// Which one.
    pub interval: Looked,
    /// The profile of what counted in it, if it was sampled.
    pub dump: Option<Dump>,
}

impl<T: Transport> Host<T> {
    /// Looks what is there, with the first register at byte offset 0.
    ///
    /// # Errors
    /// As [`Host::at`].
    pub fn connect(transport: T) -> Result<Self, Error<T::Error>> {
        Self::at(transport, 0)
    }

    /// Looks what is there, with the first register at a byte offset
    /// ([`Preset::base`](crate::spec::profiler::Preset::base)).
    ///
    /// # Errors
    /// [`Error::NotAProfiler`], [`Error::NotBuilt`] of a tree or map without meaning; [`Error::Transport`].
    pub fn at(mut transport: T, base: u16) -> Result<Self, Error<T::Error>> {
        let id = transport.read(base + regs::ID.offset)?;
        if id != regs::ID.reset() {
            return Err(Error::NotAProfiler(id));
        }
        let tree = transport.read(base + regs::CAP_TREE.offset)?;
        let core = transport.read(base + regs::CAP_CORE.offset)?;
        let sampling = transport.read(base + regs::CAP_SAMPLING.offset)?;
        let map = transport.read(base + regs::CAP_CHECKMAP.offset)?;
        let tree = |name| regs::CAP_TREE.field(name).of(tree);
        let (nodes, key_bits, count_bits) = (tree("NODES"), tree("KEY_BITS"), tree("COUNT_BITS"));
        // What the hardware says of itself is checked before words are asked for and read by it.
        if !matches!(key_bits, 2..=64) || key_bits % 2 != 0 || !matches!(count_bits, COUNT_BITS_MIN..=COUNT_BITS_MAX) {
            return Err(Error::NotBuilt("a tree whose widths mean anything"));
        }
        if regs::CAP_CHECKMAP.field("SLOTS").of(map) > WORD_CODES << ADDRESS_BITS {
            return Err(Error::NotBuilt("a map of checks whose size means anything"));
        }
        Ok(Self {
            transport,
            base,
            annotate: regs::CAP_CORE.field("ANNOTATE").of(core),
            nodes,
            key_bits,
            count_bits,
            filter2: regs::CAP_CORE.field("HAS_FILTER2").of(core) == 1,
            burst_modes: regs::CAP_SAMPLING.field("BURST_MODES").of(sampling),
            map_slots: regs::CAP_CHECKMAP.field("SLOTS").of(map),
            watch: Watch::new(base + PHASE_OFFSET),
        })
    }

    /// The transport.
    pub fn transport(&mut self) -> &mut T {
        &mut self.transport
    }

    /// Ends the session; the profiler goes on as it is.
    pub fn into_transport(self) -> T {
        self.transport
    }

    fn read_at(&mut self, offset: u16) -> Result<u32, T::Error> {
        self.transport.read(self.base + offset)
    }

    fn write_at(&mut self, offset: u16, word: u32) -> Result<(), T::Error> {
        self.transport.write(self.base + offset, word)
    }

    /// Reads a register.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn read(&mut self, register: &Register) -> Result<u32, Error<T::Error>> {
        Ok(self.read_at(register.offset)?)
    }

    fn write(&mut self, register: &Register, fields: &[(&Field, u32)]) -> Result<(), Error<T::Error>> {
        let word = fields.iter().fold(0, |word, (field, value)| word | field.at(*value));
        Ok(self.write_at(register.offset, word)?)
    }

    /// Sets everything up, empties the tree and the counters, and lets events through: from now on, or after
    /// [`Op::Enable`].
    ///
    /// # Errors
    /// [`Error::NotBuilt`], [`Error::Refused`] when the hardware does not have what the configuration asks for;
    /// [`Error::Unfinished`], [`Error::Transport`].
    pub fn start(&mut self, config: &Config) -> Result<(), Error<T::Error>> {
        if !self.filter2 && config.filter.ignore.iter().any(|word| *word != 0) {
            return Err(Error::NotBuilt("the second PC filter"));
        }
        if config.annotate.is_some_and(|model| model.code() != Some(self.annotate)) {
            return Err(Error::NotBuilt("this model of cache and branches"));
        }
        if !config.burst.mode.built(self.burst_modes) {
            return Err(Error::NotBuilt("this mode of its burst sampler"));
        }
        // What is written to a memory that is still being cleared after a reset would be lost.
        self.until("CLEARING", Op::Reset)?;
        if let Some(map) = &config.map {
            self.load(map)?;
        }
        if config.select.kind == Kind::Lines {
            let image = config.lines.as_ref().ok_or(Error::NotBuilt("a map of this program's code"))?;
            self.load_lines(image)?;
        }
        for (register, word) in config.words() {
            self.write_at(register.offset, word)?;
        }
        for (at, word) in config.filter.ignore.iter().enumerate().filter(|(_, word)| **word != 0) {
            self.write_at(regs::IGN.offset + 4 * at as u16, *word)?;
        }
        let ctrl = &regs::CTRL;
        let annotate = (ctrl.field("ANNOTATE"), config.annotate.is_some().into());
        // It was off until now, so its memories are cleared.
        self.write(ctrl, &[(ctrl.field("FREEZE"), 1), annotate])?;
        self.until("CLEARING", Op::Reset)?;
        self.command(Op::Reset)?;
        self.refusals("setting it up")?;
        self.command(Op::ClearCounters)?;
        if let Some(tracker) = &config.phase {
            self.track(tracker, config.lossless)?;
        }
        self.enable(config.enabled)?;
        self.write(
            ctrl,
            &[
                (ctrl.field("ENABLE"), 1),
                (ctrl.field("FEN"), 1),
                (ctrl.field("LOSSLESS"), config.lossless.into()),
                (ctrl.field("FREEZE"), 1),
                annotate,
            ],
        )
    }

    /// The interval of the phase tracker that has ended, if one has since this was asked. The core, which waited for
    /// this, goes on.
    ///
    /// # Errors
    /// As [`Host::dump`].
    pub fn ended(&mut self) -> Result<Option<Watched>, Error<T::Error>> {
        let Some(interval) = self.watch.look(&mut self.transport)? else { return Ok(None) };
        let dump = if interval.sampled || interval.vain { Some(self.dump(true)?) } else { None };
        self.watch.go_on(&mut self.transport)?;
        Ok(Some(Watched { interval, dump }))
    }

    /// Lets the phase tracker begin anew.
    fn track(&mut self, tracker: &Tracker, lossless: bool) -> Result<(), Error<T::Error>> {
        self.watch = Watch::new(self.base + PHASE_OFFSET);
        begin(&mut self.transport, self.base + PHASE_OFFSET, &tracker.config, lossless, tracker.watched)
    }

    /// Writes every word of the map of checks, which is off until the registers are set up.
    fn load(&mut self, map: &Image) -> Result<(), Error<T::Error>> {
        let words = (self.map_slots / WORD_CODES) as usize;
        if words == 0 {
            return Err(Error::NotBuilt("a map of checks"));
        }
        if map.words.len() > words {
            return Err(Error::NotBuilt("a map of so many checks"));
        }
        self.write(&regs::MAP_CTRL, &[])?;
        self.write(&regs::MAP_WADDR, &[])?;
        for at in 0..words {
            self.write_at(regs::MAP_WDATA.offset, map.words.get(at).copied().unwrap_or(0))?;
        }
        Ok(())
    }

    /// Writes the map of code, reads it back, and switches it on.
    fn load_lines(&mut self, image: &codemap::Image) -> Result<(), Error<T::Error>> {
        let at = |register: &Register| LINES_OFFSET + register.offset;
        let kinds = regs::CAP_EVENTS.field("KINDS").of(self.read(&regs::CAP_EVENTS)?);
        if kinds >> Kind::Lines.code() & 1 == 0 || self.read_at(at(&codemap::ID))? != codemap::ID_WORD {
            return Err(Error::NotBuilt("a map of code"));
        }
        let entries = codemap::BUILD.field("ENTRIES").of(self.read_at(at(&codemap::BUILD))?);
        if image.entries.len() as u32 > entries {
            return Err(Error::NotBuilt("a map of so many lines of code"));
        }
        self.write_at(at(&codemap::CTRL), 0)?;
        self.write_at(at(&codemap::STATUS), codemap::STATUS.field("REFUSED").at(1))?;
        self.write_at(at(&codemap::PLACE), 0)?;
        for key in &image.entries {
            self.write_at(at(&codemap::WRITE), (*key).into())?;
        }
        self.write_at(at(&codemap::PLACE), 0)?;
        for key in &image.entries {
            if self.read_at(at(&codemap::READ))? != u32::from(*key) {
                return Err(Error::Declined("the map of code"));
            }
        }
        self.write_at(at(&codemap::BASE), image.base)?;
        self.write_at(at(&codemap::SIZE), image.entries.len() as u32)?;
        let ctrl = |field, value| codemap::CTRL.field(field).at(value);
        let word = ctrl("LINES_EN", 1) | ctrl("LINES_LONG", image.line_bits - codemap::SHORTEST_LINE);
        self.write_at(at(&codemap::CTRL), word)?;
        match self.read_at(at(&codemap::STATUS))? {
            0 => Ok(()),
            _ => Err(Error::Declined("the set-up of the map of code")),
        }
    }

    /// Gives a command and waits until it is finished; a dump waits for [`Host::dump`].
    ///
    /// # Errors
    /// [`Error::Unfinished`], [`Error::Transport`].
    pub fn command(&mut self, op: Op) -> Result<(), Error<T::Error>> {
        self.write(&regs::COMMAND, &[(regs::COMMAND.field("OP"), op as u32)])?;
        self.finished(op)
    }

    /// The retirements that the core makes from now on are judged, or are not (P9). Those before are as it was said for
    /// them, the one that waits in the tap for the next address as well.
    ///
    /// # Errors
    /// [`Error::Unfinished`], [`Error::Transport`].
    pub fn enable(&mut self, enabled: bool) -> Result<(), Error<T::Error>> {
        self.command(if enabled { Op::Enable } else { Op::Disable })
    }

    fn finished(&mut self, op: Op) -> Result<(), Error<T::Error>> {
        self.until("BUSY", op)
    }

    /// Waits until a bit of STATUS is 0.
    fn until(&mut self, bit: &str, op: Op) -> Result<(), Error<T::Error>> {
        for _ in 0..POLLS {
            if regs::STATUS.field(bit).of(self.read(&regs::STATUS)?) == 0 {
                return Ok(());
            }
        }
        Err(Error::Unfinished { op, polls: POLLS })
    }

    /// A snapshot, with or without a reset after it: every word of the dump.
    ///
    /// # Errors
    /// [`Error::EndlessDump`], [`Error::Unfinished`], [`Error::Transport`].
    pub fn dump(&mut self, reset: bool) -> Result<Dump, Error<T::Error>> {
        let op = if reset { Op::SnapshotReset } else { Op::Snapshot };
        self.write(&regs::COMMAND, &[(regs::COMMAND.field("OP"), op as u32)])?;
        let most = 8 + 2 * self.nodes as usize;
        let (mut words, mut polls) = (vec![], 0);
        loop {
            let state = self.read(&regs::DUMP)?;
            if regs::DUMP.field("VALID").of(state) == 0 {
                polls += 1;
                if polls >= POLLS {
                    return Err(Error::Unfinished { op, polls });
                }
                continue;
            }
            let low = self.read(&regs::DUMP_LO)?;
            let high = self.read(&regs::DUMP_TAKE)?;
            words.push(u64::from(high) << 32 | u64::from(low));
            if regs::DUMP.field("LAST").of(state) == 1 {
                break;
            }
            if words.len() > most {
                return Err(Error::EndlessDump(words.len()));
            }
        }
        self.finished(op)?;
        let &mut Self { nodes, key_bits, count_bits, .. } = self;
        Ok(Dump { words, key_bits, count_bits, nodes })
    }

    /// The counters of the front end, and how many records are in the sample buffer.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn counters(&mut self) -> Result<(Counts, u32), Error<T::Error>> {
        let mut counts = Counts::default();
        for counter in Counter::ALL {
            if let Some(offset) = counter.register() {
                counts.0[counter.index()] = self.read_at(offset)?;
            }
        }
        Ok((counts, self.read(&regs::OCC)?))
    }

    /// What the burst sampler counted; all 0 in a build without these counters.
    ///
    /// # Errors
    /// [`Error::Transport`].
    pub fn sampled(&mut self) -> Result<Statistics, Error<T::Error>> {
        Ok(Statistics {
            checks: self.read(&regs::N_CHK)?,
            events: self.read(&regs::N_EV)?,
            taken: self.read(&regs::N_TAKEN)?,
            outside: self.read(&regs::N_SEG_CHK)?,
            inside: self.read(&regs::N_SEG_INS)?,
            bursts: self.read(&regs::BURSTS)?,
        })
    }

    /// Fails when the hardware has refused an access.
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Transport`].
    pub fn refusals(&mut self, doing: &'static str) -> Result<(), Error<T::Error>> {
        match regs::STATUS.field("HOSTVIOL").of(self.read(&regs::STATUS)?) {
            0 => Ok(()),
            accesses => Err(Error::Refused { doing, accesses }),
        }
    }
}
