//! The engine for hybrid profiling support after a tap: every unit a part, joined by the names of their ports
//! (docs/reference/monitor.md).
use super::{Error, Unit, hps, parts};
use crate::emit::describe::Design;
use crate::emit::netlist::{Netlist, Part, net};
use crate::hw;
use crate::spec::hps::Engine;
use crate::spec::monitor::{ADDRESS_BITS, Build};
use crate::spec::phase;
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// Bits of a byte offset.
const ADDRESS: usize = ADDRESS_BITS as usize;
/// The hardware of a variant.
///
/// # Errors
/// [`Error::NoBlock`] without a bus.
pub(super) fn design(variant: &Variant) -> Result<Design, Error> {
    let build = Build::of(variant);
    let none = || Error::NoBlock { unit: Unit::Monitor, preset: variant.name.into() };
    let (bus, nets) = parts::slave(build.bus, ADDRESS).ok_or_else(none)?;
    let doc = format!("Hybrid profiling support beside a core: {}.", variant.doc);
    let mut outer = vec!["clk", "rst", "rvfi_*", "ret_*", "ext_*", "sampling", "irq", "out_*", nets];
    let mut bus = Part::new("bus", bus);
    let mut parts = parts(&build);
    if let Some(tracker) = &build.phase {
        outer.extend(["sample_flag", "phase_irq", "log_*"]);
        bus = bus.renamed("bus_", "slave_");
        parts.extend(phases(tracker));
    }
    Ok(Netlist::new(doc, &outer).parts(parts).part(bus).design())
}

/// What is between a tap and a bus, in a profiler, which has both: its records go on when the engine is done with them.
/// `tap_*` are the records of the tap, `rec_*` those that go on.
pub(super) fn within(build: &Build) -> Design {
    let mut outer = vec!["clk", "rst", "tap_*", "rec_*", "ext_on", "ext_off", "sampling", "irq", "out_*", "bus_*"];
    outer.extend(["page_flush", "asks_flush", "level", "leaves", "room", "ready"]);
    let (events, late) = sizes(build);
    let map = Part::new("checkmap", parts::map(build.codes, late == 1)).renamed("rec_", "tap_");
    let queue = match build.built {
        Engine::Pipelined => vec![
            record_queue()
                .renamed("rec_", "tap_")
                .low(&["ret_always"])
                .with([net("buffer_ready", "queue_ready"), net("ret_stall", "queue_near")]),
            Part::new("trail", design!(hw::profiler::Trail)),
        ],
        _ => {
            outer.extend(["rvfi_valid", "buffer_ready"]);
            vec![Part::new("turn", design!(hw::profiler::Turn)).with([net("flushes", "tap_flush")])]
        }
    };
    let window = window(build, events, late).with([net("tap_flush", "page_flush")]);
    let doc = "Hybrid profiling support in a profiler: a record goes on when the engine is done with its instruction.";
    let parts = [map].into_iter().chain(queue).chain([engine(build), event_queue(events, late), window]);
    Netlist::new(doc, &outer).parts(parts).design()
}

/// The parts in the order of the way that a retirement goes.
fn parts(build: &Build) -> Vec<Part> {
    let (events, late) = sizes(build);
    let mut window = window(build, events, late);
    if build.phase.is_some() || build.built != Engine::Parallel {
        window = window.with([net("tap_flush", "asks_flush")]);
    }
    if build.built == Engine::Parallel {
        window = window.low(&["lost"]);
    }
    let deep = usize::from(build.built != Engine::Parallel);
    // No event of the engine has a value, a latency or a count of cycles.
    let tap = Part::new("tap", design!(hw::tap::Tap<32, deep>)).with([net("ret_flush", "tap_flush")]).low(&[
        "ret_evt",
        "ret_lat",
        "ret_cycles",
        "cfg_mdata_ok",
        "rvfi_mem_rdata",
        "rvfi_mem_wdata",
        "rvfi_rd_wdata",
    ]);
    let mut parts = vec![tap, Part::new("checkmap", parts::map(build.codes, late == 1))];
    parts.extend(match build.built {
        Engine::Parallel => parallel(build),
        Engine::Serial | Engine::Pipelined => waiting(build),
    });
    parts.extend([event_queue(events, late), window]);
    parts
}

/// Address bits of the memory of events, and 1 where engine, map and memory are built for a fast clock.
fn sizes(build: &Build) -> (usize, usize) {
    (build.events.ilog2() as usize, usize::from(build.built == Engine::Pipelined))
}

fn event_queue(events: usize, late: usize) -> Part {
    Part::new("queue", design!(hw::monitor::Queue<events, late>))
}

fn window(build: &Build, events: usize, late: usize) -> Part {
    Part::new("window", design!(hw::monitor::Window<{ events + 1 }, late>, *build))
}

/// The engine, which takes an instruction in a cycle, and what gives it records and takes its events.
fn parallel(build: &Build) -> Vec<Part> {
    let (patterns, words) = (build.engine.patterns, build.engine.words);
    let place = if build.ternary { "block RAM" } else { "flip-flops" };
    let doc = format!("Hybrid profiling support: after the tap, {patterns} patterns in {place}, {words} words.");
    let design = hps::design(&build.engine, build.ternary, &doc, &["step_word"]);
    let mut hps = Part::new("hps", design).renamed("bus_", "hps_").low(&["flush"]);
    let mut words = Part::new("words", design!(hw::monitor::Words));
    if build.phase.is_some() {
        hps = hps.with([net("ext_on", "sample_on"), net("ext_off", "sample_off")]);
        words = words.with([net("buffer_ready", "room"), net("ret_stall", "room_stall")]);
    }
    vec![Part::new("align", design!(hw::monitor::Align)), hps, words]
}

/// An engine that may let an instruction wait, and whose events are words, and records that wait for it.
fn waiting(build: &Build) -> Vec<Part> {
    let records = match build.built {
        Engine::Pipelined => record_queue().low(&["queue_shut"]),
        _ => Part::new("records", design!(hw::monitor::Records)),
    };
    vec![records, engine(build)]
}

fn record_queue() -> Part {
    Part::new("records", design!(hw::monitor::RecordQueue))
}

/// An engine that may let an instruction wait.
fn engine(build: &Build) -> Part {
    let (patterns, words) = (build.engine.patterns, build.engine.words);
    let doc = |how| format!("Hybrid profiling support: after the tap, {patterns} patterns {how}, {words} words.");
    let design = match build.built {
        Engine::Pipelined => hps::pipelined(&build.engine, &doc("at a fast clock")),
        _ => hps::serial(&build.engine, &doc("in turn")),
    };
    Part::new("hps", design).renamed("bus_", "hps_").renamed("ev_", "word_").with([net("hold", "cfg_hold")])
}

/// The phase tracker, and what joins it with the rest.
fn phases(build: &phase::Build) -> [Part; 3] {
    [
        super::phase::beside(build, "Phase tracker of a monitor.").with([net("irq", "phase_irq")]),
        Part::new("boundary", design!(hw::monitor::Boundary)),
        Part::new("pages", design!(hw::window::Window<ADDRESS, ADDRESS>)),
    ]
}
