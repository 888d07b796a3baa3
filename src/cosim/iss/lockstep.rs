//! A core and the simulator on one program: every retirement has to be the same.
use super::super::core::{Machine, Status};
use crate::model::iss::{Hart, Retired};
use crate::model::tap::Tap;
use crate::spec::core::{Core, RAM, RAM_BYTES};
use crate::spec::retire::Rvfi;
use crate::spec::tap::preset;
use std::fmt;

/// Records that are taken at a time.
const BATCH: usize = 1 << 14;

/// What was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Retirements: address, instruction, trap, and so the address of the next one.
    pub records: u64,
    /// Registers written.
    pub results: u64,
    /// Loads: address, and what was loaded as the result.
    pub loads: u64,
    /// Stores: address, and bytes if they lie at a multiple of their number.
    pub stores: u64,
    /// Compressed instructions.
    pub short: u64,
    /// Exceptions.
    pub traps: u64,
    /// Interrupts, taken where the core took them.
    pub interrupts: u64,
    /// How the run stands.
    pub status: Status,
}

/// The first difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A retirement.
    Record {
        /// How many there were before it.
        number: u64,
        /// What is not the same.
        what: &'static str,
        /// What the core says.
        core: Box<Rvfi>,
        /// What the simulator says; `None` if it cannot go on.
        own: Option<Box<Retired>>,
    },
    /// The end: exit code, console or memory.
    End(&'static str),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record { number, what, core, own } => {
                write!(f, "record {number}: {what}: {core:x?}, simulated {own:x?}")
            }
            Self::End(what) => write!(f, "at the end: {what}"),
        }
    }
}

impl std::error::Error for Difference {}

/// Runs both until the program ends, or for `limit` retirements. Interrupts are those of Ibex, which marks the first
/// instruction of a handler; at exceptions PicoRV32 stops. At the end of the program console, exit code and all of
/// memory are compared.
///
/// # Errors
/// The first difference.
pub fn lockstep(core: Core, machine: &mut Machine, hart: &mut Hart, limit: u64) -> Result<Compared, Difference> {
    let mut tap = Tap::new(preset(core).config);
    #[rustfmt::skip]
    let status = Status::More;
    let mut seen = Compared { records: 0, results: 0, loads: 0, stores: 0, short: 0, traps: 0, interrupts: 0, status };
    let mut records: Vec<Rvfi> = vec![];
    let mut trapped = false;
    while seen.status == Status::More && seen.records < limit {
        records.clear();
        let left = usize::try_from(limit - seen.records).unwrap_or(BATCH);
        seen.status = machine.run(BATCH.min(left), &mut records);
        for rvfi in &records {
            let interrupted = rvfi.intr() && !trapped;
            let taken = !interrupted || hart.interrupt();
            trapped = rvfi.trap();
            seen.interrupts += u64::from(interrupted);
            let own = hart.step().ok().filter(|_| taken);
            if let Err(what) = own.ok_or("it cannot go on").and_then(|own| compare(&mut tap, rvfi, &own, &mut seen)) {
                let number = seen.records;
                return Err(Difference::Record { number, what, core: Box::new(*rvfi), own: own.map(Box::new) });
            }
            seen.records += 1;
        }
    }
    if let Status::Exit(code) = seen.status {
        let mut memory = vec![0; RAM_BYTES as usize];
        let read = machine.read(RAM.into(), &mut memory);
        let ends = [
            (hart.memory.exit() == Some(code), "exit code"),
            (hart.memory.console() == machine.console(), "console"),
            (read && memory == hart.memory.bytes(), "memory"),
        ];
        if let Some((_, what)) = ends.into_iter().find(|(same, _)| !same) {
            return Err(Difference::End(what));
        }
    }
    Ok(seen)
}

fn compare(tap: &mut Tap, rvfi: &Rvfi, own: &Retired, seen: &mut Compared) -> Result<(), &'static str> {
    let same = |same: bool, what| if same { Ok(()) } else { Err(what) };
    same(u64::from(own.fetched.pc) == rvfi.pc, "address")?;
    same(own.fetched.raw == rvfi.insn, "instruction")?;
    same(own.trap == rvfi.trap(), "trap")?;
    seen.short += u64::from(own.fetched.short);
    seen.traps += u64::from(own.trap);
    // It tells the byte address whatever the core's ports do, and is asked for one record at a time.
    tap.push(rvfi);
    let Some(record) = tap.flush().filter(|record| !record.trap) else { return Ok(()) };
    if own.rd != 0 || rvfi.rd_addr != 0 {
        same(own.rd == rvfi.rd_addr, "register")?;
        same(u64::from(own.value) == rvfi.rd, "result")?;
        seen.results += 1;
    }
    let Some(access) = own.access else { return Ok(()) };
    same(u64::from(access.address) == record.addr, "address accessed")?;
    seen.loads += u64::from(!access.write);
    if access.write {
        let low = u64::MAX >> (64 - 8 * access.count);
        // The ports of a store in two accesses differ.
        let whole = access.address.is_multiple_of(access.count);
        same(!whole || (u64::from(access.value) ^ record.val) & low == 0, "bytes stored")?;
        seen.stores += 1;
    }
    Ok(())
}
