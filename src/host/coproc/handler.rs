//! What runs on an interrupt of value profiling, and on a timer (docs/reference/coproc.md, D.1, D.4 and D.6).
use super::device::{Device, Stopped};
use super::host::Host;
use super::masks::Masks;
use super::overhead::Cost;
use super::partitions::Partitions;
use super::profile::Profile;
use super::slot::Slot;
use crate::host::{Error, Transport};
use crate::lang::coproc::{Image, Target, assemble, programs};
use crate::lang::source::Source;
use crate::model::coproc::Top;
use crate::spec::coproc::{Command, regs};
use crate::spec::counters::Counter;
use crate::spec::retire::Record;
use std::convert::Infallible;

/// Tag of the interrupt for thrashing (C.2).
const THRASH: u8 = 1;
/// Indices that a program of value profiling begins anew with, by their names.
const REARMED: [&str; 3] = ["RSLOT", "FAILED", "DROPPED"];

/// Number and first value of the indices that begin anew, if a program has them all.
fn rearmed(image: &Image) -> Option<Vec<(usize, u16)>> {
    let index = |name: &&str| image.names.indices.iter().position(|known| known == name);
    REARMED.iter().map(|name| index(name).map(|at| (at, image.indices[at].1))).collect()
}

/// When the host acts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Instructions after which the slots are taken although the program has not asked.
    pub timer: u64,
    /// Interrupts after which everything is sampled again; 0 is never.
    pub resample: u32,
    /// Instructions after which everything is sampled again, also when the profile was complete; 0 is never.
    pub renew: u64,
}

impl Default for Policy {
    fn default() -> Self {
        Self { timer: 1 << 18, resample: 0, renew: 0 }
    }
}

/// What the handler did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It copied so many slots.
    Copied(u32),
    /// The program thrashed: nothing is copied, the partition is cut.
    Thrashed,
    /// No instruction is left that is not known: the profile is complete, and profiling over.
    Complete,
    /// An error of the program: profiling is over for good.
    Failed {
        /// Code, of [`crate::spec::coproc::Error`].
        code: u8,
        /// The word; 64 after the last one.
        word: u8,
    },
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// What it cost.
    pub cost: Cost,
    /// Interrupts because the program thrashed.
    pub thrashed: u64,
    /// Those of the timer.
    pub timer: u64,
    /// How often everything was sampled again.
    pub resampled: u64,
    /// Instructions that retired until profiling was over.
    pub over: Option<u64>,
    /// It was over because no instruction was left.
    pub complete: bool,
}

/// The host of value profiling.
#[derive(Clone, Debug)]
pub struct Handler<T> {
    device: Device<T>,
    policy: Policy,
    /// Number and first value of the indices that begin anew.
    rearmed: Vec<(usize, u16)>,
    profile: Profile,
    masks: Masks,
    partitions: Partitions,
    totals: Totals,
    /// Instructions that retired.
    retired: u64,
    /// When everything was last sampled again by the time.
    renewed: u64,
    /// When the co-processor was last set going, and the counters then.
    since: u64,
    before: Counted,
}

/// Counters of filter and sample buffer, or what they have counted since.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    popped: u32,
    candidates: u32,
    /// Instructions of the classes that a filter of addresses rejected.
    rejected: u32,
}

impl Counted {
    const fn since(self, before: Self) -> Self {
        Self {
            popped: self.popped.wrapping_sub(before.popped),
            candidates: self.candidates.wrapping_sub(before.candidates),
            rejected: self.rejected.wrapping_sub(before.rejected),
        }
    }
}

impl<T: Transport> Handler<T> {
    /// Sets a co-processor to value profiling by the program that comes with treetap.
    ///
    /// # Errors
    /// As [`Handler::with_program`].
    ///
    /// # Panics
    /// When that program is not there.
    pub fn start(transport: T, policy: Policy) -> Result<Self, Error<T::Error>> {
        let device = Device::connect(transport)?;
        let program = programs::find("valprof").expect("a program that comes with treetap");
        let image = assemble(&Source::new(program.name, program.text), &Target::new(device.entries()))
            .map_err(|_| Error::NotBuilt("as many entries as value profiling takes"))?
            .image;
        Self::with_program(device, &image, policy)
    }

    /// Sets a co-processor to a program whose slots are those of `valprof` (C.2).
    ///
    /// # Errors
    /// [`Error::NotBuilt`] if the program is for another build or has no index of a name that is needed,
    /// [`Error::Refused`]; [`Error::Transport`].
    pub fn with_program(mut device: Device<T>, image: &Image, policy: Policy) -> Result<Self, Error<T::Error>> {
        let rearmed = rearmed(image).ok_or(Error::NotBuilt("the indices RSLOT, FAILED and DROPPED"))?;
        device.load(image)?;
        device.filter(true)?;
        let (profile, masks, partitions) = Default::default();
        let mut handler = Self {
            device,
            policy,
            rearmed,
            profile,
            masks,
            partitions,
            totals: Totals::default(),
            retired: 0,
            renewed: 0,
            since: 0,
            before: Counted::default(),
        };
        handler.go()?;
        handler.device.refusals("setting it up")?;
        Ok(handler)
    }

    /// Whether a program has what this host needs: the indices of `valprof` that begin anew.
    pub fn serves(image: &Image) -> bool {
        rearmed(image).is_some()
    }

    /// The co-processor.
    pub const fn device(&mut self) -> &mut T {
        self.device.transport()
    }

    /// What was copied.
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What is left out.
    pub const fn masks(&self) -> &Masks {
        &self.masks
    }

    /// The partitions.
    pub const fn partitions(&self) -> &Partitions {
        &self.partitions
    }

    /// What was done.
    pub const fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Whether profiling is over.
    pub const fn is_over(&self) -> bool {
        self.totals.over.is_some()
    }

    /// Instructions until the host acts by itself, 1 at least.
    pub fn left(&self) -> u64 {
        (self.since + self.policy.timer).saturating_sub(self.retired).max(1)
    }

    /// So many instructions more have retired: looks whether the co-processor asks for the host, or the time is over.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Declined`]; [`Error::Transport`].
    pub fn poll(&mut self, retired: u64) -> Result<Option<Event>, Error<T::Error>> {
        self.retired += retired;
        if self.is_over() {
            return self.after();
        }
        match self.device.status()? {
            Stopped::Running => self.time(),
            _ => self.interrupt().map(Some),
        }
    }

    /// Takes the slots if the time is over.
    fn time(&mut self) -> Result<Option<Event>, Error<T::Error>> {
        if self.retired - self.since < self.policy.timer && !self.is_due() {
            return Ok(None);
        }
        self.device.command(Command::Stop)?;
        self.interrupt().map(Some)
    }

    /// Whether it is time to sample everything again.
    const fn is_due(&self) -> bool {
        self.policy.renew > 0 && self.retired - self.renewed >= self.policy.renew
    }

    /// Begins anew after a profile was complete, if it is time to.
    fn after(&mut self) -> Result<Option<Event>, Error<T::Error>> {
        if self.totals.complete && self.is_due() {
            (self.totals.over, self.totals.complete) = (None, false);
            self.resample()?;
            self.device.filter(true)?;
            self.rearm()?;
            self.device.refusals("beginning anew")?;
        }
        Ok(None)
    }

    /// The handler: the co-processor has stopped, by itself or by the timer.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Declined`]; [`Error::Transport`].
    pub fn interrupt(&mut self) -> Result<Event, Error<T::Error>> {
        let status = self.device.status()?;
        let counted = self.counted()?.since(self.before);
        self.totals.cost.interrupts += 1;
        // An interval without a load says nothing of the loads that are left.
        self.partitions.ended(counted.candidates == 0 && counted.rejected > 0);
        let event = match status {
            Stopped::Error { code, word } => Event::Failed { code, word },
            Stopped::Interrupt(THRASH) => {
                self.totals.thrashed += 1;
                self.partitions.thrashed(counted.popped.into(), self.device.entries());
                Event::Thrashed
            }
            _ => {
                let timer = status == Stopped::Idle;
                self.totals.timer += u64::from(timer);
                let copied = self.copy()?;
                if timer && self.partitions.are_quiet() && !self.is_due() {
                    Event::Complete
                } else {
                    Event::Copied(copied)
                }
            }
        };
        if matches!(event, Event::Failed { .. } | Event::Complete) {
            self.totals.over = Some(self.retired);
            self.totals.complete = event == Event::Complete;
            self.device.filter(false)?;
        } else {
            if matches!(event, Event::Copied(_)) {
                self.partitions.rotate();
            }
            let every = u64::from(self.policy.resample);
            if self.is_due() || every > 0 && self.totals.cost.interrupts.is_multiple_of(every) {
                self.resample()?;
            }
            self.rearm()?;
        }
        self.device.refusals("handling an interrupt")?;
        Ok(event)
    }

    /// Takes what is in the slots, and leaves out the loads of which enough is known.
    fn copy(&mut self) -> Result<u32, Error<T::Error>> {
        let mut copied = 0;
        for at in 0..self.device.entries() as usize {
            let high = u64::from(self.device.read(&regs::DM, 2 * at + 1)?) << 32;
            if Slot::of(high).total == 0 {
                continue;
            }
            let slot = Slot::of(high | u64::from(self.device.read(&regs::DM, 2 * at)?));
            let pct = self.device.read(&regs::KEY, at)?;
            copied += 1;
            self.profile.push(pct, slot);
            if self.masks.copied(pct, &slot).is_some() {
                self.device.write(&regs::SETIGN, 0, pct)?;
            }
        }
        self.totals.cost.copied += u64::from(copied);
        Ok(copied)
    }

    /// Samples everything again, under other hashes.
    fn resample(&mut self) -> Result<(), Error<T::Error>> {
        self.totals.resampled += 1;
        self.renewed = self.retired;
        self.masks.resample();
        self.partitions = Partitions::default();
        for at in 0..regs::IGN.words.into() {
            self.device.write(&regs::IGN, at, 0)?;
        }
        self.device.write(&regs::F2CFG, 0, regs::F2CFG.field("F2_HSEL").at(self.masks.select().into()))
    }

    /// Lets the co-processor begin anew. Samples that wait came through the filters as they were: they go.
    fn rearm(&mut self) -> Result<(), Error<T::Error>> {
        for command in [Command::Flush, Command::InvalidateAll, Command::ClearAll] {
            self.device.command(command)?;
        }
        for (at, first) in &self.rearmed {
            self.device.write(&regs::X, *at, (*first).into())?;
        }
        self.totals.cost.rearms += 1;
        self.go()
    }

    /// Sets the first filter to the partition, and the co-processor going.
    fn go(&mut self) -> Result<(), Error<T::Error>> {
        let (part, config) = (self.partitions.current(), &regs::F1CFG);
        let hash = config.field("F1_HSEL").at(self.masks.select().into());
        let region = config.field("F1_MASK").at(part.mask.into()) | config.field("F1_MATCH").at(part.matched.into());
        self.device.write(config, 0, hash | region)?;
        self.since = self.retired;
        self.before = self.counted()?;
        self.device.command(Command::Run)
    }

    fn counted(&mut self) -> Result<Counted, Error<T::Error>> {
        let mut count = |counter| self.device.count(counter);
        let [pc1, pc2] = [count(Counter::RejectedPc1)?, count(Counter::RejectedPc2)?];
        let (popped, candidates) = (count(Counter::Popped)?, count(Counter::Candidates)?);
        Ok(Counted { popped, candidates, rejected: pc1.wrapping_add(pc2) })
    }

    /// Ends profiling: takes what is in the slots, unless the program thrashed or failed.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Declined`]; [`Error::Transport`].
    pub fn finish(&mut self) -> Result<(), Error<T::Error>> {
        if self.is_over() {
            return Ok(());
        }
        self.device.command(Command::Stop)?;
        match self.device.status()? {
            Stopped::Error { .. } | Stopped::Interrupt(THRASH) => {}
            _ => drop(self.copy()?),
        }
        self.totals.cost.interrupts += 1;
        self.totals.over = Some(self.retired);
        self.device.filter(false)?;
        self.device.refusals("ending it")
    }
}

impl<T: Transport> Host<T> for Handler<T> {
    fn device(&mut self) -> &mut T {
        self.device()
    }

    fn left(&self) -> u64 {
        self.left()
    }

    fn attend(&mut self, retired: u64) -> Result<Option<Stopped>, Error<T::Error>> {
        Ok(match self.poll(retired)? {
            Some(Event::Failed { code, word }) => Some(Stopped::Error { code, word }),
            _ => None,
        })
    }

    fn end(&mut self) -> Result<(), Error<T::Error>> {
        self.finish()
    }
}

impl Handler<Top> {
    /// The golden model takes a retirement, and the host looks.
    ///
    /// # Errors
    /// As [`Handler::poll`].
    pub fn retire(&mut self, record: &Record) -> Result<Option<Event>, Error<Infallible>> {
        self.device().retire(record);
        self.retired += 1;
        if self.is_over() {
            return self.after();
        }
        if self.device().irq() { self.interrupt().map(Some) } else { self.time() }
    }
}

impl Transport for Top {
    type Error = Infallible;

    fn read(&mut self, offset: u16) -> Result<u32, Infallible> {
        Ok(Self::read(self, offset))
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), Infallible> {
        Self::write(self, offset, data);
        Ok(())
    }
}
