//! The engine for hybrid profiling support: its parts joined by the names of their ports (docs/reference/hps.md).
use crate::emit::describe::Design;
use crate::emit::netlist::{End, Netlist, Part, net};
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
        Engine::Pipelined => pipelined(&built(variant), &doc),
    }
}

/// The engine `pipelined` of a size; `doc` is the comment of its module.
pub(super) fn pipelined(config: &Config, doc: &str) -> Design {
    let (patterns, counters, width) = (config.patterns as usize, config.counters as usize, config.width as usize);
    let (conditions, words) = (config.conditions as usize, config.words.ilog2() as usize);
    let outer = ["clk", "rst", "in_*", "ext_*", "sampling", "working", "hold", "ev_*", "bus_*"];
    let always = || [("take", End::Value(1))];
    let parts = [
        Part::new("gate", design!(hps::Gate)),
        // What is found within the cycle that fits one: the rest of it is not looked at.
        Part::new("own", design!(hps::Facts<0>))
            .low(&["in_pc", "in_short", "in_next"])
            .renamed("in_", "first_")
            .with([net("fact_own", "own_bits"), net("fact_negative", "own_negative")])
            .with([net("fact_positive", "own_positive")])
            .renamed("fact_", "plain_"),
        Part::new("ranges", design!(hps::Ranges)).with([net("in_pc", "look_pc"), net("fact_ranges", "look_ranges")]),
        Part::new("facts", design!(hps::PipelinedFacts)),
        Part::new("history", design!(hps::PipelinedHistory)),
        Part::new("bits", design!(hps::Masks<patterns, 1>)).with([net("in_insn", "ask_insn")]).with(always()),
        Part::new("patterns", design!(hps::Patterns<patterns, 1>))
            .renamed("in_", "ask_")
            .with(always())
            .low(&["cfg_be_taken", "fact_straight"]),
        Part::new("slots", design!(hps::Slots<patterns>)),
        Part::new("conditions", design!(hps::PipelinedConditions<patterns, counters, conditions>)),
        Part::new("commit", design!(hps::Commit<counters, width>)),
        Part::new("output", design!(hps::PipelinedEvents<words>)),
        Part::new("statistics", design!(hps::Statistics<counters, 1>)).renamed("wr_", "raw_"),
        Part::new("host", design!(hps::Host<counters, 1>, *config))
            .renamed("bus_", "host_")
            .renamed("wr_", "raw_")
            .renamed("cfg_", "raw_")
            .with([net("set_counters", "raw_resets"), net("cleared", "raw_clears")])
            .low(&["busy", "settling"]),
    ];
    Netlist::new(doc, &outer).parts(parts).design()
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
    let mut host = Part::new("host", design!(hps::Host<counters, 0>, *config));
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
        Part::new("statistics", design!(hps::Statistics<counters, 0>)),
        host,
    ]
}
