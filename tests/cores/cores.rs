//! The cores from their wheels: one program gives one stream of retirements on all of them, whatever holds them up.
use sha2::{Digest, Sha256};
use std::path::Path;
use treetap::cosim::core::{Core, Machine, Options, Program, State, Status};
use treetap::spec::core::{EXIT, RAM};
use treetap::spec::retire::Rvfi;

/// Records that are taken at a time.
const BATCH: usize = 1 << 14;
/// Records after which two runs are taken to be equal where a core is too slow for the whole program.
const PREFIX: usize = 80_000;

fn program(name: &str) -> Program {
    Program::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)).unwrap()
}

/// What a run gave.
struct Run {
    records: Vec<Rvfi>,
    status: Status,
    state: State,
    console: String,
}

/// Runs until the end or until `limit` records.
fn run(core: Core, program: &Program, options: &Options, limit: usize) -> Run {
    let mut machine = Machine::build(core, program, options).unwrap();
    let (mut records, mut status) = (vec![], Status::More);
    while status == Status::More && records.len() < limit {
        status = machine.run(BATCH.min(limit - records.len()), &mut records);
    }
    let console = String::from_utf8(machine.console()).unwrap();
    Run { records, status, state: machine.state(), console }
}

/// What every core has to agree on: address, next address and what was written to which register.
fn digest(records: &[Rvfi]) -> String {
    let mut hash = Sha256::new();
    for record in records {
        // The register is 0 where none is written, and what x0 gets differs between cores.
        let rd = if record.rd_addr == 0 { 0 } else { record.rd };
        for word in [record.pc, record.next_pc, u64::from(record.rd_addr), rd] {
            hash.update(word.to_le_bytes());
        }
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn holding_up() -> Options {
    Options { seed: 7, wait: 20_000, wait_max: 5, stall: 10_000, stall_max: 9, ..Options::default() }
}

#[test]
fn every_core_retires_the_same_instructions() {
    let program = program("demo/demo.elf");
    let reference = run(Core::Picorv32, &program, &Options::default(), usize::MAX);
    assert_eq!(reference.status, Status::Exit(0));
    assert!(reference.console.ends_with("checksum 012edd99\n"), "{}", reference.console);
    assert!(reference.records.len() > 1_000_000, "{} records", reference.records.len());
    for (core, limit) in [(Core::Ibex, usize::MAX), (Core::Serv, PREFIX)] {
        let other = run(core, &program, &Options::default(), limit);
        let compared = other.records.len();
        assert_eq!(compared, reference.records.len().min(limit), "{core:?}: {:?}", other.status);
        assert_eq!(digest(&other.records), digest(&reference.records[..compared]), "{core:?}");
        assert_eq!(other.state.outside, 0, "{core:?}: an access to {:#x}", other.state.outside_address);
    }
    // The order is contiguous, and what follows is where the record before said.
    for pair in reference.records[..2 * PREFIX].windows(2) {
        assert_eq!((pair[1].order, pair[1].pc), (pair[0].order + 1, pair[0].next_pc), "{:?}", pair[0]);
        assert!(pair[1].cycle > pair[0].cycle);
    }
    let end = reference.records.last().unwrap();
    assert_eq!((end.mem_addr, end.wmask, end.mem_wdata), (EXIT.into(), 0xf, 0), "{end:x?}");
}

#[test]
fn what_holds_a_core_up_changes_no_record() {
    let program = program("demo/demo.elf");
    for core in Core::ALL {
        let quiet = run(core, &program, &Options::default(), PREFIX);
        let stalled = run(core, &program, &Options { wait: 0, ..holding_up() }, PREFIX);
        assert!(stalled.state.held > 1000, "{core:?}: {:?}", stalled.state);
        // A held clock stands still for core and memory: even the cycles are the same.
        assert_eq!(stalled.records, quiet.records, "{core:?}");
        let waiting = run(core, &program, &holding_up(), PREFIX);
        assert!(waiting.state.waits > 1000 && waiting.state.held > 1000, "{core:?}: {:?}", waiting.state);
        assert_eq!(digest(&waiting.records), digest(&quiet.records), "{core:?}");
        assert!(waiting.state.cycles > quiet.state.cycles, "{core:?}");
    }
}

/// Takes every other record at the second offer, and counts.
#[derive(Default)]
struct Hesitant {
    offered: u64,
    taken: Vec<Rvfi>,
    cycles: u64,
}

unsafe extern "C" fn hesitate(context: *mut std::ffi::c_void, record: *const Rvfi) -> u32 {
    // SAFETY: the test attaches a `Hesitant` that lives as long as the machine runs; a record is null or valid for the
    // call.
    let (me, record) = unsafe { (&mut *context.cast::<Hesitant>(), record.as_ref()) };
    me.cycles += 1;
    let Some(record) = record else { return 1 };
    me.offered += 1;
    let takes = me.offered % 3 != 0;
    if takes {
        me.taken.push(*record);
    }
    takes.into()
}

#[test]
fn what_runs_beside_a_core_sees_every_record_once_it_takes_it() {
    let program = program("demo/demo.elf");
    for core in Core::ALL {
        let expected = run(core, &program, &Options::default(), BATCH);
        let mut machine = Machine::build(core, &program, &Options::default()).unwrap();
        let mut beside = Hesitant::default();
        // SAFETY: `beside` outlives the only run.
        unsafe { machine.attach(hesitate, (&raw mut beside).cast()) };
        assert_eq!(machine.skip(BATCH), Status::More);
        machine.detach();
        assert_eq!(beside.taken, expected.records, "{core:?}");
        let state = machine.state();
        assert_eq!(state.held, beside.offered - beside.taken.len() as u64, "{core:?}");
        assert!(state.held > 1000, "{core:?}");
        assert!(beside.cycles >= state.cycles + state.held, "{core:?}");
    }
}

#[test]
fn a_run_ends_where_it_is_told_to() {
    let program = program("demo/demo.elf");
    let few = run(Core::Picorv32, &program, &Options { cycles_max: 5000, ..Options::default() }, usize::MAX);
    assert_eq!((few.status, few.state.cycles), (Status::CycleLimit, 5000));
    assert!(few.records.len() > 500);
    // A trap stops PicoRV32, and its record says so: illegal, lw a0, 1(x0), sw a0, 2(x0), ecall.
    for instruction in [u32::MAX, 0x0010_2503, 0x00a0_2123, 0x73] {
        let mut broken = program.clone();
        broken.segments[0].bytes[..4].copy_from_slice(&instruction.to_le_bytes());
        let halted = run(Core::Picorv32, &broken, &Options::default(), usize::MAX);
        assert_eq!(halted.status, Status::Halted);
        assert!(halted.records.len() == 1 && halted.records[0].trap(), "{instruction:#x}: {:?}", halted.records);
    }
    // A core that is never let go on is given up.
    let options = Options { hang_cycles: 1000, ..Options::default() };
    let mut machine = Machine::build(Core::Picorv32, &program, &options).unwrap();
    unsafe extern "C" fn never(_: *mut std::ffi::c_void, _: *const Rvfi) -> u32 {
        0
    }
    // SAFETY: the function uses no context.
    unsafe { machine.attach(never, std::ptr::null_mut()) };
    assert_eq!(machine.skip(1), Status::Hung);
    // Memory can be read afterwards, but not beyond its end.
    let mut word = [0; 4];
    assert!(machine.read(u64::from(program.segments[0].address), &mut word));
    assert_eq!(word, program.segments[0].bytes[..4]);
    assert!(!machine.read(u64::from(RAM) - 1, &mut word) && !machine.write(u64::MAX, &word));
}
