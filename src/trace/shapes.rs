//! Synthetic traces: named shapes, each a function of its seed alone.
//!
//! A shape is written `name?events=1e6&seed=3&weights=65535`, with every parameter optional.
use super::BATCH;
use crate::spec::event::Event;
use std::fmt;
use std::io::{self, Read};
use std::path::Path;

/// Events of a shape that does not say how many.
pub const EVENTS: u64 = 100_000;
/// Ranks of the Zipf-like shapes are below `2^RANK_BITS`.
const RANK_BITS: u32 = 16;
/// Distance of neighbouring keys where a shape has neighbours: the size of an instruction.
const STRIDE: u64 = 4;
/// Keys of a hot window, and the number of places it visits.
const WINDOW: u64 = 64;
const MOVES: u64 = 64;
/// Parts of a run with a population of keys of their own, and how many populations take turns.
const PHASES: u64 = 16;
const POPULATIONS: u64 = 4;

/// Index widths of the coalescers there are: 16 to 4096 entries.
const INDEX_BITS_MIN: u64 = 4;
const INDEX_BITS_KINDS: u64 = 9;

/// What the keys look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Frequencies fall as 1/rank, octave by octave; keys are scattered.
    Zipf,
    /// Every key is equally likely.
    Uniform,
    /// One key only.
    Single,
    /// Ascending keys, as of a sweep through memory.
    Sequential,
    /// Four of five events in a small window that jumps; the others are uniform.
    Hotspot,
    /// Zipf-like populations that take turns.
    Phases,
    /// Few keys, each with twins that differ in two bits: those that a coalescer of some size keeps in the same entry.
    Aliases,
    /// The linear congruential generator of docs/reference/rap.md's test vectors; its weights have their own rule
    /// there.
    Lcg,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 8] = [
        Kind::Zipf,
        Kind::Uniform,
        Kind::Single,
        Kind::Sequential,
        Kind::Hotspot,
        Kind::Phases,
        Kind::Aliases,
        Kind::Lcg,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Zipf => "zipf",
            Kind::Uniform => "uniform",
            Kind::Single => "single",
            Kind::Sequential => "sequential",
            Kind::Hotspot => "hotspot",
            Kind::Phases => "phases",
            Kind::Aliases => "aliases",
            Kind::Lcg => "lcg",
        }
    }
}

/// The parameters that every shape has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Number of events.
    pub events: u64,
    /// Seed of the generator.
    pub seed: u64,
    /// Weights are uniform in `1..=weights`.
    pub weights: u16,
}

impl Default for Extent {
    fn default() -> Self {
        Self { events: EVENTS, seed: 1, weights: 1 }
    }
}

/// Splits `name?events=..&seed=..&weights=..` into the name and the parameters.
///
/// # Errors
/// [`Error`] for a parameter that does not exist or has no such value.
pub fn parse_extent(text: &str) -> Result<(&str, Extent), Error> {
    let (name, parameters) = text.split_once('?').unwrap_or((text, ""));
    let mut extent = Extent::default();
    for parameter in parameters.split('&').filter(|p| !p.is_empty()) {
        let (key, value) = parameter.split_once('=').ok_or_else(|| Error::Parameter(parameter.into()))?;
        let wrong = || Error::Value { parameter: key.into(), value: value.into() };
        match key {
            "events" => extent.events = count(value).ok_or_else(wrong)?,
            "seed" => extent.seed = value.parse().map_err(|_| wrong())?,
            "weights" => extent.weights = value.parse().ok().filter(|w| *w > 0).ok_or_else(wrong)?,
            _ => return Err(Error::Parameter(parameter.into())),
        }
    }
    Ok((name, extent))
}

/// A whole number, also as `1e6` or `2.5e5`.
fn count(text: &str) -> Option<u64> {
    if let Ok(exact) = text.parse() {
        return Some(exact);
    }
    let value: f64 = text.parse().ok()?;
    ((0.0..=1e15).contains(&value) && value.fract() == 0.0).then_some(value as u64)
}

/// What the name of a synthetic trace begins with, where a file could be named as well.
pub const PREFIX: &str = "shape:";

/// Events on their way to bytes.
struct Records<I> {
    events: I,
    bytes: Vec<u8>,
    /// Bytes of these that have been read.
    at: usize,
}

impl<I: Iterator<Item = Event>> Read for Records<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.bytes.len() {
            (self.at, self.bytes) = (0, vec![]);
            for event in self.events.by_ref().take(BATCH) {
                self.bytes.extend(event.key.to_le_bytes());
                self.bytes.extend(u64::from(event.weight).to_le_bytes());
            }
        }
        let read = (&self.bytes[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// A synthetic trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// What the keys look like.
    pub kind: Kind,
    /// How many, from which seed, how heavy.
    pub extent: Extent,
}

impl Shape {
    /// Reads `name?events=..&seed=..&weights=..`.
    ///
    /// # Errors
    /// [`Error`], with what was expected.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (name, extent) = parse_extent(text)?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        Ok(Self { kind: kind.ok_or_else(|| Error::Name(name.into()))?, extent })
    }

    /// The shape that a user names in the place of a file: `shape:` and what [`Shape::parse`] reads.
    pub fn named(path: &Path) -> Option<Result<Self, Error>> {
        path.to_str()?.strip_prefix(PREFIX).map(Self::parse)
    }

    /// The events as the bytes of a `.u64w` file.
    pub(super) fn records(self, key_bits: u32) -> impl Read + Send {
        Records { events: self.events(key_bits), bytes: vec![], at: 0 }
    }

    /// The events, with keys of `key_bits` bits.
    pub fn events(self, key_bits: u32) -> impl Iterator<Item = Event> + Send {
        let Extent { events, seed, weights } = self.extent;
        let mask = u64::MAX >> (64 - key_bits);
        let mut random = Random(seed);
        let mut lcg = 1;
        (0..events).map(move |index| {
            if self.kind == Kind::Lcg {
                return lcg_event(&mut lcg, key_bits, weights > 1);
            }
            let key = match self.kind {
                Kind::Zipf => scattered(random.rank(), seed),
                Kind::Uniform => random.next(),
                Kind::Single => scattered(0, seed),
                Kind::Sequential => scattered(0, seed).wrapping_add(index * STRIDE),
                Kind::Hotspot if !random.next().is_multiple_of(5) => {
                    let place = index * MOVES / events;
                    scattered(place, seed).wrapping_add(random.below(WINDOW) * STRIDE)
                }
                Kind::Hotspot => random.next(),
                Kind::Phases => {
                    let population = index * PHASES / events % POPULATIONS;
                    scattered(random.rank(), seed ^ population << 32)
                }
                Kind::Aliases => {
                    // Bits at a distance of one index width cancel in the XOR of the slices.
                    let bits = random.next();
                    let distance = INDEX_BITS_MIN + (bits >> 8) % INDEX_BITS_KINDS;
                    let low = (bits >> 16) % u64::from(key_bits).saturating_sub(distance).max(1);
                    let twin = (bits >> 4 & 1) * (1 << low | 1 << (low + distance));
                    scattered(bits & 15, seed) ^ twin
                }
                Kind::Lcg => unreachable!("handled above"),
            };
            let weight = if weights == 1 { 1 } else { 1 + random.below(u64::from(weights)) as u16 };
            Event { key: key & mask, weight }
        })
    }
}

/// One step of the generator of the test vectors: docs/reference/rap.md, "Vectors".
fn lcg_event(x: &mut u64, key_bits: u32, weighted: bool) -> Event {
    *x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    let key =
        if key_bits < 64 { (*x >> 32 >> (*x >> 27 & 31)) & u64::MAX >> (64 - key_bits) } else { *x >> (*x >> 58 & 63) };
    let weight = if weighted { 1 + (*x >> 20 & 7) * (*x >> 13 & 31) } else { 1 };
    Event { key, weight: weight as u16 }
}

/// A key for a rank: neighbours in rank are strangers in key space.
fn scattered(rank: u64, seed: u64) -> u64 {
    Random(rank ^ seed.rotate_left(40)).next()
}

/// splitmix64.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    #[allow(clippy::should_implement_trait)] // it has no end, so an iterator would only hide the number in an Option
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A rank with probability about 1/rank: a random octave, then a random rank in it. Exact on every machine.
    fn rank(&mut self) -> u64 {
        let bits = self.next();
        let octave = bits % u64::from(RANK_BITS);
        (1 << octave) | (bits >> 32 & ((1 << octave) - 1))
    }
}

/// A shape that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No shape has this name.
    Name(String),
    /// No shape has this parameter.
    Parameter(String),
    /// The parameter has no such value.
    Value {
        /// Its name.
        parameter: String,
        /// What was given.
        value: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Name(name) => {
                let names = Kind::ALL.map(Kind::name).join(", ");
                write!(f, "no shape `{name}`: expected one of {names}")
            }
            Error::Parameter(parameter) => {
                write!(f, "shape parameter `{parameter}`: expected events=N, seed=N or weights=1..65535")
            }
            Error::Value { parameter, value } => {
                write!(f, "shape parameter {parameter}: `{value}` is not a legal value")
            }
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_shape_is_parsed_repeats_itself_and_keeps_its_key_width() {
        for kind in Kind::ALL {
            let shape = Shape::parse(&format!("{}?events=2e3&seed=7&weights=9", kind.name())).unwrap();
            assert_eq!(shape.extent, Extent { events: 2000, seed: 7, weights: 9 });
            let events: Vec<_> = shape.events(20).collect();
            assert_eq!(events.len(), 2000);
            assert!(events.iter().all(|e| e.key < 1 << 20 && e.weight > 0), "{kind:?}");
            assert!(shape.events(20).eq(events));
        }
    }

    #[test]
    fn the_shapes_differ_in_how_their_weight_is_spread() {
        let top = |kind: &str| {
            let mut counts = HashMap::new();
            Shape::parse(kind).unwrap().events(32).for_each(|e| *counts.entry(e.key).or_insert(0) += 1);
            *counts.values().max().unwrap()
        };
        assert_eq!(top("single?events=5000"), 5000);
        assert_eq!(top("sequential?events=5000"), 1);
        assert!(top("uniform?events=5000") < 5);
        assert!(top("zipf?events=5000") > 200);
    }

    #[test]
    fn nonsense_is_refused_with_what_was_expected() {
        assert!(Shape::parse("zip").unwrap_err().to_string().contains("expected one of zipf, "));
        for text in
            ["zipf?events", "zipf?evnts=3", "zipf?events=-1", "zipf?events=1.5", "zipf?weights=0", "zipf?weights=65536"]
        {
            assert!(Shape::parse(text).is_err(), "{text}");
        }
    }
}
