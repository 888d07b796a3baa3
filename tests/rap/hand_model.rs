//! The tree whose room a hand makes (docs/reference/rap.md R15): published vectors, agreement with a literal
//! transcription, and what holds whatever the events are.
use crate::support::properties::{
    self, check_guarantees, check_queries, check_ranges, grown, printed, shapes, weight_limits,
};
use crate::support::round::{Coverage, Round};
use crate::support::shapes::{SHAPES, Shape, cc1_blocks, events, perl_loads};
use crate::support::vectors::HAND_VECTORS;
use proptest::prelude::*;
use std::sync::Mutex;
use treetap::model::exact::Exact;
use treetap::model::profile::Profile;
use treetap::model::rap::{Rap, Top};
use treetap::spec::coalescer;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{Collapse, Config, Eps, Hand, ladder_next};

#[test]
fn all_published_vectors_come_out() {
    for (i, v) in HAND_VECTORS.iter().enumerate() {
        let (mut single, mut bulk) = (Rap::new(v.config()).unwrap(), Rap::new(v.config()).unwrap());
        let stream: Vec<Event> = v.stream().collect();
        stream.iter().for_each(|&event| single.add(event));
        bulk.add_all(&stream);
        for rap in [single, bulk] {
            let p = rap.snapshot();
            let want = (v.n, v.t, v.live, v.creates, v.over);
            assert_eq!((p.n, p.t, p.live, p.creates, p.over), want, "vector {i}");
            assert_eq!((Some(rap.hand()), p.fnv()), (v.hand, v.fnv), "vector {i}: hand, fnv");
            assert_eq!(p.tree.len(), p.live as usize);
        }
    }
}

#[test]
fn the_first_vector_gives_the_printed_tree() {
    let mut rap = Rap::new(HAND_VECTORS[0].config()).unwrap();
    HAND_VECTORS[0].stream().for_each(|event| rap.add(event));
    assert_eq!(printed(&rap.snapshot()), "0:00=10 1:00=11 2:00=12 1:40=14 1:80=8 1:c0=9");
}

/// Any parameters, the default ones half of the time.
fn hands() -> impl Strategy<Value = Hand> {
    let any = (1u32..=4, 1u16..=40, 0u16..=16, 1u16..=5);
    let any = any.prop_map(|(reserve, weight_cap, per_create, jump)| Hand {
        reserve: Some(reserve).filter(|&reserve| reserve < 4),
        weight_cap,
        per_create,
        jump,
    });
    prop_oneof![Just(Hand::DEFAULT), any]
}

/// Any legal configuration.
fn configs() -> impl Strategy<Value = Config> {
    properties::configs(hands().prop_map(Collapse::Hand), prop_oneof![1 => Just(16u32), 4 => Just(32), 2 => Just(48)])
}

/// What the property streams have met.
static MET: Mutex<Vec<(Coverage, bool)>> = Mutex::new(vec![]);

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    // Run by the test of what its streams meet.
    fn fast_tree_equals_the_rules_and_keeps_its_guarantees(
        config in configs(), shape in shapes(), weight_max in weight_limits(), seed: u64, len in 1usize..4000,
        cuts in 1usize..5,
    ) {
        let stream = events(shape, config.key_bits, weight_max, len, seed);
        let mut rap = Rap::new(config).unwrap();
        let mut rules = Round::new(config);
        for chunk in stream.chunks(len.div_ceil(cuts)) {
            rap.add_all(chunk);
            chunk.iter().for_each(|&event| rules.add(event));
            prop_assert!(rap.snapshot() == rules.snapshot());
            prop_assert_eq!((rap.hand(), u64::from(rap.rounds())), (rules.h, rules.met.rounds));
        }
        let p = rap.snapshot();
        let offered = stream.iter().map(|event| u64::from(event.weight)).sum();
        let exact = (p.lost == 0).then(|| Exact::from_events(config.key_bits, stream));
        check_guarantees(&config, &p, offered, exact.as_ref());
        prop_assert!(rap.average_live() <= f64::from(rap.peak_live()) && rap.peak_live() >= p.live);
        MET.lock().unwrap().push((rules.met, p.lost > 0));
    }

    #[test]
    fn queries_bound_the_true_count_of_any_range(
        config in configs(), shape in shapes(), weight_max in weight_limits(), seed: u64, ends: [u64; 8],
    ) {
        let config = Config { count_bits: 48, ..config };
        let events = events(shape, config.key_bits, weight_max, 1500, seed);
        check_queries(Config { count_bits: 48, ..config }, &events, &ends);
    }

    #[test]
    fn a_union_bounds_the_true_counts_and_survives_a_refit(
        levels in 1u32..=32, extra in 1u32..200, shapes in proptest::collection::vec(shapes(), 1..6),
        weight_max in weight_limits(),
        seed: u64, refit in 1u32..200, hand in hands(),
    ) {
        let config = Config { collapse: Collapse::Hand(hand), ..Config::new(2 * levels, levels + 2 + extra) };
        let (streams, parts) = grown(config, &shapes, weight_max, seed);
        let union = Profile::union(&parts).unwrap();
        let exact = Exact::from_events(config.key_bits, streams.concat());
        prop_assert_eq!(union.over, parts.iter().map(|p| p.over).sum::<u64>());
        for p in [&union, &union.refit(refit)] {
            check_ranges(p, &exact);
            prop_assert!(p.cert() <= u64::from(levels) * p.t + p.over);
        }
    }

    #[test]
    fn only_the_order_of_events_matters(
        config in configs(), shape in shapes(), weight_max in weight_limits(), seed: u64,
        cuts in proptest::collection::vec(0usize..3000, 0..20),
    ) {
        let stream = events(shape, config.key_bits, weight_max, 3000, seed);
        let (mut whole, mut cut) = (Rap::new(config).unwrap(), Rap::new(config).unwrap());
        whole.add_all(&stream);
        let mut ends: Vec<usize> = cuts.into_iter().chain([0, stream.len()]).collect();
        ends.sort_unstable();
        for pair in ends.windows(2) {
            cut.add_all(&stream[pair[0]..pair[1]]);
            // Neither a look at the tree nor an event without weight is an event.
            cut.snapshot();
            cut.add(Event { key: seed, weight: 0 });
        }
        prop_assert!(whole.snapshot() == cut.snapshot() && whole.hand() == cut.hand());
    }
}

#[test]
fn streams_that_meet_every_rule_keep_the_guarantees() {
    fast_tree_equals_the_rules_and_keeps_its_guarantees();
    let met = MET.lock().unwrap();
    let sum = |what: fn(&Coverage) -> u64| met.iter().map(|(met, _)| what(met)).sum::<u64>();
    let counts = [
        ("rounds", sum(|met| met.rounds)),
        ("rounds that begin with J steps", sum(|met| met.jumps)),
        ("rounds of EPS", sum(|met| met.merges)),
        ("rounds of EPS within another", sum(|met| met.restarts)),
        ("absorptions", sum(|met| met.absorptions)),
        ("absorptions of a new node", sum(|met| met.of_the_newest)),
        ("absorptions into the node that counts next", sum(|met| met.into_the_counted)),
        ("slots reused at once", sum(|met| met.reused_at_once)),
        ("events over T", sum(|met| met.overs)),
        ("events that met the end of the slots", sum(|met| met.cut_short)),
        ("visits of a debt", sum(|met| met.owed)),
        ("trees with lost events", met.iter().filter(|(_, lost)| *lost).count() as u64),
    ];
    for (what, count) in counts {
        println!("{what}: {count}");
        assert!(count >= 50, "{what}: {count}");
    }
}

#[test]
fn recorded_traces_keep_the_guarantees_and_equal_the_rules() {
    for (name, keys) in [("cc1 blocks", cc1_blocks()), ("perl loads", perl_loads())] {
        let exact = Exact::from_events(48, keys.iter().copied().map(Event::unit));
        let eps = Some(Eps { m: 5, s: 13 });
        for (nodes, eps) in [(26, None), (128, None), (1024, None), (4096, None), (300, eps)] {
            let config = Config { eps, collapse: Collapse::HAND, ..Config::new(48, nodes) };
            let mut rap = Rap::new(config).unwrap();
            let mut rules = Round::new(config);
            for (i, chunk) in keys.chunks(50_000).enumerate() {
                rap.add_keys(chunk);
                chunk.iter().for_each(|&key| rules.add(Event::unit(key)));
                assert_eq!(rap.snapshot(), rules.snapshot(), "{name} N={nodes} chunk {i}");
            }
            assert!(rules.met.rounds >= 3 && rules.met.absorptions > 100, "{name} N={nodes}: {:?}", rules.met);
            check_guarantees(&config, &rap.snapshot(), keys.len() as u64, Some(&exact));
        }
    }
}

#[test]
fn own_counts_stay_within_the_threshold_while_nothing_went_over() {
    let mut met = 0;
    for (shape, nodes) in SHAPES.into_iter().zip([20, 64, 128, 300, 512, 1000, 40]) {
        let config = Config { collapse: Collapse::HAND, ..Config::new(32, nodes) };
        let mut rap = Rap::new(config).unwrap();
        for event in events(shape, 32, 1, 20_000, 11) {
            rap.add(event);
            if rap.over() > 0 {
                break;
            }
            met += 1;
            if met % 61 == 0 {
                let p = rap.snapshot();
                assert!(p.tree.iter().all(|node| node.level == 16 || node.own <= p.t), "{shape:?}");
            }
        }
    }
    assert!(met > 50_000, "{met} events with nothing over");
}

#[test]
fn the_threshold_stays_within_its_bound() {
    let mut tightest = f64::MAX;
    for (shape, seed) in SHAPES.into_iter().zip(1..) {
        for (key_bits, nodes) in [(8, 64), (8, 128), (10, 256), (12, 1024)] {
            let config = Config::new(key_bits, nodes);
            let reserve = Hand::DEFAULT.reserve(nodes);
            let mut rap = Rap::new(config).unwrap();
            for event in events(shape, key_bits, 40, 30_000, seed) {
                rap.add(event);
            }
            let inner =
                |t: u64| (0..config.levels()).map(|level| (rap.n() / (t + 1)).min(1 << (2 * level))).sum::<u64>();
            let mut bound = 1;
            while 1 + 4 * inner(bound) > u64::from(nodes - reserve) {
                bound = ladder_next(bound, config.count_max());
            }
            let steps = u32::from(Hand::DEFAULT.jump) * (config.levels() + 1);
            (0..steps).for_each(|_| bound = ladder_next(bound, config.count_max()));
            assert!(rap.t() <= bound, "{shape:?}, N = {nodes}: {} > {bound}", rap.t());
            tightest = tightest.min(bound as f64 / rap.t() as f64);
        }
    }
    assert!(tightest < 100.0, "no stream comes near: {tightest}");
}

#[test]
fn the_smallest_pools_of_every_depth_equal_the_rules() {
    for levels in [1, 2, 16, 24, 32] {
        for shape in SHAPES {
            let config = Config { collapse: Collapse::HAND, ..Config::new(2 * levels, levels + 2) };
            let stream = events(shape, config.key_bits, u16::MAX, 3000, 7);
            let mut rap = Rap::new(config).unwrap();
            let mut rules = Round::new(config);
            rap.add_all(&stream);
            stream.iter().for_each(|&event| rules.add(event));
            assert_eq!(rap.snapshot(), rules.snapshot(), "{levels} levels, {shape:?}");
        }
    }
}

#[test]
fn a_snapshot_within_a_round_changes_nothing() {
    let config =
        Config { coalescer: Some(coalescer::Config::new(64)), collapse: Collapse::HAND, ..Config::new(32, 128) };
    let mut top = Top::new(config).unwrap();
    let mut rules = Round::new(Config { coalescer: None, ..config });
    let mut coalescer = treetap::model::coalescer::Coalescer::new(coalescer::Config::new(64)).unwrap();
    let mut within = 0;
    for (i, event) in events(Shape::Skewed, 32, 300, 40_000, 5).into_iter().enumerate() {
        top.add(event);
        coalescer.push(event).into_iter().for_each(|event| rules.add(event));
        if i % 97 == 0 {
            coalescer.flush(|event| rules.add(event));
            let dumped = top.command(Command::Snapshot).expect("a snapshot dumps");
            assert_eq!(dumped, rules.snapshot());
            within += u32::from((1..config.nodes).contains(&rules.h));
        }
    }
    assert!(within > 5, "{within} snapshots within a round");
    top.command(Command::Reset);
    assert_eq!((top.rap().hand(), top.rap().over(), top.rap().live()), (0, 0, 1));
}

#[test]
fn a_hand_that_never_turns_is_refused() {
    let tree = |hand| Config { collapse: Collapse::Hand(hand), ..Config::new(32, 64) };
    for (hand, said) in [
        (Hand { reserve: Some(0), ..Hand::DEFAULT }, "hand with reserve 0, 32 visits at most for a weight and 4 steps"),
        (Hand { reserve: Some(64), ..Hand::DEFAULT }, "hand with reserve 64"),
        (Hand { weight_cap: 0, ..Hand::DEFAULT }, "hand with reserve 8, 0 visits"),
        (Hand { jump: 0, ..Hand::DEFAULT }, "expected a reserve of 1 to 63, and at least 1 visit and 1 step"),
    ] {
        let error = Rap::new(tree(hand)).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    assert!(Rap::new(tree(Hand { per_create: 0, ..Hand::DEFAULT })).is_ok());
}
