//! What a hart retires, as units after the tap see it (docs/reference/tap.md).
use super::classify::classify;
use super::iss::Retired;
use crate::spec::classify::Opclass;
use crate::spec::retire::Record;

/// Instructions whose class is remembered.
const KNOWN: usize = 1 << 14;

/// Makes records of retirements without interrupts. Nothing is known of cycles and events.
#[derive(Clone, Debug)]
pub struct Records {
    ord: u32,
    /// The next retirement begins a block.
    begins: bool,
    known: Vec<(u32, Opclass)>,
}

impl Default for Records {
    fn default() -> Self {
        Self { ord: 0, begins: true, known: vec![(0, classify(0)); KNOWN] }
    }
}

impl Records {
    /// The record of the next retirement.
    pub fn record(&mut self, retired: &Retired) -> Record {
        let Retired { fetched, trap, next, value, access, .. } = *retired;
        let known = &mut self.known[fetched.pc as usize / 2 % KNOWN];
        if known.0 != fetched.insn {
            *known = (fetched.insn, classify(fetched.insn));
        }
        let taken = next != fetched.after();
        let val = match access {
            Some(access) if access.write => access.value & u32::MAX >> (32 - 8 * access.count),
            _ => value,
        };
        let record = Record {
            trap,
            class: known.1,
            rvc: fetched.short,
            taken,
            start: self.begins,
            insn: fetched.insn,
            pc: fetched.pc.into(),
            npc: next.into(),
            val: val.into(),
            addr: access.map_or(0, |access| access.address.into()),
            evt: 0,
            lat: 0,
            cycles: 0,
            ord: self.ord,
        };
        self.begins = taken || trap;
        self.ord = self.ord.wrapping_add(u32::from(!trap));
        record
    }
}
