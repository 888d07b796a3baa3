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
    /// The hot ranges at the share `phi` (0.1 = 10 %), in the order of the dump: a range is hot if its own events and those of its
    /// sub-ranges that are not hot make up at least `phi * n` (the paper's section 4.1). A range is certainly hot if `lo` says so.
    pub fn hot(&self, phi: f64) -> Vec<HotRange> {
        let mut parents = vec![usize::MAX; self.tree.len()];
        let mut path = vec![usize::MAX; self.levels() as usize + 2];
        for (i, node) in self.tree.iter().enumerate() {
            parents[i] = path[usize::from(node.level)];
            path[usize::from(node.level) + 1] = i;
        }
        let mut below: Vec<u64> = self.tree.iter().map(|node| node.own).collect();
        let mut weights = below.clone();
        let mut above = vec![0u64; self.tree.len()];
        for (i, &parent) in parents.iter().enumerate().skip(1).rev() {
            below[parent] += below[i];
            if !is_hot(weights[i], phi, self.n) {
                weights[parent] += weights[i];
            }
        }
        let mut depths = vec![0u32; self.tree.len()];
        let mut hot = vec![];
        for (i, node) in self.tree.iter().enumerate() {
            if let Some(&parent) = parents.get(i).filter(|&&parent| parent != usize::MAX) {
                above[i] = above[parent] + self.tree[parent].own;
                depths[i] = depths[parent] + u32::from(is_hot(weights[parent], phi, self.n));
            }
            if is_hot(weights[i], phi, self.n) {
                hot.push(HotRange {
                    level: node.level,
                    first: node.prefix,
                    last: self.last_key(node),
                    depth: depths[i],
                    lo: below[i],
                    hi: below[i] + above[i],
                    weight: weights[i],
                });
            }
        }
        hot
    }
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
