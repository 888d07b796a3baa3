//! The co-processor.
use super::{Proof, ROW};
use treetap::catalog::Unit;

/// The rows.
pub const PROOFS: &[Proof] = &[Proof {
    name: "array of the co-processor that is searched, 256 entries: the lowest valid entry that has the key is found",
    design: (Unit::Coproc, "ecp5"),
    numbers: &[("chain", 0)],
    file: "keys.sv",
    macros: &[("ARRAY", "{}_scan"), ("LG", "8"), ("LONGEST", "258")],
    rams: &[("{}_fast_ram", "RAM_PLAIN")],
    bound: 12,
    steps: 3,
    bare: 14,
    fault: ("{}_scan", "judged & (same |", "judged & ("),
    more: &[
        ("{}_scan", "busy <= ~outside;", "busy <= 1'b0;"),
        ("{}_scan", "busy <= ~outside;", "busy <= 1'b1;"),
        ("{}_scan", "met <= same;", "met <= 1'b1;"),
        ("{}_scan", "met <= 1'b0;\n            busy", "busy"),
        ("{}_scan", "marks_we = write | remove;", "marks_we = write;"),
        ("{}_scan", "marks_we = write | remove;", "marks_we = remove;"),
        ("{}_scan", ".we(write),", ".we(1'b0),"),
        ("{}_scan", "apart[15:0] | apart[31:16]", "apart[15:0]"),
        ("{}_scan", "there & ~(|differs)", "~(|differs)"),
        ("{}_scan", "(seen == last)", "(ahead == last)"),
        ("{}_scan", "judges <= busy;", "judges <= 1'b1;"),
        ("{}_scan", "if (busy & ~ends) seen", "if (busy) seen"),
    ],
    ..ROW
}];
