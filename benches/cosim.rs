//! Co-simulation against a bare C++ loop around the same verilated model, built with the same flags
//! (docs/contributing/cosim.md).
//!
//! Both stream the same events and one snapshot. The ratio is that of clock cycles per second: of `Simulation::run`,
//! which offers, checks the streams and counts, and of the loop in `testbench/bare_rap.cpp`, which does nothing but
//! move events. The golden model runs on another thread and is in neither; the third figure is a whole run, with the
//! model and every comparison.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::{Duration, Instant};
use treetap::cosim::build::{Build, Testbench, Toolchain};
use treetap::cosim::library::{Bare, Command, Simulation};
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::spec::event::{self, Event};
use treetap::spec::rap::PRESETS;
use treetap::trace::shapes::Shape;

const SHAPE: &str = "zipf?events=200000&seed=1";
/// Presets that are measured: with and without FIFO and EPS mode, small and large.
const NAMES: &[&str] = &["nano", "mini", "x86"];
/// Turns of the two loops, one after the other, of which the ratio is the median.
const TURNS: usize = 31;

fn seconds(f: impl FnOnce() -> u64) -> (u64, Duration) {
    let start = Instant::now();
    let cycles = f();
    (cycles, start.elapsed())
}

fn bench(c: &mut Criterion) {
    let tools = Toolchain::find().expect("co-simulation needs Verilator and g++");
    for preset in PRESETS.iter().filter(|p| NAMES.contains(&p.name)) {
        let options = Options::rap(preset);
        let bench = Bench::new(&options).expect("the preset builds");
        let design = options.design().expect("the preset is emitted");
        let bare = Build { testbench: Testbench::BareRap, ..options.build(&design, false) };
        let bare = Bare::load(&bare.library(&tools).expect("the bare loop builds")).expect("the bare loop loads");
        let events: Vec<Event> = Shape::parse(SHAPE).expect("a shape").events(options.config.key_bits).collect();
        let ports = Options::ports(&options.config);
        let snapshot = [Command { position: events.len() as u64, op: event::Command::Snapshot as u64 }];
        let ours = || {
            let mut simulation = Simulation::open(bench.library(), &options.setup(0));
            let outcome = simulation.run(&events, &snapshot);
            assert!(outcome.broken.is_none() && outcome.records.len() == 1);
            simulation.totals().cycles
        };
        let yardstick = || bare.run(&events, &ports);

        let mut ratios: Vec<f64> = (0..TURNS)
            .map(|_| {
                let ((bare_cycles, bare_time), (cycles, time)) = (seconds(yardstick), seconds(ours));
                (cycles as f64 / time.as_secs_f64()) / (bare_cycles as f64 / bare_time.as_secs_f64())
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        println!(
            "{}: cycles per second, co-simulation / bare loop: {:.3} (median of {TURNS})",
            preset.name,
            ratios[TURNS / 2]
        );

        let mut group = c.benchmark_group(format!("cosim/{}", preset.name));
        group.throughput(Throughput::Elements(yardstick())).sample_size(10);
        group.bench_function("bare", |b| b.iter(yardstick));
        group.bench_function("simulation", |b| b.iter(ours));
        let workload = Workload::Events(events.clone().into());
        group.bench_function("whole_run", |b| {
            b.iter(|| {
                let report = bench.run(&workload, &mut |_, _| {}).expect("the workload is in memory");
                assert_eq!(report.mismatches, 0);
            });
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
