//! The map of code: from lines of 8 to 64 bytes of code to dense keys of 16 bits (docs/reference/codemap.md).
use super::regs::{Access, Built, Field, Home, Mark, Register, registers};
use super::variant::{DEEP, Variant};

/// Log2 of the bytes of the shortest line.
pub const SHORTEST_LINE: u32 = 3;
/// Log2 of the bytes of the longest line.
pub const LONGEST_LINE: u32 = 6;
/// Bits of a key.
pub const KEY_BITS: u32 = 16;
/// The key of everything that the table has no entry for (G3). No entry has it.
pub const ELSEWHERE: u16 = u16::MAX;
/// Most entries: one single-port RAM of an UP5K.
pub const MOST_ENTRIES: u32 = 1 << MOST_BITS;
/// Bits of the number of an entry in the largest table.
pub const MOST_BITS: u32 = 14;
/// Bits of the number of an entry in the smallest table.
pub const LEAST_BITS: u32 = 10;
/// Bits of an address that is looked up.
pub const PC_BITS: u32 = 32;
/// Bits of the number of the shortest line of an address.
pub const NUMBER_BITS: u32 = PC_BITS - SHORTEST_LINE;
/// Cycles from an address to its key.
pub const LATENCY: usize = 2;
/// Cycles from an address to its key in a build for a fast clock.
pub const DEEP_LATENCY: usize = 6;
/// Bits of a byte offset among the registers.
pub const ADDRESS_BITS: u32 = 11;
/// The word of ID: "MAP1".
pub const ID_WORD: u32 = ID.reset();

registers! {
    ($) each_codemap_register;
    "Says that this is a map of code." ID 0x000 ReadOnly Fixed {
        ID 0 32 0x4d41_5031 "\"MAP1\"";
    }
    "Size of this build." BUILD 0x004 ReadOnly Fixed {
        ENTRIES 0 16 0 "entries of the table";
        KEY 24 8 16 "bits of a key";
    }
    "Switches." CTRL 0x008 ReadWrite {
        LINES_EN 0 1 0 Kept "addresses are looked up; else every one is elsewhere, and entries can be written and read";
        LINES_LONG 4 2 3 Kept "bytes of a line: 0 8, 1 16, 2 32, 3 64";
    }
    "What has happened." STATUS 0x00c ReadWrite {
        REFUSED 0 1 0 Flag "an access was refused; writing 1 clears it";
    }
    "The first line of code that the table has an entry for." BASE 0x010 ReadWrite {
        LINES_BASE 3 29 0 Kept "bits 31 to 3 of its address, which is a multiple of the bytes of a line";
    }
    "How many lines of code the table has entries for; the others are elsewhere." SIZE 0x014 ReadWrite {
        LINES_SIZE 0 15 0 Kept "lines, at most BUILD.ENTRIES";
    }
    "Which entry is written or read next." PLACE 0x018 WriteOnly Told {
        PLACE 0 14 0 "its number, modulo how many there are";
    }
    "An entry, then on to the next one; refused while CTRL.LINES_EN is 1." WRITE 0x01c WriteOnly Told {
        WRITE 0 16 0 "the key of the line";
    }
    "An entry, then on to the next one; refused while CTRL.LINES_EN is 1." READ 0x020 ReadTakes {
        READ 0 16 0 Shown "the key of the line";
    }
}

/// Keys of some lines of code, from `base` up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Address of the first line.
    pub base: u32,
    /// Log2 of the bytes of a line, [`SHORTEST_LINE`] to [`LONGEST_LINE`]; the base is a multiple of a line.
    pub line_bits: u32,
    /// The key of each line, at most [`MOST_ENTRIES`].
    pub entries: Vec<u16>,
}

impl Image {
    /// Number of the entry for an instruction at `pc` in a table of lines of `2^line_bits` bytes that begins at `base`,
    /// modulo the address space (G2).
    pub const fn line(pc: u32, base: u32, line_bits: u32) -> u32 {
        let number = (pc >> SHORTEST_LINE).wrapping_sub(base >> SHORTEST_LINE) & (u32::MAX >> SHORTEST_LINE);
        number >> (line_bits - SHORTEST_LINE)
    }

    /// The key of an instruction at `pc` (G2, G3).
    pub fn key(&self, pc: u32) -> u16 {
        self.entries.get(Self::line(pc, self.base, self.line_bits) as usize).copied().unwrap_or(ELSEWHERE)
    }
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// Entries of the table: a power of two from 1024 to [`MOST_ENTRIES`].
    pub entries: u32,
    /// The table lies in a single-port RAM of an iCE40 UltraPlus; else in block RAM.
    pub spram: bool,
}

impl Build {
    /// The build of a variant.
    ///
    /// # Panics
    /// When the variant is none of this unit.
    pub fn of(variant: &Variant) -> Self {
        Self { entries: variant.parameter("lines"), spram: variant.parameter("spram") == 1 }
    }

    /// The registers of the build.
    pub fn registers(&self) -> Built {
        Built::of(REGISTERS).with(&BUILD, |made| made.word |= BUILD.field("ENTRIES").at(self.entries))
    }
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// What is emitted.
pub const VARIANTS: [Variant; 4] = [
    preset(
        "up5k",
        "for up to 1 MB of code: one single-port RAM of an UP5K",
        &[("lines", 16384), ("spram", 1), (DEEP, 0)],
    ),
    preset("ecp5", "for up to 1 MB of code: 16 block RAMs of an ECP5", &[("lines", 16384), ("spram", 0), (DEEP, 0)]),
    preset(
        "ecp5_deep",
        "`ecp5` for a fast clock: keys come after six cycles",
        &[("lines", 16384), ("spram", 0), (DEEP, 1)],
    ),
    preset("small", "for up to 64 kB of code: one block RAM of an ECP5", &[("lines", 1024), ("spram", 0), (DEEP, 0)]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_stand_apart_and_say_what_is_built() {
        crate::spec::regs::assert_apart(REGISTERS, ADDRESS_BITS);
        assert_eq!(ID_WORD, u32::from_be_bytes(*b"MAP1"));
        let word = Build::of(&VARIANTS[0]).registers().word(&BUILD) as u32;
        let field = |name| BUILD.field(name).of(word);
        assert_eq!((field("ENTRIES"), field("KEY")), (16384, KEY_BITS));
        assert_eq!(CTRL.field("LINES_LONG").of(CTRL.reset()), LONGEST_LINE - SHORTEST_LINE);
    }

    #[test]
    fn lines_have_keys_from_the_base_up() {
        let image = Image { base: 0xffff_ffc0, line_bits: 6, entries: vec![7, 9] };
        let keys = [0xffff_ffbf, 0xffff_ffc0, 0xffff_ffff, 0, 0x3f, 0x40].map(|pc| image.key(pc));
        assert_eq!(keys, [ELSEWHERE, 7, 7, 9, 9, ELSEWHERE]);
        let short = Image { base: 0x10, line_bits: 4, entries: vec![7, 9] };
        assert_eq!([0xf, 0x10, 0x1f, 0x20, 0x2f, 0x30].map(|pc| short.key(pc)), [ELSEWHERE, 7, 7, 9, 9, ELSEWHERE]);
    }
}
