//! A monitor with a phase tracker in it: sampling follows its intervals, and hardware and model agree on every
//! interval, event and register (docs/reference/monitor.md N10).
use crate::support::disturbed::disturbed;
use crate::support::late::late;
use crate::support::monitors::{agrees, differs, every_instruction, few, options, run, text};
use crate::support::planted::Planted;
use crate::support::retired::retirements;
use crate::support::tables::random_program;
use std::collections::BTreeSet;
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::monitor::{self, Options, Report};
use treetap::cosim::pins::Pins;
use treetap::host::monitor::{Host, Program, Switches};
use treetap::model::phase::Phase;
use treetap::model::tap::Tap;
use treetap::spec::hps::regs;
use treetap::spec::monitor::{self as spec, Build, PHASE_OFFSET, VARIANTS};
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{self, Config};
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// Instructions of an interval: many of them in the recorded runs.
const LEN: u32 = 600;

fn tracked(program: Program, core: Core) -> Options {
    let mut options = options("phases", core, program);
    options.phase = Some(Config { k: 1, ..Config::of(LEN, 20) });
    options
}

/// While sampling goes on, every instruction is an event.
fn while_sampling() -> Program {
    text("handler H = 9; P0: zero_0 => null, R1; R1: call(H, T.INSN); T.INSN;")
}

/// What tap and tracker alone say of retirements.
struct Alone {
    /// Executed instructions of sampled intervals.
    sampled: u64,
    /// Executed instructions.
    executed: u64,
    /// Times that a sampled interval follows one that is not.
    begun: u16,
}

fn alone(options: &Options, records: &[Rvfi]) -> Alone {
    let build = Build::of(&options.hardware).phase.unwrap();
    let mut tracker = Phase::sized(build, options.phase.unwrap());
    let mut tap = Tap::new(options.tap);
    let mut records: Vec<_> = records.iter().filter_map(|rvfi| tap.push(rvfi)).collect();
    records.extend(tap.flush());
    let (mut found, mut before) = (Alone { sampled: 0, executed: 0, begun: 0 }, false);
    for record in records.iter().filter(|record| !record.trap) {
        let now = tracker.sampling();
        found.executed += 1;
        found.sampled += u64::from(now);
        found.begun += u16::from(now && !before);
        before = now;
        tracker.step(&Retired::from(record));
    }
    found
}

/// A register of the tracker as the hardware had it at the end.
fn register(report: &Report, register: &treetap::spec::regs::Register) -> u32 {
    report.tracked.iter().find(|row| row.0 == register.offset).unwrap().1
}

#[test]
fn the_instructions_of_sampled_intervals_are_the_events() {
    for core in Core::ALL {
        let mut options = tracked(while_sampling(), core);
        for (stream, idle, wait) in [(true, (0, 0), (0, 0)), (true, (20_000, 9), (9_000, 60)), (false, (0, 0), (0, 0))]
        {
            (options.switches.stream, options.idle, options.wait) = (stream, idle, wait);
            let report = agrees(&options, retirements(core), core.name());
            let Alone { sampled, executed, begun } = alone(&options, retirements(core));
            assert_eq!((report.events, report.dropped), (sampled, 0), "{}", core.name());
            assert!(sampled >= 3 * u64::from(LEN) && sampled < executed / 2, "{sampled} of {executed}");
            assert_eq!(report.bursts, begun, "{}: sampled intervals that follow each other are one", core.name());
            assert_eq!(report.intervals.len() as u64, executed / u64::from(LEN), "{}", core.name());
            let phases: BTreeSet<_> = report.intervals.iter().map(|interval| interval.id).collect();
            assert!(phases.len() > 3 && begun > 2, "{}: {} phases, {begun} begun", core.name(), phases.len());
            assert_eq!(register(&report, &phase::regs::LOST), 0);
            println!("{}: {sampled} of {executed}, {} intervals", core.name(), report.intervals.len());
        }
    }
}

#[test]
fn random_programs_see_every_interval_under_pauses_and_back_pressure() {
    let mut random = Random(91);
    let (mut intervals, mut sampled, mut vain, mut dropped, mut traps) = (0, 0, 0, 0, 0);
    for round in 0..8 {
        let records = disturbed(&mut random);
        let engine = Build::of(VARIANTS.iter().find(|v| v.name == "phases").unwrap()).engine;
        let (program, map) = random_program(&mut random, engine, 4096, &records);
        let mut options = tracked(program, [Core::Ibex, Core::Picorv32][round % 2]);
        let config = options.phase.as_mut().unwrap();
        (config.len, config.thr) = (512 + random.below(200) as u32, 60 + random.below(200) as u16);
        config.k = 1 + (round % 3 == 2) as u8;
        options.map = (round % 4 != 3).then_some(map);
        options.seed = 200 + round as u64;
        options.switches = Switches { hold: round % 3 != 0, stream: round % 4 != 1 };
        (options.idle, options.wait) =
            ([(0, 0), (20_000, 9)][round / 2 % 2], (9_000, if options.switches.hold { 60 } else { 600 }));
        let report = agrees(&options, &records, &format!("round {round}"));
        intervals += report.intervals.len();
        sampled += report.intervals.iter().filter(|interval| interval.sampled).count();
        vain += report.intervals.iter().filter(|interval| interval.discarded).count();
        (dropped, traps) = (dropped + report.dropped, traps + report.traps);
        assert!(report.hardware.held > 50 * report.intervals.len() as u64, "the core waits for the tracker");
    }
    println!("{intervals} intervals, {sampled} sampled, {vain} in vain, {dropped} dropped, {traps} traps");
    assert!(
        intervals > 100 && sampled > 20 && vain > 2 && dropped > 100 && traps > 1_000,
        "{intervals} {sampled} {vain}"
    );
}

/// Retirements of which the last but one ends an interval: it is judged while the flush comes for the last one.
fn ends_before_the_last(core: Core) -> &'static [Rvfi] {
    let executed: Vec<_> =
        retirements(core).iter().enumerate().filter(|(_, rvfi)| !rvfi.trap()).map(|(at, _)| at).collect();
    &retirements(core)[..executed[20 * LEN as usize - 1] + 2]
}

#[test]
fn a_flush_waits_until_the_tracker_takes_the_record() {
    let mut options = tracked(every_instruction(), Core::Ibex);
    let records = ends_before_the_last(Core::Ibex);
    let report = agrees(&options, records, "the flush waits");
    assert_eq!((report.intervals.len(), register(&report, &phase::regs::LOST)), (20, 0));
    assert_eq!(report.register(regs::N_IN.offset) as u64, report.retired - report.traps);
    // One that does not wait loses the record for the tracker.
    let good = emit(Unit::Monitor, "phases").unwrap().verilog;
    let hasty = good.replace("assign tap_flush = asked & ~phase_hold;", "assign tap_flush = asked;");
    assert!(hasty != good);
    (options.rtl, options.effort) = (Some(hasty), Effort::Quick);
    let report = run(&options, records);
    assert!(report.mismatches > 0 && register(&report, &phase::regs::LOST) == 1, "{:?}", report.first);
}

#[test]
fn what_is_retired_though_the_core_is_held_is_lost_for_the_tracker_alone() {
    let mut options = tracked(while_sampling(), Core::Ibex);
    (options.rtl, options.effort) = (Some(late(Unit::Monitor, "phases", spec::LATE)), Effort::Quick);
    let report = run(&options, &retirements(Core::Ibex)[..20_000]);
    let lost = register(&report, &phase::regs::LOST);
    assert!(lost > 60, "{lost} lost");
    assert_eq!((report.dropped, report.register(regs::N_IN.offset)), (0, 20_000));
}

#[test]
fn without_a_tracker_that_tracks_it_is_the_monitor_without_one() {
    let records = &retirements(Core::Ibex)[..20_000];
    let mut options = options("phases", Core::Ibex, while_sampling());
    options.program.control |= regs::CTRL.field("EN").mask();
    let report = agrees(&options, records, "nobody samples");
    assert_eq!((report.events, report.intervals.len()), (0, 0));
    // One that has none says so.
    let mut without = tracked(every_instruction(), Core::Ibex);
    without.hardware = *VARIANTS.iter().find(|variant| variant.name == "up5k").unwrap();
    let mut host = Host::connect(monitor::monitor(&without).unwrap()).unwrap();
    let error = host.track(&without.phase.unwrap()).unwrap_err().to_string();
    assert!(error.contains("built without a phase tracker"), "{error}");
}

#[test]
fn the_registers_of_the_tracker_are_a_page_of_their_own() {
    let options = tracked(every_instruction(), Core::Ibex);
    let mut host = Host::connect(monitor::monitor(&options).unwrap()).unwrap();
    host.start(&options.program, None, options.tap.addr_src, options.switches).unwrap();
    let bus = host.transport();
    assert_eq!(bus.read(PHASE_OFFSET.into()), Ok(phase::regs::ID_WORD));
    for (offset, word) in [(phase::regs::LEN.offset, 12_345), (phase::regs::THR.offset, 77), (phase::regs::K.offset, 9)]
    {
        let at = u32::from(PHASE_OFFSET + offset);
        bus.write(at, word).unwrap();
        assert_eq!(bus.read(at), Ok(word));
        // Neither the registers of the engine nor those of the monitor have anything of that.
        assert!([offset, 0x8000 + offset].iter().all(|other| bus.read((*other).into()) != Ok(word)), "{offset:#x}");
    }
    host.obeyed("accesses to the tracker").expect_err("COMMAND of the monitor cannot be read");
}

/// A write on the AXI4-Lite port with these byte enables, and its response.
fn put(pins: &mut Pins, address: u64, word: u64, strobe: u64) -> u64 {
    let mut row = vec![0; pins.input_words()];
    for (port, value) in [
        ("s_axil_awvalid", 1),
        ("s_axil_wvalid", 1),
        ("s_axil_awaddr", address),
        ("s_axil_wdata", word),
        ("s_axil_wstrb", strobe),
        ("s_axil_bready", 1),
    ] {
        row[pins.input(port)] = value;
    }
    let [answered, response] = ["s_axil_bvalid", "s_axil_bresp"].map(|port| pins.output(port));
    // The tracker's memories are cleared for some 1,010 cycles after a reset.
    let out = (0..1200).map(|_| pins.run(&row)).find(|out| out[answered] == 1).expect("no response");
    row.fill(0);
    pins.run(&row);
    out[response]
}

/// A read there, and its response.
fn get(pins: &mut Pins, address: u64) -> (u64, u64) {
    let mut row = vec![0; pins.input_words()];
    for (port, value) in [("s_axil_arvalid", 1), ("s_axil_araddr", address), ("s_axil_rready", 1)] {
        row[pins.input(port)] = value;
    }
    let [answered, response, word] = ["s_axil_rvalid", "s_axil_rresp", "s_axil_rdata"].map(|port| pins.output(port));
    let out = (0..1200).map(|_| pins.run(&row)).find(|out| out[answered] == 1).expect("no response");
    row.fill(0);
    pins.run(&row);
    (out[response], out[word])
}

#[test]
fn a_write_of_a_part_of_a_word_is_not_put_to_the_tracker() {
    const OKAY: u64 = 0;
    const SLVERR: u64 = 2;
    let mut pins = Pins::open(&emit(Unit::Monitor, "phases").unwrap(), Effort::Quick, 5).unwrap();
    let mut reset = vec![0; pins.input_words()];
    reset[pins.input("rst")] = 1;
    pins.run(&reset);
    let page = u64::from(PHASE_OFFSET);
    let len = page + u64::from(phase::regs::LEN.offset);
    assert_eq!((put(&mut pins, len, 12_345, 0xf), get(&mut pins, len)), (OKAY, (OKAY, 12_345)));
    for strobe in 0..0xf {
        assert_eq!(put(&mut pins, len, 6_000 + strobe, strobe), SLVERR, "byte enables {strobe:#x}");
        assert_eq!(get(&mut pins, len), (OKAY, 12_345), "byte enables {strobe:#x}");
    }
    // Nothing came to the tracker: no flag of it is set.
    let status = page + u64::from(phase::regs::STATUS.offset);
    assert_eq!(get(&mut pins, status), (OKAY, 0));
    assert_eq!((put(&mut pins, len, 777, 0xf), get(&mut pins, len)), (OKAY, (OKAY, 777)));
}

#[test]
fn faults_planted_where_the_tracker_is_joined_are_found() {
    let mut good = tracked(while_sampling(), Core::Ibex);
    let records = disturbed(&mut Random(6));
    let faults = [
        // The core is not held while an interval is judged.
        ("u_boundary", ".phase_hold(phase_hold)", ".phase_hold(1'b0)"),
        // Nothing begins sampling, nothing ends it, the end begins it.
        ("u_boundary", ".phase_on(phase_on)", ".phase_on(1'b0)"),
        ("u_boundary", ".phase_off(phase_off)", ".phase_off(1'b0)"),
        ("u_boundary", ".phase_on(phase_on)", ".phase_on(phase_off)"),
        // The engine listens to the outside alone.
        ("u_hps", ".ext_on(sample_on)", ".ext_on(ext_on)"),
        ("u_hps", ".ext_off(sample_off)", ".ext_off(ext_off)"),
        // The tracker sees another address, or what did not execute.
        ("u_phase", ".rec_pc(rec_pc)", ".rec_pc(rec_npc)"),
        ("u_phase", ".rec_trap(rec_trap)", ".rec_trap(1'b0)"),
        // Events have no room, and nobody waits for that.
        ("u_boundary", ".room(room)", ".room(1'b1)"),
        // The end comes a cycle too early for the last record, and the beginning of the next one with it.
        ("", "sample_off = ext_off | «off»", "phase_off"),
        // The tracker has the registers of the monitor.
        ("", "upper = slave_addr[15:11] == «number»", "number - 5'd2"),
    ];
    let planted = Planted::of(Unit::Monitor, "phases", &faults);
    good.rtl = Some(planted.with(0).verilog.clone());
    let report = agrees(&good, &records, "no fault");
    assert!(report.events > 1_000 && report.intervals.len() > 12 && report.traps > 100, "{}", report.events);
    assert!(!differs(&good, few(&records)));
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        let rtl = Some(planted.with(number).verilog.clone());
        assert!(differs(&Options { rtl, ..good.clone() }, &records), "{instance} {to} is not found");
    }
}
