//! Every cycle in which an event waits has its reason, and without a reason no event waits: the initiation interval is
//! one.
use crate::support::bench::{self, Case, on_two_threads, options};
use crate::support::edits::Edit;
use crate::support::selector::selectable;
use std::collections::BTreeMap;
use std::sync::Mutex;
use treetap::catalog;
use treetap::cosim::library::Simulation;
use treetap::cosim::report::Report;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure, Rate};
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

/// What a top's Verilog has for a reason where it says why an event waits, and what stands before that.
fn said(reason: Stall, engine: Engine) -> (&'static str, &'static str) {
    match reason {
        Stall::Clear => ("if (engine_clearing) begin\n            ", "clear_code"),
        Stall::Command => ("if (command) begin\n            ", "command_code"),
        Stall::Queue if engine == Engine::Serial => ("else what lies before it.\n        ", "queue_code"),
        _ => ("", "engine_stall"),
    }
}

/// Every reason in the place of every other one: what should be said, what is said, and the edit that does it.
fn wrong_reasons(engine: Engine) -> Vec<(Stall, Stall, [String; 2])> {
    let pairs = Stall::ALL.into_iter().flat_map(|reason| Stall::ALL.map(|other| (reason, other)));
    pairs
        .filter(|(reason, other)| reason != other)
        .map(|(reason, other)| {
            let (before, code) = said(reason, engine);
            let instead = format!("({code} == 4'd{}) ? 4'd{} : {code}", reason as u8, other as u8);
            (reason, other, [format!("{before}stat_stall = «{code}»;"), instead])
        })
        .collect()
}

/// Streams in which every reason of an engine is given; the last brings `n` near its end.
fn streams(options: &Options) -> Vec<(Options, Workload)> {
    let run = |shape: &str, pressure, commands| {
        let workload = Workload::parse(&format!("shape:{shape}"), Default::default(), options.config).unwrap();
        (Options { pressure, commands: Commands::parse(commands).unwrap(), ..options.clone() }, workload)
    };
    let heavy = (0..66_500).map(|i| Event { key: i % 2, weight: u16::MAX }).collect();
    vec![
        run("adversary?events=3000&seed=23", Pressure::None, "every:1000:snapshot_reset"),
        run("zipf?events=4000&seed=24", Pressure::Sink, "0:reset,1500:reset,3000:snapshot"),
        (options.clone(), Workload::Events(heavy)),
    ]
}

/// The reasons that an engine gives with and without a coalescer before it.
fn reasons(preset: &Preset) -> Vec<Stall> {
    let mut all = vec![Stall::Clear, Stall::Command, Stall::Create, Stall::Visit];
    all.extend((preset.engine != Engine::Cam).then_some(Stall::Walk));
    all.extend((preset.engine != Engine::Serial).then_some(Stall::Refill));
    all.extend((preset.engine != Engine::Serial || preset.config.coalescer.is_some()).then_some(Stall::Queue));
    all
}

/// What a full queue before the engine hides: the checker cannot tell whether a cycle waits for the queue or for what
/// the engine does at the same time. Without a coalescer these are found.
const HIDDEN: [&str; 3] =
    ["k16n256 pipelined: Walk is Queue", "k16n256 pipelined: Create is Queue", "k16n256 pipelined: Queue is Visit"];

#[test]
fn every_wrong_reason_is_found_but_those_that_a_queue_hides() {
    let presets = bench::on_every_engine(&["k32n64", "k16n256"]);
    let found = Mutex::new(vec![]);
    for preset in &presets {
        let options = options(preset);
        let design = options.design().unwrap();
        let wrong = wrong_reasons(preset.engine);
        let edits: Vec<_> =
            wrong.iter().map(|(.., [pattern, instead])| Edit { name: "reason", pattern, instead }).collect();
        let rtl = Some(selectable(&design.top, &design.verilog, &edits).unwrap());
        let options = Options { rtl, ..options };
        let bench = Bench::new(&options).unwrap();
        let streams = streams(&options);
        let report = |mutant: usize, (options, workload): &(Options, Workload)| {
            let options = Options { mutant: mutant as u64, ..options.clone() };
            bench.with(&options).run(workload, &mut |_, _| {}).unwrap()
        };
        // Right reasons pass, and each of them is there.
        let right: Vec<_> = streams.iter().map(|stream| report(0, stream)).collect();
        right.iter().for_each(|report| assert_eq!(report.fault, None, "{} {}", preset.name, preset.engine.name()));
        let expected = reasons(preset);
        for reason in Stall::ALL {
            let there = right.iter().any(|report| report.stalls.contains_key(reason.name()));
            assert_eq!(there, expected.contains(&reason), "{} {}: {reason:?}", preset.name, preset.engine.name());
        }
        let planted: Vec<_> =
            wrong.iter().zip(1usize..).filter(|((reason, ..), _)| expected.contains(reason)).collect();
        on_two_threads(&planted, |((reason, other, _), number)| {
            let fault = streams.iter().find_map(|stream| report(*number, stream).fault);
            let name = format!("{} {}: {reason:?} is {other:?}", preset.name, preset.engine.name());
            found.lock().unwrap().push((name, fault.map(|fault| fault.field)));
        });
    }
    let found = found.into_inner().unwrap();
    let missed: Vec<_> = found.iter().filter(|(_, field)| field.as_deref() != Some("stat_stall")).collect();
    println!("{} wrong reasons, {} are not found", found.len(), missed.len());
    let hidden = missed.iter().all(|(name, field)| field.is_none() && HIDDEN.contains(&name.as_str()));
    assert!(found.len() > 200 && hidden && missed.len() == HIDDEN.len(), "{} of them, {missed:#?}", found.len());
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
