//! Blocks of records that check themselves: number of records, number of bytes, the bytes, CRC-32 of all that; the last
//! one has no records and their total.
use super::packer::Packer;
use super::{Error, source};
use std::io::{self, Read};

/// Bytes before a block's payload: number of records, number of bytes.
const HEAD: usize = 8;

/// Takes blocks off a source, in memory bounded by what a block may be.
pub struct Blocks {
    source: source::Source,
    path: String,
    /// What the file is, for errors.
    what: &'static str,
    /// Most records of a block.
    most: usize,
    /// Most bytes of so many records.
    longest: fn(usize) -> usize,
    /// Records delivered so far.
    records: u64,
    /// Bytes of content consumed so far.
    offset: u64,
    ended: bool,
    block: Vec<u8>,
}

impl Blocks {
    /// Blocks after a header of so many bytes.
    pub fn new(
        source: source::Source,
        path: String,
        what: &'static str,
        header: usize,
        most: usize,
        longest: fn(usize) -> usize,
    ) -> Self {
        let offset = header as u64;
        Self { source, path, what, most, longest, records: 0, offset, ended: false, block: vec![] }
    }

    /// Hands the next payload and its number of records to `take`, which gives the records if it holds them exactly;
    /// `None` at the end.
    ///
    /// # Errors
    /// Whatever is wrong with the file, with its place; nothing can be read after that.
    pub fn next<T>(&mut self, take: impl FnOnce(&[u8], usize) -> Option<T>) -> Result<Option<T>, Error> {
        if self.ended {
            return Ok(None);
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
            return Ok(None);
        }
        let Some(taken) = take(payload, count) else { return Err(self.damaged("the records are malformed")) };
        self.offset += self.block.len() as u64;
        self.records += count as u64;
        Ok(Some(taken))
    }

    /// Reads and checks the next block into `self.block` and gives its number of records.
    fn read_block(&mut self) -> Result<usize, Error> {
        self.block.clear();
        self.read(HEAD)?;
        let word = |at: usize| u32::from_le_bytes(self.block[at..at + 4].try_into().expect("four bytes")) as usize;
        let (count, length) = (word(0), word(4));
        // What a block declares is checked before it is believed.
        if count > self.most || length > (self.longest)(count).max(8) {
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
        Error::Damaged { path: self.path.clone(), offset: self.offset, record: self.records, reason, what: self.what }
    }

    fn failed(&self, source: io::Error) -> Error {
        Error::Read { path: self.path.clone(), offset: self.offset, source }
    }

    /// Records delivered so far.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Where the bytes come from.
    pub fn source(&self) -> &source::Source {
        &self.source
    }
}

/// Appends a block to an output; without records, the last one.
pub fn write(output: &mut Packer, block: &mut Vec<u8>, count: u32, payload: &[u8]) -> io::Result<()> {
    block.clear();
    block.extend(count.to_le_bytes());
    block.extend((payload.len() as u32).to_le_bytes());
    block.extend(payload);
    block.extend(crc32fast::hash(block).to_le_bytes());
    output.write_all(block)
}
