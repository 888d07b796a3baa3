//! The whole profiler, emitted and under Verilator: real programs on real cores, read out over its bus, equal the model
//! (docs/reference/profiler.md).
mod anything;

use crate::support::planted::Planted;
use crate::support::profiled::run;
use crate::support::retired::{LENGTH, Recorded, machine, retirements};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use treetap::analysis::chkplan::{self, Variant};
use treetap::catalog::Unit;
use treetap::cosim::annotated::Annotated;
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::Pace;
use treetap::cosim::session::{self, Options, Report, Source};
use treetap::host::Host;
use treetap::model::tap::Tap;
use treetap::spec::annotate;
use treetap::spec::burst::{self, Mode, Pulse};
use treetap::spec::checkmap::{Code, Image};
use treetap::spec::classify::Opclass;
use treetap::spec::counters::Counter;
use treetap::spec::pcfilter::{f2_hash, pct};
use treetap::spec::profiler::{Config, Filter, preset};
use treetap::spec::regs::Op;
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};

fn options(name: &str, core: Core, kind: Kind) -> Options {
    let preset = preset(name).unwrap();
    Options { effort: Effort::Test, ..Options::new(preset, Config::new(preset, core, kind)) }
}

/// Runs, and demands that hardware and model agree in every word and that the laws hold.
fn agrees(options: &Options, core: Core) -> Report {
    let report = run(options, core);
    let what = format!("{} {} {:?}", options.preset.name, core.name(), options.config);
    assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None), "{what}");
    assert_eq!(report.counts.get(Counter::Retired) as usize, LENGTH, "{what}");
    assert!(report.compared > 20, "{what}");
    report
}

#[test]
fn every_kind_of_event_on_every_core_gives_the_profile_of_the_model() {
    for core in Core::ALL {
        for (i, kind) in Kind::PLAIN.iter().copied().enumerate() {
            let weight = Weight::ALL[i % Weight::ALL.len()];
            let mut options = options(["nano", "fast", "fast25"][i % 3], core, kind);
            options.config.select.weight = weight;
            options.seed = 40 + i as u64;
            let report = agrees(&options, core);
            // No misses are modelled, and everything else happens in this program.
            assert_eq!(report.events > 100, kind != Kind::MissValues, "{kind:?}: {} events", report.events);
            assert_eq!(report.dropped(), 0);
        }
    }
}

#[test]
fn keys_of_64_bits_hold_both_ends_of_an_edge_and_other_kinds_as_before() {
    for core in Core::ALL {
        let options = options("pairs", core, Kind::Edges);
        let report = agrees(&options, core);
        // What happened, told by the tap alone.
        let (mut tap, mut edges) = (Tap::new(options.config.tap), HashMap::<u64, u64>::new());
        let mut records: Vec<_> = retirements(core).iter().filter_map(|rvfi| tap.push(rvfi)).collect();
        records.extend(tap.flush());
        for record in records.iter().filter(|record| record.taken && !record.trap) {
            *edges.entry(record.pc << 32 | record.npc).or_default() += 1;
        }
        let units = report.profile.tree.iter().filter(|node| node.level == 32 && node.own > 0);
        let mut named = 0;
        for node in units {
            let (lo, hi) = report.profile.query(node.prefix, node.prefix);
            let truth = edges.get(&node.prefix).copied().unwrap_or(0);
            assert!(lo <= truth && truth <= hi, "{}: {:#018x}: {truth} in {lo}..{hi}", core.name(), node.prefix);
            named += lo;
        }
        let all: u64 = edges.values().sum();
        assert!(report.profile.n == all && edges.len() > 20, "{} of {all}", report.profile.n);
        assert!(10 * named > 9 * all, "{named} of {all} {} events are of one edge", core.name());
    }
    for (i, kind) in Kind::PLAIN.iter().copied().enumerate().filter(|(_, kind)| *kind != Kind::Edges) {
        let mut options = options("pairs", Core::Ibex, kind);
        options.config.select.weight = Weight::ALL[i % Weight::ALL.len()];
        let report = agrees(&options, Core::Ibex);
        assert_eq!(report.events > 100, kind != Kind::MissValues, "{kind:?}: {} events", report.events);
        assert_eq!(report.profile.query(1 << 32, u64::MAX).0, 0, "{kind:?}: keys are those of 32 bits");
    }
}

#[test]
fn faults_planted_on_the_way_of_a_pair_are_found() {
    let faults = [
        ("u_rap", ".ev_key(smp_rec)", ".ev_key({smp_rec[31:0], smp_rec[63:32]})"),
        ("u_sample_buffer", ".cand_lanes(cand_lanes)", ".cand_lanes({32'd0, cand_lanes[31:0]})"),
        ("u_select", ".rec_npc(late_npc)", ".rec_npc(late_pc)"),
        ("u_select", ".rec_valid(late_valid)", ".rec_valid(rec_valid)"),
    ];
    let planted = Planted::of(Unit::Profiler, "pairs", &faults);
    let mut options = options("pairs", Core::Ibex, Kind::Edges);
    (options.effort, options.rtl) = (Effort::Test, Some(planted.with(0).verilog.clone()));
    agrees(&options, Core::Ibex);
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        options.rtl = Some(planted.with(number).verilog.clone());
        assert!(run(&options, Core::Ibex).mismatches > 0, "{instance} {to} is not found");
    }
}

#[test]
fn misses_are_modelled_beside_a_core_that_tells_nothing_of_its_cache() {
    let options = options("nano", Core::Ibex, Kind::MissValues);
    let mut records = Recorded(retirements(Core::Ibex));
    let model = annotate::Config::named("tiny").unwrap();
    let mut annotated = Annotated::new(&mut records, options.config.tap, model);
    let report = session::run(&options, session::profiler(&options).unwrap(), &mut annotated, &mut |_| {}).unwrap();
    assert_eq!((report.mismatches, report.retired), (0, LENGTH as u64), "{:?}", report.first);
    let loads = agrees(&self::options("nano", Core::Ibex, Kind::LoadValues), Core::Ibex).events;
    assert!(report.events > 100 && report.events < loads, "{} of {loads} loads", report.events);
}

/// Retirements whose accesses go to eight places instead of one, in turns: some stay in the cache.
fn scattered(core: Core) -> Vec<Rvfi> {
    let mut records = retirements(core).to_vec();
    for (i, record) in records.iter_mut().enumerate().filter(|(_, record)| record.rmask | record.wmask != 0) {
        let distance = (i as u64 / 50 % 8) * 4096;
        record.rs1 = (record.rs1 + distance) & u64::from(u32::MAX);
        record.mem_addr = (record.mem_addr + distance) & u64::from(u32::MAX);
    }
    records
}

fn annotated(core: Core) -> Options {
    let mut options = options("annotate", core, Kind::MissValues);
    options.config.annotate = options.preset.annotation();
    options
}

#[test]
fn the_block_after_the_tap_models_the_same_misses_as_the_software() {
    for (i, core) in Core::ALL.into_iter().enumerate() {
        let records = scattered(core);
        let go = |options: &Options, source: &mut dyn Source| {
            let profiler = session::profiler(options).unwrap();
            let report = session::run(options, profiler, source, &mut |_| {}).unwrap();
            assert_eq!((report.mismatches, report.law), (0, None), "{}: {:?}", core.name(), report.first);
            report.profile
        };
        let mut hardware = annotated(core);
        hardware.config.select.weight = Weight::ALL[i % Weight::ALL.len()];
        let profile = go(&hardware, &mut Recorded(&records));
        // Switched off, the events that come with the retirements pass.
        let mut off = hardware.clone();
        (off.config.annotate, off.idle, off.seed) = (None, (9_000, 20), 3);
        let mut source = Recorded(&records);
        let model = hardware.config.annotate.unwrap();
        assert_eq!(go(&off, &mut Annotated::new(&mut source, off.config.tap, model)), profile);
        assert_eq!(go(&off, &mut Recorded(&records)).n, 0, "no core tells of misses");
        let mut loads = hardware.clone();
        loads.config.select.kind = Kind::LoadValues;
        loads.config.select.weight = Weight::One;
        hardware.config.select.weight = Weight::One;
        let (loads, misses) = (go(&loads, &mut Recorded(&records)).n, go(&hardware, &mut Recorded(&records)).n);
        assert!(misses > 100 && loads > misses + 1_000, "{}: {misses} of {loads} loads missed", core.name());
    }
}

#[test]
fn a_session_starts_with_an_empty_cache() {
    let options = annotated(Core::Ibex);
    let records = scattered(Core::Ibex);
    let mut host = Host::connect(session::profiler(&options).unwrap()).unwrap();
    let mut session = || {
        host.start(&options.config).unwrap();
        assert_eq!(host.transport().feed(&records, Pace::Dense), records.len());
        host.command(Op::Flush).unwrap();
        host.dump(false).unwrap().words
    };
    let first = session();
    assert!(first[0] > 100, "{} misses", first[0]);
    assert_eq!(session(), first);
}

#[test]
fn a_profiler_without_the_model_says_so_and_faults_planted_around_it_are_found() {
    let mut without = annotated(Core::Ibex);
    without.preset = preset("fast").unwrap();
    let profiler = session::profiler(&without).unwrap();
    let error = session::run(&without, profiler, &mut Recorded(&[]), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("without this model of cache and branches"), "{error}");
    let records = scattered(Core::Ibex);
    let faults = [
        ("u_annotate", ".rec_addr(tap_addr)", ".rec_addr({tap_addr[31:6], 6'd0})"),
        ("u_annotate", ".cfg_annotate(cfg_annotate)", ".cfg_annotate(1'b0)"),
        ("u_select", ".rec_evt(rec_evt)", ".rec_evt(tap_evt)"),
        ("u_pcfilter", ".rec_valid(rec_valid)", ".rec_valid(tap_valid)"),
    ];
    let planted = Planted::of(Unit::Profiler, "annotate", &faults);
    let mut options = annotated(Core::Ibex);
    (options.effort, options.idle) = (Effort::Test, (20_000, 5));
    let mut mismatches = |number| {
        options.rtl = Some(planted.with(number).verilog.clone());
        let profiler = session::profiler(&options).unwrap();
        session::run(&options, profiler, &mut Recorded(&records), &mut |_| {}).unwrap().mismatches
    };
    assert_eq!(mismatches(0), 0);
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        assert!(mismatches(number) > 0, "{instance} {to} is not found");
    }
}

#[test]
fn the_profile_is_the_same_on_every_core_and_bus_and_with_pauses() {
    let dump = |name: &str, core: Core, idle: (u64, u64)| {
        let mut options = options(name, core, Kind::Code);
        (options.idle, options.seed) = (idle, 7 + idle.0);
        agrees(&options, core).profile
    };
    let first = dump("nano", Core::Picorv32, (0, 0));
    assert!(first.n > 5_000 && first.live > 60);
    assert_eq!(dump("nano", Core::Picorv32, (20_000, 50)), first);
    assert_eq!(dump("nano_axil", Core::Ibex, (0, 0)), first);
    assert_eq!(dump("nano", Core::Serv, (500, 3)), first);
    assert_eq!(dump("fast", Core::Ibex, (0, 0)).tree.len(), dump("fast_wishbone", Core::Serv, (0, 0)).tree.len());
}

#[test]
fn what_is_dropped_is_counted_and_the_rest_is_exact() {
    let mut dropped = 0;
    for (name, pace) in [("nano", Pace::Dense), ("nano", Pace::Core), ("fast", Pace::Dense)] {
        let mut options = options(name, Core::Ibex, Kind::Pc);
        (options.config.lossless, options.pace) = (false, pace);
        let report = agrees(&options, Core::Ibex);
        dropped += report.dropped();
        assert_eq!(report.profile.n, u64::from(report.counts.get(Counter::Accepted)));
        assert_eq!(report.hardware.held, 0, "a core that is not held back does not wait");
    }
    assert!(dropped > 1_000, "{dropped}");
    // Held back instead: nothing is dropped, and the core waits.
    let report = agrees(&options("nano", Core::Ibex, Kind::Pc), Core::Ibex);
    assert!(report.dropped() == 0 && report.hardware.held > 1_000, "{:?}", report.hardware);
}

/// The second filter ignores an instruction, by bits 32 to 1 of its address.
fn ignore(filter: &mut Filter, pct: u32) {
    let hash = f2_hash(pct, filter.settings.f2_select);
    filter.ignore[usize::from(hash) / 32] |= 1 << (hash % 32);
}

#[test]
fn filters_and_samplers_count_what_they_leave_out() {
    let mut options = options("fast", Core::Picorv32, Kind::Addresses);
    options.config.filter.settings.classes = 1 << Opclass::Load.code() | 1 << Opclass::Store.code();
    options.config.filter.settings.f1_mask = 1;
    options.config.filter.period = 3;
    for record in retirements(Core::Picorv32).iter().step_by(9_973) {
        ignore(&mut options.config.filter, pct(record.pc));
    }
    options.config.burst = burst::Config { mode: Mode::Random, chance: 0x4000, seed: 77, ..burst::Config::default() };
    let counts = agrees(&options, Core::Picorv32).counts;
    use Counter::*;
    for counter in [RejectedClass, RejectedPc1, RejectedPc2, RejectedDecimated, RejectedBurst, Accepted] {
        assert!(counts.get(counter) > 50, "{counter}: {counts:?}");
    }
    options.config.burst = burst::Config { mode: Mode::Periodic, period: 10, ..burst::Config::default() };
    options.config.filter = Default::default();
    let counts = agrees(&options, Core::Picorv32).counts;
    assert_eq!(counts.get(Accepted), (counts.get(Accepted) + counts.get(RejectedBurst)) / 10);
}

#[test]
fn bursts_begin_and_end_at_procedures_and_jumps_back() {
    let mut first = vec![];
    for core in Core::ALL {
        for (i, (outside, inside)) in [(1, 1), (20, 1), (50, 10), (3, 60)].into_iter().enumerate() {
            let mut options = options("fast", core, [Kind::Code, Kind::Pc, Kind::LoadValues, Kind::Calls][i]);
            options.config.burst = burst::Config { mode: Mode::Bursty, outside, inside, ..burst::Config::default() };
            options.config.burst.entry_post = i == 1;
            options.config.checks.calls = i == 2;
            options.config.checks.taken = i != 3;
            let sampled = agrees(&options, core).sampled;
            assert!(
                sampled.checks > 2_000 && sampled.taken > 10 && sampled.bursts > 20,
                "{core:?} {outside}:{inside} {sampled:?}"
            );
            assert_eq!(sampled.inside + sampled.outside, sampled.checks);
            // The share inside is what the numbers say, but for one period.
            let (period, inside) = (u64::from(outside + inside), u64::from(inside));
            let off = (u64::from(sampled.inside) * period).abs_diff(u64::from(sampled.checks) * inside);
            assert!(off <= period * period, "{core:?} {outside}:{inside} {sampled:?}");
            if core == Core::Picorv32 {
                first.push(sampled);
            } else if core == Core::Serv {
                // The same program has the same checks on every core.
                assert_eq!((first[i].checks, first[i].bursts), (sampled.checks, sampled.bursts));
            }
        }
    }
    let mut options = options("fast", Core::Ibex, Kind::Pc);
    options.config.burst =
        burst::Config { mode: Mode::ArnoldRyder, outside: 100, inside: 9, ..burst::Config::default() };
    let sampled = agrees(&options, Core::Ibex).sampled;
    assert!(sampled.bursts > 20 && sampled.inside == sampled.bursts, "{sampled:?}");
}

#[test]
fn sampling_is_switched_from_outside_and_by_intervals() {
    let sampled = |mode, period, by_chance, pulses: Vec<(u64, Pulse)>| {
        let mut options = options("fast", Core::Ibex, Kind::Code);
        options.config.burst = burst::Config { mode, period, by_chance, chance: 0x5000, ..burst::Config::default() };
        options.pulses = pulses;
        let report = agrees(&options, Core::Ibex);
        (report.sampled.events, report.sampled.taken)
    };
    let every = |n: u64, pulse| (1..LENGTH as u64 / n).map(|i| (i * n, pulse)).collect::<Vec<_>>();
    let (events, none) = sampled(Mode::External, 1, false, vec![]);
    assert!(events > 1_000 && none == 0, "{events} {none}");
    // A third of the run.
    let third = LENGTH as u64 / 3;
    let (_, middle) = sampled(Mode::External, 1, false, vec![(third, Pulse::On), (2 * third, Pulse::Off)]);
    assert!(middle > events / 6 && middle < events / 2, "{middle} of {events}");
    let (_, rest) = sampled(Mode::External, 1, false, vec![(third, Pulse::On), (2 * third, Pulse::On)]);
    assert!(rest > middle, "{rest}, {middle}");
    // One interval of four, with ends that fall anywhere; and intervals by chance.
    let (_, quarter) = sampled(Mode::Interval, 4, false, every(997, Pulse::Tick));
    assert!(quarter > events / 6 && quarter < events / 3, "{quarter} of {events}");
    let (_, chosen) = sampled(Mode::Interval, 4, true, every(997, Pulse::Tick));
    assert!(chosen > events / 6 && chosen < events / 2 && chosen != quarter, "{chosen} of {events}");
}

#[test]
fn a_map_says_what_checks_are_and_what_is_no_event() {
    // Jumps back of the run, every third of them; instructions that are no events; two entries.
    let records = retirements(Core::Ibex);
    let low = records.iter().map(|r| r.pc as u32).min().unwrap();
    let mut image = Image::new(low, 4096);
    for pair in records.windows(2).filter(|pair| pair[1].pc <= pair[0].pc).step_by(3) {
        image.set(pair[0].pc as u32, Code::Back);
    }
    for record in records.iter().step_by(997) {
        image.set(record.pc as u32, Code::Mute);
    }
    for record in records.iter().step_by(20_011) {
        image.set(record.pc as u32, Code::Entry);
    }
    let mut options = options("fast", Core::Ibex, Kind::Pc);
    options.config.burst =
        burst::Config { mode: Mode::Bursty, outside: 9, inside: 4, entry_post: true, ..burst::Config::default() };
    let without = agrees(&options, Core::Ibex);
    options.config.map = Some(image);
    let with = agrees(&options, Core::Ibex);
    assert!(with.sampled.checks > 500 && with.sampled.checks < without.sampled.checks, "{:?}", with.sampled);
    let muted = with.counts.get(Counter::RejectedSelect);
    assert!(muted > 500 && without.counts.get(Counter::RejectedSelect) == 0, "{muted} muted");
    // The same again without: what was written before is off.
    options.config.map = None;
    assert_eq!(agrees(&options, Core::Ibex).sampled, without.sampled);
}

#[test]
fn a_planned_map_gives_the_checks_that_the_plan_counts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf");
    let code = chkplan::Code::parse(&fs::read(path).unwrap()).unwrap();
    for (name, variant) in [Variant::ALL[2], Variant::ALL[7]] {
        let image = chkplan::plan(&code, variant, &chkplan::ACCESSES, 32768, false).unwrap().image;
        let mut options = options("fast", Core::Ibex, Kind::Addresses);
        options.config.burst =
            burst::Config { mode: Mode::Bursty, outside: 40, inside: 10, ..burst::Config::default() };
        let mut planned = chkplan::Run::new(Some(&image), &chkplan::ACCESSES, options.config.burst, code.xlen);
        let mut tap = Tap::new(options.config.tap);
        let mut records: Vec<_> = retirements(Core::Ibex).iter().filter_map(|rvfi| tap.push(rvfi)).collect();
        records.extend(tap.flush());
        records.iter().for_each(|record| planned.push(record));
        options.config.map = Some(image.clone());
        let report = agrees(&options, Core::Ibex);
        let counts = planned.counts();
        assert_eq!(report.sampled, counts.sampled, "{name}");
        assert_eq!(counts.muted > 1_000, name == "EC+L4", "{counts:?}");
        assert!(counts.checks > 1_000 && counts.sampled.taken > 500, "{counts:?}");
    }
}

#[test]
fn a_profiler_says_what_it_is_built_without() {
    let refused = |change: &dyn Fn(&mut Options)| {
        let mut options = options("nano", Core::Serv, Kind::Code);
        change(&mut options);
        let profiler = session::profiler(&options).unwrap();
        session::run(&options, profiler, &mut Recorded(&[]), &mut |_| {}).unwrap_err().to_string()
    };
    let error = refused(&|options| options.config.filter.ignore[3] = 1);
    assert!(error.contains("without the second PC filter"), "{error}");
    let error = refused(&|options| options.config.burst.mode = Mode::Bursty);
    assert!(error.contains("without this mode of its burst sampler"), "{error}");
    let error = refused(&|options| options.config.map = Some(Image::new(0, 16)));
    assert!(error.contains("without a map of checks"), "{error}");
}

#[test]
fn faults_planted_where_checks_come_from_are_found() {
    let records = retirements(Core::Picorv32);
    let faults = [
        ("u_burst", ".burst_chk(chk_check)", ".burst_chk(chk_entry)"),
        ("u_burst", ".burst_entry(chk_entry)", ".burst_entry(1'b0)"),
        ("u_checks", ".rec_insn(early_insn)", ".rec_insn(32'd0)"),
        ("u_checks", ".map_code(map_code)", ".map_code(2'd0)"),
        ("u_verdict", ".chk_mute(chk_mute)", ".chk_mute(1'b0)"),
        ("u_checkmap", ".rec_pc(rec_pc)", ".rec_pc(rec_npc)"),
        ("u_checkmap", ".rec_pc(rec_pc)", ".rec_pc(late_pc)"),
        ("u_relay", ".far_valid(far_valid)", ".far_valid(1'b1)"),
    ];
    let planted = Planted::of(Unit::Profiler, "fast", &faults);
    for ((instance, from, to), number) in faults.into_iter().zip(1..) {
        let mut options = options("fast", Core::Picorv32, Kind::Pc);
        options.config.burst =
            burst::Config { mode: Mode::Bursty, outside: 5, inside: 2, entry_post: true, ..burst::Config::default() };
        if from.contains("map") || instance != "u_burst" && instance != "u_checks" {
            let mut image = Image::new(records.iter().map(|r| r.pc as u32).min().unwrap(), 4096);
            records.iter().step_by(911).for_each(|r| _ = image.set(r.pc as u32, Code::Mute));
            records.iter().step_by(1009).for_each(|r| _ = image.set(r.pc as u32, Code::Entry));
            options.config.map = Some(image);
        }
        (options.effort, options.rtl) = (Effort::Test, Some(planted.with(0).verilog.clone()));
        agrees(&options, Core::Picorv32);
        options.rtl = Some(planted.with(number).verilog.clone());
        assert!(run(&options, Core::Picorv32).mismatches > 0, "{instance} {to} is not found");
    }
}

#[test]
fn faults_planted_between_the_units_are_found() {
    let faults = [
        ("u_rap", ".ev_key(smp_rec)", ".ev_key({smp_rec[31:1], 1'b0} ^ 32'd4)"),
        ("u_select", ".sel_pass(sel_pass)", ".sel_pass(sel_mark)"),
        ("u_counters", ".step_cand(cand_valid)", ".step_cand(step_acc)"),
        ("u_select", ".rec_start(rec_start)", ".rec_start(rec_taken)"),
        ("u_tap", ".ret_flush(tap_flush)", ".ret_flush(1'b0)"),
    ];
    let planted = Planted::of(Unit::Profiler, "nano", &faults);
    for ((instance, from, to), number) in faults.into_iter().zip(1..) {
        let kind = if from.contains("rec_start") { Kind::Code } else { Kind::Pc };
        let mut options = options("nano", Core::Ibex, kind);
        options.config.lossless = false;
        // Some events are not taken, so that it matters who says so.
        options.config.burst = burst::Config { mode: Mode::Random, chance: 0xf000, ..burst::Config::default() };
        (options.effort, options.rtl) = (Effort::Test, Some(planted.with(0).verilog.clone()));
        agrees(&options, Core::Ibex);
        options.rtl = Some(planted.with(number).verilog.clone());
        let report = run(&options, Core::Ibex);
        assert!(report.mismatches > 0 || report.law.is_some(), "{instance} {to} is not found");
    }
}

/// A core with its profiler in lock-step, one clock for both, in which the profiler's ready is the core's clock enable:
/// what it retires, and the cycles in which it was held.
fn in_lock_step(options: &Options, core: Core) -> (Vec<Rvfi>, u64) {
    let mut host = Host::connect(session::profiler(options).unwrap()).unwrap();
    host.start(&options.config).unwrap();
    let mut profiler = host.into_transport();
    let mut machine = machine(core);
    let (beside, context) = profiler.beside();
    let mut records = vec![];
    // SAFETY: the profiler outlives the machine's use of it.
    unsafe { machine.attach(beside, context) };
    machine.run(LENGTH, &mut records);
    machine.detach();
    let (held, state) = (machine.state().held, profiler.state());
    assert_eq!((state.retired, state.held), (LENGTH as u64, held));
    (records, held)
}

#[test]
fn a_core_in_lock_step_retires_the_same_and_waits_as_long_as_in_its_own_cycles() {
    let mut waited = vec![];
    for (name, core) in Core::ALL.map(|core| ("nano", core)).into_iter().chain([("fast", Core::Ibex)]) {
        let mut options = options(name, core, Kind::Pc);
        let (records, held) = in_lock_step(&options, core);
        assert_eq!(records, retirements(core), "{name} {}", core.name());
        options.pace = Pace::Core;
        assert_eq!(agrees(&options, core).hardware.held, held, "{name} {}", core.name());
        waited.push(held);
    }
    // Ibex retires faster than `nano` counts.
    assert!(waited[Core::Ibex as usize] > 1_000, "{waited:?}");
}
