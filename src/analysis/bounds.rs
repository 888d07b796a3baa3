//! How much of a profile the parts of an address space hold: never more certain than the profile (docs/user/names.md,
//! "Bounds").
use crate::model::profile::Profile;

/// The events of one part: their true number lies in `lo..=hi`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Events in ranges of the tree that lie in this part alone.
    pub lo: u64,
    /// Events in ranges that touch this part.
    pub hi: u64,
}

/// All keys, cut into pieces that each belong to one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// First key of every piece, ascending from 0, with its part.
    pieces: Vec<(u64, u32)>,
    parts: u32,
}

impl Partition {
    /// Pieces by their first key, ascending from 0; each ends where the next starts.
    ///
    /// # Panics
    /// If the pieces are not in order or do not start at 0.
    pub fn new(pieces: Vec<(u64, u32)>) -> Self {
        assert!(pieces.first().is_some_and(|piece| piece.0 == 0), "the first piece starts at 0");
        assert!(pieces.windows(2).all(|pair| pair[0].0 < pair[1].0), "pieces are in order");
        let parts = pieces.iter().map(|piece| piece.1 + 1).max().unwrap_or(0);
        Self { pieces, parts }
    }

    /// Bounds are of so many parts at least, those that have no piece included.
    #[must_use]
    pub fn with_parts(self, parts: u32) -> Self {
        Self { parts: self.parts.max(parts), ..self }
    }

    /// Part 0 everywhere but in these ranges `first..=last`, which are disjoint.
    pub fn of_ranges(mut ranges: Vec<(u64, u64, u32)>) -> Self {
        ranges.sort_unstable();
        let mut pieces = vec![(0, 0)];
        for (first, last, part) in ranges {
            for (at, part) in [(Some(first), part), (last.checked_add(1), 0)] {
                match (at, pieces.last_mut()) {
                    (Some(at), Some(piece)) if piece.0 == at => piece.1 = part,
                    (Some(at), _) => pieces.push((at, part)),
                    (None, _) => {}
                }
            }
        }
        Self::new(pieces)
    }

    /// Calls `see` for the parts that `first..=last` touches: ascending by key, a part as often as it has pieces there.
    pub fn touched(&self, first: u64, last: u64, mut see: impl FnMut(u32)) {
        let begin = self.pieces.partition_point(|piece| piece.0 <= first) - 1;
        self.pieces[begin..].iter().take_while(|piece| piece.0 <= last).for_each(|piece| see(piece.1));
    }

    /// The part that holds all of `first..=last`, if one does.
    pub fn sole(&self, first: u64, last: u64) -> Option<u32> {
        let mut sole = None;
        let mut one = true;
        self.touched(first, last, |part| one &= *sole.get_or_insert(part) == part);
        sole.filter(|_| one)
    }

    /// Bounds for every part. `address` turns the range of a node into addresses of this partition.
    ///
    /// Every event lies in the range of the one node that counts it (docs/reference/rap.md R8): an event of a node
    /// whose range lies in one part is in that part, whatever its key was; an event of a part has a node whose range
    /// touches the part.
    pub fn bounds(&self, profile: &Profile, address: impl Fn(u64, u64) -> (u64, u64)) -> Vec<Bounds> {
        let mut bounds = vec![Bounds::default(); self.parts as usize];
        let mut touched = vec![];
        for node in profile.tree.iter().filter(|node| node.own > 0) {
            let (first, last) = address(node.prefix, profile.last_key(node));
            touched.clear();
            self.touched(first, last, |part| touched.push(part));
            touched.sort_unstable();
            touched.dedup();
            if let [part] = touched[..] {
                bounds[part as usize].lo += node.own;
            }
            for &part in &touched {
                bounds[part as usize].hi += node.own;
            }
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::profile::tests::small;

    #[test]
    fn a_range_counts_surely_only_where_it_lies_within_one_part() {
        let partition = Partition::of_ranges(vec![(0, 1, 1), (2, 2, 2), (12, 15, 1)]);
        assert_eq!(partition.pieces, [(0, 1), (2, 2), (3, 0), (12, 1), (16, 0)]);
        let bounds: Vec<_> = partition.bounds(&small(), |a, b| (a, b)).iter().map(|b| (b.lo, b.hi)).collect();
        assert_eq!(bounds, [(0, 6), (10, 16), (0, 6)]);
        assert_eq!((partition.sole(12, 15), partition.sole(0, 3), partition.sole(4, 5)), (Some(1), None, Some(0)));
    }

    #[test]
    fn ranges_reach_to_the_last_key() {
        let partition = Partition::of_ranges(vec![(u64::MAX - 1, u64::MAX, 1), (0, 0, 2)]);
        assert_eq!(partition.pieces, [(0, 2), (1, 0), (u64::MAX - 1, 1)]);
        assert_eq!(partition.sole(u64::MAX, u64::MAX), Some(1));
    }
}
