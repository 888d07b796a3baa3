//! An emitted engine, clocked cycle by cycle beside its model.
use std::collections::{BTreeMap, VecDeque};
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::hps::{Counter, Engine};
use treetap::spec::hps::record::{Event, Insn, NO_WINNER, Word};
use treetap::spec::hps::regs::{self, ADDRESS_BITS};
use treetap::spec::hps::{Config, DRET, Engine as Built, Mode, VARIANTS, built, ternary};
use treetap::spec::monitor::{WORDS, event};
use treetap::spec::regs::Register;
use treetap::spec::variant::{self, Variant};
use treetap::trace::shapes::Random;

/// What an event is made of.
const EVENT: &[&str] = &[
    "ev_handler",
    "ev_pc",
    "ev_insn",
    "ev_target",
    "ev_has_target",
    "ev_address",
    "ev_taken",
    "ev_instructions",
    "ev_burst",
    "ev_number",
];
/// What the engines `serial` and `pipelined` offer of an event, and say of what they do.
const WORDS_OF: &[&str] = &["ev_data", "ev_last", "in_counts", "working"];
/// What a word is made of.
const WORD: &[&str] = &["out_insn", "out_pc", "out_kind", "out_private", "out_first", "out_last", "out_number"];

/// Outputs that are looked at in every cycle: to look them up by name would take as long as the simulation.
const LOOKED_AT: [&str; 8] =
    ["bus_ready", "in_ready", "valid", "working", "in_counts", "sampling", "bus_rdata", "out_kind"];

/// What a host does in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Write(u16, u32),
    Read(u16),
}

impl Host {
    /// Writes of successive words of a table, from word `first` on.
    pub fn words<const N: usize>(table: &Register, first: u32, words: [u32; N]) -> [Host; N] {
        let at = |index: usize| table.offset + 4 * (first as u16 + index as u16);
        std::array::from_fn(|index| Host::Write(at(index), words[index]))
    }
}

/// What one cycle offers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycle {
    pub insn: Option<Insn>,
    pub ready: bool,
    pub flush: bool,
    /// An event that finds no room waits (engines `serial` and `pipelined`).
    pub hold: bool,
    pub on: bool,
    pub off: bool,
    pub host: Option<Host>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// The instruction was taken.
    pub taken: bool,
    /// The instruction counted.
    pub counts: bool,
    /// The write or the first half of the read was.
    pub host: bool,
}

pub struct Bench {
    pub config: Config,
    pub model: Engine,
    pins: Pins,
    /// Those of [`INPUTS`] that the engine has, and where they are in a row.
    inputs: Vec<(usize, usize)>,
    outputs: BTreeMap<&'static str, usize>,
    /// Where those of [`LOOKED_AT`] are in a row, or 0 without them.
    looked_at: [usize; LOOKED_AT.len()],
    /// Words that the model made and the hardware has not sent.
    words: VecDeque<Word>,
    expected: Option<u32>,
    /// There is a first stage; what is in it, and ranges that were written too late for that.
    pub staged: bool,
    held: Option<Insn>,
    late: Vec<(u16, u32)>,
    /// The engine.
    pub built: Built,
    /// It lets instructions wait, and sends words: those of an event that have come, and a trigger that it has not
    /// obeyed yet.
    part: Vec<u32>,
    trigger: Option<bool>,
    /// The engine is `pipelined`: instructions that were taken and have not counted, and what a read would have given
    /// in the cycles before.
    under_way: VecDeque<Insn>,
    reads: VecDeque<u32>,
    /// Events are in the model's queue only once the hardware has given up waiting for room.
    pub pops_late: bool,
    waiting: Option<Insn>,
    /// Cycles, words and events that left, and how often each situation occurred.
    pub cycles: u64,
    pub left: u64,
    pub seen: BTreeMap<&'static str, u64>,
    /// Patterns that something was replaced by: bit `i` for pattern `i`.
    pub winners: u32,
    /// Flags of the first two counters that an instruction met: bit `a + 4 b`, as in the table of a condition.
    pub rows: u16,
    /// Most instructions between a change of control and an event.
    pub straight: u16,
    /// The last event or word of a replacement, and a CRC-32 of all that left.
    pub last: BTreeMap<&'static str, u64>,
    pub digest: crc32fast::Hasher,
}

const INPUTS: [&str; 20] = [
    "rst",
    "in_valid",
    "in_pc",
    "in_insn",
    "in_class",
    "in_short",
    "in_next",
    "in_filter",
    "in_privilege",
    "in_trap",
    "in_address",
    "flush",
    "hold",
    "ext_on",
    "ext_off",
    "bus_valid",
    "bus_we",
    "bus_addr",
    "bus_wdata",
    "ready",
];

impl Bench {
    pub fn new(name: &str) -> Self {
        let variant = variant::find(&VARIANTS, name).unwrap();
        Self::of(variant, &emit(Unit::Hps, name).unwrap(), Effort::Test)
    }

    /// An engine of this size and kind, with this Verilog.
    pub fn of(variant: &Variant, emitted: &Emitted, effort: Effort) -> Self {
        let config = built(variant);
        let built = Built::of(variant);
        let waits = built != Built::Parallel;
        let staged = !waits && (config.mode == Mode::Retire || ternary(variant));
        let pins = Pins::open(emitted, effort, 5).unwrap();
        let (valid, offers, ready) = match config.mode {
            Mode::Retire if waits => ("ev_valid", WORDS_OF, "ev_ready"),
            Mode::Retire => ("ev_valid", EVENT, "ev_ready"),
            Mode::Decode => ("out_valid", WORD, "out_ready"),
        };
        let at = |name| pins.input(if name == "ready" { ready } else { name });
        // Not known at fetch.
        let absent = |name: &&str| match *name {
            "in_address" => config.mode == Mode::Decode,
            "flush" => waits,
            "hold" => !waits,
            _ => false,
        };
        let there = INPUTS.iter().enumerate().filter(|(_, name)| !absent(name));
        let inputs = there.map(|(number, name)| (number, at(name))).collect();
        let mut outputs: BTreeMap<_, _> = offers.iter().map(|name| (*name, pins.output(name))).collect();
        outputs.extend(["in_ready", "bus_ready", "bus_rdata", "sampling"].map(|name| (name, pins.output(name))));
        outputs.insert("valid", pins.output(valid));
        let looked_at = LOOKED_AT.map(|name| outputs.get(name).copied().unwrap_or(0));
        let (words, expected) = (VecDeque::new(), None);
        let model = Engine::new(config);
        let mut bench = Self {
            config,
            model,
            pins,
            inputs,
            outputs,
            looked_at,
            words,
            expected,
            staged,
            held: None,
            late: vec![],
            built,
            part: vec![],
            trigger: None,
            under_way: VecDeque::new(),
            reads: VecDeque::new(),
            pops_late: false,
            waiting: None,
            cycles: 0,
            left: 0,
            seen: BTreeMap::new(),
            winners: 0,
            rows: 0,
            straight: 0,
            last: BTreeMap::new(),
            digest: crc32fast::Hasher::new(),
        };
        bench.reset();
        bench
    }

    /// Resets both. Nothing is under way.
    pub fn reset(&mut self) {
        let mut row = vec![0; self.pins.input_words()];
        row[self.pins.input("rst")] = 1;
        self.pins.run(&row);
        self.model = Engine::new(self.config);
    }

    fn count(&mut self, name: &'static str, happened: bool) {
        *self.seen.entry(name).or_default() += u64::from(happened);
    }

    /// What is driven into the engine. What is not offered and not asked for has no meaning, and may be anything.
    fn row(&self, cycle: &Cycle) -> Vec<u64> {
        let mut random = Random(self.cycles);
        let mut bits = |width: u32| random.next() >> (64 - width);
        let [on, off, ready, flush, hold] = [cycle.on, cycle.off, cycle.ready, cycle.flush, cycle.hold].map(u64::from);
        // In the order of INPUTS.
        let insn = match cycle.insn {
            None => [0, bits(32), bits(32), bits(5), bits(1), bits(32), bits(2), bits(2), bits(1), bits(32)],
            Some(insn) => [
                1,
                insn.pc.into(),
                insn.insn.into(),
                insn.class.code().into(),
                insn.short.into(),
                insn.next.unwrap_or(0xdead_beef).into(),
                insn.filter as u64,
                insn.privilege.into(),
                insn.trap.into(),
                insn.address.into(),
            ],
        };
        let host: [u64; 4] = match cycle.host {
            Some(Host::Write(address, word)) => [1, 1, address.into(), word.into()],
            Some(Host::Read(address)) => [1, 0, address.into(), bits(32)],
            None => [0, bits(1), bits(ADDRESS_BITS), bits(32)],
        };
        let driven = [&[0][..], &insn, &[flush, hold, on, off], &host, &[ready]].concat();
        let mut row = vec![0; self.pins.input_words()];
        for &(number, at) in &self.inputs {
            row[at] = driven[number];
        }
        row
    }

    /// The model takes what the host wrote.
    fn written(&mut self, address: u16, word: u32) {
        // What a host writes comes after a trigger of before, which the engine `serial` then need not obey.
        let resets = address == regs::CTRL.offset && regs::CTRL.field("RESET_CTRS").of(word) == 1;
        if self.built == Built::Serial && (resets || address == regs::CTR.offset) {
            let overruled = self.trigger.take().is_some();
            self.count("trigger that a host has overruled", overruled);
        }
        // Ranges, and which branches count, are looked at when an instruction is taken.
        let range = (regs::RANGE.offset..regs::RANGE.offset + 4 * 8).contains(&address);
        let late = range && self.held.is_some();
        if address == regs::CTRL.offset && self.held.is_some() {
            let judges = regs::CTRL.field("BE_TAKEN").mask();
            let before = self.model.read(address) & judges;
            self.model.write(address, word & !judges | before);
            let switches = [regs::CTRL.field("EN"), regs::CTRL.field("FLAGSEL")].map(|f| f.mask());
            self.late.push((address, word & (judges | switches[0] | switches[1])));
            self.count("branches counted otherwise after an instruction", before != word & judges);
        } else if late {
            self.count("range written after an instruction", true);
            self.late.push((address, word));
        } else {
            self.model.write(address, word);
        }
    }

    /// One cycle of both.
    pub fn cycle(&mut self, cycle: &Cycle) -> Result<Done, String> {
        let out = self.pins.run(&self.row(cycle));
        self.cycles += 1;
        let [bus_ready, in_ready, valid, working, in_counts, sampling, read, kind] = self.looked_at.map(|at| out[at]);
        let (bus_ready, in_ready, valid, read) = (bus_ready == 1, in_ready == 1, valid == 1, read as u32);
        let settled = self.built != Built::Serial || working == 0;
        let begins = self.built != Built::Parallel && in_counts == 1;
        if self.built == Built::Serial
            && settled
            && let Some(off) = self.trigger.take()
        {
            self.model.external(!off, off);
        }
        if settled && (sampling == 1) != self.model.sampling() {
            return Err(format!("sampling {sampling}, expected {}", self.model.sampling()));
        }
        let call_out = self.config.mode == Mode::Decode && kind == 2;
        if self.built == Built::Pipelined && begins {
            // There is room for its event when one has left before, not in the same cycle.
            let insn = self.under_way.pop_front().ok_or("no instruction is under way")?;
            self.accept(&insn);
        }
        self.leave(&out, valid && cycle.ready)?;
        self.fetch(!valid || cycle.ready, cycle.flush);
        // A read is answered in the cycle after the one that it was made in: with what was there before that one's
        // instruction.
        let host = self.answered(cycle.host, bus_ready, read)?;
        let taken = cycle.insn.filter(|_| in_ready);
        // After a first stage an instruction counts in the cycle in which it leaves that; a call of a handler and a
        // flush empty it.
        let counts = match (self.built, self.staged) {
            (Built::Pipelined, _) => None,
            (Built::Serial, _) => cycle.insn.filter(|_| begins),
            (_, true) => self.held.filter(|_| in_ready),
            _ => taken,
        };
        self.count_now(counts, in_ready);
        if self.built == Built::Pipelined {
            self.under_way.extend(taken.filter(|insn| !insn.trap));
            self.count("trap", taken.is_some_and(|insn| insn.trap));
        }
        if self.staged && self.config.mode == Mode::Decode {
            let call = valid && cycle.ready && call_out;
            self.count("dropped after a call", call && self.held.is_some());
            self.count("flushed in the first stage", cycle.flush && self.held.is_some());
            self.held = self.held.filter(|_| !call && !cycle.flush && !in_ready);
        } else {
            self.held = None;
        }
        if self.held.is_none() {
            for (address, word) in std::mem::take(&mut self.late) {
                self.model.write(address, word);
            }
        }
        self.held = taken.filter(|_| self.staged).or(self.held);
        if cycle.flush {
            let under_way = self.model.busy() || !self.words.is_empty();
            self.count("flush under way", under_way);
            self.model.flush();
            self.words.clear();
        }
        self.count("ext while an instruction counts", (cycle.on || cycle.off) && (counts.is_some() || begins));
        self.triggered(cycle, settled);
        if let (Some(Host::Write(address, word)), true) = (cycle.host, host) {
            self.written(address, word);
        }
        Ok(Done { taken: taken.is_some(), counts: counts.is_some() || begins, host })
    }

    /// What a host is answered, if it is.
    fn answered(&mut self, host: Option<Host>, ready: bool, read: u32) -> Result<bool, String> {
        Ok(match host {
            Some(Host::Read(address)) if ready => {
                let expected = self.expected.take();
                self.reads.clear();
                if expected != Some(read) {
                    return Err(format!("read of {address:03x}: {read:08x}, expected {expected:x?}"));
                }
                true
            }
            Some(Host::Read(address)) => {
                let value = self.model.read(address);
                self.reads.push_back(value);
                self.expected = Some(match self.built {
                    // What is read passes three registers.
                    Built::Pipelined => self.reads[self.reads.len().saturating_sub(4)],
                    _ => value,
                });
                false
            }
            Some(Host::Write(..)) => ready,
            None => false,
        })
    }

    /// A trigger of this cycle: obeyed at once, a cycle later, or when the engine is done with its instruction.
    fn triggered(&mut self, cycle: &Cycle, settled: bool) {
        let trigger = (cycle.on || cycle.off).then_some(cycle.off);
        match self.built {
            Built::Parallel => self.model.external(cycle.on, cycle.off),
            Built::Serial if trigger.is_some() => {
                self.count("trigger that waits", !settled);
                self.trigger = trigger;
            }
            Built::Serial => {}
            // A trigger is obeyed a cycle later.
            Built::Pipelined => {
                if let Some(off) = std::mem::replace(&mut self.trigger, trigger) {
                    self.model.external(!off, off);
                }
            }
        }
    }

    /// Whether instructions were taken that have not counted yet.
    pub fn under_way(&self) -> bool {
        !self.under_way.is_empty()
    }

    /// The model takes an instruction that counts. One whose event waits for room is one of the cycle in which it is
    /// done with.
    fn count_now(&mut self, counts: Option<Insn>, in_ready: bool) {
        if self.pops_late {
            self.waiting = counts.or(self.waiting);
        }
        let counted = if self.pops_late { self.waiting.take_if(|_| in_ready) } else { counts };
        if let Some(insn) = counted {
            self.accept(&insn);
        }
    }

    /// The model takes an instruction.
    fn accept(&mut self, insn: &Insn) {
        let (replaced, in_handler) = (self.model.read(regs::N_REPL.offset), self.model.busy());
        let flags = |counter: &Counter| u32::from(counter.zero()) | u32::from(counter.overflow) << 1;
        if let ([a, b, ..], false) = (self.model.counters(), insn.trap) {
            self.rows |= 1 << (flags(a) + 4 * flags(b));
        }
        self.model.accept(insn);
        self.count("taken", true);
        self.count("trap", insn.trap);
        if self.config.mode == Mode::Retire {
            return;
        }
        let resumed = in_handler && insn.insn == DRET && !insn.trap;
        self.count("handler", in_handler);
        self.count("DRET", resumed);
        // Words of a replacement come from the table, a cycle later.
        if self.model.read(regs::N_REPL.offset) == replaced && !resumed {
            self.words.extend(self.model.next_word());
        }
    }

    /// The model's next word of a replacement goes into the register where the hardware's does.
    fn fetch(&mut self, room: bool, flush: bool) {
        if self.config.mode == Mode::Decode && room && !flush && !self.model.ready() {
            self.words.extend(self.model.next_word());
        }
    }

    /// A word of an event leaves the engine.
    fn leave_word(&mut self, out: &[u64]) -> Result<(), String> {
        self.part.push(out[self.outputs["ev_data"]] as u32);
        let last = out[self.outputs["ev_last"]] == 1;
        if last != (self.part.len() == WORDS) {
            return Err(format!("word {} of an event, last {last}", self.part.len()));
        }
        if last {
            let words: [u32; WORDS] = std::mem::take(&mut self.part).try_into().expect("there are as many");
            let found = event(&words);
            let (known, target) = (found.target.is_some().into(), found.target.unwrap_or(0).into());
            let (handler, taken, number) = (found.handler.into(), found.taken.into(), found.winner.into());
            let (pc, insn, address) = (found.pc.into(), found.insn.into(), found.address.into());
            let (instructions, burst) = (found.instructions.into(), found.burst.into());
            // In the order of the ports of the other engines.
            for field in [handler, pc, insn, target, known, address, taken, instructions, burst, number] {
                let field: u64 = field;
                self.digest.update(&field.to_le_bytes());
            }
            self.left += 1;
            self.event(found)?;
        }
        Ok(())
    }

    /// An event has left the hardware.
    fn event(&mut self, found: Event) -> Result<(), String> {
        self.winners |= 1_u32.checked_shl(found.winner.into()).unwrap_or(0);
        self.straight = self.straight.max(found.instructions);
        self.last.insert("ev_number", found.winner.into());
        self.last.insert("ev_handler", found.handler.into());
        let expected = self.model.pop();
        if expected != Some(found) {
            return Err(format!("{found:x?}, expected {expected:x?}"));
        }
        self.count("event without a target", found.target.is_none());
        self.count("event of a branch that was taken", found.taken);
        self.count("event of a later burst", found.burst > 1);
        Ok(())
    }

    /// Something leaves the hardware.
    fn leave(&mut self, out: &[u64], leaves: bool) -> Result<(), String> {
        if !leaves {
            return Ok(());
        }
        if self.built != Built::Parallel {
            return self.leave_word(out);
        }
        self.left += 1;
        let get = |name: &str| out[self.outputs[name]];
        let number = get(if self.config.mode == Mode::Retire { "ev_number" } else { "out_number" }) as u32;
        self.winners |= 1_u32.checked_shl(number).unwrap_or(0);
        let names = if self.config.mode == Mode::Retire { EVENT } else { WORD };
        for name in names {
            self.digest.update(&get(name).to_le_bytes());
        }
        if self.config.mode == Mode::Retire || get("out_kind") == 2 {
            self.last.extend(names.iter().map(|name| (*name, get(name))));
        }
        match self.config.mode {
            Mode::Retire => {
                let found = Event {
                    handler: get("ev_handler") as u8,
                    pc: get("ev_pc") as u32,
                    insn: get("ev_insn") as u32,
                    target: (get("ev_has_target") == 1).then(|| get("ev_target") as u32),
                    address: get("ev_address") as u32,
                    taken: get("ev_taken") == 1,
                    instructions: get("ev_instructions") as u16,
                    burst: get("ev_burst") as u16,
                    winner: get("ev_number") as u8,
                };
                self.event(found)?;
            }
            Mode::Decode => {
                let expected = self.words.pop_front();
                let same = expected.is_some_and(|word| {
                    word.insn == get("out_insn") as u32
                        && word.pc == get("out_pc") as u32
                        && word.origin as u64 == get("out_kind")
                        && u64::from(word.private) == get("out_private")
                        && word.first == (get("out_first") == 1)
                        && word.last == (get("out_last") == 1)
                        && u64::from(word.winner) == get("out_number")
                });
                if !same {
                    let found: Vec<String> = WORD.iter().map(|name| format!("{name} {:x}", get(name))).collect();
                    return Err(format!("{}, expected {expected:x?}", found.join(" ")));
                }
                let word = expected.expect("it was compared");
                self.count("word of a replacement", word.winner != NO_WINNER);
                self.count("word that is not the last", !word.last);
            }
        }
        Ok(())
    }
}
