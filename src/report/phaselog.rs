//! Logs of profiles: what `treetap phaselog dec` shows.
use super::grouped;
use crate::trace::phaselog::{Decoded, Profile, Record};
use serde_json::{Value, json};

/// For people: a line for each record.
pub fn text(found: &Decoded) -> String {
    let mut text = String::new();
    for record in &found.records {
        text += &match record {
            Record::Profile(Profile { phase, interval, kind, entries }) => {
                let events = entries.iter().map(|entry| u128::from(entry.count)).sum::<u128>();
                let names = entries.len();
                format!(
                    "interval {interval}, phase {phase}: {} profile of {names} names, {events} events\n",
                    kind.name()
                )
            }
            Record::Trace(runs) => {
                let intervals = runs.iter().map(|(_, run)| u128::from(*run)).sum::<u128>();
                format!("phases of {intervals} intervals in {} runs\n", runs.len())
            }
        };
    }
    let end = match found.intervals {
        Some(intervals) => format!("the log ends after {} intervals", grouped(intervals)),
        None => "the log does not come to its end".to_string(),
    };
    text + &format!("{} frames are whole; {end}\n", grouped(found.frames))
}

/// The JSON contract.
pub fn contract(found: &Decoded) -> Value {
    let record = |record: &Record| match record {
        Record::Profile(Profile { phase, interval, kind, entries }) => json!({
            "phase": phase, "interval": interval, "kind": kind.name(),
            "entries": entries.iter().map(|entry| json!({
                "site": entry.key.site, "callee": entry.key.callee, "count": entry.count, "weight": entry.weight,
            })).collect::<Vec<_>>(),
        }),
        Record::Trace(runs) => json!({ "runs": runs }),
    };
    let fault = found.fault.as_ref();
    json!({
        "records": found.records.iter().map(record).collect::<Vec<_>>(),
        "frames": found.frames, "intervals": found.intervals, "whole": found.whole(),
        "fault": fault.map(|fault| json!({ "frame": fault.frame, "byte": fault.offset, "reason": fault.reason })),
    })
}
