//! The hotlist sampler: its parts joined by the names of their ports (docs/reference/hotlist.md).
use crate::emit::describe::Design;
use crate::emit::netlist::{Netlist, Part, net};
use crate::hw::counters::Counters;
use crate::hw::sample_buffer::SampleFormat;
use crate::hw::{hotlist, value_sampler};
use crate::spec::hotlist::{Build, FLIGHT};
use crate::spec::value_sampler as beside;
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// The hardware of a variant.
pub(super) fn variant(variant: &Variant) -> Design {
    design(&Build::of(variant), &format!("Hotlist sampler: {}.", variant.doc))
}

/// The sampler of a size; `doc` is the comment of its module.
fn design(build: &Build, doc: &str) -> Design {
    Netlist::new(doc, &OUTER).parts(parts(build, FLIGHT, false)).design()
}

/// The sampler of a size as a part of a top, after a tap whose records cannot wait: what holds the core back keeps them
/// from coming.
pub(super) fn beside(build: &Build, doc: &str) -> Design {
    let outer = [&OUTER[..], &["ret_always", "ret_stall", "buffer_ready"]].concat();
    let more = [Part::new("relay", design!(value_sampler::Relay)), Part::new("hold", design!(value_sampler::Hold))];
    Netlist::new(doc, &outer).parts(parts(build, beside::FLIGHT, true)).parts(more).design()
}

/// Ports of the sampler.
const OUTER: [&str; 6] = ["clk", "rst", "rec_*", "r_*", "acc_*", "bus_*"];

/// Steps of the counters in the order of their numbers: the name of the port, and of what is counted.
const STEPS: [(&str, &str); 15] = [
    ("step_retired", "step_trig"),
    ("step_trap", "step_abort"),
    ("step_rej_class", "step_tuples"),
    ("step_rej_pc1", "step_seen"),
    ("step_rej_pc2", "step_rej"),
    ("step_rej_dec", "step_frej"),
    ("step_rej_select", "step_raises"),
    ("step_rej_burst", "step_qdrop"),
    ("step_cand", "step_rawdrop"),
    ("step_acc", "capture"),
    ("step_drop_full", "step_retired"),
    ("step_drop_off", "step_raws"),
    ("step_popped", ""),
    ("step_flushed", ""),
    ("step_rej_gate", ""),
];

/// The parts in the order of the way that a record goes; up to `flight` tuples may be under way to the queues. In a top
/// (`inside`) every record is taken, and a relay stands between the host and the rest.
fn parts(build: &Build, flight: u32, inside: bool) -> Vec<Part> {
    let flight = flight as usize;
    let (xlen, lanes) = (build.xlen as usize, build.lanes as usize);
    let (entries, records) = (build.entries.ilog2() as usize, build.records.ilog2() as usize);
    let counted = STEPS.into_iter().filter(|(_, step)| !step.is_empty()).map(|(port, step)| net(port, step));
    let idle: Vec<&str> = STEPS.into_iter().filter(|(_, step)| step.is_empty()).map(|(port, _)| port).collect();
    let mut trigger = Part::new("trigger", design!(hotlist::Trigger));
    let mut table = Part::new("table", design!(hotlist::Table<entries, flight>));
    let mut host = Part::new("host", design!(hotlist::Host, *build));
    if inside {
        trigger = trigger.with([net("rec_ready", "takes")]).low(&["cfg_lossless", "room_queue", "room_raw"]);
        table = table.with([net("stat_idle", "table_idle")]);
        host = host.with([net("enabled", "host_enabled"), net("start", "host_start")]);
    }
    vec![
        trigger,
        Part::new("shadows", design!(hotlist::Shadows<xlen>)),
        Part::new("tuple", design!(hotlist::Tuple<xlen>)),
        Part::new("format", design!(SampleFormat<xlen>)),
        Part::new("raw", design!(hotlist::Raw<lanes, records, flight>)),
        table,
        host,
        Part::new("counters", design!(Counters)).with(counted).low(&idle),
    ]
}
