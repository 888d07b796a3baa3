//! What was predicted beside what was placed.
use crate::report::table::{align_numbers, grid};
use serde::Serialize;
use serde_json::{Value, json};

/// A configuration that was synthesised and placed.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// The words after `treetap gen`.
    pub command: String,
    /// Is it the recommended one?
    pub recommended: bool,
    /// Predicted and placed LUT4.
    pub lut4: [u32; 2],
    /// Predicted and placed block RAMs.
    pub bram: [u32; 2],
    /// Predicted clock, and the median one of the seeds, in MHz.
    pub mhz: [f64; 2],
    /// Why it does not keep what was promised, if it does not.
    pub broken: Option<String>,
}

/// How far a prediction is from what it was made of, in percent.
fn off([predicted, placed]: [f64; 2]) -> f64 {
    100.0 * (predicted / placed.max(f64::MIN_POSITIVE) - 1.0)
}

/// For people.
pub fn placed_text(rows: &[Placed], missing: usize) -> String {
    let mut table = grid(&["", "LUT4", "predicted", "%", "BRAM", "predicted", "MHz", "predicted", "%"]);
    for row in rows {
        let luts = row.lut4.map(f64::from);
        table.add_row([
            format!("{}{}", if row.recommended { "* " } else { "  " }, row.command),
            row.lut4[1].to_string(),
            row.lut4[0].to_string(),
            format!("{:+.1}", off(luts)),
            row.bram[1].to_string(),
            row.bram[0].to_string(),
            format!("{:.1}", row.mhz[1]),
            format!("{:.1}", row.mhz[0]),
            format!("{:+.1}", off(row.mhz)),
        ]);
    }
    align_numbers(&mut table, 1);
    let mut text = format!("\nPlaced\n{table}\n");
    if missing > 0 {
        text += &format!("{missing} more are not done yet: give the same command again.\n");
    }
    text
}

/// The JSON contract.
pub fn placed_contract(rows: &[Placed], missing: usize) -> Value {
    json!({"placed": rows, "missing": missing})
}
