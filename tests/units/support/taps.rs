//! Pins of an emitted tap.
use treetap::cosim::pins::Pins;
use treetap::spec::classify::Opclass;
use treetap::spec::retire::{Record, Rvfi};
use treetap::spec::tap::Config;

/// What one cycle offers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycle {
    pub rst: bool,
    /// A retirement and the cycles since the one before.
    pub offer: Option<(Rvfi, u16)>,
    pub ready: bool,
    pub flush: bool,
}

/// Inputs of all cycles in rows.
pub fn rows(pins: &Pins, config: Config, cycles: &[Cycle]) -> Vec<u64> {
    let width = pins.input_words();
    let mut rows = vec![0; width * cycles.len()];
    for (row, cycle) in rows.chunks_exact_mut(width).zip(cycles) {
        let mut set = |name: &str, value: u64| row[pins.input(name)] = value;
        set("rst", cycle.rst.into());
        set("buffer_ready", cycle.ready.into());
        set("ret_flush", cycle.flush.into());
        set("cfg_addr_src", config.addr_src.code().into());
        set("cfg_mdata_ok", config.mdata_ok.into());
        let Some((rvfi, distance)) = cycle.offer else { continue };
        for (name, value) in [
            ("rvfi_valid", 1),
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
