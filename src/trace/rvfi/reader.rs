//! Reads RVFI traces in bounded memory.
use super::super::blocks::Blocks;
use super::super::{Error, source};
use super::columns::{Past, decode, longest};
use super::{BLOCK, HEADER, MAGIC, Origin};
use crate::spec::retire::Rvfi;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Opens a trace; `-` is standard input.
///
/// # Errors
/// The file cannot be opened, or is none.
pub fn open(path: impl AsRef<Path>) -> Result<Reader, Error> {
    let path = path.as_ref();
    Reader::new(source::open(path)?, path)
}

/// Streams a trace, block by block.
pub struct Reader {
    blocks: Blocks,
    origin: Origin,
    past: Past,
}

impl Reader {
    fn new(mut source: source::Source, path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let mut header = Vec::with_capacity(HEADER);
        let read = source.content.as_mut().take(HEADER as u64).read_to_end(&mut header);
        read.map_err(|source| Error::Read { path: name.clone(), offset: 0, source })?;
        let origin = <&[u8; HEADER]>::try_from(header.as_slice()).ok().and_then(Origin::parse);
        let Some(origin) = origin else {
            header.truncate(MAGIC.len() + 1);
            return Err(Error::NotRvfi { path: name, found: header });
        };
        let blocks = Blocks::new(source, name, "an RVFI trace", HEADER, BLOCK, longest);
        Ok(Self { blocks, origin, past: Past::default() })
    }

    /// Reads records from any stream; `name` stands for the path in errors. The content is inflated if it is packed.
    ///
    /// # Errors
    /// The stream does not begin with the header of a trace.
    pub fn from_stream(stream: impl Read + Send + 'static, name: &str) -> Result<Self, Error> {
        let path = Path::new(name);
        Self::new(source::from_reader(stream, None, None, path)?, path)
    }

    /// Replaces the contents of `batch` with the next records, at most [`BLOCK`]; returns their number, 0 at the end.
    ///
    /// # Errors
    /// Whatever is wrong with the file, with its place. The reader is of no further use then.
    pub fn next_batch(&mut self, batch: &mut Vec<Rvfi>) -> Result<usize, Error> {
        batch.clear();
        let past = &mut self.past;
        let taken = self.blocks.next(|payload, count| decode(payload, count, past, batch))?;
        Ok(taken.map_or(0, |()| batch.len()))
    }

    /// Where the trace comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Records delivered so far.
    pub fn records(&self) -> u64 {
        self.blocks.records()
    }

    /// The count of bytes taken from the file, and the file's length: for a reader of what is made of this one.
    pub fn meter(&self) -> (Arc<AtomicU64>, Option<u64>) {
        (self.blocks.source().consumed.clone(), self.blocks.source().length)
    }

    /// Bytes taken from the file so far, packed if the file is, and the file's length where there is one.
    pub fn progress(&self) -> (u64, Option<u64>) {
        (self.blocks.source().consumed.load(Ordering::Relaxed), self.blocks.source().length)
    }
}
