//! The instruction-set simulator: every retirement of real cores, the corners of RV32IMC, and what is no program
//! (docs/reference/iss.md).
use proptest::prelude::*;
use std::path::Path;
use treetap::cosim::core::{Core, Machine, Options, Program, Status as Run};
use treetap::cosim::iss::{Compared, Difference, hart, lockstep};
use treetap::model::iss::{Hart, Status, Trap};
use treetap::spec::core::{CONSOLE, RESET_PC};

fn program(name: &str) -> Program {
    Program::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)).unwrap()
}

/// Runs a program to its end on a core and in the simulator.
fn same(core: Core, name: &str, timer_every: u64) -> Compared {
    let program = program(name);
    let mut machine = Machine::build(core, &program, &Options { timer_every, ..Options::default() }).unwrap();
    let mut hart = hart(&program);
    let seen =
        lockstep(core, &mut machine, &mut hart, u64::MAX).unwrap_or_else(|wrong| panic!("{core:?} {name}: {wrong}"));
    assert!(matches!(seen.status, Run::Exit(_)), "{seen:?}");
    println!("{core:?} {name}: {seen:?}, 0 differences");
    seen
}

#[test]
fn every_retirement_of_a_real_core_is_the_same() {
    let seen = same(Core::Ibex, "demo/demo.elf", 0);
    assert!(seen.records > 1_000_000 && seen.results > 500_000, "{seen:?}");
    assert!(seen.loads > 50_000 && seen.stores > 10_000, "{seen:?}");
}

#[test]
fn compressed_instructions_and_exceptions_are_the_same() {
    let seen = same(Core::Picorv32, "trap/compressed.elf", 0);
    assert!(seen.short > 100, "{seen:?}");
    let seen = same(Core::Ibex, "trap/compressed.elf", 0);
    assert!(seen.short > 100, "{seen:?}");
    for (name, traps) in [("trap/trap.elf", 5), ("trap/trap_compressed.elf", 12)] {
        let seen = same(Core::Ibex, name, 0);
        assert_eq!((seen.traps, seen.interrupts), (traps, 0), "{seen:?}");
        // The timer interrupts wherever it does.
        let seen = same(Core::Ibex, name, 300);
        assert!(seen.traps == traps && seen.interrupts > 5, "{seen:?}");
    }
}

#[test]
fn a_difference_is_found() {
    let program = program("demo/demo.elf");
    // A word of the program is another one, it begins after its first instruction, memory is not zero where nothing is.
    type Plant = fn(&mut Hart);
    let faults: [(Plant, &str); 3] = [
        (|hart| assert!(hart.memory.load(RESET_PC + 4, &[0x13, 0, 0, 0])), "instruction"),
        (|hart| hart.pc += 4, "address"),
        (|hart| assert!(hart.memory.load(0x8070_0000, &[1])), "memory"),
    ];
    for (plant, expected) in faults {
        let mut machine = Machine::build(Core::Ibex, &program, &Options::default()).unwrap();
        let mut hart = hart(&program);
        plant(&mut hart);
        match lockstep(Core::Ibex, &mut machine, &mut hart, u64::MAX) {
            Err(Difference::Record { what, .. } | Difference::End(what)) => assert_eq!(what, expected),
            Ok(seen) => panic!("{expected}: not found in {seen:?}"),
        }
    }
}

/// Executes one instruction between two registers: `x7 = x5 op x6`.
fn alu(funct7: u32, funct3: u32, a: u32, b: u32) -> u32 {
    let mut hart = Hart::default();
    let insn = funct7 << 25 | 6 << 20 | 5 << 15 | funct3 << 12 | 7 << 7 | 0x33;
    assert!(hart.memory.load(RESET_PC, &insn.to_le_bytes()));
    (hart.x[5], hart.x[6]) = (a, b);
    assert_eq!(hart.run(1), Status::More);
    hart.x[7]
}

#[test]
fn multiplications_and_divisions_at_their_ends() {
    const MIN: u32 = 1 << 31;
    // The table of the specification, and the signs of the upper halves.
    let cases = [
        (4, 7, 0, u32::MAX),
        (5, 7, 0, u32::MAX),
        (6, 7, 0, 7),
        (7, 7, 0, 7),
        (4, MIN, u32::MAX, MIN),
        (6, MIN, u32::MAX, 0),
        (4, -7_i32 as u32, 2, -3_i32 as u32),
        (6, -7_i32 as u32, 2, -1_i32 as u32),
        (1, MIN, MIN, 1 << 30),
        (2, MIN, MIN, 0xc000_0000),
        (3, MIN, MIN, 1 << 30),
        (1, u32::MAX, u32::MAX, 0),
        (2, u32::MAX, u32::MAX, u32::MAX),
        (3, u32::MAX, u32::MAX, u32::MAX - 1),
        (0, u32::MAX, 3, -3_i32 as u32),
    ];
    for (funct3, a, b, expected) in cases {
        assert_eq!(alu(1, funct3, a, b), expected, "funct3 {funct3}: {a:x} {b:x}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arithmetic_is_that_of_wide_integers(a: u32, b: u32) {
        let (sa, sb) = (i128::from(a as i32), i128::from(b as i32));
        let (ua, ub) = (i128::from(a), i128::from(b));
        prop_assert_eq!(alu(1, 0, a, b), (sa * sb) as u32);
        prop_assert_eq!(alu(1, 1, a, b), ((sa * sb) >> 32) as u32);
        prop_assert_eq!(alu(1, 2, a, b), ((sa * ub) >> 32) as u32);
        prop_assert_eq!(alu(1, 3, a, b), ((ua * ub) >> 32) as u32);
        if b != 0 {
            prop_assert_eq!(alu(1, 4, a, b), (sa / sb) as u32);
            prop_assert_eq!(alu(1, 5, a, b), (ua / ub) as u32);
            prop_assert_eq!(alu(1, 6, a, b), (sa % sb) as u32);
            prop_assert_eq!(alu(1, 7, a, b), (ua % ub) as u32);
        }
        let shift = b & 31;
        prop_assert_eq!(alu(0, 0, a, b), (ua + ub) as u32);
        prop_assert_eq!(alu(0x20, 0, a, b), (ua - ub) as u32);
        prop_assert_eq!(alu(0, 1, a, b), (ua << shift) as u32);
        prop_assert_eq!(alu(0, 2, a, b), u32::from(sa < sb));
        prop_assert_eq!(alu(0, 3, a, b), u32::from(ua < ub));
        prop_assert_eq!(alu(0, 5, a, b), (ua >> shift) as u32);
        prop_assert_eq!(alu(0x20, 5, a, b), (sa >> shift) as u32);
    }

    #[test]
    fn no_code_makes_it_panic(code in proptest::collection::vec(any::<u32>(), 1..64), registers: [u32; 31]) {
        let mut hart = Hart::default();
        let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
        prop_assert!(hart.memory.load(RESET_PC, &bytes));
        hart.x[1..].copy_from_slice(&registers);
        hart.run(200);
        prop_assert_eq!(hart.x[0], 0);
    }
}

/// Runs words of code until they end.
fn run(code: &[u32]) -> (Hart, Status) {
    let mut hart = Hart::default();
    let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert!(hart.memory.load(RESET_PC, &bytes));
    let status = hart.run(1000);
    (hart, status)
}

#[test]
fn what_is_no_program_is_told_in_words() {
    let cases: [(&[u32], u32, u32, &str); 9] = [
        (&[0], Trap::ILLEGAL, 0, "at 0x80000080: illegal instruction 0x00000000"),
        (&[u32::MAX], Trap::ILLEGAL, u32::MAX, "illegal instruction 0xffffffff"),
        // DRET and DCALL, which only the engine may bring; flw.
        (&[0x0000_100b], Trap::ILLEGAL, 0x100b, "illegal"),
        (&[0x0010_000b], Trap::ILLEGAL, 0x0010_000b, "illegal"),
        (&[0x0000_2007], Trap::ILLEGAL, 0x2007, "illegal"),
        // lw x1, 0(x0); sw x1, -1(x0); jalr x0, 4(x0); ebreak.
        (&[0x0000_2083], Trap::LOAD, 0, "a load from 0x0, where no memory is"),
        (&[0xfe10_2fa3], Trap::STORE, u32::MAX, "a store to 0xffffffff"),
        (&[0x0040_0067], Trap::FETCH, 4, "no memory at 0x4"),
        (&[0x0010_0073], Trap::BREAK, RESET_PC, "breakpoint"),
    ];
    for (code, cause, value, words) in cases {
        let (hart, status) = run(code);
        let Status::Unhandled(unhandled) = status else { panic!("{code:x?}: {status:?}") };
        assert_eq!((unhandled.trap, unhandled.pc), (Trap { cause, value }, hart.pc), "{code:x?}");
        assert!(unhandled.to_string().contains(words), "{unhandled}");
    }
    // csrw instret, x1 and csrr x1, 0x5c0: one is read only, the other is not there.
    for insn in [0xc020_9073, 0x5c00_20f3] {
        assert!(matches!(run(&[insn]).1, Status::Unhandled(unhandled) if unhandled.trap.cause == Trap::ILLEGAL));
    }
}

#[test]
fn counters_count_and_registers_of_control_hold() {
    // csrr x1, minstret; csrrwi x2, mscratch, 9; csrr x3, mscratch; csrrsi x4, mscratch, 6; csrrci x5, mscratch, 1;
    // csrr x6, instret; ebreak
    let (hart, _) = run(&[0xb020_20f3, 0x3404_d173, 0x3400_21f3, 0x3403_6273, 0x3400_f2f3, 0xc020_2373, 0x0010_0073]);
    assert_eq!(hart.x[1..7], [0, 0, 9, 9, 15, 5]);
    assert_eq!(hart.retired(), 6);
    assert_eq!(hart.memory.read(CONSOLE, 4), Some(0));
}
