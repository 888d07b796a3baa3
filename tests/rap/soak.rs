//! `make soak`: hundreds of millions of engine-side events through the emitted engines, every one of them compared; one
//! row for each design. docs/measured/cosim.md records a run.
//!
//! `TREETAP_SOAK` lists other quotas, `PRESET:ENGINE=EVENTS,...`; `TREETAP_SOAK_MINUTES` ends a run early, with the
//! same share of its quota done by every design.
use crate::support::bench::{Case, Sum, on_two_threads};
use std::sync::Mutex;
use std::time::Instant;
use treetap::catalog;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::traffic::Pressure;
use treetap::spec::rap::Engine;

/// The designs that take part and their engine-side events: 10^9 for those that are made for users, and some for the
/// smallest pools, EPS mode and the widest keys.
const QUOTAS: &str = "nano:serial=25e7,fast:pipelined=25e7,max:pipelined=25e7,cam256:cam=25e7,mini:serial=2e7,\
    nano_eps:serial=2e7,x86:serial=2e7,small25:pipelined=2e7,k32n64:pipelined=2e7,cam64:cam=2e7";
const CASES: &[Case] = &[
    Case { shape: "zipf?events=1e6", pressure: Pressure::None, commands: "random:200000" },
    Case { shape: "uniform?events=3e5", pressure: Pressure::Light, commands: "random:50000" },
    Case { shape: "phases?events=1e6", pressure: Pressure::None, commands: "every:250000:snapshot_reset" },
    Case { shape: "hotspot?events=5e5", pressure: Pressure::Light, commands: "none" },
    Case { shape: "aliases?events=5e5", pressure: Pressure::Source, commands: "random:30000" },
    Case { shape: "sequential?events=3e5", pressure: Pressure::Sink, commands: "random:40000" },
    Case { shape: "adversary?events=2e5", pressure: Pressure::Light, commands: "random:20000" },
    Case { shape: "adversary?events=1e5&weights=65535", pressure: Pressure::Heavy, commands: "random:10000" },
    Case { shape: "uniform?events=2e5&weights=65535", pressure: Pressure::None, commands: "none" },
    Case { shape: "lcg?events=3e5&weights=2", pressure: Pressure::None, commands: "random:5000" },
];

/// A design on its way to its quota.
struct Design {
    bench: Bench,
    engine: Engine,
    quota: u64,
    /// Passes over the cases that were begun: the seed of the next one.
    begun: u64,
    /// Passes that are not over yet.
    running: u64,
    sum: Sum,
}

impl Design {
    /// `PRESET:ENGINE=EVENTS`.
    fn parse(text: &str) -> Self {
        let fields = text.split_once('=').and_then(|(design, events)| Some((design.split_once(':')?, events)));
        let ((name, engine), events) = fields.unwrap_or_else(|| panic!("`{text}` is not PRESET:ENGINE=EVENTS"));
        let quota: f64 = events.parse().unwrap_or_else(|e| panic!("`{events}`: {e}"));
        let engine = Engine::from_name(engine).unwrap_or_else(|| panic!("no engine `{engine}`"));
        let preset = catalog::rap_preset(name, Some(engine)).unwrap_or_else(|e| panic!("{e}"));
        let bench = Bench::new(&Options::rap(&preset)).unwrap_or_else(|e| panic!("{text}: {e}"));
        Self { bench, engine, quota: quota as u64, begun: 0, running: 0, sum: Sum::default() }
    }

    /// Part of the quota that is done, with what is on its way.
    fn share(&self) -> f64 {
        let each = self.sum.emitted as f64 / (self.begun - self.running).max(1) as f64;
        (self.sum.emitted as f64 + each.max(1.0) * self.running as f64) / self.quota as f64
    }

    fn row(&self) -> String {
        let sum = &self.sum;
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.engine.name(),
            self.bench.options().preset(),
            sum.runs,
            sum.events,
            sum.emitted,
            sum.creates,
            sum.rounds,
            sum.over,
            sum.snapshots,
            sum.resets,
            sum.compared_words,
            sum.laws_checked,
        )
    }
}

#[test]
#[ignore = "takes hours: make soak"]
fn soak() {
    let quotas = std::env::var("TREETAP_SOAK").unwrap_or_else(|_| QUOTAS.into());
    let minutes = std::env::var("TREETAP_SOAK_MINUTES").ok().map(|v| v.parse::<f64>().expect("minutes are a number"));
    let designs: Vec<_> = quotas.split(',').map(Design::parse).collect();
    let benches: Vec<_> = designs.iter().map(|design| design.bench.clone()).collect();
    let designs = Mutex::new(designs);
    let started = Instant::now();
    let in_time = || minutes.is_none_or(|minutes| started.elapsed().as_secs_f64() < minutes * 60.0);
    on_two_threads(&[0, 1], |_| {
        while in_time() {
            let (at, seed) = {
                let mut designs = designs.lock().unwrap();
                let behind = designs.iter_mut().enumerate().filter(|(_, design)| design.sum.emitted < design.quota);
                let Some((at, design)) = behind.min_by(|(_, a), (_, b)| a.share().total_cmp(&b.share())) else {
                    return;
                };
                design.running += 1;
                design.begun += 1;
                (at, design.begun)
            };
            for case in CASES {
                let seeded = Case { shape: &format!("{}&seed={seed}", case.shape), ..*case };
                let report = seeded.run(&benches[at], &Options { seed, ..benches[at].options().clone() });
                designs.lock().unwrap()[at].sum.add(&report);
            }
            let mut designs = designs.lock().unwrap();
            designs[at].running -= 1;
            eprintln!("{:.0} s, seed {seed}: {}", started.elapsed().as_secs_f64(), designs[at].row());
        }
    });
    println!(
        "\n| engine | preset | runs | events | engine-side | creates | rounds | over | snapshots | resets | words | \
         laws |"
    );
    println!("|--|--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let designs = designs.into_inner().unwrap();
    for design in &designs {
        println!("{}", design.row());
    }
    println!("\n{:.0} s, no difference", started.elapsed().as_secs_f64());
    for design in &designs {
        let sum = &design.sum;
        let happened = [sum.creates, sum.rounds, sum.over, sum.snapshots, sum.resets, sum.laws_checked];
        assert!(happened.iter().all(|count| *count > 0), "{}", design.row());
        assert!(sum.emitted >= design.quota || !in_time(), "{}: quota {}", design.row(), design.quota);
    }
}
