//! The hotlist sampler (docs/reference/hotlist.md). The parts are joined by the names of their ports
//! (`catalog::hotlist`).
mod host;
mod leap;
mod raw;
mod shadows;
mod table;
mod trigger;
mod tuple;

pub use host::{Host, HotlistBank};
pub use raw::Raw;
pub use shadows::Shadows;
pub use table::Table;
pub use trigger::Trigger;
pub use tuple::Tuple;

/// Code of the mode in which nothing goes to the table.
const ONLY_RAW: u64 = crate::spec::hotlist::Mode::Raw as u64;
/// Code of the mode in which nothing goes to the raw stream.
const ONLY_HOT: u64 = crate::spec::hotlist::Mode::Hot as u64;
