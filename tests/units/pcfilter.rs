//! The emitted filters equal their model in every cycle (docs/reference/pcfilter.md), and in
//! the directed cases.
use crate::support::faults::{Faults, all_found};
use std::collections::BTreeMap;
use std::iter;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::pcfilter::Filter;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::pcfilter::{DEEP_LATENCY, LATENCY, Settings, Verdict, f1_hash, f2_hash, pct};
use treetap::spec::retire::Record;
use treetap::trace::shapes::Random;

/// A preset and its parameters.
#[derive(Clone, Copy, Debug)]
struct Preset {
    name: &'static str,
    xlen: Xlen,
    table: bool,
    /// Cycles from a record to its verdict.
    latency: usize,
    /// Cycles after a write of the table in which its address and data hold, and no other write comes.
    quiet: usize,
    /// Cycles from a write of the table to the first record that it counts for: of a bit, of the low half of a word.
    /// The high half comes a cycle later.
    writing: usize,
    low: usize,
}

const RV32: Preset =
    Preset { name: "rv32", xlen: Xlen::Rv32, table: true, latency: LATENCY, quiet: 2, writing: 2, low: 1 };
const RV64: Preset = Preset { name: "rv64", xlen: Xlen::Rv64, ..RV32 };
const DEEP32: Preset = Preset { name: "rv32_deep", latency: DEEP_LATENCY, quiet: 3, writing: 3, low: 2, ..RV32 };
const DEEP64: Preset = Preset { name: "rv64_deep", xlen: Xlen::Rv64, ..DEEP32 };
const PRESETS: [Preset; 5] = [RV32, RV64, Preset { name: "rv32_lite", table: false, ..RV32 }, DEEP32, DEEP64];
/// Cycles until the tables are cleared.
const CLEARING: usize = 256;

/// What is offered.
#[derive(Clone, Copy, Debug)]
struct Offer {
    trap: bool,
    class: Opclass,
    pc: u64,
}

impl Offer {
    fn record(self) -> Record {
        Record {
            trap: self.trap,
            class: self.class,
            rvc: false,
            taken: false,
            start: false,
            insn: 0,
            pc: self.pc,
            npc: 0,
            val: 0,
            addr: 0,
            evt: 0,
            lat: 0,
            cycles: 0,
            ord: 0,
        }
    }
}

/// A write that the registers make.
#[derive(Clone, Copy, Debug)]
enum Write {
    Decim,
    Word(usize, u32),
    Ignore(u32),
}

/// One cycle: a record, the levels, a write.
#[derive(Clone, Copy, Debug, Default)]
struct Cycle {
    rst: bool,
    offer: Option<Offer>,
    settings: Settings,
    decim: u16,
    write: Option<Write>,
}

struct Bench {
    pins: Pins,
    preset: Preset,
}

impl Bench {
    fn open(emitted: &Emitted, preset: Preset, effort: Effort) -> Self {
        Self { pins: Pins::open(emitted, effort, 9).unwrap(), preset }
    }

    fn of(preset: Preset) -> Self {
        Self::open(&emit(Unit::Pcfilter, preset.name).unwrap(), preset, Effort::Test)
    }

    /// Verdicts of every cycle; the last ones of a run come with the cycles that are added.
    fn run(&mut self, cycles: &[Cycle]) -> Vec<Option<Verdict>> {
        let width = self.pins.input_words();
        let mut rows = vec![0; width * (cycles.len() + self.preset.latency)];
        for (row, cycle) in rows.chunks_exact_mut(width).zip(cycles) {
            let mut set = |name: &str, value: u64| row[self.pins.input(name)] |= value;
            set("rst", cycle.rst.into());
            if let Some(offer) = cycle.offer {
                set("rec_valid", 1);
                set("rec_trap", offer.trap.into());
                set("rec_class", offer.class.code().into());
                set("rec_pc", offer.pc);
            }
            let Settings { enable, classes, f1_select, f1_mask, f1_match, f2_select } = cycle.settings;
            set("cfg_fen", enable.into());
            set("cfg_class_en", classes.into());
            set("cfg_f1_hsel", f1_select.into());
            set("cfg_f1_mask", f1_mask.into());
            set("cfg_f1_match", f1_match.into());
            set("cfg_f2_hsel", f2_select.into());
            set("cfg_decim", cycle.decim.into());
            match cycle.write {
                Some(Write::Decim) => set("set_decim", 1),
                Some(Write::Word(..)) => set("set_ign", 1),
                Some(Write::Ignore(_)) => set("set_setign", 1),
                None => {}
            }
        }
        // Address and data of a write of the table hold in the cycles after it.
        for (at, cycle) in cycles.iter().enumerate() {
            let (word, data) = match cycle.write {
                Some(Write::Word(word, bits)) => (word as u64, bits),
                // The number of a word, perhaps its own, means nothing then.
                Some(Write::Ignore(pct)) => (u64::from(f2_hash(pct, 0)) / 32, pct),
                _ => continue,
            };
            for row in rows.chunks_exact_mut(width).skip(at).take(1 + self.preset.quiet) {
                row[self.pins.input("set_addr")] = word;
                row[self.pins.input("set_data")] = data.into();
            }
        }
        let seen = self.pins.run(&rows);
        let outputs = seen.chunks_exact(self.pins.output_words()).skip(self.preset.latency);
        let verdicts = outputs.map(|row| {
            let (valid, codes) = (row[self.pins.output("pcf_valid")], row[self.pins.output("pcf_verdict")]);
            (valid == 1).then(|| Verdict::ALL[codes as usize])
        });
        verdicts.collect()
    }

    /// Cycles of reset and of clearing.
    fn start(&self) -> Vec<Cycle> {
        let rst = Cycle { rst: true, ..Cycle::default() };
        [vec![rst; 2], vec![Cycle::default(); CLEARING]].concat()
    }

    /// Verdicts on one record after the other, under settings that come with it and after writes.
    fn judge(&mut self, writes: &[(Write, Settings)], offers: &[(Offer, Settings)]) -> Vec<Verdict> {
        let mut cycles = self.start();
        for (write, settings) in writes {
            let idle = Cycle { settings: *settings, ..Cycle::default() };
            cycles.push(Cycle { write: Some(*write), ..idle });
            cycles.extend(vec![idle; self.preset.quiet]);
        }
        let records = offers.iter().map(|(offer, settings)| Cycle {
            offer: Some(*offer),
            settings: *settings,
            ..Cycle::default()
        });
        let before = cycles.len();
        cycles.extend(records);
        self.run(&cycles)[before..].iter().map(|verdict| verdict.expect("a verdict on every record")).collect()
    }
}

/// How often each situation occurred.
type Coverage = BTreeMap<String, u64>;

/// Number of the half word of the table in which the first hash looks for an address.
fn half_word(pc: u64) -> u16 {
    f2_hash(pct(pc), 0) / 16
}

/// An address somewhere in the first 2 MB of a program.
fn address(random: &mut Random) -> u64 {
    0x8000_0000 + random.next() % (1 << 20) * 2
}

/// Addresses whose half words of the table differ in one bit of their numbers, or lie in one.
fn neighbours(random: &mut Random) -> Vec<u64> {
    let first = half_word(address(random));
    let halves = iter::once(first).chain((0..8).map(|bit| first ^ 1 << bit));
    let mut found = vec![];
    for half in halves {
        let one = |_| iter::repeat_with(|| address(random)).find(|pc| half_word(*pc) == half).unwrap();
        found.extend((0..7).map(one));
    }
    found
}

/// A stream over a few addresses that share few words of the table, with many writes; settings change now and then.
fn stream(bench: &Bench, seed: u64, length: usize) -> Vec<Cycle> {
    let mut random = Random(seed);
    let pool = neighbours(&mut random);
    let one_of = |random: &mut Random| pool[(random.next() % pool.len() as u64) as usize];
    let mut cycles = bench.start();
    // Records come while the tables are cleared, too.
    for cycle in &mut cycles[2..] {
        let pc = one_of(&mut random);
        // Tables are cleared from their beginning on: with any hash some of the addresses lie far from it.
        cycle.settings = Settings { f2_select: (random.next() % 4) as u8, ..Settings::open() };
        cycle.offer = Some(Offer { trap: false, class: Opclass::Alu, pc });
    }
    let (mut settings, mut decim, mut quiet) = (Settings::open(), 0, 0_usize);
    for at in 0..length {
        let mut one_in = |n: u64| random.next().is_multiple_of(n);
        let far = bench.preset.xlen == Xlen::Rv64 && one_in(2);
        let mut write = None;
        let may_write = quiet == 0;
        quiet = quiet.saturating_sub(1);
        if one_in(40) {
            settings = Settings {
                enable: !one_in(8),
                classes: Settings::open().classes & !(random.next() as u32 & random.next() as u32),
                f1_select: (random.next() % 4) as u8,
                f1_mask: [0, 0, 1, 0x81][(random.next() % 4) as usize],
                f1_match: random.next() as u8,
                f2_select: (random.next() % 4) as u8,
            };
        } else if may_write && one_in(60) {
            decim = [0, 1, 2, 3, 7, 40][(random.next() % 6) as usize];
            write = Some(Write::Decim);
            quiet = bench.preset.quiet;
        } else if may_write && bench.preset.table && one_in(3) {
            let pct = pct(one_of(&mut random));
            write = Some(match random.next() % 3 {
                0 => Write::Ignore(pct),
                _ => {
                    let bits = random.next() as u32 & random.next() as u32;
                    Write::Word(usize::from(f2_hash(pct, settings.f2_select)) / 32, bits)
                }
            });
            quiet = bench.preset.quiet;
        }
        let busy = at > length / 2;
        let offer = (busy || !random.next().is_multiple_of(3)).then(|| Offer {
            trap: random.next().is_multiple_of(20),
            class: Opclass::ALL[(random.next() % Opclass::COUNT as u64) as usize],
            pc: one_of(&mut random) + u64::from(far) * 0x1_0000_0000,
        });
        cycles.push(Cycle { rst: false, offer, settings, decim, write });
    }
    cycles
}

/// Runs a stream through hardware and model; the first cycle in which they differ.
fn lockstep(bench: &mut Bench, seed: u64, length: usize, coverage: &mut Coverage) -> Result<(), String> {
    let cycles = stream(bench, seed, length);
    let seen = bench.run(&cycles);
    let mut model = Filter::default();
    let mut count = |name: String| *coverage.entry(name).or_default() += 1;
    for (at, (cycle, seen)) in cycles.iter().zip(&seen).enumerate() {
        let mut written = None;
        let write = |since: usize| at.checked_sub(since).and_then(|before| cycles[before].write.map(|w| (w, before)));
        if let Some((Write::Word(word, bits), _)) = write(bench.preset.low + 1) {
            model.write_word(word, bits);
            written = Some(word);
        }
        if let Some((Write::Word(word, bits), _)) = write(bench.preset.low) {
            model.write_word(word, (model.word(word) & 0xffff_0000) | (bits & 0xffff));
            written = Some(word);
        }
        if let Some((Write::Ignore(pct), before)) = write(bench.preset.writing) {
            model.settings = cycles[before].settings;
            model.ignore(pct);
            written = Some(usize::from(f2_hash(pct, model.settings.f2_select)) / 32);
        }
        model.settings = cycle.settings;
        if let Some(Write::Decim) = cycle.write {
            model.set_period(cycle.decim);
            count(format!("period {}", cycle.decim));
        }
        let expected = cycle.offer.map(|offer| model.judge(&offer.record()));
        if *seen != expected {
            return Err(format!("cycle {at}: {seen:?}, expected {expected:?}"));
        }
        if let (Some(offer), Some(verdict)) = (cycle.offer, expected) {
            count(format!("{verdict:?}"));
            let word = usize::from(f2_hash(pct(offer.pc), cycle.settings.f2_select)) / 32;
            if written == Some(word) && matches!(verdict, Verdict::Pass | Verdict::Pc2) {
                count(format!("{verdict:?} by a word that is being written"));
            }
        }
    }
    Ok(())
}

#[test]
fn hardware_equals_model_in_every_cycle() {
    for preset in PRESETS {
        let mut bench = Bench::of(preset);
        let mut coverage = Coverage::new();
        // The second run starts with a reset of full tables.
        for seed in [5, 6] {
            if let Err(difference) = lockstep(&mut bench, seed, 25_000, &mut coverage) {
                panic!("{preset:?}: {difference}");
            }
        }
        println!("{preset:?}: {coverage:?}");
        // Every verdict, two of them with the table being written, six periods.
        let table = preset.table;
        let verdicts = Verdict::ALL.len() - usize::from(!table);
        let situations = verdicts + if table { 2 } else { 0 } + 6;
        assert_eq!(coverage.len(), situations, "{coverage:?}");
        assert!(coverage.values().all(|count| *count >= 10), "{coverage:?}");
    }
}

/// Periods of the decimator with every bit of its count both ways.
#[test]
fn long_periods_are_those_that_are_set() {
    for preset in [RV32, DEEP32] {
        long_periods(&mut Bench::of(preset));
    }
}

fn long_periods(bench: &mut Bench) {
    for period in [0x0100, 0x0fff, 0x1234, 0x5555, 0x8000, 0xaaaa, 0xffff] {
        let settings = Settings::open();
        let mut cycles = bench.start();
        cycles.push(Cycle { settings, decim: period, write: Some(Write::Decim), ..Cycle::default() });
        let cycle = Cycle { settings, decim: period, offer: Some(LOAD), ..Cycle::default() };
        let from = cycles.len();
        // Between two that count there is nothing, or one that the filters reject.
        let nothing = Cycle { offer: None, ..cycle };
        let trap = Cycle { offer: Some(Offer { trap: true, ..LOAD }), ..cycle };
        cycles.extend([cycle, nothing, cycle, trap].repeat(usize::from(period) + 3));
        let verdicts = bench.run(&cycles).split_off(from);
        let mut model = Filter::default();
        model.settings = settings;
        model.set_period(period);
        let passed = verdicts.iter().filter(|verdict| **verdict == Some(Verdict::Pass)).count();
        assert!(passed >= 2, "period {period:#x}: {passed} passed");
        for (at, (verdict, cycle)) in verdicts.into_iter().zip(&cycles[from..]).enumerate() {
            let expected = cycle.offer.map(|offer| model.judge(&offer.record()));
            assert_eq!(verdict, expected, "period {period:#x}, cycle {at}");
        }
    }
}

const LOAD: Offer = Offer { trap: false, class: Opclass::Load, pc: 0x8000_0004 };

#[test]
fn hashes_are_those_of_the_rules() {
    let mut addresses = vec![0x8000_0004, 0x8000_1234, 0x0000_abce, 0xffff_fffe, 0x1_ffff_fffe_u64];
    addresses.extend((1..32).map(|bit| 0x8000_4ce4 ^ 1 << bit));
    for preset in [RV32, RV64, DEEP32, DEEP64] {
        let mut bench = Bench::of(preset);
        for pc in addresses.iter().copied().filter(|pc| preset.xlen == Xlen::Rv64 || *pc >> 32 == 0) {
            let offer = Offer { pc, ..LOAD };
            for select in 0..4 {
                // Only the right hash passes the first filter, and only its bit of the second one's table decides.
                let (first, second) = (f1_hash(pct(pc), select), f2_hash(pct(pc), select));
                let f1 = |f1_match| Settings { f1_select: select, f1_mask: 0xff, f1_match, ..Settings::open() };
                let all: Vec<(Offer, Settings)> = (0..=u8::MAX).map(|f1_match| (offer, f1(f1_match))).collect();
                let passed = bench.judge(&[], &all);
                for (hash, verdict) in (0..=u8::MAX).zip(passed) {
                    assert_eq!(verdict == Verdict::Pass, hash == first, "{pc:#x}, first filter, {select}, {hash:#x}");
                }
                let f2 = Settings { f2_select: select, ..Settings::open() };
                let (word, bit) = (usize::from(second) / 32, 1 << (second % 32));
                assert_eq!(bench.judge(&[(Write::Word(word, bit), f2)], &[(offer, f2)]), [Verdict::Pc2]);
                let others: Vec<_> =
                    (0..128).map(|w| (Write::Word(w, if w == word { !bit } else { !0 }), f2)).collect();
                assert_eq!(bench.judge(&others, &[(offer, f2)]), [Verdict::Pass]);
                assert_eq!(bench.judge(&[(Write::Ignore(pct(pc)), f2)], &[(offer, f2)]), [Verdict::Pc2]);
            }
        }
    }
}

/// Words with random bits, single bits set in them, and none left after a reset: what the table says of each of its
/// 4,096 bits.
#[test]
fn every_bit_of_the_table_is_written_set_and_cleared_by_itself() {
    let mut random = Random(12);
    let mut of_bit = BTreeMap::new();
    while of_bit.len() < 4096 {
        let pc = address(&mut random);
        of_bit.insert(f2_hash(pct(pc), 0), pc);
    }
    for preset in [RV32, DEEP32] {
        let mut bench = Bench::of(preset);
        let open = Settings::open();
        let all: Vec<_> = of_bit.values().map(|pc| (Offer { pc: *pc, ..LOAD }, open)).collect();
        let mut table: Vec<u32> = (0..128).map(|_| random.next() as u32).collect();
        let mut writes: Vec<_> = table.iter().enumerate().map(|(at, bits)| (Write::Word(at, *bits), open)).collect();
        for (bit, pc) in of_bit.iter().filter(|_| random.next().is_multiple_of(3)) {
            writes.push((Write::Ignore(pct(*pc)), open));
            table[usize::from(bit / 32)] |= 1 << (bit % 32);
        }
        let verdicts = bench.judge(&writes, &all);
        for (bit, verdict) in of_bit.keys().zip(verdicts) {
            let ignored = table[usize::from(bit / 32)] >> (bit % 32) & 1 == 1;
            assert_eq!(verdict == Verdict::Pc2, ignored, "{preset:?}, bit {bit}: {verdict:?}");
        }
        let cleared = bench.judge(&[], &all);
        assert!(cleared.iter().all(|verdict| *verdict == Verdict::Pass), "{preset:?}");
    }
}

#[test]
fn regions_are_disjoint_and_cover_everything() {
    let mut bench = Bench::of(RV32);
    let mut random = Random(4);
    let offers: Vec<Offer> =
        (0..2000).map(|_| Offer { pc: 0x8000_0000 + random.next() % 0x4000 * 2, ..LOAD }).collect();
    for select in 0..4 {
        let mut passed = vec![0; offers.len()];
        for f1_match in 0..4 {
            let settings = Settings { f1_select: select, f1_mask: 3, f1_match, ..Settings::open() };
            let all: Vec<_> = offers.iter().map(|offer| (*offer, settings)).collect();
            let verdicts = bench.judge(&[], &all);
            let some = verdicts.iter().filter(|verdict| **verdict == Verdict::Pass).count();
            assert!((300..700).contains(&some), "{some} of 2000");
            verdicts.iter().zip(&mut passed).for_each(|(v, n)| *n += u32::from(*v == Verdict::Pass));
        }
        assert!(passed.iter().all(|n| *n == 1));
    }
}

#[test]
fn an_alias_is_ignored_too_until_the_hash_changes() {
    let mut bench = Bench::of(RV32);
    let (a, hash) = (LOAD.pc, |pc, select| f2_hash(pct(pc), select));
    let b = (a + 2..).step_by(2).find(|b| hash(*b, 0) == hash(a, 0) && hash(*b, 1) != hash(a, 1)).unwrap();
    assert!(b - a > 0x2000, "no two addresses of a block of 8 kB are aliases");
    let settings = |f2_select| Settings { f2_select, ..Settings::open() };
    for (select, of_b) in [(0, Verdict::Pc2), (1, Verdict::Pass)] {
        let both = [a, b].map(|pc| (Offer { pc, ..LOAD }, settings(select)));
        assert_eq!(bench.judge(&[(Write::Ignore(pct(a)), settings(select))], &both), [Verdict::Pc2, of_b]);
    }
}

#[test]
fn a_trap_is_never_a_candidate_and_without_the_switch_nothing_is() {
    let mut bench = Bench::of(RV32);
    let trap = Offer { trap: true, ..LOAD };
    let loads = Settings { classes: 1 << Opclass::Load.code(), ..Settings::open() };
    let off = Settings { enable: false, ..loads };
    let store = Offer { class: Opclass::Store, ..LOAD };
    let verdicts = bench.judge(&[], &[(LOAD, loads), (trap, loads), (store, loads), (LOAD, off), (trap, off)]);
    assert_eq!(verdicts, [Verdict::Pass, Verdict::Trap, Verdict::Class, Verdict::Class, Verdict::Trap]);
}

const FAULTS: Faults = &[
    ("a word that is being written is not seen", "known0 <= clearing | «(we & (wa == word0))»", "1'b0"),
    ("clearing is not waited for", "known0 <= «clearing» | ", "1'b0"),
    ("a bit sets the whole word", "«table0_rd» | ", "16'd0"),
    ("the high half of a word is not written", "wa = «({1'd0, set_addr} << 1) | 8'd1»;", "{1'd0, set_addr} << 1"),
    ("a bit sets the half word that is addressed", "(«writing1 & ~setting1») | writing", "writing1"),
    ("the period is late by one", "at_end <= «count == last»", "count == (last + 16'd1)"),
    ("a new period waits for the old one", "if («set_decim | counts»)", "counts"),
    ("records that are rejected count", "«judged & ~(|lane_verdict)»", "judged"),
    ("a trap has a class", "if («trap») begin", "1'b0"),
];

const DEEP_FAULTS: Faults = &[
    ("a word that is being written is not seen", "known2 <= clearing | «(we & (wa == word))»", "1'b0"),
    ("clearing is not waited for", "known2 <= «clearing» | ", "1'b0"),
    ("a bit sets the whole word", "more <= «half» | ", "16'd0"),
    ("the period is late by one", "full = «&count[15:1]»", "&count"),
    (
        "a new period does not wait for the records before it",
        "if («late_set3 | (counts & full)»)",
        "set_decim | (counts & full)",
    ),
    ("records that are rejected count", "«judged & ~(|lane_verdict)»", "judged"),
    ("a trap has a class", "if («trap») begin", "1'b0"),
    ("a half word is written before the copy has been read", "writing <= «writing2»", "writing1"),
    ("the high half of a word is not written", "wa = «({1'd0, set_addr} << 1) | 8'd1»;", "{1'd0, set_addr} << 1"),
    ("the bit of the record before is taken", "byte3[«at3»]", "at2[2:0]"),
    ("the first filter overrules a class", "«~(|early1)» & (|beside)", "1'b1"),
];

#[test]
fn planted_faults_are_found() {
    for (preset, faults) in [(RV32, FAULTS), (DEEP32, DEEP_FAULTS)] {
        all_found(Unit::Pcfilter, preset.name, faults, |design| {
            let mut bench = Bench::open(design, preset, Effort::Test);
            // The second run meets tables that hold something.
            [5, 6].into_iter().try_for_each(|seed| lockstep(&mut bench, seed, 5_000, &mut Coverage::new()))
        });
    }
}
