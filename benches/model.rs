//! Speed of the software profiler beside exact counting in hash maps, on the same events in the same run.
//!
//! Streams: a synthetic walk over code, uniform random keys, and with `TREETAP_TRACES=DIR` every `.u64` file in DIR
//! (48-bit keys, at most 16 M events each). Throughput is in events.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::collections::HashMap;
use std::hint::black_box;
use std::time::Duration;
use treetap::model::rap::{Rap, Top};
use treetap::spec::coalescer;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{Config, Eps};

const EVENTS: usize = 6_000_000;
const EVENTS_MAX: usize = 16_000_000;

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

fn recorded() -> Vec<Stream> {
    let Some(dir) = std::env::var_os("TREETAP_TRACES") else { return vec![] };
    let entries = std::fs::read_dir(&dir).unwrap_or_else(|e| panic!("TREETAP_TRACES {}: {e}", dir.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "u64"));
    paths.sort();
    let load = |path: std::path::PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        let keys = bytes.chunks_exact(8).take(EVENTS_MAX).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
        Stream { name: path.file_stem().unwrap().to_string_lossy().into(), key_bits: 48, keys: keys.collect() }
    };
    paths.into_iter().map(load).collect()
}

fn speed(c: &mut Criterion) {
    for Stream { name, key_bits, keys } in [code(), uniform()].into_iter().chain(recorded()) {
        let mut group = c.benchmark_group("model");
        group.throughput(Throughput::Elements(keys.len() as u64));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        let config = Config::new(key_bits, 1024);
        group.bench_function(BenchmarkId::new("tree-1024", &name), |b| {
            b.iter(|| {
                let mut rap = Rap::new(config).unwrap();
                rap.add_keys(black_box(&keys));
                rap.n()
            });
        });
        group.bench_function(BenchmarkId::new("tree-1024-coalescer-1024", &name), |b| {
            b.iter(|| {
                let config = Config { coalescer: Some(coalescer::Config::new(1024)), ..config };
                let mut top = Top::new(config).unwrap();
                black_box(&keys).iter().for_each(|&key| top.add(Event::unit(key)));
                top.command(Command::Snapshot).unwrap().n
            });
        });
        group.bench_function(BenchmarkId::new("tree-4096-eps", &name), |b| {
            b.iter(|| {
                let mut rap =
                    Rap::new(Config { eps: Some(Eps { m: 6, s: 10 }), ..Config::new(key_bits, 4096) }).unwrap();
                rap.add_keys(black_box(&keys));
                rap.n()
            });
        });
        group.bench_function(BenchmarkId::new("std-hashmap", &name), |b| {
            b.iter(|| {
                let mut counts: HashMap<u64, u64> = HashMap::new();
                black_box(&keys).iter().for_each(|&key| *counts.entry(key).or_default() += 1);
                counts.len()
            });
        });
        group.bench_function(BenchmarkId::new("hashbrown", &name), |b| {
            b.iter(|| {
                let mut counts: hashbrown::HashMap<u64, u64> = hashbrown::HashMap::new();
                black_box(&keys).iter().for_each(|&key| *counts.entry(key).or_default() += 1);
                counts.len()
            });
        });
        group.finish();
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
