//! Trees and streams for property tests, and what holds for every profile whatever makes room in its tree.
use super::shapes::{SHAPES, Shape, events};
use proptest::prelude::*;
use treetap::model::exact::Exact;
use treetap::model::profile::Profile;
use treetap::model::rap::Rap;
use treetap::spec::event::Event;
use treetap::spec::rap::{Collapse, Config, Eps};

/// Any legal configuration; half of the pools hold little more than one path.
pub fn configs(
    collapse: impl Strategy<Value = Collapse>,
    counts: impl Strategy<Value = u32>,
) -> impl Strategy<Value = Config> {
    let eps = prop_oneof![Just(None), (1u8..=7, 0u8..=14).prop_map(|(m, s)| Some(Eps { m, s }))];
    let t0 = prop_oneof![3 => Just(1u64), 1 => 1u64..40, 1 => 1u64..5000];
    let pool = prop_oneof![1u32..8, 1u32..300];
    (1u32..=32, pool, counts, t0, eps, collapse).prop_map(|(levels, extra, count_bits, t0, eps, collapse)| {
        // A hand cannot turn in the smallest pool of all.
        let nodes = levels + 1 + extra + u32::from(collapse != Collapse::Stop);
        Config { count_bits, t0, eps, collapse, ..Config::new(2 * levels, nodes) }
    })
}

pub fn shapes() -> impl Strategy<Value = Shape> {
    proptest::sample::select(&SHAPES[..])
}

pub fn weight_limits() -> impl Strategy<Value = u16> {
    prop_oneof![Just(1u16), Just(7), Just(300), Just(u16::MAX)]
}

/// Checks what holds for every profile of a tree, given what it was fed and, where nothing was lost, the exact counts.
pub fn check_guarantees(config: &Config, p: &Profile, offered: u64, exact: Option<&Exact>) {
    let levels = u64::from(config.levels());
    match exact {
        Some(exact) => check_ranges(p, exact),
        None => assert_eq!(p.tree.iter().map(|node| node.own).sum::<u64>(), p.n, "sum of own"),
    }
    assert!(p.n + p.lost == offered || p.lost == config.count_max(), "own + lost = offered, or saturated");
    assert!(p.tree.len() == p.live as usize && p.live <= config.nodes && p.over <= p.n);
    assert!(p.t >= config.t0 && p.cert() <= levels * p.t + p.over, "{} {} {}", p.cert(), p.t, p.over);
    for node in &p.tree {
        let is_unit = u64::from(node.level) == levels;
        assert!(is_unit || node.own <= p.t + p.over, "own {} > T {} + over {}", node.own, p.t, p.over);
        let (lo, hi) = p.query(node.prefix, p.last_key(node));
        assert!(hi - lo <= p.cert() && hi - lo <= u64::from(node.level) * p.t + p.over);
    }
}

/// A tree for each shape, all of one configuration: what was counted and the profile.
pub fn grown(config: Config, shapes: &[Shape], weight_max: u16, seed: u64) -> (Vec<Vec<Event>>, Vec<Profile>) {
    let streams: Vec<_> = shapes
        .iter()
        .zip(seed..)
        .map(|(&shape, seed)| events(shape, config.key_bits, weight_max, 800, seed / 2))
        .collect();
    let profile = |stream: &Vec<Event>| {
        let mut rap = Rap::new(config).unwrap();
        rap.add_all(stream);
        rap.snapshot()
    };
    let profiles = streams.iter().map(profile).collect();
    (streams, profiles)
}

/// Checks that own counts sum up to n, and that the bounds of every node's range hold its true count.
pub fn check_ranges(p: &Profile, exact: &Exact) {
    assert_eq!(p.tree.iter().map(|node| node.own).sum::<u64>(), p.n, "sum of own");
    for node in &p.tree {
        let (lo, hi) = p.query(node.prefix, p.last_key(node));
        let count = exact.count(node.prefix, p.last_key(node));
        assert!(lo <= count && count <= hi, "{lo} <= {count} <= {hi}");
    }
}

/// Level, prefix and own count of every node, as the published trees are printed.
pub fn printed(p: &Profile) -> String {
    let nodes: Vec<_> = p.tree.iter().map(|node| format!("{}:{:02x}={}", node.level, node.prefix, node.own)).collect();
    nodes.join(" ")
}

/// Checks that the answers to queries hold the true counts; ranges go from near an event to anywhere, so that they cut
/// through what is there.
pub fn check_queries(config: Config, stream: &[Event], ends: &[u64]) {
    let mut rap = Rap::new(config).unwrap();
    rap.add_all(stream);
    let p = rap.snapshot();
    let exact = Exact::from_events(config.key_bits, stream.iter().copied());
    for pair in ends.windows(2) {
        let near = stream[pair[0] as usize % stream.len()].key;
        let other = pair[1] & config.key_max();
        let (first, last) = (near.min(other), near.max(other));
        let (lo, hi) = p.query(first, last);
        let count = exact.count(first, last);
        assert!(lo <= count && count <= hi, "{lo} <= {count} <= {hi}");
        assert!(hi - lo <= 2 * u64::from(config.levels()) * p.t + p.over);
    }
}
