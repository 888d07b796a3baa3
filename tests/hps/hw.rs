//! The emitted engine equals its model in every word, event and register (docs/reference/hps.md): random programs on
//! random instructions, with back-pressure, flushes, triggers from outside and a host in between.
mod bits;

use crate::support::bench::{Bench, Cycle, Host};
use crate::support::hps::{at, fetched};
use crate::support::planted::Planted;
use crate::support::random::{Program, host, load, quiet, read_all, run, take, write_holes};
use std::collections::HashSet;
use treetap::catalog::Unit;
use treetap::cosim::build::Effort;
use treetap::cosim::{core, iss};
use treetap::model::classify::classify;
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::words::{Condition, Kind, Operation, Pattern, Replacement};
use treetap::spec::hps::{DRET, Mode, VARIANTS, preset, regs};
use treetap::spec::regs::Register;
use treetap::spec::variant;
use treetap::trace::shapes::Random;

/// Cycles of a program. Many short ones see more tables than a few long ones.
const LENGTH: u64 = 2_000;

#[test]
fn hardware_equals_model_in_mode_retire() {
    let long = 4 * LENGTH;
    for (name, programs, length) in
        [("up5k", 100, LENGTH), ("up5k_ff", 16, long), ("hx8k", 8, long), ("ecp5", 3, long), ("ecp5_tcam", 3, long)]
    {
        let mut bench = Bench::new(name);
        run(&mut bench, 7, programs, length).unwrap_or_else(|e| panic!("{name}: {e}"));
        println!("{name}: {} cycles, {} events, {:?}", bench.cycles, bench.left, bench.seen);
        // Many short programs meet all flags, and some go straight on.
        let all = bench.rows == u16::MAX && bench.straight >= 1 << 9;
        assert!(length == long || all, "{name}: {:04x}, {}", bench.rows, bench.straight);
        assert!(
            bench.left > 1000 && bench.seen.iter().all(|(name, count)| *count > 0 || name.starts_with("flush")),
            "{:?}",
            bench.seen
        );
    }
}

#[test]
fn the_engine_serial_equals_the_model() {
    let mut bench = Bench::new("up5k_serial");
    run(&mut bench, 7, 48, 5 * LENGTH).unwrap();
    println!("{} cycles, {} events, {:?}", bench.cycles, bench.left, bench.seen);
    let seldom = |name: &str| name.starts_with("flush");
    assert!(bench.left > 1000 && bench.seen.iter().all(|(name, count)| *count > 0 || seldom(name)), "{:?}", bench.seen);
}

#[test]
fn the_engine_pipelined_equals_the_model() {
    let mut bench = Bench::new("ecp5_pipelined");
    run(&mut bench, 7, 12, 4 * LENGTH).unwrap();
    println!("{} cycles, {} events, {:?}", bench.cycles, bench.left, bench.seen);
    let seldom = |name: &str| name.starts_with("flush");
    assert!(bench.left > 1000 && bench.seen.iter().all(|(name, count)| *count > 0 || seldom(name)), "{:?}", bench.seen);
}

/// The longest way through an engine, in cycles.
const WAY: u32 = 80;

#[test]
fn hardware_equals_model_in_every_bit() {
    bits::every_bit(&mut Bench::new("up5k"), WAY / 8);
}

#[test]
fn the_engine_serial_equals_the_model_in_every_bit() {
    bits::every_bit(&mut Bench::new("up5k_serial"), WAY);
}

#[test]
fn a_write_to_no_register_is_told_and_changes_nothing() {
    let told = regs::STATUS.field("BADADDR").mask();
    for name in ["up5k", "up5k_serial", "ecp5_pipelined"] {
        let mut bench = Bench::new(name);
        let written = write_holes(&mut bench, 12);
        assert!(written > 9_000 && bench.model.read(regs::STATUS.offset) & told != 0, "{name}: {written} written");
        assert_eq!(bench.model.read(regs::CTRL.offset) & 1, 1, "{name} goes on");
        run(&mut bench, 13, 1, LENGTH).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}

/// Cycles of the engine `serial` for each of these instructions, from one that counts to the next.
fn steps(bench: &mut Bench, insns: &[Insn]) -> Vec<u64> {
    let mut counted = vec![];
    for insn in insns {
        loop {
            let done = bench.cycle(&Cycle { insn: Some(*insn), ready: true, ..Cycle::default() }).unwrap();
            if done.counts {
                counted.push(bench.cycles);
            }
            if done.taken {
                break;
            }
        }
    }
    counted.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn the_engine_serial_takes_as_long_as_its_page_says() {
    const MARK: u32 = 0x0070_0313;
    const ADD: u32 = 0x0031_00b3;
    const BACK: u32 = 0xfe00_0ce3;
    const CALL: u32 = 0xff1f_f0ef;
    let mut bench = Bench::new("up5k_serial");
    let mut program = Program::new(3, bench.config);
    let at = |insn: u32| Insn { insn, class: classify(insn), ..stream(0, 1, Mode::Retire)[0] };
    let of = |bench: &mut Bench, insn: u32| steps(bench, &[at(insn); 4])[0];
    // Nothing is loaded: no pattern comes into question.
    host(&mut bench, Host::Read(regs::CTRL.offset));
    assert_eq!([ADD, BACK, CALL].map(|insn| of(&mut bench, insn)), [3, 5, 5]);
    assert_eq!(steps(&mut bench, &[Insn { trap: true, ..at(ADD) }; 4])[0], 2);
    // One that is looked at and has other bits; and one that matches and is an event.
    load(&mut bench, &mut program, &production(MARK, 1));
    assert_eq!([of(&mut bench, ADD), of(&mut bench, MARK)], [11, 28]);
    // In 40 of them N_IN is brought up to date once.
    let many = steps(&mut bench, &[at(ADD); 41]);
    assert_eq!((many.iter().max(), many.iter().filter(|cycles| **cycles > 11).count()), (Some(&16), 1));
}

#[test]
fn an_event_of_the_engine_serial_waits_for_room_or_is_dropped() {
    const MARK: u32 = 0x0070_0313;
    for hold in [false, true] {
        let mut bench = Bench::new("up5k_serial");
        let mut program = Program::new(3, bench.config);
        load(&mut bench, &mut program, &production(MARK, 1));
        let insn = Some(Insn { insn: MARK, class: classify(MARK), ..stream(0, 1, Mode::Retire)[0] });
        let mut taken = 0;
        // Nobody takes events.
        for _ in 0..2_000 {
            // The model drops the seventeenth, which the hardware then has not decided yet.
            let insn = insn.filter(|_| !hold || taken < 16);
            let done = bench.cycle(&Cycle { insn, hold, ..Cycle::default() }).unwrap();
            taken += u32::from(if hold { done.taken } else { done.counts });
        }
        if !hold {
            assert!(taken > 40, "{taken}");
            assert_eq!(bench.model.read(regs::DROPPED.offset), taken - 16);
            quiet(&mut bench, 400);
            assert_eq!(bench.left, 16);
            read_all(&mut bench);
            continue;
        }
        assert_eq!(taken, 16);
        // The next one waits until one has left, and is not dropped.
        bench.pops_late = true;
        let mut waited = 0;
        for cycle in 0..300 {
            let ready = cycle > 200;
            let done = bench.cycle(&Cycle { insn, hold, ready, ..Cycle::default() }).unwrap();
            if done.taken {
                break;
            }
            waited += 1;
        }
        assert!((200..250).contains(&waited), "{waited}");
        quiet(&mut bench, 400);
        assert_eq!((bench.left, bench.model.read(regs::DROPPED.offset)), (17, 0));
    }
}

#[test]
fn the_engine_serial_loses_no_event_while_it_may_hold_the_core() {
    let mut bench = Bench::new("up5k_serial");
    let mut program = Program::new(3, bench.config);
    load(&mut bench, &mut program, &production(MARK, 1));
    let mark = Insn { insn: MARK, class: classify(MARK), ..stream(0, 1, Mode::Retire)[0] };
    (bench.pops_late, bench.left) = (true, 0);
    let (mut random, mut taken, mut offered) = (Random(17), 0, None);
    // Whoever takes events is slow, then fast, and so on: the queue is full, empty and all in between.
    for part in 0..40 {
        let pause = [2, 30, 5, 12][part % 4];
        for _ in 0..600 {
            offered = offered.or_else(|| (random.below(4) > 0).then_some(mark));
            let ready = random.below(pause) == 0;
            let done = bench.cycle(&Cycle { insn: offered, hold: true, ready, ..Cycle::default() }).unwrap();
            offered = offered.filter(|_| !done.taken);
            taken += u64::from(done.taken);
        }
    }
    for _ in 0..900 {
        let done = bench.cycle(&Cycle { insn: offered, hold: true, ready: true, ..Cycle::default() }).unwrap();
        offered = offered.filter(|_| !done.taken);
        taken += u64::from(done.taken);
    }
    assert_eq!((bench.left, bench.model.read(regs::DROPPED.offset)), (taken, 0));
    assert!(taken > 300, "{taken}");
}

/// Cycles between those in which these instructions count, on the engine `pipelined`, which is quiet before and after.
fn gaps(bench: &mut Bench, insns: &[Insn]) -> Vec<u64> {
    let mut counted = vec![];
    let mut left = insns.iter().peekable();
    while counted.len() < insns.len() {
        let insn = left.peek().map(|insn| **insn);
        let done = bench.cycle(&Cycle { insn, ready: true, ..Cycle::default() }).unwrap();
        left.next_if(|_| done.taken);
        counted.extend(done.counts.then_some(bench.cycles));
    }
    quiet(bench, 60);
    counted.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Writes of conditions, and of patterns without bits of instructions of their own but for these: mask, value, word 3.
fn rules(conditions: &[Condition], patterns: &[(u32, u32, u32)]) -> Vec<Host> {
    let conditions =
        conditions.iter().zip(0..).flat_map(|(condition, i)| Host::words(&regs::CT, i, [condition.word()]));
    let valid = Pattern { valid: true, ..Pattern::default() }.words()[2];
    let patterns = patterns
        .iter()
        .zip(0..)
        .flat_map(|((mask, value, action), i)| Host::words(&regs::PT, 4 * i, [*mask, *value, valid, *action]));
    let entry = Replacement { kind: Kind::Call, last: true, length: 3, handler: 7, ..Replacement::default() };
    conditions.chain(patterns).chain(Host::words(&regs::RT, 0, entry.words())).collect()
}

/// No replacement, and condition 0.
const NULL: u32 = 1 << 11;
const MARK: u32 = 0x0070_0313;
const ADD: u32 = 0x0031_00b3;

#[test]
fn the_engine_pipelined_takes_a_real_program_in_a_cycle_an_instruction() {
    const COUNT: u64 = 100_000;
    let elf = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/demo/demo.elf")).unwrap();
    let mut hart = iss::hart(&core::Program::parse(&elf).unwrap());
    hart.run(300_000);
    let fetched: Vec<_> = (0..=COUNT).map(|_| hart.step().unwrap().fetched).collect();
    let plain = stream(0, 1, Mode::Retire)[0];
    let insns: Vec<Insn> = fetched
        .windows(2)
        .map(|pair| {
            let (pc, insn, next) = (pair[0].pc, pair[0].insn, Some(pair[1].pc));
            Insn { pc, insn, class: classify(insn), next, ..plain }
        })
        .collect();
    let mut bench = Bench::new("ecp5_pipelined");
    let mut program = Program::new(5, bench.config);
    // Every instruction counts; calls (JAL into x1) are events.
    let counts = Condition { table: u16::MAX, operation: Operation::Increment, counter: 1, ..Condition::default() };
    let tables = rules(&[counts], &[(0, 0, NULL), (0xfff, 0x0ef, 0)]);
    load(&mut bench, &mut program, &tables);
    host(&mut bench, Host::Write(regs::CTR.offset + 4, 100));
    quiet(&mut bench, 20);
    let (taken, _) = flow(&mut bench, &insns);
    assert_eq!(taken, COUNT);
    quiet(&mut bench, 200);
    read_all(&mut bench);
    let read = |register: &Register| bench.model.clone().read(register.offset);
    assert_eq!((u64::from(read(&regs::N_IN)), u64::from(bench.model.counters()[1].value)), (COUNT, COUNT + 100));
    assert!(read(&regs::N_REPL) > 500, "{} events", read(&regs::N_REPL));
    println!("{} events, {} dropped", read(&regs::N_REPL), read(&regs::DROPPED));
}

#[test]
fn a_flag_that_changes_costs_the_engine_pipelined_six_cycles_if_a_pattern_asks_next() {
    let mut bench = Bench::new("ecp5_pipelined");
    let mut program = Program::new(3, bench.config);
    let at = |insn: u32| Insn { insn, class: classify(insn), ..stream(0, 1, Mode::Retire)[0] };
    let down = Condition { table: u16::MAX, operation: Operation::Decrement, counter: 1, ..Condition::default() };
    let set = |value| Host::Write(regs::CTR.offset + 4, value);
    // Each instruction decrements: it becomes 0, and goes below.
    load(&mut bench, &mut program, &rules(&[down], &[(0, 0, NULL)]));
    host(&mut bench, set(40));
    quiet(&mut bench, 20);
    let cycles = gaps(&mut bench, &[at(ADD); 100]);
    let slow: Vec<_> = cycles.iter().enumerate().filter(|(_, cycles)| **cycles > 1).collect();
    assert_eq!(slow, [(39, &7), (40, &7)]);
    // Only some do, and others that no pattern asks for come between them: the distance decides.
    load(&mut bench, &mut program, &rules(&[down], &[(u32::MAX, MARK, NULL)]));
    for distance in 1..10 {
        host(&mut bench, set(1));
        quiet(&mut bench, 20);
        let mut insns = [at(ADD); 40];
        (insns[4], insns[4 + distance]) = (at(MARK), at(MARK));
        let cycles = gaps(&mut bench, &insns);
        let more = cycles.iter().sum::<u64>() - 39;
        assert_eq!(more, if distance < 7 { 6 } else { 0 }, "{distance}: {cycles:?}");
    }
}

#[test]
fn an_event_of_the_engine_pipelined_waits_for_room_or_is_dropped() {
    for hold in [false, true] {
        let mut bench = Bench::new("ecp5_pipelined");
        let mut program = Program::new(3, bench.config);
        load(&mut bench, &mut program, &production(MARK, 1));
        let insn = Some(Insn { insn: MARK, class: classify(MARK), ..stream(0, 1, Mode::Retire)[0] });
        let (mut taken, mut counted) = (0, 0);
        // Nobody takes events.
        for _ in 0..300 {
            let done = bench.cycle(&Cycle { insn, hold, ..Cycle::default() }).unwrap();
            (taken, counted) = (taken + u32::from(done.taken), counted + u32::from(done.counts));
        }
        assert!(if hold { (counted, taken > 30) == (16, true) } else { counted > 250 }, "{counted} of {taken}");
        for _ in 0..600 {
            bench.cycle(&Cycle { hold, ready: true, ..Cycle::default() }).unwrap();
        }
        let dropped = bench.model.read(regs::DROPPED.offset);
        assert_eq!(bench.left + u64::from(dropped), u64::from(taken));
        // While some leave, those that are under way still come.
        assert!(if hold { dropped == 0 } else { (16..20).contains(&bench.left) }, "{} left", bench.left);
        read_all(&mut bench);
    }
}

#[test]
fn hardware_equals_model_in_mode_decode() {
    for (name, programs) in
        [("up5k_decode", 16), ("up5k_ff_decode", 16), ("hx8k_decode", 8), ("ecp5_decode", 3), ("ecp5_tcam_decode", 3)]
    {
        let mut bench = Bench::new(name);
        run(&mut bench, 8, programs, 4 * LENGTH).unwrap_or_else(|e| panic!("{name}: {e}"));
        println!("{name}: {} cycles, {} words, {:?}", bench.cycles, bench.left, bench.seen);
        assert!(bench.left > 1000 && bench.seen.values().all(|count| *count > 0), "{:?}", bench.seen);
    }
}

#[test]
fn patterns_in_block_ram_equal_those_in_flip_flops() {
    let [ternary, plain] = ["up5k", "up5k_ff"].map(|name| {
        let mut bench = Bench::new(name);
        run(&mut bench, 10, 100, 12_500).unwrap_or_else(|e| panic!("{name}: {e}"));
        (
            bench.seen["taken"],
            bench.left,
            bench.digest.clone().finalize(),
            bench.seen,
            bench.model.read(regs::N_REPL.offset),
        )
    });
    assert!(ternary.0 >= 1_000_000 && ternary.1 > 10_000, "{ternary:?}");
    assert_eq!(ternary, plain);
    println!("{} instructions, {} events", ternary.0, ternary.1);
}

#[test]
fn the_last_pattern_of_a_full_table_is_replaced_by_the_last_word() {
    const MARK: u32 = 0x0070_0313;
    for name in ["ecp5", "ecp5_tcam", "ecp5_decode", "ecp5_tcam_decode"] {
        let mut bench = Bench::new(name);
        let mode = bench.config.mode;
        let mut program = Program::new(5, bench.config);
        let last = bench.config.words - 1;
        let mut writes =
            Host::words(&regs::CT, 0, [Condition { table: u16::MAX, ..Condition::default() }.word()]).to_vec();
        for index in 0..bench.config.patterns {
            // All but the last differ from the instruction in one bit.
            let value = if index == 31 { MARK } else { MARK ^ 1 << index };
            let pattern =
                Pattern { mask: u32::MAX, value, valid: true, replacement: last as u16, ..Pattern::default() };
            writes.extend(Host::words(&regs::PT, 4 * index, pattern.words()));
        }
        let entry = Replacement { kind: Kind::Call, last: true, length: 9, handler: 0xa5, ..Replacement::default() };
        writes.extend(Host::words(&regs::RT, 2 * last, entry.words()));
        load(&mut bench, &mut program, &writes);
        let before = bench.left;
        let mut insns = stream(MARK, 30, mode);
        if mode == Mode::Decode {
            // The handler that it calls comes back at once.
            let back = Insn { insn: DRET, class: classify(DRET), ..insns[0] };
            insns = insns
                .into_iter()
                .flat_map(|insn| [Some(insn), (insn.insn == MARK).then_some(back)])
                .flatten()
                .collect();
        }
        for insn in insns {
            take(&mut bench, insn);
            // What comes after a call is fetched after it.
            quiet(&mut bench, 4);
        }
        assert_eq!(bench.left - before, if mode == Mode::Decode { 30 } else { 10 }, "{name}");
        assert_eq!(bench.model.read(regs::N_REPL.offset), 10, "{name}");
        let (number, handler) = match mode {
            Mode::Retire => (bench.last["ev_number"], bench.last["ev_handler"]),
            Mode::Decode => (bench.last["out_number"], bench.last["out_insn"] >> 20),
        };
        assert_eq!((number, handler), (31, 0xa5), "{name}");
    }
}

/// Tables of one production: the instruction `insn` becomes `length` words that do nothing.
fn production(insn: u32, length: u32) -> Vec<Host> {
    let pattern = Pattern { mask: u32::MAX, value: insn, valid: true, ..Pattern::default() };
    let mut writes = Host::words(&regs::CT, 0, [Condition { table: u16::MAX, ..Condition::default() }.word()]).to_vec();
    writes.extend(Host::words(&regs::PT, 0, pattern.words()));
    for index in 0..length {
        let entry = Replacement { kind: Kind::Nop, last: index + 1 == length, length: 1, ..Replacement::default() };
        writes.extend(Host::words(&regs::RT, 2 * index, entry.words()));
    }
    writes
}

/// Instructions in a row, every third of which is `insn`.
fn stream(insn: u32, count: u32, mode: Mode) -> Vec<Insn> {
    let one = |i: u32| {
        let word = if i % 3 == 1 { insn } else { 0x0031_00b3 };
        if mode == Mode::Retire { at(4 * i, word) } else { fetched(4 * i, word) }
    };
    (0..count).map(one).collect()
}

/// Cycles from the first instruction that is taken to the last that is, and on until nothing comes out any more.
fn flow(bench: &mut Bench, insns: &[Insn]) -> (u64, u64) {
    let (before, started) = (bench.left, bench.cycles);
    insns.iter().for_each(|insn| take(bench, *insn));
    let taken = bench.cycles - started;
    let mut last = bench.cycles;
    for _ in 0..40 {
        let left = bench.left;
        quiet(bench, 1);
        last = if bench.left > left { bench.cycles } else { last };
    }
    println!("{} words or events", bench.left - before);
    (taken, last - started)
}

#[test]
fn a_real_program_passes_unchanged_and_costs_nothing() {
    const COUNT: u64 = 100_000;
    let elf = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/demo/demo.elf")).unwrap();
    let mut hart = iss::hart(&core::Program::parse(&elf).unwrap());
    // After its start-up code.
    hart.run(300_000);
    let insns: Vec<Insn> = (0..COUNT)
        .map(|_| {
            let fetched = hart.step().unwrap().fetched;
            Insn { pc: fetched.pc, insn: fetched.insn, class: classify(fetched.insn), ..stream(0, 1, Mode::Decode)[0] }
        })
        .collect();
    let kinds: HashSet<_> = insns.iter().map(|insn| insn.class.code()).collect();
    let back = insns.windows(2).filter(|pair| pair[1].pc < pair[0].pc).count();
    assert!(kinds.len() > 6 && back > 2_000, "{} classes, {back} jumps back", kinds.len());
    let mut program = Program::new(5, preset("up5k").unwrap().config(Mode::Decode));
    for (name, stages) in [("up5k_ff_decode", 1), ("up5k_decode", 2)] {
        let mut bench = Bench::new(name);
        load(&mut bench, &mut program, &production(u32::MAX, 1));
        assert_eq!(flow(&mut bench, &insns).1, COUNT + stages, "{name}");
        assert_eq!((bench.left, bench.model.read(regs::N_REPL.offset)), (COUNT, 0), "{name}");
        assert_eq!(bench.model.read(regs::N_IN.offset) as u64, COUNT, "{name}");
    }
}

#[test]
fn a_replacement_costs_a_bubble_and_its_words_and_nothing_else_costs_anything() {
    const MARK: u32 = 0x0070_0313;
    let mut program = Program::new(3, preset("up5k").unwrap().config(Mode::Decode));
    // With its patterns in block RAM it has one more stage.
    for (name, stages) in [("up5k_ff_decode", 1), ("up5k_decode", 2)] {
        let mut bench = Bench::new(name);
        for length in 1..=16 {
            load(&mut bench, &mut program, &production(MARK, length));
            let insns = stream(MARK, 300, Mode::Decode);
            assert_eq!(flow(&mut bench, &insns).1, 300 + 100 * u64::from(length) + stages, "{length} words");
            // Nothing that matches: one cycle each.
            assert_eq!(flow(&mut bench, &stream(0x0031_00b3, 300, Mode::Decode)).1, 300 + stages);
        }
    }
    // After the tap an event costs nothing, even if every instruction is one.
    let mut bench = Bench::new("up5k");
    let mut program = Program::new(3, bench.config);
    load(&mut bench, &mut program, &production(MARK, 1));
    let mut insns = stream(MARK, 300, Mode::Retire);
    assert_eq!(flow(&mut bench, &insns).0, 300);
    assert_eq!(bench.left, 100);
    insns.retain(|insn| insn.insn == MARK);
    assert_eq!(flow(&mut bench, &insns).0, 100);
    assert_eq!((bench.left, bench.model.read(regs::DROPPED.offset)), (200, 0));
}

#[test]
fn a_null_replacement_costs_no_cycle_and_its_counter_moves() {
    let mut bench = Bench::new("up5k_decode");
    let mut program = Program::new(4, preset("up5k").unwrap().config(Mode::Decode));
    let count = Condition { table: u16::MAX, operation: Operation::Increment, ..Condition::default() };
    let every = Pattern { null: true, valid: true, ..Pattern::default() };
    let mut writes = Host::words(&regs::CT, 0, [count.word()]).to_vec();
    writes.extend(Host::words(&regs::PT, 0, every.words()));
    load(&mut bench, &mut program, &writes);
    host(&mut bench, Host::Write(regs::CTR.offset, 0xff_ff00));
    assert_eq!(flow(&mut bench, &stream(0x13, 300, Mode::Decode)).1, 302);
    // It went past its end.
    let counter = bench.model.counters()[0];
    assert_eq!((counter.value, counter.overflow), (300 - 0x100, true));
    read_all(&mut bench);
}

/// Faults of a preset: name, what stands in the Verilog, and what a slip would have made of it.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    ("up5k", "lower entries go on after a winner", "if (ends[4]) found4 = «stop»;", "7'd0"),
    ("up5k", "a call is not met where it leads", "now_target == in_pc", "now_target != in_pc"),
    ("up5k", "traps are held against patterns", "edit = «now_valid & ~now_trap & now_en»", "now_valid & now_en"),
    ("up5k", "overflow does not stay", "overflowed <= «overflowed | (&now)»", "&now"),
    ("up5k", "both triggers at once switch on", "one = «ext_off | set_counters»", "(ext_off & ~ext_on) | set_counters"),
    ("up5k", "the queue forgets what it dropped", "step_dropped = «waits & ~entered»", "1'b0"),
    ("up5k", "instructions are not reset by a change of control", "if («now_control») since <= 16'd0", "1'b0"),
    ("up5k", "a pattern's old bytes stay in its memory", "(«memory3_rd & ~own»)", "memory3_rd"),
    ("up5k", "a byte of the instruction is not looked at", "now_same = «memory0_rd» & ", "~32'd0"),
    ("up5k", "rows are written where the next one was read", ".wa(«read»),\n        .wd(memory3_wd)", "row"),
    ("up5k", "the host does not wait for the memories", "«~settling» & ", "1'b1"),
    ("up5k_serial", "a trigger that waits is forgotten", "service <= «Service_Trigger»;", "Service_Host"),
    (
        "up5k_serial",
        "a trigger of before wins over a host",
        "if («work_resets | work_counter[0]») waits <= 1'b0",
        "1'b0",
    ),
    ("up5k_serial", "a branch that is not taken is a back edge", "kind_branch & wraps & «~judged»", "1'b1"),
    ("up5k_serial", "an entry is not forgotten", "if («entry») pending <= 1'b0", "1'b0"),
    ("up5k_serial", "the callee is not written", "writes <= «kind_call»", "1'b0"),
    ("up5k_serial", "a range has no upper bound", "if («reaches & carried»)", "reaches"),
    ("up5k_serial", "counters do not overflow downward", " | («down & ~carried»)", "1'b0"),
    ("ecp5_pipelined", "flags of two cycles before count", "old1 <= «changed | before_»", "changed"),
    ("ecp5_pipelined", "flags of three cycles before count", "old1 <= «changed | before_»", "before_"),
    ("ecp5_pipelined", "a flag changes during the search", "old2 <= «old1 | changed»", "old1"),
    ("ecp5_pipelined", "a flag changes at its end", "old3 <= «old2 | changed»", "old2"),
    ("ecp5_pipelined", "a flag changes after it", "old <= «made_old | other»", "made_old"),
    ("ecp5_pipelined", "a flag changes with the verdict", "stale = hit & («old | other»)", "old"),
    ("ecp5_pipelined", "the oldest does not go again", "next <= «oldest»;", "oldest + 5'd1"),
    ("ecp5_pipelined", "one that goes again is not forgotten", "valid1 <= «turn_valid & ~again»", "turn_valid"),
    ("ecp5_pipelined", "a random number is not waited for", "lacks = «draws & ~draw_ready»", "1'b0"),
    ("ecp5_pipelined", "the generator does not step", "if («uses») state <= ahead", "1'b0"),
    ("ecp5_pipelined", "a burst begins with each", "begins <= «counts & samples & ~sampled»", "counts & samples"),
    ("ecp5_pipelined", "traps are taken", "«open & ~in_trap»", "open"),
    ("ecp5_pipelined", "an entry is not forgotten", "pending <= «call2 | (pending & ~meets)»", "call2 | pending"),
    ("ecp5_pipelined", "a counter goes up from its end unseen", "zeroed = «top»", "1'b0"),
    ("ecp5_pipelined", "a host does not wait", "«(&calm) & idle» & ~open", "1'b1"),
    (
        "up5k_decode",
        "a flush leaves the first stage as it is",
        "held0 <= «(in_valid | ~moves) & ~flush»",
        "in_valid | ~moves",
    ),
    ("up5k_decode", "a stage that waits looks the next one up", "memory3_re = «take | reads»", "1'b1"),
    ("up5k_decode", "no bubble is charged", "if (replaced) step_cycles = «9'd1»", "9'd0"),
    ("up5k_decode", "a handler's instructions are matched", "stepped = accept & ~now_trap & «~handler»", "1'b1"),
];

/// Programs that are run with each fault, and cycles of each: the engine `serial` sees an instruction in several, and
/// of tables looked at at once few have what a case needs.
fn programs_of(preset: &str) -> (u32, u64) {
    match preset {
        "up5k_serial" => (48, 15_000),
        "ecp5_pipelined" => (16, 4_000),
        "up5k" => (80, 2_000),
        _ => (32, 3_000),
    }
}

/// Each fault of a preset is found, and nothing in the engine as it is.
fn faults_are_found(preset: &str) {
    let variant = variant::find(&VARIANTS, preset).unwrap();
    let (names, faults): (Vec<_>, Vec<_>) =
        FAULTS.iter().filter(|fault| fault.0 == preset).map(|&(_, name, from, to)| (name, ("", from, to))).unzip();
    assert!(faults.len() > 3, "{preset} has {} faults", faults.len());
    let planted = Planted::of(Unit::Hps, preset, &faults);
    let (programs, length) = programs_of(preset);
    let tried = |number| {
        let mut bench = Bench::of(variant, planted.with(number), Effort::Test);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&mut bench, 9, programs, length)))
    };
    assert!(matches!(tried(0), Ok(Ok(()))), "{preset} as it is");
    for (name, number) in names.into_iter().zip(1..) {
        assert!(!matches!(tried(number), Ok(Ok(()))), "{name} is not found");
    }
}

#[test]
fn planted_faults_are_found() {
    faults_are_found("up5k");
    faults_are_found("up5k_decode");
}

#[test]
fn planted_faults_of_the_engine_serial_are_found() {
    faults_are_found("up5k_serial");
}

#[test]
fn planted_faults_of_the_engine_pipelined_are_found() {
    faults_are_found("ecp5_pipelined");
}
