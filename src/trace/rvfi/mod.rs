//! RVFI traces: every retirement of a core, compact enough to keep. docs/user/traces.md has the format.
//!
//! ```
//! use treetap::{spec::retire::Rvfi, trace::rvfi};
//!
//! # fn main() -> Result<(), treetap::trace::Error> {
//! # let dir = tempfile::tempdir().unwrap();
//! # let path = dir.path().join("run.rvfi.zst");
//! let mut writer = rvfi::Writer::create(&path, &rvfi::Origin { core: "picorv32".into(), xlen: 32 })?;
//! writer.write(&[Rvfi { pc: 0x80000080, next_pc: 0x80000084, insn: 0x13, ..Rvfi::default() }])?;
//! writer.finish()?;
//!
//! let (mut reader, mut batch) = (rvfi::open(&path)?, vec![]);
//! assert_eq!(reader.origin().core, "picorv32");
//! while reader.next_batch(&mut batch)? > 0 {
//!     assert_eq!(batch[0].pc, 0x80000080);
//! }
//! # Ok(())
//! # }
//! ```
mod columns;
mod fst;
mod info;
mod reader;
pub mod waves;
mod writer;

pub use info::{Info, info};
pub use reader::{Reader, open};
pub use writer::Writer;

use super::Compression;
use std::path::Path;

/// First bytes of a trace.
const MAGIC: [u8; 8] = *b"\x89RVFI\r\n\x01";
/// Bytes of the header: magic number, XLEN, the core's name padded with zeros.
const HEADER: usize = 32;
/// Bytes of the name.
const NAME: usize = HEADER - MAGIC.len() - 1;
/// Most records of a block.
pub const BLOCK: usize = 1 << 13;

/// Whether a file's name says that it is an RVFI trace, below an optional `.gz` or `.zst`.
pub fn is_named(path: &Path) -> bool {
    let inner = if Compression::of_path(path).is_some() { path.with_extension("") } else { path.to_path_buf() };
    inner.extension().is_some_and(|extension| extension == "rvfi")
}

/// Where a trace comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The core's name, at most 23 bytes; empty if nobody knows.
    pub core: String,
    /// Width of its registers: 32 or 64.
    pub xlen: u8,
}

impl Origin {
    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..MAGIC.len()].copy_from_slice(&MAGIC);
        header[MAGIC.len()] = self.xlen;
        let name = self.core.as_bytes();
        let length = name.len().min(NAME);
        header[HEADER - NAME..][..length].copy_from_slice(&name[..length]);
        header
    }

    fn parse(header: &[u8; HEADER]) -> Option<Self> {
        let xlen = header[MAGIC.len()];
        let name = &header[HEADER - NAME..];
        let length = name.iter().position(|byte| *byte == 0).unwrap_or(NAME);
        let core = std::str::from_utf8(&name[..length]).ok()?.to_string();
        let legal =
            header.starts_with(&MAGIC) && [32, 64].contains(&xlen) && name[length..].iter().all(|byte| *byte == 0);
        legal.then_some(Self { core, xlen })
    }
}
