//! The daemon of phase-aware sampling: what a host does beside a phase tracker that does not arm intervals by itself
//! (docs/reference/phaseeval.md, V9).
use super::{Error, Transport};
use crate::spec::phase::{Config, regs};
use crate::spec::regs::Register;

/// What is known of the interval that has ended, and what the daemon made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Intervals that have ended, modulo `2^32`.
    pub intervals: u32,
    /// Phase of the last one.
    pub id: u16,
    /// Phase that is predicted for the one that goes on.
    pub predicted: u16,
    /// The one that goes on is sampled.
    pub armed: bool,
}

/// How often a host looks whether the memories of a tracker are cleared.
const POLLS: u32 = 1000;

/// Sets the tracker up whose registers begin at a byte offset, and lets it track: with what the configuration says but
/// its `auto`, and with these switches of CTRL. What it knew is forgotten.
///
/// # Errors
/// The transport fails, or what is there is no phase tracker, or does not take the configuration.
fn set_up<T: Transport>(bus: &mut T, base: u16, config: &Config, switches: u32) -> Result<(), Error<T::Error>> {
    let found = bus.read(base + regs::ID.offset)?;
    if found != regs::ID_WORD {
        return Err(Error::NotAPhaseTracker(found));
    }
    let ctrl = |name, on: bool| regs::CTRL.field(name).at(on.into());
    bus.write(base + regs::CTRL.offset, 0)?;
    bus.write(base + regs::CTRL.offset, ctrl("CLR", true))?;
    let busy = regs::STATUS.field("BUSY").mask();
    let mut polls = 0;
    while bus.read(base + regs::STATUS.offset)? & busy != 0 {
        polls += 1;
        if polls == POLLS {
            return Err(Error::Declined("the order to forget everything"));
        }
    }
    bus.write(base + regs::STATUS.offset, u32::MAX)?;
    let Config { len, thr, k, seed, last_value, update, best, .. } = *config;
    for (register, word) in [(&regs::LEN, len), (&regs::THR, thr.into()), (&regs::K, k.into()), (&regs::SEED, seed)] {
        bus.write(base + register.offset, word)?;
    }
    let kept = ctrl("PREDMODE", last_value) | ctrl("UPD", update) | ctrl("BEST", best);
    bus.write(base + regs::CTRL.offset, kept | switches | ctrl("TRK", true))?;
    if bus.read(base + regs::STATUS.offset)? & regs::STATUS.field("BAD_CFG").mask() != 0 {
        return Err(Error::Declined("the configuration"));
    }
    Ok(())
}

/// Sets up the tracker of a top whose registers begin at a byte offset, and lets it track: with `lossless` no record is
/// taken while an interval is judged, with `watched` none before a host has looked at the interval.
///
/// # Errors
/// [`Error::NotBuilt`] if there is no tracker; else as [`set_up`].
pub(super) fn begin<T: Transport>(
    bus: &mut T,
    base: u16,
    config: &Config,
    lossless: bool,
    watched: bool,
) -> Result<(), Error<T::Error>> {
    let switches = [("AUTO", config.auto), ("LOSSLESS", lossless), ("HOLD", watched), ("IRQ", watched)];
    let word = switches.into_iter().fold(0, |word, (name, on)| word | regs::CTRL.field(name).at(on.into()));
    match set_up(bus, base, config, word) {
        Err(Error::NotAPhaseTracker(_)) => Err(Error::NotBuilt("a phase tracker")),
        other => other,
    }
}

/// Whether an interval has ended since a host has looked, at the tracker whose registers begin at a byte offset.
fn has_ended<T: Transport>(bus: &mut T, base: u16) -> Result<bool, T::Error> {
    Ok(regs::STATUS.field("INTERVAL").of(bus.read(base + regs::STATUS.offset)?) == 1)
}

/// Tells it that the host has looked.
fn acknowledge<T: Transport>(bus: &mut T, base: u16) -> Result<(), T::Error> {
    bus.write(base + regs::STATUS.offset, regs::STATUS.field("INTERVAL").mask())
}

/// Looks at the intervals of a tracker that waits for it (CTRL.HOLD).
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    base: u16,
    /// Intervals that were sampled, in vain or not, when it looked.
    sampled: u32,
    vain: u32,
}

/// An interval that a host looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looked {
    /// Its number, from 0.
    pub number: u32,
    /// Its phase.
    pub id: u16,
    /// It was sampled, and is the sample of its phase.
    pub sampled: bool,
    /// It was sampled in vain.
    pub vain: bool,
}

impl Watch {
    /// Of the tracker whose registers begin at a byte offset, which has seen nothing yet.
    pub(super) const fn new(base: u16) -> Self {
        Self { base, sampled: 0, vain: 0 }
    }

    /// The interval that has ended since the last look, if one has; the tracker waits on.
    pub(super) fn look<T: Transport>(&mut self, bus: &mut T) -> Result<Option<Looked>, T::Error> {
        if !has_ended(bus, self.base)? {
            return Ok(None);
        }
        let mut read = |register: &Register| bus.read(self.base + register.offset);
        let [intervals, id, sampled, vain] =
            [read(&regs::IV)?, read(&regs::CUR_ID)?, read(&regs::SAMPLE_OK)?, read(&regs::SAMPLE_DISC)?];
        let before = std::mem::replace(self, Self { sampled, vain, ..*self });
        Ok(Some(Looked {
            number: intervals.wrapping_sub(1),
            id: id as u16,
            sampled: sampled != before.sampled,
            vain: vain != before.vain,
        }))
    }

    /// Lets the tracker go on.
    pub(super) fn go_on<T: Transport>(&self, bus: &mut T) -> Result<(), T::Error> {
        acknowledge(bus, self.base)
    }
}

/// Arms intervals over a bus.
#[derive(Debug)]
pub struct Daemon<T> {
    bus: T,
    /// Which interval of a phase is sampled: 1 the first that can be, 3 the third.
    k: u32,
    /// Entries of the phase table that the build has.
    phases: u16,
}

impl<T: Transport> Daemon<T> {
    /// Sets a tracker up, with a phase table of so many entries, and lets it track; `config.auto` is the tracker's own
    /// business, and left out.
    ///
    /// # Errors
    /// The transport fails, or what is there is no phase tracker.
    pub fn start(mut bus: T, config: &Config, phases: u16) -> Result<Self, Error<T::Error>> {
        set_up(&mut bus, 0, config, 0)?;
        Ok(Self { bus, k: config.k.into(), phases })
    }

    /// Looks whether an interval has ended, and if so decides about the one that goes on: it is sampled if the phase
    /// that is predicted has no sample yet and this would be its k-th interval or a later one.
    ///
    /// # Errors
    /// The transport fails.
    pub fn poll(&mut self) -> Result<Option<Ended>, Error<T::Error>> {
        if !has_ended(&mut self.bus, 0)? {
            return Ok(None);
        }
        acknowledge(&mut self.bus, 0)?;
        let mut read = |register: &Register| self.bus.read(register.offset);
        let [intervals, id, predicted] = [read(&regs::IV)?, read(&regs::CUR_ID)?, read(&regs::PRED)?];
        let armed = self.wanted(predicted)?;
        if armed {
            self.bus.write(regs::SAMPLE_NEXT.offset, 1)?;
        }
        Ok(Some(Ended { intervals, id: id as u16, predicted: predicted as u16, armed }))
    }

    /// Whether the phase table says that an interval of this phase is wanted.
    fn wanted(&mut self, phase: u32) -> Result<bool, Error<T::Error>> {
        for entry in 0..self.phases {
            let word = self.bus.read(regs::PHASE.offset + 4 * entry)?;
            let of = |name| regs::PHASE.field(name).of(word);
            if of("ID") == phase && phase != 0 {
                return Ok(of("SAMPLED") == 0 && of("SEEN") + 1 >= self.k);
            }
        }
        Ok(false)
    }

    /// The bus.
    pub fn transport(&mut self) -> &mut T {
        &mut self.bus
    }
}
