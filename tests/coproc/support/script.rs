//! A host that does anything at any time, while a core goes on.
use crate::microcode::{machine, word_of};
use treetap::cosim::coproc_profiler::{self, Beside, Found, Options};
use treetap::cosim::profiler::BusError;
use treetap::host::Transport;
use treetap::lang::coproc::{Target, assemble};
use treetap::lang::source::Source;
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::regs::{self, at};
use treetap::spec::coproc::{Command, State};
use treetap::spec::regs::Register;
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// A program whose V0 depends on every lane and the sideband of each sample; a branch that is taken asks for the host.
const DIGEST: &str = "
.start LOAD = A
.start STORE = A
.start ALU = A
.start BRANCH = A
.start RET = A
A:  V0 = xor VAL, V0
    V0 = rot16 V0
    V0 = add ADDR, V0
    V0 = xor NPCT, V0
    V0 = rot16 V0
    V0 = add INSN, V0
    V0 = xor EVT, V0
    V0 = rot16 V0
    V0 = add TAKEN, V0
    V0 = add CLASS, V0 | if taken -> int,1
    nop | goto done
";

/// What a random host did.
#[derive(Default, Debug)]
pub struct Done {
    pub runs: u64,
    pub stops: u64,
    pub interrupts: u64,
    pub errors: u64,
    pub flushes: u64,
    pub clears: u64,
    pub resets: u64,
    /// Settings of the filter that were written while instructions retired.
    pub settings: u64,
    pub ignored: u64,
    pub formats: u64,
    pub reads: u64,
}

impl Done {
    /// Everything happened so often.
    pub fn all(&self, least: u64) -> bool {
        let Self { runs, stops, interrupts, errors, flushes, clears, resets, settings, ignored, formats, reads } =
            *self;
        let all = [runs, stops, interrupts, errors, flushes, clears, resets, settings, ignored, formats, reads];
        all.iter().all(|count| *count >= least)
    }
}

/// A host with its device.
struct Host<'a, 'b> {
    beside: &'a mut Beside<'b>,
    random: &'a mut Random,
    done: &'a mut Done,
    /// CTRL.
    control: u32,
    state: u32,
}

impl Host<'_, '_> {
    fn write(&mut self, register: &Register, at: usize, value: u32) -> Result<(), BusError> {
        self.beside.write((4 * word_of(register, at)) as u16, value)
    }

    fn command(&mut self, command: Command) -> Result<(), BusError> {
        self.write(&regs::CMD, 0, command as u32)?;
        self.look(|status| regs::STATUS.field("BUSY").of(status) == 0)
    }

    /// Reads STATUS until it is as wanted.
    fn look(&mut self, wanted: impl Fn(u32) -> bool) -> Result<(), BusError> {
        for _ in 0..100_000 {
            let status = self.beside.read(regs::STATUS.offset)?;
            self.state = regs::STATUS.field("STATE").of(status);
            if wanted(status) {
                return Ok(());
            }
        }
        Err(BusError::Silent(regs::STATUS.offset.into()))
    }

    fn runs(&self) -> bool {
        self.state == State::Run as u32
    }

    fn control(&mut self, control: u32) -> Result<(), BusError> {
        self.control = control;
        self.write(&regs::CTRL, 0, control)
    }

    /// Nothing enters the buffer any more while the machine does not run, and nothing is under way there.
    fn freeze(&mut self) -> Result<(), BusError> {
        let freeze = regs::CTRL.field("FREEZE").mask();
        self.control(self.control & regs::CTRL.field("FEN").mask() | freeze)?;
        self.beside.idle(16);
        Ok(())
    }

    fn below(&mut self, n: u64) -> u32 {
        (self.random.next() >> 11) as u32 % n as u32
    }

    /// A setting that counts from the next instruction on.
    fn setting(&mut self) -> Result<(), BusError> {
        self.done.settings += 1;
        match self.below(4) {
            0 => {
                let classes = self.random.next() as u32 | self.random.next() as u32 | 1 << Opclass::Load.code();
                self.write(&regs::CLASS_EN, 0, classes)
            }
            1 => {
                let mask = [0, 0, 1, 3][self.below(4) as usize];
                let word = self.below(4) << 16 | mask << 8 | self.random.next() as u32 & mask;
                self.write(&regs::F1CFG, 0, word)
            }
            2 => {
                let period = [0, 1, 2, 3, 7][self.below(5) as usize];
                self.write(&regs::DECIM, 0, period)
            }
            _ => {
                let word = self.below(8) | u32::from(self.below(8) > 0);
                self.control(word)
            }
        }
    }

    /// Something that a machine that does not run allows.
    fn at_rest(&mut self) -> Result<(), BusError> {
        match self.below(12) {
            0..4 if self.state == State::Error as u32 => {
                self.done.errors += 1;
                self.command(Command::Skip)
            }
            0..4 => {
                self.done.runs += 1;
                self.done.interrupts += u64::from(self.state == State::Interrupt as u32);
                self.command(Command::Run)
            }
            4 => {
                self.done.flushes += 1;
                self.command(Command::Flush)
            }
            5 => {
                let command = [Command::InvalidateAll, Command::ClearAll][self.below(2) as usize];
                self.command(command)
            }
            6 => {
                self.done.ignored += 1;
                let (word, bits) = (self.below(128) as usize, self.random.next() as u32 & self.random.next() as u32);
                match self.below(3) {
                    0 => self.write(&regs::IGN, word, bits),
                    1 => self.write(&regs::SETIGN, 0, bits & 0x3fff),
                    _ => self.write(&regs::F2CFG, 0, bits & 3),
                }
            }
            7 => {
                self.freeze()?;
                // Refused while records wait.
                if self.below(3) > 0 {
                    self.command(Command::Flush)?;
                }
                match self.below(3) {
                    0 => {
                        self.done.formats += 1;
                        let format = [0x0041, 0x0061, 0x0001, 0x5421, 0xb381][self.below(5) as usize];
                        self.write(&regs::RECFMT, 0, format)
                    }
                    1 => {
                        self.done.clears += 1;
                        self.command(Command::ClearCounters)
                    }
                    _ => {
                        self.done.resets += 1;
                        self.command(Command::Reset)
                    }
                }
            }
            _ => {
                self.done.reads += 1;
                let word = self.below(0xc00);
                // Registers of the machine more often than holes.
                let word = if self.below(2) == 0 && at(word).is_none() { word & 0x7f } else { word };
                self.beside.read(4 * word as u16).map(drop)
            }
        }
    }

    fn act(&mut self) -> Result<(), BusError> {
        self.look(|_| true)?;
        match self.below(4) {
            0 => self.setting(),
            1 => {
                let cycles = u64::from(self.below(40));
                self.beside.idle(cycles);
                Ok(())
            }
            _ if self.runs() && self.below(3) == 0 => {
                self.done.stops += 1;
                self.write(&regs::CMD, 0, Command::Stop as u32)?;
                self.look(|status| regs::STATUS.field("STATE").of(status) != State::Run as u32)
            }
            _ if self.runs() => Ok(()),
            _ => self.at_rest(),
        }
    }
}

/// Random programs, settings and commands while these retire.
pub fn anything(options: &Options, records: &[Rvfi], seed: u64, done: &mut Done) -> Result<Found, String> {
    let hardware = coproc_profiler::hardware(options).map_err(|e| e.to_string())?;
    let mut ignore = |_: &_| {};
    let mut beside = Beside::new(options, hardware, &mut ignore).map_err(|e| e.to_string())?;
    let found = host(&mut beside, records, seed, done);
    found.map_err(|e| e.to_string())
}

fn host(beside: &mut Beside, records: &[Rvfi], seed: u64, done: &mut Done) -> Result<Found, BusError> {
    let mut random = Random(seed);
    let mut host = Host { beside, random: &mut random, done, control: 0, state: 0 };
    for (number, part) in records.chunks(records.len().div_ceil(4)).enumerate() {
        // A program of its own for each part: the machine rests, and nothing waits.
        let config = host.beside.build().coproc;
        host.freeze()?;
        host.command(Command::Flush)?;
        let digest = || assemble(&Source::new("digest", DIGEST), &Target::new(config.entries)).unwrap().image.writes();
        let writes = if number == 0 { digest() } else { machine(&config, host.random, 0).writes };
        for (word, value) in writes {
            host.beside.write(4 * word as u16, value)?;
        }
        host.beside.feed_later(part);
        while !host.beside.is_through() && host.beside.mismatches() == 0 {
            host.act()?;
            if host.control == 0 {
                host.control(1)?;
            }
        }
        // Whatever it was told, it comes to rest.
        host.control(regs::CTRL.field("FREEZE").mask())?;
        host.write(&regs::CMD, 0, Command::Stop as u32)?;
        host.look(|status| regs::STATUS.field("STATE").of(status) != State::Run as u32)?;
        if host.state == State::Error as u32 {
            host.command(Command::Skip)?;
        }
        host.beside.read_all()?;
        if host.beside.mismatches() > 0 {
            break;
        }
    }
    host.beside.flush()?;
    host.beside.read_all()?;
    host.beside.found()
}
