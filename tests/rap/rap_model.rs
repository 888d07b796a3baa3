//! The tree model: published vectors, agreement with a literal transcription of the rules, and the guarantees of
//! docs/reference/rap.md.
use crate::support::properties::{self, check_queries, check_ranges, grown, printed, shapes, weight_limits};
use crate::support::reference::Reference;
use crate::support::shapes::{SHAPES, Shape, cc1_blocks, events, perl_loads};
use crate::support::vectors::VECTORS;
use proptest::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use treetap::model::exact::Exact;
use treetap::model::profile::Profile;
use treetap::model::rap::{Rap, Top};
use treetap::spec::coalescer;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{Collapse, Config, Eps, ladder_next};

#[test]
fn all_published_vectors_come_out() {
    for (i, v) in VECTORS.iter().enumerate() {
        let mut rap = Rap::new(v.config()).unwrap();
        v.stream().for_each(|event| rap.add(event));
        let p = rap.snapshot();
        let got = (p.n, p.t, p.live, p.creates, p.collapses, p.cert());
        assert_eq!(got, (v.n, v.t, v.live, v.creates, v.collapses, v.cert.unwrap()), "vector {i}");
        assert_eq!(p.fnv(), v.fnv, "vector {i}: fnv");
        assert_eq!(p.tree.len(), p.live as usize);
    }
}

#[test]
fn the_first_vector_gives_the_printed_tree() {
    let mut rap = Rap::new(VECTORS[0].config()).unwrap();
    VECTORS[0].stream().for_each(|event| rap.add(event));
    assert_eq!(printed(&rap.snapshot()), "0:00=12 1:00=11 2:00=12 1:40=12 2:50=1 2:70=1 1:80=12 2:b0=3");
}

/// A tree that makes room by collapses (R6).
fn stopping(key_bits: u32, nodes: u32) -> Config {
    Config { collapse: Collapse::Stop, ..Config::new(key_bits, nodes) }
}

/// Any legal configuration.
fn configs() -> impl Strategy<Value = Config> {
    properties::configs(Just(Collapse::Stop), prop_oneof![Just(32u32), Just(48)])
}

/// Checks what a tree that collapses adds to [`properties::check_guarantees`]: nothing is over T, and every leaf is
/// needed.
fn check_guarantees(config: &Config, p: &Profile, offered: u64, exact: &Exact) {
    properties::check_guarantees(config, p, offered, Some(exact));
    assert!(p.over == 0 && p.n + p.lost == offered);
    let mut path = vec![(0u64, 0u64); config.levels() as usize + 1];
    for (i, node) in p.tree.iter().enumerate() {
        let level = usize::from(node.level);
        let (parent_own, above) = match level {
            0 => (0, 0),
            _ => (path[level - 1].0, path[level - 1].1 + path[level - 1].0),
        };
        path[level] = (node.own, above);
        let is_leaf = p.tree.get(i + 1).is_none_or(|next| next.level <= node.level);
        if config.eps.is_none() && is_leaf && level > 0 {
            assert!(node.own + parent_own > p.t, "leaf invariant: {} + {parent_own} <= {}", node.own, p.t);
        }
        let (lo, hi) = p.query(node.prefix, p.last_key(node));
        assert_eq!(hi - lo, above, "what the ancestors hold");
    }
}

/// The largest sum of own counts from the root to a node that is no unit node: what a range of any other profile can
/// miss in this one.
fn heaviest_path(p: &Profile) -> u64 {
    let divided = p.tree.iter().filter(|node| u32::from(node.level) < p.levels());
    divided.map(|node| p.query(node.prefix, node.prefix).1).max().unwrap()
}

static CREATES: AtomicU64 = AtomicU64::new(0);
static COLLAPSES: AtomicU64 = AtomicU64::new(0);
static MERGES: AtomicU64 = AtomicU64::new(0);

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    // Run by the test of what its streams meet.
    fn fast_tree_equals_the_rules_and_keeps_its_guarantees(
        config in configs(), shape in shapes(), weight_max in weight_limits(), seed: u64, len in 1usize..4000,
        cuts in 1usize..5,
    ) {
        let stream = events(shape, config.key_bits, weight_max, len, seed);
        let mut rap = Rap::new(config).unwrap();
        let mut reference = Reference::new(config);
        for chunk in stream.chunks(len.div_ceil(cuts)) {
            rap.add_all(chunk);
            chunk.iter().for_each(|&event| reference.add(event));
            prop_assert_eq!(rap.snapshot(), reference.snapshot());
        }
        let p = rap.snapshot();
        let offered = stream.iter().map(|event| u64::from(event.weight)).sum();
        check_guarantees(&config, &p, offered, &Exact::from_events(config.key_bits, stream));
        prop_assert!(rap.average_live() <= f64::from(rap.peak_live()) && rap.peak_live() >= p.live);
        CREATES.fetch_add(p.creates.into(), Ordering::Relaxed);
        COLLAPSES.fetch_add(p.collapses.into(), Ordering::Relaxed);
        MERGES.fetch_add(u64::from(config.eps.is_some() && p.n >= 1024), Ordering::Relaxed);
    }

    #[test]
    fn queries_bound_the_true_count_of_any_range(
        config in configs(), shape in shapes(), weight_max in weight_limits(), seed: u64, ends: [u64; 8],
    ) {
        check_queries(config, &events(shape, config.key_bits, weight_max, 1500, seed), &ends);
    }

    #[test]
    fn a_union_bounds_the_true_counts_and_survives_a_refit(
        levels in 1u32..=32, extra in 0u32..200, shapes in proptest::collection::vec(shapes(), 1..6),
        weight_max in weight_limits(),
        seed: u64, refit in 1u32..200,
    ) {
        let config = stopping(2 * levels, levels + 2 + extra);
        let (streams, parts) = grown(config, &shapes, weight_max, seed);
        let union = Profile::union(&parts).unwrap();
        let mut reversed = parts.clone();
        reversed.reverse();
        prop_assert_eq!(&Profile::union(&reversed).unwrap(), &union);
        let paths: u64 = parts.iter().map(heaviest_path).sum();
        let ts: u64 = parts.iter().map(|p| p.t).sum();
        prop_assert!(union.cert() <= paths);
        prop_assert!(union.t >= ts && union.t <= ladder_next(ts, u64::MAX), "{} {}", union.t, ts);
        for node in &union.tree {
            let ranges = parts.iter().map(|p| p.query(node.prefix, union.last_key(node)));
            let sum: (u64, u64) = ranges.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            prop_assert_eq!(union.query(node.prefix, union.last_key(node)), sum);
        }
        let exact = Exact::from_events(config.key_bits, streams.concat());
        let fit = union.refit(refit);
        prop_assert!(fit.live <= refit);
        prop_assert!(fit.t >= union.t && fit.cert() <= u64::from(levels) * fit.t);
        for p in [&union, &fit] {
            check_ranges(p, &exact);
            prop_assert!(p.tree.iter().all(|node| u32::from(node.level) == levels || node.own <= p.t));
        }
    }

    #[test]
    fn dump_words_come_back_as_the_same_profile(config in configs(), shape in shapes(), seed: u64) {
        let mut rap = Rap::new(config).unwrap();
        rap.add_all(&events(shape, config.key_bits, 300, 500, seed));
        let p = rap.snapshot();
        let Config { key_bits, count_bits, nodes, collapse, .. } = config;
        prop_assert_eq!(Profile::from_words(&p.to_words(), key_bits, count_bits, nodes, collapse), Ok(p));
    }

    #[test]
    fn no_words_make_the_parser_panic(words in proptest::collection::vec(prop_oneof![any::<u64>(), 0u64..8], 0..40)) {
        prop_assert!(Profile::from_words(&words, 32, 48, 64, Collapse::HAND).is_err());
    }
}

#[test]
fn streams_that_create_collapse_and_merge_keep_the_guarantees() {
    fast_tree_equals_the_rules_and_keeps_its_guarantees();
    let counts = [&CREATES, &COLLAPSES, &MERGES].map(|c| c.load(Ordering::Relaxed));
    assert!(counts.iter().zip([10_000, 1000, 50]).all(|(&count, least)| count >= least), "{counts:?}");
}

#[test]
fn recorded_traces_keep_the_guarantees_and_equal_the_rules() {
    for (name, keys) in [("cc1 blocks", cc1_blocks()), ("perl loads", perl_loads())] {
        let exact = Exact::from_events(48, keys.iter().copied().map(Event::unit));
        for (nodes, eps) in
            [(26, None), (128, None), (1024, None), (4096, Some(Eps { m: 6, s: 10 })), (300, Some(Eps { m: 5, s: 13 }))]
        {
            let config = Config { eps, ..stopping(48, nodes) };
            let mut rap = Rap::new(config).unwrap();
            let mut reference = Reference::new(config);
            for (i, chunk) in keys.chunks(50_000).enumerate() {
                rap.add_keys(chunk);
                chunk.iter().for_each(|&key| reference.add(Event::unit(key)));
                assert_eq!(rap.snapshot(), reference.snapshot(), "{name} N={nodes} chunk {i}");
            }
            let p = rap.snapshot();
            assert!(
                p.creates > 100 && (p.collapses > 3 || eps.is_some()),
                "{name} N={nodes}: {} {}",
                p.creates,
                p.collapses
            );
            check_guarantees(&config, &p, keys.len() as u64, &exact);
        }
    }
}

#[test]
fn eps_mode_keeps_the_error_the_user_asked_for() {
    let keys = cc1_blocks();
    let exact = Exact::from_events(48, keys.iter().copied().map(Event::unit));
    for (m, s, nodes) in [(3, 10, 8192), (3, 13, 8192), (3, 13, 200)] {
        let (eps, roomy) = (Eps { m, s }, nodes == 8192);
        let config = Config { eps: Some(eps), ..stopping(48, nodes) };
        let mut rap = Rap::new(config).unwrap();
        rap.add_keys(&keys);
        let p = rap.snapshot();
        let share = 24.0 * f64::from(eps.m) / f64::from(eps.s).exp2();
        assert_eq!(p.collapses == 0, roomy);
        assert!(p.eps_bound() <= share || !roomy, "{} > {share}", p.eps_bound());
        for node in &p.tree {
            let count = exact.count(node.prefix, p.last_key(node));
            let missing = (count - p.query(node.prefix, p.last_key(node)).0) as f64;
            assert!(missing <= p.eps_bound() * p.n as f64);
        }
    }
}

#[test]
fn a_pool_of_one_path_and_one_more_node_always_ends() {
    for levels in [1, 2, 16, 24, 32] {
        for shape in SHAPES {
            let config = stopping(2 * levels, levels + 2);
            let stream = events(shape, config.key_bits, u16::MAX, 3000, 7);
            let mut rap = Rap::new(config).unwrap();
            let mut reference = Reference::new(config);
            rap.add_all(&stream);
            stream.iter().for_each(|&event| reference.add(event));
            assert_eq!(rap.snapshot(), reference.snapshot(), "{levels} levels, {shape:?}");
            assert!(Rap::new(Config { nodes: levels + 1, ..config }).is_err());
        }
    }
}

#[test]
fn counts_beyond_the_width_are_lost_and_smaller_events_still_fit() {
    let config = Config { count_bits: 32, ..stopping(16, 64) };
    let mut rap = Rap::new(config).unwrap();
    let mut reference = Reference::new(config);
    let heavy = events(Shape::Uniform, 16, 1, 70_000, 3).into_iter().map(|e| Event { weight: u16::MAX, ..e });
    let stream: Vec<Event> = heavy.chain((0..5000).map(|i| Event { key: i, weight: 40 })).collect();
    rap.add_all(&stream);
    stream.iter().for_each(|&event| reference.add(event));
    let p = rap.snapshot();
    assert_eq!(p, reference.snapshot());
    let offered: u64 = stream.iter().map(|e| u64::from(e.weight)).sum();
    assert!(offered > config.count_max() && p.lost > 0);
    assert_eq!(p.n + p.lost, offered);
    assert!(config.count_max() - p.n < 40, "the small events filled the rest: n = {}", p.n);
    let wide = Config { count_bits: 48, ..config };
    let mut rap = Rap::new(wide).unwrap();
    rap.add_all(&stream);
    assert_eq!((rap.n(), rap.lost()), (offered, 0));
}

#[test]
fn the_lost_counter_saturates() {
    // Fill n up, then keep offering until lost would pass 2^32 as well.
    let mut rap = Rap::new(Config { count_bits: 32, ..stopping(2, 3) }).unwrap();
    let heavy = vec![Event { key: 1, weight: u16::MAX }; 3 << 16];
    rap.add_all(&heavy);
    assert_eq!((rap.n(), rap.lost()), (u64::from(u32::MAX), u64::from(u32::MAX)));
}

#[test]
fn a_reset_leaves_nothing_behind() {
    let config = Config { eps: Some(Eps { m: 6, s: 10 }), ..stopping(32, 128) };
    let stream = events(Shape::Skewed, 32, 300, 5000, 11);
    let mut used = Rap::new(config).unwrap();
    used.add_all(&stream);
    used.reset();
    assert_eq!(used.snapshot(), Rap::new(config).unwrap().snapshot());
    let mut fresh = Rap::new(config).unwrap();
    used.add_all(&stream);
    fresh.add_all(&stream);
    assert_eq!(used.snapshot(), fresh.snapshot());
    assert_eq!((used.peak_live(), used.average_live()), (fresh.peak_live(), fresh.average_live()));
}

#[test]
fn bulk_calls_of_a_profiler_are_the_same_as_single_events() {
    let events = events(Shape::Skewed, 32, 300, 5000, 21);
    let with_zeros: Vec<Event> = events.iter().map(|e| Event { weight: e.weight % 3, ..*e }).collect();
    let keys: Vec<u64> = events.iter().map(|e| e.key).collect();
    for coalescer in [None, Some(coalescer::Config::new(64))] {
        let config = Config { coalescer, ..stopping(32, 64) };
        let (mut bulk, mut single) = (Top::new(config).unwrap(), Top::new(config).unwrap());
        bulk.add_all(&events);
        bulk.add_all(&with_zeros);
        bulk.add_keys(&keys);
        let all = events.iter().chain(&with_zeros).copied().chain(keys.iter().map(|&key| Event::unit(key)));
        all.for_each(|event| single.add(event));
        assert!(bulk.zero_weight() > 100);
        assert_eq!((bulk.zero_weight(), bulk.emitted()), (single.zero_weight(), single.emitted()));
        assert_eq!(bulk.command(Command::Snapshot), single.command(Command::Snapshot));
    }
}

#[test]
fn commands_act_at_their_place_in_the_stream() {
    let config = Config { coalescer: Some(coalescer::Config::new(64)), ..stopping(32, 64) };
    let stream = events(Shape::Phases, 32, 1, 4000, 5);
    let mut top = Top::new(config).unwrap();
    stream.iter().for_each(|&event| top.add(event));
    top.add(Event { key: 1, weight: 0 });
    assert_eq!(top.zero_weight(), 1);
    let before = top.emitted();
    let first = top.command(Command::Snapshot).unwrap();
    assert_eq!((first.n, first.lost), (4000, 0));
    assert!(top.emitted() > before, "the flush entered the tree");
    assert_eq!(top.command(Command::Snapshot).unwrap(), first, "nothing came between");

    top.add(Event::unit(9));
    top.configure(Config { t0: 5, ..config }).unwrap();
    assert_eq!(top.config().t0, 1, "not before the reset");
    assert_eq!(top.command(Command::Reset), None);
    let empty = top.command(Command::SnapshotReset).unwrap();
    assert_eq!((empty.n, empty.t, empty.live, empty.creates), (0, 5, 1, 0), "the pending event was dropped");
    assert_eq!((top.emitted(), top.zero_weight()), (0, 0));

    stream.iter().for_each(|&event| top.add(event));
    let mut fresh = Top::new(Config { t0: 5, ..config }).unwrap();
    stream.iter().for_each(|&event| fresh.add(event));
    assert_eq!(top.command(Command::Snapshot), fresh.command(Command::Snapshot));
}
