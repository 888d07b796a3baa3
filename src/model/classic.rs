//! The range tree of the RAP paper, literally (its sections 2.2, 3.1 and 3.3): what our semantics are compared with.
//!
//! An event grows the counter of the smallest range that has its key. A counter beyond the split threshold
//! `eps * n / log_b(R)` gets all of its `b` children, which start at zero. Merges come in batches, at `n = 1024` and
//! then each time `n` has grown by the factor `q`: bottom-up, the leaves below a node are added into it when they and
//! the node together do not exceed the threshold. A node that keeps inner children loses its leaves only; a later split
//! puts them back. The number of nodes has no limit.
//!
//! The paper leaves two things open, decided here so that its error bound holds: the cumulative weight of a merge
//! includes the parent's own count, and only leaves are merged.
use super::accuracy::Bounds;
use super::occupancy::Occupancy;
use super::profile::{HotRange, Node, Profile, Ranged, hot_ranges, low_mask};
use crate::spec::event::Event;
use crate::spec::rap::{DUMP_OWN_BITS, FIRST_MERGE};
use std::fmt;

const NONE: u32 = 0;
const ROOT: u32 = 0;

/// Parameters of the paper's tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Key width in bits, `1..=64`: the range `R` is `2^key_bits`.
    pub key_bits: u32,
    /// The error bound, between 0 and 1.
    pub eps: f64,
    /// `b`: children made by a split: 2, 4, 8 or 16. Where the key width does not divide, the last level has fewer.
    pub branching: u32,
    /// `q`: growth of `n` from one batch of merges to the next; above 1.
    pub merge_ratio: f64,
}

impl Config {
    /// The paper's choice: `b = 4`, `q = 2`.
    pub const fn new(key_bits: u32, eps: f64) -> Self {
        Self { key_bits, eps, branching: 4, merge_ratio: 2.0 }
    }

    /// Key bits that one level decides.
    pub const fn digit_bits(&self) -> u32 {
        self.branching.ilog2()
    }

    /// `log_b(R)`, rounded up: the height of the tree.
    pub const fn levels(&self) -> u32 {
        self.key_bits.div_ceil(self.digit_bits())
    }

    /// Checks every parameter.
    pub fn validate(&self) -> Result<(), Error> {
        if !(1..=64).contains(&self.key_bits) {
            return Err(Error::KeyBits(self.key_bits));
        }
        if !(self.eps > 0.0 && self.eps < 1.0) {
            return Err(Error::Eps(self.eps));
        }
        if ![2, 4, 8, 16].contains(&self.branching) {
            return Err(Error::Branching(self.branching));
        }
        if !(self.merge_ratio > 1.0 && self.merge_ratio.is_finite()) {
            return Err(Error::MergeRatio(self.merge_ratio));
        }
        Ok(())
    }
}

/// The paper's tree.
///
/// ```
/// use treetap::model::classic::{Classic, Config};
///
/// let mut tree = Classic::new(Config::new(32, 0.1))?;
/// tree.add_keys(&vec![0x1000; 5000]);
/// let (lo, hi) = tree.query(0x1000, 0x1000);
/// assert!(lo <= 5000 && hi == 5000 && hi - lo <= 500);
/// # Ok::<(), treetap::model::classic::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Classic {
    config: Config,
    /// `branching` children per node.
    children: Vec<u32>,
    own: Vec<u64>,
    free: Vec<u32>,
    n: u64,
    next_merge: u64,
    splits: u64,
    merges: u32,
    occupancy: Occupancy,
}

impl Classic {
    /// An empty tree.
    ///
    /// # Errors
    /// What [`Config::validate`] finds wrong.
    pub fn new(config: Config) -> Result<Self, Error> {
        config.validate()?;
        Ok(Self {
            config,
            children: vec![NONE; config.branching as usize],
            own: vec![0],
            free: vec![],
            n: 0,
            next_merge: FIRST_MERGE,
            splits: 0,
            merges: 0,
            occupancy: Occupancy::of_a_root(),
        })
    }

    /// Sum of all weights.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// Nodes in the tree.
    pub fn live(&self) -> u32 {
        (self.own.len() - self.free.len()) as u32
    }

    /// The largest number of nodes so far.
    pub const fn peak_live(&self) -> u32 {
        self.occupancy.peak()
    }

    /// The number of nodes averaged over all events.
    pub fn average_live(&self) -> f64 {
        self.occupancy.average(self.n, self.live())
    }

    /// Splits so far.
    pub const fn splits(&self) -> u64 {
        self.splits
    }

    /// Batches of merges so far.
    pub const fn merges(&self) -> u32 {
        self.merges
    }

    /// `eps * n / log_b(R)`: a counter beyond it is split, leaves that stay within it are merged.
    pub fn threshold(&self) -> f64 {
        self.config.eps * self.n as f64 / f64::from(self.config.levels())
    }

    /// One event. Key bits above the key width are not looked at.
    pub fn add(&mut self, event: Event) {
        self.n += u64::from(event.weight);
        let (mut node, mut level) = (ROOT, 0);
        while level < self.config.levels() {
            let child = self.children[self.slot(node, self.digit(event.key, level))];
            if child == NONE {
                break;
            }
            (node, level) = (child, level + 1);
        }
        self.own[node as usize] += u64::from(event.weight);
        if level < self.config.levels() && self.own[node as usize] as f64 > self.threshold() {
            self.split(node, level);
        }
        if self.n >= self.next_merge {
            self.occupancy.leave(self.n, self.live());
            self.merge(ROOT);
            self.merges += 1;
            while self.next_merge <= self.n {
                self.next_merge = (self.next_merge as f64 * self.config.merge_ratio).ceil() as u64;
            }
        }
    }

    /// Many events of weight 1.
    pub fn add_keys(&mut self, keys: &[u64]) {
        keys.iter().for_each(|&key| self.add(Event::unit(key)));
    }

    /// Key bits below a level.
    fn open_bits(&self, level: u32) -> u32 {
        self.config.key_bits.saturating_sub(level * self.config.digit_bits())
    }

    fn digit(&self, key: u64, level: u32) -> u64 {
        let (open, below) = (self.open_bits(level), self.open_bits(level + 1));
        key >> below & ((1 << (open - below)) - 1)
    }

    fn slot(&self, node: u32, digit: u64) -> usize {
        (node * self.config.branching) as usize + digit as usize
    }

    /// Puts all children below a node that it does not have yet.
    fn split(&mut self, node: u32, level: u32) {
        self.occupancy.leave(self.n, self.live());
        self.splits += 1;
        for digit in 0..1 << (self.open_bits(level) - self.open_bits(level + 1)) {
            let slot = self.slot(node, digit);
            if self.children[slot] == NONE {
                self.children[slot] = self.free.pop().unwrap_or_else(|| {
                    self.own.push(0);
                    (self.own.len() - 1) as u32
                });
                self.children.resize(self.own.len() * self.config.branching as usize, NONE);
            }
        }
        self.occupancy.grown(self.live());
    }

    fn children_of(&self, node: u32) -> std::ops::Range<usize> {
        self.slot(node, 0)..self.slot(node + 1, 0)
    }

    fn is_leaf(&self, node: u32) -> bool {
        self.children[self.children_of(node)].iter().all(|&child| child == NONE)
    }

    /// One batch of merges, bottom-up.
    fn merge(&mut self, node: u32) {
        let mut sum = self.own[node as usize];
        for slot in self.children_of(node) {
            let child = self.children[slot];
            if child != NONE {
                self.merge(child);
                if self.is_leaf(child) {
                    sum += self.own[child as usize];
                }
            }
        }
        if sum as f64 > self.threshold() {
            return;
        }
        self.own[node as usize] = sum;
        for slot in self.children_of(node) {
            let child = self.children[slot];
            if child != NONE && self.is_leaf(child) {
                self.own[child as usize] = 0;
                self.children[slot] = NONE;
                self.free.push(child);
            }
        }
    }

    fn visit(&self, node: u32, level: u32, first: u64, ranges: &mut Vec<Ranged>) {
        let open = self.open_bits(level);
        let last = first | if open == 0 { 0 } else { u64::MAX >> (64 - open) };
        ranges.push(Ranged { level: level as u8, first, last, own: self.own[node as usize] });
        for (digit, slot) in self.children_of(node).enumerate() {
            if self.children[slot] != NONE {
                let first = first | (digit as u64) << self.open_bits(level + 1);
                self.visit(self.children[slot], level + 1, first, ranges);
            }
        }
    }

    fn ranges(&self) -> Vec<Ranged> {
        let mut ranges = Vec::with_capacity(self.live() as usize);
        self.visit(ROOT, 0, 0, &mut ranges);
        ranges
    }

    /// Bounds `(lo, hi)` of the number of events with a key in `first..=last`, as [`Profile::query`].
    pub fn query(&self, first: u64, last: u64) -> (u64, u64) {
        Queries(self.ranges()).bounds(first, last)
    }

    /// The tree made ready for many queries.
    pub fn bounds(&self) -> impl Bounds + use<> {
        Queries(self.ranges())
    }

    /// The hot ranges that the tree itself sees, as [`Profile::hot`]. Levels are those of this tree.
    pub fn hot(&self, phi: f64) -> Vec<HotRange> {
        hot_ranges(&self.ranges(), self.n, phi)
    }

    /// The tree as a profile, where it has the same ranges: `b = 4` and an even key width. `T` is the threshold rounded
    /// down, the pool as large as the tree ever was; creates are splits and collapses are batches of merges.
    pub fn profile(&self) -> Option<Profile> {
        if self.config.branching != 4 || !self.config.key_bits.is_multiple_of(2) {
            return None;
        }
        let to_node = |range: Ranged| {
            debug_assert_eq!(range.last, range.first | low_mask(self.config.key_bits, range.level));
            Node { level: range.level, prefix: range.first, own: range.own }
        };
        Some(Profile {
            key_bits: self.config.key_bits,
            count_bits: DUMP_OWN_BITS,
            nodes: self.peak_live(),
            n: self.n,
            t: self.threshold() as u64,
            lost: 0,
            live: self.live(),
            creates: u32::try_from(self.splits).unwrap_or(u32::MAX),
            collapses: self.merges,
            over: 0,
            tree: self.ranges().into_iter().map(to_node).collect(),
        })
    }
}

struct Queries(Vec<Ranged>);

impl Bounds for Queries {
    fn bounds(&self, first: u64, last: u64) -> (u64, u64) {
        let (mut lo, mut cut) = (0, 0);
        for range in self.0.iter().filter(|range| first <= last && range.first <= last && first <= range.last) {
            if first <= range.first && range.last <= last {
                lo += range.own;
            } else {
                cut += range.own;
            }
        }
        (lo, lo + cut)
    }
}

/// Parameters that make no tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// Not 1 to 64.
    KeyBits(u32),
    /// Not between 0 and 1.
    Eps(f64),
    /// Not 2, 4, 8 or 16.
    Branching(u32),
    /// Not above 1.
    MergeRatio(f64),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::KeyBits(k) => write!(f, "key width {k}: expected 1 to 64"),
            Error::Eps(eps) => write!(f, "eps {eps}: expected a number between 0 and 1"),
            Error::Branching(b) => write!(f, "branching factor {b}: expected 2, 4, 8 or 16"),
            Error::MergeRatio(q) => write!(f, "merge ratio {q}: expected a number above 1"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::exact::Exact;

    #[test]
    fn a_counter_beyond_the_threshold_gets_all_its_children() {
        let mut tree = Classic::new(Config::new(4, 0.5)).unwrap();
        tree.add_keys(&[9]);
        assert_eq!((tree.live(), tree.splits()), (5, 1), "1 > 0.5 * 1 / 2");
        tree.add_keys(&[9]);
        assert_eq!((tree.live(), tree.splits()), (9, 2), "1 > 0.5 * 2 / 2");
        tree.add_keys(&[9, 9]);
        assert_eq!((tree.live(), tree.splits()), (9, 2), "unit ranges do not split");
        assert_eq!(tree.query(9, 9), (2, 4));
    }

    #[test]
    fn merges_come_in_batches_and_fold_what_is_light() {
        let mut tree = Classic::new(Config::new(16, 0.1)).unwrap();
        let keys: Vec<u64> = (0..1023).map(|i| i * 64 % 65536).collect();
        tree.add_keys(&keys);
        let before = tree.live();
        tree.add_keys(&[5]);
        assert_eq!(tree.merges(), 1);
        assert!(tree.live() < before, "{} {before}", tree.live());
        tree.add_keys(&vec![5; 1023]);
        assert_eq!(tree.merges(), 1);
        tree.add_keys(&[5]);
        assert_eq!(tree.merges(), 2);
        assert!(tree.peak_live() >= before && tree.average_live() < f64::from(tree.peak_live()));
    }

    #[test]
    fn every_shape_keeps_the_error_bound_and_loses_nothing() {
        let mut x = 1u64;
        let keys: Vec<u64> = std::iter::repeat_with(|| {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (x >> 32) >> ((x >> 27) & 31)
        })
        .take(40_000)
        .collect();
        let exact = Exact::from_events(32, keys.iter().copied().map(Event::unit));
        for branching in [2, 4, 8, 16] {
            for merge_ratio in [1.25, 2.0, 8.0] {
                let config = Config { branching, merge_ratio, ..Config::new(32, 0.02) };
                let mut tree = Classic::new(config).unwrap();
                tree.add_keys(&keys);
                let ranges = tree.ranges();
                assert_eq!(ranges.iter().map(|range| range.own).sum::<u64>(), 40_000);
                assert_eq!(ranges.len(), tree.live() as usize);
                assert_eq!(tree.query(0, u32::MAX.into()), (40_000, 40_000));
                assert_eq!(tree.profile().is_some(), branching == 4);
                let queries = tree.bounds();
                for range in &ranges {
                    let (lo, hi) = queries.bounds(range.first, range.last);
                    let count = exact.count(range.first, range.last);
                    assert!(lo <= count && count <= hi);
                    // A split comes one event after the threshold.
                    let slack = f64::from(config.levels());
                    assert!((count - lo) as f64 <= 0.02 * 40_000.0 + slack, "b={branching} q={merge_ratio}");
                }
                assert!(tree.merges() > 1 && tree.splits() > 100);
            }
        }
    }

    #[test]
    fn the_profile_of_a_tree_answers_like_the_tree() {
        let mut tree = Classic::new(Config::new(16, 0.05)).unwrap();
        tree.add_keys(&(0..5000).map(|i| i * i % 65521).collect::<Vec<u64>>());
        let profile = tree.profile().unwrap();
        assert_eq!(profile.tree.len(), tree.live() as usize);
        for (first, last) in [(0, 65535), (5, 700), (16384, 32767), (3, 3)] {
            assert_eq!(profile.query(first, last), tree.query(first, last));
        }
        assert_eq!(profile.hot(0.05), tree.hot(0.05));
        assert!(!tree.hot(0.05).is_empty());
    }

    #[test]
    fn parameters_are_checked() {
        let good = Config::new(32, 0.1);
        assert_eq!(Config { key_bits: 65, ..good }.validate(), Err(Error::KeyBits(65)));
        assert_eq!(Config { eps: 1.0, ..good }.validate(), Err(Error::Eps(1.0)));
        assert_eq!(Config { branching: 5, ..good }.validate(), Err(Error::Branching(5)));
        assert_eq!(Config { merge_ratio: 1.0, ..good }.validate(), Err(Error::MergeRatio(1.0)));
        assert_eq!(Error::Branching(5).to_string(), "branching factor 5: expected 2, 4, 8 or 16");
    }
}
