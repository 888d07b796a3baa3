//! Area and timing of designs on devices: for people, for scripts, and as a page.
//!
//! * [`unit`]: a unit alone; [`soc`]: a core and its profiler as one system; [`board`]: the bitstream of a self-test.
//! * [`limits`]: what a device can do at most.
//! * [`page`]: the figures of a unit as one HTML page.
pub mod board;
pub mod limits;
pub mod page;
pub mod soc;
pub mod unit;

use super::grouped;
use crate::flow::{Clocks, Synthesis, Target};
use serde_json::{Map, Value, json};

/// A figure with the digits that mean something.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The clock of each seed.
fn rounded(clocks: &Clocks) -> Vec<f64> {
    clocks.0.iter().copied().map(hundredths).collect()
}

/// What every contract has of a design on a device.
fn contract(synthesis: &Synthesis, target: &Target) -> Map<String, Value> {
    let (typical, clocks, core) = (synthesis.typical(), synthesis.clocks(), synthesis.core);
    let figures = json!({
        "device": target.device.name,
        "package": target.package,
        "speed": target.speed,
        "lut4": core.lut4,
        "carry": core.carry,
        "ff": core.ff,
        "bram": core.bram,
        "harness": synthesis.harness,
        "placed": typical.map(|placed| json!({ "logic": placed.logic, "bram": placed.bram })),
        "fmax_mhz": hundredths(clocks.median()),
        "fmax_min_mhz": hundredths(clocks.slowest()),
        "fmax_max_mhz": hundredths(clocks.fastest()),
        "fmax_all": rounded(&clocks),
        "seeds": target.seeds,
        "aim_mhz": target.aim,
        "tool_versions": synthesis.tools,
        "wall_s": hundredths(synthesis.wall_s),
    });
    let Value::Object(figures) = figures else { unreachable!("it was written as an object") };
    figures
}

/// The figures of both.
fn with(mut figures: Map<String, Value>, more: Value) -> Value {
    let Value::Object(more) = more else { unreachable!("it was written as an object") };
    figures.extend(more);
    Value::Object(figures)
}

/// The clocks in words.
fn clock(synthesis: &Synthesis, seeds: u32) -> String {
    if seeds == 0 {
        return "not placed".into();
    }
    let of = if seeds == 1 { "1 seed".to_string() } else { format!("{seeds} seeds") };
    let clocks = synthesis.clocks();
    format!("{:.2} MHz median, {:.2} MHz slowest of {of}", clocks.median(), clocks.slowest())
}

/// So many of so many.
fn part((used, available): (u32, u32)) -> String {
    format!("{} of {}", grouped(used.into()), grouped(available.into()))
}
