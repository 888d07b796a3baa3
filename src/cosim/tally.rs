//! Comparisons of hardware and model: how many, and which one failed first.
use crate::spec::phase::record::{IntervalRecord, WORDS};

/// A difference between hardware and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What differs: a counter, a word of the dump.
    pub what: String,
    /// What the hardware has.
    pub rtl: u64,
    /// What the model has.
    pub model: u64,
}

/// What was compared.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub compared: u64,
    pub mismatches: u64,
    pub first: Option<Mismatch>,
}

impl Tally {
    pub fn compare(&mut self, what: &str, rtl: u64, model: u64) {
        self.compared += 1;
        if rtl != model {
            self.mismatches += 1;
            self.first.get_or_insert_with(|| Mismatch { what: what.to_string(), rtl, model });
        }
    }

    /// A comparison among so many that its name is made only where it fails.
    pub fn compare_often(&mut self, rtl: u64, model: u64, what: impl FnOnce() -> String) {
        match rtl == model {
            true => self.compared += 1,
            false => self.compare(&what(), rtl, model),
        }
    }

    /// What was compared elsewhere.
    pub fn include(&mut self, other: &Self) {
        self.compared += other.compared;
        self.mismatches += other.mismatches;
        if self.first.is_none() {
            self.first.clone_from(&other.first);
        }
    }

    /// The words of a phase tracker's log, and the intervals of its model.
    pub fn compare_log(&mut self, log: &[u32], intervals: &[IntervalRecord]) {
        let words: Vec<u32> = intervals.iter().flat_map(IntervalRecord::words).collect();
        self.compare("words of the log of intervals", log.len() as u64, words.len() as u64);
        for (at, (rtl, model)) in log.iter().zip(&words).enumerate() {
            let name = format!("word {} of interval {} in the log", at % WORDS, at / WORDS);
            self.compare(&name, (*rtl).into(), (*model).into());
        }
    }
}
