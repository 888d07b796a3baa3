//! What joins the units of a profiler (docs/profiler.md): where every retirement goes, and the order of commands.
mod commander;

pub use commander::Commander;
