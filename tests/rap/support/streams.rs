//! What a design with a planted fault, or a mutant, is put through until a difference shows.
use treetap::cosim::run::Options;
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::model::rap::Rap;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::Config;
use treetap::trace::shapes::Random;

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

/// Streams that no shape gives, with keys up to `key_max`: weight 0, weights of one bit, and enough weight for a 32-bit
/// count to overflow, and for a 32-bit count of what is lost then.
fn special(key_max: u64) -> [(&'static str, Workload); 4] {
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
    let overflow = (0..132_000).map(|i| Event { key: i % 2 * (random.next() % 400) * 0x0080_0001, weight: u16::MAX });
    let mut overflow: Vec<_> = overflow.collect();
    overflow.extend((0..50).map(|i| Event { key: i, weight: 1 + i as u16 }));
    // Each bit of a weight alone: whether it is 0 depends on every one of them.
    let bits = (0..800).map(|i| Event { key: random.next() % 9 * 0x0010_0001, weight: 1 << (i % 16) }).collect();
    let streams = [("weight 0", zeros), ("weight limit", halves), ("single bits", bits), (OVERFLOW, overflow)];
    streams.map(|(name, events)| {
        let cut = events.into_iter().map(|event| Event { key: event.key & key_max, ..event });
        (name, Workload::Events(cut.collect()))
    })
}

/// A stream whose `n` is full while the hand goes round: events that are lost come by turns with light ones that are
/// counted. Only of a tree that gets every event as it is, and whose counts are soon full.
fn lost_within_a_round(config: Config) -> Option<Workload> {
    if config.coalescer.is_some() || config.eps.is_some() || config.count_bits > 32 {
        return None;
    }
    const ROOM: u64 = 2000;
    let mut random = Random(17);
    let mut any = |weight| Event { key: random.next() & config.key_max(), weight };
    // A unit node takes any weight, and nothing else of the tree depends on how much.
    let heavy = Event { key: 0, weight: u16::MAX };
    let mut rap = Rap::new(config).ok()?;
    rap.add(heavy);
    let mut turning = vec![];
    while !(1..config.nodes / 2).contains(&rap.hand()) {
        let event = any(1);
        rap.add(event);
        turning.push(event);
    }
    let fill = config.count_max() - rap.n() - ROOM;
    let mut events = vec![heavy; 1 + (fill / u64::from(u16::MAX)) as usize];
    events.push(Event { weight: (fill % u64::from(u16::MAX)) as u16, ..heavy });
    events.extend(turning);
    (0..2 * ROOM).for_each(|i| events.push(any(if i % 2 == 0 { u16::MAX } else { 1 })));
    Some(Workload::Events(events.into()))
}

/// First thresholds with every bit both ways, and any two bits apart in some, each under a few events.
const THRESHOLDS: [u64; 7] =
    [0x5555_5555, 0xaaaa_aaaa, 0x0fff_ffff, u32::MAX as u64, 0x3333_3333, 0x0f0f_0f0f, 0x00ff_00ff];

/// Name of the stream under which counts overflow, and the first threshold that it has in turn: its highest bit decides
/// what is split.
const OVERFLOW: &str = "overflow";
const HIGH: u64 = 1 << 31;

/// A workload and how it is streamed.
pub struct Stream {
    pub name: String,
    pub workload: Workload,
    pub options: Options,
}

impl Stream {
    /// A shape as on the command line, without `shape:`.
    pub fn shape(shape: &str, options: Options) -> Self {
        let workload = Workload::parse(&format!("shape:{shape}"), Default::default(), options.config).unwrap();
        Self { name: shape.into(), workload, options: Options { sample_every: 1, ..options } }
    }
}

/// What a design with these options is put through.
pub fn streams(options: &Options) -> Vec<Stream> {
    let mut streams = vec![];
    for (shape, pressure, commands, weight_max) in SCENARIOS {
        let commands = Commands::parse(commands).unwrap();
        let mut options = Options { pressure: *pressure, commands, ..options.clone() };
        if let Some(coalescer) = &mut options.config.coalescer {
            coalescer.weight_max = *weight_max;
        }
        streams.push(Stream::shape(shape, options));
    }
    for t0 in THRESHOLDS {
        let config = Config { t0, ..options.config };
        let commands = Commands::At(vec![(100, Command::Snapshot), (150, Command::SnapshotReset)]);
        let stream = Stream::shape("uniform?events=300&weights=65535", Options { config, commands, ..options.clone() });
        streams.push(Stream { name: format!("T0 = {t0:#x}"), ..stream });
    }
    let lost = lost_within_a_round(options.config).map(|workload| ("lost within a round", workload));
    for (name, workload) in special(options.config.key_max()).into_iter().chain(lost) {
        let options = Options { sample_every: 1, ..options.clone() };
        if name == OVERFLOW {
            let config = Config { t0: HIGH, ..options.config };
            let (workload, options) = (workload.clone(), Options { config, ..options.clone() });
            streams.push(Stream { name: format!("{name}, T0 = {HIGH:#x}"), workload, options });
        }
        streams.push(Stream { name: name.into(), workload, options });
    }
    streams
}
