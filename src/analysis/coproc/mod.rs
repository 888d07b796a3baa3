//! What the co-processor finds of a program (docs/reference/coproc.md, D).
//!
//! * [`truth`]: the complete profile of the values of loads, and how far estimates are from it.
//! * [`values`]: loads with their values, in the words of the program.
pub mod truth;
pub mod values;
