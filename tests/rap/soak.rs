//! `make soak`: at least 2e8 engine-side events through the emitted engines, every one of them compared.
//! docs/contributing/cosim.md records a run.
use crate::support::bench::{Case, Sum, on_two_threads};
use std::sync::Mutex;
use std::time::Instant;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::traffic::Pressure;
use treetap::spec::rap::PRESETS;

/// Engine-side events of a full run; `TREETAP_SOAK_EVENTS` asks for another number.
const EVENTS: u64 = 200_000_000;
/// Presets that take part: those that are made for users, and the smallest pool.
const NAMES: &[&str] = &["nano", "mini", "x86", "nano_eps", "soc32", "k32n64"];
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

#[test]
#[ignore = "takes most of an hour: make soak"]
fn soak() {
    let wanted = std::env::var("TREETAP_SOAK_EVENTS").ok().and_then(|v| v.parse().ok()).unwrap_or(EVENTS);
    let started = Instant::now();
    let sum = Mutex::new(Sum::default());
    let presets: Vec<_> = PRESETS.iter().filter(|p| NAMES.contains(&p.name)).collect();
    assert_eq!(presets.len(), NAMES.len());
    on_two_threads(&[0u64, 1], |worker| {
        let benches: Vec<_> = presets.iter().map(|p| Bench::new(&Options::rap(p)).unwrap()).collect();
        // The workers share the seeds: one has the even ones, the other the odd ones.
        for round in (*worker..).step_by(2) {
            for bench in &benches {
                for case in CASES {
                    if sum.lock().unwrap().emitted >= wanted {
                        return;
                    }
                    let seeded = Case { shape: &format!("{}&seed={round}", case.shape), ..*case };
                    let options = Options { seed: round, ..bench.options().clone() };
                    let report = seeded.run(bench, &options);
                    sum.lock().unwrap().add(&report);
                }
            }
            let sum = sum.lock().unwrap();
            println!("seed {round} done after {:.0} s: {sum:?}", started.elapsed().as_secs_f64());
        }
    });
    let sum = sum.into_inner().unwrap();
    println!("{:.0} s, {sum:?}", started.elapsed().as_secs_f64());
    assert!(sum.emitted >= wanted && sum.creates > 0 && sum.rounds > 0 && sum.resets > 0);
}
