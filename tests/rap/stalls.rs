//! Every cycle in which an event waits has its reason, and without a reason no event waits: the initiation interval is
//! one.
use crate::support::bench::{self, Case, on_two_threads, options};
use std::collections::BTreeMap;
use std::sync::Mutex;
use treetap::catalog;
use treetap::cosim::library::Simulation;
use treetap::cosim::report::Report;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Pressure, Rate};
use treetap::spec::event::Event;
use treetap::spec::rap::{Engine, Preset, Stall};
use treetap::trace::shapes::Random;

/// Cycles that an engine clears its memories at most: rule R12, with `E` entries of a coalescer.
fn clearing(preset: &Preset) -> u64 {
    let nodes = u64::from(preset.config.nodes);
    let entries = preset.config.coalescer.map_or(0, |c| u64::from(c.entries));
    match preset.engine {
        Engine::Serial => nodes.max(entries) + 64,
        Engine::Pipelined => (4 * nodes).max(entries) + 64,
        Engine::Cam => entries.max(260) + 64,
    }
}

fn run(preset: &Preset, t0: u64, events: Vec<Event>) -> Report {
    let bench = bench::bench(preset);
    let mut options = options(preset);
    options.config.t0 = t0;
    let report = bench.with(&options).run(&Workload::Events(events.into()), &mut |_, _| {}).unwrap();
    assert_eq!(report.fault, None, "{} {}", preset.name, preset.engine.name());
    report
}

fn fast_engines() -> Vec<Preset> {
    let fast: Vec<_> = catalog::rap_designs().into_iter().filter(|p| p.engine != Engine::Serial).collect();
    assert!([Engine::Pipelined, Engine::Cam].iter().all(|e| fast.iter().filter(|p| p.engine == *e).count() > 3));
    fast
}

#[test]
fn without_creates_every_cycle_accepts_an_event() {
    on_two_threads(&fast_engines(), |preset| {
        // Below such a threshold everything is counted in the root.
        let mut random = Random(21);
        let any = |random: &mut Random| Event { key: random.next(), weight: 1 + (random.next() & 7) as u16 };
        let cut = |e: Event| Event { key: e.key & preset.config.key_max(), ..e };
        let report = run(preset, 1 << 30, (0..20_000).map(|_| cut(any(&mut random))).collect());
        assert_eq!((report.events, report.creates, report.rounds), (20_000, 0, 0));
        let other: Vec<_> = report.stalls.keys().filter(|reason| **reason != "clear").collect();
        assert!(other.is_empty(), "{} {}: {:?}", preset.name, preset.engine.name(), report.stalls);
        assert_eq!(report.stall_cycles, report.stalls.values().sum::<u64>());
    });
}

#[test]
fn a_tree_that_is_complete_accepts_an_event_in_every_cycle() {
    on_two_threads(&fast_engines(), |preset| {
        let levels = u64::from(preset.config.levels());
        if 2 * levels + 1 >= u64::from(preset.config.nodes) {
            return;
        }
        // Two leaves, and every distance of two events of a node.
        let mut random = Random(22);
        let keys = [0, preset.config.key_max()];
        let events: Vec<_> =
            (0..40_000).map(|_| Event { key: keys[(random.next() & 1) as usize], weight: 1 }).collect();
        let half = run(preset, 1, events[..20_000].to_vec());
        let whole = run(preset, 1, events);
        assert!(whole.creates >= levels && whole.rounds == 0, "{}: {whole:?}", preset.name);
        // All that ever waits waits in the beginning.
        assert_eq!((whole.creates, &whole.stalls), (half.creates, &half.stalls), "{}", preset.name);
    });
}

#[test]
fn clearing_ends_in_time_and_is_given_as_the_reason() {
    on_two_threads(&catalog::rap_designs(), |preset| {
        let bench = bench::bench(preset);
        let mut simulation = Simulation::open(bench.library(), &bench.options().setup(0));
        let events: Vec<_> = (0..2000).map(|i| Event { key: (i * 37) & preset.config.key_max(), weight: 1 }).collect();
        simulation.run(&events, &[]);
        let before = simulation.totals();
        simulation.rst();
        simulation.run(&events[..100], &[]);
        let totals = simulation.totals();
        let cleared = totals.stalls[Stall::Clear as usize] - before.stalls[Stall::Clear as usize];
        let name = format!("{} {}: {cleared} cycles", preset.name, preset.engine.name());
        assert_eq!((before.events, totals.events, before.stalls[Stall::Clear as usize]), (2000, 2100, 0), "{name}");
        assert!(cleared >= u64::from(preset.config.nodes.min(256)) && cleared <= clearing(preset), "{name}");
    });
}

#[test]
fn the_reasons_are_those_of_what_happens() {
    let sum = Mutex::new(BTreeMap::<(&str, &str), u64>::new());
    on_two_threads(&catalog::rap_designs(), |preset| {
        let shape = "adversary?events=4000&seed=23";
        let case = Case { shape, pressure: Pressure::Sink, commands: "every:1000:snapshot_reset" };
        let report = case.run(&bench::bench(preset), &options(preset));
        assert!(report.snapshots >= 4 && report.together >= 3, "{}: {report:?}", preset.name);
        let mut sum = sum.lock().unwrap();
        for (reason, cycles) in &report.stalls {
            *sum.entry((preset.engine.name(), reason)).or_default() += cycles;
        }
    });
    let sum = sum.into_inner().unwrap();
    println!("{sum:?}");
    for engine in Engine::ALL {
        for reason in ["command", "create", "visit"] {
            assert!(sum.contains_key(&(engine.name(), reason)), "{} never says {reason}", engine.name());
        }
    }
}

#[test]
fn a_wrong_reason_is_found() {
    let mut engines = vec![];
    for preset in bench::on_every_engine(&["k16n256"]) {
        // Creates say visit, and there is no round.
        let design = options(&preset).design().unwrap();
        let right = "stat_stall = engine_stall;";
        assert_eq!(design.verilog.matches(right).count(), 1, "{}", design.top);
        let wrong = design.verilog.replace(right, "stat_stall = engine_stall ^ 4'd1;");
        let bench = Bench::new(&Options { rtl: Some(wrong), ..options(&preset) }).unwrap();
        // The paths to two dozen keys fit the pool.
        let events: Vec<_> = (0..3000).map(|i| Event { key: (i % 24 * 2731) & 0xffff, weight: 1 }).collect();
        let report = bench.run(&Workload::Events(events.into()), &mut |_, _| {}).unwrap();
        let fault = report.fault.expect("a wrong reason is not found");
        assert_eq!(fault.field, "stat_stall", "{fault:?}");
        engines.push(preset.engine);
    }
    assert_eq!(engines.len(), Engine::ALL.len());
}

#[test]
fn the_longest_queue_is_what_came_and_was_not_taken() {
    for preset in bench::on_every_engine(&["k16n256"]) {
        let bench = bench::bench(&preset);
        let run = |rate: &str, t0| {
            let mut options = Options { rate: Some(Rate::parse(rate).unwrap()), ..options(&preset) };
            options.config.t0 = t0;
            let case = Case { shape: "zipf?events=4000&seed=24", pressure: Pressure::None, commands: "1000:snapshot" };
            case.run_longer(&bench, &options, 1)
        };
        let name = preset.engine.name();
        // Where one comes in every cycle, each cycle of waiting and of a dump, but for the last one, leaves one more.
        let full = run("1", 1);
        let waited = full.cycles - full.events;
        let backlog = full.backlog.unwrap();
        assert!(full.creates > 500 && full.snapshots == 2, "{name}: {full:?}");
        assert!(backlog > 1000 && backlog <= waited && backlog + full.dump_cycles >= waited, "{name}: {full:?}");
        // Slower sources need shorter queues, and where no event waits none is needed.
        let slow = run("0.01", 1);
        assert!(slow.backlog.unwrap() < backlog / 2 && slow.idle_cycles > 10_000, "{name}: {slow:?}");
        let fits = |commands| {
            let mut options = Options { rate: Some(Rate::parse("0.01").unwrap()), ..options(&preset) };
            options.config.t0 = 1 << 30;
            Case { shape: "zipf?events=4000&seed=24", pressure: Pressure::None, commands }
                .run_longer(&bench, &options, 1)
        };
        assert_eq!(fits("none").backlog, Some(0), "{name}");
        assert!(fits("1000:snapshot").backlog > Some(0), "{name}");
    }
}
