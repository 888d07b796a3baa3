//! A block of keys for every function, made from the places of a program (docs/reference/codemap.md, "The blocks").
use crate::spec::codemap::{ELSEWHERE, Image, MOST_ENTRIES, PC_BITS};
use std::collections::BTreeMap;

/// Why a program has no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmapped {
    /// No section of it is code.
    #[error("the program has no code: expected an executable")]
    NoCode,
    /// Its code lies where a profiler of 32 bits sees no addresses.
    #[error("code at {0:#x}: expected addresses of 32 bits")]
    Beyond(u64),
}

/// Which key each line of a program's code has, and what each key stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What is loaded into the hardware.
    pub image: Image,
    /// CRC-32 of the image and of the code of the program: equal ones belong together (G8).
    pub checksum: u32,
    /// Lines whose code is of several places.
    pub shared: u32,
    /// Lines that the table has no room for.
    pub left_out: u32,
    /// Keys that the blocks take, those without a line included.
    pub keys: u32,
    /// Places that have a block of their own.
    pub blocks: u32,
    /// Starts of pieces of the key space with the place of each; a key stands for the bytes of a line.
    pieces: Vec<(u64, u32)>,
}

/// The lines that have a block together.
struct Block {
    /// Keys: a power of four.
    size: usize,
    lines: Vec<u64>,
    /// The place that they all belong to; `None` of a line of several.
    place: Option<u32>,
}

impl Layout {
    /// The layout of a program: `pieces` are the starts of its places, ascending from 0, `code` its ranges of code, of
    /// which those within the first `entries` lines of `2^line_bits` bytes get keys, `checksum` the CRC-32 of its code.
    ///
    /// # Errors
    /// [`Unmapped`].
    pub fn new(
        pieces: &[(u64, u32)],
        code: &[(u64, u64)],
        (entries, line_bits): (u32, u32),
        checksum: u32,
    ) -> Result<Self, Unmapped> {
        let line_bytes = 1 << line_bits;
        let lines = lines(pieces, code, line_bytes);
        let (&first, &last) = lines.keys().next().zip(lines.keys().next_back()).ok_or(Unmapped::NoCode)?;
        if last >> (PC_BITS - line_bits) != 0 {
            return Err(Unmapped::Beyond(last * line_bytes));
        }
        let end = first + u64::from(entries.min(MOST_ENTRIES));
        let blocks = blocks(lines.range(..end));
        let count = (last + 1).min(end) - first;
        let mut image =
            Image { base: (first * line_bytes) as u32, line_bits, entries: vec![ELSEWHERE; count as usize] };
        let (mut own, mut at) = (vec![], 0_usize);
        for block in &blocks {
            for (line, key) in block.lines.iter().zip(at..) {
                image.entries[(line - first) as usize] = key as u16;
                if block.place.is_none() {
                    own.extend(bytes_of(&lines[line], key as u64 * line_bytes));
                }
            }
            own.extend(block.place.map(|place| (at as u64 * line_bytes, place)));
            at += block.size;
        }
        // A block has less than four times as many keys as lines, and none more where it has one line.
        assert!(at <= usize::from(ELSEWHERE), "a table of {entries} entries leaves the last key free");
        own.push((at as u64 * line_bytes, 0));
        own.sort_unstable();
        own.dedup_by_key(|piece| piece.1);
        let words = [image.base, image.line_bits, checksum].map(u32::to_le_bytes);
        let checksum = crc32fast::hash(&words.concat());
        let mut hasher = crc32fast::Hasher::new_with_initial(checksum);
        image.entries.iter().for_each(|key| hasher.update(&key.to_le_bytes()));
        Ok(Self {
            image,
            checksum: hasher.finalize(),
            shared: blocks.iter().filter(|block| block.place.is_none()).count() as u32,
            left_out: lines.range(end..).count() as u32,
            keys: at as u32,
            blocks: blocks.iter().filter(|block| block.place.is_some()).count() as u32,
            pieces: own,
        })
    }

    /// First and last address of the line that a key stands for.
    pub fn line(&self, key: u64) -> Option<(u64, u64)> {
        let at = self.image.entries.iter().position(|entry| u64::from(*entry) == key)?;
        let first = u64::from(self.image.base) + ((at as u64) << self.image.line_bits);
        (key != u64::from(ELSEWHERE)).then_some((first, first + (1 << self.image.line_bits) - 1))
    }

    /// What was made, in one line.
    pub fn summary(&self) -> String {
        let Self { image, shared, left_out, keys, blocks, .. } = self;
        let (lines, bytes) = (image.entries.len(), 1 << image.line_bits);
        let left_out = if *left_out > 0 { format!(", {left_out} lines left out") } else { String::new() };
        format!("{lines} lines of {bytes} bytes, {blocks} functions in {keys} keys, {shared} lines shared{left_out}")
    }

    /// Starts of pieces of the key space, ascending from 0, with the place of each: a key has as many bytes there as a
    /// line.
    pub fn pieces(&self) -> &[(u64, u32)] {
        &self.pieces
    }

    /// What the addresses `first..=last` are in the key space of [`Layout::pieces`]: a range for each line that has a
    /// key.
    pub fn ranges(&self, first: u64, last: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let line_bytes = 1 << self.image.line_bits;
        (first / line_bytes..=last / line_bytes).filter_map(move |line| {
            let (start, end) = (first.max(line * line_bytes), last.min(line * line_bytes + line_bytes - 1));
            let key = u64::from(self.image.key(u32::try_from(start).ok()?));
            let at = key * line_bytes;
            (key != u64::from(ELSEWHERE)).then(|| (at + start % line_bytes, at + end % line_bytes))
        })
    }
}

/// For each line of code the pieces of its places: where in the line each begins, and the place.
fn lines(pieces: &[(u64, u32)], code: &[(u64, u64)], line_bytes: u64) -> BTreeMap<u64, Vec<(u64, u32)>> {
    let mut lines: BTreeMap<u64, Vec<(u64, u32)>> = BTreeMap::new();
    for &(first, last) in code {
        let begin = pieces.partition_point(|piece| piece.0 <= first) - 1;
        for (at, &(start, place)) in pieces[begin..].iter().enumerate().take_while(|(_, piece)| piece.0 <= last) {
            let end = pieces.get(begin + at + 1).map_or(u64::MAX, |next| next.0 - 1).min(last);
            let start = start.max(first);
            for line in start / line_bytes..=end / line_bytes {
                lines.entry(line).or_default().push((start.max(line * line_bytes) % line_bytes, place));
            }
        }
    }
    lines
}

/// The blocks in the order of their keys: larger ones first, so that each begins at a multiple of its size; those of
/// one size by their first lines.
fn blocks<'a>(lines: impl Iterator<Item = (&'a u64, &'a Vec<(u64, u32)>)>) -> Vec<Block> {
    let mut own: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    let mut blocks = vec![];
    for (&line, parts) in lines {
        let place = parts[0].1;
        if parts.iter().all(|part| part.1 == place) {
            own.entry(place).or_default().push(line);
        } else {
            blocks.push(Block { size: 1, lines: vec![line], place: None });
        }
    }
    blocks.extend(own.into_iter().map(|(place, lines)| {
        let mut size = 1;
        while size < lines.len() {
            size *= 4;
        }
        Block { size, lines, place: Some(place) }
    }));
    blocks.sort_by_key(|block| (std::cmp::Reverse(block.size), block.lines[0]));
    blocks
}

/// The pieces of a line of several places, whose key begins at `at`. Bytes that are no code belong to the one before.
fn bytes_of(parts: &[(u64, u32)], at: u64) -> Vec<(u64, u32)> {
    let mut pieces: Vec<_> = parts.iter().map(|&(from, place)| (at + from, place)).collect();
    pieces.sort_unstable();
    if let Some(first) = pieces.first_mut() {
        first.0 = at;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places 1 to 4: five lines, of which the last is shared; a bit of the fifth; the rest of it and another; data.
    fn small() -> Layout {
        let pieces = [(0, 0), (0x1000, 1), (0x1120, 2), (0x1128, 3), (0x1180, 4), (0x2000, 0)];
        Layout::new(&pieces, &[(0x1000, 0x117f)], (1024, 6), 5).unwrap()
    }

    #[test]
    fn every_place_has_an_aligned_block_and_a_shared_line_one_of_its_own() {
        let layout = small();
        assert_eq!(layout.image, Image { base: 0x1000, line_bits: 6, entries: vec![0, 1, 2, 3, 4, 5] });
        assert_eq!((layout.shared, layout.left_out, layout.keys, layout.blocks), (1, 0, 6, 2));
        let expected = [(0, 1), (4 * 64, 1), (4 * 64 + 32, 2), (4 * 64 + 40, 3), (6 * 64, 0)];
        let expected: Vec<_> = expected.into_iter().filter(|piece| *piece != (4 * 64, 1)).collect();
        assert_eq!(layout.pieces(), expected);
        let ranges: Vec<_> = layout.ranges(0x10ff, 0x1123).collect();
        assert_eq!(ranges, [(3 * 64 + 63, 3 * 64 + 63), (4 * 64, 4 * 64 + 35)]);
        assert_eq!(layout.ranges(0x1180, 0x1fff).count(), 0);
    }

    #[test]
    fn the_largest_blocks_come_first_and_what_has_no_entry_is_left_out() {
        let pieces = [(0, 0), (0x1000, 1), (0x1040, 2), (0x1180, 3), (0x11c0, 0)];
        let code = [(0x1000, 0x11bf)];
        let layout = Layout::new(&pieces, &code, (1024, 6), 5).unwrap();
        assert_eq!(layout.image.entries, [16, 0, 1, 2, 3, 4, 17]);
        assert_eq!((layout.keys, layout.pieces()), (18, &[(0, 2), (16 * 64, 1), (17 * 64, 3), (18 * 64, 0)][..]));
        let cut = Layout::new(&pieces, &code, (5, 6), 5).unwrap();
        assert_eq!((cut.image.entries, cut.left_out, cut.keys), (vec![4, 0, 1, 2, 3], 2, 5));
        assert!(
            cut.checksum != layout.checksum
                && layout.checksum != Layout::new(&pieces, &code, (9, 6), 6).unwrap().checksum
        );
    }

    #[test]
    fn the_last_key_is_free_in_the_worst_table() {
        // Five lines each: sixteen keys.
        let pieces: Vec<_> = (0..4000).map(|i| (u64::from(i) * 320, i)).collect();
        let layout = Layout::new(&pieces, &[(0, 16384 * 64 - 1)], (u32::MAX, 6), 0).unwrap();
        assert_eq!((layout.image.entries.len(), layout.keys), (16384, 52_420));
        assert_eq!(Layout::new(&pieces, &[], (1024, 6), 0), Err(Unmapped::NoCode));
        assert_eq!(Layout::new(&pieces, &[(1 << 32, 1 << 32)], (1024, 6), 0), Err(Unmapped::Beyond(1 << 32)));
    }
}
