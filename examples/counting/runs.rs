//! A program with exact counts, and co-processors of every kind beside it.
use std::error::Error;
use std::path::Path;
use treetap::analysis::coproc::exact::{Beside, Exact, Rule, beside};
use treetap::cosim::core::Program as Elf;
use treetap::cosim::iss;
use treetap::host::coproc::{Cost, EACH_DEFAULT};
use treetap::host::counting::{CACHE, Counting, Policy, Program};
use treetap::model::annotate::Annotator;
use treetap::model::coproc::{Pace, Timing, Top};
use treetap::model::retirements::Records;
use treetap::spec::coproc::Config;
use treetap::spec::counters::{Counter, Counts};

/// Entries of every build.
const ENTRIES: u32 = 256;
/// Instructions from one beginning to the next where the co-processor rests.
pub const REST: u64 = 1_000_000;

/// A build of the co-processor, and what its host does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Build {
    pub name: &'static str,
    /// As the hardware is built; else the paper's pipeline.
    pub built: bool,
    pub policy: Policy,
}

const fn build(name: &'static str, built: bool, rest: u64, lossless: bool) -> Build {
    Build { name, built, policy: Policy { rest, lossless } }
}

/// Every build: those that hold the core back first.
pub const BUILDS: [Build; 6] = [
    build("core held back", false, 0, true),
    build("on at once", false, 0, false),
    build("rests", false, REST, false),
    build("as built, core held back", true, 0, true),
    build("as built, on at once", true, 0, false),
    build("as built, rests", true, REST, false),
];

/// What a co-processor did.
pub struct Ran {
    pub build: Build,
    /// Beside what the program counts, and beside what that stands for.
    pub beside: [Beside; 2],
    pub counts: Counts,
    pub cost: Cost,
    pub unnamed: u64,
    pub mismatches: u64,
    /// Cycles in which it worked, and in which the core was held back.
    pub busy: u64,
    pub held: u64,
    pub rested: u64,
}

/// A program of microcode on a program.
pub struct Counted {
    pub program: Program,
    /// The program's own counts beside what they stand for: what its small memories cost.
    pub meant: Beside,
    pub deepest: i64,
    /// Returns to elsewhere than the top of the stack says, with its 64 places and with as many as are needed.
    pub mismatches: [u64; 2],
    pub ran: Vec<Ran>,
}

/// Everything of a program.
pub struct Run {
    pub name: String,
    pub retired: u64,
    pub counted: Vec<Counted>,
}

/// Of a program of microcode, exact counts and hosts.
struct Side {
    program: Program,
    exact: [Exact; 2],
    hosts: Vec<Counting<Top>>,
}

impl Side {
    fn new(program: Program) -> Result<Self, Box<dyn Error>> {
        let config = Config::rv32(ENTRIES);
        let start = |build: &Build| {
            let timing = if build.built { Timing::built(&config) } else { Timing::new(ENTRIES, true) };
            Counting::start(Top::new(config, Pace::Timed { timing, divider: 1 }), program, build.policy)
        };
        let hosts = BUILDS.iter().map(start).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { program, exact: [Rule::Program, Rule::Meaning].map(|rule| Exact::new(program, rule)), hosts })
    }

    fn finish(&mut self) -> Result<Counted, Box<dyn Error>> {
        let (program, [same, meant]) = (self.program, &self.exact);
        let own = same.counts().iter().map(|(pair, count)| (*pair, *count)).collect();
        let ran = BUILDS.iter().zip(&mut self.hosts).map(|(build, host)| {
            host.drain()?;
            let both = [same, meant].map(|exact| beside(program, host.counts(), exact.counts()));
            let (cost, unnamed, mismatches, rested) = (host.cost(), host.unnamed(), host.mismatches(), host.rested());
            let top = host.device();
            let counts = top.counts();
            counts.check(top.occupied(), 0).map_err(|law| law.to_string())?;
            let held = top.cycles() - u64::from(counts.get(Counter::Retired));
            Ok(Ran { build: *build, beside: both, counts, cost, unnamed, mismatches, busy: top.busy(), held, rested })
        });
        let ran = ran.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
        Ok(Counted {
            program,
            meant: beside(program, &own, meant.counts()),
            deepest: meant.deepest(),
            mismatches: [same.mismatches(), meant.mismatches()],
            ran,
        })
    }
}

/// A program to its end, or for so many instructions.
pub fn run(elf: &Path, limit: u64) -> Result<Run, Box<dyn Error>> {
    let mut hart = iss::hart(&Elf::read(elf)?);
    let (mut records, mut events) = (Records::default(), Annotator::new(CACHE));
    let mut sides = Program::ALL.into_iter().map(Side::new).collect::<Result<Vec<_>, _>>()?;
    let mut retired = 0;
    while retired < limit && hart.memory.exit().is_none() {
        let mut record = records.record(&hart.step()?);
        events.annotate(&mut record);
        retired += 1;
        for side in &mut sides {
            side.exact.iter_mut().for_each(|exact| exact.push(&record));
            for host in &mut side.hosts {
                host.retire(&record)?;
            }
        }
    }
    let name = elf.file_stem().and_then(|name| name.to_str()).unwrap_or("program").trim_end_matches("-long").into();
    eprintln!("{name}: {retired} instructions");
    let counted = sides.iter_mut().map(Side::finish).collect::<Result<Vec<_>, _>>()?;
    Ok(Run { name, retired, counted })
}

impl Run {
    /// What a program of microcode did.
    pub fn of(&self, program: Program) -> &Counted {
        self.counted.iter().find(|counted| counted.program == program).expect("every program ran")
    }

    /// Cycles of the host and those in which the core was held back, as shares of the run's instructions.
    pub fn overhead(&self, ran: &Ran) -> [f64; 2] {
        [ran.cost.cycles(EACH_DEFAULT), ran.held].map(|cycles| cycles as f64 / self.retired as f64)
    }
}

impl Ran {
    pub fn count(&self, counter: Counter) -> u64 {
        self.counts.get(counter).into()
    }

    /// Samples that found the buffer full, of all candidates.
    pub fn dropped(&self) -> f64 {
        self.count(Counter::DroppedFull) as f64 / self.count(Counter::Candidates).max(1) as f64
    }

    /// Cycles of the core for a sample.
    pub fn each(&self) -> f64 {
        self.busy as f64 / self.count(Counter::Popped).max(1) as f64
    }
}
