//! Where the walk of the event on offer begins (docs/reference/rap-serial.md): as far down the path of the event before
//! as their digits agree, in whole pairs.
use super::{Block, expect, with_faults};
use treetap::spec::rap::Engine;
use treetap::trace::shapes::Random;

const LEVELS: usize = 16;

#[derive(Debug, Default)]
struct Seen {
    /// Walks by the level at which they begin, in pairs of digits.
    starts: [u64; LEVELS / 2],
    /// Walks that begin at the end of the path although more digits agree.
    cut: u64,
    /// Offers that came while the walk of the event before went on.
    early: u64,
    roots: u64,
}

/// Pairs of digits that two keys have in common.
fn common(one: u64, other: u64) -> usize {
    (0..LEVELS / 2).take_while(|pair| (one ^ other) >> (28 - 4 * pair) & 15 == 0).count()
}

fn check(block: &mut Block, seen: &mut Seen) -> Result<(), String> {
    let mut random = Random(7);
    let (mut path, mut depth, mut key, mut weight) = ([0; LEVELS + 1], 0, None, 0);
    // The root.
    block.pulse(&["keep"]);
    for event in 0..4000_u64 {
        let shared = random.next() % 17;
        let offered = match key {
            Some(key) if shared > 0 => key ^ (random.next() & 0xffff_ffff) >> (2 * shared),
            _ => random.next() & 0xffff_ffff,
        };
        let offered_weight = 1 + random.next() % 65_535;
        // The walk of the event before: a node at every level from where it began.
        let below = depth + random.next() as usize % (LEVELS + 1 - depth);
        let early = random.next().is_multiple_of(2);
        seen.early += u64::from(early);
        for (name, value) in [("offered_key", offered), ("offered_weight", offered_weight), ("offered", early.into())] {
            block.set(name, value);
        }
        if key.is_some() {
            for (level, node) in path.iter_mut().enumerate().take(below + 1).skip(depth) {
                if level > depth {
                    *node = random.next() % 128;
                }
                block.set("depth", level as u64);
                block.set("node", *node);
                block.pulse(&["keep"]);
            }
            depth = below;
        }
        block.set("node", random.next() % 128);
        block.set("offered", 1);
        // The depth has to have stood for three cycles, the offer for four.
        let mut cycles = 0;
        while cycles < 3 || block.get("ready") == 0 {
            block.cycle();
            cycles += 1;
            if cycles > 8 {
                return Err(format!("event {event} is not ready"));
            }
        }
        if let Some(key) = key {
            expect("key under way", block.get("key"), key)?;
            expect("weight under way", block.get("weight"), weight)?;
            let agrees = common(key, offered).min(LEVELS / 2 - 1);
            let start = agrees.min(depth / 2);
            seen.starts[start] += 1;
            seen.cut += u64::from(start < agrees);
            expect("level", block.get("level"), 2 * start as u64)?;
            expect("place", block.get("place"), path[2 * start])?;
            expect("pair", block.get("pair"), offered >> (28 - 4 * start) & 15)?;
            depth = 2 * start;
        }
        if event % 50 == 49 {
            block.pulse(&["root"]);
            block.cycle();
            expect("digits of the root", block.get("pair"), 0)?;
            block.cycle();
            seen.roots += 1;
        }
        block.pulse(&["count", "take"]);
        (key, weight) = (Some(offered), offered_weight);
        block.set("offered", 0);
        block.cycle();
    }
    Ok(())
}

#[test]
fn a_walk_begins_where_the_path_and_the_key_part() {
    let faults = [
        ("if (deepest < {2'd0, common}) start <= deepest[2:0];", ""),
        ("assign soon = stays & third;", "assign soon = stays;"),
        ("if (count) weights <= offered_weight;", "if (take & offered_weight[0]) weights <= offered_weight;"),
        ("if (root) digits <= 4'd0;", ""),
    ];
    let seen: Seen = with_faults(("mini", Engine::Serial, "finger"), &[], &faults, check);
    println!("{seen:?}");
    assert!(seen.starts.iter().all(|starts| *starts > 20), "{seen:?}");
    assert!(seen.cut > 100 && seen.early > 1000 && seen.roots > 50, "{seen:?}");
}
