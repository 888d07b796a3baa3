//! Hot data streams of sampled references, and how much of two profiles is the same (docs/reference/hotstream.md).
//!
//! ```
//! use treetap::{model::hotstream::Trace, spec::hotstream::{Limits, Reference}};
//!
//! let mut trace = Trace::default();
//! for turn in 0..20 {
//!     for pc in 0..12 {
//!         trace.push(Reference { burst: 0, pc, ea: 4 * pc });
//!     }
//!     trace.push(Reference { burst: 0, pc: 100 + turn, ea: 0 });
//! }
//! let profile = trace.profile(&Limits::default());
//! assert_eq!((profile.streams.len(), profile.streams[0].heat), (1, 12 * 20));
//! ```
mod count;
pub mod hot;
pub mod sequitur;

pub use count::occurrences;

use crate::spec::hotstream::{Limits, REFERENCES_MAX, Reference};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use sequitur::{Grammar, Symbol};
use std::collections::BTreeMap;

/// Stands between two bursts in [`Trace::symbols`].
pub const SEPARATOR: u32 = u32::MAX;

/// References, as they come.
#[derive(Clone, Debug)]
pub struct Trace {
    grammar: Grammar,
    /// What each number stands for: instruction and address.
    names: Vec<(u64, u64)>,
    /// The numbers of these pairs, with the pairs themselves: that is one look at memory instead of two.
    numbers: HashTable<((u64, u64), u32)>,
    symbols: Vec<u32>,
    burst: u32,
    bursts: u64,
    references: u64,
    most: u64,
    /// References that were one too many.
    left_out: u64,
}

impl Default for Trace {
    fn default() -> Self {
        Self::limited(REFERENCES_MAX)
    }
}

fn hash((pc, ea): (u64, u64)) -> u64 {
    let mixed = (pc.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ea).wrapping_mul(0xd1b5_4a32_d192_ed03);
    mixed ^ mixed >> 32
}

impl Trace {
    /// A trace that takes at most so many references.
    pub fn limited(most: u64) -> Self {
        Self {
            grammar: Grammar::default(),
            names: vec![],
            numbers: HashTable::new(),
            symbols: vec![],
            burst: 0,
            bursts: 0,
            references: 0,
            most: most.min(u64::from(sequitur::TERMINALS)),
            left_out: 0,
        }
    }

    /// Takes the next reference; false if it is one too many.
    pub fn push(&mut self, reference: Reference) -> bool {
        if self.references == self.most {
            self.left_out += 1;
            return false;
        }
        if self.references == 0 || self.burst != reference.burst {
            self.bursts += 1;
            if self.references > 0 {
                self.grammar.separate();
                self.symbols.push(SEPARATOR);
            }
            self.burst = reference.burst;
        }
        self.references += 1;
        let number = self.number((reference.pc, reference.ea));
        self.grammar.push(number);
        self.symbols.push(number);
        true
    }

    /// The number of a pair of addresses, by first appearance.
    fn number(&mut self, name: (u64, u64)) -> u32 {
        match self.numbers.entry(hash(name), |(known, _)| *known == name, |(known, _)| hash(*known)) {
            Entry::Occupied(entry) => entry.get().1,
            Entry::Vacant(entry) => {
                let number = self.names.len() as u32;
                entry.insert((name, number));
                self.names.push(name);
                number
            }
        }
    }

    /// References so far.
    pub fn references(&self) -> u64 {
        self.references
    }

    /// The numbers of the references, with [`SEPARATOR`] between bursts.
    pub fn symbols(&self) -> &[u32] {
        &self.symbols
    }

    /// The grammar of them.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// Bytes of memory that it takes.
    pub fn memory(&self) -> usize {
        self.grammar.memory()
            + size_of::<(u64, u64)>() * self.names.capacity()
            + self.numbers.allocation_size()
            + size_of::<u32>() * self.symbols.capacity()
    }

    /// The hot data streams.
    pub fn profile(&self, limits: &Limits) -> Profile {
        let grammar = self.grammar.rules();
        let rules = hot::Rules::new(&grammar);
        let (threshold, found, short) = rules.ladder(limits);
        // Two rules may stand for the same stream.
        let mut streams: BTreeMap<Vec<u32>, (u64, u64)> = BTreeMap::new();
        for hot in &found {
            let sum = streams.entry(expand(&grammar, hot.rule)).or_default();
            *sum = (sum.0 + hot.frequency, sum.1 + hot.heat);
        }
        let patterns: Vec<Vec<u32>> = streams.keys().cloned().collect();
        let exact = occurrences(&patterns, &self.symbols, SEPARATOR);
        let mut by_signature: BTreeMap<Vec<u64>, Stream> = BTreeMap::new();
        for ((pattern, (frequency, heat)), exact) in streams.into_iter().zip(exact) {
            let signature: Vec<u64> = pattern.iter().map(|number| self.names[*number as usize].0).collect();
            let stream = by_signature.entry(signature).or_default();
            stream.variants += 1;
            stream.frequency += frequency;
            stream.exact += exact;
            stream.heat += heat;
        }
        let mut streams: Vec<Stream> =
            by_signature.into_iter().map(|(signature, stream)| Stream { signature, ..stream }).collect();
        streams.sort_by(|a, b| b.heat.cmp(&a.heat).then_with(|| a.signature.cmp(&b.signature)));
        Profile {
            references: self.references,
            bursts: self.bursts,
            left_out: self.left_out,
            distinct: self.names.len() as u64,
            rules: grammar.len() as u64,
            limits: *limits,
            threshold,
            short,
            streams,
        }
    }
}

/// The terminals that a rule stands for.
fn expand(grammar: &[Vec<Symbol>], rule: usize) -> Vec<u32> {
    let mut out = vec![];
    let mut open = vec![grammar[rule].iter()];
    while let Some(body) = open.last_mut() {
        match body.next() {
            None => _ = open.pop(),
            Some(Symbol::Rule(rule)) => open.push(grammar[*rule].iter()),
            Some(Symbol::Terminal(number)) => out.push(*number),
            Some(Symbol::Separator) => {}
        }
    }
    out
}

/// Streams of one signature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// Addresses of the instructions, in their order.
    pub signature: Vec<u64>,
    /// Streams that have it, at different addresses of data.
    pub variants: u64,
    /// How often they come outside of hotter streams, by the grammar.
    pub frequency: u64,
    /// How often they come without overlap, exactly.
    pub exact: u64,
    /// References that they account for.
    pub heat: u64,
}

/// Hot data streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// References that it is about.
    pub references: u64,
    /// Bursts that they came in.
    pub bursts: u64,
    /// References that were too many.
    pub left_out: u64,
    /// Different pairs of instruction and address.
    pub distinct: u64,
    /// Rules of the grammar, the first one included.
    pub rules: u64,
    /// What was asked for.
    pub limits: Limits,
    /// Least heat of a hot stream.
    pub threshold: u64,
    /// No threshold made the streams cover enough.
    pub short: bool,
    /// The streams, hottest first.
    pub streams: Vec<Stream>,
}

impl Profile {
    /// References that the streams account for: at most all of them.
    pub fn heat(&self) -> u64 {
        self.streams.iter().map(|stream| stream.heat).sum()
    }

    /// The share that is the same in both, as a fraction: for each signature the smaller one of its shares.
    pub fn overlap(&self, other: &Self) -> (u128, u128) {
        let [ours, theirs] = [self, other].map(|profile| u128::from(profile.references));
        let heats: BTreeMap<&[u64], u64> = other.streams.iter().map(|s| (&s.signature[..], s.heat)).collect();
        let common = self.streams.iter().map(|stream| {
            let heat = heats.get(&stream.signature[..]).copied().unwrap_or(0);
            (u128::from(stream.heat) * theirs).min(u128::from(heat) * ours)
        });
        (common.sum(), ours * theirs)
    }
}
