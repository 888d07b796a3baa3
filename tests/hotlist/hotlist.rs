//! The emitted sampler equals its model: every tuple, every word of the raw stream, and all state whenever it rests
//! (docs/reference/hotlist.md).
mod bursts;
mod keys;

use crate::bench::{Bench, Difference, Seen};
use crate::long::long_row;
use crate::support::{Zipf, build, plain};
use crate::volume::{on_two_threads, volume};
use treetap::catalog::{Unit, emit};
use treetap::model::hotlist::Hotlist;
use treetap::spec::classify::Opclass;
use treetap::spec::hotlist::regs::{self, Counter};
use treetap::spec::hotlist::tuple::Kind;
use treetap::spec::hotlist::{Config, Mode, STACK, Scheme, mask};
use treetap::spec::regs::Access;
use treetap::spec::retire::Record;
use treetap::spec::sample_buffer::Format;
use treetap::trace::shapes::Random;

/// What a run did, beside what its bench has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Stretches in each mode, in each scheme, with LOSSLESS.
    modes: [u64; 3],
    schemes: [u64; 2],
    lossless: u64,
    /// Stretches that bursts of 1, skips, both of them, a period of 0, and every retirement in a burst had.
    single: u64,
    skips: u64,
    double: u64,
    never: u64,
    all: u64,
    /// Raises, bursts, those that a trap ended; pushes onto a full stack, returns and coroutines without a call.
    raises: u64,
    bursts: u64,
    aborts: u64,
    overflows: u64,
    empty: u64,
    /// Refused accesses.
    refused: u64,
    emptied: u64,
}

/// Retirements of a program that nobody wrote: a few instructions with a few values, calls and returns.
pub struct Wanderer {
    random: Random,
    zipf: Zipf,
    /// Where its instructions lie.
    base: u64,
    depth: usize,
    ord: u32,
    wide: bool,
}

impl Wanderer {
    pub fn new(seed: u64, keys: usize, wide: bool) -> Self {
        let mut random = Random(seed);
        let base = random.next() & 0xffff_fffe;
        Self { random, zipf: Zipf::new(keys, seed + 1), base, depth: 0, ord: 0, wide }
    }

    pub fn next(&mut self, ran: &mut Ran) -> Record {
        let random = &mut self.random;
        let class = match random.next() % 10 {
            0 => Opclass::Call,
            1 => Opclass::Return,
            2 => [Opclass::Coroutine, Opclass::IndirectCall][random.next() as usize % 2],
            3 => Opclass::Fp,
            _ => Opclass::ALL[random.next() as usize % Opclass::COUNT],
        };
        let high = if self.wide { random.next() << 32 } else { 0 };
        let key = self.zipf.next() as u64;
        let register = [0, 1, 1, 5, 10][random.next() as usize % 5];
        let trap = random.next().is_multiple_of(40);
        match class {
            Opclass::Call | Opclass::IndirectCall if !trap => {
                ran.overflows += u64::from(self.depth == STACK);
                self.depth = (self.depth + 1).min(STACK);
            }
            Opclass::Return | Opclass::Coroutine if !trap => {
                ran.empty += u64::from(self.depth == 0);
                self.depth = self.depth.saturating_sub(1) + usize::from(class == Opclass::Coroutine);
            }
            _ => {}
        }
        self.ord = self.ord.wrapping_add(u32::from(!trap));
        let (low, other) = (random.next(), random.next());
        Record {
            trap,
            class,
            rvc: low & 1 == 1,
            taken: low & 2 == 2,
            insn: (low >> 8) as u32 & !0xf80 | register << 7,
            // Near the end of the addresses now and then, where a sum wraps.
            pc: high & !1 | if low >> 60 == 0 { 0xffff_fffe } else { (self.base + 2 * (key % 97)) & 0xffff_fffe },
            npc: high | other & 0xffff_fffe,
            // Few of them, with bits in every place.
            val: high | spread(key / 7),
            addr: high | spread(key),
            evt: (other >> 40) as u8,
            lat: [0, 1, 20, u16::MAX][other as usize >> 50 & 3],
            ord: self.ord,
            ..plain()
        }
    }
}

/// Another word for each number.
const fn spread(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b1) & 0xffff_ffff
}

/// A configuration that brings something about.
fn drawn(random: &mut Random, lanes: u32, wide: bool, ran: &mut Ran) -> Config {
    let mut of = |n: u64| random.next() % n;
    let mut config = Config {
        mode: [Mode::Raw, Mode::Hot, Mode::Hot, Mode::Both][of(4) as usize],
        scheme: [Scheme::Concise, Scheme::Counting][of(2) as usize],
        lossless: of(2) == 0,
        period: [0, 1, 2, 5, 30, 100][of(6) as usize],
        jitter: mask([0, 0, 1, 7, 31][of(5) as usize]),
        skip: mask([0, 0, 1, 3, 15][of(5) as usize]),
        burst: [0, 1, 1, 2, 4, 4, 30, 255][of(8) as usize],
        kinds: [Kind::None; Opclass::COUNT],
        format: Format([0x0000, 0x0001, 0x0041, 0x9081, 0x5421, 0xba76, 0x3a80, 0xfc91][of(8) as usize]),
    };
    if wide {
        // Numbers of every width: a stretch is over long before.
        if of(2) == 0 {
            config.period = 1 << of(31);
        }
        config.format = Format(of(1 << 16) as u16);
        for mask in [&mut config.jitter, &mut config.skip] {
            if of(2) == 0 {
                *mask = u32::MAX >> (1 + of(31));
            }
        }
    }
    let only = of(4) == 0;
    let kind = of(8) as u32;
    for at in &mut config.kinds {
        *at = Kind::from_code(if only { kind } else { of(8) as u32 });
    }
    config.format.0 &= u16::MAX >> (16 - 4 * lanes);
    ran.modes[config.mode as usize] += 1;
    ran.schemes[config.scheme as usize] += 1;
    ran.lossless += u64::from(config.lossless);
    ran.single += u64::from(config.burst <= 1);
    ran.skips += u64::from(config.skip > 0);
    ran.double += u64::from(config.burst <= 1 && config.skip > 0);
    ran.never += u64::from(config.period == 0);
    ran.all += u64::from(config.period <= 1 && config.jitter == 0 && config.skip == 0);
    config
}

/// Stretches of random records in random configurations; between them all state is compared.
pub fn wandering(bench: &mut Bench, stretches: u64, length: u64, seed: u64) -> Result<Ran, Difference> {
    let (mut random, mut ran) = (Random(seed), Ran::default());
    let wide = bench.model.build().xlen == 64;
    let mut program = Wanderer::new(seed, 300, wide);
    for number in 0..stretches {
        let wide_numbers = number % 3 == 2;
        let config = drawn(&mut random, bench.model.build().lanes, wide_numbers, &mut ran);
        if number % 4 == 3 {
            program = Wanderer::new(random.next(), [3, 30, 3000][random.next() as usize % 3], wide);
            // The shadows go on with what was before; the count of what overflows begins anew.
        }
        bench.pace = [(0, 0), (30, 20), (80, 90), (10, 100)][number as usize % 4];
        if wide_numbers {
            // What is added to a period at first, and later, is what the generator has.
            bench.write(&regs::LT, 1 << (random.next() % 32))?;
        }
        bench.configure(&config, true)?;
        bench.queue.extend((0..length).map(|_| program.next(&mut ran)));
        if random.next().is_multiple_of(2) {
            ran.refused += trespass(bench, &mut random)?;
        }
        // It is stopped in the middle of a stretch, too; nothing is sampled from then on.
        if config.lossless && bench.pace.1 == 100 {
            bench.pace.1 = 50;
        }
        while bench.queue.len() as u64 > random.next() % length {
            bench.cycles(20)?;
        }
        bench.rest()?;
        bench.run()?;
        bench.compare_all()?;
        let count = |hotlist: &Hotlist, counter| u64::from(hotlist.counter(counter));
        let model = &bench.model;
        (ran.raises, ran.bursts) =
            (ran.raises + count(model, Counter::Raises), ran.bursts + count(model, Counter::Trig));
        ran.aborts += count(model, Counter::Abort);
        bench.drain()?;
        bench.write(&regs::SCMD, 2)?;
        if random.next().is_multiple_of(3) {
            bench.write(&regs::SCMD, 1)?;
            ran.emptied += 1;
        }
        if random.next().is_multiple_of(3) {
            bench.write(&regs::LT, random.next() as u32 * (random.next() % 2) as u32)?;
            bench.write(&regs::LC, random.next() as u32 * (random.next() % 2) as u32)?;
        }
    }
    Ok(ran)
}

/// Accesses while it samples: none has an effect, and all are counted.
fn trespass(bench: &mut Bench, random: &mut Random) -> Result<u64, Difference> {
    for _ in 0..6 {
        let address = (random.next() as u16 & 0x3ff) & !3;
        let register = regs::at(address).map_or("", |(register, _)| register.name);
        if register == "RAWPOP" || register == "SCTRL" {
            continue;
        }
        if random.next().is_multiple_of(2) {
            bench.read(address)?;
        } else {
            bench.poke(address, random.next() as u32)?;
        }
    }
    // A write of SCTRL that does not clear EN, too.
    bench.write(&regs::SCTRL, regs::SCTRL.field("EN").mask())?;
    Ok(bench.read(regs::HOSTVIOL.offset)?.into())
}

/// What stretches of random records have to have.
fn everything_happened(seen: &Seen, ran: &Ran) {
    assert!(seen.traps > 1000 && seen.idle > 50_000 && seen.held > 1000 && seen.tuples > 1500, "{seen:?}");
    assert!(seen.kinds[1..].iter().all(|count| *count > 50), "{seen:?}");
    assert!(seen.queue_full > 200 && seen.raw_full > 100 && seen.waited > 1000 && seen.popped > 20, "{seen:?}");
    assert!(seen.streamed > 500 && seen.counted > 20 && seen.entered > 100 && seen.compared > 3000, "{seen:?}");
    assert!(ran.modes.iter().chain(&ran.schemes).all(|count| *count > 5) && ran.lossless > 10, "{ran:?}");
    assert!(ran.single > 5 && ran.skips > 10 && ran.double > 2 && ran.never > 2 && ran.all > 0, "{ran:?}");
    assert!(ran.bursts > 500 && ran.aborts > 20 && ran.refused > 50 && ran.emptied > 5, "{ran:?}");
    assert!(ran.overflows > 1000 && ran.empty > 50, "{ran:?}");
}

#[test]
fn hardware_equals_model_under_any_pace() {
    let (mut raises, mut rejected) = (0, 0);
    for preset in ["nano", "up5k", "ecp5_64"] {
        let mut bench = Bench::open(preset, 5);
        let ran = wandering(&mut bench, 90 * volume(), 2500, 3).unwrap_or_else(|e| panic!("{preset}: {e:?}"));
        println!("{preset}: {:?}\n{ran:?}", bench.seen);
        everything_happened(&bench.seen, &ran);
        (raises, rejected) = (raises + ran.raises, rejected + bench.seen.rejected);
    }
    assert!(raises > 10 && rejected > 100, "{raises} raises, {rejected} rejected");
}

#[test]
#[ignore = "`make long`"]
fn long_run() {
    const LENGTH: u64 = 2500;
    on_two_threads(&["nano", "up5k", "ecp5", "ecp5_64"], |&preset| {
        let mut bench = Bench::open(preset, 6);
        let ran = wandering(&mut bench, 1000, LENGTH, 4).unwrap_or_else(|e| panic!("{preset}: {e:?}"));
        everything_happened(&bench.seen, &ran);
        let Seen { tuples, streamed, counted, entered, compared, .. } = bench.seen;
        let ran = [(1000 * LENGTH, "records"), (ran.bursts, "bursts"), (counted, "counts"), (entered, "new entries")];
        long_row(
            "hotlist",
            preset,
            &ran,
            &[(tuples, "tuples"), (streamed, "words of the raw stream"), (compared, "registers")],
        );
    });
}

/// Tables of every size are filled, so that they are raised and what is rare is rejected.
#[test]
fn large_tables_are_raised() {
    for preset in ["up5k", "ecp5", "ecp5_64"] {
        let mut bench = Bench::open(preset, 15);
        for scheme in [Scheme::Counting, Scheme::Concise] {
            let mut config = Config { scheme, lossless: true, ..crate::support::steady(1, 255) };
            config.kinds = [Kind::Val; Opclass::COUNT];
            bench.write(&regs::SCMD, 1).unwrap();
            bench.write(&regs::SCMD, 2).unwrap();
            bench.configure(&config, true).unwrap();
            let entries = bench.model.build().entries as usize;
            let mut zipf = Zipf::new(8 * entries, 5);
            bench.queue.extend((0..6 * entries).map(|_| Record { val: zipf.next() as u64, ..plain() }));
            bench.run().unwrap();
            bench.rest().unwrap();
            bench.compare_all().unwrap();
            let outcomes = bench.model.table().outcomes();
            assert!(outcomes.raises > 0 && outcomes.rejected > 20 && outcomes.counted > 20, "{preset}: {outcomes:?}");
        }
    }
}

/// With LOSSLESS nothing is dropped, whatever the pace, and the table is that of a model without a clock.
#[test]
fn nothing_is_dropped_when_the_core_is_held_back() {
    let config = Config { mode: Mode::Both, lossless: true, period: 3, jitter: 3, burst: 9, ..Config::values() };
    let (mut tables, mut held) = (vec![], 0);
    for (seed, pace) in [(1, (0, 0)), (2, (50, 50)), (3, (5, 95))] {
        let mut bench = Bench::open("nano", seed);
        bench.pace = pace;
        bench.configure(&config, true).unwrap();
        let mut program = Wanderer::new(9, 200, false);
        bench.queue.extend((0..4000).map(|_| program.next(&mut Ran::default())));
        bench.run().unwrap();
        bench.rest().unwrap();
        bench.compare_all().unwrap();
        let count = |counter| bench.model.counter(counter);
        assert_eq!((count(Counter::Qdrop), count(Counter::Rawdrop)), (0, 0));
        assert!(count(Counter::Raws) > 200, "{:?}", bench.seen);
        held += bench.seen.held;
        tables.push(bench.model.table().entries().copied().collect::<Vec<_>>());
    }
    assert!(held > 300, "{held}");
    assert_eq!(tables[0], tables[1]);
    assert_eq!(tables[0], tables[2]);
}

/// V6: calls and returns one after the other without an idle cycle; the table holds what each of a few saw.
pub fn returning(bench: &mut Bench) -> Result<(), Difference> {
    let mut random = Random(12);
    bench.pace = (0, 0);
    for number in 0..120 {
        bench.write(&regs::SCMD, 1)?;
        let mut config = crate::support::steady(1, 1);
        config.kinds = [[Kind::Caller, Kind::Ra][number % 2]; Opclass::COUNT];
        bench.configure(&config, true)?;
        bench.queue.extend((0..14).map(|at| {
            let turn = random.next() as usize;
            let often = [Opclass::Call, Opclass::Return, Opclass::Return, Opclass::Coroutine, Opclass::Fp];
            let insn = random.next() as u32 & !0xf80 | (turn as u32 >> 8 & 1) << 7;
            let (pc, rvc) = (0x1000 + 0x20 * at, turn >> 9 & 1 == 1);
            Record { class: often[turn % often.len()], insn, pc, rvc, val: random.next() & 0xffff_ffff, ..plain() }
        }));
        bench.run()?;
        bench.rest()?;
        bench.compare_all()?;
    }
    Ok(())
}

#[test]
fn calls_and_returns_come_in_every_cycle() {
    let mut bench = Bench::open("nano", 14);
    returning(&mut bench).unwrap();
    assert_eq!((bench.seen.tuples, bench.seen.queue_full), (120 * 14, 0), "{:?}", bench.seen);
}

/// V10: with coins that a host arranges, a table is raised sixteen times and then frozen.
pub fn freezing(bench: &mut Bench) -> Result<(u64, bool), Difference> {
    let mut raises = 0;
    for scheme in [Scheme::Counting, Scheme::Concise] {
        bench.write(&regs::SCMD, 1)?;
        bench.write(&regs::SCMD, 2)?;
        let mut config = Config { scheme, ..crate::support::steady(1, 1) };
        config.kinds = [Kind::Val; Opclass::COUNT];
        bench.configure(&config, false)?;
        let switches = bench.read(regs::SCTRL.offset)? | regs::SCTRL.field("EN").mask();
        let mut at = 0;
        while !bench.model.table().frozen() {
            // The coin of the tuple shows heads; those of a raise follow from the upper half.
            // With a single bit more they show tails, the oftener the further the table was raised.
            let coins = if at % 4 == 3 { 1 << (at / 4 % 18) } else { 0 };
            bench.write(&regs::LC, at << 16 | 1 << 31 | coins)?;
            bench.write(&regs::SCTRL, switches)?;
            bench.queue.push_back(Record { val: at.into(), pc: 0x100, ..plain() });
            bench.run()?;
            bench.rest()?;
            at += 1;
            if at > 3000 {
                return Ok((raises, false));
            }
        }
        raises += u64::from(bench.model.counter(Counter::Raises));
        bench.compare_all()?;
        // Late ones, and one that has an entry.
        let kept = *bench.model.table().entry(0).expect("the table is full");
        bench.write(&regs::SCTRL, switches)?;
        for val in [kept.key.value, 99_999, kept.key.value, 99_998].into_iter().chain(100_000..100_060) {
            bench.queue.push_back(Record { val: val.into(), pc: 0x100, ..plain() });
        }
        bench.run()?;
        bench.rest()?;
        bench.compare_all()?;
    }
    Ok((raises, bench.seen.frozen >= 24))
}

#[test]
fn a_table_freezes() {
    let mut bench = Bench::open("nano", 6);
    assert_eq!(freezing(&mut bench), Ok((32, true)));
}

/// Counts, periods and refusals that take a while: a period of 2^21, an entry with 2^20, and the counter of
/// refused accesses up to its end.
#[test]
fn long_counts() {
    const LONG: u32 = 1 << 21;
    let mut bench = Bench::open("nano", 18);
    let ticks = |bench: &mut Bench, records: u32| {
        for _ in 0..records / 4096 {
            bench.queue.extend(std::iter::repeat_n(plain(), 4096));
            bench.run().unwrap();
        }
    };
    bench.configure(&crate::support::steady(LONG, 1), true).unwrap();
    ticks(&mut bench, LONG - 4096);
    assert_eq!(bench.seen.tuples, 0);
    ticks(&mut bench, 4096);
    assert_eq!(bench.seen.tuples, 1);
    bench.rest().unwrap();
    let every = Config { lossless: true, scheme: Scheme::Counting, ..crate::support::steady(1, 255) };
    bench.configure(&every, true).unwrap();
    ticks(&mut bench, 1 << 20);
    bench.rest().unwrap();
    bench.compare_all().unwrap();
    assert_eq!(bench.model.table().entry(0).unwrap().count, 1 << 20 | 1);
    // Keys of their own raise the table until the long count has borrowed from its high bits, and was halved.
    for (scheme, below) in [(Scheme::Counting, 1 << 20), (Scheme::Concise, (1 << 20) - (1 << 18))] {
        bench.configure(&Config { scheme, ..every }, true).unwrap();
        let mut key = 0;
        while bench.model.table().entry(0).is_some_and(|entry| entry.count >= below) {
            assert!(key < 5000, "{scheme:?}: {:?}", bench.model.table().outcomes());
            key += 1;
            bench.queue.push_back(Record { val: 1000 + key, ..plain() });
            bench.run().unwrap();
        }
        bench.rest().unwrap();
        bench.compare_all().unwrap();
        assert!(bench.model.table().entry(0).unwrap().count > 1 << 18);
    }
    for at in 0..1 << 16 | 3 {
        bench.poke(regs::HOSTVIOL.offset, at).unwrap();
        if at % 997 == 0 {
            bench.read(regs::HOSTVIOL.offset).unwrap();
        }
    }
    assert_eq!(bench.read(regs::HOSTVIOL.offset), Ok(u16::MAX.into()));
}

/// V5: every selector of a lane, on records of any kind.
#[test]
fn every_selector_of_a_lane() {
    let mut bench = Bench::open("nano", 19);
    let mut program = Wanderer::new(20, 300, false);
    for selector in 0..16 {
        let format = Format(selector);
        let mut config = Config { mode: Mode::Raw, lossless: true, format, ..crate::support::steady(1, 255) };
        config.kinds = [Kind::Val; Opclass::COUNT];
        let (before, streamed) = (bench.seen.tuples, bench.seen.streamed);
        bench.configure(&config, true).unwrap();
        bench.queue.extend((0..400).map(|_| program.next(&mut Ran::default())));
        bench.run().unwrap();
        bench.rest().unwrap();
        bench.compare_all().unwrap();
        bench.drain().unwrap();
        let (tuples, words) = (bench.seen.tuples - before, bench.seen.streamed - streamed);
        assert!(tuples > 200 && words >= tuples, "selector {selector}: {tuples} tuples, {words} words");
    }
}

/// Every word of the window, written and read while it rests.
pub fn window(bench: &mut Bench) -> Result<(), Difference> {
    let mut random = Random(8);
    for _ in 0..2 {
        for address in (0..1 << regs::ADDRESS_BITS).step_by(4) {
            let register = regs::at(address).map_or("", |(register, _)| register.name);
            let mut word = random.next() as u32;
            if register == "SCTRL" {
                word &= !regs::SCTRL.field("EN").mask();
            }
            if register == "SCMD" {
                word %= 4;
            }
            bench.poke(address, word)?;
            bench.read(address)?;
        }
        // Masks, what is one but for a bit, and words of every length.
        let masks = (0..32).flat_map(|bit| [u32::MAX >> bit, (u32::MAX >> 1) & !(1 << bit)]);
        let words: Vec<u32> = (0..32).map(|bit| 1 << bit | random.next() as u32 & ((1 << bit) - 1)).collect();
        for word in masks.chain(words).chain([0, 2, 4, 5, 6, 8, 0x8000_0000, u32::MAX - 1]) {
            for register in [&regs::JMASK, &regs::SKMASK, &regs::LT, &regs::LC] {
                bench.write(register, word)?;
                bench.read(register.offset)?;
            }
        }
        bench.compare_all()?;
        // While it samples, too.
        bench.write(&regs::SCTRL, regs::SCTRL.field("EN").mask())?;
        (0..1 << regs::ADDRESS_BITS).step_by(4).try_for_each(|address| bench.read(address).map(drop))?;
        bench.rest()?;
    }
    Ok(())
}

#[test]
fn every_word_of_the_window_is_the_models() {
    for preset in ["nano", "ecp5_64"] {
        let mut bench = Bench::open(preset, 9);
        window(&mut bench).unwrap();
        assert!(bench.read(regs::HOSTVIOL.offset).unwrap() > 100);
        // A reset forgets all of it, whatever it is.
        let mut random = Random(16);
        bench.restart();
        bench.compare_all().unwrap();
        for _ in 0..8 {
            for register in regs::REGISTERS.iter().filter(|register| register.access == Access::ReadWrite) {
                let word = if random.next().is_multiple_of(2) { u32::MAX } else { random.next() as u32 };
                // It rests, so that all of them are written.
                let off = if register.name == "SCTRL" { !regs::SCTRL.field("EN").mask() } else { u32::MAX };
                bench.write(register, word & off).unwrap();
            }
            bench.restart();
            bench.compare_all().unwrap();
        }
    }
}

/// After a reset nothing is sampled, all entries are free, and the registers are those of the table of registers.
#[test]
fn after_a_reset() {
    for preset in ["nano", "up5k", "ecp5", "ecp5_64"] {
        let mut bench = Bench::open(preset, 10);
        let mut program = Wanderer::new(1, 10, false);
        bench.queue.extend((0..100).map(|_| program.next(&mut Ran::default())));
        bench.run().unwrap();
        bench.compare_all().unwrap();
        assert_eq!((bench.seen.tuples, bench.model.build()), (0, &build(preset)));
    }
    assert!(emit(Unit::Hotlist, "nano").unwrap().json.contains("\"r_data\""));
}
