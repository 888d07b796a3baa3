//! What a daemon sends of the profiles that it takes: records in packed frames (docs/reference/phaselog.md).
//!
//! ```
//! use treetap::{spec::interval::{Entry, Key, Kind}, trace::phaselog::{Encoder, Profile, Record, decode}};
//!
//! let entries = vec![Entry { key: Key { site: 0x8000_0080, callee: 0 }, count: 3, weight: 12 }];
//! let mut encoder = Encoder::default();
//! encoder.profile(&Profile { phase: 1, interval: 7, kind: Kind::Region, entries });
//! encoder.trace(&[(1, 8), (2, 3)]);
//! let found = decode(&encoder.end(11));
//! assert_eq!((found.records.len(), found.whole(), found.fault), (2, true, None));
//! assert_eq!(found.records[1], Record::Trace(vec![(1, 8), (2, 3)]));
//! ```
use super::entries;
use super::uleb::{difference, differing, put, take};
use crate::spec::interval::{Entry, Kind};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::fmt;
use std::io::{Read, Write};

/// Bytes of the buffer that a frame is sent from (BUF_BYTES).
pub const BUFFER: usize = 1 << 16;
/// How hard frames are packed.
const LEVEL: u32 = 6;
/// First bytes of records.
const PROFILE: u8 = 1;
const TRACE: u8 = 2;
const END: u8 = 3;

/// Entries of one interval, or of several that were added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its phase; 0 if it is of none.
    pub phase: u64,
    /// Number of the interval.
    pub interval: u64,
    /// What is counted.
    pub kind: Kind,
    /// The entries, in the order of their keys.
    pub entries: Vec<Entry>,
}

/// What a log holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A profile, or the part of a long one that a frame had room for.
    Profile(Profile),
    /// Phases of consecutive intervals, and how many there are of each.
    Trace(Vec<(u64, u64)>),
}

/// Writes a log.
#[derive(Debug, Default)]
pub struct Encoder {
    /// Records that wait.
    buffer: Vec<u8>,
    crc: crc32fast::Hasher,
    sent: Vec<u8>,
    frames: u64,
    /// Bytes of records that were sent.
    raw: u64,
}

impl Encoder {
    /// Appends a profile; what does not fit in the buffer goes into further records with the same head.
    pub fn profile(&mut self, profile: &Profile) {
        let Profile { phase, interval, kind, entries: all } = profile;
        let mut rest = &all[..];
        loop {
            let (mut body, mut last, mut count) = (vec![], 0, 0);
            for entry in rest {
                let before = body.len();
                entries::append(entry, *kind, last, &mut body);
                // The longest head has four numbers of ten bytes.
                if body.len() > BUFFER - 64 {
                    body.truncate(before);
                    break;
                }
                (last, count) = (entry.key.site, count + 1);
            }
            let mut record = vec![PROFILE];
            for number in [*phase, *interval, *kind as u64, count as u64] {
                put(&mut record, number);
            }
            record.extend(body);
            self.append(&record);
            rest = &rest[count..];
            if rest.is_empty() {
                return;
            }
        }
    }

    /// Appends phases of intervals, as runs, none of them empty; in several records if they are many.
    pub fn trace(&mut self, runs: &[(u64, u64)]) {
        // A run has at most two numbers of ten bytes.
        for part in runs.chunks(BUFFER / 20 - 1) {
            let mut record = vec![TRACE];
            put(&mut record, part.len() as u64);
            let mut last = 0;
            for (phase, run) in part {
                put(&mut record, difference(*phase, last));
                put(&mut record, run - 1);
                last = *phase;
            }
            self.append(&record);
        }
    }

    /// A record that would not fit makes what waits be sent first.
    fn append(&mut self, record: &[u8]) {
        if self.buffer.len() + record.len() > BUFFER {
            self.transmit();
        }
        self.crc.update(record);
        self.buffer.extend(record);
    }

    /// Sends what waits, as a frame.
    pub fn transmit(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        let mut packer = DeflateEncoder::new(vec![], Compression::new(LEVEL));
        let packed = packer.write_all(&self.buffer).and_then(|()| packer.finish()).expect("memory takes every write");
        let payload = if packed.len() < self.buffer.len() { &packed } else { &self.buffer };
        self.sent.extend((self.buffer.len() as u32).to_le_bytes());
        self.sent.extend((payload.len() as u32).to_le_bytes());
        self.sent.extend(payload);
        self.frames += 1;
        self.raw += self.buffer.len() as u64;
        self.buffer.clear();
    }

    /// Bytes of records before they were packed, of the frames that were sent.
    pub const fn raw(&self) -> u64 {
        self.raw
    }

    /// Frames that were sent.
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// Ends the log after so many intervals, and gives its bytes.
    pub fn end(mut self, intervals: u64) -> Vec<u8> {
        self.finish(intervals);
        self.sent
    }

    /// Ends the log, and sends what waits.
    pub fn finish(&mut self, intervals: u64) {
        let mut record = vec![END];
        put(&mut record, intervals);
        // The checksum is that of everything before it.
        let mut crc = self.crc.clone();
        crc.update(&record);
        record.extend(crc.finalize().to_le_bytes());
        self.append(&record);
        self.transmit();
    }

    /// The bytes that were sent.
    pub fn sent(&self) -> &[u8] {
        &self.sent
    }
}

/// Where a log is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The frame, from 0.
    pub frame: u64,
    /// Its first byte.
    pub offset: usize,
    /// What is wrong.
    pub reason: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame {} (byte {}): {}", self.frame, self.offset, self.reason)
    }
}

/// What there is in a log, up to where it is damaged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The records of the frames that are whole.
    pub records: Vec<Record>,
    /// Frames that are whole.
    pub frames: u64,
    /// Intervals of the run, if the log came to its end.
    pub intervals: Option<u64>,
    /// Where it is damaged.
    pub fault: Option<Fault>,
}

impl Decoded {
    /// Whether nothing is missing.
    pub const fn whole(&self) -> bool {
        self.intervals.is_some() && self.fault.is_none()
    }
}

/// What a log holds. It is read frame by frame, up to the first one that is damaged.
pub fn decode(bytes: &[u8]) -> Decoded {
    let mut found = Decoded::default();
    let mut crc = crc32fast::Hasher::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let offset = bytes.len() - rest.len();
        let mut records = vec![];
        match frame(&mut rest, &mut crc, &mut records, found.intervals) {
            Ok(intervals) => {
                found.records.append(&mut records);
                found.frames += 1;
                found.intervals = found.intervals.or(intervals);
            }
            Err(reason) => {
                found.fault = Some(Fault { frame: found.frames, offset, reason });
                break;
            }
        }
    }
    found
}

/// Takes a frame; how many intervals there were if it ends the log.
fn frame(
    rest: &mut &[u8],
    crc: &mut crc32fast::Hasher,
    records: &mut Vec<Record>,
    ended: Option<u64>,
) -> Result<Option<u64>, &'static str> {
    if ended.is_some() {
        return Err("bytes after the end");
    }
    let cut = "cut off before its end";
    let (head, body) = rest.split_first_chunk::<8>().ok_or(cut)?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
    let (raw, packed) = (word(0), word(4));
    if raw == 0 || raw > BUFFER || packed > raw {
        return Err("lengths that no frame has");
    }
    let (payload, after) = body.split_at_checked(packed).ok_or(cut)?;
    *rest = after;
    let mut unpacked = vec![];
    if packed == raw {
        unpacked.extend(payload);
    } else {
        // One byte more than there may be shows that there is more.
        let mut packer = DeflateDecoder::new(payload);
        let read = packer.by_ref().take(raw as u64 + 1).read_to_end(&mut unpacked);
        if read.is_err() || unpacked.len() != raw || packer.total_in() != packed as u64 {
            return Err("packed bytes that do not unpack to its length");
        }
    }
    let mut content = &unpacked[..];
    while !content.is_empty() {
        let before = content;
        let (&tag, body) = content.split_first().ok_or(cut)?;
        content = body;
        match tag {
            PROFILE => records.push(profile(&mut content).ok_or("a profile that is none")?),
            TRACE => records.push(trace(&mut content).ok_or("a trace of phases that is none")?),
            END => {
                let intervals = take(&mut content).ok_or("an end that is none")?;
                crc.update(&before[..before.len() - content.len()]);
                let (sum, after) = content.split_first_chunk::<4>().ok_or("an end that is none")?;
                if !after.is_empty() {
                    return Err("records after the end");
                }
                if crc.clone().finalize() != u32::from_le_bytes(*sum) {
                    return Err("the checksum of all records is another");
                }
                return Ok(Some(intervals));
            }
            _ => return Err("a record of no kind"),
        }
        crc.update(&before[..before.len() - content.len()]);
    }
    Ok(None)
}

fn profile(content: &mut &[u8]) -> Option<Record> {
    let (phase, interval) = (take(content)?, take(content)?);
    let kind = Kind::from_code(take(content)?)?;
    let entries = entries::read(content, kind)?;
    Some(Record::Profile(Profile { phase, interval, kind, entries }))
}

fn trace(content: &mut &[u8]) -> Option<Record> {
    let (mut runs, mut last) = (vec![], 0);
    for _ in 0..take(content)? {
        last = differing(take(content)?, last);
        runs.push((last, take(content)?.checked_add(1)?));
    }
    Some(Record::Trace(runs))
}
