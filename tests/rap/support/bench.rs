//! Verilated presets, built once per test process, and what several runs add up to.
pub use super::volume::{on_two_threads, volume};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};
use treetap::catalog;
use treetap::cosim::build::Effort;
use treetap::cosim::report::Report;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::spec::rap::{Engine, Preset};
use treetap::trace;

/// Options of ordinary tests: builds that are quick and runs that are fast enough.
pub fn options(preset: &Preset) -> Options {
    Options { effort: Effort::Test, ..Options::rap(preset) }
}

/// The emitted design of a preset, built and loaded once.
pub fn bench(preset: &Preset) -> Bench {
    static BENCHES: OnceLock<Mutex<HashMap<(&'static str, Engine), Bench>>> = OnceLock::new();
    let benches = BENCHES.get_or_init(Default::default);
    let name = (preset.name, preset.engine);
    if let Some(bench) = benches.lock().unwrap().get(&name) {
        return bench.clone();
    }
    let bench = Bench::new(&options(preset)).unwrap_or_else(|e| panic!("{name:?}: {e}"));
    benches.lock().unwrap().insert(name, bench.clone());
    bench
}

/// The presets of these names on every engine they are built on.
pub fn on_every_engine(names: &[&str]) -> Vec<Preset> {
    let designs = catalog::rap_designs();
    let found: Vec<_> = designs.into_iter().filter(|p| names.contains(&p.name)).collect();
    assert!(names.iter().all(|name| found.iter().any(|p| p.name == *name)), "no preset of that name: {names:?}");
    found
}

/// One run of a test.
pub struct Case<'a> {
    /// As on the command line, without `shape:`.
    pub shape: &'a str,
    pub pressure: Pressure,
    /// As on the command line.
    pub commands: &'static str,
}

impl Case<'_> {
    /// Runs the case on a design with `options` for everything else, and expects no difference; with `TREETAP_VOLUME`
    /// times the events.
    pub fn run(&self, bench: &Bench, options: &Options) -> Report {
        self.run_longer(bench, options, volume())
    }

    /// The same with so many times the events.
    pub fn run_longer(&self, bench: &Bench, options: &Options, times: u64) -> Report {
        let mut options = options.clone();
        options.pressure = self.pressure;
        options.commands = Commands::parse(self.commands).unwrap();
        let mut shape = format!("shape:{}", self.shape);
        if times > 1 {
            // Of a parameter given twice the last one counts.
            let events = Workload::parse(&shape, trace::Options::default(), options.config).unwrap().len().unwrap();
            shape += &format!("{}events={}", if shape.contains('?') { '&' } else { '?' }, events * times);
        }
        let workload = Workload::parse(&shape, trace::Options::default(), options.config).unwrap();
        let report = bench.with(&options).run(&workload, &mut |_, _| {}).unwrap();
        assert_eq!(
            report.mismatches, 0,
            "{} {} {}, {shape}, {:?}, {}, seed {}: {:?}",
            report.unit, report.preset, report.engine, self.pressure, self.commands, report.seed, report.fault
        );
        report
    }
}

/// Sums over many reports: what a test asserts to prove that its stimulus happened.
#[derive(Debug, Default)]
pub struct Sum {
    pub runs: u64,
    pub events: u64,
    pub emitted: u64,
    pub creates: u64,
    pub rounds: u64,
    pub over: u64,
    pub snapshots: u64,
    pub resets: u64,
    pub zero_weight: u64,
    pub blocked_events: u64,
    pub idle_cycles: u64,
    pub injected_stalls: u64,
    pub together: u64,
    pub compared_words: u64,
    pub laws_checked: u64,
}

impl Sum {
    pub fn add(&mut self, report: &Report) {
        self.runs += 1;
        self.events += report.events;
        self.emitted += report.emitted;
        self.creates += report.creates;
        self.rounds += report.rounds;
        self.over += report.over;
        self.snapshots += report.snapshots;
        self.resets += report.resets;
        self.zero_weight += report.zero_weight;
        self.blocked_events += report.blocked_events;
        self.idle_cycles += report.idle_cycles;
        self.injected_stalls += report.injected_stalls;
        self.together += report.together;
        self.compared_words += report.compared_words;
        self.laws_checked += report.laws_checked;
    }
}
