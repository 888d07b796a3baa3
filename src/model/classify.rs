//! Golden model of the classifier: compressed instructions become 32-bit ones, and those have one of 21 classes
//! (docs/reference/classify.md).
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::insn::{Format, opcode};

/// Whether the low bits say that the instruction has 16 bits.
pub const fn is_compressed(insn: u32) -> bool {
    insn & 3 != 3
}

/// Bits `hi..=lo` of `word`.
const fn bits(word: u32, hi: u32, lo: u32) -> u32 {
    (word >> lo) & ((1 << (hi - lo + 1)) - 1)
}

/// `value`, whose sign is bit `sign`, with that bit in all higher places.
const fn extend(value: u32, sign: u32) -> u32 {
    (((value << (31 - sign)) as i32) >> (31 - sign)) as u32
}

/// I-format.
const fn i_type(opcode: u32, funct3: u32, rd: u32, rs1: u32, imm: u32) -> u32 {
    Format::I.write(imm) | (rs1 << 15) | (funct3 << 12) | (rd << 7) | opcode
}

/// S-format.
const fn s_type(opcode: u32, funct3: u32, rs1: u32, rs2: u32, imm: u32) -> u32 {
    Format::S.write(imm) | (rs2 << 20) | (rs1 << 15) | (funct3 << 12) | opcode
}

/// R-format.
const fn r_type(opcode: u32, funct3: u32, funct7: u32, rd: u32, rs1: u32, rs2: u32) -> u32 {
    (funct7 << 25) | (rs2 << 20) | (rs1 << 15) | (funct3 << 12) | (rd << 7) | opcode
}

/// Conditional branch against x0.
const fn b_type(funct3: u32, rs1: u32, imm: u32) -> u32 {
    Format::B.write(imm) | (rs1 << 15) | (funct3 << 12) | opcode::BRANCH
}

/// JAL.
const fn jal(rd: u32, imm: u32) -> u32 {
    Format::J.write(imm) | (rd << 7) | opcode::JAL
}

/// The 32-bit instruction that a compressed one stands for: C, with F and D loads and stores; 0 for what is illegal,
/// reserved, or set aside for custom extensions. Hints expand to what they look like. Source: RISC-V unprivileged
/// specification, chapter C.
pub const fn expand(half: u16, xlen: Xlen) -> u32 {
    let c = half as u32;
    let rv64 = matches!(xlen, Xlen::Rv64);
    let funct3 = bits(c, 15, 13);
    // Full register fields, and the short ones, which mean x8 to x15.
    let (rd, rs2) = (bits(c, 11, 7), bits(c, 6, 2));
    let (rs1_short, rs2_short) = (8 + bits(c, 9, 7), 8 + bits(c, 4, 2));
    let shamt = (bits(c, 12, 12) << 5) | rs2;
    let imm6 = extend(shamt, 5);
    // Offsets of loads and stores of words and double words, through a register and through the stack pointer.
    let word = (bits(c, 5, 5) << 6) | (bits(c, 12, 10) << 3) | (bits(c, 6, 6) << 2);
    let double = (bits(c, 6, 5) << 6) | (bits(c, 12, 10) << 3);
    let word_sp = (bits(c, 3, 2) << 6) | (bits(c, 12, 12) << 5) | (bits(c, 6, 4) << 2);
    let double_sp = (bits(c, 4, 2) << 6) | (bits(c, 12, 12) << 5) | (bits(c, 6, 5) << 3);
    let store_word_sp = (bits(c, 8, 7) << 6) | (bits(c, 12, 9) << 2);
    let store_double_sp = (bits(c, 9, 7) << 6) | (bits(c, 12, 10) << 3);
    match (bits(c, 1, 0), funct3) {
        // C.ADDI4SPN
        (0, 0) => {
            let imm = (bits(c, 10, 7) << 6) | (bits(c, 12, 11) << 4) | (bits(c, 5, 5) << 3) | (bits(c, 6, 6) << 2);
            if imm == 0 { 0 } else { i_type(opcode::OP_IMM, 0, rs2_short, 2, imm) }
        }
        (0, 1) => i_type(opcode::LOAD_FP, 3, rs2_short, rs1_short, double),
        (0, 2) => i_type(opcode::LOAD, 2, rs2_short, rs1_short, word),
        (0, 3) if rv64 => i_type(opcode::LOAD, 3, rs2_short, rs1_short, double),
        (0, 3) => i_type(opcode::LOAD_FP, 2, rs2_short, rs1_short, word),
        (0, 5) => s_type(opcode::STORE_FP, 3, rs1_short, rs2_short, double),
        (0, 6) => s_type(opcode::STORE, 2, rs1_short, rs2_short, word),
        (0, 7) if rv64 => s_type(opcode::STORE, 3, rs1_short, rs2_short, double),
        (0, 7) => s_type(opcode::STORE_FP, 2, rs1_short, rs2_short, word),
        // C.ADDI, C.NOP
        (1, 0) => i_type(opcode::OP_IMM, 0, rd, rd, imm6),
        // C.ADDIW, C.JAL
        (1, 1) if rv64 && rd == 0 => 0,
        (1, 1) if rv64 => i_type(opcode::OP_IMM_32, 0, rd, rd, imm6),
        (1, 1) => jal(1, jump_offset(c)),
        // C.LI
        (1, 2) => i_type(opcode::OP_IMM, 0, rd, 0, imm6),
        (1, 3) if shamt == 0 => 0,
        // C.ADDI16SP
        (1, 3) if rd == 2 => {
            let low = (bits(c, 4, 3) << 7) | (bits(c, 5, 5) << 6) | (bits(c, 2, 2) << 5) | (bits(c, 6, 6) << 4);
            i_type(opcode::OP_IMM, 0, 2, 2, extend((bits(c, 12, 12) << 9) | low, 9))
        }
        // C.LUI
        (1, 3) => (imm6 << 12) | (rd << 7) | opcode::LUI,
        (1, 4) => arithmetic(c, rs1_short, rs2_short, shamt, rv64),
        (1, 5) => jal(0, jump_offset(c)),
        // C.BEQZ, C.BNEZ
        (1, 6 | 7) => {
            let high = (bits(c, 12, 12) << 8) | (bits(c, 6, 5) << 6) | (bits(c, 2, 2) << 5);
            let imm = extend(high | (bits(c, 11, 10) << 3) | (bits(c, 4, 3) << 1), 8);
            b_type(funct3 & 1, rs1_short, imm)
        }
        // C.SLLI
        (2, 0) if !rv64 && shamt >= 32 => 0,
        (2, 0) => i_type(opcode::OP_IMM, 1, rd, rd, shamt),
        (2, 1) => i_type(opcode::LOAD_FP, 3, rd, 2, double_sp),
        (2, 2) if rd == 0 => 0,
        (2, 2) => i_type(opcode::LOAD, 2, rd, 2, word_sp),
        (2, 3) if rv64 && rd == 0 => 0,
        (2, 3) if rv64 => i_type(opcode::LOAD, 3, rd, 2, double_sp),
        (2, 3) => i_type(opcode::LOAD_FP, 2, rd, 2, word_sp),
        (2, 4) => match (bits(c, 12, 12), rd, rs2) {
            // C.JR, C.MV
            (0, 0, 0) => 0,
            (0, _, 0) => i_type(opcode::JALR, 0, 0, rd, 0),
            (0, _, _) => r_type(opcode::OP, 0, 0, rd, 0, rs2),
            // C.EBREAK, C.JALR, C.ADD
            (_, 0, 0) => i_type(opcode::SYSTEM, 0, 0, 0, 1),
            (_, _, 0) => i_type(opcode::JALR, 0, 1, rd, 0),
            (_, _, _) => r_type(opcode::OP, 0, 0, rd, rd, rs2),
        },
        (2, 5) => s_type(opcode::STORE_FP, 3, 2, rs2, store_double_sp),
        (2, 6) => s_type(opcode::STORE, 2, 2, rs2, store_word_sp),
        (2, 7) if rv64 => s_type(opcode::STORE, 3, 2, rs2, store_double_sp),
        (2, 7) => s_type(opcode::STORE_FP, 2, 2, rs2, store_word_sp),
        _ => 0,
    }
}

/// Offset of C.J and C.JAL.
const fn jump_offset(c: u32) -> u32 {
    let high = (bits(c, 12, 12) << 11) | (bits(c, 8, 8) << 10) | (bits(c, 10, 9) << 8) | (bits(c, 6, 6) << 7);
    let low = (bits(c, 7, 7) << 6) | (bits(c, 2, 2) << 5) | (bits(c, 11, 11) << 4) | (bits(c, 5, 3) << 1);
    extend(high | low, 11)
}

/// C.SRLI, C.SRAI, C.ANDI, C.SUB, C.XOR, C.OR, C.AND, C.SUBW, C.ADDW.
const fn arithmetic(c: u32, rd: u32, rs2: u32, shamt: u32, rv64: bool) -> u32 {
    match bits(c, 11, 10) {
        0 | 1 if !rv64 && shamt >= 32 => 0,
        0 => i_type(opcode::OP_IMM, 5, rd, rd, shamt),
        1 => i_type(opcode::OP_IMM, 5, rd, rd, 0x400 | shamt),
        2 => i_type(opcode::OP_IMM, 7, rd, rd, extend(shamt, 5)),
        _ => match (bits(c, 12, 12), bits(c, 6, 5)) {
            (0, 0) => r_type(opcode::OP, 0, 0x20, rd, rd, rs2),
            (0, 1) => r_type(opcode::OP, 4, 0, rd, rd, rs2),
            (0, 2) => r_type(opcode::OP, 6, 0, rd, rd, rs2),
            (0, _) => r_type(opcode::OP, 7, 0, rd, rd, rs2),
            (_, 0) if rv64 => r_type(opcode::OP_32, 0, 0x20, rd, rd, rs2),
            (_, 1) if rv64 => r_type(opcode::OP_32, 0, 0, rd, rd, rs2),
            _ => 0,
        },
    }
}

/// Whether a register holds return addresses: x1 or x5.
const fn is_link(register: u32) -> bool {
    register == 1 || register == 5
}

/// The class of a 32-bit instruction, as retired or expanded; 0 is [`Opclass::Other`].
pub const fn classify(insn: u32) -> Opclass {
    let (rd, rs1) = (bits(insn, 11, 7), bits(insn, 19, 15));
    let funct3 = bits(insn, 14, 12);
    let fp_width = matches!(funct3, 1..=4);
    match bits(insn, 6, 0) {
        opcode::LOAD => Opclass::Load,
        opcode::STORE => Opclass::Store,
        opcode::LOAD_FP if fp_width => Opclass::FpLoad,
        opcode::STORE_FP if fp_width => Opclass::FpStore,
        opcode::BRANCH => Opclass::Branch,
        opcode::JAL if is_link(rd) => Opclass::Call,
        opcode::JAL => Opclass::Jump,
        opcode::JALR => match (is_link(rd), is_link(rs1)) {
            (false, false) => Opclass::IndirectJump,
            (false, true) => Opclass::Return,
            (true, true) if rd != rs1 => Opclass::Coroutine,
            (true, _) => Opclass::IndirectCall,
        },
        opcode::OP | opcode::OP_32 if bits(insn, 31, 25) == 1 && funct3 < 4 => Opclass::Multiply,
        opcode::OP | opcode::OP_32 if bits(insn, 31, 25) == 1 => Opclass::Divide,
        opcode::OP | opcode::OP_32 | opcode::OP_IMM | opcode::OP_IMM_32 => Opclass::Alu,
        opcode::LUI | opcode::AUIPC => Opclass::Upper,
        opcode::AMO => Opclass::Atomic,
        opcode::OP_FP | opcode::MADD | opcode::MSUB | opcode::NMSUB | opcode::NMADD => Opclass::Fp,
        opcode::SYSTEM if funct3 & 3 == 0 => Opclass::System,
        opcode::SYSTEM => Opclass::Csr,
        opcode::MISC_MEM => Opclass::Fence,
        _ => Opclass::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The directed cases of the specification of classes.
    #[test]
    fn link_registers_make_calls_and_returns() {
        let cases = [
            // jalr x1, x1; jalr x1, x5; jal x5
            (i_type(opcode::JALR, 0, 1, 1, 0), Opclass::IndirectCall),
            (i_type(opcode::JALR, 0, 1, 5, 0), Opclass::Coroutine),
            (jal(5, 8), Opclass::Call),
            // c.jr x1; c.jalr x5; c.jr x6; c.j
            (expand(0x8082, Xlen::Rv32), Opclass::Return),
            (expand(0x9282, Xlen::Rv32), Opclass::Coroutine),
            (expand(0x8302, Xlen::Rv32), Opclass::IndirectJump),
            (expand(0xa001, Xlen::Rv32), Opclass::Jump),
            // c.addi4spn with offset 0
            (expand(0x0000, Xlen::Rv32), Opclass::Other),
        ];
        for (insn, class) in cases {
            assert_eq!(classify(insn), class, "{insn:#010x}");
        }
    }

    #[test]
    fn what_xlen_decides() {
        assert_eq!(classify(expand(0x2001, Xlen::Rv32)), Opclass::Call);
        assert_eq!(classify(expand(0x2085, Xlen::Rv64)), Opclass::Alu);
        assert_eq!(classify(expand(0x6188, Xlen::Rv32)), Opclass::FpLoad);
        assert_eq!(classify(expand(0x6188, Xlen::Rv64)), Opclass::Load);
    }
}
