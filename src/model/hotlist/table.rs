//! The table of Gibbons and Matias, in two schemes (docs/reference/hotlist.md, V8 to V10).
use crate::spec::hotlist::tuple::Key;
use crate::spec::hotlist::{COUNT_MAX, SEED, Scheme, T_MAX, leap};

/// An entry in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it counts.
    pub key: Key,
    /// How often it was counted, at least 1.
    pub count: u32,
}

/// What became of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Its entry counts one more, or is at its largest count.
    Counted,
    /// It has a new entry, which the raises that it brought about may have taken again.
    Entered,
    /// The coins were against it.
    Rejected,
    /// The table is frozen.
    Frozen,
}

/// Counts of what became of tuples, modulo `2^32`. `seen` is the sum of the next four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Tuples.
    pub seen: u32,
    /// Those that were counted.
    pub counted: u32,
    /// Those that got an entry.
    pub entered: u32,
    /// Those that the coins were against.
    pub rejected: u32,
    /// Those that found the table frozen.
    pub frozen: u32,
    /// How often `t` was raised.
    pub raises: u32,
}

/// A table that keeps the keys that come most often.
#[derive(Clone, Debug)]
pub struct Table {
    scheme: Scheme,
    /// The last one is for the time of a raise.
    entries: Vec<Option<Entry>>,
    t: u32,
    frozen: bool,
    lc: u32,
    outcomes: Outcomes,
    coins: u64,
}

impl Table {
    /// An empty table of so many entries.
    pub fn new(entries: usize, scheme: Scheme) -> Self {
        Self {
            scheme,
            entries: vec![None; entries + 1],
            t: 0,
            frozen: false,
            lc: SEED,
            outcomes: Outcomes::default(),
            coins: 0,
        }
    }

    /// What a host has read of a table: its entries in the order of their places, and its state. Counters begin at 0,
    /// the random generator begins anew.
    pub fn read(scheme: Scheme, t: u32, frozen: bool, entries: &[Option<Entry>]) -> Self {
        let mut table = Self { t, frozen, ..Self::new(entries.len(), scheme) };
        table.entries[..entries.len()].copy_from_slice(entries);
        table
    }

    /// Goes on in another scheme.
    pub fn sample_by(&mut self, scheme: Scheme) {
        self.scheme = scheme;
    }

    /// Sets the state of the random generator; 0 counts as 1.
    pub fn seed(&mut self, lc: u32) {
        self.lc = lc.max(1);
    }

    /// State of the random generator.
    pub const fn lc(&self) -> u32 {
        self.lc
    }

    /// A new key enters with probability `2^-t`.
    pub const fn t(&self) -> u32 {
        self.t
    }

    /// Whether no new key enters any more.
    pub const fn frozen(&self) -> bool {
        self.frozen
    }

    /// What became of tuples.
    pub const fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// Random numbers that were used.
    pub const fn coins(&self) -> u64 {
        self.coins
    }

    /// The entry at a place, if it is in use.
    pub fn entry(&self, at: usize) -> Option<&Entry> {
        self.entries.get(at)?.as_ref()
    }

    /// The entries in use, in the order of their places.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().flatten()
    }

    /// Empties it; the generator and the counters go on.
    pub fn clear(&mut self) {
        self.entries.fill(None);
        (self.t, self.frozen) = (0, false);
    }

    /// Zeroes the counters.
    pub fn clear_counters(&mut self) {
        self.outcomes = Outcomes::default();
    }

    /// Whether a coin shows heads, which has probability `2^-k` (V8).
    fn coin(&mut self, k: u32) -> bool {
        if k == 0 {
            return true;
        }
        let heads = self.lc & (u32::MAX >> (32 - k)) == 0;
        self.lc = leap(self.lc);
        self.coins += 1;
        heads
    }

    /// A tuple (V9).
    pub fn arrive(&mut self, key: Key) -> Outcome {
        let present = self.entries.iter().position(|entry| entry.is_some_and(|entry| entry.key == key));
        let outcome = match present {
            Some(_) if self.scheme == Scheme::Concise && !self.coin(self.t) => Outcome::Rejected,
            Some(at) => {
                let entry = self.entries[at].as_mut().expect("it was found");
                entry.count = (entry.count + 1).min(COUNT_MAX);
                Outcome::Counted
            }
            None if self.frozen => Outcome::Frozen,
            None if !self.coin(self.t) => Outcome::Rejected,
            None => self.enter(key),
        };
        let outcomes = &mut self.outcomes;
        outcomes.seen = outcomes.seen.wrapping_add(1);
        let count = match outcome {
            Outcome::Counted => &mut outcomes.counted,
            Outcome::Entered => &mut outcomes.entered,
            Outcome::Rejected => &mut outcomes.rejected,
            Outcome::Frozen => &mut outcomes.frozen,
        };
        *count = count.wrapping_add(1);
        outcome
    }

    fn free(&self) -> Option<usize> {
        self.entries.iter().position(Option::is_none)
    }

    fn enter(&mut self, key: Key) -> Outcome {
        let last = self.entries.len() - 1;
        let at = self.free().expect("between tuples the last entry is free");
        self.entries[at] = Some(Entry { key, count: 1 });
        while self.free().is_none() {
            if self.t == T_MAX {
                (self.frozen, self.entries[last]) = (true, None);
                return Outcome::Frozen;
            }
            self.raise();
        }
        if let Some(entry) = self.entries[last].take() {
            let free = self.free().expect("a raise has freed one, or this one");
            self.entries[free] = Some(entry);
        }
        Outcome::Entered
    }

    /// Halves the probability, and keeps of what was counted what would be there had it been so from the beginning
    /// (V10).
    fn raise(&mut self) {
        self.t += 1;
        self.outcomes.raises = self.outcomes.raises.wrapping_add(1);
        for at in 0..self.entries.len() {
            let Some(Entry { key, count }) = self.entries[at] else { continue };
            let kept = match self.scheme {
                Scheme::Concise => (0..count).filter(|_| self.coin(1)).count() as u32,
                Scheme::Counting => self.counted_still(count),
            };
            self.entries[at] = (kept > 0).then_some(Entry { key, count: kept });
        }
    }
    /// What COUNTING keeps of a count: the tosses of the first instance, and those of others until one is kept.
    fn counted_still(&mut self, count: u32) -> u32 {
        if self.coin(1) {
            return count;
        }
        let mut left = count - 1;
        while left > 0 && !self.coin(self.t) {
            left -= 1;
        }
        left
    }
}
