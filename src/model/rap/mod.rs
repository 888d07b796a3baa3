//! Golden model of range adaptive profiling: the tree alone (docs/reference/rap.md R1 to R9, R13), tuned for speed.
//!
//! What makes it fast, none of it visible in the results (the tests compare it with a literal transcription of the
//! rules):
//!
//! * A node stores `rem = T - own`, so counting is one subtraction whose borrow is the misfit (R14). Unit nodes, which
//!   never misfit, hold [`UNIT_REM`]` - own`.
//! * A direct-mapped cache remembers which slot (node and digit) a key's walk ended in. An entry holds while no
//!   collapse has happened, the slot has no child yet and the weight fits.
//! * A walk that misses the cache starts where its key leaves the path of the previous walk.
//! * Where most keys miss the cache, bulk calls look a window of keys up first and walk the misses side by side, so
//!   that their memory accesses overlap; then they count in order. What was looked up is checked again when it is used,
//!   as an event of the window may have changed the tree.
//! * Everything that depends on `n` (overflow R3, threshold R4, merges R7) waits behind one comparison with a
//!   precomputed horizon.
//!
//! [`Top`] is the tree with what stands around it in the emitted unit: the coalescer and in-order commands.
mod bulk;
mod top;

pub use top::Top;

use super::occupancy::Occupancy;
use super::profile::{Node, Profile};
use crate::spec::event::Event;
use crate::spec::rap::{Config, Error, FIRST_MERGE, ladder_next};

/// No child: the index of a cell that no node uses and that has no children, so that a walk may run on through it.
const NONE: u32 = 0;
const ROOT: u32 = 1;
/// `rem` of an empty unit node: no sum of weights reaches it. Any `rem` above [`UNIT_MARK`] belongs to a unit node.
const UNIT_REM: u64 = 1 << 62;
const UNIT_MARK: u64 = 1 << 61;
/// log2 of the entries of the slot cache: 16 bytes each, so that it fits a second-level cache.
const CACHE_BITS: u32 = 14;
const LEVELS_MAX: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Cell {
    rem: u64,
    child: [u32; 4],
}

impl Cell {
    const EMPTY: Cell = Cell { rem: 0, child: [NONE; 4] };

    fn is_leaf(&self) -> bool {
        self.child == [NONE; 4]
    }

    fn own(&self, t: u64) -> u64 {
        if self.rem > UNIT_MARK { UNIT_REM - self.rem } else { t - self.rem }
    }
}

/// Where the walk of `key` ended: slot = 4 * node + digit.
#[derive(Clone, Copy, Debug)]
struct Hint {
    key: u64,
    slot: u32,
    generation: u32,
}

/// The nodes on the walk of the latest cache miss.
#[derive(Clone, Debug)]
struct Path {
    key: u64,
    /// Level of the last node.
    level: u32,
    nodes: [u32; LEVELS_MAX + 1],
}

/// The range tree (R1): counts events in nodes whose ranges adapt to where the events are.
///
/// ```
/// use treetap::model::rap::Rap;
/// use treetap::spec::{event::Event, rap::Config};
///
/// let mut rap = Rap::new(Config::new(32, 64))?;
/// rap.add_keys(&[0x1000, 0x1004, 0x1000]);
/// rap.add(Event { key: 0x2000, weight: 500 });
/// let profile = rap.snapshot();
/// assert_eq!(profile.n, 503);
/// let (lo, hi) = profile.query(0x2000, 0x2fff);
/// assert!(lo <= 500 && 500 <= hi);
/// # Ok::<(), treetap::spec::rap::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rap {
    config: Config,
    cells: Vec<Cell>,
    free: Vec<u32>,
    hints: Vec<Hint>,
    generation: u32,
    path: Path,
    /// Cache misses of the current block of a bulk call, and whether the previous one had many.
    misses: usize,
    is_scattered: bool,
    n: u64,
    t: u64,
    lost: u64,
    /// While `n + w` stays at or below, R3, R4 and R7 have nothing to do.
    horizon: u64,
    next_merge: u64,
    creates: u32,
    collapses: u32,
    /// Node count over time: not part of R1, so not in dumps.
    occupancy: Occupancy,
    /// Scratch of the sweeps: nodes by level.
    order: Vec<u32>,
}

impl Rap {
    /// A tree in its reset state (R1). The coalescer of the configuration is not part of it: see [`Top`].
    ///
    /// # Errors
    /// What [`Config::validate`] finds wrong.
    pub fn new(config: Config) -> Result<Self, Error> {
        config.validate()?;
        let mut rap = Self {
            config,
            cells: vec![Cell::EMPTY; config.nodes as usize + 1],
            free: Vec::with_capacity(config.nodes as usize),
            hints: vec![Hint { key: 0, slot: 0, generation: 0 }; 1 << CACHE_BITS],
            generation: 0,
            path: Path { key: 0, level: 0, nodes: [ROOT; LEVELS_MAX + 1] },
            misses: 0,
            is_scattered: false,
            n: 0,
            t: 0,
            lost: 0,
            horizon: 0,
            next_merge: 0,
            creates: 0,
            collapses: 0,
            occupancy: Occupancy::default(),
            order: Vec::with_capacity(config.nodes as usize),
        };
        rap.reset();
        Ok(rap)
    }

    /// Back to the reset state: an empty root, `T = T0`, statistics 0 (R1, R11).
    pub fn reset(&mut self) {
        self.cells.fill(Cell::EMPTY);
        self.cells[ROOT as usize].rem = self.config.t0;
        self.free.clear();
        self.free.extend((ROOT + 1..=self.config.nodes).rev());
        self.n = 0;
        self.t = self.config.t0;
        self.lost = 0;
        self.next_merge = FIRST_MERGE;
        self.creates = 0;
        self.collapses = 0;
        self.occupancy = Occupancy::of_a_root();
        self.horizon = self.horizon();
        self.forget_walks();
    }

    /// Resets with new `T0` and EPS registers (R11).
    pub(crate) fn reconfigure(&mut self, config: Config) {
        self.config = config;
        self.reset();
    }

    /// Sum of the weights counted.
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The threshold `T` in force.
    pub const fn t(&self) -> u64 {
        self.t
    }

    /// Sum of the weights that did not fit the count width any more; saturates (R3).
    pub const fn lost(&self) -> u64 {
        self.lost
    }

    /// Number of nodes, the root included.
    pub fn live(&self) -> u32 {
        self.config.nodes - self.free.len() as u32
    }

    /// Nodes created (R5c, R13); saturates.
    pub const fn creates(&self) -> u32 {
        self.creates
    }

    /// Collapses (R6, R13); saturates.
    pub const fn collapses(&self) -> u32 {
        self.collapses
    }

    /// The largest number of nodes so far.
    pub const fn peak_live(&self) -> u32 {
        self.occupancy.peak()
    }

    /// The number of nodes averaged over the weight counted so far; 0 before the first event.
    pub fn average_live(&self) -> f64 {
        self.occupancy.average(self.n, self.live())
    }

    /// One event (R3 to R7). Weight 0 is ignored; key bits above `K` are not looked at.
    #[inline]
    pub fn add(&mut self, event: Event) {
        let weight = u64::from(event.weight);
        if self.n + weight > self.horizon {
            return self.add_at_horizon(event.key, weight);
        }
        self.n += weight;
        self.count(event.key, weight);
    }

    /// Many events, in order: what [`Rap::add`] does for each, but faster.
    pub fn add_all(&mut self, events: &[Event]) {
        self.add_many(events, |event| *event);
    }

    /// Many events of weight 1, in order: the same as [`Rap::add`] for each, but faster.
    pub fn add_keys(&mut self, keys: &[u64]) {
        self.add_many(keys, |&key| Event::unit(key));
    }

    /// How many digits two keys have in common that differ in the bits `differing`.
    #[inline]
    fn common_levels(&self, differing: u64) -> u32 {
        ((differing & self.config.key_max()).leading_zeros() - (64 - self.config.key_bits)) / 2
    }

    /// An event for which the count width, the threshold or a merge may matter (R3, R4, R7).
    #[cold]
    fn add_at_horizon(&mut self, key: u64, weight: u64) {
        let count_max = self.config.count_max();
        if self.n + weight > count_max {
            self.lost = (self.lost + weight).min(count_max);
            return;
        }
        self.n += weight;
        if let Some(eps) = self.config.eps {
            let t = (u64::from(eps.m) * top3(self.n)) >> eps.s;
            self.list_by_level();
            self.raise(t.min(count_max).max(self.t));
        }
        self.count(key, weight);
        if self.config.eps.is_some() && self.n >= self.next_merge {
            self.list_by_level();
            self.sweep();
            while self.next_merge <= self.n {
                self.next_merge *= 2;
            }
        }
        self.horizon = self.horizon();
    }

    /// The largest `n` at which an event still is an ordinary one.
    fn horizon(&self) -> u64 {
        let count_max = self.config.count_max();
        if self.config.eps.is_none() {
            return count_max;
        }
        let step = 1 << self.n.max(1).ilog2().saturating_sub(2);
        count_max.min(self.next_merge - 1).min(top3(self.n) + step - 1)
    }

    /// R5, with the walk cut short where the cache knows its end.
    #[inline]
    fn count(&mut self, key: u64, weight: u64) {
        let hint = self.hints[hash(key)];
        if hint.key == key && hint.generation == self.generation {
            let cell = &mut self.cells[(hint.slot / 4) as usize];
            if cell.child[(hint.slot % 4) as usize] == NONE && cell.rem >= weight {
                cell.rem -= weight;
                return;
            }
        }
        self.count_by_walk(key, weight);
    }

    fn count_by_walk(&mut self, key: u64, weight: u64) {
        if weight == 0 {
            return;
        }
        self.misses += 1;
        let slot = loop {
            let (node, digit) = self.walk(key);
            let cell = &mut self.cells[node as usize];
            if weight <= cell.rem {
                cell.rem -= weight;
                break 4 * node + digit;
            }
            self.occupancy.leave(self.n, self.live());
            match self.free.pop() {
                Some(child) => {
                    self.cells[node as usize].child[digit as usize] = child;
                    let is_unit = self.path.level + 1 == self.config.levels();
                    self.cells[child as usize].rem = if is_unit { UNIT_REM } else { self.t };
                    self.creates = self.creates.saturating_add(1);
                    self.occupancy.grown(self.live());
                }
                None => self.collapse(),
            }
        };
        self.hints[hash(key)] = Hint { key, slot, generation: self.generation };
    }

    /// Follows `key` to the last node that exists; gives it and the digit below it (0 for a unit node).
    fn walk(&mut self, key: u64) -> (u32, u32) {
        let levels = self.config.levels();
        let mut level = self.common_levels(key ^ self.path.key).min(self.path.level);
        let mut node = self.path.nodes[level as usize];
        let digit = loop {
            if level == levels {
                break 0;
            }
            let digit = (key >> (2 * (levels - 1 - level))) as u32 % 4;
            let child = self.cells[node as usize].child[digit as usize];
            if child == NONE {
                break digit;
            }
            node = child;
            level += 1;
            self.path.nodes[level as usize] = node;
        };
        self.path.key = key;
        self.path.level = level;
        (node, digit)
    }

    /// After nodes have gone: cached slots and the previous path may no longer exist.
    fn forget_walks(&mut self) {
        self.path.level = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.hints.fill(Hint { key: 0, slot: 0, generation: 0 });
            self.generation = 1;
        }
    }

    /// R6 in its second form: one sweep at the first threshold that frees a node.
    #[cold]
    fn collapse(&mut self) {
        self.collapses = self.collapses.saturating_add(1);
        self.list_by_level();
        let count_max = self.config.count_max();
        let needed = self.smallest_absorption();
        let mut t = ladder_next(self.t, count_max);
        while t < needed {
            t = ladder_next(t, count_max);
        }
        self.raise(t);
        self.sweep();
    }

    /// Lists every node in `order`, parents before children.
    fn list_by_level(&mut self) {
        self.order.clear();
        self.order.push(ROOT);
        let mut next = 0;
        while let Some(&node) = self.order.get(next) {
            self.order.extend(self.cells[node as usize].child.iter().filter(|&&child| child != NONE));
            next += 1;
        }
    }

    /// The smallest `own(c) + own(parent of c)` over leaves `c` other than the root.
    fn smallest_absorption(&self) -> u64 {
        let mut smallest = u64::MAX;
        for &node in &self.order {
            let cell = &self.cells[node as usize];
            for &child in cell.child.iter().filter(|&&child| child != NONE) {
                let child = &self.cells[child as usize];
                if child.is_leaf() {
                    smallest = smallest.min(cell.own(self.t) + child.own(self.t));
                }
            }
        }
        smallest
    }

    /// Raises the threshold; needs `order`.
    fn raise(&mut self, t: u64) {
        let rise = t - self.t;
        self.t = t;
        if rise != 0 {
            for &node in &self.order {
                let cell = &mut self.cells[node as usize];
                if cell.rem <= UNIT_MARK {
                    cell.rem += rise;
                }
            }
        }
    }

    /// SWEEP of R6 at the threshold in force, children before parents; needs `order`.
    fn sweep(&mut self) {
        self.occupancy.leave(self.n, self.live());
        for &node in self.order.iter().rev() {
            let mut cell = self.cells[node as usize];
            if cell.is_leaf() {
                continue;
            }
            for slot in &mut cell.child {
                if *slot == NONE {
                    continue;
                }
                let child = &mut self.cells[*slot as usize];
                let own = child.own(self.t);
                if child.is_leaf() && own <= cell.rem {
                    cell.rem -= own;
                    self.free.push(*slot);
                    *slot = NONE;
                }
            }
            self.cells[node as usize] = cell;
        }
        self.forget_walks();
    }

    /// The profile as it stands (R8, without a coalescer's flush).
    pub fn snapshot(&self) -> Profile {
        let mut tree = Vec::with_capacity(self.live() as usize);
        self.visit(ROOT, 0, 0, &mut tree);
        Profile {
            key_bits: self.config.key_bits,
            count_bits: self.config.count_bits,
            nodes: self.config.nodes,
            n: self.n,
            t: self.t,
            lost: self.lost,
            live: self.live(),
            creates: self.creates,
            collapses: self.collapses,
            tree,
        }
    }

    fn visit(&self, node: u32, level: u32, prefix: u64, tree: &mut Vec<Node>) {
        let cell = &self.cells[node as usize];
        tree.push(Node { level: level as u8, prefix, own: cell.own(self.t) });
        for (digit, &child) in cell.child.iter().enumerate() {
            if child != NONE {
                let prefix = prefix | (digit as u64) << (self.config.key_bits - 2 * level - 2);
                self.visit(child, level + 1, prefix, tree);
            }
        }
    }
}

#[inline]
const fn hash(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CACHE_BITS)) as usize
}

/// `tr3`: the value with all but its three leading significant bits cleared (R4).
const fn top3(n: u64) -> u64 {
    match n.checked_ilog2() {
        Some(top) if top > 2 => n >> (top - 2) << (top - 2),
        _ => n,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys all over, with weights from 0 to 15.
    pub fn scattered(len: usize) -> Vec<Event> {
        let mut x = 1u64;
        let next = || {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            Event { key: x ^ x >> 32, weight: (x >> 60) as u16 }
        };
        std::iter::repeat_with(next).take(len).collect()
    }

    #[test]
    fn bits_above_the_key_width_are_not_looked_at() {
        let config = Config::new(16, 40);
        let (mut narrow, mut wide) = (Rap::new(config).unwrap(), Rap::new(config).unwrap());
        for event in scattered(5000) {
            wide.add(event);
            narrow.add(Event { key: event.key & 0xffff, ..event });
        }
        assert_eq!(narrow.snapshot(), wide.snapshot());
    }

    #[test]
    fn forgotten_walks_stay_forgotten_when_the_generation_wraps() {
        let mut rap = Rap::new(Config::new(32, 64)).unwrap();
        rap.add_all(&scattered(1000));
        rap.generation = u32::MAX;
        rap.forget_walks();
        assert_eq!(rap.generation, 1);
        assert!(rap.hints.iter().all(|hint| hint.generation == 0));
    }

    #[test]
    fn the_average_node_count_is_weighted_by_events() {
        let mut rap = Rap::new(Config { t0: 100, ..Config::new(2, 3) }).unwrap();
        assert_eq!(rap.average_live(), 0.0);
        rap.add_keys(&[0; 100]);
        assert_eq!(rap.average_live(), 1.0, "all in the root");
        rap.add_keys(&[0; 100]);
        assert_eq!(
            (rap.peak_live(), rap.average_live()),
            (2, 1.5 - 1.0 / 200.0),
            "the creating event still counts as before"
        );
    }
}
