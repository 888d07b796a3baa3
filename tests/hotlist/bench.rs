//! The emitted sampler under Verilator, cycle by cycle, with its model beside it.
use std::collections::VecDeque;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::hotlist::{Hotlist, Outcome, Room};
use treetap::spec::hotlist::Config;
use treetap::spec::hotlist::regs::{self, Counter};
use treetap::spec::hotlist::tuple::Kind;
use treetap::spec::regs::Register;
use treetap::spec::retire::Record;
use treetap::trace::shapes::Random;

/// Cycles after which a request, a record or a queue is given up.
const PATIENCE: u32 = 400_000;

/// Something that differs.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference(pub String);

/// What has happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub records: u64,
    pub traps: u64,
    /// Cycles without a record on offer, and those in which one had to wait.
    pub idle: u64,
    pub held: u64,
    pub tuples: u64,
    pub kinds: [u64; Kind::ALL.len()],
    pub queue_full: u64,
    pub raw_full: u64,
    pub counted: u64,
    pub entered: u64,
    pub rejected: u64,
    pub frozen: u64,
    /// Words of the raw stream, by the stream and by RAWPOP; cycles in which one waited.
    pub streamed: u64,
    pub popped: u64,
    pub waited: u64,
    /// Registers that were compared.
    pub compared: u64,
}

macro_rules! ports {
    ($($name:ident $port:literal),*) => {
        #[derive(Clone, Copy)]
        struct Inputs { $($name: usize),* }
        fn inputs(pins: &Pins) -> Inputs {
            Inputs { $($name: pins.input($port)),* }
        }
    };
}
ports! {
    rst "rst", valid "rec_valid", trap "rec_trap", class "rec_class", rvc "rec_rvc", taken "rec_taken",
    insn "rec_insn", pc "rec_pc", npc "rec_npc", val "rec_val", addr "rec_addr", evt "rec_evt", lat "rec_lat",
    ord "rec_ord", r_ready "r_ready", bus_valid "bus_valid", we "bus_we", bus_addr "bus_addr", wdata "bus_wdata"
}

/// Hardware and model.
pub struct Bench {
    pins: Pins,
    inputs: Inputs,
    outputs: [usize; 8],
    row: Vec<u64>,
    last: Vec<u64>,
    /// Records that will be offered.
    pub queue: VecDeque<Record>,
    /// The record of the cycle before, which was taken.
    pending: Option<Record>,
    /// A word of the raw stream that was not taken.
    offered: Option<u64>,
    /// The model.
    pub model: Hotlist,
    random: Random,
    /// Of 100 cycles so many have no record on offer; in so many the raw stream is not taken.
    pub pace: (u64, u64),
    pub seen: Seen,
}

const OUTPUTS: [&str; 8] =
    ["rec_ready", "r_valid", "r_data", "acc_valid", "acc_hot", "acc_raw", "bus_ready", "bus_rdata"];

/// A request of a host.
#[derive(Clone, Copy)]
enum Request {
    None,
    Read(u16),
    Write(u16, u32),
}

impl Bench {
    /// The build of a preset, after its reset.
    pub fn open(preset: &str, seed: u64) -> Self {
        let mut bench = Self::of(&emit(Unit::Hotlist, preset).unwrap(), preset, seed);
        bench.restart();
        bench
    }

    /// Any Verilog with the ports of a preset.
    pub fn of(emitted: &Emitted, preset: &str, seed: u64) -> Self {
        let pins = Pins::open(emitted, Effort::Test, seed).unwrap();
        let row = vec![0; pins.input_words()];
        Self {
            inputs: inputs(&pins),
            outputs: OUTPUTS.map(|name| pins.output(name)),
            row,
            last: vec![],
            queue: VecDeque::new(),
            pending: None,
            offered: None,
            model: Hotlist::reset(crate::support::build(preset)),
            random: Random(seed),
            pace: (0, 0),
            seen: Seen::default(),
            pins,
        }
    }

    /// Resets both.
    pub fn restart(&mut self) {
        self.queue.clear();
        self.pending = None;
        self.offered = None;
        self.row.fill(0);
        self.row[self.inputs.rst] = 1;
        self.last = self.pins.run(&self.row);
        self.row[self.inputs.rst] = 0;
        self.model = Hotlist::reset(*self.model.build());
    }

    /// Drives an input that the unit itself does not have.
    pub fn choose(&mut self, input: &str, value: u64) {
        let at = self.pins.input(input);
        self.row[at] = value;
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.random.next() % 100 < percent
    }

    /// What is offered in the next cycle; what is not on offer is garbage.
    fn offer(&mut self) -> Option<Record> {
        let waits = self.row[self.inputs.valid] == 1;
        let idle = !waits && self.chance(self.pace.0);
        let record = self.queue.front().filter(|_| !idle).copied();
        let inputs = self.inputs;
        let words = match &record {
            Some(record) => [
                1,
                record.trap.into(),
                record.class.code().into(),
                record.rvc.into(),
                record.taken.into(),
                record.insn.into(),
                record.pc,
                record.npc,
                record.val,
                record.addr,
                record.evt.into(),
                record.lat.into(),
                record.ord.into(),
            ],
            None => {
                let mut garbage = [0; 13];
                garbage[1..].iter_mut().for_each(|word| *word = self.random.next());
                // Narrow ports take what fits.
                for (word, bits) in garbage.iter_mut().zip([1, 1, 5, 1, 1, 32, 32, 32, 32, 32, 8, 16, 32]) {
                    *word &= u64::MAX >> (64 - bits);
                }
                garbage
            }
        };
        let at = [
            inputs.valid,
            inputs.trap,
            inputs.class,
            inputs.rvc,
            inputs.taken,
            inputs.insn,
            inputs.pc,
            inputs.npc,
            inputs.val,
            inputs.addr,
            inputs.evt,
            inputs.lat,
            inputs.ord,
        ];
        at.into_iter().zip(words).for_each(|(at, word)| self.row[at] = word);
        record
    }

    /// One cycle; a request that is answered in it.
    fn cycle(&mut self, request: Request) -> Result<Option<u32>, Difference> {
        let record = self.offer();
        self.row[self.inputs.r_ready] = u64::from(!self.chance(self.pace.1));
        let (we, address, data) = match request {
            Request::None => (0, 0, 0),
            Request::Read(address) => (0, address, 0),
            Request::Write(address, data) => (1, address, data),
        };
        self.row[self.inputs.bus_valid] = u64::from(!matches!(request, Request::None));
        (self.row[self.inputs.we], self.row[self.inputs.bus_addr]) = (we, address.into());
        self.row[self.inputs.wdata] = data.into();
        self.last = self.pins.run(&self.row);
        let [ready, r_valid, r_data, acc_valid, acc_hot, acc_raw, answered, rdata] =
            self.outputs.map(|at| self.last[at]);
        let mut answer = None;
        if answered == 1 {
            answer = Some(rdata as u32);
            if let Request::Read(address) = request {
                self.compare(address, rdata as u32)?;
            }
        }
        self.step(acc_valid == 1, Room { queue: acc_hot == 1, raw: acc_raw == 1 })?;
        if let (1, Request::Write(address, data)) = (answered, request) {
            self.model.write(address, data);
        }
        if matches!(request, Request::Read(address) if address == regs::RAWPOP.offset) {
            // A read of RAWPOP withdraws what is on offer.
            self.offered = None;
        }
        self.stream(r_valid == 1, r_data)?;
        if let Some(record) = record {
            if ready == 1 {
                self.pending = self.queue.pop_front();
                self.row[self.inputs.valid] = 0;
                (self.seen.records, self.seen.traps) =
                    (self.seen.records + 1, self.seen.traps + u64::from(record.trap));
            } else {
                self.seen.held += 1;
            }
        } else {
            self.seen.idle += 1;
        }
        Ok(answer)
    }

    /// The record that was taken in the cycle before; its tuple found room or not.
    fn step(&mut self, tuple: bool, room: Room) -> Result<(), Difference> {
        let Some(record) = self.pending.take() else {
            return if tuple { Err(Difference("a tuple without a record".into())) } else { Ok(()) };
        };
        let (mode, kind) = (self.model.config().mode, self.model.config().kinds[record.class as usize]);
        let given = self.model.retire_with(&record, room);
        if given.is_some() != tuple {
            return Err(Difference(format!("record {}: a tuple {tuple}, not {given:?}", self.seen.records)));
        }
        let Some(given) = given else { return Ok(()) };
        if (room.queue && !mode.hot()) || (room.raw && !mode.raw()) {
            return Err(Difference(format!("a tuple goes where MODE does not send it: {room:?}")));
        }
        let dropped = (mode.hot() && !room.queue) || (mode.raw() && !room.raw);
        if dropped && self.model.config().lossless {
            return Err(Difference("a tuple is dropped though the core can be held back".into()));
        }
        let seen = &mut self.seen;
        seen.tuples += 1;
        seen.kinds[kind as usize] += 1;
        seen.queue_full += u64::from(mode.hot() && !room.queue);
        seen.raw_full += u64::from(mode.raw() && !room.raw);
        match given.outcome {
            Some(Outcome::Counted) => seen.counted += 1,
            Some(Outcome::Entered) => seen.entered += 1,
            Some(Outcome::Rejected) => seen.rejected += 1,
            Some(Outcome::Frozen) => seen.frozen += 1,
            None => {}
        }
        Ok(())
    }

    /// The raw stream.
    fn stream(&mut self, valid: bool, word: u64) -> Result<(), Difference> {
        if let Some(before) = self.offered.take()
            && (!valid || before != word)
        {
            return Err(Difference(format!("word {before:x} of the raw stream was offered and is not any more")));
        }
        if valid && self.row[self.inputs.r_ready] == 0 {
            self.seen.waited += 1;
            self.offered = Some(word);
        } else if valid {
            self.seen.streamed += 1;
            let expected = self.model.pop();
            if expected != Some(word as u32) {
                return Err(Difference(format!("raw stream: {word:x}, not {expected:x?}")));
            }
        }
        Ok(())
    }

    /// A register that was read: its records are those before the one of the cycle before.
    fn compare(&mut self, address: u16, found: u32) -> Result<(), Difference> {
        let name = regs::at(address).map_or("a hole", |(register, _)| register.name);
        // While something is under way these depend on the clock.
        let moving = self.model.read(regs::SCTRL.offset) & regs::SCTRL.field("EN").mask() != 0;
        if name == "STAT2"
            || moving && ["COUNTS", "STAT", "CAPTURED", "LC", "RETIRED", "RAWS", "RAWPOP"].contains(&name)
        {
            return Ok(());
        }
        self.seen.popped += u64::from(name == "RAWPOP" && self.model.granules() > 0);
        let expected = self.model.read(address);
        self.seen.compared += 1;
        if found == expected {
            return Ok(());
        }
        Err(Difference(format!("{name} at {address:03x}: {found:08x}, not {expected:08x}")))
    }

    fn request(&mut self, request: Request) -> Result<u32, Difference> {
        for _ in 0..PATIENCE {
            if let Some(answer) = self.cycle(request)? {
                return Ok(answer);
            }
        }
        Err(Difference("no answer".into()))
    }

    /// A read of both, which have to agree, but for what depends on the clock.
    pub fn read(&mut self, address: u16) -> Result<u32, Difference> {
        self.request(Request::Read(address))
    }

    /// A write of both.
    pub fn write(&mut self, register: &Register, word: u32) -> Result<(), Difference> {
        self.request(Request::Write(register.offset, word)).map(drop)
    }

    /// A write anywhere.
    pub fn poke(&mut self, address: u16, word: u32) -> Result<(), Difference> {
        self.request(Request::Write(address, word)).map(drop)
    }

    /// Until all records are taken.
    pub fn run(&mut self) -> Result<(), Difference> {
        for _ in 0..PATIENCE {
            if self.queue.is_empty() && self.pending.is_none() {
                return Ok(());
            }
            self.cycle(Request::None)?;
        }
        Err(Difference("records are not taken".into()))
    }

    /// Some cycles.
    pub fn cycles(&mut self, count: u32) -> Result<(), Difference> {
        (0..count).try_for_each(|_| self.cycle(Request::None).map(drop))
    }

    /// Stops, and waits until no tuple is under way.
    pub fn rest(&mut self) -> Result<(), Difference> {
        self.write(&regs::SCTRL, 0)?;
        for _ in 0..PATIENCE {
            let word = self.read(regs::STAT2.offset)?;
            if regs::STAT2.field("IDLE").of(word) == 1 {
                return Ok(());
            }
        }
        Err(Difference("tuples are under way without end".into()))
    }

    /// Takes what waits in the raw stream through its register.
    pub fn drain(&mut self) -> Result<(), Difference> {
        let pace = std::mem::replace(&mut self.pace, (0, 100));
        self.cycles(8)?;
        let word = self.read(regs::STAT2.offset)?;
        let waiting = regs::STAT2.field("GRANULES").of(word);
        if waiting as usize != self.model.granules() {
            return Err(Difference(format!("{waiting} words wait, not {}", self.model.granules())));
        }
        if waiting > 0 {
            // Refused: the words that wait have the format of before.
            let other = !self.model.config().format.0;
            self.write(&regs::RECFMT2, other.into())?;
            self.read(regs::RECFMT2.offset)?;
        }
        for _ in 0..waiting + 2 {
            self.read(regs::RAWPOP.offset)?;
        }
        self.pace = pace;
        Ok(())
    }

    /// A configuration for both, which rest.
    pub fn configure(&mut self, config: &Config, samples: bool) -> Result<(), Difference> {
        regs::writes(config, samples).into_iter().try_for_each(|(register, word)| self.write(register, word))
    }

    /// Compares every register, the whole table and the counters of both, which rest.
    pub fn compare_all(&mut self) -> Result<(), Difference> {
        for made in regs::built(self.model.build()).registers() {
            let register = made.register;
            if !register.access.reads() || ["RAWPOP", "HPCT", "HVAL", "HCNT"].contains(&register.name) {
                continue;
            }
            for at in 0..made.words {
                self.read(register.offset + 4 * at)?;
            }
        }
        self.write(&regs::HIDX, 0)?;
        for _ in 0..self.model.build().entries + 2 {
            for register in [regs::HPCT, regs::HVAL, regs::HCNT] {
                self.read(register.offset)?;
            }
        }
        let count = |counter| self.model.counter(counter);
        let law = count(Counter::Tuples).wrapping_sub(count(Counter::Qdrop));
        if law == count(Counter::Seen) { Ok(()) } else { Err(Difference("TUPLES is not SEEN and QDROP".into())) }
    }
}
