//! What profiling costs the program (docs/reference/coproc.md, D.9).

/// Cycles of an interrupt of the co-processor beside what it copies.
const INTERRUPT: u64 = 100;
/// Cycles of setting the co-processor going again.
const REARM: u64 = 10;
/// Cycles of an interrupt of the simple sampler beside its samples.
const DRAIN: u64 = 110;

/// Cycles of the core for each slot or sample that is taken into its table: the paper's handlers take 10 to 30.
pub const EACH: [u64; 3] = [10, 20, 30];
/// The one that is shown where there is one.
pub const EACH_DEFAULT: u64 = EACH[1];

/// What the handler of the co-processor did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Interrupts, those of the timer too.
    pub interrupts: u64,
    /// Slots that were copied.
    pub copied: u64,
    /// How often the co-processor was set going again.
    pub rearms: u64,
}

impl Cost {
    /// Cycles of the core, with so many for each slot.
    pub const fn cycles(&self, each: u64) -> u64 {
        self.interrupts * INTERRUPT + self.copied * each + self.rearms * REARM
    }
}

/// What the host of the simple sampler did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simple {
    /// Samples that were taken.
    pub samples: u64,
    /// How often the sample buffer was drained.
    pub drains: u64,
}

impl Simple {
    /// Cycles of the core, with so many for each sample.
    pub const fn cycles(&self, each: u64) -> u64 {
        self.samples * each + self.drains * DRAIN
    }
}
