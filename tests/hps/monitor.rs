//! The emitted monitor under Verilator, tap to bus, equals the model in every event and register
//! (docs/reference/monitor.md): real programs on real cores, random programs on what they retire, and what the
//! registers around the engine do.
mod anything;

use crate::support::disturbed::disturbed;
use crate::support::hps::{NOP, retire, shipped};
use crate::support::late::late;
use crate::support::monitors::{agrees, differs, every_instruction, few, options, run, text};
use crate::support::planted::{Fault, Planted};
use crate::support::retired::{LENGTH, retirements};
use crate::support::tables::random_program;
use treetap::catalog::Unit;
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::monitor::{self, Options};
use treetap::cosim::profiler::{BusError, Pace, Profiler};
use treetap::host::monitor::{Host, Program, Switches};
use treetap::model::classify::classify;
use treetap::spec::checkmap::{self, Code};
use treetap::spec::hps::record::Event;
use treetap::spec::hps::{Mode, ON_TRIGGER, preset, regs};
use treetap::spec::monitor as spec;
use treetap::spec::retire::Rvfi;
use treetap::spec::tap::{AddrSrc, MRET};
use treetap::trace::shapes::Random;

/// Shipped programs as one.
fn program(names: &[&str], parameters: &[(&str, i128)]) -> Program {
    let compiled = shipped(names, parameters, &retire());
    Program { image: compiled.image, control: compiled.control }
}

#[test]
fn bursts_of_every_profile_on_real_cores() {
    for core in [Core::Ibex, Core::Picorv32] {
        for (i, profile) in ["region", "method", "callpair", "data"].into_iter().enumerate() {
            let parameters = [("nCheck0", 20), ("nInstr0", 3)];
            let mut options = options("up5k", core, program(&["bursty", profile], &parameters));
            options.seed = 30 + i as u64;
            // The same over the bus, and with who takes the stream away half of the time.
            options.switches.stream = i % 2 == 0;
            options.wait = (3_000, 20);
            let report = agrees(&options, retirements(core), &format!("{} {profile}", core.name()));
            assert_eq!(report.register(regs::N_IN.offset) as usize, LENGTH);
            println!("{} {profile}: {} events, {} bursts", core.name(), report.events, report.bursts);
            assert!(report.events > 50 && report.bursts > 20, "{profile}: {} events", report.events);
            assert_eq!(report.dropped, 0);
        }
    }
}

#[test]
fn random_programs_with_back_pressure_on_both_buses() {
    let mut random = Random(77);
    let (mut events, mut dropped, mut traps) = (0, 0, 0);
    for round in 0..10 {
        let size = if round % 5 == 4 { "ecp5" } else { "up5k" };
        let records = disturbed(&mut random);
        let config = preset(size).unwrap().config(Mode::Retire);
        let (program, map) = random_program(&mut random, config, 4096, &records);
        let mut options = options(size, [Core::Ibex, Core::Picorv32][round % 2], program);
        options.map = (round % 4 != 3).then_some(map);
        options.seed = 100 + round as u64;
        options.switches = Switches { hold: round % 3 != 0, stream: round % 2 == 0 };
        (options.idle, options.wait) = ([(0, 0), (20_000, 9)][round / 2 % 2], (9_000, 60));
        let report = agrees(&options, &records, &format!("round {round}"));
        (events, dropped, traps) = (events + report.events, dropped + report.dropped, traps + report.traps);
    }
    println!("{events} events, {dropped} dropped, {traps} traps");
    assert!(events > 10_000 && dropped > 1_000 && traps > 1_000, "{events} {dropped} {traps}");
}

#[test]
fn what_finds_no_room_is_dropped_and_counted_or_the_core_waits() {
    for stream in [true, false] {
        let mut options = options("up5k", Core::Ibex, every_instruction());
        options.switches = Switches { hold: false, stream };
        options.wait = (200, 400);
        let records = &retirements(Core::Ibex)[..20_000];
        let report = agrees(&options, records, "dropped");
        // An event needs six cycles.
        assert!(report.dropped > 10_000 && report.events > 300, "{} {}", report.events, report.dropped);
        assert_eq!((report.events + report.dropped, report.hardware.held), (20_000, 0));
        assert_eq!(report.register(regs::STATUS.offset), regs::STATUS.field("EV_DROP").at(1));
        options.switches.hold = true;
        let report = agrees(&options, records, "held");
        assert_eq!((report.events, report.dropped), (20_000, 0));
        assert!(report.hardware.held > 60_000, "{:?}", report.hardware);
    }
}

#[test]
fn engines_that_let_a_core_wait_lose_nothing() {
    for (size, tables) in [("up5k_serial", "up5k"), ("ecp5_pipelined", "ecp5")] {
        for core in [Core::Ibex, Core::Picorv32] {
            for (i, profile) in ["region", "callpair"].into_iter().enumerate() {
                let mut options =
                    options(size, core, program(&["bursty", profile], &[("nCheck0", 20), ("nInstr0", 3)]));
                (options.seed, options.switches.stream) = (50 + i as u64, i % 2 == 0);
                options.wait = (3_000, 20);
                let report = agrees(&options, retirements(core), &format!("{size}, {} {profile}", core.name()));
                assert_eq!(report.register(regs::N_IN.offset) as usize, LENGTH);
                println!("{size} {} {profile}: {} events, {:?}", core.name(), report.events, report.hardware.held);
                assert!(report.events > 50 && report.dropped == 0 && report.hardware.held > 0);
            }
        }
        let mut random = Random(78);
        let (mut events, mut dropped) = (0, 0);
        for round in 0..6 {
            let records = disturbed(&mut random);
            let config = preset(tables).unwrap().config(Mode::Retire);
            let (program, map) = random_program(&mut random, config, 4096, &records);
            let mut options = options(size, Core::Ibex, program);
            (options.map, options.seed) = (Some(map), 200 + round);
            options.switches = Switches { hold: round % 2 == 0, stream: round < 4 };
            (options.idle, options.wait) =
                ([(40_000, 60), (0, 0)][round as usize % 2], (9_000, [60, 500][round as usize % 2]));
            let report = agrees(&options, &records, &format!("{size}, round {round}"));
            (events, dropped) = (events + report.events, dropped + report.dropped);
        }
        println!("{size}: {events} events, {dropped} dropped");
        assert!(events > 2_000 && dropped > 100, "{size}: {events} {dropped}");
    }
}

#[test]
fn the_core_waits_only_while_queues_are_nearly_full() {
    // One instruction of eight is an event: six cycles each, so all of them leave in time.
    let source = "handler H = 1; P0: T.INSN & 0xffffffff == 0x00000013 => null, R1; R1: call(H, T.INSN); T.INSN;";
    for size in ["up5k", "ecp5_pipelined"] {
        let records: Vec<Rvfi> =
            (0..4_000).map(|i| at(4 * i, if i % 8 == 0 { NOP } else { 0x0031_00b3 }, 4 * i + 4)).collect();
        let mut options = options(size, Core::Ibex, text(source));
        options.switches.hold = true;
        let report = agrees(&options, &records, "in time");
        assert_eq!((report.events, report.dropped, report.hardware.held), (500, 0, 0), "{size}");
        // Sixty in a row, then none for long: the first few find room, then the core waits for the others.
        let burst = |i: u64| if i % 2_000 < 60 { NOP } else { 0x0031_00b3 };
        let records: Vec<Rvfi> = (0..4_000).map(|i| at(4 * i, burst(i), 4 * i + 4)).collect();
        let report = agrees(&options, &records, "in bursts");
        println!("{size}: {} cycles held", report.hardware.held);
        assert_eq!((report.events, report.dropped), (120, 0));
        assert!((200..2 * 60 * 6).contains(&report.hardware.held), "{size}: {:?}", report.hardware);
    }
}

/// What the engine took of retirements that a core had, and what was lost before it.
fn taken_and_lost(options: &Options, records: &[Rvfi]) -> (u32, u32) {
    let mut host = Host::connect(monitor::monitor(options).unwrap()).unwrap();
    host.start(&options.program, None, AddrSrc::Mem, options.switches).unwrap();
    host.transport().feed(records, Pace::Dense);
    host.transport().idle(200_000);
    host.flush().unwrap();
    host.transport().idle(2_000);
    let lost = spec::LOST.field("LOST").of(host.read(&spec::LOST).unwrap());
    (host.transport().read(regs::N_IN.offset.into()).unwrap(), lost)
}

#[test]
fn the_engine_pipelined_is_given_a_retirement_in_every_cycle() {
    // Every instruction counts, and calls are events; no pattern asks for a flag.
    let source = "handler H = 9; P0: any => inc_1, null; P1: T.OPCLASS == call => null, R1;
        R1: call(H, T.INSN); T.INSN;";
    let records = retirements(Core::Ibex);
    let mut options = options("ecp5_pipelined", Core::Ibex, text(source));
    for hold in [false, true] {
        options.switches.hold = hold;
        let report = agrees(&options, records, "in every cycle");
        println!("{} events", report.events);
        assert_eq!((report.hardware.held, report.dropped), (0, 0));
        assert!(report.events > 300, "{} events", report.events);
    }
    let mut host = Host::connect(monitor::monitor(&options).unwrap()).unwrap();
    host.start(&options.program, None, AddrSrc::Mem, options.switches).unwrap();
    assert_eq!(host.transport().bare(records), LENGTH as u64);
    // From the last one to the engine's verdict, which does not depend on how many there were.
    host.transport().idle(60);
    let counted = host.transport().read(regs::N_IN.offset.into()).unwrap();
    assert_eq!(counted as usize, LENGTH - 1, "the tap holds the last one");
}

#[test]
fn a_core_that_is_held_late_loses_nothing_before_the_engine_pipelined_or_it_is_counted() {
    const COUNT: u32 = 5_000;
    let records = &retirements(Core::Ibex)[..COUNT as usize];
    let mut options = options("ecp5_pipelined", Core::Ibex, every_instruction());
    (options.wait, options.effort) = ((200, 400), Effort::Quick);
    options.rtl = Some(late(Unit::Monitor, "ecp5_pipelined", spec::LATE));
    let report = agrees(&options, records, "late");
    assert!(report.events == u64::from(COUNT) && report.hardware.held > 10_000, "{:?}", report.hardware);
    assert_eq!(taken_and_lost(&options, records), (COUNT, 0));
    // More than there is room for.
    let later = late(Unit::Monitor, "ecp5_pipelined", 16);
    options.rtl = Some(later.clone());
    let (taken, lost) = taken_and_lost(&options, records);
    println!("{taken} taken, {lost} lost");
    assert!(lost > 100 && taken + lost == COUNT, "{taken} {lost}");
    let unseen = later.replace("misses <= rec_valid & full;", "misses <= 1'b0;");
    assert!(unseen != later);
    options.rtl = Some(unseen);
    let (taken, lost) = taken_and_lost(&options, records);
    assert!(taken + lost < COUNT, "{taken} {lost}");
}

/// A retirement of machine mode.
fn at(pc: u64, insn: u32, next_pc: u64) -> Rvfi {
    Rvfi { pc, insn, next_pc, ..Rvfi::default() }
}

/// The events of a hardware that is set up with a program, over the bus.
fn reported(program: Program, records: &[Rvfi]) -> Vec<Event> {
    let options = options("up5k", Core::Ibex, program);
    let mut host = Host::connect(monitor::monitor(&options).unwrap()).unwrap();
    let switches = Switches { hold: false, stream: false };
    host.start(&options.program, None, AddrSrc::Mem, switches).unwrap();
    let mut events = vec![];
    for part in records.chunks(20) {
        host.transport().feed(part, Pace::Dense);
        host.transport().idle(200);
        host.events(&mut events).unwrap();
    }
    host.flush().unwrap();
    host.transport().idle(200);
    host.events(&mut events).unwrap();
    events
}

#[test]
fn an_interrupt_between_a_call_and_its_callee_is_no_entry() {
    const CALL: u32 = 0x0800_00ef; // jal x1, 128
    const HANDLER: u64 = 0x9000;
    let program = text("handler H = 9; P0: T.OPCLASS == entry => null, R1; R1: call(H, T.INSN); T.INSN;");
    let callee = at(0x1084, NOP, 0x1088);
    let first = Rvfi { flags: Rvfi::INTR, ..at(HANDLER, NOP, HANDLER + 4) };
    let interrupted = [
        at(0x1004, CALL, 0x1084),
        first,
        at(HANDLER + 4, MRET, HANDLER + 8),
        callee,
        at(0x1088, NOP, 0x108c),
        // The handler again, where nobody was called.
        first,
        at(HANDLER + 4, MRET, HANDLER + 8),
        at(0x108c, NOP, 0x1090),
    ];
    let found: Vec<_> = reported(program.clone(), &interrupted).iter().map(|event| event.pc).collect();
    assert_eq!(found, [0x1084]);
    // A handler that calls has an entry of its own, and the first call is forgotten.
    let call = at(HANDLER + 4, CALL, HANDLER + 0x84);
    let inner = at(HANDLER + 0x84, NOP, HANDLER + 0x88);
    let nested = [interrupted[0], first, call, inner, at(HANDLER + 0x88, MRET, 0), callee, at(0x1088, NOP, 0x108c)];
    let found: Vec<_> = reported(program, &nested).iter().map(|event| event.pc).collect();
    assert_eq!(found, [HANDLER as u32 + 0x84]);
}

#[test]
fn a_trigger_of_user_mode_is_ignored() {
    let branch = |pc| at(pc, 0x0080_006f, pc + 8);
    let mode = |lacks: u8, record: Rvfi| Rvfi { flags: lacks << Rvfi::BELOW_MACHINE, ..record };
    for (lacks, counts) in [(3, false), (2, true), (0, true)] {
        let records = [
            branch(0x100),
            mode(lacks, at(0x108, ON_TRIGGER, 0x10c)),
            // The branch is reported in any mode once sampling is on.
            mode(3, branch(0x10c)),
            at(0x114, NOP, 0x118),
        ];
        let found: Vec<_> =
            reported(program(&["triggers", "region"], &[]), &records).iter().map(|event| event.pc).collect();
        assert_eq!(found, if counts { vec![0x10c] } else { vec![] }, "mode {}", 3 - lacks);
    }
}

#[test]
fn retirements_that_come_though_the_core_is_held_find_room() {
    let records = &retirements(Core::Ibex)[..5_000];
    let mut options = options("up5k", Core::Ibex, every_instruction());
    (options.wait, options.effort) = ((200, 400), Effort::Quick);
    options.rtl = Some(late(Unit::Monitor, "up5k", spec::LATE));
    let report = agrees(&options, records, "late");
    assert!(report.events == 5_000 && report.hardware.held > 10_000, "{:?}", report.hardware);
    // More than there is room for.
    options.rtl = Some(late(Unit::Monitor, "up5k", 16));
    assert!(run(&options, records).dropped > 0);
}

fn refused(host: &mut Host<Profiler>) -> bool {
    let word = host.read(&spec::STATUS).unwrap();
    host.transport().write(spec::STATUS.offset.into(), u32::MAX).unwrap();
    spec::STATUS.field("REFUSED").of(word) == 1
}

#[test]
fn the_registers_say_what_there_is_and_refuse_the_rest() {
    for (name, build) in spec::VARIANTS.iter().map(|variant| (variant.name, spec::Build::of(variant))) {
        let options = options(name, Core::Ibex, every_instruction());
        let mut host = Host::connect(monitor::monitor(&options).unwrap()).unwrap();
        assert_eq!(*host.config(), build.engine);
        let size = host.read(&spec::BUILD).unwrap();
        assert_eq!(spec::BUILD.field("MAP_CODES").of(size), build.codes);
        assert_eq!(spec::BUILD.field("EVENTS").of(size), build.events);
        host.start(&options.program, None, AddrSrc::Mask, Switches { hold: false, stream: false }).unwrap();
        assert_eq!([host.read(&spec::TAP).unwrap(), host.read(&spec::IRQ_AT).unwrap()], [1, 0]);
        assert!(!refused(&mut host));
        // Neither register nor event, read only, written only, and a map that is on.
        let write = |host: &mut Host<Profiler>, offset: u16, word| host.transport().write(offset.into(), word);
        for offset in [spec::EVENT.offset, spec::EVENT.offset + 24, 0x8100, 0xfffc, spec::COMMAND.offset] {
            assert_eq!(host.transport().read(offset.into()), Ok(0), "{offset:#x}");
            assert!(refused(&mut host), "{offset:#x}");
        }
        for offset in [spec::ID.offset, spec::WAITING.offset, spec::EVENT.offset, 0x9800] {
            write(&mut host, offset, 1).unwrap();
            assert!(refused(&mut host), "{offset:#x}");
        }
        write(&mut host, spec::MAP_CTRL.offset, 1).unwrap();
        write(&mut host, spec::MAP_WDATA.offset, 1).unwrap();
        assert!(refused(&mut host));
        write(&mut host, spec::CTRL.offset, spec::CTRL.field("BUS_ERROR").at(1)).unwrap();
        assert_eq!(host.transport().read(0x8100), Err(BusError::Refused(0x8100)));
        assert_eq!(host.transport().read(spec::CTRL.offset.into()), Ok(4));
        assert!(refused(&mut host));
        // An event is read in any order, and goes with its last word.
        let records: Vec<_> = (0..3).map(|i| at(0x100 + 4 * i, NOP, 0x104 + 4 * i)).collect();
        host.transport().feed(&records, Pace::Dense);
        host.transport().idle(100);
        assert_eq!(host.read(&spec::WAITING).unwrap(), 2);
        for word in [2, 1, 2] {
            let read = host.transport().read((spec::EVENT.offset + 4 * word).into());
            assert_eq!(read, Ok(if word == 1 { 0x100 } else { NOP }));
        }
        let (mut events, last) = (vec![], spec::EVENT.offset + 20);
        host.transport().read(last.into()).unwrap();
        assert_eq!(host.events(&mut events).unwrap(), 1);
        assert_eq!((events[0].pc, events[0].handler, classify(events[0].insn)), (0x104, 9, classify(NOP)));
        host.flush().unwrap();
        host.transport().idle(100);
        assert_eq!(host.events(&mut events).unwrap(), 1);
        assert_eq!(events[1].pc, 0x108);
        assert!(!refused(&mut host));
    }
}

#[test]
fn a_host_that_waits_for_another_word_in_vain_is_told() {
    let mut options = options("up5k", Core::Ibex, every_instruction());
    options.hang_cycles = 1_000;
    let mut monitor = monitor::monitor(&options).unwrap();
    let [id, build] = [&spec::ID, &spec::BUILD].map(|register| register.offset.into());
    let word = monitor.read(id).unwrap();
    assert!((1..1_000).all(|_| monitor.read(id) == Ok(word)));
    assert_eq!(monitor.read(id), Err(BusError::Stuck(id, 1_000)));
    // After another one the count begins anew.
    monitor.read(build).unwrap();
    assert_eq!(monitor.read(id), Ok(word));
    // Who waits while retirements are taken does not wait in vain.
    let records = &retirements(Core::Ibex)[..20_000];
    assert_eq!(monitor.feed(records, Pace::Later), records.len());
    let waited = (0..).take_while(|_| monitor.read(id) == Ok(word)).count() as u64;
    assert_eq!(monitor.state().retired, 20_000);
    assert!(waited > 2 * options.hang_cycles, "{waited} reads");
}

/// A preset with faults, on retirements that show a slip at each of its joints: without one nothing is wrong with it.
fn joined(preset: &'static str, records: &[Rvfi], faults: &[Fault<'_>]) -> (Options, Planted) {
    let source = "handler G = 1; handler H = 2;
        P0: T.FLT in {entry, mute} && T.PRIV >= S => inc_0, R1;
        P1: T.OPCLASS == mem && T.PRIV >= M => inc_1, R1;
        P2: T.OPCLASS == backedge => null, R2;
        P3: T.OPCLASS == entry && T.PRIV >= S => null, R2;
        R1: call(G, T.INSN); T.INSN;
        R2: call(H); T.INSN;";
    let low = records.iter().map(|record| record.pc as u32).min().unwrap();
    let mut map = checkmap::Image::new(low, 4096);
    (0..4096).step_by(3).for_each(|slot| {
        map.set(low + 2 * slot, Code::Entry);
    });
    let mut good = options(preset, Core::Ibex, text(source));
    let planted = Planted::of(Unit::Monitor, preset, faults);
    (good.map, good.wait, good.rtl) = (Some(map), (9_000, 60), Some(planted.with(0).verilog.clone()));
    let report = agrees(&good, records, "no fault");
    assert!(report.events > 1_000 && report.hardware.held > 1_000, "{} {:?}", report.events, report.hardware);
    assert!(!differs(&good, few(records)));
    (good, planted)
}

#[test]
fn faults_planted_between_the_units_are_found() {
    let records = disturbed(&mut Random(5));
    // The last two are seen by a host that asks for events.
    let faults = [
        ("u_align", ".rec_mode(rec_mode)", ".rec_mode(2'd3)"),
        ("u_align", ".map_code(map_code)", ".map_code(2'd0)"),
        ("u_checkmap", ".rec_pc(rec_pc)", ".rec_pc(in_pc)"),
        ("u_align", ".rec_npc(rec_npc)", ".rec_npc(rec_pc)"),
        ("u_align", ".rec_addr(rec_addr)", ".rec_addr(32'd0)"),
        ("u_align", ".rec_rvc(rec_rvc)", ".rec_rvc(1'b0)"),
        ("u_hps", ".in_trap(in_trap)", ".in_trap(1'b0)"),
        ("u_tap", ".ret_flush(tap_flush)", ".ret_flush(1'b0)"),
        ("u_words", ".cfg_hold(cfg_hold)", ".cfg_hold(1'b0)"),
        ("u_words", ".step_word(step_word)", ".step_word(1'b0)"),
        ("u_words", ".ev_taken(ev_taken)", ".ev_taken(1'b0)"),
        ("u_queue", ".out_ready(out_ready)", ".out_ready(1'b1)"),
        ("u_queue", ".evq_take(evq_take)", ".evq_take(evq_there)"),
        ("u_queue", ".evq_place(evq_place)", ".evq_place({evq_place[2:1], 1'b0})"),
    ];
    let (good, planted) = joined("up5k", &records, &faults);
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        let mut options = good.clone();
        options.switches.stream = number <= faults.len() - 2;
        options.rtl = Some(planted.with(number).verilog.clone());
        assert!(differs(&options, &records), "{instance} {to} is not found");
    }
}

#[test]
fn faults_planted_in_the_queue_before_the_engine_pipelined_are_found() {
    let records = disturbed(&mut Random(5));
    let faults = [
        ("u_records", ".rec_mode(rec_mode)", ".rec_mode(2'd3)"),
        ("u_records", ".map_code(map_code)", ".map_code(2'd0)"),
        ("u_records", ".rec_npc(rec_npc)", ".rec_npc(rec_pc)"),
        ("u_records", ".rec_addr(rec_addr)", ".rec_addr(32'd0)"),
        ("u_records", ".rec_rvc(rec_rvc)", ".rec_rvc(1'b0)"),
        ("u_records", ".rec_trap(rec_trap)", ".rec_trap(1'b0)"),
        ("u_records", ".in_ready(in_ready)", ".in_ready(1'b1)"),
        ("u_checkmap", ".rec_pc(rec_pc)", ".rec_pc(in_pc)"),
        ("u_tap", ".ret_flush(tap_flush)", ".ret_flush(1'b0)"),
        ("u_hps", ".hold(cfg_hold)", ".hold(1'b0)"),
        ("", "near <= «|level[half_bit +: 2]»;", "1'b0"),
        ("", "wire known = «came[known_bit]»;", "came[known_bit - 3'd1]"),
        ("", "if («known») coded <= coded + 4'd1;", "1'b0"),
        ("", "wire goes = «(|ready)» &", "|level"),
        ("", "offered <= «goes | (offered & ~in_ready)»;", "goes"),
        ("", "if («~known & goes») ready", "goes"),
    ];
    let (good, planted) = joined("ecp5_pipelined", &records, &faults);
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        let options = Options { rtl: Some(planted.with(number).verilog.clone()), ..good.clone() };
        assert!(differs(&options, &records), "{instance} {to} is not found");
    }
}
