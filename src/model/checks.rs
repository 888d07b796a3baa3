//! Golden model of what makes a check (docs/reference/checks.md).
use crate::spec::checkmap::Code;
use crate::spec::checks::{Config, DIRECT};
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::insn::Format;
use crate::spec::retire::Record;
use crate::spec::select::CALLS;

/// What a record is to the sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Found {
    /// It is a check.
    pub check: bool,
    /// It is the first of a procedure.
    pub entry: bool,
    /// It may not be an event.
    pub mute: bool,
}

/// Finds procedure entries, jumps back and checks.
#[derive(Clone, Debug)]
pub struct Checks {
    config: Config,
    xlen: Xlen,
    /// Target of the call whose entry has not come yet.
    pending: Option<u64>,
}

/// Whether a branch or jump goes back: its target, of which `xlen` bits count, is not above its own address. Other
/// records do not.
pub fn backward(record: &Record, xlen: Xlen) -> bool {
    DIRECT.contains(&record.class) && target(record, xlen) <= record.pc
}

/// Where a transfer goes if it is taken: what the instruction says, or where a register led.
pub fn target(record: &Record, xlen: Xlen) -> u64 {
    let Some(offset) = offset(record.insn, record.class) else { return record.npc };
    record.pc.wrapping_add_signed(offset) & (u64::MAX >> (64 - xlen.bits()))
}

/// How far from its own address an instruction of this class leads, if it says that alone.
pub const fn offset(insn: u32, class: Opclass) -> Option<i64> {
    let offset = match class {
        Opclass::Branch => Format::B.read(insn),
        Opclass::Jump | Opclass::Call => Format::J.read(insn),
        _ => return None,
    };
    Some(offset as i32 as i64)
}

impl Checks {
    /// No call has come yet.
    pub fn new(config: Config, xlen: Xlen) -> Self {
        Self { config, xlen, pending: None }
    }

    /// Registers are written.
    pub fn configure(&mut self, config: Config) {
        self.config = config;
    }

    /// Takes a record, and its code where a map says what is a check.
    pub fn push(&mut self, record: &Record, code: Option<Code>) -> Found {
        if record.trap {
            return Found::default();
        }
        let entered = self.pending == Some(record.pc);
        if entered {
            self.pending = None;
        }
        let call = CALLS.contains(&record.class);
        if call {
            self.pending = Some(target(record, self.xlen));
        }
        let counts = record.taken || !self.config.taken;
        match code {
            None => {
                let back = backward(record, self.xlen) && counts;
                Found { check: if self.config.calls { call } else { entered } || back, entry: entered, mute: false }
            }
            Some(code) => {
                let back = code == Code::Back && (counts || !DIRECT.contains(&record.class));
                let entry = code == Code::Entry;
                Found { check: entry || back, entry, mute: code == Code::Mute }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::classify::classify;

    const JAL_RA_16: u32 = 0x0100_00ef;
    const BEQ_BACK_8: u32 = 0xfe00_0ce3;
    const J_SELF: u32 = 0x0000_006f;
    const NOP: u32 = 0x13;

    fn record(insn: u32, pc: u64, npc: u64) -> Record {
        let taken = npc != pc + 4;
        let class = classify(insn);
        Record {
            trap: false,
            class,
            rvc: false,
            taken,
            start: false,
            insn,
            pc,
            npc,
            val: 0,
            addr: 0,
            evt: 0,
            lat: 0,
            cycles: 0,
            ord: 0,
        }
    }

    fn checks(records: &[Record]) -> Vec<(bool, bool)> {
        let mut checks = Checks::new(Config::default(), Xlen::Rv32);
        records.iter().map(|r| checks.push(r, None)).map(|found| (found.check, found.entry)).collect()
    }

    #[test]
    fn an_interrupt_between_call_and_callee_does_not_hide_the_entry() {
        let handler = [record(NOP, 0x40, 0x44), record(0x3020_0073, 0x44, 0x90)];
        let run =
            [record(JAL_RA_16, 0x80, 0x90), handler[0], handler[1], record(NOP, 0x90, 0x94), record(NOP, 0x90, 0x94)];
        assert_eq!(checks(&run), [(false, false), (false, false), (false, false), (true, true), (false, false)]);
    }

    #[test]
    fn jumps_back_are_checks_when_they_are_taken() {
        let run = [record(BEQ_BACK_8, 0x80, 0x78), record(BEQ_BACK_8, 0x80, 0x84), record(J_SELF, 0x84, 0x84)];
        assert_eq!(checks(&run), [(true, false), (false, false), (true, false)]);
        // Below address 8 the target wraps to the end of the address space: not back.
        assert!(!backward(&record(BEQ_BACK_8, 4, 0xffff_fffc), Xlen::Rv32));
        assert!(backward(&record(BEQ_BACK_8, 8, 0), Xlen::Rv32));
        let mut any = Checks::new(Config { taken: false, calls: true }, Xlen::Rv32);
        assert!(any.push(&run[1], None).check && any.push(&record(JAL_RA_16, 0x80, 0x90), None).check);
    }

    #[test]
    fn a_map_decides_alone() {
        let mut checks = Checks::new(Config::default(), Xlen::Rv32);
        let mut push = |record: &Record, code| checks.push(record, Some(code));
        let back = record(BEQ_BACK_8, 0x80, 0x78);
        assert_eq!(push(&back, Code::None), Found::default());
        assert!(push(&back, Code::Back).check && !push(&record(BEQ_BACK_8, 0x80, 0x84), Code::Back).check);
        // Through a register no condition decides.
        assert!(push(&record(0x0000_8067, 0x80, 0x84), Code::Back).check);
        assert_eq!(push(&back, Code::Entry), Found { check: true, entry: true, mute: false });
        assert!(push(&back, Code::Mute).mute);
    }
}
