//! The emitted `select` tops equal the golden model: every mark, event, key and weight, cycle by cycle
//! (docs/reference/select.md).
use crate::support::records::{RecordPins, ordinal, record, record_ports};
use std::collections::{BTreeMap, HashSet};
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::codemap::Codemap;
use treetap::model::select::{Selector, Weighed};
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::codemap::Image;
use treetap::spec::event::Event;
use treetap::spec::retire::Record;
use treetap::spec::select::*;
use treetap::spec::variant::Variant;
use treetap::trace::shapes::Random;

const CYCLES: usize = 6000;
/// Where the map of code of these tests begins.
const BASE: u32 = 0x8000_0000;
/// The port of its keys.
const LINE_KEY: &str = "line_key0";

/// A map with another key for every line of 64 kB.
fn map() -> Codemap {
    let mut map = Codemap::new(1024);
    map.load(&Image { base: BASE, line_bits: 6, entries: (0..1024).map(|line| line * 61).collect() });
    map
}

fn xlen(preset: &Variant) -> Xlen {
    if preset.parameter("xlen") == 32 { Xlen::Rv32 } else { Xlen::Rv64 }
}

/// What happened, over all configurations of a top.
#[derive(Debug, Default)]
struct Seen {
    marks: BTreeMap<Kind, u64>,
    events: BTreeMap<Weight, u64>,
    refused: u64,
    flushed: u64,
    flushed_with_mark: u64,
    saturated: u64,
    weightless: u64,
    longest: u16,
}

/// The map of code answers two cycles later, and says anything in between.
fn look_up(rows: &mut [u64], width: usize, line_key: usize, records: &[Option<Record>], random: &mut Random) {
    let map = map();
    for (cycle, row) in rows.chunks_exact_mut(width).enumerate() {
        let here = cycle.checked_sub(LATENCY as usize).and_then(|before| records[before]);
        row[line_key] = here.map_or(random.next() as u16, |record| map.key(record.pc)).into();
    }
}

/// A record that traps, or not; whose block begins near the lines of the map, for the kind that asks it.
fn near(record: Record, kind: Kind, traps: bool) -> Record {
    let record = Record { trap: record.trap || traps, ..record };
    match kind {
        Kind::Lines => Record { pc: u64::from(BASE) + record.pc % (1 << 17), ..record },
        _ => record,
    }
}

/// A top under one configuration, compared with its model in every cycle. A planted fault flips a bit on the pins, now
/// and then, that the model does not see.
fn compare(pins: &mut Pins, has: &[&str], config: Config, seed: u64, seen: &mut Seen, (planted, mapped): (bool, bool)) {
    let width = pins.input_words();
    let [rst, valid, kind, weight, pass, flush] =
        ["rst", "rec_valid", "cfg_kind", "cfg_weight", "sel_pass", "sel_flush"].map(|name| pins.input(name));
    let mut random = Random(seed);
    let fields = RecordPins::new(pins, has);
    let (mut rows, mut records) = (vec![0; CYCLES * width], vec![None; CYCLES]);
    // Dense, then with many idle cycles; few marks in between, so that weights grow.
    for (cycle, row) in rows.chunks_exact_mut(width).enumerate() {
        row[kind] = config.kind.code().into();
        row[weight] = config.weight.code().into();
        row[rst] = u64::from(cycle < 3);
        row[pass] = u64::from(!random.next().is_multiple_of(4));
        row[flush] = u64::from(random.next().is_multiple_of(50));
        let (idle, quiet) = (cycle > CYCLES / 2, (3000..5500).contains(&cycle));
        let made = record(&mut random, config.xlen, ordinal(cycle));
        let made = near(made, config.kind, quiet && !random.next().is_multiple_of(30));
        fields.put(&made, row);
        if cycle >= 3 && (!idle || random.next().is_multiple_of(3)) {
            row[valid] = 1;
            records[cycle] = Some(made);
        }
        if planted && cycle % 50 == 0 {
            row[pins.input("rec_cycles")] ^= 1;
        }
    }
    if mapped {
        look_up(&mut rows, width, pins.input(LINE_KEY), &records, &mut random);
    }
    let out = pins.run(&rows);
    let [sel_valid, trap, mark, held, saturated, ev_valid, key, ev_weight, ord] =
        ["sel_valid", "sel_trap", "sel_mark", "sel_held", "sel_saturated", "ev_valid", "ev_key", "ev_weight", "ev_ord"]
            .map(|name| pins.output(name));
    let mut model = if mapped { Selector::new(config).with_map(map()) } else { Selector::new(config) };
    let mut next: Option<Weighed> = None;
    let outs: Vec<&[u64]> = out.chunks_exact(pins.output_words()).collect();
    for cycle in 3..CYCLES {
        let (row, out) = (&rows[cycle * width..][..width], outs[cycle]);
        let here = records[cycle - LATENCY as usize];
        let place = format!("{config:?} cycle {cycle}");
        assert_eq!(out[sel_valid], u64::from(here.is_some()), "{place}");
        let holds = if config.weight == Weight::One { next.is_some() } else { model.holds() };
        assert_eq!(out[held], u64::from(holds), "{place}");
        // With weight 1, what this record gives comes a cycle later; else it is what the record or the flush closes.
        let mut leaves = next.take();
        if row[flush] == 1 && leaves.is_none() {
            leaves = model.flush();
            seen.flushed += u64::from(leaves.is_some());
        }
        let flushed = leaves.is_some();
        if let Some(record) = here {
            let mut marked = false;
            let event = model.push_judged(&record, |here| {
                marked = here;
                row[pass] == 1
            });
            assert_eq!((out[trap], out[mark]), (record.trap.into(), marked.into()), "{place}: {record:x?}");
            *seen.marks.entry(config.kind).or_default() += u64::from(marked);
            seen.refused += u64::from(marked && row[pass] == 0);
            seen.flushed_with_mark += u64::from(flushed && marked && config.weight != Weight::One);
            match config.weight {
                Weight::One => next = event,
                _ => leaves = leaves.or(event),
            }
        }
        let shown = (out[ev_valid] == 1)
            .then(|| Weighed { event: Event { key: out[key], weight: out[ev_weight] as u16 }, ord: out[ord] as u32 });
        assert_eq!(shown, leaves, "{place}");
        if let Some(Weighed { event, .. }) = shown {
            *seen.events.entry(config.weight).or_default() += 1;
            seen.weightless += u64::from(event.weight == 0);
            if config.weight == Weight::Instructions {
                seen.longest = seen.longest.max(event.weight);
            }
        }
    }
    assert_eq!(outs[CYCLES - 1][saturated], u64::from(model.saturated()), "{config:?}");
    seen.saturated += u64::from(model.saturated());
    forgets(pins);
}

/// That a weight did not fit is forgotten on demand, once nothing is held.
fn forgets(pins: &mut Pins) {
    let [mut flushes, mut clears, idle] = [(); 3].map(|()| vec![0; pins.input_words()]);
    (flushes[pins.input("sel_flush")], clears[pins.input("sel_clear")]) = (1, 1);
    let out = pins.run(&[idle.clone(), flushes, idle.clone(), clears, idle].concat());
    assert_eq!(out[4 * pins.output_words() + pins.output("sel_saturated")], 0);
}

#[test]
fn hardware_equals_model_for_every_kind_weight_and_width() {
    for preset in &PRESETS {
        let mut seen = Seen::default();
        let emitted = emit(Unit::Select, preset.name).unwrap();
        let has = record_ports(&emitted);
        let mut pins = Pins::open(&emitted, Effort::Test, 7).unwrap();
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            for weight in Weight::ALL {
                let config = Config { weight, ..Config::new(kind, xlen(preset), preset.parameter("key_bits")) };
                compare(&mut pins, &has, config, 100 + i as u64, &mut seen, (false, preset.name == "lines"));
            }
        }
        println!("{}: {seen:?}", preset.name);
        let lines = seen.marks.remove(&Kind::Lines);
        assert_eq!(lines > Some(100), preset.name == "lines", "{lines:?} marks of lines");
        assert!(seen.marks.len() == Kind::PLAIN.len() && seen.marks.values().all(|marks| *marks > 100), "{seen:?}");
        assert!(seen.events.len() == Weight::ALL.len() && seen.events.values().all(|n| *n > 4000), "{seen:?}");
        assert!(seen.refused > 5000 && seen.flushed > 500 && seen.flushed_with_mark > 100, "{seen:?}");
        assert!(seen.saturated >= Kind::PLAIN.len() as u64 && seen.weightless > 100 && seen.longest > 20, "{seen:?}");
    }
}

/// Blocks of two records whose cycles add up to a sum on either side of the largest weight, for every bit that carries.
#[test]
fn a_weight_is_exact_up_to_the_largest() {
    const LARGEST: u64 = 0xffff;
    let mut random = Random(5);
    let mut pairs = vec![];
    for bit in 0..16 {
        for _ in 0..40 {
            let last = (1 << bit) | (random.next() % (1 << bit));
            let sum = LARGEST - 20 + random.next() % 40;
            pairs.extend([(sum.abs_diff(last), last), (last, sum.abs_diff(last))]);
        }
    }
    pairs.retain(|(first, last)| *first <= LARGEST && *last <= LARGEST);
    let emitted = emit(Unit::Select, "nano").unwrap();
    let mut pins = Pins::open(&emitted, Effort::Test, 7).unwrap();
    let fields = RecordPins::new(&pins, &record_ports(&emitted));
    let mut row = vec![0; pins.input_words()];
    (row[pins.input("cfg_kind")], row[pins.input("cfg_weight")]) =
        (Kind::Code.code().into(), Weight::Cycles.code().into());
    row[pins.input("sel_pass")] = 1;
    let (rst, valid) = (pins.input("rst"), pins.input("rec_valid"));
    row[rst] = 1;
    let mut rows = row.repeat(3);
    row[rst] = 0;
    for (first, last) in &pairs {
        for (start, cycles) in [(true, *first), (false, *last)] {
            fields.put(&Record { start, cycles: cycles as u16, ..PLAIN }, &mut row);
            row[valid] = 1;
            rows.extend_from_slice(&row);
        }
    }
    fields.put(&Record { start: true, ..PLAIN }, &mut row);
    rows.extend(row.repeat(3));
    let [ev_valid, ev_weight] = ["ev_valid", "ev_weight"].map(|name| pins.output(name));
    let out = pins.run(&rows);
    let events = out.chunks_exact(pins.output_words()).filter(|out| out[ev_valid] == 1).map(|out| out[ev_weight]);
    let weights: Vec<u64> = pairs.iter().map(|(first, last)| (first + last).min(LARGEST)).collect();
    assert_eq!(events.take(weights.len()).collect::<Vec<_>>(), weights);
    let cut = pairs.iter().filter(|(first, last)| first + last > LARGEST).count();
    assert!(cut > 400 && pairs.len() - cut > 400, "{cut} of {}", pairs.len());
}

#[test]
#[should_panic(expected = "assertion")]
fn a_wrong_bit_is_seen() {
    let emitted = emit(Unit::Select, "nano").unwrap();
    let mut pins = Pins::open(&emitted, Effort::Test, 7).unwrap();
    let config = Config { weight: Weight::Cycles, ..Config::new(Kind::Code, Xlen::Rv32, 32) };
    compare(&mut pins, &record_ports(&emitted), config, 1, &mut Seen::default(), (true, false));
}

const PLAIN: Record = Record {
    trap: false,
    class: Opclass::Alu,
    rvc: false,
    taken: false,
    start: false,
    insn: 0x0010_0093,
    pc: 0x100,
    npc: 0x104,
    val: 0,
    addr: 0,
    evt: 0,
    lat: 0,
    cycles: 1,
    ord: 0,
};

#[test]
fn narrow_is_a_signed_number_of_16_bits_by_the_width_of_the_registers() {
    let narrow = |xlen, val| Selector::new(Config::new(Kind::NarrowOperands, xlen, 32)).mark(&Record { val, ..PLAIN });
    for val in [0, 1, 0x7fff] {
        assert!(Xlen::ALL.iter().all(|xlen| narrow(*xlen, val).is_some()), "{val:x}");
    }
    for val in [0x8000, 0xffff, 0x1_0000, 0x7fff_ffff] {
        assert!(Xlen::ALL.iter().all(|xlen| narrow(*xlen, val).is_none()), "{val:x}");
    }
    assert!(narrow(Xlen::Rv32, 0xffff_8000).is_some() && narrow(Xlen::Rv32, 0xffff_7fff).is_none());
    assert!(narrow(Xlen::Rv64, 0xffff_8000).is_none() && narrow(Xlen::Rv64, !0x7fff).is_some());
}

#[test]
fn a_block_gets_its_own_instructions_and_cycles() {
    // A block of three, a trap in its middle that is no instruction, a block of one whose event is refused, a block of
    // two that is flushed.
    let of = |pc, start, trap, cycles| Record { pc, start, trap, cycles, ..PLAIN };
    let records = [
        of(0x10, true, false, 5),
        of(0x14, false, false, 1),
        of(0x18, false, true, 9),
        of(0x18, false, false, 2),
        of(0x40, true, false, 7),
        of(0x80, true, false, 1),
        of(0x84, false, false, 30),
    ];
    for (weight, first, last) in [(Weight::Instructions, 3, 2), (Weight::Cycles, 17, 31), (Weight::One, 1, 1)] {
        let mut selector = Selector::new(Config { weight, ..Config::new(Kind::Code, Xlen::Rv32, 32) });
        let mut events: Vec<Event> = vec![];
        for record in &records {
            events.extend(selector.push_judged(record, |_| record.pc != 0x40).map(|weighed| weighed.event));
        }
        events.extend(selector.flush().map(|weighed| weighed.event));
        assert_eq!(events, [Event { key: 0x10, weight: first }, Event { key: 0x80, weight: last }], "{weight:?}");
    }
}

#[test]
fn folded_edges_of_64_kb_of_code_are_distinct_and_those_of_2_mb_nearly_so() {
    let edge = |pc, npc| {
        let record = Record { taken: true, pc, npc, ..PLAIN };
        Selector::new(Config::new(Kind::Edges, Xlen::Rv32, 32)).mark(&record).unwrap()
    };
    let mut random = Random(3);
    let mut collisions = |code: u64, edges: usize| {
        let mut pairs = HashSet::new();
        while pairs.len() < edges {
            // Most transfers are short.
            let pc = (random.next() % code) & !1;
            let far = random.next().is_multiple_of(4);
            let npc = if far { (random.next() % code) & !1 } else { ((pc + random.next() % 512) % code) & !1 };
            pairs.insert((0x8000_0000 + pc, 0x8000_0000 + npc));
        }
        edges - pairs.iter().map(|(pc, npc)| edge(*pc, *npc)).collect::<HashSet<_>>().len()
    };
    assert_eq!(collisions(1 << 16, 200_000), 0);
    let far = collisions(2 << 20, 50_000);
    assert!(far < 50, "{far} of 50000");
    println!("2 MB of code: {far} of 50000 edges share a key");
}
