//! Real cores under Verilator: built from the Verilog in their wheels, with memory and devices around them, running ELF
//! programs and giving every retirement as a record of RVFI. docs/reference/cores.md says how they differ.
//!
//! * [`build`]: a core to a shared library, in the cache of [`super::build`].
//! * [`elf`]: what a program file loads where, and what it needs of the core.
//! * [`machine`]: one core running one program.
pub mod build;
pub mod elf;
pub mod machine;

pub use crate::spec::core::Core;
pub use build::Features;
pub use elf::Program;
pub use machine::{Beside, Library, Machine, Options, State, Status};
