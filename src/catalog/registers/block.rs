//! The blocks of registers: what each is called, and where its table lies.
use crate::spec::codemap;
use crate::spec::coproc::Command;
use crate::spec::coproc::regs as coproc;
use crate::spec::coproc_profiler;
use crate::spec::hotlist::regs as hotlist;
use crate::spec::hps::regs as hps;
use crate::spec::monitor;
use crate::spec::phase::regs as phase;
use crate::spec::regs::{self, ID_WORD, Op, REGISTERS, Register};
use crate::spec::value_sampler;

/// The registers of one block.
pub struct Block {
    /// What it is.
    pub doc: &'static str,
    /// Where its names begin in C, and the name of the peripheral in SVD.
    pub prefix: &'static str,
    /// The page that says what they mean.
    pub page: &'static str,
    /// Where its files come from.
    pub table: &'static str,
    pub registers: &'static [Register],
    pub address_bits: u32,
    /// Word of the register ID.
    pub id: u32,
    /// Codes of a field, by what they are.
    pub codes: fn() -> Vec<(String, u32)>,
}

pub const PROFILER: Block = Block {
    doc: "a profiler",
    prefix: "TREETAP",
    page: "docs/reference/registers.md",
    table: "src/spec/regs/table.rs",
    registers: REGISTERS,
    address_bits: regs::ADDRESS_BITS,
    id: ID_WORD,
    codes: || Op::ALL.map(|op| (format!("OP_{}", snake(&format!("{op:?}"))), op as u32)).to_vec(),
};

pub const MONITOR: Block = Block {
    doc: "a monitor around its engine",
    prefix: "TREETAP_MONITOR",
    page: "docs/reference/monitor-registers.md",
    table: "src/spec/monitor.rs",
    registers: monitor::REGISTERS,
    address_bits: monitor::ADDRESS_BITS,
    id: monitor::ID_WORD,
    codes: Vec::new,
};

pub const HPS: Block = Block {
    doc: "an engine for hybrid profiling support",
    prefix: "TREETAP_HPS",
    page: "docs/reference/hps.md",
    table: "src/spec/hps/regs.rs",
    registers: hps::REGISTERS,
    address_bits: hps::ADDRESS_BITS,
    id: hps::ID_WORD,
    codes: Vec::new,
};

pub const PHASE: Block = Block {
    doc: "a phase tracker",
    prefix: "TREETAP_PHASE",
    page: "docs/reference/phase.md",
    table: "src/spec/phase/regs.rs",
    registers: phase::REGISTERS,
    address_bits: phase::ADDRESS_BITS,
    id: phase::ID_WORD,
    codes: Vec::new,
};

pub const HOTLIST: Block = Block {
    doc: "a hotlist sampler",
    prefix: "TREETAP_HOTLIST",
    page: "docs/reference/hotlist.md",
    table: "src/spec/hotlist/regs.rs",
    registers: hotlist::REGISTERS,
    address_bits: hotlist::ADDRESS_BITS,
    id: hotlist::ID_WORD,
    codes: Vec::new,
};

pub const VALUE_SAMPLER: Block = Block {
    doc: "a value sampler around its hotlist",
    prefix: "TREETAP_VALUE_SAMPLER",
    page: "docs/reference/value_sampler-registers.md",
    table: "src/spec/value_sampler.rs",
    registers: value_sampler::REGISTERS,
    address_bits: value_sampler::ADDRESS_BITS,
    id: value_sampler::ID_WORD,
    codes: Vec::new,
};

pub const COPROC: Block = Block {
    doc: "a profiling co-processor",
    prefix: "TREETAP_COPROC",
    page: "docs/reference/coproc.md",
    table: "src/spec/coproc/regs.rs",
    registers: coproc::REGISTERS,
    address_bits: coproc::ADDRESS_BITS,
    id: coproc::ID_WORD,
    codes: || Command::ALL.map(|command| (format!("CMD_{}", snake(&format!("{command:?}"))), command as u32)).to_vec(),
};

pub const COPROC_PROFILER: Block = Block {
    doc: "a co-processor beside a core, around the co-processor itself",
    prefix: "TREETAP_COPROC_PROFILER",
    page: "docs/reference/coproc_profiler-registers.md",
    table: "src/spec/coproc_profiler.rs",
    registers: coproc_profiler::REGISTERS,
    address_bits: coproc_profiler::ADDRESS_BITS,
    id: coproc_profiler::ID_WORD,
    codes: Vec::new,
};

pub const CODEMAP: Block = Block {
    doc: "a map of code",
    prefix: "TREETAP_CODEMAP",
    page: "docs/reference/codemap-registers.md",
    table: "src/spec/codemap.rs",
    registers: codemap::REGISTERS,
    address_bits: codemap::ADDRESS_BITS,
    id: codemap::ID_WORD,
    codes: Vec::new,
};

/// What every file says about where it comes from.
pub fn origin(block: &Block) -> String {
    format!("Made by `make rtl` from the table of registers ({}); never edited.", block.table)
}

/// `SnapshotReset` as `SNAPSHOT_RESET`.
fn snake(name: &str) -> String {
    name.char_indices().fold(String::new(), |mut out, (i, c)| {
        if i > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.extend(c.to_uppercase());
        out
    })
}
