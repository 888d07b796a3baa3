//! Range adaptive profiling in hardware: one top per engine (docs/rap.md has the rules).
mod intake;
pub mod serial;
mod top;

pub use top::RapSerial;
