//! Speed of the software profiler beside exact counting in hash maps, on the same events in the same run, by turns.
//! Prints Markdown: million events per second, medians.
//!
//! `cargo bench --bench model -- [TRACE...]`. Streams: a synthetic walk over code, uniform random keys, and the first
//! [`EVENTS`] events of every trace named, with 48-bit keys.
mod turns;

use std::collections::HashMap;
use std::error::Error;
use std::hint::black_box;
use treetap::model::rap::{Rap, Top};
use treetap::spec::coalescer;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{Config, Eps};
use treetap::trace;

const EVENTS: usize = 6_000_000;
const TURNS: usize = 11;

struct Stream {
    name: String,
    key_bits: u32,
    keys: Vec<u64>,
}

fn xorshift(x: &mut u64) -> u64 {
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    *x
}

/// Basic-block starts of a program that calls functions of very different popularity; each runs a loop over a few
/// blocks.
fn code() -> Stream {
    let mut x = 0x2545_f491_4f6c_dd1d;
    let functions: Vec<(u64, u64)> = (0..4096u64).map(|i| (0x40_0000 + i * 272, 2 + xorshift(&mut x) % 12)).collect();
    let mut keys = Vec::with_capacity(EVENTS + 1024);
    while keys.len() < EVENTS {
        // Zipf-like: the function number is a product of two uniform fractions.
        let rank = ((xorshift(&mut x) % 64) * (xorshift(&mut x) % 64)) as usize;
        let (base, blocks) = functions[rank];
        for _ in 0..1 + xorshift(&mut x) % 16 {
            keys.extend((0..blocks).map(|block| base + block * 19));
        }
    }
    keys.truncate(EVENTS);
    Stream { name: "synthetic-code".into(), key_bits: 48, keys }
}

fn uniform() -> Stream {
    let mut x = 0x9e37_79b9_7f4a_7c15;
    let keys = (0..EVENTS).map(|_| xorshift(&mut x).wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32).collect();
    Stream { name: "uniform".into(), key_bits: 32, keys }
}

fn recorded(path: &str) -> Result<Stream, trace::Error> {
    let mut reader = trace::open(path, &trace::Options::key_bits(48))?;
    let (mut keys, mut batch) = (vec![], vec![]);
    while keys.len() < EVENTS && reader.next_batch(&mut batch)? > 0 {
        keys.extend(batch.drain(..).map(|event| event.key));
    }
    keys.truncate(EVENTS);
    let file = path.rsplit('/').next().unwrap_or(path);
    Ok(Stream { name: file.split(".u64").next().unwrap_or(file).into(), key_bits: 48, keys })
}

/// One row: every way to count the stream.
fn row(Stream { name, key_bits, keys }: &Stream) -> Result<(), Box<dyn Error>> {
    let config = Config::new(*key_bits, 1024);
    let coalesced = Config { coalescer: Some(coalescer::Config::new(1024)), ..config };
    let eps = Config { eps: Some(Eps { m: 6, s: 10 }), ..Config::new(*key_bits, 4096) };
    let grow = |config: Config| {
        let mut rap = Rap::new(config).expect("a legal tree");
        rap.add_keys(black_box(keys));
        rap.n()
    };
    let mut tree = || grow(config);
    let mut combined = || {
        let mut top = Top::new(coalesced).expect("a legal tree");
        black_box(keys).iter().for_each(|&key| top.add(Event::unit(key)));
        top.command(Command::Snapshot).expect("a snapshot dumps").n
    };
    let mut bounded = || grow(eps);
    let mut standard = || {
        let mut counts: HashMap<u64, u64> = HashMap::new();
        black_box(keys).iter().for_each(|&key| *counts.entry(key).or_default() += 1);
        counts.values().sum()
    };
    let mut fast = || {
        let mut counts: hashbrown::HashMap<u64, u64> = hashbrown::HashMap::new();
        black_box(keys).iter().for_each(|&key| *counts.entry(key).or_default() += 1);
        counts.values().sum()
    };
    let ways: &mut [&mut dyn FnMut() -> u64] = &mut [&mut tree, &mut combined, &mut bounded, &mut standard, &mut fast];
    let (rates, _) = turns::race(TURNS, ways);
    let cell = |at: usize| format!("{:.0}", rates[at].median() / 1e6);
    let [low, high] = rates[0].quartiles();
    println!(
        "| {name} | {} | {:.0} to {:.0} | {} | {} | {} | {} |",
        cell(0),
        low / 1e6,
        high / 1e6,
        cell(1),
        cell(2),
        cell(3),
        cell(4)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("| stream | tree | its quartiles | with coalescer 1024 | EPS, N = 4096 | std HashMap | hashbrown |");
    println!("|--|--|--|--|--|--|--|");
    for stream in [code(), uniform()] {
        row(&stream)?;
    }
    // Cargo adds `--bench`.
    for path in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        row(&recorded(&path)?)?;
    }
    Ok(())
}
