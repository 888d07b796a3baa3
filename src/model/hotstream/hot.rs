//! Which rules of a grammar are hot: the streams that they stand for come often, and not only as parts of hotter ones
//! (docs/reference/hotstream.md, G3 and G4). Sources: Chilimbi and Hirzel, Dynamic hot data stream prefetching, PLDI
//! 2002; Hirzel and Chilimbi, Bursty tracing, section 5.2.
use super::sequitur::Symbol;
use crate::spec::hotstream::Limits;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A hot rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hot {
    /// Its place in the grammar.
    pub rule: usize,
    /// How often it comes outside of hotter ones.
    pub frequency: u64,
    /// References of it, times its frequency.
    pub heat: u64,
}

/// Rules so that each comes before those that it uses, with what the analysis asks of them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Places in the grammar.
    order: Vec<usize>,
    /// How often each comes in the whole.
    uses: Vec<u64>,
    /// References that it stands for.
    lengths: Vec<u64>,
    /// Where the rules that it uses begin in `used`.
    starts: Vec<usize>,
    /// Rules that are used, once for every use, by their positions here.
    used: Vec<u32>,
}

impl Rules {
    /// Of a grammar whose first rule is the whole.
    pub fn new(grammar: &[Vec<Symbol>]) -> Self {
        let order = order(grammar);
        let mut positions = vec![0_u32; grammar.len()];
        order.iter().enumerate().for_each(|(position, rule)| positions[*rule] = position as u32);
        let (mut starts, mut used) = (vec![0], vec![]);
        let mut lengths = vec![0; grammar.len()];
        for (position, rule) in order.iter().enumerate() {
            let body = &grammar[*rule];
            used.extend(rules(body).map(|rule| positions[rule]));
            starts.push(used.len());
            lengths[position] = body.iter().filter(|symbol| matches!(symbol, Symbol::Terminal(_))).count() as u64;
        }
        let mut found = Self { uses: vec![0; order.len()], order, lengths, starts, used };
        found.uses[0] = 1;
        for position in 0..found.order.len() {
            for child in found.children(position) {
                found.uses[found.used[child] as usize] += found.uses[position];
            }
        }
        for position in (0..found.order.len()).rev() {
            let below = found.children(position).map(|child| found.lengths[found.used[child] as usize]);
            found.lengths[position] += below.sum::<u64>();
        }
        found
    }

    fn children(&self, position: usize) -> std::ops::Range<usize> {
        self.starts[position]..self.starts[position + 1]
    }

    /// References of the whole.
    pub fn references(&self) -> u64 {
        self.lengths[0]
    }

    /// Whether a rule has the length of a stream.
    fn fits(&self, position: usize, limits: &Limits) -> bool {
        position > 0 && (limits.min..=limits.max).contains(&self.lengths[position])
    }

    /// The hot rules of at least this heat, in the order of the analysis.
    pub fn hot(&self, limits: &Limits, threshold: u64) -> Vec<Hot> {
        let mut cold = self.uses.clone();
        let mut found = vec![];
        for position in 0..self.order.len() {
            let frequency = cold[position];
            let heat = self.lengths[position] * frequency;
            let hot = self.fits(position, limits) && heat >= threshold && heat > 0;
            if hot {
                found.push(Hot { rule: self.order[position], frequency, heat });
            }
            let taken = self.uses[position] - if hot { 0 } else { frequency };
            if taken > 0 {
                for child in self.children(position) {
                    let child = self.used[child] as usize;
                    // What uses it took no more of it than there is: each use took at most what it is used.
                    cold[child] = cold[child].checked_sub(taken).expect("a rule comes as often as its uses");
                }
            }
        }
        found
    }

    /// The largest threshold of the ladder by which the hot rules cover enough, and those rules; and whether the ladder
    /// ended before they did.
    pub fn ladder(&self, limits: &Limits) -> (u64, Vec<Hot>, bool) {
        let references = self.references();
        let floor = 2 * limits.min;
        let candidates = (0..self.order.len()).filter(|position| self.fits(*position, limits));
        let hottest = candidates.map(|position| self.lengths[position] * self.uses[position]).max().unwrap_or(0);
        let covers = |found: &[Hot]| {
            let heat = found.iter().map(|hot| u128::from(hot.heat)).sum::<u128>();
            100 * heat >= u128::from(limits.cover) * u128::from(references)
        };
        let mut threshold = references;
        while threshold >= floor {
            // Above the heat of every rule nothing is hot.
            if threshold <= hottest {
                let found = self.hot(limits, threshold);
                if covers(&found) {
                    return (threshold, found, false);
                }
            }
            threshold = (u128::from(threshold) * 9 / 10) as u64;
        }
        let found = self.hot(limits, floor);
        let short = !covers(&found);
        (floor, found, short)
    }
}

/// The rules that a body uses.
fn rules(body: &[Symbol]) -> impl Iterator<Item = usize> + '_ {
    body.iter().filter_map(|symbol| if let Symbol::Rule(rule) = symbol { Some(*rule) } else { None })
}

/// Each rule before those that it uses, the smallest first where there is a choice (Kahn).
fn order(grammar: &[Vec<Symbol>]) -> Vec<usize> {
    let mut waits = vec![0_u32; grammar.len()];
    grammar.iter().for_each(|body| rules(body).for_each(|rule| waits[rule] += 1));
    let mut ready = BinaryHeap::from([Reverse(0)]);
    let mut order = Vec::with_capacity(grammar.len());
    while let Some(Reverse(rule)) = ready.pop() {
        order.push(rule);
        for used in rules(&grammar[rule]) {
            waits[used] -= 1;
            if waits[used] == 0 {
                ready.push(Reverse(used));
            }
        }
    }
    order
}
