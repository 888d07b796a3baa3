//! Where counts and thresholds end: the ladder at the largest count, and the hand beside events that are lost.
use crate::support::bench;
use std::collections::BTreeMap;
use treetap::catalog::{Chosen, Settings, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::library::{Command, Simulation};
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::model::rap::Top;
use treetap::spec::event::Event;
use treetap::spec::rap::{self, Config, Engine, Preset};
use treetap::spec::regs::Op;
use treetap::trace::shapes::Random;

/// Code of the command that dumps the tree and goes on.
const SNAPSHOT: u64 = Op::Snapshot as u64;

/// A tree of keys of 8 bits with counts of 16 bits and a hand of one visit for an event, on each engine.
fn trees() -> Vec<Preset> {
    let numbers = [
        ("key_bits", 8),
        ("nodes", 16),
        ("count_bits", 16),
        ("entries", 0),
        ("hand_reserve", 8),
        ("hand_weight", 1),
        ("hand_creates", 1),
        ("hand_jump", 15),
    ];
    let numbers: BTreeMap<String, u32> = numbers.map(|(name, value)| (name.into(), value)).into();
    let of = |engine: &Engine| {
        let settings = Settings { engine: Some(engine.name().into()), numbers: numbers.clone(), ..Settings::default() };
        match Chosen::of(Unit::Rap, None, &settings) {
            Ok(Chosen::Rap(preset)) => preset,
            other => panic!("{other:?} is no tree"),
        }
    };
    Engine::ALL.iter().map(of).collect()
}

/// Runs the events with and without idle cycles and commands; whether hardware and model agree.
fn agrees(bench: &Bench, t0: u64, events: &[Event]) -> bool {
    let mut all = true;
    for pressure in [Pressure::None, Pressure::Light] {
        for commands in ["none", "every:17:snapshot"] {
            let commands = Commands::parse(commands).unwrap();
            let mut options = Options { pressure, commands, ..bench.options().clone() };
            options.config.t0 = t0;
            let workload = Workload::Events(events.to_vec().into());
            let report = bench.with(&options).run(&workload, &mut |_, _| {}).unwrap();
            report.fault.iter().for_each(|fault| println!("{}: {fault:?}", options.preset()));
            all &= report.fault.is_none();
        }
    }
    all
}

fn built(preset: &Preset) -> Bench {
    Bench::new(&Options { effort: Effort::Test, ..Options::rap(preset) }).unwrap()
}

/// Events that drive T up: now and then one that does not fit the threshold of the moment, else of weight 1. With this
/// seed T ends at the largest count, which few streams reach before n does.
fn climb(preset: &Preset) -> (u64, Vec<Event>) {
    let (mut random, t0) = (Random(58934), 256);
    let mut model = Top::new(Config { t0, ..preset.config }).unwrap();
    let (mut events, mut n) = (vec![], 0);
    for at in 0..400 {
        let t = model.rap().t();
        let heavy = at < 4 || random.next().is_multiple_of(10);
        let weight = if heavy { (t + random.next() % (t + 1)).min(60_000) } else { 1 };
        let weight = if n + weight > 65_000 { 1 } else { weight };
        n += weight;
        let event = Event { key: random.next() % 256, weight: weight as u16 };
        model.add(event);
        events.push(event);
    }
    (t0, events)
}

#[test]
fn the_threshold_climbs_to_the_largest_count() {
    for preset in trees() {
        let (t0, events) = climb(&preset);
        let mut model = Top::new(Config { t0, ..preset.config }).unwrap();
        let mut thresholds = vec![t0];
        for event in &events {
            model.add(*event);
            thresholds.push(model.rap().t());
        }
        thresholds.dedup();
        println!("{thresholds:?}");
        // In the end within a round's several steps: what is left of them is taken from the largest count on.
        let [.., before, last] = thresholds[..] else { panic!("{thresholds:?}") };
        let count_max = preset.config.count_max();
        assert!(last == count_max && before < count_max / 2, "{thresholds:?}");
        assert!(agrees(&built(&preset), t0, &events), "{}", preset.engine.name());
    }
}

/// Every third event weighs more than any count has room for after the first one, and those between them make rounds.
fn lost_within_rounds() -> Vec<Event> {
    let mut random = Random(7);
    let weight = |at| if at % 3 == 2 { u16::MAX } else { 1 + at as u16 / 100 };
    (0..1500).map(|at| Event { key: random.next() % 256, weight: weight(at) }).collect()
}

#[test]
fn an_event_that_is_lost_does_not_turn_the_hand() {
    const T0: u64 = 1;
    for preset in trees() {
        let events = lost_within_rounds();
        let mut model = Top::new(Config { t0: T0, ..preset.config }).unwrap();
        let (mut lost, mut absorbed) = (0, 0);
        for event in &events {
            let (slot, n, live) = (model.rap().hand(), model.rap().n(), model.rap().live());
            model.add(*event);
            let going = slot > 0 && slot < preset.config.nodes;
            lost += u32::from(going && model.rap().n() == n);
            absorbed += u32::from(going && model.rap().live() < live);
        }
        assert!(lost >= 100 && absorbed >= 50, "{lost} lost within a round, {absorbed} visits that absorbed");
        assert!(agrees(&built(&preset), T0, &events), "{}", preset.engine.name());
    }
}

#[test]
fn a_command_of_the_code_0_is_acknowledged_and_changes_nothing() {
    for preset in bench::on_every_engine(&["k16n256"]) {
        let mut random = Random(9);
        let events: Vec<_> = (0..3000).map(|_| Event { key: random.next() % 500 * 77 % 65_536, weight: 1 }).collect();
        let end = Command { position: events.len() as u64, op: SNAPSHOT };
        let bench = bench::bench(&preset);
        // Every code is taken for a command.
        let (right, wrong) = ("wire command = cmd_valid & (|cmd_op);", "wire command = cmd_valid;");
        let design = bench.options().design().unwrap().verilog;
        assert_eq!(design.matches(right).count(), 1);
        let faulty =
            Bench::new(&Options { rtl: Some(design.replace(right, wrong)), ..bench.options().clone() }).unwrap();
        for pressure in [Pressure::None, Pressure::Heavy] {
            let options = Options { pressure, ..bench.options().clone() };
            let run =
                |library, commands: &[Command]| Simulation::open(library, &options.setup(0)).run(&events, commands);
            let nothing: Vec<_> = (0..40).map(|i| Command { position: i * 70, op: 0 }).chain([end]).collect();
            let (with, without) = (run(bench.library(), &nothing), run(bench.library(), &[end]));
            assert_eq!((with.broken, with.accepted, with.records.len()), (None, 3000, 41), "{}", preset.name);
            assert!(with.records[..40].iter().all(|record| record.words == 0));
            assert!(without.words.len() > 100 && with.words == without.words, "{} {pressure:?}", preset.name);
            let taken = run(faulty.library(), &nothing);
            assert!(taken.words != without.words, "{}: a command is found that is none", preset.name);
        }
    }
}

/// Totals stay where they are full. Nodes are counted up to 2^32 - 1: here the count begins there, and nothing but that
/// word of a dump, and its checksum, is another one.
#[test]
fn a_full_count_of_creates_stays_by_itself() {
    for name in ["nano", "pairs"] {
        let preset = *rap::preset(name).unwrap();
        assert_eq!(preset.engine, Engine::Serial);
        let bench = bench::bench(&preset);
        let (zero, full) = ("memory_wd = sum;", "memory_wd = sum | {16{wipe & (chosen == 3'd4) & ~stored[1]}};");
        let design = bench.options().design().unwrap().verilog;
        // What the full count carries out goes to the event.
        let (nobodys, events_own) = ("(ledger_adding & ~ledger_saturate)", "ledger_adding");
        assert_eq!((design.matches(zero).count(), design.matches(nobodys).count()), (1, 1));
        let begun = design.replace(zero, full);
        let built = |rtl| Bench::new(&Options { rtl: Some(rtl), ..bench.options().clone() }).unwrap();
        let (faulty, begun) = (built(begun.replace(nobodys, events_own)), built(begun));
        let events: Vec<_> = (0..3000).map(|at| Event { key: at % 500 * 0x9e37_79b1, weight: 1 }).collect();
        let end = Command { position: events.len() as u64, op: SNAPSHOT };
        let options = Options { pressure: Pressure::Light, ..bench.options().clone() };
        let run = |library| Simulation::open(library, &options.setup(0)).run(&events, &[end]);
        let (few, many) = (run(bench.library()), run(begun.library()));
        let created = few.records[0].stats.creates;
        assert!(created > 100 && many.records[0].stats.creates == u64::from(u32::MAX), "{created} nodes are created");
        assert_eq!((few.accepted, few.words.len()), (many.accepted, many.words.len()), "{}", preset.name);
        let differ: Vec<_> = (0..few.words.len()).filter(|at| few.words[*at] != many.words[*at]).collect();
        let checksum = few.words.len() - 1;
        assert!(matches!(differ[..], [_, last] if last == checksum), "{}: words {differ:?}", preset.name);
        assert_eq!(many.words[differ[0]], u64::from(u32::MAX));
        assert!(run(faulty.library()).words != many.words, "{}: a carry is found", preset.name);
    }
}
