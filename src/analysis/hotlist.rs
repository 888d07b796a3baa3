//! What a hotlist says of the instructions of a program (docs/reference/hotlist.md, V13 and V14).
use super::instructions::{Located, Words};
use crate::host::hotlist::{Estimate, MUCH, Scale, Tables};
use crate::model::hotlist::{Entry, Table};
use crate::spec::hotlist::tuple::Kind;
use crate::spec::hotlist::{Config, Scheme};
use std::collections::BTreeMap;

/// What is worth showing.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Values of an instruction.
    pub top: usize,
    /// Share of an instruction's tuples from which on a value is invariant.
    pub invariant: f64,
}

/// A value of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The low 32 bits.
    pub value: u32,
    /// What the value is the address of, of kinds that are addresses of instructions.
    pub name: Option<String>,
    /// What the table counted.
    pub count: u32,
    /// How often it came in the bursts.
    pub estimate: Estimate,
    /// Between which numbers that is, in 95 of 100 cases.
    pub bounds: (f64, f64),
    /// Its share of the instruction's tuples.
    pub share: f64,
    /// It is nearly all that the instruction gave.
    pub invariant: bool,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where it is, and what.
    pub at: Located,
    /// Its class, and what its tuples hold.
    pub class: &'static str,
    pub kind: Kind,
    /// Tuples that it gave: all that the host got, or an estimate.
    pub tuples: f64,
    /// The number is exact; else shares are of what the table tracks.
    pub exact: bool,
    /// `T` of its table: a new value enters with probability 1 / T.
    pub t: f64,
    /// Values that have an entry.
    pub tracked: usize,
    /// Those that are reported, the most frequent first.
    pub values: Vec<Value>,
}

/// Instructions and their values by the one table of the hardware, those with most tuples first.
pub fn of_table(table: &Table, config: &Config, asked: &Asked, words: &Words) -> Vec<Row> {
    let scale = Scale::of(table, config.scheme);
    let mut groups: BTreeMap<u32, Vec<Entry>> = BTreeMap::new();
    table.entries().for_each(|entry| groups.entry(entry.key.pct).or_default().push(*entry));
    let rows = groups.into_iter().map(|(pct, entries)| row(pct, &entries, None, scale, config, asked, words));
    sorted(rows.collect())
}

/// Instructions and their values by the tables that a host kept for each instruction.
pub fn of_tables(tables: &Tables, config: &Config, asked: &Asked, words: &Words) -> Vec<Row> {
    let rows = tables.iter().map(|(pct, records, table)| {
        let entries: Vec<Entry> = table.entries().copied().collect();
        row(pct, &entries, Some(records), Scale::of(table, config.scheme), config, asked, words)
    });
    sorted(rows.collect())
}

fn sorted(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by(|a, b| b.tuples.total_cmp(&a.tuples).then(a.at.pc.cmp(&b.at.pc)));
    rows
}

/// An instruction, with how many tuples it gave if the host knows.
fn row(
    pct: u32,
    entries: &[Entry],
    records: Option<u64>,
    scale: Scale,
    config: &Config,
    asked: &Asked,
    words: &Words,
) -> Row {
    let (_, class) = words.instructions.get(pct);
    let kind = config.kinds[class as usize];
    let sum = |of: &dyn Fn(u32) -> f64| entries.iter().map(|entry| of(entry.count)).sum::<f64>();
    let among = sum(&|count| scale.for_share(count));
    let tuples = records.map_or(among, |records| records as f64);
    // Counts with what came before them, of all entries, are right on average also where many values came once each.
    let all = records.map_or_else(|| sum(&|count| scale.estimate(count).high), |records| records as f64);
    let value = |entry: &Entry| {
        let (estimate, share) = (scale.estimate(entry.count), scale.for_share(entry.count) / tuples.max(1.0));
        let often = f64::from(entry.count) >= sure(scale);
        Value {
            value: entry.key.value,
            name: kind.is_place().then(|| words.place(entry.key.value << 1)),
            count: entry.count,
            estimate,
            bounds: scale.bounds(entry.count),
            share: share.min(1.0),
            invariant: often && estimate.high >= asked.invariant * all,
        }
    };
    let mut values: Vec<Value> = entries.iter().map(value).filter(|value| value.estimate.reported).collect();
    values.sort_by(|a, b| b.estimate.mean.total_cmp(&a.estimate.mean).then(a.value.cmp(&b.value)));
    values.truncate(asked.top);
    Row {
        at: words.located(pct),
        class: class.name(),
        kind,
        tuples,
        exact: records.is_some(),
        t: scale.t,
        tracked: entries.len(),
        values,
    }
}

/// Counts of a value below which it is not called invariant: V13's four `T` of COUNTING, and never fewer than 32.
fn sure(scale: Scale) -> f64 {
    const LEAST: f64 = 32.0;
    match scale.scheme {
        Scheme::Counting => (MUCH * scale.t).max(LEAST),
        Scheme::Concise => LEAST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::instructions::Instructions;
    use crate::spec::hotlist::tuple::Key;

    fn rows(table: &Table, asked: &Asked) -> Vec<Row> {
        let words =
            Words { symbols: None, assembly: &|insn| format!("{insn}"), instructions: &Instructions::default() };
        of_table(table, &Config::values(), asked, &words)
    }

    #[test]
    fn values_are_grouped_by_instruction_and_ordered() {
        let mut table = Table::new(64, Scheme::Counting);
        for at in 0..300 {
            table.arrive(Key { pct: 0x80, value: 7 });
            table.arrive(Key { pct: 0x90, value: at % 3 });
            table.arrive(Key { pct: 0x90, value: 0 });
        }
        let rows = rows(&table, &Asked { top: 2, invariant: 0.95 });
        let found: Vec<_> = rows.iter().map(|row| (row.at.pc, row.tuples, row.tracked, row.values.len())).collect();
        assert_eq!(found, [(0x120, 600.0, 3, 2), (0x100, 300.0, 1, 1)]);
        let first: Vec<_> = rows[0].values.iter().map(|v| (v.value, v.count, v.invariant)).collect();
        assert_eq!(first, [(0, 400, false), (1, 100, false)]);
        assert!(rows[1].values[0].invariant && rows[1].values[0].share == 1.0 && rows[1].t == 1.0);
        assert_eq!(rows[1].at.place, "0x00000100");
    }

    /// An instruction that gives one value in half of the cases and a new one else is not called invariant, though the
    /// table forgets most of the others.
    #[test]
    fn what_the_table_forgot_is_no_invariant_value() {
        let mut marked = 0;
        for seed in 1..=20 {
            let mut table = Table::new(16, Scheme::Counting);
            table.seed(seed * 77);
            for at in 0..8_000 {
                table.arrive(Key { pct: 1, value: if at % 2 == 0 { 0 } else { at } });
            }
            assert!(table.t() >= 6);
            let rows = rows(&table, &Asked { top: 4, invariant: 0.95 });
            assert!(rows[0].values.iter().any(|value| value.value == 0), "{rows:?}");
            marked += usize::from(rows[0].values[0].invariant);
        }
        assert!(marked <= 1, "{marked}");
    }
}
