//! `treetap coproc`: values of the loads of a program by the co-processor and its host, or what another program of it
//! counts.
mod counting;

use super::words::coproc::{Profiling, fault};
use super::words::value::Share;
use super::{Failure, input, output, retirements};
use crate::analysis::Options;
use crate::analysis::coproc::values::{Asked, rows};
use crate::analysis::instructions::{Instructions, Words};
use crate::host::coproc::{Device, Event, Handler};
use crate::host::counting::Program;
use crate::lang::coproc::{Image, Target, assemble, programs};
use crate::lang::rv32;
use crate::lang::source::Source;
use crate::model::coproc::{Pace, Timing, Top};
use crate::report::coproc::Found;
use crate::report::html::Law;
use crate::spec::classify::Opclass;
use crate::spec::coproc::Config;
use crate::spec::counters::{Counter, Counts};
use crate::trace::rvfi;
use clap::ValueEnum;
use std::path::PathBuf;

/// Find the loads of a program that nearly always give one value, by the profiling co-processor, or count its branches,
/// jumps, callers, dependences or cache conflicts.
///
/// The golden model of filters, sample buffer and co-processor takes what a core retired, and a host beside it copies
/// the slots of its microcode, leaves out loads that are known well enough, and cuts the program into partitions while
/// it thrashes. For each load come the values that it gives often, with their estimated share of its executions. Of the
/// other microcode the host takes what was counted whenever all slots are given out: each pair comes with how often.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap coproc programs/demo/demo.elf
  treetap coproc build/programs/lua.elf --entries 64 --clock 4 --renew 1000000
  treetap coproc demo.rvfi.zst --elf programs/demo/demo.elf --least 50% --json
  treetap coproc programs/demo/demo.elf --builtin edge2 --exact
  treetap coproc build/programs/lua.elf --builtin memdep --rest 1000000 --exact
  treetap coproc build/programs/zlib.elf --builtin conflict --lossless

docs/reference/coproc.md has the rules of microcode (B, C) and host (D).
Exit codes: 0 ok, 1 a law is broken or the microcode fails, 2 usage, 3 bad input.")]
#[command(mut_arg("host_timer", |arg| arg.long("timer").alias("host-timer")))]
pub struct Args {
    /// Program: an ELF file, which runs in the simulator, or recorded retirements (.rvfi, .rvfi.zst, .rvfi.gz).
    program: PathBuf,
    /// The program whose retirements these are: names for addresses.
    #[arg(long, value_name = "ELF")]
    elf: Option<PathBuf>,
    /// Microcode that comes with treetap.
    #[arg(long, value_enum, default_value_t)]
    builtin: Builtin,
    /// Microcode of your own, which `treetap asm` wrote; its slots and indices are those of valprof.
    #[arg(long, value_name = "IMG", conflicts_with_all = ["builtin", "entries"])]
    image: Option<PathBuf>,
    /// Entries of the co-processor: 32, 64, 128 or 256.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = entries)]
    entries: u32,
    /// Cycles of the core in one of the co-processor; 0: it takes no time and drops nothing.
    #[arg(long, value_name = "CYCLES", default_value_t = 1)]
    clock: u32,
    /// Count the cycles of the hardware as it is built, not those of a pipeline that compares all keys at once.
    #[arg(long)]
    as_built: bool,
    #[command(flatten)]
    profiling: Profiling,
    /// Share of a load's executions from which on a value is called invariant.
    #[arg(long, value_name = "SHARE", default_value = "95%")]
    invariant: Share,
    /// Stop after this many instructions.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Loads, or what counts begin at, to show.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
    #[command(flatten, next_help_heading = "Microcode that counts")]
    counting: counting::Words,
}

/// Microcode that comes with treetap.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[value(rename_all = "snake_case")]
enum Builtin {
    /// A value is kept once it has 16 hits.
    #[default]
    Valprof,
    /// A value is kept once hits and misses together are 16.
    ValprofHm,
    /// Conditional branches: how often taken, how often not.
    Edge1,
    /// Indirect jumps, calls and returns: how often to which target.
    Edge2,
    /// Misses of loads under each caller.
    Stack,
    /// Which load reads what which store wrote.
    Memdep,
    /// Sets of the cache in which blocks miss again soon.
    Conflict,
}

impl Builtin {
    const fn name(self) -> &'static str {
        match self {
            Self::Valprof => "valprof",
            Self::ValprofHm => "valprof_hm",
            Self::Edge1 => Program::Branches.name(),
            Self::Edge2 => Program::Jumps.name(),
            Self::Stack => Program::Callers.name(),
            Self::Memdep => Program::Dependences.name(),
            Self::Conflict => Program::Conflicts.name(),
        }
    }
}

fn entries(text: &str) -> Result<u32, String> {
    let number = text.parse().map_err(|_| "expected a number".to_string())?;
    Config::rv32(number).validate().map_err(|wrong| wrong.to_string())?;
    Ok(number)
}

impl Args {
    /// The microcode, and what it is called.
    fn microcode(&self) -> Result<(Image, String), Failure> {
        if let Some(file) = &self.image {
            return Ok((input::microcode(file)?, file.display().to_string()));
        }
        let name = self.builtin.name();
        let text = programs::find(name).map_or("", |program| program.text);
        let program = assemble(&Source::new(name, text), &Target::new(self.entries));
        let wrong = |_| Failure::Usage(format!("--entries {}: {name} is not for so few", self.entries));
        Ok((program.map_err(wrong)?.image, name.into()))
    }

    /// A co-processor.
    fn top(&self, config: Config) -> Top {
        let timing = if self.as_built { Timing::built(&config) } else { Timing::new(config.entries, true) };
        let pace = match self.clock {
            0 => Pace::Instant,
            divider => Pace::Timed { timing, divider },
        };
        Top::new(config, pace)
    }

    /// A co-processor with this microcode, and its host.
    fn start(&self, image: &Image, name: &str) -> Result<Handler<Top>, Failure> {
        let config = Config { value_bits: image.value_bits, ..Config::rv32(image.entries) };
        let policy = self.profiling.policy();
        Device::connect(self.top(config))
            .and_then(|device| Handler::with_program(device, image, policy))
            .map_err(|wrong| Failure::BadInput(format!("{name}: {wrong}")))
    }
}

/// What became of the candidates, or what does not hold of them.
fn candidates(counts: &Counts, broken: Option<String>) -> Law {
    let all = || format!("{} candidates are all accounted for", counts.get(Counter::Candidates));
    Law { name: "CAND".into(), holds: broken.is_none(), text: broken.unwrap_or_else(all) }
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    if let Some(program) = Program::from_name(args.builtin.name()).filter(|_| args.image.is_none()) {
        return counting::run(args, program, json);
    }
    args.counting.refuse()?;
    let (image, microcode) = args.microcode()?;
    let mut host = args.start(&image, &microcode)?;
    let mut instructions = Instructions::default();
    let recorded = rvfi::is_named(&args.program);
    let elf = args.elf.as_ref().or(if recorded { None } else { Some(&args.program) });
    let symbols = elf.map(|file| input::symbols(file, &Options::default())).transpose()?;
    let mut failed = None;
    let ran = retirements::any(&args.program, args.limit.unwrap_or(u64::MAX), &mut |record| {
        if record.class == Opclass::Load && !record.trap {
            instructions.push(record);
        }
        match host.retire(record) {
            Ok(Some(Event::Failed { code, word })) => {
                failed = Some(fault(code, word));
            }
            Ok(_) => {}
            Err(wrong) => failed = Some(wrong.to_string()),
        }
    })?;
    host.finish().map_err(|wrong| Failure::Mismatch(wrong.to_string()))?;
    if let Some(why) = failed {
        return Err(Failure::Mismatch(format!("{microcode}: {why}")));
    }
    let words = Words {
        symbols: symbols.as_ref(),
        assembly: &|insn| rv32::disassemble(insn, |_, _| None, None),
        instructions: &instructions,
    };
    let asked = Asked { least: args.profiling.least.0, invariant: args.invariant.0 };
    let (counts, occupied) = (host.device().counts(), host.device().occupied());
    let law = counts.check(occupied, 0);
    let found = Found {
        program: &args.program,
        core: &ran.core,
        microcode: &microcode,
        entries: image.entries,
        divider: args.clock,
        policy: args.profiling.policy(),
        asked,
        counts,
        totals: *host.totals(),
        masked: host.masks().masked().count(),
        aliased: host.masks().aliased(instructions.all()).len(),
        loads: instructions.all().count(),
        rows: &rows(host.profile(), host.masks(), &asked, &words),
        shown: args.rows,
        laws: &[candidates(&counts, law.err().map(|broken| broken.to_string()))],
        beside: None,
    };
    output::either(json, || found.contract(), || found.text())?;
    match law {
        Ok(()) => Ok(()),
        Err(broken) => Err(Failure::law(broken)),
    }
}
