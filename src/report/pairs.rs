//! What the programs of microcode that count have counted: what `treetap coproc` and `treetap run --coproc` show
//! (docs/reference/coproc.md, D.12).
use super::coproc::Beside as Hardware;
use super::html::{self, Fact, Law};
use super::instructions;
use super::{as_percent, grouped, shares, table};
use crate::analysis::coproc::exact::Beside;
use crate::analysis::coproc::pairs::{End, First, Row};
use crate::analysis::instructions::Located;
use crate::host::coproc::{Cost, EACH_DEFAULT};
use crate::host::counting::{Policy, Program};
use crate::spec::counters::{Counter, Counts};
use serde_json::{Value, json};
use std::path::Path;

/// Second ends of a row that are shown.
const ENDS: usize = 4;
/// Blocks of a set that are shown.
const BLOCKS: usize = 6;

/// What was counted in a program.
pub struct Found<'a> {
    /// The program, and what ran it.
    pub program: &'a Path,
    pub core: &'a str,
    pub counted: Program,
    pub entries: u32,
    /// Cycles of the core in one of the co-processor, 0 for a co-processor that takes no time.
    pub divider: u32,
    pub policy: Policy,
    /// The cache whose misses are counted, if events are.
    pub cache: Option<String>,
    /// Instructions of the program.
    pub retired: u64,
    /// Where they went, and what was made up to take the last samples.
    pub counts: Counts,
    pub cost: Cost,
    /// Instructions that retired while it rested, and cycles in which the core was held back, of the model.
    pub rested: u64,
    pub held: u64,
    /// Cycles of the core in which it worked on samples, if that is known.
    pub busy: Option<u64>,
    pub unnamed: u64,
    pub mismatches: u64,
    /// The most calls that had not returned, of programs that follow calls.
    pub deepest: Option<i64>,
    /// Beside what the program should have counted, and beside what that stands for.
    pub beside: Option<[Beside; 2]>,
    pub rows: &'a [Row],
    /// Rows to show.
    pub shown: usize,
    pub laws: &'a [Law],
    /// The hardware beside a core that it was found with; else it was the model.
    pub hardware: Option<Hardware<'a>>,
}

/// What one of the counted pairs is, and what all are called.
const fn called(program: Program) -> &'static str {
    match program {
        Program::Branches => "branches",
        Program::Jumps => "indirect jumps, calls and returns",
        Program::Callers => "callers under which loads missed",
        Program::Dependences => "loads of what was stored lately",
        Program::Conflicts => "sets with conflicts",
    }
}

impl Found<'_> {
    fn count(&self, counter: Counter) -> u64 {
        self.counts.get(counter).into()
    }

    /// Cycles of the host, and those in which the core was held back, as a share of the program's instructions.
    fn overhead(&self) -> f64 {
        (self.cost.cycles(EACH_DEFAULT) + self.held) as f64 / self.retired.max(1) as f64
    }

    /// Cycles of the core for a sample, on average.
    fn each(&self) -> Option<f64> {
        self.busy.map(|busy| busy as f64 / self.count(Counter::Popped).max(1) as f64)
    }

    /// What reads on.
    fn headline(&self) -> String {
        let pairs: usize = self.rows.iter().map(|row| row.ends.len()).sum();
        format!("{} {}, {pairs} pairs", self.rows.len(), called(self.counted))
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = self.headline() + "\n";
        for row in self.rows.iter().take(self.shown) {
            text += &self.row(row);
        }
        let more = self.rows.len().saturating_sub(self.shown);
        if more > 0 {
            text += &format!("\n{more} more (--rows)\n");
        }
        let mut lines = vec![text];
        let hardware = self.hardware.iter().flat_map(Hardware::facts);
        lines.extend(self.facts().into_iter().chain(hardware).map(|fact| table::line(&fact.name, &fact.value)));
        lines.extend(self.laws.iter().map(|law| table::law(law.holds, &law.text)));
        lines.join("\n")
    }

    fn row(&self, row: &Row) -> String {
        let mut text = match &row.first {
            First::At(at) => format!("\n{}", instructions::heading(at)),
            First::Set(set, blocks) => {
                let shown: Vec<String> = blocks.iter().take(BLOCKS).map(|block| format!("{block:08x}")).collect();
                let more = if blocks.len() > BLOCKS { " .." } else { "" };
                format!("\nset {set}: blocks {}{more}\n", shown.join(" "))
            }
        };
        text += &format!("    {}\n", counted(row.count, row.share, row.exact));
        if self.counted == Program::Callers {
            return text;
        }
        for end in row.ends.iter().take(ENDS) {
            text += &format!("      {}  {}\n", counted(end.count, end.share, end.exact), self.end(end));
        }
        if row.ends.len() > ENDS {
            text += &format!("      {} more\n", row.ends.len() - ENDS);
        }
        text
    }

    fn end(&self, end: &End) -> String {
        match (&end.at, self.counted) {
            (Some(at), Program::Branches) => format!("taken to {}", place(at)),
            (Some(at), Program::Dependences) => format!("stored by {}", place(at)),
            (Some(at), Program::Conflicts) => format!("last in {}", place(at)),
            (Some(at), _) => format!("to {}", place(at)),
            (None, _) => "not taken".into(),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let of = |counter| grouped(self.count(counter));
        let mut facts = vec![
            ("instructions", grouped(self.retired)),
            ("candidates", of(Counter::Candidates)),
            (
                "samples",
                of(Counter::Popped) + &self.each().map_or(String::new(), |each| format!(", {each:.1} cycles each")),
            ),
            ("dropped", format!("{}, the buffer was full", of(Counter::DroppedFull))),
            ("interrupts", grouped(self.cost.interrupts)),
            ("slots copied", grouped(self.cost.copied)),
            ("rested", format!("{} instructions", grouped(self.rested))),
            ("overhead", format!("{} of the instructions", as_percent(self.overhead()))),
        ];
        match self.counted {
            Program::Jumps | Program::Dependences => facts.push(("shared keys", grouped(self.unnamed))),
            Program::Callers => facts.push(("mismatched returns", grouped(self.mismatches))),
            Program::Branches | Program::Conflicts => {}
        }
        facts.extend(self.deepest.map(|depth| ("deepest call", depth.to_string())));
        facts.extend(self.cache.iter().map(|cache| ("events", cache.clone())));
        if let Some([same, meant]) = &self.beside {
            facts.push(("exactly counted", in_words(same)));
            if !matches!(self.counted, Program::Branches | Program::Jumps) {
                facts.push(("what it stands for", in_words(meant)));
            }
        }
        facts.into_iter().map(|(name, value)| Fact::new(name, value, "")).collect()
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let beside = |beside: &Beside| {
            json!({
                "pairs": beside.pairs,
                "found": beside.found,
                "came": beside.came,
                "covered": beside.covered,
                "apart": beside.apart,
            })
        };
        let contract = json!({
            "program": self.program.display().to_string(),
            "core": self.core,
            "microcode": self.counted.name(),
            "entries": self.entries,
            "divider": self.divider,
            "rest": self.policy.rest,
            "lossless": self.policy.lossless,
            "events": self.cache,
            "retired": self.retired,
            "candidates": self.count(Counter::Candidates),
            "samples": self.count(Counter::Popped),
            "cycles_each": self.each(),
            "dropped": self.count(Counter::DroppedFull),
            "interrupts": self.cost.interrupts,
            "copied": self.cost.copied,
            "rearmed": self.cost.rearms,
            "rested": self.rested,
            "held": self.held,
            "overhead": self.overhead(),
            "shared_keys": self.unnamed,
            "mismatched_returns": self.mismatches,
            "deepest": self.deepest,
            "exactly": self.beside.as_ref().map(|[same, _]| beside(same)),
            "meant": self.beside.as_ref().map(|[_, meant]| beside(meant)),
            "laws_broken": Law::broken(self.laws),
            "rows": self.rows.iter().map(contract).collect::<Vec<_>>(),
        });
        match &self.hardware {
            Some(hardware) => instructions::merged(contract, hardware.contract()),
            None => contract,
        }
    }

    /// The page that explains it.
    pub fn page(&self) -> String {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str()).to_string_lossy();
        let title = format!("{} of {name} on {}", self.counted.name(), self.core);
        let exact = if self.beside.is_some() { "<th class=\"n\">exactly</th>" } else { "" };
        let mut body = format!(
            "<header>\n<h1>{}</h1>\n<p class=\"headline\">{}</p>\n</header>\n<section id=\"pairs\">\n\
             <h2>Counts</h2>\n<p class=\"q\">{}</p>\n<div class=\"wide\"><table><thead><tr><th></th><th></th>\
             <th class=\"share\">share</th><th class=\"n\">share</th><th class=\"n\">count</th>{exact}</tr></thead>\
             <tbody>\n",
            html::escape(&title),
            html::escape(&self.headline()),
            meaning(self.counted)
        );
        self.rows.iter().take(self.shown).for_each(|row| self.cells(&mut body, row));
        body += "</tbody></table></div>\n</section>\n";
        html::laws(&mut body, self.laws);
        html::facts(&mut body, "Counters", &self.facts());
        if let Some(hardware) = &self.hardware {
            html::facts(&mut body, "Beside the core", &hardware.facts());
        }
        body += &format!("<footer>treetap {}</footer>\n", env!("CARGO_PKG_VERSION"));
        html::document(&title, &body)
    }

    /// The rows of a first end on the page.
    fn cells(&self, body: &mut String, row: &Row) {
        let head = match &row.first {
            First::At(at) => html_place(at),
            First::Set(set, blocks) => {
                let blocks: Vec<String> = blocks.iter().map(|block| format!("{block:08x}")).collect();
                format!("set {set}<br><span class=\"q\">blocks <code>{}</code></span>", blocks.join(" "))
            }
        };
        let line = |head: &str, second: &str, share: f64, count: u64, exact: Option<u64>| {
            let known = exact.map_or(String::new(), grouped);
            let exact = if self.beside.is_some() { format!("<td class=\"n\">{known}</td>") } else { String::new() };
            format!(
                "<tr><td>{head}</td><td>{second}</td><td class=\"share\"><i class=\"lo\" \
                 style=\"width:{:.2}%\"></i></td><td class=\"n\">{}</td><td class=\"n\">{}</td>{exact}</tr>\n",
                100.0 * share,
                as_percent(share),
                grouped(count)
            )
        };
        *body += &line(&head, "", row.share, row.count, row.exact);
        if self.counted != Program::Callers {
            for end in row.ends.iter().take(ENDS) {
                *body += &line("", &html::escape(&self.end(end)), end.share, end.count, end.exact);
            }
            if row.ends.len() > ENDS {
                *body += &format!("<tr><td></td><td>{} more</td></tr>\n", row.ends.len() - ENDS);
            }
        }
    }
}

/// What the page shows, in a sentence.
const fn meaning(program: Program) -> &'static str {
    match program {
        Program::Branches => {
            "Each conditional branch, and how often it was taken and not. A bar is a share: of a branch of all \
                              that were counted, below it of the branch."
        }
        Program::Jumps => "Each indirect jump, call and return, and below it where it went and how often.",
        Program::Callers => "Misses of loads below each call, by the address that it returns to.",
        Program::Dependences => "Each load that read what was stored lately, and below it the stores.",
        Program::Conflicts => {
            "Each set of the cache in which a block missed again soon after it was filled, with blocks that \
                               were filled into it lately, and below it the last load before a copy."
        }
    }
}

/// An instruction in a cell.
fn html_place(at: &Located) -> String {
    let line = at.line.as_ref().map_or(String::new(), |(file, line)| format!(" · {}", shares::at(file, *line)));
    let [assembly, place, line] = [&at.assembly, &at.place, &line].map(|text| html::escape(text));
    format!("<code>{:08x}</code> <code>{assembly}</code><br>{place}{line}", at.pc)
}

fn in_words(beside: &Beside) -> String {
    let Beside { pairs, found, covered, apart, .. } = beside;
    format!("{found} of {pairs} pairs, {} of what came; {} at the wrong pair", as_percent(*covered), as_percent(*apart))
}

fn counted(count: u64, share: f64, exact: Option<u64>) -> String {
    let exact = exact.map_or(String::new(), |exact| format!("  exactly {:>12}", grouped(exact)));
    format!("{:>12}  {:>9}{exact}", grouped(count), as_percent(share))
}

/// Where an instruction is: place and source line.
fn place(at: &Located) -> String {
    let line = at.line.as_ref().map_or(String::new(), |(file, line)| format!("  {}", shares::at(file, *line)));
    format!("{:08x}  {}{line}", at.pc, at.place)
}

fn contract(row: &Row) -> Value {
    let end = |end: &End| {
        let counted = json!({ "count": end.count, "share": end.share, "exact": end.exact });
        match &end.at {
            Some(at) => instructions::contract(at, counted),
            None => counted,
        }
    };
    let more = json!({
        "count": row.count,
        "share": row.share,
        "exact": row.exact,
        "ends": row.ends.iter().map(end).collect::<Vec<_>>(),
    });
    match &row.first {
        First::At(at) => instructions::contract(at, more),
        First::Set(set, blocks) => instructions::merged(json!({ "set": set, "blocks": blocks }), more),
    }
}
