//! What hardware, models and host agree on: configurations with their validation, presets, commands.
//! Plain Rust: no hardware, no I/O; imports nothing but `std`.
pub mod annotate;
pub mod burst;
pub mod checkmap;
pub mod checks;
pub mod classify;
pub mod coalescer;
pub mod coproc;
pub mod core;
pub mod counters;
pub mod cycles;
pub mod event;
pub mod hps;
pub mod insn;
pub mod lfsr;
pub mod monitor;
pub mod pcfilter;
pub mod profiler;
pub mod rap;
pub mod regs;
pub mod retire;
pub mod sample_buffer;
pub mod select;
pub mod selftest;
pub mod tap;
pub mod variant;
