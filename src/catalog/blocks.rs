//! From a configuration's numbers to the hardware of `rap` and `coalescer`.
use crate::emit::describe::Design;
use crate::hw::coalescer;
use crate::hw::rap::{RapCam, RapPipelined, RapSerial, RapSerialQueued};
use crate::spec;
use crate::spec::coalescer::Microarchitecture as Built;
use crate::spec::rap::{self, Engine};
use treetap_hdl::design;

/// The engines besides its own that tests and reports build a preset on.
pub const ALSO: &[(&str, &[Engine])] = &[
    ("mini", &[Engine::Cam]),
    ("x86", &[Engine::Pipelined]),
    ("soc32", &[Engine::Pipelined]),
    ("k8n8", &[Engine::Pipelined, Engine::Cam]),
    ("k16n256", &[Engine::Pipelined, Engine::Cam]),
    ("k32n64", &[Engine::Pipelined, Engine::Cam]),
    ("k32n512", &[Engine::Pipelined]),
    ("k64n512", &[Engine::Pipelined]),
];

/// The hardware of a preset: its engine, with the coalescer that suits it.
pub fn rap(preset: &rap::Preset) -> Design {
    let config = &preset.config;
    let log2 = |count: u32| if count == 0 { 0 } else { count.ilog2() as usize };
    let (keys, counts, nodes) = (config.key_bits as usize, config.count_bits as usize, log2(config.nodes));
    let (eps, queue) = (usize::from(preset.eps_built), log2(preset.fifo_depth));
    let entries = config.coalescer.map_or(0, |coalescer| log2(coalescer.entries));
    match preset.engine {
        // Events that wait in a queue come from a coalescer that takes one per cycle.
        Engine::Serial if queue > 0 => design!(RapSerialQueued<keys, counts, nodes, eps, entries, queue>),
        Engine::Serial => design!(RapSerial<keys, counts, nodes, eps, entries, queue>),
        Engine::Pipelined => design!(RapPipelined<keys, counts, nodes, eps, entries, queue>),
        Engine::Cam => design!(RapCam<keys, counts, nodes, eps, entries, queue>),
    }
}

/// The hardware of a coalescer.
pub fn coalescer(preset: &spec::coalescer::Preset) -> Design {
    let (keys, entries) = (preset.key_bits as usize, preset.config.index_bits() as usize);
    match preset.built {
        Built::Compact => design!(coalescer::compact::Coalescer<keys, entries>),
        Built::Serial => design!(coalescer::serial::Coalescer<keys, entries>),
        Built::Pipelined => design!(coalescer::pipelined::Coalescer<keys, entries>),
    }
}
