//! Hot ranges of a profile.
use super::Profile;

/// A range that holds a share of all events of its own, beyond what its hot sub-ranges hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotRange {
    /// Level of the range, 0 for all keys to `L` for a single key.
    pub level: u8,
    /// Smallest key.
    pub first: u64,
    /// Largest key.
    pub last: u64,
    /// Number of hot ranges around it.
    pub depth: u32,
    /// Lower bound of the number of events in the range (R9), hot sub-ranges included.
    pub lo: u64,
    /// Upper bound (R9).
    pub hi: u64,
    /// The part of `lo` that lies in no hot sub-range: what makes the range hot.
    pub weight: u64,
}

/// Whether `weight` is at least the share `phi` of `n`. Nothing is hot without events.
pub(crate) fn is_hot(weight: u64, phi: f64, n: u64) -> bool {
    weight != 0 && weight as f64 / n as f64 >= phi
}

impl Profile {
    /// The hot ranges at the share `phi` (0.1 = 10 %), in the order of the dump: a range is hot if its own events and
    /// those of its sub-ranges that are not hot make up at least `phi * n` (the paper's section 4.1). A range is
    /// certainly hot if `lo` says so.
    pub fn hot(&self, phi: f64) -> Vec<HotRange> {
        let ranges = self.tree.iter().map(|node| Ranged {
            level: node.level,
            first: node.prefix,
            last: self.last_key(node),
            own: node.own,
        });
        hot_ranges(&ranges.collect::<Vec<_>>(), self.n, phi)
    }
}

/// A node of any range tree.
pub(crate) struct Ranged {
    pub level: u8,
    pub first: u64,
    pub last: u64,
    pub own: u64,
}

/// The hot ranges of a tree in pre-order that has counted `n`.
pub(crate) fn hot_ranges(nodes: &[Ranged], n: u64, phi: f64) -> Vec<HotRange> {
    // For every node its parent; the root is its own.
    let mut parents = vec![0; nodes.len()];
    let mut path = [0; 66];
    for (i, node) in nodes.iter().enumerate() {
        parents[i] = path[usize::from(node.level)];
        path[usize::from(node.level) + 1] = i;
    }
    let mut below: Vec<u64> = nodes.iter().map(|node| node.own).collect();
    let mut weights = below.clone();
    for i in (1..nodes.len()).rev() {
        below[parents[i]] += below[i];
        if !is_hot(weights[i], phi, n) {
            weights[parents[i]] += weights[i];
        }
    }
    let mut above = vec![0u64; nodes.len()];
    let mut depths = vec![0u32; nodes.len()];
    for i in 1..nodes.len() {
        above[i] = above[parents[i]] + nodes[parents[i]].own;
        depths[i] = depths[parents[i]] + u32::from(is_hot(weights[parents[i]], phi, n));
    }
    let hot = (0..nodes.len()).filter(|&i| is_hot(weights[i], phi, n));
    hot.map(|i| HotRange {
        level: nodes[i].level,
        first: nodes[i].first,
        last: nodes[i].last,
        depth: depths[i],
        lo: below[i],
        hi: below[i] + above[i],
        weight: weights[i],
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;

    #[test]
    fn a_range_is_hot_by_what_its_hot_sub_ranges_do_not_explain() {
        let p = small();
        let ranges = |phi| p.hot(phi).iter().map(|h| (h.first, h.last, h.weight, h.depth)).collect::<Vec<_>>();
        assert_eq!(ranges(0.4), [(0, 15, 9, 0), (1, 1, 7, 1)]);
        assert_eq!(ranges(0.3), [(0, 3, 5, 0), (1, 1, 7, 1)], "the root is left with 4 of 16");
        assert_eq!(ranges(1.0), [(0, 15, 16, 0)]);
        assert_eq!(ranges(1.1), []);
    }

    #[test]
    fn bounds_of_hot_ranges_are_those_of_a_query() {
        let p = small();
        let hot = p.hot(0.05);
        assert_eq!(hot.len(), 4);
        for h in hot {
            assert_eq!((h.lo, h.hi), p.query(h.first, h.last), "{h:?}");
        }
    }
}
