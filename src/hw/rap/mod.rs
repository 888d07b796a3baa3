//! Range adaptive profiling in hardware: one top per engine (docs/reference/rap.md has the rules).
pub mod cam;
mod dump;
mod intake;
mod lost;
pub mod pipelined;
pub mod serial;
mod threshold;
mod top;
mod widths;

pub use top::{RapCam, RapPipelined, RapSerial, RapSerialQueued};
