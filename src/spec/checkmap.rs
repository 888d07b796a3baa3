//! The map of checks: what is known of each instruction before the program runs (docs/reference/checkmap.md).
use super::variant::{DEEP, Variant};

/// Bits of a code.
pub const CODE_BITS: u32 = 2;
/// Codes in a word of the memory.
pub const WORD_CODES: u32 = 32 / CODE_BITS;
/// Bits of the number of a word that a host can give.
pub const ADDRESS_BITS: u32 = 12;

/// What an instruction is to the sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Code {
    /// Nothing.
    #[default]
    None = 0,
    /// The first of a procedure: a check.
    Entry = 1,
    /// A jump back: a check, where it is taken.
    Back = 2,
    /// No event.
    Mute = 3,
}

impl Code {
    /// Every code, in order.
    pub const ALL: [Self; 4] = [Self::None, Self::Entry, Self::Back, Self::Mute];

    /// The code of the low two bits.
    pub const fn from_bits(bits: u32) -> Self {
        Self::ALL[(bits % (1 << CODE_BITS)) as usize]
    }

    /// Name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Entry => "entry",
            Self::Back => "back",
            Self::Mute => "mute",
        }
    }
}

/// Codes of a stretch of code: one for every two bytes from `base` up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Address of the first code; even.
    pub base: u32,
    /// The codes, 16 in a word, the first in its lowest bits.
    pub words: Vec<u32>,
}

impl Image {
    /// No codes for `slots` times two bytes from `base` up.
    pub fn new(base: u32, slots: u32) -> Self {
        Self { base: base & !1, words: vec![0; slots.div_ceil(WORD_CODES) as usize] }
    }

    /// Place of the code for an instruction at `pc`, modulo the address space.
    pub const fn slot(&self, pc: u32) -> u32 {
        pc.wrapping_sub(self.base & !1) >> 1
    }

    /// Word and lowest bit of a place.
    const fn place(slot: u32) -> (usize, u32) {
        ((slot / WORD_CODES) as usize, slot % WORD_CODES * CODE_BITS)
    }

    /// The code for `pc`; none where it has no place.
    pub fn code(&self, pc: u32) -> Code {
        let (word, bit) = Self::place(self.slot(pc));
        Code::from_bits(self.words.get(word).map_or(0, |word| word >> bit))
    }

    /// Gives `pc` a code; false where it has no place.
    pub fn set(&mut self, pc: u32, code: Code) -> bool {
        let (word, bit) = Self::place(self.slot(pc));
        let Some(word) = self.words.get_mut(word) else { return false };
        *word = *word & !((Code::Mute as u32) << bit) | (code as u32) << bit;
        true
    }
}

const fn preset(name: &'static str, doc: &'static str, parameters: &'static [(&'static str, u32)]) -> Variant {
    Variant { name, doc, parameters }
}

/// Cycles from an address to its code.
pub const LATENCY: usize = 1;
/// Cycles from an address to its code in a build for a fast clock.
pub const DEEP_LATENCY: usize = 5;

/// What is emitted.
pub const PRESETS: [Variant; 5] = [
    preset("k8", "for 16 kB of code: 8192 codes, four block RAMs of an iCE40", &[("slots", 8192), (DEEP, 0)]),
    preset("k32", "for 64 kB of code: 32768 codes, four block RAMs of an ECP5", &[("slots", 32768), (DEEP, 0)]),
    preset("tiny", "64 codes, for tests", &[("slots", 64), (DEEP, 0)]),
    preset("k8_deep", "`k8` for a fast clock: codes come after five cycles", &[("slots", 8192), (DEEP, 1)]),
    preset("tiny_deep", "`tiny` for a fast clock", &[("slots", 64), (DEEP, 1)]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_places_from_the_base_up() {
        let mut image = Image::new(0x8000_0101, 40);
        assert_eq!((image.base, image.words.len()), (0x8000_0100, 3));
        for (i, code) in [Code::Entry, Code::Mute, Code::Back, Code::None].into_iter().cycle().take(48).enumerate() {
            assert!(image.set(0x8000_0100 + 2 * i as u32, Code::Mute));
            assert!(image.set(0x8000_0100 + 2 * i as u32, code));
        }
        assert!(!image.set(0x8000_0160, Code::Entry) && !image.set(0x8000_00fe, Code::Entry));
        assert_eq!(image.words, [0x2d2d_2d2d; 3]);
        assert_eq!(
            [0x8000_0100, 0x8000_0103, 0x8000_0104].map(|pc| image.code(pc)),
            [Code::Entry, Code::Mute, Code::Back]
        );
        assert_eq!([0x8000_00fe, 0x8000_0160, 0].map(|pc| image.code(pc)), [Code::None; 3]);
    }
}
