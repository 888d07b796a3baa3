//! Golden model of range adaptive profiling: the tree alone (docs/reference/rap.md R1 to R9, R13, R15), tuned for
//! speed.
//!
//! What makes it fast, none of it visible in the results (the tests compare it with a literal transcription of the
//! rules):
//!
//! * A unit node, which never misfits, holds its count less [`UNIT`], so that one comparison with `T` decides for every
//!   node whether an event fits.
//! * A direct-mapped cache remembers which place (node and digit) a key's walk ended in. An entry holds while the node
//!   exists, has no child in that place and the weight fits.
//! * A walk that misses the cache starts where its key leaves the path of the previous walk.
//! * Where most keys miss the cache, bulk calls look a window of keys up first and walk the misses side by side, so
//!   that their memory accesses overlap; then they count in order. What was looked up is checked again when it is used,
//!   as an event of the window may have changed the tree.
//! * Everything that depends on `n` (overflow R3, threshold R4, merges R7) stands after one comparison with a
//!   precomputed horizon.
//!
//! [`Top`] is the tree with what stands around it in the emitted unit: the coalescer and in-order commands.
mod bulk;
mod hand;
mod longest;
mod stop;
mod top;

pub use top::Top;

use super::occupancy::Occupancy;
use super::profile::{Node, Profile};
use crate::spec::event::Event;
use crate::spec::rap::{Collapse, Config, Demand, Error, FIRST_MERGE, Service};
use hand::Hand;
use longest::Longest;

/// No child: the index of a cell that no node uses and that has no children, so that a walk may run on through it.
const NONE: u32 = 0;
const ROOT: u32 = 1;
/// What is taken from the count of a unit node: no sum of weights reaches it.
const UNIT: i64 = 1 << 62;
/// log2 of the entries of the cache of places: 16 bytes each, so that it fits a second-level cache.
const CACHE_BITS: u32 = 14;
const LEVELS_MAX: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Own count, less [`UNIT`] in a unit node.
    biased: i64,
    child: [u32; 4],
    /// Where its parent has it: 4 * node + digit; 0 of a free cell and of the root.
    place: u32,
    /// How often the cell has become free: tells what was remembered of an earlier node.
    generation: u32,
}

impl Cell {
    const EMPTY: Cell = Cell { biased: 0, child: [NONE; 4], place: 0, generation: 0 };

    fn is_leaf(&self) -> bool {
        self.child == [NONE; 4]
    }

    const fn own(&self) -> i64 {
        if self.biased < 0 { self.biased + UNIT } else { self.biased }
    }
}

/// Where the walk of `key` ended: 4 * node + digit.
#[derive(Clone, Copy, Debug)]
struct Hint {
    key: u64,
    place: u32,
    /// Of the node.
    generation: u32,
}

impl Hint {
    /// Of a key that no walk ended with: the unused cell has a child nowhere, and no event fits it.
    const NOTHING: Self = Self { key: 0, place: 0, generation: 0 };
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
    path: Path,
    hand: Hand,
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
    /// What events asked for: not part of R1 either.
    service: Longest,
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
            hints: vec![Hint::NOTHING; 1 << CACHE_BITS],
            path: Path { key: 0, level: 0, nodes: [ROOT; LEVELS_MAX + 1] },
            hand: Hand::default(),
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
            service: Longest::default(),
            order: Vec::with_capacity(config.nodes as usize),
        };
        rap.reset();
        Ok(rap)
    }

    /// Back to the reset state: an empty root, `T = T0`, statistics 0 (R1, R11).
    pub fn reset(&mut self) {
        self.cells.fill(Cell::EMPTY);
        // Nothing fits the cell of no node.
        self.cells[NONE as usize].biased = UNIT;
        self.hints.fill(Hint::NOTHING);
        self.path.level = 0;
        self.free.clear();
        self.free.extend((ROOT + 1..=self.config.nodes).rev());
        self.n = 0;
        self.t = self.config.t0;
        self.lost = 0;
        self.next_merge = FIRST_MERGE;
        self.creates = 0;
        self.collapses = 0;
        self.occupancy = Occupancy::of_a_root();
        self.hand = Hand::default();
        self.service.reset();
        self.horizon = self.horizon();
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

    /// Collapses (R6, R13), 0 with a hand; saturates.
    pub const fn collapses(&self) -> u32 {
        self.collapses
    }

    /// Sum of the weights that were counted above `T`, as no slot was free (R15 H3).
    pub const fn over(&self) -> u64 {
        self.hand.over
    }

    /// The largest number of nodes so far.
    pub const fn peak_live(&self) -> u32 {
        self.occupancy.peak()
    }

    /// The number of nodes averaged over the weight counted so far; 0 before the first event.
    pub fn average_live(&self) -> f64 {
        self.occupancy.average(self.n, self.live())
    }

    /// Begins to add up how long an engine that takes this for each event would be held.
    pub fn measure(&mut self, service: Service) {
        self.service = Longest::of(service);
    }

    /// The longest time for which one event since [`Rap::measure`] held such an engine, in cycles; resets between
    /// events make no difference. 0 if nothing was measured.
    pub fn longest_service(&self) -> u64 {
        self.service.cycles()
    }

    /// What the last event that was counted has asked for, since [`Rap::measure`].
    pub fn last_demand(&self) -> Demand {
        self.service.asked(self.n)
    }

    /// Level of the node in which the walk of a key ends, in the tree as it is: after an event of this key, the node
    /// that counted it. Slower than counting, which remembers where walks ended.
    pub fn depth(&self, key: u64) -> u32 {
        let levels = self.config.levels();
        let digit = |level: u32| (key >> (2 * (levels - 1 - level))) as usize % 4;
        let mut node = ROOT;
        for level in 0..levels {
            node = match self.cells[node as usize].child[digit(level)] {
                NONE => return level,
                child => child,
            };
        }
        levels
    }

    /// How many digits two keys have in common, from the root on.
    pub fn common(&self, first: u64, second: u64) -> u32 {
        self.common_levels(first ^ second)
    }

    /// One event (R3 to R7, R15). Weight 0 is ignored; key bits above `K` are not looked at.
    #[inline]
    pub fn add(&mut self, event: Event) {
        let weight = u64::from(event.weight);
        if self.n + weight > self.horizon {
            return self.add_at_horizon(event.key, weight);
        }
        self.n += weight;
        self.turn(weight);
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
            self.t = t.min(count_max).max(self.t);
        }
        self.turn(weight);
        self.count(key, weight);
        if self.config.eps.is_some() && self.n >= self.next_merge {
            match self.config.collapse {
                Collapse::Stop => self.merge(),
                Collapse::Hand(_) => self.hand.begin(),
            }
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
        if hint.key == key && self.fits(hint.place, hint.generation, weight) {
            self.cells[(hint.place / 4) as usize].biased += weight as i64;
        } else {
            self.count_by_walk(key, weight);
        }
    }

    /// Whether a walk that once ended in this place still ends there, and the weight fits.
    #[inline]
    fn fits(&self, place: u32, generation: u32, weight: u64) -> bool {
        let cell = &self.cells[(place / 4) as usize];
        cell.child[(place % 4) as usize] == NONE
            && cell.generation == generation
            && cell.biased + weight as i64 <= self.t as i64
    }

    fn count_by_walk(&mut self, key: u64, weight: u64) {
        if weight == 0 {
            return;
        }
        self.misses += 1;
        let place = loop {
            let (node, digit) = self.walk(key);
            let place = 4 * node + digit;
            let cell = &mut self.cells[node as usize];
            if cell.biased + weight as i64 <= self.t as i64 {
                cell.biased += weight as i64;
                break place;
            }
            match (self.free.pop(), self.config.collapse) {
                (Some(child), _) => self.create(child, place),
                (None, Collapse::Stop) => self.collapse(),
                (None, Collapse::Hand(_)) => {
                    self.cells[node as usize].biased += weight as i64;
                    self.hand.over += weight;
                    break place;
                }
            }
        };
        self.hints[hash(key)] = Hint { key, place, generation: self.cells[(place / 4) as usize].generation };
    }

    /// R5c: the node where the latest walk ended gets a child.
    fn create(&mut self, child: u32, place: u32) {
        self.occupancy.leave(self.n, self.live() - 1);
        self.cells[(place / 4) as usize].child[(place % 4) as usize] = child;
        let is_unit = self.path.level + 1 == self.config.levels();
        let cell = &mut self.cells[child as usize];
        cell.biased = if is_unit { -UNIT } else { 0 };
        cell.place = place;
        self.creates = self.creates.saturating_add(1);
        self.occupancy.grown(self.live());
        self.hand.debt += 1;
        self.service.ask(self.n, Demand { creates: 1, ..Demand::default() });
        self.wake();
    }

    /// A leaf goes, and its parent gets its count, which fits there.
    fn absorb(&mut self, node: u32) {
        let cell = &mut self.cells[node as usize];
        let (own, place) = (cell.own(), cell.place);
        cell.biased = 0;
        cell.place = 0;
        cell.generation = cell.generation.wrapping_add(1);
        if cell.generation == 0 {
            // The generations begin again, and hints of the first ones must not come true.
            self.hints.fill(Hint::NOTHING);
        }
        let parent = &mut self.cells[(place / 4) as usize];
        parent.child[(place % 4) as usize] = NONE;
        parent.biased += own;
        self.free.push(node);
        if self.path.nodes[self.path.level as usize] == node {
            self.path.level -= 1;
        }
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
            over: self.hand.over,
            tree,
        }
    }

    fn visit(&self, node: u32, level: u32, prefix: u64, tree: &mut Vec<Node>) {
        let cell = &self.cells[node as usize];
        tree.push(Node { level: level as u8, prefix, own: cell.own() as u64 });
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
    fn what_was_remembered_stays_forgotten_when_generations_wrap() {
        for collapse in [Collapse::Stop, Collapse::HAND] {
            let config = Config { collapse, ..Config::new(32, 64) };
            let (mut fresh, mut old) = (Rap::new(config).unwrap(), Rap::new(config).unwrap());
            old.cells.iter_mut().for_each(|cell| cell.generation = u32::MAX - 3);
            for event in scattered(20_000) {
                fresh.add(event);
                old.add(event);
            }
            let wrapped = old.cells.iter().filter(|cell| cell.generation < 1 << 30).count();
            assert!(wrapped > 10, "{wrapped} cells have wrapped");
            assert_eq!(fresh.snapshot(), old.snapshot());
        }
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
