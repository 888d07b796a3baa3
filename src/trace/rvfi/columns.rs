//! A block's payload: one column of variable-length numbers for each thing that is told of a record, almost all of them
//! zero.
//!
//! A number tells how a record differs from what was to be expected after the record before it and the last one that
//! shared its place in a table by address. Bytes of one kind lie side by side, which is what a packer likes.
use super::super::uleb::{LONGEST, difference, differing, put, take};
use crate::spec::retire::Rvfi;

/// Columns of a block.
const COLUMNS: usize = 11;
/// Records that are remembered by address.
const PLACES: usize = 1 << 14;
/// Most bytes of a block of so many records.
pub const fn longest(records: usize) -> usize {
    COLUMNS * (4 + records * LONGEST)
}

/// What came before; the same for writer and reader.
pub struct Past {
    last: Rvfi,
    places: Vec<Rvfi>,
}

impl Default for Past {
    fn default() -> Self {
        // The first record usually has the order 0.
        Self { last: Rvfi { order: u64::MAX, ..Rvfi::default() }, places: vec![Rvfi::default(); PLACES] }
    }
}

impl Past {
    fn remember(&mut self, record: &Rvfi) {
        self.last = *record;
        self.places[place(record.pc)] = *record;
    }
}

fn place(pc: u64) -> usize {
    (pc >> 1) as usize % PLACES
}

/// The small fields in one number.
fn small(record: &Rvfi) -> u64 {
    let bytes = [record.rd_addr, record.rmask, record.wmask, record.flags, record.evt, 0, 0, 0];
    u64::from_le_bytes(bytes) | u64::from(record.lat) << 40
}

fn length(insn: u32) -> u64 {
    if insn & 3 == 3 { 4 } else { 2 }
}

/// What is told of a record, in the order of the columns.
fn told(record: &Rvfi, past: &Past) -> [u64; COLUMNS] {
    let (last, like) = (&past.last, &past.places[place(record.pc)]);
    [
        record.order.wrapping_sub(last.order).wrapping_sub(1),
        record.cycle.wrapping_sub(last.cycle),
        difference(record.pc, last.next_pc),
        u64::from(record.insn ^ like.insn),
        small(record) ^ small(like),
        difference(record.next_pc, record.pc.wrapping_add(length(record.insn))),
        difference(record.rs1, like.rs1),
        difference(record.rd, like.rd),
        difference(record.mem_addr, like.mem_addr),
        difference(record.mem_rdata, like.mem_rdata),
        difference(record.mem_wdata, like.mem_wdata),
    ]
}

/// The record of which this is told; none if nobody would tell so.
fn heard(told: [u64; COLUMNS], past: &Past) -> Option<Rvfi> {
    let [order, cycle, pc, insn, packed, next, rs1, rd, addr, rdata, wdata] = told;
    let last = &past.last;
    let pc = differing(pc, last.next_pc);
    let like = &past.places[place(pc)];
    let insn = u32::try_from(insn).ok()? ^ like.insn;
    let packed = packed ^ small(like);
    let [rd_addr, rmask, wmask, flags, evt, lat_low, lat_high, 0] = packed.to_le_bytes() else { return None };
    Some(Rvfi {
        order: last.order.wrapping_add(order).wrapping_add(1),
        cycle: last.cycle.wrapping_add(cycle),
        pc,
        next_pc: differing(next, pc.wrapping_add(length(insn))),
        rs1: differing(rs1, like.rs1),
        rd: differing(rd, like.rd),
        mem_addr: differing(addr, like.mem_addr),
        mem_rdata: differing(rdata, like.mem_rdata),
        mem_wdata: differing(wdata, like.mem_wdata),
        insn,
        lat: u16::from_le_bytes([lat_low, lat_high]),
        evt,
        flags,
        rmask,
        wmask,
        rd_addr,
        reserved: [0; 5],
    })
}

/// The columns of a writer, kept to be filled again.
#[derive(Default)]
pub struct Columns([Vec<u8>; COLUMNS]);

impl Columns {
    /// Appends the payload of a block.
    pub fn encode(&mut self, records: &[Rvfi], past: &mut Past, out: &mut Vec<u8>) {
        self.0.iter_mut().for_each(Vec::clear);
        for record in records {
            for (column, number) in self.0.iter_mut().zip(told(record, past)) {
                put(column, number);
            }
            past.remember(record);
        }
        for column in &self.0 {
            out.extend((column.len() as u32).to_le_bytes());
            out.extend(column);
        }
    }
}

/// Appends the records of a payload; none if it does not hold exactly `count`.
pub fn decode(mut payload: &[u8], count: usize, past: &mut Past, out: &mut Vec<Rvfi>) -> Option<()> {
    let mut columns = [&[][..]; COLUMNS];
    for column in &mut columns {
        let (length, rest) = payload.split_first_chunk::<4>()?;
        (*column, payload) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    }
    for _ in 0..count {
        let mut numbers = [0; COLUMNS];
        for (number, column) in numbers.iter_mut().zip(&mut columns) {
            *number = take(column)?;
        }
        let record = heard(numbers, past)?;
        past.remember(&record);
        out.push(record);
    }
    (payload.is_empty() && columns.iter().all(|column| column.is_empty())).then_some(())
}
