//! Hosts and cores around tops in four-state simulation.
use super::PATIENCE;
use crate::support::four_state::{FourState, Idle};
use treetap::catalog::Emitted;
use treetap::cosim::profiler::BusError;
use treetap::host::Transport;
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// What a retirement shows.
const RETIRED: [&str; 16] = [
    "rvfi_insn",
    "rvfi_trap",
    "rvfi_intr",
    "rvfi_mode",
    "rvfi_pc_rdata",
    "rvfi_pc_wdata",
    "rvfi_rs1_rdata",
    "rvfi_rd_wdata",
    "rvfi_mem_addr",
    "rvfi_mem_rmask",
    "rvfi_mem_wmask",
    "rvfi_mem_rdata",
    "rvfi_mem_wdata",
    "ret_evt",
    "ret_lat",
    "ret_cycles",
];
const WISHBONE: [&str; 4] = ["wb_we_i", "wb_adr_i", "wb_dat_i", "wb_sel_i"];
/// Both orders of a transfer of AXI4-Lite: valid, ready, payload, valid of the answer, its ready.
const AXIL_WRITE: [&str; 3] = ["s_axil_awaddr", "s_axil_wdata", "s_axil_wstrb"];

/// A core and a host at the pins of a profiler, a monitor or a value sampler.
pub struct Beside {
    pub bench: FourState,
    wishbone: bool,
    /// Ordinals of what a profiler accepted, or words of the stream of a monitor or a value sampler.
    pub accepted: Vec<Option<u64>>,
    pub transfers: u64,
}

impl Beside {
    pub fn new(emitted: &Emitted, idle: Idle, primed: &[String]) -> Self {
        let gates = [("wb_dat_o", "wb_ack_o"), ("s_axil_rdata", "s_axil_rvalid"), ("s_axil_rresp", "s_axil_rvalid")];
        let mut bench = FourState::open(emitted, idle, &gates, primed);
        let wishbone = bench.takes("wb_cyc_i");
        for name in ["rvfi_valid", "ret_always", "ext_on", "ext_off", "ext_tick", "wb_cyc_i", "wb_stb_i"] {
            set(&mut bench, name, 0);
        }
        for name in ["s_axil_awvalid", "s_axil_wvalid", "s_axil_arvalid", "s_axil_bready", "s_axil_rready"] {
            set(&mut bench, name, 0);
        }
        for name in ["s_axil_awprot", "s_axil_arprot"] {
            set(&mut bench, name, 0);
        }
        bench.reset();
        let mut beside = Self { bench, wishbone, accepted: vec![], transfers: 0 };
        beside.release();
        beside
    }

    /// Nothing is on the bus.
    fn release(&mut self) {
        let payload: &[&str] = if self.wishbone { &WISHBONE } else { &AXIL_WRITE };
        payload.iter().for_each(|name| self.bench.unset(name));
        if !self.wishbone {
            self.bench.unset("s_axil_araddr");
        }
    }

    /// One cycle.
    pub fn cycle(&mut self) {
        let ready = !self.bench.cycles.is_multiple_of(3);
        ["out_ready", "r_ready"].iter().for_each(|name| set(&mut self.bench, name, ready.into()));
        self.bench.cycle();
        if self.bench.has("acc_ord") && self.bench.is("acc_valid") {
            self.accepted.push(self.bench.get("acc_ord"));
        }
        for (valid, data) in [("out_valid", "out_data"), ("r_valid", "r_data")] {
            if self.bench.has(valid) && self.bench.is(valid) && ready {
                self.accepted.push(self.bench.get(data));
            }
        }
    }

    /// Retirements, each until it is taken, with pauses; whether all were.
    pub fn feed(&mut self, records: &[Rvfi]) -> bool {
        for (at, r) in records.iter().enumerate() {
            let values: [u64; 16] = [
                r.insn.into(),
                r.trap().into(),
                r.intr().into(),
                r.mode().into(),
                r.pc,
                r.next_pc,
                r.rs1,
                r.rd,
                r.mem_addr,
                r.rmask.into(),
                r.wmask.into(),
                r.mem_rdata,
                r.mem_wdata,
                r.evt.into(),
                r.lat.into(),
                0,
            ];
            RETIRED.iter().zip(values).for_each(|(name, value)| set(&mut self.bench, name, value));
            set(&mut self.bench, "rvfi_valid", 1);
            let mut waited = 0;
            loop {
                self.cycle();
                if self.bench.is("rvfi_ready") {
                    break;
                }
                waited += 1;
                if waited > PATIENCE {
                    return false;
                }
            }
            set(&mut self.bench, "rvfi_valid", 0);
            for name in RETIRED {
                if self.bench.takes(name) {
                    self.bench.unset(name);
                }
            }
            (0..at % 3).for_each(|_| self.cycle());
        }
        true
    }

    /// One transfer.
    fn transfer(&mut self, address: u32, data: Option<u32>) -> Result<u32, BusError> {
        self.transfers += 1;
        let answer = if self.wishbone { self.wishbone(address, data) } else { self.axil(address, data) };
        self.release();
        self.cycle();
        answer
    }

    fn wishbone(&mut self, address: u32, data: Option<u32>) -> Result<u32, BusError> {
        let on = ["wb_cyc_i", "wb_stb_i"];
        on.iter().for_each(|name| self.bench.set(name, 1));
        self.bench.set("wb_we_i", data.is_some().into());
        self.bench.set("wb_adr_i", address.into());
        self.bench.set("wb_sel_i", 15);
        match data {
            Some(data) => self.bench.set("wb_dat_i", data.into()),
            None => self.bench.unset("wb_dat_i"),
        }
        // What is acknowledged of a write is no word.
        self.bench.hush(if data.is_some() { &["wb_dat_o"] } else { &[] });
        let mut answer = Err(BusError::Silent(address));
        for _ in 0..PATIENCE {
            self.cycle();
            if self.bench.is("wb_ack_o") {
                let word = if data.is_some() { Some(0) } else { self.bench.get("wb_dat_o") };
                answer = word.map(|word| word as u32).ok_or(BusError::Refused(address));
                break;
            }
            if self.bench.is("wb_err_o") {
                answer = Err(BusError::Refused(address));
                break;
            }
        }
        on.iter().for_each(|name| self.bench.set(name, 0));
        self.bench.settle();
        answer
    }

    fn axil(&mut self, address: u32, data: Option<u32>) -> Result<u32, BusError> {
        let mut asks: Vec<&str> = match data {
            Some(data) => {
                AXIL_WRITE.iter().zip([address, data, 15]).for_each(|(name, v)| self.bench.set(name, v.into()));
                vec!["s_axil_aw", "s_axil_w"]
            }
            None => {
                self.bench.set("s_axil_araddr", address.into());
                vec!["s_axil_ar"]
            }
        };
        let answers = if data.is_some() { "s_axil_b" } else { "s_axil_r" };
        self.bench.set(&format!("{answers}ready"), 1);
        for _ in 0..PATIENCE {
            for stream in ["s_axil_aw", "s_axil_w", "s_axil_ar"] {
                self.bench.set(&format!("{stream}valid"), asks.contains(&stream).into());
            }
            self.cycle();
            asks.retain(|stream| !self.bench.is(&format!("{stream}ready")));
            if self.bench.is(&format!("{answers}valid")) {
                self.bench.set(&format!("{answers}ready"), 0);
                let fine = self.bench.get(&format!("{answers}resp")) == Some(0);
                let word = if data.is_some() { Some(0) } else { self.bench.get("s_axil_rdata") };
                return word.filter(|_| fine).map(|word| word as u32).ok_or(BusError::Refused(address));
            }
        }
        Err(BusError::Silent(address))
    }
}

/// Drives an input where the top has it.
fn set(bench: &mut FourState, name: &str, value: u64) {
    if bench.takes(name) {
        bench.set(name, value);
    }
}

impl Transport for Beside {
    type Error = BusError;
    fn read(&mut self, offset: u16) -> Result<u32, BusError> {
        self.transfer(offset.into(), None)
    }
    fn write(&mut self, offset: u16, data: u32) -> Result<(), BusError> {
        self.transfer(offset.into(), Some(data)).map(|_| ())
    }
}

/// Retirements of no program: blocks of instructions, loads, stores, calls and branches.
pub fn retirements(count: usize) -> Vec<Rvfi> {
    const POOL: [u32; 6] = [0x0073_02b3, 0xffc1_2083, 0x0011_2223, 0xfe00_0ce3, 0x0080_00ef, 0x0000_8067];
    let (mut random, mut pc) = (Random(8), 0x8000_0000);
    let one = |order: usize| {
        let word = random.next();
        let insn = POOL[word as usize % POOL.len()];
        let (load, store) = (insn & 0x7f == 0x03, insn & 0x7f == 0x23);
        let jumps = insn & 0x40 != 0 && word >> 20 & 1 == 1 || matches!(insn & 0x7f, 0x67 | 0x6f);
        let next_pc = if jumps { 0x8000_0000 + (word >> 32 & 0x3ffc) } else { pc + 4 };
        let record = Rvfi {
            order: order as u64,
            pc,
            next_pc,
            insn,
            rs1: 0x9000_0000 + (word >> 8 & 0xffc),
            mem_addr: 0x9000_0000 + (word >> 8 & 0xffc) - if load { 4 } else { 0 },
            rmask: if load { 15 } else { 0 },
            wmask: if store { 15 } else { 0 },
            ..Rvfi::default()
        };
        pc = next_pc;
        record
    };
    (0..count).map(one).collect()
}
