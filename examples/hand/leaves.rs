//! Other ways round the pool than R15's, tried and not taken: an own tree, for the experiment alone.
use treetap::model::profile::{Node, Profile};
use treetap::spec::event::Event;
use treetap::spec::rap::{Config, Hand, ladder_next};

/// Which slots a visit meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Slots with a leaf, found without a visit by a bitmap.
    Leaves,
    /// Two slots a visit, half the pool apart.
    Two,
    /// From the last slot to the first.
    Down,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    alive: bool,
    level: u32,
    prefix: u64,
    own: u64,
    parent: usize,
    digit: usize,
    children: [usize; 4],
}

impl Slot {
    fn is_leaf(&self) -> bool {
        self.alive && self.children == [0; 4]
    }
}

/// A tree with a hand of its own.
pub struct Skipping {
    config: Config,
    order: Order,
    slots: Vec<Slot>,
    free: Vec<usize>,
    t: u64,
    n: u64,
    creates: u32,
    over: u64,
    seen: u64,
    /// Visits left of the round.
    left: usize,
    debt: u32,
}

impl Skipping {
    /// The profile of `events` in a tree of so many nodes.
    pub fn grow(key_bits: u32, nodes: u32, order: Order, events: &[Event]) -> Profile {
        let config = Config::new(key_bits, nodes);
        let mut slots = vec![Slot::default(); nodes as usize];
        slots[0].alive = true;
        let free = (1..nodes as usize).rev().collect();
        let mut tree = Self { config, order, slots, free, t: 1, n: 0, creates: 0, over: 0, seen: 0, left: 0, debt: 0 };
        events.iter().for_each(|event| tree.add(event.key, event.weight.into()));
        tree.profile()
    }

    /// Steps of a round.
    fn round(&self) -> usize {
        let slots = self.slots.len() - 1;
        if self.order == Order::Two { slots.div_ceil(2) } else { slots }
    }

    fn turn(&mut self, w: u64) {
        let hand = Hand::DEFAULT;
        if self.left == 0 && (self.free.len() as u32) < hand.reserve(self.config.nodes) {
            let steps = if self.over == self.seen { 1 } else { hand.jump };
            (0..steps).for_each(|_| self.t = ladder_next(self.t, self.config.count_max()));
            self.seen = self.over;
            self.left = self.round();
        }
        let mut visits = w.min(hand.weight_cap.into()) + u64::from(hand.per_create) * u64::from(self.debt);
        while self.left > 0 && visits > 0 {
            let at = self.round() - self.left + 1;
            self.left -= 1;
            match self.order {
                Order::Leaves => {
                    // A slot without a leaf costs nothing.
                    visits -= u64::from(self.slots[at].is_leaf());
                    self.visit(at);
                }
                Order::Two => {
                    visits -= 1;
                    self.visit(at);
                    self.visit((at + self.round()).min(self.slots.len() - 1));
                }
                Order::Down => {
                    visits -= 1;
                    self.visit(self.left + 1);
                }
            }
        }
        self.debt = 0;
    }

    fn visit(&mut self, at: usize) {
        let slot = self.slots[at];
        if !slot.is_leaf() || slot.own + self.slots[slot.parent].own > self.t {
            return;
        }
        let parent = &mut self.slots[slot.parent];
        parent.own += slot.own;
        parent.children[slot.digit] = 0;
        self.slots[at] = Slot::default();
        self.free.push(at);
    }

    fn add(&mut self, key: u64, w: u64) {
        self.n += w;
        self.turn(w);
        let levels = self.config.levels();
        let mut at = 0;
        loop {
            let slot = self.slots[at];
            let is_unit = slot.level == levels;
            let open = 2 * (levels - slot.level);
            let digit = if is_unit { 0 } else { (key >> (open - 2)) as usize % 4 };
            if !is_unit && slot.children[digit] != 0 {
                at = slot.children[digit];
                continue;
            }
            if is_unit || slot.own + w <= self.t {
                self.slots[at].own += w;
                return;
            }
            let Some(new) = self.free.pop() else {
                self.slots[at].own += w;
                self.over += w;
                return;
            };
            let prefix = slot.prefix | (digit as u64) << (open - 2);
            self.slots[new] = Slot { alive: true, level: slot.level + 1, prefix, parent: at, digit, ..Slot::default() };
            self.slots[at].children[digit] = new;
            self.creates += 1;
            self.debt += 1;
            at = new;
        }
    }

    fn profile(&self) -> Profile {
        let nodes = self.slots.iter().filter(|slot| slot.alive);
        let mut tree: Vec<Node> =
            nodes.map(|slot| Node { level: slot.level as u8, prefix: slot.prefix, own: slot.own }).collect();
        tree.sort_by_key(|node| (node.prefix, node.level));
        Profile {
            key_bits: self.config.key_bits,
            count_bits: self.config.count_bits,
            nodes: self.config.nodes,
            n: self.n,
            t: self.t,
            lost: 0,
            live: tree.len() as u32,
            creates: self.creates,
            collapses: 0,
            over: self.over,
            tree,
        }
    }
}
