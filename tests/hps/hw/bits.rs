//! Every bit that decides by itself: of counters, of the ends of ranges, and of the address after an instruction.
use super::{ADD, MARK};
use crate::support::bench::{Bench, Host};
use crate::support::hps::at;
use crate::support::random::{Program, host, load, quiet, take};
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::words::{Condition, Kind, Operation, Pattern, Replacement};
use treetap::spec::hps::{Mode, regs};
use treetap::spec::regs::Register;
use treetap::trace::shapes::Random;

/// A way to another kind of instruction from [`MARK`].
const OTHER: u32 = 1 << 20;

/// An engine with a program of these conditions and patterns; what is replaced is an event.
struct Engine<'a> {
    bench: &'a mut Bench,
    program: Program,
    /// The longest way through the engine, in cycles.
    way: u32,
}

impl Engine<'_> {
    fn load(&mut self, conditions: &[Condition], patterns: &[Pattern]) {
        let always = [Condition { table: u16::MAX, ..Condition::default() }];
        let conditions = if conditions.is_empty() { &always } else { conditions };
        let conditions = conditions.iter().zip(0..).flat_map(|(made, at)| Host::words(&regs::CT, at, [made.word()]));
        let patterns = patterns.iter().zip(0..).flat_map(|(made, at)| Host::words(&regs::PT, 4 * at, made.words()));
        let entry = Replacement { kind: Kind::Call, last: true, length: 3, ..Replacement::default() };
        let tables: Vec<_> = conditions.chain(patterns).chain(Host::words(&regs::RT, 0, entry.words())).collect();
        load(self.bench, &mut self.program, &tables);
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
        for insn in insns {
            self.take(*insn);
            quiet(self.bench, self.way);
        }
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
    last_words(&mut engine);
}

/// Each counter next to 0, to 1 and to its largest value but for one bit, written by a host or loaded by an instruction.
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
                    for register in [&regs::FLAGS, &regs::CTR] {
                        let index = if register.words == 1 { 0 } else { u16::from(counter) };
                        host(engine.bench, Host::Read(register.offset + 4 * index));
                    }
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

/// The last word of a load decides, whichever it is, for an instruction that comes as soon as one can.
fn last_words(engine: &mut Engine) {
    let (patterns, before) = (engine.bench.config.patterns, engine.bench.left);
    let pattern = |valid| Pattern { mask: u32::MAX, value: MARK, valid, ..Pattern::default() };
    let condition = |table| Condition { table, ..Condition::default() }.word();
    let entry = Replacement { kind: Kind::Call, last: true, length: 3, ..Replacement::default() };
    for number in 0..patterns {
        for of_conditions in [false, true] {
            let (earlier, later) = if of_conditions { (0, u16::MAX) } else { (u16::MAX, u16::MAX) };
            let mut tables: Vec<_> = Host::words(&regs::RT, 0, entry.words()).to_vec();
            tables.extend(Host::words(&regs::CT, 0, [condition(earlier)]));
            for other in 0..patterns {
                let words = pattern(other == number).words();
                tables.extend(Host::words(&regs::PT, 4 * other, words));
            }
            tables.extend(Host::words(&regs::CT, 0, [condition(later)]));
            if !of_conditions {
                tables.extend(Host::words(&regs::PT, 4 * number, pattern(true).words()));
            }
            host(engine.bench, Host::Write(regs::CTRL.offset, 0));
            let mut crc = crc32fast::Hasher::new();
            for write in tables {
                let Host::Write(_, word) = write else { unreachable!() };
                crc.update(&word.to_le_bytes());
                host(engine.bench, write);
            }
            host(engine.bench, Host::Write(regs::IMG_CRC.offset, crc.finalize()));
            host(engine.bench, Host::Write(regs::CTRL.offset, 1));
            engine.take(insn(0x1000, MARK, 0x1004));
            quiet(engine.bench, engine.way);
        }
    }
    assert_eq!(engine.bench.left - before, 2 * u64::from(patterns));
}
