//! The threshold and its ladder (docs/reference/rap.md R2): from any first threshold up to the largest, with single
//! steps and several at once.
use super::{Block, Fault, expect, with_faults};
use treetap::spec::rap::{Engine, Hand, ladder_next};
use treetap::trace::shapes::Random;

#[derive(Debug, Default)]
struct Seen {
    loads: u64,
    steps: u64,
    jumps: u64,
    /// Steps from a value that is none of the ladder.
    off: u64,
    /// Requests at the largest value.
    at_end: u64,
    longest: u64,
}

/// First thresholds: small ones, every bit both ways, the largest ones, and random ones of any length.
fn firsts(count_bits: u32) -> Vec<u64> {
    let largest = u64::MAX >> (64 - count_bits);
    let mut random = Random(count_bits.into());
    let mut all: Vec<u64> = (1..=40).collect();
    all.extend([0x5555_5555_5555, 0xaaaa_aaaa_aaaa, largest, largest - 1, largest / 2, largest / 2 + 1]);
    all.extend((0..60).map(|_| 1 + (random.next() >> (random.next() % 60)) % largest));
    all.iter().map(|first| first & largest).filter(|first| *first > 0).collect()
}

/// Goes up from each first threshold to the largest: `load` and `climb` (several steps?) are requests of the block.
fn climb(
    block: &mut Block,
    count_bits: u32,
    seen: &mut Seen,
    load: fn(&mut Block, u64) -> Result<(), String>,
    step: fn(&mut Block, bool),
) -> Result<(), String> {
    let largest = u64::MAX >> (64 - count_bits);
    let inverted = |block: &Block| block.get("inverted") & largest ^ largest;
    let mut random = Random(9);
    let settled = |block: &mut Block| {
        for cycles in 0..200 {
            block.cycle();
            if block.get("busy") == 0 {
                return Ok(cycles);
            }
        }
        Err("busy for 200 cycles".to_string())
    };
    for (i, first) in firsts(count_bits).into_iter().enumerate() {
        load(block, first)?;
        settled(block)?;
        expect("first threshold", inverted(block), first)?;
        seen.loads += 1;
        let (mut t, mut more) = (first, 3);
        // All the way from some, a few steps from the others.
        let mut left = if i % 8 == 0 { u32::MAX } else { 12 };
        while more > 0 && left > 0 {
            let far = random.next().is_multiple_of(3);
            step(block, far);
            let cycles = settled(block)?;
            seen.longest = seen.longest.max(cycles);
            seen.off += u64::from(t > 15 && t & (t - 1) != 0 && ladder_next(t, largest) - t < 1 << (t.ilog2() - 3));
            for _ in 0..if far { Hand::DEFAULT.jump } else { 1 } {
                t = ladder_next(t, largest);
            }
            expect("threshold", inverted(block), t)?;
            if far {
                seen.jumps += 1
            } else {
                seen.steps += 1
            }
            if t == largest {
                (seen.at_end, more) = (seen.at_end + 1, more - 1);
            }
            left -= 1;
        }
    }
    Ok(())
}

fn check_seen(what: &str, seen: &Seen, longest: u64) {
    println!("{what}: {seen:?}");
    assert!(seen.loads > 80 && seen.steps > 800 && seen.jumps > 400 && seen.at_end > 10, "{what}: {seen:?}");
    assert!(seen.off > 10 && seen.longest <= longest, "{what}: {seen:?}");
}

/// The ladder that counts in one cycle: pipelined and cam.
fn check_fast(block: &mut Block, count_bits: u32, seen: &mut Seen) -> Result<(), String> {
    let load = |block: &mut Block, first| {
        block.set("first", first);
        block.pulse(&["load"]);
        block.set("first", 0);
        Ok(())
    };
    let step = |block: &mut Block, far| block.pulse(if far { &["climb", "jump"] } else { &["climb"] });
    climb(block, count_bits, seen, load, step)
}

/// Verilator keeps the name `far` for itself.
const WIRED: [Fault; 2] = [
    ("    input  wire        far,\n", "    input  wire        several,\n"),
    ("    reg [1:0] pass;\n", "    wire far = several;\n    reg [1:0] pass;\n"),
];

/// The ladder of a bit per cycle: serial.
fn check_serial(block: &mut Block, count_bits: u32, seen: &mut Seen) -> Result<(), String> {
    let load = |block: &mut Block, first: u64| {
        block.pulse(&["load"]);
        let mut at = 0;
        loop {
            block.set("serial_in", first >> at & 1);
            block.cycle();
            if block.get("busy") == 0 {
                return Ok(());
            }
            expect("position", block.get("position"), at)?;
            at += 1;
        }
    };
    let step = |block: &mut Block, far: bool| {
        block.set("several", far.into());
        block.pulse(&["step"]);
    };
    climb(block, count_bits, seen, load, step)?;
    block.pulse(&["open"]);
    block.cycle();
    expect("T after `open`", block.get("inverted"), 0)
}

#[test]
fn the_ladder_of_a_cycle_a_step_is_that_of_the_rules_up_to_the_largest_threshold() {
    let faults = [
        ("octave <= &steps;", "octave <= 1'b0;"),
        ("if (&steps) steps <= 4'd8;", ""),
        ("if (~(built == steps)) add = 1'b1;", "add = 1'b1;"),
        ("overflow <= ~sum[c];", "overflow <= 1'b0;"),
    ];
    for (preset, engine, count_bits) in
        [("k32n64", Engine::Pipelined, 32), ("k32n1024", Engine::Pipelined, 48), ("k32n64", Engine::Cam, 32)]
    {
        let faults = if count_bits == 32 { &faults[..] } else { &[] };
        let seen =
            with_faults((preset, engine, "ladder"), &[], faults, |block, seen| check_fast(block, count_bits, seen));
        // The step of the first threshold, bit by bit; the largest one is entered like that, too.
        check_seen(&format!("{preset} {}", engine.name()), &seen, u64::from(count_bits) + 24);
    }
}

#[test]
fn the_ladder_of_a_bit_a_cycle_is_that_of_the_rules_up_to_the_largest_threshold() {
    let faults = [
        ("top <= leading;", "top <= leading + 4'd1;"),
        ("end_ <= 1'b1;", "end_ <= 1'b0;"),
        ("mark <= mark + 6'd1;", ""),
        ("if (~far | ((place & last_step) == last_step)) begin", "begin"),
    ];
    for (preset, count_bits) in [("mini", 32), ("x86", 48)] {
        let faults = if count_bits == 32 { &faults[..] } else { &[] };
        let check = |block: &mut Block, seen: &mut Seen| check_serial(block, count_bits, seen);
        let seen = with_faults((preset, Engine::Serial, "ladder"), &WIRED, faults, check);
        check_seen(preset, &seen, u64::from(count_bits) + 5);
    }
}
