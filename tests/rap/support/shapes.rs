//! Event streams of many shapes, and two short cuts of real ones.
use std::io::Read;
use treetap::spec::event::Event;
use treetap::trace::shapes::Random;

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Uniform,
    /// Keys cluster geometrically towards 0.
    Skewed,
    Sequential,
    Single,
    /// A hot window that moves on.
    Moving,
    /// A few keys far apart, in long phases.
    Phases,
    /// Every key shares its high digits with the one before: deep chains.
    Neighbours,
}

pub const SHAPES: [Shape; 7] =
    [Shape::Uniform, Shape::Skewed, Shape::Sequential, Shape::Single, Shape::Moving, Shape::Phases, Shape::Neighbours];

/// `len` events with keys of `key_bits` bits. `weight_max` 1 gives unit events; above it one in eight is heavy.
pub fn events(shape: Shape, key_bits: u32, weight_max: u16, len: usize, seed: u64) -> Vec<Event> {
    let mut rng = Random(seed);
    let mask = u64::MAX >> (64 - key_bits);
    let mut last = rng.next();
    let places: Vec<u64> = (0..5).map(|_| rng.next()).collect();
    (0..len as u64)
        .map(|i| {
            let key = match shape {
                Shape::Uniform => rng.next(),
                Shape::Skewed => rng.next() >> rng.below(64),
                Shape::Sequential => places[0].wrapping_add(i),
                Shape::Single => places[0],
                Shape::Moving => places[0].wrapping_add(i / 64 * 16 + rng.below(256)),
                Shape::Phases => places[(i / 500 % 5) as usize].wrapping_add(rng.below(8)),
                Shape::Neighbours => last ^ 1 << rng.below(u64::from(key_bits)),
            };
            last = key;
            let weight = match weight_max {
                1 => 1,
                _ if rng.below(8) == 0 => 1 + rng.below(weight_max.into()) as u16,
                _ => 1 + rng.below(3).min(u64::from(weight_max) - 1) as u16,
            };
            Event { key: key & mask, weight }
        })
        .collect()
}

/// 200 000 basic-block starts of a C compiler at work (48-bit keys).
pub fn cc1_blocks() -> Vec<u64> {
    recorded(include_bytes!("../../data/cc1_blocks.u64.zst"))
}

/// 150 000 load addresses of a Perl program (48-bit keys).
pub fn perl_loads() -> Vec<u64> {
    recorded(include_bytes!("../../data/perl_loads.u64.zst"))
}

fn recorded(packed: &[u8]) -> Vec<u64> {
    let mut bytes = vec![];
    zstd::Decoder::new(packed).unwrap().read_to_end(&mut bytes).unwrap();
    bytes.chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap())).collect()
}
