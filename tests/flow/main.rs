//! Verilog to gates and bitstreams: the tools driven for real, limits, boards, systems.
mod boards;
mod flow;
mod limits;
mod readback;
mod soc;
mod soc_coproc;
mod soc_up5k;
mod support;
