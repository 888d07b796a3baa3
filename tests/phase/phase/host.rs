//! Every address and every bit of what a host writes, and resets in the midst of anything (docs/reference/phase.md, P10
//! and P12).
use super::{build, emitted};
use crate::support::bench;
use crate::support::programs::Wanderer;
use treetap::cosim::build::Effort;
use treetap::cosim::phase::{Bench, Pace};
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{Config, regs};
use treetap::spec::regs::Register;
use treetap::trace::shapes::Random;

const ADDRESSES: u16 = 1 << regs::ADDRESS_BITS;

/// A tracker that has something to show at nearly every address.
fn filled(seed: u64) -> Bench {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), seed);
    bench.configure(&Config { thr: 40, k: 1, ..Config::of(512, 20) }, true).unwrap();
    for retired in Wanderer::new(seed, 512, 60).take(60_000) {
        bench.push(&retired, Pace::default()).unwrap();
    }
    bench.settle().unwrap();
    assert!(bench.seen.replaced > 5 && bench.seen.evicted > 5 && bench.model.statistics().discarded > 0);
    bench
}

/// A request, and what STATUS says of it.
fn said(bench: &mut Bench, flag: &str) -> bool {
    let status = bench.check(regs::STATUS.offset).unwrap();
    bench.write(regs::STATUS.offset, u32::MAX).unwrap();
    regs::STATUS.field(flag).of(status) == 1
}

#[test]
fn every_address_is_read_and_written() {
    let mut bench = filled(89);
    let mut random = Random(89);
    bench.write(regs::STATUS.offset, u32::MAX).unwrap();
    let (mut unread, mut unwritten) = (0, 0);
    for register in [&regs::LATE_INSNS, &regs::LOST] {
        assert_eq!(bench.peek(register.offset), Ok(0), "{}: the tracker is lossless", register.name);
    }
    for address in (0..ADDRESSES).step_by(4) {
        bench.check(address).unwrap();
        unread += u32::from(said(&mut bench, "BADADDR"));
    }
    for address in (0..ADDRESSES).step_by(4) {
        // Not CLR, which leaves nothing to be changed.
        let word = random.next() as u32 & !regs::CTRL.field("CLR").mask();
        bench.write(address, word).unwrap();
        unwritten += u32::from(said(&mut bench, "BADADDR"));
    }
    bench.check_all().unwrap();
    // What there is: 15 registers, 20 entries, 20 signatures of eight words; and what takes a word.
    assert_eq!((unread, unwritten), (512 - 16 - 20 - 160, 512 - 7), "a register came or went");
}

/// Numbers with one bit, with all bits below one, and any of every width.
#[test]
fn every_bit_of_a_number_is_kept_or_refused() {
    let mut bench = filled(97);
    let mut random = Random(97);
    let mut refused = [0; 2];
    let registers: [&Register; 4] = [&regs::LEN, &regs::THR, &regs::K, &regs::SEED];
    for register in registers {
        for bit in 0..32 {
            for word in [1 << bit, (1_u64 << bit) as u32 - 1, random.next() as u32 >> bit, !0 << bit] {
                bench.write(register.offset, word).unwrap();
                bench.check(register.offset).unwrap();
                refused[usize::from(said(&mut bench, "BAD_CFG"))] += 1;
            }
        }
    }
    assert!(refused.iter().all(|n| *n > 100), "{refused:?}");
    // CLR is refused while CTRL.TRK is 1, and nothing else of CTRL ever is.
    let clr = regs::CTRL.field("CLR").mask();
    for round in 0..64 {
        let tracks = bench.model.tracks();
        let word = random.next() as u32 & !(clr * u32::from(round % 4 > 0));
        bench.write(regs::CTRL.offset, word).unwrap();
        bench.check(regs::CTRL.offset).unwrap();
        assert_eq!(said(&mut bench, "BAD_CFG"), tracks && word & clr != 0);
        if round % 8 == 0 {
            bench.check_all().unwrap();
        }
    }
}

/// A flag of STATUS stays until its own bit is written.
#[test]
fn a_flag_stays_until_its_bit_is_written() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 101);
    let config = Config { thr: 0, ..Config::of(512, 20) };
    for flag in ["LATE", "BAD_CFG", "LOG_OVF", "BADADDR", "INTERVAL"] {
        bench.configure(&config, false).unwrap();
        for at in 0..60 * 512 {
            bench.push(&Retired { pc: at, control: true, trap: false }, Pace { idle: 0, stall: 255 }).unwrap();
        }
        assert!(bench.drain().unwrap() > 0);
        bench.check(0x3fc).unwrap();
        bench.write(regs::K.offset, 0).unwrap();
        let mask = regs::STATUS.field(flag).mask();
        let all = 0b11_1101;
        assert_eq!(bench.peek(regs::STATUS.offset), Ok(all), "{flag}");
        bench.write(regs::STATUS.offset, 0).unwrap();
        assert_eq!(bench.peek(regs::STATUS.offset), Ok(all));
        bench.write(regs::STATUS.offset, mask).unwrap();
        assert_eq!(bench.peek(regs::STATUS.offset), Ok(all & !mask), "{flag}");
        bench.write(regs::STATUS.offset, !mask).unwrap();
        assert_eq!(bench.peek(regs::STATUS.offset), Ok(0), "{flag}");
        bench.check_all().unwrap();
    }
}

/// Resets of one cycle: while memories are cleared, an interval is judged, the log waits, a request is under way.
#[test]
fn after_a_reset_nothing_is_left() {
    let mut bench = bench(&emitted("small"), Effort::Test, build("small"), 103);
    let mut random = Random(103);
    let (mut judged, mut waited) = (0, 0);
    for _ in 0..60 {
        let config = Config {
            thr: [0, 30, 100][random.below(3) as usize],
            k: 1 + random.below(2) as u8,
            seed: random.next() as u32,
            update: random.below(2) == 0,
            ..Config::of(512 + random.next() as u32 % 100, 20)
        };
        let lossless = random.below(2) == 0;
        bench.configure(&config, lossless).unwrap();
        let pace = Pace { idle: 10, stall: [0, 40, 255][random.below(3) as usize] };
        let mut left = 0;
        for retired in Wanderer::new(random.next(), config.len, 30).take(random.below(8000) as usize) {
            bench.push(&retired, pace).unwrap();
            left += u32::from(bench.model.counted() == 0 && !retired.trap);
        }
        judged += left;
        waited += u32::from(bench.waiting() > 0);
        // While it is judged, or the memories are cleared for the first or second time, a request that was begun.
        for _ in 0..1 + random.below(2) {
            let registers = [&regs::STATUS, &regs::CTRL, &regs::SAMPLE_NEXT, &regs::SEED, &regs::LEN];
            let write = (random.below(4) > 0).then(|| random.next() as u32);
            let cycles = [random.below(10), random.below(1300)][random.below(2) as usize];
            bench.reset_amid(registers[random.below(5) as usize].offset, write, cycles as u32).unwrap();
        }
        if random.below(2) == 0 {
            bench.check_all().unwrap();
        }
    }
    bench.settle().unwrap();
    assert!(judged > 200 && waited > 20, "{judged} {waited}");
}
