//! Cycles of the core between two retirements (docs/reference/cycles.md).
use super::variant::Variant;

/// Width of the count in bits; it saturates.
pub const BITS: u32 = 16;

/// What is emitted.
pub const PRESETS: [Variant; 1] =
    [Variant { name: "core", doc: "beside one core, feeding `ret_cycles` of its tap", parameters: &[("bits", BITS)] }];
