//! Drives the open FPGA tools. docs/proof.md has the netlists.
//!
//! * [`gates`]: a design as the gates that synthesis makes of it; `cells`: the models of those gates.
mod cells;
pub mod gates;
