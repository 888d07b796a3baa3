//! Traces of RISC-V cores: `treetap trace capture --core`, and what `trace info` tells of them.
use crate::cli::progress::Progress;
use crate::cli::words::core::{CoreName, Duration};
use crate::cli::{Failure, output};
use crate::cosim::core::{Core, Machine, Program, Status};
use crate::report::trace as shown;
use crate::trace::rvfi::waves::Place;
use crate::trace::rvfi::{self, Origin, Writer};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Records taken from a core at a time: some hundredths of a second.
const BATCH: u64 = 1 << 15;

/// Which program runs on which core.
#[derive(clap::Args, Debug)]
#[command(mut_arg("limit", |arg| arg.requires("core")), mut_arg("timer", |arg| arg.requires("core")))]
pub struct Args {
    /// Run PROGRAM.elf on this core under Verilator and write every retirement (.rvfi).
    #[arg(long, value_name = "CORE", requires = "elf")]
    core: Option<CoreName>,
    #[command(flatten)]
    duration: Duration,
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
    let mut machine = Machine::build(core, &loaded, &args.duration.machine())?;
    let mut writer = Writer::create(target, &Origin { core: core.name().into(), xlen: 32 })?;
    let progress = Progress::of(args.duration.limit, "capture").counting("instructions");
    let start = Instant::now();
    let (mut batch, mut status) = (vec![], Status::More);
    let mut left = args.duration.most();
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
    eprintln!("treetap: {}: {}", program.display(), status);
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
            "interrupts": state.interrupts, "outside": state.outside, "end": status.name(), "exit_code": exit_code,
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

/// What `trace info` tells of an RVFI trace.
pub fn info(file: &Path, json: bool) -> Result<(), Failure> {
    let info = rvfi::info(file)?;
    output::either(json, || shown::retirements_contract(&info), || shown::retirements(&info))
}
