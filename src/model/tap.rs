//! Golden model of the tap (docs/reference/tap.md).
use super::classify::{classify, expand, is_compressed};
use super::cycles::Cycles;
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::insn::Format;
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap::{AddrSrc, Config, MRET};

/// Turns raw retirements into records, each one retirement late.
///
/// ```
/// # use treetap::{model::tap::Tap, spec::{core::Core, retire::Rvfi, tap::preset}};
/// let mut tap = Tap::new(preset(Core::Ibex).config);
/// // c.j 8: the core says where to, and the next retirement shows it.
/// assert_eq!(tap.push(&Rvfi { insn: 0xa021, pc: 0x80, next_pc: 0x88, ..Rvfi::default() }), None);
/// let jump = tap.push(&Rvfi { insn: 0x13, pc: 0x88, next_pc: 0x8c, ..Rvfi::default() }).unwrap();
/// assert!(jump.rvc && jump.taken && jump.start && jump.npc == 0x88);
/// let next = tap.flush().unwrap();
/// assert!(!next.taken && next.start && next.npc == 0x8c);
/// ```
#[derive(Clone, Debug)]
pub struct Tap {
    config: Config,
    held: Option<Held>,
    /// The next retirement begins a block for what came before it.
    begins: bool,
    ord: u32,
    cycles: Cycles,
}

/// A record whose next address is open.
#[derive(Clone, Copy, Debug)]
struct Held {
    record: Record,
    mret: bool,
}

impl Tap {
    /// The state after reset.
    pub fn new(config: Config) -> Self {
        Self { config, held: None, begins: true, ord: 0, cycles: Cycles::default() }
    }

    /// Takes the next retirement and gives the record of the one before, if it is still held.
    pub fn push(&mut self, rvfi: &Rvfi) -> Option<Record> {
        let before = self.held.take().map(|held| {
            let own = (rvfi.intr() || held.record.trap) && !held.mret;
            self.release(held, if own { held.record.npc } else { self.low(rvfi.pc) })
        });
        self.held = Some(self.normalise(rvfi));
        before
    }

    /// Gives the last record, if one is held: its next address is what the core said.
    pub fn flush(&mut self) -> Option<Record> {
        self.held.take().map(|held| self.release(held, held.record.npc))
    }

    /// What all units after the tap see of one retirement, but for what the next one decides; `npc` is the core's own.
    fn normalise(&mut self, rvfi: &Rvfi) -> Held {
        let rvc = is_compressed(rvfi.insn);
        let insn = if rvc { expand(rvfi.insn as u16, self.config.xlen) } else { rvfi.insn };
        let class = classify(insn);
        let record = Record {
            trap: rvfi.trap(),
            class,
            rvc,
            taken: false,
            start: self.begins || rvfi.intr(),
            insn,
            pc: self.low(rvfi.pc),
            npc: self.low(rvfi.next_pc),
            val: match class {
                Opclass::FpLoad => self.mdata(rvfi, rvfi.mem_rdata),
                Opclass::Store | Opclass::FpStore => self.mdata(rvfi, rvfi.mem_wdata),
                _ => self.low(rvfi.rd),
            },
            addr: self.address(rvfi, insn, class),
            evt: rvfi.evt,
            lat: rvfi.lat,
            cycles: self.cycles.retired(rvfi.cycle),
            ord: 0,
        };
        Held { record, mret: rvfi.insn == MRET }
    }

    /// Completes a record, and draws from it what the next one needs.
    fn release(&mut self, held: Held, npc: u64) -> Record {
        let length = if held.record.rvc { 2 } else { 4 };
        let taken = npc != self.low(held.record.pc.wrapping_add(length));
        let record = Record { npc, taken, ord: self.ord, ..held.record };
        self.begins = taken || record.trap;
        self.ord = self.ord.wrapping_add(u32::from(!record.trap));
        record
    }

    /// The bytes of `data` that were accessed, from byte 0 on.
    fn mdata(&self, rvfi: &Rvfi, data: u64) -> u64 {
        if !self.config.mdata_ok {
            return 0;
        }
        let mask = self.mask(rvfi);
        let bytes = (0..8).filter(|byte| mask >> byte & 1 == 1);
        let accessed = bytes.fold(0, |word, byte| word | data & 0xff << (8 * byte));
        accessed >> (8 * self.first(rvfi))
    }

    fn address(&self, rvfi: &Rvfi, insn: u32, class: Opclass) -> u64 {
        let immediate = match class {
            Opclass::Load | Opclass::FpLoad => Format::I.read(insn),
            Opclass::Store | Opclass::FpStore => Format::S.read(insn),
            Opclass::Atomic => 0,
            _ => return 0,
        };
        self.low(match self.config.addr_src {
            AddrSrc::Mem => rvfi.mem_addr,
            AddrSrc::Mask => rvfi.mem_addr.wrapping_add(self.first(rvfi).into()),
            AddrSrc::Rs1Imm => rvfi.rs1.wrapping_add_signed((immediate as i32).into()),
        })
    }

    /// Bytes of the word that are read or written.
    fn mask(&self, rvfi: &Rvfi) -> u8 {
        (rvfi.rmask | rvfi.wmask) & (u8::MAX >> (8 - self.config.xlen.bits() / 8))
    }

    /// The first of them, 0 if there is none.
    fn first(&self, rvfi: &Rvfi) -> u32 {
        self.mask(rvfi).trailing_zeros() % 8
    }

    /// As many bits as a register has.
    const fn low(&self, word: u64) -> u64 {
        match self.config.xlen {
            Xlen::Rv32 => word & 0xffff_ffff,
            Xlen::Rv64 => word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::core::Core;
    use crate::spec::tap::preset;

    const NOP: u32 = 0x13;

    /// A NOP at `pc` that the core thinks goes on at `next_pc`.
    fn nop(pc: u64, next_pc: u64, flags: u8) -> Rvfi {
        Rvfi { insn: NOP, pc, next_pc, flags, ..Rvfi::default() }
    }

    /// Next address, taken and start of every record.
    fn flow(raw: &[Rvfi]) -> Vec<(u64, bool, bool)> {
        let mut tap = Tap::new(preset(Core::Ibex).config);
        let mut records: Vec<Record> = raw.iter().filter_map(|rvfi| tap.push(rvfi)).collect();
        records.extend(tap.flush());
        records.iter().map(|r| (r.npc, r.taken, r.start)).collect()
    }

    #[test]
    fn the_next_retirement_tells_the_next_address_but_for_interrupts_and_traps() {
        // An interrupt after the first one, whose own next address is the sequential one.
        let interrupted = [nop(0x80, 0x84, 0), nop(0x100, 0x104, Rvfi::INTR), nop(0x104, 0x108, 0)];
        assert_eq!(flow(&interrupted), [(0x84, false, true), (0x104, false, true), (0x108, false, false)]);
        // A trap: the record's own next address counts, and a block begins after it although it is the sequential one.
        let trapped = [nop(0x80, 0x84, 0), nop(0x84, 0x88, Rvfi::TRAP), nop(0x100, 0x104, 0)];
        assert_eq!(flow(&trapped), [(0x84, false, true), (0x88, false, false), (0x104, false, true)]);
        // MRET always goes where the next retirement is, even into the next handler.
        let mret = Rvfi { insn: MRET, ..nop(0x104, 0x108, 0) };
        let returned = [mret, nop(0x100, 0x104, Rvfi::INTR)];
        assert_eq!(flow(&returned), [(0x100, true, true), (0x104, false, true)]);
        assert_eq!(flow(&[mret]), [(0x108, false, true)]);
    }

    #[test]
    fn ordinals_leave_traps_out() {
        let mut tap = Tap::new(preset(Core::Serv).config);
        let raw = [nop(0, 4, 0), nop(4, 0x40, Rvfi::TRAP), nop(0x40, 0x44, 0), nop(0x44, 0x48, 0)];
        let ords: Vec<u32> = raw.iter().filter_map(|rvfi| tap.push(rvfi)).map(|r| r.ord).collect();
        assert_eq!(ords, [0, 1, 1]);
        assert_eq!((tap.flush().map(|r| r.ord), tap.flush()), (Some(2), None));
    }
}
