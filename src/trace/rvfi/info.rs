//! What there is to know about an RVFI trace.
use super::super::Error;
use super::super::info::digest;
use super::{Origin, open};
use std::path::Path;

/// Facts about an RVFI trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Where it comes from.
    pub origin: Origin,
    /// Number of records.
    pub records: u64,
    /// Records with `rvfi_trap`.
    pub traps: u64,
    /// Records with `rvfi_intr`.
    pub interrupts: u64,
    /// Records whose order is not that of the one before plus 1.
    pub gaps: u64,
    /// Cycle of the last record.
    pub cycles: u64,
    /// The smallest address of an instruction, 0 without records.
    pub pc_min: u64,
    /// The largest address of an instruction, 0 without records.
    pub pc_max: u64,
    /// Bytes of the file, packed if it is.
    pub bytes: u64,
    /// SHA-256 of the file's bytes, packed if it is, in hexadecimal.
    pub sha256: String,
}

/// Reads the whole file, in bounded memory.
///
/// # Errors
/// Whatever is wrong with the file, with its place.
pub fn info(path: &Path) -> Result<Info, Error> {
    let mut reader = open(path)?;
    let (mut traps, mut interrupts, mut gaps, mut cycles) = (0, 0, 0, 0);
    let (mut pc_min, mut pc_max, mut order) = (u64::MAX, 0, None);
    let mut batch = vec![];
    while reader.next_batch(&mut batch)? > 0 {
        for record in &batch {
            traps += u64::from(record.trap());
            interrupts += u64::from(record.intr());
            gaps += u64::from(order.is_some_and(|before: u64| before.wrapping_add(1) != record.order));
            order = Some(record.order);
            cycles = record.cycle;
            pc_min = pc_min.min(record.pc);
            pc_max = pc_max.max(record.pc);
        }
    }
    let records = reader.records();
    if records == 0 {
        pc_min = 0;
    }
    let (bytes, sha256) = digest(path)?;
    let origin = reader.origin().clone();
    Ok(Info { origin, records, traps, interrupts, gaps, cycles, pc_min, pc_max, bytes, sha256 })
}
