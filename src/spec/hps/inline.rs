//! What a core for mode decode has beside RISC-V, and where the handlers that come with treetap lie
//! (docs/reference/iss.md, I4 and I5).
use crate::spec::core::RAM;

/// CSR: address of handler 0.
pub const DVEC: u32 = 0x7c0;
/// CSR: address of the instruction that is replaced, while a handler runs for it.
pub const DPC: u32 = 0x7c1;
/// CSRs: registers d0 to d7.
pub const D0: u32 = 0x7c8;
/// Registers d0 to d7.
pub const PRIVATE: usize = 8;
/// Bytes from one handler to the next.
pub const HANDLER_BYTES: u32 = 64;

/// Where DVEC points after a reset: above the code of any program that `programs/cc.sh` links, below its data.
pub const HANDLERS: u32 = RAM + 0x6f_0000;
/// Where the handlers' tables begin, right after their code.
pub const TABLES: u32 = RAM + 0x70_0000;
/// Bytes of one table. There are four, for regions, methods, call pairs and data references, in the order of the
/// handlers' numbers.
pub const TABLE_BYTES: u32 = 0x4_0000;
/// Bytes of an entry: key, second key (the target of a call), count, 0. Free ones have key 0.
pub const ENTRY_BYTES: u32 = 16;
/// Address after the tables.
pub const TABLES_END: u32 = TABLES + 4 * TABLE_BYTES;
/// A word for each table: events that found it full.
pub const LOST: u32 = TABLES - 32;
/// A word for each table: entries in use.
pub const USED: u32 = TABLES - 16;
