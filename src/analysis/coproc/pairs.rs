//! What the programs that count found, in the words of the program (docs/reference/coproc.md, D.12).
use crate::analysis::instructions::{Located, Words};
use crate::host::counting::{Pair, Program};
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The second end of some pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Target, store or last load; none of branches that are not taken, and of callers.
    pub at: Option<Located>,
    /// How often it was counted, and its share of what was counted of the first end.
    pub count: u64,
    /// Its share of what was counted of the first end.
    pub share: f64,
    /// How often it really came, if that is known.
    pub exact: Option<u64>,
}

/// The first end of some pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The instruction; of conflicts the set.
    pub first: First,
    /// How often it was counted.
    pub count: u64,
    /// Its share of all that was counted.
    pub share: f64,
    /// How often it really came, if that is known.
    pub exact: Option<u64>,
    /// Second ends, the most frequent first.
    pub ends: Vec<End>,
}

/// What pairs begin at.
#[derive(Clone, Debug, PartialEq)]
pub enum First {
    /// An instruction.
    At(Located),
    /// A set of the cache, with addresses of blocks of 64 bytes that were filled into it lately.
    Set(u32, Vec<u32>),
}

/// What rows are made of.
pub struct Found<'a> {
    /// What was counted.
    pub program: Program,
    /// The counts.
    pub counts: &'a BTreeMap<Pair, u64>,
    /// Blocks by their set, of conflicts.
    pub blocks: &'a BTreeMap<u32, BTreeSet<u32>>,
    /// Exact counts, if there are some.
    pub exact: Option<&'a HashMap<Pair, u64>>,
    /// Where each branch goes that is taken, by `pct`.
    pub targets: &'a HashMap<u32, u32>,
}

/// Every first end with its second ends, the one that was counted most often first.
pub fn rows(found: &Found, words: &Words) -> Vec<Row> {
    let mut groups: BTreeMap<u32, Vec<(u32, u64)>> = BTreeMap::new();
    found.counts.iter().for_each(|(pair, count)| groups.entry(pair.from).or_default().push((pair.to, *count)));
    let mut all: HashMap<u32, u64> = HashMap::new();
    for (pair, count) in found.exact.into_iter().flatten() {
        *all.entry(pair.from).or_default() += count;
    }
    let counted: u64 = found.counts.values().sum();
    let row = |(from, ends): (u32, Vec<(u32, u64)>)| {
        let count: u64 = ends.iter().map(|(_, count)| count).sum();
        // Of a set's loads only the last one is told, so there is nothing to compare them with.
        let known = found.exact.filter(|_| found.program != Program::Conflicts);
        let exact = |pair| known.map(|exact| exact.get(&pair).copied().unwrap_or(0));
        let end = |(to, part): (u32, u64)| End {
            at: located(found, from, to).map(|pct| words.located(pct)),
            count: part,
            share: part as f64 / count as f64,
            exact: exact(Pair { from, to }),
        };
        let mut ends: Vec<End> = ends.into_iter().map(end).collect();
        ends.sort_by_key(|end| Reverse(end.count));
        Row {
            first: first(found, from, words),
            count,
            share: count as f64 / counted as f64,
            exact: found.exact.map(|_| all.get(&from).copied().unwrap_or(0)),
            ends,
        }
    };
    let mut rows: Vec<Row> = groups.into_iter().map(row).collect();
    rows.sort_by_key(|row| Reverse(row.count));
    rows
}

fn first(found: &Found, from: u32, words: &Words) -> First {
    match found.program {
        Program::Conflicts => {
            let blocks = found.blocks.get(&from).into_iter().flatten();
            First::Set(from, blocks.map(|block| block << 6).collect())
        }
        _ => First::At(words.located(from)),
    }
}

/// The instruction at the second end, by `pct`.
fn located(found: &Found, from: u32, to: u32) -> Option<u32> {
    match found.program {
        Program::Branches if to == Pair::TAKEN => found.targets.get(&from).copied(),
        Program::Branches | Program::Callers => None,
        Program::Jumps | Program::Dependences | Program::Conflicts => Some(to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::instructions::Instructions;

    #[test]
    fn pairs_are_grouped_by_their_first_end() {
        let counts = BTreeMap::from([(1, 0, 30), (1, 1, 70), (2, 1, 300)].map(|(from, to, n)| (Pair { from, to }, n)));
        let exact = HashMap::from([(Pair { from: 1, to: 1 }, 75), (Pair { from: 2, to: 1 }, 300)]);
        let targets = HashMap::from([(1, 0x50)]);
        let words =
            Words { symbols: None, assembly: &|insn| format!("{insn}"), instructions: &Instructions::default() };
        let found = Found {
            program: Program::Branches,
            counts: &counts,
            blocks: &BTreeMap::from([(2, BTreeSet::from([66]))]),
            exact: Some(&exact),
            targets: &targets,
        };
        let seen = rows(&found, &words);
        let of = |row: &Row| (row.count, row.share, row.exact, row.ends.len());
        assert_eq!(seen.iter().map(of).collect::<Vec<_>>(), [(300, 0.75, Some(300), 1), (100, 0.25, Some(75), 2)]);
        let ends: Vec<_> =
            seen[1].ends.iter().map(|end| (end.at.as_ref().map(|at| at.pc), end.count, end.exact)).collect();
        assert_eq!(ends, [(Some(0xa0), 70, Some(75)), (None, 30, Some(0))]);
        let sets = rows(&Found { program: Program::Conflicts, ..found }, &words);
        assert_eq!(sets[0].first, First::Set(2, vec![66 << 6]));
    }
}
