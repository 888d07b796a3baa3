//! Netlist to a placed and routed design: nextpnr.
use super::netlist::Netlist;
use super::program::Toolchain;
use super::synthesis::NETLIST;
use super::timing::{self, Timing};
use super::{Error, Family, Target};
use serde::Serialize;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// The constraint file in the working folder.
const CONSTRAINTS: &str = "pins.txt";

/// A placed and routed design.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placed {
    /// Clock and critical path.
    pub timing: Timing,
    /// Logic cells in use, with the harness, and how many there are.
    pub logic: (u32, u32),
    /// Block RAMs in use, and how many there are.
    pub bram: (u32, u32),
}

/// Short paths count ten times as much beside short wires as nextpnr would have them, and the shorter the slack the
/// more: most of a path is wires. docs/measured/rap.md has clocks with it and without.
pub const EFFORT: [&str; 4] = ["--placer-heap-timingweight", "100", "--placer-heap-critexp", "4"];

/// Options of nextpnr for a target and seed.
pub fn options(target: &Target, pinned: bool, seed: u32, report: &str) -> Vec<OsString> {
    let device = target.device;
    let mut options: Vec<OsString> = [device.option, "--package", target.package].map(OsString::from).into();
    if let Some(speed) = target.speed {
        options.extend(["--speed".into(), speed.to_string().into()]);
    }
    for (name, value) in [
        ("--freq", target.aim.to_string()),
        ("--seed", seed.to_string()),
        ("--json", NETLIST.into()),
        ("--report", report.into()),
    ] {
        options.extend([name.into(), value.into()]);
    }
    if pinned {
        let (constraints, out) = match device.family {
            Family::Ice40 => ("--pcf", "--asc"),
            Family::Ecp5 => ("--lpf", "--textcfg"),
        };
        options.extend([constraints.into(), CONSTRAINTS.into(), out.into(), configuration(seed).into()]);
    }
    options.extend(target.effort.iter().map(OsString::from));
    // Missing the aim is a result, not a failure.
    options.push("--timing-allow-fail".into());
    options
}

/// Writes the constraint file.
pub fn constrain(constraints: &str, dir: &Path) -> Result<(), Error> {
    let file = dir.join(CONSTRAINTS);
    fs::write(&file, constraints).map_err(Error::io(&file))
}

/// The file with the configuration that a seed gives, in text, for the packer.
pub fn configuration(seed: u32) -> String {
    format!("configuration{seed}.txt")
}

/// Places and routes the netlist that lies in `dir`.
pub fn run(
    tools: &Toolchain,
    target: &Target,
    netlist: &Netlist,
    pinned: bool,
    seed: u32,
    dir: &Path,
) -> Result<Placed, Error> {
    let (report, log) = (format!("report{seed}.json"), format!("nextpnr{seed}.log"));
    tools.nextpnr.run(dir, &log, &options(target, pinned, seed, &report))?;
    let file = dir.join(&report);
    let text = fs::read_to_string(&file).map_err(Error::io(&file))?;
    let (logic, bram) = match target.device.family {
        Family::Ice40 => ("ICESTORM_LC", "ICESTORM_RAM"),
        Family::Ecp5 => ("TRELLIS_COMB", "DP16KD"),
    };
    timing::parse(&text)
        .and_then(|report| {
            Ok(Placed { logic: report.used(logic)?, bram: report.used(bram)?, timing: report.timing(netlist)? })
        })
        .map_err(|what| Error::Output { tool: tools.nextpnr.name().into(), what, log: dir.join(&log) })
}
