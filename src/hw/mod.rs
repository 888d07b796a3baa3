//! The hardware in `rust_hdl`, one file or folder per unit; `lib` holds the leaves every unit is made of.
pub mod annotate;
pub mod axil;
pub mod burst;
pub mod classify;
pub mod coalescer;
pub mod counters;
pub mod cycles;
pub mod lib;
pub mod pcfilter;
pub mod profiler;
pub mod rap;
pub mod regs;
pub mod sample_buffer;
pub mod select;
pub mod selftest;
mod tally;
pub mod tap;
pub mod wishbone;
