//! The associative array, of both kinds: the same results for the same entries, in the cycles that the model says.
use crate::bench::{Bench, Difference};
use crate::microcode::word_of;
use crate::volume::volume;
use std::collections::BTreeSet;
use treetap::lang::coproc::{Target, assemble};
use treetap::lang::source::Source;
use treetap::model::coproc::{End, Timing};
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::word::Memory;
use treetap::spec::coproc::{Command, bucket, regs};
use treetap::spec::sample_buffer::Sample;
use treetap::trace::shapes::Random;

/// One operation a sample: its key is PCT, its entry VAL; loads look in all entries, jumps in a fourth of them.
const PROGRAM: &str = ".base A = 0 N W0\n.base Q = N/4 N/4 W0\n.index I LG\n.index F LG\n\
    .start LOAD = M\n.start JUMP = P\n.start STORE = W\n.start BRANCH = C\n.start AMO = R\n\
    M: match A, PCT | F = midx | goto done\n\
    P: match Q, PCT | F = midx | goto done\n\
    W: out VAL | I = alu\n cwrite A[I], PCT | goto done\n\
    C: out VAL | I = alu\n cinv A[I] | goto done\n\
    R: out VAL | I = alu\n cread A[I] | goto done\n";

/// Keys of few chains; two of one chain have the same low half.
const KEYS: [u32; 8] = [0x0000_0005, 0x0000_0500, 0x0500_0000, 0x0002_0000, 0x0000_0200, 0x7fff_ffff, 0x0101_0005, 7];

/// What happened to an array.
#[derive(Default, Debug)]
struct Happened {
    hits: u64,
    misses: u64,
    /// Entries that were looked for, and where another one above has the same key.
    doubles: u64,
    removed: u64,
    /// Links that were followed for one word, most.
    followed: u32,
    /// Which operations there were.
    operations: BTreeSet<u8>,
}

fn sample(class: Opclass, key: u32, entry: u32) -> Sample {
    Sample { lanes: [key, entry, 0, 0], side: class.code().into() }
}

/// Loads the program of operations.
fn loaded(bench: &mut Bench) -> Result<(), Difference> {
    let image = assemble(&Source::new("array", PROGRAM), &Target::new(bench.model.config().entries)).unwrap().image;
    bench.restart()?;
    bench.load(&image.writes())
}

/// Samples one after the other, each in as many cycles as the model says, and everything compared.
fn timed(bench: &mut Bench, samples: &[Sample], happened: &mut Happened) -> Result<(), Difference> {
    let mut timing = Timing::built(bench.model.config());
    let (mut due, mut keys) = (vec![], vec![]);
    let end = bench.samples(samples, false, &mut |step| {
        timing.step(step);
        due.push(timing.cycles());
        keys.push(*step);
    })?;
    assert_eq!(end, End::Done);
    for step in &keys {
        let op = step.word.memory().unwrap_or(Memory::Nop);
        happened.operations.insert(op as u8);
        happened.removed += u64::from(step.removed);
        happened.followed = happened.followed.max(step.followed);
        if op == Memory::Match {
            *if step.flags.hit { &mut happened.hits } else { &mut happened.misses } += 1;
        }
    }
    // The last word of a sample is the one that is done.
    let ends: Vec<_> = keys.iter().zip(&due).filter(|(step, _)| step.taken).collect();
    let mut fetch = Timing::built(bench.model.config());
    fetch.sample();
    for (pops, both) in bench.pops.windows(2).zip(ends.windows(2)) {
        let [(_, before), (step, due)] = [both[0], both[1]];
        let (found, due) = (pops[1] - pops[0], due - before + fetch.cycles());
        if found != due {
            return Err(Difference(format!("a sample in {found} cycles, not {due}: {step:?}")));
        }
    }
    bench.compare(false)
}

/// Random operations on few keys, in groups, and a host that writes keys and makes entries invalid in between.
fn operations(bench: &mut Bench, groups: u64, seed: u64) -> Result<Happened, Difference> {
    loaded(bench)?;
    bench.gaps = 0;
    let (mut random, mut happened) = (Random(seed), Happened::default());
    let entries = bench.model.config().entries;
    let mut below = move |n: u64| (random.next() >> 20) % n;
    for group in 0..groups {
        // Now and then few entries, so that they are written again.
        let spread = if group % 3 == 0 { 8 } else { u64::from(entries) };
        let samples: Vec<Sample> = (0..12)
            .map(|_| {
                let classes = [Opclass::Load, Opclass::Jump, Opclass::Store, Opclass::Branch, Opclass::Atomic];
                let class = classes[[0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 4][below(11) as usize]];
                sample(class, KEYS[below(8) as usize], below(spread) as u32)
            })
            .collect();
        timed(bench, &samples, &mut happened)?;
        let keys: Vec<u32> = bench.model.keys().flatten().collect();
        happened.doubles += u64::from(KEYS.iter().any(|key| keys.iter().filter(|other| *other == key).count() > 1));
        let (entry, key) = (below(spread) as u32, KEYS[below(8) as usize]);
        match below(12) {
            0 => bench.command(Command::InvalidateAll)?,
            1 => bench.write(word_of(&regs::CMD, 0), Command::Invalidate as u32 | entry << 8).map(|_| ())?,
            2 | 3 => bench.write(word_of(&regs::KEY, entry as usize), key).map(|_| ())?,
            4 => bench.compare(true)?,
            _ => {}
        }
    }
    bench.compare(true)?;
    Ok(happened)
}

/// Some operations that take every way through the array, on whatever bench.
pub fn array(bench: &mut Bench) -> Result<(), Difference> {
    operations(bench, 60, 3).map(drop)
}

#[test]
fn both_arrays_do_the_same_in_the_cycles_of_the_model() {
    for (preset, groups) in [("nano", 250), ("up5k", 120), ("ecp5", 60)] {
        for chain in [0, 1] {
            let mut bench = Bench::switched(preset, ("chain", chain), 5);
            let happened = operations(&mut bench, groups * volume(), 7).unwrap_or_else(|e| panic!("{preset}: {}", e.0));
            println!("{preset}, chain {chain}: {happened:?}, {} cycles", bench.cycles);
            assert!(
                happened.hits > groups && happened.misses > groups && happened.doubles > groups / 2,
                "{happened:?}"
            );
            assert!(happened.removed > groups / 2, "{happened:?}");
            assert!(happened.operations.is_superset(&[0, 7, 8, 9, 10].into()), "{happened:?}");
            assert_eq!(happened.followed > 3, chain == 1, "{happened:?}");
        }
    }
}

/// A key at two entries: the lower one is found, the other one when that is not valid, none when both have other keys
/// (B.8, 4); one in a part of the array that an equal key below it does not belong to (B.8, 5).
#[test]
fn a_key_at_two_entries_is_found_at_the_lower_one() {
    let mut cycles = vec![];
    for chain in [0, 1] {
        let mut bench = Bench::switched("ecp5", ("chain", chain), 6);
        loaded(&mut bench).unwrap();
        let key = 0x0012_3456;
        let look = |bench: &mut Bench, samples: &[Sample]| {
            bench.samples(samples, false, &mut |_| {}).unwrap();
            bench.compare(false).unwrap();
            (bench.read(word_of(&regs::MI, 0)).unwrap(), bench.read(word_of(&regs::FLAGS, 0)).unwrap() >> 6 & 1)
        };
        let load = sample(Opclass::Load, key, 0);
        let write = |entry, key| sample(Opclass::Store, key, entry);
        assert_eq!(look(&mut bench, &[write(200, key), write(9, key), load]), (9, 1));
        assert_eq!(look(&mut bench, &[sample(Opclass::Branch, 0, 9), load]), (200, 1));
        // Another key of the same chain.
        let other = 0x1234_5600;
        assert_eq!((bucket(other, 256), other == key), (bucket(key, 256), false));
        assert_eq!(look(&mut bench, &[write(200, other), load]), (200, 0));
        // The part is entries 64 to 127.
        let part = sample(Opclass::Jump, key, 0);
        assert_eq!(look(&mut bench, &[write(3, key), part]), (200, 0));
        assert_eq!(look(&mut bench, &[write(127, key), write(128, key), part]), (127, 1));
        let before = bench.cycles;
        look(&mut bench, &[part; 20]);
        cycles.push(bench.cycles - before);
    }
    assert!(3 * cycles[1] < 2 * cycles[0], "{cycles:?}: the chain is no faster");
}
