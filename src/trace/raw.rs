//! `.u64` and `.u64w`: little-endian 64-bit words, without a header.
use super::decode::{Fault, Policy};
use crate::spec::event::Event;
use std::io::{self, BufRead};

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// Bytes of one event.
pub const fn record(weighted: bool) -> usize {
    if weighted { 2 * WORD } else { WORD }
}

/// Reads whole records into `out`, at most `limit`. Returns the bytes consumed.
pub fn fill(
    input: &mut dyn BufRead,
    weighted: bool,
    policy: &mut Policy,
    buffer: &mut Vec<u8>,
    out: &mut Vec<Event>,
    limit: usize,
) -> Result<usize, Fault> {
    let record = record(weighted);
    buffer.resize(limit * record, 0);
    let got = read_full(input, buffer).map_err(Fault::Io)?;
    let (whole, rest) = buffer[..got].split_at(got - got % record);
    if !rest.is_empty() {
        return Err(Fault::Truncated { whole: whole.len(), left: rest.len(), record });
    }
    if weighted {
        for (i, pair) in whole.chunks_exact(record).enumerate() {
            let weight = word(&pair[WORD..]);
            let weight16 = u16::try_from(weight).ok().filter(|&w| w > 0).ok_or(Fault::Weight { index: i, weight })?;
            let key = policy.key(word(&pair[..WORD])).map_err(|key| Fault::WideKey { index: i, key })?;
            out.push(Event { key, weight: weight16 });
        }
    } else {
        // One look at all the bits of the batch keeps the common case, keys that fit, free of branches.
        let seen = whole.chunks_exact(WORD).fold(0, |seen, bytes| seen | word(bytes));
        if policy.passes(seen) {
            out.extend(whole.chunks_exact(WORD).map(|bytes| Event::unit(word(bytes))));
        } else {
            for (i, bytes) in whole.chunks_exact(WORD).enumerate() {
                out.push(Event::unit(policy.key(word(bytes)).map_err(|key| Fault::WideKey { index: i, key })?));
            }
        }
    }
    Ok(got)
}

fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("a word has eight bytes"))
}

/// Fills `buffer` as far as the stream lasts.
fn read_full(input: &mut dyn BufRead, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match input.read(&mut buffer[got..]) {
            Ok(0) => break,
            Ok(n) => got += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(got)
}
