//! What a run of `treetap run --hps` found: for people and for scripts.
use super::{grouped, table};
use crate::analysis::hps::Row;
use crate::cosim::monitor::{self, Options, Report};
use crate::spec::hps::regs;
use serde_json::{Value, json};
use std::path::Path;

/// A run, with what was asked for.
pub struct Run<'a> {
    /// The program, and the core that ran it.
    pub program: &'a Path,
    pub core: &'a str,
    pub options: &'a Options,
    pub report: &'a Report,
    /// Clock cycles of the core.
    pub cycles: u64,
    /// Events by name that are worth a row.
    pub rows: &'a [Row],
}

impl Run<'_> {
    /// For people.
    pub fn text(&self) -> String {
        let report = self.report;
        let mut lines = vec![format!("{:>10} {:>9} {:>13}  what", "events", "share", "instructions")];
        for Row { name, events, instructions, .. } in self.rows {
            let share = 100.0 * *events as f64 / report.events as f64;
            lines.push(format!("{events:>10} {share:>7.2} % {instructions:>13}  {name}"));
        }
        lines.push(String::new());
        let of = |offset| grouped(report.register(offset).into());
        for (name, value) in [
            ("instructions", grouped(report.retired - report.traps)),
            ("core cycles", grouped(self.cycles)),
            ("traps", grouped(report.traps)),
            ("events", grouped(report.events)),
            ("dropped", grouped(report.dropped)),
            ("cycles in line", of(regs::VCYC.offset)),
            ("core held, cycles", grouped(report.hardware.held)),
        ] {
            lines.push(table::line(name, value));
        }
        for (law, holds) in monitor::LAWS.iter().map(|law| (law, !report.broken.contains(law))) {
            lines.push(table::law(holds, law));
        }
        lines.push(table::line("compared", grouped(report.compared)));
        lines.push(table::line("mismatches", grouped(report.mismatches)));
        lines.push(table::line("speed", format!("{:.2} M instructions/s", self.speed())));
        lines.join("\n")
    }

    fn speed(&self) -> f64 {
        self.report.retired as f64 / self.report.seconds / 1e6
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let report = self.report;
        let registers = report.registers.iter().map(|(offset, word)| (format!("{offset:#05x}"), json!(word)));
        json!({
            "core": self.core,
            "program": self.program.display().to_string(),
            "preset": self.options.hardware.name,
            "retired": report.retired,
            "traps": report.traps,
            "cycles": self.cycles,
            "monitor_cycles": report.hardware.cycles,
            "held": report.hardware.held,
            "events": report.events,
            "dropped": report.dropped,
            "registers": registers.collect::<serde_json::Map<_, _>>(),
            "laws_broken": report.broken,
            "compared": report.compared,
            "mismatches": report.mismatches,
            "fault": report.first.as_ref().map(|m| json!({ "field": m.what, "rtl": m.rtl, "model": m.model })),
            "minstr_per_s": self.speed(),
            "wall_s": report.seconds,
            "rows": self.rows.iter()
                .map(|row| json!({ "name": row.name, "events": row.events, "instructions": row.instructions }))
                .collect::<Vec<_>>(),
        })
    }
}
