//! Co-simulation: builds emitted Verilog with Verilator, streams events through it and compares everything that comes
//! out with the golden model. docs/contributing/cosim.md says how, by which rules, and how to reproduce a mismatch.
//!
//! * [`build`]: Verilog to shared library, through a cache that any number of processes share.
//! * [`library`]: the library's interface: bulk calls, the loop over clock cycles stays in C++.
//! * [`source`]: what is streamed; [`traffic`]: idle cycles, back-pressure and commands around it.
//! * [`run`]: one run of one unit; [`rap`], [`coalescer`]: the comparison of each unit with its model.
//! * [`core`]: real cores that run programs; [`session`], [`monitor`], [`value_sampler`],
//!   [`coproc_profiler`]: what profiles them; [`serviced`]: a core that services what profiles another one.
//! * [`iss`]: the instruction-set simulator beside them, and as the core of an emitted engine.
//! * [`pins`]: any top, pin by pin: how the parts between core and engine are compared with their models.
//! * [`phase`]: the phase tracker, record by record; [`tracked`]: whole runs of it.
//! * [`selftest`]: the self-test, which needs no stream from outside.
//! * [`report`]: what a run found.
pub mod adversary;
pub mod annotated;
mod bench;
pub mod build;
pub mod coalescer;
pub mod coproc_profiler;
pub mod core;
mod edges;
mod emitted;
mod events;
pub mod iss;
pub mod library;
mod locate;
pub mod monitor;
pub mod phase;
pub mod pins;
pub mod profiler;
pub mod rap;
pub mod report;
pub mod run;
pub mod selftest;
pub mod serviced;
pub mod session;
pub mod source;
mod stalls;
mod tally;
pub mod tracked;
pub mod traffic;
pub mod value_sampler;

use crate::catalog::{self, Chosen};
use crate::{spec, trace};
use libloading::Library as Dynamic;
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a co-simulation could not be run. A mismatch is not an error: it is in the report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program is missing or too old.
    #[error("{0}")]
    MissingTool(String),
    /// A program refused its input.
    #[error("{tool} failed:\n{said}")]
    Build {
        /// Which program.
        tool: String,
        /// The first lines it wrote.
        said: String,
    },
    /// `$TREETAP_EFFORT` names no effort.
    #[error("TREETAP_EFFORT is {0}: expected fast, test or quick")]
    Effort(String),
    /// A library could not be loaded.
    #[error("{}: {reason}", path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// The loader's words.
        reason: String,
    },
    /// A difference cannot be looked for in a second run.
    #[error("standard input and pipes can be read only once: expected a regular file")]
    Once,
    /// The profiler could not be set up or read out over its bus.
    #[error("host: {0}")]
    Host(String),
    /// The profiler takes no retirement any more.
    #[error("the profiler takes nothing any more after {0} retirements")]
    Stuck(u64),
    /// A waveform file could not be written.
    #[error("cannot write waveforms to {}", .0.display())]
    Waveform(PathBuf),
    /// The trace is unreadable or malformed.
    #[error(transparent)]
    Trace(#[from] trace::Error),
    /// The synthetic trace does not exist.
    #[error(transparent)]
    Shape(#[from] trace::shapes::Error),
    /// The configuration is illegal.
    #[error(transparent)]
    Config(#[from] spec::rap::Error),
    /// The coalescer's configuration is illegal.
    #[error(transparent)]
    Coalescer(#[from] spec::coalescer::Error),
    /// The design could not be emitted.
    #[error(transparent)]
    Catalog(#[from] catalog::Error),
    /// The preset has no coalescer of its own to simulate.
    #[error("preset {0} has no coalescer")]
    NoCoalescer(&'static str),
    /// EPS mode was asked of a preset that has no hardware for it.
    #[error("preset {0} is built without EPS mode")]
    NoEps(&'static str),
    /// The core cannot be built to run the program.
    #[error("the program may use {what}, which {core} does not have: build it with -march={without}")]
    Unable {
        /// Name of the core.
        core: &'static str,
        /// What the program needs.
        what: &'static str,
        /// What it can be built for instead.
        without: &'static str,
    },
    /// A file or directory of the cache.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
}

impl Error {
    fn io(path: &Path, source: io::Error) -> Self {
        Error::Io { path: path.to_path_buf(), source }
    }

    fn missing(tool: &str, command: &Command, source: &io::Error) -> Self {
        let program = command.get_program().to_string_lossy();
        Error::MissingTool(format!(
            "{tool}: cannot run `{program}` ({source}): co-simulation needs Verilator and g++; `make setup` installs \
             them"
        ))
    }
}

/// Something that lives in a library of ours.
#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

type Handle = *mut Opaque;

/// Loads a library that was built from our own testbench and checks the version of its interface, which the function
/// `version` tells.
fn loaded(path: &Path, version: &[u8], expected: u32) -> Result<Dynamic, Error> {
    let failed = |reason: String| Error::Load { path: path.to_path_buf(), reason };
    // SAFETY: the cache holds only libraries built from our own testbench; their initialisers set up static data.
    let dynamic = unsafe { Dynamic::new(path) }.map_err(|e| failed(e.to_string()))?;
    // SAFETY: every such function has this type; it takes and touches nothing.
    let found = unsafe {
        let version: libloading::Symbol<unsafe extern "C" fn() -> u32> =
            dynamic.get(version).map_err(|e| failed(e.to_string()))?;
        version()
    };
    if found != expected {
        return Err(failed(format!("interface version {found}, expected {expected}")));
    }
    Ok(dynamic)
}

/// Verilog with the name of its top module.
#[derive(Clone, Debug)]
pub struct Design {
    /// Name of the top module.
    pub top: String,
    /// The text.
    pub verilog: String,
}

impl Design {
    /// SHA-256 of the text, in hexadecimal.
    pub fn sha256(&self) -> String {
        hex::encode(Sha256::digest(&self.verilog))
    }

    /// What the catalog emits for a configuration, or the given text under the same name.
    fn of(hardware: &Chosen, rtl: Option<&str>) -> Result<Self, Error> {
        Ok(match rtl {
            Some(text) => Design { top: hardware.top(), verilog: text.to_string() },
            None => {
                let emitted = emitted::emitted(hardware, None)?;
                Design { top: emitted.top, verilog: emitted.verilog }
            }
        })
    }
}
