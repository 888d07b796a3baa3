//! Coalescer: sums the weights of repeated keys before they reach the tree (docs/reference/coalescer.md, rule R10).
//!
//! Three microarchitectures with the same ports and the same results; every test of one runs on the others. Their ports
//! are bundles (`ev`, `flush`, `out`) and two signals; as the names begin differently, no one bundle can stand for all
//! of them.
pub mod compact;
pub mod pipelined;
pub mod serial;

pub use serial::Coalescer;
