//! A profiler with a phase tracker in it: bursts are its intervals, and hardware and model agree on every interval,
//! event and word (docs/reference/profiler.md P14).
use crate::hang::HANG_CYCLES;
use crate::support::planted::Planted;
use crate::support::profiled::run;
use crate::support::retired::{LENGTH, Recorded, retirements};
use std::collections::BTreeSet;
use treetap::catalog::Unit;
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::session::{self, Options, Report};
use treetap::model::phase::Phase;
use treetap::model::tap::Tap;
use treetap::spec::burst::{self, Mode};
use treetap::spec::counters::Counter;
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{self, Build};
use treetap::spec::profiler::{Config, Tracker, preset};
use treetap::spec::select::Kind;

/// Instructions of an interval: many of them in the recorded runs.
const LEN: u32 = 600;

fn options(mode: Mode) -> Options {
    let preset = preset("phases").unwrap();
    let mut config = Config::new(preset, Core::Ibex, Kind::Pc);
    config.burst = burst::Config { mode, period: 3, ..burst::Config::default() };
    let tracker = phase::Config { k: 1, ..phase::Config::of(LEN, 20) };
    config.phase = Some(Tracker { build: preset.tracker().unwrap(), config: tracker, watched: false });
    Options { effort: Effort::Test, hang_cycles: HANG_CYCLES, ..Options::new(preset, config) }
}

fn agrees(options: &Options, core: Core) -> Report {
    let report = run(options, core);
    assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None), "{}", core.name());
    assert_eq!(report.counts.get(Counter::Retired) as usize, LENGTH, "{}", core.name());
    report
}

/// The retirements of a core that lie in sampled intervals, counted by tap and tracker alone; and how many executed.
fn inside(options: &Options, core: Core) -> (u64, u64) {
    let mut tracker = Phase::sized(Build::PAPER, options.config.phase.unwrap().config);
    let (mut tap, mut sampled, mut executed) = (Tap::new(options.config.tap), 0, 0);
    let mut records: Vec<_> = retirements(core).iter().filter_map(|rvfi| tap.push(rvfi)).collect();
    records.extend(tap.flush());
    for record in records.iter().filter(|record| !record.trap) {
        sampled += u64::from(tracker.sampling());
        executed += 1;
        tracker.step(&Retired::from(record));
    }
    (sampled, executed)
}

#[test]
fn the_events_of_a_sampled_interval_are_those_that_count() {
    for core in Core::ALL {
        let mut options = options(Mode::External);
        options.config.tap = Config::new(options.preset, core, Kind::Pc).tap;
        let report = agrees(&options, core);
        let (sampled, executed) = inside(&options, core);
        assert_eq!(report.events, sampled, "{}: every instruction of sampled intervals, and no other", core.name());
        assert!(sampled >= 3 * u64::from(LEN) && sampled < executed / 2, "{}: {sampled} of {executed}", core.name());
        assert_eq!(report.intervals.len() as u64, executed / u64::from(LEN), "{}", core.name());
        let phases: BTreeSet<_> = report.intervals.iter().map(|interval| interval.id).collect();
        let samples = report.intervals.iter().filter(|interval| interval.sampled).count();
        assert!(phases.len() > 3 && samples > 2, "{}: {} phases, {samples} samples", core.name(), phases.len());
        // Every sampled interval is a burst; nobody else begins one.
        let bursts = report.intervals.iter().filter(|interval| interval.sampled || interval.discarded).count() as u32;
        assert!(report.sampled.bursts - bursts <= 1, "{} bursts, {bursts} intervals", report.sampled.bursts);
    }
}

#[test]
fn one_interval_of_three_is_one_of_the_tracker() {
    let report = agrees(&options(Mode::Interval), Core::Ibex);
    let third = report.sampled.events / 3;
    assert!(report.intervals.len() > 50, "{} intervals", report.intervals.len());
    assert!(report.events.abs_diff(third.into()) <= u64::from(LEN), "{} of {}", report.events, report.sampled.events);
}

#[test]
fn pauses_gates_and_the_pace_of_the_core_change_nothing() {
    let plain = agrees(&options(Mode::External), Core::Ibex);
    for seed in 2..6 {
        let mut paused = options(Mode::External);
        (paused.seed, paused.idle) = (seed, (0x1000 * seed, 40));
        let report = agrees(&paused, Core::Ibex);
        assert!(report.hardware.cycles > plain.hardware.cycles, "no pauses");
        assert_eq!((report.profile.to_words(), &report.intervals), (plain.profile.to_words(), &plain.intervals));
    }
    // The tracker follows what the gate keeps from the filters as well.
    let mut gated = options(Mode::External);
    gated.gates = (1..40).map(|i| (i * 977, i % 2 == 0)).collect();
    let report = agrees(&gated, Core::Ibex);
    assert_eq!(report.intervals, plain.intervals);
    assert!(report.counts.get(Counter::RejectedGate) > 1000 && report.events < plain.events, "{}", report.events);
}

#[test]
fn a_host_that_watches_has_a_profile_of_each_sampled_interval() {
    let plain = agrees(&options(Mode::External), Core::Ibex);
    for (seed, idle) in [(1, (0, 0)), (2, (0x4000, 30))] {
        let mut options = options(Mode::External);
        options.config.phase.as_mut().unwrap().watched = true;
        (options.seed, options.idle) = (seed, idle);
        let report = agrees(&options, Core::Ibex);
        assert_eq!((&report.intervals, report.events), (&plain.intervals, plain.events));
        let sampled = report.intervals.iter().filter(|interval| interval.sampled || interval.discarded);
        let expected: Vec<_> = sampled.map(|interval| (interval.interval, interval.id)).collect();
        let found: Vec<_> = report.samples.iter().map(|s| (s.interval.number, s.interval.id)).collect();
        assert!(expected == found && found.len() > 3, "{found:?}, expected {expected:?}");
        // Every instruction of the interval, and none of another one: the code of two phases differs.
        assert!(report.samples.iter().all(|sample| sample.profile.n == u64::from(LEN)));
        let trees: BTreeSet<_> = report.samples.iter().map(|sample| sample.profile.to_words()).collect();
        assert!(trees.len() > 3, "{} profiles", trees.len());
        assert!(report.hardware.cycles > plain.hardware.cycles, "the core waits for the host");
    }
}

#[test]
fn a_profiler_without_a_tracker_says_so() {
    let mut options = options(Mode::External);
    options.preset = preset("annotate").unwrap();
    options.config.tree = options.preset.tree().config;
    let profiler = session::profiler(&options).unwrap();
    let found = session::run(&options, profiler, &mut Recorded(retirements(Core::Ibex)), &mut |_| {});
    let error = found.expect_err("it has no tracker").to_string();
    assert!(error.contains("built without a phase tracker"), "{error}");
}

#[test]
fn faults_planted_where_the_tracker_is_joined_are_found() {
    let faults = [
        // The core is not held while an interval is judged.
        ("u_boundary", ".phase_hold(phase_hold)", ".phase_hold(1'b0)"),
        // Nothing begins a burst, nothing ends it, the end begins it.
        ("u_boundary", ".phase_on(phase_on)", ".phase_on(1'b0)"),
        ("u_boundary", ".phase_off(phase_off)", ".phase_off(1'b0)"),
        ("u_boundary", ".phase_on(phase_on)", ".phase_on(phase_off)"),
        // The sampler listens to the outside alone.
        ("u_burst", ".ext_off(burst_off)", ".ext_off(ext_off)"),
        // The tracker sees another address.
        ("u_phase", ".rec_pc(rec_pc)", ".rec_pc(rec_npc)"),
        // The end comes a cycle too early for the last record.
        ("", "burst_off = ext_off | «off»", "phase_off"),
    ];
    let planted = Planted::of(Unit::Profiler, "phases", &faults);
    let mismatches = |number| {
        let rtl = Some(planted.with(number).verilog.clone());
        run(&Options { effort: Effort::Test, rtl, ..options(Mode::External) }, Core::Ibex).mismatches
    };
    assert_eq!(mismatches(0), 0);
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        assert!(mismatches(number) > 0, "{instance} {to} is not found");
    }
}
