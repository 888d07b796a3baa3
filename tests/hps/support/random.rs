//! Random programs on random instructions, with back-pressure, flushes, triggers from outside and a host in between.
use super::bench::{Bench, Cycle, Host};
use super::tables::{plain, power, restless};
use treetap::model::classify::classify;
use treetap::spec::checkmap::Code;
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::{Config, DRET, Mode, OFF_TRIGGER, ON_TRIGGER, class, regs};
use treetap::spec::regs::Access;
use treetap::trace::shapes::Random;

/// Instructions of all classes, some with immediates of both signs.
const POOL: [u32; 34] = [
    0x0000_0013,
    0xfff0_8093,
    0x0010_2013,
    0x0020_2013,
    0x0031_00b3,
    0x0230_00b3,
    0x0230_40b3,
    0x0000_00b7,
    0xffff_f0b7,
    0x1234_5097,
    0xffc1_2083,
    0x0041_2083,
    0x0011_2223,
    0xfe11_2e23,
    0xfe00_0ce3,
    0x0000_0463,
    0x0000_2063,
    0xff1f_f06f,
    0x0080_006f,
    0xff1f_f0ef,
    0x0080_00ef,
    0x0001_00e7,
    0x0000_8067,
    0x0005_0067,
    0x0002_80e7,
    0x0000_000f,
    0x0000_0073,
    0x3410_10f3,
    0x1000_202f,
    0x0000_2007,
    0x0000_2027,
    0x0000_0053,
    0x0000_000b,
    0x0000_003b,
];

/// Where code begins, mostly; and its bytes.
const BASE: u32 = 0x1000;
const BYTES: u32 = 0x1000;

/// What is made of a generator's numbers for an engine.
pub struct Program {
    random: Random,
    pc: u32,
    /// Where its code begins.
    base: u32,
    /// Words that its patterns match, and ends of its ranges.
    asked: Vec<u32>,
    bounds: Vec<u32>,
    /// What a set can load, of tables that keep counters near their ends.
    sources: Option<[u32; 8]>,
    /// Its code has no jump and no branch.
    straight: bool,
    /// Registers beside the tables are left as a reset makes them.
    fresh: bool,
    config: Config,
}

impl Program {
    /// For an engine of this size.
    pub fn new(seed: u64, config: Config) -> Self {
        Self {
            random: Random(seed),
            pc: BASE,
            base: BASE,
            asked: vec![],
            bounds: vec![],
            sources: None,
            straight: false,
            fresh: false,
            config,
        }
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    fn word(&mut self) -> u32 {
        self.random.next() as u32
    }

    /// What a counter begins with.
    fn start(&mut self) -> u32 {
        let near = self.word() & 3;
        match self.random.below(5) {
            0 | 1 => power(&mut self.random, self.config),
            2 => near,
            _ => self.config.largest() - near,
        }
    }

    /// A word of an instruction.
    fn code(&mut self) -> u32 {
        match self.random.below(24) {
            0 => self.word(),
            1 => DRET,
            2 => [ON_TRIGGER, OFF_TRIGGER][self.random.below(2) as usize],
            // What a pattern matches, or not by one bit.
            3..6 if !self.asked.is_empty() => {
                let asked = self.asked[self.random.below(self.asked.len() as u64) as usize];
                if self.one_in(4) { asked } else { asked ^ 1 << self.random.below(32) }
            }
            _ => POOL[self.random.below(POOL.len() as u64) as usize],
        }
    }

    fn insn(&mut self) -> Insn {
        let mut insn = self.code();
        while self.straight && class::bits(classify(insn), insn) & class::CONTROL != 0 {
            insn = self.code();
        }
        let (class, short) = (classify(insn), self.one_in(3));
        let pc = self.pc;
        let filter = Code::ALL[self.random.below(4) as usize];
        let following = pc.wrapping_add(if short { 2 } else { 4 });
        let mut record = Insn {
            pc,
            insn,
            class,
            short,
            privilege: [0, 1, 3][self.random.below(3) as usize],
            trap: self.one_in(12),
            next: None,
            address: if self.one_in(2) { self.word() } else { 0 },
            filter,
        };
        // It goes on after itself, where it leads, or somewhere near, so that calls meet their callees; or not after
        // itself by one bit, for an instruction or two.
        let far = pc.wrapping_sub(self.base) >= BYTES;
        self.pc = match self.random.below(16) {
            _ if self.straight => following,
            0 | 1 => self.off(following),
            // An end of a range, or not by one bit.
            2 | 3 if !self.bounds.is_empty() => {
                let bound = self.bounds[self.random.below(self.bounds.len() as u64) as usize] & !1;
                if self.one_in(4) { bound } else { self.off(bound) }
            }
            2..6 => self.near(),
            way if far && way < 12 => self.near(),
            6..9 => record.target().unwrap_or(following),
            _ => following,
        };
        if self.config.mode == Mode::Retire {
            record.next = Some(self.pc);
        } else {
            record.address = 0;
        }
        record
    }

    /// Another address, by one bit.
    fn off(&mut self, address: u32) -> u32 {
        address ^ 2 << self.random.below(31)
    }

    /// An address near the beginning of the code.
    fn near(&mut self) -> u32 {
        self.base + (self.word() & 0x3e)
    }

    /// An end of a range: near the beginning of the code, or anywhere.
    fn bound(&mut self) -> u32 {
        let bound = match self.random.below(6) {
            0 => self.word(),
            1 => {
                let near = self.near();
                self.off(near)
            }
            _ => self.base + (self.word() & 0x7f),
        };
        self.bounds.push(bound);
        bound
    }

    /// A number that a counter is given.
    fn number(&mut self, index: usize) -> u32 {
        if let Some(sources) = self.sources {
            return sources[index];
        }
        match self.random.below(4) {
            0 => self.word(),
            1 => power(&mut self.random, self.config),
            _ => self.word() & 7,
        }
    }

    /// Tables of which some entries ask for little, so that they match often, and code at another place.
    fn tables(&mut self, bench: &Bench) -> Vec<Host> {
        self.straight = self.one_in(12);
        self.base = if self.one_in(2) { BASE } else { self.word() & !(BYTES - 1) };
        self.pc = self.base;
        self.asked.clear();
        // What is replaced at fetch is soon in a handler, where nothing operates on counters.
        let kind = if self.config.mode == Mode::Retire { self.random.below(3) } else { 2 };
        let image = match kind {
            0 => restless(&mut self.random, self.config),
            1 => Some(plain(&mut self.random, self.config, self.base)),
            _ => None,
        };
        self.sources = image.as_ref().filter(|_| kind == 0).map(|image| image.sources);
        if let Some(image) = image {
            self.asked.extend(image.patterns.iter().map(|[mask, value, ..]| value | self.random.next() as u32 & !mask));
            let of_table = |at: u16| regs::at(at).is_some_and(|(made, _)| ["CT", "PT", "RT"].contains(&made.name));
            let writes = image.writes(&self.config).into_iter().filter(|(at, _)| of_table(*at));
            return writes.map(|(at, word)| Host::Write(at, word)).collect();
        }
        let mut writes = vec![];
        for index in 0..bench.config.conditions {
            let table = if self.one_in(3) { 0xffff } else { self.word() & 0xffff };
            // Some name a counter that is not there.
            let counters = bench.config.counters;
            let named = if self.one_in(4) { 7 } else { (2 * counters).next_power_of_two().min(8) - 1 };
            let (a, b) = (self.word() & named, self.word() & named);
            let (operation, counter) = (self.word() & 3, self.word() % (counters + 1).min(8));
            let source = if self.one_in(4) { 15 } else { self.word() & 15 };
            let word = table | a << 16 | b << 19 | operation << 22 | counter << 24 | source << 27;
            writes.extend(Host::words(&regs::CT, index, [word]));
        }
        // Where patterns ask for little and few are valid, the later ones matter as much as the first.
        let few = self.one_in(2);
        for index in 0..bench.config.patterns {
            let pool = POOL[self.random.below(POOL.len() as u64) as usize];
            let like = if self.one_in(4) { self.word() | 3 } else { pool };
            self.asked.push(like);
            let mask = [0, 0, 0x7f, 0x707f, u32::MAX, self.word()][self.random.below(6) as usize];
            let mut asked = 0;
            if self.one_in(2) {
                let more = if self.one_in(2) { self.word() & self.word() & 0xffff } else { 0 };
                asked |= more | 1 << self.random.below(16);
            }
            if self.one_in(4) {
                asked |= (self.word() & 15) << 16;
            }
            if self.one_in(3) {
                asked |= (self.word() & 3) << 20;
            }
            if self.one_in(3) {
                asked |= (self.word() & 3) << 22;
            }
            if self.one_in(4) {
                asked |= (self.word() & 15) << 24;
            }
            if self.one_in(4) {
                asked |= (self.word() & 3) << 28;
            }
            asked |= u32::from(self.one_in(6)) << 30;
            if few && self.one_in(2) {
                asked = 0;
            }
            let valid = if few { self.one_in(2) } else { !self.one_in(8) };
            asked |= u32::from(valid) << 31;
            let null = u32::from(self.one_in(2)) << 11;
            let action = (self.word() & 0x7ff) | null | (self.word() & 15) << 12;
            writes.extend(Host::words(&regs::PT, 4 * index, [mask, like & mask, asked, action]));
        }
        for index in 0..bench.config.words {
            let template = POOL[self.random.below(POOL.len() as u64) as usize];
            let last = u32::from(self.one_in(3));
            let word = (self.word() & 0xffff_7ffe) | last;
            writes.extend(Host::words(&regs::RT, 2 * index, [template, word]));
        }
        writes
    }
}

/// The place of another word, next to this one by one bit.
pub fn next_to(place: u16, random: &mut Random) -> u16 {
    place ^ 4 << random.below(u64::from(regs::ADDRESS_BITS) - 2)
}

/// A place without a register, next to one by one bit.
fn hole(random: &mut Random) -> u16 {
    loop {
        let register = &regs::REGISTERS[random.below(regs::REGISTERS.len() as u64) as usize];
        let address = next_to(register.offset, random);
        if regs::at(address).is_none() {
            return address;
        }
    }
}

/// Performs what a host does, with nothing else going on.
pub fn host(bench: &mut Bench, what: Host) {
    for _ in 0..3000 {
        let done = bench.cycle(&Cycle { host: Some(what), ready: true, ..Cycle::default() }).unwrap();
        if done.host {
            return;
        }
    }
    panic!("{what:x?} is not answered");
}

/// Offers an instruction until it is taken.
pub fn take(bench: &mut Bench, insn: Insn) {
    while !bench.cycle(&Cycle { insn: Some(insn), ready: true, ..Cycle::default() }).unwrap().taken {}
}

pub fn quiet(bench: &mut Bench, cycles: u32) {
    for _ in 0..cycles {
        bench.cycle(&Cycle { ready: true, ..Cycle::default() }).unwrap();
    }
}

/// Writes the registers beside the tables that a program needs.
fn registers(bench: &mut Bench, program: &mut Program) {
    program.bounds.clear();
    for index in 0..4 {
        let mut range = [program.bound(), program.bound()];
        if !program.one_in(4) {
            range.sort_unstable();
        }
        Host::words(&regs::RANGE, 2 * index, range).into_iter().for_each(|write| host(bench, write));
    }
    for index in 0..8 {
        let number = program.number(index);
        host(bench, Host::Write(regs::HPS_R.offset + 4 * index as u16, number));
    }
    host(bench, Host::Write(regs::RNDSEED.offset, program.word()));
    let mask = if program.one_in(4) { program.word() } else { 7 };
    host(bench, Host::Write(regs::RNDMASK.offset, mask));
    for index in 0..bench.config.counters as u16 {
        host(bench, Host::Write(regs::CTR.offset + 4 * index, program.start()));
    }
}

/// Writes what cannot be written: next to the place of the CRC by one bit, and next to any.
fn astray(bench: &mut Bench, program: &mut Program) {
    let places = [next_to(regs::IMG_CRC.offset, &mut program.random), hole(&mut program.random)].into_iter();
    for place in places.filter(|place| regs::at(*place).is_none_or(|(made, _)| made.access == Access::ReadOnly)) {
        host(bench, Host::Write(place, program.word()));
    }
    let told = regs::STATUS.field("BADADDR").of(bench.model.read(regs::STATUS.offset));
    assert_eq!(told, 1, "one of them is no register");
}

/// Writes tables into an engine that is off; their CRC.
pub fn write_tables(bench: &mut Bench, tables: &[Host]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    for write in tables {
        let Host::Write(_, word) = write else { unreachable!() };
        crc.update(&word.to_le_bytes());
        host(bench, *write);
    }
    crc.finalize()
}

/// Writes tables, their CRC and everything else that a program needs, and switches the engine on.
pub fn load(bench: &mut Bench, program: &mut Program, tables: &[Host]) {
    host(bench, Host::Write(regs::CTRL.offset, 0));
    let crc = write_tables(bench, tables);
    if !program.fresh {
        registers(bench, program);
    }
    astray(bench, program);
    // A CRC that is wrong by one bit is refused, and what follows too.
    host(bench, Host::Write(regs::IMG_CRC.offset, crc ^ 1 << program.random.below(32)));
    quiet(bench, program.random.below(3) as u32);
    host(bench, Host::Write(regs::CTRL.offset, 1));
    host(bench, Host::Read(regs::CTRL.offset));
    for write in tables {
        host(bench, *write);
    }
    host(bench, Host::Read(regs::IMG_CRC.offset));
    host(bench, Host::Write(regs::IMG_CRC.offset, crc));
    astray(bench, program);
    quiet(bench, program.random.below(3) as u32);
    let switches = program.word() & 0x18;
    host(bench, Host::Write(regs::CTRL.offset, 1 | switches));
    host(bench, Host::Read(regs::CTRL.offset));
    assert_eq!(bench.model.read(regs::CTRL.offset) & 1, 1);
}

/// Every register that can be read, in a quiet engine.
pub fn read_all(bench: &mut Bench) {
    for offset in (0..0x104).step_by(4).chain([0x3fc, 0x400, 0x4000, 0x7ffc]) {
        host(bench, Host::Read(offset));
    }
}

/// Writes to every address without a register, in an engine with a program; tells how many there are.
pub fn write_holes(bench: &mut Bench, seed: u64) -> u32 {
    let mut program = Program::new(seed, bench.config);
    let tables = program.tables(bench);
    load(bench, &mut program, &tables);
    let holes = (0..1_u32 << regs::ADDRESS_BITS).step_by(4).filter(|address| regs::at(*address as u16).is_none());
    let mut written = 0;
    // The CRC of an engine that is off may be written.
    for enabled in [1, 0, 1] {
        host(bench, Host::Write(regs::CTRL.offset, enabled));
        host(bench, Host::Write(regs::STATUS.offset, 0x1fe));
        for address in holes.clone() {
            host(bench, Host::Write(address as u16, program.word()));
            written += 1;
        }
        read_all(bench);
    }
    written
}

/// Some programs on some instructions each.
pub fn run(bench: &mut Bench, seed: u64, programs: u32, length: u64) -> Result<(), String> {
    let mut program = Program::new(seed, bench.config);
    let counters = bench.config.counters;
    for number in 0..programs {
        program.fresh = number % 8 == 0;
        if program.fresh {
            bench.reset();
            // Memories are cleared after a reset, whatever stands on the pins meanwhile.
            quiet(bench, 100);
            read_all(bench);
        }
        let tables = program.tables(bench);
        load(bench, &mut program, &tables);
        let mut offered = None;
        let (mut since, mut request) = (0, None);
        // The last part of each program has no pauses and no back-pressure.
        for at in 0..length {
            let busy = at > length / 2;
            let insn = offered.take().or_else(|| (busy || !program.one_in(4)).then(|| program.insn()));
            if request.is_none() && program.one_in(12) {
                // What a host can ask for while instructions come.
                request = Some(match program.random.below(20) {
                    0 => Host::Write(regs::CTR.offset + 4 * (program.word() % counters) as u16, program.start()),
                    1 => {
                        let index = program.random.below(8) as usize;
                        Host::Write(regs::HPS_R.offset + 4 * index as u16, program.number(index))
                    }
                    2 => Host::Write(regs::CTRL.offset, 1 | program.word() & 0x1c),
                    3 => Host::Write(regs::RANGE.offset + 4 * (program.word() & 7) as u16, program.bound()),
                    4 => Host::Write(regs::PT.offset, 0),
                    5 => Host::Read(regs::CTR.offset + 4 * (program.word() % counters) as u16),
                    6 => Host::Read(regs::N_IN.offset + 4 * (program.word() & 1) as u16),
                    7 => Host::Read(regs::HIT.offset + 4 * (program.word() % counters) as u16),
                    8 => Host::Write(hole(&mut program.random), program.word()),
                    9 => Host::Read(hole(&mut program.random)),
                    _ => Host::Read(regs::FLAGS.offset),
                });
            }
            let cycle = Cycle {
                insn,
                ready: busy || !program.one_in(3),
                flush: bench.config.mode == Mode::Decode && program.one_in(200),
                hold: false,
                on: program.one_in(60),
                off: program.one_in(60),
                host: request,
            };
            let done = bench.cycle(&cycle).map_err(|e| format!("program {number}, cycle {at}: {e}"))?;
            offered = insn.filter(|_| !done.taken);
            request = request.filter(|_| !done.host);
            since = if done.taken { 0 } else { since + 1 };
            // Each instruction under way in the engine `pipelined` may need a random number.
            if since > 2_000 {
                return Err(format!("program {number}, cycle {at}: nothing is taken any more"));
            }
        }
        // What was offered and asked for stays so until it is taken and answered.
        while offered.is_some() || request.is_some() {
            let done = bench.cycle(&Cycle { insn: offered, ready: true, host: request, ..Cycle::default() })?;
            offered = offered.filter(|_| !done.taken);
            request = request.filter(|_| !done.host);
        }
        quiet(bench, 320);
        read_all(bench);
        host(bench, Host::Write(regs::STATUS.offset, 0x1fe));
        host(bench, Host::Write(regs::CTRL.offset, u32::from(number % 2 == 0) << 1));
    }
    Ok(())
}
