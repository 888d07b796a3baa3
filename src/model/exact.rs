//! Exact counts of every key: what profiles are measured against.
use super::profile::{HotRange, is_hot, low_mask};
use crate::spec::event::Event;
use std::collections::HashMap;

/// Collects exact counts; [`Counter::finish`] makes them queryable. Memory grows with the number of distinct keys.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    counts: HashMap<u64, u64>,
}

impl Counter {
    /// No events.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts one event.
    pub fn add(&mut self, event: Event) {
        *self.counts.entry(event.key).or_default() += u64::from(event.weight);
    }

    /// The counts, ready for queries. `key_bits` is `K`; keys lie within it.
    pub fn finish(self, key_bits: u32) -> Exact {
        let mut pairs: Vec<(u64, u64)> = self.counts.into_iter().filter(|&(_, count)| count != 0).collect();
        pairs.sort_unstable();
        let mut sums = Vec::with_capacity(pairs.len() + 1);
        sums.push(0);
        for &(_, count) in &pairs {
            sums.push(sums[sums.len() - 1] + count);
        }
        Exact { key_bits, keys: pairs.into_iter().map(|(key, _)| key).collect(), sums }
    }
}

/// Exact counts of every key.
///
/// ```
/// use treetap::{model::exact::Exact, spec::event::Event};
///
/// let exact = Exact::from_events(32, [5, 7, 5].map(Event::unit));
/// assert_eq!((exact.n(), exact.distinct()), (3, 2));
/// assert_eq!(exact.count(0, 5), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Exact {
    key_bits: u32,
    keys: Vec<u64>,
    /// `sums[i]` = events of `keys[..i]`.
    sums: Vec<u64>,
}

impl Exact {
    /// Counts all `events`, whose keys lie within `key_bits`.
    pub fn from_events(key_bits: u32, events: impl IntoIterator<Item = Event>) -> Self {
        let mut counter = Counter::new();
        events.into_iter().for_each(|event| counter.add(event));
        counter.finish(key_bits)
    }

    /// Sum of all weights.
    pub fn n(&self) -> u64 {
        self.sums[self.keys.len()]
    }

    /// Number of distinct keys.
    pub fn distinct(&self) -> usize {
        self.keys.len()
    }

    /// Every key with its count, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.keys.iter().zip(self.sums.windows(2)).map(|(&key, sums)| (key, sums[1] - sums[0]))
    }

    /// Events with a key in `first..=last`.
    pub fn count(&self, first: u64, last: u64) -> u64 {
        let begin = self.keys.partition_point(|&key| key < first);
        let end = self.keys.partition_point(|&key| key <= last);
        self.sums[end.max(begin)] - self.sums[begin]
    }

    /// The hot ranges at the share `phi` of the complete trie of 2-bit digits, in pre-order: a range is hot if the
    /// events in it that lie in none of its hot sub-ranges make up at least `phi * n` (the paper's section 4.1).
    /// `lo = hi` is the exact count.
    pub fn hot(&self, phi: f64) -> Vec<HotRange> {
        let mut hot = vec![];
        self.visit(0, 0, 0..self.keys.len(), phi, &mut hot);
        // Sub-ranges were found before the ranges around them.
        hot.sort_unstable_by_key(|range| (range.first, range.level));
        let mut around: Vec<u64> = vec![];
        for range in &mut hot {
            while around.last().is_some_and(|&last| last < range.first) {
                around.pop();
            }
            range.depth = around.len() as u32;
            around.push(range.last);
        }
        hot
    }

    /// Collects the hot ranges at and below one range; gives the events that lie in none of them.
    fn visit(&self, level: u8, first: u64, keys: std::ops::Range<usize>, phi: f64, hot: &mut Vec<HotRange>) -> u64 {
        let count = self.sums[keys.end] - self.sums[keys.start];
        if !is_hot(count, phi, self.n()) {
            return count;
        }
        let mut weight = count;
        if u32::from(level) < self.key_bits / 2 {
            weight = 0;
            let mut start = keys.start;
            for digit in 0..4 {
                let first = first | digit << (self.key_bits - 2 * u32::from(level) - 2);
                let last = first | low_mask(self.key_bits, level + 1);
                let end = start + self.keys[start..keys.end].partition_point(|&key| key <= last);
                weight += self.visit(level + 1, first, start..end, phi, hot);
                start = end;
            }
        }
        if !is_hot(weight, phi, self.n()) {
            return weight;
        }
        let last = first | low_mask(self.key_bits, level);
        hot.push(HotRange { level, first, last, depth: 0, lo: count, hi: count, weight });
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact() -> Exact {
        let counts = [(0u64, 50u16), (1, 5), (2, 5), (3, 5), (9, 10), (14, 25)];
        Exact::from_events(4, counts.map(|(key, weight)| Event { key, weight }))
    }

    #[test]
    fn counts_are_sums_over_the_range() {
        let e = exact();
        assert_eq!((e.n(), e.distinct()), (100, 6));
        assert_eq!(e.count(0, 15), 100);
        assert_eq!(e.count(1, 9), 25);
        assert_eq!(e.count(4, 8), 0);
        assert_eq!(e.count(9, 1), 0);
        assert_eq!(e.iter().nth(4), Some((9, 10)));
    }

    #[test]
    fn hot_ranges_are_explained_by_what_is_not_in_hot_sub_ranges() {
        let hot: Vec<_> = exact().hot(0.15).iter().map(|h| (h.first, h.last, h.lo, h.weight, h.depth)).collect();
        assert_eq!(hot, [(0, 3, 65, 15, 0), (0, 0, 50, 50, 1), (14, 14, 25, 25, 0)]);
        let hot: Vec<_> = exact().hot(0.2).iter().map(|h| (h.level, h.first, h.weight, h.depth)).collect();
        assert_eq!(hot, [(0, 0, 25, 0), (2, 0, 50, 1), (2, 14, 25, 1)]);
        assert!(Exact::from_events(4, []).hot(0.1).is_empty());
    }
}
