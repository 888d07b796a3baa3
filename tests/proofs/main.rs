//! Proofs over the emitted Verilog, each with planted faults that have to be found (docs/contributing/proof.md).
mod buses;
mod coalescer;
mod ecp5_ram;
mod formal;
mod rows;
mod support;
