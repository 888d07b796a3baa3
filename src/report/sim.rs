//! What a run of `treetap sim` found.
use super::{grouped, table};
use crate::cosim::phase::Seen;
use crate::cosim::report::{Fault, Report};
use crate::cosim::tracked;
use serde::Serialize;

/// What a run found, for people.
pub fn text(report: &Report) -> String {
    let mut lines = vec![];
    let mut row = |name: &str, value: String| lines.push(table::line(name, value));
    row("unit", format!("{} {} ({})", report.unit, report.preset, report.engine));
    row("verilator", report.verilator.clone());
    row("rtl sha256", report.rtl_sha256.clone());
    row("seed", format!("{}, back-pressure {}", report.seed, report.backpressure));
    row("events", grouped(report.events));
    row("emitted", grouped(report.emitted));
    row("cycles", grouped(report.cycles));
    row("stall cycles", grouped(report.stall_cycles));
    for (reason, cycles) in &report.stalls {
        row(&format!("  {reason}"), grouped(*cycles));
    }
    row("events per cycle", format!("{:.4}", report.events_per_cycle));
    row("creates", grouped(report.creates));
    row("absorbed", grouped(report.absorbed));
    row("rounds", grouped(report.rounds));
    row("counted over T", grouped(report.over));
    let limit = match report.pause_limit {
        0 => String::new(),
        limit => format!(", at most {} for these events", grouped(limit)),
    };
    row("longest pause", format!("{} cycles{limit}", grouped(report.longest_pause)));
    if let (Some(rate), Some(backlog)) = (report.rate, report.backlog) {
        row("longest queue", format!("{} events, at {rate:.4} events per cycle", grouped(backlog)));
    }
    row("snapshots, resets", format!("{}, {}", grouped(report.snapshots), grouped(report.resets)));
    row("compared words", grouped(report.compared_words));
    row("laws checked", grouped(report.laws_checked));
    row("mismatches", grouped(report.mismatches));
    row("speed", format!("{:.2} M events/s, {:.1} M cycles/s", report.mevents_per_s, report.mcycles_per_s));
    lines.join("\n")
}

/// A difference in a sentence.
pub fn difference(fault: &Fault, seed: u64) -> String {
    let place = if fault.exact { "first after" } else { "seen after" };
    let what = match &fault.note {
        // A stream that broke has no values to compare.
        Some(note) if fault.rtl == fault.model => note.clone(),
        note => {
            let note = note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            format!("{} is {} in the hardware, {} in the model{note}", fault.field, fault.rtl, fault.model)
        }
    };
    let mut text = format!("hardware and model differ, {place} event {}: {what}; seed {seed}", fault.event);
    if let Some(path) = &fault.waveform {
        text += &format!("; waveform in {}", path.display());
    }
    text
}

/// What a run of a phase tracker found.
#[derive(Clone, Debug, Serialize)]
pub struct Tracked {
    /// Name of the unit.
    pub unit: &'static str,
    /// Name of its configuration.
    pub preset: String,
    /// Version of Verilator.
    pub verilator: String,
    /// SHA-256 of the Verilog, in hexadecimal.
    pub rtl_sha256: String,
    /// Seed of power-up contents and pauses.
    pub seed: u64,
    /// What retired the instructions.
    pub core: String,
    /// Instructions of an interval.
    pub len: u32,
    /// Threshold of distances, in units of footprints.
    pub thr: u16,
    /// Which interval of a phase is sampled.
    pub k: u8,
    /// No record is taken while an interval is judged.
    pub lossless: bool,
    /// What happened.
    #[serde(flatten)]
    pub seen: Seen,
    /// Numbers that phases were given.
    pub phases: u32,
    /// The first difference is one, and the last.
    pub mismatches: u64,
    /// The first difference.
    pub fault: Option<tracked::Fault>,
}

/// A difference of a phase tracker in a sentence.
pub fn tracked_difference(fault: &tracked::Fault, seed: u64) -> String {
    let place = if fault.exact { "first after" } else { "seen after" };
    let (records, what) = (grouped(fault.records), &fault.what);
    let mut text = format!("hardware and model differ, {place} {records} records: {what}; seed {seed}");
    if let Some(path) = &fault.waveform {
        text += &format!("; waveform in {}", path.display());
    }
    text
}

/// What a run of a phase tracker found, for people.
pub fn tracked(found: &Tracked) -> String {
    let mut lines = vec![];
    let mut row = |name: &str, value: String| lines.push(table::line(name, value));
    let seen = &found.seen;
    row("unit", format!("{} {}", found.unit, found.preset));
    row("verilator", found.verilator.clone());
    row("rtl sha256", found.rtl_sha256.clone());
    row("seed", found.seed.to_string());
    row("core", found.core.clone());
    let kept = if found.lossless { "no record is taken while one is judged" } else { "records are taken all the time" };
    row(
        "intervals",
        format!("of {} instructions, THR {}, K {}; {kept}", grouped(found.len.into()), found.thr, found.k),
    );
    row("records", format!("{}, {} traps", grouped(seen.records), grouped(seen.traps)));
    row("cycles", grouped(seen.cycles));
    row("waits", format!("{} cycles of records, {} of the log", grouped(seen.waits), grouped(seen.log_waits)));
    row("ended", format!("{} intervals of {} phases", grouped(seen.intervals), grouped(found.phases.into())));
    row("sampled", format!("{}, and {} in vain", grouped(seen.sampled), grouped(seen.discarded)));
    row("registers", grouped(seen.registers));
    row("mismatches", grouped(found.mismatches));
    lines.join("\n")
}
