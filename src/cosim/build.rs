//! Verilog to a shared library: Verilator, one C++ compilation, and a content-addressed cache.
//!
//! The key of a cache entry is the SHA-256 of everything that decides its bytes: the Verilog, the testbench, the flags
//! and the versions of Verilator and compiler. An entry is made in a directory of its own beside the others and renamed
//! into place, and a file lock keeps processes that want the same entry from making it twice, so any number of
//! processes may share a cache.
mod tools;

use super::Error;
use super::edges;
use crate::trace::atomic::{self, Scratch};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
pub use tools::{Toolchain, VERILATOR_MIN};

/// Verilator's optimisation level and what becomes of `x`: power-up contents and don't-cares are random at run time,
/// because nothing may rely on them. Lint has its own run (`make lint`); here a file under test must only be legal.
/// Without the passes on the graph of the data flow: those of Verilator 5.006 make a decoder's gates give another bit
/// than the netlist has (docs/contributing/cosim.md).
const VERILATOR_FLAGS: &[&str] = &[
    "--cc",
    "-O3",
    "-fno-dfg",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
];
/// A library of its own: nothing of it is visible but the interface, so that several can be loaded side by side.
const COMPILER_FLAGS: &[&str] =
    &["-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique", "-faligned-new", "-fcf-protection=none", "-w"];
const LINKER_FLAGS: &[&str] = &["-shared", "-Wl,-Bsymbolic", THREADS];
/// Also decides what the compiler predefines.
const THREADS: &str = "-pthread";

/// Files of Verilator with what is done once, before the first cycle.
const SLOW: &str = "__Slow.cpp";
/// What stands before and after one of them: no time of the compiler for that, which is half of its time at `-O2`.
const ONCE: [&str; 2] = ["#pragma GCC push_options\n#pragma GCC optimize (\"O0\")\n", "#pragma GCC pop_options\n"];

/// Unfinished builds older than this belong to a process that was killed.
const STALE: Duration = Duration::from_secs(3600);

/// The files of `testbench/` a library is made of; they travel inside the executable.
const COMMON: &[(&str, &str)] = &[
    ("abi.h", include_str!("../../testbench/common/abi.h")),
    ("bench.h", include_str!("../../testbench/common/bench.h")),
    ("driver.h", include_str!("../../testbench/common/driver.h")),
    ("exports.h", include_str!("../../testbench/common/exports.h")),
    ("core_abi.h", include_str!("../../testbench/common/core_abi.h")),
    ("profiler_abi.h", include_str!("../../testbench/common/profiler_abi.h")),
    ("rap_ports.h", include_str!("../../testbench/common/rap_ports.h")),
    ("stalls.h", include_str!("../../testbench/common/stalls.h")),
    ("stream_monitor.h", include_str!("../../testbench/common/stream_monitor.h")),
];

/// The files that the testbench of a value sampler or a co-processor is made of: it is that of a profiler, with another
/// top.
const OF_SAMPLERS: &[(&str, &str)] = &[
    ("abi.h", include_str!("../../testbench/common/abi.h")),
    ("bench.h", include_str!("../../testbench/common/bench.h")),
    ("core_abi.h", include_str!("../../testbench/common/core_abi.h")),
    ("profiler.cpp", include_str!("../../testbench/profiler.cpp")),
    ("profiler_abi.h", include_str!("../../testbench/common/profiler_abi.h")),
    ("stream_monitor.h", include_str!("../../testbench/common/stream_monitor.h")),
];

/// The C++ around a verilated top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Testbench {
    /// Streams, statistics and monitors of the `rap` top.
    Rap,
    /// Streams, statistics and monitors of the `coalescer` top.
    Coalescer,
    /// The shortest loop that moves events through the `rap` top: the yardstick of `benches/cosim.rs`.
    BareRap,
    /// The verdict of a self-test or of a board's top.
    Selftest,
    /// A whole profiler, fed with retirements ([`super::profiler`]).
    Profiler,
    /// A whole value sampler, likewise.
    ValueSampler,
    /// A whole co-processor after a tap, likewise.
    CoprocProfiler,
    /// Any top, every input driven and every output sampled in every cycle ([`super::pins`]).
    Pins,
}

impl Testbench {
    const fn source(self) -> (&'static str, &'static str) {
        match self {
            Testbench::Rap => ("rap.cpp", include_str!("../../testbench/rap.cpp")),
            Testbench::Coalescer => ("coalescer.cpp", include_str!("../../testbench/coalescer.cpp")),
            Testbench::BareRap => ("bare_rap.cpp", include_str!("../../testbench/bare_rap.cpp")),
            Testbench::Profiler => ("profiler.cpp", include_str!("../../testbench/profiler.cpp")),
            Testbench::Pins => ("pins.cpp", include_str!("../../testbench/pins.cpp")),
            Testbench::Selftest => ("selftest.cpp", include_str!("../../testbench/selftest.cpp")),
            Testbench::ValueSampler => ("value_sampler.cpp", include_str!("../../testbench/value_sampler.cpp")),
            Testbench::CoprocProfiler => ("coproc_profiler.cpp", include_str!("../../testbench/coproc_profiler.cpp")),
        }
    }

    const fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Testbench::ValueSampler | Testbench::CoprocProfiler => OF_SAMPLERS,
            _ => COMMON,
        }
    }
}

/// The header that is compiled beforehand.
const PRELUDE: &str = include_str!("../../testbench/common/prelude.h");

/// How much time the C++ compiler may spend, from the least on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Short runs of a design that is built once, such as a mutant.
    Quick,
    /// Runs of up to about a million events: a third of the time to build, half the speed.
    Test,
    /// Runs of many events.
    #[default]
    Fast,
}

impl Effort {
    const fn flags(self) -> &'static [&'static str] {
        match self {
            Effort::Fast => &["-O2"],
            // At `-O1` the compiler takes longer, because it follows every store through the straight lines of a model,
            // and the model runs as fast. Equal expressions in them take a fifth of the time to find, for nothing.
            Effort::Test => &["-Og", "-fno-tree-fre"],
            Effort::Quick => &["-O0"],
        }
    }
}

/// What to build.
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// Name of the top module.
    pub top: &'a str,
    /// Verilog text that holds it.
    pub verilog: &'a str,
    /// The C++ around it.
    pub testbench: Testbench,
    /// What the C++ includes as `ports.h`, for a testbench that suits any top.
    pub ports: Option<&'a str>,
    /// Speed of the code against speed of the build.
    pub effort: Effort,
    /// Whether the library can write waveforms; this costs speed even while it does not.
    pub waveforms: bool,
}

impl Build<'_> {
    /// The shared library, from the cache or freshly made.
    ///
    /// # Errors
    /// [`Error::MissingTool`] without a usable Verilator or C++ compiler, [`Error::Build`] with the tool's own words
    /// when one of them refuses its input, [`Error::Io`] when the cache cannot be written.
    pub fn library(&self, tools: &Toolchain) -> Result<PathBuf, Error> {
        self.recipe().library(tools)
    }

    fn recipe(&self) -> Recipe<'_> {
        Recipe {
            top: self.top,
            verilog: Verilog::Text(self.verilog),
            flags: VERILATOR_FLAGS.iter().map(|flag| flag.to_string()).collect(),
            bench: self.testbench.source(),
            ports: self.ports,
            headers: self.testbench.headers(),
            effort: self.effort,
            waveforms: self.waveforms,
        }
    }
}

/// Verilog, with what decides its bytes.
#[derive(Clone, Debug)]
pub(super) enum Verilog<'a> {
    /// One text.
    Text(&'a str),
    /// Files that lie elsewhere: the arguments that name them, and a digest of their contents. Where they lie makes no
    /// other library.
    Elsewhere {
        /// Arguments of Verilator.
        arguments: Vec<OsString>,
        /// Digest of everything they name.
        digest: String,
    },
}

/// All that a library is made of.
#[derive(Clone, Debug)]
pub(super) struct Recipe<'a> {
    /// Name of the top module.
    pub top: &'a str,
    /// The design.
    pub verilog: Verilog<'a>,
    /// Further arguments of Verilator.
    pub flags: Vec<String>,
    /// The C++ around it: name and text.
    pub bench: (&'static str, &'static str),
    /// As in [`Build`].
    pub ports: Option<&'a str>,
    /// The files that the C++ may include.
    pub headers: &'static [(&'static str, &'static str)],
    /// As in [`Build`].
    pub effort: Effort,
    /// As in [`Build`].
    pub waveforms: bool,
}

impl Recipe<'_> {
    /// As [`Build::library`].
    pub fn library(&self, tools: &Toolchain) -> Result<PathBuf, Error> {
        let recipe = Self { effort: self.effort.min(tools.most), ..self.clone() };
        let entry = cache_dir().join(recipe.key(tools));
        let library = entry.join(format!("{}.so", recipe.top));
        once(&entry, &library, |dir| recipe.make(tools, dir))?;
        Ok(library)
    }

    fn key(&self, tools: &Toolchain) -> String {
        let (name, source) = self.bench;
        let verilog = match &self.verilog {
            Verilog::Text(text) => text,
            Verilog::Elsewhere { digest, .. } => digest.as_str(),
        };
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        for text in [
            self.top,
            verilog,
            name,
            source,
            self.ports.unwrap_or_default(),
            &tools.verilator_version,
            &tools.compiler_version,
        ] {
            add(text);
        }
        self.headers.iter().for_each(|(name, text)| {
            add(name);
            add(text);
        });
        self.flags.iter().for_each(|flag| add(flag));
        COMPILER_FLAGS.iter().chain(LINKER_FLAGS).chain(&ONCE).for_each(|flag| add(flag));
        self.effort.flags().iter().for_each(|flag| add(flag));
        add(if self.waveforms { "fst" } else { "" });
        hex::encode(hash.finalize())[..32].to_string()
    }

    /// Builds in `dir`, which holds nothing else.
    fn make(&self, tools: &Toolchain, dir: &Path) -> Result<(), Error> {
        let write = |name: &str, text: &str| fs::write(dir.join(name), text).map_err(|e| Error::io(&dir.join(name), e));
        let (bench, source) = self.bench;
        let verilog = match &self.verilog {
            Verilog::Text(text) => {
                let file = format!("{}.v", self.top);
                write(&file, text)?;
                vec![file.into()]
            }
            Verilog::Elsewhere { arguments, .. } => arguments.clone(),
        };
        write(bench, source)?;
        for (name, text) in self.headers {
            write(name, text)?;
        }
        if let Some(ports) = self.ports {
            write("ports.h", ports)?;
        }
        let class = format!("V{}", self.top);
        let mut verilate = Command::new(&tools.verilator);
        verilate.args(&self.flags).args(["--prefix", &class, "--top-module", self.top, "-Mdir", "cc"]);
        if self.waveforms {
            verilate.args(["--trace-fst", "--trace-structs"]);
        }
        run(verilate.args(&verilog).current_dir(dir), "verilator")?;

        let made = dir.join("cc");
        let makefile = read(&made.join(format!("{class}_classes.mk")))? + &read(&made.join(format!("{class}.mk")))?;
        let include = tools.include_dir(&makefile)?;
        let mut names: Vec<_> = fs::read_dir(&made)
            .map_err(|e| Error::io(&made, e))?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        names.sort();
        let of = |end: &str| names.iter().filter(|name| name.ends_with(end)).cloned().collect::<Vec<_>>();
        let (classes, headers) = (of(".cpp"), of(".h"));
        let mut unity = format!("#define TREETAP_TOP {class}\n#define TREETAP_TOP_HEADER \"cc/{class}.h\"\n");
        // Waveforms are written by what `eval()` does besides.
        if !self.waveforms {
            let texts = classes.iter().chain(&headers).map(|name| read(&made.join(name)));
            unity += &edges::direct(&class, &texts.collect::<Result<Vec<_>, _>>()?).unwrap_or_default();
        }
        // One translation unit: the compiler sees the model's evaluation and the loop around it together.
        unity += &format!("#include \"{bench}\"\n");
        for name in &classes {
            let [before, after] = if name.ends_with(SLOW) { ONCE } else { [""; 2] };
            unity += &format!("{before}#include \"cc/{name}\"\n{after}");
        }
        write("unity.cpp", &unity)?;

        let defines = self.defines();
        let runtime = self.runtime(tools, &include, &makefile)?;
        let prelude = self.prelude(tools, &include)?;
        let mut compile = Command::new(&tools.compiler);
        compile.args(COMPILER_FLAGS).args(self.effort.flags()).args(&defines).args(LINKER_FLAGS);
        compile.arg("-include").arg(prelude);
        compile.args(["-I.", "-Icc"]).args(include_flags(&include));
        compile.args(["-o", &format!("{}.so", self.top), "unity.cpp"]).args(runtime);
        if self.waveforms {
            compile.arg("-lz");
        }
        run(compile.current_dir(dir), "C++ compiler")
    }

    fn defines(&self) -> [String; 9] {
        let fst = u8::from(self.waveforms);
        [
            "-DVM_COVERAGE=0".into(),
            "-DVM_SC=0".into(),
            format!("-DVM_TRACE={fst}"),
            format!("-DVM_TRACE_FST={fst}"),
            "-DVM_TRACE_VCD=0".into(),
            // The prelude has them.
            "-DVL_USER_FINISH".into(),
            "-DVL_USER_STOP".into(),
            "-DVL_USER_FATAL".into(),
            // What a design prints is no part of our output.
            "-DVL_PRINTF(...)=fprintf(stderr,__VA_ARGS__)".into(),
        ]
    }

    /// [`PRELUDE`], with its compiled form beside it, where compilers look for that: the same for every design.
    fn prelude(&self, tools: &Toolchain, include: &Path) -> Result<PathBuf, Error> {
        let (defines, include) = (self.defines(), include_flags(include));
        let mut hash = Sha256::new();
        let parts = [PRELUDE, &tools.verilator_version, &tools.compiler_version, THREADS];
        let flags = COMPILER_FLAGS.iter().chain(self.effort.flags()).copied();
        let of_tools = defines.iter().chain(&include).map(String::as_str);
        parts.into_iter().chain(flags).chain(of_tools).for_each(|part| hash.update(part));
        let entry = cache_dir().join(format!("prelude-{}", &hex::encode(hash.finalize())[..16]));
        let header = entry.join("prelude.h");
        once(&entry, &header, |dir| {
            let made = dir.join("prelude.h");
            fs::write(&made, PRELUDE).map_err(|e| Error::io(&made, e))?;
            let mut compile = Command::new(&tools.compiler);
            compile.args(COMPILER_FLAGS).args(self.effort.flags()).args(&defines).arg(THREADS).args(&include);
            compile.args(["-x", "c++-header"]).arg(&made).arg("-o").arg(dir.join("prelude.h.gch"));
            run(&mut compile, "C++ compiler")
        })?;
        Ok(header)
    }

    /// Object files of Verilator's own run-time library: the same for every design, so they have cache entries of their
    /// own.
    fn runtime(&self, tools: &Toolchain, include: &Path, makefile: &str) -> Result<Vec<PathBuf>, Error> {
        let cache = cache_dir();
        let mut objects = vec![];
        for name in listed(makefile, "VM_GLOBAL_FAST").chain(listed(makefile, "VM_GLOBAL_SLOW")) {
            let source = include.join(format!("{name}.cpp"));
            let mut hash = Sha256::new();
            hash.update(read(&source)?);
            hash.update(&tools.verilator_version);
            hash.update(&tools.compiler_version);
            COMPILER_FLAGS.iter().for_each(|flag| hash.update(flag));
            self.defines().iter().for_each(|define| hash.update(define));
            let object = cache.join(format!("{name}-{}.o", &hex::encode(hash.finalize())[..16]));
            if !object.is_file() {
                let _lock = lock(&object.with_extension("lock"))?;
                if !object.is_file() {
                    let scratch = Scratch::create(&cache, SCRATCH).map_err(|e| Error::io(&cache, e))?;
                    let made = scratch.path().join("runtime.o");
                    let mut compile = Command::new(&tools.compiler);
                    compile.args(COMPILER_FLAGS).arg("-O2").args(self.defines()).args(include_flags(include));
                    run(compile.arg("-c").arg(&source).arg("-o").arg(&made), "C++ compiler")?;
                    fs::rename(&made, &object).map_err(|e| Error::io(&object, e))?;
                }
            }
            objects.push(object);
        }
        Ok(objects)
    }
}

/// Prefix of directories in which a build is under way.
const SCRATCH: &str = "building-";

/// The directory `entry` of the cache with the file `wanted` in it: `make` fills a scratch directory, which gets the
/// name at the end. A lock keeps processes that want the same entry from making it twice.
fn once(entry: &Path, wanted: &Path, make: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
    if wanted.is_file() {
        return Ok(());
    }
    let cache = entry.parent().expect("an entry lies in the cache");
    fs::create_dir_all(cache).map_err(|e| Error::io(cache, e))?;
    let _lock = lock(&entry.with_extension("lock"))?;
    if wanted.is_file() {
        return Ok(());
    }
    atomic::remove_stale(cache, SCRATCH, STALE);
    let scratch = Scratch::create(cache, SCRATCH).map_err(|e| Error::io(cache, e))?;
    make(scratch.path())?;
    match scratch.rename(entry) {
        // Without locks (some network file systems) another process may have been first: its entry is as good.
        Err(e) if !wanted.is_file() => Err(Error::io(entry, e)),
        _ => Ok(()),
    }
}

/// Holds the lock on `path` until the file is dropped. A file system without locks is not an error: the rename still is
/// atomic.
fn lock(path: &Path) -> Result<File, Error> {
    let file = File::options().create(true).append(true).open(path).map_err(|e| Error::io(path, e))?;
    let _ = file.lock();
    Ok(file)
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|e| Error::io(path, e))
}

fn include_flags(include: &Path) -> [String; 2] {
    [format!("-I{}", include.display()), format!("-I{}", include.join("vltstd").display())]
}

/// The words of `NAME += a b \ c` in a generated makefile.
fn listed<'a>(makefile: &'a str, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let body = makefile.split_once(&format!("{name} += ")).map_or("", |(_, rest)| rest);
    let end = body.find("\n\n").unwrap_or(body.len());
    body[..end].split_whitespace().take_while(|word| !word.starts_with('#')).filter(|word| *word != "\\")
}

fn run(command: &mut Command, tool: &str) -> Result<(), Error> {
    let output = command.output().map_err(|e| Error::missing(tool, command, &e))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<_> = said.lines().take(20).collect();
    Err(Error::Build { tool: tool.into(), said: said.join("\n") })
}

/// Where libraries are kept: `TREETAP_CACHE`, else `treetap` in the user's cache directory.
pub fn cache_dir() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("TREETAP_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|dir| dir.join("treetap")))
        .or_else(|| set("HOME").map(|dir| dir.join(".cache/treetap")))
        .unwrap_or_else(|| std::env::temp_dir().join("treetap-cache"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makefile_lists_are_read() {
        let text =
            "VM_GLOBAL_FAST += \\\n\tverilated \\\n\tverilated_threads \\\n\n# comment\nVM_GLOBAL_SLOW += \\\n\n";
        assert_eq!(listed(text, "VM_GLOBAL_FAST").collect::<Vec<_>>(), ["verilated", "verilated_threads"]);
        assert_eq!(listed(text, "VM_GLOBAL_SLOW").count(), 0);
    }

    #[test]
    fn the_key_depends_on_everything_that_is_built() {
        let tools = Toolchain {
            verilator: "v".into(),
            compiler: "c".into(),
            verilator_version: "1".into(),
            compiler_version: "2".into(),
            most: Effort::Fast,
        };
        let base = Build {
            top: "t",
            verilog: "x",
            testbench: Testbench::Rap,
            ports: None,
            effort: Effort::Fast,
            waveforms: false,
        };
        let of = |build: Build| build.recipe().key(&tools);
        let keys = [
            of(base),
            of(Build { verilog: "y", ..base }),
            of(Build { testbench: Testbench::BareRap, ..base }),
            of(Build { effort: Effort::Quick, ..base }),
            of(Build { waveforms: true, ..base }),
            base.recipe().key(&Toolchain { verilator_version: "3".into(), ..tools.clone() }),
        ];
        for (i, key) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|other| other != key), "key {i} is not its own");
        }
    }
}
