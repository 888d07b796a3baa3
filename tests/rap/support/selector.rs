//! Edits of an engine that an input selects.
use super::edits::{BITS, Edit, SELECTOR, chosen, ports};

/// `verilog`, whose top is the module `top`, with an input more, which the testbench drives
/// (`testbench/common/rap_ports.h`): while it is `k`, the `k`-th edit is active, and with 0 none is.
///
/// # Errors
/// Every edit that does not apply exactly once.
pub fn selectable(top: &str, verilog: &str, edits: &[Edit<'_>]) -> Result<String, Vec<String>> {
    let (places, refused): (Vec<_>, Vec<_>) =
        edits.iter().enumerate().map(|(i, edit)| edit.place(verilog, i + 1)).partition(Result::is_ok);
    if !refused.is_empty() {
        return Err(refused.into_iter().filter_map(Result::err).collect());
    }
    let mut out = chosen(top, verilog, places.into_iter().filter_map(Result::ok).collect());
    out.insert_str(ports(top, &out), &format!("    input  wire [{}:0] {SELECTOR},\n", BITS - 1));
    Ok(out)
}
