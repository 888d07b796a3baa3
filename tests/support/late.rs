//! A core that cannot be held at once.
use treetap::catalog::{Unit, emit};

/// The emitted top beside a core that retires up to so many instructions more whenever it was to be held.
pub fn late(unit: Unit, preset: &str, count: u32) -> String {
    let (modules, top) = modules_and_top(unit, preset);
    let counter = format!(
        "reg [4:0] late;\n    always @(posedge clk) late <= !ret_stall ? 5'd0 : late + {{4'd0, rvfi_valid & \
         rvfi_ready}};\n    \
         wire always_ready = ret_always | (late < 5'd{count});\n    wire rec_valid;"
    );
    let top =
        top.replacen("wire rec_valid;", &counter, 1).replace(".ret_always(ret_always)", ".ret_always(always_ready)");
    format!("{modules}{top}")
}

/// The emitted file of a preset: its modules, and then its top.
fn modules_and_top(unit: Unit, preset: &str) -> (String, String) {
    let emitted = emit(unit, preset).unwrap();
    let top = emitted.verilog.rfind(&format!("module {} (", emitted.top)).unwrap();
    let (modules, top) = emitted.verilog.split_at(top);
    (modules.to_string(), top.to_string())
}
