//! What was copied of the slots of value profiling, by load (docs/reference/coproc.md, D.1, D.5 and D.7).
use super::estimate::{Estimate, estimate};
use super::slot::Slot;
use std::collections::{BTreeMap, BTreeSet};

/// Hits from which on a record of D.7 counts.
const GLACIAL_HITS: u32 = 32;
/// Misses up to which it does.
const GLACIAL_MISSES: u32 = 2;
/// Values that have such a record, from which on the load is glacial.
const GLACIAL_VALUES: usize = 3;

/// Records of loads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile(BTreeMap<u32, Vec<Slot>>);

impl Profile {
    /// A slot that was copied, of the load with this `pct` (bits 32 to 1 of its address).
    pub fn push(&mut self, pct: u32, slot: Slot) {
        self.0.entry(pct).or_default().push(slot);
    }

    /// The loads in the order of their addresses, with their records in the order of time.
    pub fn loads(&self) -> impl Iterator<Item = (u32, &[Slot])> {
        self.0.iter().map(|(pct, slots)| (*pct, &slots[..]))
    }

    /// Records of a load.
    pub fn records(&self, pct: u32) -> &[Slot] {
        self.0.get(&pct).map_or(&[], |slots| slots)
    }

    /// How many records there are.
    pub fn copied(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Samples that the records of a load stand for.
    pub fn samples(&self, pct: u32) -> u64 {
        self.records(pct).iter().map(|slot| u64::from(slot.total)).sum()
    }

    /// The values of a load with their invariances, ascending by value; `None` if it has no record (D.5).
    pub fn values(&self, pct: u32) -> Option<Vec<Estimate>> {
        self.0.get(&pct).map(|slots| estimate(slots))
    }

    /// Whether a load had several values for long, one after the other (D.7).
    pub fn is_glacial(&self, pct: u32) -> bool {
        let records = self.records(pct).iter();
        let long = records.filter(|slot| slot.hit >= GLACIAL_HITS && slot.miss <= GLACIAL_MISSES);
        long.map(|slot| slot.active).collect::<BTreeSet<_>>().len() >= GLACIAL_VALUES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_with_long_values_one_after_the_other_are_glacial() {
        let of = |slots: &[(u32, u32, u32)]| {
            let mut profile = Profile::default();
            slots.iter().for_each(|&(active, hit, miss)| profile.push(1, Slot { active, hit, miss, total: 300 }));
            profile.is_glacial(1)
        };
        assert!(of(&[(1, 32, 2), (2, 255, 0), (3, 40, 1)]));
        assert!(!of(&[(1, 32, 2), (2, 255, 0), (2, 255, 0)]), "two values");
        assert!(!of(&[(1, 31, 2), (2, 255, 0), (3, 40, 1)]), "too few hits");
        assert!(!of(&[(1, 32, 3), (2, 255, 0), (3, 40, 1)]), "too many misses");
        assert!(!Profile::default().is_glacial(1));
    }
}
