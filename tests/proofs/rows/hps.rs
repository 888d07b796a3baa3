//! The engine for hybrid profiling support, and the monitor.
use super::{Proof, ROW};
use treetap::catalog::Unit;

/// Shows the words of a memory.
const WORDS: &str = "
    wire [WIDTH*(1<<ADDR)-1:0] words;
    genvar at;
    generate
        for (at = 0; at < 1 << ADDR; at = at + 1) begin : shown
            assign words[at*WIDTH +: WIDTH] = mem[at];
        end
    endgenerate
";

/// Replacements in mode decode.
const REPLACEMENTS: Proof = Proof {
    file: "hps_words.sv",
    states: &[("RUN", "Run"), ("SEQUENCE", "Sequence"), ("APPEND", "Append"), ("HANDLER", "Handler")],
    machine: "{}_words",
    rams: &[("{}_fast_ram_re", "RAM_RE")],
    bare: 8,
    fault: ("{}_words", "wire replaced = stepped & now_en & win_there;", "wire replaced = 1'b0;"),
    more: &[
        ("{}_words", "wire open = (handler | (stage == Stage_Run)) & room & ~flush;", "wire open = 1'b0;"),
        ("{}_words", "wire load = (stage == Stage_Sequence) & room & ~flush;", "wire load = 1'b0;"),
        ("{}_words", "wire room = ~valid | out_ready;", "wire room = 1'b1;"),
        ("{}_words", "index <= index + 11'd1;", ""),
        ("{}_words", "wire append = limit & ~table_rd[32] & ~original & ~own;", "wire append = 1'b0;"),
        ("{}_words", "original <= original | own;", ""),
        ("{}_words", "last <= follow == Stage_Run;", "last <= ended;"),
        ("{}_words", "if (resumes) stage <= then;", "if (resumes) stage <= Stage_Run;"),
        ("{}_words", "resumes ? index :", "resumes ? (index + 11'd1) :"),
        ("{}_words", "wire table_we = wr_word & wr_index[0];", "wire table_we = 1'b0;"),
        ("{}_instantiate", "wire [31:0] high = operand + 32'h800;", "wire [31:0] high = operand;"),
    ],
    ..ROW
};

/// The window of the monitor.
const WINDOW: Proof = Proof {
    file: "monitor_window.sv",
    states: &[("IDLE", "Idle"), ("LOOK", "Look"), ("ACT", "Act"), ("ANSWER", "Answer")],
    machine: "{}_window",
    bare: 12,
    fault: ("{}_window", "wire whole = ~bus_we | (&bus_wstrb);", "wire whole = 1'b1;"),
    more: &[
        ("{}_window", "assign bus_ready = state == State_Answer;", "assign bus_ready = 1'b0;"),
        ("{}_window", "if (bus_valid & ~(engine & whole)) state <= State_Look;", ""),
        ("{}_window", "allowed = bank_reads & (there | ~bank_at_event);", "allowed = bank_reads;"),
        (
            "{}_window",
            "allowed = bank_reads & (there | ~bank_at_event);",
            "allowed = bank_reads & (evq_there | ~bank_at_event);",
        ),
        ("{}_window", "wire there = evq_there & was_there;", "wire there = 1'b0;"),
        ("{}_window", "& (evq_place == last);", "& bus_ready;"),
        ("{}_window", "& (evq_place == last);", "& (evq_place >= last - 3'd1);"),
        ("{}_window", "assign evq_place = bus_addr[4:2];", "assign evq_place = bus_addr[5:3];"),
        ("{}_window", "& (cfg_map_en | map_clearing));", "& cfg_map_en);"),
        ("{}_window", "(state == State_Idle) & bus_valid & engine", "(state != State_Act) & bus_valid & engine"),
        ("{}_window", "data <= hps_rdata;", ""),
        ("{}_window", "error <= ~obeyed & bank_cfg_bus_error;", "error <= ~obeyed;"),
        ("{}_window", "evq_level >= limit", "evq_level > limit"),
        ("{}_window_bank", "refused <= (refused | raise_refused) &", "refused <= raise_refused &"),
        ("{}_window_bank", "if (write & is_irq_at)", "if (write & is_waiting)"),
    ],
    ..ROW
};

/// The rows.
pub const PROOFS: &[Proof] = &[
    Proof {
        name: "events of the HPS: each replaced instruction leaves once, in order, unchanged, or is counted as dropped",
        design: (Unit::Hps, "ecp5"),
        file: "hps_queue.sv",
        macros: &[("EVENTS", "{}_events"), ("WORDS", "11")],
        rams: &[("{}_fast_ram_re", "RAM_RE"), ("{}_fast_ram", "RAM_PLAIN")],
        fault: ("{}_events", "assign step_dropped = waits & ~entered;", "assign step_dropped = 1'b0;"),
        more: &[
            ("{}_events", "wire edited = now_valid & ~now_trap & now_en & win_there;", "wire edited = 1'b0;"),
            ("{}_events", "wire enters = edited & ", "wire enters = 1'b0 & "),
            ("{}_events", "waiting != capacity", "waiting != capacity + 5'd1"),
            ("{}_events", "wire fetch = (|stored) & (~offered | ev_ready);", "wire fetch = 1'b0;"),
            ("{}_events", "offered <= fetch | (offered & ~ev_ready);", "offered <= fetch;"),
            ("{}_events", "address <= in_address;", ""),
        ],
        ..ROW
    },
    Proof {
        name: "queue of the monitor: each event taken leaves once, in order, unchanged, on the stream or to the bus",
        design: (Unit::Monitor, "up5k"),
        file: "monitor_queue.sv",
        macros: &[("QUEUE", "{}_queue"), ("SPLIT", "{}_words"), ("EVENTS", "5")],
        rams: &[("{}_fast_ram", "RAM_PLAIN")],
        fault: ("{}_queue", "wire write = word_valid & ~full;", "wire write = word_valid;"),
        more: &[
            ("{}_queue", "wire write = word_valid & ~full;", "wire write = 1'b0;"),
            ("{}_words", "assign ev_ready = word_ready & ends;", "assign ev_ready = word_ready;"),
            ("{}_words", "level >= room", "level > room"),
            ("{}_queue", "offers <= streams & stay & (|rest);", "offers <= 1'b0;"),
            ("{}_queue", "wire stay = cfg_stream | (|next_place) | (offers & ~sent);", "wire stay = cfg_stream;"),
            ("{}_queue", "{5'd0, evq_place}", "{5'd0, rd_place}"),
            ("{}_queue", "next_event = rd_event + 5'd1;", "next_event = rd_event + 5'd2;"),
        ],
        ..ROW
    },
    Proof {
        name: "window of the monitor: each request is answered once, in time, and does what the registers say, no more",
        design: (Unit::Monitor, "up5k"),
        macros: &[("WINDOW", "{}_window"), ("LEVEL", "6"), ("BUILD", "32'h02002000")],
        ..WINDOW
    },
    Proof {
        name: "window of the monitor, 64 events: the same",
        design: (Unit::Monitor, "ecp5"),
        macros: &[("WINDOW", "{}_window"), ("LEVEL", "7"), ("BUILD", "32'h04008000")],
        more: &[],
        quick: false,
        ..WINDOW
    },
    Proof {
        name: "counters of the HPS, 2 x 24 bits: flags, counters, generator and sampling are those of H6 in every \
            cycle",
        design: (Unit::Hps, "ecp5"),
        file: "hps_counters.sv",
        macros: &[("COUNTERS", "{}_counters")],
        probe: Some(("{}_fast_ram", WORDS)),
        bound: 2,
        bare: 6,
        fault: ("{}_counters", "wire [1:0] code0 = step_edit ? op_code[1:0] : 2'd0;", "wire [1:0] code0 = 2'd0;"),
        more: &[
            ("{}_counters", "state <= random;", ""),
            ("{}_counters", "(ext_on | ext_off) & ~written0", "(ext_on | ext_off)"),
            ("{}_counters", "wire counters0_one = ext_off |", "wire counters0_one = ~ext_on |"),
            ("{}_counters", "if (drawn == 4'd1) vacant1 = nothing1;", ""),
            ("{}_counters", "<< 1) | {3'd0, current1};", "<< 1);"),
            ("{}_counter", "if (op == 2'd1) begin", "if (1'b0) begin"),
            ("{}_counter", "overflowed <= overflowed | is_zero;", "overflowed <= is_zero;"),
            ("{}_counter", "overflowed <= overflowed | (&now);", "overflowed <= overflowed | now[23];"),
            ("{}_counter", "if (forced | wr_counter) begin", "if (forced) begin"),
            ("{}_counter", "pending <= ~draws;", "pending <= 1'b0;"),
        ],
        ..ROW
    },
    Proof {
        name: "replacements of the HPS, 2048 words: each word is offered once, in order, as H5 and H7 say, when it is \
            due",
        design: (Unit::Hps, "ecp5_decode"),
        macros: &[("SEQUENCER", "{}_words"), ("WORDS", "11")],
        ..REPLACEMENTS
    },
    Proof {
        name: "replacements of the HPS, 256 words: the same",
        design: (Unit::Hps, "up5k_decode"),
        macros: &[("SEQUENCER", "{}_words"), ("WORDS", "8")],
        more: &[],
        quick: false,
        ..REPLACEMENTS
    },
];
