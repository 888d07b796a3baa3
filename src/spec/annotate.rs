//! A cache, a branch predictor and latencies for cores that tell nothing of theirs (docs/reference/annotate.md).
use super::variant::{self, Variant};
use std::fmt;

/// Cycles from a record to the annotated one.
pub const LATENCY: u32 = 2;
/// State of a fresh two-bit counter of the predictor: not taken, weakly.
pub const PREDICTOR_START: u8 = 1;

/// What is modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Sets of the data cache, log2.
    pub sets_log2: u32,
    /// Lines of a set; the least recently used one is replaced.
    pub ways: u32,
    /// Bytes of a line, log2.
    pub line_log2: u32,
    /// Two-bit counters of the branch predictor, log2.
    pub predictor_log2: u32,
    /// `lat` of an access that hits.
    pub hit_cycles: u16,
    /// `lat` of an access that misses.
    pub miss_cycles: u16,
    /// `lat` of a mispredicted branch.
    pub mispredict_cycles: u16,
}

impl Config {
    /// The values of a preset, with latencies of a small core: 1, 20 and 3 cycles. In hardware those are inputs.
    pub fn of(preset: &Variant) -> Self {
        let log2 = |name| preset.parameter(name).trailing_zeros();
        Self {
            sets_log2: log2("sets"),
            ways: preset.parameter("ways"),
            line_log2: log2("line_bytes"),
            predictor_log2: log2("predictor"),
            hit_cycles: 1,
            miss_cycles: 20,
            mispredict_cycles: 3,
        }
    }

    /// The preset called `name`.
    pub fn named(name: &str) -> Option<Self> {
        variant::find(&PRESETS, name).map(Self::of)
    }

    /// Its number among the presets, from 1 up: the code of CAP_CORE.ANNOTATE (docs/reference/registers.md). None if it
    /// is no preset.
    pub fn code(&self) -> Option<u32> {
        PRESETS.iter().zip(1..).find(|(preset, _)| Self::of(preset) == *self).map(|(_, code)| code)
    }

    /// Bytes of the cache.
    pub const fn cache_bytes(&self) -> u32 {
        self.ways << (self.sets_log2 + self.line_log2)
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "modelled cache of {} bytes, {} way(s), lines of {}; {} two-bit counters; hit {}, miss {}, mispredict {} \
             cycles",
            self.cache_bytes(),
            self.ways,
            1 << self.line_log2,
            1_u64 << self.predictor_log2,
            self.hit_cycles,
            self.miss_cycles,
            self.mispredict_cycles
        )
    }
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// What is emitted.
pub const PRESETS: [Variant; 4] = [
    preset(
        "direct4k",
        "beside a small 32-bit core: direct-mapped 4 kB",
        &[("xlen", 32), ("sets", 128), ("ways", 1), ("line_bytes", 32), ("predictor", 512)],
    ),
    preset(
        "twoway8k",
        "beside a 32-bit core: 8 kB in two ways",
        &[("xlen", 32), ("sets", 128), ("ways", 2), ("line_bytes", 32), ("predictor", 2048)],
    ),
    preset(
        "fourway16k64",
        "beside a 64-bit core: 16 kB in four ways",
        &[("xlen", 64), ("sets", 64), ("ways", 4), ("line_bytes", 64), ("predictor", 2048)],
    ),
    preset(
        "tiny",
        "four ways of two sets, four counters: every hazard within a few records",
        &[("xlen", 32), ("sets", 2), ("ways", 4), ("line_bytes", 16), ("predictor", 4)],
    ),
];
