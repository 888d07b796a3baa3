//! The emitted tracker equals its model in every record of the log, flag and register (docs/reference/phase.md).
use crate::support::bench::{Bench, Pace, Seen};
use crate::support::programs::Wanderer;
use crate::support::{SCRIPT, program};
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{Build, Config, VARIANTS, regs};
use treetap::trace::shapes::Random;

/// Instructions of the wandering program in a test of everyday size; `TREETAP_VOLUME` multiplies them.
const RECORDS: u64 = 600_000;

fn volume() -> u64 {
    std::env::var("TREETAP_VOLUME").map_or(1, |text| text.parse().expect("TREETAP_VOLUME is a number"))
}

fn build(preset: &str) -> Build {
    Build::of(VARIANTS.iter().find(|variant| variant.name == preset).unwrap())
}

fn emitted(preset: &str) -> Emitted {
    emit(Unit::Phase, preset).unwrap_or_else(|e| panic!("{e}"))
}

type Outcome = Result<Seen, String>;

/// The published program.
fn published(emitted: &Emitted, preset: &str, effort: Effort) -> Outcome {
    let mut bench = Bench::open(emitted, effort, build(preset), 5);
    bench.check_all()?;
    let config = Config::of(1000, 20);
    bench.configure(&config, true)?;
    for retired in program(&SCRIPT, config.len) {
        bench.push(&retired, Pace { idle: 30, stall: 100 })?;
    }
    bench.settle()?;
    Ok(bench.seen)
}

/// A program with many phases under one configuration after the other, with writes in between.
fn wandering(emitted: &Emitted, preset: &str, effort: Effort, records: u64, seed: u64) -> Outcome {
    let mut bench = Bench::open(emitted, effort, build(preset), seed);
    let mut random = Random(seed);
    let mut pace = Pace { idle: 20, stall: 30 };
    let mut lossless = true;
    let mut config = Config { auto: true, seed: seed as u32, ..Config::of(512, 20) };
    bench.configure(&config, lossless)?;
    let mut program = Wanderer::new(seed, 512, 60);
    let (mut since, mut ended) = (0, 0);
    while bench.seen.records < records {
        let retired = program.next().unwrap();
        bench.push(&retired, pace)?;
        since += 1;
        if bench.seen.intervals > ended && lossless && random.next().is_multiple_of(24) {
            ended = bench.seen.intervals;
            // A host decides after an interval has ended, before the next one begins, or long after that.
            bench.check(regs::PRED.offset)?;
            bench.write(regs::SAMPLE_NEXT.offset, random.next() as u32 & 1)?;
        }
        if since % 4096 == 0 && since % 40_960 != 0 {
            bench.check_all()?;
        }
        if since % 40_960 == 0 {
            bench.settle()?;
            let any = |random: &mut Random, of: u64| random.next().is_multiple_of(of);
            config.len = 512 + (random.next() % 400) as u32 * u32::from(any(&mut random, 2));
            config.thr = if any(&mut random, 6) { (random.next() % 3) as u16 } else { config.len as u16 / 5 };
            (config.k, config.auto) = ([1, 1, 2, 3, 3, 5][random.next() as usize % 6], !any(&mut random, 5));
            (config.last_value, config.update, config.best) =
                (any(&mut random, 5), any(&mut random, 4), !any(&mut random, 4));
            config.seed = random.next() as u32 * u32::from(!any(&mut random, 4));
            lossless = !any(&mut random, 4);
            pace = Pace { idle: (random.next() % 40) as u8, stall: (random.next() % 60) as u8 };
            if any(&mut random, 3) {
                // While nothing is tracked, nothing changes; then everything is forgotten.
                bench.switch(&config, lossless, false)?;
                for retired in program.by_ref().take(700) {
                    bench.push(&retired, pace)?;
                }
                bench.check_all()?;
                if any(&mut random, 2) {
                    bench.write(regs::CTRL.offset, regs::CTRL.field("CLR").mask())?;
                }
            }
            bench.write(regs::STATUS.offset, u32::MAX)?;
            bench.configure(&config, lossless)?;
            program = Wanderer::new(random.next(), config.len, 20 + random.next() % 60);
        }
    }
    bench.settle()?;
    Ok(bench.seen)
}

/// Branches in every cycle, in a few buckets: sums are made faster than the memory takes them.
fn crowding(emitted: &Emitted, preset: &str, effort: Effort) -> Outcome {
    let mut bench = Bench::open(emitted, effort, build(preset), 11);
    bench.configure(&Config { thr: 40, ..Config::of(600, 20) }, true)?;
    let mut random = Random(11);
    for at in 0..60_000_u64 {
        let buckets = [1, 2, 2, 3, 3, 4, 5, 32][at as usize / 1000 % 8];
        let pc = (random.next() % buckets) as u32 * 2;
        let idle = if at / 8000 % 2 == 0 { 0 } else { 60 };
        bench.push(&Retired { pc, control: !random.next().is_multiple_of(5), trap: false }, Pace { idle, stall: 0 })?;
    }
    bench.settle()?;
    Ok(bench.seen)
}

/// What a host may not write, and where nothing is.
fn refusals(emitted: &Emitted, preset: &str, effort: Effort) -> Outcome {
    let mut bench = Bench::open(emitted, effort, build(preset), 17);
    let (len, thr, k) = (regs::LEN.offset, regs::THR.offset, regs::K.offset);
    let words = [
        (len, [511, 1 << 24, u32::MAX, 512, (1 << 24) - 1, 0]),
        (thr, [1 << 13, u32::MAX, 8191, 0, 1 << 24, 61]),
        (k, [0, 256, 255, 1, 1 << 16, 3]),
    ];
    for (address, words) in words {
        for word in words {
            bench.write(address, word)?;
            bench.check(address)?;
            bench.check(regs::STATUS.offset)?;
            bench.write(regs::STATUS.offset, regs::STATUS.field("BAD_CFG").mask())?;
        }
    }
    for address in [0x44, 0xfc, 0x100 + 4 * bench.model.build().phases as u16, 0x3fc, 0x3c] {
        bench.check(address)?;
        bench.check(regs::STATUS.offset)?;
        bench.write(regs::STATUS.offset, u32::MAX)?;
    }
    for address in [0x0, 0x1c, 0x44, 0x100, 0x400] {
        bench.write(address, 0x1234)?;
        bench.check(regs::STATUS.offset)?;
        bench.write(regs::STATUS.offset, u32::MAX)?;
        bench.check(address)?;
    }
    // Nothing is forgotten while it tracks.
    bench.configure(&Config::of(512, 20), true)?;
    for retired in Wanderer::new(3, 512, 5).take(3000) {
        bench.push(&retired, Pace::default())?;
    }
    bench.write(regs::CTRL.offset, 0xb3)?;
    bench.settle()?;
    Ok(bench.seen)
}

#[test]
fn hardware_equals_model_under_any_pace_with_writes_between_intervals() {
    let mut total = Seen::default();
    for (preset, seed) in [("small", 1), ("full", 2)] {
        let emitted = emitted(preset);
        let seen = wandering(&emitted, preset, Effort::Test, RECORDS * volume(), seed)
            .unwrap_or_else(|e| panic!("{preset}: {e}"));
        println!("{preset}: {seen:?}");
        assert!(seen.intervals > 500 && seen.traps > 1000 && seen.waits > 1000 && seen.log_waits > 100, "{seen:?}");
        assert!(seen.fresh > 20 && seen.replaced > 50 && seen.matched > 100, "{seen:?}");
        assert!(seen.known > 100 && seen.entered > 20 && seen.evicted > 20, "{seen:?}");
        assert!(seen.unchanged > 20 && seen.removed > 5 && seen.learnt > 20 && seen.overwritten > 20, "{seen:?}");
        assert!(seen.changes.iter().all(|n| *n > 5) && seen.repeats.iter().all(|n| *n > 20), "{seen:?}");
        assert!(seen.sampled > 10 && seen.discarded > 5 && seen.armed > 20 && seen.registers > 5000, "{seen:?}");
        total.records += seen.records;
        total.intervals += seen.intervals;
    }
    println!("{} records, {} intervals", total.records, total.intervals);
}

#[test]
fn sums_are_right_when_branches_come_in_every_cycle() {
    let seen = crowding(&emitted("small"), "small", Effort::Test).unwrap_or_else(|e| panic!("{e}"));
    println!("{seen:?}");
    assert!(seen.adjacent[1] > 5000 && seen.adjacent[0] > 5000 && seen.intervals == 100, "{seen:?}");
}

#[test]
fn what_is_out_of_range_is_refused() {
    let seen = refusals(&emitted("full"), "full", Effort::Test).unwrap_or_else(|e| panic!("{e}"));
    assert!(seen.registers > 300 && seen.intervals == 5, "{seen:?}");
}

#[test]
fn the_published_program_on_the_hardware() {
    for preset in ["small", "full"] {
        let seen = published(&emitted(preset), preset, Effort::Test).unwrap_or_else(|e| panic!("{preset}: {e}"));
        assert_eq!((seen.records, seen.intervals), (52_000, 52));
        assert!(seen.waits > 10_000 && seen.log_waits > 20, "{seen:?}");
    }
}
