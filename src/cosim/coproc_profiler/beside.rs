//! Hardware and model as one device, which is compared as it is used.
use super::options::Options;
use crate::cosim::Error;
use crate::cosim::profiler::{BusError, Pace, Profiler, State};
use crate::cosim::session::{Mismatch, Tally};
use crate::host::Transport;
use crate::model::coproc::Top;
use crate::model::coproc_profiler::CoprocProfiler;
use crate::spec::coproc::regs::{self, COUNTED};
use crate::spec::coproc::{Command, State as Machine};
use crate::spec::coproc_profiler::{self as spec, Build};
use crate::spec::counters::{Counter, Counts};
use crate::spec::regs::Register;
use crate::spec::retire::{Record, Rvfi};
use crate::spec::sample_buffer::{LANES, capacity};
use crate::spec::tap;
use std::collections::VecDeque;

/// What holds of every run (docs/reference/coproc_profiler.md, K7).
pub const LAWS: [&str; 6] = [
    "RETIRED = retirements",
    "RETIRED = TRAP + rejected + CAND",
    "CAND = ACC + DROP_FULL + DROP_OFF",
    "ACC = POPPED + FLUSHED + OCC",
    "nothing is dropped while the core is held back",
    "the testbench goes on and retirements offered = retirements taken",
];

/// Bits of a word of the testbench below its codes: ordinals, and retirements before a request.
const BELOW: u32 = (1 << 30) - 1;
/// A request was answered.
const SET: u32 = 1 << 30;
/// The co-processor asks for the host.
const ASKS: u32 = 1 << 31;
/// What became of a candidate, by the code in the highest bits.
const OUTCOMES: [Counter; 3] = [Counter::Accepted, Counter::DroppedFull, Counter::DroppedOff];

/// Retirements whose records may be under way: a record leaves the tap a cycle after the retirement that releases it,
/// its candidate is there two cycles later, and the rest hurts nobody.
const UNDER_WAY: u64 = 8;
/// Cycles after which nothing is under way any more, and every counter has been visited.
const SETTLED: u64 = 40;
/// Retirements before a write, and candidates after it, for which switches of the buffer may have been as they were
/// after it, or before it.
const SWITCHING: u64 = 4;
const SWITCHED: u32 = 8;
/// Candidates that may come while a full buffer is emptied.
const EMPTIED: u32 = 2 * LANES;
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
    model: CoprocProfiler,
    build: Build,
    lossless: bool,
    /// Is told every record that went through the filters.
    watch: &'a mut (dyn FnMut(&Record) + Send),
    tally: Tally,
    /// Retirements that the hardware was given, and those of them that the model has not taken.
    given: u64,
    pending: VecDeque<Rvfi>,
    /// What became of candidates that the model has not come to.
    fates: VecDeque<u32>,
    /// The hardware is known not to run.
    resting: bool,
    /// The host has given STOP, and the machine goes on as far as it was known.
    stopping: bool,
    /// The co-processor has asked for the host since it was last looked at.
    asked: bool,
    /// Candidates that may find the buffer as it was before a write.
    unsure: u32,
    /// Samples that the program ran on.
    samples: u64,
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
        let mut beside = Self {
            hardware,
            model: CoprocProfiler::new(&build, options.tap),
            build,
            lossless: options.lossless,
            watch,
            tally: Tally::default(),
            given: 0,
            pending: VecDeque::new(),
            fates: VecDeque::new(),
            resting: true,
            stopping: false,
            asked: false,
            unsure: 0,
            samples: 0,
        };
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
        &self.model.top
    }

    /// The hardware.
    pub const fn hardware(&mut self) -> &mut Profiler {
        &mut self.hardware
    }

    /// Differences until now.
    pub const fn mismatches(&self) -> u64 {
        self.tally.mismatches
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
            self.pending.extend(&one[..count]);
            (self.given, taken) = (self.given + count as u64, taken + count);
            self.listen();
            if count == 0 && !self.asked {
                if self.hardware.state().broken != 0 {
                    return Err(Error::Stuck(self.hardware.state().retired));
                }
                // It asked before, and nobody came.
                break;
            }
        }
        self.advance(self.hardware.state().retired.saturating_sub(UNDER_WAY));
        Ok(taken)
    }

    /// Gives retirements while the clock runs for something else: what the host reads and writes.
    pub fn feed_later(&mut self, records: &[Rvfi]) {
        self.hardware.feed(records, Pace::Later);
        self.pending.extend(records);
        self.given += records.len() as u64;
    }

    /// Whether every retirement that was given is taken.
    pub fn is_through(&self) -> bool {
        self.hardware.state().retired == self.given
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
        self.model.flush();
        self.settle();
        Ok(())
    }

    /// Nothing is under way any more; only when all retirements are through.
    fn settle(&mut self) {
        self.idle(SETTLED);
        self.advance(self.given);
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
        self.fates.extend(self.hardware.accepted());
        before
    }

    /// The model takes retirements until so many were, and every record that they release.
    fn advance(&mut self, retired: u64) {
        while self.given - (self.pending.len() as u64) < retired
            && let Some(rvfi) = self.pending.pop_front()
        {
            self.model.push(&rvfi);
            self.judge();
        }
        self.judge();
    }

    /// The model judges the records that wait.
    fn judge(&mut self) {
        let Self { model, fates, tally, resting, unsure, .. } = self;
        while let Some(record) = model.next(|record, top| {
            let sure = *unsure == 0;
            *unsure = unsure.saturating_sub(1);
            let Some(fate) = fates.pop_front() else {
                tally.compare(&format!("candidate {} of {:#x}", record.ord, record.pc), 0, 1);
                return Counter::DroppedOff;
            };
            let what = |what: &str| format!("{what} of candidate {}, of {:#x}", record.ord, record.pc);
            tally.compare_often((fate & BELOW).into(), (record.ord & BELOW).into(), || what("the ordinal"));
            let outcome = OUTCOMES.get((fate >> 30) as usize).copied().unwrap_or(Counter::DroppedOff);
            if let Some(expected) = wrong(outcome, top, *resting).filter(|_| sure) {
                tally.compare(&what("the fate"), outcome as u64, expected as u64);
            }
            outcome
        }) {
            (self.watch)(&record);
        }
    }

    /// The hardware has said that it does not run: the model comes as far.
    fn rest(&mut self, status: u32) -> Result<(), BusError> {
        let popped = self.hardware.read(popped_at().into())?;
        let before = self.listen();
        self.advance(before.unwrap_or(0));
        let by_itself = regs::STATUS.field("STATE").of(status) != Machine::Idle as u32;
        self.samples += self.model.top.work_until((!by_itself).then_some(popped));
        if std::mem::replace(&mut self.stopping, false) {
            self.model.top.write(regs::CMD.offset, Command::Stop as u32);
        }
        self.resting = true;
        Ok(())
    }

    /// A request was answered, so no flush of the buffer is under way.
    fn emptied(&mut self) {
        self.unsure = self.unsure.min(SWITCHED);
    }

    /// Whether a word that was read is the model's at this time.
    fn is_comparable(&self, register: &Register) -> bool {
        let moving = [regs::WORDS_LO.name, regs::WORDS_HI.name, regs::STATUS.name];
        match register.name {
            name if name == regs::COUNTS.name => self.resting && self.is_through(),
            name => self.resting || !moving.contains(&name),
        }
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
        self.tally.compare("candidates that the model does not have", self.fates.len() as u64, 0);
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
            of(Counter::Retired) == self.model.top.counts().get(Counter::Retired),
            of(Counter::Retired) == candidates,
            of(Counter::Candidates) == sum(&[Counter::Accepted, Counter::DroppedFull, Counter::DroppedOff]),
            of(Counter::Accepted) == sum(&[Counter::Popped, Counter::Flushed]).wrapping_add(occupied),
            !self.lossless || of(Counter::DroppedFull) | of(Counter::DroppedOff) == 0,
            state.broken == 0 && state.retired == self.given,
        ];
        Ok(Found {
            hardware: state,
            counts,
            occupied,
            samples: self.samples,
            broken: LAWS.into_iter().zip(holds).filter(|law| !law.1).map(|law| law.0).collect(),
            compared: self.tally.compared,
            mismatches: self.tally.mismatches,
            first: self.tally.first.clone(),
        })
    }
}

/// What has to have become of a candidate if it cannot be `outcome`. Whether the machine runs is known while it rests.
/// The model may have taken fewer samples than the hardware, so it holds at least as many.
fn wrong(outcome: Counter, top: &Top, resting: bool) -> Option<Counter> {
    let (mode, full) = (top.mode(), top.occupied() >= capacity(top.stride_log2()));
    let may_be_off = mode.freeze && !mode.lossless;
    match outcome {
        Counter::DroppedFull if !full || mode.lossless => Some(Counter::Accepted),
        Counter::DroppedOff if !may_be_off => Some(Counter::Accepted),
        Counter::DroppedFull | Counter::Accepted if resting && may_be_off => Some(Counter::DroppedOff),
        Counter::Accepted if resting && full => Some(Counter::DroppedFull),
        _ => None,
    }
}

/// Byte offset of POPPED among the counters.
fn popped_at() -> u16 {
    let at = COUNTED.iter().position(|counter| *counter == Counter::Popped).expect("it is counted");
    regs::COUNTS.offset + 4 * at as u16
}

impl Transport for Beside<'_> {
    type Error = BusError;

    fn read(&mut self, offset: u16) -> Result<u32, BusError> {
        let known = regs::at(u32::from(offset / 4)).filter(|_| offset < spec::BASE);
        if known.is_some_and(|(register, _)| register.name == regs::COUNTS.name) && self.resting && self.is_through() {
            self.settle();
        }
        let word = self.hardware.read(offset.into())?;
        if let Some(before) = self.listen() {
            self.advance(before);
            self.emptied();
        }
        if offset >= spec::BASE {
            return Ok(word);
        }
        let is_status = known.is_some_and(|(register, _)| register.name == regs::STATUS.name);
        let runs = regs::STATUS.field("STATE").of(word) == Machine::Run as u32;
        if is_status && !self.resting && !runs {
            self.rest(word)?;
        }
        let seen = word & if is_status { !regs::STATUS.field("BUSY").mask() } else { u32::MAX };
        if known.is_none_or(|(register, _)| self.is_comparable(register)) {
            let model = self.model.top.read(offset);
            self.tally.compare_often(seen.into(), model.into(), || match known {
                Some((register, at)) => format!("{} {at}", register.name),
                None => format!("the word at {offset:#x}"),
            });
        }
        Ok(word)
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), BusError> {
        self.hardware.write(offset.into(), data)?;
        let before = self.listen().unwrap_or(0);
        if offset == regs::CMD.offset || offset == regs::CTRL.offset {
            // Candidates of records that came before may be there after it.
            self.advance(before.saturating_sub(SWITCHING));
            self.emptied();
            let flushes = offset == regs::CMD.offset && data as u8 == Command::Flush as u8;
            self.unsure = if flushes { EMPTIED } else { self.unsure.max(SWITCHED) };
        }
        self.advance(before);
        if offset >= spec::BASE {
            return Ok(());
        }
        let command = (offset == regs::CMD.offset).then(|| Command::from_code(data as u8)).flatten();
        if command == Some(Command::Stop) && !self.resting {
            self.stopping = true;
            return Ok(());
        }
        self.model.top.write(offset, data);
        if command == Some(Command::Run) && self.model.top.coproc().state() == Machine::Run {
            self.resting = false;
        }
        Ok(())
    }
}
