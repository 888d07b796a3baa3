//! Pins of an emitted tap, and a core that retires anything.
use treetap::cosim::pins::Pins;
use treetap::model::cycles::Cycles;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::retire::{Record, Rvfi};
use treetap::spec::tap::{Config, MRET};
use treetap::trace::shapes::Random;

/// What one cycle offers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycle {
    pub rst: bool,
    /// A retirement and the cycles since the one before.
    pub offer: Option<(Rvfi, u16)>,
    pub ready: bool,
    pub flush: bool,
}

/// Inputs of all cycles in rows. A cycle that offers nothing has the words of what is offered next: only `rvfi_valid`
/// says that they mean nothing yet.
pub fn rows(pins: &Pins, config: Config, cycles: &[Cycle]) -> Vec<u64> {
    let width = pins.input_words();
    let mut rows = vec![0; width * cycles.len()];
    let mut next = None;
    for (row, cycle) in rows.chunks_exact_mut(width).zip(cycles).rev() {
        let mut set = |name: &str, value: u64| row[pins.input(name)] = value;
        set("rst", cycle.rst.into());
        set("buffer_ready", cycle.ready.into());
        set("ret_flush", cycle.flush.into());
        set("cfg_addr_src", config.addr_src.code().into());
        set("cfg_mdata_ok", config.mdata_ok.into());
        next = cycle.offer.or(next);
        let Some((rvfi, distance)) = next else { continue };
        for (name, value) in [
            ("rvfi_valid", cycle.offer.is_some().into()),
            ("rvfi_insn", rvfi.insn.into()),
            ("rvfi_trap", rvfi.trap().into()),
            ("rvfi_intr", rvfi.intr().into()),
            ("rvfi_mode", rvfi.mode().into()),
            ("rvfi_pc_rdata", rvfi.pc),
            ("rvfi_pc_wdata", rvfi.next_pc),
            ("rvfi_rs1_rdata", rvfi.rs1),
            ("rvfi_rd_wdata", rvfi.rd),
            ("rvfi_mem_addr", rvfi.mem_addr),
            ("rvfi_mem_rmask", rvfi.rmask.into()),
            ("rvfi_mem_wmask", rvfi.wmask.into()),
            ("rvfi_mem_rdata", rvfi.mem_rdata),
            ("rvfi_mem_wdata", rvfi.mem_wdata),
            ("ret_evt", rvfi.evt.into()),
            ("ret_lat", rvfi.lat.into()),
            ("ret_cycles", distance.into()),
        ] {
            set(name, value);
        }
    }
    rows
}

/// The record in a row of outputs.
pub fn record(pins: &Pins, row: &[u64]) -> Option<Record> {
    let get = |name: &str| row[pins.output(name)];
    (get("rec_valid") == 1).then(|| Record {
        trap: get("rec_trap") == 1,
        class: Opclass::ALL[get("rec_class") as usize],
        rvc: get("rec_rvc") == 1,
        taken: get("rec_taken") == 1,
        start: get("rec_start") == 1,
        insn: get("rec_insn") as u32,
        pc: get("rec_pc"),
        npc: get("rec_npc"),
        val: get("rec_val"),
        addr: get("rec_addr"),
        evt: get("rec_evt") as u8,
        lat: get("rec_lat") as u16,
        cycles: get("rec_cycles") as u16,
        ord: get("rec_ord") as u32,
    })
}

/// A core that retires anything.
pub struct Core {
    pub xlen: Xlen,
    pub random: Random,
    pc: u64,
    before: u32,
    cycle: u64,
    cycles: Cycles,
}

impl Core {
    pub fn new(xlen: Xlen, seed: u64) -> Self {
        Self { xlen, random: Random(seed), pc: 0x8000_0080, before: 0, cycle: 1, cycles: Cycles::default() }
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.random.next().is_multiple_of(n)
    }

    fn word(&mut self) -> u64 {
        let word = match self.random.next() % 4 {
            // Near both ends, so that sums and comparisons wrap.
            0 => self.random.next() % 64,
            1 => 0_u64.wrapping_sub(self.random.next() % 64),
            _ => self.random.next(),
        };
        word & (u64::MAX >> (64 - self.xlen.bits()))
    }

    fn insn(&mut self) -> u32 {
        const MAJORS: [u32; 21] = [
            0x03, 0x03, 0x03, 0x23, 0x23, 0x07, 0x27, 0x2f, 0x63, 0x6f, 0x67, 0x13, 0x1b, 0x33, 0x3b, 0x37, 0x17, 0x53,
            0x43, 0x73, 0x0f,
        ];
        let word = self.random.next() as u32;
        match self.random.next() % 8 {
            // MRET itself, and words that differ from it in one bit.
            0 if word & 3 != 0 => MRET ^ 1 << (word >> 27),
            0 => MRET,
            1 | 2 => (word & 0xfffc) | (word % 3),
            // MUL, DIV and other register operations; JALR with link registers on both sides.
            3 => word & 0x81f0_7f80 | 0x33 | u32::from(word & 4 == 0) << 25,
            4 => word & 0xfff2_0200 | 0x8080 | 0x67,
            // Any opcode, those of no class among them.
            5 => word | 3,
            _ => word & !0x7f | MAJORS[(self.random.next() % 21) as usize],
        }
    }

    /// The next retirement, and the cycles since the one before.
    pub fn retire(&mut self) -> (Rvfi, u16) {
        let mask = ((1_u32 << (self.xlen.bits() / 8)) - 1) as u8;
        let insn = self.insn();
        let length = if insn & 3 == 3 { 4 } else { 2 };
        let size = [1_u8, 3, 15, mask][(self.random.next() % 4) as usize];
        let lane = self.random.next() % 8;
        let bytes = if self.one_in(8) { self.random.next() as u8 } else { (size << lane) & mask };
        let (rmask, wmask) = match self.random.next() % 4 {
            0 => (bytes, bytes),
            1 => (0, 0),
            2 => (0, bytes),
            _ => (bytes, 0),
        };
        let low = u64::MAX >> (64 - self.xlen.bits());
        let pc = self.pc & low;
        let follows = pc.wrapping_add(length) & low;
        // After MRET the core's own word is not used, after a trap it is: both often where the two are hard to tell.
        let is_near = (insn ^ MRET).count_ones() <= 1;
        let goes_on = match self.random.next() % 12 {
            way if way < 4 || is_near => self.word() & !1,
            // Not on, by one bit.
            4 => follows ^ (2 << (self.random.next() % u64::from(self.xlen.bits() - 1))),
            _ => follows,
        };
        // The core's own word is sometimes the sequential one although it goes on elsewhere.
        let next_pc = if is_near || self.one_in(8) { pc.wrapping_add(length) & low } else { goes_on };
        let trap = if self.one_in(if is_near { 3 } else { 12 }) { Rvfi::TRAP } else { 0 };
        let intr = if self.one_in(12) { Rvfi::INTR } else { 0 };
        self.pc = goes_on;
        self.before = insn;
        self.cycle += 1 + if self.one_in(50) { self.random.next() % 100_000 } else { self.random.next() % 4 };
        let rvfi = Rvfi {
            cycle: self.cycle,
            pc,
            next_pc,
            rs1: self.word(),
            rd: if self.one_in(8) { 0 } else { self.word() },
            mem_addr: self.word(),
            mem_rdata: self.word(),
            mem_wdata: self.word(),
            insn,
            lat: self.random.next() as u16,
            evt: self.random.next() as u8,
            flags: trap | intr | (self.random.next() as u8 & 3) << Rvfi::BELOW_MACHINE,
            rmask: rmask & mask,
            wmask: wmask & mask,
            ..Rvfi::default()
        };
        (rvfi, self.cycles.retired(self.cycle))
    }
}
