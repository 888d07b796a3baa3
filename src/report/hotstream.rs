//! Hot data streams: what `treetap hotstream` shows and writes, and reads back.
use super::plots::{self, Series};
use super::table::{align_numbers, grid};
use super::{as_percent, grouped};
use crate::analysis::hotstream::{self as compare, Comparison};
use crate::model::hotstream::{Profile, Stream};
use crate::spec::hotstream::Limits;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Longest stream that is read back, in references.
const LENGTH_MAX: usize = 1 << 16;

/// A profile as a file, and as the JSON contract.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    references: u64,
    bursts: u64,
    left_out: u64,
    distinct: u64,
    rules: u64,
    min: u64,
    max: u64,
    cover: u64,
    threshold: u64,
    /// References that hot streams account for.
    heat: u64,
    coverage_short: bool,
    streams: Vec<Row>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    signature: Vec<u64>,
    variants: u64,
    frequency: u64,
    exact: u64,
    length: u64,
    heat: u64,
}

impl From<&Profile> for Saved {
    fn from(profile: &Profile) -> Self {
        let row = |stream: &Stream| Row {
            signature: stream.signature.clone(),
            variants: stream.variants,
            frequency: stream.frequency,
            exact: stream.exact,
            length: stream.signature.len() as u64,
            heat: stream.heat,
        };
        let &Profile { references, bursts, left_out, distinct, rules, limits, threshold, short, .. } = profile;
        let Limits { min, max, cover } = limits;
        let heat = profile.heat();
        let streams = profile.streams.iter().map(row).collect();
        #[rustfmt::skip]
        let saved = Self {
            references, bursts, left_out, distinct, rules, min, max, cover, threshold, heat,
            coverage_short: short, streams
        };
        saved
    }
}

impl Saved {
    /// The profile, if there can be one like this.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn profile(self) -> Result<Profile, String> {
        let mut heat = 0_u64;
        for (number, row) in self.streams.iter().enumerate() {
            if row.signature.len() > LENGTH_MAX || row.length != row.signature.len() as u64 {
                return Err(format!("stream {number}: expected as many addresses as its length says"));
            }
            let least = row.frequency.checked_mul(row.length);
            if least != Some(row.heat) {
                return Err(format!("stream {number}: expected a heat of frequency times length"));
            }
            heat = heat.saturating_add(row.heat);
        }
        if heat != self.heat || heat > self.references {
            return Err(format!("the streams have {heat} references: expected {} of {}", self.heat, self.references));
        }
        let limits = Limits { min: self.min, max: self.max, cover: self.cover };
        let stream = |row: Row| Stream {
            signature: row.signature,
            variants: row.variants,
            frequency: row.frequency,
            exact: row.exact,
            heat: row.heat,
        };
        Ok(Profile {
            references: self.references,
            bursts: self.bursts,
            left_out: self.left_out,
            distinct: self.distinct,
            rules: self.rules,
            limits,
            threshold: self.threshold,
            short: self.coverage_short,
            streams: self.streams.into_iter().map(stream).collect(),
        })
    }
}

/// A share that is a fraction, in per cent; of nothing, none.
fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "-".into() } else { as_percent(part as f64 / whole as f64) }
}

/// For people: the hottest streams, at most so many; `name` tells what is at an address.
pub fn text(profile: &Profile, top: usize, name: &dyn Fn(u64) -> String) -> String {
    let Profile { references, bursts, distinct, rules, limits, threshold, .. } = profile;
    let mut text = format!(
        "{} references in {} bursts, {} different; a grammar of {} rules\n",
        grouped(*references),
        grouped(*bursts),
        grouped(*distinct),
        grouped(*rules)
    );
    text += &format!(
        "{} hot streams of {} to {} references, each with at least {} of all: together {}\n",
        grouped(profile.streams.len() as u64),
        limits.min,
        limits.max,
        grouped(*threshold),
        share(profile.heat(), *references)
    );
    if profile.short {
        text += &format!("COVERAGE_SHORT: expected {} %\n", limits.cover);
    }
    if profile.left_out > 0 {
        text += &format!("{} references after them are left out\n", grouped(profile.left_out));
    }
    if profile.streams.is_empty() || top == 0 {
        return text;
    }
    let mut grid = grid(&["heat", "length", "times", "exactly", "streams", "from", "to"]);
    for stream in profile.streams.iter().take(top) {
        let [first, last] = [stream.signature.first(), stream.signature.last()].map(|pc| name(*pc.unwrap_or(&0)));
        grid.add_row([
            share(stream.heat, *references),
            stream.signature.len().to_string(),
            grouped(stream.frequency),
            grouped(stream.exact),
            grouped(stream.variants),
            first,
            last,
        ]);
    }
    align_numbers(&mut grid, 0);
    text + &grid.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>()
}

/// A part of a whole as a number; of nothing, 0.
fn value((part, whole): (u128, u128)) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The overlap of two profiles, for people.
pub fn overlap(found: (u128, u128)) -> String {
    format!("overlap {}/{} = {:.6}", found.0, found.1, value(found))
}

/// The overlap of two profiles, as the JSON contract.
pub fn overlap_contract(found: (u128, u128)) -> Value {
    json!({ "part": found.0.to_string(), "whole": found.1.to_string(), "overlap": value(found) })
}

/// Samplings of programs side by side, for people.
pub fn compared(programs: &[Comparison]) -> String {
    let mut text = String::new();
    for program in programs {
        let Comparison { name, instructions, all, rows } = program;
        text += &format!(
            "{name}: {} references in {} instructions; {} hot streams have {} of them{}\n",
            grouped(all.references),
            grouped(*instructions),
            grouped(all.streams.len() as u64),
            share(all.heat(), all.references),
            if all.short { " (COVERAGE_SHORT)" } else { "" },
        );
        let mut grid = grid(&["sampled", "references", "of all", "bursts", "streams", "heat", "overlap"]);
        for row in rows {
            let found = &row.profile;
            grid.add_row([
                if row.placed { format!("{} at 1000:50", row.name) } else { row.name.clone() },
                grouped(found.references),
                share(found.references, all.references),
                grouped(found.bursts),
                grouped(found.streams.len() as u64),
                share(found.heat(), found.references),
                as_percent(value(row.overlap)),
            ]);
        }
        align_numbers(&mut grid, 1);
        text += &grid.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>();
        text.push('\n');
    }
    text
}

/// Every row with its exact figures.
pub fn csv(programs: &[Comparison]) -> String {
    let mut text =
        "program,instructions,all_references,all_streams,all_heat,sampled,kind,references,bursts,streams,heat,\
                    short,overlap_part,overlap_whole,overlap\n"
            .to_string();
    for Comparison { name, instructions, all, rows } in programs {
        for row in rows {
            let found = &row.profile;
            let kind = if row.placed { "checks" } else { "setting" };
            text += &format!("{name},{instructions},{},{},{},", all.references, all.streams.len(), all.heat());
            text += &format!("{},{kind},{},{},{},", row.name, found.references, found.bursts, found.streams.len());
            let (part, whole) = row.overlap;
            text += &format!("{},{},{part},{whole},{:.6}\n", found.heat(), found.short, value(row.overlap));
        }
    }
    text
}

/// The JSON contract of a comparison.
pub fn compared_contract(programs: &[Comparison]) -> Value {
    let row = |row: &compare::Row| {
        json!({
            "sampled": row.name, "kind": if row.placed { "checks" } else { "setting" },
            "references": row.profile.references, "bursts": row.profile.bursts, "streams": row.profile.streams.len(),
            "heat": row.profile.heat(), "coverage_short": row.profile.short, "overlap": value(row.overlap),
        })
    };
    let program = |program: &Comparison| {
        json!({
            "program": program.name, "instructions": program.instructions, "references": program.all.references,
            "streams": program.all.streams.len(), "heat": program.all.heat(), "coverage_short": program.all.short,
            "rows": program.rows.iter().map(row).collect::<Vec<_>>(),
        })
    };
    json!(programs.iter().map(program).collect::<Vec<_>>())
}

/// Overlaps as a drawing: of the settings (bursty tracing, Fig. 7), or of the ways to place checks (Fig. 8).
pub fn picture(programs: &[Comparison], placed: bool) -> String {
    let chosen =
        |program: &Comparison| program.rows.iter().filter(|row| row.placed == placed).cloned().collect::<Vec<_>>();
    let names: Vec<String> =
        programs.first().map(|p| chosen(p).into_iter().map(|row| row.name).collect()).unwrap_or_default();
    let series: Vec<Series<f64>> = names
        .iter()
        .enumerate()
        .map(|(at, name)| Series {
            name,
            values: programs.iter().map(|program| 100.0 * value(chosen(program)[at].overlap)).collect(),
        })
        .collect();
    let groups: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
    let title = if placed {
        "overlap of hot data streams, by how checks are placed (1000:50)"
    } else {
        "overlap of hot data streams, by checks between bursts and in one (checks EC+L4)"
    };
    plots::bars(title, "%", &groups, &series, &[])
}
