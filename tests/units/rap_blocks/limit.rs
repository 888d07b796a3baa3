//! The threshold of the serial engine in EPS mode (docs/reference/rap.md R4, R7): it follows `n`, and merge points are
//! told once each.
use super::{Block, Fault, expect, with_faults};
use treetap::spec::rap::{Engine, FIRST_MERGE, Hand, ladder_next};
use treetap::trace::shapes::Random;

const LARGEST: u64 = u32::MAX as u64;

/// Verilator keeps the name `far` for itself.
const WIRED: [Fault; 2] = [
    ("    input  wire        far,\n", "    input  wire        several,\n"),
    ("    reg counting0 = 1'b0;\n", "    wire far = several;\n    reg counting0 = 1'b0;\n"),
];

#[derive(Debug, Default)]
struct Seen {
    /// Thresholds that `n` raised, and events that did not.
    raised: u64,
    left: u64,
    /// Products that did not fit the width.
    full: u64,
    merges: u64,
    refused: u64,
    steps: u64,
}

/// The three leading bits of `n`.
fn leading(n: u64) -> u64 {
    let drop = (64 - n.leading_zeros()).saturating_sub(3);
    n >> drop << drop
}

fn settled(block: &mut Block, name: &str) -> Result<(), String> {
    for _ in 0..400 {
        block.cycle();
        if block.get(name) == 0 {
            return Ok(());
        }
    }
    Err(format!("`{name}` for 400 cycles"))
}

/// Events under one configuration, from a first threshold on.
fn follow(
    block: &mut Block,
    (m, s, t0): (u64, u64, u64),
    events: u64,
    heavy: bool,
    seen: &mut Seen,
) -> Result<(), String> {
    let mut random = Random(m + 8 * s);
    ["cfg_m", "cfg_s", "n", "counted"].iter().zip([m, s, 0, 1]).for_each(|(name, value)| block.set(name, value));
    block.pulse(&["load", "sample"]);
    for bit in 0..32 {
        block.set("serial_in", t0 >> bit & 1);
        block.cycle();
    }
    settled(block, "busy")?;
    let (mut n, mut t, mut next_merge) = (0, t0, FIRST_MERGE);
    for event in 0..events {
        let weight = match event % 4 {
            _ if heavy => 0xffff,
            0 => 1 + random.next() % 0xffff,
            1 => 1 + random.next() % 500,
            _ => 1,
        };
        let refused = random.next().is_multiple_of(16);
        block.set("weight", weight);
        block.pulse(&["count"]);
        block.set("counted", 0);
        for _ in 0..1 + random.next() % 3 {
            block.cycle();
            expect("T follows an event that is being counted", block.get("follows"), 1)?;
        }
        if refused {
            seen.refused += 1;
            block.pulse(&["refused"]);
            block.set("counted", 1);
        } else {
            n += weight;
            block.set("n", n);
            block.set("counted", 1);
        }
        block.cycle();
        settled(block, "follows")?;
        if !refused {
            let product = (m * leading(n)) >> s;
            seen.full += u64::from(product > LARGEST);
            if product > t {
                seen.raised += 1
            } else {
                seen.left += 1
            }
            t = t.max(product.min(LARGEST));
        }
        expect("threshold", block.get("inverted") ^ LARGEST, t)
            .map_err(|e| format!("n = {n}, m = {m}, s = {s}: {e}"))?;
        let merges = n >= next_merge;
        expect("merge point", block.get("due") == 1, merges).map_err(|e| format!("n = {n}: {e}"))?;
        if merges {
            seen.merges += 1;
            block.pulse(&["taken"]);
            while next_merge <= n {
                next_merge *= 2;
            }
            block.cycle();
            expect("merge point that was taken", block.get("due"), 0)?;
        }
        if event % 64 == 63 && !heavy {
            // A round of its own (R15 H1) raises T, too.
            let far = random.next().is_multiple_of(2);
            block.set("several", far.into());
            block.pulse(&["step"]);
            settled(block, "busy")?;
            for _ in 0..if far { Hand::DEFAULT.jump } else { 1 } {
                t = ladder_next(t, LARGEST);
            }
            expect("threshold after a step", block.get("inverted") ^ LARGEST, t)?;
            seen.steps += 1;
        }
    }
    Ok(())
}

fn check(block: &mut Block, seen: &mut Seen) -> Result<(), String> {
    for (m, s, t0) in [(6, 10, 1), (7, 13, 200), (1, 0, 1), (5, 3, 7), (3, 14, 65_535), (7, 1, 1)] {
        follow(block, (m, s, t0), 600, false, seen)?;
    }
    // Up to where the product does not fit the width.
    follow(block, (7, 0, 1), 13_000, true, seen)
}

#[test]
fn the_threshold_of_eps_mode_follows_n_and_every_merge_point_is_told_once() {
    let seen: Seen = with_faults(("k8n8", Engine::Serial, "limit"), &WIRED, &[], check);
    println!("{seen:?}");
    assert!(seen.raised > 500 && seen.left > 1000 && seen.full > 100, "{seen:?}");
    assert!(seen.merges > 60 && seen.refused > 500 && seen.steps > 40, "{seen:?}");
    // What goes wrong in the block inside, and in its wiring.
    for (name, pattern, replacement) in [
        ("limit", "wire threshold_open = eps0_t_open ? 1'b1 : 1'b0;", "wire threshold_open = 1'b0;"),
        ("limit", "(counting0 & ~counted & ~refused)", "(counting0 & ~counted)"),
        ("eps", "if (v_bit != t_bit) above <= v_bit;", "if (v_bit != t_bit) above <= 1'b1;"),
        ("eps", "merged <= watch;", ""),
        ("eps", "wire [5:0] six = four + two;", "wire [5:0] six = four | two;"),
    ] {
        let mut block =
            Block::open_with(("k8n8", Engine::Serial, "limit"), &WIRED, Some((name, (pattern, replacement))));
        let found = check(&mut block, &mut Seen::default());
        println!("{name}, {replacement:?} in the place of {pattern:?}: {found:?}");
        assert!(found.is_err(), "{pattern} is not found");
    }
}
