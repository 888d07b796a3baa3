//! `treetap coproc --builtin edge1` and others: what microcode counts, beside exact counts.
use super::Args;
use crate::analysis::Options;
use crate::analysis::coproc::exact::{Exact, Rule, beside};
use crate::analysis::coproc::pairs;
use crate::analysis::instructions::{Instructions, Words as Naming};
use crate::cli::words::coproc::{Counted, stopped};
use crate::cli::{Failure, input, output, retirements};
use crate::host::Error;
use crate::host::counting::{CACHE, Counting, Policy, Program};
use crate::lang::rv32;
use crate::model::annotate::Annotator;
use crate::model::coproc::Top;
use crate::report::pairs::Found;
use crate::spec::classify::Opclass;
use crate::spec::coproc::Config;
use crate::spec::counters::Counter;
use crate::spec::pcfilter::pct;
use crate::trace::rvfi;
use hashbrown::HashMap;

/// How microcode counts, and what is shown beside it.
#[derive(clap::Args, Clone, Debug)]
pub struct Words {
    #[command(flatten)]
    counted: Counted,
    /// Hold the core back where the sample buffer is full, and drop nothing.
    #[arg(long)]
    lossless: bool,
}

impl Words {
    /// What the host does.
    const fn policy(&self) -> Policy {
        Policy { rest: self.counted.rest, lossless: self.lossless }
    }

    /// Value profiling has nothing of this.
    pub fn refuse(&self) -> Result<(), Failure> {
        let wrong = self.counted.given().or(self.lossless.then_some("--lossless"));
        let counts = || Program::ALL.map(Program::name).join(", ");
        let failure = |name| Failure::Usage(format!("{name} is for --builtin {}", counts()));
        wrong.map_or(Ok(()), |wrong| Err(failure(wrong)))
    }
}

/// A co-processor with this program, and its host.
fn start(args: &Args, program: Program) -> Result<Counting<Top>, Failure> {
    let policy = args.counting.policy();
    Counting::start(args.top(Config::rv32(args.entries)), program, policy).map_err(|wrong| match wrong {
        Error::NotBuilt(_) => {
            Failure::Usage(format!("--entries {}: {} is not for so few", args.entries, program.name()))
        }
        other => Failure::BadInput(other.to_string()),
    })
}

/// Runs the verb.
pub fn run(args: &Args, program: Program, json: bool) -> Result<(), Failure> {
    let mut host = start(args, program)?;
    let mut exact =
        args.counting.counted.exact.then(|| [Rule::Program, Rule::Meaning].map(|rule| Exact::new(program, rule)));
    let (mut instructions, mut targets) = (Instructions::default(), HashMap::new());
    let recorded = rvfi::is_named(&args.program);
    let elf = args.elf.as_ref().or(if recorded { None } else { Some(&args.program) });
    let symbols = elf.map(|file| input::symbols(file, &Options::default())).transpose()?;
    let mut events = program.takes_events().then(|| Annotator::new(CACHE));
    let mut refused = None;
    let ran = retirements::any(&args.program, args.limit.unwrap_or(u64::MAX), &mut |record| {
        let mut record = *record;
        events.iter_mut().for_each(|events| events.annotate(&mut record));
        if !record.trap {
            instructions.push(&record);
            if record.class == Opclass::Branch && record.taken {
                targets.insert(pct(record.pc), pct(record.npc));
            }
        }
        exact.iter_mut().flatten().for_each(|exact| exact.push(&record));
        if let Err(wrong) = host.retire(&record) {
            refused = Some(wrong.to_string());
        }
    })?;
    host.drain().map_err(|wrong| Failure::Mismatch(wrong.to_string()))?;
    if let Some(why) = refused.or_else(|| host.failed().map(stopped)) {
        return Err(Failure::Mismatch(format!("{}: {why}", program.name())));
    }
    let names = Naming {
        symbols: symbols.as_ref(),
        assembly: &|insn| rv32::disassemble(insn, |_, _| None, None),
        instructions: &instructions,
    };
    let found = pairs::Found {
        program,
        counts: host.counts(),
        blocks: host.blocks(),
        exact: exact.as_ref().map(|[same, _]| same.counts()),
        targets: &targets,
    };
    let rows = pairs::rows(&found, &names);
    let both = exact.as_ref().map(|exact| [0, 1].map(|at| beside(program, host.counts(), exact[at].counts())));
    let deepest = exact.as_ref().filter(|_| program == Program::Callers).map(|[_, meant]| meant.deepest());
    let (cost, rested, waited) = (host.cost(), host.rested(), host.waited());
    let (unnamed, mismatches) = (host.unnamed(), host.mismatches());
    let device = host.device();
    let counts = device.counts();
    let law = counts.check(device.occupied(), 0);
    let found = Found {
        program: &args.program,
        core: &ran.core,
        counted: program,
        entries: args.entries,
        divider: args.clock,
        policy: args.counting.policy(),
        cache: events.map(|events| events.config().to_string()),
        counts,
        cost,
        rested,
        retired: u64::from(counts.get(Counter::Retired)) - waited,
        held: device.cycles() - u64::from(counts.get(Counter::Retired)),
        busy: Some(device.busy()),
        unnamed,
        mismatches,
        deepest,
        beside: both,
        rows: &rows,
        shown: args.rows,
        laws: &[super::candidates(&counts, law.err().map(|broken| broken.to_string()))],
        hardware: None,
    };
    output::either(json, || found.contract(), || found.text())?;
    law.map_err(Failure::law)
}
