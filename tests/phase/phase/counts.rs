//! Sums and counts of every width: buckets, late instructions, half words in the log (docs/reference/phase.md, P2, P4,
//! P11 and Time).
use super::{build, emitted};
use crate::support::bench;
use treetap::cosim::build::Effort;
use treetap::cosim::phase::{Bench, Pace};
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{Config, regs};
use treetap::trace::shapes::Random;

/// Runs that end with a change of control of this bucket.
fn runs(bench: &mut Bench, bucket: u32, runs: &[u32]) {
    for run in runs {
        bench.straight(run - 1).unwrap();
        bench.push(&Retired { pc: 2 * bucket, control: true, trap: false }, Pace::default()).unwrap();
    }
}

/// An interval in each half of the buckets that is so long that elements begin with bit 14 of sums. Lengths of runs are
/// multiples of four, so that they go into the same sum of their bucket.
#[test]
fn sums_carry_from_every_bit_up_to_more_than_they_hold() {
    const SHIFT: u32 = 14;
    const LEN: u32 = 15 << 20;
    let mut bench = bench(&emitted("small"), Effort::Fast, build("small"), 47);
    bench.configure(&Config { thr: 0, ..Config::of(LEN, 20) }, false).unwrap();
    let mut random = Random(47);
    for half in 0..2 {
        let mut expected = [0; 32];
        // A carry out of each bit goes all the way up to the element; then there is none, and all those bits are 1.
        for bit in 2..SHIFT {
            let one = ((random.next() as u32 & ((1 << SHIFT) - 1)) >> bit | 1) << bit;
            let whole = (2 + random.next() as u32 % 6) << SHIFT;
            for (bucket, sum) in [(bit - 2, whole - 4), (bit + 14, whole)] {
                runs(&mut bench, bucket, &[one, sum - one]);
                expected[bucket as usize] = (sum >> SHIFT) as u8;
            }
        }
        // From each bit of the element to the next one, and into that which says that a sum is too large.
        for (bit, bucket) in (SHIFT + 1..22).zip([12, 13, 14, 15, 28, 29, 30]) {
            runs(&mut bench, bucket, &[1 << bit, 1 << bit]);
            expected[bucket as usize] = (2_u32 << bit >> SHIFT).min(255) as u8;
        }
        // A run that alone is too large, and what comes after it.
        let rest = LEN - bench.model.counted() - (1 << 22) - 16;
        runs(&mut bench, 31, &[(1 << 22) + 4, 4, 8, rest]);
        expected[31] = 255;
        assert_eq!(bench.model.footprint(), &expected, "{half}");
        bench.settle().unwrap();
    }
    assert_eq!((bench.seen.intervals, bench.seen.fresh), (2, 2));
}

/// An interval ends; how many records are taken until the interrupt says that it has been judged.
fn late(bench: &mut Bench, random: &mut Random, len: u32) -> u32 {
    bench.write(regs::STATUS.offset, u32::MAX).unwrap();
    bench.straight(len - bench.model.counted()).unwrap();
    let idle = [0, 0, 0, 100, 200, 250][random.below(6) as usize];
    let mut late = 0;
    for _ in 0..len {
        let retired = Retired { pc: 4, control: random.below(4) == 0, trap: random.below(16) == 0 };
        bench.push(&retired, Pace { idle, stall: 0 }).unwrap();
        if bench.irq() {
            return late;
        }
        late += u32::from(!retired.trap);
    }
    panic!("an interval of {len} instructions is not judged within the next one");
}

/// LATE_INSNS to the instruction: the interrupt says in which cycle an interval has been judged.
#[test]
fn every_late_instruction_is_counted() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 79);
    let mut random = Random(79);
    let (mut bits, mut counts) = (0, vec![]);
    for (len, intervals) in [(1400, 60), (5000, 10), (1 << 16, 4), (1 << 19, 3)] {
        bench.configure(&Config { thr: 0, ..Config::of(len, 20) }, false).unwrap();
        for _ in 0..intervals {
            let late = late(&mut bench, &mut random, len);
            assert_eq!(bench.peek(regs::LATE_INSNS.offset), Ok(late), "LEN is {len}");
            counts.push(late);
            bits |= late;
        }
        bench.straight(len - bench.model.counted()).unwrap();
    }
    bench.settle().unwrap();
    // No judgement lasts 2,048 cycles.
    assert_eq!(bits, (1 << 11) - 1, "{counts:?}");
}

/// An interval of which so many words of the log are taken, about when the words of the one before come: `judged` is
/// after how many records that one was judged, the last time.
fn taken(bench: &mut Bench, random: &mut Random, words: u64, judged: &mut u32) {
    const LEN: u32 = 1100;
    bench.write(regs::STATUS.offset, u32::MAX).unwrap();
    // From one word to the next one it takes eight cycles, and from the last one until all is judged some thirty.
    let from = judged.saturating_sub(30 + random.below(48) as u32);
    let mut seen = false;
    for at in 0..LEN {
        let taken = (from..from + 8 * words as u32).contains(&at);
        bench
            .push(
                &Retired { pc: 4, control: at % 4 == 0, trap: false },
                Pace { idle: 0, stall: 255 * u8::from(!taken) },
            )
            .unwrap();
        if bench.irq() && !seen {
            (seen, *judged) = (true, at);
        }
    }
}

/// The log fills and empties, words leave while others come, and no number of them is passed by.
#[test]
fn the_log_holds_every_number_of_words() {
    const ROOM: usize = 40;
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 83);
    bench.configure(&Config { thr: 0, ..Config::of(1100, 20) }, false).unwrap();
    let mut random = Random(83);
    let (mut fills, mut turns, mut judged) = (true, 0, 900);
    while turns < 6 {
        if bench.waiting() == if fills { ROOM } else { 1 } {
            (fills, turns) = (!fills, turns + 1);
        }
        // Three words of an interval come.
        let words = if fills { random.below(4) } else { 3 + random.below(4) };
        taken(&mut bench, &mut random, words, &mut judged);
    }
    let status = bench.peek(regs::STATUS.offset).unwrap();
    assert_eq!(regs::STATUS.field("LOG_OVF").of(status), 0);
    bench.settle().unwrap();
    assert!(bench.seen.intervals > 120 && bench.seen.waits == 0, "{:?}", bench.seen);
}
