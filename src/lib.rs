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
pub mod model;
pub mod report;
pub mod spec;
pub mod trace;
pub mod wheels;
