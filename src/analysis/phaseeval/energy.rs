//! What profiling and sending cost a small device in energy and time (docs/reference/phaseeval.md, V7): the model of
//! Nagpurkar et al., Fig. 14(b).

/// A kind of instruction: what it draws, and how many there are in a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instruction {
    /// Joules per second.
    pub watts: f64,
    /// Millions in a second.
    pub rate: f64,
}

/// Between registers.
pub const REGISTER: Instruction = Instruction { watts: 0.865, rate: 204.790 };
/// Loads that miss the cache.
pub const READ: Instruction = Instruction { watts: 0.973, rate: 19.462 };
/// Loads that hit it: the paper has no power for them.
pub const CACHED: Instruction = Instruction { watts: 0.0, rate: 137.510 };
/// Stores that miss the cache.
pub const WRITE: Instruction = Instruction { watts: 1.340, rate: 11.625 };
/// Floating point.
pub const FLOAT: Instruction = Instruction { watts: 0.965, rate: 0.439 };
/// Watts of the transmitter.
const TRANSMITTER: f64 = 1.425;
/// Bits that it sends in a second.
const BITS: f64 = 11e6;
/// Instructions that packing takes for a byte.
pub const PACKING: u64 = 40;

impl Instruction {
    /// Nanojoules of one.
    pub fn nanojoules(self) -> f64 {
        self.watts / self.rate * 1000.0
    }

    /// Nanoseconds of one.
    pub fn nanoseconds(self) -> f64 {
        1000.0 / self.rate
    }
}

/// Microjoules of a byte that is sent.
pub fn byte_microjoules() -> f64 {
    TRANSMITTER * byte_microseconds()
}

/// Microseconds of a byte that is sent.
pub fn byte_microseconds() -> f64 {
    8e6 / BITS
}

/// What loads that hit the cache draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hits {
    /// Nothing, as the paper has it.
    #[default]
    Nothing,
    /// As much as instructions between registers.
    Register,
}

/// A load that hits the cache.
pub fn hit(hits: Hits) -> Instruction {
    Instruction { watts: if hits == Hits::Register { REGISTER.watts } else { CACHED.watts }, ..CACHED }
}

/// Instructions of an event: in line and in its handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// All of them.
    pub instructions: u64,
    /// Loads among them, all of which hit.
    pub loads: u64,
}

/// What a profile takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Instructions of profiling and packing.
    pub instructions: u64,
    /// Bytes that are sent.
    pub bytes: u64,
    /// Joules.
    pub joules: f64,
    /// Seconds.
    pub seconds: f64,
}

/// What so many events take, of whose records `raw` bytes are packed and `bytes` sent.
pub fn spent(events: u64, mix: Mix, raw: u64, bytes: u64, hits: Hits) -> Spent {
    let loads = events * mix.loads;
    let plain = events * (mix.instructions - mix.loads) + raw * PACKING;
    let load = hit(hits);
    let sum = |one: f64, other: f64, byte: f64| plain as f64 * one + loads as f64 * other + bytes as f64 * byte;
    Spent {
        instructions: plain + loads,
        bytes,
        joules: sum(REGISTER.nanojoules(), load.nanojoules(), byte_microjoules() * 1e3) / 1e9,
        seconds: sum(REGISTER.nanoseconds(), load.nanoseconds(), byte_microseconds() * 1e3) / 1e9,
    }
}
