//! What the events of the engine `hps` mean: names for their keys, and what a trial on recorded retirements found
//! (docs/reference/hps.md, H11).
use super::Symbols;
use crate::host::hps::cost::{Added, Cost, Times};
use crate::host::hps::sampler::{Ratio, Sampler};
use crate::host::hps::{Key, Profile, Trial};
use std::collections::BTreeMap;

/// What a trial found.
pub struct Report {
    /// Instructions that executed, and the clock cycles of the run; 0 if nobody knows.
    pub instructions: u64,
    pub cycles: u64,
    /// Events that were reported, that there were, and the part of both profiles that is the same.
    pub events: u64,
    pub all: u64,
    pub overlap: f64,
    /// Checks after which sampling went on, and the others.
    pub segments: [u64; 2],
    /// What is sampled, and the share that was counted.
    pub sampler: Sampler,
    pub counted: Ratio,
    /// Cycles of replacements in line, of a handler, and of everything together.
    pub in_line: u64,
    pub handler: u64,
    pub added: Added,
    /// With checks by counters, and in software.
    pub times: [Times; 2],
    /// Cycles of a check in software.
    pub check: u64,
    pub rows: Vec<Row>,
}

/// What has one name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub name: String,
    /// Events that were reported, and instructions since the change of control before them.
    pub events: u64,
    pub instructions: u64,
    /// Events that there were.
    pub all: u64,
}

impl Report {
    /// Costs are of such handlers and tests, and of so many cycles for a `check` in software; the run took `cycles`.
    pub fn of(trial: &mut Trial, cost: Cost, check: u64, cycles: u64, symbols: Option<&Symbols>) -> Self {
        let added = trial.added(0, cost);
        let in_line = trial.runs[0].in_line();
        let (run, exact) = (&trial.runs[0], &trial.exact.profile);
        Self {
            instructions: trial.instructions,
            cycles,
            events: run.profile.events,
            all: exact.events,
            overlap: run.profile.overlap(exact),
            segments: [run.inside, run.outside],
            sampler: run.sampler,
            counted: trial.rate(0),
            in_line,
            handler: cost.handler,
            added,
            times: [0, check].map(|check| Times::new(cycles, trial.checked, check, added.exhaustively)),
            check,
            rows: rows(&run.profile, Some(exact), symbols),
        }
    }
}

/// The events of each name, the most frequent first; `exact` has the events that there were, if that is known.
pub fn rows(sampled: &Profile, exact: Option<&Profile>, symbols: Option<&Symbols>) -> Vec<Row> {
    // Rows of one name are one.
    let mut names: BTreeMap<String, Row> = BTreeMap::new();
    for (key, count) in &sampled.counts {
        let row = names.entry(named(key, symbols)).or_default();
        row.events += count.events;
        row.instructions += count.instructions;
    }
    for (key, count) in exact.iter().flat_map(|exact| &exact.counts) {
        names.entry(named(key, symbols)).or_default().all += count.events;
    }
    let mut rows: Vec<_> = names.into_iter().map(|(name, row)| Row { name, ..row }).collect();
    rows.sort_by(|a, b| (b.events, b.all).cmp(&(a.events, a.all)).then_with(|| a.name.cmp(&b.name)));
    rows
}

/// What a key is called: methods are procedures with their loops.
pub fn named(key: &Key, symbols: Option<&Symbols>) -> String {
    let place = |address: u32| match symbols {
        None => format!("{address:08x}"),
        Some(symbols) => symbols.places()[symbols.at(address.into()) as usize].name.clone(),
    };
    let exactly = |address: u32| match symbols {
        None => place(address),
        Some(_) => format!("{address:08x} {}", place(address)),
    };
    match *key {
        Key::Region(pc) | Key::Reference(pc) => exactly(pc),
        Key::Entry(pc) | Key::Loop(pc) => place(pc),
        Key::Pair(pc, target) => format!("{} -> {}", exactly(pc), place(target)),
        Key::Other(number, pc) => format!("handler {number} at {}", exactly(pc)),
    }
}
