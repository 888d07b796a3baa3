//! The engine for hybrid profiling support: its parts joined by the names of their ports (docs/reference/hps.md).
use crate::emit::describe::Design;
use crate::emit::netlist::{Netlist, Part};
use crate::hw::hps;
use crate::spec::hps::{Config, Engine, Mode, built, ternary};
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// The hardware of a variant.
pub(super) fn variant(variant: &Variant) -> Design {
    let doc = format!("Hybrid profiling support: {}.", variant.doc);
    match Engine::of(variant) {
        Engine::Parallel => design(&built(variant), ternary(variant), &doc, &[]),
        Engine::Serial => serial(&built(variant), &doc),
    }
}

/// The engine `serial` of a size; `doc` is the comment of its module.
pub(super) fn serial(config: &Config, doc: &str) -> Design {
    let (patterns, counters, width) = (config.patterns as usize, config.counters as usize, config.width as usize);
    let (conditions, words) = (config.conditions as usize, config.words.ilog2() as usize);
    let place = words.max(8) + 1;
    let outer = ["clk", "rst", "in_*", "ext_*", "sampling", "working", "hold", "ev_*", "bus_*"];
    let parts = [
        Part::new("kind", design!(hps::Kind)),
        Part::new("serial", design!(hps::Serial<patterns, conditions, counters, width, words>)),
        Part::new("queue", design!(hps::SerialQueue)),
        Part::new("host", design!(hps::SerialHost<counters, place>, *config)),
    ];
    Netlist::new(doc, &outer).parts(parts).design()
}

/// The engine of a size; `doc` is the comment of its module, `more` are nets within that are ports too.
pub(super) fn design(config: &Config, ternary: bool, doc: &str, more: &[&str]) -> Design {
    let output = match config.mode {
        Mode::Retire => "ev_*",
        Mode::Decode => "out_*",
    };
    let outer = [&["clk", "rst", "in_*", "flush", output, "ext_*", "sampling", "bus_*"], more].concat();
    Netlist::new(doc, &outer).parts(parts(config, ternary)).design()
}

/// The parts in the order of the way that an instruction goes.
fn parts(config: &Config, ternary: bool) -> Vec<Part> {
    // What takes two cycles after the tap may take them between fetch and decode only where block RAM cannot do
    // without.
    let held = usize::from(config.mode == Mode::Retire || ternary);
    let (patterns, counters, width) = (config.patterns as usize, config.counters as usize, config.width as usize);
    let (conditions, words) = (config.conditions as usize, config.words.ilog2() as usize);
    let (successor, bits, output) = match config.mode {
        Mode::Retire => (1, ternary, design!(hps::Events<words>)),
        Mode::Decode => (0, ternary, design!(hps::Words<words>)),
    };
    let bits = if bits { design!(hps::Ternary<patterns>) } else { design!(hps::Masks<patterns, held>) };
    let mut host = Part::new("host", design!(hps::Host<counters>, *config));
    if !ternary {
        host = host.low(&["settling"]);
    }
    vec![
        Part::new("facts", design!(hps::Facts<successor>)),
        Part::new("ranges", design!(hps::Ranges)),
        Part::new("bits", bits),
        Part::new("stage", design!(hps::Stage<held>)),
        Part::new("history", design!(hps::History<held>)),
        Part::new("patterns", design!(hps::Patterns<patterns, held>)),
        Part::new("conditions", design!(hps::Conditions<patterns, counters, conditions>)),
        Part::new("counters", design!(hps::Counters<counters, width>)),
        Part::new("output", output),
        Part::new("statistics", design!(hps::Statistics<counters>)),
        host,
    ]
}
