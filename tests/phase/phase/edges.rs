//! What is compared, at the edge where it turns: distances with thresholds, elements with their largest value, counts
//! with K, and the random place of the phase table (docs/reference/phase.md, P4, P5, P8, P9).
use super::{build, emitted};
use crate::support::bench;
use treetap::cosim::build::Effort;
use treetap::cosim::phase::{Bench, Pace};
use treetap::model::phase::{Footprint, Phase};
use treetap::spec::lfsr;
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{BUCKETS, Config, NO_DISTANCE, regs};
use treetap::trace::shapes::Random;

fn branch(bucket: usize) -> Retired {
    Retired { pc: 2 * bucket as u32, control: true, trap: false }
}

const PLAIN: Retired = Retired { pc: 0, control: false, trap: false };

fn distance(a: &Footprint, b: &Footprint) -> u16 {
    a.iter().zip(b).map(|(a, b)| u16::from(a.abs_diff(*b))).sum()
}

/// How an interval's instructions spread over the buckets: some kinds, each with few buckets or many, and differences
/// of every size within a kind.
fn shares(random: &mut Random, len: u32) -> [u32; BUCKETS] {
    let kind = random.below(6);
    let mut shape = Random(kind);
    let (buckets, first) = ([4, 32, 5, 9, 4, 17][kind as usize], shape.below(BUCKETS as u64));
    let mut shares = [0; BUCKETS];
    let at = |turn: u64| ((first + turn * 5) % BUCKETS as u64) as usize;
    for turn in 0..u64::from(len) {
        shares[at(turn % buckets)] += 1;
    }
    for _ in 0..random.below(2) {
        let (from, to) = (at(random.below(buckets)), random.below(BUCKETS as u64) as usize);
        let moved = (random.next() as u32 % (2 << random.below(8))).min(shares[from]);
        shares[from] -= moved;
        shares[to] += moved;
    }
    shares
}

/// A threshold at the edge of a distance that the interval will have, whose last record is `last`, or any.
fn edge(random: &mut Random, model: &Phase, last: &Retired) -> (u16, Option<u16>) {
    let mut ahead = model.clone();
    ahead.step(last).expect("the interval ends");
    let known: Vec<_> = model.signatures().iter().flatten().collect();
    let distances: Vec<_> = known.iter().map(|known| distance(ahead.footprint(), &known.footprint)).collect();
    if distances.is_empty() || random.below(8) == 0 {
        return ((random.next() as u16 & NO_DISTANCE) >> random.below(13), None);
    }
    let one = match random.below(3) {
        0 => *distances.iter().min().unwrap(),
        _ => distances[random.below(distances.len() as u64) as usize],
    };
    (one + random.below(2) as u16, Some(one))
}

/// Thresholds of every width that are a distance, or one more: nearest signatures, first ones, and ones that follow.
#[test]
fn a_distance_of_any_width_is_compared_to_the_unit() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 61);
    let mut random = Random(61);
    let mut edges = [0; 13];
    for round in 0..700 {
        let len = [512, 1023, 1023, 700, 1024, 2047][random.below(6) as usize];
        let (best, update) = (random.below(3) > 0, random.below(3) == 0);
        bench.configure(&Config { best, update, ..Config::of(len, 20) }, true).unwrap();
        // A run that goes on from the interval before adds up to 255 to the sum of the elements.
        let late = if random.below(2) == 0 { random.next() as u32 % 400 } else { 0 };
        let mut left = shares(&mut random, len - late);
        let mut records: Vec<_> = (0..BUCKETS).flat_map(|at| vec![branch(at); left[at] as usize]).collect();
        left.reverse();
        records.extend((0..late).map(|_| PLAIN));
        let last = *records.last().unwrap();
        for retired in &records[..records.len() - 1] {
            bench.push(retired, Pace::default()).unwrap();
        }
        let (thr, edge) = edge(&mut random, &bench.model, &last);
        if let Some(edge) = edge {
            edges[edge.checked_ilog2().unwrap_or(0) as usize] += 1;
        }
        bench.write(regs::THR.offset, thr.into()).unwrap();
        bench.push(&last, Pace::default()).unwrap_or_else(|e| panic!("{round}: {e}"));
    }
    bench.settle().unwrap();
    let seen = &bench.seen;
    // Elements of an interval are at most 1,023 in all, and a run from before it 255 more: no distance has bit 12.
    assert!(edges[..12].iter().all(|n| *n > 2) && edges[12] == 0, "{edges:?}");
    assert!(seen.matched > 200 && seen.replaced > 100 && seen.intervals == 700, "{seen:?}");
}

/// Buckets of 2^8 and some more up to 2^21, in intervals in which nothing is shifted, out of runs over many intervals.
#[test]
fn a_bucket_of_any_size_has_an_element_of_255() {
    const LEN: u32 = 1023;
    let mut bench = bench(&emitted("small"), Effort::Fast, build("small"), 67);
    bench.configure(&Config { thr: NO_DISTANCE, best: false, ..Config::of(LEN, 20) }, false).unwrap();
    let mut random = Random(67);
    for bit in 8..22 {
        // The run begins here.
        bench.push(&branch(0), Pace::default()).unwrap();
        bench.straight((1 << bit) + random.next() as u32 % 200 - 1).unwrap();
        assert!(bench.model.run() >> bit == 1 || bench.model.run() == (1 << bit) - 1, "{bit}");
        bench.push(&branch(bit), Pace::default()).unwrap();
        bench.straight(LEN - bench.model.counted()).unwrap();
        assert_eq!(bench.model.footprint()[bit], 255);
        assert_eq!(bench.model.closed()[bit] >> bit, 1);
        bench.straight(LEN).unwrap();
    }
    bench.settle().unwrap();
    assert_eq!(bench.seen.fresh, 1, "{:?}", bench.seen);
}

/// One interval after the other of one phase, each with a K near how often it was seen; what is armed is taken back, so
/// that the phase never has a sample.
#[test]
fn a_phase_is_armed_from_its_kth_interval_on_for_every_k() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 71);
    bench.configure(&Config::of(512, 20), true).unwrap();
    let mut random = Random(71);
    let (mut armed, mut edges) = (0, [[0; 8]; 2]);
    for seen in 1..600_u32 {
        // The count with the interval to come is `seen + 1`.
        let near = match random.below(4) {
            0 => seen + 1,
            1 => seen + 2,
            2 => seen.saturating_sub(random.next() as u32 % 40),
            _ => (seen + 1) ^ 1 << random.below(8),
        };
        let k = near.clamp(1, 255);
        bench.write(regs::K.offset, k).unwrap();
        for _ in 0..512 {
            bench.push(&branch(3), Pace::default()).unwrap();
        }
        assert_eq!(bench.model.sampling(), seen + 1 >= k, "{seen} {k}");
        // Reads wait until the interval is judged.
        bench.check(regs::PHASE.offset).unwrap();
        if k.abs_diff(seen + 1) < 2 {
            edges[usize::from(bench.model.sampling())][k.ilog2() as usize] += 1;
        }
        armed += u32::from(bench.model.sampling());
        bench.write(regs::SAMPLE_NEXT.offset, 0).unwrap();
    }
    bench.settle().unwrap();
    assert!(armed > 300 && bench.seen.sampled == 0, "{armed} {:?}", bench.seen);
    assert!(edges[0].iter().zip(edges[1]).skip(2).all(|(no, yes)| *no > 0 && yes > 0), "{edges:?}");
}

/// A state of the generator whose next one is this.
fn before(state: u32) -> u32 {
    let low = state >> 31;
    let before = (state ^ (low * lfsr::TAPS)) << 1 | low;
    assert_eq!(lfsr::step(before), state);
    before
}

/// Every interval is a new phase, and gives another one's entry away.
fn evict(bench: &mut Bench, state: u32) -> usize {
    bench.write(regs::SEED.offset, before(state)).unwrap();
    let table = bench.model.table().to_vec();
    for _ in 0..512 {
        bench.push(&branch(1), Pace::default()).unwrap();
    }
    assert_eq!(bench.check(regs::SEED.offset), Ok(state));
    let changed: Vec<_> = (0..table.len()).filter(|at| bench.model.table()[*at] != table[*at]).collect();
    changed.iter().for_each(|at| _ = bench.check(regs::PHASE.offset + 4 * *at as u16).unwrap());
    assert_eq!(changed.len(), 1);
    changed[0]
}

/// The least and the largest state of the generator for every place of the phase table.
#[test]
fn the_random_place_changes_where_it_should() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 73);
    bench.configure(&Config { thr: 0, ..Config::of(512, 20) }, true).unwrap();
    let entries = bench.model.table().len();
    for _ in 0..512 * entries {
        bench.push(&branch(1), Pace::default()).unwrap();
    }
    let mut random = Random(73);
    for place in 1..entries {
        let least = (place << 16).div_ceil(entries) as u32;
        for (low, expected) in [(least, place), (least - 1, place - 1)] {
            let state = (random.next() as u32) << 16 | low;
            assert_eq!(evict(&mut bench, state), expected, "{low:#x}");
        }
    }
    for _ in 0..40 {
        let state = random.next() as u32 | 1;
        assert_eq!(evict(&mut bench, state), ((state as usize & 0xffff) * entries) >> 16);
    }
    bench.settle().unwrap();
    assert_eq!(bench.seen.evicted, 2 * (entries as u64 - 1) + 40);
}
