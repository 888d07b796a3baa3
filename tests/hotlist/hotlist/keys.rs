//! Every bit of a key, and a raw record that a reset cuts short.
use crate::bench::{Bench, Difference};
use crate::support::{plain, steady};
use treetap::spec::classify::Opclass;
use treetap::spec::hotlist::regs::{self, Command};
use treetap::spec::hotlist::tuple::Kind;
use treetap::spec::hotlist::{Config, Mode};
use treetap::spec::retire::Record;
use treetap::spec::sample_buffer::Format;

/// V9: keys that differ in a single bit are two entries, whichever of both came first; how many entries there were.
fn neighbours(bench: &mut Bench) -> Result<u64, Difference> {
    let mut config = steady(1, 1);
    config.kinds = [Kind::Val; Opclass::COUNT];
    let entered = bench.seen.entered;
    // Bits 31 to 1 of an address and all of a value: a core of 32 bits has no others.
    for bit in 1..64 {
        let (pc, val) = if bit < 32 { (1 << bit, 0) } else { (0, 1 << (bit - 32)) };
        for far in [false, true] {
            let (base, word) = (0x5555_5554_u64, 0x3333_3333_u64);
            let key = |other: bool| {
                let moved = |from: u64, by: u64| if other { from ^ by } else { from };
                Record { pc: moved(base, pc), val: moved(word, val), ..plain() }
            };
            bench.write(&regs::SCMD, Command::ClearTable as u32)?;
            bench.configure(&config, true)?;
            bench.queue.extend([key(far), key(!far), key(far)]);
            bench.run()?;
            bench.rest()?;
            bench.compare_all()?;
        }
    }
    Ok(bench.seen.entered - entered)
}

#[test]
fn keys_that_differ_in_a_bit_are_two() {
    let mut bench = Bench::open("nano", 24);
    assert_eq!(neighbours(&mut bench), Ok(4 * 63));
}

/// V7: after a reset in the middle of a raw record the next record begins with its first word, whichever was on offer.
fn cut_short(bench: &mut Bench) -> Result<u64, Difference> {
    let mut popped = 0;
    let lanes = bench.model.build().lanes;
    let config = Config { mode: Mode::Raw, format: Format(0xfc91), ..steady(1, 1) };
    for words in 0..=lanes {
        for left in [words, 2 * (1 + lanes)] {
            bench.restart();
            bench.pace = (0, 100);
            bench.configure(&config, true)?;
            bench.queue.extend((0..3).map(|at| Record { pc: 0x100 + 4 * at, val: at, ..plain() }));
            bench.run()?;
            bench.rest()?;
            let before = bench.seen.popped;
            (0..left).try_for_each(|_| bench.read(regs::RAWPOP.offset).map(drop))?;
            popped += bench.seen.popped - before;
        }
    }
    bench.compare_all()?;
    Ok(popped)
}

#[test]
fn a_reset_in_the_middle_of_a_raw_record() {
    for (preset, lanes) in [("nano", 1), ("up5k", 2), ("ecp5", 4)] {
        let mut bench = Bench::open(preset, 25);
        let words = 1 + lanes;
        assert_eq!(cut_short(&mut bench), Ok((0..words).sum::<u64>() + words * 2 * words), "{preset}");
    }
}
