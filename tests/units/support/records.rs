//! Random records of a tap, and how they lie on the pins `rec_*`.
use treetap::cosim::pins::Pins;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::retire::Record;
use treetap::trace::shapes::Random;

/// One of the choices.
pub fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.next() as usize % from.len()]
}

/// An ordinal for a cycle, with all bits both ways.
pub fn ordinal(cycle: usize) -> u32 {
    (cycle as u32).wrapping_mul(0x9e37_79b9)
}

/// A record of a core that has registers of this width; values at the edges of what units look for are frequent.
pub fn record(random: &mut Random, xlen: Xlen, ord: u32) -> Record {
    let width = if xlen == Xlen::Rv32 { u64::from(u32::MAX) } else { u64::MAX };
    let frequent = [Opclass::Load, Opclass::Store, Opclass::Alu, Opclass::Branch];
    let class = if random.next().is_multiple_of(2) { pick(random, &frequent) } else { pick(random, &Opclass::ALL) };
    let bit = 1 << (random.next() % u64::from(xlen.bits()));
    let val = match random.next() % 7 {
        0 => 0,
        1 => pick(random, &[1, 0x7fff, 0x8000, 0xffff, 0x8000_0000, 0xffff_8000, 0xffff_7fff, !0x7fff, !0x8000, !0]),
        2 => random.next() & 0xffff,
        3 => !(random.next() & 0xffff),
        4 => bit,
        5 => !bit,
        _ => random.next(),
    };
    // Code of some kB, data of some more.
    let code = 0x8000_0000 | (random.next() & 0x3ffe);
    Record {
        trap: random.next().is_multiple_of(16),
        class,
        rvc: random.next().is_multiple_of(2),
        taken: random.next().is_multiple_of(3),
        start: random.next().is_multiple_of(5),
        insn: if random.next().is_multiple_of(4) { 0x3 } else { random.next() as u32 },
        pc: (if random.next().is_multiple_of(4) { random.next() & !1 } else { code }) & width,
        npc: (if random.next().is_multiple_of(4) { random.next() & !1 } else { code ^ 0x124 }) & width,
        val: val & width,
        addr: (if random.next().is_multiple_of(4) { random.next() } else { 0x1_0000 + random.next() % 4096 }) & width,
        evt: random.next() as u8,
        lat: random.next() as u16,
        cycles: pick(random, &[0, 1, 1, 1, 2, 3, 40, 0x7000, 0xffff]),
        ord,
    }
}

/// A field of a record as it is on its pins.
type Field = fn(&Record) -> u64;

/// Where the fields of a record lie in a row of inputs. A top need not have them all.
pub struct RecordPins(Vec<(usize, Field)>);

impl RecordPins {
    pub fn new(pins: &Pins, has: &[&str]) -> Self {
        let fields: [(&str, Field); 14] = [
            ("rec_trap", |r| r.trap.into()),
            ("rec_class", |r| r.class.code().into()),
            ("rec_rvc", |r| r.rvc.into()),
            ("rec_taken", |r| r.taken.into()),
            ("rec_start", |r| r.start.into()),
            ("rec_insn", |r| r.insn.into()),
            ("rec_pc", |r| r.pc),
            ("rec_npc", |r| r.npc),
            ("rec_val", |r| r.val),
            ("rec_addr", |r| r.addr),
            ("rec_evt", |r| r.evt.into()),
            ("rec_lat", |r| r.lat.into()),
            ("rec_cycles", |r| r.cycles.into()),
            ("rec_ord", |r| r.ord.into()),
        ];
        let found = fields.iter().filter(|(name, _)| has.contains(name));
        Self(found.map(|(name, field)| (pins.input(name), *field)).collect())
    }

    pub fn put(&self, record: &Record, row: &mut [u64]) {
        self.0.iter().for_each(|(at, field)| row[*at] = field(record));
    }
}

/// The inputs `rec_*` of an emitted top.
pub fn record_ports(emitted: &treetap::catalog::Emitted) -> Vec<&str> {
    emitted.ports.iter().map(|port| port.name.as_str()).filter(|name| name.starts_with("rec_")).collect()
}
