//! A profiler with the engine in it: the events that count are those whose instructions met the sampling flag, and
//! hardware and model agree in the profile, the counters, every event and every register (docs/reference/profiler.md
//! P17).
use crate::support::disturbed::disturbed;
use crate::support::hang::HANG_CYCLES;
use crate::support::hps::{retire, shipped};
use crate::support::late::late;
use crate::support::monitors::{every_instruction, soon, text};
use crate::support::planted::{Fault, Planted};
use crate::support::retired::{LENGTH, Recorded, retirements};
use crate::support::tables::random_program;
use std::sync::LazyLock;
use treetap::catalog::Unit;
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::Pace;
use treetap::cosim::session::{self, Guide, Options, Report};
use treetap::host::Host;
use treetap::host::monitor::{self, Program, Switches};
use treetap::model::monitor::Monitor;
use treetap::spec::burst::{self, Mode, Pulse};
use treetap::spec::counters::Counter;
use treetap::spec::hps::regs;
use treetap::spec::monitor as spec;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::regs::Op;
use treetap::spec::retire::Rvfi;
use treetap::spec::select::Kind;
use treetap::trace::shapes::Random;

/// A preset, and the size of engine that is in it.
const BUILDS: [(&str, &str); 2] = [("nano_hps", "up5k"), ("fast_hps", "ecp5")];

/// Bursts of back edges, and their call pairs.
fn bursts() -> Program {
    let compiled = shipped(&["bursty", "callpair"], &[("nCheck0", 40), ("nInstr0", 20)], &retire());
    Program { image: compiled.image, control: compiled.control }
}

/// Every instruction that meets the flag counts.
fn options(name: &str, core: Core, program: Program) -> Options {
    let preset = preset(name).unwrap();
    let mut config = Config::new(preset, core, Kind::Pc);
    config.burst = burst::Config { mode: Mode::External, ..burst::Config::default() };
    let guide = Some(Guide { program, map: None, hold: true });
    Options { effort: Effort::Test, hang_cycles: HANG_CYCLES, guide, ..Options::new(preset, config) }
}

fn run(options: &Options, records: &[Rvfi]) -> Report {
    session::run(options, session::profiler(options).unwrap(), &mut Recorded(records), &mut |_| {}).unwrap()
}

fn agrees(options: &Options, records: &[Rvfi], what: &str) -> Report {
    let report = run(options, records);
    assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None), "{what}");
    let engine = report.engine.as_ref().unwrap();
    assert_eq!((&engine.broken[..], report.counts.get(Counter::Retired) as usize), (&[][..], records.len()), "{what}");
    assert!(report.compared > engine.events + 60, "{what}: {} compared", report.compared);
    report
}

/// Instructions of a core that meet the flag, by the model of a monitor alone.
fn inside(options: &Options, records: &[Rvfi]) -> u64 {
    let Guide { program, map, .. } = options.guide.as_ref().unwrap();
    let build = options.preset.engine().unwrap();
    let mut monitor = Monitor::new(&build, options.config.tap);
    if let Some(map) = map {
        monitor.map.load(map);
    }
    program.writes(&build.engine).iter().for_each(|&(offset, word)| monitor.engine.write(offset, word));
    let mut met = 0;
    for (at, rvfi) in records.iter().enumerate() {
        let flag = monitor.engine.sampling();
        // The instruction that reaches the engine is that of the retirement before.
        met += u64::from(flag && at > 0 && !records[at - 1].trap());
        monitor.push(rvfi);
    }
    met + u64::from(monitor.engine.sampling() && !records[records.len() - 1].trap())
}

#[test]
fn instructions_that_meet_the_flag_are_those_that_count() {
    for (name, _) in BUILDS {
        for core in Core::ALL {
            let mut options = options(name, core, bursts());
            options.wait = (3_000, 20);
            let records = &retirements(core)[..LENGTH / 2];
            let report = agrees(&options, records, &format!("{name} {}", core.name()));
            let (met, engine) = (inside(&options, records), report.engine.unwrap());
            println!("{name} {}: {met} of {}, {} events", core.name(), records.len(), engine.events);
            assert_eq!(report.events, met, "{name} {}: every instruction of a burst, and no other", core.name());
            assert!(met > 2_000 && met < records.len() as u64 * 2 / 3, "{name} {}: {met}", core.name());
            assert!(engine.events > 50 && engine.dropped == 0 && engine.bursts > 20, "{name}: {}", engine.events);
            assert!(report.sampled.bursts.abs_diff(engine.bursts.into()) < 20, "{} bursts", report.sampled.bursts);
        }
    }
}

#[test]
fn random_programs_pauses_and_gates_change_nothing() {
    for (name, tables) in BUILDS {
        let mut random = Random(12);
        let (mut events, mut inside, mut gated, mut dropped) = (0, 0, 0, 0);
        for round in 0..6 {
            let records = disturbed(&mut random);
            let config = treetap::spec::hps::preset(tables).unwrap().config(treetap::spec::hps::Mode::Retire);
            let (program, map) = random_program(&mut random, config, 4096, &records);
            let mut options = options(name, [Core::Ibex, Core::Picorv32][round % 2], program);
            options.config.select.kind = [Kind::Pc, Kind::Code, Kind::Edges][round % 3];
            let guide = options.guide.as_mut().unwrap();
            (guide.map, guide.hold) = (Some(map), round % 3 != 0);
            options.seed = 300 + round as u64;
            (options.idle, options.wait) = ([(0, 0), (30_000, 60)][round / 2 % 2], (9_000, [1_500, 60][round % 2]));
            options.gates = (1..30).map(|i| (i * 397, i % 2 == 0)).collect();
            // An instruction whose event waits is still under way when a pulse comes.
            let last = if round % 3 == 0 { 12 } else { 1 };
            let pulse = |i: u64| if i.is_multiple_of(3) { Pulse::Off } else { Pulse::On };
            options.pulses = (1..last).map(|i| (i * 1_009, pulse(i))).collect();
            let report = agrees(&options, &records, &format!("{name}, round {round}"));
            let engine = report.engine.unwrap();
            (events, dropped) = (events + engine.events, dropped + engine.dropped);
            (inside, gated) = (inside + report.events, gated + report.counts.get(Counter::RejectedGate));
        }
        println!("{name}: {inside} counted, {gated} gated, {events} events, {dropped} dropped");
        assert!(inside > 3_000 && gated > 10_000 && events > 5_000 && dropped > 100, "{name}");
    }
}

#[test]
fn the_pace_of_core_and_stream_changes_no_profile() {
    for (name, _) in BUILDS {
        let records = &retirements(Core::Ibex)[..20_000];
        let plain = agrees(&options(name, Core::Ibex, bursts()), records, name);
        for seed in 2..4 {
            let mut paused = options(name, Core::Ibex, bursts());
            (paused.seed, paused.idle, paused.wait) = (seed, (0x1000 * seed, 40), (4_000, 300));
            let report = agrees(&paused, records, name);
            assert!(report.hardware.cycles > plain.hardware.cycles, "no pauses");
            assert_eq!((report.profile.to_words(), report.counts), (plain.profile.to_words(), plain.counts));
        }
    }
}

#[test]
fn an_engine_whose_events_nobody_takes_holds_core_and_profile() {
    for (name, _) in BUILDS {
        let mut options = options(name, Core::Ibex, every_instruction());
        options.wait = (300, 2_000);
        let report = agrees(&options, &retirements(Core::Ibex)[..6_000], name);
        let engine = report.engine.unwrap();
        assert_eq!((engine.events, engine.dropped), (6_000, 0));
        assert!(report.hardware.held > 30_000, "{name}: {:?}", report.hardware);
    }
}

#[test]
fn the_flag_means_nothing_in_other_modes() {
    for (name, _) in BUILDS {
        let mut options = options(name, Core::Ibex, bursts());
        options.config.burst.mode = Mode::Always;
        let records = &retirements(Core::Ibex)[..20_000];
        let report = agrees(&options, records, name);
        assert_eq!(report.events, records.iter().filter(|rvfi| !rvfi.trap()).count() as u64);
        // A program that counts nothing lets nothing through.
        let mut never = self::options(name, Core::Ibex, text("P0: any => null, null;"));
        never.guide.as_mut().unwrap().hold = false;
        let report = agrees(&never, records, name);
        assert_eq!(report.events, 0);
        assert!(report.counts.get(Counter::RejectedBurst) > 19_000, "{name}");
    }
}

/// Whether hardware and model differ, or a law is broken, or the hardware gives up.
fn differs(options: &Options, records: &[Rvfi]) -> bool {
    soon(records, |records| {
        let found = session::run(options, session::profiler(options).unwrap(), &mut Recorded(records), &mut |_| {});
        found.map_or(true, |report| report.mismatches > 0 || report.engine.is_some_and(|e| !e.broken.is_empty()))
    })
}

/// This Verilog is another design than the model's.
fn found(name: &str, rtl: String) -> bool {
    static RECORDS: LazyLock<Vec<Rvfi>> =
        LazyLock::new(|| [&disturbed(&mut Random(5)), &retirements(Core::Ibex)[..20_000]].concat());
    let mut options = Options { effort: Effort::Test, rtl: Some(rtl), ..options(name, Core::Ibex, bursts()) };
    options.gates = (1..40).map(|i| (i * 977, i % 2 == 0)).collect();
    differs(&options, &RECORDS)
}

/// Retirements that were counted, and that were lost before the filters, of those that a core had.
fn counted_and_lost(options: &Options, records: &[Rvfi]) -> (u32, u32) {
    let Guide { program, hold, .. } = options.guide.as_ref().unwrap();
    let mut engine = monitor::Host::connect(session::profiler(options).unwrap()).unwrap();
    let switches = Switches { hold: *hold, stream: true };
    engine.start(program, None, options.config.tap.addr_src, switches).unwrap();
    let mut host = Host::at(engine.into_transport(), options.preset.base()).unwrap();
    host.start(&options.config).unwrap();
    assert_eq!(host.transport().feed(records, Pace::Dense), records.len());
    host.transport().idle(100_000);
    host.command(Op::Flush).unwrap();
    let counted = host.counters().unwrap().0.get(Counter::Retired);
    let mut engine = monitor::Host::connect(host.into_transport()).unwrap();
    (counted, spec::LOST.field("LOST").of(engine.read(&spec::LOST).unwrap()))
}

#[test]
fn a_core_that_is_held_late_loses_nothing_or_it_is_counted() {
    // What finds room after the core was to be held (P17), and what does not.
    for (name, late_ones) in [("nano_hps", 1), ("fast_hps", spec::LATE)] {
        let mut options = options(name, Core::Ibex, every_instruction());
        (options.effort, options.wait) = (Effort::Quick, (30_000, 60));
        let records = &retirements(Core::Ibex)[..3_000];
        options.rtl = Some(late(Unit::Profiler, name, late_ones));
        agrees(&options, records, name);
        assert_eq!(counted_and_lost(&options, records), (3_000, 0), "{name}");
        options.rtl = Some(late(Unit::Profiler, name, 24));
        let (counted, lost) = counted_and_lost(&options, records);
        println!("{name}: {counted} counted, {lost} lost");
        assert!(lost > 100 && counted + lost == 3_000, "{name}: {counted} {lost}");
    }
}

#[test]
fn the_page_of_the_engine_takes_a_flush_and_events_leave_over_the_bus() {
    for (name, _) in BUILDS {
        let options = Options { effort: Effort::Quick, ..options(name, Core::Ibex, every_instruction()) };
        let program = &options.guide.as_ref().unwrap().program;
        let mut engine = monitor::Host::connect(session::profiler(&options).unwrap()).unwrap();
        let switches = Switches { hold: true, stream: false };
        engine.start(program, None, options.config.tap.addr_src, switches).unwrap();
        let records = &retirements(Core::Ibex)[..20];
        assert_eq!(engine.transport().feed(records, Pace::Dense), 20);
        engine.transport().idle(2_000);
        // The last one is in the tap until it is told to release it.
        assert_eq!(engine.read(&regs::N_IN).unwrap(), 19, "{name}");
        engine.flush().unwrap();
        engine.transport().idle(2_000);
        assert_eq!(engine.read(&regs::N_IN).unwrap(), 20, "{name}");
        let mut events = vec![];
        assert_eq!(engine.events(&mut events).unwrap(), 20, "{name}");
        assert!(events.iter().zip(records).all(|(event, record)| u64::from(event.pc) == record.pc), "{name}");
        // The profiler's own registers lie on their page, and nowhere else.
        assert!(Host::connect(engine.into_transport()).is_err(), "{name}");
    }
}

#[test]
fn a_flush_waits_for_the_records_at_the_engine() {
    for (name, _) in BUILDS {
        let mut options = options(name, Core::Ibex, every_instruction());
        (options.effort, options.config.burst.mode) = (Effort::Quick, Mode::Always);
        // Who takes events is away nearly always, so that the last record is still at the engine.
        options.wait = (60_000, 60);
        // So few are through soon.
        options.hang_cycles = 20_000;
        let records = &retirements(Core::Ibex)[..120];
        agrees(&options, records, name);
        let planted = Planted::of(Unit::Profiler, name, &[("u_steer", ".level(level)", ".level(7'd0)")]);
        options.rtl = Some(planted.with(1).verilog.clone());
        assert!(differs(&options, records), "{name}: a flush that does not wait is not found");
    }
}

#[test]
fn faults_planted_where_the_engine_is_joined_are_found() {
    let slow: &[Fault<'_>] = &[
        // The sampler hears nothing.
        ("u_burst", ".ext_on(burst_on)", ".ext_on(1'b0)"),
        ("u_burst", ".ext_off(burst_off)", ".ext_off(1'b0)"),
        // The flag now, not the one that the instruction met.
        ("u_steer", ".rec_flag(rec_flag)", ".rec_flag(sampling)"),
        // The gate as it is now, not as it was.
        ("u_steer", ".rec_open(rec_open)", ".rec_open(gate_open)"),
        // The core is held for the sample buffer alone.
        ("u_verdict", ".ready(ready)", ".ready(room)"),
    ];
    let fast: &[Fault<'_>] = &[
        // The sampler hears the opposite.
        ("u_burst", ".ext_off(burst_off)", ".ext_off(burst_on)"),
        ("u_steer", ".rec_flag(rec_flag)", ".rec_flag(sampling)"),
        ("u_steer", ".rec_open(rec_open)", ".rec_open(gate_open)"),
        // The core is never held.
        ("u_verdict", ".ready(ready)", ".ready(1'b1)"),
        // The gate is a cycle early for the verdict.
        ("", "gate_shut = «late_shut»", "shut4"),
        // A record that did not execute takes a flag.
        ("", "uses = «goes & ~trap»", "goes"),
    ];
    for (name, faults) in [("nano_hps", slow), ("fast_hps", fast)] {
        let planted = Planted::of(Unit::Profiler, name, faults);
        assert!(!found(name, planted.with(0).verilog.clone()), "{name}: something is found where no fault is");
        for ((_, _, to), number) in faults.iter().zip(1..) {
            assert!(found(name, planted.with(number).verilog.clone()), "{name}: {to} is not found");
        }
    }
}
