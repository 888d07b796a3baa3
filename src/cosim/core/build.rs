//! A core's Verilog to a shared library.
use super::super::Error;
use super::super::build::{Effort, Recipe, Toolchain, Verilog};
use super::elf::Program;
use crate::spec::core::{Core, RESET_PC};
use crate::wheels::cores::{self, Sources};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Cores are other people's: what they leave to chance is zero here, so that a program's run is the same everywhere and
/// on every core.
const VERILATOR_FLAGS: &[&str] = &[
    "--cc",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "fast",
    "--noassert",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "-Wno-UNOPTFLAT",
];

/// The files of `testbench/` that every core's library is made of; they travel inside the executable.
const HEADERS: &[(&str, &str)] = &[
    ("abi.h", include_str!("../../../testbench/common/abi.h")),
    ("bench.h", include_str!("../../../testbench/common/bench.h")),
    ("core.h", include_str!("../../../testbench/common/core.h")),
    ("core_abi.h", include_str!("../../../testbench/common/core_abi.h")),
    ("stream_monitor.h", include_str!("../../../testbench/common/stream_monitor.h")),
];

/// What a core is built with, where there is a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// The C extension in PicoRV32, at the price of a second kind of fetch; Ibex always has it, SERV never.
    pub compressed: bool,
}

impl Features {
    /// The least that runs a program.
    ///
    /// # Errors
    /// [`Error::Unable`] when the core cannot be built to run it.
    pub fn for_program(core: Core, program: &Program) -> Result<Self, Error> {
        let refuse = |what: &'static str, without| Err(Error::Unable { core: core.name(), what, without });
        if program.multiplies && !core.multiplies() {
            return refuse("multiplications (M)", "rv32i");
        }
        if program.compressed && !core.compresses() {
            return refuse("compressed instructions (C)", "rv32i");
        }
        Ok(Self { compressed: program.compressed && core == Core::Picorv32 })
    }
}

/// The shared library of a core, from the cache or freshly made.
///
/// # Errors
/// [`Error::MissingTool`] without the core's wheel, Verilator or a C++ compiler; otherwise as
/// [`super::super::build::Build::library`].
pub fn library(core: Core, features: Features, effort: Effort, tools: &Toolchain) -> Result<PathBuf, Error> {
    let sources = cores::sources(core).map_err(|missing| Error::MissingTool(missing.to_string()))?;
    let parameters = parameters(core, features);
    let defines = [sources.rvfi].into_iter().chain(sources.defines.iter().copied()).map(|define| format!("-D{define}"));
    Recipe {
        top: sources.top,
        verilog: Verilog::Elsewhere { arguments: arguments(&sources), digest: digest(&sources)? },
        flags: VERILATOR_FLAGS.iter().map(|flag| flag.to_string()).chain(defines).chain(parameters).collect(),
        bench: testbench(core),
        ports: None,
        headers: HEADERS,
        effort,
        waveforms: false,
    }
    .library(tools)
}

const fn testbench(core: Core) -> (&'static str, &'static str) {
    match core {
        Core::Picorv32 => ("core_picorv32.cpp", include_str!("../../../testbench/core_picorv32.cpp")),
        Core::Ibex => ("core_ibex.cpp", include_str!("../../../testbench/core_ibex.cpp")),
        Core::Serv => ("core_serv.cpp", include_str!("../../../testbench/core_serv.cpp")),
    }
}

/// The parameters of the top module; everything else is as the core's authors have it.
fn parameters(core: Core, features: Features) -> Vec<String> {
    let reset = |name: &str| format!("-G{name}=32'h{RESET_PC:08x}");
    match core {
        Core::Picorv32 => {
            let mut all: Vec<String> =
                ["ENABLE_MUL", "ENABLE_FAST_MUL", "ENABLE_DIV", "BARREL_SHIFTER", "REGS_INIT_ZERO"]
                    .map(|name| format!("-G{name}=1"))
                    .into();
            all.push(reset("PROGADDR_RESET"));
            all.push(format!("-GCOMPRESSED_ISA={}", u8::from(features.compressed)));
            all
        }
        // Ibex starts at its port `boot_addr_i` plus 0x80. Enumerations cannot be set from here: the defaults (fast
        // multiplier, registers in flip-flops) are the right ones.
        Core::Ibex => vec![],
        Core::Serv => vec![reset("RESET_PC"), "-GWITH_CSR=1".into(), "-GMDU=0".into()],
    }
}

fn arguments(sources: &Sources) -> Vec<OsString> {
    let glued = |prefix: &str, path: &Path| {
        let mut word = OsString::from(prefix);
        word.push(path);
        word
    };
    let include = sources.include.iter().map(|dir| glued("+incdir+", dir));
    let search = sources.search.iter().flat_map(|dir| [OsString::from("-y"), dir.into()]);
    include.chain(search).chain(sources.files.iter().map(OsString::from)).collect()
}

/// Of the names and contents of every file that may be read.
fn digest(sources: &Sources) -> Result<String, Error> {
    let mut files = sources.files.clone();
    for dir in sources.include.iter().chain(&sources.search) {
        let entries = fs::read_dir(dir).map_err(|e| Error::io(dir, e))?.flatten().map(|entry| entry.path());
        let verilog =
            |path: &PathBuf| path.extension().is_some_and(|e| e == "v" || e == "sv" || e == "svh" || e == "vh");
        files.extend(entries.filter(verilog));
    }
    files.sort();
    files.dedup();
    let mut hash = Sha256::new();
    for file in files {
        let bytes = fs::read(&file).map_err(|e| Error::io(&file, e))?;
        hash.update(file.file_name().unwrap_or_default().as_encoded_bytes());
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    Ok(hex::encode(hash.finalize()))
}
