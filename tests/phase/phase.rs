//! The emitted tracker equals its model in every record of the log, flag and register (docs/reference/phase.md).
mod counts;
mod edges;
mod host;

use crate::support::configurations::{distinct, summary};
use crate::support::long::long_row;
use crate::support::planted::{Fault, Planted};
use crate::support::programs::Wanderer;
use crate::support::volume::{on_two_threads, volume};
use crate::support::{SCRIPT, bench, program};
use treetap::catalog::{Chosen, Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::phase::{Pace, Seen};
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{Build, Config, VARIANTS, regs};
use treetap::trace::shapes::Random;

/// Instructions of the wandering program in a test of everyday size; `TREETAP_VOLUME` multiplies them.
const RECORDS: u64 = 600_000;

fn build(preset: &str) -> Build {
    Build::of(VARIANTS.iter().find(|variant| variant.name == preset).unwrap())
}

fn emitted(preset: &str) -> Emitted {
    emit(Unit::Phase, preset).unwrap_or_else(|e| panic!("{e}"))
}

type Outcome = Result<Seen, String>;
/// A run of a design: a build with this seed.
type Run = fn(&Emitted, Build, Effort) -> Outcome;

/// The published program.
fn published(emitted: &Emitted, build: Build, effort: Effort) -> Outcome {
    let mut bench = bench(emitted, effort, build, 5);
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
fn wandering(emitted: &Emitted, build: Build, effort: Effort, records: u64, seed: u64) -> Outcome {
    let mut bench = bench(emitted, effort, build, seed);
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
fn crowding(emitted: &Emitted, build: Build, effort: Effort) -> Outcome {
    let mut bench = bench(emitted, effort, build, 11);
    bench.configure(&Config { thr: 40, ..Config::of(600, 20) }, true)?;
    let mut random = Random(11);
    for at in 0..60_000_u64 {
        // The first signature that is near enough matches, and many are; then signatures follow their phases.
        if at == 20_000 {
            bench.configure(&Config { thr: 90, best: false, ..Config::of(600, 20) }, true)?;
        }
        if at == 40_000 {
            bench.configure(&Config { thr: 90, update: true, ..Config::of(600, 20) }, true)?;
        }
        let buckets = [1, 2, 2, 3, 3, 4, 5, 32][at as usize / 1000 % 8];
        let pc = (random.next() % buckets) as u32 * 2;
        let idle = if at / 8000 % 2 == 0 { 0 } else { 60 };
        bench.push(&Retired { pc, control: !random.next().is_multiple_of(5), trap: false }, Pace { idle, stall: 0 })?;
    }
    bench.settle()?;
    Ok(bench.seen)
}

/// What a host may not write, and where nothing is.
fn refusals(emitted: &Emitted, build: Build, effort: Effort) -> Outcome {
    let mut bench = bench(emitted, effort, build, 17);
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

/// What a run of the wandering program has to have.
fn everything_happened(seen: &Seen) {
    assert!(seen.intervals > 500 && seen.traps > 1000 && seen.waits > 1000 && seen.log_waits > 100, "{seen:?}");
    assert!(seen.fresh > 20 && seen.replaced > 50 && seen.matched > 100, "{seen:?}");
    assert!(seen.known > 100 && seen.entered > 20 && seen.evicted > 20, "{seen:?}");
    assert!(seen.unchanged > 20 && seen.removed > 5 && seen.learnt > 20 && seen.overwritten > 20, "{seen:?}");
    assert!(seen.changes.iter().all(|n| *n > 5) && seen.repeats.iter().all(|n| *n > 20), "{seen:?}");
    assert!(seen.sampled > 10 && seen.discarded > 5 && seen.armed > 20 && seen.registers > 5000, "{seen:?}");
}

#[test]
fn hardware_equals_model_under_any_pace_with_writes_between_intervals() {
    let mut total = Seen::default();
    for (preset, seed) in [("small", 1), ("full", 2)] {
        let emitted = emitted(preset);
        let seen = wandering(&emitted, build(preset), Effort::Test, RECORDS * volume(), seed)
            .unwrap_or_else(|e| panic!("{preset}: {e}"));
        println!("{preset}: {seen:?}");
        everything_happened(&seen);
        total.records += seen.records;
        total.intervals += seen.intervals;
    }
    println!("{} records, {} intervals", total.records, total.intervals);
}

#[test]
#[ignore = "`make long`"]
fn long_run() {
    on_two_threads(&[("small", 3), ("full", 4)], |&(preset, seed)| {
        let seen = wandering(&emitted(preset), build(preset), Effort::Fast, 10_000_000, seed)
            .unwrap_or_else(|e| panic!("{preset}: {e}"));
        everything_happened(&seen);
        let Seen { records, intervals, waits, log_waits, registers, .. } = seen;
        let waits = [(waits, "cycles a record waited"), (log_waits, "cycles the log waited")];
        let ran = [&[(records, "records"), (intervals, "ends of intervals")], &waits[..]].concat();
        long_row("phase", preset, &ran, &[(intervals, "records of the log"), (registers, "registers")]);
    });
}

#[test]
fn sums_are_right_when_branches_come_in_every_cycle() {
    let seen = crowding(&emitted("small"), build("small"), Effort::Test).unwrap_or_else(|e| panic!("{e}"));
    println!("{seen:?}");
    assert!(seen.adjacent[1] > 5000 && seen.adjacent[0] > 5000 && seen.intervals == 100, "{seen:?}");
}

#[test]
fn what_is_out_of_range_is_refused() {
    for preset in ["small", "full"] {
        let seen = refusals(&emitted(preset), build(preset), Effort::Test).unwrap_or_else(|e| panic!("{preset}: {e}"));
        assert!(seen.registers > 250 && seen.intervals == 5, "{seen:?}");
    }
}

#[test]
fn the_published_program_on_the_hardware() {
    for preset in ["small", "full"] {
        let seen = published(&emitted(preset), build(preset), Effort::Test).unwrap_or_else(|e| panic!("{preset}: {e}"));
        assert_eq!((seen.records, seen.intervals), (52_000, 52));
        assert!(seen.waits > 10_000 && seen.log_waits > 20, "{seen:?}");
    }
}

/// Intervals come faster than they are judged: 32 distances, and a record in every cycle.
fn hurrying(emitted: &Emitted, build: Build, effort: Effort) -> Outcome {
    let mut bench = bench(emitted, effort, build, 23);
    bench.configure(&Config { thr: 60, ..Config::of(512, 20) }, false)?;
    let mut program = Wanderer::new(23, 512, 60);
    let mut calm = 0;
    for at in 0..100_000 {
        bench.push(&program.next().unwrap(), Pace::default())?;
        if at == 1000 {
            calm = bench.seen.waits;
        }
    }
    bench.settle()?;
    if calm > 0 {
        return Err(format!("{calm} cycles of waiting before there are signatures"));
    }
    let status = bench.peek(regs::STATUS.offset)?;
    if regs::STATUS.field("LATE").of(status) == 0 {
        return Err("STATUS.LATE is not set".into());
    }
    let late = bench.peek(regs::LATE_INSNS.offset)?;
    if !(1..512).contains(&late) {
        return Err(format!("LATE_INSNS is {late}"));
    }
    Ok(bench.seen)
}

#[test]
fn the_last_record_of_an_interval_waits_for_the_interval_before_it() {
    let seen = hurrying(&emitted("full"), build("full"), Effort::Test).unwrap_or_else(|e| panic!("{e}"));
    println!("{seen:?}");
    assert!(seen.intervals > 180 && seen.replaced > 5 && seen.waits > 10_000, "{seen:?}");
}

#[test]
fn records_that_cannot_wait_are_counted() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 29);
    bench.configure(&Config::of(512, 20), true).unwrap();
    bench.must(true);
    let mut program = Wanderer::new(29, 512, 60);
    let mut lost = 0;
    for retired in program.by_ref().take(20_000) {
        lost += u32::from(!bench.offer(&retired).unwrap());
    }
    bench.settle().unwrap();
    assert_eq!(bench.peek(regs::LOST.offset).unwrap(), lost);
    assert!(lost > 5000 && bench.seen.intervals > 10, "{lost} {:?}", bench.seen);
    // It stays at what its register can hold.
    for retired in program.take(180_000) {
        lost += u32::from(!bench.offer(&retired).unwrap());
    }
    bench.settle().unwrap();
    assert_eq!(bench.peek(regs::LOST.offset).unwrap(), u32::from(u16::MAX));
    assert!(lost > 1 << 16, "{lost}");
}

/// A tracker that is not lossless, with a record in every cycle and intervals that end while one is judged.
#[test]
fn records_that_a_late_tracker_cannot_take_are_counted() {
    let mut bench = bench(&emitted("full"), Effort::Test, build("full"), 43);
    bench.configure(&Config { thr: 60, ..Config::of(512, 20) }, false).unwrap();
    bench.must(true);
    let mut lost = 0;
    for retired in Wanderer::new(43, 512, 60).take(100_000) {
        lost += u32::from(!bench.offer(&retired).unwrap());
    }
    // The log and the registers are the model's, which was given what was taken.
    bench.settle().unwrap();
    assert_eq!(bench.peek(regs::LOST.offset).unwrap(), lost);
    let status = bench.peek(regs::STATUS.offset).unwrap();
    assert_eq!(regs::STATUS.field("LATE").of(status), 1);
    assert!(lost > 5000 && bench.seen.intervals > 100 && bench.seen.replaced > 5, "{lost} {:?}", bench.seen);
}

#[test]
fn with_hold_no_record_is_taken_until_the_host_has_looked() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 37);
    bench.configure(&Config::of(512, 20), true).unwrap();
    let ctrl = bench.check(regs::CTRL.offset).unwrap();
    bench.write(regs::CTRL.offset, ctrl | regs::CTRL.field("HOLD").mask()).unwrap();
    let mut program = Wanderer::new(37, 512, 30);
    let interval = regs::STATUS.field("INTERVAL").mask();
    let (mut looks, mut waited) = (0, 0);
    for retired in program.by_ref().take(6 * 512) {
        let mut refused = 0;
        while !bench.offer(&retired).unwrap() {
            refused += 1;
            // An interval is judged within 1,120 cycles.
            if refused > 1500 {
                assert_eq!(bench.peek(regs::STATUS.offset).unwrap() & interval, interval, "it waits for nobody");
                bench.write(regs::STATUS.offset, interval).unwrap();
                (looks, waited, refused) = (looks + 1, waited + refused, 0);
            }
        }
    }
    bench.settle().unwrap();
    assert!(looks >= 5 && waited > 5 * 1500, "{looks} looks, {waited} cycles");
}

#[test]
fn an_interval_that_finds_no_room_is_dropped_whole() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 31);
    bench.configure(&Config::of(512, 20), true).unwrap();
    let mut program = Wanderer::new(31, 512, 30);
    for retired in program.by_ref().take(60 * 512) {
        bench.push(&retired, Pace { idle: 0, stall: 255 }).unwrap();
    }
    let dropped = bench.drain().unwrap();
    let status = bench.peek(regs::STATUS.offset).unwrap();
    assert!(regs::STATUS.field("LOG_OVF").of(status) == 1 && (5..40).contains(&dropped), "{dropped}");
    for retired in program.take(10 * 512) {
        bench.push(&retired, Pace::default()).unwrap();
    }
    bench.settle().unwrap();
}

#[test]
fn trackers_of_random_sizes_equal_their_models() {
    let chosen = distinct(Unit::Phase, 0x7068_6173, 6 * volume() as usize, |_, _| true);
    for (at, chosen) in chosen.iter().enumerate() {
        let Chosen::Part(_, variant) = chosen else { panic!("{chosen:?} is no part") };
        let seen = wandering(&chosen.emit().unwrap(), Build::of(variant), Effort::Quick, 60_000, at as u64);
        let seen = seen.unwrap_or_else(|e| panic!("{}: {e}", chosen.command()));
        assert!(seen.intervals > 40 && seen.matched > 5 && seen.fresh + seen.replaced > 5, "{seen:?}");
    }
    summary("phase", chosen.len(), "co-simulated, 0 mismatches");
}

/// Lengths of every width, whose intervals do not end in many records; seeds and thresholds of every width.
fn wide(emitted: &Emitted, build: Build, effort: Effort) -> Outcome {
    let mut bench = bench(emitted, effort, build, 47);
    let mut random = Random(47);
    for bit in 10..24 {
        let config = Config {
            thr: 1 << (bit - 10).min(12),
            seed: 1 << (random.next() % 32),
            k: 1 << (bit % 8),
            ..Config::of((1 << bit) | (512 + (random.next() % 300) as u32), 20)
        };
        bench.configure(&config, true)?;
        for retired in Wanderer::new(random.next(), 512, 60).take(1200) {
            bench.push(&retired, Pace::default())?;
        }
        bench.check_all()?;
        bench.switch(&config, true, false)?;
        bench.write(regs::CTRL.offset, regs::CTRL.field("CLR").mask())?;
    }
    if bench.seen.intervals > 1 {
        return Err(format!("{} intervals ended", bench.seen.intervals));
    }
    Ok(bench.seen)
}

#[test]
fn no_bit_of_a_length_is_lost() {
    let seen = wide(&emitted("small"), build("small"), Effort::Test).unwrap_or_else(|e| panic!("{e}"));
    assert!(seen.records == 14 * 1200 && seen.registers > 500, "{seen:?}");
}

/// Intervals of millions of instructions, with runs of every length up to half of one: sums of every width.
fn huge(emitted: &Emitted, build: Build, effort: Effort, len: u32) -> Outcome {
    let mut bench = bench(emitted, effort, build, 53);
    bench.configure(&Config { seed: 53, ..Config::of(len, 3) }, true)?;
    let mut random = Random(53);
    let mut longest = 0;
    while bench.seen.records < 3 * u64::from(len) {
        let run = 1 << (random.next() % u64::from(len.ilog2())) | random.next() as u32 & 7;
        longest = longest.max(run);
        let pc = random.next() as u32 & 0x3e;
        for at in 1..=run {
            bench.push(&Retired { pc, control: at == run, trap: false }, Pace::default())?;
        }
    }
    bench.check_all()?;
    bench.settle()?;
    if longest < len / 2 { Err(format!("no run is longer than {longest}")) } else { Ok(bench.seen) }
}

#[test]
fn sums_of_every_width() {
    let seen = huge(&emitted("small"), build("small"), Effort::Test, 1 << 20).unwrap_or_else(|e| panic!("{e}"));
    assert!(seen.intervals >= 3, "{seen:?}");
}

/// Faults: what stands in the Verilog of `small`, and what a slip would have made of it.
const FAULTS: [Fault<'_>; 30] = [
    // Which instructions count, and where intervals end.
    ("", "executed = rec_valid & «~rec_trap» & cfg_trk", "1'b1"),
    ("", "last <= ~fresh & «(counted == length)»;", "counted == length - 24'd1"),
    ("", "if («cfg_len[10]») shifts = 4'd1;", "1'b0"),
    ("", "control[rec_class] & «~reserved»", "1'b1"),
    ("", "place = place ^ «rec_pc[30:26]»;", "5'd0"),
    ("", "(busy & «(cfg_lossless | last)»)", "cfg_lossless"),
    // Sums.
    ("", "turn <= «turn + 2'd1»;", "turn"),
    ("", "wire goes = ~«run[over_bit]»;", "run[5]"),
    ("", "over0 <= «halves0_rd[over_bit]»;", "halves0_rd[9]"),
    ("", "sum1 <= {1'd0, older1} + «amount3»;", "1'd0"),
    ("", "wipes0 <= «closed_take & (closed_both | ~closed_bank)»;", "closed_take & closed_both"),
    ("", "((rest | closed_word) & «over»)", "23'h200"),
    // Distances and signatures.
    ("", "left = {1'd0, sum} + {1'd0, limit} + «14'd1»", "14'd0"),
    ("", "& «~(found & ~cfg_best)»", "1'b1"),
    ("", "(«now[updates_at[4:0]] & cfg_upd»)", "1'b0"),
    ("", "met_before <= «met»;", "1'b1"),
    ("", "(«met | (got[4:0] == place)»)", "met"),
    ("", "if («misses») limit <= 13'd0;", "1'b0"),
    // Changes of phase.
    ("", "(«now[unknown_at[4:0]] & ~known»)", "1'b0"),
    ("", "if («deed4[second_at]») known <= known & equal;", "1'b0"),
    ("", "if (points) jumps = got[4:0] ^ held[4:0] ^ «{2'd0, held[7:5]}»;", "5'd0"),
    ("", "if (deed4[first_at]) known <= «equal»;", "1'b1"),
    // Phase table, arming, counters, log.
    ("", "match5 <= «equal» & deed4[find_at];", "1'b1"),
    ("", "if («lfsr[0]») lfsr <= (lfsr >> 1) ^ taps;", "1'b0"),
    ("", "vain <= armed & «got[15]»;", "1'b1"),
    ("", "wanted <= often & «(seen[15] == turned)»;", "1'b1"),
    ("", "(«seen[7:0] >= cfg_k»)", "seen[7:0] > cfg_k"),
    ("", "(deed2[if_right_at] & «right»)", "1'b1"),
    ("", "marked = «{15'd0, samples & armed} << 15»;", "16'd0"),
    ("", "(«{15'd0, vain} << 15»)", "16'd0"),
];

#[test]
fn planted_faults_are_found() {
    let runs: [(&str, Run); 4] = [
        ("wandering", |emitted, build, effort| wandering(emitted, build, effort, 200_000, 7)),
        ("crowding", crowding),
        ("hurrying", hurrying),
        ("long", long),
    ];
    let planted = Planted::of(Unit::Phase, "small", &FAULTS);
    for (name, run) in runs {
        run(planted.with(0), build("small"), Effort::Test).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    for ((_, from, to), number) in FAULTS.into_iter().zip(1..) {
        let wrong = planted.with(number);
        let found = runs.iter().find_map(|(name, run)| Some((name, run(wrong, build("small"), Effort::Test).err()?)));
        let (name, what) = found.unwrap_or_else(|| panic!("not found: {from} -> {to}"));
        println!("{from} -> {to}: {name}: {what}");
    }
}

/// One interval that is long enough for sums that saturate, after a run that does.
fn long(emitted: &Emitted, build: Build, effort: Effort) -> Outcome {
    let mut bench = bench(emitted, effort, build, 37);
    bench.configure(&Config { seed: 37, ..Config::of(70_000, 20) }, true)?;
    let mut random = Random(37);
    for at in 0..300_000_u32 {
        let control = at > 80_000 && random.next().is_multiple_of(9) || at % 8000 == 0;
        bench.push(&Retired { pc: random.next() as u32 & 0x86, control, trap: false }, Pace::default())?;
    }
    // A phase that stays, so long that its run is counted no further; then runs of 32 and 1, whose places are equal.
    bench.write(regs::LEN.offset, 512)?;
    while bench.model.counted() > 0 {
        bench.push(&Retired { pc: 2, control: true, trap: false }, Pace::default())?;
    }
    for (kind, intervals) in [(0, 300), (1, 1), (0, 32), (1, 1), (0, 1), (1, 1), (0, 34)] {
        for at in 0..intervals * 512_u32 {
            let pc = at % 4 * 2 + kind * 0x20;
            bench.push(&Retired { pc, control: true, trap: false }, Pace::default())?;
        }
    }
    for len in [512, 1024, 2000, 4096, 9000] {
        bench.write(regs::LEN.offset, len)?;
        bench.write(regs::THR.offset, 100)?;
        for retired in Wanderer::new(37, len, 4).take(8 * len as usize) {
            bench.push(&retired, Pace::default())?;
        }
    }
    bench.settle()?;
    Ok(bench.seen)
}
