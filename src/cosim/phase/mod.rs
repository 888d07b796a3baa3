//! The emitted phase tracker, a cycle at a time, and its model beside it (docs/reference/phase.md): every word of its
//! log, its flag and pulses, and the registers that are asked for equal the model's.
mod seen;

pub use seen::Seen;

use super::Error;
use super::build::Effort;
use super::pins::Pins;
use crate::catalog::Emitted;
use crate::model::phase::Phase;
use crate::spec::classify::Opclass;
use crate::spec::hps::class;
use crate::spec::phase::record::{IntervalRecord, Retired, WORDS};
use crate::spec::phase::{Build, Config, bucket, regs};
use crate::spec::regs::Register;
use crate::spec::retire::Record;
use crate::trace::shapes::Random;
use std::collections::VecDeque;
use std::path::Path;

/// Cycles without anything after which a tracker is stuck.
const STUCK: u32 = 20_000;

/// How often nothing is offered, and how often the log is not taken, in 256 cycles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// In so many cycles of 256 nothing is offered.
    pub idle: u8,
    /// In so many cycles of 256 the log is not taken.
    pub stall: u8,
}

/// A simulation of a tracker, and its model.
#[derive(Debug)]
pub struct Bench {
    pins: Pins,
    row: Vec<u64>,
    out: Vec<u64>,
    /// The model, in the state of the hardware.
    pub model: Phase,
    /// What happened.
    pub seen: Seen,
    expected: VecDeque<IntervalRecord>,
    words: Vec<u32>,
    random: Random,
    lossless: bool,
    /// What the pulses say about the flag.
    shadow: bool,
    last: Option<usize>,
    from_table: bool,
    at: At,
}

/// Where the pins are.
#[derive(Debug)]
struct At {
    inputs: [usize; 11],
    outputs: [usize; 10],
}

const INPUTS: [&str; 11] = [
    "rst",
    "rec_valid",
    "rec_trap",
    "rec_class",
    "rec_insn",
    "rec_pc",
    "out_ready",
    "bus_valid",
    "bus_we",
    "bus_addr",
    "bus_wdata",
];
const RST: usize = 0;
const VALID: usize = 1;
const TRAP: usize = 2;
const CLASS: usize = 3;
const INSN: usize = 4;
const PC: usize = 5;
const TAKES: usize = 6;
const REQUEST: usize = 7;
const WE: usize = 8;
const ADDR: usize = 9;
const WDATA: usize = 10;
const OUTPUTS: [&str; 10] = [
    "rec_ready",
    "sample_flag",
    "ext_on",
    "ext_off",
    "irq",
    "out_valid",
    "out_data",
    "out_last",
    "bus_ready",
    "bus_rdata",
];
const READY: usize = 0;
const FLAG: usize = 1;
const ON: usize = 2;
const OFF: usize = 3;
const IRQ: usize = 4;
const OFFER: usize = 5;
const WORD: usize = 6;
const LAST: usize = 7;
const ANSWER: usize = 8;
const RDATA: usize = 9;

/// What differs, in words.
type Outcome = Result<(), String>;

impl Bench {
    /// A tracker of this build after a reset; `seed` sets power-up contents, pauses and payloads.
    ///
    /// # Errors
    /// As [`Pins::open`].
    pub fn open(emitted: &Emitted, effort: Effort, build: Build, seed: u64) -> Result<Self, Error> {
        Ok(Self::around(Pins::open(emitted, effort, seed)?, build, seed))
    }

    /// As [`Self::open`], of a build that can write waveforms ([`Self::trace`]).
    ///
    /// # Errors
    /// As [`Pins::with_waveforms`].
    pub fn with_waveforms(emitted: &Emitted, effort: Effort, build: Build, seed: u64) -> Result<Self, Error> {
        Ok(Self::around(Pins::with_waveforms(emitted, effort, seed)?, build, seed))
    }

    /// A tracker with these pins after a reset.
    fn around(pins: Pins, build: Build, seed: u64) -> Self {
        let at = At { inputs: INPUTS.map(|name| pins.input(name)), outputs: OUTPUTS.map(|name| pins.output(name)) };
        let row = vec![0; pins.input_words()];
        let mut bench = Self {
            pins,
            row,
            out: vec![],
            model: Phase::reset(build),
            seen: Seen::default(),
            expected: VecDeque::new(),
            words: vec![],
            random: Random(seed),
            lossless: false,
            shadow: false,
            last: None,
            from_table: false,
            at,
        };
        bench.reset(3);
        bench
    }

    /// A reset of so many cycles; what was under way is forgotten.
    pub fn reset(&mut self, cycles: u32) {
        self.set(RST, 1);
        for _ in 0..cycles {
            self.out = self.pins.run(&self.row);
        }
        self.set(RST, 0);
        self.set(REQUEST, 0);
        self.set(VALID, 0);
        self.model = Phase::reset(self.model.build());
        self.expected.clear();
        self.words.clear();
        (self.lossless, self.shadow, self.last, self.from_table) = (false, false, None, false);
    }

    /// Begins a request, goes on for so many cycles, and resets it away.
    ///
    /// # Errors
    /// What leaves meanwhile differs.
    pub fn reset_amid(&mut self, address: u16, write: Option<u32>, cycles: u32) -> Outcome {
        self.ask(address, write);
        (0..cycles).try_for_each(|_| self.cycle(Pace::default()))?;
        self.reset(1);
        Ok(())
    }

    /// Writes every following cycle to an FST file.
    ///
    /// # Errors
    /// As [`Pins::trace`].
    pub fn trace(&mut self, file: &Path) -> Result<(), Error> {
        self.pins.trace(file)
    }

    /// Ends that file; whether there was one.
    pub fn end_trace(&mut self) -> bool {
        self.pins.end_trace()
    }

    fn set(&mut self, name: usize, value: u64) {
        self.row[self.at.inputs[name]] = value;
    }

    fn get(&self, name: usize) -> u64 {
        self.out[self.at.outputs[name]]
    }

    /// So many cases of 256; 255 is always.
    fn chance(&mut self, of: u8) -> bool {
        of == u8::MAX || (self.random.next() & 0xff) < u64::from(of)
    }

    /// A cycle; what leaves on the log is compared.
    fn cycle(&mut self, pace: Pace) -> Outcome {
        let takes = !self.chance(pace.stall);
        self.set(TAKES, takes.into());
        self.out = self.pins.run(&self.row);
        self.sampled(takes)
    }

    /// What came out in a cycle is compared.
    fn sampled(&mut self, takes: bool) -> Outcome {
        self.seen.cycles += 1;
        self.shadow = self.get(OFF) == 0 && (self.shadow || self.get(ON) == 1);
        if self.shadow != (self.get(FLAG) == 1) {
            return Err(format!("cycle {}: the flag is not what the pulses say", self.seen.cycles));
        }
        if self.get(OFFER) == 0 {
            return Ok(());
        }
        self.seen.log_waits += u64::from(!takes);
        if !takes {
            return Ok(());
        }
        self.words.push(self.get(WORD) as u32);
        if (self.get(LAST) == 1) != (self.words.len() == WORDS) {
            return Err("the last word of an interval is not where it should be".into());
        }
        if self.words.len() == WORDS {
            let words = std::mem::take(&mut self.words);
            let found = IntervalRecord::from_words(words.try_into().unwrap());
            match self.expected.pop_front() {
                Some(expected) if expected == found => {}
                other => return Err(format!("the log has {found:?}, expected {other:?}")),
            }
        }
        Ok(())
    }

    fn ask(&mut self, address: u16, write: Option<u32>) {
        self.set(REQUEST, 1);
        self.set(WE, write.is_some().into());
        self.set(ADDR, address.into());
        self.set(WDATA, write.unwrap_or(0xdead_beef).into());
    }

    /// A request to the bus; `Err` when it is not answered.
    fn request(&mut self, address: u16, write: Option<u32>) -> Result<u32, String> {
        self.ask(address, write);
        for _ in 0..STUCK {
            self.cycle(Pace::default())?;
            if self.get(ANSWER) == 1 {
                let word = self.get(RDATA) as u32;
                self.set(REQUEST, 0);
                return Ok(word);
            }
        }
        Err(format!("the bus does not answer at {address:#x}"))
    }

    /// Writes a register of both.
    ///
    /// # Errors
    /// The bus does not answer, or what leaves meanwhile differs.
    pub fn write(&mut self, address: u16, word: u32) -> Outcome {
        self.request(address, Some(word))?;
        self.model.write(address, word);
        let ctrl = |name: &str| regs::CTRL.field(name).of(word) == 1;
        if address == regs::CTRL.offset {
            self.lossless = ctrl("LOSSLESS");
        }
        Ok(())
    }

    /// Reads a register and compares it with the model; flags of STATUS that depend on clock cycles are left out.
    ///
    /// # Errors
    /// The bus does not answer, or what was read or leaves meanwhile differs.
    pub fn check(&mut self, address: u16) -> Result<u32, String> {
        let word = self.request(address, None)?;
        let expected = self.model.read(address);
        let timing = [&regs::LATE_INSNS, &regs::LOST].iter().any(|register| register.holds(address));
        let mut mask = if timing { 0 } else { u32::MAX };
        if regs::STATUS.holds(address) {
            mask = !["LATE", "LOG_OVF", "BUSY"].iter().fold(0, |mask, name| mask | regs::STATUS.field(name).mask());
        }
        self.seen.registers += 1;
        if (word ^ expected) & mask != 0 {
            let name = regs::at(address).map_or("nothing", |found| found.0.name);
            return Err(format!("{name} at {address:#x} is {word:#x}, expected {expected:#x}"));
        }
        Ok(word)
    }

    /// Every register but those that are written only.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn check_all(&mut self) -> Outcome {
        let readable = |register: &&Register| register.access.reads() && register.words == 1;
        for register in regs::REGISTERS.iter().filter(readable) {
            self.check(register.offset)?;
        }
        let Build { signatures, phases, .. } = self.model.build();
        for (register, words) in [(&regs::PHASE, phases), (&regs::SIGNATURE, 8 * signatures)] {
            for word in 0..words as u16 {
                self.check(register.offset + 4 * word)?;
            }
        }
        Ok(())
    }

    /// Writes LEN, THR, K, SEED and switches; it tracks.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn configure(&mut self, config: &Config, lossless: bool) -> Outcome {
        self.write(regs::LEN.offset, config.len)?;
        self.write(regs::THR.offset, config.thr.into())?;
        self.write(regs::K.offset, config.k.into())?;
        self.write(regs::SEED.offset, config.seed)?;
        self.switch(config, lossless, true)
    }

    /// Writes the switches of CTRL.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn switch(&mut self, config: &Config, lossless: bool, track: bool) -> Outcome {
        let on = [
            ("TRK", track),
            ("AUTO", config.auto),
            ("PREDMODE", config.last_value),
            ("UPD", config.update),
            ("BEST", config.best),
            ("LOSSLESS", lossless),
            ("IRQ", true),
        ];
        let word = on.into_iter().fold(0, |word, (name, on)| word | regs::CTRL.field(name).at(on.into()));
        self.write(regs::CTRL.offset, word)
    }

    /// Offers a retirement until it is taken, as any instruction that changes the flow of control or does not.
    ///
    /// # Errors
    /// What differs, or that it is not taken.
    pub fn push(&mut self, retired: &Retired, pace: Pace) -> Outcome {
        self.pause(pace)?;
        self.put(retired);
        self.wait(retired, pace)
    }

    /// Offers a record of the tap until it is taken.
    ///
    /// # Errors
    /// What differs, or that it is not taken.
    pub fn push_record(&mut self, record: &Record, pace: Pace) -> Outcome {
        self.pause(pace)?;
        let retired = Retired::from(record);
        self.offers(&retired, record.class, record.insn);
        self.wait(&retired, pace)
    }

    /// Offers so many retirements that do not change the flow of control, one in every cycle, in which each has to be
    /// taken, and so is the log: some times as fast as one by one.
    ///
    /// # Errors
    /// What differs, or that one is not taken.
    pub fn straight(&mut self, records: u32) -> Outcome {
        const ROWS: u32 = 1 << 12;
        let plain = Retired::default();
        self.put(&plain);
        self.set(TAKES, 1);
        let (rows, width) = (self.row.repeat(records.min(ROWS) as usize), self.pins.output_words());
        let mut left = records;
        while left > 0 {
            let now = left.min(ROWS);
            for row in self.pins.run(&rows[..now as usize * self.row.len()]).chunks(width) {
                self.out.copy_from_slice(row);
                self.sampled(true)?;
                if self.get(READY) == 0 {
                    return Err(format!("record {} waits", self.seen.records));
                }
                self.taken(&plain)?;
            }
            left -= now;
        }
        self.set(VALID, 0);
        Ok(())
    }

    /// Cycles without a record.
    fn pause(&mut self, pace: Pace) -> Outcome {
        self.set(VALID, 0);
        while self.chance(pace.idle) {
            self.garbage();
            self.cycle(pace)?;
            self.last = None;
        }
        Ok(())
    }

    /// Waits until the record that is offered is taken.
    fn wait(&mut self, retired: &Retired, pace: Pace) -> Outcome {
        for waits in 0..STUCK {
            self.cycle(pace)?;
            if self.get(READY) == 1 {
                self.set(VALID, 0);
                self.seen.waits += u64::from(waits);
                return self.taken(retired);
            }
            self.last = None;
        }
        Err(format!("record {} is not taken", self.seen.records))
    }

    fn put(&mut self, retired: &Retired) {
        let (class, insn) = encode(retired.control, self.random.next());
        self.offers(retired, class, insn);
    }

    fn offers(&mut self, retired: &Retired, class: Opclass, insn: u32) {
        self.set(VALID, 1);
        self.set(TRAP, retired.trap.into());
        self.set(CLASS, class.code().into());
        self.set(INSN, insn.into());
        self.set(PC, retired.pc.into());
    }

    /// Payloads mean nothing without `valid`.
    fn garbage(&mut self) {
        let word = self.random.next();
        self.set(TRAP, word & 1);
        self.set(CLASS, word >> 1 & 0x1f);
        self.set(INSN, word >> 6 & 0xffff_ffff);
        self.set(PC, word >> 20 & 0xffff_ffff);
    }

    fn taken(&mut self, retired: &Retired) -> Outcome {
        self.seen.records += 1;
        self.seen.traps += u64::from(retired.trap);
        if self.lossless && self.get(READY) == 1 && (self.get(FLAG) == 1) != self.model.sampling() {
            return Err(format!("record {}: the flag is {}", self.seen.records, self.get(FLAG)));
        }
        let bucket = bucket(retired.pc);
        if retired.control && !retired.trap {
            if let Some(last) = self.last {
                self.seen.adjacent[usize::from(last == bucket)] += 1;
            }
            self.last = Some(bucket);
        } else {
            self.last = None;
        }
        self.step(retired);
        Ok(())
    }

    /// The model takes the record; what it does at the end of an interval is counted.
    fn step(&mut self, retired: &Retired) {
        let ends = !retired.trap && self.model.tracks() && self.model.counted() + 1 == self.model.config().len;
        let before = ends.then(|| self.model.clone());
        let Some(record) = self.model.step(retired) else { return };
        self.expected.push_back(record);
        if let Some(before) = before {
            self.seen.ended(&before, &self.model, &record, self.from_table);
            self.from_table = self.model.next().is_some() && !self.model.config().last_value;
        }
    }

    /// Waits until everything has left, and compares what is left.
    ///
    /// # Errors
    /// What differs, or what does not leave.
    pub fn settle(&mut self) -> Outcome {
        self.set(VALID, 0);
        for _ in 0..STUCK {
            if self.expected.is_empty() {
                break;
            }
            self.cycle(Pace::default())?;
        }
        if !self.expected.is_empty() {
            return Err(format!("{} intervals do not leave", self.expected.len()));
        }
        // The bus answers when nothing is judged.
        self.check(regs::IV.offset)?;
        if (self.get(FLAG) == 1) != self.model.sampling() {
            return Err("the flag differs at the end".into());
        }
        if (self.get(IRQ) == 1) != (regs::STATUS.field("INTERVAL").of(self.model.read(regs::STATUS.offset)) == 1) {
            return Err("the interrupt differs".into());
        }
        self.check_all()
    }

    /// A register that depends on clock cycles.
    ///
    /// # Errors
    /// The bus does not answer, or what leaves meanwhile differs.
    pub fn peek(&mut self, address: u16) -> Result<u32, String> {
        self.request(address, None)
    }

    /// Whether the interrupt was raised in the last cycle.
    pub fn irq(&self) -> bool {
        self.get(IRQ) == 1
    }

    /// Intervals of which the log has not been taken.
    pub fn waiting(&self) -> usize {
        self.expected.len()
    }

    /// Records that are not taken are gone.
    pub fn must(&mut self, on: bool) {
        let at = self.pins.input("rec_must");
        self.row[at] = on.into();
    }

    /// Offers a record in one cycle; whether it is taken.
    ///
    /// # Errors
    /// What differs.
    pub fn offer(&mut self, retired: &Retired) -> Result<bool, String> {
        self.put(retired);
        self.cycle(Pace::default())?;
        let taken = self.get(READY) == 1 || retired.trap;
        self.set(VALID, 0);
        if taken {
            self.taken(retired)?;
        }
        Ok(taken)
    }

    /// Takes what is in the log, when nothing more is judged; of what was expected some may be missing: how many.
    ///
    /// # Errors
    /// The log has what never was, or the bus does not answer.
    pub fn drain(&mut self) -> Result<usize, String> {
        self.peek(regs::IV.offset)?;
        let expected: Vec<_> = self.expected.drain(..).collect();
        let mut found = vec![];
        self.set(TAKES, 1);
        for _ in 0..STUCK {
            self.out = self.pins.run(&self.row);
            if self.get(OFFER) == 1 {
                self.words.push(self.get(WORD) as u32);
            }
        }
        for words in self.words.chunks(WORDS) {
            found.push(IntervalRecord::from_words(words.try_into().map_err(|_| "words of an interval are missing")?));
        }
        self.words.clear();
        let mut at = 0;
        for record in &found {
            let skipped = expected[at..].iter().position(|other| other == record);
            at += 1 + skipped.ok_or_else(|| format!("the log has {record:?}, which never was"))?;
        }
        Ok(expected.len() - found.len())
    }
}

/// A class and an instruction that change the flow of control, or do not.
fn encode(control: bool, random: u64) -> (Opclass, u32) {
    loop_free(control, random).unwrap_or(if control { (Opclass::Jump, 0x6f) } else { (Opclass::Alu, 0x13) })
}

fn loop_free(control: bool, random: u64) -> Option<(Opclass, u32)> {
    let class = Opclass::ALL[random as usize % Opclass::ALL.len()];
    let insn = (random >> 8) as u32;
    (1..4)
        .map(|turn| (class, insn.rotate_left(7 * turn)))
        .find(|(class, insn)| (class::bits(*class, *insn) & class::CONTROL != 0) == control)
}
