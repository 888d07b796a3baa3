//! The experiments of docs/measured/hand.md: what the hand (docs/reference/rap.md R15) costs in accuracy beside the
//! collapse of R6, with which parameters, and what it is worth beside other sketches of the same memory.
//!
//! `cargo run --release --example hand -- beside|parameters|memory KEY_BITS EVENTS STREAM...` prints Markdown. A stream
//! is a trace file or a shape (`shape:zipf?events=400000`), of which the first EVENTS are taken.
mod leaves;
mod sketches;

use leaves::{Order, Skipping};
use sketches::{PerLevel, SpaceSaving};
use std::error::Error;
use std::path::Path;
use treetap::model::accuracy::{Bounds, accuracy};
use treetap::model::coalescer::Coalescer;
use treetap::model::exact::{Counter, Exact};
use treetap::model::profile::Profile;
use treetap::model::rap::Rap;
use treetap::spec::rap::{Collapse, Config, Hand, Service, ladder_next};
use treetap::spec::{coalescer, event::Event};
use treetap::trace;

/// Sizes of the pool.
const NODES: [u32; 6] = [128, 256, 512, 1024, 2048, 4096];
/// Sizes of the pool for which parameters are tried.
const TRIED: [u32; 4] = [256, 512, 1024, 4096];
/// Entries of the coalescer, 0 for none.
const ENTRIES: [u32; 3] = [0, 256, 1024];

/// Events and what is true of them.
struct Stream {
    name: String,
    key_bits: u32,
    exact: Exact,
    events: Vec<Event>,
}

impl Stream {
    fn load(text: &str, key_bits: u32, limit: usize) -> Result<Self, Box<dyn Error>> {
        let mut events = vec![];
        if let Some(shape) = text.strip_prefix("shape:") {
            events.extend(trace::shapes::Shape::parse(shape)?.events(key_bits).take(limit));
        } else {
            let mut reader = trace::open(text, &trace::Options::key_bits(key_bits))?;
            let mut batch = vec![];
            while events.len() < limit && reader.next_batch(&mut batch)? > 0 {
                events.append(&mut batch);
            }
            events.truncate(limit);
        }
        let mut counter = Counter::new();
        events.iter().for_each(|&event| counter.add(event));
        let file = Path::new(text).file_name().and_then(|name| name.to_str()).unwrap_or(text);
        let name = file.split(".u64").next().unwrap_or(file).replace("shape:", "");
        eprintln!("{name}: {} events", events.len());
        Ok(Self { name, key_bits, exact: counter.finish(key_bits), events })
    }

    /// The events as a tree gets them downstream of a coalescer of so many entries.
    fn combined(&self, entries: u32) -> Vec<Event> {
        if entries == 0 {
            return self.events.clone();
        }
        let mut coalescer = Coalescer::new(coalescer::Config::new(entries)).expect("a legal size");
        let mut out: Vec<Event> = self.events.iter().filter_map(|&event| coalescer.push(event)).collect();
        coalescer.flush(|event| out.push(event));
        out
    }

    fn grow(&self, events: &[Event], nodes: u32, collapse: Collapse) -> Profile {
        let mut rap = Rap::new(Config { collapse, ..Config::new(self.key_bits, nodes) }).expect("a legal tree");
        rap.add_all(events);
        rap.snapshot()
    }

    /// The tree, and how often the event that kept it busy for longest accessed a memory.
    ///
    /// A walk reads a node at every level and writes one. A visit of the hand reads a slot, and of a leaf its parent;
    /// an absorption writes both and the stack of free slots, and so does a create. R6 reads every node once for each
    /// step of `T`.
    fn grow_and_count(&self, events: &[Event], nodes: u32, collapse: Collapse) -> (Profile, u64) {
        let walk = self.key_bits / 2 + 2;
        let nothing = Service { interval: 0, event: walk, visit: 0, leaf: 0, absorbed: 0, create: 3, row: 0, step: 0 };
        let config = Config { collapse, ..Config::new(self.key_bits, nodes) };
        let mut rap = Rap::new(config).expect("a legal tree");
        if collapse != Collapse::Stop {
            rap.measure(Service { visit: 1, leaf: 1, absorbed: 3, ..nothing });
            rap.add_all(events);
            return (rap.snapshot(), rap.longest_service());
        }
        let mut most = 0;
        for event in events {
            let (mut t, creates) = (rap.t(), rap.creates());
            rap.add(*event);
            let mut sweeps = 0;
            while t < rap.t() {
                t = ladder_next(t, config.count_max());
                sweeps += 1;
            }
            most = most.max(u64::from(walk + 3 * (rap.creates() - creates) + sweeps * nodes));
        }
        (rap.snapshot(), most)
    }

    /// Average and largest error in percent at 10 % and at 1 %.
    fn errors(&self, tree: &impl Bounds) -> [(f64, f64); 2] {
        [0.1, 0.01].map(|phi| {
            let accuracy = accuracy(tree, &self.exact, phi);
            (accuracy.average, accuracy.maximum)
        })
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// One stream, one coalescer and one pool, with R6 and with the hand.
struct Pair {
    entries: u32,
    nodes: u32,
    /// Certificates in percent of all events.
    certificates: [f64; 2],
    /// Average errors in percent, of the ranges of 10 % and of those of 1 %.
    errors: [[f64; 2]; 2],
    /// Share of events that the hand counted over `T`, in percent.
    over: f64,
}

/// R6 and the hand side by side.
fn beside(stream: &Stream, pairs: &mut Vec<Pair>) {
    for entries in ENTRIES {
        let events = stream.combined(entries);
        for nodes in NODES {
            let stop = stream.grow(&events, nodes, Collapse::Stop);
            let hand = stream.grow(&events, nodes, Collapse::hand(entries > 0));
            let ([ten, one], [hand_ten, hand_one]) = (stream.errors(&stop), stream.errors(&hand));
            println!(
                "| {} | {entries} | {nodes} | {} / {} | {:.3} / {:.3} | {:.4}, {:.2} / {:.4}, {:.2} | {:.3}, {:.1} / \
                 {:.3}, {:.1} \
                 | {:.4} |",
                stream.name,
                stop.t,
                hand.t,
                percent(stop.cert(), stop.n),
                percent(hand.cert(), hand.n),
                ten.0,
                ten.1,
                hand_ten.0,
                hand_ten.1,
                one.0,
                one.1,
                hand_one.0,
                hand_one.1,
                percent(hand.over, hand.n),
            );
            pairs.push(Pair {
                entries,
                nodes,
                certificates: [percent(stop.cert(), stop.n), percent(hand.cert(), hand.n)],
                errors: [[ten.0, hand_ten.0], [one.0, hand_one.0]],
                over: percent(hand.over, hand.n),
            });
        }
    }
}

/// Averages over all streams, and the largest share over `T`.
fn averages(pairs: &[Pair]) {
    println!(
        "\n| E | N | certificate % | error of ranges >= 10 % | error of ranges >= 1 % | over %, at most \
         |\n|--|--|--|--|--|--|"
    );
    for entries in ENTRIES {
        for nodes in NODES {
            let of: Vec<&Pair> = pairs.iter().filter(|p| (p.entries, p.nodes) == (entries, nodes)).collect();
            let mean = |what: &dyn Fn(&Pair) -> f64| of.iter().map(|p| what(p)).sum::<f64>() / of.len() as f64;
            let both = |what: &dyn Fn(&Pair) -> [f64; 2]| [0, 1].map(|way| mean(&|p| what(p)[way]));
            let [certificate, ten, one] = [both(&|p| p.certificates), both(&|p| p.errors[0]), both(&|p| p.errors[1])];
            println!(
                "| {entries} | {nodes} | {:.3} / {:.3} | {:.4} / {:.4} | {:.3} / {:.3} | {:.4} |",
                certificate[0],
                certificate[1],
                ten[0],
                ten[1],
                one[0],
                one[1],
                of.iter().map(|p| p.over).fold(0.0, f64::max)
            );
        }
    }
}

/// Error in percent below which a share of it says nothing.
const LEAST: f64 = 0.05;

/// What a choice of parameters does to one stream, one pool and one coalescer.
struct Outcome {
    /// Difference of the average error at 10 %, in points.
    ten: f64,
    /// Average error at 1 % as a share of that with R6, where that is [`LEAST`] or more.
    one: Option<f64>,
    /// Share of events counted over `T`, in percent.
    over: f64,
}

/// The table over many streams at once.
fn parameters(streams: &[Stream]) {
    type Grow = Box<dyn Fn(&Stream, &[Event], u32) -> Profile>;
    let hand = |hand: Hand| -> Grow {
        Box::new(move |stream, events, nodes| stream.grow(events, nodes, Collapse::Hand(hand)))
    };
    let order = |order: Order| -> Grow {
        Box::new(move |stream, events, nodes| Skipping::grow(stream.key_bits, nodes, order, events))
    };
    let base = Hand::DEFAULT;
    let mut choices: Vec<(String, Grow)> = vec![("default".into(), hand(base))];
    for (what, part) in [("N/64", 64), ("N/16", 16), ("N/8", 8)] {
        let grow = move |stream: &Stream, events: &[Event], nodes: u32| {
            let reserve = Some((nodes / part).max(2));
            stream.grow(events, nodes, Collapse::Hand(Hand { reserve, ..base }))
        };
        choices.push((format!("S = {what}"), Box::new(grow)));
    }
    for weight_cap in [1, 4, 8, 16, 64, 128, 256] {
        choices.push((format!("WC = {weight_cap}"), hand(Hand { weight_cap, ..base })));
    }
    for per_create in [0, 4, 16, 32] {
        choices.push((format!("VC = {per_create}"), hand(Hand { per_create, ..base })));
    }
    for jump in [1, 2, 8] {
        choices.push((format!("J = {jump}"), hand(Hand { jump, ..base })));
    }
    for (weight_cap, per_create, jump) in [(4, 4, 4), (16, 16, 8), (64, 16, 4), (64, 8, 8), (64, 16, 8), (128, 16, 8)] {
        let what = format!("WC = {weight_cap}, VC = {per_create}, J = {jump}");
        choices.push((what, hand(Hand { weight_cap, per_create, jump, ..base })));
    }
    for part in [64, 32] {
        let grow = move |stream: &Stream, events: &[Event], nodes: u32| {
            let hand = Hand { reserve: Some(nodes / part), weight_cap: 64, per_create: 16, jump: 8 };
            stream.grow(events, nodes, Collapse::Hand(hand))
        };
        choices.push((format!("S = N/{part}, WC = 64, VC = 16, J = 8"), Box::new(grow)));
    }
    for (what, chosen) in [
        ("only leaves are visited", Order::Leaves),
        ("two hands, half the pool each", Order::Two),
        ("slots from the last to the first", Order::Down),
    ] {
        choices.push((what.into(), order(chosen)));
    }
    let mut sums: Vec<Vec<Outcome>> = choices.iter().map(|_| vec![]).collect();
    for stream in streams {
        for entries in ENTRIES {
            let events = stream.combined(entries);
            for nodes in TRIED {
                let [ten, one] = stream.errors(&stream.grow(&events, nodes, Collapse::Stop));
                for ((_, grow), sum) in choices.iter().zip(&mut sums) {
                    let profile = grow(stream, &events, nodes);
                    let [its_ten, its_one] = stream.errors(&profile);
                    let one = (one.0 >= LEAST).then(|| its_one.0 / one.0);
                    let over = percent(profile.over, profile.n);
                    sum.push(Outcome { ten: its_ten.0 - ten.0, one, over });
                }
            }
        }
        eprintln!("{} tried", stream.name);
    }
    for ((what, _), sum) in choices.iter().zip(&sums) {
        let column = |of: fn(&Outcome) -> Option<f64>| {
            let values: Vec<f64> = sum.iter().filter_map(of).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (mean, values.into_iter().fold(f64::MIN, f64::max))
        };
        let (ten, one, over) = (column(|o| Some(o.ten)), column(|o| o.one), column(|o| Some(o.over)));
        println!(
            "| {what} | {:+.4} / {:+.3} | {:.3} / {:.3} | {:.3} / {:.2} |",
            ten.0, ten.1, one.0, one.1, over.0, over.1
        );
    }
}

/// Certified errors of sketches in the memory of a tree of so many nodes, and the accesses of an event at worst.
fn memory(stream: &Stream) {
    const COUNT_BITS: u32 = 48;
    for nodes in NODES {
        let pointer = nodes.ilog2() + 1;
        // Own count, four children, and the place in the parent.
        let bits = nodes * (COUNT_BITS + 4 * pointer + pointer + 2);
        // Key, count and error of an entry, and a position in a heap.
        let entry = stream.key_bits + 2 * COUNT_BITS + pointer;
        let mut flat = SpaceSaving::new(bits / entry);
        let mut levels = PerLevel::new(stream.key_bits, bits / entry);
        for event in &stream.events {
            flat.add(event.key, event.weight.into());
            levels.add(*event);
        }
        let (hand, of_hand) = stream.grow_and_count(&stream.events, nodes, Collapse::HAND);
        let (coalesced, of_coalesced) = stream.grow_and_count(&stream.combined(1024), nodes, Collapse::hand(true));
        let (stop, of_stop) = stream.grow_and_count(&stream.events, nodes, Collapse::Stop);
        let cells = [
            stream.errors(&hand),
            stream.errors(&coalesced),
            stream.errors(&stop),
            stream.errors(&levels),
            stream.errors(&flat.ranges(stream.key_bits)),
        ];
        let cells = cells.map(|[ten, one]| format!("{:.3}, {:.1} / {:.2}, {:.0}", ten.0, ten.1, one.0, one.1));
        println!(
            "| {} | {nodes} | {:.1} | {} | {of_hand} / {of_coalesced} / {of_stop} / {} / {} |",
            stream.name,
            f64::from(bits) / 8192.0,
            cells.join(" | "),
            levels.accesses(),
            flat.accesses(),
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, key_bits, limit, streams @ ..] = arguments.as_slice() else {
        return Err("usage: hand beside|parameters|memory KEY_BITS EVENTS STREAM...".into());
    };
    let (key_bits, limit) = (key_bits.parse()?, limit.parse()?);
    let loaded = streams.iter().map(|text| Stream::load(text, key_bits, limit));
    match what.as_str() {
        "beside" => {
            println!(
                "| stream | E | N | T: R6 / hand | certificate % | error of ranges >= 10 %: average, largest | >= 1 % \
                 | over % |"
            );
            println!("|--|--|--|--|--|--|--|--|");
            let mut pairs = vec![];
            for stream in loaded {
                beside(&stream?, &mut pairs);
            }
            averages(&pairs);
        }
        "parameters" => {
            println!(
                "| choice | >= 10 %: points more than R6, mean / worst | >= 1 %: times R6, mean / worst | over %, mean \
                 / worst |"
            );
            println!("|--|--|--|--|");
            parameters(&loaded.collect::<Result<Vec<_>, _>>()?);
        }
        "memory" => {
            println!(
                "| stream | N | kB | hand | hand, 1024 entries before it | R6 | Space-Saving a level | Space-Saving \
                 | accesses of the worst event |"
            );
            println!("|--|--|--|--|--|--|--|--|--|");
            for stream in loaded {
                memory(&stream?);
            }
        }
        other => return Err(format!("{other}: expected beside, parameters or memory").into()),
    }
    Ok(())
}
