//! Trees and coalescers of random configurations equal the golden model.
use crate::support::bench::{Case, Sum, on_two_threads, volume};
use crate::support::configurations::{engines, legal};
use std::collections::BTreeMap;
use std::sync::Mutex;
use treetap::catalog::{Chosen, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::traffic::Pressure;
use treetap::spec::rap::Eps;
use treetap::trace::shapes::Random;

/// Configurations of one run; `TREETAP_VOLUME` makes it more.
const TREES: usize = 32;
const COALESCERS: usize = 10;
const SEED: u64 = 0x7472_6565;

/// Traffic for a configuration: each has another.
const CASES: &[Case] = &[
    Case { shape: "zipf?events=4000&seed=3", pressure: Pressure::Light, commands: "random:900" },
    Case {
        shape: "adversary?events=2500&seed=4&weights=300",
        pressure: Pressure::Heavy,
        commands: "every:1000:snapshot",
    },
    Case { shape: "hotspot?events=4000&seed=5", pressure: Pressure::Sink, commands: "random:700" },
    Case { shape: "sequential?events=3000&seed=6", pressure: Pressure::Source, commands: "1500:reset,2500:snapshot" },
    Case { shape: "uniform?events=2500&seed=7&weights=65535", pressure: Pressure::None, commands: "random:1100" },
];

#[test]
fn trees_of_random_configurations_equal_the_model() {
    let random = &mut Random(SEED);
    let mut trees = vec![];
    let mut built: BTreeMap<&str, usize> = BTreeMap::new();
    while trees.len() < TREES * volume() as usize {
        let wanted = engines(Unit::Rap)[trees.len() % 3];
        if let Chosen::Rap(preset) = legal(Unit::Rap, random)
            && preset.engine.name() == wanted
            && trees.iter().all(|(_, known): &(usize, treetap::spec::rap::Preset)| known.name != preset.name)
        {
            *built.entry(preset.engine.name()).or_default() += 1;
            trees.push((trees.len(), preset));
        }
    }
    let sum = Mutex::new(Sum::default());
    on_two_threads(&trees, |(at, preset)| {
        let mut options = Options { effort: Effort::Test, seed: 500 + *at as u64, ..Options::rap(preset) };
        let bench = Bench::new(&options).unwrap_or_else(|error| panic!("{}: {error}", options.hardware.command()));
        if preset.eps_built && at % 2 == 0 {
            options.config.eps = Some(Eps { m: 5, s: 9 });
        }
        for case in [&CASES[at % CASES.len()], &CASES[(at + 2) % CASES.len()]] {
            sum.lock().unwrap().add(&case.run(&bench, &options));
        }
    });
    let sum = sum.into_inner().unwrap();
    println!("{} trees: {built:?}; {sum:?}", trees.len());
    assert!(built.values().all(|count| *count >= 4) && built.len() == 3, "{built:?}");
    assert!(trees.iter().filter(|(_, preset)| preset.eps_built).count() >= 3);
    assert!(sum.emitted > 20_000 && sum.creates > 5_000 && sum.collapses > 100, "{sum:?}");
    assert!(sum.snapshots > 100 && sum.resets > 20 && sum.blocked_events > 1000 && sum.idle_cycles > 1000, "{sum:?}");
}

#[test]
fn coalescers_of_random_configurations_equal_the_model() {
    let random = &mut Random(SEED + 1);
    let mut units = vec![];
    while units.len() < COALESCERS * volume() as usize {
        // Each microarchitecture in turn.
        let wanted = engines(Unit::Coalescer)[units.len() % 3];
        if let Chosen::Coalescer(preset) = legal(Unit::Coalescer, random)
            && preset.built.name() == wanted
            && units.iter().all(|(_, known): &(usize, treetap::spec::coalescer::Preset)| known.name != preset.name)
        {
            units.push((units.len(), preset));
        }
    }
    let sum = Mutex::new(Sum::default());
    on_two_threads(&units, |(at, preset)| {
        let options = Options { effort: Effort::Test, seed: 900 + *at as u64, ..Options::coalescer(preset) };
        let bench = Bench::new(&options).unwrap_or_else(|error| panic!("{}: {error}", options.hardware.command()));
        for case in [&CASES[at % CASES.len()], &CASES[(at + 3) % CASES.len()]] {
            sum.lock().unwrap().add(&case.run(&bench, &options));
        }
    });
    let sum = sum.into_inner().unwrap();
    println!("{} coalescers: {sum:?}", units.len());
    let built: std::collections::BTreeSet<_> = units.iter().map(|(_, preset)| preset.built.name()).collect();
    assert_eq!(built.len(), 3, "{built:?}");
    assert!(sum.events > 30_000 && sum.emitted > 5_000 && sum.blocked_events > 500, "{sum:?}");
}
