//! The co-processor beside a core.
use super::{Proof, ROW};
use treetap::catalog::Unit;

/// The rows.
pub const PROOFS: &[Proof] = &[Proof {
    name: "window of the co-processor beside a core: each request is answered once and does what the registers say",
    design: (Unit::CoprocProfiler, "up5k"),
    file: "coproc_profiler_window.sv",
    macros: &[("WINDOW", "{}_window")],
    states: &[("IDLE", "Idle"), ("COUNT", "Count"), ("ACT", "Act"), ("ANSWER", "Answer")],
    machine: "{}_window",
    bare: 8,
    fault: ("{}_window", "wire whole = ~bus_we | (&bus_wstrb);", "wire whole = 1'b1;"),
    more: &[
        ("{}_window", "assign bus_ready = state == State_Answer;", "assign bus_ready = 1'b0;"),
        ("{}_window", "wire below = ~(&bus_addr[13:12])", "wire below = ~bus_addr[13]"),
        ("{}_window", "wire open = asks & below & ~busy;", "wire open = asks & below;"),
        ("{}_window", "& ~(place > occ_at) & ~bus_we;", "& ~bus_we;"),
        ("{}_window", "(place + gap)", "place"),
        ("{}_window", "if (place == occ_at) data <= {23'd0, occ};", ""),
        ("{}_window", "if (cnt_valid | (place == occ_at))", "if (1'b1)"),
        ("{}_window", "& bus_we & (word == cmd_at)", "& (word == cmd_at)"),
        ("{}_window", "if (asks & ~below) state <= State_Act;", ""),
        ("{}_window", "data <= machine_rdata;", ""),
        ("{}_window", "if (bus_we) data <= 32'd0;", ""),
        ("{}_window", "if (obeyed & ~bus_we) data <= bank_value;", "data <= bank_value;"),
        ("{}_window", "error <= ~obeyed & bank_cfg_bus_error;", "error <= ~obeyed;"),
        ("{}_window", "wire bank_write = acts & obeyed & bus_we;", "wire bank_write = obeyed & bus_we;"),
    ],
    ..ROW
}];
