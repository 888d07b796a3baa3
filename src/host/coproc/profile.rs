//! What was copied of the slots of value profiling, by load (docs/reference/coproc.md, D.1, D.5 and D.7).
use super::estimate::{Estimate, estimate};
use crate::spec::coproc::Part;
use std::collections::{BTreeMap, BTreeSet};

/// Hits from which on a record of D.7 counts.
const GLACIAL_HITS: u32 = 32;
/// Misses up to which it does.
const GLACIAL_MISSES: u32 = 2;
/// Values that have such a record, from which on the load is glacial.
const GLACIAL_VALUES: usize = 3;

/// What a slot holds beside its key: the entry of the data memory as programs `valprof` and `valprof_hm` lay it out
/// (C.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The value that was counted.
    pub active: u32,
    /// How often it came, up to 255.
    pub hit: u32,
    /// How often another one came meanwhile, up to 255.
    pub miss: u32,
    /// Samples of the load, up to 65,535.
    pub total: u32,
}

impl Slot {
    /// That of an entry.
    pub fn of(entry: u64) -> Self {
        let part = |name| {
            let code = Part::NAMES.iter().position(|known| *known == name).expect("a lane");
            Part::from_code(code as u8, 32).expect("a lane of every build").of(entry) as u32
        };
        Self { active: part("W0"), hit: part("B4"), miss: part("B5"), total: part("H3") }
    }
}

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
    fn slots_are_those_of_the_program() {
        let slot = Slot::of(0x1234_5678_9abc_def0);
        assert_eq!(slot, Slot { active: 0x9abc_def0, hit: 0x78, miss: 0x56, total: 0x1234 });
    }

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
