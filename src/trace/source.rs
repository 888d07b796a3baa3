//! Bytes of a file, a pipe or standard input, inflated if their first bytes say that they are packed.
use super::{Compression, Error};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Read size: large enough that system calls do not show, small enough for the cache.
const BUFFER: usize = 1 << 18;
/// First bytes looked at to tell packed content from plain.
const HEAD: usize = 1 << 12;
/// Inflated bytes of them that have to be sound.
const HEAD_INFLATED: u64 = 1 << 16;

const GZIP_MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Inflated content with its way of telling how much of the file has been consumed.
pub struct Source {
    /// The content.
    pub content: Box<dyn BufRead + Send>,
    /// Bytes taken from the file itself so far.
    pub consumed: Arc<AtomicU64>,
    /// Length of the file, where there is one.
    pub length: Option<u64>,
}

/// Opens `path` (`-` is standard input).
pub fn open(path: &Path) -> Result<Source, Error> {
    if path == Path::new("-") {
        return from_reader(io::stdin(), None, None, path);
    }
    let failed = |source| Error::Open { path: path.display().to_string(), source };
    let file = File::open(path).map_err(failed)?;
    let meta = file.metadata().map_err(failed)?;
    if meta.is_dir() {
        return Err(failed(io::Error::other("is a directory: expected a trace file")));
    }
    from_reader(file, meta.is_file().then_some(meta.len()), Compression::of_path(path), path)
}

/// Opens a plain file at an offset; none where `path` is no regular file, or packed.
pub fn open_at(path: &Path, offset: u64) -> Result<Option<Source>, Error> {
    let failed = |source| Error::Open { path: path.display().to_string(), source };
    if path == Path::new("-") || !path.metadata().map_err(failed)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut head = Vec::with_capacity(HEAD);
    (&mut file).take(HEAD as u64).read_to_end(&mut head).map_err(failed)?;
    if compression(&head, Compression::of_path(path)).is_some() {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(offset)).map_err(failed)?;
    let consumed = Arc::new(AtomicU64::new(0));
    let content = Box::new(BufReader::with_capacity(BUFFER, Counted { input: file, consumed: consumed.clone() }));
    Ok(Some(Source { content, consumed, length: Some(length) }))
}

/// Inflates `input` if it is packed. `named` is what the file's name promises.
pub fn from_reader(
    input: impl Read + Send + 'static,
    length: Option<u64>,
    named: Option<Compression>,
    path: &Path,
) -> Result<Source, Error> {
    let consumed = Arc::new(AtomicU64::new(0));
    let mut input = Counted { input, consumed: consumed.clone() };
    let mut head = Vec::with_capacity(HEAD);
    (&mut input).take(HEAD as u64).read_to_end(&mut head).map_err(|source| Error::Read {
        path: path.display().to_string(),
        offset: 0,
        source,
    })?;
    let packed = compression(&head, named);
    let whole = Cursor::new(head).chain(input);
    let content: Box<dyn BufRead + Send> = match packed {
        None => Box::new(BufReader::with_capacity(BUFFER, whole)),
        Some(Compression::Gzip) => {
            let inflate = flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole));
            Box::new(BufReader::with_capacity(BUFFER, inflate))
        }
        Some(Compression::Zstd) => {
            let inflate = zstd::stream::read::Decoder::with_buffer(BufReader::with_capacity(BUFFER, whole));
            let inflate = inflate.map_err(|source| Error::Open { path: path.display().to_string(), source })?;
            Box::new(BufReader::with_capacity(BUFFER, inflate))
        }
    };
    Ok(Source { content, consumed, length })
}

/// The compression of content that starts with `head`. A plain `.u64` file may start with a key that looks like a magic
/// number, so where the name does not promise the compression, the head must inflate too.
fn compression(head: &[u8], named: Option<Compression>) -> Option<Compression> {
    let found = if head.starts_with(&GZIP_MAGIC) {
        Compression::Gzip
    } else if head.starts_with(&ZSTD_MAGIC) {
        Compression::Zstd
    } else {
        return None;
    };
    let mut inflate: Box<dyn Read> = match found {
        _ if named == Some(found) => return named,
        Compression::Gzip => Box::new(flate2::read::GzDecoder::new(head)),
        Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(head).ok()?),
    };
    // All of the head, as far as it does not inflate without end: a few bytes of keys can look like packed content.
    match io::copy(&mut inflate.by_ref().take(HEAD_INFLATED), &mut io::sink()) {
        Ok(_) => Some(found),
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => Some(found),
        Err(_) => None,
    }
}

/// Counts what is read.
struct Counted<R> {
    input: R,
    consumed: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.input.read(buffer)?;
        self.consumed.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut pack = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
        pack.write_all(bytes).unwrap();
        pack.finish().unwrap()
    }

    fn content(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut out = vec![];
        from_reader(Cursor::new(bytes), None, None, Path::new("x")).unwrap().content.read_to_end(&mut out)?;
        Ok(out)
    }

    #[test]
    fn packed_content_is_found_by_its_magic_number_and_may_have_several_members() {
        let plain: Vec<u8> = (0..100_000u32).flat_map(|i| i.to_le_bytes()).collect();
        let (a, b) = plain.split_at(40_000);
        assert_eq!(content([gzip(a), gzip(b)].concat()).unwrap(), plain);
        let zstd = |bytes: &[u8]| zstd::stream::encode_all(bytes, 1).unwrap();
        assert_eq!(content([zstd(a), zstd(b)].concat()).unwrap(), plain);
        assert_eq!(content(plain.clone()).unwrap(), plain);
    }

    #[test]
    fn a_key_that_looks_like_a_magic_number_is_a_key() {
        for key in [0x0000_5555_0008_8b1f_u64, 0x0000_1234_fd2f_b528, 0xffff_ffff_0008_8b1f] {
            let plain: Vec<u8> = [key, 1, 2, 3].iter().flat_map(|k| k.to_le_bytes()).collect();
            assert_eq!(content(plain.clone()).unwrap(), plain, "{key:#x}");
        }
    }

    #[test]
    fn packed_content_that_is_cut_short_is_an_error() {
        let plain: Vec<u8> = (0..10_000u32).flat_map(|i| i.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let packed = gzip(&plain);
        assert!(content(packed[..packed.len() - 9].to_vec()).is_err());
        let packed = zstd::stream::encode_all(&plain[..], 1).unwrap();
        assert!(content(packed[..packed.len() - 9].to_vec()).is_err());
    }
}
