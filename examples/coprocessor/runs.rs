//! A program with the complete profile, the simple sampler and co-processors beside it.
use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use treetap::analysis::coproc::truth::{Errors, Point, Truth, errors};
use treetap::cosim::core::Program;
use treetap::cosim::iss;
use treetap::host::coproc::{Handler, Policy, Profile, Simple, Totals};
use treetap::model::coproc::{Pace, Timing, Top};
use treetap::model::iss::Status;
use treetap::model::retirements::Records;
use treetap::spec::coproc::Config;
use treetap::spec::counters::{Counter, Counts};

/// Instructions at which the profiles are looked at, in every decade from 100,000 on.
const LOOKS: [u64; 6] = [100_000, 150_000, 200_000, 300_000, 500_000, 700_000];
const DECADES: u32 = 4;

/// Instructions after which everything is sampled again.
pub const RENEW: u64 = 10_000_000;
/// More often, and most often.
pub const OFTEN: u64 = 3_000_000;
pub const MOST_OFTEN: u64 = 1_000_000;

/// A build of the co-processor, and when its host samples everything again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Build {
    pub entries: u32,
    /// Cycles of the core in one of the co-processor.
    pub divider: u32,
    /// As the hardware is built, with several cycles a word and one a key; else the paper's, with one a word.
    pub built: bool,
    /// Instructions after which everything is sampled again, 0 for never.
    pub renew: u64,
}

/// The paper's machine at the core's clock.
pub const fn paper(entries: u32, divider: u32) -> Build {
    Build { entries, divider, built: false, renew: RENEW }
}

/// The paper's baseline.
pub const BASELINE: Build = paper(256, 1);

pub const BUILDS: [Build; 11] = [
    BASELINE,
    paper(128, 1),
    paper(64, 1),
    paper(256, 2),
    paper(256, 4),
    paper(256, 8),
    Build { built: true, ..BASELINE },
    Build { built: true, ..paper(64, 1) },
    Build { renew: OFTEN, ..BASELINE },
    Build { renew: MOST_OFTEN, ..BASELINE },
    Build { renew: 0, ..BASELINE },
];

/// A profile at some time.
#[derive(Clone, Copy)]
pub struct Look {
    /// Instructions until then.
    pub at: u64,
    /// Beside the complete profile of the whole run.
    pub errors: Errors,
    /// Cycles that it cost, with 10, 20 and 30 for each slot or sample.
    pub cycles: [u64; 3],
}

/// Profiles of one profiler.
pub struct Seen {
    pub looks: Vec<Look>,
    /// Each point with its estimate at the end.
    pub points: Vec<(Point, Option<f64>)>,
}

impl Seen {
    /// The last look: the whole run.
    pub fn last(&self) -> &Look {
        self.looks.last().expect("a run has an end")
    }
}

/// What a co-processor did.
pub struct Ran {
    pub build: Build,
    pub seen: Seen,
    pub totals: Totals,
    pub counts: Counts,
    /// Share of the time in which it worked.
    pub busy: f64,
    pub masked: usize,
    pub aliased: usize,
    pub glacial: usize,
}

/// Everything of a program.
pub struct Run {
    pub name: String,
    pub retired: u64,
    pub loads: u64,
    /// Loads in the code that were executed.
    pub places: usize,
    pub distinct: usize,
    pub points: usize,
    pub simple: Seen,
    pub coprocs: Vec<Ran>,
}

/// Estimates by load and value.
type Estimates = HashMap<(u32, u32), f64>;

/// A profile at some time, before the truth is known.
struct Snapshot {
    at: u64,
    estimates: Estimates,
    cycles: [u64; 3],
}

fn estimates(profile: &Profile) -> Estimates {
    let values = profile.loads().flat_map(|(pct, _)| {
        let values = profile.values(pct).unwrap_or_default();
        values.into_iter().map(move |found| ((pct, found.value), found.invariance))
    });
    values.collect()
}

fn simply(sampler: &Simple) -> Estimates {
    sampler.values().map(|(pct, value, share)| ((pct, value), share)).collect()
}

/// Snapshots beside the truth.
fn seen(points: &[Point], snapshots: &[Snapshot]) -> Seen {
    let of = |snapshot: &Snapshot, pct, value| snapshot.estimates.get(&(pct, value)).copied();
    let look = |snapshot: &Snapshot| Look {
        at: snapshot.at,
        errors: errors(points, |pct, value| of(snapshot, pct, value)),
        cycles: snapshot.cycles,
    };
    let last = snapshots.last().expect("a run has an end");
    Seen {
        looks: snapshots.iter().map(look).collect(),
        points: points.iter().map(|point| (*point, of(last, point.pct, point.value))).collect(),
    }
}

/// The profilers, and what they had found at times.
struct Beside {
    simple: Simple,
    hosts: Vec<Handler<Top>>,
    snapshots: Vec<Vec<Snapshot>>,
}

impl Beside {
    fn new() -> Result<Self, Box<dyn Error>> {
        let start = |build: &Build| {
            let config = Config::rv32(build.entries);
            let timing = if build.built { Timing::built(&config) } else { Timing::new(build.entries, true) };
            let top = Top::new(config, Pace::Timed { timing, divider: build.divider });
            Handler::start(top, Policy { renew: build.renew, ..Policy::default() })
        };
        let hosts = BUILDS.iter().map(start).collect::<Result<Vec<_>, _>>()?;
        let snapshots = (0..=hosts.len()).map(|_| vec![]).collect();
        Ok(Self { simple: Simple::default(), hosts, snapshots })
    }

    /// What each has found, the simple sampler first.
    fn look(&mut self, at: u64) {
        use treetap::host::coproc::EACH;
        let cost = self.simple.cost();
        let simple = Snapshot { at, estimates: simply(&self.simple), cycles: EACH.map(|each| cost.cycles(each)) };
        self.snapshots[0].push(simple);
        for (host, snapshots) in self.hosts.iter().zip(&mut self.snapshots[1..]) {
            let cycles = EACH.map(|each| host.totals().cost.cycles(each));
            snapshots.push(Snapshot { at, estimates: estimates(host.profile()), cycles });
        }
    }

    fn finish(&mut self) -> Result<(), Box<dyn Error>> {
        self.simple.drain();
        self.hosts.iter_mut().try_for_each(|host| Ok(host.finish()?))
    }
}

/// A program from so many instructions on to its end, or for so many instructions.
pub fn run(elf: &Path, from: u64, limit: u64) -> Result<Run, Box<dyn Error>> {
    let mut hart = iss::hart(&Program::read(elf)?);
    if hart.run(from) != Status::More {
        return Err(format!("{}: it ends before instruction {from}", elf.display()).into());
    }
    let (mut records, mut truth, mut beside) = (Records::default(), Truth::default(), Beside::new()?);
    let mut retired = 0;
    let mut looks = (0..DECADES).flat_map(|decade| LOOKS.map(|at| at * 10_u64.pow(decade))).peekable();
    while retired < limit && hart.memory.exit().is_none() {
        let record = records.record(&hart.step()?);
        retired += 1;
        truth.push(&record);
        beside.simple.retire(&record);
        for host in &mut beside.hosts {
            host.retire(&record)?;
        }
        if retired < limit && looks.next_if_eq(&retired).is_some() {
            beside.look(retired);
        }
    }
    beside.finish()?;
    beside.look(retired);
    let name = elf.file_stem().and_then(|name| name.to_str()).unwrap_or("program").trim_end_matches("-long").into();
    eprintln!("{name}: {retired} instructions");
    let points = truth.points();
    let mut seen = beside.snapshots.iter().map(|snapshots| seen(&points, snapshots));
    let simple = seen.next().expect("the simple sampler is the first one");
    let coprocs = BUILDS.iter().zip(&mut beside.hosts).zip(seen);
    let coprocs = coprocs.map(|((build, host), seen)| {
        let counts = host.device().counts();
        counts.check(host.device().occupied(), 0).map_err(|law| format!("{}: {law}", elf.display()))?;
        Ok(Ran {
            build: *build,
            seen,
            totals: *host.totals(),
            counts,
            busy: host.device().busy() as f64 / host.device().cycles() as f64,
            masked: host.masks().masked().count(),
            aliased: host.masks().aliased(truth.loads()).len(),
            glacial: host.profile().loads().filter(|(pct, _)| host.profile().is_glacial(*pct)).count(),
        })
    });
    let coprocs = coprocs.collect::<Result<Vec<_>, String>>()?;
    Ok(Run {
        name,
        retired,
        loads: truth.executed(),
        places: truth.loads().count(),
        distinct: truth.distinct(),
        points: points.len(),
        simple,
        coprocs,
    })
}

impl Run {
    /// The co-processor of a build.
    pub fn coproc(&self, build: Build) -> &Ran {
        self.coprocs.iter().find(|ran| ran.build == build).expect("a build that ran")
    }

    /// Cycles, as a share of the run's instructions, which take a cycle each.
    pub fn share(&self, cycles: u64) -> f64 {
        cycles as f64 / self.retired as f64
    }
}

impl Seen {
    /// Instructions until the error is no larger than this, and stays so until the end.
    pub fn until(&self, rms: f64) -> Option<u64> {
        let after = self.looks.iter().rposition(|look| look.errors.rms > rms).map_or(0, |last| last + 1);
        self.looks.get(after).map(|look| look.at)
    }
}

impl Ran {
    /// Samples that found the buffer full, of all candidates.
    pub fn dropped(&self) -> f64 {
        let [full, all] =
            [Counter::DroppedFull, Counter::Candidates].map(|counter| f64::from(self.counts.get(counter)));
        full / all.max(1.0)
    }
}
