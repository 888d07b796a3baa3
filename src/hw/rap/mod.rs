//! Range adaptive profiling in hardware (docs/rap.md for the rules, docs/rap-serial.md for this engine).
mod dump;
mod intake;
pub mod serial;
mod threshold;
mod top;

pub use top::Rap;
