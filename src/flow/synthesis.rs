//! Verilog to a netlist of the family's cells: Yosys.
use super::netlist::{self, Netlist, Part};
use super::program::Program;
use super::{Error, Family, harness};
use std::fs;
use std::path::Path;

/// The design's file in the working folder.
pub(super) const DESIGN: &str = "design.v";
/// The netlist's file in the working folder.
pub const NETLIST: &str = "netlist.json";
/// The file of the netlist that keeps its hierarchy.
const HIERARCHY: &str = "hierarchy.json";

/// Yosys' script for a family. docs/reference/flow.md has the measurements behind the options.
pub fn script(family: Family, top: &str, options: &str, out: &str) -> String {
    // The macro makes leaves of the emitted Verilog use the family's own cells.
    let (define, synth) = match family {
        Family::Ice40 => ("-DTREETAP_ICE40", "synth_ice40"),
        Family::Ecp5 => ("-DTREETAP_ECP5", "synth_ecp5"),
    };
    format!("read_verilog {define} {DESIGN}; {synth} -top {top} {options} -json {out}")
}

/// Synthesises the Verilog; the netlist stays in `dir` for the placer.
pub fn run(
    yosys: &Program,
    family: Family,
    options: &str,
    verilog: &str,
    top: &str,
    dir: &Path,
) -> Result<Netlist, Error> {
    let text = work(yosys, verilog, &script(family, top, options, NETLIST), (NETLIST, "yosys.log"), dir)?;
    Netlist::parse(&text, top).map_err(|what| unreadable(yosys, what, dir, "yosys.log"))
}

/// Synthesises the Verilog of a design in its harness and keeps the hierarchy.
pub fn by_instance(yosys: &Program, family: Family, verilog: &str, dir: &Path) -> Result<Vec<Part>, Error> {
    const LOG: &str = "yosys-hierarchy.log";
    let script = script(family, harness::TOP, "-noflatten", HIERARCHY);
    let text = work(yosys, verilog, &script, (HIERARCHY, LOG), dir)?;
    netlist::parts(&text, harness::TOP, harness::INSTANCE).map_err(|what| unreadable(yosys, what, dir, LOG))
}

fn work(yosys: &Program, verilog: &str, script: &str, (out, log): (&str, &str), dir: &Path) -> Result<String, Error> {
    let design = dir.join(DESIGN);
    fs::write(&design, verilog).map_err(Error::io(&design))?;
    yosys.run(dir, log, &["-q".into(), "-p".into(), script.into()])?;
    let file = dir.join(out);
    fs::read_to_string(&file).map_err(Error::io(&file))
}

fn unreadable(yosys: &Program, what: String, dir: &Path, log: &str) -> Error {
    Error::Output { tool: yosys.name().into(), what, log: dir.join(log) }
}
