//! Golden model of range adaptive profiling: the tree alone (docs/rap.md R1 to R9, R13).
use super::profile::{Node, Profile};
use crate::spec::event::Event;
use crate::spec::rap::{Config, Error, FIRST_MERGE, ladder_next};

const NONE: u32 = 0;
const ROOT: usize = 0;

/// The range tree (R1): counts events in nodes whose ranges adapt to where the events are.
#[derive(Clone, Debug)]
pub struct Rap {
    config: Config,
    children: Vec<[u32; 4]>,
    own: Vec<u64>,
    free: Vec<u32>,
    n: u64,
    t: u64,
    lost: u64,
    next_merge: u64,
    creates: u32,
    collapses: u32,
}

impl Rap {
    /// A tree in its reset state (R1). The coalescer of the configuration is not part of it: see [`super::profiler`].
    pub fn new(config: Config) -> Result<Self, Error> {
        config.validate()?;
        let mut rap = Self {
            config,
            children: vec![[NONE; 4]; config.nodes as usize],
            own: vec![0; config.nodes as usize],
            free: vec![],
            n: 0,
            t: 0,
            lost: 0,
            next_merge: 0,
            creates: 0,
            collapses: 0,
        };
        rap.reset();
        Ok(rap)
    }

    /// Back to the reset state: an empty root, `T = T0`, statistics 0 (R1, R11).
    pub fn reset(&mut self) {
        self.children.fill([NONE; 4]);
        self.own.fill(0);
        self.free = (1..self.config.nodes).rev().collect();
        self.n = 0;
        self.t = self.config.t0;
        self.lost = 0;
        self.next_merge = FIRST_MERGE;
        self.creates = 0;
        self.collapses = 0;
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

    /// Nodes created (R5c, R13).
    pub const fn creates(&self) -> u32 {
        self.creates
    }

    /// Collapses (R6, R13).
    pub const fn collapses(&self) -> u32 {
        self.collapses
    }

    /// One event (R3 to R7). Weight 0 is ignored.
    pub fn add(&mut self, event: Event) {
        let weight = u64::from(event.weight);
        if weight == 0 {
            return;
        }
        let count_max = self.config.count_max();
        if self.n + weight > count_max {
            self.lost = (self.lost + weight).min(count_max);
            return;
        }
        self.n += weight;
        if let Some(eps) = self.config.eps {
            self.t = self.t.max(((u64::from(eps.m) * top3(self.n)) >> eps.s).min(count_max));
        }
        let (mut node, mut level) = (ROOT, 0);
        loop {
            let digit = self.digit(event.key, level);
            if level < self.config.levels() && self.children[node][digit] != NONE {
                (node, level) = (self.children[node][digit] as usize, level + 1);
            } else if level == self.config.levels() || self.own[node] + weight <= self.t {
                self.own[node] += weight;
                break;
            } else if let Some(child) = self.free.pop() {
                self.creates = self.creates.saturating_add(1);
                self.children[node][digit] = child;
            } else {
                self.collapse();
                (node, level) = (ROOT, 0);
            }
        }
        if self.config.eps.is_some() && self.n >= self.next_merge {
            self.sweep(ROOT);
            while self.next_merge <= self.n {
                self.next_merge *= 2;
            }
        }
    }

    /// The digit of `key` below `level` (R1).
    fn digit(&self, key: u64, level: u32) -> usize {
        (key >> (self.config.key_bits - 2).saturating_sub(2 * level)) as usize & 3
    }

    fn collapse(&mut self) {
        self.collapses = self.collapses.saturating_add(1);
        while self.free.is_empty() {
            self.t = ladder_next(self.t, self.config.count_max());
            self.sweep(ROOT);
        }
    }

    fn sweep(&mut self, node: usize) {
        for digit in 0..4 {
            let child = self.children[node][digit];
            if child != NONE {
                self.sweep(child as usize);
            }
        }
        for digit in 0..4 {
            let child = self.children[node][digit] as usize;
            if child != NONE as usize && self.children[child] == [NONE; 4] && self.own[child] + self.own[node] <= self.t
            {
                self.own[node] += std::mem::take(&mut self.own[child]);
                self.children[node][digit] = NONE;
                self.free.push(child as u32);
            }
        }
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

    fn visit(&self, node: usize, level: u32, prefix: u64, tree: &mut Vec<Node>) {
        tree.push(Node { level: level as u8, prefix, own: self.own[node] });
        for digit in 0..4 {
            let child = self.children[node][digit];
            if child != NONE {
                let prefix = prefix | (digit as u64) << (self.config.key_bits - 2 * level - 2);
                self.visit(child as usize, level + 1, prefix, tree);
            }
        }
    }
}

/// `tr3`: the value with all but its three leading significant bits cleared (R4).
const fn top3(n: u64) -> u64 {
    match n.checked_ilog2() {
        Some(top) if top > 2 => n >> (top - 2) << (top - 2),
        _ => n,
    }
}
