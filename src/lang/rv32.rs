//! The instructions of RV32IMAFC with Zicsr and Zifencei: names, fixed bits, operands. Source: RISC-V unprivileged
//! specification, its listing of instruction sets.

use crate::spec::insn::{self, Format};

/// An instruction by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opcode {
    /// Its name in assembly.
    pub name: &'static str,
    /// Bits that are fixed.
    pub mask: u32,
    /// What they are.
    pub value: u32,
    /// Operands as they are written. A letter is one: `d s t` are rd, rs1 and rs2, `D S T R` the same and rs3 of
    /// floating point; `j o` are an immediate in I-format, `q` in S, `p` in B, `u` in U, `a` in J, `h` an amount of
    /// shift, `E` a CSR, `Z` an immediate in the place of rs1.
    pub operands: &'static str,
}

const fn op(name: &'static str, mask: u32, value: u32, operands: &'static str) -> Opcode {
    Opcode { name, mask, value, operands }
}

/// Fixed: opcode and funct3.
const F3: u32 = 0x0000_707f;
/// Fixed: opcode, funct3 and funct7.
const F7: u32 = 0xfe00_707f;
/// Fixed: opcode and funct7; funct3 is the rounding mode.
const ROUNDS: u32 = 0xfe00_007f;
/// As [`ROUNDS`], and rs2.
const ROUNDS1: u32 = 0xfff0_007f;
/// As [`F7`], and rs2.
const F7R2: u32 = 0xfff0_707f;
/// Fixed: opcode, funct3 and funct5; the order bits are not.
const ATOMIC: u32 = 0xf800_707f;

/// Every one of 32 bits.
#[rustfmt::skip]
pub const OPCODES: [Opcode; 95] = [
    op("lui", 0x7f, 0x37, "d,u"), op("auipc", 0x7f, 0x17, "d,u"), op("jal", 0x7f, 0x6f, "d,a"),
    op("jalr", F3, 0x67, "d,o(s)"),
    op("beq", F3, 0x0063, "s,t,p"), op("bne", F3, 0x1063, "s,t,p"), op("blt", F3, 0x4063, "s,t,p"),
    op("bge", F3, 0x5063, "s,t,p"), op("bltu", F3, 0x6063, "s,t,p"), op("bgeu", F3, 0x7063, "s,t,p"),
    op("lb", F3, 0x0003, "d,o(s)"), op("lh", F3, 0x1003, "d,o(s)"), op("lw", F3, 0x2003, "d,o(s)"),
    op("lbu", F3, 0x4003, "d,o(s)"), op("lhu", F3, 0x5003, "d,o(s)"),
    op("sb", F3, 0x0023, "t,q(s)"), op("sh", F3, 0x1023, "t,q(s)"), op("sw", F3, 0x2023, "t,q(s)"),
    op("addi", F3, 0x0013, "d,s,j"), op("slti", F3, 0x2013, "d,s,j"), op("sltiu", F3, 0x3013, "d,s,j"),
    op("xori", F3, 0x4013, "d,s,j"), op("ori", F3, 0x6013, "d,s,j"), op("andi", F3, 0x7013, "d,s,j"),
    op("slli", F7, 0x1013, "d,s,h"), op("srli", F7, 0x5013, "d,s,h"), op("srai", F7, 0x4000_5013, "d,s,h"),
    op("add", F7, 0x0033, "d,s,t"), op("sub", F7, 0x4000_0033, "d,s,t"), op("sll", F7, 0x1033, "d,s,t"),
    op("slt", F7, 0x2033, "d,s,t"), op("sltu", F7, 0x3033, "d,s,t"), op("xor", F7, 0x4033, "d,s,t"),
    op("srl", F7, 0x5033, "d,s,t"), op("sra", F7, 0x4000_5033, "d,s,t"), op("or", F7, 0x6033, "d,s,t"),
    op("and", F7, 0x7033, "d,s,t"),
    op("fence", F3, 0x000f, ""), op("fence.i", F3, 0x100f, ""),
    op("ecall", u32::MAX, 0x0000_0073, ""), op("ebreak", u32::MAX, 0x0010_0073, ""),
    op("sret", u32::MAX, 0x1020_0073, ""), op("wfi", u32::MAX, 0x1050_0073, ""), op("mret", u32::MAX, 0x3020_0073, ""),
    op("csrrw", F3, 0x1073, "d,E,s"), op("csrrs", F3, 0x2073, "d,E,s"), op("csrrc", F3, 0x3073, "d,E,s"),
    op("csrrwi", F3, 0x5073, "d,E,Z"), op("csrrsi", F3, 0x6073, "d,E,Z"), op("csrrci", F3, 0x7073, "d,E,Z"),
    op("mul", F7, 0x0200_0033, "d,s,t"), op("mulh", F7, 0x0200_1033, "d,s,t"), op("mulhsu", F7, 0x0200_2033, "d,s,t"),
    op("mulhu", F7, 0x0200_3033, "d,s,t"), op("div", F7, 0x0200_4033, "d,s,t"), op("divu", F7, 0x0200_5033, "d,s,t"),
    op("rem", F7, 0x0200_6033, "d,s,t"), op("remu", F7, 0x0200_7033, "d,s,t"),
    op("lr.w", 0xf9f0_707f, 0x1000_202f, "d,(s)"), op("sc.w", ATOMIC, 0x1800_202f, "d,t,(s)"),
    op("amoswap.w", ATOMIC, 0x0800_202f, "d,t,(s)"), op("amoadd.w", ATOMIC, 0x0000_202f, "d,t,(s)"),
    op("amoxor.w", ATOMIC, 0x2000_202f, "d,t,(s)"), op("amoand.w", ATOMIC, 0x6000_202f, "d,t,(s)"),
    op("amoor.w", ATOMIC, 0x4000_202f, "d,t,(s)"), op("amomin.w", ATOMIC, 0x8000_202f, "d,t,(s)"),
    op("amomax.w", ATOMIC, 0xa000_202f, "d,t,(s)"), op("amominu.w", ATOMIC, 0xc000_202f, "d,t,(s)"),
    op("amomaxu.w", ATOMIC, 0xe000_202f, "d,t,(s)"),
    op("flw", F3, 0x2007, "D,o(s)"), op("fsw", F3, 0x2027, "T,q(s)"),
    op("fmadd.s", 0x0600_007f, 0x43, "D,S,T,R"), op("fmsub.s", 0x0600_007f, 0x47, "D,S,T,R"),
    op("fnmsub.s", 0x0600_007f, 0x4b, "D,S,T,R"), op("fnmadd.s", 0x0600_007f, 0x4f, "D,S,T,R"),
    op("fadd.s", ROUNDS, 0x0000_0053, "D,S,T"), op("fsub.s", ROUNDS, 0x0800_0053, "D,S,T"),
    op("fmul.s", ROUNDS, 0x1000_0053, "D,S,T"), op("fdiv.s", ROUNDS, 0x1800_0053, "D,S,T"),
    op("fsqrt.s", ROUNDS1, 0x5800_0053, "D,S"),
    op("fsgnj.s", F7, 0x2000_0053, "D,S,T"), op("fsgnjn.s", F7, 0x2000_1053, "D,S,T"),
    op("fsgnjx.s", F7, 0x2000_2053, "D,S,T"), op("fmin.s", F7, 0x2800_0053, "D,S,T"),
    op("fmax.s", F7, 0x2800_1053, "D,S,T"), op("fcvt.w.s", ROUNDS1, 0xc000_0053, "d,S"),
    op("fcvt.wu.s", ROUNDS1, 0xc010_0053, "d,S"), op("fmv.x.w", F7R2, 0xe000_0053, "d,S"),
    op("feq.s", F7, 0xa000_2053, "d,S,T"), op("flt.s", F7, 0xa000_1053, "d,S,T"), op("fle.s", F7, 0xa000_0053, "d,S,T"),
    op("fclass.s", F7R2, 0xe000_1053, "d,S"), op("fcvt.s.w", ROUNDS1, 0xd000_0053, "D,s"),
    op("fcvt.s.wu", ROUNDS1, 0xd010_0053, "D,s"), op("fmv.w.x", F7R2, 0xf000_0053, "D,s"),
];

/// Compressed ones, as what they expand to: name, fixed bits of the expansion, and what those are. An instruction of 32
/// bits of the same form cannot be told from them after the expander.
#[rustfmt::skip]
pub const COMPRESSED: [(&str, u32, u32); 32] = [
    ("c.addi4spn", 0x000f_f07f, 0x0001_0013), ("c.lw", F3, 0x2003), ("c.flw", F3, 0x2007), ("c.sw", F3, 0x2023),
    ("c.fsw", F3, 0x2027), ("c.nop", u32::MAX, 0x13), ("c.addi", F3, 0x13), ("c.jal", 0xfff, 0xef),
    ("c.li", 0x000f_f07f, 0x13), ("c.addi16sp", 0x000f_ffff, 0x0001_0113), ("c.lui", 0x7f, 0x37),
    ("c.srli", F7, 0x5013),
    ("c.srai", F7, 0x4000_5013), ("c.andi", F3, 0x7013), ("c.sub", F7, 0x4000_0033), ("c.xor", F7, 0x4033),
    ("c.or", F7, 0x6033), ("c.and", F7, 0x7033), ("c.j", 0xfff, 0x6f), ("c.beqz", 0x01f0_707f, 0x63),
    ("c.bnez", 0x01f0_707f, 0x1063), ("c.slli", F7, 0x1013), ("c.lwsp", 0x000f_f07f, 0x0001_2003),
    ("c.flwsp", 0x000f_f07f, 0x0001_2007), ("c.jr", 0xfff0_7fff, 0x67), ("c.mv", 0xfe0f_f07f, 0x33),
    ("c.ebreak", u32::MAX, 0x0010_0073), ("c.jalr", 0xfff0_7fff, 0xe7), ("c.add", F7, 0x33),
    ("c.swsp", 0x000f_f07f, 0x0001_2023), ("c.fswsp", 0x000f_f07f, 0x0001_2027), ("nop", u32::MAX, 0x13),
];

/// Names of the integer registers, by number.
pub const REGISTERS: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2",
    "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// The instruction called `name`.
pub fn opcode(name: &str) -> Option<&'static Opcode> {
    OPCODES.iter().find(|opcode| opcode.name == name)
}

/// What the fixed bits of an instruction are, compressed ones included.
pub fn fixed_bits(name: &str) -> Option<(u32, u32)> {
    let compressed = || COMPRESSED.iter().find(|row| row.0 == name).map(|row| (row.1, row.2));
    opcode(name).map(|opcode| (opcode.mask, opcode.value)).or_else(compressed)
}

/// The instruction that a word is.
pub fn decode(insn: u32) -> Option<&'static Opcode> {
    OPCODES.iter().find(|opcode| insn & opcode.mask == opcode.value)
}

/// Number of an integer register: `x5`, `t0`.
pub fn register(name: &str) -> Option<u8> {
    if name == "fp" {
        return Some(8);
    }
    let named = REGISTERS.iter().position(|known| *known == name).map(|number| number as u8);
    named.or_else(|| numbered(name, "x", 32))
}

/// The number after `prefix`, below `limit` and without leading zeros.
pub fn numbered(name: &str, prefix: &str, limit: u8) -> Option<u8> {
    let digits = name.strip_prefix(prefix)?;
    let plain = digits == "0" || digits.bytes().all(|c| c.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|number| plain && *number < limit)
}

/// A word in assembly. `register` names a field of it: bit 0 rd, 1 rs1, 2 rs2; `immediate` stands for that of the word,
/// if it is given.
pub fn disassemble(insn: u32, register: impl Fn(u32, u32) -> Option<String>, immediate: Option<&str>) -> String {
    let Some(opcode) = decode(insn) else { return format!(".word {insn:#010x}") };
    let mut text = String::from(opcode.name);
    text.extend((!opcode.operands.is_empty()).then_some(' '));
    let number = |lsb: u32| insn >> lsb & 0x1f;
    let named = |field, lsb: u32| register(field, number(lsb)).unwrap_or_else(|| format!("x{}", number(lsb)));
    let own = immediate.map_or_else(|| (insn::immediate(insn).unwrap_or(0) as i32).to_string(), String::from);
    for letter in opcode.operands.chars() {
        text += &match letter {
            'd' => named(0, 7),
            's' => named(1, 15),
            't' => named(2, 20),
            'D' => format!("f{}", number(7)),
            'S' => format!("f{}", number(15)),
            'T' => format!("f{}", number(20)),
            'R' => format!("f{}", number(27)),
            'j' | 'o' | 'q' | 'p' | 'a' => own.clone(),
            'u' => immediate.map_or_else(|| format!("{:#x}", insn >> 12), String::from),
            'h' => number(20).to_string(),
            'E' => format!("{:#x}", insn >> 20),
            'Z' => number(15).to_string(),
            other => other.to_string(),
        };
    }
    text
}

/// Puts an immediate into the place that its letter says (see [`Opcode::operands`]).
///
/// # Errors
/// What the immediate may be.
pub fn place(letter: char, value: i64) -> Result<u32, &'static str> {
    let word = value as u32;
    let fits = |range: std::ops::Range<i64>, expected| if range.contains(&value) { Ok(()) } else { Err(expected) };
    let even = |expected| if value & 1 == 0 { Ok(()) } else { Err(expected) };
    Ok(match letter {
        'j' | 'o' => {
            fits(-2048..2048, "-2048 to 2047")?;
            Format::I.write(word)
        }
        'q' => {
            fits(-2048..2048, "-2048 to 2047")?;
            Format::S.write(word)
        }
        'p' => {
            fits(-4096..4096, "an even number from -4096 to 4094")?;
            even("an even number from -4096 to 4094")?;
            Format::B.write(word)
        }
        'a' => {
            fits(-0x10_0000..0x10_0000, "an even number from -1048576 to 1048574")?;
            even("an even number from -1048576 to 1048574")?;
            Format::J.write(word)
        }
        'u' => {
            fits(0..0x10_0000, "0 to 0xfffff")?;
            word << 12
        }
        'h' => {
            fits(0..32, "0 to 31")?;
            word << 20
        }
        'E' => {
            fits(0..4096, "0 to 4095")?;
            word << 20
        }
        _ => {
            fits(0..32, "0 to 31")?;
            word << 15
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::insn::opcode;

    #[test]
    fn no_word_is_two_instructions() {
        for (i, a) in OPCODES.iter().enumerate() {
            assert_eq!(a.value & !a.mask, 0, "{}", a.name);
            for b in &OPCODES[..i] {
                assert!(a.name != b.name && (a.value ^ b.value) & a.mask & b.mask != 0, "{} and {}", a.name, b.name);
            }
        }
        for (name, mask, value) in COMPRESSED {
            assert_eq!(value & !mask, 0, "{name}");
            assert!(decode(value).is_some(), "{name}");
        }
    }

    #[test]
    fn immediates_go_where_they_are_read() {
        for value in [-4096, -2048, -2, 0, 2, 1024, 2046, 4094] {
            assert_eq!(insn::immediate(place('p', value).unwrap() | opcode::BRANCH), Some(value as u32));
            assert_eq!(insn::immediate(place('a', 16 * value).unwrap() | opcode::JAL), Some((16 * value) as u32));
        }
        for (letter, wrong) in
            [('j', 2048), ('q', -2049), ('p', 3), ('p', 4096), ('a', 1), ('u', -1), ('h', 32), ('Z', 32)]
        {
            assert!(place(letter, wrong).is_err(), "{letter} {wrong}");
        }
    }

    #[test]
    fn registers_have_two_names() {
        assert_eq!(
            (register("x31"), register("t6"), register("fp"), register("s0")),
            (Some(31), Some(31), Some(8), Some(8))
        );
        assert_eq!((register("x32"), register("x05"), register("d1"), register("x")), (None, None, None, None));
        assert_eq!(disassemble(0xfe11_2e23, |_, _| None, None), "sw x1,-4(x2)");
        assert_eq!(disassemble(0x0000_00b7, |_, n| Some(format!("d{n}")), Some("%hi(T.PC)")), "lui d1,%hi(T.PC)");
        assert_eq!(disassemble(0, |_, _| None, None), ".word 0x00000000");
    }
}
