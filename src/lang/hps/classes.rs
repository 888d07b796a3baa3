//! Sets of instructions by class: which of them a mask of class bits can hold.
//!
//! An instruction has one of the class bits 0 to 13 or none of them, may be the entry of a procedure (bit 14), and if
//! it is a branch or a jump it may be a back edge (bit 15): 34 combinations. A set of them is exact under `&&`, `||`
//! and `!`; only at the end it has to become a mask.
use crate::spec::hps::class::{
    ALU, ATOMIC, BACK_EDGE, BRANCH, CALL, CBRANCH, ENTRY, EXCLUSIVE, FENCE, FP, INDIRECT_JUMP, JUMP, LOAD, MULDIV,
    RETURN, STORE, SYSTEM, TRIGGER,
};
use crate::spec::insn::opcode;

/// Combinations: 15 with and without bit 14, and two of those with bit 15.
const COUNT: u32 = 34;

/// A set of combinations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Classes(u64);

/// The class bits of a combination.
const fn bits(combination: u32) -> u16 {
    let entry = ((combination & 1) as u16) << ENTRY;
    entry
        | match combination / 2 {
            14 => 0,
            15 => 1 << BACK_EDGE | 1 << CBRANCH,
            16 => 1 << BACK_EDGE | 1 << JUMP,
            single => 1 << single,
        }
}

impl Classes {
    /// Every instruction.
    pub const ALL: Self = Self((1 << COUNT) - 1);

    fn having(wanted: impl Fn(u16) -> bool) -> Self {
        Self(
            (0..COUNT)
                .filter(|combination| wanted(bits(*combination)))
                .fold(0, |set, combination| set | 1 << combination),
        )
    }

    /// Those that have one of the bits.
    pub fn of(mask: u16) -> Self {
        Self::having(|bits| bits & mask != 0)
    }

    /// The others; of instructions without any class bit 0 to 13 nothing is said, so they are in neither.
    pub fn opposite(mask: u16) -> Self {
        Self::having(|bits| bits & mask == 0 && bits & EXCLUSIVE != 0)
    }

    /// Those of the instructions with this major opcode.
    pub fn of_opcode(major: u32) -> Self {
        let mask: u16 = match major {
            opcode::BRANCH => 1 << CBRANCH,
            opcode::JAL => 1 << JUMP | 1 << CALL,
            opcode::JALR => 1 << CALL | 1 << RETURN | 1 << INDIRECT_JUMP,
            opcode::LOAD | opcode::LOAD_FP => 1 << LOAD,
            opcode::STORE | opcode::STORE_FP => 1 << STORE,
            opcode::AMO => 1 << ATOMIC,
            opcode::OP_IMM => 1 << ALU | 1 << TRIGGER,
            opcode::AUIPC | opcode::LUI => 1 << ALU,
            opcode::OP => 1 << ALU | 1 << MULDIV,
            opcode::MADD | opcode::MSUB | opcode::NMSUB | opcode::NMADD | opcode::OP_FP => 1 << FP,
            opcode::SYSTEM => 1 << SYSTEM,
            opcode::MISC_MEM => 1 << FENCE,
            opcode::CUSTOM_0 => 1 << TRIGGER,
            _ => 0,
        };
        Self::having(|bits| bits & EXCLUSIVE & !mask == 0)
    }

    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The mask that holds exactly these: 0 for all.
    pub fn mask(self) -> Option<u16> {
        if self == Self::ALL {
            return Some(0);
        }
        let whole = |bit: u32| Self::of(1 << bit).0 & !self.0 == 0;
        let mut mask = (0..16).filter(|bit| whole(*bit)).fold(0, |mask, bit| mask | 1 << bit);
        // Every back edge is a branch or a jump already.
        if mask & BRANCH == BRANCH {
            mask &= !(1 << BACK_EDGE);
        }
        (Self::of(mask) == self).then_some(mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::hps::class::NAMES;

    #[test]
    fn every_name_is_its_own_mask() {
        for (name, mask) in NAMES {
            assert_eq!(Classes::of(mask).mask(), Some(mask), "{name}");
        }
        assert_eq!(Classes::ALL.mask(), Some(0));
    }

    #[test]
    fn what_no_mask_can_hold_is_none() {
        let (load, entry, back) = (Classes::of(1 << LOAD), Classes::of(1 << ENTRY), Classes::of(1 << BACK_EDGE));
        assert_eq!(load.and(entry).mask(), None);
        assert!(load.and(back).is_empty());
        assert!(load.and(Classes::of_opcode(opcode::OP)).is_empty() && !entry.and(Classes::of_opcode(0x5b)).is_empty());
        assert_eq!(Classes::of(BRANCH).and(back).mask(), Some(1 << BACK_EDGE));
        assert_eq!(Classes::opposite(1 << CALL).mask(), Some(EXCLUSIVE & !(1 << CALL)));
        assert_eq!(Classes::opposite(1 << ENTRY).mask(), None);
        assert_eq!(Classes::opposite(EXCLUSIVE).mask(), Some(0), "nothing");
    }
}
