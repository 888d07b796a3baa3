//! Hot data streams that sampling finds, beside those of all references (docs/reference/hotstream.md, G7).
use super::chkplan::{self, ACCESSES, Boring, Code, Entries, Variant};
use crate::host::bursts::Bursts;
use crate::model::hotstream::{Profile, Trace};
use crate::spec::burst::{Config, Mode};
use crate::spec::checkmap::Image;
use crate::spec::classify::Xlen;
use crate::spec::hotstream::{Limits, SETTINGS};
use crate::spec::retire::Record;

/// The setting under which ways to place checks are compared (bursty tracing, Fig. 8).
pub const PLACED: (u32, u32) = (1000, 50);
/// The way to place checks under which settings are compared (bursty tracing, Fig. 7).
pub const CHECKS: Variant = Variant { entries: Entries::Chosen, boring: Boring::Most(4) };

/// What was sampled in one way.
#[derive(Clone, Debug)]
pub struct Row {
    /// Checks between bursts and in one; or how checks are placed.
    pub name: String,
    /// Ways to place checks, rather than settings.
    pub placed: bool,
    /// What it found.
    pub profile: Profile,
    /// The part of the profile that is that of all references.
    pub overlap: (u128, u128),
}

/// What was found in a program.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Its name.
    pub name: String,
    /// Instructions of the run.
    pub instructions: u64,
    /// Streams of all references.
    pub all: Profile,
    /// Every setting, then every way to place checks.
    pub rows: Vec<Row>,
}

/// How a run is sampled.
#[derive(Clone, Debug)]
pub struct Plan(Vec<(String, bool, Config, Image)>);

fn bursty((outside, inside): (u32, u32)) -> Config {
    Config { mode: Mode::Bursty, outside, inside, ..Config::default() }
}

impl Plan {
    /// The settings and the ways to place checks that the authors of bursty tracing compare, for this program.
    ///
    /// # Errors
    /// As [`chkplan::whole`].
    pub fn new(code: &Code) -> Result<Self, chkplan::Error> {
        let map = |variant| chkplan::whole(code, variant, &ACCESSES).map(|plan| plan.image);
        let chosen = map(CHECKS)?;
        let setting =
            |(outside, inside)| (format!("{outside}:{inside}"), false, bursty((outside, inside)), chosen.clone());
        let mut rows: Vec<_> = SETTINGS.into_iter().map(setting).collect();
        for (name, variant) in Variant::ALL {
            rows.push((name.to_string(), true, bursty(PLACED), map(variant)?));
        }
        Ok(Self(rows))
    }
}

/// A run that is sampled in every way at once.
pub struct Run<'a> {
    plan: &'a Plan,
    everything: (Bursts<'a>, Trace),
    samplers: Vec<(Bursts<'a>, Trace)>,
    instructions: u64,
}

impl<'a> Run<'a> {
    /// Before the first record.
    pub fn new(plan: &'a Plan) -> Self {
        let with = |map, config| (Bursts::new(map, config, Xlen::Rv32), Trace::default());
        Self {
            plan,
            everything: with(None, Config::default()),
            samplers: plan.0.iter().map(|(.., config, map)| with(Some(map), *config)).collect(),
            instructions: 0,
        }
    }

    /// The next record.
    pub fn push(&mut self, record: &Record) {
        self.instructions += u64::from(!record.trap);
        for (bursts, trace) in self.samplers.iter_mut().chain([&mut self.everything]) {
            if let Some(reference) = bursts.push(record) {
                trace.push(reference);
            }
        }
    }

    /// What was found.
    pub fn finish(self, name: String, limits: &Limits) -> Comparison {
        let all = self.everything.1.profile(limits);
        let rows = self.plan.0.iter().zip(&self.samplers).map(|((name, placed, ..), (_, trace))| {
            let profile = trace.profile(limits);
            Row { name: name.clone(), placed: *placed, overlap: profile.overlap(&all), profile }
        });
        Comparison { name, instructions: self.instructions, rows: rows.collect(), all }
    }
}
