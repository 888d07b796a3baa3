//! What a tuple holds, and how a raw record leaves (docs/reference/hotlist.md, V5 and V7).
use crate::spec::classify::Opclass;
use crate::spec::insn::opcode;
use crate::spec::sample_buffer::{Format, LANES_MAX, Sample};

/// What the tuple of an instruction holds beside its address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// There is no tuple.
    #[default]
    None = 0,
    /// What was loaded or stored, or the result.
    Val = 1,
    /// Byte address of the access.
    Addr = 2,
    /// Cycles of the access.
    Lat = 3,
    /// `pc[32:1]` of what register x1 holds: where the procedure returns to, before it has saved x1.
    Ra = 4,
    /// `pc[32:1]` on top of the shadow stack: where the procedure returns to.
    Caller = 5,
    /// `pc[32:1]` of the next instruction.
    Npct = 6,
    /// The instruction, expanded.
    Insn = 7,
}

impl Kind {
    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 8] =
        [Self::None, Self::Val, Self::Addr, Self::Lat, Self::Ra, Self::Caller, Self::Npct, Self::Insn];
    /// Bits of a code.
    pub const BITS: u32 = 3;

    /// The kind of the low three bits of a code.
    pub const fn from_code(code: u32) -> Self {
        Self::ALL[code as usize % Self::ALL.len()]
    }

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Val => "value",
            Self::Addr => "address",
            Self::Lat => "latency",
            Self::Ra => "ra",
            Self::Caller => "caller",
            Self::Npct => "next",
            Self::Insn => "insn",
        }
    }

    /// The kind called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the value is `pc[32:1]` of an instruction.
    pub const fn is_place(self) -> bool {
        matches!(self, Self::Ra | Self::Caller | Self::Npct)
    }
}

/// Classes of a register of kinds.
pub const KINDS: usize = 8;

/// The word of register `number` of the kinds.
pub fn kinds_word(kinds: &[Kind; Opclass::COUNT], number: usize) -> u32 {
    let of = kinds.iter().skip(KINDS * number).take(KINDS);
    of.enumerate().fold(0, |word, (at, kind)| word | (*kind as u32) << (Kind::BITS * at as u32))
}

/// Takes the word of register `number` of the kinds.
pub fn set_kinds(kinds: &mut [Kind; Opclass::COUNT], number: usize, word: u32) {
    for (at, kind) in kinds.iter_mut().skip(KINDS * number).take(KINDS).enumerate() {
        *kind = Kind::from_code(word >> (Kind::BITS * at as u32));
    }
}

/// What the table counts: an instruction and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// `pc[32:1]` of the instruction.
    pub pct: u32,
    /// Low 32 bits of the value.
    pub value: u32,
}

/// Classes whose instructions write an integer register that their bits 11:7 name.
pub const WRITERS: [Opclass; 11] = [
    Opclass::Load,
    Opclass::Call,
    Opclass::IndirectCall,
    Opclass::Coroutine,
    Opclass::Alu,
    Opclass::Upper,
    Opclass::Multiply,
    Opclass::Divide,
    Opclass::Atomic,
    Opclass::Csr,
    Opclass::System,
];

/// Bit 4 of an instruction tells floating-point arithmetic from its fused forms.
pub const UNFUSED_BIT: u32 = 4;
/// Bits 31 and 28 tell floating-point arithmetic with an integer result: 1 and 0.
pub const TO_INTEGER_BITS: (u32, u32) = (31, 28);

const _: () = {
    assert!(opcode::OP_FP >> UNFUSED_BIT & 1 == 1 && opcode::MADD >> UNFUSED_BIT & 1 == 0);
};

/// Whether an instruction writes x1 (V6).
pub fn links(class: Opclass, insn: u32) -> bool {
    let bit = |at: u32| insn >> at & 1 == 1;
    let (one, zero) = TO_INTEGER_BITS;
    let floats = class == Opclass::Fp && bit(UNFUSED_BIT) && bit(one) && !bit(zero);
    insn >> 7 & 31 == 1 && (WRITERS.contains(&class) || floats)
}

/// Words of a raw record of this format, the first one included.
pub const fn granules(format: Format) -> u32 {
    1 + (1 << format.stride_log2())
}

/// A raw record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RawRecord {
    /// Lanes and sideband.
    pub sample: Sample,
    /// Place in its burst, from 0.
    pub position: u8,
}

impl RawRecord {
    /// The words, as they leave: sideband and position, then the lanes.
    pub fn words(&self, format: Format) -> Vec<u32> {
        let head = u32::from(self.sample.side) | u32::from(self.position) << 16;
        let lanes = &self.sample.lanes[..granules(format) as usize - 1];
        std::iter::once(head).chain(lanes.iter().copied()).collect()
    }

    /// The record of these words; `None` when they are not as many as the format has.
    pub fn from_words(words: &[u32], format: Format) -> Option<Self> {
        let (head, rest) = words.split_first()?;
        if words.len() != granules(format) as usize {
            return None;
        }
        let mut lanes = [0; LANES_MAX as usize];
        lanes[..rest.len()].copy_from_slice(rest);
        Some(Self { sample: Sample { lanes, side: *head as u16 }, position: (head >> 16) as u8 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_their_words() {
        let mut kinds = [Kind::None; Opclass::COUNT];
        for (at, kind) in kinds.iter_mut().enumerate() {
            *kind = Kind::from_code(at as u32 * 5 + 3);
        }
        let words = [0, 1, 2].map(|number| kinds_word(&kinds, number));
        assert!(words[0] >> 24 == 0 && words[1] >> 24 == 0 && words[2] >> 15 == 0 && words[2] != 0);
        let mut back = [Kind::None; Opclass::COUNT];
        (0..3).for_each(|number| set_kinds(&mut back, number, words[number] | 0xff00_0000));
        assert_eq!(back, kinds);
        assert!(Kind::ALL.into_iter().all(|kind| Kind::from_name(kind.name()) == Some(kind)));
    }

    #[test]
    fn a_raw_record_is_its_words() {
        for (format, words) in [(0x0001, 2), (0x0041, 3), (0x5421, 5)] {
            let format = Format(format);
            let mut lanes = [1, 2, 3, 4];
            lanes[words - 1..].fill(0);
            let record = RawRecord { sample: Sample { lanes, side: 0xab61 }, position: 0xfe };
            assert_eq!(record.words(format).len(), words);
            assert_eq!(record.words(format)[0], 0x00fe_ab61);
            assert_eq!(RawRecord::from_words(&record.words(format), format), Some(record));
            assert_eq!(RawRecord::from_words(&record.words(format)[1..], format), None);
        }
    }

    #[test]
    fn what_writes_x1() {
        // jal ra; jalr ra; lw ra; addi ra; c.ret expanded (jalr x0, ra); sw with bits 11:7 of 1; jal x5
        let cases = [
            (0x0000_00ef, Opclass::Call, true),
            (0x0003_00e7, Opclass::IndirectCall, true),
            (0x0001_2083, Opclass::Load, true),
            (0x0000_0093, Opclass::Alu, true),
            (0x0000_8067, Opclass::Return, false),
            (0x0020_a0a3, Opclass::Store, false),
            (0x0000_02ef, Opclass::Call, false),
            // fcvt.w.s x1; feq.s x1; fmv.x.w x1: integers. fadd.s f1; fmv.w.x f1; fmadd.s f1: not.
            (0xc000_00d3, Opclass::Fp, true),
            (0xa000_20d3, Opclass::Fp, true),
            (0xe000_00d3, Opclass::Fp, true),
            (0x0000_00d3, Opclass::Fp, false),
            (0xf000_00d3, Opclass::Fp, false),
            (0xe000_00c3, Opclass::Fp, false),
        ];
        for (insn, class, expected) in cases {
            assert_eq!(links(class, insn), expected, "{insn:08x}");
        }
    }
}
