//! Traces of RISC-V cores: `treetap trace capture --core`, and what `trace info` tells of them.
use crate::cli::progress::Progress;
use crate::cli::{Failure, output};
use crate::cosim::core::elf::ElfError;
use crate::cosim::core::{Core, Machine, Options, Program, Status};
use crate::trace::rvfi::waves::Place;
use crate::trace::rvfi::{self, Origin, Writer};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Records taken from a core at a time: some hundredths of a second.
const BATCH: u64 = 1 << 15;

/// Which program runs on which core.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Run PROGRAM.elf on this core under Verilator and write every retirement (.rvfi).
    #[arg(long, value_name = "CORE", requires = "elf")]
    core: Option<CoreName>,
    /// Stop the core after this many retirements.
    #[arg(long, value_name = "COUNT", requires = "core", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Let the timer interrupt the core every so many cycles.
    #[arg(long, value_name = "CYCLES", requires = "core", default_value_t = 0)]
    timer: u64,
    /// Program for --core: an ELF executable for 32-bit RISC-V (docs/reference/cores.md).
    #[arg(value_name = "PROGRAM.elf", requires = "core", conflicts_with = "program")]
    elf: Option<PathBuf>,
}

impl Args {
    /// The core and its program, if one was asked for.
    pub fn chosen(&self) -> Option<(Core, &Path)> {
        Some((self.core?.into(), self.elf.as_deref()?))
    }
}

/// Names of [`Core`] on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum CoreName {
    /// Small, about four cycles an instruction; the fastest in simulation.
    Picorv32,
    /// Up to one instruction a cycle; traps and interrupts.
    Ibex,
    /// Bit-serial, about fifty cycles an instruction; rv32i only.
    Serv,
}

impl From<CoreName> for Core {
    fn from(name: CoreName) -> Self {
        match name {
            CoreName::Picorv32 => Core::Picorv32,
            CoreName::Ibex => Core::Ibex,
            CoreName::Serv => Core::Serv,
        }
    }
}

impl CoreName {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Core::from(self).name()
    }
}

impl From<ElfError> for Failure {
    fn from(error: ElfError) -> Self {
        Failure::BadInput(error.to_string())
    }
}

/// Refuses a target that is not named as a trace of retirements.
fn check_name(target: &Path) -> Result<(), Failure> {
    let shown = target.display();
    let wrong =
        || Failure::Usage(format!("{shown}: a core's retirements go to a .rvfi file (with .gz or .zst to pack it)"));
    if rvfi::is_named(target) { Ok(()) } else { Err(wrong()) }
}

/// Runs a program on a core and writes its retirements.
pub fn capture(core: Core, program: &Path, args: &Args, target: &Path, json: bool) -> Result<(), Failure> {
    let file = target.display().to_string();
    check_name(target)?;
    let loaded = Program::read(program)?;
    let options = Options { timer_every: args.timer, ..Options::default() };
    let mut machine = Machine::build(core, &loaded, &options)?;
    let mut writer = Writer::create(target, &Origin { core: core.name().into(), xlen: 32 })?;
    let progress = Progress::of(args.limit, "capture").counting("instructions");
    let start = Instant::now();
    let (mut batch, mut status) = (vec![], Status::More);
    let mut left = args.limit.unwrap_or(u64::MAX);
    while status == Status::More && left > 0 {
        batch.clear();
        status = machine.run(left.min(BATCH) as usize, &mut batch);
        left -= batch.len() as u64;
        writer.write(&batch)?;
        output::print(&machine.console())?;
        progress.at(writer.records(), writer.records());
    }
    let records = writer.records();
    let seconds = start.elapsed().as_secs_f64();
    writer.finish()?;
    progress.finish(&file, records);
    let state = machine.state();
    eprintln!("treetap: {}: {}", program.display(), ending(status));
    if state.outside > 0 {
        eprintln!(
            "treetap: warning: {} accesses outside memory and devices, the first at {:#x}",
            state.outside, state.outside_address
        );
    }
    if json {
        let exit_code = if let Status::Exit(code) = status { Some(code) } else { None };
        output::line(json!({
            "output": file, "core": core.name(), "retired": records, "cycles": state.cycles,
            "interrupts": state.interrupts, "outside": state.outside, "end": name(status), "exit_code": exit_code,
            "minstr_per_s": records as f64 / seconds / 1e6,
        }))?;
    }
    Ok(())
}

/// Which core of a waveform file.
#[derive(clap::Args, Clone, Debug)]
pub struct Waves {
    /// Scope of the core's ports rvfi_* in a .vcd or .fst file, where there are several.
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// Name of its clock with its scope, if it is not called clk, clk_i, i_clk or clock.
    #[arg(long, value_name = "SIGNAL")]
    clock: Option<String>,
    /// Which core it is: the tap has to know what is peculiar about it.
    #[arg(long, value_name = "CORE")]
    core: Option<CoreName>,
}

/// Makes a trace of retirements of a waveform file.
pub fn convert(source: &Path, args: &Waves, target: &Path, json: bool) -> Result<(), Failure> {
    check_name(target)?;
    let waves = rvfi::waves::Waves::open(source, &Place { scope: args.scope.clone(), clock: args.clock.clone() })?;
    let core = args.core.map_or("", |name| Core::from(name).name());
    let mut writer = Writer::create(target, &Origin { core: core.into(), xlen: waves.xlen() })?;
    let (scope, missing, xlen) = (waves.scope().to_string(), waves.missing(), waves.xlen());
    let progress = Progress::unbounded("convert").counting("instructions");
    waves.read(|records| {
        progress.events(writer.records());
        writer.write(records)
    })?;
    let records = writer.records();
    writer.finish()?;
    progress.finish(&target.display().to_string(), records);
    if !missing.is_empty() {
        eprintln!("treetap: warning: {scope} has no {}: those fields are 0", missing.join(", "));
    }
    if json && target != Path::new("-") {
        output::line(json!({ "written": records, "scope": scope, "xlen": xlen, "missing": missing }))?;
    }
    Ok(())
}

/// How a run ended, in one word.
fn name(status: Status) -> &'static str {
    match status {
        Status::More => "limit",
        Status::Exit(_) => "exit",
        Status::Halted => "halted",
        Status::Hung => "hung",
        Status::CycleLimit => "cycles",
    }
}

/// How a run ended, in words.
pub fn ending(status: Status) -> String {
    match status {
        Status::More => "was stopped at the limit".into(),
        Status::Exit(code) => format!("ended with exit code {code}; the trace is whole"),
        Status::Halted => "the core stopped at a trap that it cannot take; the trace is whole".into(),
        Status::Hung => "the core has not retired anything for a million cycles and was stopped".into(),
        Status::CycleLimit => "was stopped at the limit of cycles".into(),
    }
}

/// What `trace info` tells of an RVFI trace.
pub fn info(file: &Path, json: bool) -> Result<(), Failure> {
    let info = rvfi::info(file)?;
    let core = info.origin.core.as_str();
    if json {
        return output::line(json!({
            "format": "rvfi", "core": core, "xlen": info.origin.xlen, "records": info.records, "traps": info.traps,
            "interrupts": info.interrupts, "gaps": info.gaps, "cycles": info.cycles,
            "pc_min": format!("{:#x}", info.pc_min), "pc_max": format!("{:#x}", info.pc_max),
            "bytes": info.bytes, "sha256": info.sha256,
        }));
    }
    super::print_rows(&[
        ("format", "rvfi".into()),
        ("core", format!("{} ({} bits)", if core.is_empty() { "unknown" } else { core }, info.origin.xlen)),
        ("records", format!("{} ({} traps, {} marked as interrupts)", info.records, info.traps, info.interrupts)),
        ("gaps in order", info.gaps.to_string()),
        ("cycles", info.cycles.to_string()),
        ("instructions at", format!("{:#x} to {:#x}", info.pc_min, info.pc_max)),
        ("bytes", info.bytes.to_string()),
        ("sha256", info.sha256),
    ])
}
