//! Range adaptive profiling in hardware: one top per engine (docs/rap.md has the rules).
mod dump;
mod intake;
pub mod serial;
mod threshold;
mod top;

pub use top::RapSerial;
