//! How instructions of RISC-V are written: major opcodes, and where each format has its immediate. Source: RISC-V
//! unprivileged specification.

/// Major opcodes: bits 6:0 of a 32-bit instruction.
pub mod opcode {
    /// Integer loads.
    pub const LOAD: u32 = 0x03;
    /// Loads of floating-point registers, and of vectors.
    pub const LOAD_FP: u32 = 0x07;
    /// Of everybody's own; triggers, where those are not hints.
    pub const CUSTOM_0: u32 = 0x0b;
    /// Fences.
    pub const MISC_MEM: u32 = 0x0f;
    /// Arithmetic with an immediate.
    pub const OP_IMM: u32 = 0x13;
    /// AUIPC.
    pub const AUIPC: u32 = 0x17;
    /// Arithmetic of words with an immediate, in RV64.
    pub const OP_IMM_32: u32 = 0x1b;
    /// Integer stores.
    pub const STORE: u32 = 0x23;
    /// Stores of floating-point registers, and of vectors.
    pub const STORE_FP: u32 = 0x27;
    /// Atomics.
    pub const AMO: u32 = 0x2f;
    /// Arithmetic.
    pub const OP: u32 = 0x33;
    /// LUI.
    pub const LUI: u32 = 0x37;
    /// Arithmetic of words, in RV64.
    pub const OP_32: u32 = 0x3b;
    /// Fused multiply and add, and its three relatives.
    pub const MADD: u32 = 0x43;
    /// Fused multiply and subtract.
    pub const MSUB: u32 = 0x47;
    /// Its negative.
    pub const NMSUB: u32 = 0x4b;
    /// The negative of the fused multiply and add.
    pub const NMADD: u32 = 0x4f;
    /// Floating-point arithmetic.
    pub const OP_FP: u32 = 0x53;
    /// Conditional branches.
    pub const BRANCH: u32 = 0x63;
    /// JALR.
    pub const JALR: u32 = 0x67;
    /// JAL.
    pub const JAL: u32 = 0x6f;
    /// CSRs, ECALL and the like.
    pub const SYSTEM: u32 = 0x73;
}

/// A format with an immediate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Arithmetic, loads, JALR, CSRs: 12 bits.
    I,
    /// Stores: 12 bits in two parts.
    S,
    /// Branches: 13 bits, the lowest of them 0.
    B,
    /// LUI and AUIPC: the upper 20 bits.
    U,
    /// JAL: 21 bits, the lowest of them 0.
    J,
}

impl Format {
    /// That of a major opcode; fences and atomics count as without an immediate.
    pub const fn of(opcode: u32) -> Option<Self> {
        use self::opcode::*;
        Some(match opcode {
            LOAD | LOAD_FP | CUSTOM_0 | OP_IMM | OP_IMM_32 | JALR | SYSTEM => Self::I,
            STORE | STORE_FP => Self::S,
            BRANCH => Self::B,
            AUIPC | LUI => Self::U,
            JAL => Self::J,
            _ => return None,
        })
    }

    /// The immediate of an instruction of this format, with its sign in all higher places.
    pub const fn read(self, insn: u32) -> u32 {
        let sign = (insn as i32 >> 31) as u32;
        match self {
            Self::I => (insn as i32 >> 20) as u32,
            Self::S => (insn as i32 >> 25 << 5) as u32 | insn >> 7 & 0x1f,
            Self::B => sign << 12 | (insn >> 7 & 1) << 11 | (insn >> 25 & 0x3f) << 5 | (insn >> 8 & 0xf) << 1,
            Self::U => insn & 0xffff_f000,
            Self::J => sign << 20 | insn & 0xff000 | (insn >> 20 & 1) << 11 | (insn >> 21 & 0x3ff) << 1,
        }
    }

    /// The bits of an instruction of this format that hold `value`; what does not fit is left out.
    pub const fn write(self, value: u32) -> u32 {
        match self {
            Self::I => value << 20,
            Self::S => (value >> 5 & 0x7f) << 25 | (value & 0x1f) << 7,
            Self::B => {
                (value >> 12 & 1) << 31 | (value >> 5 & 0x3f) << 25 | (value >> 1 & 0xf) << 8 | (value >> 11 & 1) << 7
            }
            Self::U => value & 0xffff_f000,
            Self::J => (value >> 20 & 1) << 31 | (value >> 1 & 0x3ff) << 21 | (value >> 11 & 1) << 20 | value & 0xff000,
        }
    }
}

/// The immediate of an instruction of 32 bits, if its format has one; the number of a CSR is one.
pub const fn immediate(insn: u32) -> Option<u32> {
    match Format::of(insn & 0x7f) {
        Some(format) => Some(format.read(insn)),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates_of_every_format() {
        let cases = [
            // addi x1,x1,-1; sw x1,-4(x2); beq x0,x0,-8; jal x0,-16; lui x1,0xfffff; add; fence
            (0xfff0_8093, Some(u32::MAX)),
            (0xfe11_2e23, Some(-4_i32 as u32)),
            (0xfe00_0ce3, Some(-8_i32 as u32)),
            (0xff1f_f06f, Some(-16_i32 as u32)),
            (0xffff_f0b7, Some(0xffff_f000)),
            (0x0031_00b3, None),
            (0x0000_000f, None),
        ];
        for (word, expected) in cases {
            assert_eq!(immediate(word), expected, "{word:08x}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        use self::Format::*;
        for (format, values) in [
            (I, [-2048, -1, 0, 2047]),
            (S, [-2048, -1, 0, 2047]),
            (B, [-4096, -2, 2048, 4094]),
            (U, [i32::MIN, -4096, 4096, 0x7fff_f000]),
            (J, [-0x10_0000, -2, 0x800, 0xf_fffe]),
        ] {
            for value in values {
                assert_eq!(format.read(format.write(value as u32)), value as u32, "{format:?} {value}");
            }
        }
    }
}
