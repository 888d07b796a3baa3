//! The ALU, the counters in the data memory, the index registers: plain arithmetic (docs/reference/coproc.md, B.3).
use crate::spec::coproc::Part;
use crate::spec::coproc::word::{Alu, Index, Memory};

/// R of A and B, and `asat` if the operation saturates. Values have so many bits that `max` is the largest.
pub(super) fn alu(op: Alu, a: u64, b: u64, max: u64) -> (u64, Option<bool>) {
    let wide = u128::from(a) + u128::from(b);
    let r = match op {
        Alu::Nop => 0,
        Alu::Mov => a,
        Alu::Rot16 => u64::from((a as u32).rotate_left(16)),
        Alu::Add => a.wrapping_add(b),
        Alu::Sub => a.wrapping_sub(b),
        Alu::Adds => wide.min(max.into()) as u64,
        Alu::Subs => a.saturating_sub(b),
        Alu::And => a & b,
        Alu::Or => a | b,
        Alu::Xor => a ^ b,
        Alu::Shl1 => a << 1,
        Alu::Shl2 => a << 2,
        Alu::Shr1 => a >> 1,
        Alu::Shr2 => a >> 2,
        Alu::Shr4 => a >> 4,
        Alu::Shr8 => a >> 8,
    } & max;
    let saturated = match op {
        Alu::Adds => Some(r == max),
        Alu::Subs => Some(r == 0),
        _ => None,
    };
    (r, saturated)
}

/// What becomes of a part of an entry.
pub(super) struct Counted {
    /// The new part, if it is written.
    pub(super) written: Option<u64>,
    /// The new MD, if it changes.
    pub(super) read: Option<u64>,
    /// The new `msat`, if it changes.
    pub(super) saturated: Option<bool>,
}

/// An operation on a part that holds `old`.
pub(super) fn count(op: Memory, part: Part, old: u64, r: u64) -> Counted {
    let up = |by: u64| u128::from(old).saturating_add(by.into()).min(part.max().into()) as u64;
    let changed = |new: u64, bound: u64| Counted { written: Some(new), read: Some(new), saturated: Some(new == bound) };
    match op {
        Memory::Ld => Counted { written: None, read: Some(old), saturated: None },
        Memory::St => Counted { written: Some(r), read: None, saturated: None },
        Memory::Inc => changed(up(1), part.max()),
        Memory::Dec => changed(old.saturating_sub(1), 0),
        Memory::Add => changed(up(r), part.max()),
        Memory::Xchg => Counted { written: Some(r), read: Some(old), saturated: None },
        _ => Counted { written: None, read: None, saturated: None },
    }
}

/// The new value of an index of which `max` is the largest, and the new `isat` if it changes; `None` if nothing is
/// written. `x` is the index that is read.
pub(super) fn step(op: Index, x: u16, max: u16, r: u64, matched: Option<u8>) -> Option<(u16, Option<bool>)> {
    let x = u32::from(x);
    let (new, saturated) = match op {
        Index::Nop => return None,
        Index::Inc => ((x + 1) as u16 & max, Some(0)),
        Index::Dec => (x.wrapping_sub(1) as u16 & max, Some(max)),
        Index::Incs => ((x + 1).min(max.into()) as u16, Some(max)),
        Index::Decs => (x.saturating_sub(1).min(max.into()) as u16, Some(0)),
        Index::Mov => (x as u16 & max, None),
        Index::Alu => (r as u16 & max, None),
        Index::Match => (u16::from(matched?) & max, None),
    };
    Some((new, saturated.map(|bound| new == bound)))
}
