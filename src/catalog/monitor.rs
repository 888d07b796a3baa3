//! The engine for hybrid profiling support after a tap: every unit a part, joined by the names of their ports (docs/reference/monitor.md).
use super::join::{End, Part, join};
use super::{Chosen, Emitted, Error, Unit, describe, described, hps, parts};
use crate::emit::describe::Design;
use crate::hw;
use crate::spec::monitor::{ADDRESS_BITS, Build};
use crate::spec::regs::Bus;
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// Bits of a byte offset.
const ADDRESS: usize = ADDRESS_BITS as usize;
/// What leaves the top besides the bus.
const OUTPUTS: &[&str] = &["rvfi_ready", "ret_stall", "sampling", "irq", "out_valid", "out_data", "out_last"];
/// How the names of a bus begin.
const BUSES: &[&str] = &["s_axil_", "wb_"];

/// Emits a variant. The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub(super) fn emit(variant: &Variant, chosen: &Chosen) -> Result<Emitted, Error> {
    let (top, description) = (chosen.top(), describe::describe(chosen));
    let parts = parts(&Build::of(variant), &top, description.header(&top))?;
    let leaves = |net: &str| OUTPUTS.contains(&net) || BUSES.iter().any(|bus| net.starts_with(bus));
    let doc = format!("Hybrid profiling support beside a core: {}.", variant.doc);
    Ok(described(&description, top.clone(), join(&top, &doc, &parts, &leaves)))
}

/// The parts in the order of the way that a retirement goes.
fn parts(build: &Build, top: &str, header: Vec<String>) -> Result<Vec<Part>, Error> {
    let part = |design: Design, instance| Part::emit(&design, top, instance, vec![]);
    let net = |port: &'static str, name: &str| (port, End::Net(name.to_string()));
    let zero = |port: &'static str| (port, End::Value(0));
    let engine = {
        let (top, patterns) = (format!("{top}_hps"), build.engine.patterns);
        let place = if build.ternary { "block RAM" } else { "flip-flops" };
        let doc = format!(
            "Hybrid profiling support: after the tap, {patterns} patterns in {place}, {} words.",
            build.engine.words
        );
        hps::joined(&build.engine, build.ternary, &doc, &top, vec![])?
    };
    let bus = match build.bus {
        Bus::Axil => design!(hw::axil::Axil<ADDRESS>),
        Bus::Wishbone => design!(hw::wishbone::Wishbone<ADDRESS>),
        Bus::Port => return Err(Error::NoBlock { unit: Unit::Monitor, preset: top.into() }),
    };
    let events = build.events.ilog2() as usize;
    let tap = Part::emit(&design!(hw::tap::Tap<32>), top, "tap", header)?;
    Ok(vec![
        // No event of the engine has a value, a latency or a count of cycles.
        tap.with([
            net("ret_flush", "tap_flush"),
            zero("ret_evt"),
            zero("ret_lat"),
            zero("ret_cycles"),
            zero("cfg_mdata_ok"),
            zero("rvfi_mem_rdata"),
            zero("rvfi_mem_wdata"),
            zero("rvfi_rd_wdata"),
        ]),
        part(parts::map(build.codes), "checkmap")?,
        part(design!(hw::monitor::Align), "align")?,
        Part::of("hps", engine).with([
            zero("flush"),
            net("bus_valid", "hps_valid"),
            net("bus_we", "hps_we"),
            net("bus_addr", "hps_addr"),
            net("bus_wdata", "hps_wdata"),
            net("bus_ready", "hps_ready"),
            net("bus_rdata", "hps_rdata"),
        ]),
        part(design!(hw::monitor::Queue<events>), "queue")?,
        part(design!(hw::monitor::Window<{ events + 1 }>, *build), "window")?,
        part(bus, "bus")?,
    ])
}
