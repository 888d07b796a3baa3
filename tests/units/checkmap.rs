//! The emitted map of checks equals its model in every cycle (docs/reference/checkmap.md).
use crate::support::planted::Planted;
use treetap::catalog::{Emitted, Unit, emit, presets};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::checkmap::Checkmap;
use treetap::spec::checkmap::{Code, DEEP_LATENCY, Image, LATENCY, PRESETS};
use treetap::spec::variant::{DEEP, find};
use treetap::trace::shapes::Random;

/// Times a memory is written and looked into.
const ROUNDS: usize = 12;
/// Lookups of each.
const LOOKUPS: usize = 6_000;
/// Lookups with one first address.
const MOVED: usize = 40;
/// What a host writes with.
const WRITES: [&str; 3] = ["set_map_waddr", "set_map_wdata", "set_data"];

/// What happened, so that a test can prove its stimulus.
#[derive(Debug, Default)]
struct Seen {
    codes: [u64; 4],
    below: u64,
    beyond: u64,
    edges: u64,
    off: u64,
    odd: u64,
    /// Another first address.
    moved: u64,
    /// Words written, and how often the number of the next one began anew.
    written: u64,
    wrapped: u64,
    cleared: u64,
}

/// Writes some of the `words` of a memory, from anywhere, in pieces, around the end; or `all` of it.
fn write(
    pins: &mut Pins,
    row: &mut [u64],
    model: &mut Checkmap,
    random: &mut Random,
    seen: &mut Seen,
    (words, all): (u32, bool),
) {
    let [waddr, wdata, data] = WRITES.map(|name| pins.input(name));
    let mut at = if all { 0 } else { random.next() as u32 % words };
    (row[waddr], row[data]) = (1, u64::from(at) | random.next() << 16 & 0xffff_0000);
    model.seek(row[data] as u32);
    pins.run(row);
    row[waddr] = 0;
    for _ in 0..if all { words } else { 40 } {
        (row[wdata], row[data]) = (random.next() % 2, random.next() & 0xffff_ffff);
        if row[wdata] == 1 {
            model.write(row[data] as u32);
            at += 1;
            seen.written += 1;
            seen.wrapped += u64::from(at.is_multiple_of(words));
        }
        pins.run(row);
    }
    row[wdata] = 0;
}

/// Resets a memory of `words`: every word takes a cycle, and the last of them is the last with the flag. What a host
/// writes meanwhile is lost.
fn clear(pins: &mut Pins, row: &mut [u64], random: &mut Random, words: u32) -> Result<(), String> {
    let [rst, en] = ["rst", "cfg_map_en"].map(|name| pins.input(name));
    let [waddr, wdata, data] = WRITES.map(|name| pins.input(name));
    let clearing = pins.output("map_clearing");
    (row[rst], row[en]) = (1, 0);
    pins.run(row);
    row[rst] = 0;
    let width = row.len();
    let mut rows = row.repeat(words as usize + 1);
    for row in rows.chunks_exact_mut(width).take(words as usize) {
        row[data] = 0xffff_ffff;
        (row[waddr], row[wdata]) = (random.next() % 2, random.next() % 2);
    }
    let busy: Vec<u64> = pins.run(&rows).chunks_exact(pins.output_words()).map(|out| out[clearing]).collect();
    let expected: Vec<u64> = (0..=words).map(|at| u64::from(at < words)).collect();
    if busy == expected { Ok(()) } else { Err(format!("clearing takes {} cycles", busy.iter().sum::<u64>())) }
}

/// A host and a core; what differs from the model first.
fn compare(emitted: &Emitted, (slots, latency): (u32, usize), effort: Effort, seen: &mut Seen) -> Result<(), String> {
    let mut pins = Pins::open(emitted, effort, 5).unwrap();
    let [pc, base, en] = ["rec_pc", "cfg_map_base", "cfg_map_en"].map(|name| pins.input(name));
    let code = pins.output("map_code");
    let mut row = vec![0; pins.input_words()];
    let mut random = Random(31);
    let words = slots / 16;
    let mut model = Checkmap::new(slots);
    for round in 0..ROUNDS {
        if round % 4 == 0 {
            clear(&mut pins, &mut row, &mut random, words).map_err(|what| format!("round {round}: {what}"))?;
            model = Checkmap::new(slots);
            seen.cleared += 1;
        } else {
            write(&mut pins, &mut row, &mut model, &mut random, seen, (words, round % 4 == 1));
        }
        let usual = match round % 3 {
            0 => 0x8000_0000_u32,
            1 => 0,
            _ => 0xffff_ff00,
        };
        let enabled = round % 5 != 4;
        row[en] = enabled.into();
        let mut start = usual;
        let (mut rows, mut expected) = (vec![], vec![]);
        for lookup in 0..LOOKUPS {
            // Every bit of the first address matters, and of an address that is compared with it.
            if lookup % MOVED == 0 {
                let anywhere = random.next() as u32;
                // Somewhat before a multiple of a power of two, which the map goes across.
                let across = (anywhere << (random.next() % 32)).wrapping_sub(random.next() as u32 % (2 * slots));
                start = [usual, anywhere, across][lookup / MOVED % 3] & !1;
                row[base] = u64::from(start >> 1);
                model.configure(start, enabled);
                seen.moved += 1;
            }
            let within = random.next() as u32 % (2 * slots);
            let at = match random.next() % 7 {
                0 => start.wrapping_sub(1 + random.next() as u32 % 64),
                1 => start.wrapping_add(2 * slots).wrapping_add(random.next() as u32 % 64),
                2 => start.wrapping_add((2 * slots - 4).wrapping_add(random.next() as u32 % 4)),
                3 => random.next() as u32,
                4 => start.wrapping_add(within) ^ 1 << (random.next() % 32),
                _ => start.wrapping_add(within),
            };
            let offset = at.wrapping_sub(start);
            seen.below += u64::from(offset > 1 << 31);
            seen.beyond += u64::from(offset >= 2 * slots && offset < 1 << 31);
            seen.edges += u64::from(offset / 2 == slots - 1 || offset < 2);
            seen.odd += u64::from(at % 2 == 1);
            seen.off += u64::from(!enabled);
            row[pc] = at.into();
            rows.extend(&row);
            let found = model.code(at.into());
            seen.codes[found as usize] += 1;
            expected.push((start, at, found));
        }
        (0..latency).for_each(|_| rows.extend(&row));
        let out = pins.run(&rows);
        for (out, (start, at, wanted)) in out.chunks_exact(pins.output_words()).skip(latency).zip(expected) {
            if out[code] != wanted as u64 {
                return Err(format!(
                    "round {round}, base {start:#x}: {at:#x} has code {}, expected {wanted:?}",
                    out[code]
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn hardware_equals_model_in_every_cycle() {
    for preset in presets(Unit::Checkmap) {
        let build = find(&PRESETS, preset.name).unwrap();
        let slots = build.parameter("slots");
        let latency = if build.parameter(DEEP) == 1 { DEEP_LATENCY } else { LATENCY };
        let mut seen = Seen::default();
        let emitted = emit(Unit::Checkmap, preset.name).unwrap();
        compare(&emitted, (slots, latency), Effort::Test, &mut seen)
            .unwrap_or_else(|difference| panic!("{}: {difference}", preset.name));
        println!("{}: {seen:?}", preset.name);
        assert!(seen.codes.iter().all(|count| *count > 1000), "{seen:?}");
        assert!(
            seen.below > 1000
                && seen.beyond > 1000
                && seen.edges > 500
                && seen.odd > 1000
                && seen.off > 1000
                && seen.moved > 1000,
            "{seen:?}"
        );
        assert!(seen.written > 100 && (seen.wrapped > 0 || slots > 64) && seen.cleared == 3, "{seen:?}");
    }
}

#[test]
fn planted_faults_are_found() {
    let faults = [
        ("", "~(|above)", "1'b1"),
        ("", "rec_pc[31:1] - cfg_map_base", "rec_pc[31:1]"),
        ("", "inside_ & «cfg_map_en»", "1'b1"),
        ("", "codes_rd >> «place»", "place ^ 5'd2"),
        ("", "at <= «at + 2'd1»", "at"),
        ("", "«clearing» ? 32'd0 : set_data", "1'b0"),
        ("", "at <= «set_data[1:0]»", "set_data[2:1]"),
    ];
    let planted = Planted::of(Unit::Checkmap, "tiny", &faults);
    let tried = |number| compare(planted.with(number), (64, LATENCY), Effort::Test, &mut Seen::default());
    assert_eq!(tried(0), Ok(()), "as it is");
    for ((_, from, to), number) in faults.into_iter().zip(1..) {
        println!("{from} -> {to}: {}", tried(number).expect_err(from));
    }
}

#[test]
fn an_image_is_loaded_and_what_it_leaves_out_is_nothing() {
    let mut map = Checkmap::new(64);
    map.seek(1);
    (0..4).for_each(|_| map.write(u32::MAX));
    assert!(!map.enabled() && map.code(0x80) == Code::None);
    let mut image = Image::new(0x80, 20);
    assert!(image.set(0x80, Code::Entry) && image.set(0x80 + 38, Code::Back));
    map.load(&image);
    let found: Vec<_> = (0..64).map(|i| map.code(0x80 + 2 * i)).filter(|code| *code != Code::None).collect();
    assert_eq!((found, map.slots()), (vec![Code::Entry, Code::Back], 64));
}
