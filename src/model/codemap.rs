//! Golden model of the map of code (docs/reference/codemap.md).
use crate::spec::codemap::{ELSEWHERE, Image, LONGEST_LINE};
use std::sync::Arc;

/// A table from lines of code to keys, as hardware holds it.
///
/// ```
/// # use treetap::{model::codemap::Codemap, spec::codemap::{ELSEWHERE, Image}};
/// let mut map = Codemap::new(1024);
/// map.load(&Image { base: 0x8000_0040, line_bits: 6, entries: vec![16, 17, 0] });
/// assert_eq!([0x8000_0000, 0x8000_0044, 0x8000_007e, 0x8000_0080].map(|pc| map.key(pc)), [ELSEWHERE, 16, 16, 17]);
/// ```
#[derive(Clone, Debug)]
pub struct Codemap {
    /// Shared with copies of this model until one of them is written.
    table: Arc<Vec<u16>>,
    base: u32,
    line_bits: u32,
    size: u32,
    enabled: bool,
    place: usize,
}

impl Codemap {
    /// A table of so many entries, a power of two, which is off. What its entries are is not known in hardware (G5),
    /// and 0 here.
    ///
    /// # Panics
    /// When `entries` is no power of two.
    pub fn new(entries: u32) -> Self {
        assert!(entries.is_power_of_two(), "a power of two");
        let table = Arc::new(vec![0; entries as usize]);
        Self { table, base: 0, line_bits: LONGEST_LINE, size: 0, enabled: false, place: 0 }
    }

    /// What the registers BASE, SIZE and CTRL say: the address of the first line, whose lowest three bits do not count,
    /// log2 of the bytes of a line, how many lines the table has entries for, and whether addresses are looked up.
    pub fn configure(&mut self, base: u32, line_bits: u32, size: u32, enabled: bool) {
        (self.base, self.line_bits, self.size, self.enabled) = (base, line_bits, size, enabled);
    }

    /// The entry that is written or read next (G4).
    pub fn seek(&mut self, place: u32) {
        self.place = place as usize % self.table.len();
    }

    /// Writes an entry, and goes on to the next one; refused while addresses are looked up (G4).
    pub fn write(&mut self, key: u16) -> bool {
        if !self.enabled {
            Arc::make_mut(&mut self.table)[self.place] = key;
            self.place = (self.place + 1) % self.table.len();
        }
        !self.enabled
    }

    /// Reads an entry, and goes on to the next one; `None`, which is refused, while addresses are looked up (G4).
    pub fn read(&mut self) -> Option<u16> {
        let key = self.table[self.place];
        (!self.enabled).then(|| {
            self.place = (self.place + 1) % self.table.len();
            key
        })
    }

    /// Does what a host does: every entry of the image, then base, size and switch.
    ///
    /// # Panics
    /// When the image has more entries than the table.
    pub fn load(&mut self, image: &Image) {
        Arc::make_mut(&mut self.table)[..image.entries.len()].copy_from_slice(&image.entries);
        self.configure(image.base, image.line_bits, image.entries.len() as u32, true);
    }

    /// The key of an instruction (G2, G3).
    #[inline]
    pub fn key(&self, pc: u64) -> u16 {
        let line = Image::line(pc as u32, self.base, self.line_bits);
        match self.enabled && line < self.size {
            true => self.table[line as usize % self.table.len()],
            false => ELSEWHERE,
        }
    }
}
