//! The file that a compiled program is kept in (docs/reference/hps.md, H9): words of 32 bits, low byte first.

/// First word: the letters `HPSI`.
pub const MAGIC: u32 = u32::from_le_bytes(*b"HPSI");
/// Second word.
pub const VERSION: u32 = 1;
/// Words before the tables: magic, version, PARAM, then the number of conditions, patterns and words of replacements.
pub const HEADER: usize = 6;
/// Words of an entry of the pattern table.
pub const PATTERN_WORDS: usize = 4;
/// Words of an entry of the replacement table.
pub const REPLACEMENT_WORDS: usize = 2;
