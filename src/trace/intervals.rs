//! Interval logs: what was counted in each interval of a whole run, and its accumulators (docs/reference/phaseeval.md,
//! V2).
use super::packer::Packer;
use super::uleb::put;
use super::{Error, entries, source};
use crate::spec::interval::{Entry, Kind};
use crate::spec::phase::{BUCKET_BITS, BUCKETS};
use std::io::Read;
use std::path::Path;

/// First bytes of a log.
const MAGIC: [u8; 4] = *b"PHIV";
/// Bytes of an accumulator.
const BYTES: usize = BUCKET_BITS as usize / 8;
/// Most bytes of a log's content that are read.
const CONTENT_MAX: u64 = 1 << 32;
/// What the file is, for errors.
const WHAT: &str = "an interval log";

/// An interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// What was counted, by the codes of the kinds, each in the order of the names.
    pub counts: [Vec<Entry>; Kind::ALL.len()],
    /// The accumulators of the phase tracker when it ended; 24 bits each.
    pub buckets: [u32; BUCKETS],
}

/// Reads a log; `-` is standard input. Packed content is inflated.
///
/// # Errors
/// The file cannot be read, or something in it is wrong; its place is told.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<Interval>, Error> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let mut content = vec![];
    let read = source::open(path)?.content.take(CONTENT_MAX).read_to_end(&mut content);
    read.map_err(|source| Error::Read { path: name.clone(), offset: content.len() as u64, source })?;
    parse(&content, &name)
}

/// The intervals of a log's content; `name` stands for the path in errors.
///
/// # Errors
/// Something in it is wrong; its place is told.
pub fn parse(content: &[u8], name: &str) -> Result<Vec<Interval>, Error> {
    let damaged = |rest: &[u8], record: usize, reason| {
        let offset = (content.len() - rest.len()) as u64;
        Error::Damaged { path: name.to_string(), offset, record: record as u64, reason, what: WHAT }
    };
    let Some(mut rest) = content.strip_prefix(&MAGIC) else {
        return Err(damaged(content, 0, "it begins otherwise"));
    };
    let mut intervals = vec![];
    while !rest.is_empty() {
        let start = rest;
        let interval = interval(&mut rest).ok_or_else(|| damaged(start, intervals.len(), "cut off or malformed"))?;
        intervals.push(interval);
    }
    Ok(intervals)
}

fn interval(rest: &mut &[u8]) -> Option<Interval> {
    let mut interval = Interval::default();
    for kind in Kind::ALL {
        interval.counts[kind as usize] = entries::read(rest, kind)?;
    }
    for bucket in &mut interval.buckets {
        let (bytes, after) = rest.split_first_chunk::<BYTES>()?;
        *bucket = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
        *rest = after;
    }
    Some(interval)
}

/// Writes a log, packed as its last extension says; it appears, whole, at [`Writer::finish`].
pub struct Writer {
    output: Packer,
    path: String,
    bytes: Vec<u8>,
    intervals: u64,
}

impl Writer {
    /// Starts `path`; `-` is standard output.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let failed = |source| Error::Write { path: name.clone(), source };
        let mut output = Packer::create(path).map_err(failed)?;
        output.write_all(&MAGIC).map_err(failed)?;
        Ok(Self { output, path: name, bytes: vec![], intervals: 0 })
    }

    /// Appends an interval, whose entries are in the order of their names.
    ///
    /// # Errors
    /// The disk is full.
    pub fn write(&mut self, interval: &Interval) -> Result<(), Error> {
        self.bytes.clear();
        append(interval, &mut self.bytes);
        self.intervals += 1;
        self.output.write_all(&self.bytes).map_err(|source| Error::Write { path: self.path.clone(), source })
    }

    /// Intervals written so far.
    pub fn intervals(&self) -> u64 {
        self.intervals
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

/// Appends the bytes of an interval.
pub fn append(interval: &Interval, out: &mut Vec<u8>) {
    for kind in Kind::ALL {
        let entries = &interval.counts[kind as usize];
        put(out, entries.len() as u64);
        let mut last = 0;
        for entry in entries {
            entries::append(entry, kind, last, out);
            last = entry.key.site;
        }
    }
    for bucket in interval.buckets {
        out.extend(&bucket.to_le_bytes()[..BYTES]);
    }
}

/// The bytes of a log.
pub fn to_bytes(intervals: &[Interval]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    intervals.iter().for_each(|interval| append(interval, &mut out));
    out
}
