//! How a template becomes an instruction (docs/reference/hps.md, H5).
use crate::spec::hps::record::Insn;
use crate::spec::hps::words::{Immediate, Register, Replacement};

/// An instruction of a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Filled {
    pub insn: u32,
    /// The immediate did not fit.
    pub truncated: bool,
    /// The target was asked for and is not known.
    pub unknown: bool,
}

/// The part of an address that goes into a U-format.
const fn high(word: u32) -> u32 {
    word.wrapping_add(0x800) & 0xffff_f000
}

/// Fills the fields of a template: registers first, then the immediate, which wins where both lie.
pub(super) fn instantiate(word: &Replacement, matched: &Insn, target: Option<u32>) -> Filled {
    let mut insn = word.template;
    for (source, lsb) in [(word.rd, 7), (word.rs1, 15), (word.rs2, 20)] {
        let from = match source {
            Register::Literal => continue,
            Register::Rd => 7,
            Register::Rs1 => 15,
            Register::Rs2 => 20,
        };
        insn = insn & !(0x1f << lsb) | (matched.insn >> from & 0x1f) << lsb;
    }
    let upper = |insn: u32, value: u32| insn & 0xfff | high(value);
    let lower = |insn: u32, value: u32| match insn & 0x7f {
        // Stores have their immediate in two parts.
        0x23 | 0x27 => insn & 0x01ff_f07f | (value >> 5 & 0x7f) << 25 | (value & 0x1f) << 7,
        _ => insn & 0x000f_ffff | value << 20,
    };
    let own = matched.immediate().unwrap_or(0);
    let leads = target.unwrap_or(0);
    let insn = match word.immediate {
        Immediate::Literal => insn,
        Immediate::Same => lower(insn, own),
        Immediate::PcHigh => upper(insn, matched.pc),
        Immediate::PcLow => lower(insn, matched.pc),
        Immediate::InsnHigh => upper(insn, matched.insn),
        Immediate::InsnLow => lower(insn, matched.insn),
        Immediate::TargetHigh => upper(insn, leads),
        Immediate::TargetLow => lower(insn, leads),
    };
    Filled {
        insn,
        truncated: word.immediate == Immediate::Same && !(-2048..2048).contains(&(own as i32)),
        unknown: matches!(word.immediate, Immediate::TargetHigh | Immediate::TargetLow) && target.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::classify::classify;
    use crate::spec::checkmap::Code;
    use crate::spec::hps::record::MACHINE;

    fn at(pc: u32, insn: u32) -> Insn {
        let class = classify(insn);
        let (short, trap, filter) = (false, false, Code::None);
        Insn { pc, insn, class, short, privilege: MACHINE, trap, next: None, address: 0, filter }
    }

    fn filled(template: u32, immediate: Immediate, matched: Insn) -> u32 {
        instantiate(&Replacement { template, immediate, ..Replacement::default() }, &matched, matched.target()).insn
    }

    const LUI: u32 = 0x0000_00b7;
    const ADDI: u32 = 0x0000_8093;
    /// sw x1, 0(x1)
    const SW: u32 = 0x0010_a023;

    #[test]
    fn high_and_low_parts_add_up_with_the_sign_of_the_low_one() {
        for pc in [0x0000_07ff, 0x0000_0800, 0xffff_f800, 0xffff_f7ff, 0x8000_0000, 0x1234_5678] {
            let matched = at(pc, 0x13);
            let (lui, addi) = (filled(LUI, Immediate::PcHigh, matched), filled(ADDI, Immediate::PcLow, matched));
            assert_eq!((lui & 0xfff, addi & 0xf_ffff), (LUI, ADDI));
            assert_eq!((lui & 0xffff_f000).wrapping_add_signed(addi as i32 >> 20), pc, "{pc:08x}");
            let store = at(0, filled(SW, Immediate::PcLow, matched));
            assert_eq!(store.immediate(), Some((pc << 20) as i32 as u32).map(|low| (low as i32 >> 20) as u32));
            assert_eq!(store.insn & 0x01ff_f07f, SW);
        }
        // lw x1, -4(x2) as an operand: its own 32-bit form, and its immediate.
        let load = at(0x80, 0xffc1_2083);
        assert_eq!(filled(LUI, Immediate::InsnHigh, load), 0xffc1_20b7);
        assert_eq!(filled(ADDI, Immediate::InsnLow, load), 0x0830_8093);
        assert_eq!(filled(ADDI, Immediate::Same, load), 0xffc0_8093);
    }

    #[test]
    fn registers_come_from_any_field_and_the_immediate_wins() {
        // add x5, x6, x7
        let matched = at(0, 0x0073_02b3);
        let word = Replacement {
            template: 0x33,
            rd: Register::Rs2,
            rs1: Register::Rd,
            rs2: Register::Rs1,
            ..Replacement::default()
        };
        assert_eq!(instantiate(&word, &matched, None).insn, 6 << 20 | 5 << 15 | 7 << 7 | 0x33);
        let clash = Replacement { template: ADDI, rs2: Register::Rs1, immediate: Immediate::Same, ..word };
        let result = instantiate(&clash, &matched, None);
        assert_eq!((result.insn >> 20, result.truncated), (0, false), "no immediate counts as 0");
    }

    #[test]
    fn what_does_not_fit_or_is_not_known_is_told() {
        // lui x1, 1; beq backward by 4096; jalr x1, x2
        for (insn, truncated) in [(0x0000_10b7, true), (0x8000_0063, true), (0x8000_0013, false)] {
            let word = Replacement { template: ADDI, immediate: Immediate::Same, ..Replacement::default() };
            assert_eq!(instantiate(&word, &at(0, insn), None).truncated, truncated, "{insn:08x}");
        }
        for immediate in [Immediate::TargetHigh, Immediate::TargetLow] {
            let word = Replacement { template: ADDI, immediate, ..Replacement::default() };
            let call = at(0x1000, 0x0001_00e7);
            assert!(instantiate(&word, &call, call.target()).unknown);
            let back = at(0x1000, 0xff1f_f0ef);
            assert!(!instantiate(&word, &back, back.target()).unknown);
        }
    }
}
