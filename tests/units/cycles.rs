//! The emitted counter of cycles between retirements equals its model (docs/reference/cycles.md).
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::cycles::Cycles;
use treetap::trace::shapes::Random;

#[test]
fn hardware_equals_model_under_gaps_and_held_clocks() {
    let mut pins = Pins::open(&emit(Unit::Cycles, "core").unwrap(), Effort::Test, 5).unwrap();
    let [rst, valid, ready] = ["rst", "rvfi_valid", "rvfi_ready"].map(|name| pins.input(name));
    let width = pins.input_words();
    let mut random = Random(77);
    let mut rows: Vec<u64> = vec![];
    // A retirement that is held stays on the ports.
    let mut held = false;
    for at in 0..400_000 {
        let mut row = vec![0; width];
        let long = (200_000..300_000).contains(&at);
        row[rst] = u64::from(at < 3);
        row[valid] = u64::from(held || (!long && random.next().is_multiple_of(4)));
        row[ready] = u64::from(long || !random.next().is_multiple_of(3));
        held = row[valid] == 1 && row[ready] == 0;
        rows.extend(row);
    }
    let seen = pins.run(&rows);
    let mut model = Cycles::default();
    let (mut cycle, mut compared, mut holds, mut saturated) = (0, 0, 0, 0);
    for (row, out) in rows.chunks_exact(width).zip(&seen).skip(3) {
        cycle += row[ready];
        holds += u64::from(row[valid] == 1 && row[ready] == 0);
        if row[valid] == 1 && row[ready] == 1 {
            let expected = model.retired(cycle);
            assert_eq!(*out, u64::from(expected), "cycle {cycle}");
            saturated += u64::from(expected == u16::MAX);
            compared += 1;
        }
    }
    assert!(compared > 50_000 && holds > 10_000 && saturated == 1, "{compared} {holds} {saturated}");
}
