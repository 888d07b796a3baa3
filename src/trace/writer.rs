//! The one writer of every format.
use super::packer::Packer;
use super::{Error, Format};
use crate::spec::event::Event;
use std::io::Write;
use std::path::Path;

const CSV_HEADER: &str = "key,weight\n";

/// Streams events into a file that appears, whole, at [`Writer::finish`].
pub struct Writer {
    output: Packer,
    path: String,
    format: Format,
    events: u64,
    buffer: Vec<u8>,
}

impl Writer {
    /// Starts `path` (`-` is standard output), packed as its last extension says.
    /// `format` overrides the one of the extension.
    ///
    /// # Errors
    /// Nothing tells the format, or the file cannot be created.
    pub fn create(path: impl AsRef<Path>, format: Option<Format>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let format =
            format.or_else(|| Format::of_path(path)).ok_or_else(|| Error::UnknownFormat { path: name.clone() })?;
        let output = Packer::create(path).map_err(|source| Error::Write { path: name.clone(), source })?;
        let mut writer = Self { output, path: name, format, events: 0, buffer: Vec::new() };
        if format == Format::Csv {
            writer.put(CSV_HEADER.as_bytes())?;
        }
        Ok(writer)
    }

    /// Appends events.
    ///
    /// # Errors
    /// The disk is full, or an event's weight does not fit the format.
    pub fn write(&mut self, events: &[Event]) -> Result<(), Error> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        for (event, index) in events.iter().zip(self.events..) {
            if event.weight != 1 && !self.format.is_weighted() {
                let (path, weight, format) = (self.path.clone(), event.weight, self.format);
                return Err(Error::Unweighted { path, event: index, weight, format });
            }
            match self.format {
                Format::U64 => buffer.extend(event.key.to_le_bytes()),
                Format::U64w => {
                    buffer.extend(event.key.to_le_bytes());
                    buffer.extend(u64::from(event.weight).to_le_bytes());
                }
                Format::Csv => writeln!(buffer, "{:#x},{}", event.key, event.weight).expect("memory takes every write"),
                Format::Lackey => writeln!(buffer, "SB {:08x}", event.key).expect("memory takes every write"),
            }
        }
        self.events += events.len() as u64;
        let outcome = self.put(&buffer);
        self.buffer = buffer;
        outcome
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let outcome = self.output.write_all(bytes);
        outcome.map_err(|source| Error::Write { path: self.path.clone(), source })
    }

    /// Events written so far.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Completes the file and puts it in its place.
    ///
    /// # Errors
    /// The disk is full or the rename fails; nothing is left behind.
    pub fn finish(self) -> Result<(), Error> {
        let path = self.path;
        self.output.finish().map_err(|source| Error::Write { path, source })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Compression, Options, open};
    use super::*;

    fn read(path: &Path) -> Vec<Event> {
        let mut reader = open(path, &Options::default()).unwrap();
        let (mut all, mut batch) = (vec![], vec![]);
        while reader.next_batch(&mut batch).unwrap() > 0 {
            all.extend_from_slice(&batch);
        }
        assert_eq!(reader.events(), all.len() as u64);
        all
    }

    #[test]
    fn every_format_and_packing_reads_back_what_was_written() {
        let dir = tempfile::tempdir().unwrap();
        let mut x = 1u64;
        let mut packed = 0;
        for format in Format::ALL {
            let events: Vec<Event> = (0..30_000)
                .map(|_| {
                    x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    Event { key: x >> (x & 63), weight: if format.is_weighted() { (x >> 40) as u16 | 1 } else { 1 } }
                })
                .collect();
            for suffix in ["", ".gz", ".zst"] {
                let path = dir.path().join(format!("t.{}{suffix}", format.name()));
                let mut writer = Writer::create(&path, None).unwrap();
                let (a, b) = events.split_at(12_345);
                writer.write(a).unwrap();
                writer.write(b).unwrap();
                writer.finish().unwrap();
                assert_eq!(read(&path), events, "{}", path.display());
                packed += usize::from(Compression::of_path(&path).is_some());
            }
        }
        assert_eq!(packed, 8);
    }

    #[test]
    fn a_weight_that_the_format_cannot_hold_is_refused_and_nothing_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = Writer::create(dir.path().join("t.u64"), None).unwrap();
        let error = writer.write(&[Event::unit(1), Event { key: 1, weight: 2 }]).unwrap_err();
        assert!(error.to_string().contains("event 1 has weight 2"), "{error}");
        drop(writer);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
