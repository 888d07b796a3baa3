//! Golden model of the map of checks (docs/reference/checkmap.md).
use crate::spec::checkmap::{Code, Image, WORD_CODES};

/// A memory of codes and its registers.
///
/// ```
/// # use treetap::{model::checkmap::Checkmap, spec::checkmap::Code};
/// let mut map = Checkmap::new(64);
/// map.write(0b0110); // slot 0 is a jump back, slot 1 an entry
/// map.configure(0x80, true);
/// assert_eq!([0x80, 0x82, 0x84, 0x7e].map(|pc| map.code(pc)), [Code::Back, Code::Entry, Code::None, Code::None]);
/// ```
#[derive(Clone, Debug)]
pub struct Checkmap {
    image: Image,
    at: usize,
    enabled: bool,
}

impl Checkmap {
    /// The state after a reset: so many codes, all of them none.
    pub fn new(slots: u32) -> Self {
        Self { image: Image::new(0, slots), at: 0, enabled: false }
    }

    /// BASE and EN are written.
    pub fn configure(&mut self, base: u32, enabled: bool) {
        self.image.base = base & !1;
        self.enabled = enabled;
    }

    /// The number of the word that is written next, modulo how many there are.
    pub fn seek(&mut self, word: u32) {
        self.at = word as usize % self.image.words.len();
    }

    /// Writes a word, 16 codes, and goes on to the next.
    pub fn write(&mut self, word: u32) {
        self.image.words[self.at] = word;
        self.at = (self.at + 1) % self.image.words.len();
    }

    /// Writes a whole image, as a host does: what it does not hold becomes none.
    ///
    /// # Panics
    /// When it has more codes than the memory.
    pub fn load(&mut self, image: &Image) {
        assert!(image.words.len() <= self.image.words.len(), "the image has more codes than the memory");
        self.seek(0);
        for at in 0..self.image.words.len() {
            self.write(image.words.get(at).copied().unwrap_or(0));
        }
        self.configure(image.base, true);
    }

    /// How many codes there are.
    pub fn slots(&self) -> u32 {
        self.image.words.len() as u32 * WORD_CODES
    }

    /// It says what checks are.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// The code of the instruction at `pc`, of which the low 32 bits count.
    pub fn code(&self, pc: u64) -> Code {
        if self.enabled { self.image.code(pc as u32) } else { Code::None }
    }
}
