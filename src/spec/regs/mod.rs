//! The registers of a profiler, as a bus sees them (docs/reference/registers.md is made from this table).
//!
//! The table is the one place where an offset, a field or a reset value is written: the decoder in hardware
//! (`hw::regs`), the model, the constants of this module, the C header, the SVD and the page are made from it.
mod build;
mod built;
mod table;

pub use build::{BURST_MODES, BUS_PRESETS, Bus, Capabilities, MAPPED_KINDS, PRESETS, SELECT_KINDS};
pub use built::{Built, Made, Row, Span};
pub(crate) use table::registers;
pub use table::*;

/// Bits of a byte offset; what lies beyond the last register is a hole.
pub const ADDRESS_BITS: u32 = 12;
/// Registers of a page: the hardware decodes page and slot on their own.
pub const PAGE_WORDS: u16 = 32;
/// Bits of the number of a register in its page.
pub const SLOT_BITS: u32 = PAGE_WORDS.trailing_zeros();
/// Bits of the number of a page.
pub const PAGE_BITS: u32 = ADDRESS_BITS - 2 - SLOT_BITS;

/// What a host may do with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Writing is refused.
    ReadOnly,
    /// A read gives the word that was written last, bits without a field included.
    ReadWrite,
    /// Reading is refused.
    WriteOnly,
    /// Reading has a side effect; writing is refused.
    ReadTakes,
}

impl Access {
    /// The name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Access::ReadOnly => "RO",
            Access::ReadWrite => "RW",
            Access::WriteOnly => "WO",
            Access::ReadTakes => "RO, takes",
        }
    }

    /// Whether a read is answered.
    pub const fn reads(self) -> bool {
        !matches!(self, Access::WriteOnly)
    }

    /// Whether a write is obeyed.
    pub const fn writes(self) -> bool {
        matches!(self, Access::ReadWrite | Access::WriteOnly)
    }
}

/// What the hardware of a field is (docs/contributing/layer.md has the ports that follow).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// None of its own: a constant of the build, or another unit knows it.
    Elsewhere,
    /// Flip-flops that a host writes.
    Kept,
    /// A flip-flop that is set by what happens, and stays until a host writes 1.
    Flag,
    /// A host reads what the unit says.
    Shown,
    /// Something starts when a host writes 1.
    Pulse,
}

/// What the hardware of a register is, besides that of its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A read gives a word that the build has forever.
    Fixed,
    /// The hardware is told of a write.
    Told,
}

impl Mark {
    pub(crate) const fn is(self, other: Mark) -> bool {
        self as u8 == other as u8
    }
}

/// Some bits of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name, unique among the fields of configuration registers: the hardware has a port `cfg_<name>` for each of
    /// those.
    pub name: &'static str,
    /// Lowest bit.
    pub lsb: u32,
    /// Number of bits.
    pub width: u32,
    /// Value after reset.
    pub reset: u32,
    /// What its hardware is.
    pub home: Home,
    /// What it means.
    pub doc: &'static str,
}

impl Field {
    /// The bits of the field in its register.
    pub const fn mask(&self) -> u32 {
        (u32::MAX >> (32 - self.width)) << self.lsb
    }

    /// The field's part of a register's word.
    pub const fn of(&self, word: u32) -> u32 {
        (word & self.mask()) >> self.lsb
    }

    /// A register's word with this field at `value` and all others 0.
    pub const fn at(&self, value: u32) -> u32 {
        (value << self.lsb) & self.mask()
    }
}

/// A register of 32 bits, or an array of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Name.
    pub name: &'static str,
    /// Byte offset, a multiple of 4.
    pub offset: u16,
    /// How many registers follow each other.
    pub words: u16,
    /// What a host may do.
    pub access: Access,
    /// A read gives a word that the build has forever.
    pub fixed: bool,
    /// The hardware is told of a write.
    pub told: bool,
    /// Its fields, from the lowest bit up.
    pub fields: &'static [Field],
    /// What it is, and what reading or writing does.
    pub doc: &'static str,
}

impl Register {
    /// The field called `name`.
    ///
    /// # Panics
    /// When there is none; in a constant that is an error of compilation.
    pub const fn field(&self, name: &str) -> &'static Field {
        let mut i = 0;
        while i < self.fields.len() {
            if equal(self.fields[i].name, name) {
                return &self.fields[i];
            }
            i += 1;
        }
        panic!("the register has no such field")
    }

    /// Value after reset of what a read gives.
    pub const fn reset(&self) -> u32 {
        let (mut word, mut i) = (0, 0);
        while i < self.fields.len() {
            word |= self.fields[i].at(self.fields[i].reset);
            i += 1;
        }
        word
    }

    /// Number of its page.
    pub const fn page(&self) -> u16 {
        self.offset / 4 / PAGE_WORDS
    }

    /// Number of its first word in the page.
    pub const fn slot(&self) -> u16 {
        self.offset / 4 % PAGE_WORDS
    }

    /// Whether the word at byte offset `address` belongs to it; bits 1 and 0 of an address have no meaning.
    pub const fn holds(&self, address: u16) -> bool {
        let word = address / 4;
        word >= self.offset / 4 && word < self.offset / 4 + self.words
    }

    /// Whether it is one of the registers that configure the units, read back from a memory.
    pub const fn configures(&self) -> bool {
        self.page() == CONFIG_PAGE
    }
}

/// The word at offset 0: "TTP1".
pub const ID_WORD: u32 = ID.reset();
/// Page of the configuration registers.
pub const CONFIG_PAGE: u16 = CTRL.page();
/// Page of identity, status, commands and dump.
pub const CORE_PAGE: u16 = STATUS.page();
/// Page of the statistics of the engine, which a build may leave out.
pub const STATISTICS_PAGE: u16 = N_LO.page();
/// Page of the counters of the front end.
pub const COUNTER_PAGE: u16 = RETIRED.page();

/// Registers that say what a build is: those in front of STATUS.
pub const IDENTITIES: usize = CAP_CHECKMAP.slot() as usize + 1;
/// Configuration registers that are not 0 after a reset.
pub const RESETS: [Register; resets()] = {
    let (mut found, mut count, mut i) = ([CTRL; resets()], 0, 0);
    while i < REGISTERS.len() {
        if REGISTERS[i].configures() && REGISTERS[i].reset() != 0 {
            found[count] = REGISTERS[i];
            count += 1;
        }
        i += 1;
    }
    found
};

const fn resets() -> usize {
    let (mut count, mut i) = (0, 0);
    while i < REGISTERS.len() {
        count += (REGISTERS[i].configures() && REGISTERS[i].reset() != 0) as usize;
        i += 1;
    }
    count
}

/// The register at byte offset `address`.
pub fn at(address: u16) -> Option<&'static Register> {
    find(REGISTERS, address).map(|(register, _)| register)
}

/// The register of a table at byte offset `address`, and which word of it.
pub fn find(registers: &'static [Register], address: u16) -> Option<(&'static Register, usize)> {
    let register = registers.iter().find(|register| register.holds(address))?;
    Some((register, usize::from((address - register.offset) / 4)))
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// What COMMAND asks for. Commands are obeyed in the order of events and one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    /// Sends a dump of what all events before it made.
    Snapshot = 1,
    /// Empties the engine.
    Reset = 2,
    /// Sends a dump, then empties the engine.
    SnapshotReset = 3,
    /// Releases the record that the tap holds until it knows the next address.
    Flush = 4,
    /// Zeroes the counters of the front end, HOSTVIOL included; refused while the sample buffer holds records.
    ClearCounters = 5,
    /// Opens the gate: retirements that come from then on are judged.
    Enable = 6,
    /// Shuts the gate: retirements that come from then on count as REJ_GATE.
    Disable = 7,
}

impl Op {
    /// Every operation.
    pub const ALL: [Op; 7] =
        [Op::Snapshot, Op::Reset, Op::SnapshotReset, Op::Flush, Op::ClearCounters, Op::Enable, Op::Disable];

    /// The operation with this code.
    pub fn from_code(code: u32) -> Option<Op> {
        Op::ALL.into_iter().find(|op| *op as u32 == code)
    }
}

/// Fails unless the registers of a table stand in the order of their offsets, apart, and within so many bits of a byte
/// offset.
#[cfg(test)]
pub(super) fn assert_apart(registers: &[Register], address_bits: u32) {
    let mut end = 0;
    for register in registers {
        assert!(register.offset >= end, "{} overlaps", register.name);
        end = register.offset + 4 * register.words;
        assert!(u32::from(end) <= 1 << address_bits, "{} lies beyond the window", register.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn nothing_is_defined_twice_and_nothing_overlaps() {
        let (mut names, mut words, mut outputs) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for register in REGISTERS {
            assert!(names.insert(register.name), "{} twice", register.name);
            assert!(register.offset.is_multiple_of(4) && register.words > 0, "{}", register.name);
            for word in register.offset / 4..register.offset / 4 + register.words {
                assert!(word < 1 << (ADDRESS_BITS - 2), "{} lies beyond the window", register.name);
                assert!(words.insert(word), "{} overlaps", register.name);
            }
            let (mut used, mut inner) = (0, BTreeSet::new());
            for field in register.fields {
                assert!(field.width > 0 && field.lsb + field.width <= 32, "{}.{}", register.name, field.name);
                assert_eq!(used & field.mask(), 0, "{}.{} overlaps", register.name, field.name);
                assert!(field.mask() > used, "{}: fields are not from low to high", register.name);
                used |= field.mask();
                assert_eq!(field.of(field.at(field.reset)), field.reset, "{}.{}", register.name, field.name);
                assert!(inner.insert(field.name), "{}.{} twice", register.name, field.name);
                assert!(!register.configures() || outputs.insert(field.name), "cfg_{} twice", field.name);
                assert!(!field.doc.is_empty());
            }
            assert!(used != 0 && !register.doc.is_empty(), "{}", register.name);
        }
        assert!(names.len() > 50 && words.len() > 150, "{} registers", names.len());
    }

    #[test]
    fn the_pages_hold_what_the_decoder_takes_them_for() {
        for register in REGISTERS {
            let page = register.page();
            let wide = register.words == 1 || register.words.is_multiple_of(PAGE_WORDS) && register.slot() == 0;
            assert!(wide, "{}: an array fills whole pages", register.name);
            let expected = match page {
                CORE_PAGE => true,
                STATISTICS_PAGE | COUNTER_PAGE => register.access == Access::ReadOnly,
                CONFIG_PAGE => matches!(register.access, Access::ReadWrite | Access::WriteOnly),
                _ => register.name == IGN.name,
            };
            assert!(expected, "{} lies on page {page}", register.name);
        }
        let taking: Vec<&str> = REGISTERS
            .iter()
            .filter(|register| register.access == Access::ReadTakes)
            .map(|register| register.name)
            .collect();
        assert_eq!(taking, [DUMP_TAKE.name]);
    }

    #[test]
    fn fields_find_their_bits() {
        let mask = F1CFG.field("F1_MASK");
        assert_eq!((mask.mask(), mask.of(0x1_2345), mask.at(0x1ff)), (0xff00, 0x23, 0xff00));
        assert_eq!(at(IGN.offset + 4 * 127 + 3).map(|r| r.name), Some("IGN"));
        assert_eq!(at(0xffc), None);
        assert_eq!(Op::from_code(3), Some(Op::SnapshotReset));
        assert_eq!((Op::from_code(6), Op::from_code(7)), (Some(Op::Enable), Some(Op::Disable)));
        assert_eq!(Op::from_code(8), None);
    }
}
