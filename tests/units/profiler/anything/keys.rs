//! Keys whose places are few or alike, and events that wait: what a coalescer and a tree take for the same.
use super::bits::{coalescing, executed, held, plain, profile};
use super::{Built, one_in, pick};
use treetap::model::profile::Profile;
use treetap::spec::profiler::Config;
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};
use treetap::trace::shapes::Random;

for_each_build! {
    keys_that_differ_in_few_bits_are_two: nano fast25 pairs,
    keys_that_differ_in_few_bits_are_two_one_after_the_other: nano fast25 pairs,
    keys_of_few_places_come_in_any_order: nano fast25 pairs,
    events_in_a_full_history_find_children_made_meanwhile: fast25,
    each_bit_of_a_weight_waits_for_the_tree: nano fast25 pairs,
}

/// Keys that differ in one bit, or in two so that they have one place in the coalescer; for edges where keys have both
/// ends.
fn keys_that_differ_in_few_bits_are_two(name: &str) {
    let built = Built::of(name);
    few_bits(&built, plain(&built), 24);
}

/// As they come, none of them is taken together with another one.
fn keys_that_differ_in_few_bits_are_two_one_after_the_other(name: &str) {
    let built = Built::of(name);
    few_bits(&built, coalescing(&built, 1), 160);
}

/// Nodes of a tree that are one key each.
fn whole_keys(profile: &Profile) -> usize {
    profile.tree.iter().filter(|node| 2 * u32::from(node.level) == profile.key_bits).count()
}

fn few_bits(built: &Built, mut config: Config, again: usize) {
    const JUMP: u32 = 0x0000_006f;
    let name = built.preset.name;
    let (bits, mut random) = (config.tree.key_bits, Random(16));
    config.select.kind = if bits == 64 { Kind::Edges } else { Kind::Pc };
    let any = executed();
    // The place is made of the parts of a key, each as wide as it.
    let width = config.tree.coalescer.unwrap().entries.ilog2();
    let two = (0..bits - width).map(|bit| 1 << bit | 1 << (bit + width));
    let differ = (0..bits).map(|bit| 1 << bit).chain(two).filter(|bits| bits & (1 << 32 | 1) == 0);
    let (mut resolved, differ) = (0, differ.collect::<Vec<u64>>());
    // As many in a session as the tree has nodes for, on all levels.
    for differ in differ.chunks(config.tree.nodes as usize / 64) {
        let mut records = vec![];
        for beside in differ {
            let key = random.next() & !(1 << 32 | 1);
            for key in [key, key ^ beside].into_iter().cycle().take(again) {
                let (pc, next_pc) = if bits == 64 { (key >> 32, key & 0xffff_ffff) } else { (key & 0xffff_ffff, 0) };
                records.push(Rvfi { pc, next_pc, insn: JUMP, ..any });
                if bits == 64 {
                    // Where it leads to is where the next one is.
                    let after = next_pc.wrapping_add(4) & 0xffff_ffff;
                    records.push(Rvfi { pc: next_pc, next_pc: after, insn: 0x13, ..any });
                }
            }
        }
        resolved += whole_keys(&profile(built, &config, &records));
    }
    assert!(resolved > differ.len(), "{name}: {resolved} keys of {} pairs", differ.len());
}

/// Four keys at a time, whose places in the coalescer are one or differ in a bit or two: a key comes after any other
/// one, at any distance.
fn keys_of_few_places_come_in_any_order(name: &str) {
    const LENGTH: usize = 120;
    let built = Built::of(name);
    let (any, mut random, mut cycle) = (executed(), Random(19), 0);
    let mut resolved = 0;
    for weight_max in [1, 12, u16::MAX] {
        let mut config = coalescing(&built, weight_max);
        config.select.weight = Weight::Cycles;
        let width = config.tree.coalescer.unwrap().entries.ilog2();
        for bit in 1..u32::BITS - width {
            let key = random.next() & 0xffff_fffe;
            let other = 1 << (1 + random.below(u64::from(width) - 1));
            let keys = [key, key ^ 1 << bit, key ^ (1 << bit | 1 << (bit + width)), key ^ other];
            let mut record = || {
                cycle += 1 + random.below(8);
                Rvfi { pc: pick(&mut random, &keys), cycle, ..any }
            };
            let records: Vec<Rvfi> = (0..LENGTH).map(|_| record()).collect();
            resolved += whole_keys(&profile(&built, &config, &records));
        }
    }
    assert!(resolved > 60, "{name}: {resolved} keys");
}

/// A pipelined tree makes children while hundreds of events that were looked up before wait for it, and then none for
/// hundreds of events.
fn events_in_a_full_history_find_children_made_meanwhile(name: &str) {
    const HEAVY: u64 = 5_000;
    const BLOCKS: usize = 1000;
    let built = Built::of(name);
    // Nothing is taken together.
    let mut config = coalescing(&built, 1);
    config.select.weight = Weight::Cycles;
    config.tree.t0 = 50;
    let (any, mut random, mut cycle, mut records) = (executed(), Random(20), 0, vec![]);
    let mut event = |pc: u64, weight: u64| {
        cycle += weight;
        records.push(Rvfi { pc: pc & 0xffff_fffe, cycle, ..any });
    };
    let calm = random.next();
    (0..40).for_each(|_| event(calm, HEAVY));
    for _ in 0..BLOCKS {
        let heavy: Vec<u64> = (0..6).map(|_| random.next()).collect();
        heavy.iter().for_each(|key| event(*key, HEAVY));
        // Children of what is heavy now: one event makes each, and others of little weight follow later.
        let new: Vec<u64> = heavy[3..].iter().map(|key| key ^ (random.next() & 0xffff)).collect();
        new.iter().for_each(|key| event(*key, 1));
        (0..400).for_each(|_| event(if one_in(&mut random, 2) { pick(&mut random, &new) } else { calm }, 1));
    }
    let (found, waits) = held(&built, &config, &records);
    // A pipelined tree has an event wait only where its history is full.
    println!("{name}: {} events, {} nodes made, {waits} cycles", records.len(), found.creates);
    assert!(found.creates > 240 && waits > 0, "{name}: {} nodes, {waits} cycles", found.creates);
}

/// Keys with one place in the coalescer, each of which drives another one to the tree, faster than it counts.
fn each_bit_of_a_weight_waits_for_the_tree(name: &str) {
    let built = Built::of(name);
    let mut config = coalescing(&built, u16::MAX);
    config.select.weight = Weight::Cycles;
    let width = config.tree.coalescer.unwrap().entries.ilog2();
    let (any, mut random, mut cycle) = (executed(), Random(17), 0);
    let mut record = || {
        let bits = random.next() & 0xfe;
        cycle += 1 << random.below(16) | random.below(2);
        Rvfi { pc: bits | bits << width, cycle, ..any }
    };
    let records: Vec<Rvfi> = (0..2_000).map(|_| record()).collect();
    let (found, waits) = held(&built, &config, &records);
    assert!(found.n > 1 << 20 && waits > 0, "{name}: {} events, {waits} cycles", found.n);
}
