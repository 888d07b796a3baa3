//! Reads RVFI traces in bounded memory.
use super::super::{Error, source};
use super::columns::{Past, decode, longest};
use super::{BLOCK, HEAD, HEADER, MAGIC, Origin};
use crate::spec::retire::Rvfi;
use std::io::{self, Read};
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
    source: source::Source,
    path: String,
    origin: Origin,
    past: Past,
    /// Records delivered so far.
    records: u64,
    /// Bytes of content consumed so far.
    offset: u64,
    ended: bool,
    block: Vec<u8>,
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
        let offset = HEADER as u64;
        Ok(Self { source, path: name, origin, past: Past::default(), records: 0, offset, ended: false, block: vec![] })
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
        if self.ended {
            return Ok(0);
        }
        let count = self.read_block()?;
        let payload = &self.block[HEAD..self.block.len() - 4];
        if count == 0 {
            if payload != self.records.to_le_bytes() {
                return Err(self.damaged("the number of records at the end is another"));
            }
            let mut beyond = [0];
            match self.source.content.read(&mut beyond) {
                Ok(0) => {}
                Ok(_) => return Err(self.damaged("bytes after the end")),
                Err(source) => return Err(self.failed(source)),
            }
            self.ended = true;
            return Ok(0);
        }
        if decode(payload, count, &mut self.past, batch).is_none() {
            return Err(self.damaged("the columns are malformed"));
        }
        self.offset += self.block.len() as u64;
        self.records += count as u64;
        Ok(count)
    }

    /// Reads and checks the next block into `self.block` and gives its number of records.
    fn read_block(&mut self) -> Result<usize, Error> {
        self.block.clear();
        self.read(HEAD)?;
        let word = |at: usize| u32::from_le_bytes(self.block[at..at + 4].try_into().expect("four bytes")) as usize;
        let (count, length) = (word(0), word(4));
        // What a block declares is checked before it is believed.
        if count > BLOCK || length > longest(count).max(8) {
            return Err(self.damaged("more than a block may hold"));
        }
        self.read(length + 4)?;
        let (block, crc) = self.block.split_at(HEAD + length);
        if crc32fast::hash(block).to_le_bytes() != *crc {
            return Err(self.damaged("the checksum is another"));
        }
        Ok(count)
    }

    /// Appends exactly `count` bytes of content to `self.block`.
    fn read(&mut self, count: usize) -> Result<(), Error> {
        let read = self.source.content.as_mut().take(count as u64).read_to_end(&mut self.block);
        match read {
            Ok(n) if n == count => Ok(()),
            Ok(_) => Err(self.damaged("cut off before its end")),
            Err(source) => Err(self.failed(source)),
        }
    }

    fn damaged(&self, reason: &'static str) -> Error {
        Error::Damaged { path: self.path.clone(), offset: self.offset, record: self.records, reason }
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::Read { path: self.path.clone(), offset: self.offset, source }
    }

    /// Where the trace comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Records delivered so far.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The count of bytes taken from the file, and the file's length: for a reader of what is made of this one.
    pub fn meter(&self) -> (Arc<AtomicU64>, Option<u64>) {
        (self.source.consumed.clone(), self.source.length)
    }

    /// Bytes taken from the file so far, packed if the file is, and the file's length where there is one.
    pub fn progress(&self) -> (u64, Option<u64>) {
        (self.source.consumed.load(Ordering::Relaxed), self.source.length)
    }
}
