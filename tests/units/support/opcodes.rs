//! The opcode map and the listings of the RISC-V specification as data, typed from its chapters "RV32/64G Instruction
//! Set Listings", "C" and "Machine-Level ISA", and nothing of treetap's own: what an encoding is that a decoder has no
//! name for. Patterns have a character for each bit, the highest first; `-` is any bit, and blanks mean nothing.
use treetap::spec::classify::{Opclass, Xlen};

/// Major opcodes of words that end in 11: bits 6:5 choose the row, bits 4:2 the column.
pub const MAP: [[&str; 8]; 4] = [
    ["LOAD", "LOAD-FP", "custom-0", "MISC-MEM", "OP-IMM", "AUIPC", "OP-IMM-32", "48b"],
    ["STORE", "STORE-FP", "custom-1", "AMO", "OP", "LUI", "OP-32", "64b"],
    ["MADD", "MSUB", "NMSUB", "NMADD", "OP-FP", "OP-V", "custom-2", "48b"],
    ["BRANCH", "JALR", "reserved", "JAL", "SYSTEM", "OP-VE", "custom-3", ">=80b"],
];

/// What docs/reference/classify.md makes of every cell of the map, legal or not: its name, bits 31:7 (funct7, rs2, rs1,
/// funct3, rd), and the class of the first row that fits. Cells without a row are OTHER.
const CLASSES: &[(&str, &str, Opclass)] = &[
    ("LOAD", "------- ----- ----- --- -----", Opclass::Load),
    ("STORE", "------- ----- ----- --- -----", Opclass::Store),
    // Half, single, double and quadruple precision; the other widths are those of vectors.
    ("LOAD-FP", "------- ----- ----- 001 -----", Opclass::FpLoad),
    ("LOAD-FP", "------- ----- ----- 01- -----", Opclass::FpLoad),
    ("LOAD-FP", "------- ----- ----- 100 -----", Opclass::FpLoad),
    ("STORE-FP", "------- ----- ----- 001 -----", Opclass::FpStore),
    ("STORE-FP", "------- ----- ----- 01- -----", Opclass::FpStore),
    ("STORE-FP", "------- ----- ----- 100 -----", Opclass::FpStore),
    ("BRANCH", "------- ----- ----- --- -----", Opclass::Branch),
    // 00-01 is x1 or x5.
    ("JAL", "------- ----- ----- --- 00-01", Opclass::Call),
    ("JAL", "------- ----- ----- --- -----", Opclass::Jump),
    ("JALR", "------- ----- 00001 --- 00001", Opclass::IndirectCall),
    ("JALR", "------- ----- 00101 --- 00101", Opclass::IndirectCall),
    ("JALR", "------- ----- 00-01 --- 00-01", Opclass::Coroutine),
    ("JALR", "------- ----- ----- --- 00-01", Opclass::IndirectCall),
    ("JALR", "------- ----- 00-01 --- -----", Opclass::Return),
    ("JALR", "------- ----- ----- --- -----", Opclass::IndirectJump),
    ("OP", "0000001 ----- ----- 0-- -----", Opclass::Multiply),
    ("OP", "0000001 ----- ----- 1-- -----", Opclass::Divide),
    ("OP", "------- ----- ----- --- -----", Opclass::Alu),
    ("OP-32", "0000001 ----- ----- 0-- -----", Opclass::Multiply),
    ("OP-32", "0000001 ----- ----- 1-- -----", Opclass::Divide),
    ("OP-32", "------- ----- ----- --- -----", Opclass::Alu),
    ("OP-IMM", "------- ----- ----- --- -----", Opclass::Alu),
    ("OP-IMM-32", "------- ----- ----- --- -----", Opclass::Alu),
    ("LUI", "------- ----- ----- --- -----", Opclass::Upper),
    ("AUIPC", "------- ----- ----- --- -----", Opclass::Upper),
    ("AMO", "------- ----- ----- --- -----", Opclass::Atomic),
    ("OP-FP", "------- ----- ----- --- -----", Opclass::Fp),
    ("MADD", "------- ----- ----- --- -----", Opclass::Fp),
    ("MSUB", "------- ----- ----- --- -----", Opclass::Fp),
    ("NMSUB", "------- ----- ----- --- -----", Opclass::Fp),
    ("NMADD", "------- ----- ----- --- -----", Opclass::Fp),
    ("SYSTEM", "------- ----- ----- -00 -----", Opclass::System),
    ("SYSTEM", "------- ----- ----- --- -----", Opclass::Csr),
    ("MISC-MEM", "------- ----- ----- --- -----", Opclass::Fence),
];

/// Where an instruction exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    Both,
    /// RV32 only: RV64 has a wider form.
    Rv32,
    Rv64,
}

use Base::{Both, Rv32, Rv64};

/// Instructions of I, M, A, Zicsr, Zifencei and of machine and supervisor mode. All of a name's bits are in its row.
pub const LISTING: &[(&str, Base, &str)] = &[
    ("lui", Both, "------- ----- ----- --- ----- 0110111"),
    ("auipc", Both, "------- ----- ----- --- ----- 0010111"),
    ("jal", Both, "------- ----- ----- --- ----- 1101111"),
    ("jalr", Both, "------- ----- ----- 000 ----- 1100111"),
    ("beq", Both, "------- ----- ----- 000 ----- 1100011"),
    ("bne", Both, "------- ----- ----- 001 ----- 1100011"),
    ("blt", Both, "------- ----- ----- 100 ----- 1100011"),
    ("bge", Both, "------- ----- ----- 101 ----- 1100011"),
    ("bltu", Both, "------- ----- ----- 110 ----- 1100011"),
    ("bgeu", Both, "------- ----- ----- 111 ----- 1100011"),
    ("lb", Both, "------- ----- ----- 000 ----- 0000011"),
    ("lh", Both, "------- ----- ----- 001 ----- 0000011"),
    ("lw", Both, "------- ----- ----- 010 ----- 0000011"),
    ("ld", Rv64, "------- ----- ----- 011 ----- 0000011"),
    ("lbu", Both, "------- ----- ----- 100 ----- 0000011"),
    ("lhu", Both, "------- ----- ----- 101 ----- 0000011"),
    ("lwu", Rv64, "------- ----- ----- 110 ----- 0000011"),
    ("sb", Both, "------- ----- ----- 000 ----- 0100011"),
    ("sh", Both, "------- ----- ----- 001 ----- 0100011"),
    ("sw", Both, "------- ----- ----- 010 ----- 0100011"),
    ("sd", Rv64, "------- ----- ----- 011 ----- 0100011"),
    ("addi", Both, "------- ----- ----- 000 ----- 0010011"),
    ("slti", Both, "------- ----- ----- 010 ----- 0010011"),
    ("sltiu", Both, "------- ----- ----- 011 ----- 0010011"),
    ("xori", Both, "------- ----- ----- 100 ----- 0010011"),
    ("ori", Both, "------- ----- ----- 110 ----- 0010011"),
    ("andi", Both, "------- ----- ----- 111 ----- 0010011"),
    ("slli", Rv32, "0000000 ----- ----- 001 ----- 0010011"),
    ("srli", Rv32, "0000000 ----- ----- 101 ----- 0010011"),
    ("srai", Rv32, "0100000 ----- ----- 101 ----- 0010011"),
    ("slli", Rv64, "000000- ----- ----- 001 ----- 0010011"),
    ("srli", Rv64, "000000- ----- ----- 101 ----- 0010011"),
    ("srai", Rv64, "010000- ----- ----- 101 ----- 0010011"),
    ("add", Both, "0000000 ----- ----- 000 ----- 0110011"),
    ("sub", Both, "0100000 ----- ----- 000 ----- 0110011"),
    ("sll", Both, "0000000 ----- ----- 001 ----- 0110011"),
    ("slt", Both, "0000000 ----- ----- 010 ----- 0110011"),
    ("sltu", Both, "0000000 ----- ----- 011 ----- 0110011"),
    ("xor", Both, "0000000 ----- ----- 100 ----- 0110011"),
    ("srl", Both, "0000000 ----- ----- 101 ----- 0110011"),
    ("sra", Both, "0100000 ----- ----- 101 ----- 0110011"),
    ("or", Both, "0000000 ----- ----- 110 ----- 0110011"),
    ("and", Both, "0000000 ----- ----- 111 ----- 0110011"),
    ("addiw", Rv64, "------- ----- ----- 000 ----- 0011011"),
    ("slliw", Rv64, "0000000 ----- ----- 001 ----- 0011011"),
    ("srliw", Rv64, "0000000 ----- ----- 101 ----- 0011011"),
    ("sraiw", Rv64, "0100000 ----- ----- 101 ----- 0011011"),
    ("addw", Rv64, "0000000 ----- ----- 000 ----- 0111011"),
    ("subw", Rv64, "0100000 ----- ----- 000 ----- 0111011"),
    ("sllw", Rv64, "0000000 ----- ----- 001 ----- 0111011"),
    ("srlw", Rv64, "0000000 ----- ----- 101 ----- 0111011"),
    ("sraw", Rv64, "0100000 ----- ----- 101 ----- 0111011"),
    ("fence", Both, "------- ----- ----- 000 ----- 0001111"),
    ("fence.i", Both, "------- ----- ----- 001 ----- 0001111"),
    ("ecall", Both, "0000000 00000 00000 000 00000 1110011"),
    ("ebreak", Both, "0000000 00001 00000 000 00000 1110011"),
    ("sret", Both, "0001000 00010 00000 000 00000 1110011"),
    ("mret", Both, "0011000 00010 00000 000 00000 1110011"),
    ("wfi", Both, "0001000 00101 00000 000 00000 1110011"),
    ("sfence.vma", Both, "0001001 ----- ----- 000 00000 1110011"),
    ("csrrw", Both, "------- ----- ----- 001 ----- 1110011"),
    ("csrrs", Both, "------- ----- ----- 010 ----- 1110011"),
    ("csrrc", Both, "------- ----- ----- 011 ----- 1110011"),
    ("csrrwi", Both, "------- ----- ----- 101 ----- 1110011"),
    ("csrrsi", Both, "------- ----- ----- 110 ----- 1110011"),
    ("csrrci", Both, "------- ----- ----- 111 ----- 1110011"),
    ("mul", Both, "0000001 ----- ----- 000 ----- 0110011"),
    ("mulh", Both, "0000001 ----- ----- 001 ----- 0110011"),
    ("mulhsu", Both, "0000001 ----- ----- 010 ----- 0110011"),
    ("mulhu", Both, "0000001 ----- ----- 011 ----- 0110011"),
    ("div", Both, "0000001 ----- ----- 100 ----- 0110011"),
    ("divu", Both, "0000001 ----- ----- 101 ----- 0110011"),
    ("rem", Both, "0000001 ----- ----- 110 ----- 0110011"),
    ("remu", Both, "0000001 ----- ----- 111 ----- 0110011"),
    ("mulw", Rv64, "0000001 ----- ----- 000 ----- 0111011"),
    ("divw", Rv64, "0000001 ----- ----- 100 ----- 0111011"),
    ("divuw", Rv64, "0000001 ----- ----- 101 ----- 0111011"),
    ("remw", Rv64, "0000001 ----- ----- 110 ----- 0111011"),
    ("remuw", Rv64, "0000001 ----- ----- 111 ----- 0111011"),
    ("lr.w", Both, "00010-- 00000 ----- 010 ----- 0101111"),
    ("sc.w", Both, "00011-- ----- ----- 010 ----- 0101111"),
    ("amoswap.w", Both, "00001-- ----- ----- 010 ----- 0101111"),
    ("amoadd.w", Both, "00000-- ----- ----- 010 ----- 0101111"),
    ("amoxor.w", Both, "00100-- ----- ----- 010 ----- 0101111"),
    ("amoand.w", Both, "01100-- ----- ----- 010 ----- 0101111"),
    ("amoor.w", Both, "01000-- ----- ----- 010 ----- 0101111"),
    ("amomin.w", Both, "10000-- ----- ----- 010 ----- 0101111"),
    ("amomax.w", Both, "10100-- ----- ----- 010 ----- 0101111"),
    ("amominu.w", Both, "11000-- ----- ----- 010 ----- 0101111"),
    ("amomaxu.w", Both, "11100-- ----- ----- 010 ----- 0101111"),
    ("lr.d", Rv64, "00010-- 00000 ----- 011 ----- 0101111"),
    ("sc.d", Rv64, "00011-- ----- ----- 011 ----- 0101111"),
    ("amoswap.d", Rv64, "00001-- ----- ----- 011 ----- 0101111"),
    ("amoadd.d", Rv64, "00000-- ----- ----- 011 ----- 0101111"),
    ("amoxor.d", Rv64, "00100-- ----- ----- 011 ----- 0101111"),
    ("amoand.d", Rv64, "01100-- ----- ----- 011 ----- 0101111"),
    ("amoor.d", Rv64, "01000-- ----- ----- 011 ----- 0101111"),
    ("amomin.d", Rv64, "10000-- ----- ----- 011 ----- 0101111"),
    ("amomax.d", Rv64, "10100-- ----- ----- 011 ----- 0101111"),
    ("amominu.d", Rv64, "11000-- ----- ----- 011 ----- 0101111"),
    ("amomaxu.d", Rv64, "11100-- ----- ----- 011 ----- 0101111"),
];

/// Compressed words that stand for nothing: illegal, reserved, or (shifts by 32 and more on RV32) everybody's own.
/// All others of the three quadrants are instructions or hints.
pub const NO_COMPRESSED: &[(&str, Base, &str)] = &[
    ("all zeros, and C.ADDI4SPN by 0", Both, "000 00000000 --- 00"),
    ("the free column of quadrant 0", Both, "100 --- --- -- --- 00"),
    ("C.ADDIW into x0", Rv64, "001 - 00000 ----- 01"),
    ("C.ADDI16SP by 0, and C.LUI of 0", Both, "011 0 ----- 00000 01"),
    ("C.SRLI by 32 and more", Rv32, "100 1 00 --- ----- 01"),
    ("C.SRAI by 32 and more", Rv32, "100 1 01 --- ----- 01"),
    ("C.SUBW", Rv32, "100 1 11 --- 00 --- 01"),
    ("C.ADDW", Rv32, "100 1 11 --- 01 --- 01"),
    ("the free half of the arithmetic of words", Both, "100 1 11 --- 1- --- 01"),
    ("C.SLLI by 32 and more", Rv32, "000 1 ----- ----- 10"),
    ("C.LWSP into x0", Both, "010 - 00000 ----- 10"),
    ("C.LDSP into x0", Rv64, "011 - 00000 ----- 10"),
    ("C.JR through x0", Both, "100 0 00000 00000 10"),
];

/// Mask and value of a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Bits {
    mask: u32,
    value: u32,
}

impl Bits {
    fn of(pattern: &str) -> Self {
        let bits = pattern.bytes().filter(|c| *c != b' ');
        bits.fold(Self { mask: 0, value: 0 }, |so_far, c| Self {
            mask: so_far.mask << 1 | u32::from(c != b'-'),
            value: so_far.value << 1 | u32::from(c == b'1'),
        })
    }

    const fn fit(self, word: u32) -> bool {
        word & self.mask == self.value
    }
}

/// One of the lists for one XLEN: names in the order of the list, and their bits.
pub struct Names(Vec<(&'static str, Bits)>);

impl Names {
    pub fn of(list: &[(&'static str, Base, &str)], xlen: Xlen) -> Self {
        let other = if xlen == Xlen::Rv32 { Rv64 } else { Rv32 };
        Self(list.iter().filter(|row| row.1 != other).map(|(name, _, bits)| (*name, Bits::of(bits))).collect())
    }

    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// The first that fits.
    pub fn find(&self, word: u32) -> Option<&'static str> {
        self.0.iter().find(|(_, bits)| bits.fit(word)).map(|(name, _)| *name)
    }
}

/// The cell of the map that a word is in whose low bits are 11.
pub const fn cell(word: u32) -> &'static str {
    MAP[(word >> 5 & 3) as usize][(word >> 2 & 7) as usize]
}

/// The map with its classes, made once.
pub struct Classes(Vec<(&'static str, Bits, Opclass)>);

impl Classes {
    pub fn new() -> Self {
        Self(CLASSES.iter().map(|(cell, bits, class)| (*cell, Bits::of(bits), *class)).collect())
    }

    /// The class of a word whose low bits are 11, whether it is an instruction or not.
    pub fn of(&self, word: u32) -> Opclass {
        let fits = |row: &&(&str, Bits, Opclass)| row.0 == cell(word) && row.1.fit(word >> 7);
        self.0.iter().find(fits).map_or(Opclass::Other, |row| row.2)
    }
}
