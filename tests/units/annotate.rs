//! The emitted `annotate` tops equal the golden model: every record, event and latency, cycle by cycle
//! (docs/reference/annotate.md).
use crate::support::records::{RecordPins, ordinal, record, record_ports};
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::annotate::Annotator;
use treetap::spec::annotate::*;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::retire::{Record, event};
use treetap::spec::select::ACCESSES;
use treetap::spec::variant::Variant;
use treetap::trace::shapes::Random;

const CYCLES: usize = 20_000;
/// The preset with more rounds: its mutants are counted.
const MANY: &str = "tiny";
/// Cycles between two turns of the switch, more than clearing takes.
const ON_FOR: usize = 3_000;

/// What happened.
#[derive(Debug, Default)]
struct Seen {
    hits: u64,
    misses: u64,
    right: u64,
    wrong: u64,
    set_again: u64,
    counter_again: u64,
    idle: u64,
    as_they_came: u64,
    switched_on: u64,
}

/// A record whose line and branch are among a few.
fn busy(random: &mut Random, xlen: Xlen, ord: u32, config: &Config) -> Record {
    let made = record(random, xlen, ord);
    let lines = 3 << (config.ways - 1).min(2);
    let line = ((random.next() % lines) << config.sets_log2) + random.next() % 2;
    let near = !random.next().is_multiple_of(16);
    // Some differ from each other in one bit.
    let apart = |random: &mut Random| match random.next() % 4 {
        0 => 1 << (random.next() % u64::from(xlen.bits())),
        _ => 0,
    };
    let (other_line, other_branch) = (apart(random), apart(random) & !1);
    Record {
        class: if random.next().is_multiple_of(3) { Opclass::Branch } else { made.class },
        addr: if near {
            ((line << config.line_log2) + random.next() % (1 << config.line_log2)) ^ other_line
        } else {
            made.addr
        },
        pc: if near { (0x8000_0000 + 2 * (random.next() % 6)) ^ other_branch } else { made.pc },
        ..made
    }
}

/// A row without a record, with the latencies of `config`.
fn idle(pins: &Pins, config: &Config) -> Vec<u64> {
    let mut row = vec![0; pins.input_words()];
    for (name, value) in [
        ("cfg_annotate", 1),
        ("cfg_hit_cycles", config.hit_cycles.into()),
        ("cfg_miss_cycles", config.miss_cycles.into()),
        ("cfg_mispredict_cycles", config.mispredict_cycles.into()),
    ] {
        row[pins.input(name)] = value;
    }
    row
}

/// The records that came out are those that were expected, each in its cycle.
fn check(pins: &Pins, out: &[u64], expected: &[Option<Record>], preset: &str) {
    let width = pins.output_words();
    let at = |name: &str| pins.output(&format!("ann_{name}"));
    let ports =
        ["trap", "class", "rvc", "taken", "start", "insn", "pc", "npc", "val", "addr", "evt", "lat", "cycles", "ord"]
            .map(at);
    for (cycle, out) in out.chunks_exact(width).enumerate() {
        assert_eq!(out[at("valid")], u64::from(expected[cycle].is_some()), "cycle {cycle}");
        let Some(r) = expected[cycle] else { continue };
        let fields = [
            r.trap.into(),
            r.class.code().into(),
            r.rvc.into(),
            r.taken.into(),
            r.start.into(),
            r.insn.into(),
            r.pc,
            r.npc,
            r.val,
            r.addr,
            r.evt.into(),
            r.lat.into(),
            r.cycles.into(),
            r.ord.into(),
        ];
        assert_eq!(ports.map(|pin| out[pin]), fields, "{preset} cycle {cycle}: {r:x?}");
    }
}

/// A top beside its model; with `fewer` the model has a way less, a fault to be found.
fn compare(preset: &Variant, fewer: bool) -> Seen {
    let emitted = emit(Unit::Annotate, preset.name).unwrap();
    let mut pins = Pins::open(&emitted, Effort::Test, 4).unwrap();
    let fields = RecordPins::new(&pins, &record_ports(&emitted));
    let xlen = if preset.parameter("xlen") == 32 { Xlen::Rv32 } else { Xlen::Rv64 };
    let width = pins.input_words();
    let [rst, valid, on] = ["rst", "rec_valid", "cfg_annotate"].map(|name| pins.input(name));
    let (mut random, mut seen) = (Random(8), Seen::default());
    for round in 0..if preset.name == MANY { 9 } else { 3 } {
        // Latencies of few bits and of many.
        let mut latency = || (random.next() as u16) >> (random.next() % 16);
        let (hit_cycles, miss_cycles, mispredict_cycles) = (latency(), latency(), latency());
        let config = Config { hit_cycles, miss_cycles, mispredict_cycles, ..Config::of(preset) };
        let idle = idle(&pins, &config);
        // A reset forgets everything.
        let mut reset = idle.clone();
        reset[rst] = 1;
        pins.run(&reset);
        let clearing = pins.output("ann_clearing");
        let waited = (0..).find(|_| pins.run(&idle)[clearing] == 0).unwrap();
        let words = 1 << config.sets_log2.max(config.predictor_log2);
        assert_eq!(waited, words);
        let fresh = Annotator::new(Config { ways: config.ways - u32::from(fewer), ..config });
        let (mut model, mut left) = (fresh.clone(), 0);
        let (mut rows, mut expected) = (idle.repeat(CYCLES), vec![None; CYCLES + 2]);
        let mut before: Option<Record> = None;
        for (cycle, row) in rows.chunks_exact_mut(width).enumerate().take(CYCLES - 2) {
            // In the third round it is off for a while, forgets, and has to be cleared when it is on again.
            row[on] = u64::from(round != 2 || !(cycle / ON_FOR).is_multiple_of(2));
            if row[on] == 0 {
                (model, left) = (fresh.clone(), words);
            }
            let annotates = row[on] == 1 && left == 0;
            left -= u64::from(row[on] == 1 && left > 0);
            seen.switched_on += u64::from(annotates && round == 2);
            if round % 4 == 1 && random.next().is_multiple_of(2) {
                seen.idle += 1;
                before = None;
                continue;
            }
            let mut made = busy(&mut random, xlen, ordinal(cycle), &config);
            row[valid] = 1;
            fields.put(&made, row);
            let (access, branch) = (ACCESSES.contains(&made.class), made.class == Opclass::Branch);
            if let Some(before) = before.filter(|before| !before.trap && !made.trap) {
                let set = |record: &Record| (record.addr >> config.line_log2) & ((1 << config.sets_log2) - 1);
                seen.set_again += u64::from(access && ACCESSES.contains(&before.class) && set(&before) == set(&made));
                seen.counter_again += u64::from(branch && before.class == Opclass::Branch && before.pc == made.pc);
            }
            before = Some(made);
            if !annotates {
                seen.as_they_came += 1;
                expected[cycle + LATENCY as usize] = Some(made);
                continue;
            }
            model.annotate(&mut made);
            if !made.trap && access {
                *(if made.evt & event::DATA_MISS == 0 { &mut seen.hits } else { &mut seen.misses }) += 1;
            }
            if !made.trap && branch {
                *(if made.evt & event::MISPREDICT == 0 { &mut seen.right } else { &mut seen.wrong }) += 1;
            }
            expected[cycle + LATENCY as usize] = Some(made);
        }
        let out = pins.run(&rows);
        check(&pins, &out, &expected, preset.name);
    }
    seen
}

#[test]
fn hardware_equals_model_record_by_record() {
    for preset in &PRESETS {
        let seen = compare(preset, false);
        println!("{}: {seen:?}", preset.name);
        assert!(seen.hits > 1500 && seen.misses > 2000 && seen.right > 2000 && seen.wrong > 1000, "{seen:?}");
        assert!(seen.set_again > 500 && seen.counter_again > 200 && seen.idle > 5000, "{seen:?}");
        assert!(seen.as_they_came > 8_000 && seen.switched_on > 2_000, "{seen:?}");
    }
}

#[test]
#[should_panic(expected = "assertion")]
fn a_way_less_is_seen() {
    compare(&PRESETS[3], true);
}

#[test]
fn a_configuration_says_what_it_is() {
    assert_eq!(
        Config::named("direct4k").unwrap().to_string(),
        "modelled cache of 4096 bytes, 1 way(s), lines of 32; 512 two-bit counters; hit 1, miss 20, mispredict 3 cycles"
    );
    assert_eq!(Config::named("fourway16k64").unwrap().cache_bytes(), 16384);
    assert_eq!(Config::named("huge"), None);
}
