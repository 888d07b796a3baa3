//! RISC-V cores under Verilator, the instruction-set simulator beside them, and the programs both run.
mod cores;
mod iss;
mod iss_inline;
mod iss_random;
mod programs;
mod retirements;
mod support;
mod traps;
