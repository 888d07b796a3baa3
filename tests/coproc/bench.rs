//! The emitted co-processor under Verilator, cycle by cycle, with its model beside it.
use crate::microcode::word_of;
use std::collections::VecDeque;
use treetap::catalog::{Chosen, Emitted, Settings, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::coproc::{Answer, Coproc, Effect, End, Step};
use treetap::spec::coproc::{Command, Config, PRESETS, built, regs};
use treetap::spec::regs::Register;
use treetap::spec::sample_buffer::Sample;
use treetap::spec::variant;
use treetap::trace::shapes::Random;

/// Cycles after which a request or a sample is given up.
const PATIENCE: u32 = 20_000;

/// Ports, by the place of their words in a row.
struct Ports {
    rst: usize,
    valid: usize,
    we: usize,
    addr: usize,
    wdata: usize,
    smp_valid: usize,
    smp_lanes: usize,
    smp_side: usize,
    queued: usize,
    count_data: usize,
    ign_data: usize,
    ready: usize,
    rdata: usize,
    smp_ready: usize,
    irq: usize,
    run: usize,
    set: [usize; 5],
}

/// Hardware and model.
pub struct Bench {
    pins: Pins,
    ports: Ports,
    row: Vec<u64>,
    /// What the machine will be offered.
    pub queue: VecDeque<Sample>,
    /// The model.
    pub model: Coproc,
    random: Random,
    /// One cycle in so many has no sample on offer, or is an idle one before a request; 0 for none.
    pub gaps: u64,
    /// Cycles so far.
    pub cycles: u64,
    /// Samples that were taken.
    pub popped: u64,
    /// Cycles in which the last ones were.
    pub pops: Vec<u64>,
    /// Cycles in which nothing was on offer though there was a sample.
    pub idle: u64,
    /// Words that were compared.
    pub compared: u64,
    /// What the counters and the ignore table answer in every cycle; garbage without.
    pub neighbours: Option<[u32; 2]>,
    last: Vec<u64>,
}

/// The hardware of a preset with one of its switches set otherwise.
pub fn switched(preset: &str, (name, value): (&str, u32)) -> Emitted {
    let settings = Settings { numbers: [(name.to_string(), value)].into(), ..Settings::default() };
    Chosen::of(Unit::Coproc, Some(preset), &settings).unwrap().emit().unwrap()
}

/// Something that differs.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference(pub String);

impl Bench {
    /// The build of a preset, after its reset.
    pub fn open(preset: &str, seed: u64) -> Self {
        let mut bench = Self::of(&emit(Unit::Coproc, preset).unwrap(), preset, seed);
        bench.restart().unwrap();
        bench
    }

    /// The build of a preset with one of its switches set otherwise, after its reset.
    pub fn switched(preset: &str, (name, value): (&str, u32), seed: u64) -> Self {
        let mut bench = Self::of(&switched(preset, (name, value)), preset, seed);
        let config = *bench.model.config();
        bench.model = Coproc::new(match name {
            "predict" => Config { predict: value == 1, ..config },
            "chain" => Config { chain: value == 1, ..config },
            "deep" => Config { deep: value == 1, ..config },
            _ => panic!("{name} is no switch"),
        });
        bench.restart().unwrap();
        bench
    }

    /// Any Verilog with the ports of a preset.
    pub fn of(emitted: &Emitted, preset: &str, seed: u64) -> Self {
        let config: Config = built(variant::find(&PRESETS, preset).unwrap());
        let pins = Pins::open(emitted, Effort::Test, seed).unwrap();
        let input = |name| pins.input(name);
        let output = |name| pins.output(name);
        let ports = Ports {
            rst: input("rst"),
            valid: input("bus_valid"),
            we: input("bus_we"),
            addr: input("bus_addr"),
            wdata: input("bus_wdata"),
            smp_valid: input("smp_valid"),
            smp_lanes: input("smp_lanes"),
            smp_side: input("smp_side"),
            queued: input("queued"),
            count_data: input("count_data"),
            ign_data: input("ign_data"),
            ready: output("bus_ready"),
            rdata: output("bus_rdata"),
            smp_ready: output("smp_ready"),
            irq: output("irq"),
            run: output("run"),
            set: ["set_decim", "set_setign", "set_ign", "set_flush", "set_clear"].map(output),
        };
        let row = vec![0; pins.input_words()];
        Self {
            pins,
            ports,
            row,
            queue: VecDeque::new(),
            model: Coproc::new(config),
            random: Random(seed),
            gaps: 0,
            cycles: 0,
            popped: 0,
            pops: vec![],
            idle: 0,
            compared: 0,
            neighbours: None,
            last: vec![],
        }
    }

    /// Resets the hardware, and clears what a reset leaves alone.
    pub fn restart(&mut self) -> Result<(), Difference> {
        self.queue.clear();
        self.model = Coproc::new(*self.model.config());
        self.row[self.ports.rst] = 1;
        self.cycle();
        self.row[self.ports.rst] = 0;
        self.settle()?;
        self.command(Command::ClearAll)?;
        for at in 0..self.model.config().entries as usize {
            self.write(word_of(&regs::KEY, at), 0)?;
        }
        self.command(Command::InvalidateAll)
    }

    /// Drives an input that the unit itself does not have.
    pub fn choose(&mut self, input: &str, value: u64) {
        let at = self.pins.input(input);
        self.row[at] = value;
    }

    /// What an output was in the last cycle.
    pub fn shown(&self, output: &str) -> u64 {
        self.last[self.pins.output(output)]
    }

    /// One cycle.
    fn cycle(&mut self) {
        let ports = &self.ports;
        let gap = self.gaps != 0 && (self.random.next() >> 20).is_multiple_of(self.gaps);
        let offered = self.queue.front().filter(|_| !gap || self.row[ports.smp_valid] == 1);
        self.idle += u64::from(offered.is_none() && !self.queue.is_empty());
        // What is not on offer is garbage.
        let garbage = Sample { lanes: [self.random.next() as u32; 4], side: self.random.next() as u16 };
        self.row[ports.smp_valid] = offered.is_some().into();
        let sample = offered.copied().unwrap_or(garbage);
        let pair = |at: usize| u64::from(sample.lanes[at]) | u64::from(sample.lanes[at + 1]) << 32;
        (self.row[ports.smp_lanes], self.row[ports.smp_lanes + 1]) = (pair(0), pair(2));
        self.row[ports.smp_side] = sample.side.into();
        self.row[ports.queued] = (!self.queue.is_empty()).into();
        let garbage = [self.random.next() as u32, self.random.next() as u32];
        let [count, ignored] = self.neighbours.unwrap_or(garbage);
        (self.row[ports.count_data], self.row[ports.ign_data]) = (count.into(), ignored.into());
        self.last = self.pins.run(&self.row);
        self.cycles += 1;
        if self.row[ports.smp_valid] == 1 && self.last[ports.smp_ready] == 1 {
            self.queue.pop_front();
            self.popped += 1;
            self.pops.push(self.cycles);
            self.row[ports.smp_valid] = 0;
        }
    }

    /// A request of the host; what it reads, and which of the pulses to the neighbours were seen.
    fn request(&mut self, we: bool, word: u32, data: u32) -> Result<(u32, [u64; 5]), Difference> {
        while self.gaps != 0 && (self.random.next() >> 20).is_multiple_of(self.gaps) {
            self.cycle();
        }
        let ports = &self.ports;
        (self.row[ports.valid], self.row[ports.we]) = (1, we.into());
        (self.row[ports.addr], self.row[ports.wdata]) = (u64::from(word) << 2, data.into());
        let mut pulses = [0; 5];
        for _ in 0..PATIENCE {
            self.cycle();
            for (pulse, port) in pulses.iter_mut().zip(self.ports.set) {
                *pulse += self.last[port];
            }
            if self.last[self.ports.ready] == 1 {
                self.row[self.ports.valid] = 0;
                return Ok((self.last[self.ports.rdata] as u32, pulses));
            }
        }
        Err(Difference(format!("no answer at word {word:03x}")))
    }

    /// A read of both, which have to agree.
    pub fn read(&mut self, word: u32) -> Result<u32, Difference> {
        let (found, _) = self.request(false, word, 0)?;
        if let Answer::Word(expected) = self.model.read(word) {
            self.compared += 1;
            if found != expected {
                let name = regs::at(word).map_or("hole", |(register, _)| register.name);
                return Err(Difference(format!("{name}, word {word:03x}: {found:08x}, not {expected:08x}")));
            }
        }
        Ok(found)
    }

    /// A read of the hardware alone.
    pub fn peek(&mut self, register: &Register) -> Result<u32, Difference> {
        Ok(self.request(false, word_of(register, 0), 0)?.0)
    }

    /// A write of both; the neighbours are told of the same.
    pub fn write(&mut self, word: u32, value: u32) -> Result<Effect, Difference> {
        let queued = self.queue.len() as u32;
        let (_, pulses) = self.request(true, word, value)?;
        let effect = self.model.write(word, value, queued);
        let expected = match effect {
            Effect::None | Effect::Pop => [0; 5],
            Effect::Decimation => [1, 0, 0, 0, 0],
            Effect::Ignore(_) => [0, 1, 0, 0, 0],
            Effect::Ignored(..) => [0, 0, 1, 0, 0],
            Effect::Flush => [0, 0, 0, 1, 0],
            Effect::ClearCounters => [0, 0, 0, 0, 1],
        };
        if pulses == expected {
            Ok(effect)
        } else {
            Err(Difference(format!("word {word:03x} = {value:x}: neighbours are told {pulses:?}, not {expected:?}")))
        }
    }

    /// Waits until no array is being cleared.
    pub fn settle(&mut self) -> Result<(), Difference> {
        for _ in 0..PATIENCE {
            if regs::STATUS.field("BUSY").of(self.peek(&regs::STATUS)?) == 0 {
                return Ok(());
            }
        }
        Err(Difference("busy without end".into()))
    }

    /// A command to both, and until it is finished.
    pub fn command(&mut self, command: Command) -> Result<(), Difference> {
        self.write(word_of(&regs::CMD, 0), command as u32)?;
        self.settle()
    }

    /// Loads a machine that rests.
    pub fn load(&mut self, writes: &[(u32, u32)]) -> Result<(), Difference> {
        for (word, value) in writes {
            self.write(*word, *value)?;
        }
        Ok(())
    }

    /// Runs both, which rest, on some samples, or on as many of them as there are before one does not end well; then
    /// both rest. With `traffic` a host asks for what it may not and for what it may.
    pub fn samples(
        &mut self,
        samples: &[Sample],
        traffic: bool,
        watch: &mut impl FnMut(&Step),
    ) -> Result<End, Difference> {
        self.write(word_of(&regs::CMD, 0), Command::Run as u32)?;
        let (mut end, mut taken) = (End::Done, 0);
        for sample in samples {
            taken += 1;
            end = self.model.sample(sample, watch).expect("it runs");
            if end != End::Done {
                break;
            }
        }
        let before = self.popped;
        self.pops.clear();
        self.queue.extend(&samples[..taken]);
        let quiet = end == End::Done;
        if quiet && traffic {
            self.trespass()?;
        }
        let expected = taken as u64 - u64::from(matches!(end, End::Error(_)));
        let mut waited = 0;
        while self.popped - before < expected || (!quiet && self.last[self.ports.irq] == 0) {
            self.cycle();
            waited += 1;
            if waited > PATIENCE * 5 {
                return Err(Difference(format!("{} of {expected} samples are taken", self.popped - before)));
            }
        }
        // A machine that went on would take what is not there.
        self.write(word_of(&regs::CMD, 0), Command::Stop as u32)?;
        while self.last[self.ports.run] == 1 {
            self.cycle();
            waited += 1;
            if waited > PATIENCE * 5 {
                return Err(Difference("it does not stop".into()));
            }
        }
        if self.popped - before != expected {
            return Err(Difference(format!("{} samples are taken, not {expected}", self.popped - before)));
        }
        Ok(end)
    }

    /// Accesses while the machine runs: the model refuses and counts the same ones.
    fn trespass(&mut self) -> Result<(), Difference> {
        for _ in 0..self.random.next() % 5 {
            let word = match self.random.next() % 4 {
                0 => self.random.next() as u32 & 0xfff,
                1 => word_of(&regs::DM, self.random.next() as usize % 64),
                2 => word_of(&regs::HOSTVIOL, 0),
                _ => word_of(&regs::CLASS_EN, 0),
            };
            // STATUS, WORDS and what a command starts depend on how far the machine is.
            let register = regs::at(word).map_or("", |(register, _)| register.name);
            if ["STATUS", "WORDS_LO", "WORDS_HI", "CMD"].contains(&register) {
                continue;
            }
            if self.random.next().is_multiple_of(2) {
                self.read(word)?;
            } else {
                let value = self.random.next() as u32;
                self.write(word, value)?;
            }
        }
        Ok(())
    }

    /// Compares every register; with `arrays` also keys, valid bits, data memory and microcode.
    pub fn compare(&mut self, arrays: bool) -> Result<(), Difference> {
        let built = regs::built(self.model.config());
        let skipped = ["COUNTS", "IGN", "CMD", "SETIGN"];
        let large = ["KEY", "VLD", "DM", "UC"];
        for made in built.registers() {
            let name = made.register.name;
            if skipped.contains(&name) || (large.contains(&name) && !arrays) {
                continue;
            }
            for at in 0..usize::from(made.words) {
                self.read(word_of(made.register, at))?;
            }
        }
        Ok(())
    }
}
