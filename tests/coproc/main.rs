//! The profiling co-processor: its assembler, its model.
mod array;
mod bench;
mod coproc;
mod coproc_profiler;
mod counting;
mod faults;
mod fields;
mod host;
mod lang;
#[path = "../support/long.rs"]
mod long;
#[path = "../support/microcode.rs"]
mod microcode;
mod model;
mod netlist;
mod programs;
mod random;
mod serviced;
mod support;
#[path = "../support/tools.rs"]
mod tools;
#[path = "../support/volume.rs"]
#[allow(dead_code)]
mod volume;
