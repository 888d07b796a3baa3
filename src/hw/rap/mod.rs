//! Range adaptive profiling in hardware: what the tops are joined of (docs/reference/rap.md has the rules,
//! `catalog::blocks` the connections).
pub mod cam;
mod dump;
mod intake;
mod ladder;
mod lost;
mod order;
pub mod pipelined;
mod queue;
pub mod serial;
mod widths;

pub use intake::Intake;
pub use order::Order;
pub use queue::Queue;

/// Width of `stat_stall` in bits.
const STALL_BITS: usize = crate::spec::rap::Stall::BITS;
