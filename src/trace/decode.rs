//! What the decoders of all formats share: what becomes of a key, and what can be wrong with the content.
use super::{Options, lines};
use std::io;

/// What becomes of a key: shift, width check, optional cut.
#[derive(Debug)]
pub struct Policy {
    shift: u32,
    /// Width of a key.
    pub key_bits: u32,
    mask: u64,
    low: bool,
    /// Keys that lost high bits so far.
    pub cut: u64,
}

impl Policy {
    /// As the options of a reader say.
    pub fn new(options: &Options) -> Self {
        let key_bits = options.key_bits.clamp(1, 64);
        Self {
            shift: options.key_shift.min(63),
            key_bits,
            mask: u64::MAX >> (64 - key_bits),
            low: options.key_low,
            cut: 0,
        }
    }

    /// Whether keys made of these bits pass unchanged.
    pub fn passes(&self, bits: u64) -> bool {
        self.shift == 0 && bits & !self.mask == 0
    }

    /// The key to count, or the shifted key if it is too wide.
    pub fn key(&mut self, key: u64) -> Result<u64, u64> {
        let key = key >> self.shift;
        if key & !self.mask == 0 {
            return Ok(key);
        }
        if !self.low {
            return Err(key);
        }
        self.cut += 1;
        Ok(key & self.mask)
    }
}

/// What a decoder found wrong; `index` counts from the start of the batch.
#[derive(Debug)]
pub enum Fault {
    /// The stream failed.
    Io(io::Error),
    /// The content ends inside a record.
    Truncated {
        /// Bytes of whole records before it in this batch.
        whole: usize,
        /// Bytes of the incomplete record.
        left: usize,
        /// Bytes of a whole record.
        record: usize,
    },
    /// A key wider than allowed.
    WideKey {
        /// Which event.
        index: usize,
        /// The shifted key.
        key: u64,
    },
    /// A weight outside 1 to 65535.
    Weight {
        /// Which event.
        index: usize,
        /// What the file says.
        weight: u64,
    },
    /// A line that is not of the format.
    Line {
        /// Its start.
        found: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// A line beyond the limit.
    Long,
}

impl Fault {
    /// A line that is not what was expected.
    pub fn line(line: &[u8], expected: &'static str) -> Self {
        const SHOWN: usize = 60;
        let found = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]).into_owned();
        Fault::Line { found, expected }
    }
}

impl From<lines::Failure> for Fault {
    fn from(failure: lines::Failure) -> Self {
        match failure {
            lines::Failure::Io(e) => Fault::Io(e),
            lines::Failure::Long => Fault::Long,
        }
    }
}
