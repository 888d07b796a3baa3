//! Where the retirements of a session come from.
use crate::elsewhere::elsewhere;
use crate::records::pick;
use crate::taps;
use std::error::Error;
use std::path::Path;
use treetap::cosim;
use treetap::cosim::core::{Core, Machine, Options, Program};
use treetap::cosim::session::Source;
use treetap::spec::classify::Xlen;
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// A core that retires anything, half of it in the code that a map of checks covers.
pub struct Anything {
    core: taps::Core,
    random: Random,
    /// The code: its first address, and its length in instructions of two bytes.
    base: u32,
    codes: u32,
    /// Bits that addresses have: few addresses share a tree.
    narrow: u64,
    /// One retirement of so many comes long after the one before.
    pause: u64,
    cycle: u64,
}

impl Anything {
    /// With all that is drawn from `random`.
    pub fn new(base: u32, codes: u32, random: &mut Random) -> Self {
        let narrow = match random.below(3) {
            0 => 0x3fe << random.below(22),
            _ => u64::from(u32::MAX),
        };
        let core = taps::Core::new(Xlen::Rv32, random.next());
        Self { core, random: Random(random.next()), base, codes, narrow, pause: 64 << random.below(10), cycle: 0 }
    }
}

impl Source for Anything {
    fn next(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Result<bool, cosim::Error> {
        let begin = out.len();
        out.extend((0..limit).map(|_| self.core.retire().0));
        elsewhere(&mut out[begin..], self.base, self.codes, &mut self.random);
        for record in &mut out[begin..] {
            for address in [&mut record.pc, &mut record.mem_addr, &mut record.rs1, &mut record.rd] {
                *address &= self.narrow;
            }
            let long = self.random.below(self.pause) == 0;
            self.cycle += 1 + if long { self.random.below(300) } else { self.random.below(4) };
            record.cycle = self.cycle;
        }
        Ok(true)
    }
}

/// The demo on a core, or a core that retires anything.
pub fn source(core: Option<Core>, anything: Anything) -> Result<Box<dyn Source>, Box<dyn Error>> {
    let Some(core) = core else { return Ok(Box::new(anything)) };
    let program = Program::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf"))?;
    Ok(Box::new(Machine::build(core, &program, &Options::default())?))
}

/// Idle cycles between retirements, or pauses of who takes events: chance in 65536, and most cycles.
pub fn pauses(random: &mut Random) -> (u64, u64) {
    pick(random, &[(0, 0), (0, 0), (1_000, 400), (20_000, 9)])
}
