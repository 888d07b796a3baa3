//! Every bit that decides by itself: of instructions, counters, ends of ranges, addresses of callees and after an
//! instruction, checksums, seeds.
use super::{ADD, MARK};
use crate::support::bench::{Bench, Cycle, Host};
use crate::support::hps::at;
use crate::support::random::{Program, host, load, quiet, read_all, take, write_tables};
use std::collections::HashSet;
use treetap::hw::lib::CRC32_POLYNOMIAL;
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::words::{Condition, Direction, Kind, Operation, Pattern, RANDOM, Replacement, Sign};
use treetap::spec::hps::{Mode, class, regs};
use treetap::spec::regs::Register;
use treetap::trace::shapes::Random;

/// From one marked instruction, of which [`MARK`] is the first, to the next.
const OTHER: u32 = 1 << 20;

/// An engine with a program of these conditions and patterns; what is replaced is an event.
struct Engine<'a> {
    bench: &'a mut Bench,
    program: Program,
    /// The longest way through the engine, in cycles.
    way: u32,
}

impl Engine<'_> {
    /// With one word for all replacements.
    fn load(&mut self, conditions: &[Condition], patterns: &[Pattern]) {
        let entry = Replacement { kind: Kind::Call, last: true, length: 3, ..Replacement::default() };
        self.load_all(conditions, patterns, &[entry]);
    }

    /// Without conditions there is one that always holds.
    fn load_all(&mut self, conditions: &[Condition], patterns: &[Pattern], entries: &[Replacement]) {
        let always = [Condition { table: u16::MAX, ..Condition::default() }];
        let conditions = if conditions.is_empty() { &always } else { conditions };
        let conditions = conditions.iter().zip(0..).flat_map(|(made, at)| Host::words(&regs::CT, at, [made.word()]));
        let patterns = patterns.iter().zip(0..).flat_map(|(made, at)| Host::words(&regs::PT, 4 * at, made.words()));
        let entries = entries.iter().zip(0..).flat_map(|(made, at)| Host::words(&regs::RT, 2 * at, made.words()));
        let tables: Vec<_> = conditions.chain(patterns).chain(entries).collect();
        load(self.bench, &mut self.program, &tables);
    }

    /// Reads a register, which is held against the model's.
    fn read(&mut self, register: &Register, index: u16) {
        host(self.bench, Host::Read(register.offset + 4 * index));
    }

    fn write(&mut self, register: &Register, index: u32, word: u32) {
        Host::words(register, index, [word]).into_iter().for_each(|write| host(self.bench, write));
    }

    fn take(&mut self, insn: Insn) {
        take(self.bench, insn);
    }

    /// How many of these instructions are events.
    fn events(&mut self, insns: &[Insn]) -> u64 {
        let before = self.bench.left;
        insns.iter().for_each(|insn| self.take(*insn));
        quiet(self.bench, self.way);
        self.bench.left - before
    }
}

fn insn(pc: u32, word: u32, next: u32) -> Insn {
    Insn { next: Some(next), ..at(pc, word) }
}

/// Compares the engine with its model where one bit decides; `way` is the longest way through it, in cycles.
pub fn every_bit(bench: &mut Bench, way: u32) {
    assert_eq!(bench.config.mode, Mode::Retire);
    let program = Program::new(11, bench.config);
    let mut engine = Engine { bench, program, way };
    counters(&mut engine);
    ranges(&mut engine);
    taken(&mut engine);
    kinds(&mut engine);
    callees(&mut engine);
    seeds(&mut engine);
    instructions(&mut engine);
    checksums(&mut engine);
    replacements(&mut engine);
    last_words(&mut engine);
    resets(&mut engine);
}

/// Each counter next to 0, to 1 and to its largest value but for one bit, written by a host or set by an instruction.
fn counters(engine: &mut Engine) {
    let config = engine.bench.config;
    let (largest, mut zeros, mut seen) = (config.largest(), 0, 0);
    for counter in 0..config.counters as u8 {
        let operations = [Operation::Increment, Operation::Decrement, Operation::Set];
        let condition = |operation| Condition { table: u16::MAX, operation, counter, ..Condition::default() };
        let pattern = |number: u32| Pattern {
            mask: u32::MAX,
            value: MARK + number * OTHER,
            valid: true,
            null: true,
            condition: number as u8,
            ..Pattern::default()
        };
        engine.load(&operations.map(condition), &[0, 1, 2].map(pattern));
        let [up, down, set] = [0, 1, 2].map(|number| insn(0x1000, MARK + number * OTHER, 0x1004));
        for bit in (0..config.width).map(|bit| 1 << bit) {
            for (start, step) in [(1, down), (1 ^ bit, down), (bit, down), (largest, up), (largest ^ bit, up)] {
                for by_host in [false, true] {
                    if by_host {
                        engine.write(&regs::CTR, counter.into(), start);
                    } else {
                        engine.write(&regs::HPS_R, 0, start);
                        engine.take(set);
                    }
                    engine.take(step);
                    quiet(engine.bench, engine.way);
                    engine.read(&regs::FLAGS, 0);
                    engine.read(&regs::CTR, counter.into());
                    zeros += u32::from(engine.bench.model.counters()[usize::from(counter)].value == 0);
                    seen += 1;
                }
            }
        }
    }
    assert!(zeros > 0 && 2 * zeros < seen, "{zeros} of {seen} are 0");
}

/// Addresses that differ from an end of a range in one bit.
fn ranges(engine: &mut Engine) {
    let mut random = Random(12);
    let (mut inside, mut all) = (0, 0);
    for range in 0..4 {
        engine.load(&[], &[Pattern { valid: true, ranges: 1 << range, ..Pattern::default() }]);
        for high in [0, 1] {
            for _ in 0..4 {
                let end = random.next() as u32;
                engine.write(&regs::RANGE, 2 * range + high, end);
                engine.write(&regs::RANGE, 2 * range + 1 - high, if high == 1 { 0 } else { u32::MAX });
                let around = (0..u32::BITS).map(|bit| end ^ 1 << bit).chain([end, end.wrapping_sub(1)]);
                let insns: Vec<_> = around.map(|pc| insn(pc, ADD, pc.wrapping_add(4))).collect();
                inside += engine.events(&insns);
                all += insns.len() as u64;
            }
        }
    }
    assert!(4 * inside > all && 4 * inside < 3 * all, "{inside} of {all} lie in a range");
}

/// Addresses after an instruction that differ from where it goes on in one bit, after any carry.
fn taken(engine: &mut Engine) {
    engine.load(&[], &[Pattern { valid: true, taken: true, ..Pattern::default() }]);
    let (mut random, mut all, mut straight) = (Random(13), 0, 0);
    let mut taken = 0;
    for ones in 1..=u32::BITS {
        let low = u32::MAX >> (u32::BITS - ones);
        let pc = (random.next() as u32 & !low | low) & !1;
        let following = pc.wrapping_add(4);
        let next = (1..u32::BITS).map(|bit| following ^ 1 << bit).chain([following, pc]);
        let insns: Vec<_> = next.map(|next| insn(pc, ADD, next)).collect();
        straight += insns.iter().filter(|insn| insn.next == Some(following)).count() as u64;
        all += insns.len() as u64;
        taken += engine.events(&insns);
    }
    assert_eq!((taken, straight), (all - straight, 32), "of {all}");
}

/// Instructions of all kinds, those whose immediate is 0 among them, and all that differ from one in a bit.
fn kinds(engine: &mut Engine) {
    const WORDS: [u32; 26] = [
        0x0000_0013,
        0x0010_2013,
        0x4010_5093,
        0x0031_00b3,
        0x0230_00b3,
        0x0000_00b7,
        0x0000_0097,
        0x0000_006f,
        0x0000_00ef,
        0x0000_0067,
        0x0000_80e7,
        0x0002_8067,
        0x0000_0063,
        0x0000_5063,
        0x0001_2083,
        0x0011_2023,
        0x0000_000f,
        0x0000_0073,
        0x3410_10f3,
        0x1000_202f,
        0x0000_2007,
        0x0000_2027,
        0x0000_0053,
        0x0000_0043,
        0x0000_000b,
        0x0000_003b,
    ];
    let class = |bit: u32| Pattern { valid: true, classes: 1 << bit, ..Pattern::default() };
    let any = Pattern { valid: true, ..Pattern::default() };
    let [negative, positive] = [Sign::Negative, Sign::NonNegative].map(|sign| Pattern { sign, ..any });
    let [back, forth] = [Direction::Backward, Direction::Forward].map(|direction| Pattern { direction, ..any });
    let mut random = Random(14);
    for patterns in
        [vec![negative, positive], vec![back, forth], (0..8).map(class).collect(), (8..16).map(class).collect()]
    {
        let asked = patterns.len();
        engine.load(&[], &patterns);
        let mut insns = vec![];
        for word in WORDS.iter().flat_map(|word| std::iter::once(*word).chain((0..32).map(move |bit| word ^ 1 << bit)))
        {
            let pc = random.next() as u32 & !1;
            let after = pc.wrapping_add(4);
            let plain = insn(pc, word, after);
            let next = if random.below(2) == 0 { plain.target().unwrap_or(after) } else { after };
            insns.push(Insn { next: Some(next), ..plain });
        }
        let events = engine.events(&insns) as usize;
        assert!(events > insns.len() / 8 && events < insns.len(), "{events} of {} for {asked} patterns", insns.len());
    }
}

/// Addresses that differ from that of a callee in one bit, and then that.
fn callees(engine: &mut Engine) {
    const CALL: u32 = 0x0000_80e7;
    engine.load(&[], &[Pattern { valid: true, classes: 1 << class::ENTRY, ..Pattern::default() }]);
    let (mut random, mut calls, mut entries) = (Random(15), 0, 0);
    for bit in 1..u32::BITS {
        for _ in 0..4 {
            let callee = random.next() as u32 & !1;
            let beside = callee ^ 1 << bit;
            let insns = [(0x1000, CALL, callee), (beside, ADD, callee), (callee, ADD, callee.wrapping_add(4))];
            entries += engine.events(&insns.map(|(pc, word, next)| insn(pc, word, next)));
            calls += 1;
        }
    }
    assert_eq!(entries, calls);
}

/// What is drawn after a seed of one bit, or of none.
fn seeds(engine: &mut Engine) {
    let draw = Condition { table: u16::MAX, operation: Operation::Set, source: RANDOM, ..Condition::default() };
    let pattern = Pattern { mask: u32::MAX, value: MARK, valid: true, null: true, ..Pattern::default() };
    engine.load(&[draw], &[pattern]);
    engine.write(&regs::RNDMASK, 0, u32::MAX);
    let mut drawn = HashSet::new();
    for seed in std::iter::once(0).chain((0..u32::BITS).map(|bit| 1 << bit)) {
        engine.write(&regs::RNDSEED, 0, seed);
        for _ in 0..3 {
            engine.take(insn(0x1000, MARK, 0x1004));
            quiet(engine.bench, engine.way);
            engine.read(&regs::CTR, 0);
            drawn.insert(engine.bench.model.counters()[0].value);
        }
    }
    assert!(drawn.len() > 20, "{} numbers", drawn.len());
}

/// How many instructions there were is right at any time.
fn instructions(engine: &mut Engine) {
    let mut taken = 0;
    for count in 1..70 {
        (0..count).for_each(|_| engine.take(insn(0x1000, ADD, 0x1004)));
        taken += count;
        quiet(engine.bench, engine.way);
        engine.read(&regs::N_IN, 0);
    }
    assert!(engine.bench.model.clone().read(regs::N_IN.offset) >= taken);
}

/// What a word has to differ in so that a CRC-32 differs in this after it.
fn before(mut differs: u32) -> u32 {
    for _ in 0..u32::BITS {
        let odd = differs >> 31;
        differs = (differs ^ (CRC32_POLYNOMIAL as u32 * odd)) << 1 | odd;
    }
    differs
}

/// A checksum that is wrong by any bit keeps an engine off; so does one with which what is left is wrong by a bit.
fn checksums(engine: &mut Engine) {
    let words = Host::words(&regs::CT, 0, [0x1234_5678]);
    let one_bit = (0..u32::BITS).map(|bit| 1 << bit);
    for wrong in one_bit.clone().chain(one_bit.map(before)).chain([0]) {
        host(engine.bench, Host::Write(regs::CTRL.offset, 0));
        let crc = write_tables(engine.bench, &words);
        host(engine.bench, Host::Write(regs::IMG_CRC.offset, crc ^ wrong));
        host(engine.bench, Host::Write(regs::CTRL.offset, 1));
        [&regs::CTRL, &regs::STATUS].iter().for_each(|made| engine.read(made, 0));
        host(engine.bench, Host::Write(regs::STATUS.offset, 0x1fe));
        assert_eq!(engine.bench.model.clone().read(regs::CTRL.offset) & 1, u32::from(wrong == 0), "{wrong:#x}");
    }
}

/// Replacements that begin with the very last word of their table, or with one whose number differs from that in one
/// bit; each word is the last of its replacement, or none is.
fn replacements(engine: &mut Engine) {
    let words = engine.bench.config.words;
    let numbers = (0..words.ilog2()).map(|bit| (words - 1) ^ 1 << bit).chain([words - 1]);
    let (mut events, mut runaway) = (0, 0);
    for (number, last) in numbers.flat_map(|number| [(number, false), (number, true)]) {
        let pattern = Pattern { valid: true, replacement: number as u16, ..Pattern::default() };
        let entry =
            |other| Replacement { kind: Kind::Call, last, length: 5, handler: other as u8, ..Replacement::default() };
        let entries: Vec<_> = (0..words).map(entry).collect();
        engine.load_all(&[], &[pattern], &entries);
        events += engine.events(&[insn(0x1000, ADD, 0x1004); 2]);
        [&regs::STATUS, &regs::VCYC].iter().for_each(|made| engine.read(made, 0));
        runaway += regs::STATUS.field("RT_RUNAWAY").of(engine.bench.model.clone().read(regs::STATUS.offset));
        host(engine.bench, Host::Write(regs::STATUS.offset, 0x1fe));
    }
    assert_eq!((events, runaway > 0), (4 * u64::from(words.ilog2() + 1), true), "{runaway} without an end");
}

/// The last word of a load decides, whichever it is, for an instruction that comes as soon as one can.
fn last_words(engine: &mut Engine) {
    let (patterns, before) = (engine.bench.config.patterns, engine.bench.left);
    let value = |number: u32| MARK + number * OTHER;
    let pattern = |valid, number| Pattern { mask: u32::MAX, value: value(number), valid, ..Pattern::default() };
    let condition = |table| Condition { table, ..Condition::default() }.word();
    let entry = Replacement { kind: Kind::Call, last: true, length: 3, ..Replacement::default() };
    for number in 0..patterns {
        for of_conditions in [false, true] {
            let (earlier, later) = if of_conditions { (0, u16::MAX) } else { (u16::MAX, u16::MAX) };
            let mut tables: Vec<_> = Host::words(&regs::RT, 0, entry.words()).to_vec();
            tables.extend(Host::words(&regs::CT, 0, [condition(earlier)]));
            for other in 0..patterns {
                let words = pattern(other == number, other).words();
                tables.extend(Host::words(&regs::PT, 4 * other, words));
            }
            tables.extend(Host::words(&regs::CT, 0, [condition(later)]));
            if !of_conditions {
                tables.extend(Host::words(&regs::PT, 4 * number, pattern(true, number).words()));
            }
            host(engine.bench, Host::Write(regs::CTRL.offset, 0));
            let crc = write_tables(engine.bench, &tables);
            host(engine.bench, Host::Write(regs::IMG_CRC.offset, crc));
            host(engine.bench, Host::Write(regs::CTRL.offset, 1));
            engine.take(insn(0x1000, value(number), 0x1004));
            let others: Vec<_> = (0..patterns).map(|other| insn(0x1000, value(other), 0x1004)).collect();
            assert_eq!(engine.events(&others), 2, "pattern {number}");
        }
    }
    assert_eq!(engine.bench.left - before, 4 * u64::from(patterns));
}

/// A reset in any cycle of an instruction leaves nothing of it.
fn resets(engine: &mut Engine) {
    const JUMP: u32 = 0x0000_00ef;
    for cycles in 0..engine.way {
        let pattern = Pattern { valid: true, null: true, ..Pattern::default() };
        engine.load(
            &[Condition { table: u16::MAX, operation: Operation::Increment, ..Condition::default() }],
            &[pattern],
        );
        let insn = Some(insn(u32::MAX, JUMP, u32::MAX));
        for _ in 0..cycles {
            engine.bench.cycle(&Cycle { insn, ready: true, ..Cycle::default() }).unwrap();
        }
        engine.bench.reset();
        quiet(engine.bench, 100);
        read_all(engine.bench);
    }
}
