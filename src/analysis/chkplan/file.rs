//! The file of a map of checks (docs/reference/chkplan.md C8).
use crate::spec::checkmap::{ADDRESS_BITS, Image};

/// How a file begins.
const MAGIC: [u8; 4] = *b"TTCM";
/// Which layout it has.
const VERSION: u32 = 1;
/// Bytes before the codes, and after them.
const HEAD: usize = 16;
const TAIL: usize = 4;
/// Most words of codes: more than an address of MAP_WADDR can tell are for larger hardware, and this is for all of an
/// address space of code.
const WORDS_MAX: usize = 1 << (ADDRESS_BITS + 16);

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It begins otherwise.
    #[error("no map of checks: expected a file of `treetap chkplan`")]
    Magic,
    /// A later treetap wrote it.
    #[error("a map of checks of layout {0}: expected layout {VERSION}")]
    Version(u32),
    /// It is cut off, or longer than it says.
    #[error("a map of checks of {found} bytes: expected {expected}")]
    Length {
        /// What its head says.
        expected: usize,
        /// What is there.
        found: usize,
    },
    /// Some of it changed.
    #[error("a map of checks that does not match its checksum")]
    Crc,
}

/// The bytes of a file.
pub fn to_bytes(image: &Image) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for word in [VERSION, image.base, image.words.len() as u32].iter().chain(&image.words) {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// What a file holds.
///
/// # Errors
/// [`FileError`].
pub fn from_bytes(bytes: &[u8]) -> Result<Image, FileError> {
    let word = |at: usize| bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    if bytes.get(..4) != Some(&MAGIC) {
        return Err(FileError::Magic);
    }
    if word(4) != VERSION {
        return Err(FileError::Version(word(4)));
    }
    let words = (word(12) as usize).min(WORDS_MAX);
    let expected = HEAD + 4 * words + TAIL;
    if bytes.len() != expected {
        return Err(FileError::Length { expected, found: bytes.len() });
    }
    let (body, crc) = bytes.split_at(expected - TAIL);
    if crc32fast::hash(body).to_le_bytes() != *crc {
        return Err(FileError::Crc);
    }
    Ok(Image { base: word(8) & !1, words: (0..words).map(|at| word(HEAD + 4 * at)).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_holds_what_was_written_and_every_change_is_found() {
        let image = Image { base: 0x8000_0080, words: vec![0x1234_5678, 0, u32::MAX] };
        let bytes = to_bytes(&image);
        assert_eq!(from_bytes(&bytes), Ok(image));
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            assert!(from_bytes(&wrong).is_err(), "byte {at}");
            assert!(from_bytes(&bytes[..at]).is_err(), "{at} bytes");
        }
        assert_eq!(from_bytes(b"TTCM"), Err(FileError::Version(0)));
    }
}
