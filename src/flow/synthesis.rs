//! Verilog to a netlist of the family's cells: Yosys.
use super::netlist::Netlist;
use super::program::Toolchain;
use super::{Error, Family};
use std::fs;
use std::path::Path;

/// The design's file in the working folder.
const DESIGN: &str = "design.v";
/// The netlist's file in the working folder.
pub const NETLIST: &str = "netlist.json";
const LOG: &str = "yosys.log";

/// Yosys' script for a family. docs/flow.md has the measurements behind the options.
fn script(family: Family, top: &str) -> String {
    // The macro makes leaves of the emitted Verilog use the family's own cells.
    let (define, synth) = match family {
        Family::Ice40 => ("-DTREETAP_ICE40", "synth_ice40"),
        Family::Ecp5 => ("-DTREETAP_ECP5", "synth_ecp5"),
    };
    format!("read_verilog {define} {DESIGN}; {synth} -top {top} -json {NETLIST}")
}

/// Synthesises the Verilog; the netlist stays in `dir` for the placer.
pub fn run(tools: &Toolchain, family: Family, verilog: &str, top: &str, dir: &Path) -> Result<Netlist, Error> {
    let design = dir.join(DESIGN);
    fs::write(&design, verilog).map_err(Error::io(&design))?;
    tools.yosys.run(dir, LOG, &["-q".into(), "-p".into(), script(family, top).into()])?;
    let file = dir.join(NETLIST);
    let text = fs::read_to_string(&file).map_err(Error::io(&file))?;
    Netlist::parse(&text, top).map_err(|what| Error::Output {
        tool: tools.yosys.name().into(),
        what,
        log: dir.join(LOG),
    })
}
