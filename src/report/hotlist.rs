//! Hotlists of values: what `treetap hotlist` shows.
use super::html::{self, Fact, Law};
use super::instructions;
use super::shares::at;
use super::{as_percent, grouped, table};
use crate::analysis::hotlist::{Row, Value as Hot};
use crate::cosim::value_sampler::Report;
use crate::host::hotlist::ENTRIES;
use crate::spec::classify::Opclass;
use crate::spec::hotlist::regs::Counter;
use crate::spec::hotlist::tuple::Kind;
use crate::spec::hotlist::{Config, Scheme, T_MAX};
use serde_json::{Value, json};
use std::path::Path;

/// What was sampled of a program.
pub struct Found<'a> {
    /// The program, and what ran it.
    pub program: &'a Path,
    pub core: &'a str,
    pub config: &'a Config,
    /// Entries of the table of the hardware.
    pub entries: u32,
    /// Counters of the sampler, by their numbers.
    pub counts: [u32; Counter::COUNT],
    /// `T` of its table, and whether it is frozen.
    pub t: f64,
    pub frozen: bool,
    /// All instructions that have values, those with most tuples first.
    pub rows: &'a [Row],
    /// Rows to show.
    pub shown: usize,
    pub laws: &'a [Law],
    /// The hardware beside a core that it was sampled with; else it was the model.
    pub beside: Option<Beside<'a>>,
}

/// The hardware beside a core, and what was compared with the model (`treetap run --hotlist`).
pub struct Beside<'a> {
    /// The hardware's preset.
    pub preset: &'a str,
    pub report: &'a Report,
    /// Clock cycles of the core.
    pub cycles: u64,
}

impl Beside<'_> {
    /// What happened beside the core.
    fn facts(&self) -> [Fact; 6] {
        let Report { hardware, compared, mismatches, .. } = self.report;
        [
            Fact::new("hardware", format!("value_sampler {}", self.preset), "its emitted Verilog, beside the model"),
            Fact::new("core cycles", grouped(self.cycles), ""),
            Fact::new("core held, cycles", grouped(hardware.held), "in which a retirement waited for room"),
            Fact::new("compared", grouped(*compared), "tuples, words, registers and entries"),
            Fact::new("mismatches", grouped(*mismatches), "of hardware and model"),
            Fact::new("speed", format!("{:.2} M instructions/s", self.speed()), "of this simulation"),
        ]
    }

    fn speed(&self) -> f64 {
        self.report.retired as f64 / self.report.seconds / 1e6
    }

    /// What the JSON contract has more.
    fn contract(&self) -> Value {
        let Report { hardware, compared, mismatches, first, seconds, .. } = self.report;
        json!({
            "preset": self.preset,
            "cycles": self.cycles,
            "sampler_cycles": hardware.cycles,
            "held": hardware.held,
            "compared": compared,
            "mismatches": mismatches,
            "fault": first.as_ref().map(|m| json!({ "field": m.what, "rtl": m.rtl, "model": m.model })),
            "minstr_per_s": self.speed(),
            "wall_s": seconds,
        })
    }
}

impl Found<'_> {
    /// What makes the figures less than they seem.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = vec![];
        if self.count(Counter::Captured) == 0 {
            warnings.push(format!("no burst began: --period {} is longer than the program", self.config.period));
        }
        if self.frozen {
            warnings.push(format!("the table is full at T = 2^{T_MAX}: what came later is missing"));
        }
        warnings
    }

    fn count(&self, counter: Counter) -> u64 {
        self.counts[counter as usize].into()
    }

    /// From the bursts to the program (V13).
    fn scale(&self) -> f64 {
        self.count(Counter::Retired) as f64 / self.count(Counter::Captured).max(1) as f64
    }

    fn raw(&self) -> bool {
        self.config.mode.raw()
    }

    /// How it was sampled.
    fn settings(&self) -> Vec<Fact> {
        let Config { scheme, period, jitter, skip, burst, kinds, .. } = self.config;
        let of = kinds.iter().zip(Opclass::ALL).filter(|(kind, _)| **kind != Kind::None);
        let of: Vec<_> = of.map(|(kind, class)| format!("{}={}", class.name(), kind.name())).collect();
        let scheme = if *scheme == Scheme::Counting { "COUNTING" } else { "CONCISE" };
        let place = match self.raw() {
            true => format!("on the host, a table of {ENTRIES} values for each instruction"),
            false => format!("{} entries of the hardware", self.entries),
        };
        vec![
            Fact::new("program", self.program.display(), ""),
            Fact::new("core", self.core, ""),
            Fact::new("tuples", of.join(" "), "what is kept of the instructions of a class"),
            Fact::new(
                "bursts",
                format!("{burst} instructions, {period} to {} apart", u64::from(*period) + u64::from(*jitter)),
                match skip {
                    0 => String::new(),
                    skip => format!("and up to {skip} later"),
                },
            ),
            Fact::new("table", format!("{scheme}, {place}"), "docs/reference/hotlist.md V9 and V14"),
        ]
    }

    /// What the sampler counted.
    fn counters(&self) -> Vec<Fact> {
        let of = |counter| grouped(self.count(counter));
        let mut facts = vec![
            Fact::new("instructions", of(Counter::Retired), "while it sampled, traps included"),
            Fact::new("in bursts", of(Counter::Captured), "of those"),
            Fact::new("bursts begun", of(Counter::Trig), ""),
            Fact::new("ended by traps", of(Counter::Abort), "bursts"),
        ];
        if self.raw() {
            facts.push(Fact::new("raw records", of(Counter::Raws), "for the host"));
            facts.push(Fact::new("raw records dropped", of(Counter::Rawdrop), "found no room"));
            return facts;
        }
        let state = if self.frozen { ", frozen" } else { "" };
        facts.extend([
            Fact::new("tuples offered", of(Counter::Tuples), "to the queue of the table"),
            Fact::new("tuples dropped", of(Counter::Qdrop), "found the queue full"),
            Fact::new("rejected by coins", of(Counter::Rej), "new values that did not enter"),
            Fact::new("T", format!("{}{state}", self.t), "a new value enters with probability 1 / T"),
        ]);
        facts
    }

    /// What reads on.
    fn headline(&self) -> String {
        let marked = self.rows.iter().filter(|row| invariant(row).is_some()).count();
        format!(
            "{} instructions with values, {marked} of them nearly always the same; an instruction in a burst stands \
             for {:.1} of the program",
            self.rows.len(),
            self.scale()
        )
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.headline());
        for row in self.rows.iter().take(self.shown) {
            text += &self.instruction(row);
        }
        let more = self.rows.len().saturating_sub(self.shown);
        if more > 0 {
            text += &format!("\n{more} instructions more (--rows)\n");
        }
        let mut lines = vec![text];
        let beside = self.beside.iter().flat_map(Beside::facts);
        for fact in self.counters().into_iter().chain(beside) {
            lines.push(table::line(&fact.name, &fact.value));
        }
        lines.extend(self.laws.iter().map(|law| table::law(law.holds, &law.text)));
        lines.join("\n")
    }

    fn instruction(&self, row: &Row) -> String {
        let mut text = format!("\n{}", instructions::heading(&row.at));
        text += &format!("          {}\n", summary(row));
        for value in &row.values {
            let (least, most) = value.bounds;
            let shown = format!("{} to {}", number(least), number(most));
            let mark = if value.invariant { "  invariant" } else { "" };
            text += &format!(
                "    {:#010x}  {:>10}  {shown:>22}  {:>9}{mark}{}\n",
                address(row.kind, value.value),
                number(value.estimate.mean),
                as_percent(value.share),
                value.name.as_ref().map_or(String::new(), |name| format!("  {name}")),
            );
        }
        text
    }

    /// The page that explains it.
    pub fn page(&self) -> String {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str()).to_string_lossy();
        let title = format!("Values of {name} on {}", self.core);
        let mut body = format!(
            "<header>\n<h1>{}</h1>\n<p class=\"headline\">{}</p>\n</header>\n<section id=\"values\">\n<h2>Values</h2>\n\
             <p class=\"q\">For each instruction the values that it had most often in the sampled bursts. A bar is a \
             value's share of the instruction's tuples; between which numbers a value came holds in 95 of 100 cases. A \
             compiler could make a special case of values that are marked as invariant.</p>\n",
            html::escape(&title),
            html::escape(&self.headline())
        );
        body += "<div class=\"wide\"><table><thead><tr><th>instruction</th><th>value</th><th class=\"share\">share\
                 </th><th class=\"n\">share</th><th class=\"n\">estimate</th><th class=\"n\">95 % of cases</th>\
                 <th></th></tr></thead><tbody>\n";
        self.rows.iter().take(self.shown).for_each(|row| cells(&mut body, row));
        body += "</tbody></table></div>\n</section>\n";
        html::laws(&mut body, self.laws);
        html::facts(&mut body, "Settings", &self.settings());
        html::facts(&mut body, "Counters", &self.counters());
        if let Some(beside) = &self.beside {
            html::facts(&mut body, "Beside the core", &beside.facts());
        }
        body += &format!("<footer>treetap {}</footer>\n", env!("CARGO_PKG_VERSION"));
        html::document(&title, &body)
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let Config { scheme, period, jitter, skip, burst, kinds, .. } = self.config;
        let tuples = kinds.iter().zip(Opclass::ALL).filter(|(kind, _)| **kind != Kind::None);
        let tuples: serde_json::Map<_, _> =
            tuples.map(|(kind, class)| (class.name().into(), kind.name().into())).collect();
        let contract = json!({
            "program": self.program.display().to_string(),
            "core": self.core,
            "tuples": tuples,
            "scheme": if *scheme == Scheme::Counting { "counting" } else { "concise" },
            "raw": self.raw(),
            "period": period,
            "jitter": jitter,
            "skip": skip,
            "burst": burst,
            "entries": self.entries,
            "retired": self.count(Counter::Retired),
            "captured": self.count(Counter::Captured),
            "scale": self.scale(),
            "triggers": self.count(Counter::Trig),
            "aborted": self.count(Counter::Abort),
            "offered": self.count(if self.raw() { Counter::Raws } else { Counter::Tuples }),
            "dropped": self.count(if self.raw() { Counter::Rawdrop } else { Counter::Qdrop }),
            "rejected": self.count(Counter::Rej),
            "late": self.count(Counter::Frej),
            "t": self.t,
            "frozen": self.frozen,
            "laws_broken": Law::broken(self.laws),
            "instructions": self.rows.iter().map(|row| self.row(row)).collect::<Vec<_>>(),
        });
        match &self.beside {
            Some(beside) => instructions::merged(contract, beside.contract()),
            None => contract,
        }
    }

    fn row(&self, row: &Row) -> Value {
        let value = |value: &Hot| {
            json!({
                "value": value.value,
                "name": value.name,
                "count": value.count,
                "estimate": value.estimate.mean,
                "high": value.estimate.high,
                "least": value.bounds.0,
                "most": value.bounds.1,
                "program": value.estimate.mean * self.scale(),
                "share": value.share,
                "invariant": value.invariant,
            })
        };
        let more = json!({
            "class": row.class,
            "kind": row.kind.name(),
            "tuples": row.tuples,
            "exact": row.exact,
            "t": row.t,
            "tracked": row.tracked,
            "invariant": invariant(row).map(|value| value.value),
            "values": row.values.iter().map(value).collect::<Vec<_>>(),
        });
        instructions::contract(&row.at, more)
    }
}

/// The value that an instruction nearly always had.
fn invariant(row: &Row) -> Option<&Hot> {
    row.values.iter().find(|value| value.invariant)
}

/// How many tuples an instruction gave, and of what.
fn summary(row: &Row) -> String {
    let whose = if row.exact { "tuples" } else { "tuples among those tracked" };
    format!(
        "{} of {}: {} {whose}, {} different tracked, T = {}",
        row.kind.name(),
        row.class,
        number(row.tuples),
        row.tracked,
        row.t
    )
}

/// The rows of an instruction on the page.
fn cells(body: &mut String, row: &Row) {
    let line = row.at.line.as_ref().map_or(String::new(), |(file, line)| format!(" · {}", at(file, *line)));
    let head = format!(
        "<td rowspan=\"{}\"><code>{:08x}</code> <code>{}</code><br>{}{}<br><span class=\"q\">{}</span></td>",
        row.values.len().max(1),
        row.at.pc,
        html::escape(&row.at.assembly),
        html::escape(&row.at.place),
        html::escape(&line),
        html::escape(&summary(row))
    );
    if row.values.is_empty() {
        html::put(body, format_args!("<tr>{head}<td colspan=\"6\" class=\"q\">no value came often enough</td></tr>\n"));
    }
    for (at, value) in row.values.iter().enumerate() {
        let name = value.name.as_ref().map_or(String::new(), |name| format!("<br>{}", html::escape(name)));
        let percent = as_percent(value.share);
        html::put(
            body,
            format_args!(
                "<tr>{}<td><code>{:#010x}</code>{name}</td><td class=\"share\"><i class=\"lo\" \
                 style=\"width:{:.2}%\"></i></td><td class=\"n\">{percent}</td><td class=\"n\">{}</td>\
                 <td class=\"n\">{} to {}</td><td class=\"good\">{}</td></tr>\n",
                if at == 0 { &head } else { "" },
                address(row.kind, value.value),
                100.0 * value.share,
                number(value.estimate.mean),
                number(value.bounds.0),
                number(value.bounds.1),
                if value.invariant { "invariant" } else { "" },
            ),
        );
    }
}

/// A value as people read it: of an instruction its address.
fn address(kind: Kind, value: u32) -> u32 {
    if kind.is_place() { value << 1 } else { value }
}

/// A number of tuples, as people read it.
fn number(count: f64) -> String {
    grouped(count.round() as u64)
}
