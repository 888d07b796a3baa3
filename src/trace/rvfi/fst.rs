//! What an FST file says of its own sizes, looked at before the library that reads it believes it.
//!
//! The library follows the lengths of blocks wherever they lead, and makes room for as many handles, times and bytes as
//! a file claims to have. Here no length leads out of the file, and nothing claims to unpack to more than packing can
//! do.
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Most bytes that a byte can unpack to: 1032 in deflate, fewer in LZ4 and FastLZ.
const UNPACKS: u64 = 1032;
/// Bytes of a length.
const WORD: u64 = 8;
/// Bytes of a block of values before its first frame: its length, two times, a size.
const VALUES: u64 = 4 * WORD;
/// Bytes after the packed times of a block of values.
const TIMES: u64 = 3 * WORD;

/// Kinds of blocks.
mod kind {
    pub const BLACKOUT: u8 = 2;
    pub const GEOMETRY: u8 = 3;
    pub const HIERARCHIES: [u8; 3] = [4, 6, HIERARCHY_TWICE];
    pub const HIERARCHY_TWICE: u8 = 7;
    pub const VALUES: [u8; 3] = [1, 5, VALUES_ALIAS_2];
    pub const VALUES_ALIAS_2: u8 = 8;
    pub const PACKED: u8 = 254;
    pub const SKIP: u8 = 255;
}

/// Whether the file is one that the library can be given.
///
/// # Errors
/// What is wrong, and where.
pub(super) fn check(file: &mut File) -> Result<(), String> {
    let size = file.metadata().map_err(|e| e.to_string())?.len();
    let mut blocks = Blocks { file, size };
    let mut at = 0;
    while at < size {
        let kind = blocks.bytes::<1>(at)?[0];
        let length = blocks.word(at + 1)?;
        if kind == kind::SKIP && length == 0 {
            break;
        }
        let end = (at + 1).checked_add(length).filter(|end| length >= WORD && *end <= size);
        let end = end.ok_or_else(|| format!("byte {at}: a block of {length} bytes leads out of the file"))?;
        let block = Block { kind, first: at + 1, length, end };
        let sound = match kind {
            kind::PACKED => return Err("packed as a whole: expected an FST file as simulators write it".into()),
            kind::BLACKOUT => blocks.varint(at + 1 + WORD)?.0 <= length / 2,
            kind::GEOMETRY => blocks.geometry(&block)?,
            _ if kind::HIERARCHIES.contains(&kind) => blocks.hierarchy(&block)?,
            _ if kind::VALUES.contains(&kind) => blocks.values(&block)?,
            _ => true,
        };
        if !sound {
            return Err(format!("byte {at}: a block claims to hold more than {length} bytes can"));
        }
        at = end;
    }
    Ok(())
}

/// A block: its kind, the place and value of its length, the byte after it.
struct Block {
    kind: u8,
    first: u64,
    length: u64,
    end: u64,
}

impl Block {
    /// Whether so many bytes, handles or times can come out of it.
    fn holds(&self, count: u64) -> bool {
        count / UNPACKS <= self.length
    }
}

struct Blocks<'a> {
    file: &'a mut File,
    size: u64,
}

impl Blocks<'_> {
    fn read(&mut self, at: u64, into: &mut [u8]) -> Result<(), String> {
        let read = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.read_exact(into));
        read.map_err(|_| format!("byte {at}: the file is cut off"))
    }

    fn bytes<const N: usize>(&mut self, at: u64) -> Result<[u8; N], String> {
        let mut bytes = [0; N];
        self.read(at, &mut bytes)?;
        Ok(bytes)
    }

    fn word(&mut self, at: u64) -> Result<u64, String> {
        self.bytes(at).map(u64::from_be_bytes)
    }

    /// A number of seven bits a byte, and the byte after it.
    fn varint(&mut self, at: u64) -> Result<(u64, u64), String> {
        let mut bytes = [0; 10];
        let there = self.size.saturating_sub(at).min(10) as usize;
        self.read(at, &mut bytes[..there])?;
        let mut rest = &bytes[..there];
        let number = unsigned(&mut rest).ok_or_else(|| format!("byte {at}: a number without an end"))?;
        Ok((number, at + (there - rest.len()) as u64))
    }

    /// The lengths of all signals.
    fn geometry(&mut self, block: &Block) -> Result<bool, String> {
        let [unpacked, handles] = [self.word(block.first + WORD)?, self.word(block.first + 2 * WORD)?];
        if block.length < 3 * WORD || !block.holds(unpacked) || handles > unpacked {
            return Ok(false);
        }
        let mut bytes = vec![0; (block.length - 3 * WORD) as usize];
        self.read(block.first + 3 * WORD, &mut bytes)?;
        if unpacked != bytes.len() as u64 {
            let mut inflated = vec![];
            let packed = flate2::read::ZlibDecoder::new(&bytes[..]);
            packed.take(unpacked).read_to_end(&mut inflated).map_err(|e| format!("byte {}: {e}", block.first))?;
            bytes = inflated;
        }
        let mut rest = &bytes[..];
        let lengths = (0..handles).map_while(|_| unsigned(&mut rest));
        // The library adds 1 to a length, and the longest means 0.
        Ok(lengths.into_iter().all(|length| length == u64::from(u32::MAX) || length / UNPACKS < self.size))
    }

    fn hierarchy(&mut self, block: &Block) -> Result<bool, String> {
        let unpacked = self.word(block.first + WORD)?;
        if block.length < 2 * WORD {
            return Ok(false);
        }
        if block.kind != kind::HIERARCHY_TWICE {
            return Ok(block.holds(unpacked));
        }
        let once = self.varint(block.first + 2 * WORD)?.0;
        Ok(block.holds(once) && unpacked / UNPACKS <= once)
    }

    /// A block of values: a frame of first values, packed signals, a chain of their places, packed times.
    fn values(&mut self, block: &Block) -> Result<bool, String> {
        if block.length < VALUES + TIMES + WORD {
            return Ok(false);
        }
        let (frame, at) = self.varint(block.first + VALUES)?;
        let (packed, at) = self.varint(at)?;
        let (handles, at) = self.varint(at)?;
        let signals = at.saturating_add(packed);
        let [unpacked, times, count] = [3, 2, 1].map(|words| self.word(block.end - words * WORD));
        let (unpacked, times, count) = (unpacked?, times?, count?);
        let most = block.length - VALUES - TIMES - WORD;
        if packed > most || times > most || !block.holds(frame.max(handles).max(unpacked)) || count > unpacked {
            return Ok(false);
        }
        let place = block.end - TIMES - times - WORD;
        let chain = self.word(place)?;
        let (handles, first) = self.varint(signals)?;
        if !block.holds(handles) || chain > place.saturating_sub(first) {
            return Ok(false);
        }
        let mut bytes = vec![0; chain as usize];
        self.read(place - chain, &mut bytes)?;
        let Some(places) = places(&bytes, block.kind == kind::VALUES_ALIAS_2, handles) else { return Ok(false) };
        for offset in places {
            let at = first.checked_add(offset).filter(|at| *at < block.end);
            let Some(at) = at else { return Ok(false) };
            if !block.holds(self.varint(at)?.0) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Where the chain says that signals are; none if it has more of them than there are handles.
fn places(mut chain: &[u8], alias_2: bool, handles: u64) -> Option<Vec<u64>> {
    let (mut places, mut seen, mut offset) = (vec![], 0u64, 0u64);
    while let Some(first) = chain.first() {
        if alias_2 && first & 1 == 1 {
            let step = signed(&mut chain)? >> 1;
            if step > 0 {
                offset = offset.checked_add_signed(step)?;
                places.push(offset);
            }
            seen += 1;
            continue;
        }
        let number = unsigned(&mut chain)?;
        if !alias_2 && number == 0 {
            unsigned(&mut chain)?;
            seen += 1;
        } else if !alias_2 && number & 1 == 1 {
            offset = offset.checked_add(number >> 1)?;
            places.push(offset);
            seen += 1;
        } else {
            seen = seen.checked_add(number >> 1)?;
        }
        if seen > handles {
            return None;
        }
    }
    (seen <= handles).then_some(places)
}

/// A number of seven bits a byte, the lowest first.
fn unsigned(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The same with a sign.
fn signed(bytes: &mut &[u8]) -> Option<i64> {
    let before = bytes.len();
    let number = unsigned(bytes)?;
    let bits = 7 * (before - bytes.len()) as u32;
    let unused = 64u32.saturating_sub(bits);
    Some((number << unused).cast_signed() >> unused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// Three cycles of a core, as Icarus Verilog writes them: blocks of header, values, geometry and hierarchy.
    const CORE: &[u8] = include_bytes!("../../../fuzz/corpus/fst/core");

    fn checked(bytes: &[u8]) -> Result<(), String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        check(&mut file)
    }

    /// Kind and place of every block.
    fn blocks() -> Vec<(u8, usize)> {
        let (mut found, mut at) = (vec![], 0);
        while at < CORE.len() {
            found.push((CORE[at], at));
            at += 1 + u64::from_be_bytes(CORE[at + 1..at + 9].try_into().unwrap()) as usize;
        }
        found
    }

    #[test]
    fn what_a_simulator_wrote_is_sound_and_a_cut_file_is_not() {
        assert_eq!(checked(CORE), Ok(()));
        assert_eq!(checked(b""), Ok(()));
        let ends: Vec<usize> = blocks().iter().map(|(_, at)| *at).collect();
        for length in (1..CORE.len()).filter(|length| !ends.contains(length)) {
            assert!(checked(&CORE[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn no_block_may_claim_more_than_it_can_hold() {
        let mut refused = 0;
        for (kind, at) in blocks() {
            for (offset, bytes) in [(1, 8), (9, 8), (17, 8)] {
                // The times of the header and of values are any numbers.
                let counts = offset == 1 || kind == kind::GEOMETRY || kind::HIERARCHIES.contains(&kind) && offset == 9;
                let mut wrong = CORE.to_vec();
                wrong[at + offset..][..bytes].fill(0x7f);
                if counts {
                    assert!(checked(&wrong).is_err(), "kind {kind}: bytes from {offset} on");
                    refused += 1;
                }
            }
        }
        assert!(refused >= 7, "{refused}");
        // At the end of a block of values: unpacked times, packed times, their number; before the packed times the
        // chain's length.
        let values = blocks().iter().position(|(kind, _)| kind::VALUES.contains(kind)).unwrap();
        let end = blocks()[values + 1].1;
        let times = u64::from_be_bytes(CORE[end - 16..end - 8].try_into().unwrap()) as usize;
        for place in [end - 8, end - 16, end - 24, end - 24 - times - 8] {
            let mut wrong = CORE.to_vec();
            wrong[place] = 0x7f;
            assert!(checked(&wrong).unwrap_err().contains("than"), "{} bytes before the end", end - place);
        }
    }

    #[test]
    fn a_length_of_nothing_does_not_go_on_for_ever() {
        assert!(checked(&[[3].as_slice(), &[0; 40]].concat()).unwrap_err().contains("leads out of the file"));
        assert!(checked(&[0xff; 40]).unwrap_err().contains("leads out of the file"));
        assert_eq!(checked(&[[kind::SKIP].as_slice(), &[0; 40]].concat()), Ok(()), "nothing follows");
    }

    #[test]
    fn numbers_are_those_of_the_format() {
        assert_eq!((unsigned(&mut &[0x13][..]), unsigned(&mut &[0x80, 1][..])), (Some(19), Some(128)));
        assert_eq!((signed(&mut &[0x13][..]), signed(&mut &[0x7b][..])), (Some(19), Some(-5)));
        assert_eq!((unsigned(&mut &[0x80; 20][..]), unsigned(&mut &[0x80][..])), (None, None));
        assert_eq!(places(&[3, 0, 1, 5], false, 3), Some(vec![1, 3]), "an alias between two");
        assert_eq!((places(&[0xfe, 0x7f], false, 3), places(&[0xfe, 0x7f], true, 3)), (None, None));
    }
}
