//! The shipped programs on the model: published vectors, and models made from what each program is for, not from its
//! words (docs/reference/coproc.md, C.2 to C.4).
use crate::microcode::word_of;
use crate::volume::volume;
use std::collections::{HashMap, VecDeque};
use treetap::lang::coproc::programs::find;
use treetap::lang::coproc::{Image, Target, assemble};
use treetap::lang::source::Source;
use treetap::model::coproc::{Answer, Coproc, Effect, End};
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::{Command, Config, regs};
use treetap::spec::sample_buffer::Sample;
use treetap::trace::shapes::Random;

/// The samples at which the published stream interrupts.
const INTERRUPTS: [usize; 11] = [537, 857, 1198, 1405, 1681, 2299, 2708, 3178, 3483, 3837, 4553];

struct Loaded {
    model: Coproc,
    image: Image,
}

impl Loaded {
    fn new(name: &str, entries: u32) -> Self {
        let source = Source::new(name, find(name).unwrap().text);
        let image = assemble(&source, &Target::new(entries)).unwrap().image;
        let mut model = Coproc::new(Config::rv32(entries));
        for (word, value) in image.writes() {
            assert_eq!(model.write(word, value, 0), Effect::None);
        }
        let mut loaded = Self { model, image };
        loaded.command(Command::Run);
        loaded
    }

    fn command(&mut self, command: Command) {
        assert_eq!(self.model.write(word_of(&regs::CMD, 0), command as u32, 0), Effect::None);
    }

    fn index(&mut self, name: &str) -> u32 {
        let at = self.image.names.indices.iter().position(|known| known == name).unwrap();
        match self.model.read(word_of(&regs::X, at)) {
            Answer::Word(word) => word,
            other => panic!("{other:?}"),
        }
    }

    /// What the host of value profiling does after an interrupt.
    fn rearm(&mut self) {
        self.command(Command::InvalidateAll);
        self.command(Command::ClearAll);
        for at in 1..4 {
            let first = u32::from(self.image.indices[at].1);
            assert_eq!(self.model.write(word_of(&regs::X, at), first, 0), Effect::None);
        }
        self.command(Command::Run);
    }

    fn feed(&mut self, class: Opclass, evt: u8, taken: bool, lanes: [u32; 2]) -> End {
        let side = u16::from(evt) << 8 | u16::from(taken) << 5 | u16::from(class.code());
        self.model.sample(&Sample { lanes: [lanes[0], lanes[1], 0, 0], side }, &mut |_| {}).unwrap()
    }

    fn load(&mut self, pct: u32, value: u32) -> End {
        self.feed(Opclass::Load, 0, false, [pct, value])
    }
}

#[test]
fn value_profiling_gives_the_published_stream() {
    let mut loaded = Loaded::new("valprof", 32);
    let (mut s, mut interrupts) = (1_u32, vec![]);
    for number in 1..=5000 {
        s = s.wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
        let pc = 0x8000_0000 + 4 * ((s >> 16) % 40);
        let value = if pc & 4 != 0 { (s >> 8) & 3 } else { 7 };
        if loaded.load(pc >> 1, value) == End::Interrupt {
            assert_eq!(loaded.model.cause(), 0);
            interrupts.push(number);
            loaded.rearm();
        }
    }
    assert_eq!(interrupts, INTERRUPTS);
    assert_eq!(loaded.model.words(), 29347);
    let memory: Vec<u8> = loaded.model.memory().iter().flat_map(|slot| slot.to_le_bytes()).collect();
    let keys: Vec<u8> = loaded.model.keys().flat_map(|key| key.unwrap_or(0).to_le_bytes()).collect();
    assert_eq!((crc32fast::hash(&memory), crc32fast::hash(&keys)), (0xce9a_2bd4, 0x041e_0dd3));
    loaded.command(Command::Stop);
    assert_eq!(loaded.model.read(word_of(&regs::LFSR16, 0)), Answer::Word(0x8ce8));
    let indices = ["MSLOT", "RSLOT", "FAILED", "DROPPED"].map(|name| loaded.index(name));
    assert_eq!(indices, [27, 26, 3, 217]);
}

/// What Fig. 10 of the paper says, in its own words: a table of loads under observation.
struct Figure10 {
    rows: Vec<Row>,
    /// Where the next replacement is tried.
    hand: usize,
    /// Replacements that failed, less those that succeeded.
    failed: usize,
    replaced: usize,
    random: u16,
}

#[derive(Clone, Default, PartialEq, Debug)]
struct Row {
    load: Option<u32>,
    value: u32,
    hit: u32,
    miss: u32,
    total: u32,
}

impl Figure10 {
    fn new(size: usize, random: u16) -> Self {
        Self { rows: vec![Row::default(); size], hand: 0, failed: 0, replaced: 0, random }
    }

    /// A number from 0 to 15: the low bits of a Galois register, which then moves four steps.
    fn draw(&mut self) -> u32 {
        let drawn = u32::from(self.random) % 16;
        for _ in 0..4 {
            let out = self.random % 2;
            self.random = (self.random / 2) ^ (out * 0xb400);
        }
        drawn
    }

    /// An interrupt with its cause, if one comes of this load.
    fn load(&mut self, load: u32, value: u32) -> Option<u8> {
        let Some(row) = self.rows.iter_mut().find(|row| row.load == Some(load)) else {
            return self.replace(load, value);
        };
        row.total += 1;
        let full = if row.total == 65535 {
            true
        } else if row.value == value {
            row.hit += 1;
            row.hit == 255
        } else {
            row.miss += 1;
            let poor = row.miss < 255 && 4 * row.hit < row.miss;
            if poor && row.hit < 16 {
                (row.value, row.hit, row.miss) = (value, 1, 0);
            }
            row.miss == 255 || poor && row.hit >= 16
        };
        if full {
            row.load = None;
        }
        None
    }

    fn replace(&mut self, load: u32, value: u32) -> Option<u8> {
        let size = self.rows.len();
        let at = self.hand;
        self.hand = (self.hand + 1) % size;
        if self.draw() > self.rows[at].total {
            self.rows[at] = Row { load: Some(load), value, hit: 1, miss: 0, total: 1 };
            self.failed = self.failed.saturating_sub(1);
            self.replaced += 1;
            return (self.replaced == 4 * size + 1).then_some(1);
        }
        self.failed += 1;
        (self.failed == size / 4 - 1).then_some(0)
    }
}

fn rows(model: &Coproc) -> Vec<Row> {
    let part = |slot: u64, lsb: u32, bits: u32| (slot >> lsb) as u32 & (u32::MAX >> (32 - bits));
    let row = |(key, slot): (Option<u32>, &u64)| Row {
        load: key,
        value: part(*slot, 0, 32),
        hit: part(*slot, 32, 8),
        miss: part(*slot, 40, 8),
        total: part(*slot, 48, 16),
    };
    model.keys().zip(model.memory()).map(row).collect()
}

#[test]
fn value_profiling_is_figure_10() {
    let mut causes = [0; 2];
    for (entries, loads) in [(32, 20), (32, 300), (64, 90), (256, 200), (256, 5000)] {
        let mut loaded = Loaded::new("valprof", entries);
        let (mut figure, mut random) = (Figure10::new(entries as usize, 0xace1), Random(loads));
        for number in 0..100_000 * volume() {
            let load = (random.next() % loads).min(random.next() % loads) as u32;
            let value = if load.is_multiple_of(3) { 7 } else { (random.next() % u64::from(load % 7 + 1)) as u32 };
            let (end, expected) = (loaded.load(load, value), figure.load(load, value));
            assert_eq!(end == End::Interrupt, expected.is_some(), "{entries} {loads} sample {number}");
            if number % 997 == 0 || expected.is_some() {
                assert_eq!(rows(&loaded.model), figure.rows, "{entries} {loads} sample {number}");
            }
            if let Some(cause) = expected {
                assert_eq!(loaded.model.cause(), cause);
                causes[usize::from(cause)] += 1;
                loaded.rearm();
                figure = Figure10::new(entries as usize, figure.random);
            }
        }
    }
    assert!(causes[0] > 100 && causes[1] > 10, "{causes:?}");
}

#[test]
fn the_values_of_one_load() {
    // A value that never comes again: a new one is chosen at every fifth miss, and the total counts all.
    let mut loaded = Loaded::new("valprof", 32);
    let mut chosen = vec![];
    for n in 0..60 {
        loaded.load(1, 1000 + n);
        let row = rows(&loaded.model)[0].clone();
        assert_eq!((row.total, row.load), (n + 1, Some(1)));
        if row.value == 1000 + n {
            chosen.push(n);
        }
    }
    assert_eq!(chosen, (0..60).step_by(5).collect::<Vec<_>>());
    // One that is always the same: off at its 255th hit.
    let mut loaded = Loaded::new("valprof", 32);
    for n in 1..=255 {
        loaded.load(1, 5);
        assert_eq!(rows(&loaded.model)[0].load.is_none(), n == 255, "{n}");
    }
    assert_eq!((rows(&loaded.model)[0].hit, rows(&loaded.model)[0].total), (255, 255));
    // 17 hits, then none: off at miss 69.
    let mut loaded = Loaded::new("valprof", 32);
    for _ in 0..17 {
        loaded.load(1, 5);
    }
    for n in 1..=69 {
        loaded.load(1, 1000 + n);
        assert_eq!(rows(&loaded.model)[0].load.is_none(), n == 69, "{n}");
    }
    // Hits and misses so that neither ends it: off at a total of 65535.
    let mut loaded = Loaded::new("valprof", 32);
    for n in 1..=65535 {
        loaded.load(1, n / 5);
        assert_eq!(rows(&loaded.model)[0].load.is_none(), n == 65535, "{n}");
    }
}

#[test]
fn edges_are_counted() {
    let (mut direct, mut indirect) = (Loaded::new("edge1", 64), Loaded::new("edge2", 128));
    let (mut random, mut branches) = (Random(5), HashMap::<u32, [u64; 2]>::new());
    let (mut jumps, mut sum) = (HashMap::<(u32, u32), u64>::new(), 0);
    let from = [Opclass::IndirectJump, Opclass::IndirectCall, Opclass::Return, Opclass::Coroutine];
    for _ in 0..50_000 {
        let (pct, taken) = (random.next() as u32 % 60, !random.next().is_multiple_of(3));
        assert_eq!(direct.feed(Opclass::Branch, 0, taken, [pct, 0]), End::Done);
        branches.entry(pct).or_default()[usize::from(!taken)] += 1;
        let (class, site) = (from[random.next() as usize % 4], random.next() as u32 % 12);
        // Two pairs have one key: 0x10000 and 0 to targets that differ by as much, exchanged.
        let (pct, npct) = match site {
            0 => (0x1_0000, 0),
            1 => (0, 1),
            _ => (0x400 + site, 0x500 + random.next() as u32 % 9),
        };
        assert_eq!(indirect.feed(class, 0, true, [pct, npct]), End::Done);
        *jumps.entry((pct, npct)).or_default() += 1;
        sum += 1;
    }
    for (key, slot) in direct.model.keys().zip(direct.model.memory()) {
        let counts = [slot & 0xffff_ffff, slot >> 32];
        assert_eq!(counts, key.map_or([0; 2], |key| branches.remove(&key).unwrap()));
    }
    assert!(branches.is_empty());
    indirect.command(Command::Stop);
    let (mut counted, aliases) = (0, u64::from(indirect.index("ALIAS")));
    for (key, slot) in indirect.model.keys().zip(indirect.model.memory()) {
        let Some(key) = key else { continue };
        let target = *slot as u32;
        assert_eq!(jumps[&(key ^ target.rotate_left(16), target)], slot >> 32);
        counted += slot >> 32;
    }
    assert!(aliases > 1000 && counted == sum - aliases, "{counted} and {aliases} of {sum}");
}

#[test]
fn branches_that_find_no_slot_interrupt() {
    let mut loaded = Loaded::new("edge1", 32);
    for pct in 0..31 {
        assert_eq!(loaded.feed(Opclass::Branch, 0, true, [pct, 0]), End::Done);
    }
    assert_eq!((loaded.feed(Opclass::Branch, 0, false, [31, 0]), loaded.model.cause()), (End::Interrupt, 2));
    assert_eq!(loaded.model.memory()[31], 1 << 32);
}

#[test]
fn loads_find_the_store_before_them() {
    let mut loaded = Loaded::new("memdep", 256);
    // The 64 places of the ring: granule and store.
    let mut ring: VecDeque<(u32, u32)> = VecDeque::new();
    let (mut pairs, mut random, mut sum) = (HashMap::<(u32, u32), u64>::new(), Random(8), 0);
    for _ in 0..60_000 {
        let (address, fp) = (random.next() as u32 % 800, random.next().is_multiple_of(2));
        let granule = address / 8;
        if random.next().is_multiple_of(2) {
            let store = 0x100 + random.next() as u32 % 10;
            let class = if fp { Opclass::FpStore } else { Opclass::Store };
            assert_eq!(loaded.feed(class, 0, false, [store, address]), End::Done);
            if let Some(known) = ring.iter_mut().find(|(known, _)| *known == granule) {
                known.1 = store;
                continue;
            }
            ring.push_back((granule, store));
            if ring.len() > 64 {
                ring.pop_front();
            }
        } else {
            let load = 0x900 + random.next() as u32 % 12;
            let class = if fp { Opclass::FpLoad } else { Opclass::Load };
            assert_eq!(loaded.feed(class, 0, false, [load, address]), End::Done);
            if let Some((_, store)) = ring.iter().find(|(known, _)| *known == granule) {
                *pairs.entry((load, *store)).or_default() += 1;
                sum += 1;
            }
        }
    }
    loaded.command(Command::Stop);
    let mut counted = 0;
    for (key, slot) in loaded.model.keys().zip(loaded.model.memory()).skip(128) {
        let Some(key) = key else { continue };
        let store = *slot as u32;
        assert_eq!(pairs.get(&(key ^ store.rotate_left(16), store)), Some(&(slot >> 32)), "{key:x}");
        counted += slot >> 32;
    }
    assert_eq!((counted, loaded.index("ALIAS"), pairs.len()), (sum, 0, 120));
}

#[test]
fn events_are_charged_to_the_caller() {
    let mut loaded = Loaded::new("stack", 256);
    let (mut stack, mut charged, mut random) = (vec![0_u32], HashMap::<u32, u64>::new(), Random(4));
    let mut mismatches = 0;
    for _ in 0..40_000 {
        let pct = 0x40 + 2 * (random.next() as u32 % 40);
        let (class, evt, npct) = match random.next() % 8 {
            0 | 1 if stack.len() < 60 => {
                stack.push(pct + 2);
                (if pct.is_multiple_of(4) { Opclass::Call } else { Opclass::IndirectCall }, 0, 0)
            }
            0..3 if stack.len() > 1 => {
                let wrong = random.next().is_multiple_of(10);
                mismatches += u32::from(wrong);
                (Opclass::Return, 0, stack.pop().unwrap() + u32::from(wrong))
            }
            3 => {
                *stack.last_mut().unwrap() = pct + 2;
                (Opclass::Coroutine, 0, 0)
            }
            _ => {
                let missed = random.next().is_multiple_of(2);
                if missed {
                    *charged.entry(*stack.last().unwrap()).or_default() += 1;
                }
                (if pct.is_multiple_of(4) { Opclass::Load } else { Opclass::Branch }, u8::from(missed) | 6, 0)
            }
        };
        assert_eq!(loaded.feed(class, evt, false, [pct, npct]), End::Done);
    }
    loaded.command(Command::Stop);
    assert_eq!((loaded.index("MISM"), mismatches > 100), (mismatches, true));
    for (key, slot) in loaded.model.keys().zip(loaded.model.memory()).take(128) {
        assert_eq!(key.map_or(0, |key| charged.remove(&key).unwrap()), slot >> 32);
    }
    assert!(charged.is_empty());
}

#[test]
fn blocks_that_miss_again_are_conflicts() {
    let mut loaded = Loaded::new("conflict", 256);
    let (mut ring, mut random) = (VecDeque::new(), Random(6));
    let (mut conflicts, mut last) = ([0_u64; 64], [0_u32; 64]);
    for _ in 0..40_000 {
        let (address, pct, missed) = (random.next() as u32 % 16384, random.next() as u32 >> 1, random.next() % 3 != 0);
        assert_eq!(loaded.feed(Opclass::Load, u8::from(missed) | 2, false, [pct, address]), End::Done);
        let block = address / 64;
        if !missed {
            continue;
        }
        if ring.contains(&block) {
            conflicts[block as usize % 64] += 1;
            last[block as usize % 64] = pct;
            continue;
        }
        ring.push_back(block);
        if ring.len() > 64 {
            ring.pop_front();
        }
    }
    for (set, slot) in loaded.model.memory()[128..192].iter().enumerate() {
        assert_eq!((slot >> 32, *slot as u32), (conflicts[set], last[set]), "set {set}");
    }
    assert!(conflicts.iter().sum::<u64>() > 1000);
}
