//! Faults of the serial engine and the serial coalescer.
use crate::support::edits::Edit;

/// Edits that apply to its Verilog.
pub const FAULTS: &[Edit<'_>] = &[
    Edit {
        name: "coalescer: an entry leaves while the output is taken",
        pattern: "leaving <= «leaves & ~free»;",
        instead: "1'b0",
    },
    Edit {
        name: "coalescer: a flush leaves the entries where they are",
        pattern: "erases <= «flushing»;",
        instead: "flushing & (flush_op != 2'd1)",
    },
    Edit {
        name: "coalescer: an entry is read while it is written",
        pattern: "ev_valid & ~behind",
        instead: "ev_valid",
    },
    Edit {
        name: "coalescer: keys that differ in high bits alias",
        pattern: "equal_high <= «~(|(differing >> 16))»;",
        instead: "~(|differing[23:16])",
    },
    Edit {
        name: "coalescer: weight limit ignored",
        pattern: "fits <= «~beyond[16] & ~excess[16] & ~flushing»;",
        instead: "~flushing",
    },
    Edit {
        name: "coalescer: an event of weight 0 takes an entry",
        pattern: "wire taking = «flushing | (~flush_valid & ~zero)»;",
        instead: "flushing | ~flush_valid",
    },
    Edit { name: "coalescer: a reset leaves the entries", pattern: "if («~flush_op[0]») begin", instead: "1'b0" },
    Edit {
        name: "a command overtakes the events in the coalescer",
        pattern: "assign engine_cmd_valid = «command & flushed & ~queue_waiting»;",
        instead: "command",
    },
    Edit {
        name: "an event slips in beside a command",
        pattern: "wire open = «~engine_clearing & ~command»;",
        instead: "~engine_clearing",
    },
    Edit {
        name: "threshold off by one: own + w = T does not fit",
        pattern: "wire carry_in = «(|part) & above»;",
        instead: "~(|part) | above",
    },
    Edit { name: "ladder with a rung too few", pattern: "top <= «leading»;", instead: "leading + 4'd1" },
    Edit {
        name: "weight lost by an absorption: the sum is not written to the parent",
        pattern: "if (hand_fits) put = 1'b1;",
        instead: "",
    },
    Edit {
        name: "free-list leak: an absorbed node is not returned",
        pattern: "State_Push: begin\n                «free <= cursor_child;»",
        instead: "",
    },
    Edit {
        name: "wrong child digit: low bit from the level above",
        pattern: "assign below = «({1'd0, high} << 1) | {1'd0, low}»;",
        instead: "({1'd0, high} << 1) | {1'd0, high}",
    },
    Edit {
        name: "a new node keeps the count of its former life",
        pattern: "wire own_we = «clear» |",
        instead: "(clear & ~digit[0])",
    },
    Edit {
        name: "the weight of an event loses its high byte",
        pattern: "if (weigh) addends0 <= «weight»;",
        instead: "{8'd0, weight[7:0]}",
    },
    Edit {
        name: "n wraps instead of losing weight",
        pattern: "assign refused = «verdict & overflow & ~(|chosen)»;",
        instead: "1'b0",
    },
    Edit {
        name: "the flag of lost weight is never set",
        pattern: "any_lost <= (any_lost | «(state == State_Refuse)») &",
        instead: "1'b0",
    },
    Edit {
        name: "unit nodes are split further",
        pattern: "unit <= «(depth == unit_level) & ~visiting»;",
        instead: "1'b0",
    },
    Edit {
        name: "hand: every leaf is absorbed after an event of a unit node",
        pattern: "unit <= «(depth == unit_level) & ~visiting»;",
        instead: "depth == unit_level",
    },
    Edit {
        name: "finger: an absorbed node stays on the path",
        pattern: "if ((state == State_Init) | (state == State_Refuse) | «(state == State_Link)» | (state == \
            State_Header)",
        instead: "1'b0",
    },
    Edit {
        name: "finger: a walk begins below the end of the path",
        pattern: "if (deepest < {2'd0, common}) start <= deepest[2:0];",
        instead: "",
    },
    Edit {
        name: "finger: a walk begins where the one before began",
        pattern: "assign soon = «stays & third»;",
        instead: "stays",
    },
    Edit {
        name: "a reset keeps the threshold",
        pattern: "limit_load = «wiping & pump_first_bit»;",
        instead: "wiping & pump_first_bit & ~by_command",
    },
    Edit {
        name: "the checksum of a dump goes on from the dump before",
        pattern: "crc <= «(crc >> 1) | ({31'd0, last} << 31)»;",
        instead: "crc >> 1",
    },
    Edit {
        name: "a word of the dump does not wait for ready",
        pattern: "if («dump_ready & offer») offer <= 1'b0;",
        instead: "offer",
    },
    Edit {
        name: "hand: a node with children is absorbed",
        pattern: "wire leaves_wd = «fresh | (lose & (children_rd == 3'd1))»;",
        instead: "fresh | lose",
    },
    Edit {
        name: "hand: a node that has lost all of its children is not absorbed",
        pattern: "wire leaves_wd = «fresh | (lose & (children_rd == 3'd1))»;",
        instead: "fresh",
    },
    Edit {
        name: "hand: the eye stays where it is when a leaf fits",
        pattern: "returns <= «fitting»;",
        instead: "1'b0",
    },
    Edit {
        name: "hand: the eye goes back by one slot, however far it went",
        pattern: "if (advance) back <= back - 2'd1;",
        instead: "",
    },
    Edit {
        name: "hand: a free slot is absorbed once more",
        pattern: "wire hand_fresh = «(state == State_Clear) | (state == State_Root)»;",
        instead: "(state == State_Clear) | (state == State_Root) | (state == State_Link)",
    },
    Edit {
        name: "hand: a leaf is absorbed one slot too early", pattern: "if («~hand_owing») begin", instead: "1'b0"
    },
    Edit {
        name: "hand: a leaf that does not fit its parent is absorbed",
        pattern: "wire fitting = «third & ~over»;",
        instead: "third",
    },
    Edit { name: "hand: an absorbed node stays in its parent", pattern: "State_Push: «write = 1'b1;»", instead: "" },
    Edit {
        name: "hand: its rounds begin when no slot is free",
        pattern: "due <= «live[aw[2:0]] | (((live >> reserve_bits) == nearly_all) & (|(live & reserve_mask)))»;",
        instead: "live[aw[2:0]] & (((live >> reserve_bits) == nearly_all) & (|(live & reserve_mask)))",
    },
    Edit { name: "hand: T does not rise with a round", pattern: "limit_step = «1'b1»;", instead: "hand_owing" },
    Edit {
        name: "hand: T rises one step after events went over it",
        pattern: "if («~far | ((place & last_step) == last_step)») begin",
        instead: "1'b1",
    },
    Edit {
        name: "hand: T rises several steps for ever after",
        pattern: "exceeded <= «(exceeded | ((state == State_Decide) & adder_over & full)) & ~((state == \
            State_Raise)\n                & ~limit_busy) & ~(state == State_Init)»;",
        instead: "exceeded | (((state == State_Decide) & adder_over & full) & ~((state == State_Raise) & ~limit_busy) \
            & ~(state == State_Init))",
    },
    Edit {
        name: "hand: a round makes a visit too many",
        pattern: "if (forget | clear | ends) goal <= «10'd1»;",
        instead: "10'd2",
    },
    Edit { name: "hand: a round has no end", pattern: "if («ends | clear») on <= 1'b0;", instead: "clear" },
    Edit {
        name: "hand: as many visits as an event weighs",
        pattern: "if (|(weight >> cap_bits)) asked <= for_weight;",
        instead: "",
    },
    Edit {
        name: "hand: creates ask for no visits", pattern: "if (creating) asked <= «for_create»;", instead: "10'd0"
    },
    Edit {
        name: "hand: visits are owed for ever",
        pattern: "if («forget | clear | ends») goal <= 10'd1;",
        instead: "clear | ends",
    },
    Edit { name: "hand: weight over T is not added up", pattern: "ledger_word = «3'd5»;", instead: "3'd7" },
];

/// Faults of EPS mode.
pub const EPS: &[Edit<'_>] = &[
    Edit { name: "a merge point starts no round", pattern: "if (merge_taken) hand_begin = 1'b1;", instead: "" },
    Edit {
        name: "a merge point within a round does not begin anew",
        pattern: "if (merge_taken) hand_begin = 1'b1;",
        instead: "if (merge_taken & ~hand_going) hand_begin = 1'b1;",
    },
    Edit {
        name: "a merge point raises T by a step",
        pattern: "if (merge_taken) hand_begin = 1'b1;",
        instead: "if (merge_taken) begin hand_begin = 1'b1; limit_step = 1'b1; end",
    },
    Edit {
        name: "a merge point forgets the visits for creates",
        pattern: "if (merge) goal <= «left0 + 10'd1»;",
        instead: "10'd1",
    },
    Edit { name: "a merge point of every n", pattern: "merged <= watch;", instead: "" },
    Edit { name: "T does not follow n", pattern: "begin_ <= «start & (|m)»;", instead: "1'b0" },
    Edit {
        name: "T goes down to what n asks for", pattern: "if (v_bit != t_bit) above <= «v_bit»;", instead: "1'b1"
    },
];
