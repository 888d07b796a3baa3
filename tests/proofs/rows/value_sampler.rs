//! The value sampler.
use super::{Proof, ROW};
use treetap::catalog::Unit;

/// The rows.
pub const PROOFS: &[Proof] = &[Proof {
    name: "window of the value sampler: each request is answered once and does what the registers say, no more",
    design: (Unit::ValueSampler, "up5k"),
    file: "value_sampler_window.sv",
    macros: &[("WINDOW", "{}_window")],
    states: &[("IDLE", "Idle"), ("ACT", "Act"), ("ANSWER", "Answer")],
    machine: "{}_window",
    bare: 8,
    fault: ("{}_window", "wire whole = ~bus_we | (&bus_wstrb);", "wire whole = 1'b1;"),
    more: &[
        ("{}_window", "assign bus_ready = state == State_Answer;", "assign bus_ready = 1'b0;"),
        ("{}_window", "wire below = ~(|bus_addr[11:10]);", "wire below = ~bus_addr[11];"),
        ("{}_window", "if (bus_valid & ~(below & whole)) state <= State_Act;", ""),
        ("{}_window", "(state == State_Idle) & bus_valid & below", "(state != State_Act) & bus_valid & below"),
        ("{}_window", "data <= sampler_rdata;", ""),
        ("{}_window", "if (bus_we) data <= 32'd0;", ""),
        ("{}_window", "if (obeyed & ~bus_we) data <= bank_value;", "data <= bank_value;"),
        ("{}_window", "error <= ~obeyed & bank_cfg_bus_error;", "error <= ~obeyed;"),
        ("{}_window", "wire bank_write = acts & obeyed & bus_we;", "wire bank_write = obeyed & bus_we;"),
        ("{}_sampler_bank", "refused <= (refused | raise_refused) &", "refused <= raise_refused &"),
    ],
    ..ROW
}];
