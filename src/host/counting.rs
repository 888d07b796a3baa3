//! The host of the co-processor's programs that count: branches, targets, callers, dependences and conflicts
//! (docs/reference/coproc.md, C.2 and D.12).
//!
//! ```
//! use treetap::host::counting::{Counting, Pair, Policy, Program};
//! use treetap::model::coproc::{Pace, Top};
//! use treetap::spec::{classify::Opclass, coproc::Config, retire::Record};
//!
//! let top = Top::new(Config::rv32(64), Pace::Instant);
//! let mut host = Counting::start(top, Program::Branches, Policy::default()).unwrap();
//! let branch = Record { trap: false, class: Opclass::Branch, rvc: false, taken: true, start: false, insn: 0x63,
//!     pc: 0x80, npc: 0x90, val: 0, addr: 0, evt: 0, lat: 0, cycles: 1, ord: 0 };
//! for ord in 0..300 {
//!     host.retire(&Record { ord, taken: ord % 3 > 0, ..branch }).unwrap();
//! }
//! host.drain().unwrap();
//! assert_eq!(host.counts()[&Pair { from: 0x40, to: Pair::TAKEN }], 200);
//! ```
use super::coproc::{Cost, Device, Host, Stopped};
use super::{Error, Transport};
use crate::lang::coproc::{Image, Target, assemble, programs};
use crate::lang::source::Source;
use crate::model::coproc::Top;
use crate::spec::annotate;
use crate::spec::classify::Opclass;
use crate::spec::coproc::{Command, regs};
use crate::spec::retire::Record;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ops::Range;

/// Blocks and sets that `conflict` tells apart, as a cache: 64 sets of a line of 64 bytes.
pub const CACHE: annotate::Config = annotate::Config {
    sets_log2: 6,
    ways: 1,
    line_log2: 6,
    predictor_log2: 9,
    hit_cycles: 1,
    miss_cycles: 20,
    mispredict_cycles: 3,
};

/// A program that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Program {
    /// `edge1`: conditional branches, taken and not.
    Branches,
    /// `edge2`: targets of indirect jumps, calls and returns.
    Jumps,
    /// `stack`: misses under the return address on top of the call stack.
    Callers,
    /// `memdep`: which load reads what which store wrote.
    Dependences,
    /// `conflict`: sets in which a block misses again soon after it was filled.
    Conflicts,
}

/// What is counted: two ends, by [`Program`].
///
/// | program | `from` | `to` |
/// |--|--|--|
/// | Branches | the branch | [`Pair::TAKEN`], or 0 |
/// | Jumps | the jump | its target |
/// | Callers | the return address | 0 |
/// | Dependences | the load | the store |
/// | Conflicts | the set | the last load that conflicted in it before a copy |
///
/// Instructions are named by bits 32 to 1 of their addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// The first end.
    pub from: u32,
    /// The second one.
    pub to: u32,
}

impl Pair {
    /// The second end of a branch that is taken.
    pub const TAKEN: u32 = 1;
}

impl Program {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::Branches, Self::Jumps, Self::Callers, Self::Dependences, Self::Conflicts];
    /// Where `conflict` keeps the blocks that were filled lately.
    const RING: Range<u32> = 0..64;

    /// Name of its microcode.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Branches => "edge1",
            Self::Jumps => "edge2",
            Self::Callers => "stack",
            Self::Dependences => "memdep",
            Self::Conflicts => "conflict",
        }
    }

    /// The one whose microcode has this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|program| program.name() == name)
    }

    /// Whether it counts events that few cores tell: misses of the data cache.
    pub const fn takes_events(self) -> bool {
        matches!(self, Self::Callers | Self::Conflicts)
    }

    /// Entries that hold results, of so many. The others are what it works with.
    const fn results(self, entries: u32) -> Range<u32> {
        match self {
            Self::Branches | Self::Jumps => 0..entries,
            Self::Callers => 0..128,
            Self::Dependences => 128..256,
            Self::Conflicts => 128..192,
        }
    }

    /// What an entry with results says, with its key.
    fn counted(self, at: u32, key: u32, entry: u64) -> [(Pair, u64); 2] {
        let (low, high) = (entry as u32, entry >> 32);
        let one = |from, to| [(Pair { from, to }, high), (Pair::default(), 0)];
        match self {
            Self::Branches => [(Pair { from: key, to: Pair::TAKEN }, low.into()), (Pair { from: key, to: 0 }, high)],
            Self::Jumps | Self::Dependences => one(key ^ low.rotate_left(16), low),
            Self::Callers => one(key, 0),
            Self::Conflicts => one(at - self.results(0).start, low),
        }
    }
}

/// What the host does beside copying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// After its slots were given out the co-processor rests until so many instructions after it last began; 0: it
    /// goes on at once.
    pub rest: u64,
    /// The core is held back where the sample buffer is full; else the sample is dropped.
    pub lossless: bool,
}

/// The host of such a program.
#[derive(Clone, Debug)]
pub struct Counting<T> {
    device: Device<T>,
    program: Program,
    image: Image,
    policy: Policy,
    counts: BTreeMap<Pair, u64>,
    blocks: BTreeMap<u32, BTreeSet<u32>>,
    unnamed: u64,
    mismatches: u64,
    cost: Cost,
    /// Instructions that retired, until it last began, until it came to rest, and until it begins again.
    retired: u64,
    since: u64,
    slept: u64,
    until: Option<u64>,
    rested: u64,
    waited: u64,
    failed: Option<Stopped>,
}

impl<T: Transport> Counting<T> {
    /// Sets a co-processor to a program that comes with treetap.
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if the co-processor is too small for it, [`Error::Refused`]; [`Error::Transport`].
    ///
    /// # Panics
    /// When that program is not there.
    pub fn start(transport: T, program: Program, policy: Policy) -> Result<Self, Error<T::Error>> {
        Self::with_device(Device::connect(transport)?, program, policy)
    }

    /// Likewise, where one is connected to it.
    ///
    /// # Errors
    /// As [`Counting::start`].
    ///
    /// # Panics
    /// When that program is not there.
    pub fn with_device(device: Device<T>, program: Program, policy: Policy) -> Result<Self, Error<T::Error>> {
        let mut device = if policy.lossless { device.lossless() } else { device };
        let shipped = programs::find(program.name()).expect("a program that comes with treetap");
        let image = assemble(&Source::new(shipped.name, shipped.text), &Target::new(device.entries()))
            .map_err(|_| Error::NotBuilt("as many entries as this program takes"))?
            .image;
        device.load(&image)?;
        let mut host = Self {
            device,
            program,
            image,
            policy,
            counts: BTreeMap::new(),
            blocks: BTreeMap::new(),
            unnamed: 0,
            mismatches: 0,
            cost: Cost::default(),
            retired: 0,
            since: 0,
            slept: 0,
            until: None,
            rested: 0,
            waited: 0,
            failed: None,
        };
        host.go()?;
        host.device.refusals("setting it up")?;
        Ok(host)
    }

    /// The co-processor.
    pub const fn device(&mut self) -> &mut T {
        self.device.transport()
    }

    /// What was counted.
    pub const fn counts(&self) -> &BTreeMap<Pair, u64> {
        &self.counts
    }

    /// Of each set that had a conflict, the blocks of 64 bytes that were filled lately when the host looked.
    pub const fn blocks(&self) -> &BTreeMap<u32, BTreeSet<u32>> {
        &self.blocks
    }

    /// Samples that were not counted since another pair has their key, as far as an index of 16 bits tells.
    pub const fn unnamed(&self) -> u64 {
        self.unnamed
    }

    /// Returns to elsewhere than the top of the stack says.
    pub const fn mismatches(&self) -> u64 {
        self.mismatches
    }

    /// What it cost.
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// Instructions that retired while it rested.
    pub const fn rested(&self) -> u64 {
        self.rested
    }

    /// Where the microcode failed, if it did.
    pub const fn failed(&self) -> Option<Stopped> {
        self.failed
    }

    /// The handler: the co-processor has stopped.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Declined`]; [`Error::Transport`].
    pub fn interrupt(&mut self) -> Result<(), Error<T::Error>> {
        self.cost.interrupts += 1;
        let stopped = self.device.status()?;
        if matches!(stopped, Stopped::Error { .. }) {
            self.failed = Some(stopped);
            return self.device.filter(false);
        }
        self.copy()?;
        let until = self.since + self.policy.rest;
        if self.policy.rest > 0 && until > self.retired {
            (self.until, self.slept) = (Some(until), self.retired);
            self.device.filter(false)?;
        } else {
            self.cost.rearms += 1;
            self.go()?;
        }
        self.device.refusals("handling an interrupt")
    }

    /// Begins anew after a rest. What the program worked with is old, so all of it goes.
    fn wake(&mut self) -> Result<(), Error<T::Error>> {
        self.rested += self.retired - self.slept;
        self.until = None;
        self.cost.rearms += 1;
        for command in [Command::Flush, Command::InvalidateAll, Command::ClearAll] {
            self.device.command(command)?;
        }
        for (at, (_, first)) in self.image.indices.clone().into_iter().enumerate() {
            self.device.write(&regs::X, at, first.into())?;
        }
        self.go()?;
        self.device.refusals("beginning anew")
    }

    fn go(&mut self) -> Result<(), Error<T::Error>> {
        self.since = self.retired;
        self.device.filter(true)?;
        self.device.command(Command::Run)
    }

    /// Takes the results and frees their entries; what the program works with stays.
    fn copy(&mut self) -> Result<(), Error<T::Error>> {
        for at in self.program.results(self.device.entries()) {
            let place = at as usize;
            let [low, high] = [2 * place, 2 * place + 1].map(|half| self.device.read(&regs::DM, half));
            let entry = u64::from(high?) << 32 | u64::from(low?);
            if entry == 0 {
                continue;
            }
            let key = self.device.read(&regs::KEY, place)?;
            let counted = self.program.counted(at, key, entry).into_iter().filter(|(_, count)| *count > 0);
            counted.for_each(|(pair, count)| *self.counts.entry(pair).or_default() += count);
            self.cost.copied += 1;
            for half in [2 * place, 2 * place + 1] {
                self.device.write(&regs::DM, half, 0)?;
            }
            let op = regs::CMD.field("OP").at(Command::Invalidate as u32);
            self.device.write(&regs::CMD, 0, op | regs::CMD.field("ARG").at(at))?;
        }
        if self.program == Program::Conflicts {
            self.copy_blocks()?;
        }
        self.unnamed += u64::from(self.take("ALIAS")?);
        self.mismatches += u64::from(self.take("MISM")?);
        self.take("NEXT").map(drop)
    }

    /// Takes which blocks were filled lately, of the sets that had a conflict.
    fn copy_blocks(&mut self) -> Result<(), Error<T::Error>> {
        let sets = self.program.results(0).len() as u32;
        let [low, high] = [0, 1].map(|word| self.device.read(&regs::VLD, word));
        let valid = u64::from(high?) << 32 | u64::from(low?);
        for at in Program::RING.filter(|at| valid >> at & 1 == 1) {
            let block = self.device.read(&regs::KEY, at as usize)?;
            self.cost.copied += 1;
            if self.counts.keys().any(|pair| pair.from == block % sets) {
                self.blocks.entry(block % sets).or_default().insert(block);
            }
        }
        Ok(())
    }

    /// Takes an index, which begins anew; 0 if the program has none of this name.
    fn take(&mut self, name: &str) -> Result<u32, Error<T::Error>> {
        let Some(at) = self.image.names.indices.iter().position(|known| known == name) else { return Ok(0) };
        let value = self.device.read(&regs::X, at)?;
        self.device.write(&regs::X, at, self.image.indices[at].1.into())?;
        Ok(value)
    }

    /// Ends it: takes what there is.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Declined`]; [`Error::Transport`].
    pub fn finish(&mut self) -> Result<(), Error<T::Error>> {
        if self.failed.is_some() {
            return Ok(());
        }
        if self.until.is_some() {
            self.rested += self.retired - self.slept;
            return Ok(());
        }
        self.device.command(Command::Stop)?;
        self.cost.interrupts += 1;
        self.copy()?;
        self.device.filter(false)?;
        self.device.refusals("ending it")
    }
}

impl<T: Transport> Host<T> for Counting<T> {
    fn device(&mut self) -> &mut T {
        self.device()
    }

    fn left(&self) -> u64 {
        self.until.map_or(u64::MAX, |until| until.saturating_sub(self.retired).max(1))
    }

    fn attend(&mut self, retired: u64) -> Result<Option<Stopped>, Error<T::Error>> {
        self.retired += retired;
        match self.until {
            Some(until) if self.retired >= until => self.wake()?,
            None if self.failed.is_none() && self.device.status()? != Stopped::Running => self.interrupt()?,
            _ => {}
        }
        Ok(self.failed)
    }

    /// What waits in the sample buffer is counted first.
    fn end(&mut self) -> Result<(), Error<T::Error>> {
        while self.failed.is_none() && self.until.is_none() && !self.device.exhaust()? {
            self.attend(0)?;
        }
        self.finish()
    }
}

impl Counting<Top> {
    /// The golden model takes a retirement, and the host looks.
    ///
    /// # Errors
    /// As [`Counting::interrupt`].
    pub fn retire(&mut self, record: &Record) -> Result<(), Error<Infallible>> {
        self.device().retire(record);
        self.retired += 1;
        let asks = self.device().irq();
        match self.until {
            Some(until) if self.retired >= until => self.wake(),
            None if self.failed.is_none() && asks => self.interrupt(),
            _ => Ok(()),
        }
    }

    /// The program is over: waits until the co-processor has taken the samples that are left, while the core retires
    /// nothing but traps, and ends it.
    ///
    /// # Errors
    /// As [`Counting::interrupt`].
    pub fn drain(&mut self) -> Result<(), Error<Infallible>> {
        while self.until.is_none() && self.failed.is_none() && self.device().occupied() > 0 {
            self.waited += 1;
            self.retire(&NOTHING)?;
        }
        self.finish()
    }

    /// Retirements that [`Counting::drain`] has made up.
    pub const fn waited(&self) -> u64 {
        self.waited
    }
}

/// A retirement that did not execute.
const NOTHING: Record = Record {
    trap: true,
    class: Opclass::Other,
    rvc: false,
    taken: false,
    start: false,
    insn: 0,
    pc: 0,
    npc: 0,
    val: 0,
    addr: 0,
    evt: 0,
    lat: 0,
    cycles: 0,
    ord: 0,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_their_programs_write_them() {
        let entry = 5 << 32 | 0x1234_5678;
        let one = |program: Program, at, key| program.counted(at, key, entry)[0];
        let branches = Program::Branches.counted(3, 9, 5 << 32 | 7);
        assert_eq!(branches, [(Pair { from: 9, to: Pair::TAKEN }, 7), (Pair { from: 9, to: 0 }, 5)]);
        let pair = Pair { from: 0x80, to: 0x1234_5678 };
        let key = 0x80 ^ 0x5678_1234;
        assert_eq!([one(Program::Jumps, 0, key), one(Program::Dependences, 130, key)], [(pair, 5); 2]);
        assert_eq!(one(Program::Callers, 0, 0x90), (Pair { from: 0x90, to: 0 }, 5));
        assert_eq!(one(Program::Conflicts, 140, 0), (Pair { from: 12, to: 0x1234_5678 }, 5));
        assert!(Program::ALL.into_iter().all(|program| Program::from_name(program.name()) == Some(program)));
        assert_eq!(Program::from_name("valprof"), None);
    }
}
