//! A table for each instruction, kept by a host from the raw stream (docs/reference/hotlist.md, V14).
use crate::model::hotlist::Table;
use crate::spec::classify::Opclass;
use crate::spec::hotlist::tuple::{Key, Kind, RawRecord};
use crate::spec::hotlist::{SEED, Scheme};
use crate::spec::sample_buffer::{Format, Lane};
use std::collections::BTreeMap;

/// Entries of the table of an instruction.
pub const ENTRIES: usize = 16;

/// The lane that holds what a tuple of this kind does; `None` if no lane does.
const fn lane(kind: Kind) -> Option<Lane> {
    Some(match kind {
        Kind::Val => Lane::Val,
        Kind::Addr => Lane::Addr,
        Kind::Lat => Lane::Lat,
        Kind::Npct => Lane::Npct,
        Kind::Insn => Lane::Insn,
        Kind::None | Kind::Ra | Kind::Caller => return None,
    })
}

/// A format whose records hold the instruction and what tuples of these kinds do, in at most `lanes` lanes; `None` if
/// there is none.
pub fn format(kinds: &[Kind; Opclass::COUNT], lanes: u32) -> Option<Format> {
    let mut selected = vec![Lane::Pct];
    for kind in kinds.iter().filter(|kind| **kind != Kind::None) {
        let lane = lane(*kind)?;
        if !selected.contains(&lane) {
            selected.push(lane);
        }
    }
    let word = selected.iter().enumerate().fold(0, |word, (at, lane)| word | (*lane as u32) << (4 * at));
    (selected.len() as u32 <= lanes).then_some(Format(word as u16))
}

/// The tables of all instructions that gave a record.
#[derive(Clone, Debug)]
pub struct Tables {
    scheme: Scheme,
    kinds: [Kind; Opclass::COUNT],
    format: Format,
    /// By `pct` and kind: records, and the table.
    tables: BTreeMap<(u32, u8), (u64, Table)>,
}

impl Tables {
    /// No tables yet. `format` is that of the records.
    pub fn new(scheme: Scheme, kinds: [Kind; Opclass::COUNT], format: Format) -> Self {
        Self { scheme, kinds, format, tables: BTreeMap::new() }
    }

    /// A record of the raw stream. One whose class has no kind, or whose format lacks a lane, counts for nothing.
    pub fn push(&mut self, record: &RawRecord) {
        let of = |lane: Lane| {
            let at = (0..4).find(|at| Lane::from_selector(self.format.selector(*at)) == lane);
            at.map(|at| record.sample.lanes[at as usize])
        };
        let class = Opclass::ALL.into_iter().find(|class| u16::from(class.code()) == record.sample.side & 0x1f);
        let Some(kind) = class.map(|class| self.kinds[class as usize]) else { return };
        let (Some(pct), Some(value)) = (of(Lane::Pct), lane(kind).and_then(of)) else { return };
        let (records, table) = self.tables.entry((pct, kind as u8)).or_insert_with(|| {
            let mut table = Table::new(ENTRIES, self.scheme);
            table.seed(SEED ^ pct);
            (0, table)
        });
        *records += 1;
        table.arrive(Key { pct, value });
    }

    /// Every instruction's `pct` with how many records it gave, and its table.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64, &Table)> {
        self.tables.iter().map(|((pct, _), (records, table))| (*pct, *records, table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::sample_buffer::Sample;

    fn kinds(of: &[(Opclass, Kind)]) -> [Kind; Opclass::COUNT] {
        let mut kinds = [Kind::None; Opclass::COUNT];
        of.iter().for_each(|(class, kind)| kinds[*class as usize] = *kind);
        kinds
    }

    #[test]
    fn formats_have_a_lane_for_each_kind() {
        let of = [(Opclass::Load, Kind::Val), (Opclass::Store, Kind::Addr), (Opclass::Alu, Kind::Val)];
        assert_eq!(format(&kinds(&of[..1]), 2), Some(Format(0x0041)));
        assert_eq!(format(&kinds(&of), 4), Some(Format(0x0641)));
        assert_eq!(format(&kinds(&of), 2), None);
        assert_eq!(format(&kinds(&[(Opclass::Return, Kind::Caller)]), 4), None);
    }

    #[test]
    fn every_instruction_has_its_own_table_and_an_exact_number() {
        let kinds = kinds(&[(Opclass::Load, Kind::Val), (Opclass::Store, Kind::Addr)]);
        let mut tables = Tables::new(Scheme::Counting, kinds, Format(0x0641));
        let record = |class: Opclass, pct: u32, value: u32, address: u32| {
            let sample = Sample { lanes: [pct, value, address, 0], side: class.code().into() };
            RawRecord { sample, position: 0 }
        };
        for at in 0..100 {
            tables.push(&record(Opclass::Load, 7, at % 2, 99));
            tables.push(&record(Opclass::Store, 8, 99, at));
            tables.push(&record(Opclass::Alu, 9, 1, 2));
        }
        tables.push(&RawRecord { sample: Sample { side: 0x1f, ..Sample::default() }, position: 0 });
        let found: Vec<_> = tables.iter().map(|(pct, records, table)| (pct, records, table.t() > 0)).collect();
        assert_eq!(found, [(7, 100, false), (8, 100, true)]);
        let first = tables.iter().next().unwrap().2;
        assert_eq!(first.entries().map(|entry| (entry.key.value, entry.count)).collect::<Vec<_>>(), [(0, 50), (1, 50)]);
    }
}
