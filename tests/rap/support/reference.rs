//! The rules R1 to R8 and R13 of docs/reference/rap.md, transcribed one by one without a thought for speed.
use treetap::model::profile::{Node, Profile};
use treetap::spec::event::Event;
use treetap::spec::rap::{Config, ladder_next};

struct Tree {
    own: u64,
    children: [Option<Box<Tree>>; 4],
}

impl Tree {
    fn new() -> Self {
        Self { own: 0, children: Default::default() }
    }

    fn is_leaf(&self) -> bool {
        self.children.iter().all(Option::is_none)
    }

    /// R6 SWEEP; gives the number of nodes removed.
    fn sweep(&mut self, t: u64) -> u32 {
        let mut removed: u32 = self.children.iter_mut().flatten().map(|child| child.sweep(t)).sum();
        for child in &mut self.children {
            if let Some(c) = child
                && c.is_leaf()
                && c.own + self.own <= t
            {
                self.own += c.own;
                *child = None;
                removed += 1;
            }
        }
        removed
    }

    fn dump(&self, key_bits: u32, level: u32, prefix: u64, tree: &mut Vec<Node>) {
        tree.push(Node { level: level as u8, prefix, own: self.own });
        for (digit, child) in self.children.iter().enumerate() {
            if let Some(child) = child {
                child.dump(key_bits, level + 1, prefix | (digit as u64) << (key_bits - 2 * level - 2), tree);
            }
        }
    }
}

pub struct Reference {
    config: Config,
    root: Tree,
    live: u32,
    n: u64,
    t: u64,
    lost: u64,
    nm: u64,
    creates: u32,
    collapses: u32,
}

impl Reference {
    pub fn new(config: Config) -> Self {
        let t = config.t0;
        Self { config, root: Tree::new(), live: 1, n: 0, t, lost: 0, nm: 1024, creates: 0, collapses: 0 }
    }

    pub fn add(&mut self, event: Event) {
        let w = u64::from(event.weight);
        let count_max = self.config.count_max();
        if self.n + w > count_max {
            self.lost = count_max.min(self.lost + w);
            return;
        }
        self.n += w;
        if let Some(eps) = self.config.eps {
            let product = (u128::from(eps.m) * u128::from(tr3(self.n))) >> eps.s;
            self.t = self.t.max(product.min(count_max.into()) as u64);
        }
        while !self.walk(event.key, w) {
            if self.live == self.config.nodes {
                self.collapses += 1;
                while self.live == self.config.nodes {
                    self.t = ladder_next(self.t, count_max);
                    self.live -= self.root.sweep(self.t);
                }
            } else {
                self.create(event.key);
            }
        }
        if self.config.eps.is_some() && self.n >= self.nm {
            self.live -= self.root.sweep(self.t);
            while self.nm <= self.n {
                self.nm *= 2;
            }
        }
    }

    /// R5: the deepest node on the key's path counts if it can.
    fn walk(&mut self, key: u64, w: u64) -> bool {
        let t = self.t;
        let levels = self.config.levels();
        let (node, level) = self.deepest(key);
        let counts = level == levels || node.own + w <= t;
        if counts {
            node.own += w;
        }
        counts
    }

    /// R5c.
    fn create(&mut self, key: u64) {
        let levels = self.config.levels();
        let (node, level) = self.deepest(key);
        node.children[digit(key, levels, level)] = Some(Box::new(Tree::new()));
        self.live += 1;
        self.creates += 1;
    }

    fn deepest(&mut self, key: u64) -> (&mut Tree, u32) {
        let levels = self.config.levels();
        let mut node = &mut self.root;
        let mut level = 0;
        while level < levels && node.children[digit(key, levels, level)].is_some() {
            node = node.children[digit(key, levels, level)].as_mut().unwrap();
            level += 1;
        }
        (node, level)
    }

    pub fn snapshot(&self) -> Profile {
        let mut tree = vec![];
        self.root.dump(self.config.key_bits, 0, 0, &mut tree);
        Profile {
            key_bits: self.config.key_bits,
            count_bits: self.config.count_bits,
            nodes: self.config.nodes,
            n: self.n,
            t: self.t,
            lost: self.lost,
            live: self.live,
            creates: self.creates,
            collapses: self.collapses,
            over: 0,
            tree,
        }
    }
}

fn digit(key: u64, levels: u32, level: u32) -> usize {
    (key >> (2 * (levels - 1 - level)) & 3) as usize
}

/// R4: the three leading significant bits.
fn tr3(n: u64) -> u64 {
    let mut mask = n;
    let mut low = 0;
    while mask >= 8 {
        mask >>= 1;
        low += 1;
    }
    mask << low
}
