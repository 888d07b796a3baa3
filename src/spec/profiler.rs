//! The whole profiler: what stands between a core's retire port and a bus (docs/profiler.md).
use super::regs::{Bus, Capabilities};
use super::{rap, sample_buffer};

/// Cycles in which a record that left the tap has reached the sample buffer, at most.
pub const DEPTH: u32 = 8;
/// Bits of the number of records in the sample buffer.
pub const OCC_BITS: u32 = sample_buffer::OCC_BITS;

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name on the command line and in file names.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// The preset of `rap` behind the sample buffer.
    pub rap: &'static str,
    /// The bus in front of the registers.
    pub bus: Bus,
    /// The registers of the engine's statistics, and those of the burst sampler, are built.
    pub statistics: bool,
}

/// The presets.
pub const PRESETS: [Preset; 4] = [
    Preset {
        name: "nano",
        doc: "iCE40 UP5K, beside a small soft core: 512 nodes, Wishbone",
        rap: "nano",
        bus: Bus::Wishbone,
        statistics: false,
    },
    Preset { name: "nano_axil", doc: "nano with AXI4-Lite", rap: "nano", bus: Bus::Axil, statistics: false },
    Preset {
        name: "fast",
        doc: "ECP5-25F: 1024 nodes, 48-bit counts, one event per cycle, AXI4-Lite",
        rap: "fast",
        bus: Bus::Axil,
        statistics: true,
    },
    Preset { name: "fast_wishbone", doc: "fast with Wishbone", rap: "fast", bus: Bus::Wishbone, statistics: true },
];

/// The preset called `name`.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

impl Preset {
    /// The tree behind it.
    pub fn tree(&self) -> &'static rap::Preset {
        rap::preset(self.rap).expect("a test finds every preset's tree")
    }

    /// What its registers say of it.
    pub fn capabilities(&self) -> Capabilities {
        let tree = self.tree();
        Capabilities {
            bus: self.bus,
            engine: tree.engine as u32,
            eps: tree.eps_built,
            statistics: self.statistics,
            nodes: tree.config.nodes,
            key_bits: tree.config.key_bits,
            count_bits: tree.config.count_bits,
            entries: tree.config.coalescer.map_or(0, |c| c.entries),
            records: sample_buffer::capacity(tree.config.key_bits / 64),
            ..Capabilities::NANO
        }
    }
}
