//! Range adaptive profiling: tree, coalescer and engines equal the golden model, as Verilog and as gates; the C API;
//! the self-test.
mod c_api;
mod coalescer;
mod coalescer_model;
mod configurations;
mod coverage;
mod ends;
mod faults;
mod hand_model;
mod netlist;
mod pace;
mod rap;
mod rap_model;
mod selftest;
mod service;
mod soak;
mod stalls;
mod support;
