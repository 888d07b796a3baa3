//! Verilog that ends the simulation, or that does not settle: a fault with an exit code of its own, never an abort and
//! never a pass.
use crate::support::command::{MISMATCH, json, stderr, treetap};
use crate::support::tools::installed;
use serde_json::Value;
use std::fs;
use std::path::Path;
use treetap::catalog::{Unit, emit};

/// What is added to a top with the clock `clk` and an input, and a piece of what is said of it.
fn ends(input: &str) -> [(String, &'static str); 3] {
    let after = |what: &str| {
        format!("reg [15:0] age = 0; always @(posedge clk) begin age <= age + 1; if (age == 3000) {what}; end")
    };
    let looped = format!("wire looped /* verilator public_flat_rd */; assign looped = ~(looped & {input});");
    [(after("$finish"), "$finish"), (after("$fatal(1, \"enough\")"), "$fatal"), (looped, "did not converge")]
}

/// Writes `verilog` with this in its top, which is its last module.
fn with(path: &Path, verilog: &str, text: &str) {
    let (before, after) = verilog.rsplit_once("endmodule").unwrap();
    fs::write(path, format!("{before}{text}\nendmodule{after}")).unwrap();
}

#[test]
fn sim_reports_a_design_that_ends_the_simulation() {
    if !installed(&["verilator"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrong.v");
    let file = path.to_str().unwrap();
    let good = emit(Unit::Rap, "k32n64").unwrap().verilog;
    for (text, said) in ends("ev_valid") {
        with(&path, &good, &text);
        let sim =
            ["sim", "rap", "shape:zipf?events=2000", "--preset", "k32n64", "--rtl", file, "--no-locate", "--json"];
        let output = treetap(&sim);
        assert_eq!(output.status.code(), Some(MISMATCH), "{said}: {}", stderr(&output));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let fault = &report["fault"];
        assert_eq!(fault["field"], "ended", "{report}");
        assert!(fault["note"].as_str().unwrap().contains(said), "{said}: {report}");
        assert_eq!(report["mismatches"], 1, "{report}");
    }
    // The design that they were made of passes, and may print without that our output suffers.
    with(&path, &good, "initial $display(\"hello\");");
    let sim = ["sim", "rap", "shape:zipf?events=2000", "--preset", "k32n64", "--rtl", file, "--json"];
    assert_eq!(json(&sim)["mismatches"], 0);
}

/// The testbenches of cores and profilers have no fault of a model to report: they say what happened, and end.
#[test]
fn run_says_that_a_design_ended_the_simulation() {
    if !installed(&["verilator"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrong.v");
    let file = path.to_str().unwrap();
    let good = emit(Unit::Profiler, "nano").unwrap().verilog;
    for (text, said) in ends("rvfi_valid") {
        with(&path, &good, &text);
        let run = ["run", "picorv32", "programs/demo/demo.elf", "--limit", "20000", "--rtl", file, "--json"];
        let output = treetap(&run);
        assert_eq!(output.status.code(), Some(MISMATCH), "{said}: {}", stderr(&output));
        let message = stderr(&output);
        assert!(message.contains("the design ended the simulation") && message.contains(said), "{said}: {message}");
        assert!(output.stdout.is_empty(), "{said}: data of a run that did not end well");
    }
}
