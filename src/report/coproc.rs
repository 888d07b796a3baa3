//! Values of loads by the co-processor: what `treetap coproc` shows.
use super::html::Law;
use super::instructions;
use super::{as_percent, grouped, table};
use crate::analysis::coproc::values::{Asked, Row};
use crate::host::coproc::{EACH_DEFAULT, Policy, Reason, Totals};
use crate::spec::counters::{Counter, Counts};
use serde_json::{Value, json};
use std::path::Path;

/// What was found in a program.
pub struct Found<'a> {
    /// The program, and what ran it.
    pub program: &'a Path,
    pub core: &'a str,
    /// The microcode.
    pub microcode: &'a str,
    pub entries: u32,
    /// Cycles of the core in one of the co-processor, 0 for a co-processor that takes no time.
    pub divider: u32,
    pub policy: Policy,
    pub asked: Asked,
    /// Where the retirements went.
    pub counts: Counts,
    /// What the host did.
    pub totals: Totals,
    /// Loads that were left out, and those that were only because they share a bit.
    pub masked: usize,
    pub aliased: usize,
    /// Loads in the code that were executed.
    pub loads: usize,
    /// Loads that have a value to show.
    pub rows: &'a [Row],
    /// Rows to show.
    pub shown: usize,
    pub laws: &'a [Law],
}

/// Why a load is left out, in a word.
const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Invariant => "invariant",
        Reason::Variant => "variant",
        Reason::Sampled => "sampled",
    }
}

impl Found<'_> {
    fn count(&self, counter: Counter) -> u64 {
        self.counts.get(counter).into()
    }

    /// Cycles of the host as a share of the program's instructions.
    fn overhead(&self) -> f64 {
        self.totals.cost.cycles(EACH_DEFAULT) as f64 / self.count(Counter::Retired).max(1) as f64
    }

    /// What reads on.
    fn headline(&self) -> String {
        let invariant = self.rows.iter().filter(|row| row.values[0].invariant).count();
        format!(
            "{} of {} loads have a value with at least {} of their executions, {invariant} of them nearly always the \
             same one",
            self.rows.len(),
            self.loads,
            as_percent(self.asked.least)
        )
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.headline());
        for row in self.rows.iter().take(self.shown) {
            text += "\n";
            text += &instructions::heading(&row.at);
            let glacial = if row.glacial { ", each value for long (glacial)" } else { "" };
            text += &format!("          {} samples in {} records{glacial}\n", grouped(row.samples), row.records);
            for value in &row.values {
                let mark = if value.invariant { "  invariant" } else { "" };
                text += &format!("    {:#010x}  {:>9}{mark}\n", value.value, as_percent(value.invariance));
            }
        }
        let more = self.rows.len().saturating_sub(self.shown);
        if more > 0 {
            text += &format!("\n{more} loads more (--rows)\n");
        }
        let mut lines = vec![text];
        lines.extend(self.facts().iter().map(|(name, value)| table::line(name, value)));
        lines.extend(self.laws.iter().map(|law| table::law(law.holds, &law.text)));
        lines.join("\n")
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let of = |counter| grouped(self.count(counter));
        let Totals { cost, thrashed, timer, resampled, over, complete } = self.totals;
        let end = over.filter(|_| complete).map_or("no".into(), |at| format!("after {} instructions", grouped(at)));
        vec![
            ("instructions", of(Counter::Retired)),
            ("loads left by filters", of(Counter::Candidates)),
            ("samples", of(Counter::Popped)),
            ("dropped", format!("{}, the buffer was full", of(Counter::DroppedFull))),
            ("interrupts", format!("{}: {timer} by the timer, {thrashed} for thrashing", cost.interrupts)),
            ("slots copied", grouped(cost.copied)),
            ("sampled again", format!("{resampled} times")),
            ("masked loads", format!("{}, and {} that share their bits", self.masked, self.aliased)),
            ("complete", end),
            ("overhead", format!("{} of the instructions", as_percent(self.overhead()))),
        ]
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let Totals { cost, thrashed, timer, resampled, over, complete } = self.totals;
        json!({
            "program": self.program.display().to_string(),
            "core": self.core,
            "microcode": self.microcode,
            "entries": self.entries,
            "divider": self.divider,
            "timer": self.policy.timer,
            "resample": self.policy.resample,
            "renew": self.policy.renew,
            "retired": self.count(Counter::Retired),
            "candidates": self.count(Counter::Candidates),
            "samples": self.count(Counter::Popped),
            "dropped": self.count(Counter::DroppedFull),
            "interrupts": cost.interrupts,
            "timer_interrupts": timer,
            "thrashed": thrashed,
            "copied": cost.copied,
            "rearmed": cost.rearms,
            "resampled": resampled,
            "masked": self.masked,
            "aliased": self.aliased,
            "complete": over.filter(|_| complete),
            "overhead": self.overhead(),
            "loads": self.loads,
            "laws_broken": Law::broken(self.laws),
            "instructions": self.rows.iter().map(instruction).collect::<Vec<_>>(),
        })
    }
}

fn instruction(row: &Row) -> Value {
    let values = row
        .values
        .iter()
        .map(|value| json!({ "value": value.value, "invariance": value.invariance, "invariant": value.invariant }));
    let more = json!({
        "samples": row.samples,
        "records": row.records,
        "masked": row.masked.map(reason),
        "glacial": row.glacial,
        "values": values.collect::<Vec<_>>(),
    });
    instructions::contract(&row.at, more)
}
