//! What microcode of one's own has left behind: what `treetap run --coproc FILE` shows
//! (docs/reference/coproc.md, D.13).
use super::coproc::Beside;
use super::html::{self, Fact, Law};
use super::instructions;
use super::{grouped, table};
use crate::analysis::coproc::contents::{Named, Row};
use crate::analysis::instructions::Located;
use crate::spec::coproc::TAGS;
use crate::spec::counters::{Counter, Counts};
use serde_json::{Value, json};
use std::path::Path;

/// What was left behind.
pub struct Found<'a> {
    /// The program, and what ran it.
    pub program: &'a Path,
    pub core: &'a str,
    /// The microcode.
    pub microcode: &'a str,
    pub entries: u32,
    /// Where the retirements went.
    pub counts: Counts,
    /// Interrupts by their tags.
    pub interrupts: [u64; TAGS],
    pub registers: &'a [Named],
    /// Flags that are set.
    pub flags: &'a [&'static str],
    /// Entries that hold something, with the instruction whose address the key would be, if one such came.
    pub rows: &'a [(Row, Option<Located>)],
    /// Rows to show.
    pub shown: usize,
    pub laws: &'a [Law],
    pub beside: Beside<'a>,
}

impl Found<'_> {
    fn headline(&self) -> String {
        let all = self.rows.iter();
        let valid = all.filter(|(row, _)| row.entry.key.is_some()).count();
        format!("{} of {} entries hold something, {valid} with a valid key", self.rows.len(), self.entries)
    }

    fn facts(&self) -> Vec<Fact> {
        let of = |counter| u64::from(self.counts.get(counter));
        let tags = (0..TAGS).map(|tag| format!("int {tag}: {}", grouped(self.interrupts[tag]))).collect::<Vec<_>>();
        let dropped = of(Counter::DroppedFull) + of(Counter::DroppedOff);
        [
            ("instructions", grouped(of(Counter::Retired))),
            ("candidates", grouped(of(Counter::Candidates))),
            ("samples", grouped(of(Counter::Popped))),
            ("dropped", grouped(dropped)),
            ("interrupts", tags.join(", ")),
            ("flags", if self.flags.is_empty() { "none".into() } else { self.flags.join(" ") }),
        ]
        .map(|(name, value)| Fact::new(name, value, ""))
        .to_vec()
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = self.headline() + "\n\nregisters\n";
        for register in self.registers {
            text += &format!("    {:<6}  {:<12}  {:#x}\n", register.register, named(register), register.value);
        }
        text += "\nentry  key       data memory       parts by the names of their bases\n";
        for (row, at) in self.rows.iter().take(self.shown) {
            let place = at
                .as_ref()
                .map_or(String::new(), |at| format!("              key as an address: {}", instructions::heading(at)));
            text += &format!("{:>5}  {}  {:016x}  {}\n{place}", row.entry.at, key(row), row.entry.memory, parts(row));
        }
        let more = self.rows.len().saturating_sub(self.shown);
        if more > 0 {
            text += &format!("\n{more} more (--rows)\n");
        }
        let mut lines = vec![text];
        let facts = self.facts().into_iter().chain(self.beside.facts());
        lines.extend(facts.map(|fact| table::line(&fact.name, &fact.value)));
        lines.extend(self.laws.iter().map(|law| table::law(law.holds, &law.text)));
        lines.join("\n")
    }

    /// The page that explains it.
    pub fn page(&self) -> String {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str()).to_string_lossy();
        let title = format!("{} beside {name} on {}", self.microcode, self.core);
        let mut body = format!(
            "<header>\n<h1>{}</h1>\n<p class=\"headline\">{}</p>\n</header>\n<section id=\"entries\">\n\
             <h2>Entries</h2>\n<p class=\"q\">What the microcode has left in the associative array and in the data \
             memory, with the parts that its bases name. Below a key stands the instruction whose address (bits 32 to \
             1) it is, if it is one.</p>\n<div class=\"wide\"><table><thead><tr><th class=\"n\">entry</th><th>key</th>\
             <th>data memory</th><th>parts</th></tr></thead><tbody>\n",
            html::escape(&title),
            html::escape(&self.headline())
        );
        for (row, at) in self.rows.iter().take(self.shown) {
            let place =
                at.as_ref().map_or(String::new(), |at| format!("<br>{}", html::escape(&instructions::heading(at))));
            html::put(
                &mut body,
                format_args!(
                    "<tr><td class=\"n\">{}</td><td><code>{}</code>{place}</td><td><code>{:016x}</code></td><td>{}</td>\
                     </tr>\n",
                    row.entry.at,
                    key(row),
                    row.entry.memory,
                    html::escape(&parts(row))
                ),
            );
        }
        body += "</tbody></table></div>\n</section>\n";
        html::laws(&mut body, self.laws);
        let registers = self.registers.iter();
        let registers: Vec<Fact> =
            registers.map(|one| Fact::new(&one.register, format!("{:#x}", one.value), named(one))).collect();
        html::facts(&mut body, "Registers", &registers);
        html::facts(&mut body, "Counters", &self.facts());
        html::facts(&mut body, "Beside the core", &self.beside.facts());
        body += &format!("<footer>treetap {}</footer>\n", env!("CARGO_PKG_VERSION"));
        html::document(&title, &body)
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let of = |counter| u64::from(self.counts.get(counter));
        let register = |one: &Named| json!({ "register": one.register, "name": one.name, "value": one.value });
        let row = |(row, at): &(Row, Option<Located>)| {
            let parts = row.parts.iter().map(|(name, value)| (name.clone(), json!(value)));
            let mut entry = json!({
                "entry": row.entry.at,
                "key": row.entry.key,
                "memory": row.entry.memory,
                "parts": Value::Object(parts.collect()),
            });
            if let Some(at) = at {
                entry["address"] = instructions::contract(at, json!({}));
            }
            entry
        };
        let contract = json!({
            "program": self.program.display().to_string(),
            "core": self.core,
            "microcode": self.microcode,
            "entries": self.entries,
            "retired": of(Counter::Retired),
            "candidates": of(Counter::Candidates),
            "samples": of(Counter::Popped),
            "dropped": of(Counter::DroppedFull) + of(Counter::DroppedOff),
            "interrupts": self.interrupts,
            "registers": self.registers.iter().map(register).collect::<Vec<_>>(),
            "flags": self.flags,
            "laws_broken": Law::broken(self.laws),
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        });
        instructions::merged(contract, self.beside.contract())
    }
}

fn named(register: &Named) -> &str {
    register.name.as_deref().unwrap_or_default()
}

fn key(row: &Row) -> String {
    row.entry.key.map_or("-       ".into(), |key| format!("{key:08x}"))
}

fn parts(row: &Row) -> String {
    row.parts.iter().map(|(name, value)| format!("{name}={value:#x}")).collect::<Vec<_>>().join(" ")
}
