//! The emitted value sampler under Verilator, core to bus, equals the model in every tuple, word of the raw stream,
//! register and entry (docs/reference/value_sampler.md).
use crate::hang::HANG_CYCLES;
use crate::support::configurations::{distinct, summary};
use crate::support::disturbed::disturbed;
use crate::support::late::late;
use crate::support::planted::Planted;
use crate::support::retired::retirements;
use crate::support::samplers::{agrees, differs, options, run};
use crate::volume::volume;
use treetap::catalog::{Chosen, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{BusError, Pace, Profiler};
use treetap::cosim::value_sampler;
use treetap::host::Transport;
use treetap::host::value_sampler::{Host, ReadOut};
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::hotlist::regs::{self, Counter};
use treetap::spec::hotlist::tuple::Kind;
use treetap::spec::hotlist::{Config, Mode, Scheme, mask};
use treetap::spec::sample_buffer::Format;
use treetap::spec::tap::{self, AddrSrc};
use treetap::spec::value_sampler as spec;
use treetap::trace::shapes::Random;

const CORES: [Core; 3] = [Core::Ibex, Core::Picorv32, Core::Serv];

/// Values of loads and of what computes, in bursts that come often; no tuple is dropped.
fn often() -> Config {
    Config { period: 20, jitter: 15, burst: 4, lossless: true, ..Config::values() }
}

/// A tuple of every instruction.
fn every() -> Config {
    Config { period: 1, jitter: 0, burst: u8::MAX, kinds: [Kind::Val; Opclass::COUNT], ..often() }
}

/// Counters of a run.
fn of(report: &value_sampler::Report, counter: Counter) -> u32 {
    report.counts[counter as usize]
}

#[test]
fn bursts_of_values_on_real_cores() {
    let mut raised = 0;
    for core in CORES {
        for (i, scheme) in [Scheme::Counting, Scheme::Concise].into_iter().enumerate() {
            let preset = ["up5k", "ecp5"][i];
            let mut options = options(preset, core, Config { scheme, ..often() });
            options.seed = 30 + i as u64;
            let report = agrees(&options, retirements(core), &format!("{} {preset}", core.name()));
            let table = report.found.table(&options.config);
            println!("{} {preset}: {} tuples, t {}", core.name(), report.tuples, table.t());
            assert!(report.tuples > 1_500 && of(&report, Counter::Trig) > 1_500, "{:?}", report.counts);
            assert!(table.entries().count() > 20, "{} entries", table.entries().count());
            assert_eq!((of(&report, Counter::Seen), of(&report, Counter::Qdrop)), (report.tuples as u32, 0));
            raised += table.t();
        }
    }
    assert!(raised >= 6, "{raised}");
}

/// The same table on three cores, with pauses or without: what is sampled depends on the retirements alone.
#[test]
fn what_is_not_dropped_does_not_depend_on_the_clock() {
    let mut tables = vec![];
    for (core, pace, idle) in [
        (Core::Ibex, Pace::Core, (0, 0)),
        (Core::Ibex, Pace::Dense, (30_000, 9)),
        (Core::Picorv32, Pace::Dense, (0, 0)),
        (Core::Serv, Pace::Core, (0, 0)),
    ] {
        let mut options = options("up5k", core, every());
        (options.pace, options.idle) = (pace, idle);
        let records = &retirements(core)[..8_000];
        let report = agrees(&options, records, core.name());
        // Even the slowest core has an instruction sooner than the table has looked at its entries.
        assert!(report.tuples == 8_000 && report.hardware.held > 0, "{:?}", report.hardware);
        tables.push(report.found.entries);
    }
    assert!(tables[0].iter().any(|entry| entry[2] != 0) && tables.iter().all(|table| *table == tables[0]));
}

#[test]
fn what_finds_no_room_is_dropped_and_counted_or_the_core_waits() {
    let records = &retirements(Core::Ibex)[..20_000];
    let raw = Format(0x0041);
    for (preset, mode, format) in
        [("nano", Mode::Both, Format(0x0004)), ("up5k", Mode::Raw, raw), ("ecp5", Mode::Hot, raw)]
    {
        let config = Config { mode, format, lossless: false, ..every() };
        let mut options = options(preset, Core::Ibex, config);
        (options.pace, options.wait) = (Pace::Dense, (200, 400));
        let report = agrees(&options, records, preset);
        let [qdrop, rawdrop] = [Counter::Qdrop, Counter::Rawdrop].map(|counter| of(&report, counter));
        println!("{preset}: {qdrop} and {rawdrop} dropped of {}", report.tuples);
        assert_eq!((report.tuples, report.hardware.held), (20_000, 0));
        assert_eq!((qdrop > 10_000, rawdrop > 10_000), (mode.hot(), mode.raw()), "{:?}", report.counts);
        assert_eq!(of(&report, Counter::Raws) - rawdrop, report.records as u32);
        options.config.lossless = true;
        let report = agrees(&options, records, preset);
        assert!(report.hardware.held > 40_000, "{:?}", report.hardware);
        assert_eq!(report.records, if mode.raw() { 20_000 } else { 0 });
        assert_eq!(report.tables.iter().next().is_some(), preset == "up5k", "what a host makes of raw records");
    }
}

/// A configuration that brings something about.
fn random_settings(random: &mut Random, lanes: u32) -> Config {
    let mut of = |n: u64| random.next() % n;
    let mut config = Config {
        mode: [Mode::Raw, Mode::Hot, Mode::Both][of(3) as usize],
        scheme: [Scheme::Concise, Scheme::Counting][of(2) as usize],
        lossless: of(2) == 0,
        period: [1, 2, 5, 30][of(4) as usize],
        jitter: mask([0, 1, 7, 31][of(4) as usize]),
        skip: mask([0, 0, 3][of(3) as usize]),
        burst: [1, 2, 4, 30, 255][of(5) as usize],
        kinds: [Kind::None; Opclass::COUNT],
        format: Format([0x0001, 0x0041, 0x9081, 0x5421, 0xba76][of(5) as usize]),
    };
    config.kinds.iter_mut().for_each(|kind| *kind = Kind::from_code(of(8) as u32));
    config.format.0 &= u16::MAX >> (16 - 4 * lanes);
    config
}

#[test]
fn random_settings_on_disturbed_retirements_with_back_pressure() {
    let mut random = Random(77);
    let (mut tuples, mut dropped, mut aborts, mut words, mut held) = (0, 0, 0, 0, 0);
    for round in 0..12 {
        let variant = &spec::VARIANTS[round % 3];
        let mut records = disturbed(&mut random);
        for record in &mut records {
            (record.evt, record.lat) = (random.next() as u8, random.next() as u16);
        }
        let config = random_settings(&mut random, variant.parameter("lanes"));
        let mut options = options(variant.name, CORES[round % 2], config);
        (options.seed, options.pace) = (100 + round as u64, [Pace::Dense, Pace::Core][round / 2 % 2]);
        (options.idle, options.wait) = ([(0, 0), (20_000, 9)][round / 2 % 2], (9_000, 60));
        let report = agrees(&options, &records, &format!("round {round}: {config:?}"));
        tuples += report.tuples;
        dropped += of(&report, Counter::Qdrop) + of(&report, Counter::Rawdrop);
        aborts += of(&report, Counter::Abort);
        words += report.records;
        held += report.hardware.held;
    }
    println!("{tuples} tuples, {dropped} dropped, {aborts} bursts ended by traps, {words} raw records, {held} held");
    assert!(tuples > 10_000 && dropped > 1_000 && aborts > 100 && words > 1_000 && held > 1_000);
}

/// Samplers of one run of random sizes; `TREETAP_VOLUME` makes it more.
const SAMPLERS: usize = 6;

mod configurations {
    //! A module of its own, for `make campaign-tops`.
    use super::*;

    #[test]
    fn value_samplers_of_random_sizes_equal_the_model() {
        let drawn = distinct(Unit::ValueSampler, 0x7661_6c31, SAMPLERS * volume() as usize, |_, _| true);
        let (mut random, mut sum) = (Random(5), [0; 5]);
        for (at, chosen) in drawn.iter().enumerate() {
            let Chosen::Part(_, variant) = chosen else { panic!("{chosen:?} is no part") };
            let records = disturbed(&mut random);
            let config = random_settings(&mut random, variant.parameter("lanes"));
            let xlen = if variant.parameter("xlen") == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
            let core = tap::Config { xlen, ..tap::preset(CORES[at % 3]).config };
            let mut options =
                value_sampler::Options { effort: Effort::Test, ..value_sampler::Options::new(*variant, core, config) };
            (options.seed, options.pace) = (at as u64, [Pace::Dense, Pace::Core][at % 2]);
            (options.idle, options.wait) = ([(0, 0), (20_000, 9)][at / 2 % 2], (9_000, 60));
            let report = agrees(&options, &records, &format!("{}: {config:?}", chosen.command()));
            let dropped = of(&report, Counter::Qdrop) + of(&report, Counter::Rawdrop);
            let parts = [report.retired, report.tuples, dropped.into(), report.hardware.held, report.compared];
            sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        let [retired, tuples, dropped, held, compared] = sum;
        summary(
            "value_sampler",
            drawn.len(),
            &format!(
                "emitted and simulated, {retired} retirements, {tuples} tuples, {dropped} dropped, {compared} words \
                 compared, 0 mismatches"
            ),
        );
        assert!(tuples > 1_000 && dropped > 50 && held > 1_000, "{tuples} tuples, {dropped} dropped, {held} held");
        let with = |name: &str, value: u32| {
            drawn.iter().any(|chosen| matches!(chosen, Chosen::Part(_, variant) if variant.parameter(name) == value))
        };
        assert!(with("axil", 0) && with("axil", 1) && with("xlen", 64) && with("entries", 16) && with("entries", 256));
    }
}

#[test]
fn retirements_that_come_though_the_core_is_held_find_room() {
    let records = &retirements(Core::Ibex)[..5_000];
    for (preset, mode) in [("nano", Mode::Raw), ("up5k", Mode::Hot)] {
        let mut options = options(preset, Core::Ibex, Config { mode, format: Format(4), ..every() });
        (options.pace, options.wait, options.effort) = (Pace::Dense, (200, 400), Effort::Quick);
        options.rtl = Some(late(Unit::ValueSampler, preset, spec::LATE));
        let report = agrees(&options, records, "late");
        assert!(report.tuples == 5_000 && report.hardware.held > 10_000, "{:?}", report.hardware);
        // A flush in between, whenever the bus has time for it, finds room too.
        let mut host = Host::connect(value_sampler::sampler(&options).unwrap()).unwrap();
        host.start(&options.config, &options.tap).unwrap();
        host.transport().feed(records, Pace::Later);
        let mut flushes = 0;
        while host.transport().state().retired < 5_000 {
            host.flush().unwrap();
            flushes += 1;
        }
        host.flush().unwrap();
        host.stop(&options.config).unwrap();
        let word = |host: &mut Host<Profiler>, counter: Counter| {
            let at = regs::COUNTS.offset + 4 * counter as u16;
            Transport::read(host.transport(), at).unwrap()
        };
        assert_eq!(Transport::read(host.transport(), regs::RETIRED.offset).unwrap(), 5_000);
        assert_eq!([Counter::Qdrop, Counter::Rawdrop].map(|counter| word(&mut host, counter)), [0, 0]);
        assert!(flushes > 500, "{flushes} flushes");
        // More than there is room for.
        options.rtl = Some(late(Unit::ValueSampler, preset, 16));
        let report = run(&options, records);
        assert!(of(&report, Counter::Qdrop) + of(&report, Counter::Rawdrop) > 0);
        assert!(report.broken.contains(&"nothing is dropped while the core is held back"));
    }
}

/// While the core goes on, the host begins and stops: when STAT2.IDLE says so nothing is under way any more (S7).
#[test]
fn a_stop_in_the_middle_leaves_nothing_under_way() {
    let records = retirements(Core::Ibex);
    let (mut tuples, mut dropped, mut stops) = (0, 0, 0);
    let options = options("nano", Core::Ibex, Config { format: Format(4), ..every() });
    let mut host = Host::connect(value_sampler::sampler(&options).unwrap()).unwrap();
    host.start(&options.config, &options.tap).unwrap();
    host.stop(&options.config).unwrap();
    host.transport().feed(records, Pace::Later);
    loop {
        let lossless = stops % 2 == 0;
        let config = Config { lossless, ..options.config };
        for (register, word) in regs::writes(&config, true) {
            Transport::write(host.transport(), register.offset, word).unwrap();
        }
        host.transport().idle(stops % 37);
        host.stop(&config).unwrap();
        // Obeyed at once.
        Transport::write(host.transport(), regs::PERIOD.offset, 5).unwrap();
        let first = host.read_out().unwrap();
        host.transport().idle(200);
        let later = host.read_out().unwrap();
        if host.transport().state().retired as usize == records.len() {
            break;
        }
        let counter = |counter: Counter| first.register(&regs::COUNTS, counter as u16);
        let [all, seen, qdrop] = [Counter::Tuples, Counter::Seen, Counter::Qdrop].map(counter);
        assert_eq!(all, seen + qdrop, "stop {stops}");
        assert_eq!((first.register(&regs::PERIOD, 0), first.register(&regs::HOSTVIOL, 0)), (5, 0), "stop {stops}");
        let at_rest = |read: &ReadOut| {
            let registers: Vec<_> = read.registers.iter().filter(|row| row.0 != regs::HIDX.offset).copied().collect();
            (registers, read.entries.clone())
        };
        assert!(at_rest(&first) == at_rest(&later), "stop {stops}: something was under way");
        assert!(qdrop == dropped || !lossless, "stop {stops}: dropped though the core can be held back");
        (tuples, dropped, stops) = (all, qdrop, stops + 1);
    }
    println!("{stops} stops, {tuples} tuples, {dropped} dropped");
    assert!(stops > 20 && tuples > 300 && dropped > 20);
}

fn refused(host: &mut Host<Profiler>) -> bool {
    let word = Transport::read(host.transport(), spec::STATUS.offset).unwrap();
    Transport::write(host.transport(), spec::STATUS.offset, u32::MAX).unwrap();
    spec::STATUS.field("REFUSED").of(word) == 1
}

#[test]
fn the_registers_say_what_there_is_and_refuse_the_rest() {
    for variant in &spec::VARIANTS {
        let options = options(variant.name, Core::Ibex, Config { format: Format(4), ..often() });
        let mut host = Host::connect(value_sampler::sampler(&options).unwrap()).unwrap();
        assert_eq!(*host.build(), options.build());
        let source = tap::Config { addr_src: AddrSrc::Mask, mdata_ok: false, ..options.tap };
        host.start(&options.config, &source).unwrap();
        let read = |host: &mut Host<Profiler>, offset: u16| host.transport().read(offset.into());
        let write = |host: &mut Host<Profiler>, offset: u16, word| host.transport().write(offset.into(), word);
        assert_eq!(read(&mut host, spec::TAP.offset), Ok(1));
        assert!(!refused(&mut host));
        // No register, read only, written only; those of the hotlist count by themselves (V12).
        for offset in [0x400, 0x7fc, 0x814, 0xffc, spec::COMMAND.offset] {
            assert_eq!(read(&mut host, offset), Ok(0), "{offset:#x}");
            assert!(refused(&mut host), "{offset:#x}");
        }
        for offset in [0x400, spec::ID.offset, 0x900] {
            write(&mut host, offset, 1).unwrap();
            assert!(refused(&mut host), "{offset:#x}");
        }
        write(&mut host, regs::PERIOD.offset, 7).unwrap();
        assert_eq!(read(&mut host, regs::PERIOD.offset), Ok(options.config.period));
        assert!(!refused(&mut host));
        assert_eq!(read(&mut host, regs::HOSTVIOL.offset), Ok(1));
        assert!(host.obeyed("what it was told").is_err());
        write(&mut host, spec::CTRL.offset, spec::CTRL.field("BUS_ERROR").mask()).unwrap();
        assert_eq!(read(&mut host, 0x7fc), Err(BusError::Refused(0x7fc)));
        assert_eq!(read(&mut host, spec::CTRL.offset), Ok(1));
        assert!(refused(&mut host));
        // A second start has what the first one had.
        let records = &retirements(Core::Ibex)[..3_000];
        let mut found = vec![];
        for _ in 0..2 {
            host.start(&options.config, &options.tap).unwrap();
            host.transport().feed(records, Pace::Dense);
            host.flush().unwrap();
            host.stop(&options.config).unwrap();
            found.push(host.read_out().unwrap());
        }
        assert!(found[0] == found[1] && found[0].table(&options.config).entries().count() > 10);
    }
}

#[test]
fn faults_planted_between_the_units_are_found() {
    let mut random = Random(5);
    let mut records = disturbed(&mut random);
    for record in &mut records {
        (record.evt, record.lat) = (random.next() as u8, random.next() as u16);
    }
    let mut kinds = every().kinds;
    for (class, kind) in [
        (Opclass::Store, Kind::Addr),
        (Opclass::FpLoad, Kind::Lat),
        (Opclass::Alu, Kind::Insn),
        (Opclass::Branch, Kind::Npct),
        (Opclass::Return, Kind::Caller),
    ] {
        kinds[class as usize] = kind;
    }
    let both = Config { mode: Mode::Both, format: Format(0xb441), kinds, lossless: true, ..often() };
    let good = value_sampler::Options {
        effort: Effort::Test,
        hang_cycles: HANG_CYCLES,
        wait: (9_000, 60),
        pace: Pace::Dense,
        ..options("ecp5", Core::Ibex, both)
    };
    let faults = [
        ("u_hotlist", ".rec_val(rec_val)", ".rec_val(rec_addr)"),
        ("u_hotlist", ".rec_addr(rec_addr)", ".rec_addr(32'd0)"),
        ("u_hotlist", ".rec_npc(rec_npc)", ".rec_npc(rec_pc)"),
        ("u_hotlist", ".rec_lat(rec_lat)", ".rec_lat(16'd0)"),
        ("u_hotlist", ".rec_evt(rec_evt)", ".rec_evt(8'd0)"),
        ("u_hotlist", ".rec_ord(rec_ord)", ".rec_ord(32'd0)"),
        ("u_hotlist", ".rec_rvc(rec_rvc)", ".rec_rvc(1'b0)"),
        ("u_hotlist", ".rec_taken(rec_taken)", ".rec_taken(1'b0)"),
        ("u_hotlist", ".rec_trap(rec_trap)", ".rec_trap(1'b0)"),
        ("u_hotlist", ".r_ready(r_ready)", ".r_ready(1'b1)"),
        ("u_hotlist", ".bus_we(sampler_we)", ".bus_we(bus_we & bus_addr[3])"),
        ("u_tap", ".ret_flush(tap_flush)", ".ret_flush(1'b0)"),
        ("u_tap", ".buffer_ready(buffer_ready)", ".buffer_ready(1'b1)"),
        ("u_tap", ".cfg_mdata_ok(cfg_mdata_ok)", ".cfg_mdata_ok(1'b0)"),
        ("u_tap", ".cfg_addr_src(cfg_addr_src)", ".cfg_addr_src(2'd2)"),
    ];
    let planted = Planted::of(Unit::ValueSampler, "ecp5", &faults);
    let right = value_sampler::Options { rtl: Some(planted.with(0).verilog.clone()), ..good.clone() };
    let report = agrees(&right, &records, "no fault");
    assert!(report.tuples > 1_000 && report.hardware.held > 1_000, "{:?}", report.hardware);
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        let rtl = Some(planted.with(number).verilog.clone());
        assert!(differs(&value_sampler::Options { rtl, ..good.clone() }, &records), "{instance} {to} is not found");
    }
}
