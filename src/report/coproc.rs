//! Values of loads by the co-processor: what `treetap coproc` shows.
use super::html::{self, Fact, Law};
use super::instructions;
use super::shares::at;
use super::{as_percent, grouped, table};
use crate::analysis::coproc::values::{Asked, Row};
use crate::cosim::coproc_profiler::Found as Compared;
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
    /// The hardware beside a core that it was found with; else it was the model.
    pub beside: Option<Beside<'a>>,
}

/// The hardware beside a core, and what was compared with the model (`treetap run --coproc`).
pub struct Beside<'a> {
    /// The hardware's preset.
    pub preset: &'a str,
    pub found: &'a Compared,
    /// Retirements taken.
    pub retired: u64,
    /// Wall time in seconds, without building.
    pub seconds: f64,
    /// Clock cycles of the core.
    pub cycles: u64,
}

impl Beside<'_> {
    /// What happened beside the core.
    pub(super) fn facts(&self) -> [Fact; 6] {
        let Compared { hardware, compared, mismatches, samples, .. } = self.found;
        [
            Fact::new("hardware", format!("coproc_profiler {}", self.preset), "its emitted Verilog, beside the model"),
            Fact::new("core cycles", grouped(self.cycles), ""),
            Fact::new("core held, cycles", grouped(hardware.held), "in which a retirement waited for room"),
            Fact::new("compared", grouped(*compared), format!("candidates and words, after {samples} samples")),
            Fact::new("mismatches", grouped(*mismatches), "of hardware and model"),
            Fact::new("speed", format!("{:.2} M instructions/s", self.speed()), "of this simulation"),
        ]
    }

    fn speed(&self) -> f64 {
        self.retired as f64 / self.seconds / 1e6
    }

    /// What the JSON contract has more.
    pub(super) fn contract(&self) -> Value {
        let Compared { hardware, compared, mismatches, first, .. } = self.found;
        json!({
            "preset": self.preset,
            "cycles": self.cycles,
            "coproc_cycles": hardware.cycles,
            "held": hardware.held,
            "compared": compared,
            "mismatches": mismatches,
            "fault": first.as_ref().map(|m| json!({ "field": m.what, "rtl": m.rtl, "model": m.model })),
            "minstr_per_s": self.speed(),
            "wall_s": self.seconds,
        })
    }
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
        let beside = self.beside.iter().flat_map(Beside::facts);
        lines.extend(self.facts().into_iter().chain(beside).map(|fact| table::line(&fact.name, &fact.value)));
        lines.extend(self.laws.iter().map(|law| table::law(law.holds, &law.text)));
        lines.join("\n")
    }

    /// The page that explains it.
    pub fn page(&self) -> String {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str()).to_string_lossy();
        let title = format!("Values of loads of {name} on {}", self.core);
        let mut body = format!(
            "<header>\n<h1>{}</h1>\n<p class=\"headline\">{}</p>\n</header>\n<section id=\"values\">\n\
             <h2>Values</h2>\n<p class=\"q\">For each load the values that it gave often. A bar is a value's estimated \
             share of the load's executions. A compiler could make a special case of values that are marked as \
             invariant.</p>\n<div class=\"wide\"><table><thead><tr><th>load</th><th>value</th><th \
             class=\"share\">share</th><th class=\"n\">share</th><th></th></tr></thead><tbody>\n",
            html::escape(&title),
            html::escape(&self.headline())
        );
        self.rows.iter().take(self.shown).for_each(|row| cells(&mut body, row));
        body += "</tbody></table></div>\n</section>\n";
        html::laws(&mut body, self.laws);
        html::facts(&mut body, "Counters", &self.facts());
        if let Some(beside) = &self.beside {
            html::facts(&mut body, "Beside the core", &beside.facts());
        }
        body += &format!("<footer>treetap {}</footer>\n", env!("CARGO_PKG_VERSION"));
        html::document(&title, &body)
    }

    fn facts(&self) -> Vec<Fact> {
        let of = |counter| grouped(self.count(counter));
        let Totals { cost, thrashed, timer, resampled, over, complete } = self.totals;
        let end = over.filter(|_| complete).map_or("no".into(), |at| format!("after {} instructions", grouped(at)));
        let off = self.count(Counter::DroppedOff);
        let off = if off > 0 { format!(", {} while it did not run", grouped(off)) } else { String::new() };
        [
            ("instructions", of(Counter::Retired)),
            ("loads left by filters", of(Counter::Candidates)),
            ("samples", of(Counter::Popped)),
            ("dropped", format!("{}, the buffer was full{off}", of(Counter::DroppedFull))),
            ("interrupts", format!("{}: {timer} by the timer, {thrashed} for thrashing", cost.interrupts)),
            ("slots copied", grouped(cost.copied)),
            ("sampled again", format!("{resampled} times")),
            ("masked loads", format!("{}, and {} that share their bits", self.masked, self.aliased)),
            ("complete", end),
            ("overhead", format!("{} of the instructions", as_percent(self.overhead()))),
        ]
        .map(|(name, value)| Fact::new(name, value, ""))
        .to_vec()
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let Totals { cost, thrashed, timer, resampled, over, complete } = self.totals;
        let contract = json!({
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
            "dropped": self.count(Counter::DroppedFull) + self.count(Counter::DroppedOff),
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
        });
        match &self.beside {
            Some(beside) => instructions::merged(contract, beside.contract()),
            None => contract,
        }
    }
}

/// The rows of a load on the page.
fn cells(body: &mut String, row: &Row) {
    let line = row.at.line.as_ref().map_or(String::new(), |(file, line)| format!(" · {}", at(file, *line)));
    let head = format!(
        "<td rowspan=\"{}\"><code>{:08x}</code> <code>{}</code><br>{}{}<br><span class=\"q\">{} samples</span></td>",
        row.values.len(),
        row.at.pc,
        html::escape(&row.at.assembly),
        html::escape(&row.at.place),
        html::escape(&line),
        grouped(row.samples)
    );
    for (at, value) in row.values.iter().enumerate() {
        html::put(
            body,
            format_args!(
                "<tr>{}<td><code>{:#010x}</code></td><td class=\"share\"><i class=\"lo\" \
                 style=\"width:{:.2}%\"></i></td><td class=\"n\">{}</td><td class=\"good\">{}</td></tr>\n",
                if at == 0 { &head } else { "" },
                value.value,
                100.0 * value.invariance,
                as_percent(value.invariance),
                if value.invariant { "invariant" } else { "" },
            ),
        );
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
