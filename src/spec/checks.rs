//! Which records are checks: where bursts may begin and end (docs/reference/checks.md).
use super::classify::{Opclass, Xlen};
use super::variant::{DEEP, Variant};

/// Transfers whose direction counts: those that the instruction alone gives a target.
pub const DIRECT: [Opclass; 2] = [Opclass::Branch, Opclass::Jump];

/// What makes a check where no map says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Jumps back are checks when they are taken only.
    pub taken: bool,
    /// Calls are checks instead of the first instruction of what they call.
    pub calls: bool,
}

impl Default for Config {
    /// Procedure entries and jumps back that are taken.
    fn default() -> Self {
        Self { taken: true, calls: false }
    }
}

/// What is emitted.
pub const PRESETS: [Variant; 4] = [
    Variant { name: Xlen::Rv32.name(), doc: "beside a core of 32 bits", parameters: &[("xlen", 32), (DEEP, 0)] },
    Variant { name: Xlen::Rv64.name(), doc: "beside a core of 64 bits", parameters: &[("xlen", 64), (DEEP, 0)] },
    Variant { name: "rv32_deep", doc: "`rv32` for a fast clock", parameters: &[("xlen", 32), (DEEP, 1)] },
    Variant { name: "rv64_deep", doc: "`rv64` for a fast clock", parameters: &[("xlen", 64), (DEEP, 1)] },
];
