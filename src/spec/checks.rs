//! Which records are checks: where bursts may begin and end (docs/reference/checks.md).
use super::classify::{Opclass, Xlen};
use super::variant::Variant;

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
pub const PRESETS: [Variant; 2] = [
    Variant { name: Xlen::Rv32.name(), doc: "beside a core of 32 bits", parameters: &[("xlen", 32)] },
    Variant { name: Xlen::Rv64.name(), doc: "beside a core of 64 bits", parameters: &[("xlen", 64)] },
];
