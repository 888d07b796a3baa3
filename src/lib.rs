//! treetap: on-chip profilers generated from Rust, and the tools that prove them right.
//!
//! The map of the rooms (ARCHITECTURE.md has the picture, `tests/house` enforces the walls):
//!
//! * [`spec`]: what hardware and software agree on: configurations, presets, commands, limits.
//! * [`model`]: golden models, one file per unit: plain integers, no clocks. Also the software product.
//! * [`hw`]: the hardware in `rust_hdl`, one file or folder per unit; `hw::lib` holds the leaves.
//! * [`emit`]: any `rust_hdl` design to readable Verilog-2005.
//! * [`catalog`]: configuration or preset to emitted files.
//! * [`trace`]: event files: readers, writers, capture.
//! * [`cosim`]: build the emitted Verilog with Verilator, stream events through it, compare with the model.
//! * [`flow`]: drive Yosys, nextpnr and the packers; area, clock, critical path.
//! * [`wheels`]: what `make setup` takes from PyPI: where it lies, and the Verilog of the cores in it.
//! * [`analysis`]: what the numbers mean for the program that ran: names for addresses.
//! * [`lang`]: compilers: from text that people write to the words that the hardware holds.
//! * [`report`]: hot ranges, tables, drawings.
//! * [`cli`]: one file per verb.
// Other rooms name macros of `spec::regs`, which are exported for where `spec` is another crate.
#![cfg_attr(any(test, doctest, doc), allow(macro_expanded_macro_exports_accessed_by_absolute_paths))]
// The macros of the layer name this crate from inside and from outside alike.
extern crate self as treetap;

pub mod analysis;
pub mod catalog;
pub mod cli;
pub mod cosim;
pub mod emit;
pub mod flow;
pub mod host;
pub mod hw;
pub mod lang;
pub mod report;
pub mod trace;
pub mod wheels;

// A crate of their own, which is optimised in development (golden/Cargo.toml): tests spend a good part of their time in
// models. Where they are tested or documented themselves, they are modules like the others.
#[cfg(any(test, doctest, doc))]
pub mod model;
#[cfg(any(test, doctest, doc))]
pub mod spec;
#[cfg(not(any(test, doctest, doc)))]
pub use treetap_golden::{model, spec};
