//! What happened in a simulation of a tracker.
use crate::model::phase::{Phase, place};
use crate::spec::phase::record::IntervalRecord;
use serde::Serialize;

/// What happened, so that a test can prove its stimulus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Records that were taken.
    pub records: u64,
    /// Clock cycles.
    pub cycles: u64,
    /// Records that did not execute.
    pub traps: u64,
    /// Cycles that a record waited.
    pub waits: u64,
    /// Cycles that a word of the log waited.
    pub log_waits: u64,
    /// Intervals that ended.
    pub intervals: u64,
    /// Changes of control in adjacent cycles, in different buckets and in the same one.
    pub adjacent: [u64; 2],
    /// No signature matched, and a place was free.
    pub fresh: u64,
    /// No signature matched, and one was given up.
    pub replaced: u64,
    /// A signature matched.
    pub matched: u64,
    /// The phase table knew the phase.
    pub known: u64,
    /// The phase table had a free entry.
    pub entered: u64,
    /// The phase table gave one up.
    pub evicted: u64,
    /// The phase stayed, and the table of changes had no entry of the key before.
    pub unchanged: u64,
    /// The phase stayed, and such an entry was removed.
    pub removed: u64,
    /// The phase changed, and the place was free.
    pub learnt: u64,
    /// The phase changed, and the place was another key's.
    pub overwritten: u64,
    /// Predictions of the table of changes, wrong and right.
    pub changes: [u64; 2],
    /// Predictions of the last phase, wrong and right.
    pub repeats: [u64; 2],
    /// Intervals that are the sample of their phase.
    pub sampled: u64,
    /// Intervals that were sampled in vain.
    pub discarded: u64,
    /// Intervals that armed the next one.
    pub armed: u64,
    /// Registers that were read and compared.
    pub registers: u64,
}

impl Seen {
    /// An interval has ended, between these states of the model.
    pub(super) fn ended(&mut self, before: &Phase, after: &Phase, record: &IntervalRecord, from_table: bool) {
        self.intervals += 1;
        let full = before.signatures().iter().all(Option::is_some);
        self.matched += u64::from(!record.new);
        self.fresh += u64::from(record.new && !full);
        self.replaced += u64::from(record.new && full);
        let known = before.table().iter().flatten().any(|entry| entry.id == record.id);
        let crowded = before.table().iter().all(Option::is_some);
        self.known += u64::from(known);
        self.entered += u64::from(!known && !crowded);
        self.evicted += u64::from(!known && crowded);
        let slot = before.changes()[place(before.current(), before.repeats())];
        if before.current() != 0 {
            let mine = slot.is_some_and(|slot| (slot.id, slot.run) == (before.current(), before.repeats()));
            let changed = record.id != before.current();
            self.unchanged += u64::from(!changed && !mine);
            self.removed += u64::from(!changed && mine);
            self.learnt += u64::from(changed && slot.is_none());
            self.overwritten += u64::from(changed && slot.is_some());
            let right = usize::from(before.prediction() == record.id);
            if from_table { self.changes[right] += 1 } else { self.repeats[right] += 1 }
        }
        self.sampled += u64::from(record.sampled);
        self.discarded += u64::from(record.discarded);
        self.armed += u64::from(after.sampling());
    }
}
