//! What joins tap, map of checks and engine to a bus (docs/reference/monitor.md).
mod align;
mod boundary;
mod queue;
mod record_queue;
mod records;
mod window;
mod words;

pub use align::Align;
pub use boundary::Boundary;
pub use queue::Queue;
pub use record_queue::RecordQueue;
pub use records::{LOST, Records};
pub use window::{Window, WindowBank};
pub use words::Words;
