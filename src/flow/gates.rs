//! Verilog to the netlist that synthesis makes of it, in Verilog again, with the models of the cells: what a simulator needs to
//! run the gates instead of the source.
//!
//! The models of the cells come from the Yosys that is installed, except for the block RAM of ECP5, which Yosys knows only
//! as a black box: that one is ours (`testbench/netlist/dp16kd.v`).
use super::cells::Library;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a netlist is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Lattice iCE40: `SB_LUT4`, `SB_CARRY`, `SB_DFF*`, `SB_RAM40_4K`.
    Ice40,
    /// Lattice ECP5: `LUT4`, `CCU2C`, `TRELLIS_FF`, `DP16KD` and more.
    Ecp5,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 2] = [Family::Ice40, Family::Ecp5];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Ice40 => "ice40",
            Family::Ecp5 => "ecp5",
        }
    }

    /// The Yosys commands that map a design.
    const fn synthesis(self) -> &'static str {
        match self {
            Family::Ice40 => "synth_ice40",
            Family::Ecp5 => "synth_ecp5",
        }
    }

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

/// Why there is no netlist.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Yosys or its library is not there.
    #[error("{0}")]
    MissingTool(String),
    /// Yosys refused the design.
    #[error("yosys failed:\n{0}")]
    Yosys(String),
    /// A file of the cache.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
}

/// The Yosys that is used.
#[derive(Clone, Debug)]
pub struct Yosys {
    program: PathBuf,
    share: PathBuf,
    version: String,
}

/// Lines of a failed tool that are shown.
const LAST_LINES: usize = 12;

impl Yosys {
    /// Finds `yosys` (or `$YOSYS`) and the directory of its cell models.
    ///
    /// # Errors
    /// [`Error::MissingTool`] without one of them.
    pub fn find() -> Result<Self, Error> {
        let program: PathBuf = std::env::var_os("YOSYS").unwrap_or_else(|| "yosys".into()).into();
        let missing = |what: &str, why: String| {
            Error::MissingTool(format!("{what}: {why}: netlists need Yosys; `make setup` installs it"))
        };
        let output = Command::new(&program).arg("-V").output();
        let output = output.map_err(|e| missing(&program.display().to_string(), e.to_string()))?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_string();
        let config = program.with_file_name(format!("{}-config", program.file_name().unwrap_or_default().display()));
        let output = Command::new(&config).arg("--datdir").output();
        let said = output.ok().filter(|o| o.status.success()).map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string());
        let share = said.map_or_else(|| PathBuf::from("/usr/share/yosys"), PathBuf::from);
        if !share.join(Family::Ice40.cells()).is_file() {
            return Err(missing("cell models", format!("not in {}", share.display())));
        }
        Ok(Self { program, share, version })
    }

    /// The netlist of `verilog`, whose top module is `top`, followed by the models of its cells. Made once: `cache` keeps it under
    /// the hash of everything that decides it.
    ///
    /// # Errors
    /// [`Error::Yosys`] with Yosys's last lines, [`Error::Io`] when the cache cannot be written.
    pub fn netlist(&self, family: Family, top: &str, verilog: &str, cache: &Path) -> Result<String, Error> {
        let mapped = self.mapped(family, top, verilog, cache)?;
        let (directives, own) = family.own();
        let mut library = Library::read(&self.share.join(family.cells())).map_err(Error::MissingTool)?;
        library.add(own);
        Ok(format!("{directives}{}{mapped}", library.used_by(&mapped)))
    }

    /// The netlist alone.
    fn mapped(&self, family: Family, top: &str, verilog: &str, cache: &Path) -> Result<String, Error> {
        // Vectors become single wires: bits of a vector that depend on each other look like loops to simulators.
        let script =
            format!("read_verilog design.v; {} -top {top}; splitnets; opt_clean -purge; write_verilog -noattr netlist.v", family.synthesis());
        let mut hash = Sha256::new();
        for text in [&self.version, &script, verilog] {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        let key: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let kept = cache.join(format!("{top}-{}-{key}.v", family.name()));
        if let Ok(text) = fs::read_to_string(&kept) {
            return Ok(text);
        }
        let io = |path: &Path| {
            let path = path.to_path_buf();
            move |source| Error::Io { path, source }
        };
        fs::create_dir_all(cache).map_err(io(cache))?;
        let work = tempfile::tempdir_in(cache).map_err(io(cache))?;
        let source = work.path().join("design.v");
        fs::write(&source, verilog).map_err(io(&source))?;
        let output = Command::new(&self.program).args(["-q", "-p", &script]).current_dir(work.path()).output();
        let output = output.map_err(|e| Error::MissingTool(format!("{}: {e}", self.program.display())))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let lines: Vec<_> = said.lines().collect();
            return Err(Error::Yosys(lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")));
        }
        let made = work.path().join("netlist.v");
        let text = fs::read_to_string(&made).map_err(io(&made))?;
        // Whoever comes second puts the same text in the same place.
        let mut file = tempfile::NamedTempFile::new_in(cache).map_err(io(cache))?;
        file.write_all(text.as_bytes()).map_err(io(&kept))?;
        file.persist(&kept).map_err(|e| Error::Io { path: kept, source: e.error })?;
        Ok(text)
    }
}
