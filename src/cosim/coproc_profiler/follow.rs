//! The model as far as a hardware was, and what that did held against it.
use crate::cosim::session::Tally;
use crate::model::coproc::Top;
use crate::model::coproc_profiler::CoprocProfiler;
use crate::spec::coproc::regs::{self, COUNTED};
use crate::spec::coproc::{Command, State as Machine};
use crate::spec::coproc_profiler::{self as spec, Build};
use crate::spec::counters::Counter;
use crate::spec::regs::Register;
use crate::spec::retire::{Record, Rvfi};
use crate::spec::sample_buffer::{LANES, capacity};
use crate::spec::tap;
use std::collections::VecDeque;

/// Bits of a candidate's word below the code of what became of it: its ordinal.
pub const BELOW: u32 = (1 << 30) - 1;
/// What became of a candidate, by the code in the highest bits.
pub const OUTCOMES: [Counter; 3] = [Counter::Accepted, Counter::DroppedFull, Counter::DroppedOff];
/// The word of a candidate with this ordinal of which this became.
pub fn fate(outcome: Counter, ord: u32) -> u32 {
    let code = OUTCOMES.iter().position(|known| *known == outcome).unwrap_or(OUTCOMES.len());
    ord & BELOW | (code as u32) << 30
}

/// Cycles after which nothing is under way any more, and every counter has been visited.
pub const SETTLED: u64 = 40;

/// Retirements before a write, and candidates after it, for which switches of the buffer may have been as they were
/// after it, or before it.
const SWITCHING: u64 = 4;
const SWITCHED: u32 = 8;
/// Candidates that may come while a full buffer is emptied.
const EMPTIED: u32 = 2 * LANES;

/// The model, with what it has not come to.
pub struct Follower<'a> {
    model: CoprocProfiler,
    /// Is told every record that went through the filters.
    watch: &'a mut (dyn FnMut(&Record) + Send),
    /// Candidates and words compared.
    pub(in crate::cosim) tally: Tally,
    /// Retirements that there were, and those of them that the model has not taken.
    given: u64,
    pending: VecDeque<Rvfi>,
    /// What became of candidates that the model has not come to.
    fates: VecDeque<u32>,
    /// The hardware is known not to run.
    resting: bool,
    /// The host has given STOP, and the machine goes on as far as it was known.
    stopping: bool,
    /// Candidates that may find the buffer as it was before a write.
    unsure: u32,
    /// Samples that the program ran on.
    samples: u64,
}

impl<'a> Follower<'a> {
    /// After a reset.
    pub fn new(build: &Build, tap: tap::Config, watch: &'a mut (dyn FnMut(&Record) + Send)) -> Self {
        Self {
            model: CoprocProfiler::new(build, tap),
            watch,
            tally: Tally::default(),
            given: 0,
            pending: VecDeque::new(),
            fates: VecDeque::new(),
            resting: true,
            stopping: false,
            unsure: 0,
            samples: 0,
        }
    }

    /// The model, as far as it has come.
    pub const fn model(&self) -> &Top {
        &self.model.top
    }

    /// Retirements that there were.
    pub const fn given(&self) -> u64 {
        self.given
    }

    /// Samples that the program ran on.
    pub const fn samples(&self) -> u64 {
        self.samples
    }

    /// Whether the hardware is known not to run.
    pub const fn is_resting(&self) -> bool {
        self.resting
    }

    /// Candidates that the hardware had, and the model has not come to.
    pub fn ahead(&self) -> usize {
        self.fates.len()
    }

    /// Retirements that the hardware was given.
    pub fn give(&mut self, records: &[Rvfi]) {
        self.pending.extend(records);
        self.given += records.len() as u64;
    }

    /// What became of candidates, each with its ordinal.
    pub fn decide(&mut self, fates: impl IntoIterator<Item = u32>) {
        self.fates.extend(fates);
    }

    /// The tap has released the last retirement.
    pub fn flush(&mut self) {
        self.model.flush();
    }

    /// The model takes retirements until so many were, and every record that they release.
    pub fn advance(&mut self, retired: u64) {
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

    /// A request was answered after so many retirements, so no flush of the buffer is under way.
    pub fn answered(&mut self, before: u64) {
        self.advance(before);
        self.unsure = self.unsure.min(SWITCHED);
    }

    /// Whether this word, read at an offset, says that the machine does not run any more: [`Follower::rest`] has to
    /// come before it is compared.
    pub fn has_stopped(&self, offset: u16, word: u32) -> bool {
        !self.resting && is_status(offset) && regs::STATUS.field("STATE").of(word) != Machine::Run as u32
    }

    /// The hardware has said in STATUS that it does not run, after so many samples: the model comes as far.
    pub fn rest(&mut self, status: u32, popped: u32) {
        let by_itself = regs::STATUS.field("STATE").of(status) != Machine::Idle as u32;
        self.samples += self.model.top.work_until((!by_itself).then_some(popped));
        if std::mem::replace(&mut self.stopping, false) {
            self.model.top.write(regs::CMD.offset, Command::Stop as u32);
        }
        self.resting = true;
    }

    /// A word that was read is the model's, if that can be known; `settled` says that no retirement is under way.
    pub fn compare(&mut self, offset: u16, word: u32, settled: bool) {
        let known = regs::at(u32::from(offset / 4)).filter(|_| offset < spec::BASE);
        let seen = word & if is_status(offset) { !regs::STATUS.field("BUSY").mask() } else { u32::MAX };
        if known.is_none_or(|(register, _)| self.is_comparable(register, settled)) {
            let model = self.model.top.read(offset);
            self.tally.compare_often(seen.into(), model.into(), || match known {
                Some((register, at)) => format!("{} {at}", register.name),
                None => format!("the word at {offset:#x}"),
            });
        }
    }

    /// Whether a word that was read is the model's at this time.
    fn is_comparable(&self, register: &Register, settled: bool) -> bool {
        let moving = [regs::WORDS_LO.name, regs::WORDS_HI.name, regs::STATUS.name];
        match register.name {
            name if name == regs::COUNTS.name => self.resting && settled,
            name => self.resting || !moving.contains(&name),
        }
    }

    /// The host has written, after so many retirements.
    pub fn wrote(&mut self, offset: u16, data: u32, before: u64) {
        if offset == regs::CMD.offset || offset == regs::CTRL.offset {
            // Candidates of records that came before may be there after it.
            self.advance(before.saturating_sub(SWITCHING));
            self.unsure = self.unsure.min(SWITCHED);
            let flushes = offset == regs::CMD.offset && data as u8 == Command::Flush as u8;
            self.unsure = if flushes { EMPTIED } else { self.unsure.max(SWITCHED) };
        }
        self.advance(before);
        if offset >= spec::BASE {
            return;
        }
        let command = (offset == regs::CMD.offset).then(|| Command::from_code(data as u8)).flatten();
        if command == Some(Command::Stop) && !self.resting {
            self.stopping = true;
            return;
        }
        self.model.top.write(offset, data);
        if command == Some(Command::Run) && self.model.top.coproc().state() == Machine::Run {
            self.resting = false;
        }
    }
}

fn is_status(offset: u16) -> bool {
    offset == regs::STATUS.offset
}

/// Byte offset of a counter.
///
/// # Panics
/// When the co-processor does not have it.
pub fn counter_at(counter: Counter) -> u16 {
    let at = COUNTED.iter().position(|counted| *counted == counter).expect("it is counted");
    regs::COUNTS.offset + 4 * at as u16
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
