//! Traces of every format.
use std::fs::File;
use std::io::{Cursor, Write};
use std::os::fd::AsRawFd;
use treetap::spec::event::Event;
use treetap::spec::retire::Rvfi;
use treetap::trace::rvfi::waves::{Place, Waves};
use treetap::trace::rvfi::{self, BLOCK};
use treetap::trace::{Access, BATCH, Error, Format, Options, Reader};

/// Most events of an input that is unpacked: a few thousand bytes can hold billions.
const MOST: u64 = 1 << 16;

/// All events, or why there are none; whatever happens, the batches keep to their size, and the errors can be shown.
fn read(bytes: Vec<u8>, options: &Options) -> Option<Vec<Event>> {
    let unpacked = Cursor::new(bytes);
    let outcome = (|| {
        let mut reader = Reader::from_stream(unpacked, "fuzz", options)?;
        let (mut all, mut batch) = (vec![], vec![]);
        while reader.events() < MOST && reader.next_batch(&mut batch)? > 0 {
            assert!(batch.len() <= BATCH);
            all.extend_from_slice(&batch);
        }
        assert_eq!(reader.events(), all.len() as u64);
        assert!(reader.cut_keys() == 0 || options.key_low);
        Ok::<_, Error>(all)
    })();
    let events = outcome.map_err(|error| assert!(!error.to_string().is_empty())).ok()?;
    for event in &events {
        assert!(event.key.checked_shr(options.key_bits).unwrap_or(0) == 0 && event.weight > 0, "{event:?}");
    }
    Some(events)
}

/// The options that two bytes ask for.
fn options(format: Format, [width, rest]: [u8; 2]) -> Options {
    let access = [Access::Code, Access::Instructions, Access::Loads, Access::Stores][usize::from(rest & 3)];
    let (key_bits, key_shift) = (64 - u32::from(width % 64), u32::from(rest >> 3) * 2);
    Options { format: Some(format), key_shift, key_low: rest & 4 != 0, access, ..Options::key_bits(key_bits) }
}

/// Reads the bytes after the first two; what was read is written, and read again.
fn plain(bytes: &[u8], format: Format, write: impl Fn(&mut Vec<u8>, &Event)) {
    let (head, rest) = super::head(bytes);
    let options = options(format, head);
    let Some(events) = read(rest.to_vec(), &options) else { return };
    let mut written = vec![];
    events.iter().for_each(|event| write(&mut written, event));
    // The first keys can be what packed content begins with: then nobody knows.
    if [&b"\x1f\x8b\x08"[..], b"\x28\xb5\x2f\xfd"].iter().any(|magic| written.starts_with(magic)) {
        return;
    }
    let again = read(written, &Options { key_shift: 0, access: Access::Code, ..options });
    assert_eq!(again.as_ref(), Some(&events));
}

pub fn csv(bytes: &[u8]) {
    plain(bytes, Format::Csv, |out, event| _ = writeln!(out, "{:#x},{}", event.key, event.weight));
}

pub fn lackey(bytes: &[u8]) {
    plain(bytes, Format::Lackey, |out, event| _ = writeln!(out, "SB {:08x}", event.key));
}

pub fn u64(bytes: &[u8]) {
    plain(bytes, Format::U64, |out, event| out.extend(event.key.to_le_bytes()));
}

pub fn u64w(bytes: &[u8]) {
    let words = |event: &Event| [event.key, event.weight.into()].map(u64::to_le_bytes);
    plain(bytes, Format::U64w, |out, event| out.extend(words(event).as_flattened()));
}

/// Packed in whatever way the bytes say.
pub fn packed(bytes: &[u8]) {
    let ([format], rest) = super::head(bytes);
    let format = Format::ALL[usize::from(format) % Format::ALL.len()];
    let _ = read(rest.to_vec(), &options(format, [0, 0]));
}

/// A trace whose blocks have the checksums that they should have: the header of 32 bytes, then blocks of 8 bytes of
/// head, payload, checksum.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let mut at = 32;
    while let Some(head) = out.get(at..at + 8) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let Some(end) = at.checked_add(8 + length).filter(|end| end + 4 <= out.len()) else { break };
        let crc = crc32fast::hash(&out[at..end]);
        out[end..end + 4].copy_from_slice(&crc.to_le_bytes());
        at = end + 4;
    }
    out
}

/// Retirements, with the checksums that are there and with right ones.
pub fn rvfi(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), sealed(bytes)] {
        let read = || {
            let mut reader = rvfi::Reader::from_stream(Cursor::new(bytes), "fuzz.rvfi")?;
            let (mut records, mut batch) = (0, vec![]);
            while reader.next_batch(&mut batch)? > 0 {
                assert!(batch.len() <= BLOCK);
                records += batch.len() as u64;
            }
            assert_eq!(reader.records(), records);
            Ok::<_, Error>(())
        };
        let _ = read().map_err(|error| assert!(!error.to_string().is_empty()));
    }
}

/// A file that lies in memory only, under a name.
fn file(bytes: &[u8]) -> Option<(File, String)> {
    let mut file = tempfile::tempfile_in("/dev/shm").ok()?;
    file.write_all(bytes).ok()?;
    let name = format!("/proc/self/fd/{}", file.as_raw_fd());
    Some((file, name))
}

/// The library that reads waveforms tells the formats apart by their content, so both targets take what they get.
fn waves(bytes: &[u8]) {
    let Some((file, name)) = file(bytes) else { return };
    let mut records = 0;
    let read = Waves::open(name.as_ref(), &Place::default()).and_then(|waves| {
        assert!([32, 64].contains(&waves.xlen()) && !waves.missing().contains(&"rvfi_insn"));
        waves.read(|batch: &[Rvfi]| {
            assert!(batch.len() <= BLOCK);
            records += batch.len();
            Ok(())
        })
    });
    let _ = read.map_err(|error| assert!(!error.to_string().is_empty()));
    drop(file);
}

pub fn vcd(bytes: &[u8]) {
    waves(bytes);
}

pub fn fst(bytes: &[u8]) {
    waves(bytes);
}
