//! Verilog to the gates that synthesis makes of it, as Verilog again, with the models of the cells: what a simulator
//! needs to run the netlist instead of the source.
//!
//! The models come from the Yosys that is installed, except for the block RAM of ECP5, which Yosys knows only as a
//! black box: that one is ours (`testbench/netlist/dp16kd.v`).
use super::cells::Library;
use super::program::{Program, Toolchain};
use super::synthesis::{self, DESIGN};
use super::{Error, Family};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// What Yosys writes in its working folder.
const GATES: &str = "gates.v";
const LOG: &str = "yosys.log";

impl Family {
    /// The cell models, below Yosys's share directory.
    const fn cells(self) -> &'static str {
        match self {
            Family::Ice40 => "ice40/cells_sim.v",
            Family::Ecp5 => "ecp5/cells_sim.v",
        }
    }

    /// Directives in front of the models, and models of ours.
    const fn own(self) -> (&'static str, &'static str) {
        match self {
            // Default values of input ports are not Verilog.
            Family::Ice40 => ("`define NO_ICE40_DEFAULT_ASSIGNMENTS\n", ""),
            Family::Ecp5 => ("", include_str!("../../testbench/netlist/dp16kd.v")),
        }
    }
}

/// As [`gates_in`], in a folder of its own in the cache; the log of a Yosys that refuses the design goes with it.
///
/// # Errors
/// As [`gates_in`].
pub fn gates(family: Family, top: &str, verilog: &str, cache: &Path) -> Result<String, Error> {
    fs::create_dir_all(cache).map_err(Error::io(cache))?;
    let work = tempfile::tempdir_in(cache).map_err(Error::io(cache))?;
    gates_in(family, top, verilog, cache, work.path())
}

/// The gates of a design whose top module is `top`, after the models of their cells. Made once: `cache` keeps them
/// under the hash of everything that decides them. Yosys works in `work`, on the same file system, where its log stays.
///
/// # Errors
/// [`Error::MissingTool`] without Yosys or its models, [`Error::Tool`] when Yosys refuses the design, [`Error::Io`]
/// when the cache or the folder cannot be written.
pub fn gates_in(family: Family, top: &str, verilog: &str, cache: &Path, work: &Path) -> Result<String, Error> {
    let mapped = mapped(&Toolchain::yosys(family)?, family, top, verilog, (cache, work))?;
    with_models(family, &mapped)
}

/// Gates after the models of their cells.
///
/// # Errors
/// [`Error::MissingTool`] without Yosys or its models.
pub fn with_models(family: Family, mapped: &str) -> Result<String, Error> {
    let yosys = Toolchain::yosys(family)?;
    let models = yosys.share(family.cells()).ok_or_else(|| {
        Error::MissingTool(format!("{} came without its models of cells ({})", yosys.name(), family.cells()))
    })?;
    let (directives, own) = family.own();
    let mut library = Library::read(&models)?;
    library.add(own);
    Ok(format!("{directives}{}{mapped}", library.used_by(mapped)))
}

/// The gates alone.
fn mapped(
    yosys: &Program,
    family: Family,
    top: &str,
    verilog: &str,
    (cache, work): (&Path, &Path),
) -> Result<String, Error> {
    // Vectors become single wires: bits of a vector that depend on each other look like loops to simulators.
    let script = format!(
        "{}; splitnets; opt_clean -purge; write_verilog -noattr {GATES}",
        synthesis::script(family, top, "", synthesis::NETLIST)
    );
    let mut hash = Sha256::new();
    for text in [&yosys.version().1, &script, verilog] {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    let key = hex::encode(&hash.finalize()[..16]);
    let kept = cache.join(format!("{top}-{}-{key}.v", family.name()));
    if let Ok(text) = fs::read_to_string(&kept) {
        return Ok(text);
    }
    fs::create_dir_all(cache).map_err(Error::io(cache))?;
    let source = work.join(DESIGN);
    fs::write(&source, verilog).map_err(Error::io(&source))?;
    yosys.run(work, LOG, &["-q".into(), "-p".into(), script.into()])?;
    let made = work.join(GATES);
    let text = fs::read_to_string(&made).map_err(Error::io(&made))?;
    // Whoever comes second puts the same text in the same place.
    fs::rename(&made, &kept).map_err(Error::io(&kept))?;
    Ok(text)
}
