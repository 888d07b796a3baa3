//! Source lines and inlined frames from DWARF.
use super::elf::Elf;
use super::survey::{self, Reader};
use super::text;
use gimli::{Dwarf, RunTimeEndian};

/// A function at an address: the one that has the symbol, or one that was inlined into it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame {
    /// Its name, demangled; empty if the debug information has none.
    pub function: String,
    /// The source file: where the code is, or for all but the innermost frame where the next one was called.
    pub file: Option<String>,
    /// The line in that file.
    pub line: Option<u32>,
}

/// Addresses `first..=last` that all have the same frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Smallest address.
    pub first: u64,
    /// Largest address.
    pub last: u64,
    /// Outermost first. Empty where the debug information says nothing.
    pub frames: Vec<Frame>,
}

/// The debug information of a file.
pub(super) struct Debug {
    context: addr2line::Context<Reader>,
    /// Addresses at which inlined or other functions begin or end.
    edges: Vec<u64>,
}

impl Debug {
    /// `None` if the file has no debug information.
    pub fn load(elf: &Elf) -> Result<Option<Self>, String> {
        let endian = if elf.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
        let mut bytes = 0;
        let load = |id: gimli::SectionId| {
            let section = elf.debug_section(id.name())?;
            bytes += section.len() as u64;
            Ok::<_, String>(Reader::new(section, endian))
        };
        let mut dwarf = Dwarf::load(load)?;
        dwarf.populate_abbreviations_cache(gimli::AbbreviationsCacheStrategy::Duplicates);
        let edges = survey::survey(&dwarf, bytes)?;
        if edges.is_empty() {
            return Ok(None);
        }
        let context = addr2line::Context::from_dwarf(dwarf).map_err(|e| e.to_string())?;
        Ok(Some(Self { context, edges }))
    }

    /// The frames at an address, outermost first.
    pub fn frames(&self, address: u64) -> Vec<Frame> {
        let mut frames = vec![];
        if let Ok(mut found) = self.context.find_frames(address).skip_all_loads() {
            while let Ok(Some(frame)) = found.next() {
                let function =
                    frame.function.as_ref().and_then(|f| f.raw_name().ok().map(|raw| text::name(raw.as_bytes())));
                let location = frame.location.as_ref();
                frames.push(Frame {
                    function: function.unwrap_or_default(),
                    file: location.and_then(|l| l.file).map(|file| text::name(file.as_bytes())),
                    line: location.and_then(|l| l.line),
                });
            }
        }
        frames.reverse();
        frames
    }

    /// `first..=last` cut where the frames can change.
    pub fn pieces(&self, first: u64, last: u64) -> Vec<Piece> {
        let mut cuts = vec![first];
        let inner = |address: u64| (first < address && address <= last).then_some(address);
        let begin = self.edges.partition_point(|&edge| edge <= first);
        let end = self.edges.partition_point(|&edge| edge <= last);
        cuts.extend(&self.edges[begin..end.max(begin)]);
        if let Ok(rows) = self.context.find_location_range(first, last.saturating_add(1)) {
            for (address, size, _) in rows {
                cuts.extend(inner(address));
                cuts.extend(address.checked_add(size).and_then(inner));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let mut pieces: Vec<Piece> = vec![];
        for (i, &first) in cuts.iter().enumerate() {
            let last = cuts.get(i + 1).map_or(last, |next| next - 1);
            let frames = self.frames(first);
            match pieces.last_mut() {
                Some(piece) if piece.frames == frames => piece.last = last,
                _ => pieces.push(Piece { first, last, frames }),
            }
        }
        pieces
    }
}
