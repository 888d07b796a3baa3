//! What can be wrong with an event file: where it is, what was found, what was expected.
use super::Format;
use std::{fmt, io};

/// A position in an event file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A record of a binary format.
    Record {
        /// Index of the event, from 0.
        event: u64,
        /// Byte offset in the (inflated) content.
        offset: u64,
    },
    /// A line of a text format.
    Line {
        /// Number of the line, from 1.
        line: u64,
        /// Index of the event, from 0.
        event: u64,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Record { event, offset } => write!(f, "event {event} (byte {offset})"),
            Place::Line { line, event } => write!(f, "line {line} (event {event})"),
        }
    }
}

/// Why an event file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be opened.
    #[error("{path}: cannot open: {source}")]
    Open {
        /// The file.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
    /// There is no such synthetic trace.
    #[error(transparent)]
    Shape(#[from] super::shapes::Error),
    /// The extension says nothing, and no format was named.
    #[error(
        "{path}: unknown trace format: expected the extension .u64, .u64w, .csv, .lackey or .rvfi (with .gz or .zst if \
         packed), shape:NAME, or an explicit --format; `treetap trace convert` reads .vcd and .fst"
    )]
    UnknownFormat {
        /// The file.
        path: String,
    },
    /// The system or the decompressor failed.
    #[error("{path}: byte {offset} of the content: {source}")]
    Read {
        /// The file.
        path: String,
        /// Bytes of inflated content delivered before the failure.
        offset: u64,
        /// The reason.
        source: io::Error,
    },
    /// The content ends inside a record.
    #[error("{path}: byte {offset}: truncated: the last {left} bytes are no whole record: expected a multiple of \
        {record} bytes (.{})", format.name())]
    Truncated {
        /// The file.
        path: String,
        /// Where the incomplete record starts.
        offset: u64,
        /// Bytes of the incomplete record.
        left: usize,
        /// Bytes of a whole record.
        record: usize,
        /// The format being read.
        format: Format,
    },
    /// A key is wider than the reader was told to accept.
    #[error("{path}: {place}: key {key:#x} needs {} bits: expected at most {key_bits} (--key-bits; --key-low keeps the \
        low bits, --key-shift drops low bits first)", 64 - key.leading_zeros())]
    WideKey {
        /// The file.
        path: String,
        /// Which event.
        place: Place,
        /// The key, after the shift.
        key: u64,
        /// `K`.
        key_bits: u32,
    },
    /// A weight outside its 16 bits.
    #[error("{path}: {place}: weight {weight}: expected 1 to 65535")]
    Weight {
        /// The file.
        path: String,
        /// Which event.
        place: Place,
        /// What the file says.
        weight: u64,
    },
    /// A line that is not of the format.
    #[error("{path}: line {line}: found {found:?}: expected {expected}")]
    Line {
        /// The file.
        path: String,
        /// Number of the line, from 1.
        line: u64,
        /// The start of the line.
        found: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// A line beyond the limit that keeps memory bounded.
    #[error("{path}: line {line}: longer than {limit} bytes: expected text of one event a line")]
    LongLine {
        /// The file.
        path: String,
        /// Number of the line, from 1.
        line: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// A file of events, of which retirements were asked for.
    #[error("{path}: holds events, not retirements: expected an RVFI trace (.rvfi) with --event or --weight")]
    NoRetirements {
        /// The file.
        path: String,
    },
    /// A trace, of which lines of code were asked for without a program.
    #[error("{path}: lines of code need a map of the program's: expected `treetap profile --map ELF`, or --event code")]
    NoMap {
        /// The file.
        path: String,
    },
    /// A file that is no RVFI trace.
    #[error("{path}: byte 0: found {found:02x?}: expected an RVFI trace (.rvfi, with .gz or .zst if packed)")]
    NotRvfi {
        /// The file.
        path: String,
        /// Its first bytes.
        found: Vec<u8>,
    },
    /// A file of bursts that begins otherwise.
    #[error("{path}: byte 0: found {found:02x?}: expected bursts of references (.bursts, with .gz or .zst if packed)")]
    NotBursts {
        /// The file.
        path: String,
        /// Its first bytes.
        found: Vec<u8>,
    },
    /// A block that does not hold what its own checks say.
    #[error("{path}: byte {offset} (record {record}): {reason}: expected a block of {what}")]
    Damaged {
        /// The file.
        path: String,
        /// Where the block starts in the inflated content.
        offset: u64,
        /// Index of the first record that is lost.
        record: u64,
        /// What is wrong.
        reason: &'static str,
        /// What the file is.
        what: &'static str,
    },
    /// A waveform file without the ports of a core, or none at all.
    #[error("{path}: {reason} (docs/user/traces.md)")]
    Waveform {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// The output cannot be written; nothing is left behind.
    #[error("{path}: cannot write: {source}")]
    Write {
        /// The file.
        path: String,
        /// The system's reason.
        source: io::Error,
    },
    /// A weighted event has no place in an unweighted format.
    #[error("{path}: event {event} has weight {weight}: .{} holds only weight 1 (write .u64w or .csv, or expand the \
        weights)", format.name())]
    Unweighted {
        /// The output file.
        path: String,
        /// Index of the event, from 0.
        event: u64,
        /// Its weight.
        weight: u16,
        /// The output's format.
        format: Format,
    },
}
