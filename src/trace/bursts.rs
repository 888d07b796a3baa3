//! Bursts of data references (docs/reference/hotstream.md, G1): what sampling hardware collects for hot data streams.
//!
//! ```
//! use treetap::{spec::hotstream::Reference, trace::bursts};
//!
//! # fn main() -> Result<(), treetap::trace::Error> {
//! # let dir = tempfile::tempdir().unwrap();
//! # let path = dir.path().join("run.bursts");
//! let mut writer = bursts::Writer::create(&path)?;
//! writer.write(Reference { burst: 1, pc: 0x8000_0080, ea: 0x8080_0000 })?;
//! writer.finish()?;
//!
//! let (mut reader, mut batch) = (bursts::open(&path)?, vec![]);
//! assert!(reader.next_batch(&mut batch)? == 1 && batch[0].pc == 0x8000_0080);
//! assert_eq!(reader.next_batch(&mut batch)?, 0);
//! # Ok(())
//! # }
//! ```
use super::blocks::{self, Blocks};
use super::packer::Packer;
use super::uleb::{LONGEST, difference, differing, put, take};
use super::{Error, source};
use crate::spec::hotstream::Reference;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::Ordering;

/// First bytes of a file; the last of them is the layout.
const MAGIC: [u8; 8] = *b"\x89BRST\r\n\x01";
/// Most records of a block.
pub const BLOCK: usize = 1 << 13;
/// Numbers of a record.
const NUMBERS: usize = 3;

/// Most bytes of a block of so many records.
const fn longest(records: usize) -> usize {
    NUMBERS * LONGEST * records
}

/// Appends a record as what it differs by from the one before.
fn encode(record: &Reference, last: &Reference, out: &mut Vec<u8>) {
    put(out, u64::from(record.burst.wrapping_sub(last.burst)));
    put(out, difference(record.pc, last.pc));
    put(out, difference(record.ea, last.ea));
}

/// Appends the records of a payload; none if it does not hold exactly `count`.
fn decode(mut payload: &[u8], count: usize, out: &mut Vec<Reference>) -> Option<()> {
    let mut last = Reference::default();
    for _ in 0..count {
        let burst = u32::try_from(take(&mut payload)?).ok()?;
        let (pc, ea) = (take(&mut payload)?, take(&mut payload)?);
        let burst = last.burst.wrapping_add(burst);
        last = Reference { burst, pc: differing(pc, last.pc), ea: differing(ea, last.ea) };
        out.push(last);
    }
    payload.is_empty().then_some(())
}

/// Opens a file; `-` is standard input.
///
/// # Errors
/// The file cannot be opened, or is none.
pub fn open(path: impl AsRef<Path>) -> Result<Reader, Error> {
    let path = path.as_ref();
    Reader::new(source::open(path)?, path)
}

/// Streams a file, block by block.
pub struct Reader(Blocks);

impl Reader {
    fn new(mut source: source::Source, path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let mut header = Vec::with_capacity(MAGIC.len());
        let read = source.content.as_mut().take(MAGIC.len() as u64).read_to_end(&mut header);
        read.map_err(|source| Error::Read { path: name.clone(), offset: 0, source })?;
        if header != MAGIC {
            return Err(Error::NotBursts { path: name, found: header });
        }
        Ok(Self(Blocks::new(source, name, "bursts of references", MAGIC.len(), BLOCK, longest)))
    }

    /// Reads records from any stream; `name` stands for the path in errors. The content is inflated if it is packed.
    ///
    /// # Errors
    /// The stream begins otherwise.
    pub fn from_stream(stream: impl Read + Send + 'static, name: &str) -> Result<Self, Error> {
        let path = Path::new(name);
        Self::new(source::from_reader(stream, None, None, path)?, path)
    }

    /// Replaces the contents of `batch` with the next records, at most [`BLOCK`]; returns their number, 0 at the end.
    ///
    /// # Errors
    /// Whatever is wrong with the file, with its place. The reader is of no further use then.
    pub fn next_batch(&mut self, batch: &mut Vec<Reference>) -> Result<usize, Error> {
        batch.clear();
        let taken = self.0.next(|payload, count| decode(payload, count, batch))?;
        Ok(taken.map_or(0, |()| batch.len()))
    }

    /// Records delivered so far.
    pub fn records(&self) -> u64 {
        self.0.records()
    }

    /// Bytes taken from the file so far, packed if the file is, and the file's length where there is one.
    pub fn progress(&self) -> (u64, Option<u64>) {
        let source = self.0.source();
        (source.consumed.load(Ordering::Relaxed), source.length)
    }
}

/// Streams records into a file that appears, whole, at [`Writer::finish`].
pub struct Writer {
    output: Packer,
    path: String,
    records: u64,
    /// Records of the block under way.
    pending: u32,
    last: Reference,
    payload: Vec<u8>,
    block: Vec<u8>,
}

impl Writer {
    /// Starts `path` (`-` is standard output), packed as its last extension says.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let failed = |source| Error::Write { path: name.clone(), source };
        let mut output = Packer::create(path).map_err(failed)?;
        output.write_all(&MAGIC).map_err(failed)?;
        let last = Reference::default();
        Ok(Self { output, path: name, records: 0, pending: 0, last, payload: vec![], block: vec![] })
    }

    /// Appends a record.
    ///
    /// # Errors
    /// The disk is full.
    pub fn write(&mut self, record: Reference) -> Result<(), Error> {
        encode(&record, &self.last, &mut self.payload);
        self.last = record;
        self.records += 1;
        self.pending += 1;
        if self.pending as usize == BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Error> {
        let written = blocks::write(&mut self.output, &mut self.block, self.pending, &self.payload);
        self.payload.clear();
        // Each block begins anew.
        (self.pending, self.last) = (0, Reference::default());
        written.map_err(|source| Error::Write { path: self.path.clone(), source })
    }

    /// Records written so far.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Completes the file and puts it in its place.
    ///
    /// # Errors
    /// The disk is full or the rename fails; nothing is left behind.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.pending > 0 {
            self.flush()?;
        }
        self.payload.extend(self.records.to_le_bytes());
        self.flush()?;
        let path = self.path;
        self.output.finish().map_err(|source| Error::Write { path, source })
    }
}
