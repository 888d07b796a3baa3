//! Profiles and samplings side by side on one run (docs/reference/hps.md, H10): all engines see the same records.
use super::Trial;
use super::cost::{Added, Cost, Times};
use super::sampler::{Ratio, Sampler, ratio};
use crate::lang::hps::{Compiled, Diagnostics, Target, compile, programs};
use crate::lang::source::Source;
use crate::spec::hps::{Mode, PRESETS, handler};
use crate::spec::retire::Record;

/// A profile of those that come with treetap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profiled {
    /// Hot code regions.
    Regions,
    /// Hot methods.
    Methods,
    /// Hot call pairs.
    CallPairs,
}

impl Profiled {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Regions, Self::Methods, Self::CallPairs];

    /// Name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regions => "regions",
            Self::Methods => "methods",
            Self::CallPairs => "call pairs",
        }
    }

    /// Number of its handler.
    pub const fn handler(self) -> u8 {
        match self {
            Self::Regions => handler::REGION,
            Self::Methods => handler::METHOD,
            Self::CallPairs => handler::CALL_PAIR,
        }
    }

    /// Its program after a sampler of segments, and the one that takes every n-th event.
    const fn programs(self) -> [&'static str; 2] {
        match self {
            Self::Regions => ["region", "periodic"],
            Self::Methods => ["method", "periodic-method"],
            Self::CallPairs => ["callpair", "periodic-callpair"],
        }
    }

    /// The overheads that the paper of HPS has at [`SETTINGS`]`[0]`, in percent: with HPS, and with plain DISE.
    pub const fn published(self) -> Option<[f64; 2]> {
        match self {
            Self::Regions => Some([24.0, 120.0]),
            Self::Methods => None,
            Self::CallPairs => Some([1.3, 18.0]),
        }
    }
}

const fn segments(between: u64, inside: u64) -> Sampler {
    Sampler::Segments { between, inside }
}

/// What the papers sample by: one of a hundred events (HPS), and bursts at 5 %, 1 % and 0.5 % (bursty tracing).
pub const SETTINGS: [Sampler; 9] = [
    Sampler::Events { period: 100 },
    segments(20, 1),
    segments(200, 10),
    segments(1000, 50),
    segments(100, 1),
    segments(1000, 10),
    segments(5000, 50),
    segments(200, 1),
    segments(2000, 10),
];

/// What a profile is counted by under a setting, for the smallest engine. A setting of [`Sampler::Other`] has the
/// profile alone.
///
/// # Errors
/// Numbers that do not fit the engine's counters.
pub fn program(profiled: Profiled, setting: Sampler) -> Result<Compiled, Diagnostics> {
    let [profile, periodic] = profiled.programs();
    let parameter = |name: &str, value: u64| (name.to_string(), i128::from(value));
    let (names, parameters) = match setting {
        Sampler::Segments { between, inside } => {
            (vec!["bursty", profile], vec![parameter("nCheck0", between), parameter("nInstr0", inside)])
        }
        Sampler::Events { period } => (vec![periodic], vec![parameter("period", period)]),
        Sampler::Other => (vec![profile], vec![]),
    };
    let mut source = Source::default();
    for program in programs::PROGRAMS.iter().filter(|program| names.contains(&program.name)) {
        source.push(program.name, program.text);
    }
    compile(&source, &Target::new(PRESETS[0].config(Mode::Retire)), &parameters)
}

/// A profile under a setting, on a run.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The profile.
    pub profiled: Profiled,
    /// The setting.
    pub setting: Sampler,
    /// Events that were reported.
    pub events: u64,
    /// Events that there were.
    pub all: u64,
    /// The share that was counted, r'.
    pub counted: Ratio,
    /// The part of the profile that is that of all events.
    pub overlap: f64,
    /// VCYC: cycles of replacements in line.
    pub in_line: u64,
    /// Cycles of a handler.
    pub handler: u64,
    /// Cycles that are added.
    pub added: Added,
    /// What the equations say it should be: without checks in software.
    pub times: Times,
}

/// A program and its rows.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its name.
    pub name: String,
    /// Name of the core that ran it, empty if nobody knows.
    pub core: String,
    /// Clock cycles of the run.
    pub cycles: u64,
    /// Instructions that executed.
    pub instructions: u64,
    /// Checks.
    pub checks: u64,
    /// Every profile under every setting.
    pub rows: Vec<Row>,
}

impl Measured {
    /// Shares of the program's own cycles: by counters, by equation (4), by tests, with every event.
    pub fn overheads(&self, row: &Row) -> [f64; 4] {
        let share = |cycles| ratio(cycles, self.cycles);
        let rate = row.setting.rate().unwrap_or_default().value();
        let added = row.added;
        [share(added.by_counters), row.times.overhead(rate), share(added.by_tests), share(added.exhaustively)]
    }

    /// What checks in software, of so many cycles each, would add to everything.
    pub fn basic(&self, check: u64) -> f64 {
        Times::new(self.cycles, self.checks, check, 0).basic()
    }
}

/// Cycles that costs are computed with.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// Of the handlers of regions, methods and call pairs.
    pub handlers: [u64; 3],
    /// Of a test whether to sample.
    pub test: u64,
    /// Of a check in software.
    pub check: u64,
}

/// Every profile under every setting.
#[derive(Clone, Debug)]
pub struct Table {
    settings: Vec<Sampler>,
    trials: Vec<(Profiled, Trial)>,
}

impl Table {
    /// Before the first record.
    ///
    /// # Errors
    /// As [`program`].
    pub fn new(profiles: &[Profiled], settings: &[Sampler]) -> Result<Self, Diagnostics> {
        let mut trials = vec![];
        for &profiled in profiles {
            let compiled = settings.iter().map(|setting| program(profiled, *setting)).collect::<Result<Vec<_>, _>>()?;
            let images: Vec<_> = compiled.iter().map(|compiled| (&compiled.image, compiled.control)).collect();
            trials.extend(Trial::new(&images, None).map(|trial| (profiled, trial)));
        }
        Ok(Self { settings: settings.to_vec(), trials })
    }

    /// Takes the next record of the tap.
    pub fn push(&mut self, record: &Record) {
        self.trials.iter_mut().for_each(|(_, trial)| trial.push(record));
    }

    /// Instructions and checks so far.
    pub fn seen(&self) -> [u64; 2] {
        self.trials.first().map_or([0; 2], |(_, trial)| [trial.instructions, trial.checked])
    }

    /// What was counted in a run of so many cycles; handlers in the order of [`Profiled::ALL`].
    pub fn rows(&mut self, cycles: u64, handlers: [u64; 3], test: u64) -> Vec<Row> {
        let mut rows = vec![];
        for (profiled, trial) in &mut self.trials {
            let cost = Cost { handler: handlers[*profiled as usize], test };
            for (run, setting) in self.settings.iter().enumerate() {
                let added = trial.added(run, cost);
                let (counted, in_line) = (trial.rate(run), trial.runs[run].in_line());
                let (sampled, exact) = (&trial.runs[run].profile, &trial.exact.profile);
                rows.push(Row {
                    profiled: *profiled,
                    setting: *setting,
                    events: sampled.events,
                    all: exact.events,
                    counted,
                    overlap: sampled.overlap(exact),
                    in_line,
                    handler: cost.handler,
                    added,
                    times: Times::new(cycles, trial.checked, 0, added.exhaustively),
                });
            }
        }
        rows
    }
}
