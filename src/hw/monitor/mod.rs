//! What joins tap, map of checks and engine to a bus (docs/reference/monitor.md).
mod align;
mod queue;
mod window;

pub use align::Align;
pub use queue::Queue;
pub use window::{Window, WindowBank};
