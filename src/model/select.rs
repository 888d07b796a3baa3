//! Golden model of the selection of events (docs/reference/select.md).
use super::codemap::Codemap;
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::event::Event;
use crate::spec::retire::{Record, event};
use crate::spec::select::*;

/// Turns records into events: marks, keys, weights.
///
/// ```
/// # use treetap::{model::select::Selector, spec::{classify::*, retire::Record, select::*}};
/// # let record = Record { trap: false, class: Opclass::Alu, rvc: false, taken: false, start: true, insn: 0x13,
/// #     pc: 0x80, npc: 0x84, val: 0, addr: 0, evt: 0, lat: 0, cycles: 3, ord: 0 };
/// let mut blocks = Selector::new(Config { weight: Weight::Instructions, ..Config::new(Kind::Code, Xlen::Rv32, 32) });
/// assert_eq!(blocks.push(&record), None);
/// assert_eq!(blocks.push(&Record { start: false, pc: 0x84, ..record }), None);
/// let event = blocks.push(&Record { pc: 0x40, ..record }).unwrap();
/// assert_eq!((event.key, event.weight), (0x80, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Selector {
    config: Config,
    map: Option<Codemap>,
    held: Option<Weighed>,
    saturated: bool,
}

/// An event and the record that it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// Key and weight. The weight is 0 if it is in cycles and they are unknown.
    pub event: Event,
    /// Retire ordinal of the marked record.
    pub ord: u32,
}

impl Selector {
    /// Nothing is held.
    pub const fn new(config: Config) -> Self {
        Self { config, map: None, held: None, saturated: false }
    }

    /// The kind `lines` has keys of this map; without one it marks nothing.
    #[must_use]
    pub fn with_map(self, map: Codemap) -> Self {
        Self { map: Some(map), ..self }
    }

    /// Takes the next record and gives the event that leaves, if one does: the record's own with weight 1, else the one
    /// that this record closes.
    #[inline]
    pub fn push(&mut self, record: &Record) -> Option<Event> {
        self.push_judged(record, |_| true).map(|weighed| weighed.event)
    }

    /// As [`Selector::push`] where filters and triggers have a say: `passes` is asked for every record and told whether
    /// it is marked (rules E8, E9).
    #[inline]
    pub fn push_judged(&mut self, record: &Record, passes: impl FnOnce(bool) -> bool) -> Option<Weighed> {
        let key = self.mark(record);
        let passes = passes(key.is_some()) & key.is_some();
        let step = self.step(record);
        let Some(key) = key else {
            if let Some(held) = &mut self.held {
                let (sum, beyond) = held.event.weight.overflowing_add(step);
                held.event.weight = if beyond { WEIGHT_MAX } else { sum };
                self.saturated |= beyond;
            }
            return None;
        };
        let opened = passes.then_some(Weighed { event: Event { key, weight: step }, ord: record.ord });
        match self.config.weight {
            Weight::One => opened,
            Weight::Instructions | Weight::Cycles => std::mem::replace(&mut self.held, opened),
        }
    }

    /// Sends the event that is held (rule E10). What follows until the next mark belongs to no event.
    pub fn flush(&mut self) -> Option<Weighed> {
        self.held.take()
    }

    /// An event is held.
    pub const fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// A weight did not fit 16 bits.
    pub const fn saturated(&self) -> bool {
        self.saturated
    }

    /// The key of a record that is marked.
    #[inline]
    pub fn mark(&self, record: &Record) -> Option<u64> {
        if record.trap {
            return None;
        }
        let low = u64::MAX >> (64 - self.config.key_bits);
        let destination = record.insn >> 7 & 31 != 0;
        let load = record.class == Opclass::Load && destination;
        let (marked, key) = match self.config.kind {
            Kind::Code => (record.start, record.pc),
            Kind::Pc => (true, record.pc),
            Kind::LoadValues => (load, record.val),
            Kind::MissValues => (load && record.evt & event::DATA_MISS != 0, record.val),
            Kind::Addresses => (ACCESSES.contains(&record.class), record.addr),
            Kind::NarrowOperands => {
                (destination && RESULTS.contains(&record.class) && self.narrow(record.val), record.pc)
            }
            Kind::ZeroLoads => (load && record.val == 0, record.addr),
            Kind::Edges => (record.taken, self.edge(record.pc, record.npc)),
            Kind::Calls => (CALLS.contains(&record.class), record.npc),
            Kind::Lines => match &self.map {
                Some(map) => (record.start, map.key(record.pc).into()),
                None => (false, 0),
            },
        };
        marked.then_some(key & low)
    }

    /// The result fits a signed number of 16 bits (rule E4).
    const fn narrow(&self, val: u64) -> bool {
        let signed = match self.config.xlen {
            Xlen::Rv32 => val as i32 as i64,
            Xlen::Rv64 => val as i64,
        };
        signed >> (NARROW_BITS - 1) == signed >> 63
    }

    /// Both ends of a transfer in one key (rule E5).
    const fn edge(&self, pc: u64, npc: u64) -> u64 {
        if self.config.key_bits == 64 {
            pc << 32 | npc & 0xffff_ffff
        } else {
            ((pc as u32).rotate_left(EDGE_ROTATION) ^ npc as u32) as u64
        }
    }

    /// What the record adds to the weight of the event it belongs to.
    const fn step(&self, record: &Record) -> u16 {
        match self.config.weight {
            Weight::One => 1,
            Weight::Instructions => !record.trap as u16,
            Weight::Cycles => record.cycles,
        }
    }
}
