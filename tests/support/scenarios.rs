//! What a design with a planted fault, or a mutant, is put through until a difference shows.
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::spec::event::Event;
use treetap::trace::shapes::Random;

/// What was found, and under which scenario.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    pub scenario: String,
    pub field: String,
}

/// Shape, idle cycles and back-pressure, commands, and the coalescer's weight limit.
const SCENARIOS: &[(&str, Pressure, &str, u16)] = &[
    (
        "aliases?events=3000&weights=40",
        Pressure::Light,
        "0:snapshot,1:reset,1:snapshot,1:snapshot_reset,500:snapshot,900:reset,1500:snapshot,1600:snapshot_reset",
        255,
    ),
    ("zipf?events=4000", Pressure::None, "1000:snapshot,2000:snapshot_reset,3000:reset", u16::MAX),
    ("adversary?events=4000", Pressure::Heavy, "random:900", u16::MAX),
    ("lcg?events=3000&weights=2", Pressure::Sink, "random:1000", u16::MAX),
    ("adversary?events=3000&weights=65535", Pressure::None, "none", u16::MAX),
];

/// Streams that no shape gives: weight 0, and enough weight for a 32-bit count to overflow.
fn special() -> [(&'static str, Workload); 2] {
    let mut random = Random(3);
    let zeros = (0..2000).map(|_| Event { key: random.next() % 3 * 0x0100_0001, weight: (random.next() % 3) as u16 });
    let zeros: Vec<_> = zeros.collect();
    // Spread over enough keys for the threshold to grow with the counts.
    let overflow = (0..65_600).map(|_| Event { key: random.next() % 400 * 0x0080_0001, weight: u16::MAX });
    let mut overflow: Vec<_> = overflow.collect();
    overflow.extend((0..50).map(|i| Event { key: i, weight: 1 + i as u16 }));
    [("weight 0", Workload::Events(zeros.into())), ("overflow", Workload::Events(overflow.into()))]
}

/// The first difference that a scenario shows, if any does.
pub fn difference(bench: &Bench) -> Option<Difference> {
    for (shape, pressure, commands, weight_max) in SCENARIOS {
        let mut options: Options = bench.options().clone();
        options.pressure = *pressure;
        options.commands = Commands::parse(commands).unwrap();
        if let Some(coalescer) = &mut options.config.coalescer {
            coalescer.weight_max = *weight_max;
        }
        let workload = Workload::parse(&format!("shape:{shape}"), Default::default(), options.config).unwrap();
        if let Some(fault) = bench.with(&options).run(&workload, &mut |_, _| {}).unwrap().fault {
            return Some(Difference { scenario: (*shape).into(), field: fault.field });
        }
    }
    for (name, workload) in special() {
        if let Some(fault) = bench.run(&workload, &mut |_, _| {}).unwrap().fault {
            return Some(Difference { scenario: name.into(), field: fault.field });
        }
    }
    None
}
