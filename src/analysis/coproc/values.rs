//! Loads with their values, in the words of the program (docs/reference/coproc.md, D.5).
use crate::analysis::instructions::{Located, Words};
use crate::host::coproc::{Masks, Profile, Reason};
use std::collections::BTreeMap;

/// Samples of a load below which none of its values is called invariant: as many as D.2 asks for.
const SURE: u64 = 32;

/// What is worth showing.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Invariance from which on a value is shown.
    pub least: f64,
    /// Invariance from which on it is called invariant.
    pub invariant: f64,
}

/// A value of a load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The low 32 bits.
    pub value: u32,
    /// The estimated share of the load's executions.
    pub invariance: f64,
    /// It is nearly all that the load gives.
    pub invariant: bool,
}

/// A load.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where it is, and what.
    pub at: Located,
    /// Samples that its records stand for.
    pub samples: u64,
    /// Records of it.
    pub records: usize,
    /// Why it was left out since everything was last sampled again.
    pub masked: Option<Reason>,
    /// It kept several values for long each (D.7).
    pub glacial: bool,
    /// Its values, the one with the highest invariance first.
    pub values: Vec<Value>,
}

/// Every load that has a value to show, those with the highest invariance first, then those with more samples.
pub fn rows(profile: &Profile, masks: &Masks, asked: &Asked, words: &Words) -> Vec<Row> {
    let masked: BTreeMap<u32, Reason> = masks.masked().collect();
    let row = |pct: u32, records: usize| {
        let samples = profile.samples(pct);
        let found = profile.values(pct).unwrap_or_default();
        let shown = found.iter().filter(|found| found.invariance >= asked.least);
        let mut values: Vec<Value> = shown
            .map(|found| {
                let invariant = found.invariance >= asked.invariant && samples >= SURE;
                Value { value: found.value, invariance: found.invariance, invariant }
            })
            .collect();
        values.sort_by(|a, b| b.invariance.total_cmp(&a.invariance).then(a.value.cmp(&b.value)));
        Row {
            at: words.located(pct),
            samples,
            records,
            masked: masked.get(&pct).copied(),
            glacial: profile.is_glacial(pct),
            values,
        }
    };
    let rows = profile.loads().map(|(pct, records)| row(pct, records.len()));
    let mut rows: Vec<Row> = rows.filter(|row| !row.values.is_empty()).collect();
    let best = |row: &Row| row.values.first().map_or(0.0, |value| value.invariance);
    let known = |row: &Row| row.samples >= SURE;
    rows.sort_by(|a, b| {
        let order = known(b).cmp(&known(a)).then(best(b).total_cmp(&best(a)));
        order.then(b.samples.cmp(&a.samples)).then(a.at.pc.cmp(&b.at.pc))
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::instructions::Instructions;
    use crate::host::coproc::Slot;

    #[test]
    fn loads_of_which_little_is_known_come_last_and_are_not_called_invariant() {
        let (mut profile, mut masks) = (Profile::default(), Masks::default());
        let mut push = |pct, active, hit, miss, total| {
            let slot = Slot { active, hit, miss, total };
            profile.push(pct, slot);
            masks.copied(pct, &slot);
        };
        push(0x10, 7, 5, 0, 5);
        push(0x20, 8, 90, 60, 150);
        push(0x30, 9, 200, 1, 201);
        push(0x40, 1, 1, 9, 100);
        let words =
            Words { symbols: None, assembly: &|insn| format!("{insn}"), instructions: &Instructions::default() };
        let rows = rows(&profile, &masks, &Asked { least: 0.25, invariant: 0.95 }, &words);
        let found: Vec<_> = rows.iter().map(|row| (row.at.pc, row.values[0].value, row.values[0].invariant)).collect();
        assert_eq!(found, [(0x60, 9, true), (0x40, 8, false), (0x20, 7, false)]);
        assert_eq!((rows[0].masked, rows[1].masked), (Some(Reason::Invariant), None));
    }
}
