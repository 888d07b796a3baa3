//! Event files: readers and writers of every format, capture of real programs.
//!
//! ```
//! use treetap::trace;
//!
//! # fn main() -> Result<(), trace::Error> {
//! # let dir = tempfile::tempdir().unwrap();
//! # let path = dir.path().join("run.u64");
//! # std::fs::write(&path, 7u64.to_le_bytes()).unwrap();
//! let mut reader = trace::open(&path, &trace::Options::key_bits(32))?;
//! let mut batch = Vec::new();
//! let mut weight = 0;
//! while reader.next_batch(&mut batch)? > 0 {
//!     weight += batch.iter().map(|event| u64::from(event.weight)).sum::<u64>();
//! }
//! assert_eq!((reader.events(), weight), (1, 1));
//! # Ok(())
//! # }
//! ```
//!
//! Reading takes bounded memory whatever the file says: formats carry no declared lengths, lines have a limit, and
//! compressed files are inflated as a stream. Formats and their rules: `docs/user/traces.md`.
pub mod atomic;
mod blocks;
pub mod bursts;
pub mod capture;
mod csv;
mod decode;
mod entries;
mod error;
mod info;
pub mod intervals;
mod lackey;
mod lines;
mod packer;
pub mod phaselog;
mod raw;
mod reader;
pub mod rvfi;
pub mod shapes;
mod source;
mod uleb;
mod writer;

pub use error::{Error, Place};
pub use info::{Info, digest, fingerprint, info};
pub use lackey::Access;
pub use reader::{BATCH, Reader, length, open};
pub use writer::Writer;

use crate::spec::select;
use std::path::Path;

/// The formats of event files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Little-endian 64-bit keys, each of weight 1.
    U64,
    /// Pairs of little-endian 64-bit words: key, weight.
    U64w,
    /// Text, one `key` or `key,weight` a line.
    Csv,
    /// The text that valgrind's lackey tool prints with `--trace-superblocks=yes` or `--trace-mem=yes`.
    Lackey,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [Format::U64, Format::U64w, Format::Csv, Format::Lackey];

    /// Its name, which is also the file extension.
    pub const fn name(self) -> &'static str {
        match self {
            Format::U64 => "u64",
            Format::U64w => "u64w",
            Format::Csv => "csv",
            Format::Lackey => "lackey",
        }
    }

    /// The format called `name`.
    pub fn parse(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that the extension of `path` stands for, below an optional `.gz` or `.zst`.
    pub fn of_path(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?;
        let name = Compression::of_path(path).map_or(name, |c| &name[..name.len() - c.extension().len() - 1]);
        Format::parse(name.rsplit_once('.')?.1)
    }

    /// Bytes of an event, where all have the same.
    pub const fn record(self) -> Option<u64> {
        match self {
            Format::U64 | Format::U64w => Some(raw::record(self.is_weighted()) as u64),
            Format::Csv | Format::Lackey => None,
        }
    }

    /// Whether an event can have a weight other than 1.
    pub const fn is_weighted(self) -> bool {
        matches!(self, Format::U64w | Format::Csv)
    }
}

/// How an event file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// gzip, RFC 1952; several members may follow each other.
    Gzip,
    /// Zstandard, RFC 8878; several frames may follow each other.
    Zstd,
}

impl Compression {
    /// The file extension, without its dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Compression::Gzip => "gz",
            Compression::Zstd => "zst",
        }
    }

    /// The compression that the last extension of `path` stands for.
    pub fn of_path(path: &Path) -> Option<Compression> {
        let extension = path.extension()?;
        [Compression::Gzip, Compression::Zstd].into_iter().find(|c| extension == c.extension())
    }
}

/// How to read an event file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The format; `None` takes it from the extension.
    pub format: Option<Format>,
    /// `K`: a key that needs more bits is an error, `1..=64`.
    pub key_bits: u32,
    /// Drops this many low bits of every key before anything else, `0..=63`.
    pub key_shift: u32,
    /// Keeps the low `K` bits of a wider key, and counts it, instead of refusing it.
    pub key_low: bool,
    /// Which lines of lackey text are events.
    pub access: Access,
    /// What becomes an event of a trace of retirements.
    pub event: select::Kind,
    /// What such an event weighs.
    pub weight: select::Weight,
    /// The events that are read, by their numbers from 0 on.
    pub window: Window,
}

/// Events from `first` on and before `end`. What lies before is left out without being read where a file is plain and
/// its events have one length, and is read and dropped elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Number of the first event.
    pub first: u64,
    /// Number of the first event after the last one.
    pub end: u64,
}

impl Window {
    /// Everything.
    pub const ALL: Self = Self { first: 0, end: u64::MAX };

    /// Shard `index` of `count`, from 0 on, of so many events: they differ in length by one at most.
    pub fn shard(events: u64, index: u32, count: u32) -> Self {
        let at = |index: u32| (u128::from(events) * u128::from(index) / u128::from(count.max(1))) as u64;
        Self { first: at(index), end: at(index + 1) }
    }
}

impl Options {
    /// Keys of at most `key_bits` bits, everything else at its default.
    pub const fn key_bits(key_bits: u32) -> Self {
        let (access, event, weight) = (Access::Code, select::Kind::Code, select::Weight::One);
        Self { format: None, key_bits, key_shift: 0, key_low: false, access, event, weight, window: Window::ALL }
    }
}

impl Default for Options {
    /// Keys of up to 64 bits, the format from the extension.
    fn default() -> Self {
        Self::key_bits(64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_name_format_and_compression() {
        let of = |name: &str| (Format::of_path(Path::new(name)), Compression::of_path(Path::new(name)));
        assert_eq!(of("a/b.u64"), (Some(Format::U64), None));
        assert_eq!(of("b.x.u64w.gz"), (Some(Format::U64w), Some(Compression::Gzip)));
        assert_eq!(of("b.csv.zst"), (Some(Format::Csv), Some(Compression::Zstd)));
        assert_eq!(of("b.lackey"), (Some(Format::Lackey), None));
        assert_eq!(of("u64"), (None, None));
        assert_eq!(of("b.txt"), (None, None));
        assert_eq!(of(".gz"), (None, None));
        assert_eq!(of("-"), (None, None));
    }
}
