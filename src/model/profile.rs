//! A snapshot of a tree and what can be read from it (docs/rap.md R8, R9).

/// One node of a dump (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Level, 0 for the root to `L` for unit ranges.
    pub level: u8,
    /// The smallest key of the node's range, as a right-aligned `K`-bit number (so the prefix is left-aligned in `K` bits).
    pub prefix: u64,
    /// Events counted in this node and not in its children.
    pub own: u64,
}

/// A profile: totals and the tree in pre-order (R8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// `K`.
    pub key_bits: u32,
    /// `C`.
    pub count_bits: u32,
    /// `N`: size of the node pool.
    pub nodes: u32,
    /// Sum of the weights counted.
    pub n: u64,
    /// The threshold in force.
    pub t: u64,
    /// Sum of the weights refused because a count would have overflowed; saturates at `2^C - 1`.
    pub lost: u64,
    /// Nodes in the tree.
    pub live: u32,
    /// Nodes created since reset (R13).
    pub creates: u32,
    /// Collapses since reset (R13).
    pub collapses: u32,
    /// Nodes in pre-order, children in the order of their digit.
    pub tree: Vec<Node>,
}

impl Profile {
    /// `L`: the level of unit ranges.
    pub const fn levels(&self) -> u32 {
        self.key_bits / 2
    }

    /// The largest key of a node's range.
    pub const fn last_key(&self, node: &Node) -> u64 {
        let width = self.key_bits - 2 * node.level as u32;
        if width == 0 { node.prefix } else { node.prefix | u64::MAX >> (64 - width) }
    }

    /// Bounds `(lo, hi)` of the number of events with a key in `first..=last` (R9). An empty range has none.
    pub fn query(&self, first: u64, last: u64) -> (u64, u64) {
        let (mut lo, mut cut) = (0, 0);
        if first > last {
            return (0, 0);
        }
        for node in &self.tree {
            let node_last = self.last_key(node);
            if first <= node.prefix && node_last <= last {
                lo += node.own;
            } else if node.prefix <= last && first <= node_last {
                cut += node.own;
            }
        }
        (lo, lo + cut)
    }

    /// The certificate: the largest sum of own counts over the proper ancestors of a node (R9). For every range of the tree the true
    /// count exceeds the lower bound by at most this much.
    pub fn cert(&self) -> u64 {
        let mut path = vec![0u64; self.levels() as usize + 2];
        let mut worst = 0;
        for node in &self.tree {
            let level = usize::from(node.level);
            worst = worst.max(path[level]);
            path[level + 1] = path[level] + node.own;
        }
        worst
    }

    /// The error bound in force as a fraction of all events: `L * T / n` (R9); 0 for an empty profile.
    pub fn eps_bound(&self) -> f64 {
        if self.n == 0 { 0.0 } else { f64::from(self.levels()) * self.t as f64 / self.n as f64 }
    }

    /// FNV-1a-64 of the tree: per node in pre-order level (1 byte), prefix and own (8 bytes each, little-endian).
    pub fn fnv(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for node in &self.tree {
            let bytes = [node.level].into_iter().chain(node.prefix.to_le_bytes()).chain(node.own.to_le_bytes());
            for byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
        hash
    }

    /// The dump stream (R8): `n, T, lost, live, creates, collapses`; per node its prefix and `{level[7:0], 8'd0, own[47:0]}`; last the
    /// CRC-32 of all bytes before, each word little-endian.
    pub fn to_words(&self) -> Vec<u64> {
        let head = [self.n, self.t, self.lost, self.live.into(), self.creates.into(), self.collapses.into()];
        let nodes = self.tree.iter().flat_map(|node| [node.prefix, u64::from(node.level) << 56 | node.own]);
        let mut words: Vec<u64> = head.into_iter().chain(nodes).collect();
        words.push(crc(&words).into());
        words
    }
}

/// CRC-32 (IEEE 802.3) of the little-endian bytes of `words`.
fn crc(words: &[u64]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    words.iter().for_each(|word| hasher.update(&word.to_le_bytes()));
    hasher.finalize()
}
