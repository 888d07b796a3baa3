//! The classes that patterns ask for: 14 of instructions, made of the tap's 21, and two that depend on what came before
//! (docs/reference/hps.md, H3).
use crate::spec::classify::Opclass;
use crate::spec::insn::opcode;

/// Numbers of the class bits.
pub const CBRANCH: u32 = 0;
/// JAL without a link register.
pub const JUMP: u32 = 1;
/// JAL or JALR with a link register.
pub const CALL: u32 = 2;
/// JALR through a link register, not into one.
pub const RETURN: u32 = 3;
/// JALR without link registers.
pub const INDIRECT_JUMP: u32 = 4;
/// Loads, floating point and vectors included.
pub const LOAD: u32 = 5;
/// Stores, floating point and vectors included.
pub const STORE: u32 = 6;
/// Atomics.
pub const ATOMIC: u32 = 7;
/// Integer arithmetic but multiply, divide and triggers.
pub const ALU: u32 = 8;
/// Multiply and divide.
pub const MULDIV: u32 = 9;
/// Floating-point arithmetic.
pub const FP: u32 = 10;
/// CSRs, ECALL and the like.
pub const SYSTEM: u32 = 11;
/// Fences.
pub const FENCE: u32 = 12;
/// SLTI into x0, and custom-0.
pub const TRIGGER: u32 = 13;
/// First instruction of a procedure that was called.
pub const ENTRY: u32 = 14;
/// Branch or jump that leads backward.
pub const BACK_EDGE: u32 = 15;

/// Class bits that change control: `cti`.
pub const CONTROL: u16 = 0x1f;
/// Class bits of direct branches and jumps: `branch`.
pub const BRANCH: u16 = 0x03;
/// Class bits of which an instruction has one at most.
pub const EXCLUSIVE: u16 = 0x3fff;

/// Names in programs, with the class bits that they stand for: the single ones in the order of the bits, then those of
/// several.
pub const NAMES: [(&str, u16); 22] = [
    ("cbranch", 1 << CBRANCH),
    ("jump", 1 << JUMP),
    ("call", 1 << CALL),
    ("ret", 1 << RETURN),
    ("ijump", 1 << INDIRECT_JUMP),
    ("load", 1 << LOAD),
    ("store", 1 << STORE),
    ("amo", 1 << ATOMIC),
    ("alu", 1 << ALU),
    ("muldiv", 1 << MULDIV),
    ("fp", 1 << FP),
    ("system", 1 << SYSTEM),
    ("fence", 1 << FENCE),
    ("trig", 1 << TRIGGER),
    ("entry", 1 << ENTRY),
    ("backedge", 1 << BACK_EDGE),
    ("branch", BRANCH),
    ("cti", CONTROL),
    ("proc_call", 1 << CALL),
    ("check_ins", 1 << CALL | 1 << BACK_EDGE),
    ("check_entry", 1 << ENTRY | 1 << BACK_EDGE),
    ("mem", 1 << LOAD | 1 << STORE | 1 << ATOMIC),
];

/// The class bits 0 to 13 of an instruction in its 32-bit form. Where the tap's class says less than they do, the
/// instruction itself is asked: its major opcode for words of RV64, vector accesses and custom-0, `funct3` for reserved
/// branches, `rd` for triggers.
pub const fn bits(class: Opclass, insn: u32) -> u16 {
    let (major, funct3, rd) = (insn & 0x7f, insn >> 12 & 7, insn >> 7 & 0x1f);
    let wide = matches!(major, opcode::OP_IMM_32 | opcode::OP_32);
    1 << match class {
        Opclass::Branch if funct3 & 6 == 2 => return 0,
        Opclass::Branch => CBRANCH,
        Opclass::Jump => JUMP,
        Opclass::Call | Opclass::IndirectCall | Opclass::Coroutine => CALL,
        Opclass::Return => RETURN,
        Opclass::IndirectJump => INDIRECT_JUMP,
        Opclass::Load | Opclass::FpLoad => LOAD,
        Opclass::Store | Opclass::FpStore => STORE,
        Opclass::Atomic => ATOMIC,
        Opclass::Alu | Opclass::Multiply | Opclass::Divide if wide => return 0,
        Opclass::Alu if major == opcode::OP_IMM && funct3 == 2 && rd == 0 => TRIGGER,
        Opclass::Alu | Opclass::Upper => ALU,
        Opclass::Multiply | Opclass::Divide => MULDIV,
        Opclass::Fp => FP,
        Opclass::Csr | Opclass::System => SYSTEM,
        Opclass::Fence => FENCE,
        Opclass::Other => match major {
            opcode::LOAD_FP => LOAD,
            opcode::STORE_FP => STORE,
            opcode::CUSTOM_0 => TRIGGER,
            _ => return 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_the_first_sixteen_are_the_bits() {
        for (i, (name, mask)) in NAMES.into_iter().enumerate() {
            assert!(NAMES[..i].iter().all(|other| other.0 != name), "{name}");
            assert!(i >= 16 || mask == 1 << i, "{name}");
        }
    }

    #[test]
    fn where_the_class_says_less_the_instruction_is_asked() {
        assert_eq!(bits(Opclass::Branch, 0x0000_2063), 0);
        assert_eq!(bits(Opclass::Alu, 0x0010_2013), 1 << TRIGGER);
        assert_eq!(bits(Opclass::Alu, 0x0010_2093), 1 << ALU);
        assert_eq!(bits(Opclass::Alu, 0x0000_001b), 0);
        assert_eq!(bits(Opclass::Multiply, 0x0200_003b), 0);
        assert_eq!(bits(Opclass::Other, 0x0000_000b), 1 << TRIGGER);
        assert_eq!(bits(Opclass::Other, 0x0000_0007), 1 << LOAD);
        assert_eq!(bits(Opclass::Other, 0), 0);
    }
}
