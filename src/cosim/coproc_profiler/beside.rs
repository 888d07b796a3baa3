//! Hardware and model as one device, which is compared as it is used.
use super::follow::{BELOW, Follower, SETTLED, counter_at};
use super::options::Options;
use crate::cosim::Error;
use crate::cosim::profiler::{BusError, Pace, Profiler, State};
use crate::cosim::session::Mismatch;
use crate::host::Transport;
use crate::model::coproc::Top;
use crate::spec::coproc::Command;
use crate::spec::coproc::regs::{self, COUNTED};
use crate::spec::coproc_profiler::{self as spec, Build};
use crate::spec::counters::{Counter, Counts};
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap;

/// What holds of every run (docs/reference/coproc_profiler.md, K7).
pub const LAWS: [&str; 6] = [
    "RETIRED = retirements",
    "RETIRED = TRAP + rejected + CAND",
    "CAND = ACC + DROP_FULL + DROP_OFF",
    "ACC = POPPED + FLUSHED + OCC",
    "nothing is dropped while the core is held back",
    "the testbench goes on and retirements offered = retirements taken",
];

/// A request was answered.
const SET: u32 = 1 << 30;
/// The co-processor asks for the host.
const ASKS: u32 = 1 << 31;

/// Retirements whose records may be under way: a record leaves the tap a cycle after the retirement that releases it,
/// its candidate is there two cycles later, and the rest hurts nobody.
const UNDER_WAY: u64 = 8;
/// Words that are read while the machine clears its arrays, before a host gives up.
const POLLS: u32 = 1_000;

/// What was found until now.
#[derive(Clone, Debug)]
pub struct Found {
    /// Counters of the testbench.
    pub hardware: State,
    /// Counters of the hardware, read at the end.
    pub counts: Counts,
    /// Records left in the sample buffer.
    pub occupied: u32,
    /// Samples that the program ran on.
    pub samples: u64,
    /// Laws that are broken.
    pub broken: Vec<&'static str>,
    /// Candidates and words compared.
    pub compared: u64,
    /// Differences.
    pub mismatches: u64,
    /// The first of them.
    pub first: Option<Mismatch>,
}

impl Found {
    /// Whether a law holds.
    pub fn holds(&self, law: &str) -> bool {
        !self.broken.contains(&law)
    }
}

/// Hardware and model, as one device.
pub struct Beside<'a> {
    hardware: Profiler,
    follower: Follower<'a>,
    build: Build,
    lossless: bool,
    /// The co-processor has asked for the host since it was last looked at.
    asked: bool,
}

impl<'a> Beside<'a> {
    /// After a reset, with TAP as `options` say; every word of microcode and of the arrays is 0.
    ///
    /// # Errors
    /// [`Error::Host`] when it does not answer.
    pub fn new(
        options: &Options,
        hardware: Profiler,
        watch: &'a mut (dyn FnMut(&Record) + Send),
    ) -> Result<Self, Error> {
        let build = options.build();
        let follower = Follower::new(&build, options.tap, watch);
        let mut beside = Self { hardware, follower, build, lossless: options.lossless, asked: false };
        beside.begin(&options.tap).map_err(|e| Error::Host(e.to_string()))?;
        Ok(beside)
    }

    fn begin(&mut self, tap: &tap::Config) -> Result<(), BusError> {
        let of = |name, value| spec::TAP.field(name).at(value);
        let word = of("ADDR_SRC", tap.addr_src.code().into()) | of("MDATA_OK", tap.mdata_ok.into());
        self.write(spec::TAP.offset, word)?;
        self.until_clear()?;
        (0..regs::UC.words).try_for_each(|at| self.write(regs::UC.offset + 4 * at, 0))?;
        (0..self.build.coproc.entries as u16).try_for_each(|at| self.write(regs::KEY.offset + 4 * at, 0))?;
        for command in [Command::InvalidateAll, Command::ClearAll] {
            self.write(regs::CMD.offset, command as u32)?;
            self.until_clear()?;
        }
        Ok(())
    }

    /// Waits while arrays are being cleared.
    fn until_clear(&mut self) -> Result<(), BusError> {
        for _ in 0..POLLS {
            if regs::STATUS.field("BUSY").of(self.read(regs::STATUS.offset)?) == 0 {
                break;
            }
        }
        Ok(())
    }

    /// What is built.
    pub const fn build(&self) -> &Build {
        &self.build
    }

    /// The model, as far as it has come.
    pub const fn model(&self) -> &Top {
        self.follower.model()
    }

    /// The hardware.
    pub const fn hardware(&mut self) -> &mut Profiler {
        &mut self.hardware
    }

    /// Differences until now.
    pub const fn mismatches(&self) -> u64 {
        self.follower.tally.mismatches
    }

    /// Whether the co-processor has asked for the host since the last call.
    pub const fn asked(&mut self) -> bool {
        std::mem::replace(&mut self.asked, false)
    }

    /// Gives retirements until all are taken or the co-processor asks for the host; tells how many were taken.
    ///
    /// # Errors
    /// [`Error::Stuck`] when it takes nothing any more.
    pub fn feed(&mut self, records: &[Rvfi], pace: Pace) -> Result<usize, Error> {
        let mut taken = 0;
        while taken < records.len() && !self.asked {
            let one = &records[taken..=taken];
            let count = self.hardware.feed(one, pace);
            self.follower.give(&one[..count]);
            taken += count;
            self.listen();
            if count == 0 && !self.asked {
                if self.hardware.state().broken != 0 {
                    return Err(Error::Stuck(self.hardware.state().retired));
                }
                // It asked before, and nobody came.
                break;
            }
        }
        self.follower.advance(self.hardware.state().retired.saturating_sub(UNDER_WAY));
        Ok(taken)
    }

    /// Gives retirements while the clock runs for something else: what the host reads and writes.
    pub fn feed_later(&mut self, records: &[Rvfi]) {
        self.hardware.feed(records, Pace::Later);
        self.follower.give(records);
    }

    /// Whether every retirement that was given is taken.
    pub fn is_through(&self) -> bool {
        self.hardware.state().retired == self.follower.given()
    }

    /// Clocks it without a retirement of [`Beside::feed`].
    pub fn idle(&mut self, cycles: u64) {
        self.hardware.idle(cycles);
        self.listen();
    }

    /// The tap releases the last retirement. Only when all are through.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn flush(&mut self) -> Result<(), BusError> {
        self.settle();
        self.write(spec::COMMAND.offset, spec::COMMAND.field("FLUSH").mask())?;
        self.follower.flush();
        self.settle();
        Ok(())
    }

    /// Nothing is under way any more; only when all retirements are through.
    fn settle(&mut self) {
        self.idle(SETTLED);
        self.follower.advance(self.follower.given());
    }

    /// Takes what the testbench has told; gives how many retirements came before the request that was answered.
    fn listen(&mut self) -> Option<u64> {
        let mut before = None;
        for word in self.hardware.logged() {
            self.asked |= word & ASKS != 0;
            if word & SET != 0 {
                let retired = self.hardware.state().retired;
                before = Some(retired - u64::from((retired as u32).wrapping_sub(word) & BELOW));
            }
        }
        self.follower.decide(self.hardware.accepted());
        before
    }

    /// Reads every register and array of the co-processor, once it rests and all retirements are through; all of it is
    /// compared.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn read_all(&mut self) -> Result<(), BusError> {
        self.read(regs::STATUS.offset)?;
        for made in regs::built(&self.build.coproc).registers() {
            let register = made.register;
            if register.access.reads() {
                (0..made.words).try_for_each(|at| self.read(register.offset + 4 * at).map(drop))?;
            }
        }
        Ok(())
    }

    /// What was found; the machine rests, and all retirements are through.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn found(&mut self) -> Result<Found, BusError> {
        self.settle();
        let ahead = self.follower.ahead() as u64;
        self.follower.tally.compare("candidates that the model does not have", ahead, 0);
        let (mut counts, mut words) = (Counts::default(), vec![]);
        for at in 0..regs::COUNTS.words {
            words.push(self.read(regs::COUNTS.offset + 4 * at)?);
        }
        COUNTED.iter().zip(&words).for_each(|(counter, word)| counts.0[counter.index()] = *word);
        let (occupied, state) = (words[COUNTED.len()], self.hardware.state());
        let of = |counter| counts.get(counter);
        let sum = |counters: &[Counter]| counters.iter().fold(0_u32, |sum, counter| sum.wrapping_add(of(*counter)));
        let judged = [Counter::Trap, Counter::RejectedClass, Counter::RejectedPc1, Counter::RejectedPc2];
        let candidates = sum(&judged).wrapping_add(sum(&[Counter::RejectedDecimated, Counter::Candidates]));
        let holds = [
            // The tap holds none after a flush.
            of(Counter::Retired) == self.follower.model().counts().get(Counter::Retired),
            of(Counter::Retired) == candidates,
            of(Counter::Candidates) == sum(&[Counter::Accepted, Counter::DroppedFull, Counter::DroppedOff]),
            of(Counter::Accepted) == sum(&[Counter::Popped, Counter::Flushed]).wrapping_add(occupied),
            !self.lossless || of(Counter::DroppedFull) | of(Counter::DroppedOff) == 0,
            state.broken == 0 && state.retired == self.follower.given(),
        ];
        Ok(Found {
            hardware: state,
            counts,
            occupied,
            samples: self.follower.samples(),
            broken: LAWS.into_iter().zip(holds).filter(|law| !law.1).map(|law| law.0).collect(),
            compared: self.follower.tally.compared,
            mismatches: self.follower.tally.mismatches,
            first: self.follower.tally.first.clone(),
        })
    }
}

impl Transport for Beside<'_> {
    type Error = BusError;

    fn read(&mut self, offset: u16) -> Result<u32, BusError> {
        let is_count = regs::at(u32::from(offset / 4)).is_some_and(|(register, _)| register.name == regs::COUNTS.name);
        if offset < spec::BASE && is_count && self.follower.is_resting() && self.is_through() {
            self.settle();
        }
        let word = self.hardware.read(offset.into())?;
        if let Some(before) = self.listen() {
            self.follower.answered(before);
        }
        if offset >= spec::BASE {
            return Ok(word);
        }
        if self.follower.has_stopped(offset, word) {
            let popped = self.hardware.read(counter_at(Counter::Popped).into())?;
            let before = self.listen().unwrap_or(0);
            self.follower.advance(before);
            self.follower.rest(word, popped);
        }
        let settled = self.is_through();
        self.follower.compare(offset, word, settled);
        Ok(word)
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), BusError> {
        self.hardware.write(offset.into(), data)?;
        let before = self.listen().unwrap_or(0);
        self.follower.wrote(offset, data, before);
        Ok(())
    }
}
