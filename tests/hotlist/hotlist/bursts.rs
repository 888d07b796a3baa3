//! When bursts begin: high bits of what is counted down to them, and of what is drawn.
use crate::bench::{Bench, Difference};
use crate::support::{plain, steady};
use treetap::spec::hotlist::regs;
use treetap::spec::hotlist::{Config, LEAP, PERIOD_BITS, leap, mask};
use treetap::spec::lfsr::TAPS;

/// The generator whose next state is this.
fn before(state: u32) -> u32 {
    let back = |state: u32| if state >> 31 == 1 { (state ^ TAPS) << 1 | 1 } else { state << 1 };
    let found = (0..LEAP).fold(state, |state, _| back(state));
    assert_eq!(leap(found), state);
    found
}

/// V2: the high bits of a period, of what jitter adds and of what is skipped keep a burst away, each for itself.
/// Without them it would begin a few records later.
pub fn far_bursts(bench: &mut Bench) -> Result<u64, Difference> {
    let mut tuples = 0;
    for bit in 3..PERIOD_BITS {
        let far = (1 << bit) | (2 + bit % 3);
        let masked = u32::MAX >> 1;
        let cases = [
            (1, steady(far, 1)),
            (far, Config { jitter: masked, ..steady(1, 1) }),
            (before(far), Config { skip: masked, ..steady(2, 1) }),
            // One bit alone.
            (1 << bit, Config { jitter: masked, ..steady(1, 1) }),
            (before(1 << bit), Config { skip: masked, ..steady(2, 1) }),
            // Without the high bit there is one.
            (far, Config { jitter: (1 << bit) - 1, ..steady(1, 1) }),
            (before(far), Config { skip: (1 << bit) - 1, ..steady(2, 1) }),
        ];
        for (at, (lt, config)) in cases.into_iter().enumerate() {
            bench.write(&regs::LT, lt)?;
            let seen = bench.seen.tuples;
            bench.configure(&config, true)?;
            bench.queue.extend((0..8).map(|_| plain()));
            bench.run()?;
            bench.rest()?;
            if (bench.seen.tuples > seen) != (at > 4) {
                return Err(Difference(format!("case {at} of bit {bit} has {} tuples", bench.seen.tuples - seen)));
            }
            tuples += bench.seen.tuples - seen;
        }
    }
    bench.compare_all()?;
    Ok(tuples)
}

#[test]
fn high_bits_keep_a_burst_away() {
    let mut bench = Bench::open("nano", 17);
    assert!(far_bursts(&mut bench).unwrap() >= 2 * 28);
}

/// A state after which jitter is drawn twice as less than [`NEAR`], the second time by a state after one whose bit is set
/// and whose lowest bit, which a skip of at most one retirement takes, is not.
fn near(bit: u32) -> u32 {
    let drawn = mask(u32::MAX >> (31 - bit));
    let high = (1..).map(|high: u32| high.wrapping_shl(bit + 1));
    let last = high.flat_map(|high| (0..NEAR).map(move |low| high | low));
    let fits = |&last: &u32| {
        let middle = before(last);
        middle >> bit & 1 == 1 && middle & 1 == 0 && before(middle) & drawn < NEAR
    };
    before(before(last.take(1 << 26).find(fits).expect("there are 2^32 states")))
}

/// Retirements that are not many.
const NEAR: u32 = 2048;

/// V2: after a skip of none the next jitter is drawn from the state after the one that said so, in all of its bits.
#[test]
fn a_jitter_is_drawn_after_a_skip() {
    let mut bench = Bench::open("nano", 21);
    let mut tuples = 0;
    for bit in 12..22 {
        bench.write(&regs::LT, near(bit)).unwrap();
        let config = Config { jitter: u32::MAX >> (31 - bit), skip: 1, ..steady(1, 1) };
        bench.configure(&config, true).unwrap();
        bench.queue.extend((0..2 * NEAR + 8).map(|_| plain()));
        bench.run().unwrap();
        bench.rest().unwrap();
        bench.compare_all().unwrap();
        assert!(bench.seen.tuples - tuples >= 2, "bit {bit}");
        tuples = bench.seen.tuples;
    }
}
