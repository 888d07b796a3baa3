//! What people and scripts read: hot ranges as a tree, JSON contracts, drawings.
//!
//! * [`hot`]: the hot ranges of a profile, beside exact counts where there are some, as a text tree.
//! * [`json`]: the machine contracts of `treetap profile`.
//! * [`icicle`]: the range tree as a drawing; [`nodes`]: node count over time (the paper's Fig. 6).
pub mod hot;
pub mod icicle;
pub mod json;
pub mod nodes;
mod svg;
mod text;

pub use text::{grouped, hex, percent, prefix};
