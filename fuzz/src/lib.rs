//! Every parser of treetap as a fuzz target (docs/contributing/fuzzing.md).
//!
//! A target takes bytes, hands them to one parser, and works with what comes back. It fails by a panic: of the parser,
//! of what works with the result, of a law that is asserted here, or of an overflow. [`memory`] ends the process at an
//! allocation by a length that nobody checked.
//!
//! `make fuzz` drives the targets with libFuzzer, `cargo test --test fuzz` runs the kept corpus through them.
mod coproc;
mod dumps;
mod executables;
mod farm;
mod hps;
pub mod memory;
mod streams;
mod texts;
mod traces;

/// A parser, and what is done with what it makes of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Name of it, of its folder in `fuzz/corpus`, and after `ONLY=`.
    pub name: &'static str,
    /// What the bytes are.
    pub about: &'static str,
    /// Longest input that the campaign tries, in bytes.
    pub longest: usize,
    /// The target itself.
    pub run: fn(&[u8]),
}

/// The target `name`, whose bytes are `about` and at most so many.
const fn target(name: &'static str, longest: usize, run: fn(&[u8]), about: &'static str) -> Target {
    Target { name, about, longest, run }
}

/// Every target, from cheap to costly.
pub const TARGETS: &[Target] = &[
    target("shape", 128, texts::shape, "`shape:` specification, and its first events"),
    target("commands", 256, texts::commands, "`--commands` and `--rate` specification"),
    target("check-map", 1024, dumps::check_map, "map of checks, with its own checksum and with a right one"),
    target("coproc-image", 2048, coproc::image, "image of microcode, loaded into the model, which runs it"),
    target("hps-image", 2048, hps::image, "image of the engine `hps`, likewise, written to the model"),
    target("dump", 1024, dumps::dump, "words of a dump of the tree, likewise"),
    target("readout", 1024, dumps::readout, "what a bus answers while a profiler is set up and read out"),
    target("monitor", 1024, dumps::monitor, "what a bus answers while a monitor is set up and read out"),
    target("program", 8192, executables::program, "ELF file of a program for the cores"),
    target("trace-csv", 1024, traces::csv, "trace as text, `key,weight` a line"),
    target("trace-lackey", 1024, traces::lackey, "trace of valgrind's lackey"),
    target("trace-u64", 512, traces::u64, "trace of 64-bit keys"),
    target("trace-u64w", 512, traces::u64w, "trace of 64-bit keys with weights"),
    target("json", 2048, dumps::json, "profile as JSON"),
    target("board", 2048, texts::board, "`board.toml`"),
    target("sweep", 1024, farm::sweep, "sweep of a farm, and its tasks"),
    target("tasks", 1024, farm::tasks, "tasks of a farm, and numbers of them"),
    target("table", 2048, texts::table, "measured table of `docs/measured/data` with its command"),
    target("config", 1024, texts::config, "configuration of a unit, `--config`"),
    target("bursts", 512, streams::bursts, "bursts of references, with their own checksums and with a right one"),
    target("stream-profile", 1024, streams::profile, "hot data streams as JSON"),
    target("interval-log", 512, streams::interval_log, "what was counted in each interval of a run"),
    target("profile-log", 512, streams::profile_log, "log of profiles of sampled intervals, and a frame of one"),
    target("trace-packed", 2048, traces::packed, "trace packed with gzip or Zstandard"),
    target("coproc-source", 2048, coproc::source, "microcode of the co-processor, through its text and back"),
    target("hps-source", 1024, hps::source, "program of the engine `hps`"),
    target("elf", 8192, executables::names, "ELF file with symbols and DWARF, and names for its addresses"),
    target("check-plan", 8192, executables::plan, "ELF file whose code is decoded, and plans of checks for it"),
    target("rvfi", 2048, traces::rvfi, "trace of retirements, with its own checksums and with right ones"),
    target("vcd", 2048, traces::vcd, "waveforms as VCD"),
    target("fst", 2048, traces::fst, "waveforms as FST"),
];

/// The target of this name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A number from the first bytes, and the bytes after them; zeros where there are too few.
fn head<const N: usize>(bytes: &[u8]) -> ([u8; N], &[u8]) {
    let mut head = [0; N];
    let (first, rest) = bytes.split_at(bytes.len().min(N));
    head[..first.len()].copy_from_slice(first);
    (head, rest)
}
