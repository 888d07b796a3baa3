//! The published test vectors of docs/reference/rap.md: generator, configurations and expected results.
use treetap::spec::event::Event;
use treetap::spec::rap::{Collapse, Config, Eps, Hand};
use treetap::trace::shapes::Shape;

/// One row of the tables in docs/reference/rap.md.
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
    /// R6; 0 with the hand.
    pub collapses: u32,
    /// R15; 0 without.
    pub over: u64,
    /// Where the hand stops (R15).
    pub hand: Option<u32>,
    pub cert: Option<u64>,
    pub fnv: u64,
}

impl Vector {
    pub fn config(&self) -> Config {
        // The table was computed with these numbers, whatever the defaults are.
        let hand = Hand { reserve: None, weight_cap: 32, per_create: 8, jump: 4 };
        let collapse = if self.hand.is_some() { Collapse::Hand(hand) } else { Collapse::Stop };
        Config { eps: self.eps, collapse, ..Config::new(self.key_bits, self.nodes) }
    }

    pub fn stream(&self) -> impl Iterator<Item = Event> + use<> {
        let shape = format!("lcg?events={}&weights={}", self.events, if self.weighted { 2 } else { 1 });
        Shape::parse(&shape).expect("a shape of its own").events(self.key_bits)
    }
}

#[rustfmt::skip]
pub const VECTORS: [Vector; 6] = [
    Vector { key_bits: 8, nodes: 8, weighted: false, eps: None, events: 64, n: 64, t: 12, live: 8, creates: 25, collapses: 10, over: 0, hand: None, cert: Some(24), fnv: 0xe621715096e5c05e },
    Vector { key_bits: 32, nodes: 64, weighted: false, eps: None, events: 100_000, n: 100_000, t: 3328, live: 34, creates: 1569, collapses: 76, over: 0, hand: None, cert: Some(47788), fnv: 0xd6e60f2da83c0675 },
    Vector { key_bits: 32, nodes: 512, weighted: false, eps: None, events: 100_000, n: 100_000, t: 416, live: 348, creates: 6249, collapses: 52, over: 0, hand: None, cert: Some(827), fnv: 0x1f64b3b3ea2212b7 },
    Vector { key_bits: 32, nodes: 512, weighted: true, eps: None, events: 100_000, n: 5_509_313, t: 22528, live: 374, creates: 6150, collapses: 98, over: 0, hand: None, cert: Some(45194), fnv: 0x7663dd4cddf5fa5c },
    Vector { key_bits: 32, nodes: 4096, weighted: true, eps: Some(Eps { m: 6, s: 10 }), events: 100_000, n: 5_509_313, t: 30720, live: 394, creates: 2303, collapses: 0, over: 0, hand: None, cert: Some(31547), fnv: 0xa2c5d88faaafb9a1 },
    Vector { key_bits: 64, nodes: 512, weighted: true, eps: None, events: 100_000, n: 5_509_313, t: 24576, live: 450, creates: 4948, collapses: 99, over: 0, hand: None, cert: Some(51584), fnv: 0x69c7a64649cafdbb },
];

#[rustfmt::skip]
pub const HAND_VECTORS: [Vector; 6] = [
    Vector { key_bits: 8, nodes: 8, weighted: false, eps: None, events: 64, n: 64, t: 14, live: 6, creates: 28, collapses: 0, over: 0, hand: Some(8), cert: None, fnv: 0xbfc709d578d481cf },
    Vector { key_bits: 32, nodes: 64, weighted: false, eps: None, events: 100_000, n: 100_000, t: 3328, live: 34, creates: 1188, collapses: 0, over: 0, hand: Some(64), cert: None, fnv: 0xcf337ba08cafab87 },
    Vector { key_bits: 32, nodes: 512, weighted: false, eps: None, events: 100_000, n: 100_000, t: 416, live: 345, creates: 4774, collapses: 0, over: 0, hand: Some(512), cert: None, fnv: 0x1a38b82e2ad424f2 },
    Vector { key_bits: 32, nodes: 512, weighted: true, eps: None, events: 100_000, n: 5_509_313, t: 22528, live: 377, creates: 5470, collapses: 0, over: 6253, hand: Some(512), cert: None, fnv: 0xd17f603e12ebd7e8 },
    Vector { key_bits: 64, nodes: 512, weighted: true, eps: None, events: 100_000, n: 5_509_313, t: 24576, live: 454, creates: 3250, collapses: 0, over: 8321, hand: Some(512), cert: None, fnv: 0x6e53195d441e5d14 },
    Vector { key_bits: 32, nodes: 4096, weighted: true, eps: None, events: 100_000, n: 5_509_313, t: 2048, live: 3785, creates: 21020, collapses: 0, over: 34959, hand: Some(4096), cert: None, fnv: 0x50c262d609745364 },
];
