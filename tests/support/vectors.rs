//! The published test vectors of docs/reference/rap.md: generator, configurations and expected results.
use treetap::spec::event::Event;
use treetap::spec::rap::{Config, Eps};
use treetap::trace::shapes::Shape;

/// One row of the table in docs/reference/rap.md.
pub struct Vector {
    pub key_bits: u32,
    pub nodes: u32,
    pub weighted: bool,
    pub eps: Option<Eps>,
    pub events: usize,
    pub n: u64,
    pub t: u64,
    pub live: u32,
    pub creates: u32,
    pub collapses: u32,
    pub cert: u64,
    pub fnv: u64,
}

impl Vector {
    pub fn config(&self) -> Config {
        Config { eps: self.eps, ..Config::new(self.key_bits, self.nodes) }
    }

    pub fn stream(&self) -> impl Iterator<Item = Event> + use<> {
        let shape = format!("lcg?events={}&weights={}", self.events, if self.weighted { 2 } else { 1 });
        Shape::parse(&shape).expect("a shape of its own").events(self.key_bits)
    }
}

#[rustfmt::skip]
pub const VECTORS: [Vector; 6] = [
    Vector { key_bits: 8, nodes: 8, weighted: false, eps: None, events: 64, n: 64, t: 12, live: 8, creates: 25, collapses: 10, cert: 24, fnv: 0xe621715096e5c05e },
    Vector { key_bits: 32, nodes: 64, weighted: false, eps: None, events: 100_000, n: 100_000, t: 3328, live: 34, creates: 1569, collapses: 76, cert: 47788, fnv: 0xd6e60f2da83c0675 },
    Vector { key_bits: 32, nodes: 512, weighted: false, eps: None, events: 100_000, n: 100_000, t: 416, live: 348, creates: 6249, collapses: 52, cert: 827, fnv: 0x1f64b3b3ea2212b7 },
    Vector { key_bits: 32, nodes: 512, weighted: true, eps: None, events: 100_000, n: 5_509_313, t: 22528, live: 374, creates: 6150, collapses: 98, cert: 45194, fnv: 0x7663dd4cddf5fa5c },
    Vector { key_bits: 32, nodes: 4096, weighted: true, eps: Some(Eps { m: 6, s: 10 }), events: 100_000, n: 5_509_313, t: 30720, live: 394, creates: 2303, collapses: 0, cert: 31547, fnv: 0xa2c5d88faaafb9a1 },
    Vector { key_bits: 64, nodes: 512, weighted: true, eps: None, events: 100_000, n: 5_509_313, t: 24576, live: 450, creates: 4948, collapses: 99, cert: 51584, fnv: 0x69c7a64649cafdbb },
];
