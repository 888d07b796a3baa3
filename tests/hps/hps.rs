//! The engine for hybrid profiling support, case by case (docs/reference/hps.md): the model says what is right, and the
//! emitted hardware does every case again.
mod long;
mod winners;

use crate::support::bench::Bench;
use crate::support::hps::{
    self, ADD, BACK, CALL, CALL_REGISTER, FORWARD, JUMP, LW, NOP, RET, at, compiled, decode, fetched, retire,
};
use crate::support::twin::{REPORT, Twin, engine, insns, loaded, read, set, status, values};
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::lang::hps::{Image, Target};
use treetap::model::classify::classify;
use treetap::model::hps::Counter;
use treetap::model::hps::fig3::Fig3;
use treetap::spec::checkmap::Code as Check;
use treetap::spec::hps::record::{Event, Insn, NO_WINNER, Origin, Word};
use treetap::spec::hps::words::{Condition, Direction, Kind, Pattern, Replacement, Sign};
use treetap::spec::hps::{Config, DRET, Mode, QUEUE, VARIANTS, class, preset, regs};
use treetap::spec::variant::find;
use treetap::trace::shapes::Random;

#[test]
fn the_worked_example_of_the_rules() {
    let text = format!(
        "{REPORT} reg HPS_R0 = 2; reg HPS_R1 = 0; ctr 0 = 2; ctr 1 = 0;
        B0: T.OPCLASS == call && !zero_0           => dec_0, null;
        B1: T.OPCLASS == call && zero_0 && !zero_1 => dec_1, null;
        B2: T.OPCLASS == call && zero_0 && zero_1  => set_0(HPS_R0), null;
        B3: T.OPCLASS == call && zero_0 && zero_1  => set_1(HPS_R1), null;
        P4: T.OPCLASS == call && zero_0            => null, R1;"
    );
    let mut engine = engine(&text, &retire());
    let expected =
        [(CALL, 1, false), (ADD, 1, false), (CALL, 0, false), (LW, 0, false), (CALL, 2, true), (NOP, 2, false)];
    assert_eq!(values(&engine), [2, 0]);
    for (insn, counter, event) in expected {
        assert_eq!(engine.step(&at(0x80, insn)), []);
        assert_eq!((values(&engine)[0], engine.pop().is_some()), (counter, event), "{insn:08x}");
    }
}

#[test]
fn a_case_is_done_again_by_every_build_that_has_room_for_it() {
    let text = format!("{REPORT} P0: T.OP == add => inc_0, R1;");
    let names = ["up5k", "up5k_ff", "hx8k", "hx8k_ff", "ecp5", "ecp5_tcam"];
    for (target, suffix) in [(retire(), ""), (decode(), "_decode")] {
        let mut engine = engine(&text, &target);
        engine.step(&if suffix.is_empty() { at(0x80, ADD) } else { fetched(0x80, ADD) });
        let mut builds = names.map(|name| format!("{name}{suffix}")).to_vec();
        if suffix.is_empty() {
            builds.extend(["up5k_serial", "ecp5_pipelined"].map(String::from));
        }
        assert_eq!(engine.builds(), builds);
        // One of them that is wrong is found: what a byte of the instruction says of the patterns is turned round.
        for name in ["up5k", "hx8k"].map(|name| format!("{name}{suffix}")) {
            let right = emit(Unit::Hps, &name).unwrap();
            let fault = ("now_same = memory0_rd & ", "now_same = ~memory0_rd & ");
            assert!(right.verilog.contains(fault.0), "{name}");
            let wrong = Emitted { verilog: right.verilog.replace(fault.0, fault.1), ..right };
            let mut bench = Bench::of(find(&VARIANTS, &name).unwrap(), &wrong, Effort::Quick);
            assert!(engine.again(&mut bench).is_err(), "{name}");
        }
    }
}

#[test]
fn without_a_match_everything_passes_unchanged() {
    let mut engine = engine("P0: T.OP == ebreak => inc_0, null;", &decode());
    let mut random = Random(3);
    for number in 0..20_000_u32 {
        let insn = fetched(4 * number, random.next() as u32 | 3);
        let words = engine.step(&insn);
        if insn.insn != 0x0010_0073 && insn.insn != DRET {
            let pc = insn.pc;
            let word = Word {
                insn: insn.insn,
                pc,
                origin: Origin::Program,
                private: 0,
                first: true,
                last: true,
                winner: NO_WINNER,
            };
            assert_eq!(words, [word]);
        }
    }
    assert_eq!(read(&mut engine, &regs::N_IN, 0), 20_000);
    assert_eq!(read(&mut engine, &regs::N_REPL, 0) + read(&mut engine, &regs::VCYC, 0), 0);
}

#[test]
fn a_null_replacement_lets_those_after_it_try() {
    let rows = |replaced: &str, order: &str| {
        format!(
            "order {order}; handler H = 1; R1: nop; T.INSN; ctr 0 = 5; ctr 1 = 5; ctr 2 = 5;
            P0: T.OP == add => {replaced}; P1: T.OP == add => inc_1, null; P2: T.OP == add => inc_2, null; P3: T.OP == \
            add => null, R1;"
        )
    };
    let target = Target::new(Config { counters: 4, ..*Twin::new(decode().config).config() });
    let mut nulls = engine(&rows("inc_0, null", "text"), &target);
    assert_eq!(insns(&nulls.step(&fetched(0, ADD))), [NOP, ADD]);
    assert_eq!(values(&nulls)[..3], [6, 6, 6]);
    // With one that replaces in front, those after it are not reached.
    let mut first = engine(&rows("inc_0, R1", "text"), &target);
    assert_eq!(first.step(&fetched(0, ADD)).len(), 2);
    assert_eq!(values(&first)[..3], [6, 5, 5]);
    let mut auto = engine(&rows("inc_0, R1", "auto"), &target);
    assert_eq!(auto.step(&fetched(0, ADD))[0].winner, 2);
    assert_eq!(values(&auto)[..3], [6, 6, 6]);
    assert_eq!((0..4).map(|n| read(&mut auto, &regs::HIT, n)).collect::<Vec<_>>(), [1, 1, 1, 0]);
    // A null alone costs nothing and replaces nothing.
    let mut alone = engine("P0: T.OP == add => inc_0, null;", &target);
    assert_eq!(alone.step(&fetched(0, ADD)).len(), 1);
    assert_eq!((values(&alone)[0], read(&mut alone, &regs::VCYC, 0)), (2, 0));
}

#[test]
fn flags_are_those_from_before_the_instruction() {
    let text = format!(
        "{REPORT} ctr 0 = 1; P0: T.OP == add && !zero_0 => dec_0, null; P1: T.OP == add && zero_0 => null, R1;"
    );
    let mut engine = engine(&text, &retire());
    let reported: Vec<bool> = (0..3)
        .map(|_| {
            engine.step(&at(0, ADD));
            engine.pop().is_some()
        })
        .collect();
    assert_eq!(reported, [false, true, true]);
}

#[test]
fn of_two_operations_on_a_counter_the_first_happens_and_on_two_counters_both() {
    let mut one = engine("P0: any => dec_0, null; P1: T.OP == add => inc_0, null; P2: any => inc_1, null;", &retire());
    one.step(&at(0, ADD));
    assert_eq!(values(&one), [0, 2]);
    assert_eq!((read(&mut one, &regs::HIT, 0), read(&mut one, &regs::HIT, 1)), (1, 1));
}

#[test]
fn counters_go_round_and_flags_stay() {
    let text = "reg HPS_R0 = 3; P0: T.OP == add => inc_0, null; P1: T.OP == lw => dec_0, null; P2: T.OP == jal => \
        set_0(HPS_R0), null;";
    for width in [4, 24, 32] {
        let target = Target::new(Config { width, ..retire().config });
        let largest = target.config.largest();
        let mut engine = engine(text, &target);
        let state = |engine: &mut Twin, insn, value, overflow| {
            engine.step(&at(0x80, insn));
            assert_eq!(engine.counters()[0], Counter { value, overflow }, "{width} bits");
            let flags = read(engine, &regs::FLAGS, 0);
            assert_eq!(flags & 3, u32::from(value == 0) | u32::from(overflow) << 1);
        };
        set(&mut engine, 0, largest);
        state(&mut engine, ADD, 0, true);
        state(&mut engine, ADD, 1, true);
        state(&mut engine, CALL, 3, false);
        set(&mut engine, 0, 0);
        state(&mut engine, LW, largest, true);
        state(&mut engine, LW, largest - 1, true);
        // A write clears the flag, and drops what does not fit.
        set(&mut engine, 0, u32::MAX);
        assert_eq!(engine.counters()[0], Counter { value: largest, overflow: false });
        engine.step(&at(0, ADD));
        engine.write(regs::CTRL.offset, 1 | 1 << 2);
        assert_eq!(engine.counters(), [Counter::RESET; 2]);
    }
}

#[test]
fn every_row_of_a_truth_table_and_both_selectors() {
    rows_and_selectors(2, &[(0, 1), (1, 0), (1, 1)]);
    rows_and_selectors(4, &[(0, 1), (1, 0), (2, 3), (3, 1), (2, 2)]);
}

/// Only the row of these flags of these counters makes a condition hold, in an engine of so many counters.
fn rows_and_selectors(counters: u32, selectors: &[(u8, u8)]) {
    let target = Target::new(Config { counters, ..preset("up5k").unwrap().config(Mode::Retire) });
    let count = |n: u32| format!("C{n}: T.INSN & ~0 == {:#x} => inc_{n}, null; ", n << 20 | 0x1073);
    let counts: String = (0..counters).map(count).collect();
    let base = compiled(&format!("{REPORT} P0: T.OP == add && zero_1 => null, R1; {counts}"), &target);
    for &(a, b) in selectors {
        for row in 0..16_u16 {
            if a == b && row & 3 != row >> 2 {
                continue;
            }
            let mut image = base.image.clone();
            image.conditions[0] = Condition { table: 1 << row, a, b, ..Condition::default() }.word();
            let mut engine = loaded(&image, base.control);
            for other in 0..16_u16 {
                // Counters with these flags: an overflow comes from counting, so it is made by an increment of the
                // largest value.
                for (counter, flags) in [(a, other & 3), (b, other >> 2)] {
                    set_flags(&mut engine, counter, flags);
                }
                // One counter twice has the flags that it was given last.
                let real = if a == b { other >> 2 | other & 12 } else { other };
                engine.step(&at(0, ADD));
                assert_eq!(engine.pop().is_some(), real == row, "selectors {a} {b}, row {row}, flags {other}");
            }
        }
    }
}

/// Gives a counter these flags, bit 0 zero and bit 1 overflow, by an instruction that increments it.
fn set_flags(engine: &mut Twin, counter: u8, flags: u16) {
    let number = u16::from(counter);
    if flags & 2 == 0 {
        return set(engine, number, u32::from(flags & 1 == 0));
    }
    // The patterns after the first increment counter n for a CSR instruction of CSR n.
    set(engine, number, engine.config().largest());
    for _ in 0..2 - (flags & 1) {
        engine.step(&at(0, u32::from(counter) << 20 | 0x1073));
    }
}

#[test]
fn backward_is_at_or_before_and_addresses_have_no_sign() {
    let text = format!("{REPORT} P0: T.OPCLASS == jump && T.Target <= T.PC => null, R1;");
    let mut engine = engine(&text, &retire());
    // jal x0, 0; jal x0, 4; jal x0, -4, and across the middle and the end of all addresses.
    let (here, on, back) = (0x0000_006f, 0x0040_006f, 0xffdf_f06f);
    for (pc, insn, expected) in [
        (0x80, here, true),
        (0x80, on, false),
        (0x80, back, true),
        (0x7fff_fffc, on, false),
        (0x8000_0000, back, true),
        (0xffff_fffc, on, true),
        (0, back, false),
    ] {
        engine.step(&at(pc, insn));
        assert_eq!(engine.pop().is_some(), expected, "{insn:08x} at {pc:08x}");
    }
}

#[test]
fn jumps_through_registers_are_classed_by_both() {
    let jalr = |rd: u32, rs1: u32| rs1 << 15 | rd << 7 | 0x67;
    for (insn, bit) in [
        (jalr(1, 1), class::CALL),
        (jalr(1, 5), class::CALL),
        (jalr(5, 1), class::CALL),
        (jalr(5, 5), class::CALL),
        (jalr(0, 1), class::RETURN),
        (jalr(7, 5), class::RETURN),
        (jalr(0, 7), class::INDIRECT_JUMP),
        (jalr(1, 7), class::CALL),
        (0x0000_02ef, class::CALL),
    ] {
        assert_eq!(class::bits(classify(insn), insn), 1 << bit, "{insn:08x}");
    }
}

#[test]
fn a_compressed_instruction_ends_two_bytes_on() {
    let mut engine = engine(
        &format!("{REPORT} P0: T.TAKEN && T.OPCLASS == cbranch => null, R1; P1: T.OPCLASS == backedge => inc_0, null;"),
        &retire(),
    );
    for (short, next, taken) in [(true, 0x82, false), (true, 0x84, true), (false, 0x84, false), (false, 0x78, true)] {
        let before = values(&engine)[0];
        engine.step(&Insn { short, next: Some(next), ..at(0x80, BACK) });
        assert_eq!(engine.pop().map(|event| event.taken), taken.then_some(true));
        // Where a replacement wins, what stands after it is not reached.
        assert_eq!(values(&engine)[0], before);
    }
    let mut edges = self::engine("P1: T.OPCLASS == backedge => inc_0, null;", &retire());
    for (short, next) in [(true, 0x82), (true, 0x78), (false, 0x84), (false, 0x78)] {
        edges.step(&Insn { short, next: Some(next), ..at(0x80, BACK) });
    }
    assert_eq!(values(&edges)[0], 3, "two were taken");
    // By its register all of them count.
    edges.write(regs::CTRL.offset, 1);
    edges.step(&at(0x80, BACK));
    assert_eq!(values(&edges)[0], 4);
}

#[test]
fn a_trap_is_nothing() {
    for target in [retire(), decode()] {
        let mut engine = engine("P0: any => inc_0, null; P1: T.OPCLASS == entry => inc_1, null;", &target);
        let trap = |insn| Insn { trap: true, ..at(0x80, insn) };
        engine.step(&trap(CALL));
        engine.step(&trap(ADD));
        assert_eq!(values(&engine), [1, 1]);
        assert_eq!(read(&mut engine, &regs::N_IN, 0), 0);
        // It does not take the place of the callee either.
        engine.step(&at(0x80, CALL));
        engine.step(&Insn { trap: true, ..at(0x70, ADD) });
        engine.step(&at(0x70, ADD));
        assert_eq!(values(&engine), [3, 2]);
    }
}

#[test]
fn triggers_ask_for_privilege() {
    let compiled = hps::shipped(&["triggers"], &[], &retire());
    let mut engine = loaded(&compiled.image, compiled.control);
    let (on, off) = (0x0010_2013, 0x0020_2013);
    for (insn, privilege, value) in [(on, 0, 1), (on, 1, 0), (off, 0, 0), (off, 3, 1), (on, 3, 0)] {
        engine.step(&Insn { privilege, ..at(0, insn) });
        assert_eq!(values(&engine)[0], value, "{insn:08x} in {privilege}");
    }
}

#[test]
fn what_comes_from_outside_wins_over_operations_and_off_over_on() {
    let mut engine =
        engine("reg HPS_R0 = 7; P0: T.OP == add => dec_0, null; P1: T.OP == lw => set_0(HPS_R0), null;", &retire());
    for (insn, on, off, value) in [
        (ADD, true, false, 0),
        (LW, true, false, 0),
        (LW, false, true, 1),
        (LW, true, true, 1),
        (NOP, true, false, 0),
        (LW, false, false, 7),
    ] {
        engine.step(&at(0, insn));
        engine.external(on, off);
        assert_eq!(engine.counters()[0], Counter { value, overflow: false });
    }
    // A host wins over all.
    engine.external(true, false);
    set(&mut engine, 0, 9);
    assert_eq!(values(&engine)[0], 9);
}

#[test]
fn a_full_queue_drops_events_and_nothing_else() {
    let mut engine = engine(&format!("{REPORT} P0: T.OP == add => inc_0, R1;"), &retire());
    for n in 0..QUEUE as u32 + 5 {
        engine.step(&at(4 * n, ADD));
    }
    assert!(status(&mut engine, "EV_DROP"));
    assert_eq!(values(&engine)[0], 22);
    let counts =
        [&regs::N_REPL, &regs::N_WORDS, &regs::DROPPED, &regs::VCYC].map(|register| read(&mut engine, register, 0));
    assert_eq!(counts, [21, 16, 5, 21 * 4]);
    let pcs: Vec<u32> = std::iter::from_fn(|| engine.pop()).map(|event| event.pc).collect();
    assert_eq!(pcs, (0..16).map(|n| 4 * n).collect::<Vec<_>>(), "the newest are dropped");
    engine.write(regs::CTRL.offset, 1 | 1 << 1);
    assert_eq!(
        read(&mut engine, &regs::DROPPED, 0) + read(&mut engine, &regs::HIT, 0) + read(&mut engine, &regs::N_IN, 0),
        0
    );
}

#[test]
fn random_numbers_are_drawn_by_executed_sets_only() {
    let mut engine = engine(
        "rnd seed = 1 mask = 0xffff; P0: T.OP == add && zero_1 => set_0(RND), null; P1: T.OP == lw => inc_0, null;",
        &retire(),
    );
    engine.step(&at(0, ADD));
    engine.step(&at(0, LW));
    assert_eq!(read(&mut engine, &regs::RNDSEED, 0), 1, "the condition did not hold");
    set(&mut engine, 1, 0);
    for expected in [0x8020_0003_u32, 0xc030_0002, 0x6018_0001] {
        engine.step(&at(0, ADD));
        assert_eq!((values(&engine)[0], read(&mut engine, &regs::RNDSEED, 0)), (expected & 0xffff, expected));
    }
}

#[test]
fn the_last_of_32_patterns_and_the_last_word_of_a_table_of_2048() {
    let config = retire().config;
    let mut image = Image::empty(config);
    image.conditions = vec![0x0008_ffff];
    image.patterns = vec![Pattern { mask: 0x7f, value: 0x7f, valid: true, ..Pattern::default() }.words(); 31];
    image
        .patterns
        .push(Pattern { mask: 0x7f, value: 0x33, valid: true, replacement: 2047, ..Pattern::default() }.words());
    image.words = vec![[0, 0]; 2047];
    image
        .words
        .push(Replacement { kind: Kind::Call, handler: 77, length: 1, last: true, ..Replacement::default() }.words());
    let mut engine = loaded(&image, 1);
    engine.step(&at(0x20, ADD));
    engine.step(&at(0x24, LW));
    let event = engine.pop().unwrap();
    assert_eq!((event.handler, event.winner, event.pc, engine.pop()), (77, 31, 0x20, None));
}

#[test]
fn the_entry_of_a_procedure_survives_an_interrupt() {
    let text = format!("{REPORT} P0: T.OPCLASS == entry => null, R1;");
    let mut engine = engine(&text, &retire());
    let mret = 0x3020_0073;
    let run = |engine: &mut Twin, pc, insn| {
        engine.step(&at(pc, insn));
        engine.pop().map(|event| event.pc)
    };
    assert_eq!(run(&mut engine, 0x80, CALL), None);
    for (pc, insn) in [(0x1000, ADD), (0x1004, LW), (0x1008, mret)] {
        assert_eq!(run(&mut engine, pc, insn), None, "the handler is not the callee");
    }
    assert_eq!(run(&mut engine, 0x70, ADD), Some(0x70));
    assert_eq!(run(&mut engine, 0x70, ADD), None, "once");
    // A call that is a procedure's first instruction.
    assert_eq!(run(&mut engine, 0x80, CALL), None);
    assert_eq!(run(&mut engine, 0x70, CALL), Some(0x70));
    assert_eq!(run(&mut engine, 0x60, ADD), Some(0x60));
    // At fetch the target of a call through a register is not known: whatever follows is the entry.
    let mut engine = self::engine("P0: T.OPCLASS == entry => inc_0, null;", &decode());
    for (pc, insn, entries) in
        [(0x80, CALL_REGISTER, 0), (0x5000, ADD, 1), (0x5004, ADD, 1), (0x80, CALL, 1), (0x70, LW, 2)]
    {
        engine.step(&fetched(pc, insn));
        assert_eq!(values(&engine)[0], 1 + entries, "{pc:x}");
    }
}

#[test]
fn events_tell_bursts_and_instructions_since_a_change_of_control() {
    let text = format!("{REPORT} ctr 0 = 0; P0: T.OPCLASS == cti && zero_0 => null, R1;");
    let mut engine = engine(&text, &retire());
    let run = |engine: &mut Twin, insn: Insn| {
        engine.step(&insn);
        engine.pop().map(|event| (event.instructions, event.burst))
    };
    for _ in 0..4 {
        run(&mut engine, at(0, ADD));
    }
    assert_eq!(run(&mut engine, at(0x80, FORWARD)), Some((5, 1)));
    assert_eq!(run(&mut engine, at(0x80, JUMP)), Some((1, 1)));
    run(&mut engine, Insn { trap: true, ..at(0, ADD) });
    assert_eq!(run(&mut engine, at(0x80, RET)), Some((1, 1)));
    engine.external(false, true);
    assert_eq!(run(&mut engine, at(0x80, RET)), None);
    engine.external(true, false);
    run(&mut engine, at(0, ADD));
    assert_eq!(run(&mut engine, at(0x80, RET)), Some((2, 2)));
    // Off and on between two instructions is not seen.
    engine.external(false, true);
    engine.external(true, false);
    assert_eq!(run(&mut engine, at(0x80, RET)), Some((1, 2)));
    // With matching off, history goes on.
    engine.write(regs::CTRL.offset, 0);
    run(&mut engine, at(0, ADD));
    engine.write(regs::CTRL.offset, 1);
    assert_eq!(run(&mut engine, at(0x80, RET)), Some((2, 2)));
    for _ in 0..70_000 {
        engine.step(&at(0, NOP));
    }
    assert_eq!(run(&mut engine, at(0x80, RET)), Some((u16::MAX, 2)));
}

#[test]
fn an_event_has_everything_of_its_instruction() {
    let mut engine = engine(
        &format!("{REPORT} P0: T.OP == add => inc_0, null; P1: T.OPCLASS == mem || T.OPCLASS == call => null, R1;"),
        &retire(),
    );
    engine.step(&Insn { address: 0x1234, ..at(0x80, LW) });
    let load = Event {
        handler: 1,
        pc: 0x80,
        insn: LW,
        target: None,
        address: 0x1234,
        taken: false,
        instructions: 1,
        burst: 0,
        winner: 1,
    };
    assert_eq!(engine.pop(), Some(load));
    engine.step(&Insn { next: Some(0x70), ..at(0x80, CALL) });
    let call = Event { insn: CALL, target: Some(0x70), address: 0, taken: true, instructions: 2, ..load };
    assert_eq!(engine.pop(), Some(call));
}

#[test]
fn a_branch_that_is_not_taken_is_no_check_of_its_code() {
    let mut engine = engine("P0: T.FLT in {back} => inc_0, null; P1: T.FLT in {entry} => inc_1, null;", &retire());
    let run = |engine: &mut Twin, insn, filter, next| engine.step(&Insn { filter, next: Some(next), ..at(0x80, insn) });
    run(&mut engine, BACK, Check::Back, 0x84);
    assert_eq!(values(&engine), [1, 1]);
    run(&mut engine, BACK, Check::Back, 0x78);
    run(&mut engine, RET, Check::Back, 0x84);
    run(&mut engine, BACK, Check::Entry, 0x84);
    assert_eq!(values(&engine), [3, 2]);
    engine.write(regs::CTRL.offset, 1);
    run(&mut engine, BACK, Check::Back, 0x84);
    assert_eq!(values(&engine), [4, 2]);
}

#[test]
fn every_test_of_a_pattern_can_fail_alone() {
    let text = format!(
        "{REPORT} range A = [0x80, 0x90); P0: T.OP == lw && T.OPCLASS == load && T.PC in A && T.IMM < 0 && T.FLT in \
         {{none}} && T.PRIV >= S => null, R1;"
    );
    let base = compiled(&text, &retire());
    let good = at(0x80, LW);
    let run = |image: &Image, insn: Insn| {
        let mut engine = loaded(image, base.control);
        engine.step(&insn);
        engine.pop().is_some()
    };
    assert!(run(&base.image, good) && run(&base.image, at(0x8f, LW)));
    for bad in [
        at(0x90, LW),
        at(0x7c, LW),
        at(0x80, LW & !0x8000_0000),
        at(0x80, LW ^ 0x1000),
        Insn { filter: Check::Mute, ..good },
        Insn { privilege: 0, ..good },
    ] {
        assert!(!run(&base.image, bad), "{bad:x?}");
    }
    // Codes that mean nothing match nothing; an entry that is not valid neither.
    let pattern = Pattern::from_words(base.image.patterns[0]);
    for wrong in [
        Pattern { direction: Direction::Illegal, ..pattern },
        Pattern { sign: Sign::Illegal, ..pattern },
        Pattern { valid: false, ..pattern },
        Pattern { direction: Direction::Backward, ..pattern },
        Pattern { taken: true, ..pattern },
        Pattern { value: pattern.value | 0x80, ..pattern },
    ] {
        let mut image = base.image.clone();
        image.patterns[0] = wrong.words();
        assert!(!run(&image, good), "{wrong:?}");
    }
}

#[test]
fn what_is_no_instruction_passes_and_is_matched_by_its_bits() {
    for target in [retire(), decode()] {
        let text = "P0: T.INSN & ~0 == 0xffffffff => inc_0, null; P1: T.OPCLASS == alu || T.OPCLASS == cti || \
            T.OPCLASS == mem || T.OPCLASS == system => inc_1, null;";
        let mut engine = engine(text, &target);
        for insn in [u32::MAX, 0, 0x7f] {
            assert_eq!(class::bits(classify(insn), insn), 0, "{insn:08x}");
            let words = engine.step(&at(0x81, insn));
            assert!(target.config.mode == Mode::Retire || insns(&words) == [insn]);
        }
        assert_eq!(values(&engine), [2, 1]);
    }
}

#[test]
fn new_numbers_of_a_burst_wait_for_the_next_reload() {
    let compiled = hps::shipped(&["bursty"], &[("nCheck0", 3), ("nInstr0", 2)], &retire());
    let mut engine = loaded(&compiled.image, compiled.control);
    let (mut golden, mut waiting) = (Fig3::new(3, 2), None);
    let check = Insn { next: Some(0x78), ..at(0x80, BACK) };
    for number in 0..60 {
        // In the middle of what lies between bursts, and of a burst.
        if number == 11 || number == 29 {
            let (checks, instrumented) = if number == 11 { (5, 4) } else { (1, 2) };
            engine.write(regs::HPS_R.offset, checks);
            engine.write(regs::HPS_R.offset + 4, instrumented - 1);
            waiting = Some((checks, instrumented));
        }
        // The program loads both where a burst ends; Fig. 3 takes the second one where it begins, so it is told inside.
        if golden.on()
            && let Some((checks, instrumented)) = waiting.take()
        {
            golden.rewrite(checks.into(), instrumented.into());
        }
        engine.step(&check);
        assert_eq!(engine.sampling(), golden.check(), "check {number}");
    }
}

#[test]
fn zero_is_infinitely_many() {
    let check = Insn { next: Some(0x78), ..at(0x80, BACK) };
    // No burst begins; one that is begun from outside ends, and none follows.
    let never = hps::shipped(&["bursty"], &[("nCheck0", 0), ("nInstr0", 2)], &retire());
    let mut engine = loaded(&never.image, never.control);
    let run = |engine: &mut Twin, checks: u32| -> u32 {
        let on = |_: &u32| {
            engine.step(&check);
            engine.sampling()
        };
        (0..checks).filter(on).count() as u32
    };
    assert_eq!(run(&mut engine, 300), 0);
    engine.step(&at(0x80, ADD));
    engine.external(true, false);
    assert!(engine.sampling());
    assert_eq!(run(&mut engine, 300), 1, "of the two segments one lies after a check");
    // The first burst does not end.
    let endless = hps::shipped(&["bursty"], &[("nCheck0", 7), ("nInstr0", 0)], &retire());
    let mut engine = loaded(&endless.image, endless.control);
    assert_eq!(run(&mut engine, 300), 294);
    let always = hps::shipped(&["always", "region"], &[], &retire());
    let mut engine = loaded(&always.image, always.control);
    assert_eq!(run(&mut engine, 20), 20);
    assert_eq!((0..20).filter(|_| engine.pop().is_some()).count(), QUEUE, "the last ones found no room");
}
