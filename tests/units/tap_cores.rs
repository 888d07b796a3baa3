//! The tap on real cores: whatever their ports say of traps, interrupts, returns, accesses and compressed instructions,
//! the records are the same on all of them. What the ports themselves say is in `tests/cores/traps.rs`.
use crate::support::taps::{Cycle, record, rows};
use std::collections::BTreeSet;
use std::path::Path;
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::{Core, Machine, Options, Program, Status};
use treetap::cosim::pins::Pins;
use treetap::model::tap::Tap;
use treetap::spec::classify::Opclass;
use treetap::spec::retire::{Record, Rvfi};
use treetap::spec::tap::{Entry, LATENCY, MRET, preset};

/// Where `programs/trap/build.sh` links the vectors with the handler, and what comes after.
const HANDLER: std::ops::Range<u64> = 0x8000_1000..0x8000_2000;
/// Instructions at the end of `trap.S` that tell what the handler counted.
const VERDICT: usize = 5;

fn program(name: &str) -> Program {
    Program::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)).unwrap()
}

fn retirements(core: Core, program: &Program, timer_every: u64, limit: usize) -> Vec<Rvfi> {
    let options = Options { timer_every, ..Options::default() };
    let mut raw = vec![];
    Machine::build(core, program, &options).unwrap().run(limit, &mut raw);
    raw
}

fn records(core: Core, raw: &[Rvfi]) -> Vec<Record> {
    let mut tap = Tap::new(preset(core).config);
    let mut records: Vec<Record> = raw.iter().filter_map(|raw| tap.push(raw)).collect();
    records.extend(tap.flush());
    assert_eq!(records.len(), raw.len());
    records
}

/// A record without what depends on the core's speed.
fn timeless(record: &Record) -> Record {
    Record { cycles: 0, ..*record }
}

/// Holds two streams against each other, as far as the shorter one goes.
fn assert_equal(a: &[Record], b: &[Record], what: &str) {
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        assert_eq!(timeless(a), timeless(b), "{what}: record {i}");
    }
}

#[test]
fn one_program_gives_one_stream_of_records_on_every_core() {
    let demo = program("demo/demo.elf");
    let [picorv32, ibex, serv] = [(Core::Picorv32, 200_000), (Core::Ibex, 200_000), (Core::Serv, 40_000)]
        .map(|(core, limit)| records(core, &retirements(core, &demo, 0, limit)));
    assert_eq!((picorv32.len(), ibex.len(), serv.len()), (200_000, 200_000, 40_000));
    assert_equal(&picorv32, &ibex, "PicoRV32 and Ibex");
    assert_equal(&picorv32, &serv, "PicoRV32 and SERV");
    // Everything that the cores tell differently occurs: parts of words, by loads and stores.
    let count = |what: &dyn Fn(&Record) -> bool| serv.iter().filter(|record| what(record)).count();
    let of = |class: Opclass| count(&|record| record.class == class);
    use Opclass::{Branch, Call, Jump, Load, Return, Store};
    for (class, least) in [(Load, 100), (Store, 100), (Branch, 100), (Call, 100), (Return, 100), (Jump, 1)] {
        assert!(of(class) >= least, "{class}: {}", of(class));
    }
    for class in [Load, Store] {
        let parts = count(&|record| record.class == class && record.addr & 3 != 0 && record.val != 0);
        assert!(parts >= 5, "{class} of parts of words: {parts}");
    }
    assert!(count(&|record| record.taken) > 1000 && count(&|record| record.start) > 1000);
}

#[test]
fn compressed_instructions_give_one_stream_too() {
    let compressed = program("trap/compressed.elf");
    let [picorv32, ibex] =
        [Core::Picorv32, Core::Ibex].map(|core| records(core, &retirements(core, &compressed, 0, 10_000)));
    assert_eq!(picorv32.len(), ibex.len());
    assert_equal(&picorv32, &ibex, "PicoRV32 and Ibex");
    let short: BTreeSet<Opclass> = ibex.iter().filter(|record| record.rvc).map(|record| record.class).collect();
    use Opclass::{Alu, Branch, Call, Coroutine, Jump, Load, Return, Store, Upper};
    for class in [Alu, Branch, Call, Coroutine, Jump, Load, Return, Store, Upper] {
        assert!(short.contains(&class), "no compressed {class}: {short:?}");
    }
    assert!(ibex.iter().all(|record| record.insn & 3 == 3), "not expanded");
}

/// A run of `trap.S` with interrupts: what a profiler is told of each trap, interrupt and return. Gives how many
/// interrupts there were.
fn assert_entries(core: Core, records: &[Record]) -> u64 {
    let entry = preset(core).entry;
    let hit: BTreeSet<u64> = records.iter().filter(|record| record.trap).map(|record| record.pc).collect();
    let (mut interrupts, mut returns, mut goes_on) = (0, 0, None);
    for pair in records.windows(2) {
        let (record, next) = (&pair[0], &pair[1]);
        assert_eq!(next.ord, record.ord + u32::from(!record.trap), "{record:x?}");
        let enters = !HANDLER.contains(&record.pc) && HANDLER.contains(&next.pc);
        if record.insn == MRET {
            returns += 1;
            assert!(record.taken && next.start && record.npc == next.pc, "{core:?}: {record:x?}");
            match (entry, goes_on.take()) {
                // The record before an interrupt told where the program goes on after the return.
                (Entry::Intr, Some(address)) => assert_eq!(next.pc, address, "{core:?}"),
                // What an interrupt hit retires after the return.
                (Entry::Trap, _) => interrupts += u64::from(hit.contains(&next.pc)),
                _ => {}
            }
        } else if enters {
            assert!(next.start, "{core:?}: a handler begins no block: {next:x?}");
            assert!(record.trap || entry == Entry::Intr, "{core:?}: {record:x?}");
            if !record.trap {
                interrupts += 1;
                goes_on = Some(record.npc);
            }
        } else {
            assert!(record.npc == next.pc && !record.trap, "{core:?}: {record:x?}");
        }
    }
    assert!(returns > interrupts && interrupts > 2, "{core:?}: {returns} returns, {interrupts} interrupts");
    interrupts
}

/// What the program itself executed, without what an interrupt may change: the ordinal, and that a block begins after
/// the return.
fn executed(records: &[Record], but: &BTreeSet<u64>) -> Vec<Record> {
    let own = records.iter().filter(|r| !r.trap && !HANDLER.contains(&r.pc) && !but.contains(&r.pc));
    let own: Vec<Record> = own.map(|r| Record { ord: 0, start: false, ..timeless(r) }).collect();
    own[..own.len() - VERDICT].to_vec()
}

#[test]
fn traps_interrupts_and_returns_are_the_same_on_ibex_and_serv() {
    let traps = program("trap/trap.elf");
    let runs = [(Core::Ibex, 300), (Core::Serv, 20_000)].map(|(core, timer)| {
        let [quiet, interrupted] = [0, timer].map(|timer| records(core, &retirements(core, &traps, timer, 1 << 20)));
        let interrupts = assert_entries(core, &interrupted);
        println!("{core:?}: {interrupts} interrupts");
        let none = BTreeSet::new();
        let (of_quiet, of_interrupted) = (executed(&quiet, &none), executed(&interrupted, &none));
        assert_eq!(of_quiet.len(), of_interrupted.len(), "{core:?}");
        assert_equal(&of_quiet, &of_interrupted, "with and without interrupts");
        assert!(interrupted.len() > quiet.len());
        quiet
    });
    // SERV traps at the misaligned accesses, which Ibex executes: those and the ones before them, which go on to them,
    // are left out.
    let trapped = |records: &[Record]| -> BTreeSet<u64> { records.iter().filter(|r| r.trap).map(|r| r.pc).collect() };
    let [ibex, serv] = &runs;
    let misaligned: BTreeSet<u64> = trapped(serv).difference(&trapped(ibex)).copied().collect();
    assert_eq!(misaligned.len(), 3);
    let [ibex, serv] = runs.each_ref().map(|run| executed(run, &misaligned));
    assert_eq!(ibex.len(), serv.len());
    assert_equal(&ibex, &serv, "Ibex and SERV");
}

#[test]
fn an_interrupt_on_ibex_may_come_after_any_instruction() {
    let traps = program("trap/trap.elf");
    let mut before = BTreeSet::new();
    for timer in [211, 223, 227, 229, 233] {
        let records = records(Core::Ibex, &retirements(Core::Ibex, &traps, timer, 1 << 20));
        assert_entries(Core::Ibex, &records);
        let hit = records.windows(2).filter(|pair| !pair[0].trap && pair[0].insn != MRET);
        let hit = hit.filter(|pair| !HANDLER.contains(&pair[0].pc) && HANDLER.contains(&pair[1].pc));
        before.extend(hit.map(|pair| (pair[0].class, pair[0].taken)));
    }
    println!("{before:?}");
    for kind in [(Opclass::Load, false), (Opclass::Alu, false), (Opclass::Store, false), (Opclass::Branch, true)] {
        assert!(before.contains(&kind), "no interrupt after {kind:?}: {before:?}");
    }
}

#[test]
fn what_traps_on_ibex_is_expanded_and_classified() {
    let raw = retirements(Core::Ibex, &program("trap/trap_compressed.elf"), 0, 1 << 20);
    let traps: Vec<(bool, u32, Opclass)> =
        records(Core::Ibex, &raw).iter().filter(|r| r.trap).map(|r| (r.rvc, r.insn, r.class)).collect();
    use Opclass::{Csr, Other, System};
    let compressed = [
        (true, 0x0010_0073, System),
        (false, 0x73, System),
        (true, 0, Other),
        (true, 0, Other),
        (false, 0xffff_ffff, Other),
        (false, 0xb, Other),
        (false, 0x5c00_2573, Csr),
    ];
    assert!(traps.ends_with(&compressed), "{traps:x?}");
}

#[test]
fn the_last_record_of_picorv32_is_its_trap() {
    let mut broken = program("demo/demo.elf");
    broken.segments[0].bytes[4..8].copy_from_slice(&0x73_u32.to_le_bytes());
    let mut machine = Machine::build(Core::Picorv32, &broken, &Options::default()).unwrap();
    let mut raw = vec![];
    assert_eq!(machine.run(1000, &mut raw), Status::Halted);
    let records = records(Core::Picorv32, &raw);
    let [first, last] = &records[..] else { panic!("{records:x?}") };
    assert!(!first.trap && last.trap && first.npc == last.pc && last.class == Opclass::System);
}

#[test]
fn the_emitted_tap_gives_the_same_records_of_real_cores() {
    let mut pins = Pins::open(&emit(Unit::Tap, "rv32").unwrap(), Effort::Test, 3).unwrap();
    for (core, name, timer) in [
        (Core::Ibex, "trap/trap_compressed.elf", 300),
        (Core::Serv, "trap/trap.elf", 20_000),
        (Core::Picorv32, "trap/compressed.elf", 0),
    ] {
        let raw = retirements(core, &program(name), timer, 1 << 20);
        let expected = records(core, &raw);
        // Every record in a cycle of its own, although the core had pauses: they change nothing but `ret_cycles`.
        let mut cycles = vec![Cycle { rst: true, ..Cycle::default() }; 2];
        let distances = expected.iter().map(|record| record.cycles);
        let offers = raw.iter().zip(distances).map(|(raw, distance)| Some((*raw, distance)));
        cycles.extend(offers.map(|offer| Cycle { offer, ready: true, ..Cycle::default() }));
        cycles.push(Cycle { flush: true, ready: true, ..Cycle::default() });
        cycles.extend([Cycle::default(); LATENCY]);
        let seen = pins.run(&rows(&pins, preset(core).config, &cycles));
        let found: Vec<Record> =
            seen.chunks_exact(pins.output_words()).skip(2).filter_map(|row| record(&pins, row)).collect();
        assert_eq!(found.len(), expected.len(), "{core:?}");
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{core:?}: record {i}");
        }
    }
}
