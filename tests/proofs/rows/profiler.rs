//! What lies around an engine of the profiler.
use super::{Proof, ROW};
use treetap::catalog::Unit;

/// States of the commander.
const COMMANDER: &[(&str, &str)] = &[
    ("IDLE", "Idle"),
    ("DRAIN", "Drain"),
    ("ENGINE", "Engine"),
    ("CLEAR", "Clear"),
    ("FLUSH", "Flush"),
    ("CLOSE", "Close"),
    ("DONE", "Done"),
];

/// The sample buffer.
const SAMPLES: Proof = Proof {
    file: "sample_buffer.sv",
    rams: &[("{}_fast_ram_re", "RAM_RE")],
    fault: ("{}", "assign step_drop_full = cand_valid & ~off & full;", "assign step_drop_full = 1'b0;"),
    more: &[
        ("{}", "wire accept = cand_valid & ~off & ~full;", "wire accept = 1'b0;"),
        ("{}", "wire fetch = stored & (~offered | leave);", "wire fetch = 1'b0;"),
        ("{}", "wire leave = offered & (smp_ready | flush);", "wire leave = offered & smp_ready;"),
        ("{}", "wire off = ~run & cfg_freeze & ~cfg_lossless;", "wire off = ~run & ~cfg_lossless;"),
    ],
    ..ROW
};

/// The sample buffer for a fast clock.
const DEEP: Proof = Proof {
    file: "sample_buffer_deep.sv",
    rams: &[("{}_outreg_ram", "RAM_OUTREG"), ("{}_lut_ram", "RAM_LUT")],
    fault: ("{}", "assign step_drop_full = cand_valid & ~off & full;", "assign step_drop_full = 1'b0;"),
    more: &[
        ("{}", "wire accept = cand_valid & ~off & ~full;", "wire accept = 1'b0;"),
        ("{}", "wire ask = stored & ~asked[2];", "wire ask = stored;"),
        ("{}", "wire ask = stored & ~asked[2];", "wire ask = 1'b0;"),
        ("{}", "if (here) put <= put + 2'd1;", "if (here) put <= put ^ 2'd1;"),
        ("{}", "get <= get + 2'd1;", ""),
        ("{}", "here <= coming;", "here <= ask;"),
        ("{}", "wire leave = offered & (smp_ready | flush);", "wire leave = offered & smp_ready;"),
        ("{}", "offer <= next_rd;", ""),
    ],
    ..ROW
};

/// The rows.
pub const PROOFS: &[Proof] = &[
    Proof {
        name: "sample buffer, 4 lanes: each record taken leaves once, in order, unchanged; each other one is counted",
        design: (Unit::SampleBuffer, "full"),
        macros: &[("BUFFER", "{}"), ("LANES", "4"), ("PLACES", "8"), ("BANKS2", ""), ("BANKS4", "")],
        more: &[("{}", "wire banks3_we = accept & ~(|other3);", "wire banks3_we = accept & ~(|other3) & ~code[1];")],
        ..SAMPLES
    },
    Proof {
        name: "sample buffer, 2 lanes: the same",
        design: (Unit::SampleBuffer, "pairs"),
        macros: &[("BUFFER", "{}"), ("LANES", "2"), ("PLACES", "8"), ("BANKS2", "")],
        more: &[],
        quick: false,
        ..SAMPLES
    },
    Proof {
        name: "sample buffer, 1 lane: the same",
        design: (Unit::SampleBuffer, "nano"),
        macros: &[("BUFFER", "{}"), ("LANES", "1"), ("PLACES", "8")],
        ..SAMPLES
    },
    Proof {
        name: "sample buffer for a fast clock, 1 lane: the same",
        design: (Unit::SampleBuffer, "nano_deep"),
        macros: &[("BUFFER", "{}"), ("LANES", "1"), ("PLACES", "8")],
        quick: false,
        ..DEEP
    },
    Proof {
        name: "sample buffer for a fast clock, 2 lanes: the same",
        design: (Unit::SampleBuffer, "pairs_deep"),
        macros: &[("BUFFER", "{}"), ("LANES", "2"), ("PLACES", "7")],
        more: &[],
        quick: false,
        ..DEEP
    },
    Proof {
        name: "commander: the engine is offered a command after the records ahead of it, once, until it takes it",
        design: (Unit::Profiler, "nano"),
        file: "commander.sv",
        macros: &[("COMMANDER", "{}_commander"), ("OCC", "9")],
        states: COMMANDER,
        machine: "{}_commander",
        fault: ("{}_commander", "wire drained = ~(|before_) | last | ~cfg_enable;", "wire drained = 1'b1;"),
        more: &[
            ("{}_commander", "wire drained = ~(|before_) | last | ~cfg_enable;", "wire drained = 1'b0;"),
            ("{}_commander", "if (popped) ahead <= before_ - 9'd1;", ""),
            ("{}_commander", "if (cnt_cleared & ~clears) state <= State_Done;", "state <= State_Done;"),
            (
                "{}_commander",
                "if (cnt_cleared & ~clears) state <= State_Done;",
                "if (cnt_cleared) state <= State_Done;",
            ),
            ("{}_commander", "clears <= 1'b1;", ""),
            ("{}_commander", "if (arrived) state <= State_Done;", "state <= State_Done;"),
            ("{}_commander", "assign sel_flush = closing;", "assign sel_flush = 1'b0;"),
            ("{}_commander", "if (closing) waited <= 4'd0;", ""),
            ("{}_commander", "State_Engine: begin\n                offers <= ~eng_ready;", "State_Engine: begin"),
            ("{}_commander", "open <= cmd_op == enable_op;", "open <= 1'b1;"),
            ("{}_commander", "open <= cmd_op == enable_op;", "open <= cmd_op == disable_op;"),
        ],
        ..ROW
    },
    Proof {
        name: "commander for a fast clock: the same",
        design: (Unit::Profiler, "fast"),
        file: "commander.sv",
        macros: &[("COMMANDER", "{}_commander"), ("OCC", "9"), ("DEEP", "")],
        states: COMMANDER,
        machine: "{}_commander",
        fault: ("{}_commander", "wire drained = ~(|before_) | last | ~cfg_enable;", "wire drained = 1'b1;"),
        more: &[
            ("{}_commander", "before_ = idle0 ? occ : ahead", "before_ = ahead"),
            ("{}_commander", "if (popped) ahead <= before_ - 9'd1;", ""),
            (
                "{}_commander",
                "State_Engine: begin
                offers <= ~eng_ready;",
                "State_Engine: begin",
            ),
        ],
        ..ROW
    },
    Proof {
        name: "gate: each retirement is judged as the last enable or disable before it said",
        design: (Unit::Profiler, "nano"),
        file: "gate.sv",
        macros: &[("COMMANDER", "{}_commander"), ("TAP", "{}_small_tap"), ("GATE", "{}_gate")],
        states: &[("IDLE", "Idle"), ("DONE", "Done")],
        machine: "{}_commander",
        bare: 10,
        fault: ("{}_gate", "if (taken) held_open <= taken_open;", "held_open <= taken_open;"),
        more: &[
            ("{}_gate", "taken_open <= gate_open;", "taken_open <= 1'b1;"),
            ("{}_gate", "wire open = held_open;", "wire open = gate_open;"),
            ("{}_gate", "if (taken) held_open <= taken_open;", "if (taken) held_open <= gate_open;"),
            ("{}_gate", "verdict_shut <= judged_shut;", "verdict_shut <= ~open;"),
            ("{}_gate", "assign gate_shut = verdict_shut;", "assign gate_shut = 1'b0;"),
            ("{}_commander", "open <= cmd_op == enable_op;", "open <= 1'b1;"),
            ("{}_commander", "open <= cmd_op == enable_op;", "open <= 1'b0;"),
        ],
        ..ROW
    },
    Proof {
        name: "records in turn at an engine: each goes on once, in order, unchanged, with the flag that it met",
        design: (Unit::Profiler, "nano_hps"),
        file: "turn.sv",
        macros: &[("TURN", "{}_turn")],
        bound: 8,
        steps: 2,
        bare: 10,
        fault: ("{}_turn", "waits <= comes | (waits & ~free);", "waits <= comes;"),
        more: &[
            ("{}_turn", "wire comes = tap_valid & (~waits | free);", "wire comes = 1'b0;"),
            ("{}_turn", "wire comes = tap_valid & (~waits | free);", "wire comes = tap_valid;"),
            ("{}_turn", "waits <= comes | (waits & ~free);", "waits <= comes | waits;"),
            ("{}_turn", "wire free = ~held | done;", "wire free = 1'b1;"),
            ("{}_turn", "wire free = ~held | done;", "wire free = ~held;"),
            ("{}_turn", "wire offers = held & ~done;", "wire offers = held;"),
            ("{}_turn", "done <= offers & in_ready;", "done <= in_ready;"),
            ("{}_turn", "done <= offers & in_ready;", "done <= offers;"),
            ("{}_turn", "if (in_counts) flag <= sampling;", "flag <= sampling;"),
            ("{}_turn", "wire [1:0] known = fresh ? map_code : next_code;", "wire [1:0] known = map_code;"),
            ("{}_turn", "misses <= tap_valid & ~comes;", "misses <= 1'b0;"),
            ("{}_turn", "assign ready = room & ~holds;", "assign ready = ~holds;"),
        ],
        ..ROW
    },
];
