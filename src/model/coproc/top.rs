//! Golden model of the co-processor with what stands in front of it: filters, sample buffer, counters, and the bus of
//! the host over all of them (docs/reference/coproc.md, B.7).
use super::{Answer, Coproc, Effect, Timing};
use crate::model::pcfilter::Filter;
use crate::model::sample_buffer::{Mode, SampleBuffer, sample};
use crate::spec::coproc::regs::{self, COUNTED};
use crate::spec::coproc::{Config, State};
use crate::spec::coproc_profiler::format_mask;
use crate::spec::counters::{Counter, Counts};
use crate::spec::pcfilter::Settings;
use crate::spec::retire::Record;
use crate::spec::sample_buffer::{Format, Sample};

/// How long the co-processor works on a sample.
#[derive(Clone, Debug)]
pub enum Pace {
    /// No time: it waits for none, so none is dropped.
    Instant,
    /// The cycles of a machine, each as long as so many of the core.
    Timed {
        /// Counts them.
        timing: Timing,
        /// Cycles of the core in one of the machine.
        divider: u32,
    },
    /// It works when it is told to ([`Top::work_until`]), beside hardware that has times of its own.
    Told,
}

/// Filters, sample buffer and co-processor.
#[derive(Clone, Debug)]
pub struct Top {
    filter: Filter,
    /// Where retirements went that the filters rejected.
    counts: Counts,
    buffer: SampleBuffer,
    coproc: Coproc,
    pace: Pace,
    /// Selectors of RECFMT that there are lanes for.
    selectors: u16,
    /// What CTRL says of the buffer.
    mode: Mode,
    /// Cycles of the core.
    now: u64,
    /// When the sample that is worked on, the oldest in the buffer, is done.
    done: Option<u64>,
    /// The sample that is worked on stays in the buffer: it raised an error.
    stays: bool,
    /// Cycles of the core in which the co-processor worked on samples.
    busy: u64,
}

impl Top {
    /// After a reset.
    ///
    /// # Panics
    /// When there is no such build.
    pub fn new(config: Config, pace: Pace) -> Self {
        let coproc = Coproc::new(config);
        let buffer = SampleBuffer::new(Format(coproc.switches.recfmt).stride_log2());
        let mut top = Self {
            filter: Filter::default(),
            counts: Counts::default(),
            buffer,
            coproc,
            pace,
            selectors: u16::MAX,
            mode: Mode::default(),
            now: 0,
            done: None,
            stays: false,
            busy: 0,
        };
        top.apply();
        top
    }

    /// With samples of at most so many lanes, 1, 2 or 4: the others are as if nothing selected them.
    #[must_use]
    pub fn with_lanes(mut self, lanes: u32) -> Self {
        self.selectors = format_mask(lanes);
        self.apply();
        self
    }

    /// Format of the samples.
    const fn format(&self) -> Format {
        Format(self.coproc.switches.recfmt & self.selectors)
    }

    /// Whether candidates may enter the buffer, as far as the host and the machine say.
    pub fn mode(&self) -> Mode {
        Mode { run: self.coproc.state == State::Run, ..self.mode }
    }

    /// The co-processor.
    pub const fn coproc(&self) -> &Coproc {
        &self.coproc
    }

    /// Cycles of the core: one for each instruction, and those in which it was held back.
    pub const fn cycles(&self) -> u64 {
        self.now
    }

    /// Cycles of the core in which the co-processor worked on a sample.
    pub const fn busy(&self) -> u64 {
        self.busy
    }

    /// Whether the host is asked for.
    pub const fn irq(&self) -> bool {
        self.done.is_none() && self.coproc.irq()
    }

    /// Records that wait or are worked on.
    pub fn occupied(&self) -> u32 {
        self.buffer.occupied()
    }

    /// Logarithm of the number of lanes that a record takes.
    pub const fn stride_log2(&self) -> u32 {
        self.format().stride_log2()
    }

    /// Where the retirements went.
    pub fn counts(&self) -> Counts {
        let (mut all, buffer) = (self.counts, self.buffer.counts());
        all.0.iter_mut().zip(buffer.0).for_each(|(sum, count)| *sum = sum.wrapping_add(count));
        all
    }

    /// A cycle of the core in which it retires an instruction. Gives the ordinal of the record if it enters the buffer.
    pub fn retire(&mut self, record: &Record) -> Option<u32> {
        self.now += 1;
        self.work();
        self.held_back();
        let sample = self.judge(record)?;
        let outcome = self.buffer.offer(sample, self.mode());
        self.work();
        (outcome == Counter::Accepted).then_some(record.ord)
    }

    /// A retirement; what becomes of it in the buffer is told, and asked only if it is a candidate
    /// ([`Counter::Accepted`], [`Counter::DroppedFull`] or [`Counter::DroppedOff`]). Whether it was asked.
    pub fn retire_as(&mut self, record: &Record, outcome: impl FnOnce(&Self) -> Counter) -> bool {
        self.now += 1;
        let Some(sample) = self.judge(record) else { return false };
        let outcome = outcome(self);
        self.buffer.place(sample, outcome);
        true
    }

    /// The sample of a record that the filters let through.
    fn judge(&mut self, record: &Record) -> Option<Sample> {
        self.counts.step(Counter::Retired);
        if let Some(rejected) = Counter::of_verdict(self.filter.judge(record)) {
            self.counts.step(rejected);
            return None;
        }
        Some(sample(self.format(), record))
    }

    /// Works on samples that wait while the machine runs, of [`Pace::Told`]: until so many have been popped, or else
    /// until the program asks for the host or raises an error. Tells on how many.
    pub fn work_until(&mut self, popped: Option<u32>) -> u64 {
        let mut samples = 0;
        while popped.is_none_or(|popped| self.buffer.counts().get(Counter::Popped) != popped) {
            let end = self.buffer.first().and_then(|first| self.coproc.sample(first, &mut |_| {}));
            let Some(end) = end else { break };
            samples += 1;
            if !end.is_error() {
                self.buffer.pop();
            }
        }
        samples
    }

    /// The core waits until there is room in a buffer that drops nothing.
    fn held_back(&mut self) {
        while !self.buffer.ready(self.mode()) {
            let Some(done) = self.done else { return };
            self.now = done;
            self.work();
        }
    }

    /// Works on samples until now.
    fn work(&mut self) {
        let mut free = self.now;
        loop {
            match self.done {
                Some(done) if done > self.now => return,
                Some(done) => {
                    self.leave();
                    free = done;
                }
                None => {}
            }
            let Some(cycles) = self.begin() else { return };
            self.done = Some(free + cycles);
        }
    }

    /// Takes up the oldest sample if the machine runs and there is one: how many cycles of the core it takes.
    fn begin(&mut self) -> Option<u64> {
        let first = *self.buffer.first()?;
        let cycles = match &mut self.pace {
            Pace::Instant => {
                self.stays = self.coproc.sample(&first, &mut |_| {})?.is_error();
                0
            }
            Pace::Told => return None,
            Pace::Timed { timing, divider } => {
                let before = timing.cycles();
                self.stays = self.coproc.sample(&first, &mut |step| timing.step(step))?.is_error();
                timing.sample();
                (timing.cycles() - before) * u64::from(*divider)
            }
        };
        self.busy += cycles;
        Some(cycles)
    }

    /// The sample that was worked on is done.
    fn leave(&mut self) {
        if self.done.take().is_some() && !self.stays {
            self.buffer.pop();
        }
    }

    /// A read of the host at a byte offset, which sees the state after the sample that is worked on.
    pub fn read(&mut self, offset: u16) -> u32 {
        self.leave();
        match self.coproc.read(u32::from(offset / 4)) {
            Answer::Word(word) => word,
            Answer::Count(at) => {
                let counter = COUNTED.get(usize::from(at));
                counter.map_or(self.buffer.occupied(), |counter| self.counts().get(*counter))
            }
            Answer::Ignored(word) => self.filter.word(word.into()),
        }
    }

    /// A write of the host at a byte offset, after the sample that is worked on.
    pub fn write(&mut self, offset: u16, value: u32) {
        self.leave();
        match self.coproc.write(u32::from(offset / 4), value, self.buffer.occupied()) {
            Effect::None => {}
            Effect::Pop => drop(self.buffer.pop()),
            Effect::Flush => while self.buffer.flush_one() {},
            Effect::ClearCounters => {
                self.counts = Counts::default();
                self.buffer.clear_counts();
            }
            Effect::Decimation => self.filter.set_period(self.coproc.switches.decimation),
            Effect::Ignore(pct) => self.filter.ignore(pct),
            Effect::Ignored(word, bits) => self.filter.write_word(word.into(), bits),
        }
        self.apply();
    }

    /// What the registers say of filter and buffer.
    fn apply(&mut self) {
        let (switches, format) = (&self.coproc.switches, self.format());
        // RESET makes DECIM 0.
        if switches.decimation == 0 {
            self.filter.set_period(0);
        }
        let on = |name| regs::CTRL.field(name).of(switches.control.into()) == 1;
        let [f1_match, f1_mask, f1_select] =
            ["F1_MATCH", "F1_MASK", "F1_HSEL"].map(|name| regs::F1CFG.field(name).of(switches.filter1) as u8);
        self.filter.settings = Settings {
            enable: on("FEN"),
            classes: switches.classes,
            f1_select,
            f1_mask,
            f1_match,
            f2_select: switches.filter2,
        };
        self.mode = Mode { run: false, freeze: on("FREEZE"), lossless: on("LOSSLESS") };
        if self.buffer.occupied() == 0 {
            self.buffer.restride(format.stride_log2());
        }
    }
}
