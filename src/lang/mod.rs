//! Compilers: from text that people write to the words that the hardware holds.
//!
//! * [`coproc`]: microcode of the profiling co-processor (docs/reference/coproc.md).
//! * [`diagnostic`]: errors and warnings, with names and places.
//! * [`hps`]: productions of the engine for hybrid profiling support (docs/reference/hps-language.md).
//! * [`rv32`]: names, encodings and operands of the instructions of RV32IMAFC.
//! * [`source`]: texts, places in them, and what is said about such a place.
pub mod coproc;
pub mod diagnostic;
pub mod hps;
pub mod rv32;
pub mod source;
