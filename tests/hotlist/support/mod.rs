//! Streams of tuples and retirements.
#[path = "../../support/configurations.rs"]
pub mod configurations;
#[path = "../../support/disturbed.rs"]
pub mod disturbed;
#[path = "../../support/edits.rs"]
pub mod edits;
#[path = "../../support/late.rs"]
pub mod late;
#[path = "../../support/planted.rs"]
pub mod planted;
#[path = "../../support/retired.rs"]
pub mod retired;
pub mod samplers;

use treetap::spec::classify::Opclass;
use treetap::spec::hotlist::tuple::Key;
use treetap::spec::hotlist::{Build, Config, VARIANTS};
use treetap::spec::retire::Record;
use treetap::spec::variant::find;
use treetap::trace::shapes::Random;

/// The build of a preset.
pub fn build(preset: &str) -> Build {
    Build::of(find(&VARIANTS, preset).unwrap())
}

/// The stream of the published vectors.
pub fn published() -> impl Iterator<Item = Key> {
    let mut s = 1_u32;
    (0..2000).map(move |_| {
        s = s.wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
        let x = s >> 16 & 63;
        Key { pct: 0x4000_0000 + (x & 1), value: if x & 32 != 0 { 0 } else { x } }
    })
}

/// Instructions one after the other, `add x10, x10, x10`, which have the address as value; `length` of them, then
/// again.
pub fn looped(length: u64) -> impl Iterator<Item = Record> {
    (0_u64..).map(move |at| Record { pc: 0x1000 + 4 * (at % length), ord: at as u32, ..plain() })
}

/// An instruction that computes.
pub fn plain() -> Record {
    Record {
        trap: false,
        class: Opclass::Alu,
        rvc: false,
        taken: false,
        start: false,
        insn: 0x00a5_0533,
        pc: 0x1000,
        npc: 0x1004,
        val: 7,
        addr: 0,
        evt: 0,
        lat: 0,
        cycles: 0,
        ord: 0,
    }
}

/// Numbers from 0 on, number `k` with a probability like `1 / (k + 1)`.
pub struct Zipf {
    sums: Vec<f64>,
    random: Random,
}

impl Zipf {
    pub fn new(keys: usize, seed: u64) -> Self {
        let mut sum = 0.0;
        let sums = (1..=keys).map(|k| {
            sum += 1.0 / k as f64;
            sum
        });
        Self { sums: sums.collect(), random: Random(seed) }
    }

    pub fn next(&mut self) -> usize {
        let at = (self.random.next() >> 11) as f64 / (1_u64 << 53) as f64 * self.sums[self.sums.len() - 1];
        self.sums.partition_point(|sum| *sum <= at)
    }
}

/// A configuration without jitter, whose periods and bursts are these.
pub fn steady(period: u32, burst: u8) -> Config {
    Config { period, jitter: 0, burst, ..Config::values() }
}
