//! Counts up to large thresholds of a pipelined tree: every bit of a sum is compared.
use crate::rounds::{NOP, cycles, profile};
use crate::support::planted::Planted;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// A threshold has this bit and the next one: a count with this bit alone fits, though it carries into the next bit
/// where the two are compared.
const BITS: std::ops::RangeInclusive<u32> = 17..=30;

/// Retirements of one place and its neighbour until they have so many cycles.
fn retirements(until: u64) -> Vec<Rvfi> {
    let (mut random, mut records, mut cycle) = (Random(until), vec![], 0);
    while cycle < until {
        // Large weights, and now and then a small one.
        cycle += if random.below(16) == 0 { 1 + random.below(100) } else { 0xc000 + random.below(0x4000) };
        let pc = 0x8000_0000 | (4 * random.below(2));
        records.push(Rvfi { pc, cycle, insn: NOP, ..Rvfi::default() });
    }
    records
}

/// Bits whose threshold has another profile in the hardware than in the model, and how many nodes came in all.
fn differ(emitted: &Emitted) -> (Vec<u32>, u32) {
    let (mut wrong, mut creates) = (vec![], 0);
    for bit in BITS {
        let t0 = 3 << bit;
        let mut config = cycles();
        config.tree.t0 = t0;
        // The largest count stays below its threshold: it would take longer.
        let until = if bit == *BITS.end() { t0 / 3 + t0 / 24 } else { t0 + t0 / 4 };
        let (equal, expected) = profile(emitted, &config, &retirements(until), |_| 0);
        assert_eq!(expected.creates > 0, until > t0, "bit {bit}");
        creates += expected.creates;
        wrong.extend((!equal).then_some(bit));
    }
    (wrong, creates)
}

mod counts_reach_large_thresholds {
    #[test]
    fn fast25() {
        let (wrong, creates) = super::differ(&super::emit(super::Unit::Profiler, "fast25").unwrap());
        assert!(wrong.is_empty() && creates > 10, "{wrong:?}, {creates} nodes");
    }
}

#[test]
fn a_sum_with_a_bit_that_is_stuck_is_found() {
    let sum = "beyond = «{1'd0, excess[35:0]} + {1'd0, base}»";
    let stuck = "{1'd0, excess[35:32], 1'b1, excess[30:0]} + {1'd0, base}";
    let planted = Planted::of(Unit::Profiler, "fast25", &[("", sum, stuck)]);
    assert_eq!([0, 1].map(|fault| differ(planted.with(fault)).0), [vec![], vec![*BITS.end()]]);
}
