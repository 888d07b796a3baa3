//! What a daemon would send of the samples, under both protocols (docs/reference/phaselog.md, L4).
use super::{Choice, Estimate, Log};
use crate::spec::interval::Entry;
use crate::trace::phaselog::{Encoder, Profile};

/// When profiles are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// One profile, when the program ends.
    AtEnd,
    /// The profile of an interval when it ends.
    Interleaved,
}

impl Protocol {
    /// Both, with their names.
    pub const ALL: [(&'static str, Self); 2] = [("end", Self::AtEnd), ("interleaved", Self::Interleaved)];
}

/// The log of these samples; `ids` are the phases of all intervals, for a choice by phases.
pub fn send(log: &Log, choice: &Choice, ids: &[u16], protocol: Protocol) -> Encoder {
    let mut encoder = Encoder::default();
    let phase = |at: usize| if choice.phases { ids.get(at).copied().unwrap_or(0).into() } else { 0 };
    match protocol {
        Protocol::AtEnd => {
            // Rounded: what is sent are counts.
            let Estimate { values, divisor } = Estimate::new(log, choice, false);
            let counts = values.iter().enumerate().map(|(place, value)| (place as u32, (value / divisor) as u64));
            let entries = entries(log, counts.filter(|(_, count)| *count > 0));
            encoder.profile(&Profile { phase: 0, interval: 0, kind: log.kind, entries });
        }
        Protocol::Interleaved => {
            for at in &choice.samples {
                let entries = entries(log, log.intervals[*at].iter().copied());
                encoder.profile(&Profile { phase: phase(*at), interval: *at as u64, kind: log.kind, entries });
                encoder.transmit();
            }
        }
    }
    if choice.phases {
        encoder.trace(&runs(ids));
    }
    encoder.finish(log.len() as u64);
    encoder
}

/// Entries of places in the log's names.
fn entries(log: &Log, counts: impl Iterator<Item = (u32, u64)>) -> Vec<Entry> {
    let entry = |(place, count): (u32, u64)| Entry { key: log.keys[place as usize], count, weight: 0 };
    let mut entries: Vec<Entry> = counts.map(entry).collect();
    entries.sort_unstable_by_key(|entry| entry.key);
    entries
}

/// Consecutive intervals of one phase.
fn runs(ids: &[u16]) -> Vec<(u64, u64)> {
    ids.chunk_by(|a, b| a == b).map(|run| (run[0].into(), run.len() as u64)).collect()
}
