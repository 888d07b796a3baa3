//! Faults of the pipelined engine.
use crate::support::edits::Edit;

/// Edits that apply to its Verilog.
pub const FAULTS: &[Edit<'_>] = &[
    Edit {
        name: "an event right after one of its node gets the count from memory",
        pattern: "near <= «event3 & apart1_equal»;",
        instead: "1'b0",
    },
    Edit {
        name: "an event two after one of its node gets the count from memory",
        pattern: "from2 <= «event3 & apart2_equal»;",
        instead: "1'b0",
    },
    Edit {
        name: "an event five after one of its node gets what a read beside a write gives",
        pattern: "from_older <= «is3 | is4 | (event6 & apart5_same)»;",
        instead: "is3 | is4",
    },
    Edit {
        name: "unit nodes are split further",
        pattern: "check <= «event3 & ~unit & ~drop»;",
        instead: "event3 & ~drop",
    },
    Edit {
        name: "an event after one that does not fit is counted",
        pattern: "event3 <= «event2 & ~drop»;",
        instead: "event2 & ~clear",
    },
    Edit {
        name: "threshold off by one",
        pattern: "wire [32:0] beyond = «{1'd0, excess[31:0]} + {1'd0, base}»;",
        instead: "{1'd0, excess[31:0]} + {1'd0, base} + 33'd1",
    },
    Edit {
        name: "the second of two new nodes on a path is not found",
        pattern: "(leads13 & met1) | «(leads23 & met2)»;",
        instead: "1'b0",
    },
    Edit {
        name: "hand: a node with children is absorbed",
        pattern: "leaf3 <= «~(|slots_rd[aw[3:0] +: 3])»;",
        instead: "1'b1",
    },
    Edit {
        name: "hand: the parent of an absorbed leaf is passed as it was seen before",
        pattern: "                «frozen <= 1'b1;»",
        instead: "",
    },
    Edit {
        name: "hand: a leaf that was seen to fit its parent is absorbed, whatever was counted since",
        pattern: "check <= «event3 & ~unit & ~drop»;",
        instead: "event3 & ~unit & ~drop & ~pseudo3",
    },
    Edit {
        name: "hand: a leaf that was being counted is passed",
        pattern: "wire doubtful = «leaf8 & (~heavy8 | unsure8)»;",
        instead: "leaf8 & ~heavy8",
    },
    Edit {
        name: "hand: a leaf that has got a child is absorbed",
        pattern: "if (edit2 & growing & met_head) head_vain <= 1'b1;",
        instead: "",
    },
    Edit {
        name: "an event is counted in a node that is gone",
        pattern: "gone3 <= «nowhere | (&level)»;",
        instead: "nowhere",
    },
    Edit {
        name: "an event is counted in the node that came in the place of its own",
        pattern: "old2 <= «olds»;",
        instead: "1'b0",
    },
    Edit { name: "hand: creates ask for no visits", pattern: "if (made) owed <= owed + each;", instead: "" },
    Edit {
        name: "hand: a round begins without an event that stops",
        pattern: "assign stop = «charge4 & (negative | due)»;",
        instead: "charge4 & negative",
    },
    Edit { name: "hand: a lost event turns it", pattern: "refund <= «fresh4 & refuse»;", instead: "1'b0" },
    Edit { name: "ladder whose step never doubles", pattern: "octave <= «&steps»;", instead: "1'b0" },
    Edit { name: "weight that is lost is not added up", pattern: "uncounted <= «sum[31:0]»;", instead: "uncounted" },
    Edit {
        name: "n wraps instead of losing weight",
        pattern: "spill <= «near & room[near_bits[4:0]]»;",
        instead: "1'b0",
    },
    Edit {
        name: "a word of the dump does not wait for ready",
        pattern: "if («dump_ready») feed <= Feed_Idle;",
        instead: "1'b1",
    },
];

/// Faults of what only the largest pool has.
pub const FAR: &[Edit<'_>] = &[
    Edit {
        name: "an event six after one of its node gets what a read beside a write gives",
        pattern: "from_oldest0 <= «is5_0 | (event6 & apart6_0_same)»;",
        instead: "is5_0",
    },
    Edit {
        name: "no bubble for the pointer to a new child, which sets out a cycle later",
        pattern: "«push_far0» ? 1'b0 : (",
        instead: "1'b0",
    },
];
