//! Writes RVFI traces.
use super::super::packer::Packer;
use super::super::{Error, blocks};
use super::columns::{Columns, Past};
use super::{BLOCK, Origin};
use crate::spec::retire::Rvfi;
use std::path::Path;

/// Streams records into a file that appears, whole, at [`Writer::finish`].
pub struct Writer {
    output: Packer,
    path: String,
    records: u64,
    /// Records of the block under way.
    pending: Vec<Rvfi>,
    past: Past,
    columns: Columns,
    payload: Vec<u8>,
    block: Vec<u8>,
}

impl Writer {
    /// Starts `path` (`-` is standard output), packed as its last extension says.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: impl AsRef<Path>, origin: &Origin) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let failed = |source| Error::Write { path: name.clone(), source };
        let mut output = Packer::create(path).map_err(failed)?;
        output.write_all(&origin.header()).map_err(failed)?;
        Ok(Self {
            output,
            path: name,
            records: 0,
            pending: Vec::with_capacity(BLOCK),
            past: Past::default(),
            columns: Columns::default(),
            payload: vec![],
            block: vec![],
        })
    }

    /// Appends records.
    ///
    /// # Errors
    /// The disk is full.
    pub fn write(&mut self, mut records: &[Rvfi]) -> Result<(), Error> {
        self.records += records.len() as u64;
        while self.pending.len() + records.len() >= BLOCK {
            let (now, later) = records.split_at(BLOCK - self.pending.len());
            self.pending.extend_from_slice(now);
            self.flush()?;
            records = later;
        }
        self.pending.extend_from_slice(records);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.payload.clear();
        self.columns.encode(&self.pending, &mut self.past, &mut self.payload);
        let count = self.pending.len() as u32;
        self.pending.clear();
        self.put(count)
    }

    /// Writes the payload as a block of `count` records.
    fn put(&mut self, count: u32) -> Result<(), Error> {
        let written = blocks::write(&mut self.output, &mut self.block, count, &self.payload);
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
        if !self.pending.is_empty() {
            self.flush()?;
        }
        self.payload.clear();
        self.payload.extend(self.records.to_le_bytes());
        self.put(0)?;
        let path = self.path;
        self.output.finish().map_err(|source| Error::Write { path, source })
    }
}
