//! Union of profiles and fitting the result into fewer nodes (docs/reference/rap.md, "Union").
use super::{Node, Profile};
use crate::spec::rap::{DUMP_OWN_BITS, DUMP_OWN_MAX, ladder_next};
use std::fmt;

impl Profile {
    /// One profile of everything that the given ones have seen: own counts are added node by node, so lower bounds,
    /// upper bounds and certificates add as well. `T` becomes the smallest threshold of the ladder (R2) that is no less
    /// than the sum, which keeps the own bound. The order of the profiles does not matter. Unite all first and
    /// [`refit`](Profile::refit) once.
    ///
    /// # Errors
    /// No profile, different key widths, or counts that add up beyond 48 bits.
    pub fn union(profiles: &[Profile]) -> Result<Profile, UnionError> {
        let first = profiles.first().ok_or(UnionError::Empty)?;
        if let Some(other) = profiles.iter().find(|p| p.key_bits != first.key_bits) {
            return Err(UnionError::KeyBits(first.key_bits, other.key_bits));
        }
        let sum = |field: fn(&Profile) -> u64| profiles.iter().fold(0u64, |sum, p| sum.saturating_add(field(p)));
        let n = sum(|p| p.n);
        if n > DUMP_OWN_MAX {
            return Err(UnionError::Overflow);
        }
        let mut all: Vec<Node> = profiles.iter().flat_map(|p| p.tree.iter().copied()).collect();
        all.sort_unstable_by_key(|node| (node.prefix, node.level));
        let mut tree: Vec<Node> = Vec::new();
        for node in all {
            match tree.last_mut() {
                Some(last) if (last.prefix, last.level) == (node.prefix, node.level) => last.own += node.own,
                _ => tree.push(node),
            }
        }
        let t_sum = sum(|p| p.t);
        let mut t = 1;
        while t < t_sum.min(DUMP_OWN_MAX) {
            t = ladder_next(t, DUMP_OWN_MAX);
        }
        Ok(Profile {
            key_bits: first.key_bits,
            count_bits: DUMP_OWN_BITS,
            nodes: tree.len() as u32,
            n,
            t,
            lost: sum(|p| p.lost).min(DUMP_OWN_MAX),
            live: tree.len() as u32,
            creates: sum(|p| p.creates.into()).min(u32::MAX.into()) as u32,
            collapses: sum(|p| p.collapses.into()).min(u32::MAX.into()) as u32,
            over: sum(|p| p.over).min(DUMP_OWN_MAX),
            tree,
        })
    }

    /// The same profile in at most `nodes` nodes (at least one): one sweep at the threshold in force, then thresholds
    /// rise along the ladder, with a sweep each, until the tree fits (R6). Totals and statistics stay as they are.
    pub fn refit(&self, nodes: u32) -> Profile {
        let mut fit = Fit::new(self);
        fit.sweep();
        while fit.live > nodes.max(1) {
            fit.t = ladder_next(fit.t, (1 << self.count_bits) - 1);
            fit.sweep();
        }
        let tree: Vec<Node> =
            fit.nodes.iter().filter(|n| n.alive).map(|n| Node { own: n.own, ..self.tree[n.index] }).collect();
        Profile { nodes: nodes.max(1), t: fit.t, live: fit.live, tree, ..self.clone() }
    }
}

/// A dumped tree with its links restored. Nodes are in pre-order.
struct Fit {
    nodes: Vec<FitNode>,
    t: u64,
    live: u32,
}

struct FitNode {
    index: usize,
    own: u64,
    children: Vec<usize>,
    alive: bool,
}

impl Fit {
    fn new(profile: &Profile) -> Self {
        let mut nodes: Vec<FitNode> = Vec::with_capacity(profile.tree.len());
        let mut path = vec![0; profile.levels() as usize + 1];
        for (index, node) in profile.tree.iter().enumerate() {
            path[usize::from(node.level)] = index;
            if node.level > 0 {
                nodes[path[usize::from(node.level) - 1]].children.push(index);
            }
            nodes.push(FitNode { index, own: node.own, children: vec![], alive: true });
        }
        Self { live: nodes.len() as u32, nodes, t: profile.t }
    }

    /// SWEEP of R6. Reversed pre-order visits every node after its whole subtree.
    fn sweep(&mut self) {
        for parent in (0..self.nodes.len()).rev() {
            let mut children = std::mem::take(&mut self.nodes[parent].children);
            children.retain(|&child| {
                let sum = self.nodes[parent].own + self.nodes[child].own;
                let absorbed = self.nodes[child].children.is_empty() && sum <= self.t;
                if absorbed {
                    self.nodes[parent].own = sum;
                    self.nodes[child].alive = false;
                    self.live -= 1;
                }
                !absorbed
            });
            self.nodes[parent].children = children;
        }
    }
}

/// Profiles that cannot be united.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnionError {
    /// There is no profile.
    Empty,
    /// Key widths of the first profile and of one that differs.
    KeyBits(u32, u32),
    /// The counts add up to more than 48 bits hold.
    Overflow,
}

impl fmt::Display for UnionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnionError::Empty => write!(f, "union of no profiles"),
            UnionError::KeyBits(a, b) => write!(f, "union of profiles with {a}-bit and {b}-bit keys"),
            UnionError::Overflow => write!(f, "the counts of the profiles add up beyond {DUMP_OWN_BITS} bits"),
        }
    }
}

impl std::error::Error for UnionError {}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    #[test]
    fn own_counts_add_and_the_threshold_is_on_the_ladder() {
        let mut other = small();
        other.tree = vec![Node { level: 0, prefix: 0, own: 4 }, Node { level: 1, prefix: 4, own: 12 }];
        other.t = 12;
        let both = Profile::union(&[small(), other.clone()]).unwrap();
        let tree: Vec<_> = both.tree.iter().map(|n| (n.level, n.prefix, n.own)).collect();
        assert_eq!(tree, [(0, 0, 5), (1, 0, 5), (2, 1, 7), (1, 4, 12), (1, 12, 3)]);
        assert_eq!((both.n, both.t, both.live), (32, 18, 5), "5 + 12 = 17 lies between 16 and 18");
        assert_eq!(Profile::union(&[other, small()]), Ok(both));
    }

    #[test]
    fn refit_absorbs_until_it_fits_and_keeps_the_sum() {
        let p = small();
        for nodes in 0..6 {
            let fit = p.refit(nodes);
            assert!(fit.live <= nodes.max(1) && fit.tree.len() == fit.live as usize);
            assert_eq!(fit.tree.iter().map(|n| n.own).sum::<u64>(), 16);
        }
        assert_eq!(p.refit(4).live, 3, "the sweep at T = 5 takes 12..15 into the root");
        assert_eq!(p.refit(1).tree, [Node { level: 0, prefix: 0, own: 16 }]);
    }

    #[test]
    fn unions_that_make_no_sense_are_refused() {
        assert_eq!(Profile::union(&[]), Err(UnionError::Empty));
        let wide = Profile { key_bits: 6, ..small() };
        assert_eq!(Profile::union(&[small(), wide]), Err(UnionError::KeyBits(4, 6)));
        let huge = Profile { n: DUMP_OWN_MAX, ..small() };
        assert_eq!(Profile::union(&[small(), huge]), Err(UnionError::Overflow));
    }
}
