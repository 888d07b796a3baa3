//! The golden model against the published vectors, and case by case (docs/reference/phase.md).
use crate::support::{SCRIPT, program};
use treetap::model::phase::{Phase, place};
use treetap::spec::lfsr;
use treetap::spec::phase::record::{IntervalRecord, Retired};
use treetap::spec::phase::{Config, MAX_LEN, regs};

/// The records of the published program, and the CRC-32 of its footprints.
fn vector(config: Config) -> (Vec<IntervalRecord>, u32, Phase) {
    let mut phase = Phase::new(config);
    let mut crc = crc32fast::Hasher::new();
    let mut out = vec![];
    for retired in program(&SCRIPT, config.len) {
        if let Some(record) = phase.step(&retired) {
            crc.update(phase.footprint());
            out.push(record);
        }
    }
    (out, crc.finalize(), phase)
}

/// Intervals that are the sample of their phase, and the phases.
fn samples(records: &[IntervalRecord]) -> Vec<(u32, u16)> {
    records.iter().filter(|record| record.sampled).map(|record| (record.interval, record.id)).collect()
}

#[test]
fn intervals_of_10000_instructions_have_three_phases() {
    let (records, crc, phase) = vector(Config::of(10_000, 20));
    assert_eq!((crc, phase.phases()), (0xbbc9_f967, 3));
    let ids: Vec<u16> = SCRIPT.iter().flat_map(|&(phase, n)| vec![phase as u16 + 1; n as usize]).collect();
    assert_eq!(records.iter().map(|record| record.id).collect::<Vec<_>>(), ids);
    assert_eq!(phase.statistics().predicted, 42);
    assert_eq!(samples(&records), [(2, 1), (8, 2), (18, 3)]);
    assert_eq!(phase.statistics().discarded, 0);
    // Footprints have nothing to do with the threshold.
    assert_eq!(vector(Config { thr: 7, ..Config::of(10_000, 20) }).1, crc);
}

#[test]
fn short_intervals_are_noisy() {
    let (records, crc, phase) = vector(Config::of(4096, 20));
    assert_eq!((crc, phase.phases(), phase.statistics().predicted), (0x3c75_4d49, 6, 33));
    assert_eq!((samples(&records), phase.statistics().discarded), (vec![(2, 1), (8, 2), (18, 3)], 3));
    let (_, crc, phase) = vector(Config::of(1000, 20));
    assert_eq!((crc, phase.phases()), (0xc8a1_7b42, 28));
}

/// Instructions of an interval that has this footprint's shape: branches at addresses of the given buckets, each for
/// its share. Distances of intervals of 512 instructions are at most 510 between two with other buckets.
fn interval(buckets: &[(u32, u32)]) -> impl Iterator<Item = Retired> + '_ {
    buckets.iter().flat_map(|&(bucket, n)| (0..n).map(move |_| Retired { pc: 2 * bucket, control: true, trap: false }))
}

/// An interval of a phase that is called by a number: two buckets, half of the instructions in each.
fn lettered(phase: &mut Phase, letter: u32) -> IntervalRecord {
    let (one, other) = (letter % 32, (letter + 1 + letter / 32 * 5) % 32);
    let mut records = interval(&[(one, 256), (other, 256)]).collect::<Vec<_>>().into_iter();
    let record = records.by_ref().find_map(|retired| phase.step(&retired));
    assert!(records.next().is_none(), "the interval ends with its last instruction");
    record.expect("an interval ends")
}

fn spelled(phase: &mut Phase, letters: &str) -> Vec<IntervalRecord> {
    letters.bytes().map(|letter| lettered(phase, u32::from(letter - b'A'))).collect()
}

fn short() -> Config {
    Config { thr: 100, k: 1, ..Config::of(512, 20) }
}

/// D2: the run goes on across the end of an interval, and nothing is lost.
#[test]
fn every_instruction_is_in_a_bucket_or_in_the_run() {
    let mut phase = Phase::new(Config::of(1000, 20));
    let (mut sum, mut carried) = (0_u64, 0);
    for (at, retired) in program(&SCRIPT, 1000).iter().enumerate() {
        if phase.step(retired).is_some() {
            sum += phase.closed().iter().map(|bucket| u64::from(*bucket)).sum::<u64>();
            carried += u64::from(phase.run() > 0);
            assert_eq!(sum + u64::from(phase.run()), at as u64 + 1);
        }
    }
    assert!(carried > 30, "{carried}");
}

/// D3: run and buckets stay at their largest number.
#[test]
fn a_run_and_a_bucket_that_are_full_stay_so() {
    let mut phase = Phase::new(Config { thr: 100, ..Config::of(MAX_LEN, 20) });
    let plain = Retired { pc: 0, control: false, trap: false };
    let ends = (0..MAX_LEN).filter_map(|_| phase.step(&plain)).count();
    assert_eq!((ends, phase.run(), phase.closed()), (1, MAX_LEN, &[0; 32]));
    assert_eq!(phase.step(&plain), None);
    assert_eq!(phase.run(), MAX_LEN);
    for _ in 0..3 {
        phase.step(&Retired { pc: 2, control: true, trap: false });
        assert_eq!((phase.run(), phase.accumulators()[1]), (0, MAX_LEN));
    }
    let ends = (0..MAX_LEN - 4).filter_map(|_| phase.step(&plain)).count();
    assert_eq!((ends, phase.footprint()[1], phase.closed()[1]), (1, 255, MAX_LEN));
}

/// D4: thresholds of 0 and 1, and which signature of several.
#[test]
fn the_threshold_is_strict_and_the_lowest_of_equals_matches() {
    let mut every = Phase::new(Config { thr: 0, ..short() });
    assert!(spelled(&mut every, "AAAA").iter().all(|record| record.new && record.distance.is_none()));
    let mut equal = Phase::new(Config { thr: 1, ..short() });
    let [first, second] = [[(0, 256), (1, 256)], [(0, 255), (1, 257)]];
    let ids = [first, second, first, second].map(|shares| interval(&shares).find_map(|r| equal.step(&r)).unwrap());
    assert_eq!(ids.map(|record| (record.id, record.distance)), [(1, None), (1, Some(0)), (1, Some(0)), (1, Some(0))]);
    // 256 and 257 are 255, as all that is more; 254 is not.
    let third = interval(&[(0, 254), (1, 258)]).find_map(|r| equal.step(&r)).unwrap();
    assert_eq!((third.id, third.new), (2, true));
    // Two signatures 40 apart from a footprint between them, and a nearer one after them.
    for (best, expected) in [(true, 3), (false, 1)] {
        let mut phase = Phase::new(Config { thr: 41, best, ..short() });
        let mut one = |shares: &[(u32, u32)]| interval(shares).find_map(|r| phase.step(&r)).unwrap();
        assert_eq!(one(&[(0, 100), (1, 100), (2, 312)]).id, 1);
        assert_eq!(one(&[(0, 140), (1, 140), (2, 232)]).id, 2);
        assert_eq!(one(&[(0, 120), (1, 81), (2, 311)]).id, 1);
        assert_eq!(one(&[(0, 80), (1, 140), (2, 292)]).id, 3);
        assert_eq!(one(&[(0, 81), (1, 139), (2, 292)]).id, 3);
        let between = one(&[(0, 88), (1, 128), (2, 296)]);
        assert_eq!(between.id, expected, "{between:?}");
    }
    let mut tie = Phase::new(Config { thr: 41, ..short() });
    let mut one = |shares: &[(u32, u32)]| interval(shares).find_map(|r| tie.step(&r)).unwrap();
    one(&[(0, 100), (1, 140), (2, 272)]);
    one(&[(0, 140), (1, 100), (2, 272)]);
    assert_eq!(one(&[(0, 120), (1, 120), (2, 272)]).id, 1);
}

/// D5: of 33 phases the one that was not used for the longest time gives way, and comes back under another number.
#[test]
fn the_signature_that_was_not_used_for_the_longest_time_gives_way() {
    let mut phase = Phase::new(short());
    for letter in 0..32 {
        assert_eq!(lettered(&mut phase, letter).id, letter as u16 + 1);
    }
    assert_eq!(lettered(&mut phase, 0).id, 1);
    assert_eq!(lettered(&mut phase, 32).id, 33);
    // Not the first, which was just used, but the second.
    assert_eq!([0, 2, 31].map(|letter| lettered(&mut phase, letter).id), [1, 3, 32]);
    let back = lettered(&mut phase, 1);
    assert_eq!((back.id, back.new), (34, true));
}

/// D6: of 21 phases one gives up its entry at random, and may be sampled again.
#[test]
fn an_entry_of_the_phase_table_gives_way_at_random() {
    let config = Config { seed: 5, last_value: true, ..short() };
    let mut phase = Phase::new(config);
    (0..20).for_each(|letter| _ = lettered(&mut phase, letter));
    lettered(&mut phase, 20);
    let state = lfsr::step(5);
    let victim = ((state & 0xffff) as usize * 20) >> 16;
    assert_eq!((phase.random(), phase.table()[victim].unwrap().id), (state, 21));
    assert!(phase.table().iter().enumerate().all(|(at, entry)| at == victim || entry.unwrap().id == at as u16 + 1));
    // A phase is sampled, loses its entry, and is sampled again.
    let mut phase = Phase::new(config);
    let mut samples = 0;
    for round in 0..400 {
        samples += u32::from(spelled(&mut phase, "AA").iter().any(|record| record.sampled));
        (0..3).for_each(|at| _ = lettered(&mut phase, 1 + (3 * round + at) % 30));
    }
    assert!((2..200).contains(&samples), "{samples}");
}

/// D7: predictions of changes against those of the last phase alone.
#[test]
fn predictions_know_what_follows_a_run() {
    let pattern = "AAAAABBBAAAAACCCC".repeat(20);
    for (last_value, expected) in [(false, 297), (true, 260)] {
        let mut phase = Phase::new(Config { last_value, ..short() });
        spelled(&mut phase, &pattern);
        assert_eq!((phase.statistics().predicted, phase.statistics().intervals), (expected, 340));
    }
}

/// D8: a change that was predicted and does not come is forgotten.
#[test]
fn a_prediction_that_was_wrong_is_forgotten() {
    let mut phase = Phase::new(short());
    spelled(&mut phase, "AAABAAA");
    assert_eq!((phase.prediction(), phase.next()), (2, Some(2)));
    let kept = phase.changes()[place(1, 3)].unwrap();
    assert_eq!((kept.id, kept.run, kept.next), (1, 3, 2));
    spelled(&mut phase, "A");
    assert_eq!((phase.changes()[place(1, 3)], phase.prediction()), (None, 1));
    // Runs are as long as can be counted: 255 and 256 are the same.
    let mut long = Phase::new(short());
    spelled(&mut long, &format!("{}B", "A".repeat(300)));
    assert_eq!(long.changes()[place(1, 255)].map(|change| (change.run, change.next)), Some((255, 2)));
}

/// D9: an armed interval of another phase than was predicted.
#[test]
fn a_wrong_prediction_is_a_sample_where_one_was_missing_and_else_in_vain() {
    let mut phase = Phase::new(short());
    let found = spelled(&mut phase, "ABAAB");
    // Armed for A, and B came: B has a sample. Armed for A again, and B came again.
    let flags: Vec<_> = found.iter().map(|record| (record.sampled, record.discarded)).collect();
    assert_eq!(flags, [(false, false), (true, false), (false, false), (false, false), (false, true)]);
    let mut phase = Phase::new(short());
    let found = spelled(&mut phase, "AABA");
    // Armed for A, sampled; not armed; armed for B, and A came, which has a sample.
    let flags: Vec<_> = found.iter().map(|record| (record.sampled, record.discarded)).collect();
    assert_eq!(flags, [(false, false), (true, false), (false, false), (false, true)]);
    assert_eq!((phase.statistics().sampled, phase.statistics().discarded), (1, 1));
}

/// D10: the threshold decides how many phases there are.
#[test]
fn fewer_phases_with_a_higher_threshold() {
    let phases = [10, 20, 90].map(|percent| vector(Config::of(10_000, percent)).2.phases());
    assert_eq!(phases, [13, 3, 3]);
}

/// D11: nothing changes while nothing is tracked, and traps are nothing.
#[test]
fn tracking_can_pause_within_an_interval() {
    let config = Config::of(1000, 20);
    let (mut steady, mut paused) = (Phase::new(config), Phase::new(config));
    let (mut one, mut other) = (vec![], vec![]);
    for (at, retired) in program(&SCRIPT, 1000).iter().enumerate() {
        one.extend(steady.step(retired));
        if at % 777 == 5 {
            paused.track(false);
            assert!((0..1500).all(|_| paused.step(retired).is_none()));
            paused.track(true);
            assert!(paused.step(&Retired { trap: true, ..*retired }).is_none());
        }
        other.extend(paused.step(retired));
    }
    assert_eq!((one.len(), one, steady.statistics()), (52, other, paused.statistics()));
}

/// D13: a host that decides at once does what the tracker does by itself.
#[test]
fn a_host_without_delay_does_what_the_tracker_does() {
    let config = Config { k: 2, ..Config::of(1000, 20) };
    let mut alone = Phase::new(config);
    let mut asked = Phase::new(Config { auto: false, ..config });
    let mut armed = 0;
    for retired in program(&SCRIPT, 1000) {
        let (one, other) = (alone.step(&retired), asked.step(&retired));
        assert_eq!(one, other);
        if other.is_some() {
            // What a daemon reads: the prediction, and the phase table.
            let predicted = asked.read(regs::PRED.offset);
            let entries = (0..20).map(|at| asked.read(regs::PHASE.offset + 4 * at)).collect::<Vec<_>>();
            let field = |name: &str, word: u32| regs::PHASE.field(name).of(word);
            let entry = entries.into_iter().find(|word| field("ID", *word) == predicted);
            let wanted = entry.is_some_and(|word| field("SAMPLED", word) == 0 && field("SEEN", word) + 1 >= 2);
            asked.write(regs::SAMPLE_NEXT.offset, wanted.into());
            armed += u32::from(wanted);
        }
        assert_eq!(alone.sampling(), asked.sampling());
    }
    assert!(armed > 3 && alone.statistics().sampled > 3, "{armed} {:?}", alone.statistics());
}

/// D15: signatures that follow their phase slide with it.
#[test]
fn signatures_that_are_updated_drift() {
    for (update, expected) in [(false, 4), (true, 1)] {
        let mut phase = Phase::new(Config { thr: 100, update, ..Config::of(512, 20) });
        for slide in 0..12 {
            let shares = [(0, 240 - 17 * slide), (1, 17 * slide), (2, 272)];
            assert!(interval(&shares).filter_map(|retired| phase.step(&retired)).count() == 1);
        }
        assert_eq!(phase.phases(), expected, "update {update}");
    }
}
