//! From a configuration's numbers to the hardware of `rap` and `coalescer`.
use crate::emit::describe::Design;
use crate::emit::netlist::{Netlist, Part, net};
use crate::hw;
use crate::hw::rap::{Intake, Order, Queue, cam, pipelined, serial};
use crate::spec::coalescer::{self, Microarchitecture as Built};
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

/// The comment of the module that `rap` is.
const RAP: &str = "Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are. \
    Results depend on the order of events and commands, never on timing. docs/reference/rap.md has the rules.";

const COMMANDS: &str = "commands (1 snapshot, 2 reset, 3 snapshot and reset); a command goes before an event offered \
    in the \
    same cycle. cmd_ready comes only when the command is finished: hold cmd_valid and cmd_op until then, and take the \
    dump meanwhile";
const DUMP: &str = "the profile: n, T, lost, live, creates, over, two words per node in pre-order, CRC-32";

/// The hardware of a preset: coalescer or input register, queue, engine, and the order of commands among events.
pub fn rap(preset: &rap::Preset) -> Design {
    let log2 = |count: u32| if count == 0 { 0 } else { count.ilog2() as usize };
    let (keys, queue) = (preset.config.key_bits as usize, log2(preset.fifo_depth));
    // The walk begins where the events leave the queue.
    let front =
        front(preset).with([net("ev_valid", "front_valid"), net("ev_ready", "front_ready"), net("flush_op", "cmd_op")]);
    let order = Part::new("order", design!(Order)).with([net("engine_ready", "walk_ready")]);
    let (front, order, queue) = match queue {
        0 => (front.renamed("out_", "walk_"), order.low(&["queue_waiting"]), None),
        queue => {
            let queue = Part::new("queue", design!(Queue<keys, queue>)).with([net("waiting", "queue_waiting")]);
            (front.renamed("out_", "queue_"), order, Some(queue.renamed("ev_", "queue_").renamed("out_", "walk_")))
        }
    };
    let engine = Part::new("engine", engine(preset)).renamed("ev_", "walk_").with([
        net("cmd_valid", "engine_cmd_valid"),
        net("cmd_ready", "engine_cmd_ready"),
        net("stat_stall", "engine_stall"),
        net("clearing", "engine_clearing"),
    ]);
    Netlist::new(RAP, &["clk", "rst", "ev_*", "cmd_*", "dump_*", "cfg_*", "stat_*"])
        .with_doc("cmd_*", COMMANDS)
        .with_doc("dump_*", DUMP)
        .with_doc(
            "cfg_*",
            "configuration, sampled at reset and by a reset command; cfg_weight_max: largest weight of an entry",
        )
        .with_doc("stat_*", "statistics and status")
        .parts([order, front].into_iter().chain(queue).chain([engine]))
        .design()
}

/// What takes the events: the coalescer that suits the engine, or a register.
fn front(preset: &rap::Preset) -> Part {
    let keys = preset.config.key_bits as usize;
    let Some(config) = preset.config.coalescer else { return Part::new("intake", design!(Intake<keys>)) };
    let built = match preset.engine {
        // Events that wait in a queue come from a coalescer that takes one per cycle.
        Engine::Serial if preset.fifo_depth > 0 => Built::Serial,
        Engine::Serial => Built::Compact,
        Engine::Pipelined | Engine::Cam => Built::Pipelined,
    };
    Part::new("coalescer", coalescer(preset.config.key_bits, &config, built))
}

fn engine(preset: &rap::Preset) -> Design {
    let config = &preset.config;
    let (keys, counts) = (config.key_bits as usize, config.count_bits as usize);
    let (nodes, eps) = (config.nodes.ilog2() as usize, usize::from(preset.eps_built));
    let (reserve, cap, per_create, jump) = hand(config);
    match preset.engine {
        Engine::Serial => design!(serial::Engine<keys, counts, nodes, eps, reserve, cap, per_create, jump>),
        Engine::Pipelined => design!(pipelined::Engine<keys, counts, nodes, reserve, cap, per_create, jump>),
        Engine::Cam => design!(cam::Engine<keys, counts, nodes, reserve, cap, per_create, jump>),
    }
}

/// `S`, `WC`, `VC` and `J` of rule R15.
fn hand(config: &rap::Config) -> (usize, usize, usize, usize) {
    let rap::Collapse::Hand(hand) = config.collapse else {
        unreachable!("its hardware makes room by a hand");
    };
    let reserve = hand.reserve(config.nodes) as usize;
    (reserve, hand.weight_cap.into(), hand.per_create.into(), hand.jump.into())
}

/// The hardware of a coalescer for keys of so many bits.
pub fn coalescer(key_bits: u32, config: &coalescer::Config, built: Built) -> Design {
    let (keys, entries) = (key_bits as usize, config.index_bits() as usize);
    match built {
        Built::Compact => design!(hw::coalescer::compact::Coalescer<keys, entries>),
        Built::Serial => design!(hw::coalescer::serial::Coalescer<keys, entries>),
        Built::Pipelined => design!(hw::coalescer::pipelined::Coalescer<keys, entries>),
    }
}
