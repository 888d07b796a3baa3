//! A snapshot of a tree and what can be read from it (docs/reference/rap.md R8, R9).
mod hot;
mod union;
mod words;

pub use hot::HotRange;
pub(crate) use hot::{Ranged, hot_ranges, is_hot};
pub use union::UnionError;
pub use words::DumpError;

/// One node of a dump (R8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Level, 0 for the root to `L` for unit ranges.
    pub level: u8,
    /// The smallest key of the node's range, as a right-aligned `K`-bit number (so the prefix is left-aligned in `K`
    /// bits).
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
    /// Collapses since reset (R13); 0 where a hand makes room (R15).
    pub collapses: u32,
    /// Sum of the weights counted above `T` because no node was free (R15 H3); 0 where collapses make room.
    pub over: u64,
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
        node.prefix | low_mask(self.key_bits, node.level)
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

    /// The certificate: the largest sum of own counts over the proper ancestors of a node (R9). For every range of the
    /// tree the true count exceeds the lower bound by at most this much.
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

    /// The error bound in force as a fraction of all events: `(L * T + over) / n` (R9, R15 H4); 0 for an empty profile.
    pub fn eps_bound(&self) -> f64 {
        let bound = f64::from(self.levels()) * self.t as f64 + self.over as f64;
        if self.n == 0 { 0.0 } else { bound / self.n as f64 }
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
}

/// Ones in the key bits that a range at `level` leaves open.
pub(crate) const fn low_mask(key_bits: u32, level: u8) -> u64 {
    let open = key_bits - 2 * level as u32;
    if open == 0 { 0 } else { u64::MAX >> (64 - open) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A hand-made 4-bit profile: root 1; 0000..0011 = 5 with unit 0001 = 7; 1100..1111 = 3.
    pub(crate) fn small() -> Profile {
        let node = |level, prefix, own| Node { level, prefix, own };
        let tree = vec![node(0, 0, 1), node(1, 0, 5), node(2, 1, 7), node(1, 12, 3)];
        Profile {
            key_bits: 4,
            count_bits: 32,
            nodes: 8,
            n: 16,
            t: 5,
            lost: 0,
            live: 4,
            creates: 3,
            collapses: 0,
            over: 0,
            tree,
        }
    }

    #[test]
    fn queries_add_what_is_inside_and_bound_what_is_cut() {
        let p = small();
        assert_eq!(p.query(0, 15), (16, 16));
        assert_eq!(p.query(0, 3), (12, 13));
        assert_eq!(p.query(1, 1), (7, 13));
        assert_eq!(p.query(2, 12), (0, 9));
        assert_eq!(p.query(4, 11), (0, 1));
        assert_eq!(p.query(3, 2), (0, 0), "an empty range");
    }

    #[test]
    fn the_certificate_is_the_heaviest_path_above_a_node() {
        assert_eq!(small().cert(), 6);
        assert_eq!(small().eps_bound(), 2.0 * 5.0 / 16.0);
    }

    #[test]
    fn ranges_of_64_bit_keys_do_not_overflow() {
        let tree = vec![Node { level: 0, prefix: 0, own: 2 }, Node { level: 1, prefix: 3 << 62, own: 1 }];
        let p = Profile { key_bits: 64, n: 3, live: 2, tree, ..small() };
        assert_eq!(p.last_key(&p.tree[0]), u64::MAX);
        assert_eq!(p.query(3 << 62, u64::MAX), (1, 3));
        assert_eq!(p.query(0, u64::MAX), (3, 3));
    }
}
