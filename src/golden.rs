//! What the hardware is held against, as a crate of its own (`golden/Cargo.toml`), which is optimised in development,
//! too: tests spend a good part of their time in models.
pub mod model;
pub mod spec;
