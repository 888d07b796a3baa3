//! Hot data streams: sequences of data references that come again and again (docs/reference/hotstream.md).

/// A load, store or atomic that was sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reference {
    /// Number of its burst; two bursts after each other have different ones.
    pub burst: u32,
    /// Address of the instruction.
    pub pc: u64,
    /// Address that it accessed.
    pub ea: u64,
}

/// What a stream has to be, to be hot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// References of the shortest stream, at least 2.
    pub min: u64,
    /// References of the longest one.
    pub max: u64,
    /// Percent of all references that the hot streams are to cover together.
    pub cover: u64,
}

impl Default for Limits {
    /// Those of bursty tracing (its section 5.2).
    fn default() -> Self {
        Self { min: 10, max: 40, cover: 90 }
    }
}

/// Most references of a profile (MAXREF); what comes after them is counted and left out.
pub const REFERENCES_MAX: u64 = 50_000_000;

/// Checks between bursts and in a burst that the authors of bursty tracing compare (their Fig. 7).
pub const SETTINGS: [(u32, u32); 8] =
    [(20, 1), (200, 10), (1000, 50), (100, 1), (1000, 10), (5000, 50), (200, 1), (2000, 10)];
