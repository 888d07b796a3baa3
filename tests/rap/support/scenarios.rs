//! What a design with a planted fault, or a mutant, is put through until a difference shows.
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::Config;
use treetap::trace::shapes::Random;

/// What was found, and under which scenario.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    pub scenario: String,
    pub field: String,
}

/// Commands of the first scenario: from the very beginning, when the memories are still being cleared, and close to
/// each other.
const DENSE: &str =
    "0:snapshot,1:reset,1:snapshot,1:snapshot_reset,500:snapshot,900:reset,1500:snapshot,1600:snapshot_reset";

/// Shape, idle cycles and back-pressure, commands, and the coalescer's weight limit.
const SCENARIOS: &[(&str, Pressure, &str, u16)] = &[
    ("aliases?events=3000&weights=40", Pressure::Light, DENSE, 255),
    ("zipf?events=4000", Pressure::None, "1000:snapshot,2000:snapshot_reset,3000:reset", u16::MAX),
    ("adversary?events=4000", Pressure::Heavy, "random:900", u16::MAX),
    ("lcg?events=3000&weights=2", Pressure::Sink, "random:1000", 100),
    ("adversary?events=3000&weights=65535", Pressure::None, "none", u16::MAX),
    ("hotspot?events=8000", Pressure::None, "none", u16::MAX),
    // Leaves that are counted while the hand reads them.
    ("hotspot?events=30000&seed=11", Pressure::None, "none", u16::MAX),
    ("sequential?events=40000&seed=20", Pressure::None, "none", u16::MAX),
];

/// Streams that no shape gives: weight 0, and enough weight for a 32-bit count to overflow; keys up to `key_max`.
fn special(key_max: u64) -> [(&'static str, Workload); 3] {
    let mut random = Random(3);
    let zeros = (0..2000).map(|_| Event { key: random.next() % 3 * 0x0100_0001, weight: (random.next() % 3) as u16 });
    let zeros: Vec<_> = zeros.collect();
    // Two halves of one entry that just fit together, or just do not.
    let halves = (0..3000u64).flat_map(|i| {
        let (first, over) = (1 + random.next() as u16 % u16::MAX, (random.next() % 6) as u16);
        [first, (u16::MAX - first).wrapping_add(over).wrapping_sub(2)].map(|weight| Event { key: i % 5, weight })
    });
    let halves: Vec<_> = halves.collect();
    // Half of it in one node, half spread over enough keys for the threshold to grow with the counts.
    let overflow = (0..66_200).map(|i| Event { key: i % 2 * (random.next() % 400) * 0x0080_0001, weight: u16::MAX });
    let mut overflow: Vec<_> = overflow.collect();
    overflow.extend((0..50).map(|i| Event { key: i, weight: 1 + i as u16 }));
    [("weight 0", zeros), ("weight limit", halves), ("overflow", overflow)].map(|(name, events)| {
        let cut = events.into_iter().map(|event| Event { key: event.key & key_max, ..event });
        (name, Workload::Events(cut.collect()))
    })
}

/// First thresholds with every bit both ways, each under a few events.
const THRESHOLDS: [u64; 4] = [0x5555_5555, 0xaaaa_aaaa, 0x0fff_ffff, u32::MAX as u64];

/// The first difference that a scenario shows, if any does.
pub fn difference(bench: &Bench) -> Option<Difference> {
    for (shape, pressure, commands, weight_max) in SCENARIOS {
        let mut options: Options = bench.options().clone();
        options.pressure = *pressure;
        options.commands = Commands::parse(commands).unwrap();
        options.sample_every = 1;
        if let Some(coalescer) = &mut options.config.coalescer {
            coalescer.weight_max = *weight_max;
        }
        let workload = Workload::parse(&format!("shape:{shape}"), Default::default(), options.config).unwrap();
        if let Some(fault) = bench.with(&options).run(&workload, &mut |_, _| {}).unwrap().fault {
            return Some(Difference { scenario: (*shape).into(), field: fault.field });
        }
    }
    for t0 in THRESHOLDS {
        let config = Config { t0, ..bench.options().config };
        let commands = Commands::At(vec![(100, Command::Snapshot), (150, Command::SnapshotReset)]);
        let options = Options { config, commands, sample_every: 1, ..bench.options().clone() };
        let workload = Workload::parse("shape:uniform?events=300&weights=65535", Default::default(), config).unwrap();
        if let Some(fault) = bench.with(&options).run(&workload, &mut |_, _| {}).unwrap().fault {
            return Some(Difference { scenario: format!("T0 = {t0:#x}"), field: fault.field });
        }
    }
    let options = Options { sample_every: 1, ..bench.options().clone() };
    for (name, workload) in special(bench.options().config.key_max()) {
        if let Some(fault) = bench.with(&options).run(&workload, &mut |_, _| {}).unwrap().fault {
            return Some(Difference { scenario: name.into(), field: fault.field });
        }
    }
    None
}
