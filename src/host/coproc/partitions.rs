//! Partitions of a program by the first filter of addresses (docs/reference/coproc.md, D.3).
use crate::spec::pcfilter::F1_BITS;

/// Replacements in so many of 16 samples or more cut a partition in four: `S <= 16 N / 3` with `4 N` replacements.
const MUCH_THRASH: u64 = 16;
const THRASH: u64 = 3;

/// What the first filter lets through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    /// Bits of the hash that are compared: the lowest ones.
    pub mask: u8,
    /// With what they are compared.
    pub matched: u8,
}

/// The partitions, of which one is profiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partitions {
    list: Vec<(Partition, bool)>,
    current: usize,
}

impl Default for Partitions {
    /// One, which is everything.
    fn default() -> Self {
        Self { list: vec![(Partition::default(), false)], current: 0 }
    }
}

impl Partitions {
    /// The one that is profiled.
    pub fn current(&self) -> Partition {
        self.list[self.current].0
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.list.len()
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Partition> + '_ {
        self.list.iter().map(|(partition, _)| *partition)
    }

    /// Cuts the current one after the program thrashed on so many samples with so many entries: in four if it did at
    /// once, else in two. The first part is profiled next. A partition of all bits of the hash is not cut: the next one
    /// is profiled.
    pub fn thrashed(&mut self, samples: u64, entries: u32) {
        let Partition { mask, matched } = self.current();
        let known = mask.count_ones();
        let wanted = if THRASH * samples <= MUCH_THRASH * u64::from(entries) { 2 } else { 1 };
        let more = wanted.min(F1_BITS - known);
        if more == 0 {
            return self.rotate();
        }
        let mask = u8::MAX >> (F1_BITS - known - more);
        let parts = (0..1 << more).map(|high: u8| (Partition { mask, matched: matched | high << known }, false));
        self.list.splice(self.current..=self.current, parts);
    }

    /// An interval of the current one is over; it was quiet if none of its instructions was left to profile.
    pub fn ended(&mut self, quiet: bool) {
        self.list[self.current].1 = quiet;
    }

    /// Whether no instruction is left: the last interval of every partition was quiet.
    pub fn are_quiet(&self) -> bool {
        self.list.iter().all(|(_, quiet)| *quiet)
    }

    /// The next one is profiled.
    pub fn rotate(&mut self) {
        self.current = (self.current + 1) % self.list.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(partitions: &Partitions) -> Vec<(u8, u8)> {
        partitions.all().map(|part| (part.mask, part.matched)).collect()
    }

    #[test]
    fn a_partition_is_cut_where_it_stands() {
        let mut partitions = Partitions::default();
        partitions.thrashed(16 * 32 / 3, 32);
        assert_eq!(all(&partitions), [(3, 0), (3, 1), (3, 2), (3, 3)]);
        partitions.rotate();
        partitions.thrashed(16 * 32 / 3 + 1, 32);
        assert_eq!(all(&partitions), [(3, 0), (7, 1), (7, 5), (3, 2), (3, 3)]);
        assert_eq!(partitions.current(), Partition { mask: 7, matched: 1 });
        (0..4).for_each(|_| partitions.rotate());
        assert_eq!(partitions.current(), Partition { mask: 3, matched: 0 });
    }

    #[test]
    fn a_hash_is_in_one_partition_however_they_are_cut() {
        let mut partitions = Partitions::default();
        for step in 0..4000_u64 {
            partitions.thrashed(step % 3 * 200, 64);
            if step % 5 == 0 {
                partitions.rotate();
            }
        }
        for hash in 0..=u8::MAX {
            assert_eq!(partitions.all().filter(|part| hash & part.mask == part.matched).count(), 1, "{hash}");
        }
        assert_eq!(partitions.count(), 256, "all were cut to the end");
        let last = partitions.current();
        partitions.thrashed(0, 64);
        assert!(partitions.count() == 256 && partitions.current() != last, "one of all bits is not cut");
    }

    #[test]
    fn nothing_is_left_when_every_partition_was_quiet() {
        let mut partitions = Partitions::default();
        assert!(!partitions.are_quiet());
        partitions.thrashed(u64::from(u32::MAX), 64);
        partitions.ended(true);
        assert!(!partitions.are_quiet());
        partitions.rotate();
        partitions.ended(true);
        assert!(partitions.are_quiet());
        partitions.ended(false);
        assert!(!partitions.are_quiet());
    }
}
