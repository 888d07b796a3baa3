//! Where a program needs the checks of bursty tracing: what `treetap chkplan` found.
use super::table::{align_numbers, grid};
use super::{as_percent, grouped, percent};
use crate::analysis::chkplan::{Comparison, Costs, Counts, Plan, Row};
use serde_json::{Value, json};
use std::path::Path;

/// What was found, with what was asked.
pub struct Shown<'a> {
    pub program: &'a Path,
    pub found: &'a Comparison,
    /// The plan that goes into the map.
    pub chosen: &'a Plan,
    /// Share of segments that are sampled by the numbers, if they are: inside, and of all.
    pub rate: Option<(u32, u32)>,
    /// What overheads are computed with.
    pub costs: Costs,
}

fn count(flags: &[bool]) -> usize {
    flags.iter().filter(|flag| **flag).count()
}

impl Shown<'_> {
    /// For people.
    pub fn text(&self) -> String {
        let Comparison { code, judged, .. } = self.found;
        let mut lines = vec![
            format!(
                "{} procedures: {} leaves, {} roots, {} whose address is taken, {} with recursion from below; {} need \
                 a check (C)",
                grouped(code.functions.len() as u64),
                count(&judged.leaf),
                count(&judged.root),
                count(&code.graph.taken),
                count(&judged.below),
                count(&judged.chosen)
            ),
            format!("{} calls and jumps through registers", grouped(code.indirect as u64)),
            String::new(),
            self.variants(),
        ];
        lines.extend(self.found.plain.iter().flat_map(|plain| self.measured(plain)));
        if let Some((inside, period)) = self.rate {
            lines.push(format!("r = {inside}/{period} = {:.6}", f64::from(inside) / f64::from(period)));
        }
        lines.push(String::new());
        lines.extend(self.map());
        lines.join("\n")
    }

    /// A row for each variant.
    fn variants(&self) -> String {
        let mut header = vec!["variant", "entries", "jumps back", "checks", "of orig", "places without events"];
        if self.found.plain.is_some() {
            header.extend(["checks run", "of orig", "events left out", "longest way", "basic overhead"]);
        }
        if self.rate.is_some() {
            header.extend(["r'", "overhead"]);
        }
        let mut table = grid(&header);
        for row in &self.found.rows {
            table.add_row([self.placed(row), self.ran(row)].concat());
        }
        align_numbers(&mut table, 1);
        table.to_string()
    }

    /// What a variant puts into the program.
    fn placed(&self, Row { name, plan, .. }: &Row) -> Vec<String> {
        let orig = self.found.rows[0].plan.checks() as u64;
        vec![
            name.to_string(),
            grouped(plan.entries as u64),
            grouped(plan.backs as u64),
            grouped(plan.checks() as u64),
            percent(plan.checks() as u64, orig),
            grouped(plan.muted as u64),
        ]
    }

    /// What it does in the run, if there was one.
    fn ran(&self, row: &Row) -> Vec<String> {
        let (Some(counts), Some(orig)) = (&row.counts, &self.found.rows[0].counts) else { return vec![] };
        let cycles = self.found.cycles;
        // Without the clock there is nothing to compare with.
        let share = |of: &dyn Fn() -> f64| if cycles > 0 { as_percent(of()) } else { "-".into() };
        let mut cells = vec![
            grouped(counts.checks),
            percent(counts.checks, orig.checks),
            percent(counts.muted, counts.events),
            grouped(counts.longest),
            share(&|| self.costs.basic(counts, cycles)),
        ];
        if let Some((inside, period)) = self.rate {
            let sampled = counts.sampled;
            let measured = f64::from(sampled.inside) / f64::from(sampled.checks.max(1));
            let rate = f64::from(inside) / f64::from(period);
            cells.push(format!("{}/{} = {measured:.6}", sampled.inside, sampled.checks));
            cells.push(share(&|| self.costs.overhead(counts, cycles, rate)));
        }
        cells
    }

    /// The run itself.
    fn measured(&self, plain: &Counts) -> [String; 3] {
        [
            String::new(),
            format!(
                "{} instructions in {} cycles; without a map {} checks are found, {} of them on entry, at most {} \
                 instructions apart",
                grouped(plain.instructions),
                grouped(self.found.cycles),
                grouped(plain.checks),
                grouped(plain.entries),
                grouped(plain.longest)
            ),
            format!(
                "overheads are of a program that has it compiled in: {} cycles a check, {} an event",
                self.costs.check, self.costs.event
            ),
        ]
    }

    /// The map that can be written.
    fn map(&self) -> Vec<String> {
        let chosen = self.chosen;
        let mut lines = vec![format!(
            "map: {} codes from {:#x} up, {} checks, {} places without events, {} that are checks instead",
            grouped(16 * chosen.image.words.len() as u64),
            chosen.image.base,
            grouped(chosen.checks() as u64),
            grouped(chosen.muted as u64),
            chosen.conflicts
        )];
        if !chosen.clipped.is_empty() {
            lines.push(format!("not in the map: {}", chosen.clipped.join(", ")));
        }
        lines
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let Self { found: Comparison { code, judged, rows, plain, cycles }, chosen, .. } = self;
        let counts = |counts: &Counts| {
            json!({
                "instructions": counts.instructions, "checks": counts.checks, "entries": counts.entries,
                "events": counts.events,
                "muted": counts.muted, "longest": counts.longest, "inside": counts.sampled.inside,
                "outside": counts.sampled.outside,
                "bursts": counts.sampled.bursts, "taken": counts.sampled.taken,
            })
        };
        let plan = |plan: &Plan| {
            json!({
                "entries": plan.entries, "backs": plan.backs, "checks": plan.checks(), "muted": plan.muted,
                "conflicts": plan.conflicts,
                "clipped": plan.clipped, "base": plan.image.base, "codes": 16 * plan.image.words.len(),
            })
        };
        let names = |flags: &[bool]| -> Vec<&str> {
            let all = code.functions.iter().zip(flags);
            all.filter(|(_, flag)| **flag).map(|(function, _)| function.name.as_str()).collect()
        };
        json!({
            "program": self.program.display().to_string(),
            "functions": code.functions.len(),
            "leaves": count(&judged.leaf),
            "roots": names(&judged.root),
            "address_taken": names(&code.graph.taken),
            "recursion_from_below": names(&judged.below),
            "chosen": names(&judged.chosen),
            "indirect": code.indirect,
            "warnings": code.warnings,
            "cycles": cycles,
            "rate": self.rate.map(|(inside, period)| json!([inside, period])),
            "variants": rows.iter().map(|row| json!({
                "name": row.name, "static": plan(&row.plan), "run": row.counts.as_ref().map(counts),
            })).collect::<Vec<_>>(),
            "without_map": plain.as_ref().map(counts),
            "map": plan(chosen),
        })
    }
}
