//! The emitted `rap` tops equal the golden model, for every engine and preset: docs/contributing/cosim.md has the rules
//! of comparing.
use crate::support::bench::{self, Case, Sum, on_every_engine, on_two_threads, options, volume};
use crate::support::vectors;
use std::sync::Mutex;
use treetap::catalog;
use treetap::cosim::build::{Build, Testbench, Toolchain};
use treetap::cosim::library::{Command as Op, Library, Simulation};
use treetap::cosim::rap::Checker;
use treetap::cosim::report::Check;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::Pressure;
use treetap::model::profile::Profile;
use treetap::model::rap::Top;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{self, Config, Eps, Preset, preset};
use treetap::trace::shapes::{Random, Shape};

const SNAPSHOT: Op = Op { position: 0, op: Command::Snapshot as u64 };

/// Shapes, idle cycles, back-pressure and commands that every preset goes through; each run has a seed of its own.
const CASES: &[Case] = &[
    Case { shape: "zipf?events=20000&seed=11", pressure: Pressure::None, commands: "none" },
    Case { shape: "uniform?events=6000&seed=12", pressure: Pressure::Light, commands: "random:1500" },
    Case { shape: "single?events=10000&seed=13", pressure: Pressure::Heavy, commands: "every:3000:snapshot" },
    Case { shape: "sequential?events=5000&seed=14", pressure: Pressure::Sink, commands: "random:900" },
    Case { shape: "hotspot?events=8000&seed=15", pressure: Pressure::Source, commands: "2500:reset,7000:snapshot" },
    Case { shape: "phases?events=10000&seed=16", pressure: Pressure::Light, commands: "every:4000:snapshot_reset" },
    Case { shape: "adversary?events=6000&seed=17", pressure: Pressure::None, commands: "none" },
    Case { shape: "adversary?events=3000&seed=18&weights=65535", pressure: Pressure::Heavy, commands: "random:700" },
    Case { shape: "uniform?events=3000&seed=19&weights=65535", pressure: Pressure::None, commands: "none" },
    Case { shape: "lcg?events=5000&weights=2", pressure: Pressure::Heavy, commands: "random:600" },
    // Neighbours one after the other, each below the node that the one before has just made.
    Case { shape: "sequential?events=40000&seed=20", pressure: Pressure::None, commands: "none" },
];

/// `TREETAP_PRESET` and `TREETAP_ENGINE` narrow a run down to one preset and one engine.
fn designs() -> Vec<Preset> {
    let only = |variable: &str, name: &str| std::env::var(variable).is_ok_and(|wanted| wanted != name);
    let named = |p: &Preset| !only("TREETAP_PRESET", p.name) && !only("TREETAP_ENGINE", p.engine.name());
    let found: Vec<_> = catalog::rap_designs().into_iter().filter(named).collect();
    assert!(!found.is_empty(), "TREETAP_PRESET and TREETAP_ENGINE name nothing that is built");
    found
}

fn words_of(simulation: &mut Simulation, events: &[Event]) -> Vec<u64> {
    let outcome = simulation.run(events, &[Op { position: events.len() as u64, ..SNAPSHOT }]);
    assert_eq!(outcome.broken, None);
    outcome.words
}

#[test]
fn hardware_equals_model_over_shapes_seeds_back_pressure_and_commands() {
    let sum = Mutex::new(Sum::default());
    let designs = designs();
    on_two_threads(&designs, |preset| {
        let bench = bench::bench(preset);
        for (i, case) in CASES.iter().enumerate() {
            let mut options = bench.options().clone();
            options.seed = 1000 + i as u64;
            if preset.eps_built && i % 2 == 1 {
                options.config.eps = Some(Eps { m: 6, s: 10 });
            }
            if i % 3 == 2 {
                options.config.t0 = 7;
            }
            if let Some(coalescer) = options.config.coalescer.as_mut().filter(|_| i % 4 == 3) {
                coalescer.weight_max = 255;
            }
            sum.lock().unwrap().add(&case.run(&bench, &options));
        }
    });
    let sum = sum.into_inner().unwrap();
    println!("{sum:?}");
    if designs.len() == catalog::rap_designs().len() {
        assert!(sum.creates >= 100_000, "{} creates", sum.creates);
        assert!(sum.rounds >= 1_000, "{} rounds", sum.rounds);
        assert!(sum.over >= 1_000, "a weight of {} over T", sum.over);
        assert!(sum.emitted >= 400_000, "{} emitted events", sum.emitted);
    }
    assert!(sum.blocked_events > 1000 && sum.idle_cycles > 1000 && sum.injected_stalls > 1000, "{sum:?}");
    assert!(sum.snapshots > 50 && sum.resets > 20 && sum.together > 5, "{sum:?}");
    assert!(sum.laws_checked >= 3 * sum.runs && sum.compared_words > 10_000, "{sum:?}");
}

#[test]
fn the_published_vectors_come_out_of_the_hardware() {
    let mut run = 0;
    for vector in vectors::VECTORS.iter().chain(&vectors::HAND_VECTORS) {
        for preset in designs().iter().filter(|p| {
            p.config.coalescer.is_none()
                && (p.config.key_bits, p.config.nodes) == (vector.key_bits, vector.nodes)
                && (vector.eps.is_none() || p.eps_built)
                && p.config.collapse == vector.config().collapse
        }) {
            let bench = bench::bench(preset);
            let config = Config { count_bits: preset.config.count_bits, ..vector.config() };
            let setup = Options { config, ..bench.options().clone() }.setup(0);
            let events: Vec<_> = vector.stream().collect();
            let words = words_of(&mut Simulation::open(bench.library(), &setup), &events);
            let profile =
                Profile::from_words(&words, config.key_bits, config.count_bits, config.nodes, config.collapse).unwrap();
            let got =
                (profile.n, profile.t, profile.live, profile.creates, profile.collapses, profile.over, profile.fnv());
            let want = (vector.n, vector.t, vector.live, vector.creates, vector.collapses, vector.over, vector.fnv);
            assert_eq!(got, want, "{}: K={} N={}", preset.name, vector.key_bits, vector.nodes);
            run += 1;
        }
    }
    if designs().len() == catalog::rap_designs().len() {
        assert!(run >= vectors::HAND_VECTORS.len(), "only {run} vectors found a preset");
    }
}

#[test]
fn events_of_weight_zero_are_accepted_ignored_and_counted() {
    let mut random = Random(5);
    let events: Vec<_> =
        (0..4000).map(|_| Event { key: random.next() % 64, weight: (random.next() % 3) as u16 }).collect();
    let zeros = events.iter().filter(|e| e.weight == 0).count() as u64;
    for preset in on_every_engine(&["nano", "k32n64"]) {
        let bench = bench::bench(&preset);
        for pressure in [Pressure::None, Pressure::Heavy] {
            let options = Options { pressure, ..bench.options().clone() };
            let report = bench.with(&options).run(&Workload::Events(events.clone().into()), &mut |_, _| {}).unwrap();
            assert_eq!((report.fault, report.zero_weight), (None, zeros));
        }
    }
    assert!(zeros > 1000);
}

#[test]
fn counts_stop_at_their_width_and_what_does_not_fit_is_lost() {
    // 32-bit counts: 2^32 is 65537 events of the largest weight, which a coalescer cannot combine, and as much again is
    // lost.
    let mut events: Vec<_> = (0..131_400).map(|i| Event { key: i % 5 * 0x1000, weight: u16::MAX }).collect();
    events.extend((0..200).map(|i| Event { key: i % 7, weight: 1 + i as u16 }));
    let mut tested = 0;
    for preset in designs().iter().filter(|p| p.config.count_bits == 32 && p.config.key_bits == 32) {
        let bench = bench::bench(preset);
        let mut simulation = Simulation::open(bench.library(), &bench.options().setup(0));
        let mut checker = Checker::new(preset.config, preset.engine, 0).unwrap();
        let outcome = simulation.run(&events, &[Op { position: events.len() as u64, ..SNAPSHOT }]);
        assert!(checker.batch(&events, &outcome), "{}", preset.name);
        let stats = outcome.records[0].stats;
        assert!(stats.lost_flag == 1 && stats.near_full == 1, "{}: {stats:?}", preset.name);
        assert_eq!(stats.lost, u64::from(u32::MAX), "{}", preset.name);
        tested += 1;
    }
    assert!(tested > 0, "no preset has 32-bit counts");
}

#[test]
fn configuration_registers_take_effect_at_a_reset_and_only_there() {
    let mut checked = 0;
    for preset in on_every_engine(&["x86", "nano_eps", "k8n8"]) {
        let name = preset.name;
        let bench = bench::bench(&preset);
        let mut simulation = Simulation::open(bench.library(), &bench.options().setup(0));
        let mut checker = Checker::new(preset.config, preset.engine, 0).unwrap();
        let events: Vec<_> = Shape::parse("zipf?events=3000").unwrap().events(preset.config.key_bits).collect();
        let mut config = preset.config;
        for (t0, eps) in [(9, None), (40, Some(Eps { m: 5, s: 9 })), (1, Some(Eps { m: 7, s: 12 })), (3, None)] {
            (config.t0, config.eps) = (t0, eps.filter(|_| preset.eps_built));
            if let Some(coalescer) = &mut config.coalescer {
                coalescer.weight_max = 3 + 100 * t0 as u16;
            }
            // Before the reset the old values count, after it the new ones.
            simulation.configure(&Options::ports(&config));
            checker.configure(config).unwrap();
            let middle = events.len() as u64 / 2;
            let reset = if t0 == 40 { Command::SnapshotReset } else { Command::Reset };
            let commands =
                [Op { position: middle, op: reset as u64 }, Op { position: events.len() as u64, ..SNAPSHOT }];
            let outcome = simulation.run(&events, &commands);
            assert!(checker.batch(&events, &outcome), "{name}, T0 = {t0}");
            let stats = outcome.records.last().unwrap().stats;
            assert!(stats.t >= t0, "{name}: T = {}", stats.t);
            checked += 1;
        }
    }
    assert!(checked >= 8);
}

#[test]
fn rst_drops_what_is_in_flight_and_leaves_a_clean_machine() {
    let mut random = Random(77);
    let (mut in_flight, mut in_dump) = (0, 0);
    for preset in on_every_engine(&["mini", "k32n64", "k16n256"]) {
        let bench = bench::bench(&preset);
        let options = Options { pressure: Pressure::Light, ..bench.options().clone() };
        let mut simulation = Simulation::open(bench.library(), &options.setup(0));
        for round in 0..40 * volume() {
            let shape = format!("adversary?events=1500&seed={round}&weights={}", 1 + random.next() % 100);
            let workload =
                Workload::parse(&format!("shape:{shape}"), treetap::trace::Options::default(), preset.config).unwrap();
            let mut events = vec![];
            workload.open().unwrap().next_batch(&mut events).unwrap();
            // Interrupted anywhere: in a walk, a create, a collapse, a flush, a dump, the clearing after the last
            // reset.
            let before = simulation.totals();
            let outcome = simulation.run_for(&events, &[Op { position: 700, ..SNAPSHOT }], 1 + random.next() % 30_000);
            assert_eq!(outcome.broken, None);
            let after = simulation.totals();
            in_flight += u64::from(after.events - before.events > after.emitted - before.emitted);
            in_dump += u64::from(outcome.records.iter().any(|r| r.words == 0));
            simulation.rst();
            let mut checker = Checker::new(preset.config, preset.engine, 0).unwrap();
            let outcome = simulation.run(&events, &[Op { position: events.len() as u64, ..SNAPSHOT }]);
            assert!(checker.batch(&events, &outcome), "{} {}, round {round}", preset.name, preset.engine.name());
        }
    }
    assert!(in_flight > 20 && in_dump > 5, "{in_flight} rounds with events in flight, {in_dump} in a dump");
}

#[test]
fn rst_at_any_cycle_leaves_a_clean_machine_of_every_size() {
    rst_at_any_cycle(&["mini", "cam256", "x86", "k64n512", "max"], 6);
}

#[test]
#[ignore = "builds the largest designs: `make rst`"]
fn rst_at_any_cycle_leaves_a_clean_machine_in_every_design() {
    rst_at_any_cycle(&rap::PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>(), 20);
}

/// `rst` after so many cycles of a run, again and again; every design alone shows what its runs have met.
fn rst_at_any_cycle(names: &[&str], rounds: u64) {
    on_two_threads(&on_every_engine(names), |preset| {
        let bench = bench::bench(preset);
        let options = Options { pressure: Pressure::Light, ..bench.options().clone() };
        let mut simulation = Simulation::open(bench.library(), &options.setup(0));
        let mut random = Random(91);
        let (mut in_flight, mut creates, mut snapshots) = (0, 0, 0);
        for round in 0..rounds * volume() {
            let shape = format!("uniform?events=4000&seed={round}&weights={}", 1 + random.next() % 50);
            let events: Vec<_> = Shape::parse(&shape).unwrap().events(preset.config.key_bits).collect();
            let before = simulation.totals();
            // Clearing, counting, the snapshot in the middle and what follows.
            let cycles = 1 + random.next() % (u64::from(4 * preset.config.nodes) + 20_000);
            let outcome = simulation.run_for(&events, &[Op { position: 2000, ..SNAPSHOT }], cycles);
            assert_eq!(outcome.broken, None);
            let after = simulation.totals();
            in_flight += u64::from(after.events - before.events > after.emitted - before.emitted);
            simulation.rst();
            let mut checker = Checker::new(preset.config, preset.engine, 0).unwrap();
            let outcome = simulation.run(&events, &[Op { position: events.len() as u64, ..SNAPSHOT }]);
            assert!(checker.batch(&events, &outcome), "{} {}, round {round}", preset.name, preset.engine.name());
            creates += outcome.records[0].stats.creates;
            snapshots += outcome.records.len();
        }
        let totals = simulation.totals();
        let name = format!("{} {}: {in_flight} in flight, {creates} creates", preset.name, preset.engine.name());
        println!("{name}, {} blocked, {} waited", totals.blocked_events, totals.injected_stalls);
        assert!(in_flight >= rounds / 4 && creates > 40 * rounds && snapshots as u64 >= rounds, "{name}");
        assert!(totals.blocked_events > 100 && totals.injected_stalls > 10, "{name}: {totals:?}");
    });
}

#[test]
fn a_reset_that_forgets_a_register_is_found() {
    let mut found = 0;
    for preset in on_every_engine(&["k16n256"]) {
        // A snapshot that is interrupted after its flush leaves the next one without a flush.
        let design = options(&preset).design().unwrap();
        let right = "if (engine_cmd_ready | rst) flushed <= 1'b0;";
        assert_eq!(design.verilog.matches(right).count(), 1, "{}", design.top);
        let wrong = design.verilog.replace(right, "if (engine_cmd_ready) flushed <= 1'b0;");
        let bench = Bench::new(&Options { rtl: Some(wrong), ..options(&preset) }).unwrap();
        let mut simulation = Simulation::open(bench.library(), &bench.options().setup(0));
        let events: Vec<_> = Shape::parse("uniform?events=300").unwrap().events(preset.config.key_bits).collect();
        let outcomes = (0..12).map(|round| {
            simulation.run_for(&events, &[Op { position: 100, ..SNAPSHOT }], 700 + 700 * round);
            simulation.rst();
            let mut checker = Checker::new(preset.config, preset.engine, 0).unwrap();
            let outcome = simulation.run(&events, &[Op { position: events.len() as u64, ..SNAPSHOT }]);
            checker.batch(&events, &outcome)
        });
        let missed: Vec<bool> = outcomes.collect();
        assert!(missed.contains(&false), "{}: a register that is not reset is not found", preset.engine.name());
        found += 1;
    }
    assert_eq!(found, 3);
}

#[test]
fn power_up_contents_do_not_matter() {
    on_every_engine(&["mini"]).iter().for_each(power_up_contents_do_not_matter_to);
}

fn power_up_contents_do_not_matter_to(preset: &Preset) {
    let bench = bench::bench(preset);
    let events: Vec<_> = Shape::parse("hotspot?events=2000").unwrap().events(preset.config.key_bits).collect();
    let dumps: Vec<_> = (0..8)
        .map(|seed| {
            let setup = Options { seed, ..bench.options().clone() }.setup(0);
            words_of(&mut Simulation::open(bench.library(), &setup), &events)
        })
        .collect();
    let want = Top::new(preset.config).map(|mut p| {
        events.iter().for_each(|e| p.add(*e));
        p.command(Command::Snapshot).unwrap().to_words()
    });
    let want = want.unwrap();
    assert!(dumps.iter().all(|dump| *dump == want));
}

/// Runs in a process of its own: ten of them share one empty cache.
#[test]
#[ignore = "run by ten_processes_share_a_cache_without_racing"]
fn one_of_ten_processes() {
    let preset = preset("mini").unwrap();
    let options = Options { effort: treetap::cosim::build::Effort::Quick, ..Options::rap(preset) };
    let workload = Workload::parse("shape:zipf?events=500", treetap::trace::Options::default(), preset.config).unwrap();
    assert_eq!(Bench::new(&options).unwrap().run(&workload, &mut |_, _| {}).unwrap().mismatches, 0);
}

#[test]
fn ten_processes_share_a_cache_without_racing() {
    let cache = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let children: Vec<_> = (0..10)
        .map(|_| {
            std::process::Command::new(&program)
                .args(["--exact", "rap::one_of_ten_processes", "--ignored"])
                .env("TREETAP_CACHE", cache.path())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
    }
    let made = std::fs::read_dir(cache.path()).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir());
    let (preludes, libraries): (Vec<_>, Vec<_>) =
        made.partition(|path| path.file_name().unwrap().to_str().unwrap().starts_with("prelude-"));
    assert_eq!((libraries.len(), preludes.len()), (1, 1), "built once, nothing left half-made: {libraries:?}");
}

#[test]
fn a_build_without_a_top_of_that_name_says_so() {
    let tools = Toolchain::find().unwrap();
    let build = Build {
        top: "treetap_rap_absent",
        verilog: "module something_else(input wire clk);\nendmodule\n",
        testbench: Testbench::Rap,
        ports: None,
        effort: treetap::cosim::build::Effort::Quick,
        waveforms: false,
    };
    let error = build.library(&tools).unwrap_err().to_string();
    assert!(error.contains("treetap_rap_absent"), "{error}");
    assert!(Library::load(std::path::Path::new("/nonexistent.so")).is_err());
}
