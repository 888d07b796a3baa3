//! The registers of a profiler as a host sees them (docs/reference/regs.md).
use crate::spec::regs::{self, Access, Capabilities, Op, PAGE_WORDS, REGISTERS, Register, STATUS};

/// One access of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// It is a write.
    pub write: bool,
    /// Byte offset.
    pub address: u16,
    /// The word to write.
    pub data: u32,
    /// Which bytes of it.
    pub strobe: u8,
}

impl Request {
    /// A read.
    pub const fn read(address: u16) -> Self {
        Self { write: false, address, data: 0, strobe: 0 }
    }

    /// A write of a whole word.
    pub const fn write(address: u16, data: u32) -> Self {
        Self { write: true, address, data, strobe: 0xf }
    }
}

/// What the registers see of the profiler around them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The word of a dump on offer, and whether it is the last one.
    pub dump: Option<(u64, bool)>,
    /// The sample buffer holds records.
    pub queued: bool,
    /// The gate is open.
    pub open: bool,
    /// The engine has an event.
    pub active: bool,
    /// Memories are being cleared.
    pub clearing: bool,
    /// The statistic or counter that the address leads to.
    pub counter: u32,
}

/// What an access is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The word read; 0 if the read was refused (H4). No meaning for a write.
    pub word: u32,
    /// It was refused (H3).
    pub refused: bool,
    /// It is answered as an error of the bus.
    pub error: bool,
}

/// The register block.
#[derive(Clone, Debug)]
pub struct Regs {
    build: Capabilities,
    config: [u32; PAGE_WORDS as usize],
    command: Option<Op>,
    done: u8,
    violations: u8,
    flags: u32,
    position: u32,
}

impl Regs {
    /// The registers of a build after a reset.
    pub fn new(build: Capabilities) -> Self {
        let mut config = [0; PAGE_WORDS as usize];
        for register in REGISTERS.iter().filter(|register| register.configures()) {
            config[usize::from(register.slot())] = register.reset();
        }
        Self { build, config, command: None, done: 0, violations: 0, flags: 0, position: 0 }
    }

    /// The word of a configuration register: what a read gives, and what its fields are taken from.
    pub fn config(&self, register: &Register) -> u32 {
        self.config[usize::from(register.slot())]
    }

    /// The command under way.
    pub fn command(&self) -> Option<Op> {
        self.command
    }

    /// Whether the build has this register for reading.
    fn readable(&self, register: &Register) -> bool {
        register.access.reads()
            && match register.page() {
                regs::STATISTICS_PAGE => self.build.statistics,
                regs::COUNTER_PAGE => self.build.counters,
                regs::CONFIG_PAGE => self.build.readback,
                _ => true,
            }
    }

    /// What a request would be answered now. It changes nothing: [`Regs::obey`] does.
    pub fn decide(&self, request: &Request, around: &Around) -> Answer {
        let register = regs::at(request.address);
        let refused = match register {
            None => true,
            Some(register) if request.write => {
                !register.access.writes() || request.strobe != 0xf || self.untimely(register, request.data, around)
            }
            Some(register) => {
                !self.readable(register) || (register.access == Access::ReadTakes && around.dump.is_none())
            }
        };
        let word = match register {
            Some(register) if !refused && !request.write => self.word(register, around),
            _ => 0,
        };
        let error = refused && regs::CTRL.field("BUS_ERROR").of(self.config(&regs::CTRL)) == 1;
        Answer { word, refused, error }
    }

    /// A write that is refused at this time or with this word.
    fn untimely(&self, register: &Register, data: u32, around: &Around) -> bool {
        if register.offset == regs::COMMAND.offset {
            let op = Op::from_code(regs::COMMAND.field("OP").of(data));
            return self.command.is_some() || op.is_none() || (op == Some(Op::ClearCounters) && around.queued);
        }
        if register.offset == regs::MAP_WDATA.offset {
            return regs::MAP_CTRL.field("MAP_EN").of(self.config(&regs::MAP_CTRL)) == 1;
        }
        false
    }

    /// What a register holds.
    fn word(&self, register: &Register, around: &Around) -> u32 {
        let high = |(word, _): (u64, bool)| (word >> 32) as u32;
        match register.offset {
            offset if offset < STATUS.offset => self.build.words()[usize::from(offset) / 4],
            offset if offset == STATUS.offset => self.status(around),
            offset if offset == regs::DUMP.offset => {
                let (valid, last) = (around.dump.is_some(), around.dump.is_some_and(|(_, last)| last));
                regs::DUMP.field("POSITION").at(self.position)
                    | regs::DUMP.field("LAST").at(last.into())
                    | regs::DUMP.field("VALID").at(valid.into())
            }
            offset if offset == regs::DUMP_LO.offset => around.dump.map_or(0, |(word, _)| word as u32),
            offset if offset == regs::DUMP_HI.offset || offset == regs::DUMP_TAKE.offset => around.dump.map_or(0, high),
            _ if register.configures() => self.config(register),
            _ => around.counter,
        }
    }

    fn status(&self, around: &Around) -> u32 {
        let now = [
            ("BUSY", self.command.is_some()),
            ("DUMP", around.dump.is_some()),
            ("QUEUED", around.queued),
            ("OPEN", around.open),
            ("ACTIVE", around.active),
            ("CLEARING", around.clearing),
        ];
        let now = now.iter().fold(0, |word, (name, set)| word | STATUS.field(name).at((*set).into()));
        let counts = STATUS.field("DONE").at(self.done.into()) | STATUS.field("HOSTVIOL").at(self.violations.into());
        now | counts | self.flags
    }

    /// Does what a request that was answered so does.
    pub fn obey(&mut self, request: &Request, answer: &Answer) {
        if answer.refused {
            self.violations = self.violations.saturating_add(1);
            return;
        }
        let Some(register) = regs::at(request.address) else { return };
        if register.access == Access::ReadTakes {
            self.position = (self.position + 1) & regs::DUMP.field("POSITION").mask();
        }
        if !request.write {
            return;
        }
        if register.configures() {
            self.config[usize::from(register.slot())] = request.data;
        } else if register.offset == regs::FLAGS.offset {
            self.flags &= !request.data;
        } else if register.offset == regs::COMMAND.offset {
            self.command = Op::from_code(regs::COMMAND.field("OP").of(request.data));
            self.position = 0;
            if self.command == Some(Op::ClearCounters) {
                self.violations = 0;
            }
        }
    }

    /// [`Regs::decide`] and [`Regs::obey`].
    pub fn access(&mut self, request: &Request, around: &Around) -> Answer {
        let answer = self.decide(request, around);
        self.obey(request, &answer);
        answer
    }

    /// Flags that happen, as bits of STATUS (H8).
    pub fn happen(&mut self, flags: u32) {
        self.flags |= flags & regs::FLAGS.fields.iter().fold(0, |mask, field| mask | field.mask());
    }

    /// The command under way is finished (H6).
    pub fn finish(&mut self) {
        if self.command.take().is_some() {
            self.done = self.done.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regs::*;

    #[test]
    fn commands_come_one_at_a_time() {
        let (mut model, around) = (Regs::new(Capabilities::FAST), Around::default());
        let snapshot = Request::write(COMMAND.offset, Op::Snapshot as u32);
        assert!(!model.access(&snapshot, &around).refused);
        assert!(model.access(&snapshot, &around).refused);
        model.finish();
        let status = model.access(&Request::read(STATUS.offset), &around).word;
        assert_eq!((STATUS.field("DONE").of(status), STATUS.field("HOSTVIOL").of(status)), (1, 1));
        let clear = Request::write(COMMAND.offset, Op::ClearCounters as u32);
        assert!(model.access(&clear, &Around { queued: true, ..around }).refused);
        assert!(!model.access(&clear, &around).refused);
        assert_eq!(STATUS.field("HOSTVIOL").of(model.access(&Request::read(STATUS.offset), &around).word), 0);
    }

    #[test]
    fn a_dump_is_read_at_the_pace_of_the_host() {
        let mut model = Regs::new(Capabilities::NANO);
        let around = Around { dump: Some((0x0123_4567_89ab_cdef, true)), ..Around::default() };
        let mut read = |address, around: &Around| model.access(&Request::read(address), around);
        assert_eq!(read(DUMP_LO.offset, &around).word, 0x89ab_cdef);
        assert_eq!(read(DUMP_HI.offset, &around).word, 0x0123_4567);
        assert_eq!(read(DUMP.offset, &around).word, 0xc000_0000);
        assert_eq!(read(DUMP_TAKE.offset, &around).word, 0x0123_4567);
        assert_eq!(read(DUMP.offset, &Around::default()).word, 1);
        assert!(read(DUMP_TAKE.offset, &Around::default()).refused);
        assert!(!read(DUMP_LO.offset, &Around::default()).refused);
    }

    #[test]
    fn a_build_without_readback_refuses_to_read_configuration() {
        let around = Around::default();
        for (build, word) in [(Capabilities::NANO, None), (Capabilities::FAST, Some(0x5a))] {
            let mut model = Regs::new(build);
            assert!(!model.access(&Request::write(CLASS_EN.offset, 0x5a), &around).refused);
            let answer = model.access(&Request::read(CLASS_EN.offset), &around);
            assert_eq!((!answer.refused).then_some(answer.word), word);
        }
    }
}
