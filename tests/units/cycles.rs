//! The emitted counter of cycles between retirements equals its model (docs/reference/cycles.md).
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::cycles::Cycles;
use treetap::trace::shapes::Random;

/// Cycles from a retirement to the next, and the one of them with a reset: few, each power of two with its neighbours,
/// and more than are counted; and a reset that meets each bit.
fn gaps(random: &mut Random) -> Vec<(u32, Option<u32>)> {
    let powers = (1..=16).flat_map(|bit| [0, 1, 2].map(|more| (1 << bit) - 1 + more));
    let more = (0..8).map(|_| 1 + u32::from(random.next() as u16));
    let long = powers.chain([65_534, 70_000]).chain(more).map(|gap| (gap, None));
    let reset = (1..16).map(|bit| ((1 << bit) + 5, Some((1 << bit) + 1)));
    let long: Vec<_> = long.chain(reset).collect();
    let short = |_| (1 + (random.next() % 6) as u32, random.next().is_multiple_of(2_000).then_some(1));
    let mut gaps: Vec<_> = (0..60_000).map(short).collect();
    long.into_iter().enumerate().for_each(|(at, gap)| gaps.insert(at * 700, gap));
    gaps
}

#[test]
fn hardware_equals_model_under_gaps_and_held_clocks() {
    let mut pins = Pins::open(&emit(Unit::Cycles, "core").unwrap(), Effort::Test, 5).unwrap();
    let [rst, valid, ready] = ["rst", "rvfi_valid", "rvfi_ready"].map(|name| pins.input(name));
    let width = pins.input_words();
    let mut random = Random(77);
    let mut rows: Vec<u64> = vec![];
    let mut row = |reset: bool, retires: bool, runs: bool| {
        let mut row = vec![0; width];
        (row[rst], row[valid], row[ready]) = (reset.into(), retires.into(), runs.into());
        rows.extend(row);
    };
    (0..3).for_each(|_| row(true, false, true));
    for (gap, reset) in gaps(&mut random) {
        for at in 1..=gap {
            // A retirement that is held stays on the ports.
            while random.next().is_multiple_of(4) {
                row(false, at == gap, false);
            }
            // In a cycle that counts, and in one that does not.
            let runs = reset != Some(at) || random.next().is_multiple_of(2);
            row(reset == Some(at), at == gap, runs);
        }
    }
    let seen = pins.run(&rows);
    let mut model = Cycles::default();
    let (mut cycle, mut compared, mut holds, mut saturated, mut resets) = (0, 0, 0, 0, 0);
    let mut bits = 0;
    for (row, out) in rows.chunks_exact(width).zip(&seen).skip(3) {
        cycle += row[ready];
        if row[valid] == 1 && row[rst] == 0 {
            // What a held retirement is told is what it is told at last.
            let mut told = model;
            let expected = told.retired(cycle + 1 - row[ready]);
            assert_eq!(*out, u64::from(expected), "cycle {cycle}");
            holds += 1 - row[ready];
            saturated += u64::from(expected == u16::MAX && row[ready] == 1);
            compared += 1;
            bits |= expected;
        }
        if row[rst] == 1 || row[valid] == 1 && row[ready] == 1 {
            model.retired(cycle);
            resets += row[rst];
        }
    }
    assert!(compared > 60_000 && holds > 10_000 && saturated > 2 && bits == u16::MAX, "{compared} {holds} {saturated}");
    assert!(resets > 20, "{resets} resets");
}
