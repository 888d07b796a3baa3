//! A core that services the co-processor while that profiles another core, all of it Verilog
//! (docs/reference/coproc_profiler.md): `fpga/soc/coproc.v` with the handler of `programs/coproc`.
//!
//! * [`system`]: the simulation, and what it shows: retirements, what became of candidates, every access to the
//!   co-processor, words that the servicing core sends.
//! * [`replay`]: the host of this repository on these accesses: it has to ask for the same, and the golden model has to
//!   answer it as the hardware answered the C.
//! * [`collected`]: what the C says that it has collected.
mod collected;
mod replay;
mod system;

pub use collected::Collected;
pub use replay::{Diverged, Replay, Report, Served, replay};
pub use system::{Access, Options, Seen, Service, TOP, emitted, simulate};
