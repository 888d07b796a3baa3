//! An ELF file as a map of the address space in which its program runs.
use super::bounds::{Bounds, Partition};
use super::codemap::{Layout, Unmapped};
use super::debug::{Debug, Frame, Piece};
use super::elf::{Elf, Error};
use super::map::{Kind, Map, Place};
use crate::model::exact::Exact;
use crate::model::profile::Profile;
use crate::spec::codemap::{LEAST_BITS, LONGEST_LINE, MOST_BITS, SHORTEST_LINE};

/// What the file does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How far above the addresses of the file the program runs: 0 but for position-independent programs.
    pub bias: u64,
    /// First and last address of the heap; without it, symbols of the linker script are looked for.
    pub heap: Option<(u64, u64)>,
    /// First and last address of the stack; likewise.
    pub stack: Option<(u64, u64)>,
}

/// How the keys of a profile are addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Low bits of the address that the key leaves out (`--key-shift`).
    pub left_out: u32,
    /// Low bits of the key that are no part of the address: 32 of a 64-bit edge `{pc, npc}`.
    pub beside: u32,
}

impl Keys {
    /// Keys of lines of `2^line_bits` bytes of code ([`Symbols::on_lines`]).
    pub const fn lines(line_bits: u32) -> Self {
        Self { left_out: line_bits, beside: 0 }
    }

    /// The addresses that the keys `first..=last` can stand for.
    pub fn addresses(self, first: u64, last: u64) -> (u64, u64) {
        let low = u64::MAX.checked_shr(64 - self.left_out.min(64)).unwrap_or(0);
        let key = |key: u64| u128::from(key.checked_shr(self.beside).unwrap_or(0)) << self.left_out.min(64);
        let fits = |address: u128| u64::try_from(address).unwrap_or(u64::MAX);
        (fits(key(first)), fits(key(last) | u128::from(low)))
    }

    /// Whether the keys are edges `{pc, npc}`.
    pub const fn is_pairs(self) -> bool {
        self.beside != 0
    }

    /// The targets that the edges `first..=last` can have: any if they have more than one origin.
    pub fn targets(self, first: u64, last: u64) -> (u64, u64) {
        let mask = u64::MAX.checked_shr(64 - self.beside.min(64)).unwrap_or(0);
        if (first ^ last) & !mask == 0 { (first & mask, last & mask) } else { (0, mask) }
    }
}

/// Lines of which one may be shared before shorter ones are chosen.
pub const SHARED: usize = 64;

/// Names for addresses. Built from bytes that nobody has to trust.
///
/// ```
/// # use treetap::analysis::{Options, Symbols};
/// assert!(Symbols::parse(b"\x7fELF", &Options::default()).is_err());
/// ```
pub struct Symbols {
    map: Map,
    /// The addresses, or after [`Symbols::on_lines`] the keys, with their places.
    partition: Partition,
    /// Ranges of code.
    code: Vec<(u64, u64)>,
    /// CRC-32 of what the file holds of them.
    code_checksum: u32,
    layout: Option<Layout>,
    debug: Option<Debug>,
    bias: u64,
    machine: String,
    warnings: Vec<String>,
}

impl Symbols {
    /// Reads an ELF file.
    ///
    /// Debug information that cannot be read is left out with a [warning](Symbols::warnings).
    ///
    /// # Errors
    /// The bytes are no ELF file, or one that is not linked.
    pub fn parse(bytes: &[u8], options: &Options) -> Result<Self, Error> {
        let elf = Elf::parse(bytes)?;
        let mut warnings = vec![];
        if elf.symbols.is_empty() {
            warnings.push("the file has no symbols (stripped?): only its sections have names".to_owned());
        }
        let debug = Debug::load(&elf).unwrap_or_else(|reason| {
            warnings.push(format!("debug information left out: {reason}"));
            None
        });
        if debug.is_none() && warnings.is_empty() {
            warnings.push("no debug information (compile with -g): functions have no lines".to_owned());
        }
        let map = Map::new(&elf, options.bias, options.heap, options.stack);
        let partition = Partition::new(map.pieces().to_vec());
        let mut code_checksum = crc32fast::Hasher::new();
        elf.contents().iter().filter(|held| held.1).for_each(|(_, _, bytes)| code_checksum.update(bytes));
        Ok(Self {
            partition,
            code: code(&elf, &map, options.bias),
            code_checksum: code_checksum.finalize(),
            layout: None,
            debug,
            bias: options.bias,
            machine: elf.machine(),
            warnings,
            map,
        })
    }

    /// A key for every line of code of the program, in a table of so many entries: for the longest lines, unless more
    /// than one in [`SHARED`] of them are of several functions; then for the shortest of which the table holds all.
    ///
    /// # Errors
    /// [`Unmapped`].
    pub fn layout(&self, entries: u32) -> Result<Layout, Unmapped> {
        let of = |line_bits| Layout::new(self.map.pieces(), &self.code, (entries, line_bits), self.code_checksum);
        let longest = of(LONGEST_LINE)?;
        if longest.shared as usize * SHARED > longest.image.entries.len() {
            for line_bits in SHORTEST_LINE..LONGEST_LINE {
                let layout = of(line_bits)?;
                if layout.left_out == 0 {
                    return Ok(layout);
                }
            }
        }
        Ok(longest)
    }

    /// The layout with this checksum, in a table of any size, if it is one of this program (G8).
    ///
    /// # Errors
    /// [`Unmapped`].
    pub fn layout_of(&self, checksum: u32) -> Result<Option<Layout>, Unmapped> {
        for bits in (LEAST_BITS..=MOST_BITS).rev() {
            let layout = self.layout(1 << bits)?;
            if layout.checksum == checksum {
                return Ok(Some(layout));
            }
        }
        Ok(None)
    }

    /// The names for keys that `layout`, which was made of this program, gives lines of code: together with
    /// [`Keys::lines`] of its bits.
    #[must_use]
    pub fn on_lines(mut self, layout: Layout) -> Self {
        self.partition = Partition::new(layout.pieces().to_vec()).with_parts(self.map.places.len() as u32);
        self.layout = Some(layout);
        self
    }

    /// The layout of [`Symbols::on_lines`].
    pub fn lines(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// Every place; the index of one is what the other methods call its number. Place 0 is what is outside the program.
    pub fn places(&self) -> &[Place] {
        &self.map.places
    }

    /// Number of the place of an address.
    pub fn at(&self, address: u64) -> u32 {
        self.map.at(address)
    }

    /// Numbers of the places that `first..=last` touches, each once, in the order of their addresses.
    pub fn within(&self, first: u64, last: u64) -> Vec<u32> {
        let mut places = vec![];
        let mut seen = std::collections::HashSet::new();
        self.partition.touched(first, last, |place| {
            if seen.insert(place) {
                places.push(place);
            }
        });
        places
    }

    /// How much of a profile each place holds.
    pub fn bounds(&self, profile: &Profile, keys: Keys) -> Vec<Bounds> {
        self.partition.bounds(profile, |first, last| keys.addresses(first, last))
    }

    /// How many transfers of a profile of edges lead to each place.
    pub fn targets(&self, profile: &Profile, keys: Keys) -> Vec<Bounds> {
        self.partition.bounds(profile, |first, last| keys.targets(first, last))
    }

    /// The true number of events of each place. A key that stands for addresses of several places is in none.
    pub fn exact(&self, exact: &Exact, keys: Keys) -> Vec<u64> {
        let mut counts = vec![0; self.map.places.len()];
        for (key, count) in exact.iter() {
            let (first, last) = keys.addresses(key, key);
            if let Some(place) = self.partition.sole(first, last) {
                counts[place as usize] += count;
            }
        }
        counts
    }

    /// The frames at an address, outermost first; empty without debug information for it.
    pub fn frames(&self, address: u64) -> Vec<Frame> {
        match (&self.debug, address.checked_sub(self.bias)) {
            (Some(debug), Some(in_file)) => self.named(debug.frames(in_file), self.at(address)),
            _ => vec![],
        }
    }

    /// Frames that have a line but no function, such as padding after it, get the name of their place.
    fn named(&self, mut frames: Vec<Frame>, place: u32) -> Vec<Frame> {
        if let Some(frame) = frames.first_mut().filter(|frame| frame.function.is_empty()) {
            frame.function.clone_from(&self.map.places[place as usize].name);
        }
        frames
    }

    /// The addresses of a place, or what these are as keys of lines, cut where their frames change.
    pub fn pieces(&self, place: u32) -> Vec<Piece> {
        let ranges = &self.map.places[place as usize].ranges;
        let of_range = |&(first, last): &(u64, u64)| {
            let moved = first.checked_sub(self.bias).zip(last.checked_sub(self.bias));
            let pieces = match (&self.debug, moved) {
                (Some(debug), Some((first, last))) => debug.pieces(first, last),
                _ => return vec![Piece { first, last, frames: vec![] }],
            };
            let back = |piece: Piece| Piece {
                first: piece.first + self.bias,
                last: piece.last + self.bias,
                frames: self.named(piece.frames, place),
            };
            pieces.into_iter().map(back).collect()
        };
        let pieces = ranges.iter().flat_map(of_range);
        let Some(layout) = &self.layout else { return pieces.collect() };
        let keys = |piece: Piece| {
            let ranges: Vec<_> = layout.ranges(piece.first, piece.last).collect();
            ranges.into_iter().map(move |(first, last)| Piece { first, last, frames: piece.frames.clone() })
        };
        pieces.flat_map(keys).collect()
    }

    /// Source file and line at which a place begins.
    pub fn start(&self, place: u32) -> Option<(String, u32)> {
        let first = self.map.places[place as usize].ranges.first()?.0;
        let frame = self.frames(first).into_iter().next()?;
        Some((frame.file?, frame.line?))
    }

    /// Processor of the program: `riscv32`, `x86_64`.
    pub fn machine(&self) -> &str {
        &self.machine
    }

    /// What the file lacks.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// The ranges of code of a file that runs `bias` above its addresses: what its sections hold without constants, which
/// never retire, and without what fills gaps.
fn code(elf: &Elf, map: &Map, bias: u64) -> Vec<(u64, u64)> {
    let mut code = vec![];
    for (address, _, bytes) in elf.contents().into_iter().filter(|held| held.1) {
        let Some(start) = address.checked_add(bias) else { continue };
        let end = start.saturating_add(bytes.len() as u64);
        let pieces = map.pieces();
        let begin = pieces.partition_point(|piece| piece.0 <= start) - 1;
        for (at, &(first, place)) in pieces.iter().enumerate().skip(begin).take_while(|(_, piece)| piece.0 < end) {
            let (first, next) = (first.max(start), pieces.get(at + 1).map_or(end, |next| next.0).min(end));
            let held = &bytes[(first - start) as usize..(next - start) as usize];
            let kept = match map.places[place as usize].kind {
                Kind::Object => false,
                Kind::Function => true,
                _ => !is_filler(held),
            };
            if kept {
                code.push((first, next - 1));
            }
        }
    }
    code.sort_unstable();
    code
}

/// Whether bytes are what assemblers and linkers put between functions: zeros, and instructions of RISC-V that do
/// nothing.
fn is_filler(bytes: &[u8]) -> bool {
    const NOP: [u8; 4] = [0x13, 0, 0, 0];
    const SHORT_NOP: [u8; 2] = [0x01, 0];
    let mut rest = bytes;
    while !rest.is_empty() {
        let known = [&NOP[..], &SHORT_NOP[..], &[0]];
        match known.iter().find_map(|filler| rest.strip_prefix(*filler)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_cover_the_addresses_that_they_can_stand_for() {
        assert_eq!(Keys::default().addresses(3, 9), (3, 9));
        assert_eq!(Keys { left_out: 2, beside: 0 }.addresses(1, 2), (4, 11));
        assert_eq!(Keys { left_out: 0, beside: 32 }.addresses(7 << 32 | 5, 9 << 32), (7, 9));
        let pairs = Keys { left_out: 0, beside: 32 };
        assert_eq!(pairs.targets(7 << 32 | 5, 7 << 32 | 9), (5, 9));
        assert_eq!(pairs.targets(7 << 32 | 5, 8 << 32 | 9), (0, u64::from(u32::MAX)));
        assert!(pairs.is_pairs() && !Keys::default().is_pairs());
        assert_eq!(Keys { left_out: 63, beside: 0 }.addresses(1, u64::MAX), (1 << 63, u64::MAX));
        assert_eq!(Keys { left_out: 64, beside: 64 }.addresses(1, 2), (0, u64::MAX));
    }
}
