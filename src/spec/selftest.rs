//! The self-test of a profiler: a deterministic event stream that hardware and model make alike
//! (docs/reference/selftest.md, G1 to G6).
use std::fmt;

/// Events of a round unless something else is asked for: every preset creates and collapses many times over.
pub const EVENTS: u32 = 1 << EVENTS_BITS;
/// Most events of a round, as a power of two: the hardware counts them in so many bits.
pub const EVENTS_BITS: u32 = 16;
/// State before the first event unless something else is asked for.
pub const SEED: u32 = 0x7ee7_a90d;
/// Shifts of the generator (Marsaglia's xorshift32, period 2^32 - 1): left, right, left (G1).
pub const SHIFTS: [u32; 3] = [13, 17, 5];
/// Hot keys: these bits of the state, exclusive-or [`HOT_BASE`] (G3).
pub const HOT_MASK: u32 = 0xf;
/// Where the hot keys lie.
pub const HOT_BASE: u32 = 0x8000_1f60;
/// Every so many events, as a power of two, the hot keys change places between [`HOT_BASE`] and [`HOT_BASE`] ^
/// [`HOT_MOVE`] (G3).
pub const HOT_MOVE_BITS: u32 = 12;
/// How far they move.
///
/// Only in the highest byte, and to the same entry of a coalescer of 64: a compare that leaves out high bits joins
/// them.
pub const HOT_MOVE: u32 = 0x4100_0000;
/// Keys of a region: these bits of the state, exclusive-or [`REGION_BASE`] (G4).
pub const REGION_MASK: u32 = 0xfff;
/// Where the region lies.
pub const REGION_BASE: u32 = 0x2001_5000;
/// Weight of a key from anywhere: so many bits of the state from [`WEIGHT_AT`] up, 0 included (G5).
pub const WEIGHT_BITS: u32 = 4;
/// Lowest bit of that weight.
pub const WEIGHT_AT: u32 = 16;
/// Cycles of a round, as a power of two, after which the hardware is given up: more than twice as long as any preset
/// takes.
pub const PATIENCE_BITS: u32 = 22;

/// What a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Events of a round, `1..=65536`.
    pub events: u32,
    /// State of the generator before the first event, not 0.
    pub seed: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { events: EVENTS, seed: SEED }
    }
}

impl Config {
    /// Checks every parameter against its legal range.
    ///
    /// # Errors
    /// The parameter that is out of range.
    pub const fn validate(&self) -> Result<(), Error> {
        if self.events == 0 || self.events > 1 << EVENTS_BITS {
            return Err(Error::Events(self.events));
        }
        if self.seed == 0 {
            return Err(Error::Seed);
        }
        Ok(())
    }
}

/// A round that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// None, or more than the hardware counts.
    Events(u32),
    /// The one state that the generator never leaves.
    Seed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Events(events) => write!(f, "{events} events a round: expected 1 to {}", 1u32 << EVENTS_BITS),
            Error::Seed => write!(f, "seed 0: expected any other number of 32 bits"),
        }
    }
}

impl std::error::Error for Error {}
