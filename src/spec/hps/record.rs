//! What goes into the engine and what comes out (docs/reference/hps.md, H2 and H6).
use crate::spec::checkmap::Code;
use crate::spec::classify::Opclass;
use crate::spec::insn::{self, opcode};
use crate::spec::retire::Record;

/// Code of machine mode.
pub const MACHINE: u8 = 3;

/// An instruction as the engine gets it: from the tap, or from fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Insn {
    /// Its address.
    pub pc: u32,
    /// Its 32-bit form.
    pub insn: u32,
    /// Its class, from the classifier.
    pub class: Opclass,
    /// It was a compressed one.
    pub short: bool,
    /// Privilege: 0 user, 1 supervisor, 3 machine.
    pub privilege: u8,
    /// It did not execute.
    pub trap: bool,
    /// Address of its successor; not known at fetch.
    pub next: Option<u32>,
    /// Address that it accessed, else 0.
    pub address: u32,
    /// What the map of checks has for its address.
    pub filter: Code,
}

impl Insn {
    /// A record of the tap of a core of 32 bits. RVFI has the privilege in `rvfi_mode`, which the tap does not carry.
    pub const fn retired(record: &Record, privilege: u8, filter: Code) -> Self {
        Self {
            pc: record.pc as u32,
            insn: record.insn,
            class: record.class,
            short: record.rvc,
            privilege,
            trap: record.trap,
            next: Some(record.npc as u32),
            address: record.addr as u32,
            filter,
        }
    }

    /// Whether the successor is known, and not the instruction that follows in memory.
    pub fn taken(&self) -> bool {
        self.next.is_some_and(|next| next != self.pc.wrapping_add(if self.short { 2 } else { 4 }))
    }

    /// The immediate in the 32-bit form, if the format has one.
    pub const fn immediate(&self) -> Option<u32> {
        insn::immediate(self.insn)
    }

    /// Where it leads, if it is a branch or jump of which that is known: of those through a register it is the
    /// successor.
    pub fn target(&self) -> Option<u32> {
        match super::class::bits(self.class, self.insn) {
            bits if bits & super::class::BRANCH != 0 || self.insn & 0x7f == opcode::JAL => {
                Some(self.pc.wrapping_add(self.immediate()?))
            }
            bits if bits & super::class::CONTROL != 0 => self.next,
            _ => None,
        }
    }
}

/// What a word in the instruction stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Origin {
    /// The instruction of the program, alone or inside its replacement.
    Program = 0,
    /// An instruction of a replacement.
    Replacement = 1,
    /// The call of a handler.
    Call = 2,
}

/// [`Word::winner`] of an instruction that no pattern replaced.
pub const NO_WINNER: u8 = 63;

/// Output of mode [`super::Mode::Decode`]: an instruction for the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// The instruction.
    pub insn: u32,
    /// Address of the program's instruction.
    pub pc: u32,
    /// What it is.
    pub origin: Origin,
    /// Which of its registers are d0 to d7: bit 0 `rd`, bit 1 `rs1`, bit 2 `rs2`.
    pub private: u8,
    /// First of what stands for one instruction of the program.
    pub first: bool,
    /// Last of it.
    pub last: bool,
    /// The pattern that replaced it, or [`NO_WINNER`].
    pub winner: u8,
}

/// Output of mode [`super::Mode::Retire`]: a handler was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Number of the handler.
    pub handler: u8,
    /// Address of the instruction.
    pub pc: u32,
    /// Its 32-bit form.
    pub insn: u32,
    /// Where it leads.
    pub target: Option<u32>,
    /// Address that it accessed.
    pub address: u32,
    /// Whether the successor is known, and not the instruction that follows in memory.
    pub taken: bool,
    /// Instructions since the change of control before, this one included.
    pub instructions: u16,
    /// Bursts that had begun, modulo `2^16`.
    pub burst: u16,
    /// The pattern that matched.
    pub winner: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insn(insn: u32, class: Opclass) -> Insn {
        let (pc, filter) = (0x1000, Code::None);
        Insn { pc, insn, class, short: false, privilege: MACHINE, trap: false, next: Some(0x2000), address: 0, filter }
    }

    #[test]
    fn targets_are_static_where_they_can_be() {
        assert_eq!(insn(0xfe00_0ce3, Opclass::Branch).target(), Some(0xff8));
        // jal x1,-16
        assert_eq!(insn(0xff1f_f0ef, Opclass::Call).target(), Some(0xff0));
        // jalr x1,x2
        assert_eq!(insn(0x0001_00e7, Opclass::IndirectCall).target(), Some(0x2000));
        assert_eq!(Insn { next: None, ..insn(0x0001_00e7, Opclass::IndirectCall) }.target(), None);
        assert_eq!(insn(0xfff0_8093, Opclass::Alu).target(), None);
        // A reserved branch leads nowhere.
        assert_eq!(insn(0xfe00_2ce3, Opclass::Branch).target(), None);
        assert!(insn(NOP, Opclass::Alu).taken());
        assert!(!Insn { short: true, next: Some(0x1002), ..insn(NOP, Opclass::Alu) }.taken());
    }

    const NOP: u32 = crate::spec::hps::NOP;
}
