//! The engines of the range-adaptive profiler.
use super::{Proof, ROW};
use treetap::catalog::Unit;

/// States of the CAM engine.
const CAM: &[(&str, &str)] = &[
    ("INIT", "Init"),
    ("LINK", "Link"),
    ("ROOT", "Root"),
    ("RUN", "Run"),
    ("SPLIT", "Split"),
    ("WAIT", "Wait"),
    ("FETCH", "Fetch"),
    ("MAKE", "Make"),
    ("VISIT", "Visit"),
    ("MEET", "Meet"),
    ("CLOSE", "Close"),
    ("CLIMB", "Climb"),
    ("EDIT", "Edit"),
];

/// Steps of the editor of the ternary memory.
const EDITOR: &[(&str, &str)] = &[
    ("IDLE", "Idle"),
    ("WIPE", "Wipe"),
    ("BEFORE", "Before"),
    ("WAIT", "Wait"),
    ("PREFIX", "Prefix"),
    ("DIGIT", "Digit"),
];

/// States of the dump writer.
const FEED: &[(&str, &str)] = &[
    ("IDLE", "Idle"),
    ("PRIME", "Prime"),
    ("ROTATE", "Rotate"),
    ("PATH", "Path"),
    ("TAIL", "Tail"),
    ("OFFER", "Offer"),
];

/// Of the pipelined engine only the stack of free nodes and the modes stay.
const ALL_BUT_STACK: Option<&str> = Some("{}_engine/c:u_* {}_engine/c:u_stack %d");

const OUTREG_RAM: &[(&str, &str)] = &[("{}_outreg_ram", "RAM_OUTREG")];

/// Free nodes of the CAM engine.
const CAM_FREE: Proof = Proof {
    file: "free_links.sv",
    states: CAM,
    machine: "{}_engine",
    rams: &[("{}_fast_ram_re", "RAM_RE"), ("{}_outreg_ram", "RAM_OUTREG")],
    // The links stay, the buffer's control, and what lets a link be read.
    cut: Some("{}_engine/c:u_* {}_engine/c:u_links %d {}_engine/c:u_buffer %d {}_engine/c:u_scout %d"),
    fault: ("{}_engine", "free <= link;", ""),
    more: &[
        ("{}_engine", "goes_settled = State_Split;", "goes_settled = State_Run;"),
        ("{}_engine", "goes_settled = State_Meet;", "goes_settled = State_Run;"),
        ("{}_engine", "wire fits = light | full;", "wire fits = light;"),
        ("{}_engine", "wire fits = light | full;", "wire fits = 1'b1;"),
        ("{}_engine", "free <= node;", ""),
        ("{}_engine", "linked_settled = free;", "linked_settled = node;"),
    ],
    ..ROW
};

/// The rows.
pub const PROOFS: &[Proof] = &[
    Proof {
        name: "count stage 1024 x 48: each event comes to one verdict, the right one, and counts exactly",
        design: (Unit::Rap, "fast"),
        file: "count.sv",
        macros: &[("STAGE", "{}_count"), ("COUNT", "48"), ("ADDR", "10"), ("LEVEL", "5"), ("TOP", "12")],
        rams: OUTREG_RAM,
        bound: 8,
        bare: 18,
        fault: ("{}_count", "check <= event3 & ~unit & ~drop;", "check <= 1'b0;"),
        more: &[
            ("{}_count", "from_older <= is3 | is4 | (event6 & apart5_same);", "from_older <= is3 | is4;"),
            ("{}_count", "check <= event3 & ~unit & ~drop;", "check <= 1'b1;"),
            ("{}_count", "event1 <= (new_event | absorb) & ~drop;", "event1 <= absorb & ~drop;"),
            ("{}_count", "event2 <= event1 & ~drop;", "event2 <= (event1 | event3) & ~drop;"),
            ("{}_count", "near <= event3 & apart1_equal;", "near <= 1'b0;"),
            ("{}_count", "from2 <= event3 & apart2_equal;", "from2 <= 1'b0;"),
            ("{}_count", "wire is3 = event4 & apart3_same;", "wire is3 = 1'b0;"),
            ("{}_count", "wire is4 = event5 & apart4_same;", "wire is4 = 1'b0;"),
            ("{}_count", "light1 <= weight;", "light1 <= weight | 16'd1;"),
            ("{}_count", "gone3 <= nowhere | (&level);", "gone3 <= nowhere;"),
            ("{}_count", "own_we <= count | put;", "own_we <= put;"),
            ("{}_count", "wire stands = event4 & ~failed5;", "wire stands = 1'b0;"),
            // Leaves: none is ever absorbed; its count is counted twice, or lost, or too late; it is taken for an event
            // that n has no room for; it is absorbed though it does not fit; it is told as an event.
            ("{}_count", "event1 <= (new_event | absorb) & ~drop;", "event1 <= new_event & ~drop;"),
            ("{}_count", "if (pseudo1) light2 <= sum;", "if (pseudo1) light2 <= sum << 1;"),
            ("{}_count", "if (pseudo1) light2 <= sum;", ""),
            ("{}_count", "if (pseudo1) light2 <= sum;", "if (pseudo2) light2 <= sum;"),
            ("{}_count", "wire lost = refuse & ~leaf;", "wire lost = refuse;"),
            ("{}_count", "(misfit & (~none_free | leaf))", "(misfit & ~none_free)"),
            ("{}_count", "counted5 <= count & ~leaf;", "counted5 <= count;"),
        ],
        ..ROW
    },
    Proof {
        name: "count stage 4096 x 48: the same",
        design: (Unit::Rap, "max"),
        file: "count.sv",
        macros: &[("STAGE", "{}_count"), ("COUNT", "48"), ("ADDR", "12"), ("LEVEL", "5"), ("TOP", "12"), ("FAR", "")],
        rams: OUTREG_RAM,
        bound: 8,
        bare: 18,
        fault: ("{}_count", "check <= event3 & ~unit & ~drop;", "check <= 1'b0;"),
        more: &[("{}_count", "from_oldest0 <= is5_0 | (event6 & apart6_0_same);", "from_oldest0 <= is5_0;")],
        ..ROW
    },
    Proof {
        name: "free nodes of the pipelined engine, 1024: none is handed out twice, none while none is free",
        design: (Unit::Rap, "fast"),
        file: "free_stack.sv",
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "10")],
        rams: OUTREG_RAM,
        cut: ALL_BUT_STACK,
        fault: ("{}_engine", "stack_wa_ <= free;", "stack_wa_ <= free - 10'd1;"),
        ..ROW
    },
    Proof {
        name: "free nodes of the pipelined engine, 4096: the same",
        design: (Unit::Rap, "max"),
        file: "free_stack.sv",
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "12"), ("FAR", "")],
        rams: OUTREG_RAM,
        cut: ALL_BUT_STACK,
        fault: ("{}_engine", "none_free <= ~(|free);", "none_free <= 1'b0;"),
        ..ROW
    },
    Proof {
        name: "free nodes of the CAM engine, 64: none is handed out twice, each need is met, the last freed goes first",
        design: (Unit::Rap, "cam64"),
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "6")],
        ..CAM_FREE
    },
    Proof {
        name: "ternary memory of the CAM engine, 64 entries: a key is answered with the longest entry that it begins \
            with",
        design: (Unit::Rap, "cam64"),
        file: "matcher.sv",
        macros: &[("MATCHER", "{}_matcher")],
        states: EDITOR,
        machine: "{}_editor",
        rams: OUTREG_RAM,
        fault: (
            "{}_editor",
            "default /* Step_Digit */: begin\n                parent_on = 1'b1;",
            "default /* Step_Digit */: begin",
        ),
        more: &[
            ("{}_editor", "end else if (toggle) begin", "end else if (1'b0) begin"),
            ("{}_editor", "invert = (ones << byte_) << 1;", ""),
            ("{}_editor", "2'd1: limit = 8'd3;", "2'd1: limit = 8'd2;"),
            ("{}_editor", "set_wild = 1'b1;", ""),
            ("{}_editor", "assign wild = ~(ones << byte_);", "assign wild = 4'd0;"),
            ("{}_bank", "wire [31:0] terms3 = rows3_rd ^ root;", "wire [31:0] terms3 = rows3_rd;"),
            ("{}_bank", "all = all & pairs1;", ""),
            ("{}_bank", "if (|odd) encoded = encoded | 5'd1;", ""),
            ("{}_matcher", "entry <= low | (high << ba);", "entry <= 6'd0;"),
        ],
        ..ROW
    },
    Proof {
        name: "free nodes of the CAM engine, 256: the same",
        design: (Unit::Rap, "cam256"),
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "8")],
        more: &[],
        ..CAM_FREE
    },
    Proof {
        name: "dump writer: what is asked for is offered once, within a bound, words as they were; stream rules",
        design: (Unit::Rap, "fast"),
        file: "dump.sv",
        macros: &[("WRITER", "{}_dump_writer"), ("LEVELS", "5")],
        states: FEED,
        machine: "{}_dump_writer",
        fault: ("{}_dump_writer", "if (dump_ready) feed <= Feed_Idle;", "feed <= Feed_Idle;"),
        more: &[
            ("{}_dump_writer", "if (send_word) begin", "if (1'b0) begin"),
            ("{}_dump_writer", "if (&left) feed <= Feed_Offer;", ""),
            ("{}_dump_writer", "| ({62'd0, two} << 62);", ";"),
            ("{}_dump_writer", "tail <= send_tail;", ""),
        ],
        ..ROW
    },
    Proof {
        name: "nodes of the serial engine, 512: none is handed out twice, a leaf that fits is returned",
        design: (Unit::Rap, "nano"),
        macros: &[
            ("ENGINE", "{}_engine"),
            ("ADDR", "9"),
            ("KEY", "32"),
            ("PAIRS", "8"),
            ("PB", "3"),
            ("LV", "5"),
            ("LAST", "16"),
            ("GOAL", "10"),
            ("PARTS", "2"),
        ],
        fault: ("{}_engine", "if (~(|cursor_digit)) free <= cursor_child;", ""),
        more: &[
            ("{}_engine", "State_Push: begin\n                free <= cursor_child;", "State_Push: begin"),
            (
                "{}_engine",
                "if (~adder_over | full) begin\n                    if (adder_over)",
                "if (1'b1) begin\n                    if (adder_over)",
            ),
            (
                "{}_engine",
                "if (~adder_over | full) begin\n                    if (adder_over)",
                "if (~adder_over) begin\n                    if (adder_over)",
            ),
            (
                "{}_engine",
                "if (hand_fits) state <= State_Fit;\n            end\n            State_Look",
                "end\n            State_Look",
            ),
            ("{}_engine", "cursor_link = 1'b1;", "cursor_link = 1'b0;"),
            ("{}_engine", "State_Link: write = 1'b1;", "State_Link: ;"),
            ("{}_engine", "State_Push: write = 1'b1;", "State_Push: ;"),
            ("{}_engine", "rising <= (state == State_Absorb) |", "rising <="),
            (
                "{}_engine",
                "(state == State_Refuse) | (state == State_Link) | (state == State_Header)",
                "(state == State_Refuse) | (state == State_Header)",
            ),
            (
                "{}_engine",
                "wire [9:0] live_step = (state == State_Push) ? minus_live : 10'd1;",
                "wire [9:0] live_step = 10'd1;",
            ),
            ("{}_engine", "if (hand_light) state <= State_Look;", "state <= State_Look;"),
            ("{}_engine", "wire hand_lose = state == State_Push;", "wire hand_lose = 1'b0;"),
            (
                "{}_engine",
                "wire hand_fresh = (state == State_Clear) | (state == State_Root);",
                "wire hand_fresh = state == State_Root;",
            ),
            ("{}_engine", "if (calm | hand_rested) state <= State_Walk;", "state <= State_Walk;"),
            (
                "{}_engine",
                "wire first = (state == State_Thread) | (state == State_Fetch) | (state == State_Absorb);",
                "wire first = (state == State_Thread) | (state == State_Absorb);",
            ),
            ("{}_engine", "wire finger_offered = ev_valid & ~taken;", "wire finger_offered = ev_valid;"),
            ("{}_hand", "wire leaves_wd = fresh | (lose & (children_rd == 3'd1));", "wire leaves_wd = fresh | lose;"),
            ("{}_hand", "returns ? (far_back | {8'd0, back}) :", "returns ? far_back :"),
            ("{}_hand", "if (tries) back <= 2'd3;", "if (tries) back <= 2'd2;"),
            ("{}_cursor", ".we(link),", ".we(1'b0),"),
            ("{}_finger", "if (deepest < {2'd0, common}) start <= deepest[2:0];", ""),
        ],
        ..SERIAL_NODES
    },
    Proof {
        name: "nodes of the serial engine, 2048, counts of 48 bits: the same",
        design: (Unit::Rap, "pairs"),
        macros: &[
            ("ENGINE", "{}_engine"),
            ("ADDR", "11"),
            ("KEY", "64"),
            ("PAIRS", "16"),
            ("PB", "4"),
            ("LV", "6"),
            ("LAST", "32"),
            ("GOAL", "12"),
            ("PARTS", "3"),
        ],
        fault: ("{}_hand", "returns ? (far_back | {10'd0, back}) :", "returns ? far_back :"),
        more: &[
            ("{}_engine", "if (~(|cursor_digit)) free <= cursor_child;", ""),
            ("{}_engine", "State_Push: begin\n                free <= cursor_child;", "State_Push: begin"),
            ("{}_engine", "cursor_link = 1'b1;", "cursor_link = 1'b0;"),
            ("{}_engine", "State_Link: write = 1'b1;", "State_Link: ;"),
        ],
        quick: false,
        ..SERIAL_NODES
    },
    Proof {
        name: "count path of the serial engine, 512: each event comes to one verdict, the right one, counts exactly",
        design: (Unit::Rap, "nano"),
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "9"), ("KEY", "32"), ("LV", "5"), ("LAST", "16"), ("PARTS", "2")],
        bare: 12,
        fault: (
            "{}_engine",
            "put = 1'b1;\n                    merge_taken",
            "put = 1'b0;\n                    merge_taken",
        ),
        more: &[
            // Events go by, or are all lost; each counts 1, or twice; it counts elsewhere; the sum has no carry.
            (
                "{}_engine",
                "if (calm | hand_rested) state <= State_Walk;",
                "if (calm | hand_rested) state <= State_Finish;",
            ),
            (
                "{}_ledger",
                "assign refused = verdict & overflow & ~(|chosen);",
                "assign refused = verdict & ~(|chosen);",
            ),
            ("{}_adder", "if (weigh) addends0 <= weight;", "if (weigh) addends0 <= 16'd1;"),
            ("{}_adder", "if (weigh) addends0 <= weight;", "if (weigh) addends0 <= weight << 1;"),
            ("{}_counts", "wire [8:0] target = (rest | kept) ? at : node;", "wire [8:0] target = at;"),
            ("{}_counts", "wire [8:0] target = (rest | kept) ? at : node;", "wire [8:0] target = node;"),
            ("{}_adder", "if (chain) carried <= total[17];", ""),
            // T: nothing is beyond it, or all is; its parts are compared apart; it moves under the hand.
            ("{}_adder", "above <= difference[17] & ~exempt;", "above <= 1'b0;"),
            ("{}_adder", "above <= difference[17] & ~exempt;", "above <= 1'b1;"),
            ("{}_adder", "wire carry_in = (|part) & above;", "wire carry_in = 1'b0;"),
            ("{}_engine", "if (~limit_busy) state <= State_Visit;", "state <= State_Visit;"),
            // Unit nodes; a full pool; n that is never added to, or has no end; a new node's count; leaves.
            ("{}_engine", "unit <= (depth == unit_level) & ~visiting;", "unit <= 1'b0;"),
            ("{}_engine", "unit <= (depth == unit_level) & ~visiting;", "unit <= ~visiting;"),
            (
                "{}_engine",
                "if (~adder_over | full) begin\n                    // R5a",
                "if (~adder_over) begin\n                    // R5a",
            ),
            ("{}_engine", "wire ledger_start = add | count;", "wire ledger_start = add;"),
            ("{}_engine", "wire adder_lift = state == State_Look;", "wire adder_lift = 1'b0;"),
        ],
        ..SERIAL_COUNT
    },
    Proof {
        name: "count path of the serial engine, 2048, counts of 48 bits: the same",
        design: (Unit::Rap, "pairs"),
        macros: &[
            ("ENGINE", "{}_engine"),
            ("ADDR", "11"),
            ("KEY", "64"),
            ("LV", "6"),
            ("LAST", "32"),
            ("PARTS", "3"),
            ("WIDE", ""),
        ],
        fault: ("{}_counts", "following1 <= following0;", ""),
        more: &[
            ("{}_engine", "if (adder_over) ledger_word = 3'd5;", ""),
            ("{}_engine", "ledger_word = 3'd2;", "ledger_word = 3'd3;"),
            ("{}_ledger", "wire storing = delay2 | wipe;", "wire storing = wipe;"),
            ("{}_ledger", "wire again = verdict & overflow & (|chosen) & ~full;", "wire again = 1'b0;"),
            ("{}_ledger", "assign refused = verdict & overflow & ~(|chosen);", "assign refused = 1'b0;"),
            ("{}_engine", "State_Finish: finish = settled;", "State_Finish: finish = 1'b1;"),
            ("{}_engine", "if (hand_fits) put = 1'b1;", ""),
            ("{}_counts", "wire own_we = clear | put | rest;", "wire own_we = put | rest;"),
        ],
        quick: false,
        ..SERIAL_COUNT
    },
];

/// What the rows of the serial engine's nodes share: its states, and what is cut away.
const SERIAL_NODES: Proof = Proof {
    file: "serial_nodes.sv",
    states: &[
        ("INIT", "Init"),
        ("THREAD", "Thread"),
        ("ROOT", "Root"),
        ("IDLE", "Idle"),
        ("ISSUE", "Issue"),
        ("WALK", "Walk"),
        ("REFUSE", "Refuse"),
        ("FINISH", "Finish"),
        ("DONE", "Done"),
        ("ADD", "Add"),
        ("COMPARE", "Compare"),
        ("DECIDE", "Decide"),
        ("FETCH", "Fetch"),
        ("CLEAR", "Clear"),
        ("TURN", "Turn"),
        ("RAISE", "Raise"),
        ("AIM", "Aim"),
        ("VISIT", "Visit"),
        ("LOOK", "Look"),
        ("PAIR", "Pair"),
        ("FIT", "Fit"),
        ("ABSORB", "Absorb"),
        ("LINK", "Link"),
        ("PUSH", "Push"),
        ("HEADER", "Header"),
        ("PREFIX", "Prefix"),
        ("OWN", "Own"),
        ("SCAN", "Scan"),
        ("UP", "Up"),
        ("BACK", "Back"),
        ("TAIL", "Tail"),
    ],
    machine: "{}_engine",
    rams: &[("{}_fast_ram", "RAM_PLAIN")],
    cut: Some(
        "*/t:*{}_limit */t:*{}_adder */t:*{}_source */t:*{}_dump_pump */t:*{}_digits */t:*{}_counts */t:*{}_ledger",
    ),
    bound: 8,
    steps: 3,
    ..ROW
};

/// What the rows of the serial engine's counts share: of a dump nothing but its states is left.
const SERIAL_COUNT: Proof = Proof {
    file: "serial_count.sv",
    cut: Some("*/t:*{}_source */t:*{}_dump_pump */t:*{}_digits"),
    bound: 4,
    steps: 2,
    ..SERIAL_NODES
};
