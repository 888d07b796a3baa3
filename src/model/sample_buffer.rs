//! Golden model of the sample buffer: record formats and the queue (docs/reference/sample_buffer.md).
use crate::spec::counters::{Counter, Counts};
use crate::spec::retire::Record;
use crate::spec::sample_buffer::*;
use std::collections::VecDeque;

/// The record as `format` wants it.
pub fn sample(format: Format, record: &Record) -> Sample {
    let lane = |i| match Lane::from_selector(format.selector(i)) {
        Lane::None => 0,
        Lane::Pct => (record.pc >> 1) as u32,
        Lane::PcHigh => (record.pc >> 33) as u32,
        Lane::Insn => record.insn,
        Lane::Val => record.val as u32,
        Lane::ValHigh => (record.val >> 32) as u32,
        Lane::Addr => record.addr as u32,
        Lane::AddrHigh => (record.addr >> 32) as u32,
        Lane::Npct => (record.npc >> 1) as u32,
        Lane::NpcHigh => (record.npc >> 33) as u32,
        Lane::Lat => record.lat.into(),
        Lane::Ord => record.ord,
    };
    let side = u16::from(record.evt) << 8
        | u16::from(record.rvc) << 6
        | u16::from(record.taken) << 5
        | u16::from(record.class.code());
    Sample { lanes: [0, 1, 2, 3].map(lane), side }
}

/// Whether candidates may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Whoever takes the samples runs.
    pub run: bool,
    /// While it does not, candidates are dropped.
    pub freeze: bool,
    /// The tap is stopped in time, and nothing is dropped for being off.
    pub lossless: bool,
}

/// A queue that drops the newest.
#[derive(Clone, Debug)]
pub struct SampleBuffer {
    stride_log2: u32,
    queue: VecDeque<Sample>,
    counts: Counts,
}

impl SampleBuffer {
    /// Empty, for records of `2^stride_log2` lanes.
    pub fn new(stride_log2: u32) -> Self {
        Self { stride_log2, queue: VecDeque::new(), counts: Counts::default() }
    }

    /// Takes records of `2^stride_log2` lanes from now on.
    ///
    /// # Panics
    /// When there are records in it, which have another stride.
    pub fn restride(&mut self, stride_log2: u32) {
        assert!(self.queue.is_empty(), "records are in the buffer");
        self.stride_log2 = stride_log2;
    }

    /// Its counters become 0.
    pub fn clear_counts(&mut self) {
        self.counts = Counts::default();
    }

    /// The oldest record, which stays.
    pub fn first(&self) -> Option<&Sample> {
        self.queue.front()
    }

    /// Offers a candidate, before a record leaves; says what became of it:
    /// [`Counter::Accepted`], [`Counter::DroppedFull`] or [`Counter::DroppedOff`].
    pub fn offer(&mut self, sample: Sample, mode: Mode) -> Counter {
        let outcome = if !mode.run && mode.freeze && !mode.lossless {
            Counter::DroppedOff
        } else if self.occupied() == capacity(self.stride_log2) {
            Counter::DroppedFull
        } else {
            Counter::Accepted
        };
        self.place(sample, outcome);
        outcome
    }

    /// A candidate of which it is known what becomes of it: [`Counter::Accepted`], [`Counter::DroppedFull`] or
    /// [`Counter::DroppedOff`].
    pub fn place(&mut self, sample: Sample, outcome: Counter) {
        if outcome == Counter::Accepted {
            let mut kept = sample;
            kept.lanes[1 << self.stride_log2..].fill(0);
            self.queue.push_back(kept);
        }
        self.counts.step(Counter::Candidates);
        self.counts.step(outcome);
    }

    /// The oldest record leaves.
    pub fn pop(&mut self) -> Option<Sample> {
        let popped = self.queue.pop_front()?;
        self.counts.step(Counter::Popped);
        Some(popped)
    }

    /// The oldest record is removed.
    pub fn flush_one(&mut self) -> bool {
        let flushed = self.queue.pop_front().is_some();
        if flushed {
            self.counts.step(Counter::Flushed);
        }
        flushed
    }

    /// Whether the tap may go on (rule B7).
    pub fn ready(&self, mode: Mode) -> bool {
        !mode.lossless || (mode.run || !mode.freeze) && self.occupied() + FLIGHT < capacity(self.stride_log2)
    }

    /// Records in the buffer.
    pub fn occupied(&self) -> u32 {
        self.queue.len() as u32
    }

    /// Its counters: CAND and those after it.
    pub const fn counts(&self) -> Counts {
        self.counts
    }
}
