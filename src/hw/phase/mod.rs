//! The phase tracker (docs/reference/phase.md). The parts are joined by the names of their ports (`catalog::phase`).
mod buckets;
mod host;
mod intake;
mod judge;
mod log;
mod ports;

pub use buckets::Buckets;
pub use host::{Host, PhaseBank};
pub use intake::Intake;
pub use judge::Judge;
pub use log::Log;
