//! Faults of the engine with a ternary memory.
use crate::support::edits::Edit;

/// Edits that apply to its Verilog.
pub const FAULTS: &[Edit<'_>] = &[
    Edit {
        name: "an event right after one of its node gets the count from memory",
        pattern: "follows <= «next»;",
        instead: "1'b0",
    },
    Edit {
        name: "an event six after one of its node gets the count from memory",
        pattern: "if (meets[5]) source <= older0;",
        instead: "",
    },
    Edit {
        name: "threshold off by one",
        pattern: "difference = «{1'd0, sums0} + {1'd0, threshold}»;",
        instead: "{1'd0, sums0} + {1'd0, threshold} + 33'd1",
    },
    Edit {
        name: "unit nodes are split further",
        pattern: "wire light = «~counter_over | unit14»;",
        instead: "~counter_over",
    },
    Edit {
        name: "a parent goes on matching the keys of its new child",
        pattern: "mask <= «child_bit | parent_bit»;",
        instead: "child_bit",
    },
    Edit { name: "a new node matches its first key only", pattern: "wilds0 <= «wilds0 | mask»;", instead: "wilds0" },
    Edit {
        name: "events after one that does not fit are counted",
        pattern: "if (failed) begin\n                    flight <= «16'd0»;",
        instead: "flight << 1",
    },
    Edit { name: "free-list leak: an absorbed node is not returned", pattern: "free <= node;", instead: "" },
    Edit {
        name: "hand: a leaf that does not fit its parent is absorbed",
        pattern: "loose <= «seen & light»;",
        instead: "seen & leaves[3]",
    },
    Edit { name: "hand: creates ask for no visits", pattern: "if (created) debt <= debt - per_create;", instead: "" },
    Edit { name: "hand: a lost event turns it", pattern: ".event_(«event_»),", instead: "last" },
    Edit { name: "hand: an event pays again after a misfit", pattern: "paid <= «~fits»;", instead: "1'b0" },
    Edit { name: "weight that is lost is not added up", pattern: "uncounted <= «sum[31:0]»;", instead: "uncounted" },
    Edit {
        name: "an event that is lost is counted, too",
        pattern: "wire event_ = «last & ~totals_refused»;",
        instead: "last",
    },
    Edit {
        name: "a word of the dump does not wait for ready",
        pattern: "if («dump_ready») feed <= Feed_Idle;",
        instead: "1'b1",
    },
];
