//! When hardware that takes nothing has stopped.

/// Cycles for which no event holds a shipped build that tests run.
pub const HANG_CYCLES: u64 = 100_000;
