//! The emitted co-processor after a tap under Verilator, core to bus, equals the model in every candidate, register and
//! array (docs/reference/coproc_profiler.md).
use crate::support::disturbed::disturbed;
use crate::support::retired::retirements;
use crate::support::script::{Done, anything};
use crate::support::{agrees, options};
use treetap::cosim::coproc_profiler::Found;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::Pace;
use treetap::spec::counters::Counter;
use treetap::trace::shapes::Random;

const CORES: [Core; 3] = [Core::Ibex, Core::Picorv32, Core::Serv];

/// Counters of a run.
fn of(found: &Found, counter: Counter) -> u32 {
    found.counts.get(counter)
}

#[test]
fn values_of_loads_on_real_cores() {
    for (core, preset) in CORES.into_iter().zip(["ecp5", "up5k", "nano"]) {
        let options = options(preset, core);
        let ran = agrees(&options, retirements(core), &format!("{} {preset}", core.name()));
        let (cost, found) = (ran.totals.cost, &ran.found);
        println!("{} {preset}: {:?}, {} masked, {:?}", core.name(), ran.totals, ran.masked, found.counts);
        assert!(cost.interrupts > 2 && cost.copied > 10 && cost.rearms > 1, "{cost:?}");
        assert!(of(found, Counter::Popped) > 2_000 && ran.profile.loads().count() > 5, "{:?}", found.counts);
        assert!(found.hardware.held > 0 || core != Core::Ibex, "{:?}", found.hardware);
    }
}

#[test]
fn what_finds_no_room_is_dropped_and_counted() {
    let records = retirements(Core::Ibex);
    for preset in ["ecp5", "nano"] {
        let mut options = options(preset, Core::Ibex);
        (options.lossless, options.pace) = (false, Pace::Dense);
        let ran = agrees(&options, records, preset);
        let [full, off] = [Counter::DroppedFull, Counter::DroppedOff].map(|counter| of(&ran.found, counter));
        println!("{preset}: {full} full, {off} off, of {}", of(&ran.found, Counter::Candidates));
        assert!(full > 1_000 && ran.found.hardware.held == 0, "{full} {:?}", ran.found.hardware);
    }
}

#[test]
fn a_host_that_does_anything_at_any_time() {
    let (mut random, mut done) = (Random(9), Done::default());
    let [mut dropped, mut off, mut held, mut samples, mut compared] = [0_u64; 5];
    for round in 0..8_u64 {
        let preset = ["nano", "ecp5", "up5k", "hx8k"][round as usize % 4];
        let mut records = disturbed(&mut random);
        for record in &mut records {
            (record.evt, record.lat) = (random.next() as u8, random.next() as u16);
        }
        let mut options = options(preset, CORES[round as usize % 2]);
        (options.seed, options.idle, options.lossless) = (round, [(0, 0), (20_000, 9)][round as usize / 4], false);
        let found = anything(&options, &records, round, &mut done).unwrap_or_else(|e| panic!("round {round}: {e}"));
        assert_eq!((found.mismatches, &found.first, &found.broken[..]), (0, &None, &[][..]), "round {round}");
        dropped += u64::from(of(&found, Counter::DroppedFull));
        off += u64::from(of(&found, Counter::DroppedOff));
        samples += found.samples;
        held += found.hardware.held;
        compared += found.compared;
    }
    println!("{done:?}: {dropped} full, {off} off, {held} held, {samples} samples, {compared} compared");
    assert!(done.all(20) && dropped > 50 && off > 500 && held > 1_000 && samples > 1_000, "{done:?}");
}
