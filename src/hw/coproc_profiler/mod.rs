//! What lies around the profiling co-processor between a core and a bus (docs/reference/coproc_profiler.md). The parts
//! are joined by the names of their ports (`catalog::coproc_profiler`).
mod intake;
mod window;

pub use intake::Intake;
pub use window::{CoprocProfilerBank, Window};
