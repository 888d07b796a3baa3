//! Edits of emitted Verilog that every engine can have.

/// The design with an engine whose compare of own count and weight with the threshold is off by one: `difference` gets
/// one more.
pub fn compare_off_by_one(verilog: &str) -> String {
    let assignment = " difference = ";
    // The engine's is the last one: parts before it may compare, too.
    let value = verilog.rfind(assignment).expect("the engine's compare") + assignment.len();
    let end = value + verilog[value..].find(';').unwrap();
    format!("{}({}) + 1'b1{}", &verilog[..value], &verilog[value..end], &verilog[end..])
}
