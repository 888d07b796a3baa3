//! The host of microcode of which nothing is known (docs/reference/coproc.md, D.13).
use super::device::{Device, Stopped};
use super::host::Host;
use crate::host::{Error, Transport};
use crate::lang::coproc::Image;
use crate::spec::coproc::{Base, Command, INDICES, TAGS, VALUES, regs};
use crate::spec::regs::Register;

/// An entry of the associative array and of the data memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub at: u32,
    /// The key, if it is valid.
    pub key: Option<u32>,
    /// The data memory.
    pub memory: u64,
}

/// Names that a program gives to registers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Of index registers, from X0 up.
    pub indices: Vec<String>,
    /// Of base registers, from B0 up, with what they begin with.
    pub bases: Vec<(String, Base)>,
    /// Bits of values: they decide which lanes there are.
    pub value_bits: u32,
}

/// What microcode has left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The program's names.
    pub labels: Labels,
    /// Entries that are valid or whose data memory is not 0.
    pub entries: Vec<Entry>,
    /// Value registers.
    pub values: Vec<u64>,
    /// Index registers.
    pub indices: Vec<u32>,
    /// The word that was read last.
    pub read: u64,
    /// Index of the last match.
    pub matched: u32,
    /// Flags, from bit 0 up (B.7).
    pub flags: u32,
    /// The random generator.
    pub random: u32,
}

/// Loads microcode, lets it go on whenever it asks for the host, and reads everything at the end.
#[derive(Clone, Debug)]
pub struct Plain<T> {
    device: Device<T>,
    interrupts: [u64; TAGS],
    failed: Option<Stopped>,
    contents: Contents,
}

impl<T: Transport> Plain<T> {
    /// Sets a co-processor to a program.
    ///
    /// # Errors
    /// As [`Device::load`].
    pub fn start(mut device: Device<T>, image: &Image) -> Result<Self, Error<T::Error>> {
        device.load(image)?;
        device.filter(true)?;
        device.command(Command::Run)?;
        device.refusals("setting it up")?;
        let bases = image.names.bases.iter().cloned().zip(image.bases.iter().copied()).collect();
        let labels = Labels { indices: image.names.indices.clone(), bases, value_bits: image.value_bits };
        let contents = Contents { labels, ..Contents::default() };
        Ok(Self { device, interrupts: [0; TAGS], failed: None, contents })
    }

    /// How often it asked for the host, by its tag.
    pub const fn interrupts(&self) -> [u64; TAGS] {
        self.interrupts
    }

    /// What it has left behind; nothing but names before the end.
    pub const fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Low halves at even words, high halves at odd ones.
    fn both(&mut self, register: &Register, at: usize) -> Result<u64, Error<T::Error>> {
        let low = self.device.read(register, 2 * at)?;
        Ok(u64::from(self.device.read(register, 2 * at + 1)?) << 32 | u64::from(low))
    }

    fn read(&mut self) -> Result<Contents, Error<T::Error>> {
        let mut found = Contents { labels: self.contents.labels.clone(), ..Contents::default() };
        for at in 0..self.device.entries() {
            let place = at as usize;
            let valid = self.device.read(&regs::VLD, place / 32)? >> (at % 32) & 1 == 1;
            let key = if valid { Some(self.device.read(&regs::KEY, place)?) } else { None };
            let memory = self.both(&regs::DM, place)?;
            if valid || memory != 0 {
                found.entries.push(Entry { at, key, memory });
            }
        }
        for at in 0..VALUES {
            found.values.push(self.both(&regs::V, at)?);
        }
        for at in 0..INDICES {
            found.indices.push(self.device.read(&regs::X, at)?);
        }
        let [low, high] = [&regs::MD_LO, &regs::MD_HI].map(|half| self.device.read(half, 0));
        found.read = u64::from(high?) << 32 | u64::from(low?);
        found.matched = self.device.read(&regs::MI, 0)?;
        found.flags = self.device.read(&regs::FLAGS, 0)?;
        found.random = self.device.read(&regs::LFSR16, 0)?;
        Ok(found)
    }
}

impl<T: Transport> Host<T> for Plain<T> {
    fn device(&mut self) -> &mut T {
        self.device.transport()
    }

    fn left(&self) -> u64 {
        u64::MAX
    }

    fn attend(&mut self, _: u64) -> Result<Option<Stopped>, Error<T::Error>> {
        if self.failed.is_none() {
            match self.device.status()? {
                Stopped::Interrupt(tag) => {
                    self.interrupts[usize::from(tag)] += 1;
                    self.device.command(Command::Run)?;
                }
                stopped @ Stopped::Error { .. } => {
                    self.failed = Some(stopped);
                    self.device.filter(false)?;
                }
                Stopped::Running | Stopped::Idle => {}
            }
        }
        Ok(self.failed)
    }

    /// What waits in the sample buffer is worked on first.
    fn end(&mut self) -> Result<(), Error<T::Error>> {
        while self.failed.is_none() && !self.device.exhaust()? {
            self.attend(0)?;
        }
        self.device.filter(false)?;
        if self.failed.is_none() {
            self.device.command(Command::Stop)?;
        }
        self.contents = self.read()?;
        self.device.refusals("ending it")
    }
}
