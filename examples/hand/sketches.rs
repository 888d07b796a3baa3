//! Space-Saving (Metwally, Agrawal, El Abbadi, ICDT 2005), flat and once for each level of the tree's ranges
//! (Mitzenmacher, Steinke, Thaler, ALENEX 2012), for comparison.
use std::collections::{BTreeSet, HashMap};
use treetap::model::accuracy::Bounds;
use treetap::spec::event::Event;

/// The keys with the largest counts, each with the count that it may have taken over.
pub struct SpaceSaving {
    limit: usize,
    places: HashMap<u64, usize>,
    /// Key, count, and the part of the count that may be another's.
    entries: Vec<(u64, u64, u64)>,
    by_count: BTreeSet<(u64, usize)>,
}

impl SpaceSaving {
    /// At most so many entries, at least one.
    pub fn new(limit: u32) -> Self {
        Self { limit: limit.max(1) as usize, places: HashMap::new(), entries: vec![], by_count: BTreeSet::new() }
    }

    pub fn add(&mut self, key: u64, weight: u64) {
        let place = match self.places.get(&key) {
            Some(&place) => place,
            None if self.entries.len() < self.limit => {
                self.entries.push((key, 0, 0));
                self.entries.len() - 1
            }
            None => {
                let &(count, place) = self.by_count.first().expect("there are entries");
                self.places.remove(&self.entries[place].0);
                self.entries[place] = (key, count, count);
                place
            }
        };
        self.places.insert(key, place);
        let entry = &mut self.entries[place];
        self.by_count.remove(&(entry.1, place));
        entry.1 += weight;
        self.by_count.insert((entry.1, place));
    }

    /// Accesses to a memory that an event takes at most: its key is found and taken out and in, and its entry goes down
    /// a heap, past the smaller of two children each time.
    pub fn accesses(&self) -> u32 {
        3 + 4 * self.limit.next_power_of_two().ilog2()
    }

    /// What a key surely has.
    fn sure(&self, key: u64) -> u64 {
        self.places.get(&key).map_or(0, |&place| self.entries[place].1 - self.entries[place].2)
    }

    /// The least count, which any key that is not here may have.
    fn least(&self) -> u64 {
        if self.entries.len() < self.limit { 0 } else { self.by_count.first().map_or(0, |first| first.0) }
    }

    /// Bounds of ranges of keys of so many bits: what their entries surely have.
    pub fn ranges(&self, key_bits: u32) -> Ranges {
        let mut sure: Vec<(u64, u64)> = self.entries.iter().map(|entry| (entry.0, entry.1 - entry.2)).collect();
        sure.sort_unstable();
        Ranges { sure, least: self.least(), key_bits }
    }
}

/// See [`SpaceSaving::ranges`].
pub struct Ranges {
    sure: Vec<(u64, u64)>,
    least: u64,
    key_bits: u32,
}

impl Bounds for Ranges {
    fn bounds(&self, first: u64, last: u64) -> (u64, u64) {
        let from = self.sure.partition_point(|entry| entry.0 < first);
        let lo = self.sure[from..].iter().take_while(|entry| entry.0 <= last).map(|entry| entry.1).sum();
        let keys = (last - first).min(u64::MAX >> (64 - self.key_bits)).saturating_add(1);
        (lo, lo + self.least.saturating_mul(keys))
    }
}

/// One sketch for every level of ranges of four.
pub struct PerLevel {
    key_bits: u32,
    /// From the unit keys up; the whole space needs none.
    levels: Vec<SpaceSaving>,
}

impl PerLevel {
    /// So many entries for all levels together. A level of few ranges gets no more entries than it has ranges.
    pub fn new(key_bits: u32, entries: u32) -> Self {
        let levels = key_bits / 2;
        let (mut left, mut sizes) = (entries, vec![]);
        for level in 1..=levels {
            let share = left / (levels - level + 1);
            let size = if level < 16 { share.min(1 << (2 * level)) } else { share };
            left -= size;
            sizes.push(size);
        }
        sizes.reverse();
        Self { key_bits, levels: sizes.into_iter().map(SpaceSaving::new).collect() }
    }

    /// As of a single one, of all levels.
    pub fn accesses(&self) -> u32 {
        self.levels.iter().map(SpaceSaving::accesses).sum()
    }

    pub fn add(&mut self, event: Event) {
        for (up, level) in self.levels.iter_mut().enumerate() {
            level.add(event.key >> (2 * up), event.weight.into());
        }
    }
}

impl Bounds for PerLevel {
    fn bounds(&self, first: u64, last: u64) -> (u64, u64) {
        let open = 64 - (last - first).leading_zeros();
        debug_assert!(open <= self.key_bits && open.is_multiple_of(2), "an aligned range of the tree");
        let Some(level) = self.levels.get(open as usize / 2) else {
            // All keys.
            let n = self.levels[0].entries.iter().map(|entry| entry.1).sum();
            return (n, n);
        };
        let lo = level.sure(first >> open);
        (lo, lo + level.least())
    }
}
