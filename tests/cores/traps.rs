//! Traps, interrupts and compressed instructions on the real cores, and how their RVFI ports differ about them
//! (docs/reference/cores.md).
use std::path::Path;
use treetap::cosim::core::{Core, Machine, Options, Program, State, Status};
use treetap::spec::retire::Rvfi;

/// Where `programs/trap/build.sh` links the vectors with the handler, and what comes after.
const HANDLER: std::ops::Range<u64> = 0x8000_1000..0x8000_2000;
const ECALL: u32 = 0x73;
const MRET: u32 = 0x3020_0073;
/// Exceptions of `trap.S` on both cores; SERV also traps at its three misaligned accesses, and Ibex at seven
/// instructions more where there are compressed ones.
const EXCEPTIONS: u64 = 5;

fn run(core: Core, name: &str, options: &Options) -> (Vec<Rvfi>, u32, State) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/trap").join(name);
    let mut machine = Machine::build(core, &Program::read(&file).unwrap(), options).unwrap();
    let mut records = vec![];
    match machine.run(1 << 20, &mut records) {
        Status::Exit(code) => (records, code, machine.state()),
        status => panic!("{core:?} {name}: {status:?}, {:?}", records.last()),
    }
}

fn every(cycles: u64) -> Options {
    Options { timer_every: cycles, ..Options::default() }
}

/// Instructions at the end of `trap.S` that tell what the handler counted.
const VERDICT: usize = 5;

/// The same instructions of the program, in which the handler leaves no trace before the verdict.
fn assert_unseen(interrupted: &[Rvfi], quiet: &[Rvfi]) {
    let (interrupted, quiet) = (executed(interrupted), executed(quiet));
    assert_eq!(interrupted.len(), quiet.len());
    let different = (0..quiet.len() - VERDICT).find(|&i| interrupted[i] != quiet[i]);
    assert_eq!(different.map(|i| (interrupted[i], quiet[i])), None);
}

/// What the program itself executed: neither the handler nor what trapped.
fn executed(records: &[Rvfi]) -> Vec<(u64, u8, u64)> {
    let own = records.iter().filter(|record| !record.trap() && !HANDLER.contains(&record.pc));
    own.map(|record| (record.pc, record.rd_addr, if record.rd_addr == 0 { 0 } else { record.rd })).collect()
}

fn sequential(record: &Rvfi) -> u64 {
    record.pc + if record.insn & 3 == 3 { 4 } else { 2 }
}

fn count(records: &[Rvfi], what: impl Fn(&Rvfi) -> bool) -> u64 {
    records.iter().filter(|record| what(record)).count() as u64
}

#[test]
fn ibex_reports_the_instruction_that_traps_and_marks_the_first_of_the_handler() {
    let (quiet, code, _) = run(Core::Ibex, "trap.elf", &every(0));
    assert_eq!(u64::from(code), EXCEPTIONS);
    let (records, code, state) = run(Core::Ibex, "trap.elf", &every(300));
    let interrupts = u64::from(code >> 8);
    assert_eq!(u64::from(code & 0xff), EXCEPTIONS);
    assert!(interrupts > 5 && interrupts <= state.interrupts, "{interrupts} interrupts of {state:?}");
    // An interrupt has no record of its own: the interrupted instruction retires once, after the handler.
    assert_eq!(count(&records, Rvfi::trap), EXCEPTIONS);
    assert_eq!(count(&records, Rvfi::intr), EXCEPTIONS + interrupts);
    assert_unseen(&records, &quiet);
    let mut seen = (0, 0, 0);
    for pair in records.windows(2) {
        let (record, next) = (&pair[0], &pair[1]);
        assert_eq!(next.order, record.order + 1);
        assert_eq!(record.trap(), next.intr() && record.insn & !(1 << 20) == ECALL, "{record:x?}");
        match record {
            // The core's idea of the next address knows neither trap nor interrupt nor return.
            _ if record.trap() => {
                assert_eq!((record.next_pc, next.pc), (sequential(record), HANDLER.start), "{record:x?}");
                seen.0 += 1;
            }
            _ if next.intr() => {
                // Vector 7, four bytes each.
                assert_eq!(next.pc, HANDLER.start + 7 * 4);
                seen.1 += 1;
            }
            _ if record.insn == MRET => {
                assert_eq!(record.next_pc, sequential(record));
                assert!(!HANDLER.contains(&next.pc));
                seen.2 += 1;
            }
            _ => assert_eq!(record.next_pc, next.pc, "{record:x?}"),
        }
    }
    assert_eq!(seen, (EXCEPTIONS, interrupts, EXCEPTIONS + interrupts));
}

#[test]
fn serv_reports_the_instruction_that_an_interrupt_hits_as_trapping_and_again_later() {
    let (quiet, code, _) = run(Core::Serv, "trap.elf", &every(0));
    assert_eq!(u64::from(code), EXCEPTIONS + 3);
    let (records, code, state) = run(Core::Serv, "trap.elf", &every(20_000));
    let interrupts = u64::from(code >> 8);
    assert_eq!(u64::from(code & 0xff), EXCEPTIONS + 3);
    assert!(interrupts > 2 && interrupts <= state.interrupts, "{interrupts} interrupts of {state:?}");
    assert_eq!(count(&records, Rvfi::trap), EXCEPTIONS + 3 + interrupts);
    assert_eq!(count(&records, Rvfi::intr), 0);
    assert_unseen(&records, &quiet);
    // A register that a trapping load would have written is named although it keeps its value.
    assert!(count(&records, |record| record.trap() && record.rd_addr != 0) > 0);
    let mut returned = 0;
    for (i, pair) in records.windows(2).enumerate() {
        assert_eq!(pair[1].order, pair[0].order + 1);
        assert_eq!(pair[1].pc, pair[0].next_pc, "{:x?}", pair[0]);
        assert_eq!(pair[0].trap(), pair[1].pc == HANDLER.start, "{:x?}", pair[0]);
        if pair[0].insn == MRET {
            let hit = records[..i].iter().rev().find(|record| record.trap()).unwrap();
            returned += u64::from(hit.pc == pair[1].pc);
        }
    }
    assert_eq!(returned, interrupts, "interrupted instructions that retired after the handler");
}

#[test]
fn compressed_and_illegal_instructions_trap_on_ibex() {
    let (records, code, _) = run(Core::Ibex, "trap_compressed.elf", &every(0));
    assert_eq!(u64::from(code), EXCEPTIONS + 7);
    let traps: Vec<u32> = records.iter().filter(|record| record.trap()).map(|record| record.insn).collect();
    assert_eq!(traps[EXCEPTIONS as usize..], [0x9002, ECALL, 0, 0x9c41, 0xffff_ffff, 0xb, 0x5c00_2573]);
    let long = records.iter().find(|record| record.trap() && record.insn == ECALL && record.pc % 4 == 2);
    assert!(long.is_some(), "no long instruction trapped at an address that is no multiple of 4");
    for pair in records.windows(2).filter(|pair| pair[0].trap()) {
        assert_eq!((pair[0].next_pc, pair[1].pc, pair[1].intr()), (sequential(&pair[0]), HANDLER.start, true));
    }
}

#[test]
fn compressed_instructions_are_the_same_on_both_cores_that_have_them() {
    let (ibex, ..) = run(Core::Ibex, "compressed.elf", &every(0));
    let (picorv32, ..) = run(Core::Picorv32, "compressed.elf", &every(0));
    assert_eq!(executed(&ibex), executed(&picorv32));
    let instructions = |records: &[Rvfi]| records.iter().map(|record| record.insn).collect::<Vec<_>>();
    assert_eq!(instructions(&ibex), instructions(&picorv32));
    let short = |record: &Rvfi| record.insn & 3 != 3;
    assert!(ibex.iter().filter(|record| short(record)).all(|record| record.insn >> 16 == 0));
    let mut kinds: Vec<u32> = ibex.iter().filter(|r| short(r)).map(|r| r.insn & 3 | r.insn >> 11 & 0x1c).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 14, "{} of the quadrants' opcodes: {kinds:?}", kinds.len());
    assert!(ibex.iter().any(|record| !short(record) && record.pc % 4 == 2), "a long one between");
    for records in [&ibex, &picorv32] {
        assert!(records.windows(2).all(|pair| pair[0].next_pc == pair[1].pc));
    }
}

#[test]
fn a_core_that_lacks_an_extension_refuses_the_program() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/trap/compressed.elf");
    let program = Program::read(&file).unwrap();
    let error = Machine::build(Core::Serv, &program, &Options::default()).unwrap_err().to_string();
    assert!(error.contains("compressed instructions (C)") && error.contains("-march=rv32i"), "{error}");
}

#[test]
fn base_and_offset_give_the_address_on_every_core() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf");
    let program = Program::read(&file).unwrap();
    for core in Core::ALL {
        let mut records = vec![];
        Machine::build(core, &program, &Options::default()).unwrap().run(60_000, &mut records);
        let (mut loads, mut stores, mut odd, mut idle_masks) = (0, 0, 0, 0);
        for record in &records {
            let insn = record.insn;
            let offset = match insn & 0x7f {
                0x03 => insn as i32 >> 20,
                0x23 => (insn as i32 >> 25 << 5) | (insn >> 7 & 31) as i32,
                _ => {
                    idle_masks += u64::from(record.rmask != 0);
                    assert_eq!(record.wmask, 0, "{core:?}: {record:x?}");
                    continue;
                }
            };
            let address = (record.rs1 as u32).wrapping_add_signed(offset);
            assert_eq!(address & !3, record.mem_addr as u32 & !3, "{core:?}: {record:x?}");
            odd += u64::from(record.mem_addr & 3 != 0);
            if insn & 0x7f == 3 {
                loads += 1;
            } else {
                stores += 1;
                assert_ne!(record.wmask, 0);
            }
        }
        assert!(loads > 500 && stores > 500, "{core:?}: {loads} loads, {stores} stores");
        // Only Ibex gives byte addresses, and it has a read mask on every instruction.
        assert_eq!(
            (odd > 0, idle_masks > 1000),
            (core == Core::Ibex, core == Core::Ibex),
            "{core:?}: {odd}, {idle_masks}"
        );
    }
}
