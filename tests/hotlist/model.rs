//! The golden model case by case (docs/reference/hotlist.md).
use crate::support::{Zipf, build, looped, plain, steady};
use std::collections::BTreeMap;
use treetap::host::hotlist::{Scale, reported};
use treetap::model::hotlist::{Hotlist, Outcome, Room, Table, Trigger};
use treetap::spec::classify::Opclass;
use treetap::spec::hotlist::regs::Counter;
use treetap::spec::hotlist::tuple::{Key, Kind, RawRecord};
use treetap::spec::hotlist::{Config, Mode, Scheme, T_MAX};
use treetap::spec::retire::Record;
use treetap::spec::sample_buffer::Format;

/// Which retirements of a loop are in bursts, by their numbers.
fn captured(config: Config, retirements: u64) -> Vec<u64> {
    let mut hotlist = Hotlist::new(build("up5k"), config);
    let records = looped(1000).take(retirements as usize).enumerate();
    records.filter_map(|(at, record)| hotlist.retire(&record).map(|_| at as u64)).collect()
}

/// V2: the last retirement of a period is the first of a burst; the next period begins after the last of the burst.
#[test]
fn periods_and_bursts() {
    assert_eq!(captured(steady(5, 1), 17), [4, 9, 14]);
    assert_eq!(captured(steady(5, 3), 17), [4, 5, 6, 11, 12, 13]);
    assert_eq!(captured(steady(1, 1), 5), [0, 1, 2, 3, 4]);
    assert_eq!(captured(steady(1, 255), 300).len(), 300);
    // What the registers hold counts as 1 where it is 0.
    let mut hotlist = Hotlist::reset(build("up5k"));
    hotlist.write(0x14, 0xff_ffff);
    hotlist.write(0x18, 0xff_ffff);
    for (offset, value) in [(0x04, 0), (0x08, 0), (0x10, 0), (0x00, 0b1101)] {
        hotlist.write(offset, value);
    }
    assert!(looped(3).take(20).all(|record| hotlist.retire(&record).is_some()));
}

/// V2: periods are spread evenly from PERIOD to PERIOD + JMASK, and no burst begins inside another.
#[test]
fn periods_are_uniform() {
    let config = Config { period: 20, jitter: 15, burst: 3, ..Config::values() };
    let bursts = captured(config, 2_000_000);
    let mut counts = BTreeMap::new();
    for pair in bursts.chunks_exact(3).collect::<Vec<_>>().windows(2) {
        assert_eq!([pair[0][1] - pair[0][0], pair[0][2] - pair[0][1]], [1, 1]);
        *counts.entry(pair[1][0] - pair[0][2]).or_insert(0_u64) += 1;
    }
    assert_eq!((counts.keys().next(), counts.keys().last(), counts.len()), (Some(&20), Some(&35), 16));
    let total: u64 = counts.values().sum();
    let expected = total as f64 / 16.0;
    let chi: f64 = counts.values().map(|n| (*n as f64 - expected).powi(2) / expected).sum();
    // 15 degrees of freedom: above 37.7 once in a thousand times.
    assert!(chi < 37.7, "{chi} of {total}: {counts:?}");
}

/// V2: with SKMASK a burst begins up to so many retirements later, and one number more is used.
#[test]
fn skips_are_uniform() {
    let config = Config { skip: 7, ..steady(20, 2) };
    let bursts = captured(config, 400_000);
    let mut counts = BTreeMap::new();
    for pair in bursts.chunks_exact(2).collect::<Vec<_>>().windows(2) {
        *counts.entry(pair[1][0] - pair[0][1] - 20).or_insert(0_u64) += 1;
    }
    assert_eq!((counts.keys().next(), counts.keys().last(), counts.len()), (Some(&0), Some(&7), 8));
    let expected = counts.values().sum::<u64>() as f64 / 8.0;
    let chi: f64 = counts.values().map(|n| (*n as f64 - expected).powi(2) / expected).sum();
    assert!(chi < 24.3, "{chi}: {counts:?}");
}

/// V2: without jitter a loop whose length divides the period is always met at the same place; with jitter everywhere.
#[test]
fn jitter_cures_loops() {
    let places = |jitter| {
        let config = Config { period: 63_488, jitter, burst: 1, ..Config::values() };
        let mut trigger = Trigger::default();
        trigger.start(&config);
        let mut counts = [0_u64; 16];
        for at in 0..20_000_000 {
            counts[at % 16] += u64::from(trigger.step(&config, true).captured.is_some());
        }
        counts
    };
    assert_eq!(places(0).iter().filter(|count| **count > 0).count(), 1);
    let counts = places(4095);
    let expected = counts.iter().sum::<u64>() as f64 / 16.0;
    let chi: f64 = counts.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum();
    // 15 degrees of freedom: above 37.7 once in a thousand times.
    assert!(chi < 37.7 && expected > 10.0, "{chi} with {expected} each");
}

/// V4: a trap in a burst ends it, and the rest of it is not made up for.
#[test]
fn a_trap_ends_a_burst() {
    let mut hotlist = Hotlist::new(build("up5k"), steady(10, 4));
    let seen: Vec<bool> =
        (0..40).map(|at| hotlist.retire(&Record { trap: at == 11 || at == 15, ..plain() }).is_some()).collect();
    // The period ends with number 9; 11 traps; the next ends ten later, the trap between not counted.
    let expected: Vec<usize> = [9, 10, 22, 23, 24, 25, 35, 36, 37, 38].into();
    assert_eq!((0..40).filter(|at| seen[*at]).collect::<Vec<_>>(), expected);
    let count = |counter| hotlist.counter(counter);
    assert_eq!((count(Counter::Trig), count(Counter::Abort), count(Counter::Captured)), (3, 1, 10));
    assert_eq!((count(Counter::Retired), count(Counter::Tuples), count(Counter::Seen)), (40, 10, 10));
}

/// V5: what a tuple holds.
#[test]
fn kinds_of_tuples() {
    let of = |kind, record: Record| {
        let mut config = steady(1, 1);
        config.kinds[record.class as usize] = kind;
        let mut hotlist = Hotlist::new(build("ecp5_64"), config);
        hotlist.retire(&record).map(|tuple| (tuple.key.pct, tuple.key.value))
    };
    let record = Record {
        pc: 0x1_8000_0002,
        npc: 0x1_2345_6788,
        val: 0xfedc_ba98_7654_3210,
        addr: 0x1234_5678_9abc_def0,
        lat: u16::MAX,
        ..plain()
    };
    let pct = 0xc000_0001;
    assert_eq!(of(Kind::None, record), None);
    assert_eq!(of(Kind::Val, record), Some((pct, 0x7654_3210)));
    assert_eq!(of(Kind::Addr, record), Some((pct, 0x9abc_def0)));
    assert_eq!(of(Kind::Lat, record), Some((pct, 65535)));
    assert_eq!(of(Kind::Npct, record), Some((pct, 0x91a2_b3c4)));
    assert_eq!(of(Kind::Insn, record), Some((pct, record.insn)));
    assert_eq!(of(Kind::Ra, record), Some((pct, 0)));
    assert_eq!(of(Kind::Caller, record), Some((pct, 0)));
}

/// V5: a class without a tuple has its place in a burst.
#[test]
fn no_tuple_takes_its_place_too() {
    let mut hotlist = Hotlist::new(build("up5k"), steady(10, 4));
    let both = [Record { class: Opclass::Branch, ..plain() }, plain()];
    let places: Vec<Option<u8>> =
        (0..13).map(|at| hotlist.retire(&both[at % 2]).map(|tuple| tuple.raw.position)).collect();
    assert_eq!(places[9..], [Some(0), None, Some(2), None]);
    assert_eq!((hotlist.counter(Counter::Captured), hotlist.counter(Counter::Tuples)), (4, 2));
}

/// A call, a return or the like at an address, whose record holds `val` for its link register.
fn transfer(class: Opclass, pc: u64, rd: u32) -> Record {
    Record { class, pc, insn: rd << 7 | 0x6f, val: pc + 4, ..plain() }
}

/// V6: the tuple of a return holds what was there before it; CORO replaces the top; the oldest is lost; empty is 0.
#[test]
fn shadows_of_return_addresses() {
    let mut config = steady(1, 1);
    config.kinds = [Kind::Caller; Opclass::COUNT];
    let callers = |records: &[Record]| {
        let mut hotlist = Hotlist::new(build("up5k"), config);
        records.iter().map(|record| hotlist.retire(record).unwrap().key.value << 1).collect::<Vec<_>>()
    };
    let (call, ret) = (|pc| transfer(Opclass::Call, pc, 1), transfer(Opclass::Return, 0x9000, 0));
    let coro = transfer(Opclass::Coroutine, 0x400, 5);
    assert_eq!(callers(&[ret, call(0x100), call(0x200), ret, ret, ret]), [0, 0, 0x104, 0x204, 0x104, 0]);
    assert_eq!(callers(&[call(0x100), coro, ret, ret]), [0, 0x104, 0x404, 0]);
    // Empty: CORO pops nothing and pushes.
    assert_eq!(callers(&[coro, ret, ret]), [0, 0x404, 0]);
    let deep: Vec<Record> = (0..9).map(|at| call(0x100 * (at + 1))).chain([ret; 10]).collect();
    let unwound = &callers(&deep)[9..];
    assert_eq!(unwound, [0x904, 0x804, 0x704, 0x604, 0x504, 0x404, 0x304, 0x204, 0, 0]);
    // A compressed call returns two bytes on; what trapped called nothing.
    let short = Record { rvc: true, ..call(0x100) };
    assert_eq!(callers(&[short, ret]), [0, 0x102]);
    let mut hotlist = Hotlist::new(build("up5k"), config);
    hotlist.retire(&Record { trap: true, ..call(0x100) });
    assert_eq!(hotlist.retire(&ret).unwrap().key.value, 0);

    config.kinds = [Kind::Ra; Opclass::COUNT];
    let mut hotlist = Hotlist::new(build("up5k"), config);
    let mut ra = |record: Record| hotlist.retire(&record).unwrap().key.value << 1;
    // x1 is written by a call, not by what links x5, and by a load that restores it.
    let restore = Record { class: Opclass::Load, insn: 0x0001_2083, val: 0x8888, ..plain() };
    let seen = [call(0x100), transfer(Opclass::Call, 0x300, 5), restore, ret, ret].map(&mut ra);
    assert_eq!(seen, [0, 0x104, 0x104, 0x8888, 0x8888]);
}

/// V7: records of the raw stream, and what finds no room.
#[test]
fn raw_records() {
    let config = Config { mode: Mode::Both, format: Format(0x5421), ..steady(3, 2) };
    let mut hotlist = Hotlist::new(build("ecp5_64"), config);
    let record = Record { pc: 0x1_0000_0020, val: 0x55_0000_0066, evt: 0x81, rvc: true, taken: true, ..plain() };
    let full = Room { queue: true, raw: false };
    let rooms = [Room::ALL, Room::ALL, Room::ALL, full, Room::ALL, Room { queue: false, raw: false }, Room::ALL];
    let mut given = vec![];
    for room in rooms {
        given.extend(hotlist.retire_with(&record, room));
    }
    // Numbers 2, 3, 6 are in bursts.
    assert_eq!(given.iter().map(|tuple| tuple.raw.position).collect::<Vec<_>>(), [0, 1, 0]);
    let count = |hotlist: &Hotlist, counter| hotlist.counter(counter);
    assert_eq!((count(&hotlist, Counter::Raws), count(&hotlist, Counter::Rawdrop)), (3, 1));
    assert_eq!(hotlist.granules(), 10);
    let words: Vec<u32> = std::iter::from_fn(|| hotlist.pop()).collect();
    assert_eq!(words[..5], [0x816b, 0x8000_0010, 0, 0x66, 0x55]);
    let last = RawRecord::from_words(&words[5..], config.format).unwrap();
    assert_eq!((last.position, last.sample.lanes[0]), (0, 0x8000_0010));
    assert_eq!(count(&hotlist, Counter::Tuples), count(&hotlist, Counter::Seen) + count(&hotlist, Counter::Qdrop));

    // RAW alone offers the table nothing; a build with fewer lanes has fewer selectors.
    let raw = Config { mode: Mode::Raw, ..config };
    let mut hotlist = Hotlist::new(build("nano"), Config { format: Format(0xffc1), ..raw });
    looped(9).take(100).for_each(|record| {
        hotlist.retire(&record);
    });
    assert_eq!(hotlist.config().format, Format(1));
    assert_eq!(hotlist.granules() as u32, 2 * hotlist.counter(Counter::Raws));
    assert_eq!((hotlist.counter(Counter::Tuples), hotlist.table().entries().count()), (0, 0));
}

/// V8: a count stays at its largest value. V10: a table that would need a seventeenth raise is frozen.
#[test]
fn a_table_that_freezes() {
    for scheme in [Scheme::Counting, Scheme::Concise] {
        let mut table = Table::new(1, scheme);
        let mut arrivals = 0;
        while !table.frozen() {
            let outcome = table.arrive(Key { pct: arrivals, value: 0 });
            arrivals += 1;
            assert_eq!(outcome == Outcome::Frozen, table.frozen());
            assert!(arrivals < 10_000_000);
        }
        assert_eq!((table.t(), table.outcomes().raises, table.outcomes().frozen), (T_MAX, T_MAX, 1));
        let kept = *table.entry(0).unwrap();
        assert_eq!(table.entries().count(), 1);
        // What has an entry still counts, with COUNTING every time; all else is counted as late.
        for _ in 0..1000 {
            table.arrive(kept.key);
            table.arrive(Key { pct: arrivals, value: 1 });
        }
        let outcomes = *table.outcomes();
        assert_eq!(outcomes.frozen, 1001);
        if scheme == Scheme::Counting {
            assert_eq!(table.entry(0).unwrap().count, kept.count + 1000);
        }
        assert_eq!(outcomes.seen, outcomes.counted + outcomes.entered + outcomes.rejected + outcomes.frozen);
        table.clear();
        assert_eq!((table.t(), table.frozen(), table.entries().count()), (0, false, 0));
        assert_eq!(table.arrive(kept.key), Outcome::Entered);
    }
}

#[test]
fn a_count_stays_at_its_largest_value() {
    let (mut table, key) = (Table::new(16, Scheme::Counting), Key { pct: 1, value: 2 });
    (0..(1 << 24) + 5).for_each(|_| _ = table.arrive(key));
    assert_eq!(table.entry(0).unwrap().count, (1 << 24) - 1);
    assert_eq!(table.outcomes().counted, (1 << 24) + 4);
}

/// V13: estimates of a Zipf stream, over twelve seeds: hardly any bias on the five most frequent keys, and COUNTING
/// with a smaller error than CONCISE on the twenty most frequent ones.
#[test]
fn estimates_are_near_the_truth() {
    let (mut bias, mut errors) = ([0.0; 2], [0.0; 2]);
    for seed in 1..=12 {
        for (at, scheme) in [Scheme::Counting, Scheme::Concise].into_iter().enumerate() {
            let (mut zipf, mut table) = (Zipf::new(3000, seed), Table::new(256, scheme));
            table.seed((seed as u32).wrapping_mul(0x9e37_79b9));
            let mut truth = vec![0_u32; 3000];
            for _ in 0..40_000 {
                let key = zipf.next();
                truth[key] += 1;
                table.arrive(Key { pct: key as u32, value: 0 });
            }
            let scale = Scale::of(&table, scheme);
            let estimate = |key: usize| {
                let entry = table.entries().find(|entry| entry.key.pct == key as u32);
                entry.map_or(0.0, |entry| scale.estimate(entry.count).mean)
            };
            let error = |key: usize| estimate(key) / f64::from(truth[key]) - 1.0;
            bias[at] += (0..5).map(error).sum::<f64>() / 5.0 / 12.0;
            errors[at] += (0..20).map(|key| error(key).powi(2)).sum::<f64>() / 20.0 / 12.0;
            assert!(reported(&table, scheme).len() > 10);
        }
    }
    assert!(bias.iter().all(|bias| bias.abs() < 0.12), "{bias:?}");
    let [counting, concise] = errors.map(f64::sqrt);
    println!("bias {bias:?}, rms error COUNTING {counting:.3}, CONCISE {concise:.3}");
    assert!(counting < concise && concise < 0.6, "{counting} {concise}");
}
