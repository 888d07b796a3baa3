//! The co-processor.
use super::{Proof, ROW};
use treetap::catalog::Unit;

/// The rows.
pub const PROOFS: &[Proof] = &[
    Proof {
        name: "array of the co-processor that is searched, 256 entries: the lowest valid entry that has the key is found",
        design: (Unit::Coproc, "ecp5"),
        numbers: &[("chain", 0)],
        file: "keys.sv",
        macros: &[("ARRAY", "{}_scan"), ("LG", "8"), ("SCAN", ""), ("LONGEST", "258")],
        rams: &[("{}_fast_ram", "RAM_PLAIN")],
        bound: 12,
        steps: 3,
        fault: ("{}_scan", "judged & (same |", "judged & ("),
        ..ROW
    },
    Proof {
        name: "array of chains of the co-processor, 256 entries, in the cycles after it was cleared: the same",
        design: (Unit::Coproc, "ecp5"),
        file: "keys.sv",
        macros: &[("ARRAY", "{}_chain"), ("LG", "8"), ("CHAIN", ""), ("LONGEST", "520")],
        rams: &[("{}_fast_ram", "RAM_CLEARED")],
        bound: 24,
        steps: 0,
        fault: ("{}_chain", "led & (at > entry)", "led"),
        ..ROW
    },
];
