//! What there is to know about an event file without profiling it.
use super::shapes::Shape;
use super::{Error, Format, Options, open};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Facts about an event file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Its format.
    pub format: Format,
    /// Number of events.
    pub events: u64,
    /// Sum of the weights.
    pub weight: u64,
    /// The smallest key, 0 without events.
    pub key_min: u64,
    /// The largest key, 0 without events.
    pub key_max: u64,
    /// Whether any event has a weight other than 1.
    pub weighted: bool,
    /// Bytes of the file, packed if it is.
    pub bytes: u64,
    /// SHA-256 of the file's bytes, packed if it is, in hexadecimal (what `sha256sum` prints).
    pub sha256: String,
}

impl Info {
    /// The smallest legal `K` (even, `2..=64`) that holds every key.
    pub fn key_bits_needed(&self) -> u32 {
        (64 - self.key_max.leading_zeros()).next_multiple_of(2).max(2)
    }
}

/// Reads the whole file, in bounded memory.
///
/// # Errors
/// Whatever is wrong with the file, with its place.
pub fn info(path: &Path, options: &Options) -> Result<Info, Error> {
    let mut reader = open(path, options)?;
    let format = reader.format();
    let (mut events, mut weight, mut key_min, mut key_max, mut weighted) = (0, 0, u64::MAX, 0, false);
    let mut batch = Vec::new();
    while reader.next_batch(&mut batch)? > 0 {
        for event in &batch {
            key_min = key_min.min(event.key);
            key_max = key_max.max(event.key);
            weight += u64::from(event.weight);
            weighted |= event.weight != 1;
        }
        events += batch.len() as u64;
    }
    if events == 0 {
        key_min = 0;
    }
    let (bytes, sha256) = match (Shape::named(path), options.format) {
        (Some(shape), None) => hashed(&mut shape?.records(options.key_bits), path)?,
        _ => digest(path)?,
    };
    Ok(Info { format, events, weight, key_min, key_max, weighted, bytes, sha256 })
}

/// Length and SHA-256 of a file, in hexadecimal.
///
/// # Errors
/// It cannot be read.
pub fn digest(path: &Path) -> Result<(u64, String), Error> {
    let mut file = File::open(path).map_err(|source| Error::Open { path: path.display().to_string(), source })?;
    hashed(&mut file, path)
}

/// Longest file of which a fingerprint has every byte.
const WHOLE: u64 = 64 << 20;
/// Of a longer one it has so many blocks of so many bytes, evenly spread, the first and the last among them.
const BLOCKS: u64 = 64;
const BLOCK: u64 = 1 << 20;

/// A name for what a trace says, the same wherever it lies: a shape's own, of a file its length and the first 16 digits
/// of a SHA-256 of its bytes, of 64 blocks of 1 MiB where it is longer than 64 MiB. None of standard input.
///
/// # Errors
/// The file cannot be read.
pub fn fingerprint(path: &Path) -> Result<Option<String>, Error> {
    if let Some(shape) = Shape::named(path) {
        shape?;
        return Ok(Some(path.display().to_string()));
    }
    if path == Path::new("-") {
        return Ok(None);
    }
    let read = |offset: u64| move |source| Error::Read { path: path.display().to_string(), offset, source };
    let mut file = File::open(path).map_err(|source| Error::Open { path: path.display().to_string(), source })?;
    let bytes = file.metadata().map_err(read(0))?.len();
    let name = |sha256: String| Some(format!("sha256:{}:{bytes}", &sha256[..16]));
    if bytes <= WHOLE {
        return Ok(name(hashed(&mut file, path)?.1));
    }
    let mut hash = Sha256::new();
    let mut block = vec![0; BLOCK as usize];
    for at in 0..BLOCKS {
        let offset = (u128::from(bytes - BLOCK) * u128::from(at) / u128::from(BLOCKS - 1)) as u64;
        file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut block)).map_err(read(offset))?;
        hash.update(&block);
    }
    Ok(name(hex::encode(hash.finalize())))
}

/// Length and SHA-256 of a stream that stands for a file.
fn hashed(stream: &mut impl Read, path: &Path) -> Result<(u64, String), Error> {
    let name = || path.display().to_string();
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    let mut bytes = 0;
    loop {
        let n = stream.read(&mut buffer).map_err(|source| Error::Read { path: name(), offset: bytes, source })?;
        if n == 0 {
            let hex = hex::encode(hash.finalize());
            return Ok((bytes, hex));
        }
        hash.update(&buffer[..n]);
        bytes += n as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_counts_and_hashes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.csv");
        std::fs::write(&path, "5\n0x1ffff,3\n").unwrap();
        let info = info(&path, &Options::default()).unwrap();
        assert_eq!((info.events, info.weight, info.key_min, info.key_max, info.weighted), (2, 4, 5, 0x1_ffff, true));
        assert_eq!(info.key_bits_needed(), 18);
        assert_eq!(info.bytes, 12);
        // printf '5\n0x1ffff,3\n' | sha256sum
        assert_eq!(info.sha256, "80a209f1803188c00197858f258d162cce48d8c83623268e587b3a1f02602bc1");
    }
}
