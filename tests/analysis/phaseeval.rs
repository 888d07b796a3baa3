//! Profiles of sampled intervals: estimates, errors, choices, energy (docs/reference/phaseeval.md).
use treetap::analysis::phaseeval::energy::{self, Hits, Mix, spent};
use treetap::analysis::phaseeval::protocol::{Protocol, send};
use treetap::analysis::phaseeval::{
    Asked, Choice, Costs, Estimate, Log, Policy, Seen, Share, Sweep, Verdict, average, by_chance, every, of_phases,
    reduction,
};
use treetap::spec::interval::{Entry, Key, Kind};
use treetap::spec::phase::Config;
use treetap::trace::intervals::{Interval, parse, to_bytes};
use treetap::trace::phaselog::{Record, decode};

const A: u64 = 10;
const B: u64 = 20;
const C: u64 = 30;

fn log(intervals: &[&[(u64, u64)]]) -> Log {
    let entry = |&(site, count): &(u64, u64)| Entry { key: Key { site, callee: 0 }, count, weight: 10 * count };
    let interval = |counts: &&[(u64, u64)]| Interval {
        counts: [counts.iter().map(entry).collect(), vec![], vec![]],
        ..Interval::default()
    };
    Log::new(&intervals.iter().map(interval).collect::<Vec<_>>(), Kind::Region, false)
}

/// The log of the specification's example, and its phases.
fn example() -> (Log, Seen) {
    let log =
        log(&[&[(A, 8), (B, 2)], &[(A, 10)], &[(A, 9), (B, 1)], &[(C, 10)], &[(A, 9), (B, 1)], &[(B, 1), (C, 9)]]);
    (log, Seen { ids: vec![1, 1, 1, 2, 1, 2], ..Seen::default() })
}

fn judged(log: &Log, choice: &Choice) -> (Vec<u128>, Verdict) {
    let estimate = Estimate::new(log, choice, false);
    let values = estimate.values.iter().map(|value| value / estimate.divisor).collect();
    (values, estimate.judge(&log.exact))
}

/// An error without its common divisor.
fn reduced(share: Share, whole: u128) -> u128 {
    assert_eq!(share.whole % whole, 0);
    share.part / (share.whole / whole)
}

#[test]
fn e1_six_intervals_by_hand() {
    let (log, seen) = example();
    assert_eq!(log.exact, [36, 5, 19]);
    let config = Config::of(10_000, 20);
    let (values, verdict) = judged(&log, &of_phases(&log, &seen, &config, Policy::Third)[0]);
    assert_eq!((values, reduced(verdict.error, 60)), (vec![36, 4, 0], 20));
    assert_eq!(of_phases(&log, &seen, &config, Policy::Third)[0].unsampled, 2);
    let (values, verdict) = judged(&log, &of_phases(&log, &seen, &config, Policy::First)[0]);
    assert_eq!((values, reduced(verdict.error, 60)), (vec![32, 8, 20], 8));
    let choice = every(6, 3, 2);
    assert_eq!(choice.samples, [2, 5]);
    let (values, verdict) = judged(&log, &choice);
    assert_eq!((values, reduced(verdict.error, 60)), (vec![27, 6, 27], 18));
    assert_eq!((verdict.missed, reduced(verdict.hot, 36)), (Share { part: 0, whole: 1 }, 9));
    // With what the unsampled phase lacks made up for: 36 and 4 of 40 become 54 and 6 of 60.
    let estimate = Estimate::new(&log, &of_phases(&log, &seen, &config, Policy::Third)[0], true);
    assert_eq!(estimate.values.iter().map(|value| value / estimate.divisor).collect::<Vec<_>>(), [54, 6, 0]);
}

#[test]
fn e2_everything_sampled_is_exact() {
    let (log, seen) = example();
    let (_, verdict) = judged(&log, &every(6, 1, 0));
    assert_eq!((verdict.error.part, verdict.missed.part, verdict.hot.part), (0, 0, 0));
    let each = Seen { ids: (1..=6).collect(), ..seen };
    let (_, verdict) = judged(&log, &of_phases(&log, &each, &Config::of(10_000, 20), Policy::First)[0]);
    assert_eq!(verdict.error.part, 0);
    // Nothing sampled: everything is missing.
    let (_, verdict) = judged(&log, &Choice::default());
    assert_eq!((verdict.error.value(), verdict.missed.value()), (1.0, 1.0));
}

#[test]
fn e3_a_period_that_meets_one_phase_alone_is_far_off() {
    let rows: Vec<&[(u64, u64)]> = (0..100).map(|at| if at % 10 == 9 { &[(B, 10)][..] } else { &[(A, 10)] }).collect();
    let log = log(&rows);
    let seen = Seen { ids: (0..100).map(|at| if at % 10 == 9 { 2 } else { 1 }).collect(), ..Seen::default() };
    let (_, periodic) = judged(&log, &every(100, 10, 9));
    let (_, phases) = judged(&log, &of_phases(&log, &seen, &Config::of(10_000, 20), Policy::Third)[0]);
    assert_eq!((periodic.error.value(), phases.error.value()), (1.8, 0.0));
    let centroid = &of_phases(&log, &seen, &Config::of(10_000, 20), Policy::Centroid)[0];
    assert_eq!(centroid.samples, [0, 9], "the earliest of equals");
    let random = of_phases(&log, &seen, &Config::of(10_000, 20), Policy::Random);
    assert_eq!(random.len(), 5);
    assert!(random.iter().all(|choice| choice.samples.len() == 2 && choice.samples != [0, 9]), "{random:?}");
}

#[test]
fn chance_is_that_of_the_shift_register() {
    // The first numbers are 80200003, c0300002, 60180001, b02c0003, d8360002, 6c1b0001: their low halves decide.
    assert_eq!(by_chance(6, 60_000, 1).samples, Vec::<usize>::new());
    assert_eq!(by_chance(6, 30_000, 1).samples, [2, 5]);
    let taken = by_chance(100_000, 10, 3).samples.len();
    assert!((9_500..10_500).contains(&taken), "{taken}");
}

#[test]
fn e5_bytes_at_the_end_do_not_grow_with_samples_and_interleaved_they_do() {
    let rows: Vec<Vec<(u64, u64)>> =
        (0..600).map(|at| (0..40).map(|key| (0x8000_0000 + 4 * key, 10 + (at + key) % 7)).collect()).collect();
    let log = log(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>());
    let bytes = |n, protocol| send(&log, &every(600, n, n - 1), &[], protocol).sent().len() as f64;
    let [few, many] = [60, 6].map(|n| bytes(n, Protocol::AtEnd));
    assert!((few - many).abs() / many < 0.5, "{few} {many}");
    let [few, many] = [60, 6].map(|n| bytes(n, Protocol::Interleaved));
    assert!((8.0..12.0).contains(&(many / few)), "{few} {many}");
    // What was sent is what was sampled.
    let sent = send(&log, &every(600, 60, 59), &[], Protocol::Interleaved);
    let found = decode(sent.sent());
    assert!(found.whole() && found.intervals == Some(600) && found.frames == 11);
    let profiles: Vec<_> = found.records.iter().filter(|record| matches!(record, Record::Profile(_))).collect();
    assert_eq!(profiles.len(), 10);
    let Record::Profile(first) = profiles[0] else { unreachable!() };
    assert!(first.interval == 59 && first.entries.len() == 40);
}

#[test]
fn e6_energy_of_a_million_instructions_and_of_a_thousand_bytes() {
    let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
    for (kind, joules, nanoseconds) in [
        (energy::REGISTER, 4.2238, 4.8831),
        (energy::READ, 49.9949, 51.3822),
        (energy::WRITE, 115.2688, 86.0215),
        (energy::FLOAT, 2198.1777, 2277.9043),
    ] {
        near(kind.nanojoules(), joules);
        near(kind.nanoseconds(), nanoseconds);
    }
    assert_eq!(energy::CACHED.nanojoules(), 0.0);
    near(energy::CACHED.nanoseconds(), 7.2722);
    near(spent(1_000_000, Mix { instructions: 1, loads: 0 }, 0, 0, Hits::Nothing).joules, 4.2238e-3);
    near(spent(1_000_000, Mix { instructions: 1, loads: 1 }, 0, 0, Hits::Register).joules, 6.2904e-3);
    near(spent(0, Mix { instructions: 1, loads: 0 }, 0, 1000, Hits::Nothing).joules, 1.03636e-3);
    near(spent(0, Mix { instructions: 1, loads: 0 }, 0, 1000, Hits::Nothing).seconds, 0.72727e-3);
    assert_eq!(spent(2, Mix { instructions: 34, loads: 2 }, 100, 50, Hits::Nothing).instructions, 68 + 4000);
}

/// The cells of the paper's Fig. 13: by phases, periodic and its reduction, random and its reduction; the last row of
/// each table has the averages.
const REGIONS: [(f64, f64, i64, f64, i64); 14] = [
    (1335.98, 6906.88, 81, 8625.32, 85),
    (866.53, 3459.94, 75, 4340.26, 80),
    (372.41, 1400.25, 73, 1765.72, 79),
    (1790.06, 6964.39, 74, 8763.70, 80),
    (484.49, 2082.44, 77, 2637.47, 82),
    (204.89, 2082.44, 90, 1448.54, 86),
    (604.27, 2264.32, 73, 2849.29, 79),
    (628.00, 2495.98, 75, 3130.52, 80),
    (3313.47, 14226.94, 77, 18139.31, 82),
    (1371.59, 4885.99, 72, 6067.17, 77),
    (3303.95, 11619.15, 72, 14629.74, 77),
    (308.05, 1220.19, 75, 1524.14, 80),
    (2260.67, 8066.98, 72, 10088.30, 78),
    (1295.72, 5205.84, 76, 6462.27, 80),
];
const METHODS: [(f64, f64, i64, f64, i64); 14] = [
    (94.37, 156.53, 40, 365.39, 74),
    (61.45, 131.70, 53, 334.41, 82),
    (61.01, 113.71, 46, 230.01, 73),
    (286.25, 555.14, 48, 1114.64, 74),
    (76.02, 167.36, 55, 332.45, 77),
    (17.18, 61.27, 72, 118.11, 85),
    (41.97, 75.64, 45, 148.63, 72),
    (45.67, 96.56, 53, 207.54, 78),
    (260.21, 787.47, 67, 1582.23, 84),
    (160.04, 268.31, 40, 549.37, 71),
    (211.17, 344.37, 39, 693.21, 70),
    (20.67, 42.84, 52, 86.63, 76),
    (160.51, 259.28, 38, 523.59, 69),
    (115.12, 235.40, 50, 483.56, 76),
];
const PAIRS: [(f64, f64, i64, f64, i64); 14] = [
    (504.25, 371.16, -36, 444.06, -14),
    (329.51, 347.49, 5, 435.76, 24),
    (287.59, 291.73, 1, 367.80, 22),
    (1517.56, 1467.67, -3, 1845.23, 18),
    (437.67, 432.63, -1, 553.07, 21),
    (124.44, 432.63, 71, 185.91, 33),
    (166.84, 179.51, 7, 225.19, 26),
    (172.60, 199.69, 14, 247.96, 30),
    (1478.24, 1865.42, 21, 2505.53, 41),
    (669.34, 648.16, -3, 822.04, 19),
    (811.05, 837.31, 3, 1057.49, 23),
    (114.44, 115.26, 1, 142.37, 20),
    (678.25, 676.85, 0, 850.45, 20),
    (560.91, 605.04, 6, 744.84, 22),
];
/// Row of `gap`, whose periodic cell in the first and third table is that of eon.rushmeier, the row before.
const GAP: usize = 5;

#[test]
fn e7_reductions_and_averages_of_the_papers_own_cells() {
    for (table, flawed) in [(REGIONS, true), (METHODS, false), (PAIRS, true)] {
        let (rows, [means]) = table.split_at(13) else { unreachable!() };
        for (at, (phase, periodic, less, random, less_random)) in rows.iter().enumerate() {
            assert_eq!((reduction(*periodic, *phase), reduction(*random, *phase)), (*less, *less_random), "row {at}");
        }
        let mean = |cell: fn(&(f64, f64, i64, f64, i64)) -> f64| average(rows.iter().map(cell)).unwrap();
        let near = |found: f64, printed: f64| assert!((found - printed).abs() < 0.006, "{found} {printed}");
        near(mean(|row| row.0), means.0);
        near(mean(|row| row.1), means.1);
        near(mean(|row| row.3), means.3);
        let percent = |cell: fn(&(f64, f64, i64, f64, i64)) -> f64| mean(cell).round() as i64;
        assert_eq!(percent(|row| 100.0 * (row.1 - row.0) / row.1), means.2);
        assert_eq!(percent(|row| 100.0 * (row.3 - row.0) / row.3), means.4);
        // Periodic sampling that costs more than random sampling: a cell that is another program's.
        assert_eq!(rows[GAP].1 > rows[GAP].3, flawed);
        assert_eq!(rows[GAP].1 == rows[GAP - 1].1, flawed);
        assert_eq!(rows.iter().filter(|row| row.1 > row.3).count(), usize::from(flawed));
    }
}

#[test]
fn a_log_comes_back_and_a_damaged_one_is_told() {
    let entry = |site, callee, count, weight| Entry { key: Key { site, callee }, count, weight };
    let mut buckets = [0; 32];
    (buckets[0], buckets[31]) = ((1 << 24) - 1, 5);
    let one = Interval {
        counts: [
            vec![entry(0x8000_0080, 0, 3, 30), entry(0x8000_0090, 0, 1, 65_535)],
            vec![entry(0x8000_0000, 0, 9, 0)],
            vec![entry(0x8000_0100, 0x8000_0000, 2, 0), entry(0x8000_0100, 0x8000_0400, 1, 0)],
        ],
        buckets,
    };
    let intervals = vec![one, Interval::default()];
    let bytes = to_bytes(&intervals);
    assert_eq!(parse(&bytes, "x").unwrap(), intervals);
    assert_eq!(parse(b"PHIV", "x").unwrap(), []);
    let mut told = 0;
    for at in 0..bytes.len() {
        match parse(&bytes[..at], "x.phiv") {
            Ok(found) => assert!(found.len() < 2, "{at}"),
            Err(error) => {
                assert!(error.to_string().starts_with("x.phiv: byte "), "{error}");
                told += 1;
            }
        }
    }
    assert!(told > 100, "{told}");
    // Names that are not in their order, and a number of entries that nothing follows.
    assert!(parse(b"PHIV\x02\x04\x01\x01\x00\x01\x01", "x").is_err());
    assert!(parse(b"PHIV\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "x").is_err());
}

/// A run of two phases that alternate, with accumulators that tell them apart.
fn two_phases() -> Log {
    let interval = |at: u64| {
        let second = at / 8 % 4 == 3;
        let mut buckets = [0; 32];
        buckets[if second { 20 } else { 3 }] = 9_000;
        buckets[7] = 900;
        let key = |site| Key { site, callee: 0 };
        let site = if second { B } else { A };
        let counts =
            vec![Entry { key: key(site), count: 100 + at % 3, weight: 0 }, Entry { key: key(C), count: 5, weight: 0 }];
        Interval { counts: [counts, vec![], vec![]], buckets }
    };
    Log::new(&(0..1200).map(interval).collect::<Vec<_>>(), Kind::Region, false)
}

#[test]
fn a_sweep_has_every_strategy_and_phases_need_the_fewest_samples() {
    let costs = Costs { line: 4, handler: 30, loads: 2 };
    let asked = Asked { len: 10_000, k: 3, renormal: false, costs, hits: Hits::Nothing };
    let sweep = Sweep::new(&two_phases(), &asked);
    let curve = |name: &str| sweep.curve(name).unwrap();
    assert_eq!((curve("periodic").points.len(), curve("random").points.len(), sweep.offsets.len()), (98, 98, 98));
    assert_eq!((curve("phase").points.len(), sweep.policies.len()), (13, 5));
    let third = curve("phase, oracle").within(0.05, |point| point.error).unwrap();
    assert!(third.samples == 2.0 && third.error < 0.02, "{third:?}");
    let periodic = curve("periodic").within(0.05, |point| point.error).unwrap();
    assert!(periodic.samples > 10.0, "{periodic:?}");
    let [oracle, online, every_n, random] = sweep.cycles(&costs).map(Option::unwrap);
    assert!(
        oracle > 0.0 && oracle <= online && online < every_n && every_n < random,
        "{oracle} {online} {every_n} {random}"
    );
    for offsets in &sweep.offsets {
        let [least, mean, most] = offsets.errors;
        assert!(least <= mean && mean <= most, "{offsets:?}");
    }
    let at = curve("periodic").at(5.0).unwrap();
    assert!(at.parameter == 20 && at.percent <= 5.0, "{at:?}");
    assert_eq!(sweep.sent.len(), 6);
}
