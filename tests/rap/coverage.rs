//! What the hand of the emitted engines meets (docs/reference/rap.md R15): a literal transcription of the rules goes
//! along with the hardware, which equals it, and counts what happened in the tree. A test that met nothing of a kind
//! proves nothing about it.
use crate::support::bench::{Case, bench, on_every_engine, on_two_threads};
use crate::support::round::{Coverage, Round};
use treetap::cosim::run::Options;
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::spec::event::Command;
use treetap::spec::rap::{Eps, Preset};
use treetap::trace;

/// Streams that make a small pool create and absorb all the time. A command is in each, at every hundredth event or so.
const CASES: &[Case] = &[
    Case { shape: "uniform?events=6000&seed=3&weights=300", pressure: Pressure::None, commands: "every:89:snapshot" },
    Case { shape: "uniform?events=4000&seed=4", pressure: Pressure::Light, commands: "every:97:snapshot" },
    Case { shape: "zipf?events=12000&seed=5", pressure: Pressure::None, commands: "every:401:snapshot" },
    Case { shape: "hotspot?events=12000&seed=6", pressure: Pressure::Source, commands: "every:3001:snapshot_reset" },
    Case { shape: "sequential?events=8000&seed=7", pressure: Pressure::None, commands: "every:103:snapshot" },
    Case {
        shape: "adversary?events=4000&seed=8&weights=65535",
        pressure: Pressure::None,
        commands: "every:83:snapshot",
    },
    Case { shape: "lcg?events=6000&weights=2", pressure: Pressure::Heavy, commands: "every:1999:snapshot_reset" },
];

/// What a design met, and how many snapshots fell within a round.
#[derive(Debug, Default)]
struct Met {
    tree: Coverage,
    within: u64,
    snapshots: u64,
}

/// One case on the hardware, which has to equal the model, and on the rules: the rounds of the model.
fn meet(case: &Case, options: &Options, design: &Preset, met: &mut Met) -> u64 {
    let Ok(Commands::Every(distance, command)) = Commands::parse(case.commands) else { panic!("every so many events") };
    let report = case.run_longer(&bench(design), options, 1);
    let shape = format!("shape:{}", case.shape);
    let workload = Workload::parse(&shape, trace::Options::default(), options.config).unwrap();
    let (mut source, mut batch) = (workload.open().unwrap(), vec![]);
    let (mut rules, mut events, mut over) = (Round::new(options.config), 0, 0);
    let mut end = |rules: &mut Round| {
        met.tree += rules.met;
        over += rules.over;
        *rules = Round::new(options.config);
    };
    loop {
        batch.clear();
        source.next_batch(&mut batch).unwrap();
        if batch.is_empty() {
            break;
        }
        for event in &batch {
            rules.add(*event);
            events += 1;
            if events % distance == 0 {
                met.snapshots += 1;
                met.within += u64::from((1..options.config.nodes).contains(&rules.h));
                if command == Command::SnapshotReset {
                    end(&mut rules);
                }
            }
        }
    }
    end(&mut rules);
    assert_eq!((report.events, report.over), (events, over), "{}: events, over", case.shape);
    report.rounds
}

#[test]
fn the_hand_of_every_engine_meets_every_rule() {
    on_two_threads(&on_every_engine(&["k32n64"]), |design| {
        let mut met = Met::default();
        let options = bench(design).options().clone();
        let mut rounds = 0;
        for (seed, case) in (1..).zip(CASES) {
            rounds += meet(case, &Options { seed, ..options.clone() }, design, &mut met);
        }
        let tree = met.tree;
        assert_eq!(rounds, tree.rounds, "rounds of the hardware's model and of the rules");
        let counts = [
            ("rounds", tree.rounds),
            ("ends of a round: the hand is after the last slot", tree.wraps),
            ("rounds that begin with J steps", tree.jumps),
            ("absorptions", tree.absorptions),
            ("absorptions of a node that the event before made", tree.of_the_newest),
            ("absorptions into the node that counts next", tree.into_the_counted),
            ("creates in a slot that the same event freed", tree.reused_at_once),
            ("events over T", tree.overs),
            ("events whose visits the end of the slots cut short", tree.cut_short),
            ("visits of a debt", tree.owed),
            ("snapshots within a round", met.within),
        ];
        for (what, count) in counts {
            println!("{} {}: {what}: {count}", design.name, design.engine.name());
            assert!(count > 0, "{} {}: {what}", design.name, design.engine.name());
        }
        assert!(met.within < met.snapshots, "no snapshot between rounds");
    });
}

#[test]
fn merge_points_of_the_hardware_begin_rounds_and_cut_others_short() {
    let design = on_every_engine(&["k64n512"])[0];
    let mut options = bench(&design).options().clone();
    options.config.eps = Some(Eps { m: 6, s: 10 });
    let mut met = Met::default();
    for (seed, case) in (1..).zip(CASES) {
        meet(case, &Options { seed, ..options.clone() }, &design, &mut met);
    }
    println!("{met:?}");
    assert!(met.tree.merges > met.tree.restarts && met.tree.restarts > 0, "{met:?}");
    assert!(met.tree.absorptions > 0 && met.within > 0, "{met:?}");
}
