//! An output that appears whole, packed as its last extension says.
use super::Compression;
use super::atomic::AtomicFile;
use std::io::{self, BufWriter, Write};
use std::path::Path;

const BUFFER: usize = 1 << 18;

/// The output under way.
pub enum Packer {
    /// As it is.
    Plain(BufWriter<AtomicFile>),
    /// With gzip.
    Gzip(flate2::write::GzEncoder<BufWriter<AtomicFile>>),
    /// With Zstandard.
    Zstd(zstd::stream::write::Encoder<'static, BufWriter<AtomicFile>>),
}

impl Packer {
    /// Starts `path`; `-` is standard output.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::with_capacity(BUFFER, AtomicFile::create(path)?);
        Ok(match Compression::of_path(path) {
            None => Packer::Plain(file),
            Some(Compression::Gzip) => {
                Packer::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => Packer::Zstd(zstd::stream::write::Encoder::new(file, 0)?),
        })
    }

    /// Appends bytes.
    pub fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Packer::Plain(out) => out.write_all(bytes),
            Packer::Gzip(out) => out.write_all(bytes),
            Packer::Zstd(out) => out.write_all(bytes),
        }
    }

    /// Completes the file and puts it in its place.
    pub fn finish(self) -> io::Result<()> {
        let buffered = match self {
            Packer::Plain(out) => out,
            Packer::Gzip(out) => out.finish()?,
            Packer::Zstd(out) => out.finish()?,
        };
        buffered.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }
}
