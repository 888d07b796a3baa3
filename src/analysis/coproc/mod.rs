//! What the co-processor finds of a program (docs/reference/coproc.md, D).
//!
//! * [`contents`]: what microcode of one's own left behind, under its own names.
//! * [`exact`]: what the programs that count should find, counted exactly, and how far they are from it.
//! * [`pairs`]: what they found, in the words of the program.
//! * [`truth`]: the complete profile of the values of loads, and how far estimates are from it.
//! * [`values`]: loads with their values, in the words of the program.
pub mod contents;
pub mod exact;
pub mod pairs;
pub mod truth;
pub mod values;
