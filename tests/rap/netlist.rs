//! The gates equal the golden model: what synthesis makes of the presets, through the checkers of tests/rap/rap.rs and
//! tests/rap/coalescer.rs (docs/contributing/proof.md). A sample runs with every `cargo test`, all of them with
//! `make netlist`.
use crate::support::bench::{Case, Sum, on_two_threads};
use crate::support::netlists::{block_rams, with_faults, with_netlist, with_placed};
use crate::support::scenarios;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use treetap::catalog;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::traffic::Pressure;
use treetap::flow::Family;
use treetap::spec::rap::Eps;
use treetap::spec::{coalescer, rap};

/// The shapes of tests/rap/rap.rs at a volume that gates can bear.
const CASES: &[Case] = &[
    Case { shape: "zipf?events=1500&seed=31", pressure: Pressure::None, commands: "none" },
    Case { shape: "aliases?events=1000&seed=32&weights=40", pressure: Pressure::Light, commands: "random:300" },
    Case {
        shape: "adversary?events=1200&seed=33",
        pressure: Pressure::Heavy,
        commands: "500:reset,900:snapshot_reset",
    },
    Case { shape: "adversary?events=600&seed=34&weights=65535", pressure: Pressure::Sink, commands: "none" },
];

/// Faults planted in one netlist, with every `cargo test` and with `make netlist`.
const FAULTS: (usize, usize) = (8, 24);

/// A netlist that takes part: the options of its run without it, and its family.
type Subject = (Options, Family);

fn quick(options: Options) -> Options {
    Options { effort: Effort::Quick, ..options }
}

fn rap(name: &str) -> Options {
    quick(Options::rap(rap::preset(name).unwrap()))
}

fn coalescer(name: &str) -> Options {
    quick(Options::coalescer(coalescer::preset(name).unwrap()))
}

/// Streams every case through every netlist and prints a line for each; netlists with more block RAMs than the largest
/// device are left out, and their number is returned.
fn check(subjects: &[Subject]) -> (Sum, usize) {
    let sum = Mutex::new(Sum::default());
    let left_out = AtomicUsize::new(0);
    on_two_threads(subjects, |(options, family)| {
        let started = Instant::now();
        let name = format!("{} on {}", options.design().unwrap().top, family.name());
        let options = with_netlist(options, *family);
        let (used, there) = block_rams(*family, options.rtl.as_ref().unwrap());
        if used > there {
            println!("{name}: {used} block RAMs, more than the {there} of the largest device: left out");
            left_out.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let bench = Bench::new(&options).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut here = Sum::default();
        for (i, case) in CASES.iter().enumerate() {
            let mut options = bench.options().clone();
            options.seed = 3000 + i as u64;
            if options.eps_built() && i % 2 == 1 {
                options.config.eps = Some(Eps { m: 6, s: 10 });
            }
            let report = case.run(&bench, &options);
            here.add(&report);
            sum.lock().unwrap().add(&report);
        }
        println!(
            "{name}: {} events, {} creates, {} rounds, {} words compared, 0 mismatches, {:.0} s",
            here.events,
            here.creates,
            here.rounds,
            here.compared_words,
            started.elapsed().as_secs_f64()
        );
    });
    (sum.into_inner().unwrap(), left_out.into_inner())
}

#[test]
fn gates_equal_the_model() {
    let (sum, left_out) = check(&[
        (rap("mini"), Family::Ice40),
        (rap("k8n8"), Family::Ecp5),
        (coalescer("k8e16"), Family::Ice40),
        (coalescer("mini"), Family::Ecp5),
    ]);
    assert!(left_out == 0 && sum.runs == 16 && sum.creates > 500 && sum.rounds > 50, "{sum:?}");
    assert!(sum.snapshots >= 16 && sum.resets >= 16 && sum.injected_stalls > 500, "{sum:?}");
}

#[test]
#[ignore = "takes hours: make netlist"]
fn gates_of_every_preset_equal_the_model() {
    let raps = catalog::rap_designs().into_iter().map(|preset| quick(Options::rap(&preset)));
    let coalescers = coalescer::PRESETS.iter().map(|preset| quick(Options::coalescer(preset)));
    let subjects: Vec<Subject> =
        raps.chain(coalescers).flat_map(|options| Family::ALL.map(|family| (options.clone(), family))).collect();
    // `TREETAP_PRESET` narrows a run down to one preset, or to one top.
    let only = std::env::var("TREETAP_PRESET").ok();
    let subjects: Vec<Subject> = subjects
        .into_iter()
        .filter(|(options, _)| only.as_deref().is_none_or(|name| is_called(options, name)))
        .collect();
    assert!(!subjects.is_empty(), "no preset {only:?}");
    let (sum, left_out) = check(&subjects);
    println!("{sum:?}, {left_out} left out");
    assert_eq!(sum.runs as usize, (subjects.len() - left_out) * CASES.len(), "{sum:?}");
    // What has no family left that it fits is no preset for users.
    assert!(only.is_some() || left_out < subjects.len() / 4, "{left_out} of {}", subjects.len());
}

/// Whether a design has this preset or this top.
fn is_called(options: &Options, name: &str) -> bool {
    options.preset() == name || options.design().is_ok_and(|design| design.top == name)
}

#[test]
fn a_design_read_back_from_its_bitstream_equals_the_model() {
    let Some(options) = with_placed(&coalescer("k8e16")) else { return };
    let rtl = options.rtl.clone().unwrap();
    assert!(rtl.contains("\n  SB_RAM40_4K #("), "no block RAM in what was read back");
    let bench = Bench::new(&options).unwrap();
    let sum = CASES.iter().fold(Sum::default(), |mut sum, case| {
        sum.add(&case.run(&bench, &options));
        sum
    });
    assert!(sum.emitted > 3000 && sum.resets >= 4 && sum.compared_words > 6000, "{sum:?}");
    // One bit of what the pins carry, inverted.
    let (from, to) = ("\n  assign out_key = {", "\n  assign out_key = 8'd4 ^ {");
    assert_eq!(rtl.matches(from).count(), 1, "the pins of out_key");
    let faulty = Bench::new(&Options { rtl: Some(rtl.replacen(from, to, 1)), ..options.clone() }).unwrap();
    assert!(scenarios::difference(&faulty).is_some());
}

/// Plants `count` faults in the gates of `mini`, of which at least seven in eight have to make a difference. The others
/// may stand where they change nothing: in the carry chain of a comparison with a constant below the constant's last
/// one, or in the end of the ladder, which no scenario with counts of 32 bits reaches (tests/rap/ends.rs does with
/// narrow ones).
fn find_faults(family: Family, count: usize) {
    let mut options = with_netlist(&rap("mini"), family);
    let (netlist, nets) = with_faults(family, &options.rtl.unwrap(), count);
    options.rtl = Some(netlist);
    let bench = Bench::new(&options).unwrap();
    // Without a fault the edited netlist is as good as the one it was made from.
    CASES[0].run(&bench, &options);
    let faults: Vec<_> = (1..=count as u64).collect();
    let missed = AtomicUsize::new(0);
    on_two_threads(&faults, |&mutant| {
        let found = scenarios::difference(&bench.with(&Options { mutant, ..options.clone() }));
        missed.fetch_add(usize::from(found.is_none()), Ordering::Relaxed);
        let field = found.map_or("is not found".into(), |difference| difference.field);
        println!("mini on {}: fault {mutant} of {count}, at {}: {field}", family.name(), nets[mutant as usize - 1]);
    });
    let missed = missed.into_inner();
    assert!(missed * 8 <= count, "{missed} of {count} faults in the gates of mini are not found");
}

#[test]
fn faults_planted_in_the_gates_are_found() {
    find_faults(Family::Ice40, FAULTS.0);
}

#[test]
#[ignore = "takes minutes: make netlist"]
fn many_faults_planted_in_the_gates_are_found() {
    Family::ALL.into_iter().for_each(|family| find_faults(family, FAULTS.1));
}
