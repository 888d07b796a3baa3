//! What each instruction does (docs/reference/iss.md, I2). Source: RISC-V unprivileged specification.
use super::{Access, Effect, Hart, Operation, Trap};
use crate::spec::hps::{OFF_TRIGGER_CUSTOM, ON_TRIGGER_CUSTOM};
use crate::spec::insn::{immediate, opcode};
use crate::spec::tap::MRET;

const ECALL: u32 = 0x0000_0073;
const EBREAK: u32 = 0x0010_0073;
const WFI: u32 = 0x1050_0073;

impl Hart {
    /// Executes one instruction; after an exception nothing has changed.
    pub(super) fn execute(&mut self, operation: &Operation) -> Result<Effect, Trap> {
        let &Operation { pc, insn, after, private, raw } = operation;
        let illegal = Trap::illegal(raw);
        let funct3 = insn >> 12 & 7;
        let field = |lsb: u32| insn >> lsb & 0x1f;
        let read = |hart: &Self, lsb: u32, bit: u8| match private >> bit & 1 {
            0 => hart.x[field(lsb) as usize],
            _ => hart.private[(field(lsb) & 7) as usize],
        };
        let (a, b) = (read(self, 15, 1), read(self, 20, 2));
        // Zero where the format has none, and then it is not used.
        let offset = immediate(insn).unwrap_or(0);
        let mut effect = Effect { next: after, taken: false, written: true, value: 0, access: None };
        effect.value = match insn & 0x7f {
            opcode::LUI => offset,
            opcode::AUIPC => pc.wrapping_add(offset),
            opcode::JAL => {
                effect.goes(pc.wrapping_add(offset));
                after
            }
            opcode::JALR if funct3 == 0 => {
                effect.goes(a.wrapping_add(offset) & !1);
                after
            }
            opcode::BRANCH => {
                if branches(funct3, a, b).ok_or(illegal)? {
                    effect.goes(pc.wrapping_add(offset));
                }
                effect.written = false;
                0
            }
            opcode::LOAD => {
                self.load(funct3, a.wrapping_add(offset), &mut effect).map_err(|why| why.unwrap_or(illegal))?
            }
            opcode::STORE => {
                effect.written = false;
                self.store(funct3, a.wrapping_add(offset), b, &mut effect).map_err(|why| why.unwrap_or(illegal))?
            }
            opcode::OP_IMM => immediates(insn, funct3, a, offset).ok_or(illegal)?,
            opcode::OP => registers(insn >> 25, funct3, a, b).ok_or(illegal)?,
            // FENCE, FENCE.I: nothing is kept anywhere.
            opcode::MISC_MEM if funct3 < 2 => {
                effect.written = false;
                0
            }
            opcode::SYSTEM => self.system(operation, a, &mut effect)?,
            _ if insn == ON_TRIGGER_CUSTOM || insn == OFF_TRIGGER_CUSTOM => {
                effect.written = false;
                0
            }
            _ => return Err(illegal),
        };
        let number = field(7) as usize;
        match private & 1 {
            _ if !effect.written => (),
            0 if number == 0 => effect.written = false,
            0 => self.x[number] = effect.value,
            _ => self.private[number & 7] = effect.value,
        }
        self.csrs.cycles += 1;
        Ok(effect)
    }

    fn load(&self, funct3: u32, address: u32, effect: &mut Effect) -> Result<u32, Option<Trap>> {
        let count = match funct3 {
            0 | 4 => 1,
            1 | 5 => 2,
            2 => 4,
            _ => return Err(None),
        };
        let word = self.memory.read(address, count).ok_or(Trap { cause: Trap::LOAD, value: address })?;
        effect.access = Some(Access { address, count, write: false, value: word });
        Ok(match funct3 {
            0 => word as i8 as u32,
            1 => word as i16 as u32,
            _ => word,
        })
    }

    fn store(&mut self, funct3: u32, address: u32, word: u32, effect: &mut Effect) -> Result<u32, Option<Trap>> {
        if funct3 > 2 {
            return Err(None);
        }
        let count = 1 << funct3;
        self.memory.write(address, count, word).ok_or(Trap { cause: Trap::STORE, value: address })?;
        effect.access = Some(Access { address, count, write: true, value: word });
        Ok(0)
    }

    /// CSRs, and what stands beside them.
    fn system(&mut self, operation: &Operation, a: u32, effect: &mut Effect) -> Result<u32, Trap> {
        let &Operation { pc, insn, private, raw, .. } = operation;
        let illegal = Trap::illegal(raw);
        effect.written = false;
        match insn {
            ECALL => return Err(Trap { cause: Trap::CALL, value: 0 }),
            EBREAK => return Err(Trap { cause: Trap::BREAK, value: pc }),
            MRET => {
                effect.goes(self.csrs.leave());
                return Ok(0);
            }
            // No interrupt will come: it need not wait.
            WFI => return Ok(0),
            _ => (),
        }
        let (funct3, number, source) = (insn >> 12 & 7, insn >> 20, insn >> 15 & 0x1f);
        let old = self.csr(number).ok_or(illegal)?;
        let operand = if funct3 & 4 == 0 { a } else { source };
        // Setting or clearing nothing is no write, which those that are read only can stand.
        let silent = source == 0 && (funct3 & 4 != 0 || private & 2 == 0);
        let new = match funct3 & 3 {
            1 => Some(operand),
            2 => Some(old | operand).filter(|_| !silent),
            3 => Some(old & !operand).filter(|_| !silent),
            _ => return Err(illegal),
        };
        if let Some(new) = new {
            self.set_csr(number, new).ok_or(illegal)?;
        }
        effect.written = true;
        Ok(old)
    }
}

/// Whether a branch is taken; `None` if there is no such branch.
fn branches(funct3: u32, a: u32, b: u32) -> Option<bool> {
    let (signed_a, signed_b) = (a as i32, b as i32);
    Some(match funct3 {
        0 => a == b,
        1 => a != b,
        4 => signed_a < signed_b,
        5 => signed_a >= signed_b,
        6 => a < b,
        7 => a >= b,
        _ => return None,
    })
}

/// Arithmetic with an immediate.
fn immediates(insn: u32, funct3: u32, a: u32, immediate: u32) -> Option<u32> {
    let funct7 = insn >> 25;
    match funct3 {
        1 | 5 if funct7 & !(if funct3 == 5 { 0x20 } else { 0 }) != 0 => None,
        1 | 5 => plain(funct7 != 0, funct3, a, immediate & 0x1f),
        _ => plain(false, funct3, a, immediate),
    }
}

/// Arithmetic between registers.
fn registers(funct7: u32, funct3: u32, a: u32, b: u32) -> Option<u32> {
    match funct7 {
        0 => plain(false, funct3, a, b),
        0x20 if funct3 == 0 || funct3 == 5 => plain(true, funct3, a, b),
        1 => Some(multiply(funct3, a, b)),
        _ => None,
    }
}

/// `other`: subtraction instead of addition, a shift that keeps the sign instead of one that does not.
fn plain(other: bool, funct3: u32, a: u32, b: u32) -> Option<u32> {
    Some(match funct3 {
        0 if other => a.wrapping_sub(b),
        0 => a.wrapping_add(b),
        1 => a << (b & 0x1f),
        2 => u32::from((a as i32) < b as i32),
        3 => u32::from(a < b),
        4 => a ^ b,
        5 if other => (a as i32 >> (b & 0x1f)) as u32,
        5 => a >> (b & 0x1f),
        6 => a | b,
        7 => a & b,
        _ => return None,
    })
}

/// The M extension: no division traps.
fn multiply(funct3: u32, a: u32, b: u32) -> u32 {
    let (signed_a, signed_b) = (i64::from(a as i32), i64::from(b as i32));
    match funct3 {
        0 => a.wrapping_mul(b),
        1 => ((signed_a * signed_b) >> 32) as u32,
        2 => ((signed_a * i64::from(b)) >> 32) as u32,
        3 => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        4 if b == 0 => u32::MAX,
        4 => (signed_a / signed_b) as u32,
        5 => a.checked_div(b).unwrap_or(u32::MAX),
        6 if b == 0 => a,
        6 => (signed_a % signed_b) as u32,
        _ => a.checked_rem(b).unwrap_or(a),
    }
}
