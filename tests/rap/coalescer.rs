//! The emitted `coalescer` tops equal the golden model: every event that comes out, in order
//! (docs/reference/coalescer.md R10).
use crate::support::bench::{Case, Sum, on_two_threads};
use std::sync::Mutex;
use treetap::cosim::build::Effort;
use treetap::cosim::coalescer::Checker;
use treetap::cosim::library::{Broken, Outcome, Record};
use treetap::cosim::report::Check as _;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::spec::coalescer::{Microarchitecture, PRESETS, Preset};
use treetap::spec::event::{Command, Event};
use treetap::trace::shapes::Random;

const CASES: &[Case] = &[
    Case { shape: "zipf?events=40000&seed=21", pressure: Pressure::None, commands: "none" },
    Case { shape: "aliases?events=20000&seed=22", pressure: Pressure::Light, commands: "random:3000" },
    Case { shape: "single?events=80000&seed=23", pressure: Pressure::None, commands: "every:70000:snapshot" },
    Case { shape: "sequential?events=10000&seed=24", pressure: Pressure::Sink, commands: "random:2000" },
    Case { shape: "hotspot?events=20000&seed=25", pressure: Pressure::Heavy, commands: "random:5000" },
    Case { shape: "uniform?events=10000&seed=26&weights=65535", pressure: Pressure::Light, commands: "random:900" },
    Case { shape: "aliases?events=20000&seed=27&weights=9000", pressure: Pressure::Source, commands: "random:4000" },
];

fn options(preset: &'static Preset) -> Options {
    Options { effort: Effort::Test, ..Options::coalescer(preset) }
}

#[test]
fn hardware_equals_model_over_shapes_seeds_back_pressure_and_operations() {
    let sum = Mutex::new(Sum::default());
    on_two_threads(&PRESETS.iter().collect::<Vec<_>>(), |preset| {
        let bench = Bench::new(&options(preset)).unwrap();
        for (i, case) in CASES.iter().enumerate() {
            let mut options = bench.options().clone();
            options.seed = 2000 + i as u64;
            if let Some(config) = options.config.coalescer.as_mut().filter(|_| i % 3 == 1) {
                config.weight_max = 100;
            }
            sum.lock().unwrap().add(&case.run(&bench, &options));
        }
    });
    let sum = sum.into_inner().unwrap();
    println!("{sum:?}");
    assert!(sum.events >= 1_000_000 && sum.emitted >= 300_000 && sum.emitted < sum.events, "{sum:?}");
    assert!(sum.snapshots > 100 && sum.resets > 50 && sum.together > 20, "{sum:?}");
    assert!(sum.blocked_events > 1000 && sum.injected_stalls > 1000 && sum.idle_cycles > 1000, "{sum:?}");
}

#[test]
fn without_stalls_every_cycle_takes_an_event_or_every_second_one() {
    for preset in PRESETS {
        let bench = Bench::new(&options(preset)).unwrap();
        for shape in ["shape:uniform?events=20000", "shape:single?events=20000", "shape:aliases?events=20000"] {
            let workload = Workload::parse(shape, Default::default(), bench.options().config).unwrap();
            let report = bench.run(&workload, &mut |_, _| {}).unwrap();
            if preset.built == Microarchitecture::Compact {
                assert_eq!(report.fault, None, "{} {shape}", preset.name);
                assert!(report.stall_cycles <= 2 * report.events, "{} {shape}: {}", preset.name, report.stall_cycles);
                continue;
            }
            assert_eq!(
                (report.fault, report.stall_cycles, report.blocked_events),
                (None, 0, 0),
                "{} {shape}",
                preset.name
            );
        }
    }
}

#[test]
fn events_of_weight_zero_are_accepted_ignored_and_counted() {
    let mut random = Random(9);
    let events: Vec<_> =
        (0..5000).map(|_| Event { key: random.next() % 40, weight: (random.next() % 2) as u16 }).collect();
    let zeros = events.iter().filter(|e| e.weight == 0).count() as u64;
    for preset in each_microarchitecture() {
        let bench = Bench::new(&options(preset)).unwrap();
        for pressure in [Pressure::None, Pressure::Heavy] {
            let commands = Commands::parse("2000:reset,3000:snapshot,4000:snapshot_reset").unwrap();
            let options = Options { pressure, commands, ..bench.options().clone() };
            let report = bench.with(&options).run(&Workload::Events(events.clone().into()), &mut |_, _| {}).unwrap();
            assert_eq!((report.fault, report.zero_weight), (None, zeros));
        }
    }
    assert!(zeros > 2000);
}

/// The smallest preset of each microarchitecture.
fn each_microarchitecture() -> impl Iterator<Item = &'static Preset> {
    Microarchitecture::ALL.into_iter().map(|built| {
        let presets = PRESETS.iter().filter(|preset| preset.built == built);
        presets.min_by_key(|preset| (preset.key_bits, preset.config.entries)).unwrap()
    })
}

/// Distances at which the pipelined microarchitecture takes an entry from an event before instead of from its RAM.
const NEAR: usize = 5;

#[test]
fn an_entry_is_right_at_every_distance_from_the_event_that_changed_it() {
    for preset in each_microarchitecture() {
        assert_eq!((preset.key_bits, preset.config.entries), (8, 16));
        // Keys of three indices, and some that meet nothing, so that the nearest event of an index is at every
        // distance.
        let mut random = Random(31);
        let keys = [0x00, 0x11, 0x22, 0x01, 0x10, 0x23, 0x02, 0x20, 0x34, 0x45, 0x57, 0x6a, 0x7c];
        let mut event = || {
            let key = keys[random.next() as usize % keys.len()];
            Event { key, weight: (1 + random.next() % 60) as u16 }
        };
        let events: Vec<Event> = (0..60_000).map(|_| event()).collect();
        let mut met = [[0_u64; 2]; NEAR];
        for (at, event) in events.iter().enumerate() {
            let before = events[at.saturating_sub(NEAR)..at].iter().rev();
            let index = |event: &Event| event.key & 15 ^ event.key >> 4;
            if let Some(near) = before.clone().position(|other| index(other) == index(event)) {
                met[near][usize::from(events[at - near - 1].key == event.key)] += 1;
            }
        }
        assert!(met.as_flattened().iter().all(|times| *times > 500), "{met:?}");
        let mut options = options(preset);
        options.config.coalescer.as_mut().unwrap().weight_max = 100;
        let bench = Bench::new(&options).unwrap();
        let report = bench.run(&Workload::Events(events.into()), &mut |_, _| {}).unwrap();
        assert_eq!(report.fault, None, "{}", preset.name);
        // An event in every cycle: the distances in the list are distances in cycles. Or in every second one, or in the
        // third one after an event of its index.
        let near = met[0].iter().sum::<u64>();
        let waits = if preset.built == Microarchitecture::Compact { report.events + near } else { 0 };
        assert!(report.stall_cycles.abs_diff(waits) <= 2, "{}: {}, {waits}", preset.name, report.stall_cycles);
    }
}

#[test]
fn a_command_that_hangs_after_others_is_a_difference() {
    let preset = PRESETS[0];
    let mut checker = Checker::new(preset.config).unwrap();
    let events = [3, 3, 5].map(|key| Event { key, weight: 1 });
    // The first command was answered; the second has no words yet, and nobody has said where they begin.
    let first = Record { op: Command::Snapshot as u64, position: 3, first_word: 4, words: 0, ..Record::default() };
    let second = Record { first_word: 0, ..first };
    // Key and weight of each event that came out.
    let words = vec![3, 2, 5, 1];
    let outcome = Outcome { records: vec![first, second], words, broken: Some(Broken::Hang), ..Outcome::default() };
    assert!(!checker.batch(&events, &outcome));
    let found = Box::new(checker).finish(&Default::default());
    // The first is right: so much is seen.
    assert_eq!((found.snapshots, found.emitted), (2, 2));
    assert!(found.fault.is_some_and(|fault| fault.field == "hang"));
}
