//! Engines and monitors of random sizes equal their models (docs/reference/hps.md, docs/reference/monitor.md).
use crate::support::bench::{Bench, Host};
use crate::support::configurations::{distinct, summary};
use crate::support::disturbed::disturbed;
use crate::support::random::{host, run};
use crate::support::retired::Recorded;
use crate::support::tables::random_program;
use crate::support::volume::{on_two_threads, volume};
use std::collections::BTreeMap;
use std::sync::Mutex;
use treetap::catalog::{Chosen, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::monitor::{self, Options};
use treetap::host::monitor::Switches;
use treetap::spec::hps::{Engine, regs};
use treetap::spec::monitor::Build;
use treetap::spec::phase;
use treetap::spec::tap;
use treetap::spec::variant::Variant;
use treetap::trace::shapes::Random;

/// Configurations of one run; `TREETAP_VOLUME` makes it more.
const ENGINES: usize = 16;
const MONITORS: usize = 4;
const SEED: u64 = 0x6870_7331;

/// The variants of a unit, corners first.
fn variants(unit: Unit, count: usize) -> Vec<Variant> {
    let of = |chosen| match chosen {
        Chosen::Part(_, variant) => variant,
        other => panic!("{other:?} is no part"),
    };
    distinct(unit, SEED, count * volume() as usize, |_, _| true).into_iter().map(of).collect()
}

/// Every table ends where the size says: its last word is there, the next is an access to no register.
fn ends(bench: &mut Bench) {
    let config = bench.config;
    let bad = regs::STATUS.field("BADADDR").mask();
    host(bench, Host::Write(regs::CTRL.offset, 0));
    for (register, words, all) in [
        (&regs::CT, config.conditions, regs::CT.words),
        (&regs::PT, 4 * config.patterns, regs::PT.words),
        (&regs::RT, 2 * config.words, regs::RT.words),
        (&regs::CTR, config.counters, regs::CTR.words),
    ] {
        let all = u32::from(all);
        for (word, there) in [(0, true), (words - 1, true), (words, false), (all - 1, words == all)] {
            if word < all {
                host(bench, Host::Write(regs::STATUS.offset, u32::MAX));
                host(bench, Host::Write(register.offset + 4 * word as u16, 0));
                host(bench, Host::Read(regs::STATUS.offset));
                let status = bench.model.read(regs::STATUS.offset);
                assert_eq!(status & bad == 0, there, "{config:?}: word {word} of {}", register.name);
            }
        }
    }
    host(bench, Host::Read(regs::PARAM.offset));
}

#[derive(Debug, Default)]
struct Engines {
    modes: BTreeMap<&'static str, u64>,
    taken: u64,
    left: u64,
    /// Engines whose last pattern replaced something.
    last_pattern: u64,
    seen: BTreeMap<&'static str, u64>,
}

#[test]
fn engines_of_random_sizes_equal_the_model() {
    let drawn = variants(Unit::Hps, ENGINES);
    let numbered: Vec<_> = drawn.iter().enumerate().collect();
    let sum = Mutex::new(Engines::default());
    on_two_threads(&numbered, |(at, variant)| {
        let chosen = Chosen::Part(Unit::Hps, **variant);
        let mut bench = Bench::of(variant, &chosen.emit().unwrap(), Effort::Test);
        ends(&mut bench);
        // Loading a large table takes longer than a program runs.
        let programs = (2048 / bench.config.words).clamp(2, 6);
        run(&mut bench, SEED + *at as u64, programs, 4_000).unwrap_or_else(|e| panic!("{}: {e}", chosen.command()));
        let mut sum = sum.lock().unwrap();
        *sum.modes.entry(bench.config.mode.name()).or_default() += 1;
        sum.taken += bench.seen["taken"];
        sum.left += bench.left;
        sum.last_pattern += u64::from(bench.winners >> (bench.config.patterns - 1));
        bench.seen.iter().for_each(|(name, count)| *sum.seen.entry(name).or_default() += count);
    });
    let sum = sum.into_inner().unwrap();
    let what = format!(
        "emitted and simulated, {} instructions, {} events and words, last pattern used in {}, 0 mismatches",
        sum.taken, sum.left, sum.last_pattern
    );
    summary("hps", drawn.len(), &what);
    println!("{sum:?}");
    assert!(sum.modes.values().all(|count| *count >= 4) && sum.modes.len() == 2, "{sum:?}");
    assert!(sum.taken > 100_000 && sum.left > 50_000 && sum.last_pattern >= 2, "{sum:?}");
    assert!(sum.seen.values().all(|count| *count > 0), "{sum:?}");
    // No preset is like them: sizes that are no powers of two, tables of conditions that patterns point past the end
    // of.
    let odd = |name: &str, full: u32| {
        drawn.iter().filter(|v| !v.parameter(name).is_power_of_two()).count() > 2
            && drawn.iter().any(|v| v.parameter(name) == 1)
            && drawn.iter().any(|v| v.parameter(name) == full)
    };
    assert!(odd("patterns", 32) && odd("conditions", 16));
    assert!(drawn.iter().filter(|v| v.parameter("ternary") == 1).count() >= 3);
    for engine in [Engine::Serial, Engine::Pipelined] {
        let of_it = drawn.iter().filter(|v| Engine::of(v) == engine).count();
        assert!((1..drawn.len() / 2).contains(&of_it), "{of_it} of them are {}", engine.name());
    }
}

#[test]
fn monitors_of_random_sizes_equal_the_model() {
    let drawn = variants(Unit::Monitor, MONITORS);
    let numbered: Vec<_> = drawn.iter().enumerate().collect();
    let sum = Mutex::new([0; 4]);
    on_two_threads(&numbered, |(at, variant)| {
        let mut random = Random(SEED + 100 + *at as u64);
        let build = Build::of(variant);
        let records = disturbed(&mut random);
        let (program, map) = random_program(&mut random, build.engine, build.codes.min(4096), &records);
        let core = [Core::Ibex, Core::Picorv32][at % 2];
        let mut options =
            Options { effort: Effort::Test, ..Options::new(**variant, tap::preset(core).config, program) };
        options.map = (at % 4 != 3).then_some(map);
        options.phase = build.phase.map(|_| phase::Config::of(600, 20));
        options.seed = random.next();
        options.switches = Switches { hold: at % 2 == 1, stream: at % 2 == 0 };
        (options.idle, options.wait) =
            ([(0, 0), (20_000, 9)][at / 2 % 2], if options.switches.hold { (9_000, 60) } else { (20_000, 1_200) });
        let what = Chosen::Part(Unit::Monitor, **variant).command();
        let hardware = monitor::monitor(&options).unwrap_or_else(|e| panic!("{what}: {e}"));
        let report = monitor::run(&options, hardware, &mut Recorded(&records), &mut |_| {});
        let report = report.unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!((report.mismatches, report.first.as_ref(), &report.broken[..]), (0, None, &[][..]), "{what}");
        assert_eq!(report.retired as usize, records.len(), "{what}");
        let mut sum = sum.lock().unwrap();
        let parts = [report.retired, report.events, report.dropped, report.compared];
        sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
    });
    let [retired, events, dropped, compared] = sum.into_inner().unwrap();
    summary(
        "monitor",
        drawn.len(),
        &format!(
            "emitted and simulated, {retired} retirements, {events} events, {dropped} dropped, {compared} words \
             compared, \
             0 mismatches"
        ),
    );
    assert!(events > 1_000 && dropped > 50 && compared > events, "{events} events, {dropped} dropped");
    let with = |name: &str, value: u32| drawn.iter().any(|v| v.parameter(name) == value);
    assert!(with("axil", 0) && with("axil", 1) && with("patterns", 1) && with("patterns", 32));
}
