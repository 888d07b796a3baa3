//! The emitted map of code equals its model in every cycle, over its bus and under lookups (docs/reference/codemap.md).
use crate::support::planted::{Fault, Planted};
use treetap::catalog::{Chosen, Emitted, Settings, Unit, emit, presets};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::codemap::Codemap;
use treetap::spec::codemap::{
    BASE, BUILD, CTRL, DEEP_LATENCY, ELSEWHERE, ID, ID_WORD, LATENCY, PLACE, READ, SIZE, STATUS, VARIANTS, WRITE,
};
use treetap::spec::regs::Register;
use treetap::spec::variant::{DEEP, find};
use treetap::trace::shapes::Random;

/// How often a table is set up anew.
const ROUNDS: usize = 64;
/// Lookups without requests, each time.
const LOOKUPS: usize = 1_500;

/// What happened, so that a test can prove its stimulus.
#[derive(Debug, Default)]
struct Seen {
    lengths: [u64; 4],
    first: u64,
    last: u64,
    below: u64,
    beyond: u64,
    /// Bits of a distance of which one alone lies above what the table has.
    single: u32,
    /// Lines that share an entry with another, and lines to which the low bits of the address carried a borrow.
    shared: u64,
    carried: u64,
    /// Bits from 21 on to which it went.
    reached: u32,
    off: u64,
    switched: u64,
    /// Lookups beside a request.
    beside: u64,
    written: u64,
    read: u64,
    wrapped: u64,
    refused: u64,
    /// Accesses to what is no register, and resets.
    unknown: u64,
    resets: u64,
}

/// What the registers say in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Setup {
    base: u32,
    line_bits: u32,
    size: u32,
    enabled: bool,
}

impl Setup {
    /// The word of CTRL.
    fn switches(self) -> u32 {
        CTRL.field("LINES_LONG").at(self.line_bits - 3) | u32::from(self.enabled)
    }
}

/// What is built.
#[derive(Clone, Copy, Debug)]
struct Build {
    entries: u32,
    latency: usize,
}

impl Build {
    fn new(entries: u32, deep: bool) -> Self {
        Self { entries, latency: if deep { DEEP_LATENCY } else { LATENCY } }
    }
}

/// The hardware, and what it must do.
struct Bench {
    pins: Pins,
    row: Vec<u64>,
    random: Random,
    model: Codemap,
    entries: u32,
    setup: Setup,
    /// What the registers say from the answer to the request on.
    pending: Option<Setup>,
    /// This cycle and those before: address and registers, the newest first.
    past: [(u32, Setup); DEEP_LATENCY + 1],
    /// Cycles from an address to its key.
    latency: usize,
    cycle: u64,
    seen: Seen,
}

impl Bench {
    fn new(emitted: &Emitted, Build { entries, latency }: Build, effort: Effort) -> Self {
        let pins = Pins::open(emitted, effort, 5).unwrap();
        let row = vec![0; pins.input_words()];
        let setup = Setup { line_bits: 6, ..Setup::default() };
        let model = Codemap::new(entries);
        let past = [(0, setup); DEEP_LATENCY + 1];
        let (random, seen) = (Random(7), Seen::default());
        Self { pins, row, random, model, entries, setup, pending: None, past, latency, cycle: 0, seen }
    }

    fn set(&mut self, name: &str, value: u64) {
        let at = self.pins.input(name);
        self.row[at] = value;
    }

    /// An address near what the table has, or any.
    fn address(&mut self) -> u32 {
        let Setup { base, line_bits, size, .. } = self.setup;
        let far = size << line_bits;
        let random = self.random.next() as u32;
        match self.random.next() % 8 {
            0 => base.wrapping_sub(1 + random % 200),
            1 => base.wrapping_add(far).wrapping_add(random % 200),
            2 => base.wrapping_add(far).wrapping_sub(1 + random % 64),
            3 => base.wrapping_add(random % 64),
            4 => random,
            // One bit beside what the table has: none of them may be lost.
            5 => base.wrapping_add((random % far.max(1)) ^ (8 << (self.random.next() % 29))),
            _ => base.wrapping_add(random % far.max(1)),
        }
    }

    /// One cycle with a lookup; whether the bus is ready, and its word.
    fn step(&mut self) -> Result<(bool, u32), String> {
        let pc = self.address();
        self.set("rec_pc", pc.into());
        let out = self.pins.run(&self.row);
        let at = |name: &str| out[self.pins.output(name)];
        let (ready, word, key) = (at("bus_ready") == 1, at("bus_rdata") as u32, at("line_key"));
        if ready && self.row[self.pins.input("bus_valid")] == 0 {
            return Err(format!("cycle {}: an answer to nobody", self.cycle));
        }
        if ready {
            self.setup = self.pending.take().unwrap_or(self.setup);
        }
        self.past.rotate_right(1);
        self.past[0] = (pc, self.setup);
        self.cycle += 1;
        if self.cycle > self.latency as u64 + 2 {
            self.judge(key)?;
        }
        Ok((ready, word))
    }

    /// The key of the address of some cycles ago. A register that is written counts from the answer on.
    fn judge(&mut self, key: u64) -> Result<(), String> {
        let (pc, before) = self.past[self.latency];
        // One register after the other belongs to the cycle that asks for it (G6).
        let deep = usize::from(self.latency == DEEP_LATENCY);
        let [next, shifted, sized] = [1, deep, deep + 1].map(|later| self.past[self.latency - later].1);
        if before.base != next.base {
            return Ok(());
        }
        let mut model = self.model.clone();
        let on = before.enabled && self.past[deep].1.enabled;
        model.configure(before.base, shifted.line_bits, sized.size, on);
        let expected = model.key(pc.into());
        let offset = pc.wrapping_sub(before.base);
        let (line, size) = (offset >> shifted.line_bits, sized.size);
        let seen = &mut self.seen;
        if on {
            seen.lengths[shifted.line_bits as usize - 3] += 1;
            seen.first += u64::from(line == 0);
            seen.last += u64::from(line + 1 == size);
            seen.below += u64::from(offset > 1 << 31);
            seen.beyond += u64::from(line >= size && offset < 1 << 31);
            seen.single |= if line >= size && (offset >> 21).is_power_of_two() { offset >> 21 } else { 0 };
            seen.shared += u64::from(line < size && line >= self.entries);
            if line < size && pc >> 21 != before.base >> 21 {
                seen.carried += 1;
                seen.reached |= 1 << ((pc ^ before.base).ilog2() - 21);
            }
            seen.beside += self.row[self.pins.input("bus_valid")];
        } else {
            seen.off += 1;
            seen.switched += u64::from(before.enabled != self.setup.enabled);
        }
        match key == u64::from(expected) {
            true => Ok(()),
            false => Err(format!("cycle {}: {pc:#x} in {before:?} has key {key:#x}, not {expected:#x}", self.cycle)),
        }
    }

    /// A request, after some idle cycles, to its answer.
    fn request(&mut self, register: &Register, write: Option<u32>) -> Result<u32, String> {
        self.access(register.offset, write)
    }

    /// A request to an address, of a register or of none.
    fn access(&mut self, address: u16, write: Option<u32>) -> Result<u32, String> {
        for _ in 0..self.random.next() % 3 {
            self.step()?;
        }
        self.set("bus_valid", 1);
        self.set("bus_we", write.is_some().into());
        self.set("bus_addr", address.into());
        // What lies there in a read is nobody's.
        let beside = self.random.next() as u32;
        self.set("bus_wdata", write.unwrap_or(beside).into());
        for _ in 0..12 {
            let (ready, word) = self.step()?;
            if ready {
                self.set("bus_valid", 0);
                // What lies there without a request is nobody's.
                let [address, word_beside] = [self.random.next() % 16 * 4, self.random.next()];
                self.set("bus_we", word_beside >> 32 & 1);
                self.set("bus_addr", address);
                self.set("bus_wdata", word_beside & 0xffff_ffff);
                return Ok(word);
            }
        }
        Err(format!("cycle {}: {address:#x} is not answered", self.cycle))
    }

    fn write(&mut self, register: &Register, word: u32) -> Result<(), String> {
        match self.request(register, Some(word))? {
            0 => Ok(()),
            word => Err(format!("cycle {}: a write of {} is answered with {word:#x}", self.cycle, register.name)),
        }
    }

    fn read(&mut self, register: &Register, expected: u32) -> Result<(), String> {
        let word = self.request(register, None)?;
        match word == expected {
            true => Ok(()),
            false => Err(format!("cycle {}: {} is {word:#x}, not {expected:#x}", self.cycle, register.name)),
        }
    }

    /// Base, size, length of a line and switch.
    fn configure(&mut self, setup: Setup) -> Result<(), String> {
        self.pending = Some(Setup { base: setup.base & !7, ..self.setup });
        // The lowest three bits do not count.
        let more = self.random.next() as u32 % 8;
        self.write(&BASE, setup.base | more)?;
        self.pending = Some(Setup { size: setup.size, ..self.setup });
        self.write(&SIZE, setup.size)?;
        self.pending = Some(Setup { line_bits: setup.line_bits, enabled: setup.enabled, ..self.setup });
        self.write(&CTRL, setup.switches())?;
        self.model.configure(self.setup.base, setup.line_bits, setup.size, setup.enabled);
        self.read(&BASE, setup.base & !7)?;
        self.read(&SIZE, setup.size)?;
        self.read(&CTRL, setup.switches())
    }

    /// Writes so many entries from a place on, and reads some of them back; in a table that is off.
    fn load(&mut self, from: u32, count: u32) -> Result<(), String> {
        self.write(&PLACE, from)?;
        self.model.seek(from);
        for at in 0..count {
            let key = self.random.next() as u16;
            self.write(&WRITE, key.into())?;
            assert!(self.model.write(key), "the table is off");
            self.seen.written += 1;
            self.seen.wrapped += u64::from((from + at + 1).is_multiple_of(self.entries));
        }
        let back = from + count.saturating_sub(40);
        self.write(&PLACE, back)?;
        self.model.seek(back);
        for _ in 0..count.min(40) {
            let key = self.model.read().unwrap();
            self.read(&READ, key.into())?;
            self.seen.read += 1;
        }
        Ok(())
    }

    /// What is refused changes nothing, and is told.
    fn refused(&mut self) -> Result<(), String> {
        self.read(&STATUS, 0)?;
        match self.random.next() % 6 {
            0 if self.setup.enabled => self.write(&WRITE, 0x5555)?,
            1 if self.setup.enabled => self.read(&READ, 0)?,
            2 => self.read(&WRITE, 0)?,
            // No register has an address with a bit above those of the last one.
            number @ (3 | 4) => {
                let register = [&CTRL, &BASE, &SIZE, &PLACE, &WRITE][self.random.next() as usize % 5];
                let address = register.offset | 0x40 << (self.random.next() % 5);
                let word = self.access(address, (number == 3).then_some(u32::MAX))?;
                self.seen.unknown += 1;
                if word != 0 {
                    return Err(format!("cycle {}: {address:#x} is no register, and {word:#x}", self.cycle));
                }
            }
            _ => self.write(&ID, 1)?,
        }
        self.seen.refused += 1;
        // Other registers know nothing of it, and nothing but STATUS forgets it.
        let (Setup { base, size, .. }, switches) = (self.setup, self.setup.switches());
        let others =
            [(&ID, ID_WORD), (&BUILD, build_word(self.entries)), (&CTRL, switches), (&BASE, base), (&SIZE, size)];
        let (register, word) = others[self.random.next() as usize % others.len()];
        self.read(register, word)?;
        self.write(&CTRL, switches)?;
        self.read(&STATUS, 1)?;
        self.write(&STATUS, 1)?;
        self.read(&STATUS, 0)
    }

    fn round(&mut self, round: usize) -> Result<(), String> {
        self.configure(Setup { enabled: false, ..self.setup })?;
        match round {
            0 => self.load(0, self.entries)?,
            _ => {
                let from = if round.is_multiple_of(3) { self.entries - 20 } else { self.random.next() as u32 % 900 };
                self.load(from, 50)?;
            }
        }
        self.refused()?;
        let line_bits = 3 + self.random.next() as u32 % 4;
        let size = match round % 4 {
            0 => self.entries,
            // Each bit by itself, and more lines than there are entries.
            1 => 1 << (round / 4 % 15),
            2 => 1 + self.random.next() as u32 % self.entries,
            _ => self.random.next() as u32 % (1 << 15),
        };
        let base = match round % 8 {
            0 => 0x8000_0000,
            1 => 0u32.wrapping_sub(64),
            // Half of the table lies above a power of two, to which all bits below it are carried: each twice.
            2..5 => {
                let above = (self.random.next() as u32 | 1) << (21 + (round / 8 * 3 + round % 8 - 2) % 11);
                above.wrapping_sub(size << line_bits >> 1 >> line_bits << line_bits)
            }
            _ => self.random.next() as u32 >> line_bits << line_bits,
        };
        self.configure(Setup { base, line_bits, size, enabled: true })?;
        for _ in 0..LOOKUPS {
            self.step()?;
        }
        self.refused()?;
        self.refused()?;
        if round % 4 == 3 { self.reset() } else { Ok(()) }
    }

    /// Registers are what they are in the beginning; entries stay, of which nobody may know (G5).
    fn reset(&mut self) -> Result<(), String> {
        self.seen.resets += 1;
        self.set("rst", 1);
        let anew = Setup { line_bits: 6, ..Setup::default() };
        self.step()?;
        self.setup = anew;
        // What is under way is forgotten.
        self.past.fill((0, anew));
        self.model.configure(anew.base, anew.line_bits, anew.size, anew.enabled);
        self.step()?;
        self.set("rst", 0);
        for (register, word) in [(&BASE, 0), (&SIZE, 0), (&CTRL, CTRL.reset()), (&STATUS, 0)] {
            self.read(register, word)?;
        }
        Ok(())
    }
}

/// What BUILD says.
const fn build_word(entries: u32) -> u32 {
    entries | 16 << 24
}

/// A host and a core; what differs from the model first.
fn compare(emitted: &Emitted, build: Build, effort: Effort) -> Result<Seen, String> {
    let mut bench = Bench::new(emitted, build, effort);
    bench.set("rst", 1);
    bench.step()?;
    bench.set("rst", 0);
    bench.read(&ID, ID_WORD)?;
    bench.read(&BUILD, build_word(build.entries))?;
    for round in 0..ROUNDS {
        bench.round(round)?;
    }
    Ok(bench.seen)
}

/// Every preset, and what no preset has: a single-port RAM for a fast clock.
fn builds() -> Vec<(&'static str, Emitted, Build)> {
    let of = |name| {
        let variant = find(&VARIANTS, name).unwrap();
        Build::new(variant.parameter("lines"), variant.parameter(DEEP) == 1)
    };
    let mut builds: Vec<_> = presets(Unit::Codemap)
        .iter()
        .map(|preset| (preset.name, emit(Unit::Codemap, preset.name).unwrap(), of(preset.name)))
        .collect();
    let numbers = [("spram", 1), (DEEP, 1)].map(|(name, value)| (name.to_string(), value)).into();
    let single = Chosen::of(Unit::Codemap, Some("small"), &Settings { numbers, ..Settings::default() }).unwrap();
    builds.push(("small, single and deep", single.emit().unwrap(), Build::new(1024, true)));
    builds
}

#[test]
fn hardware_equals_model_in_every_cycle() {
    for (name, emitted, build) in builds() {
        let seen = compare(&emitted, build, Effort::Test).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        println!("{name}: {seen:?}");
        assert!(seen.lengths.iter().all(|count| *count > 5_000), "{seen:?}");
        let edges = [seen.first, seen.last, seen.below, seen.beyond, seen.beside];
        assert!(edges.iter().all(|count| *count > 500) && seen.off > 2_000 && seen.switched > 20, "{seen:?}");
        assert!(
            seen.written > 1_700 && seen.read > 600 && seen.wrapped > 4 && seen.refused == 3 * ROUNDS as u64,
            "{seen:?}"
        );
        assert!(seen.single == 0x7ff && seen.shared > 500 && seen.carried > 500 && seen.reached == 0x7ff, "{seen:?}");
        assert!(seen.unknown > 40 && seen.resets == ROUNDS as u64 / 4, "{seen:?}");
    }
}

#[test]
fn a_table_that_is_off_or_ends_says_elsewhere() {
    let mut map = Codemap::new(1024);
    map.seek(1023);
    assert!(map.write(5) && map.write(6));
    map.seek(1023);
    assert_eq!((map.read(), map.read()), (Some(5), Some(6)));
    map.configure(0x100, 4, 1, false);
    assert_eq!(map.key(0x100), ELSEWHERE);
    map.configure(0x100, 4, 1, true);
    assert_eq!([0xff, 0x100, 0x10f, 0x110].map(|pc| map.key(pc)), [ELSEWHERE, 6, 6, ELSEWHERE]);
    assert!(!map.write(9) && map.read().is_none());
}

#[test]
fn planted_faults_are_found() {
    let small: &[Fault<'_>] = &[
        ("", "{1'd0, rec_pc[20:3]} - «{1'd0, bank_cfg_lines_base[17:0]}»", "19'd0"),
        ("", "above - «bank_cfg_lines_base[28:18]»", "11'd0"),
        ("", "rest == «{10'd0, borrow}»", "11'd0"),
        ("", "line = «eights >> 2»", "eights >> 1"),
        ("", "«number < {3'd0, bank_cfg_lines_size}»", "number <= {3'd0, bank_cfg_lines_size}"),
        ("", "«wanted» & (number", "1'b1"),
        ("", "(has & «looks») ? entry", "1'b1"),
        ("", "«looks» ? low : place", "1'b1"),
        ("", "place <= «place + 10'd1»", "place"),
        ("", "enters | «taken»", "1'b0"),
        ("", "enters <= «waits»", "1'b1"),
        ("", "bank_at_write & looks", "1'b0"),
        ("", "bank_at_read & looks", "1'b0"),
        ("", ".wa(«place»)", "place ^ 10'd1"),
        ("", "entry : «nowhere»", "16'h0000"),
    ];
    let single: &[Fault<'_>] = &[("", "looks ? «low» : place", "line[13:0]")];
    let deep: &[Fault<'_>] = &[
        ("", "begun0 <= «asked»", "1'b1"),
        ("", "begun0 <= «asked»", "looks"),
        ("", "entry_at0 <= «number[13:0]»", "line[13:0]"),
        ("", "ahead0 <= «inside_»", "wanted"),
        ("", "there0 <= «ahead0»", "inside_"),
        ("", "(has & «looks») ? entry", "1'b1"),
        ("", "key0 <= «found»", "entry"),
    ];
    for (preset, build, faults) in [
        ("small", Build::new(1024, false), small),
        ("up5k", Build::new(16384, false), single),
        ("ecp5_deep", Build::new(16384, true), deep),
    ] {
        let planted = Planted::of(Unit::Codemap, preset, faults);
        let tried = |number| compare(planted.with(number), build, Effort::Test);
        assert!(tried(0).is_ok(), "{preset} as it is");
        for ((_, from, to), number) in faults.iter().zip(1..) {
            println!("{from} -> {to}: {}", tried(number).expect_err(from));
        }
    }
}
