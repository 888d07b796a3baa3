//! Words that several verbs share: options that mean the same everywhere, and the parsers of their values.
//!
//! * [`hardware`]: which unit, in which configuration; Verilog in its place.
//! * [`trace`]: how a trace is read; what becomes an event and what it weighs.
//! * [`diagnostics`]: what a compiler says.
//! * [`core`]: a RISC-V core, and how long it runs.
//! * [`coproc`]: microcode of the co-processor, and when its host acts.
//! * [`target`]: what a design is built for.
//! * [`hotlist`]: how values are sampled.
//! * [`intervals`]: intervals of a phase tracker.
//! * [`sample`]: which events count.
//! * [`shard`]: a part of a trace, and what a profile is of.
//! * [`tables`]: how much of a profile is shown, and the pages and stacks of it.
//! * [`window`]: which retirements count.
//! * [`value`]: shares, ranges, addresses and other values of options.
pub mod coproc;
pub mod core;
pub mod diagnostics;
pub mod hardware;
pub mod hotlist;
pub mod intervals;
pub mod sample;
pub mod shard;
pub mod tables;
pub mod target;
pub mod trace;
pub mod value;
pub mod window;
