//! Which loads are left out by the second filter of addresses, and why (docs/reference/coproc.md, D.2).
use super::slot::Slot;
use crate::spec::pcfilter::f2_hash;
use std::collections::{BTreeMap, BTreeSet};

/// Hits and misses from which on a high invariance counts.
const HIGH_SAMPLES: u32 = 32;
/// An invariance that is high.
const HIGH: f64 = 0.95;
/// Samples from which on a low share of hits counts.
const LOW_SAMPLES: u32 = 64;
/// A share of hits that is low.
const LOW: f64 = 0.05;
/// Samples from which on a copy counts as one.
const COPY_SAMPLES: u32 = 16;
/// Copies of a load, after which it is left out.
const COPIES: u32 = 4;

/// Why a load is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// One value came nearly always.
    Invariant,
    /// No value came often.
    Variant,
    /// It was copied often enough.
    Sampled,
}

/// The loads that are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    select: u8,
    copies: BTreeMap<u32, u32>,
    masked: BTreeMap<u32, Reason>,
    /// Ignored hashes, and the loads that they were set for.
    bits: BTreeMap<u16, BTreeSet<u32>>,
}

impl Masks {
    /// A slot was copied: whether its load, by its `pct`, is to be left out from now on.
    pub fn copied(&mut self, pct: u32, slot: &Slot) -> Option<Reason> {
        let counted = slot.hit + slot.miss;
        let share = |of: u32| f64::from(slot.hit) / f64::from(of);
        let copies = self.copies.entry(pct).or_default();
        *copies += u32::from(slot.total >= COPY_SAMPLES);
        let reason = if counted >= HIGH_SAMPLES && share(counted) >= HIGH {
            Reason::Invariant
        } else if slot.total >= LOW_SAMPLES && share(slot.total) <= LOW {
            Reason::Variant
        } else if *copies >= COPIES {
            Reason::Sampled
        } else {
            return None;
        };
        self.masked.insert(pct, reason);
        self.bits.entry(f2_hash(pct, self.select)).or_default().insert(pct);
        Some(reason)
    }

    /// Everything is sampled again, with the next hash.
    pub fn resample(&mut self) {
        *self = Self { select: (self.select + 1) % 4, ..Self::default() };
    }

    /// The hash.
    pub const fn select(&self) -> u8 {
        self.select
    }

    /// The loads that were left out since everything was sampled, by `pct`, with the reason.
    pub fn masked(&self) -> impl Iterator<Item = (u32, Reason)> + '_ {
        self.masked.iter().map(|(pct, reason)| (*pct, *reason))
    }

    /// Whether the filter lets this load not through.
    pub fn is_ignored(&self, pct: u32) -> bool {
        self.bits.contains_key(&f2_hash(pct, self.select))
    }

    /// Of the loads of a program, those that are left out only because they share a bit with one that is to be: masked
    /// by alias.
    pub fn aliased(&self, loads: impl IntoIterator<Item = u32>) -> Vec<u32> {
        loads.into_iter().filter(|pct| self.is_ignored(*pct) && !self.masked.contains_key(pct)).collect()
    }

    /// How many loads each ignored bit was set for.
    pub fn bits(&self) -> impl Iterator<Item = (u16, usize)> + '_ {
        self.bits.iter().map(|(bit, loads)| (*bit, loads.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(hit: u32, miss: u32, total: u32) -> Slot {
        Slot { active: 7, hit, miss, total }
    }

    #[test]
    fn what_is_known_well_enough_is_left_out() {
        let of = |hit, miss, total| Masks::default().copied(1, &slot(hit, miss, total));
        assert_eq!(of(38, 2, 40), Some(Reason::Invariant));
        assert_eq!((of(37, 3, 40), of(31, 0, 31)), (None, None));
        assert_eq!(of(1, 2, 64), Some(Reason::Variant));
        // Hits and misses of the last value are few after a reselection; the total counts.
        assert_eq!((of(4, 0, 64), of(3, 0, 64), of(1, 2, 63)), (None, Some(Reason::Variant), None));
    }

    #[test]
    fn the_fourth_copy_that_counts_is_the_last() {
        let mut masks = Masks::default();
        for total in [16, 15, 40, 16, 3] {
            assert_eq!(masks.copied(9, &slot(5, 5, total)), None);
        }
        assert_eq!(masks.copied(9, &slot(5, 5, 16)), Some(Reason::Sampled));
        assert_eq!(masks.masked().collect::<Vec<_>>(), [(9, Reason::Sampled)]);
        masks.resample();
        assert_eq!((masks.masked().count(), masks.select(), masks.copied(9, &slot(5, 5, 16))), (0, 1, None));
    }

    #[test]
    fn loads_that_share_a_bit_are_told() {
        let mut masks = Masks::default();
        let pct = 0x4000_0000;
        let alias = (1..).map(|at| pct + at).find(|other| f2_hash(*other, 0) == f2_hash(pct, 0)).unwrap();
        masks.copied(pct, &slot(255, 0, 255));
        let loads = [pct, alias, pct + 2];
        assert_eq!((masks.aliased(loads), masks.is_ignored(pct + 2)), (vec![alias], false));
        masks.copied(alias, &slot(255, 0, 255));
        assert_eq!((masks.aliased(loads), masks.bits().map(|(_, n)| n).collect::<Vec<_>>()), (vec![], vec![2]));
        // Under the next hash they have bits of their own.
        masks.resample();
        masks.copied(pct, &slot(255, 0, 255));
        assert!(masks.is_ignored(pct) && !masks.is_ignored(alias));
    }
}
