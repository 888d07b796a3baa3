//! Rule R15 of docs/reference/rap.md with the rules around it (R1 to R5, R7), transcribed without a thought for speed:
//! a pool of slots, each with the range of its node, and no links at all.
use std::collections::HashMap;
use treetap::model::profile::{Node, Profile};
use treetap::spec::event::Event;
use treetap::spec::rap::{Collapse, Config, Hand, ladder_next};

/// A tree whose room a hand makes, and what happened to it.
pub struct Round {
    config: Config,
    hand: Hand,
    slots: Vec<Option<Node>>,
    /// Slot by level and prefix.
    places: HashMap<(u8, u64), usize>,
    /// The last is on top.
    free: Vec<usize>,
    n: u64,
    t: u64,
    lost: u64,
    nm: u64,
    creates: u32,
    pub h: u32,
    going: bool,
    /// Slots of the nodes that the latest counted event created.
    newest: Vec<usize>,
    pub over: u64,
    seen: u64,
    pub met: Coverage,
}

/// How often each thing happened that a test must have met.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coverage {
    pub rounds: u64,
    /// Rounds that began with `J` steps.
    pub jumps: u64,
    /// Rounds that EPS began, and those among them that cut another short.
    pub merges: u64,
    pub restarts: u64,
    pub absorptions: u64,
    /// Absorptions of a node that the event before had created.
    pub of_the_newest: u64,
    /// Absorptions into the node where the walk of the same event ends.
    pub into_the_counted: u64,
    /// Creates in a slot that the visits of the same event freed.
    pub reused_at_once: u64,
    pub overs: u64,
    /// Events of which the end of the slots cut visits off.
    pub cut_short: u64,
    /// Visits that a debt asked for.
    pub owed: u64,
    /// Rounds that came to their end.
    pub wraps: u64,
}

impl std::ops::AddAssign for Coverage {
    fn add_assign(&mut self, more: Self) {
        self.rounds += more.rounds;
        self.jumps += more.jumps;
        self.merges += more.merges;
        self.restarts += more.restarts;
        self.absorptions += more.absorptions;
        self.of_the_newest += more.of_the_newest;
        self.into_the_counted += more.into_the_counted;
        self.reused_at_once += more.reused_at_once;
        self.overs += more.overs;
        self.cut_short += more.cut_short;
        self.owed += more.owed;
        self.wraps += more.wraps;
    }
}

impl Round {
    pub fn new(config: Config) -> Self {
        let Collapse::Hand(hand) = config.collapse else { panic!("a tree without a hand") };
        let mut slots = vec![None; config.nodes as usize];
        slots[0] = Some(Node { level: 0, prefix: 0, own: 0 });
        Self {
            config,
            hand,
            slots,
            places: HashMap::from([((0, 0), 0)]),
            free: (1..config.nodes as usize).rev().collect(),
            n: 0,
            t: config.t0,
            lost: 0,
            nm: 1024,
            creates: 0,
            h: 0,
            going: false,
            newest: vec![],
            over: 0,
            seen: 0,
            met: Coverage::default(),
        }
    }

    pub fn add(&mut self, event: Event) {
        let w = u64::from(event.weight);
        let key = event.key & self.config.key_max();
        let count_max = self.config.count_max();
        if self.n + w > count_max {
            self.lost = count_max.min(self.lost + w);
            return;
        }
        self.n += w;
        if let Some(eps) = self.config.eps {
            let drop = (64 - self.n.leading_zeros()).saturating_sub(3);
            let product = (u128::from(eps.m) * u128::from(self.n >> drop << drop)) >> eps.s;
            self.t = self.t.max(product.min(count_max.into()) as u64);
        }
        let freed = self.go_round(w, key);
        self.walk(key, w, &freed);
        if self.config.eps.is_some() && self.n >= self.nm {
            self.met.merges += 1;
            self.met.restarts += u64::from(self.going);
            (self.going, self.h) = (true, 1);
            while self.nm <= self.n {
                self.nm *= 2;
            }
        }
    }

    /// H1 and H2; gives the slots that became free.
    fn go_round(&mut self, w: u64, key: u64) -> Vec<usize> {
        let live = self.places.len() as u32;
        if !self.going && live > self.config.nodes - self.hand.reserve(self.config.nodes) {
            let jumps = self.over != self.seen;
            for _ in 0..if jumps { self.hand.jump } else { 1 } {
                self.t = ladder_next(self.t, self.config.count_max());
            }
            self.met.rounds += 1;
            self.met.jumps += u64::from(jumps);
            self.seen = self.over;
            (self.going, self.h) = (true, 1);
        }
        let mut freed = vec![];
        if self.going {
            let owed = u64::from(self.hand.per_create) * self.newest.len() as u64;
            self.met.owed += owed;
            for _ in 0..w.min(self.hand.weight_cap.into()) + owed {
                if self.h == self.config.nodes {
                    self.met.cut_short += 1;
                    break;
                }
                freed.extend(self.visit(key));
                self.h += 1;
            }
            self.going = self.h < self.config.nodes;
            self.met.wraps += u64::from(!self.going);
        }
        self.newest.clear();
        freed
    }

    fn visit(&mut self, key: u64) -> Option<usize> {
        let slot = self.h as usize;
        let node = self.slots[slot]?;
        let levels = self.config.levels();
        let has_child = (0..4).any(|digit| {
            u32::from(node.level) < levels
                && self.find(node.level + 1, node.prefix | digit << self.open(node.level + 1)).is_some()
        });
        let above = self.find(node.level - 1, self.cut(node.prefix, node.level - 1)).expect("a node has a parent");
        let parent = self.slots[above].as_mut().expect("found");
        if has_child || parent.own + node.own > self.t {
            return None;
        }
        parent.own += node.own;
        let parent = *parent;
        self.slots[slot] = None;
        self.places.remove(&(node.level, node.prefix));
        self.free.push(slot);
        self.met.absorptions += 1;
        self.met.of_the_newest += u64::from(self.newest.contains(&slot));
        self.met.into_the_counted += u64::from(self.slots[self.end(key)] == Some(parent));
        Some(slot)
    }

    /// R5 with H3 in the place of R5b.
    fn walk(&mut self, key: u64, w: u64, freed: &[usize]) {
        loop {
            let end = self.end(key);
            let node = self.slots[end].as_mut().expect("found");
            if u32::from(node.level) == self.config.levels() || node.own + w <= self.t {
                node.own += w;
                return;
            }
            let Some(slot) = self.free.pop() else {
                node.own += w;
                self.over += w;
                self.met.overs += 1;
                return;
            };
            let level = node.level + 1;
            self.met.reused_at_once += u64::from(freed.contains(&slot));
            let prefix = self.cut(key, level);
            self.slots[slot] = Some(Node { level, prefix, own: 0 });
            self.places.insert((level, prefix), slot);
            self.creates += 1;
            self.newest.push(slot);
        }
    }

    /// The deepest node whose range has the key.
    fn end(&self, key: u64) -> usize {
        let levels = 0..=self.config.levels() as u8;
        levels.map_while(|level| self.find(level, self.cut(key, level))).last().expect("the root")
    }

    fn find(&self, level: u8, prefix: u64) -> Option<usize> {
        self.places.get(&(level, prefix)).copied()
    }

    /// Key bits below a range of this level.
    fn open(&self, level: u8) -> u32 {
        self.config.key_bits - 2 * u32::from(level)
    }

    fn cut(&self, key: u64, level: u8) -> u64 {
        let open = self.open(level);
        if open == 64 { 0 } else { key >> open << open }
    }

    pub fn snapshot(&self) -> Profile {
        let mut tree: Vec<Node> = self.slots.iter().flatten().copied().collect();
        // Pre-order: by the first key of the range, and the wider range first.
        tree.sort_by_key(|node| (node.prefix, node.level));
        Profile {
            key_bits: self.config.key_bits,
            count_bits: self.config.count_bits,
            nodes: self.config.nodes,
            n: self.n,
            t: self.t,
            lost: self.lost,
            live: tree.len() as u32,
            creates: self.creates,
            collapses: 0,
            over: self.over,
            tree,
        }
    }
}
